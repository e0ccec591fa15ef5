/* troupe-open-files.c: the number of files that the process may open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-open-files"

#include "config.h"

#include <errno.h>
#include <sys/resource.h>

#include "troupe-open-files.h"

/* A batch has up to 10,000 items in progress, most of which have one connection. */
#define WANTED 16384

void
troupe_open_files_raise_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= WANTED)
    return;
  limit.rlim_cur = MIN (limit.rlim_max, WANTED);
  if (setrlimit (RLIMIT_NOFILE, &limit) != 0)
    g_debug ("The limit of open files cannot be raised: %s", g_strerror (errno));
}
