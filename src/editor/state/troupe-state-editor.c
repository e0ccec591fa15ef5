/* troupe-state-editor.c: editor window for the state of a flow: table of its fields, and its schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-editor"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-after-event.h"
#include "troupe-form-entry.h"
#include "troupe-form.h"
#include "troupe-json-pane.h"
#include "troupe-message-dialog.h"
#include "troupe-sanitize-text.h"
#include "troupe-state-details.h"
#include "troupe-state-editor.h"
#include "troupe-state-python.h"
#include "troupe-state-runs.h"
#include "troupe-text-list.h"
#include "troupe-toast.h"
#include "troupe-typed-text.h"

/* Delay after the last change before runs are checked against the state, in milliseconds. */
#define CHECK_DELAY 300
#define TABLE_WIDTH 590
#define NARROWEST_TABLE 540
/* The category of the source marks on the lines of the selected field. */
#define TINT "troupe-chosen"

struct _TroupeStateEditor
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  AdwLeaflet *leaflet;
  AdwClamp *clamp;
  AdwToastOverlay *toasts;
  GtkWidget *kind_free;
  GtkWidget *kind_fields;
  GtkWidget *kind_class;
  GtkWidget *add;
  GtkWidget *add_inside;
  GtkRevealer *class_revealer;
  GtkBox *class_box;
  GtkBox *table_box;
  GtkBox *schema_box;
  GtkWidget *from_run;
  GtkWidget *side_button;
  GtkImage *fit_icon;
  GtkLabel *fit_label;
  GtkLabel *asked_label;

  TroupeEditorContext *context;
  TroupeStateTable *table;
  TroupeStateDetails *details;
  TroupeJsonPane *pane;
  TroupeForm *form; /* form of the Python class */
  guint shown_line; /* starts at 0 */
  guint show_line_id;
  GPtrArray *states;
  GCancellable *checking; /* (nullable) */
  guint check_id;
  gboolean is_loading;
};

enum
{
  FORM_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStateEditor, troupe_state_editor, ADW_TYPE_WINDOW)

static JsonNode *
get_root (TroupeStateEditor *self)
{
  return troupe_editor_context_get_root (self->context);
}

static TroupeFlowDocument *
get_document (TroupeStateEditor *self)
{
  return troupe_editor_context_get_document (self->context);
}

static void
message_cb (TroupeStateEditor *self, const char *text)
{
  AdwToast *toast;
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  toast = adw_toast_new (escaped);
  troupe_toast_show (self->toasts, toast);
}

/* --- Highlighting the selected field in the schema -------------------------------------------- */

/* Finds the lines from the key at @path to the end of its value in @text. Returns FALSE if there
 * is no such value. */
static gboolean
find_lines (const char *text, const char *const *path, guint *first, guint *last)
{
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, &source, NULL);
  JsonNode *node = root != NULL ? troupe_json_tree_get (root, path) : NULL;
  TroupePlace key;
  TroupePlace value;

  if (node == NULL || !troupe_json_text_get_place (source, node, &value))
    return FALSE;
  if (!troupe_json_text_get_key_place (source, node, &key))
    key = value;
  *first = key.line - 1;
  *last = key.line - 1;
  for (gsize i = key.start; i < value.end; i++)
    *last += text[i] == '\n';
  return TRUE;
}

/* Scrolls to the line of the selected field if it is not visible. Waits until the view has a
 * height, because the scroll position cannot be computed without it. */
static gboolean
show_line_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeStateEditor *self = TROUPE_STATE_EDITOR (user_data);
  GtkTextView *view = GTK_TEXT_VIEW (widget);
  GdkRectangle visible;
  GdkRectangle line;
  GtkTextIter iter;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_text_view_get_visible_rect (view, &visible);
  if (gtk_widget_get_mapped (widget) && visible.height <= 1)
    return G_SOURCE_CONTINUE;
  self->show_line_id = 0;
  if (!gtk_widget_get_mapped (widget))
    return G_SOURCE_REMOVE;
  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, (int) self->shown_line);
  gtk_text_view_get_iter_location (view, &iter, &line);
  if (!gtk_widget_has_focus (widget) &&
      (line.y < visible.y || line.y + line.height > visible.y + visible.height))
    gtk_text_view_scroll_to_iter (view, &iter, 0.1, FALSE, 0, 0);
  return G_SOURCE_REMOVE;
}

