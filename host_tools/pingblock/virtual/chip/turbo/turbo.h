/* The functions of the compiled loop that loop.pyx uses. */
#ifndef PINGBLOCK_TURBO_H
#define PINGBLOCK_TURBO_H

#include "blocks.h"
#include "samples.h"

#include "run.h"
#define CHARGE_FLASH
#include "run.h"

#endif
