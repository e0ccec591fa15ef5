/* troupe-source-copy.c: copies a file into the folder from which CrewAI reads knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-copy"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-limits.h"
#include "troupe-source-copy.h"

#define FOLDER "knowledge"
/* Maximum number of file names that are tried. */
#define MOST_NAMES 1000u

typedef struct
{
  GFile *file;
  char *folder; /* `knowledge/` of the project */
} Copy;

static void
copy_free (gpointer data)
{
  Copy *self = data;

  g_object_unref (self->file);
  g_free (self->folder);
  g_free (self);
}

/* Copies the file under the first unused name, so that existing files are not overwritten. Returns
 * the name. (transfer full) (nullable) */
static char *
copy (GFile *file, GFile *folder, GCancellable *cancellable, GError **error)
{
  g_autofree char *base = g_file_get_basename (file);

  g_assert (G_IS_FILE (folder));

  for (guint n = 1; n <= MOST_NAMES; n++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GFile) target = NULL;
      g_autoptr (GError) cause = NULL;
      const char *dot;

      dot = strrchr (base, '.');
      if (n < 2)
        name = g_strdup (base);
      else
        name = dot != NULL ? g_strdup_printf ("%.*s-%u%s", (int) (dot - base), base, n, dot)
                           : g_strdup_printf ("%s-%u", base, n);
      target = g_file_get_child (folder, name);
      if (g_file_copy (file, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, cancellable, NULL, NULL,
                       &cause))
        return g_steal_pointer (&name);
      if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS) || n == MOST_NAMES)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return NULL;
        }
    }

  return NULL;
}

/* Checks the size in advance, because a larger file could not be read later. */
static gboolean
check_size (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                         G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autofree char *most = g_format_size (TROUPE_LIMIT_KNOWLEDGE_FILE);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("it is not a file"));
  else if ((guint64) g_file_info_get_size (info) > TROUPE_LIMIT_KNOWLEDGE_FILE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 /* Translators: %s is a size, 64 MB */
                 _ ("it is larger than %s"), most);
  else
    return TRUE;

  return FALSE;
}

static void
copy_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Copy *self = task_data;
  g_autoptr (GFile) folder = g_file_new_for_path (self->folder);
  GError *error = NULL;
  char *name;

  g_assert (G_IS_TASK (task));

  if (!troupe_file_check_chosen_folder (self->folder, &error) ||
      !check_size (self->file, cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  name = g_file_get_relative_path (folder, self->file);
  if (name == NULL && g_mkdir_with_parents (self->folder, 0755) != 0)
    {
      const int number = errno;

      g_task_return_new_error (task, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s",
                               g_strerror (number));
      return;
    }
  if (name == NULL)
    name = copy (self->file, folder, cancellable, &error);
  if (name != NULL)
    g_task_return_pointer (task, name, g_free);
  else
    g_task_return_error (task, error);
}

void
troupe_source_copy_async (const char *folder,
                          GFile *file,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Copy *self;

  g_return_if_fail (folder != NULL);
  g_return_if_fail (G_IS_FILE (file));

  self = g_new0 (Copy, 1);
  self->file = g_object_ref (file);
  self->folder = g_build_filename (folder, FOLDER, NULL);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_source_copy_async);
  g_task_set_task_data (task, self, copy_free);
  g_task_run_in_thread (task, copy_thread);
}

char *
troupe_source_copy_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
