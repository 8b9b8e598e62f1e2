/* The compiled loop, as loop.pyx sees it. */
#ifndef PINGBLOCK_TURBO_H
#define PINGBLOCK_TURBO_H

#include "blocks.h"
#include "samples.h"

#include "run.h"
#define CHARGE_FLASH
#include "run.h"

#endif
