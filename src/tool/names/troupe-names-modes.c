/* troupe-names-modes.c: keeps code from making programs of the files that it writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-names-modes.h"
#include "troupe-names-rules-private.h"
#include "troupe-names-walk.h"

#define EXECUTABLE (S_IXUSR | S_IXGRP | S_IXOTH)

mode_t
troupe_names_modes_limit (const TroupeNamesRules *rules, int folder, mode_t mode)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (rules != NULL, 0);

  if (rules->may_change_programs || (mode & EXECUTABLE) == 0 ||
      troupe_names_rules_is_free (rules, folder))
    return mode;
  path = troupe_names_rules_describe (folder, NULL);
  return troupe_names_rules_find_below_root (rules, path) != NULL ? mode & ~(mode_t) EXECUTABLE
                                                                  : mode;
}

/* Changes the mode of an open file, which may be open with O_PATH. */
static int
change (const TroupeNamesRules *rules, int file, mode_t mode)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", file);
  struct stat status;

  if (fstat (file, &status) != 0)
    return errno;
  if (S_ISLNK (status.st_mode))
    return EOPNOTSUPP;
  if (S_ISREG (status.st_mode))
    mode = troupe_names_modes_limit (rules, file, mode);
  return chmod (link, mode) == 0 ? 0 : errno;
}

void
troupe_names_modes_clear (const TroupeNamesRules *rules, int folder, int file)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", file);
  struct stat status;
  mode_t mode;

  if (fstat (file, &status) != 0 || !S_ISREG (status.st_mode))
    return;
  mode = troupe_names_modes_limit (rules, folder, status.st_mode & 07777);
  if (mode != (status.st_mode & 07777) && chmod (link, mode) != 0)
    g_debug ("%s", g_strerror (errno));
}

int
troupe_names_modes_set (const TroupeNamesRules *rules,
                        const TroupeNamesCaller *caller,
                        int folder,
                        guint64 address,
                        mode_t mode,
                        int flags)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  int file = -1;
  int reason;

  g_return_val_if_fail (rules != NULL && caller != NULL, EACCES);

  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0)
    return EINVAL;
  reason = troupe_names_walk_open (&walk, folder, address,
                                   (flags & AT_EMPTY_PATH) |
                                       ((flags & AT_SYMLINK_NOFOLLOW) != 0 ? 0 : AT_SYMLINK_FOLLOW),
                                   &file);
  if (reason == 0 && troupe_names_walk_is_foreign (caller, file))
    reason = EACCES;
  if (reason == 0)
    reason = change (rules, file, mode);
  if (file >= 0)
    close (file);
  return reason;
}

int
troupe_names_modes_set_open (const TroupeNamesRules *rules,
                             const TroupeNamesCaller *caller,
                             int descriptor,
                             mode_t mode)
{
  const int file = troupe_names_caller_open_descriptor (caller, descriptor, 0);
  int reason;

  g_return_val_if_fail (rules != NULL, EACCES);

  if (file < 0)
    return errno;
  reason = troupe_names_walk_is_foreign (caller, file) ? EACCES : change (rules, file, mode);
  close (file);
  return reason;
}