static void
show_line (TroupeStateEditor *self)
{
  GtkSourceView *view = troupe_text_field_get_view (troupe_json_pane_get_text_field (self->pane));

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (self->show_line_id == 0 && gtk_widget_get_mapped (GTK_WIDGET (view)))
    self->show_line_id = gtk_widget_add_tick_callback (GTK_WIDGET (view), show_line_cb, self, NULL);
}

/* Uses source marks instead of a tag, because the view does not redraw cached lines when a tag
 * is added or removed. */
static void
update_tint (TroupeStateEditor *self)
{
  const TroupeStateField *field = troupe_state_table_get_selected (self->table);
  TroupeTextField *text_field = troupe_json_pane_get_text_field (self->pane);
  GtkWidget *view = GTK_WIDGET (troupe_text_field_get_view (text_field));
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (text_field);
  g_autofree char *text = troupe_text_field_get_text (text_field);
  g_auto (GStrv) path = field != NULL ? troupe_state_field_make_path (field, NULL) : NULL;
  GtkTextIter start;
  GtkTextIter end;
  guint first;
  guint last;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_source_buffer_remove_source_marks (GTK_SOURCE_BUFFER (buffer), &start, &end, TINT);
  gtk_widget_queue_draw (view);
  /* The displayed JSON begins at the state, so the first key is skipped. */
  if (path == NULL || !find_lines (text, (const char *const *) path + 1, &first, &last))
    return;
  for (guint line = first; line <= last; line++)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int) line);
      gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (buffer), NULL, TINT, &start);
    }
  self->shown_line = first;
  show_line (self);
}

static void
update_colour (TroupeStateEditor *self)
{
  TroupeTextField *text_field = troupe_json_pane_get_text_field (self->pane);
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA colour = { 0.21f, 0.52f, 0.89f, dark ? 0.28f : 0.15f };

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_source_mark_attributes_set_background (attributes, &colour);
  gtk_source_view_set_mark_attributes (troupe_text_field_get_view (text_field), TINT, attributes,
                                       0);
  gtk_widget_queue_draw (GTK_WIDGET (troupe_text_field_get_view (text_field)));
}

/* --- Checking runs ---------------------------------------------------------------------------- */

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeStateEditor *self = user_data;
  gboolean fit = FALSE;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = troupe_state_runs_check_finish (result, &fit, &error);

  /* If the check was cancelled, the window may have been disposed. */
  if (text == NULL)
    return;
  g_assert (TROUPE_IS_STATE_EDITOR (self));
  gtk_label_set_label (self->fit_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->fit_label), text);
  gtk_widget_set_visible (GTK_WIDGET (self->fit_icon), self->states->len > 0);
  gtk_image_set_from_icon_name (self->fit_icon,
                                fit ? "object-select-symbolic" : "dialog-warning-symbolic");
  gtk_widget_remove_css_class (GTK_WIDGET (self->fit_icon), fit ? "warning" : "success");
  gtk_widget_add_css_class (GTK_WIDGET (self->fit_icon), fit ? "success" : "warning");
}

static gboolean
check_cb (gpointer data)
{
  TroupeStateEditor *self = data;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  self->check_id = 0;
  g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
  self->checking = g_cancellable_new ();
  troupe_state_runs_check_async (self->states, troupe_editor_context_get_flow (self->context),
                                 self->checking, checked_cb, self);
  return G_SOURCE_REMOVE;
}

static void
check_soon (TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  g_clear_handle_id (&self->check_id, g_source_remove);
  self->check_id = g_timeout_add (CHECK_DELAY, check_cb, self);
}

