/* troupe-crash-point.h: crash points: code locations at which a test ends the process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* Only tests are built with TROUPE_CRASH_POINTS and define troupe_crash_point(), which may end
 * the process like a power failure. In the product these macros are empty. */
#ifdef TROUPE_CRASH_POINTS
/* @name: identifies the location, such as `store-opened` */
void troupe_crash_point (const char *name);
#define TROUPE_CRASH_POINT(name) troupe_crash_point (name)
#else
#define TROUPE_CRASH_POINT(name)                                                                   \
  do                                                                                               \
    {                                                                                              \
    }                                                                                              \
  while (0)
#endif
