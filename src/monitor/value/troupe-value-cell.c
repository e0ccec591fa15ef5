/* troupe-value-cell.c: a value in a table that is edited in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-cell"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-sanitize-text.h"
#include "troupe-typed-value.h"
#include "troupe-user-name.h"
#include "troupe-value-cell.h"
#include "troupe-value-tree.h"

/* Size of the text view for values that do not fit into a line, in pixels. */
#define WIDE 460
#define TALL 180
/* Number of characters that fit into a line. */
#define LINE_LENGTH 80

struct _TroupeValueCell
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *line; /* shows the value */
  GtkWidget *label;
  GtkWidget *change; /* line below the value, with the two following */
  GtkWidget *was;
  GtkWidget *pill;
  GtkWidget *revert;
  GtkWidget *why;    /* it cannot be edited */
  GtkWidget *pencil; /* edits it */
  GtkWidget *editor; /* the line with @entry */
  GtkWidget *entry;
  GtkWidget *error;
  GtkWidget *popover; /* (nullable): for values that do not fit into a line */
  GtkWidget *text;    /* in @popover, like the following */
  GtkTextBuffer *buffer;
  GtkWidget *popover_error;

  char *path;         /* (nullable) */
  TroupeValue *value; /* (nullable) */
  gboolean is_edited;
  gboolean is_long;    /* in @popover */
  gboolean is_waiting; /* for troupe_value_cell_finish() */
  guint leave_id;
};

enum
{
  EDITED,
  REVERTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeValueCell, troupe_value_cell, GTK_TYPE_WIDGET)

static GtkWidget *
get_field (TroupeValueCell *self)
{
  return self->is_long ? self->text : self->entry;
}

static void
show_error (TroupeValueCell *self, const char *text)
{
  GtkWidget *label = self->is_long ? self->popover_error : self->error;

  g_assert (TROUPE_IS_VALUE_CELL (self));

  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL);
  if (text != NULL)
    gtk_widget_add_css_class (get_field (self), "error");
  else
    gtk_widget_remove_css_class (get_field (self), "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (get_field (self)), GTK_ACCESSIBLE_STATE_INVALID,
      text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
set_editable (TroupeValueCell *self, gboolean is_editable)
{
  if (self->is_long)
    gtk_text_view_set_editable (GTK_TEXT_VIEW (self->text), is_editable);
  else
    gtk_editable_set_editable (GTK_EDITABLE (self->entry), is_editable);
}

/* Ends the edit, and returns the focus to the row. */
static void
end_edit (TroupeValueCell *self)
{
  const gboolean had_focus = self->is_long || gtk_widget_get_focus_child (self->editor) != NULL;
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));

  g_assert (TROUPE_IS_VALUE_CELL (self));

  show_error (self, NULL);
  set_editable (self, TRUE);
  self->is_edited = FALSE;
  self->is_waiting = FALSE;
  g_clear_handle_id (&self->leave_id, g_source_remove);
  while (had_focus && row != NULL && !gtk_widget_get_focusable (row))
    row = gtk_widget_get_parent (row);
  gtk_widget_set_visible (self->line, TRUE);
  if (had_focus && row != NULL)
    gtk_widget_grab_focus (row);
  gtk_widget_set_visible (self->editor, FALSE);
  if (self->is_long)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* (transfer full) */
static char *
dup_text (TroupeValueCell *self)
{
  char *text = NULL;

  if (!self->is_long)
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_object_get (self->buffer, "text", &text, NULL);
  return text;
}

static void
commit (TroupeValueCell *self)
{
  g_autofree char *text = dup_text (self);
  g_autofree char *before = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_VALUE_CELL (self));

  if (!self->is_edited || self->is_waiting)
    return;
  before = troupe_typed_value_to_text (self->value);
  if (g_str_equal (text, before))
    {
      end_edit (self);
      return;
    }
  value = troupe_typed_value_parse (self->value, text, &error);
  show_error (self, error != NULL ? error->message : NULL);
  if (value == NULL)
    {
      if (self->is_long)
        gtk_popover_popup (GTK_POPOVER (self->popover));
      return;
    }
  self->is_waiting = TRUE;
  set_editable (self, FALSE);
  g_signal_emit (self, signals[EDITED], 0, value);
}