void
troupe_state_editor_set_runs (TroupeStateEditor *self, GPtrArray *states)
{
  g_return_if_fail (TROUPE_IS_STATE_EDITOR (self));
  g_return_if_fail (states != NULL);

  g_ptr_array_ref (states);
  g_ptr_array_unref (self->states);
  self->states = states;
  gtk_widget_set_sensitive (self->from_run, states->len > 0);
  check_soon (self);
}

/* --- Following the document --------------------------------------------------------------------- */

static void
update_head (TroupeStateEditor *self)
{
  guint n = troupe_state_table_get_n_fields (self->table);
  g_autofree char *name = troupe_document_get_title (TROUPE_DOCUMENT (get_document (self)));
  /* Translators: the name of a flow, and the number of fields of its state. */
  g_autofree char *subtitle =
      g_strdup_printf (ngettext ("%s · %u field", "%s · %u fields", n), name, n);
  gboolean can_undo;
  gboolean can_redo;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  adw_window_title_set_subtitle (self->title, subtitle);
  g_object_get (get_document (self), "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.undo", can_undo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.redo", can_redo);
}

static void
update_kind (TroupeStateEditor *self)
{
  TroupeStateKind kind = troupe_state_get_kind (get_root (self));

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  self->is_loading = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kind_free),
                                kind == TROUPE_STATE_KIND_DICT || kind == TROUPE_STATE_KIND_NONE);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kind_fields),
                                kind == TROUPE_STATE_KIND_SCHEMA);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kind_class),
                                kind == TROUPE_STATE_KIND_CLASS);
  self->is_loading = FALSE;
  gtk_widget_set_visible (self->add,
                          kind != TROUPE_STATE_KIND_CLASS && kind != TROUPE_STATE_KIND_OTHER);
  gtk_revealer_set_reveal_child (self->class_revealer, kind == TROUPE_STATE_KIND_CLASS);
  if (kind == TROUPE_STATE_KIND_CLASS)
    troupe_form_refresh (self->form);
}

static void
update_asked (TroupeStateEditor *self)
{
  g_autoptr (GPtrArray) fields = troupe_state_list_fields (get_root (self));
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *field = fields->pdata[i];

      if (troupe_state_get_asked (get_root (self), field) && !g_str_equal (field->name, "id"))
        troupe_text_list_append (names, field->name);
    }
  text = names->len > 0 ? g_strdup_printf (_ ("Asked for at start: %s"), names->str)
                        : g_strdup (_ ("Nothing is asked for at start."));
  gtk_label_set_label (self->asked_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->asked_label), text);
}

/* A nested field can only be added if an object is selected. */
static void
update_inside (TroupeStateEditor *self)
{
  const TroupeStateField *field = troupe_state_table_get_selected (self->table);
  TroupeFieldType type =
      field != NULL ? troupe_state_get_type (get_root (self), field) : TROUPE_STATE_TYPE_ANY;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_widget_set_visible (
      self->add_inside,
      field != NULL && troupe_state_get_kind (get_root (self)) == TROUPE_STATE_KIND_SCHEMA &&
          (type == TROUPE_STATE_TYPE_OBJECT || type == TROUPE_STATE_TYPE_OBJECTS));
}

static void
selected_cb (TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  troupe_state_details_show (self->details, troupe_state_table_get_selected (self->table));
  update_inside (self);
  update_tint (self);
}

static void
document_changed_cb (TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  troupe_state_table_refresh (self->table);
  troupe_json_pane_refresh (self->pane);
  troupe_state_details_show (self->details, troupe_state_table_get_selected (self->table));
  troupe_state_details_refresh (self->details);
  update_head (self);
  update_kind (self);
  update_asked (self);
  update_inside (self);
  update_tint (self);
  check_soon (self);
}

/* --- Handling user actions -------------------------------------------------------------------- */

void
troupe_state_editor_commit (TroupeStateEditor *self)
{
  g_return_if_fail (TROUPE_IS_STATE_EDITOR (self));

  troupe_form_entry_commit_below (GTK_WIDGET (self->table_box));
  troupe_typed_text_commit_below (GTK_WIDGET (self->table_box));
  troupe_state_details_commit (self->details);
}

