/* troupe-program.c: lookup of programs in PATH
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-program"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-program.h"
#include "troupe-tool.h"

#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

/* Folders in which only the administrator, or the creator of a container, installs programs. */
static const char *const system_folders[] = { "/usr/bin",
                                              "/usr/local/bin",
                                              "/bin",
                                              "/app/bin",
                                              "/run/current-system/sw/bin",
                                              "/run/current-system/profile/bin" };

char *
troupe_program_keep_absolute (const char *value)
{
  g_auto (GStrv) parts = NULL;
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  parts = g_strsplit (value, ":", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_path_is_absolute (parts[i]))
      g_strv_builder_add (kept, parts[i]);
  list = g_strv_builder_end (kept);
  return g_strjoinv (":", list);
}

/* (transfer full) */
static char **
list_folders (void)
{
  const char *path = g_getenv ("PATH");

  return g_strsplit (path != NULL ? path : USUAL_PATH, ":", -1);
}

gboolean
troupe_program_is_installed (const char *program, const char *folder)
{
  g_auto (GStrv) parts = list_folders ();
  g_autofree char *own = NULL;

  g_return_val_if_fail (program != NULL && folder != NULL, FALSE);

  own = g_path_get_dirname (program);
  if (troupe_path_is_within (own, folder))
    return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *place = g_canonicalize_filename (parts[i], "/");

      if (g_path_is_absolute (parts[i]) && g_str_equal (place, own))
        return TRUE;
    }
  return FALSE;
}

char *
troupe_program_find (const char *name, const char *folder)
{
  g_auto (GStrv) parts = list_folders ();

  g_return_val_if_fail (name != NULL && folder != NULL, NULL);

  if (strchr (name, '/') != NULL)
    return g_file_test (name, G_FILE_TEST_IS_EXECUTABLE) ? g_strdup (name) : NULL;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *place = g_canonicalize_filename (parts[i], "/");
      g_autofree char *program = g_build_filename (place, name, NULL);

      if (g_path_is_absolute (parts[i]) && !g_str_equal (place, folder) &&
          g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) &&
          !g_file_test (program, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&program);
    }
  return NULL;
}

char *
troupe_program_resolve_system (const char *program)
{
  g_autofree char *real = NULL;

  g_return_val_if_fail (program != NULL, NULL);

  real = troupe_path_resolve (program);
  for (guint i = 0; i < G_N_ELEMENTS (system_folders); i++)
    if (troupe_path_is_within (real, system_folders[i]))
      return g_steal_pointer (&real);
  return NULL;
}

gboolean
troupe_program_check_folder (const char *folder, const char *target, GError **error)
{
  g_autofree char *now = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (folder != NULL, FALSE);

  if (target == NULL)
    return TRUE;
  now = troupe_path_resolve (folder);
  if (g_str_equal (now, target))
    return TRUE;
  shown = g_filename_display_name (folder);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s is a path. */
               _ ("the folder “%s” has become a link to another folder since the run began. "
                  "Restore it and run the document again"),
               shown);
  return FALSE;
}
