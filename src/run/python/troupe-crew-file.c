/* troupe-crew-file.c: output files of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-file"

#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-crew-file.h"
#include "troupe-file.h"
#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-project.h"
#include "troupe-folder.h"
#include "troupe-run.h"

/* --- Content ---------------------------------------------------------------------------------- */

static void
append_blanks (guint count, GString *text)
{
  g_string_append_c (text, '\n');
  for (guint i = 0; i < count; i++)
    g_string_append_c (text, ' ');
}

void
troupe_crew_file_append_json (TroupeValue *value, guint indent, guint level, GString *text)
{
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);
  gsize size = is_map                                       ? troupe_value_map_get_size (value)
               : troupe_value_is (value, TROUPE_VALUE_LIST) ? troupe_value_list_get_length (value)
                                                            : 0;

  if (size == 0)
    {
      troupe_value_append_json (value, TROUPE_JSON_COMPACT, text);
      return;
    }
  g_string_append_c (text, is_map ? '{' : '[');
  for (gsize i = 0; i < size; i++)
    {
      g_string_append (text, i > 0 ? "," : "");
      append_blanks (indent * (level + 1), text);
      if (is_map)
        {
          troupe_value_append_json (troupe_value_map_get_key (value, i), TROUPE_JSON_COMPACT, text);
          g_string_append (text, ": ");
        }
      troupe_crew_file_append_json (is_map ? troupe_value_map_get_value (value, i)
                                           : troupe_value_list_get (value, i),
                                    indent, level + 1, text);
    }
  append_blanks (indent * level, text);
  g_string_append_c (text, is_map ? '}' : ']');
}

char *
troupe_crew_file_make_text (TroupeValue *output)
{
  TroupeValue *object = troupe_value_get_member (output, "json_dict");
  GString *text = g_string_new (NULL);

  if (object != NULL)
    {
      troupe_crew_file_append_json (object, 2, 0, text);
      return g_string_free (text, FALSE);
    }
  object = troupe_value_get_member (output, "pydantic");
  if (object != NULL)
    troupe_value_append_json (object, TROUPE_JSON_COMPACT, text);
  else
    g_string_append (text, troupe_value_get_string (troupe_value_get_member (output, "raw"), NULL));
  return g_string_free (text, FALSE);
}

/* --- Places ----------------------------------------------------------------------------------- */

char *
troupe_crew_file_find_place (const char *folder, const char *path)
{
  g_autofree char *real = NULL;
  g_autofree char *target = NULL;
  const char *below = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  real = troupe_path_resolve (folder);
  target = troupe_path_resolve_beneath (real, path, NULL);
  below = target != NULL ? troupe_path_get_below (target, real) : NULL;
  return g_strdup (below != NULL ? below : path);
}

gboolean
troupe_crew_file_is_in_project (const char *folder, const char *path)
{
  g_autofree char *place = NULL;
  gboolean is_inside;
  int descriptor;

  g_return_val_if_fail (folder != NULL && path != NULL, TRUE);

  place = troupe_crew_file_find_place (folder, path);
  descriptor = troupe_folder_pin_open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  is_inside = descriptor < 0 || troupe_folder_project_restricts (descriptor, place);
  if (descriptor >= 0)
    close (descriptor);
  return is_inside;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static gboolean
fail (const char *path, GError *cause, GError **error)
{
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
               /* Translators: the first %s is the output file of a task, the second one is the
                * error */
               _ ("Could not write the output file “%s”: %s"), path, cause->message);
  g_error_free (cause);
  return FALSE;
}

gboolean
troupe_crew_file_check (const char *folder, const char *path, GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL, FALSE);

  policy = troupe_folder_policy_new (folder);
  return (troupe_folder_policy_check_write (policy, path, NULL, &cause) &&
          troupe_folder_policy_check_folder (folder, &cause) &&
          troupe_folder_policy_check_destination (policy, path, &cause)) ||
         fail (path, cause, error);
}

gboolean
troupe_crew_file_check_at (const char *folder,
                           const char *path,
                           int place,
                           const char *name,
                           GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  struct stat status;
  gboolean is_there = FALSE;

  g_return_val_if_fail (folder != NULL && path != NULL && name != NULL, FALSE);

  policy = troupe_folder_policy_new (folder);
  is_there = fstatat (place, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  return troupe_folder_policy_check_write (policy, path, is_there ? &status : NULL, error);
}

gboolean
troupe_crew_file_check_open (const char *folder, const char *path, int file, GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  struct stat status;

  g_return_val_if_fail (folder != NULL && path != NULL, FALSE);

  policy = troupe_folder_policy_new (folder);
  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode))
    return troupe_folder_policy_check_write (policy, path, &status, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, g_strerror (EINVAL));
  return FALSE;
}

gboolean
troupe_crew_file_write (const char *folder,
                        const char *path,
                        gboolean makes_folders,
                        const char *text,
                        gsize length,
                        GError **error)
{
  const char *relative = path;
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  GError *cause = NULL;
  int base = -1;
  int place = -1;
  gboolean is_written = FALSE;

  if (!troupe_crew_file_check (folder, path, error))
    return FALSE;
  base = troupe_folder_open (folder, folder, FALSE, &cause);
  while (*relative == '/')
    relative++;
  parent = g_path_get_dirname (relative);
  name = g_path_get_basename (relative);
  if (base < 0)
    return fail (path, cause, error);
  place = troupe_folder_open_beneath (base, parent, O_RDONLY | O_DIRECTORY, makes_folders, &cause);
  close (base);
  if (place < 0 && !makes_folders && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_error_free (cause);
      /* Fails because a folder of the file does not exist and must not be created. The message
       * names the folder. */
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
                   /* Translators: the first %s is the output file of a task, the second one is the
                    * folder that should contain it */
                   _ ("Could not write the output file “%s”: the folder “%s” does not exist, and "
                      "“create_directory” is false."),
                   path, parent);
      return FALSE;
    }
  if (place < 0)
    return fail (path, cause, error);
  is_written = troupe_crew_file_check_at (folder, relative, place, name, &cause) &&
               troupe_folder_save (place, name, text, length, &cause);
  close (place);
  return is_written || fail (path, cause, error);
}
