// MicroPython's configuration: the features of the rp2 port, without hardware.
#include <alloca.h>
#include <stdint.h>

#define MICROPY_CONFIG_ROM_LEVEL (MICROPY_CONFIG_ROM_LEVEL_EXTRA_FEATURES)

// Objects have 32 bits, like pointers, because only 32-bit values are spilled for the collector.
#define MICROPY_OBJ_REPR (MICROPY_OBJ_REPR_A)
#define MICROPY_FLOAT_IMPL (MICROPY_FLOAT_IMPL_DOUBLE)
#define MICROPY_LONGINT_IMPL (MICROPY_LONGINT_IMPL_MPZ)
#define MP_SSIZE_MAX (0x7fffffff)
typedef long mp_off_t;

#define MICROPY_ENABLE_COMPILER (1)
#define MICROPY_PERSISTENT_CODE_LOAD (1)
#define MICROPY_MODULE_FROZEN_MPY (1)
#define MICROPY_QSTR_EXTRA_POOL mp_qstr_frozen_const_pool
#define MICROPY_ENABLE_EXTERNAL_IMPORT (1)
#define MICROPY_ENABLE_SOURCE_LINE (1)
#define MICROPY_ERROR_REPORTING (MICROPY_ERROR_REPORTING_NORMAL)
#define MICROPY_ALLOC_PATH_MAX (256)

#define MICROPY_ENABLE_GC (1)
#define MICROPY_ENABLE_FINALISER (1)
#define MICROPY_NLR_SETJMP (1)
#define MICROPY_STACK_CHECK (1)
#define MICROPY_STACK_CHECK_MARGIN (8192)
#define MICROPY_ENABLE_SCHEDULER (1)
#define MICROPY_KBD_EXCEPTION (1)
#define MICROPY_USE_INTERNAL_ERRNO (1)
#define MICROPY_USE_INTERNAL_PRINTF (1)
#define MICROPY_HELPER_REPL (0)
#define MICROPY_REPL_AUTO_INDENT (0)
#define MICROPY_PY_BUILTINS_HELP (0)
#define MICROPY_PY_BUILTINS_INPUT (0)

// Reports a program that loops without a message to the host.
extern uint32_t engine_branches_left;
void engine_spins(void);
#define MICROPY_VM_HOOK_LOOP if (--engine_branches_left == 0) { engine_spins(); }

#define MICROPY_PY_SYS_PLATFORM "rp2"
#define MICROPY_PY_SYS_STDFILES (1)
#define MICROPY_PY_SYS_STDIO_BUFFER (0)
#define MICROPY_PY_SYS_PATH_DEFAULT ""
#define MICROPY_EPOCH_IS_1970 (1)
#define MICROPY_PY_TIME (1)
#define MICROPY_PY_TIME_INCLUDEFILE "localtime.h"
#define MICROPY_PY_TIME_GMTIME_LOCALTIME_MKTIME (1)
#define MICROPY_PY_TIME_TIME_TIME_NS (1)
#define MICROPY_PY_OS (1)
#define MICROPY_PY_OS_UNAME (0)
#define MICROPY_PY_OS_SYNC (0)
#define MICROPY_PY_OS_DUPTERM (0)
#define MICROPY_PY_OS_URANDOM (0)
#define MICROPY_PY_RANDOM (1)
#define MICROPY_PY_UCTYPES (1)
#define MICROPY_PY_HASHLIB_SHA256 (1)
#define MICROPY_PY_HASHLIB_SHA1 (0)
#define MICROPY_PY_HASHLIB_MD5 (0)
#define MICROPY_PY_SELECT (0)
#define MICROPY_PY_ASYNCIO (1)
#define MICROPY_PY_MACHINE (0)
#define MICROPY_PY_FRAMEBUF (0)
#define MICROPY_PY_PLATFORM (0)
#define MICROPY_VFS (1)
#define MICROPY_VFS_LFS2 (1)
#define MICROPY_VFS_ROM (0)
#define MICROPY_READER_VFS (1)

#define MICROPY_HW_BOARD_NAME "Raspberry Pi Pico with RP2040"
#define MICROPY_HW_MCU_NAME "WebAssembly"
#define MP_STATE_PORT MP_STATE_VM
