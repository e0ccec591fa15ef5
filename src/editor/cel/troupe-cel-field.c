/* troupe-cel-field.c: entry field for a CEL expression or a text with expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-field"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-caret.h"
#include "troupe-cel-colors.h"
#include "troupe-cel-completion.h"
#include "troupe-cel-field.h"
#include "troupe-cel.h"
#include "troupe-clock.h"
#include "troupe-dragged-path.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"

/* Delay of the preview after the last key press. */
#define PREVIEW_DELAY_MS 200

struct _TroupeCelField
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  TroupeCelMode mode;
  TroupeTextField *text;
  TroupeCelCompletion *completion;
  TroupeCelColors *colors;
  char *path;
  gboolean in_step;
  gboolean optional;
  gboolean is_replacing; /* a fix enters a text */
  char *foreign; /* (nullable) */
  char *item_source;
  char **steps;
  guint preview_id;
};

enum
{
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCelField, troupe_cel_field, GTK_TYPE_WIDGET)

static void
fix_clicked_cb (GtkButton *button, TroupeCelField *self)
{
  g_autofree char *replacement = NULL;
  gsize start;
  gsize end;
  GtkTextBuffer *buffer;
  g_autofree char *text = NULL;
  GtkTextIter from;
  GtkTextIter to;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  /* The button is removed together with the mistake, so its data must be read first. */
  replacement = g_strdup (g_object_get_data (G_OBJECT (button), "replacement"));
  start = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "start"));
  end = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "end"));
  buffer = troupe_text_field_get_buffer (self->text);
  text = troupe_text_field_get_text (self->text);
  if (end > strlen (text) || start > end)
    return;

  gtk_text_buffer_get_iter_at_offset (buffer, &from,
                                      (int) g_utf8_pointer_to_offset (text, text + start));
  gtk_text_buffer_get_iter_at_offset (buffer, &to,
                                      (int) g_utf8_pointer_to_offset (text, text + end));
  self->is_replacing = TRUE;
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &from, &to);
  gtk_text_buffer_insert (buffer, &from, replacement, -1);
  gtk_text_buffer_end_user_action (buffer);
  self->is_replacing = FALSE;
  troupe_cel_completion_hide (self->completion);
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
problem_fix_clicked_cb (GtkButton *button, TroupeCelField *self)
{
  TroupeFlowDocument *document = troupe_editor_context_get_document (self->context);
  g_autoptr (TroupeProblem) problem =
      troupe_problem_ref (g_object_get_data (G_OBJECT (button), "problem"));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  if (!troupe_flow_document_apply_fix (document, problem, &error))
    troupe_editor_context_report (self->context, error);
}

static void
show_methods_clicked_cb (GtkButton *button, TroupeCelField *self)
{
  gsize start = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "start"));
  gsize end = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "end"));

  g_assert (TROUPE_IS_CEL_FIELD (self));

  troupe_cel_completion_show_methods (self->completion, start, end);
}

/* Shows the problem that the document reports for this path, such as a lint or a difference to
 * CrewAI. */
static void
show_problem (TroupeCelField *self)
{
  GPtrArray *problems = troupe_document_get_problems (
      TROUPE_DOCUMENT (troupe_editor_context_get_document (self->context)));

  g_assert (TROUPE_IS_CEL_FIELD (self));

  for (guint i = 0; self->path != NULL && problems != NULL && i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);
      GtkWidget *button;

      if (!g_str_has_prefix (problem->path, self->path) ||
          (problem->path[strlen (self->path)] != '\0' && problem->path[strlen (self->path)] != ' '))
        continue;

      troupe_text_field_set_message (self->text, problem->message, troupe_problem_fails (problem));
      if (problem->fix_action != NULL && problem->fix_label != NULL)
        {
          button = troupe_text_field_add_fix (self->text, problem->fix_label);
          g_object_set_data_full (G_OBJECT (button), "problem", troupe_problem_ref (problem),
                                  (GDestroyNotify) troupe_problem_unref);
          g_signal_connect_object (button, "clicked", G_CALLBACK (problem_fix_clicked_cb), self, 0);
        }
      return;
    }

  troupe_text_field_set_message (self->text, NULL, FALSE);
}

