/* troupe-source-pane.c: text editor for the source of a document, with a list of errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-pane"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bar-box.h"
#include "troupe-conflict.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-source-pane.h"
#include "troupe-text-field.h"

/* Delay after the last key in milliseconds. The input is delayed because the complete text is
 * parsed. */
#define APPLY_AFTER 250

/* Maximum number of listed errors. */
#define MOST_LISTED 50

/* Maximum height of the list in pixels. */
#define LIST_HEIGHT 180

struct _TroupeSourcePane
{
  GtkWidget parent_instance;

  TroupeDocument *document;
  GtkWidget *box;
  GtkWidget *bar;
  GtkImage *bar_icon;
  GtkLabel *bar_label;
  GtkWidget *compare; /* if the text has a conflict of Git */
  GtkWidget *bar_button;
  TroupeTextField *text;
  GtkWidget *list_scroller;
  GtkListBox *list;
  GtkTextTag *mistake;
  guint apply_id;
  gboolean is_writing;
};

G_DEFINE_FINAL_TYPE (TroupeSourcePane, troupe_source_pane, GTK_TYPE_WIDGET)

enum
{
  DRAWING_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Errors ----------------------------------------------------------------------------------- */

static guint
list_errors (TroupeSourcePane *self)
{
  GPtrArray *problems = troupe_document_get_problems (self->document);
  guint n_errors = 0;
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_SOURCE_PANE (self));

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);
      GtkWidget *widget;
      GtkTextBuffer *buffer;
      GtkTextIter start, end;
      GtkWidget *box;
      g_autofree char *text = NULL;
      g_autofree char *shown = NULL;
      GtkWidget *label;

      if (problem->severity != TROUPE_SEVERITY_ERROR || n_errors++ >= MOST_LISTED)
        continue;
      /* Marks the text from the error to the end of its line, or the complete line if the error
       * is at its end. */
      buffer = troupe_text_field_get_buffer (self->text);
      if (problem->line != 0 && problem->part == NULL &&
          gtk_text_buffer_get_iter_at_line (buffer, &start, (int) problem->line - 1))
        {
          for (guint j = 1; j < problem->column && !gtk_text_iter_ends_line (&start); j++)
            gtk_text_iter_forward_char (&start);
          end = start;
          if (!gtk_text_iter_ends_line (&end))
            gtk_text_iter_forward_to_line_end (&end);
          if (gtk_text_iter_equal (&start, &end))
            gtk_text_iter_set_line_offset (&start, 0);
          gtk_text_buffer_apply_tag (buffer, self->mistake, &start, &end);
        }
      box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
      text = troupe_problem_put_place (problem, problem->message);
      shown = troupe_text_to_lines (text);
      label = gtk_label_new (shown);
      widget = gtk_list_box_row_new ();
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_box_append (GTK_BOX (box), label);
      if (problem->fix != NULL)
        {
          g_autofree char *words = troupe_text_to_lines (problem->fix);
          GtkWidget *fix = gtk_label_new (words);

          gtk_label_set_xalign (GTK_LABEL (fix), 0);
          gtk_label_set_wrap (GTK_LABEL (fix), TRUE);
          gtk_widget_add_css_class (fix, "dim-label");
          gtk_box_append (GTK_BOX (box), fix);
        }
      gtk_widget_set_margin_start (box, 12);
      gtk_widget_set_margin_end (box, 12);
      gtk_widget_set_margin_top (box, 6);
      gtk_widget_set_margin_bottom (box, 6);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (widget), box);
      gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                      -1);
      g_object_set_data_full (G_OBJECT (widget), "troupe-problem", troupe_problem_ref (problem),
                              (GDestroyNotify) troupe_problem_unref);
      gtk_list_box_append (self->list, widget);
    }
  return n_errors;
}

static void
show_errors (TroupeSourcePane *self)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (self->text);
  const char *broken = troupe_document_get_broken_text (self->document);
  g_autofree char *text = NULL;
  GtkTextIter start, end;
  gboolean had_conflict, has_conflict;
  guint n_errors;

  g_assert (TROUPE_IS_SOURCE_PANE (self));

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->mistake, &start, &end);
  n_errors = list_errors (self);
  if (n_errors > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "CrewAI cannot load this file: %u error.",
                                         "CrewAI cannot load this file: %u errors.", n_errors),
                            n_errors);
  else
    text = g_strdup (_ ("The text has no errors."));
  gtk_label_set_label (self->bar_label, text);
  gtk_image_set_from_icon_name (self->bar_icon, n_errors > 0 ? "dialog-error-symbolic"
                                                             : "dialog-information-symbolic");
  if (n_errors > 0)
    gtk_widget_add_css_class (self->bar, "runbanner");
  else
    gtk_widget_remove_css_class (self->bar, "runbanner");
  gtk_widget_set_visible (self->list_scroller, n_errors > 0);
  gtk_widget_set_visible (self->bar_button, broken == NULL);
  had_conflict = gtk_widget_get_visible (self->compare);
  has_conflict = broken != NULL && troupe_document_get_path (self->document) != NULL &&
                 troupe_conflict_find (broken, strlen (broken), NULL) > 0;
  gtk_widget_set_visible (self->compare, has_conflict);
  if (has_conflict && !had_conflict)
    {
      const guint line = troupe_conflict_find (broken, strlen (broken), NULL);

      /* Scrolls to the first conflict of Git, whose line the list names. */
      troupe_text_field_go_to (self->text, line, 1);
    }
}

/* --- Editing ---------------------------------------------------------------------------------- */