gboolean
troupe_value_cell_commit (TroupeValueCell *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_CELL (self), FALSE);

  commit (self);
  return !self->is_edited || self->is_waiting;
}

/* Commits after the focus has changed, because the row may be replaced. */
static gboolean
leave_cb (gpointer data)
{
  TroupeValueCell *self = data;

  self->leave_id = 0;
  commit (self);
  return G_SOURCE_REMOVE;
}

static void
focus_left_cb (TroupeValueCell *self)
{
  g_assert (TROUPE_IS_VALUE_CELL (self));

  if (self->leave_id == 0 && self->is_edited && !self->is_waiting)
    self->leave_id = g_idle_add (leave_cb, self);
}

static gboolean
key_pressed_cb (TroupeValueCell *self, guint keyval, guint keycode, GdkModifierType state)
{
  g_assert (TROUPE_IS_VALUE_CELL (self));

  if (keyval == GDK_KEY_Escape)
    {
      end_edit (self);
      return GDK_EVENT_STOP;
    }
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_ISO_Enter) ||
      (state & GDK_SHIFT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  commit (self);
  return GDK_EVENT_STOP;
}

/* A click beside the popover commits its text. */
static void
popover_closed_cb (TroupeValueCell *self)
{
  g_assert (TROUPE_IS_VALUE_CELL (self));

  if (self->is_edited && self->is_long && self->leave_id == 0 && !self->is_waiting)
    self->leave_id = g_idle_add (leave_cb, self);
}

static void make_popover (TroupeValueCell *self);

gboolean
troupe_value_cell_edit (TroupeValueCell *self)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_VALUE_CELL (self), FALSE);

  if (self->is_edited)
    return gtk_widget_grab_focus (get_field (self));
  self->is_long = FALSE;
  if (self->value == NULL || !troupe_typed_value_check (self->value, &error))
    {
      show_error (self, error != NULL ? error->message : NULL);
      return FALSE;
    }
  text = troupe_typed_value_to_text (self->value);
  self->is_long = strchr (text, '\n') != NULL || g_utf8_strlen (text, -1) > LINE_LENGTH;
  self->is_edited = TRUE;
  if (self->is_long)
    {
      GtkTextIter start;

      if (self->popover == NULL)
        make_popover (self);
      gtk_text_buffer_set_enable_undo (self->buffer, FALSE);
      gtk_text_buffer_set_text (self->buffer, text, -1);
      gtk_text_buffer_set_enable_undo (self->buffer, TRUE);
      gtk_text_buffer_get_start_iter (self->buffer, &start);
      gtk_text_buffer_place_cursor (self->buffer, &start);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      self->path, -1);
      gtk_popover_popup (GTK_POPOVER (self->popover));
      gtk_widget_grab_focus (self->text);
    }
  else
    {
      gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
      gtk_widget_set_visible (self->editor, TRUE);
      gtk_widget_set_visible (self->line, FALSE);
      gtk_widget_grab_focus (self->entry);
    }
  return TRUE;
}

