/* troupe-user-name.c: login name of the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-user-name"

#include "config.h"

#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#include "troupe-user-name.h"

static char *
find_name (void)
{
  static const char *const variables[] = { "LOGNAME", "USER" };
  char *name = NULL;
  FILE *file;
  const struct passwd *entry = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);

      if (value != NULL && *value != '\0')
        return g_utf8_make_valid (value, -1);
    }
  file = fopen ("/etc/passwd", "re");
  while (file != NULL && name == NULL && (entry = fgetpwent (file)) != NULL)
    if (entry->pw_uid == getuid ())
      name = g_utf8_make_valid (entry->pw_name, -1);
  if (file != NULL)
    fclose (file);

  return name != NULL ? name : g_utf8_make_valid (g_get_user_name (), -1);
}

const char *
troupe_user_get_name (void)
{
  static char *name;

  if (g_once_init_enter (&name))
    {
      char *found = find_name ();

      g_once_init_leave (&name, found);
    }

  return name;
}
