/* troupe-source-add.c: adds a file as a knowledge source of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-add"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-field.h"
#include "troupe-source-add.h"
#include "troupe-source-copy.h"

#define FOLDER "knowledge"

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
  gboolean is_there;

  g_assert (G_IS_ASYNC_RESULT (result));

  adding->name = troupe_source_copy_finish (result, &error);
  is_there = adding->name != NULL;
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
  Adding *adding;
  g_autofree char *base = NULL;

  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (crew));
  g_return_if_fail (folder != NULL && G_IS_FILE (file) && func != NULL);

  adding = adding_new (crew, folder, file, func, user_data, destroy);
  base = g_file_get_basename (file);
  adding->type = troupe_crew_field_find_source_type (base);
  if (adding->type == NULL)
    {
      func (_ ("Only text, Markdown, CSV, JSON, PDF and Excel (.xlsx) files are supported."),
            user_data);
      adding_free (adding);
      return;
    }
  troupe_source_copy_async (folder, file, NULL, added_cb, adding);
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
