/* troupe-source-add.c: adds a file as a knowledge source of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-add"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-knowledge-file.h"
#include "troupe-crew-field.h"
#include "troupe-source-add.h"

#define FOLDER "knowledge"
/* Maximum number of file names that are tried. */
#define MOST_NAMES 1000u

typedef struct
{
  TroupeCrewSubject *crew;
  char *folder;
  GFile *file;
  const char *type;
  char *name; /* (nullable): path relative to `knowledge/`, once copied */
  TroupeSourceAddFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Adding;

static void
adding_free (gpointer data)
{
  Adding *adding = data;

  g_assert (adding != NULL);

  if (adding->destroy != NULL)
    adding->destroy (adding->user_data);
  g_object_unref (adding->crew);
  g_clear_object (&adding->file);
  g_free (adding->folder);
  g_free (adding->name);
  g_free (adding);
}

static Adding *
adding_new (TroupeCrewSubject *crew,
            const char *folder,
            GFile *file,
            TroupeSourceAddFunc func,
            gpointer user_data,
            GDestroyNotify destroy)
{
  Adding *adding = g_new0 (Adding, 1);

  g_assert (TROUPE_IS_CREW_SUBJECT (crew));

  adding->crew = g_object_ref (crew);
  adding->folder = g_strdup (folder);
  adding->file = file != NULL ? g_object_ref (file) : NULL;
  adding->func = func;
  adding->user_data = user_data;
  adding->destroy = destroy;

  return adding;
}

static const char *
find_type (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return troupe_crew_field_find_source_type (base);
}

/* --- Copying the file on a thread ------------------------------------------------------------- */

/* Returns the @n-th candidate for the file name: `units.pdf`, `units-2.pdf`, … (transfer full) */
static char *
make_name (const char *base, guint n)
{
  const char *dot = strrchr (base, '.');

  if (n < 2)
    return g_strdup (base);

  return dot != NULL ? g_strdup_printf ("%.*s-%u%s", (int) (dot - base), base, n, dot)
                     : g_strdup_printf ("%s-%u", base, n);
}

/* Copies the file under the first unused name, so that existing files are not overwritten. */
static gboolean
copy (Adding *adding, GFile *folder, GCancellable *cancellable, GError **error)
{
  g_autofree char *base = g_file_get_basename (adding->file);

  g_assert (G_IS_FILE (folder));

  for (guint n = 1; n <= MOST_NAMES; n++)
    {
      g_autofree char *name = make_name (base, n);
      g_autoptr (GFile) target = g_file_get_child (folder, name);
      g_autoptr (GError) cause = NULL;

      if (g_file_copy (adding->file, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, cancellable, NULL,
                       NULL, &cause))
        {
          adding->name = g_steal_pointer (&name);
          return TRUE;
        }
      if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS) || n == MOST_NAMES)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
    }

  return FALSE;
}

/* Checks the size in advance, because a larger file could not be read later. */
static gboolean
check_size (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                         G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autofree char *most = g_format_size (TROUPE_KNOWLEDGE_LARGEST);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("it is not a file"));
  else if ((guint64) g_file_info_get_size (info) > TROUPE_KNOWLEDGE_LARGEST)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 /* Translators: %s is a size, 64 MB */
                 _ ("it is larger than %s"), most);
  else
    return TRUE;

  return FALSE;
}

