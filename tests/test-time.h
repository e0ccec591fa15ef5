/* test-time.h: time limits for busy machines and sanitizers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <time.h>

G_BEGIN_DECLS

/* Factor by which a program may be slower under a sanitizer that stores the stack of each
 * allocation, or that checks each access of each thread. */
#ifdef __SANITIZE_ADDRESS__
#define TEST_SLOWNESS 30
#elif defined(__SANITIZE_THREAD__)
#define TEST_SLOWNESS 10
#else
#define TEST_SLOWNESS 1
#endif

/* Time within which everything that a test waits for has come, and after which the test fails: other threads, processes and
 * files may be delayed by a busy disk or processor for many seconds. A test that something does not wait compares its
 * time with this limit, and lets the wait take longer. It is shorter than the limit of most programs, so that the test
 * says what it waited for. */
#define TEST_WAIT_S (60 * TEST_SLOWNESS)
#define TEST_WAIT_US (TEST_WAIT_S * G_TIME_SPAN_SECOND)

/* Number of rounds for a random test that normally runs @n rounds. If a sanitizer slows the test
 * down, the number is reduced so that the test takes about the same time. */
#define TEST_ROUNDS(n) ((n) / TEST_SLOWNESS)

/* Number of rounds for a random test with more rounds than each run of all tests needs: a quarter of
 * them, or all if TROUPE_ROUNDS_ALL is set in the environment. The seed differs in each run. */
#define TEST_SAMPLE(n)                                                                             \
  (g_getenv ("TROUPE_ROUNDS_ALL") != NULL ? TEST_ROUNDS (n) : TEST_ROUNDS ((n) / 4))

/* Returns the processor time of this program in microseconds, which does not depend on the load
 * of the machine. */
static inline gint64
test_time_get_own (void)
{
  return (gint64) clock () * G_USEC_PER_SEC / CLOCKS_PER_SEC;
}

/* Returns the processor time of the calling thread in microseconds. */
static inline gint64
test_time_get_thread (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

G_END_DECLS