static void
commit (GtkWidget *window)
{
  troupe_state_editor_commit (TROUPE_STATE_EDITOR (window));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeStateEditor *self = TROUPE_STATE_EDITOR (widget);

  troupe_state_editor_commit (self);
  if (g_str_equal (name, "flow.undo"))
    troupe_document_undo (TROUPE_DOCUMENT (get_document (self)));
  else
    troupe_document_redo (TROUPE_DOCUMENT (get_document (self)));
}

static void
kind_toggled_cb (GtkToggleButton *button, TroupeStateEditor *self)
{
  g_autoptr (GError) error = NULL;
  TroupeStateKind kind = GTK_WIDGET (button) == self->kind_free     ? TROUPE_STATE_KIND_DICT
                         : GTK_WIDGET (button) == self->kind_fields ? TROUPE_STATE_KIND_SCHEMA
                                                                    : TROUPE_STATE_KIND_CLASS;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (self->is_loading || !gtk_toggle_button_get_active (button))
    return;
  troupe_flow_document_set_state_kind (get_document (self), kind, &error);
  troupe_editor_context_report (self->context, error);
}

static void
add_field (TroupeStateEditor *self, const TroupeStateField *inside)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStateField) around = inside != NULL ? troupe_state_field_copy (inside) : NULL;
  g_autofree char *name =
      troupe_flow_document_add_state_field (get_document (self), around, &error);
  g_autoptr (TroupeStateField) beside = NULL;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  troupe_editor_context_report (self->context, error);
  if (name == NULL)
    return;
  if (around != NULL)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

      beside = troupe_state_field_copy (around);
      g_strv_builder_addv (builder, (const char **) around->outer);
      g_strv_builder_add (builder, around->name);
      g_strfreev (beside->outer);
      beside->outer = g_strv_builder_end (builder);
    }
  troupe_state_table_select (self->table, beside, name);
  troupe_state_table_edit_name_soon (self->table);
}

static void
add_cb (TroupeStateEditor *self)
{
  add_field (self, NULL);
}

static void
add_inside_cb (TroupeStateEditor *self)
{
  add_field (self, troupe_state_table_get_selected (self->table));
}

static void
rename_field (TroupeStateEditor *self, const char *name, gboolean in_expressions)
{
  const TroupeStateField *selected = troupe_state_table_get_selected (self->table);
  g_autoptr (TroupeStateField) field = selected != NULL ? troupe_state_field_copy (selected) : NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (field == NULL)
    return;
  if (troupe_flow_document_rename_state_field (get_document (self), field, name, in_expressions,
                                               &error))
    troupe_state_table_select (self->table, field, name);
  troupe_editor_context_report (self->context, error);
}

