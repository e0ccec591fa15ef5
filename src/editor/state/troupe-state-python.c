/* troupe-state-python.c: dialog to import the fields of a state from a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-python"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-form.h"
#include "troupe-open-list.h"
#include "troupe-python-class.h"
#include "troupe-start-folder.h"
#include "troupe-state-python.h"
#include "troupe-text-field.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

/* Maximum size of a source file in bytes. */
#define LONGEST_TEXT (1u * 1024 * 1024)

struct _TroupeStatePython
{
  AdwWindow parent_instance;

  TroupeDocument *document;
  TroupeTextField *text;
  GtkWidget *classes;
  GtkWidget *result;
  JsonNode *schema; /* (nullable) */
  GCancellable *cancellable;
  gboolean is_filling;
};

enum
{
  TAKEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStatePython, troupe_state_python, ADW_TYPE_WINDOW)

/* --- Parsing the source ----------------------------------------------------------------------- */

static char *
describe (JsonNode *schema, char **left_out)
{
  JsonNode *properties = troupe_tree_get_member (schema, "properties");
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *fields = NULL;
  JsonObjectIter iter;
  const char *name;
  guint n = json_object_get_size (json_node_get_object (properties));

  json_object_iter_init_ordered (&iter, json_node_get_object (properties));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    troupe_text_list_append (names, name);
  /* Translators: the number of fields, and their names. */
  fields = g_strdup_printf (ngettext ("%u field: %s.", "%u fields: %s.", n), n, names->str);
  if (left_out[0] == NULL)
    return g_steal_pointer (&fields);
  g_string_truncate (names, 0);
  for (guint i = 0; left_out[i] != NULL; i++)
    troupe_text_list_append (names, left_out[i]);
  /* Translators: a sentence, and the fields without a type: “frame: pd.DataFrame”. */
  return g_strdup_printf (_ ("%s The following fields have no type and accept any value: %s."),
                          fields, names->str);
}

static void
read_class (TroupeStatePython *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autofree char *name = NULL;
  g_auto (GStrv) left_out = NULL;
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;
  GtkStringObject *item;

  g_assert (TROUPE_IS_STATE_PYTHON (self));

  item = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->classes));
  name = item != NULL ? g_strdup (gtk_string_object_get_string (item)) : NULL;
  g_clear_pointer (&self->schema, json_node_unref);
  if (g_strstrip (text)[0] != '\0')
    self->schema = troupe_python_class_to_schema (text, name, &left_out, &error);
  if (self->schema != NULL)
    words = describe (self->schema, left_out);
  gtk_label_set_label (GTK_LABEL (self->result),
                       words != NULL   ? words
                       : error != NULL ? error->message
                                       : _ ("The class is only read as text. No code is run."));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "python.take", self->schema != NULL);
}

/* Lists the classes, and selects the last class, because it is usually the one that uses the
 * other classes. */
static void
list_classes (TroupeStatePython *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_auto (GStrv) names = troupe_python_class_list (text);
  g_autoptr (GtkStringList) list = gtk_string_list_new ((const char *const *) names);
  guint n = g_strv_length (names);

  g_assert (TROUPE_IS_STATE_PYTHON (self));

  self->is_filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->classes), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->classes),
                              n > 0 ? n - 1 : GTK_INVALID_LIST_POSITION);
  self->is_filling = FALSE;
  gtk_widget_set_visible (self->classes, n > 1);
  read_class (self);
}

static void
class_chosen_cb (TroupeStatePython *self)
{
  g_assert (TROUPE_IS_STATE_PYTHON (self));

  if (!self->is_filling)
    read_class (self);
}

void
troupe_state_python_set_text (TroupeStatePython *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_STATE_PYTHON (self));
  g_return_if_fail (text != NULL);

  troupe_text_field_set_text (self->text, text);
  list_classes (self);
}

/* --- Reading a file --------------------------------------------------------------------------- */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeStatePython *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_assert (TROUPE_IS_STATE_PYTHON (self));
  if (bytes == NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->result), error->message);
      return;
    }
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (g_bytes_get_size (bytes) == LONGEST_TEXT || !g_utf8_validate (text, -1, NULL))
    gtk_label_set_label (GTK_LABEL (self->result),
                         _ ("The file is too large or is not a text file."));
  else
    troupe_state_python_set_text (self, text);
}

