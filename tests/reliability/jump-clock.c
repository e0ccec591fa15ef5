/* jump-clock.c: preloaded library that sets the wall clock forward and back by a day
 *
 * Every TROUPE_JUMP_MS milliseconds, the wall clock jumps: a day forward, back, a day back, and
 * forward again. The monotonic clock is not changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define DAY 86400

typedef int (*ClockFunc) (clockid_t clock, struct timespec *time);

static ClockFunc get_clock;
static int64_t begun_ms;
static int64_t period_ms;

static int64_t
get_monotonic_ms (void)
{
  struct timespec now;

  get_clock (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__ ((constructor)) static void
start (void)
{
  const char *text = getenv ("TROUPE_JUMP_MS");

  get_clock = (ClockFunc) dlsym (RTLD_NEXT, "clock_gettime");
  period_ms = text != NULL ? strtol (text, NULL, 10) : 0;
  begun_ms = get_monotonic_ms ();
}

static time_t
get_offset (void)
{
  static const time_t offsets[] = { 0, DAY, 0, -DAY };

  if (period_ms <= 0)
    return 0;
  return offsets[(get_monotonic_ms () - begun_ms) / period_ms % 4];
}

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  int result;

  /* Another library may ask in its constructor. */
  if (get_clock == NULL)
    get_clock = (ClockFunc) dlsym (RTLD_NEXT, "clock_gettime");
  result = get_clock (clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += get_offset ();
  return result;
}

int
gettimeofday (struct timeval *restrict now, void *restrict zone)
{
  struct timespec precise;

  clock_gettime (CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t
time (time_t *now)
{
  struct timespec precise;

  clock_gettime (CLOCK_REALTIME, &precise);
  if (now != NULL)
    *now = precise.tv_sec;
  return precise.tv_sec;
}
