/* troupe-state-cell.c: editable table cell: a label that becomes an entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-cell"

#include "config.h"

#include "troupe-base.h"
#include "troupe-state-cell.h"
#include "troupe-typed-text.h"

struct _TroupeStateCell
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *label;
  GtkWidget *entry;
  char *text;
  TroupeDocument *document; /* (nullable): keeps the typed text in its draft */
  char *field;              /* (nullable) */
  gboolean editable;
  guint leave_id;
};

enum
{
  COMMITTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStateCell, troupe_state_cell, GTK_TYPE_WIDGET)

gboolean
troupe_state_cell_is_edited (TroupeStateCell *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_CELL (self), FALSE);

  return gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->entry;
}

static void
show_label (TroupeStateCell *self)
{
  gboolean had_focus = gtk_widget_get_focus_child (self->entry) != NULL;
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));

  g_assert (TROUPE_IS_STATE_CELL (self));

  troupe_typed_text_end (GTK_EDITABLE (self->entry));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->label);
  /* Return the focus to the row. */
  while (had_focus && row != NULL && !gtk_widget_get_focusable (row))
    row = gtk_widget_get_parent (row);
  if (had_focus && row != NULL)
    gtk_widget_grab_focus (row);
}

static void
commit (TroupeStateCell *self)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_STATE_CELL (self));

  if (!troupe_state_cell_is_edited (self))
    return;
  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  show_label (self);
  if (g_strcmp0 (text, self->text) != 0)
    g_signal_emit (self, signals[COMMITTED], 0, text);
}

/* Commits after the focus has changed, because committing may remove the row. */
static gboolean
leave_cb (gpointer data)
{
  TroupeStateCell *self = data;

  g_assert (TROUPE_IS_STATE_CELL (self));

  self->leave_id = 0;
  commit (self);
  return G_SOURCE_REMOVE;
}

static void
focus_left_cb (TroupeStateCell *self)
{
  g_assert (TROUPE_IS_STATE_CELL (self));

  if (self->leave_id == 0 && troupe_state_cell_is_edited (self))
    self->leave_id = g_idle_add (leave_cb, self);
}

static gboolean
key_pressed_cb (TroupeStateCell *self, guint keyval, guint keycode, GdkModifierType state)
{
  g_assert (TROUPE_IS_STATE_CELL (self));

  /* Undo applies to the document, not to the entry. */
  if ((state & GDK_CONTROL_MASK) != 0 && gdk_keyval_to_lower (keyval) == GDK_KEY_z)
    show_label (self);
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  show_label (self);
  return TRUE;
}

static void
clicked_cb (TroupeStateCell *self, int n_press)
{
  g_assert (TROUPE_IS_STATE_CELL (self));

  if (n_press == 2)
    troupe_state_cell_edit (self);
}

void
troupe_state_cell_edit (TroupeStateCell *self)
{
  g_return_if_fail (TROUPE_IS_STATE_CELL (self));

  if (!self->editable || troupe_state_cell_is_edited (self))
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->text != NULL ? self->text : "");
  if (self->document != NULL)
    troupe_typed_text_begin (GTK_EDITABLE (self->entry), self->document, self->field);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->entry);
  gtk_widget_grab_focus (self->entry);
}

void
troupe_state_cell_set_text (TroupeStateCell *self, const char *text, const char *shown)
{
  g_return_if_fail (TROUPE_IS_STATE_CELL (self));
  g_return_if_fail (text != NULL);

  troupe_set_str (&self->text, text);
  gtk_label_set_label (GTK_LABEL (self->label), shown != NULL ? shown : text);
  gtk_widget_set_tooltip_text (self->label, text[0] != '\0' ? text : NULL);
}

void
troupe_state_cell_keep_typed (TroupeStateCell *self, TroupeDocument *document, const char *field)
{
  g_return_if_fail (TROUPE_IS_STATE_CELL (self));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (field != NULL);

  g_set_object (&self->document, document);
  troupe_set_str (&self->field, field);
}

void
troupe_state_cell_set_editable (TroupeStateCell *self, gboolean editable)
{
  g_return_if_fail (TROUPE_IS_STATE_CELL (self));

  self->editable = editable;
}

GtkWidget *
troupe_state_cell_get_label (TroupeStateCell *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_CELL (self), NULL);

  return self->label;
}

static void
troupe_state_cell_dispose (GObject *object)
{
  TroupeStateCell *self = TROUPE_STATE_CELL (object);

  g_clear_handle_id (&self->leave_id, g_source_remove);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->document);
  g_clear_pointer (&self->field, g_free);

  G_OBJECT_CLASS (troupe_state_cell_parent_class)->dispose (object);
}

static void
troupe_state_cell_class_init (TroupeStateCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_state_cell_dispose;

  signals[COMMITTED] = g_signal_new ("committed", TROUPE_TYPE_STATE_CELL, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_state_cell_init (TroupeStateCell *self)
{
  GtkEventController *focus;
  GtkEventController *keys;
  GtkGesture *click;

  g_assert (TROUPE_IS_STATE_CELL (self));

  self->editable = TRUE;
  self->stack = gtk_stack_new ();
  self->label = gtk_label_new (NULL);
  self->entry = gtk_entry_new ();
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 4);
  gtk_editable_set_enable_undo (GTK_EDITABLE (self->entry), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_child (GTK_STACK (self->stack), self->label);
  gtk_stack_add_child (GTK_STACK (self->stack), self->entry);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (commit), self, G_CONNECT_SWAPPED);
  focus = gtk_event_controller_focus_new ();
  keys = gtk_event_controller_key_new ();
  click = gtk_gesture_click_new ();
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_object (click, "pressed", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->label, GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
troupe_state_cell_new (const char *name)
{
  TroupeStateCell *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_STATE_CELL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  return GTK_WIDGET (self);
}