static void
check_text (TroupeCelField *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autoptr (GPtrArray) mistakes = NULL;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  if (self->foreign != NULL)
    {
      troupe_text_field_set_message (self->text, self->foreign, FALSE);
      return;
    }
  troupe_cel_colors_paint (self->colors, text, self->mode);
  if (self->optional && text[strspn (text, " \t\n")] == '\0')
    {
      troupe_text_field_set_message (self->text, NULL, FALSE);
      return;
    }

  mistakes = troupe_cel_check (text, self->mode, troupe_editor_context_get_flow (self->context),
                               self->in_step, (const char *const *) self->steps);
  for (guint i = 0; i < mistakes->len; i++)
    {
      TroupeCelMistake *mistake = g_ptr_array_index (mistakes, i);

      troupe_cel_colors_mark (self->colors, text, mistake->start, mistake->end);
    }

  if (mistakes->len > 0)
    {
      const TroupeCelMistake *mistake = g_ptr_array_index (mistakes, 0);
      GtkWidget *button;

      troupe_text_field_set_message (self->text, mistake->message, TRUE);
      if (mistake->replacement != NULL)
        {
          g_autofree char *label = g_strdup_printf (_ ("Use “%s”"), mistake->replacement);

          button = troupe_text_field_add_fix (self->text, label);
          g_object_set_data_full (G_OBJECT (button), "replacement", g_strdup (mistake->replacement),
                                  g_free);
          g_object_set_data (G_OBJECT (button), "start", GSIZE_TO_POINTER (mistake->start));
          g_object_set_data (G_OBJECT (button), "end", GSIZE_TO_POINTER (mistake->end));
          g_signal_connect_object (button, "clicked", G_CALLBACK (fix_clicked_cb), self, 0);
        }
      if (mistake->unknown_method)
        {
          button = troupe_text_field_add_fix (self->text, _ ("Show All Methods"));
          g_object_set_data (G_OBJECT (button), "start", GSIZE_TO_POINTER (mistake->start));
          g_object_set_data (G_OBJECT (button), "end", GSIZE_TO_POINTER (mistake->end));
          g_signal_connect_object (button, "clicked", G_CALLBACK (show_methods_clicked_cb), self,
                                   0);
        }
    }
  else
    show_problem (self);
}

TroupeValue *
troupe_cel_field_make_item (TroupeCelField *self)
{
  g_autoptr (TroupeValue) list = NULL;

  if (self->item_source == NULL)
    return NULL;

  list =
      troupe_cel_preview (self->item_source, TROUPE_CEL_MODE_EXPRESSION, self->context, NULL, NULL);
  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST) ||
      troupe_value_list_get_length (list) == 0)
    return NULL;

  return troupe_value_ref (troupe_value_list_get (list, 0));
}

/* Returns the name under the caret and its value, NULL if there is none. @item: (nullable). (transfer full) (nullable) */
static char *
describe_caret (TroupeCelField *self, const char *text, TroupeValue *item)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (self->text);
  GtkTextIter cursor;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  if ((gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    return NULL;
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  name = troupe_cel_find_at_caret (
      text, (gsize) (g_utf8_offset_to_pointer (text, gtk_text_iter_get_offset (&cursor)) - text),
      self->mode);
  if (name == NULL)
    return NULL;
  value = troupe_cel_preview (name, TROUPE_CEL_MODE_EXPRESSION, self->context, item, NULL);
  shown = value != NULL ? troupe_value_to_preview (value) : g_strdup (_ ("no value"));
  return g_strdup_printf ("%s = %s", name, shown);
}

static void
update_preview (TroupeCelField *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autoptr (TroupeValue) item = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *part = NULL;
  g_autofree char *both = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  if (!troupe_editor_context_has_values (self->context) || self->foreign != NULL ||
      (self->optional && text[0] == '\0') ||
      (self->mode == TROUPE_CEL_MODE_TEMPLATE && strstr (text, "${") == NULL))
    {
      troupe_text_field_set_footer (self->text, NULL, NULL);
      return;
    }

  item = troupe_cel_field_make_item (self);
  value = troupe_cel_preview (text, self->mode, self->context, item, &error);
  if (value != NULL)
    shown = troupe_value_to_preview (value);
  else if (!g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION))
    shown = g_strdup (_ ("no value"));
  else
    {
      reason = troupe_text_to_line (error->message);
      /* Translators: %s is why an expression has no value */
      shown = g_strdup_printf (_ ("no value: %s"), reason);
    }
  part = describe_caret (self, text, item);
  /* Each has a line of its own, without a label that would take its space. */
  if (part != NULL)
    /* Translators: first a name with its value, then the value of the whole expression */
    both = g_strdup_printf (_ ("%s\nResult: %s"), part, shown);
  troupe_text_field_set_footer (self->text, part != NULL ? "" : _ ("Current result:"),
                                both != NULL ? both : shown);
}