void
troupe_value_cell_finish (TroupeValueCell *self, const char *error)
{
  g_return_if_fail (TROUPE_IS_VALUE_CELL (self));

  if (!self->is_edited)
    return;
  if (error == NULL)
    {
      end_edit (self);
      return;
    }
  self->is_waiting = FALSE;
  set_editable (self, TRUE);
  show_error (self, error);
  /* The popover was closed by a click beside it. */
  if (self->is_long)
    gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
clicked_cb (TroupeValueCell *self)
{
  g_assert (TROUPE_IS_VALUE_CELL (self));

  g_signal_emit (self, signals[REVERTED], 0);
}

/* --- Showing ---------------------------------------------------------------------------------- */

void
troupe_value_cell_set (TroupeValueCell *self,
                       const char *path,
                       TroupeValue *value,
                       TroupeValue *before,
                       const char *by)
{
  g_autofree char *described = NULL;
  g_autofree char *text = NULL;
  g_autofree char *revert = NULL;
  g_autofree char *edit = NULL;
  const char *const classes[] = {
    "monospace", before != NULL ? "value-changed" : troupe_value_get_css_class (value), NULL
  };
  g_autofree char *before_described = NULL;
  g_autofree char *line = NULL;
  g_autofree char *was = NULL;
  g_autofree char *who = NULL;

  g_return_if_fail (TROUPE_IS_VALUE_CELL (self));
  g_return_if_fail (path != NULL && value != NULL);

  if (self->is_edited && g_strcmp0 (self->path, path) != 0)
    end_edit (self);
  if (!self->is_edited)
    show_error (self, NULL);
  troupe_set_str (&self->path, path);
  troupe_value_ref (value);
  g_clear_pointer (&self->value, troupe_value_unref);
  self->value = value;
  described = troupe_value_describe_line (value);
  text = troupe_text_to_line (described);
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_widget_set_css_classes (self->label, (const char **) classes);
  before_described = before != NULL ? troupe_value_describe_line (before) : NULL;
  line = before_described != NULL ? troupe_text_to_line (before_described) : NULL;
  /* Translators: %s is the value before it was changed */
  was = line != NULL ? g_strdup_printf (_ ("was %s"), line) : NULL;
  if (by != NULL && g_strcmp0 (by, troupe_user_get_name ()) != 0)
    /* Translators: %s is a person who has changed a value */
    who = g_strdup_printf (_ ("changed by %s"), by);
  else if (was != NULL)
    who = g_strdup (_ ("changed by you"));
  gtk_label_set_label (GTK_LABEL (self->was), was != NULL ? was : "");
  gtk_label_set_label (GTK_LABEL (self->pill), who != NULL ? who : "");
  gtk_widget_set_visible (self->change, was != NULL);
  gtk_widget_set_visible (self->revert, was != NULL);
  /* Translators: %s is the path of a value, such as state.topic */
  revert = g_strdup_printf (_ ("Undo the Change of %s"), path);
  gtk_widget_set_tooltip_text (self->revert, revert);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->revert), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  revert, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, path,
                                  -1);
  /* Translators: %s is the path of a value, such as state.topic */
  edit = g_strdup_printf (_ ("Edit %s"), path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pencil), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  edit, -1);
}

void
troupe_value_cell_set_editable (TroupeValueCell *self, gboolean is_editable, const char *why)
{
  g_return_if_fail (TROUPE_IS_VALUE_CELL (self));

  gtk_widget_set_visible (self->pencil, is_editable);
  gtk_label_set_label (GTK_LABEL (self->why), why != NULL ? why : "");
  gtk_widget_set_visible (self->why, why != NULL);
}

void
troupe_value_cell_clear (TroupeValueCell *self)
{
  g_return_if_fail (TROUPE_IS_VALUE_CELL (self));

  if (self->is_edited)
    end_edit (self);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->value, troupe_value_unref);
}

const char *
troupe_value_cell_get_path (TroupeValueCell *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_CELL (self), NULL);

  return self->path;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_value_cell_dispose (GObject *object)
{
  TroupeValueCell *self = TROUPE_VALUE_CELL (object);

  self->is_edited = FALSE;
  g_clear_handle_id (&self->leave_id, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->value, troupe_value_unref);
  G_OBJECT_CLASS (troupe_value_cell_parent_class)->dispose (object);
}

static void
make_line (TroupeValueCell *self)
{
  g_assert (TROUPE_IS_VALUE_CELL (self));

  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->label = gtk_label_new (NULL);
  self->was = gtk_label_new (NULL);
  self->pill = gtk_label_new (NULL);
  self->revert = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (self->label), TRUE);
  troupe_value_label_tell_cut (self->label);
  gtk_label_set_ellipsize (GTK_LABEL (self->was), PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (self->was);
  gtk_widget_add_css_class (self->was, "dim-label");
  gtk_widget_add_css_class (self->was, "caption");
  gtk_widget_add_css_class (self->pill, "value-pill");
  gtk_widget_set_valign (self->pill, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->revert, "flat");
  gtk_widget_add_css_class (self->revert, "value-revert");
  gtk_widget_set_valign (self->revert, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->revert, "clicked", G_CALLBACK (clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->line), self->label);
  /* The value before has a line of its own, because neither could be read in a narrow column otherwise. */
  self->change = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_box_append (GTK_BOX (self->change), self->was);
  gtk_box_append (GTK_BOX (self->change), self->pill);
  gtk_widget_set_visible (self->change, FALSE);
  gtk_box_append (GTK_BOX (self->line), self->revert);
  /* Adds what says whether the value can be edited. The rows have keys for it, so that the
   * button takes no focus. */
  self->why = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->why), PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (self->why);
  gtk_widget_add_css_class (self->why, "dim-label");
  gtk_widget_add_css_class (self->why, "caption");
  gtk_widget_set_visible (self->why, FALSE);
  self->pencil = gtk_button_new_from_icon_name ("document-edit-symbolic");
  gtk_widget_add_css_class (self->pencil, "flat");
  gtk_widget_add_css_class (self->pencil, "value-revert");
  gtk_widget_set_valign (self->pencil, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->pencil, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->pencil, TRUE);
  gtk_widget_set_focusable (self->pencil, FALSE);
  gtk_widget_set_tooltip_text (self->pencil, _ ("Edit (F2)"));
  g_signal_connect_object (self->pencil, "clicked", G_CALLBACK (troupe_value_cell_edit), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->line), self->why);
  gtk_box_append (GTK_BOX (self->line), self->pencil);
  gtk_box_append (GTK_BOX (self->box), self->line);
  gtk_box_append (GTK_BOX (self->box), self->change);
}