static void
rename_answered_cb (AdwMessageDialog *dialog, const char *response, TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (!g_str_equal (response, "cancel"))
    rename_field (self, g_object_get_data (G_OBJECT (dialog), "troupe-name"),
                  g_str_equal (response, "all"));
  gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

/* Renames the selected field. Asks the user whether expressions that use the name are updated,
 * too. */
static void
rename_requested_cb (TroupeStateEditor *self, const char *name)
{
  const TroupeStateField *field = troupe_state_table_get_selected (self->table);
  guint n = field != NULL ? troupe_state_count_uses (get_root (self), field) : 0;
  g_autofree char *heading = NULL;
  g_autofree char *all = NULL;
  GtkWidget *dialog;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (field == NULL || n == 0)
    {
      g_autofree char *own = g_strdup (name);

      rename_field (self, own, FALSE);
      return;
    }
  heading = g_strdup_printf (_ ("Rename “%s” to “%s”?"), field->name, name);
  all = g_strdup_printf (ngettext ("Update %u _Expression", "Update %u _Expressions", n), n);
  dialog = troupe_message_dialog_new (GTK_WINDOW (self), heading, NULL);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog), "%s",
                                  _ ("Expressions that use this name would otherwise find no "
                                     "value. Python code is not changed."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "here",
                                    _ ("_Rename Field Only"), "all", all, NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "all",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "all");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "troupe-name", g_strdup (name), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (rename_answered_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
enter_field (GtkWidget *widget)
{
  TroupeStateEditor *self = TROUPE_STATE_EDITOR (widget);

  if (!gtk_widget_grab_focus (GTK_WIDGET (self->details)))
    troupe_state_table_edit_name (self->table);
}

static void
opened_cb (TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  troupe_after_event (GTK_WIDGET (self), enter_field);
}

static void
take_schema (TroupeStateEditor *self, JsonNode *schema, gboolean replace, const char *label)
{
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  troupe_flow_document_take_state_schema (get_document (self), schema, replace, label, &error);
  troupe_editor_context_report (self->context, error);
}

static void
from_run_cb (TroupeStateEditor *self)
{
  g_autoptr (JsonNode) schema = NULL;
  guint before = troupe_state_table_get_n_fields (self->table);

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  if (self->states->len == 0)
    return;
  schema = troupe_state_schema_from_value (self->states->pdata[0]);
  take_schema (self, schema, FALSE, _ ("Fields From a Run"));
  if (troupe_state_table_get_n_fields (self->table) == before)
    message_cb (self, _ ("The last run had no additional fields."));
}

static void
python_taken_cb (TroupeStateEditor *self, JsonNode *schema)
{
  take_schema (self, schema, TRUE, _ ("Fields From Python"));
}

static void
from_python_cb (TroupeStateEditor *self)
{
  GtkWindow *dialog = troupe_state_python_new (TROUPE_DOCUMENT (get_document (self)));

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_window_set_transient_for (dialog, GTK_WINDOW (self));
  g_signal_connect_object (dialog, "taken", G_CALLBACK (python_taken_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (dialog);
}

static void
try_form_cb (TroupeStateEditor *self)
{
  g_autoptr (TroupeStateEditor) alive = g_object_ref (self);

  troupe_state_editor_commit (self);
  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (alive, signals[FORM_REQUESTED], 0);
}

static void
folded_cb (TroupeStateEditor *self)
{
  gboolean folded = adw_leaflet_get_folded (self->leaflet);

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  gtk_widget_set_visible (self->side_button, folded);
  /* Next to the schema, the table has its fixed width. If the schema is on a separate page, the
   * table fills the window. */
  adw_clamp_set_maximum_size (self->clamp, folded ? G_MAXINT16 : TABLE_WIDTH);
  adw_clamp_set_tightening_threshold (self->clamp, folded ? G_MAXINT16 : TABLE_WIDTH);
}

static void
side_toggled_cb (TroupeStateEditor *self)
{
  g_assert (TROUPE_IS_STATE_EDITOR (self));

  adw_leaflet_navigate (self->leaflet,
                        gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->side_button))
                            ? ADW_NAVIGATION_DIRECTION_FORWARD
                            : ADW_NAVIGATION_DIRECTION_BACK);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

TroupeStateTable *
troupe_state_editor_get_table (TroupeStateEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_EDITOR (self), NULL);

  return self->table;
}

/* Focus the table, so that its shortcuts work immediately. */
static void
troupe_state_editor_show (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_state_editor_parent_class)->show (widget);

  gtk_widget_grab_focus (GTK_WIDGET (TROUPE_STATE_EDITOR (widget)->table));
}

static gboolean
troupe_state_editor_close_request (GtkWindow *window)
{
  troupe_state_editor_commit (TROUPE_STATE_EDITOR (window));
  return GTK_WINDOW_CLASS (troupe_state_editor_parent_class)->close_request (window);
}

static void
troupe_state_editor_dispose (GObject *object)
{
  TroupeStateEditor *self = TROUPE_STATE_EDITOR (object);

  g_clear_handle_id (&self->check_id, g_source_remove);
  g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
  g_clear_object (&self->form);
  g_clear_object (&self->context);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_STATE_EDITOR);

  G_OBJECT_CLASS (troupe_state_editor_parent_class)->dispose (object);
}