static gboolean
preview_timeout_cb (gpointer data)
{
  TroupeCelField *self = data;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  self->preview_id = 0;
  update_preview (self);

  return G_SOURCE_REMOVE;
}

static void
queue_preview (TroupeCelField *self)
{
  g_assert (TROUPE_IS_CEL_FIELD (self));

  g_clear_handle_id (&self->preview_id, g_source_remove);
  self->preview_id = g_timeout_add (PREVIEW_DELAY_MS, preview_timeout_cb, self);
}

/* The caret was moved, or the field got or lost the focus. */
static void
caret_moved_cb (TroupeCelField *self)
{
  g_assert (TROUPE_IS_CEL_FIELD (self));

  if (troupe_editor_context_has_values (self->context))
    queue_preview (self);
}

static void
edited_cb (TroupeCelField *self)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (self->text);
  GtkTextIter cursor;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  g_signal_emit (self, signals[EDITED], 0);
  check_text (self);
  queue_preview (self);

  /* Nothing is completed in a text that a fix has entered. */
  if (self->is_replacing)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_backward_char (&cursor) && gtk_text_iter_get_char (&cursor) == '.')
    troupe_cel_completion_show (self->completion);
  else
    troupe_cel_completion_update (self->completion);
}

/* --- Dropped values --------------------------------------------------------------------------- */

/* Other texts are left to the view. */
static gboolean
accepts_cb (GtkDropTarget *target, GdkDrop *drop, gpointer user_data)
{
  GdkDrag *drag = gdk_drop_get_drag (drop);

  return drag != NULL && g_object_get_data (G_OBJECT (drag), TROUPE_DRAGGED_PATH) != NULL;
}

static gboolean
dropped_cb (GtkDropTarget *target, const GValue *value, double x, double y, TroupeCelField *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (troupe_text_field_get_view (self->text));
  const char *path;
  g_autofree char *inserted = NULL;
  GtkTextIter place;
  int column, line;
  GdkDrop *drop;
  GdkDrag *drag;

  g_assert (TROUPE_IS_CEL_FIELD (self));

  drop = gtk_drop_target_get_current_drop (target);
  drag = drop != NULL ? gdk_drop_get_drag (drop) : NULL;
  path = drag != NULL ? g_object_get_data (G_OBJECT (drag), TROUPE_DRAGGED_PATH) : NULL;
  if (path == NULL || self->foreign != NULL)
    return FALSE;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &column,
                                         &line);
  gtk_text_view_get_iter_at_location (view, &place, column, line);
  inserted =
      self->mode == TROUPE_CEL_MODE_TEMPLATE ? g_strdup_printf ("${%s}", path) : g_strdup (path);
  gtk_text_buffer_begin_user_action (gtk_text_view_get_buffer (view));
  gtk_text_buffer_insert (gtk_text_view_get_buffer (view), &place, inserted, -1);
  gtk_text_buffer_end_user_action (gtk_text_view_get_buffer (view));
  gtk_text_buffer_place_cursor (gtk_text_view_get_buffer (view), &place);
  gtk_widget_grab_focus (GTK_WIDGET (view));
  return TRUE;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_cel_field_dispose (GObject *object)
{
  TroupeCelField *self = TROUPE_CEL_FIELD (object);
  GtkWidget *child;

  g_clear_handle_id (&self->preview_id, g_source_remove);
  if (self->completion != NULL)
    g_object_run_dispose (G_OBJECT (self->completion));
  g_clear_object (&self->completion);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->colors, troupe_cel_colors_free);
  g_clear_object (&self->context);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->foreign, g_free);
  g_clear_pointer (&self->item_source, g_free);
  g_clear_pointer (&self->steps, g_strfreev);

  G_OBJECT_CLASS (troupe_cel_field_parent_class)->dispose (object);
}

