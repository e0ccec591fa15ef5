/* troupe-pane-focus.c: moves the keyboard focus into a pane as soon as it is mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pane-focus"

#include "config.h"

#include "troupe-canvas.h"
#include "troupe-pane-focus.h"

/* Number of frames in which a pane that was shown gets the focus. */
#define ENTER_TRIES 60

struct _TroupePaneFocus
{
  GtkWidget *page;    /* not owned */
  GtkWidget *entered; /* (nullable): pane that gets the focus; a weak pointer */
  GtkWidget *left;    /* (nullable): widget that had the focus before; a weak pointer */
  guint n_tries;
  guint enter_id; /* tick callback */
};

gboolean
troupe_pane_focus_move (GtkWidget *pane)
{
  g_return_val_if_fail (GTK_IS_WIDGET (pane), FALSE);

  if (!gtk_widget_get_mapped (pane) ||
      (!gtk_widget_grab_focus (pane) && !gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD)))
    return FALSE;
  if (TROUPE_IS_CANVAS (pane))
    troupe_canvas_show_focus (TROUPE_CANVAS (pane));
  return TRUE;
}

static gboolean
enter_later_cb (GtkWidget *page, GdkFrameClock *clock, gpointer user_data)
{
  TroupePaneFocus *self = user_data;
  GtkRoot *root = gtk_widget_get_root (page);

  g_assert (self != NULL);

  if (root != NULL && self->entered != NULL && gtk_root_get_focus (root) == self->left &&
      --self->n_tries > 0 && !troupe_pane_focus_move (self->entered))
    return G_SOURCE_CONTINUE;
  self->enter_id = 0;
  g_clear_weak_pointer (&self->entered);
  g_clear_weak_pointer (&self->left);
  return G_SOURCE_REMOVE;
}

TroupePaneFocus *
troupe_pane_focus_new (GtkWidget *page)
{
  TroupePaneFocus *self;

  g_return_val_if_fail (GTK_IS_WIDGET (page), NULL);

  self = g_new0 (TroupePaneFocus, 1);
  self->page = page;
  return self;
}

void
troupe_pane_focus_free (TroupePaneFocus *self)
{
  g_return_if_fail (self != NULL);

  if (self->enter_id != 0)
    gtk_widget_remove_tick_callback (self->page, self->enter_id);
  g_clear_weak_pointer (&self->entered);
  g_clear_weak_pointer (&self->left);
  g_free (self);
}

void
troupe_pane_focus_enter (TroupePaneFocus *self, GtkWidget *pane)
{
  GtkRoot *root;

  g_return_if_fail (self != NULL);
  g_return_if_fail (GTK_IS_WIDGET (pane));

  root = gtk_widget_get_root (self->page);
  if (root == NULL || troupe_pane_focus_move (pane))
    return;
  g_set_weak_pointer (&self->entered, pane);
  g_set_weak_pointer (&self->left, gtk_root_get_focus (root));
  self->n_tries = ENTER_TRIES;
  if (self->enter_id == 0)
    self->enter_id = gtk_widget_add_tick_callback (self->page, enter_later_cb, self, NULL);
}