static void
troupe_state_editor_class_init (TroupeStateEditorClass *klass)
{
  static const GdkModifierType shifted = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_state_editor_dispose;
  widget_class->show = troupe_state_editor_show;
  GTK_WINDOW_CLASS (klass)->close_request = troupe_state_editor_close_request;

  signals[FORM_REQUESTED] = g_signal_new ("form-requested", TROUPE_TYPE_STATE_EDITOR,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-state-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, leaflet);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, clamp);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, toasts);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, kind_free);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, kind_fields);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, kind_class);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, add);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, add_inside);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, class_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, class_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, table_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, schema_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, from_run);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, side_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, fit_icon);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, fit_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeStateEditor, asked_label);
  gtk_widget_class_bind_template_callback (widget_class, kind_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_inside_cb);
  gtk_widget_class_bind_template_callback (widget_class, from_run_cb);
  gtk_widget_class_bind_template_callback (widget_class, from_python_cb);
  gtk_widget_class_bind_template_callback (widget_class, try_form_cb);
  gtk_widget_class_bind_template_callback (widget_class, folded_cb);
  gtk_widget_class_bind_template_callback (widget_class, side_toggled_cb);
  /* Use the action names of the flow editor, which the fields activate. */
  gtk_widget_class_install_action (widget_class, "flow.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "flow.redo", NULL, undo_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "flow.undo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, shifted, "flow.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, GDK_CONTROL_MASK, "flow.redo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
troupe_state_editor_init (TroupeStateEditor *self)
{
  self->states = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
make_class_form (TroupeStateEditor *self)
{
  static const char *const path[] = { "state", "ref", NULL };
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (GTK_WIDGET (self->class_box), NULL));

  g_assert (TROUPE_IS_STATE_EDITOR (self));

  self->form = troupe_form_new (TROUPE_FORM_TARGET (self->context));
  troupe_form_add_text (self->form, group, _ ("Class (module:Name)"), _ ("Change State"), path,
                        TROUPE_FORM_REQUIRED);
  adw_preferences_group_set_description (
      ADW_PREFERENCES_GROUP (group),
      _ ("The class defines the fields. The schema is used when the class cannot be loaded."));
}

GtkWindow *
troupe_state_editor_new (TroupeEditorContext *context)
{
  TroupeStateEditor *self;
  static const char *const path[] = { "state", NULL };

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_STATE_EDITOR, NULL);
  self->context = g_object_ref (context);
  self->table = TROUPE_STATE_TABLE (troupe_state_table_new (self->context));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self->table), NARROWEST_TABLE, -1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->clamp), FALSE);
  self->details = TROUPE_STATE_DETAILS (troupe_state_details_new (self->context));
  self->pane =
      TROUPE_JSON_PANE (troupe_json_pane_new (TROUPE_FORM_TARGET (self->context), path, NULL));
  gtk_widget_set_vexpand (GTK_WIDGET (self->pane), TRUE);
  gtk_box_append (self->table_box, GTK_WIDGET (self->table));
  gtk_box_append (self->table_box, GTK_WIDGET (self->details));
  gtk_box_append (self->schema_box, GTK_WIDGET (self->pane));
  update_colour (self);
  g_signal_connect_object (troupe_text_field_get_view (
                               troupe_json_pane_get_text_field (self->pane)),
                           "map", G_CALLBACK (show_line), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (update_colour), self, G_CONNECT_SWAPPED);
  make_class_form (self);
  g_signal_connect_object (self->table, "selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "rename-requested", G_CALLBACK (rename_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->details, "remove-requested",
                           G_CALLBACK (troupe_state_table_remove), self->table, G_CONNECT_SWAPPED);
  g_signal_connect_object (context, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_document (self), "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_typed_text_set_commit (GTK_WIDGET (self), commit);
  troupe_typed_text_take_save_key (GTK_WIDGET (self));
  document_changed_cb (self);
  folded_cb (self);
  return GTK_WINDOW (self);
}
