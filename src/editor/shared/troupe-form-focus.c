/* troupe-form-focus.c: saving and restoring the focus when a form is rebuilt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-focus"

#include "config.h"

#include "troupe-form-focus.h"

struct _TroupeFormFocus
{
  GArray *steps; /* guint: child indexes from the widget up to the root */
  GType type;
  int cursor;
  int bound;
};

/* (transfer none) (nullable) */
static GtkWidget *
get_focus_below (GtkWidget *root)
{
  GtkRoot *window = gtk_widget_get_root (root);
  GtkWidget *focus = window != NULL ? gtk_root_get_focus (window) : NULL;

  return focus != NULL && (focus == root || gtk_widget_is_ancestor (focus, root)) ? focus : NULL;
}

static guint
get_place (GtkWidget *widget)
{
  guint place = 0;

  while ((widget = gtk_widget_get_prev_sibling (widget)) != NULL)
    place++;

  return place;
}

/* The grab of an open popover outlives its row, and the window would not receive clicks any
 * more. */
static void
close_popovers (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    gtk_widget_set_visible (widget, FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    close_popovers (child);
}

/* --- Waiting for popovers --------------------------------------------------------------------- */

/* Key of the Wait of a form. */
#define WAIT "troupe-form-wait"

/* A form that is filled again when a popover is closed. Owned by the form. */
typedef struct
{
  GObject *form; /* not owned: owns this */
  TroupeFormRefill refill;
  GtkWidget *popover; /* (nullable): a weak pointer */
  gulong handler;
  guint idle_id;
} Wait;

static void
wait_free (gpointer data)
{
  Wait *self = data;

  if (self->popover != NULL)
    g_signal_handler_disconnect (self->popover, self->handler);
  g_clear_weak_pointer (&self->popover);
  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_free (self);
}

static gboolean
refill_cb (gpointer data)
{
  Wait *self = data;
  g_autoptr (GObject) form = g_object_ref (self->form);
  const TroupeFormRefill refill = self->refill;

  self->idle_id = 0;
  g_object_set_data (form, WAIT, NULL);
  refill (form);
  return G_SOURCE_REMOVE;
}

/* What was chosen is written after the popover is closed, and may make the form fill itself. */
static void
unmapped_cb (Wait *self)
{
  if (self->idle_id == 0)
    self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, refill_cb, self, NULL);
}

/* (transfer none) (nullable) */
static GtkWidget *
find_popover (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_popover (child);
  return found;
}

gboolean
troupe_form_focus_wait (GtkWidget *root, GObject *form, TroupeFormRefill refill)
{
  GtkWidget *popover;
  Wait *self;

  g_return_val_if_fail (GTK_IS_WIDGET (root), FALSE);
  g_return_val_if_fail (G_IS_OBJECT (form) && refill != NULL, FALSE);

  popover = find_popover (root);
  if (popover == NULL)
    return FALSE;
  self = g_object_get_data (form, WAIT);
  if (self != NULL && self->popover == popover && self->idle_id == 0)
    return TRUE;
  self = g_new0 (Wait, 1);
  self->form = form;
  self->refill = refill;
  g_set_weak_pointer (&self->popover, popover);
  self->handler = g_signal_connect_swapped (popover, "unmap", G_CALLBACK (unmapped_cb), self);
  g_object_set_data_full (form, WAIT, self, wait_free);

  return TRUE;
}

/* --- Focus ------------------------------------------------------------------------------------ */

TroupeFormFocus *
troupe_form_focus_take (GtkWidget *root)
{
  GtkWidget *focus;
  TroupeFormFocus *self;

  g_return_val_if_fail (GTK_IS_WIDGET (root), NULL);

  close_popovers (root);
  focus = get_focus_below (root);
  if (focus == NULL)
    return NULL;

  self = g_new0 (TroupeFormFocus, 1);
  self->steps = g_array_new (FALSE, FALSE, sizeof (guint));
  self->type = G_OBJECT_TYPE (focus);
  if (GTK_IS_EDITABLE (focus))
    {
      if (!gtk_editable_get_selection_bounds (GTK_EDITABLE (focus), &self->bound, &self->cursor))
        self->bound = self->cursor = gtk_editable_get_position (GTK_EDITABLE (focus));
    }
  else if (GTK_IS_TEXT_VIEW (focus))
    {
      g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus)), "cursor-position",
                    &self->cursor, NULL);
    }
  for (GtkWidget *widget = focus; widget != root; widget = gtk_widget_get_parent (widget))
    {
      guint place = get_place (widget);

      g_array_append_val (self->steps, place);
    }
  gtk_root_set_focus (gtk_widget_get_root (root), NULL);

  return self;
}

void
troupe_form_focus_free (TroupeFormFocus *self)
{
  g_array_unref (self->steps);
  g_free (self);
}

void
troupe_form_focus_give_back (TroupeFormFocus *self, GtkWidget *root)
{
  GtkWidget *widget = root;
  GtkWidget *child;

  g_return_if_fail (GTK_IS_WIDGET (root));

  if (self == NULL)
    return;

  for (guint i = self->steps->len; i > 0; i--)
    {
      guint place = g_array_index (self->steps, guint, i - 1);

      child = gtk_widget_get_first_child (widget);
      while (child != NULL && place-- > 0)
        child = gtk_widget_get_next_sibling (child);
      if (child == NULL)
        break;
      widget = child;
    }
  if (G_OBJECT_TYPE (widget) == self->type && gtk_widget_grab_focus (widget))
    {
      GtkTextBuffer *buffer;
      GtkTextIter iter;

      if (GTK_IS_TEXT (widget))
        {
          gtk_text_grab_focus_without_selecting (GTK_TEXT (widget));
          gtk_editable_select_region (GTK_EDITABLE (widget), self->bound, self->cursor);
        }
      else if (GTK_IS_TEXT_VIEW (widget))
        {
          buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));
          gtk_text_buffer_get_iter_at_offset (buffer, &iter, self->cursor);
          gtk_text_buffer_place_cursor (buffer, &iter);
        }
    }
  else
    while (widget != root && !gtk_widget_grab_focus (widget))
      widget = gtk_widget_get_parent (widget);
  troupe_form_focus_free (self);
}

gboolean
troupe_form_focus_is_writing (GtkWidget *root)
{
  GtkWidget *focus;

  g_return_val_if_fail (GTK_IS_WIDGET (root), FALSE);

  focus = get_focus_below (root);

  return focus != NULL && (GTK_IS_TEXT_VIEW (focus) || GTK_IS_TEXT (focus));
}