static void
add_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Adding *adding = task_data;
  g_autofree char *path = g_build_filename (adding->folder, FOLDER, NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (!check_size (adding->file, cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  adding->name = g_file_get_relative_path (folder, adding->file);
  if (adding->name == NULL && g_mkdir_with_parents (path, 0755) != 0)
    {
      const int number = errno;

      g_task_return_new_error (task, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s",
                               g_strerror (number));
      return;
    }
  if (adding->name != NULL || copy (adding, folder, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* --- Document --------------------------------------------------------------------------------- */

/* Returns the list of knowledge sources with the new source appended. (transfer full) */
static JsonNode *
make_list (const Adding *adding)
{
  static const char *const path[] = { "knowledge_sources", NULL };
  JsonNode *before = troupe_crew_subject_get_value (adding->crew, path);
  JsonArray *list = json_array_new ();
  JsonObject *entry = json_object_new ();
  JsonArray *files = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  if (before != NULL && JSON_NODE_HOLDS_ARRAY (before))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (before)); i++)
      json_array_add_element (list, json_node_copy (
                                        json_array_get_element (json_node_get_array (before), i)));
  json_array_add_string_element (files, adding->name);
  json_object_set_string_member (entry, "source_type", adding->type);
  json_object_set_array_member (entry, "file_paths", files);
  json_array_add_object_element (list, entry);
  json_node_take_array (node, list);

  return node;
}

static void
added_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  static const char *const path[] = { "knowledge_sources", NULL };
  Adding *adding = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean is_there = g_task_propagate_boolean (G_TASK (result), &error);

  g_assert (G_IS_TASK (result));

  if (is_there)
    {
      g_autoptr (JsonNode) list = make_list (adding);

      is_there = troupe_crew_subject_set (adding->crew, path, list, _ ("Add Knowledge Source"),
                                          NULL, &error);
    }
  if (!is_there)
    /* Translators: %s is the reason */
    text = g_strdup_printf (_ ("Could not add the file: %s."), error->message);
  adding->func (text, adding->user_data);
  adding_free (adding);
}

void
troupe_source_add_file (TroupeCrewSubject *crew,
                        const char *folder,
                        GFile *file,
                        TroupeSourceAddFunc func,
                        gpointer user_data,
                        GDestroyNotify destroy)
{
  g_autoptr (GTask) task = NULL;
  Adding *adding;

  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (crew));
  g_return_if_fail (folder != NULL && G_IS_FILE (file) && func != NULL);

  adding = adding_new (crew, folder, file, func, user_data, destroy);
  adding->type = find_type (file);
  if (adding->type == NULL)
    {
      func (_ ("Only text, Markdown, CSV, JSON, PDF and Excel (.xlsx) files are supported."),
            user_data);
      adding_free (adding);
      return;
    }
  task = g_task_new (NULL, NULL, added_cb, adding);
  g_task_set_source_tag (task, troupe_source_add_file);
  g_task_set_task_data (task, adding, NULL);
  g_task_run_in_thread (task, add_thread);
}

/* --- File chooser ----------------------------------------------------------------------------- */

static void
chosen_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Adding *adding = user_data;
  g_autoptr (GFile) file = NULL;

  g_assert (GTK_IS_NATIVE_DIALOG (dialog));

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    {
      troupe_source_add_file (adding->crew, adding->folder, file, adding->func, adding->user_data,
                              g_steal_pointer (&adding->destroy));
    }
  adding_free (adding);
  g_object_unref (dialog);
}

void
troupe_source_add_choose (GtkWidget *over,
                          TroupeCrewSubject *crew,
                          const char *folder,
                          TroupeSourceAddFunc func,
                          gpointer user_data,
                          GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autofree char *path = NULL;
  g_autoptr (GFile) at = NULL;
  GtkFileChooserNative *dialog;
  const char *const *endings = troupe_crew_field_list_source_endings ();
  GtkRoot *root;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (crew) && folder != NULL && func != NULL);

  root = gtk_widget_get_root (over);
  dialog = gtk_file_chooser_native_new (_ ("Add Knowledge Source"),
                                        GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                        GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"), _ ("_Cancel"));
  gtk_file_filter_set_name (filter, _ ("Text, Tables and Documents"));
  for (guint i = 0; endings[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, endings[i] + 1);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  path = g_build_filename (folder, FOLDER, NULL);
  at = g_file_new_for_path (g_file_test (path, G_FILE_TEST_IS_DIR) ? path : folder);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), at, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (chosen_cb),
                    adding_new (crew, folder, NULL, func, user_data, destroy));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
