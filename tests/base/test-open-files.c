/* test-open-files.c: the limit of open files is raised, but never lowered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sys/resource.h>

#include "troupe-open-files.h"

static rlim_t
raise_from (rlim_t soft)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  limit.rlim_cur = soft;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  troupe_open_files_raise_limit ();
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  return limit.rlim_cur;
}

static void
test_raise (void)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  /* The largest batch has 10,000 items in progress. */
  g_assert_cmpuint (raise_from (64), >=, MIN (limit.rlim_max, 10000));
  g_assert_cmpuint (raise_from (limit.rlim_max), ==, limit.rlim_max);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/open-files/raise", test_raise);
  return g_test_run ();
}