static gboolean
troupe_cel_field_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CEL_FIELD (widget)->text));
}

static void
troupe_cel_field_class_init (TroupeCelFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_cel_field_dispose;
  widget_class->grab_focus = troupe_cel_field_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[EDITED] = g_signal_new ("edited", TROUPE_TYPE_CEL_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
troupe_cel_field_init (TroupeCelField *self)
{
}

GtkWidget *
troupe_cel_field_new (TroupeEditorContext *context, const char *title, TroupeCelMode mode)
{
  TroupeCelField *self;
  GtkDropTarget *target;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_CEL_FIELD, NULL);
  self->context = g_object_ref (context);
  self->mode = mode;
  self->text = TROUPE_TEXT_FIELD (
      troupe_text_field_new (title, mode == TROUPE_CEL_MODE_EXPRESSION ? "CEL" : "${…}", NULL));
  gtk_widget_set_parent (GTK_WIDGET (self->text), GTK_WIDGET (self));
  self->colors = troupe_cel_colors_new (troupe_text_field_get_buffer (self->text));
  self->completion = troupe_cel_completion_new (self);
  /* Lets a value of a run be dropped, of which the path is inserted. */
  target = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  g_signal_connect_object (target, "accept", G_CALLBACK (accepts_cb), self, 0);
  g_signal_connect_object (target, "drop", G_CALLBACK (dropped_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (troupe_text_field_get_view (self->text)),
                             GTK_EVENT_CONTROLLER (target));

  g_signal_connect_object (self->text, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_text_field_get_buffer (self->text), "notify::cursor-position",
                           G_CALLBACK (caret_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_text_field_get_view (self->text), "notify::has-focus",
                           G_CALLBACK (caret_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (context, "values-changed", G_CALLBACK (update_preview), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

char *
troupe_cel_field_get_text (TroupeCelField *self)
{
  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (self), NULL);

  return troupe_text_field_get_text (self->text);
}

void
troupe_cel_field_set_text (TroupeCelField *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));
  g_return_if_fail (text != NULL);

  troupe_text_field_set_text (self->text, text);
  check_text (self);
  if (self->preview_id == 0)
    update_preview (self);
}

void
troupe_cel_field_set_step (TroupeCelField *self, const char *source, const char *const *steps)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));

  self->in_step = TRUE;
  troupe_set_str (&self->item_source, source);
  g_strfreev (self->steps);
  self->steps = g_strdupv ((char **) steps);
  check_text (self);
}

void
troupe_cel_field_set_optional (TroupeCelField *self, gboolean optional)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));

  self->optional = optional;
  check_text (self);
}

gboolean
troupe_cel_field_get_optional (TroupeCelField *self)
{
  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (self), FALSE);

  return self->optional;
}

void
troupe_cel_field_set_foreign (TroupeCelField *self, const char *words)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));

  troupe_set_str (&self->foreign, words);
  troupe_text_field_set_editable (self->text, words == NULL);
}

void
troupe_cel_field_set_path (TroupeCelField *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));

  troupe_set_str (&self->path, path);
}

void
troupe_cel_field_go_to (TroupeCelField *self, guint line, guint column)
{
  g_return_if_fail (TROUPE_IS_CEL_FIELD (self));

  troupe_text_field_go_to (self->text, line, column);
}

TroupeTextField *
troupe_cel_field_get_text_field (TroupeCelField *self)
{
  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (self), NULL);

  return self->text;
}

TroupeEditorContext *
troupe_cel_field_get_context (TroupeCelField *self)
{
  return self->context;
}

gboolean
troupe_cel_field_knows_item (TroupeCelField *self)
{
  return self->in_step;
}

const char *const *
troupe_cel_field_get_steps (TroupeCelField *self)
{
  return (const char *const *) self->steps;
}

TroupeCelMode
troupe_cel_field_get_mode (TroupeCelField *self)
{
  return self->mode;
}
