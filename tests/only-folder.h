/* only-folder.h: Landlock rule that lets a process and its children write in one folder only
 *
 * The kernel enforces the rule. Reading is permitted, but writing outside of the folder fails.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__NR_landlock_create_ruleset) && __has_include(<linux/landlock.h>)

#  include <linux/landlock.h>

/* All access rights to create, change or delete files. */
#  define ONLY_FOLDER_ACCESS                                                                       \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                               \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static inline int
only_folder_add (int rules, const char *path, unsigned long long access)
{
  struct landlock_path_beneath_attr rule = { .allowed_access = access,
                                             .parent_fd = open (path, O_PATH | O_CLOEXEC) };
  int result = rule.parent_fd < 0 ? -1
                                  : (int) syscall (__NR_landlock_add_rule, rules,
                                                   LANDLOCK_RULE_PATH_BENEATH, &rule, 0);

  if (rule.parent_fd >= 0)
    close (rule.parent_fd);
  return result;
}

/* Returns 0, or -1 with errno if the system does not support such rules. */
static inline int
only_folder_install (const char *folder)
{
  struct landlock_ruleset_attr attributes = { .handled_access_fs = ONLY_FOLDER_ACCESS };
  int rules = (int) syscall (__NR_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  int result = -1;

  if (rules < 0)
    return -1;
  if (only_folder_add (rules, folder, ONLY_FOLDER_ACCESS) == 0 &&
      only_folder_add (rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE) == 0 &&
      prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    result = (int) syscall (__NR_landlock_restrict_self, rules, 0);
  close (rules);
  return result;
}

#else

static inline int
only_folder_install (const char *folder)
{
  (void) folder;
  errno = ENOSYS;
  return -1;
}

#endif
