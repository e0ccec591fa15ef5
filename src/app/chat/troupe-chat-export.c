/* troupe-chat-export.c: exports a chat session as text or JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-export"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-chat-export.h"
#include "troupe-start-folder.h"
#include "troupe-key-finder.h"
#include "troupe-money.h"

#define LINES_ENDING ".jsonl"

/* --- Serialization ---------------------------------------------------------------------------- */

char *
troupe_chat_export_text (TroupeChatController *talk)
{
  GListModel *entries;
  GString *text;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk), NULL);

  entries = troupe_chat_controller_get_entries (talk);
  text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (TroupeChatEntry) entry = g_list_model_get_item (entries, i);
      const char *reply = troupe_chat_entry_get_reply (entry);
      const char *error = troupe_chat_entry_get_error (entry);

      g_string_append_printf (text, "%s%s: %s\n", i > 0 ? "\n" : "", _ ("You"),
                              troupe_chat_entry_get_message (entry));
      if (reply != NULL)
        g_string_append_printf (text, "%s: %s\n", _ ("Answer"), reply);
      if (error != NULL)
        g_string_append_printf (text, "(%s)\n", error);
    }
  return g_string_free (text, FALSE);
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

/* (transfer full) */
static char *
make_line (TroupeChatController *talk, TroupeChatEntry *entry)
{
  gboolean is_all = TRUE;
  const gint64 spent = troupe_chat_entry_get_spent (entry, &is_all);
  g_autoptr (TroupeValue) line = NULL;
  TroupeMapBuilder builder;
  GPtrArray *names;
  g_autofree TroupeValue **values = NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "session", text_or_null (troupe_chat_controller_get_id (talk)));
  troupe_map_builder_add (&builder, "turn",
                          troupe_value_new_integer (troupe_chat_entry_get_number (entry)));
  troupe_map_builder_add (&builder, "message",
                          text_or_null (troupe_chat_entry_get_message (entry)));
  troupe_map_builder_add (&builder, "route", text_or_null (troupe_chat_entry_get_route (entry)));
  names = troupe_chat_entry_list_methods (entry);
  values = g_new (TroupeValue *, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    values[i] = troupe_value_new_string (g_ptr_array_index (names, i), -1);
  troupe_map_builder_add (&builder, "methods", troupe_value_new_list (values, names->len));
  troupe_map_builder_add (&builder, "reply", text_or_null (troupe_chat_entry_get_reply (entry)));
  troupe_map_builder_add (&builder, "error", text_or_null (troupe_chat_entry_get_error (entry)));
  troupe_map_builder_add (&builder, "seconds",
                          troupe_value_new_double ((double) troupe_chat_entry_get_elapsed (entry) /
                                                   G_USEC_PER_SEC));
  troupe_map_builder_add (&builder, "cost_usd",
                          is_all ? troupe_money_to_value (spent) : troupe_value_new_null ());
  line = troupe_map_builder_end (&builder);
  return troupe_value_to_json (line, TROUPE_JSON_SPACED);
}

char *
troupe_chat_export_lines (TroupeChatController *talk)
{
  GListModel *entries;
  GString *text;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk), NULL);

  entries = troupe_chat_controller_get_entries (talk);
  text = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (TroupeChatEntry) entry = g_list_model_get_item (entries, i);
      g_autofree char *line = make_line (talk, entry);

      g_string_append (text, line);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* --- Saving to a file ------------------------------------------------------------------------- */

typedef struct
{
  TroupeChatController *talk;
  TroupeChatExported exported;
  GObject *target;
  char *text; /* (nullable) */
} Export;

static void
export_free (Export *export)
{
  g_object_unref (export->talk);
  g_object_unref (export->target);
  g_free (export->text);
  g_free (export);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Export) export = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *message = NULL;

  g_assert (G_IS_FILE (source));

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    /* Translators: %s is a file */
    message = g_strdup_printf (_ ("Conversation saved to %s"), shown);
  else
    message = g_strdup_printf (_ ("Could not write “%s”: %s"), shown, error->message);
  export->exported (export->target, message);
}

static void
responded_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  g_autoptr (Export) export = user_data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  g_assert (GTK_IS_NATIVE_DIALOG (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    {
      g_autoptr (Export) owned = g_steal_pointer (&export);
      g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
      g_autofree char *name = g_file_get_basename (file);
      g_autofree char *key = NULL;

      owned->text = g_str_has_suffix (name, LINES_ENDING) ? troupe_chat_export_lines (owned->talk)
                                                          : troupe_chat_export_text (owned->talk);
      key = troupe_key_finder_find (finder, owned->text);
      if (key != NULL)
        {
          owned->exported (
              owned->target,
              _ ("The conversation appears to contain an API key. Nothing was exported."));
          return;
        }
      g_file_replace_contents_async (file, owned->text, strlen (owned->text), NULL, FALSE,
                                     G_FILE_CREATE_REPLACE_DESTINATION, NULL, written_cb, owned);
      /* written_cb() frees it. */
      g_steal_pointer (&owned);
    }
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

GtkNativeDialog *
troupe_chat_export_open (GtkWidget *over,
                         TroupeChatController *talk,
                         TroupeChatExported exported,
                         gpointer target)
{
  GtkRoot *root;
  GtkFileChooserNative *dialog;
  Export *export;

  g_return_val_if_fail (GTK_IS_WIDGET (over), NULL);
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk), NULL);
  g_return_val_if_fail (G_IS_OBJECT (target), NULL);

  root = gtk_widget_get_root (over);
  dialog = gtk_file_chooser_native_new (_ ("Export Conversation"),
                                        GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  troupe_start_folder_set (GTK_FILE_CHOOSER (dialog),
                           TROUPE_DOCUMENT (troupe_chat_controller_get_document (talk)));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "conversation.txt");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Plain Text (.txt)"), "txt");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("JSON Lines (.jsonl)"), "jsonl");
  export = g_new0 (Export, 1);
  export->talk = g_object_ref (talk);
  export->exported = exported;
  export->target = g_object_ref (target);
  g_signal_connect (dialog, "response", G_CALLBACK (responded_cb), export);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  return GTK_NATIVE_DIALOG (dialog);
}