static void
file_opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeStatePython *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read_finish (G_FILE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_assert (TROUPE_IS_STATE_PYTHON (self));
  if (stream == NULL)
    gtk_label_set_label (GTK_LABEL (self->result), error->message);
  else
    g_input_stream_read_bytes_async (G_INPUT_STREAM (stream), LONGEST_TEXT, G_PRIORITY_DEFAULT,
                                     self->cancellable, read_cb, self);
}

static void
file_chosen_cb (GtkNativeDialog *chooser, int response, TroupeStatePython *self)
{
  g_autoptr (GFile) file = NULL;

  g_assert (TROUPE_IS_STATE_PYTHON (self));

  if (response == GTK_RESPONSE_ACCEPT &&
      (file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))) != NULL)
    g_file_read_async (file, G_PRIORITY_DEFAULT, self->cancellable, file_opened_cb, self);
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
open_cb (TroupeStatePython *self)
{
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (_ ("Python Class"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  g_assert (TROUPE_IS_STATE_PYTHON (self));

  gtk_file_filter_add_suffix (filter, "py");
  gtk_file_filter_set_name (filter, _ ("Python"));
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  troupe_start_folder_set (GTK_FILE_CHOOSER (chooser), self->document);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (file_chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
take_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeStatePython *self = TROUPE_STATE_PYTHON (widget);

  if (self->schema == NULL)
    return;
  g_signal_emit (self, signals[TAKEN], 0, self->schema);
  gtk_window_close (GTK_WINDOW (self));
}

static void
troupe_state_python_dispose (GObject *object)
{
  TroupeStatePython *self = TROUPE_STATE_PYTHON (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->document);
  g_clear_pointer (&self->schema, json_node_unref);

  G_OBJECT_CLASS (troupe_state_python_parent_class)->dispose (object);
}

static void
troupe_state_python_class_init (TroupeStatePythonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_state_python_dispose;

  signals[TAKEN] = g_signal_new ("taken", TROUPE_TYPE_STATE_PYTHON, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, JSON_TYPE_NODE);

  gtk_widget_class_install_action (widget_class, "python.take", NULL, take_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
troupe_state_python_init (TroupeStatePython *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *header;
  GtkWidget *cancel;
  GtkWidget *take;
  GtkWidget *tools;
  GtkWidget *open;

  g_assert (TROUPE_IS_STATE_PYTHON (self));

  self->cancellable = g_cancellable_new ();
  self->text = TROUPE_TEXT_FIELD (troupe_text_field_new (_ ("Class"), NULL, "python3"));
  troupe_text_field_set_fills (self->text, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->text), TRUE);
  g_signal_connect_object (self->text, "edited", G_CALLBACK (list_classes), self,
                           G_CONNECT_SWAPPED);
  self->result = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->result), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->result), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->result), 0);
  gtk_label_set_lines (GTK_LABEL (self->result), 4);
  gtk_label_set_ellipsize (GTK_LABEL (self->result), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->result, "dim-label");
  gtk_widget_set_margin_top (body, 12);
  gtk_widget_set_margin_bottom (body, 12);
  gtk_widget_set_margin_start (body, 12);
  gtk_widget_set_margin_end (body, 12);
  header = adw_header_bar_new ();
  cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  take = gtk_button_new_with_mnemonic (_ ("_Apply"));
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (take), "python.take");
  gtk_widget_add_css_class (take, "suggested-action");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), take);
  gtk_box_append (GTK_BOX (box), header);
  tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  open = gtk_button_new_with_mnemonic (_ ("_Open File…"));
  self->classes = gtk_drop_down_new (NULL, NULL);
  troupe_open_list_at_choice (self->classes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->classes), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Class"), -1);
  gtk_widget_set_hexpand (self->classes, TRUE);
  gtk_widget_set_halign (self->classes, GTK_ALIGN_END);
  g_signal_connect_object (self->classes, "notify::selected", G_CALLBACK (class_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (open, "clicked", G_CALLBACK (open_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (tools), open);
  gtk_box_append (GTK_BOX (tools), self->classes);
  gtk_box_append (GTK_BOX (body), tools);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->text));
  gtk_box_append (GTK_BOX (body), self->result);
  gtk_box_append (GTK_BOX (box), body);
  gtk_window_set_title (GTK_WINDOW (self), _ ("From Python"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 520);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  adw_window_set_content (ADW_WINDOW (self), box);
  list_classes (self);
}

GtkWindow *
troupe_state_python_new (TroupeDocument *document)
{
  TroupeStatePython *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_STATE_PYTHON, NULL);
  self->document = g_object_ref (document);
  return GTK_WINDOW (self);
}
