# C of our own that MicroPython's build compiles and links (USER_C_MODULES names this file).
add_library(pingblock_native INTERFACE)
target_sources(pingblock_native INTERFACE ${CMAKE_CURRENT_LIST_DIR}/frozen_names.c)
target_link_options(pingblock_native INTERFACE -Wl,--wrap=mp_find_frozen_module)
target_link_libraries(usermod INTERFACE pingblock_native)