static void
add_keys (TroupeValueCell *self, GtkWidget *field)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (field, keys);
}

static GtkWidget *
make_apply (TroupeValueCell *self)
{
  GtkWidget *apply = gtk_button_new_from_icon_name ("troupe-check-symbolic");

  gtk_widget_add_css_class (apply, "flat");
  gtk_widget_set_valign (apply, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (apply, FALSE);
  gtk_widget_set_tooltip_text (apply, _ ("Apply (Enter)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (apply), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Apply"), -1);
  g_signal_connect_object (apply, "clicked", G_CALLBACK (commit), self, G_CONNECT_SWAPPED);
  return apply;
}

static GtkWidget *
make_error (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  /* A row is as high as the label needs at this width, also if the column is wider. */
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_visible (label, FALSE);
  return label;
}

/* The text view cannot be in the row, because it changes its height while the rows are allocated. */
static void
make_popover (TroupeValueCell *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_assert (TROUPE_IS_VALUE_CELL (self));

  self->text = gtk_text_view_new ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->text), TRUE);
  gtk_widget_add_css_class (self->text, "value-edit-text");
  add_keys (self, self->text);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->text);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_widget_set_size_request (scroller, WIDE, TALL);
  self->popover_error = make_error ();
  gtk_widget_set_hexpand (self->popover_error, TRUE);
  gtk_widget_set_hexpand (foot, TRUE);
  gtk_box_append (GTK_BOX (foot), self->popover_error);
  gtk_box_append (GTK_BOX (foot), make_apply (self));
  gtk_widget_set_halign (gtk_widget_get_last_child (foot), GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), foot);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (popover_closed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
troupe_value_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeValueCell *self = TROUPE_VALUE_CELL (widget);

  gtk_widget_size_allocate (self->box, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
troupe_value_cell_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  gtk_widget_measure (TROUPE_VALUE_CELL (widget)->box, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
troupe_value_cell_class_init (TroupeValueCellClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_value_cell_dispose;
  signals[EDITED] = g_signal_new ("edited", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[REVERTED] =
      g_signal_new ("reverted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  GTK_WIDGET_CLASS (klass)->size_allocate = troupe_value_cell_size_allocate;
  GTK_WIDGET_CLASS (klass)->measure = troupe_value_cell_measure;
}

static void
troupe_value_cell_init (TroupeValueCell *self)
{
  GtkEventController *focus;

  g_assert (TROUPE_IS_VALUE_CELL (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  make_line (self);
  focus = gtk_event_controller_focus_new ();
  self->editor = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 4);
  gtk_widget_add_css_class (self->entry, "monospace");
  gtk_widget_add_css_class (self->editor, "value-edit");
  gtk_widget_set_hexpand (self->entry, TRUE);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, focus);
  add_keys (self, self->entry);
  gtk_box_append (GTK_BOX (self->editor), self->entry);
  gtk_box_append (GTK_BOX (self->editor), make_apply (self));
  gtk_widget_set_visible (self->editor, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->editor);
  self->error = make_error ();
  gtk_box_append (GTK_BOX (self->box), self->error);
}

GtkWidget *
troupe_value_cell_new (void)
{
  return g_object_new (TROUPE_TYPE_VALUE_CELL, NULL);
}