static void
document_changed_cb (TroupeSourcePane *self)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (self->text);
  g_autofree char *now = troupe_text_field_get_text (self->text);
  g_autofree char *text = troupe_document_to_text (self->document, NULL);
  GtkTextIter cursor;
  int offset;

  g_assert (TROUPE_IS_SOURCE_PANE (self));

  if (!self->is_writing && !g_str_equal (now, text))
    {
      g_clear_handle_id (&self->apply_id, g_source_remove);
      gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
      offset = gtk_text_iter_get_offset (&cursor);
      troupe_text_field_set_text (self->text, text);
      gtk_text_buffer_get_iter_at_offset (buffer, &cursor, offset);
      gtk_text_buffer_place_cursor (buffer, &cursor);
    }
  show_errors (self);
}

void
troupe_source_pane_commit (TroupeSourcePane *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_SOURCE_PANE (self));

  if (self->apply_id == 0)
    return;
  g_clear_handle_id (&self->apply_id, g_source_remove);
  text = troupe_text_field_get_text (self->text);
  self->is_writing = TRUE;
  troupe_document_set_text (self->document, text, _ ("Edit Text"), "text");
  self->is_writing = FALSE;
}

static gboolean
apply_cb (gpointer user_data)
{
  TroupeSourcePane *self = TROUPE_SOURCE_PANE (user_data);

  g_assert (TROUPE_IS_SOURCE_PANE (self));

  troupe_source_pane_commit (self);
  return G_SOURCE_REMOVE;
}

static void
edited_cb (TroupeSourcePane *self)
{
  g_assert (TROUPE_IS_SOURCE_PANE (self));

  g_clear_handle_id (&self->apply_id, g_source_remove);
  self->apply_id = g_timeout_add (APPLY_AFTER, apply_cb, self);
}

void
troupe_source_pane_go_to (TroupeSourcePane *self, guint line, guint column)
{
  g_return_if_fail (TROUPE_IS_SOURCE_PANE (self));

  troupe_text_field_go_to (self->text, line, column);
}

static void
row_activated_cb (TroupeSourcePane *self, GtkListBoxRow *row)
{
  const TroupeProblem *problem = g_object_get_data (G_OBJECT (row), "troupe-problem");

  g_assert (TROUPE_IS_SOURCE_PANE (self));

  /* The text shows only the main file; problems in other files are shown by the drawing. */
  if (problem->part != NULL)
    g_signal_emit (self, signals[DRAWING_REQUESTED], 0);
  else if (problem->line > 0)
    troupe_source_pane_go_to (self, problem->line, problem->column);
}

static void
button_clicked_cb (TroupeSourcePane *self)
{
  g_assert (TROUPE_IS_SOURCE_PANE (self));

  troupe_source_pane_commit (self);
  if (troupe_document_get_broken_text (self->document) == NULL)
    g_signal_emit (self, signals[DRAWING_REQUESTED], 0);
}

static void
undo_activated_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeSourcePane *self = TROUPE_SOURCE_PANE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_SOURCE_PANE (self));

  troupe_source_pane_commit (self);
  if (g_str_equal (name, "flow.undo"))
    troupe_document_undo (self->document);
  else
    troupe_document_redo (self->document);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_source_pane_dispose (GObject *object)
{
  TroupeSourcePane *self = TROUPE_SOURCE_PANE (object);

  g_clear_handle_id (&self->apply_id, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (troupe_source_pane_parent_class)->dispose (object);
}

static gboolean
troupe_source_pane_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_SOURCE_PANE (widget)->text));
}

static void
troupe_source_pane_class_init (TroupeSourcePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_source_pane_dispose;
  widget_class->grab_focus = troupe_source_pane_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "flow.undo", NULL, undo_activated_cb);
  gtk_widget_class_install_action (widget_class, "flow.redo", NULL, undo_activated_cb);

  signals[DRAWING_REQUESTED] =
      g_signal_new ("drawing-requested", TROUPE_TYPE_SOURCE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
}

static void
troupe_source_pane_init (TroupeSourcePane *self)
{
  g_assert (TROUPE_IS_SOURCE_PANE (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->bar = troupe_bar_box_new ();
  self->bar_icon = GTK_IMAGE (gtk_image_new ());
  self->bar_label = GTK_LABEL (gtk_label_new (NULL));
  self->bar_button = gtk_button_new_with_label (_ ("Show Graph"));
  gtk_label_set_xalign (self->bar_label, 0);
  gtk_label_set_wrap (self->bar_label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->bar_label), TRUE);
  gtk_widget_add_css_class (self->bar, "runinfo");
  gtk_widget_add_css_class (self->bar_button, "flat");
  self->compare = gtk_button_new_with_label (_ ("Compare Both Versions"));
  gtk_widget_set_visible (self->compare, FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->compare), "win.compare-conflict");
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), GTK_WIDGET (self->bar_icon));
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), GTK_WIDGET (self->bar_label));
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), self->compare);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), self->bar_button);
  g_signal_connect_object (self->bar_button, "clicked", G_CALLBACK (button_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Problems"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  self->list_scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->list_scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->list_scroller),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->list_scroller),
                                              LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->list_scroller),
                                 GTK_WIDGET (self->list));
  self->text = TROUPE_TEXT_FIELD (troupe_text_field_new (NULL, NULL, "json"));
  troupe_text_field_set_fills (self->text, TRUE);
  gtk_source_view_set_show_line_numbers (troupe_text_field_get_view (self->text), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (troupe_text_field_get_view (self->text)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Text of the document"), -1);
  self->mistake = gtk_text_buffer_create_tag (troupe_text_field_get_buffer (self->text), NULL,
                                              "underline", PANGO_UNDERLINE_ERROR, NULL);
  g_signal_connect_object (self->text, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->text));
  gtk_box_append (GTK_BOX (self->box), self->list_scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_source_pane_new (TroupeDocument *document)
{
  TroupeSourcePane *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_SOURCE_PANE, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self);
  return GTK_WIDGET (self);
}
