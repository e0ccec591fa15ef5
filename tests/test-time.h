/* test-time.h: limits of time that hold on a busy machine and under sanitizers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <time.h>

G_BEGIN_DECLS

/* How many times as long as alone a program may take under a sanitizer that keeps the stack of each
 * allocation. */
#ifdef __SANITIZE_ADDRESS__
#define TEST_SLOWNESS 30
#else
#define TEST_SLOWNESS 1
#endif

/* How often a random test makes its @n attempts: as often as that under such a sanitizer takes about as
 * long as all of them alone. */
#define TEST_ROUNDS(n) ((n) / TEST_SLOWNESS)

/* Microseconds that the processor worked for this program: what else the machine does is not counted. */
static inline gint64
test_time_get_own (void)
{
  return (gint64) clock () * G_USEC_PER_SEC / CLOCKS_PER_SEC;
}

G_END_DECLS
