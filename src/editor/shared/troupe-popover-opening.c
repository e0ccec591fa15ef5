/* troupe-popover-opening.c: opens popovers that the window system does not show at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-popover-opening"

#include "config.h"

#include <math.h>

#include "troupe-popover-opening.h"

#define RETRY_MS 40
#define MAX_RETRIES 50
#define MENU_PADDING 36 /* between the edges of a menu and of its entries, both together */

/* Key of the Opening of a popover. */
#define OPENING "troupe-opening"

/* A popover that has not been shown yet. */
typedef struct
{
  GtkPopover *popover;      /* not owned: owns this */
  GtkWidget *window;        /* (nullable): a weak pointer */
  GtkEventController *keys; /* of @window */
  GString *typed;
  guint n_retries;
  guint retry_id;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_clear_handle_id (&self->retry_id, g_source_remove);
  if (self->window != NULL)
    gtk_widget_remove_controller (self->window, self->keys);
  g_clear_weak_pointer (&self->window);
  g_string_free (self->typed, TRUE);
  g_free (self);
}

static void
stop (GtkPopover *popover)
{
  g_object_set_data (G_OBJECT (popover), OPENING, NULL);
}

static gboolean
key_pressed_cb (Opening *self, guint keyval, guint keycode, GdkModifierType state)
{
  const gunichar letter = gdk_keyval_to_unicode (keyval);

  /* Shortcuts of the window work meanwhile. */
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 ||
      (keyval >= GDK_KEY_F1 && keyval <= GDK_KEY_F35))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->popover), FALSE);
      stop (self->popover);
    }
  else if (keyval == GDK_KEY_BackSpace && self->typed->len > 0)
    {
      const char *end = self->typed->str + self->typed->len;

      g_string_truncate (self->typed, (gsize) (g_utf8_find_prev_char (self->typed->str, end) -
                                               self->typed->str));
    }
  else if (letter != 0 && g_unichar_isprint (letter))
    g_string_append_unichar (self->typed, letter);

  return GDK_EVENT_STOP;
}

static gboolean
retry_cb (gpointer data)
{
  Opening *self = data;
  GtkPopover *popover = self->popover;
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));

  if (parent == NULL || !gtk_widget_get_mapped (parent))
    self->n_retries = MAX_RETRIES;
  else if (!gtk_widget_get_mapped (GTK_WIDGET (popover)))
    {
      gtk_widget_set_visible (GTK_WIDGET (popover), FALSE);
      gtk_popover_popup (popover);
    }
  if (gtk_widget_get_mapped (GTK_WIDGET (popover)))
    {
      g_autofree char *typed = g_strdup (self->typed->str);
      GtkRoot *root;
      GtkWidget *focus;

      self->retry_id = 0;
      stop (popover);
      /* Inserts what was typed into the text that has the focus in the open popover. */
      root = gtk_widget_get_root (GTK_WIDGET (popover));
      focus = root != NULL ? gtk_root_get_focus (root) : NULL;
      if (*typed != '\0' && focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (popover)))
        {
          if (GTK_IS_EDITABLE (focus))
            {
              int position;

              gtk_editable_delete_selection (GTK_EDITABLE (focus));
              position = gtk_editable_get_position (GTK_EDITABLE (focus));
              gtk_editable_insert_text (GTK_EDITABLE (focus), typed, -1, &position);
              gtk_editable_set_position (GTK_EDITABLE (focus), position);
            }
          else if (GTK_IS_TEXT_VIEW (focus))
            {
              GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus));

              gtk_text_buffer_delete_selection (buffer, TRUE, TRUE);
              gtk_text_buffer_insert_at_cursor (buffer, typed, -1);
            }
        }
      return G_SOURCE_REMOVE;
    }
  if (++self->n_retries < MAX_RETRIES)
    return G_SOURCE_CONTINUE;
  self->retry_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (popover), FALSE);
  stop (popover);

  return G_SOURCE_REMOVE;
}

void
troupe_popover_open (GtkPopover *popover)
{
  Opening *self;

  g_return_if_fail (GTK_IS_POPOVER (popover));

  stop (popover);
  gtk_popover_popup (popover);
  if (gtk_widget_get_mapped (GTK_WIDGET (popover)))
    return;

  self = g_new0 (Opening, 1);
  self->popover = popover;
  self->typed = g_string_new (NULL);
  g_set_weak_pointer (&self->window, GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (popover))));
  if (self->window != NULL)
    {
      self->keys = gtk_event_controller_key_new ();
      gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
      g_signal_connect_swapped (self->keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
      gtk_widget_add_controller (self->window, self->keys);
    }
  self->retry_id = g_timeout_add (RETRY_MS, retry_cb, self);
  g_object_set_data_full (G_OBJECT (popover), OPENING, self, opening_free);
}

/* Frames during which entries of an open menu may still appear. */
#define MENU_FRAMES 10

/* Where a menu was opened. @height: natural height for which it was placed; @n_frames: since it was opened */
typedef struct
{
  double x;
  double y;
  int height;
  guint n_frames;
} MenuPlace;

static int
measure_menu (GtkPopover *menu)
{
  int height = 0;

  /* A popover that is not visible has no size of its own. */
  gtk_widget_measure (gtk_popover_get_child (menu), GTK_ORIENTATION_VERTICAL, -1, NULL, &height,
                      NULL, NULL);
  return height;
}

/* Lets the menu point to its place, or to a higher one, so that it fits into the window. */
static void
point_menu (GtkPopover *menu, const MenuPlace *at)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (menu));
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (menu)));
  graphene_point_t place = GRAPHENE_POINT_INIT ((float) at->x, (float) at->y);
  int missing = 0;

  g_assert (GTK_IS_POPOVER (menu));

  /* The menu begins below the row of pixels that it points to. */
  if (gtk_widget_compute_point (parent, window, &place, &place))
    missing = CLAMP ((int) ceilf (place.y) + 1 + at->height + MENU_PADDING -
                         gtk_widget_get_height (window),
                     0, (int) place.y);
  /* A menu over the pointer would be activated by the release of the button. */
  gtk_popover_set_pointing_to (menu, &(GdkRectangle){ (int) at->x + (missing > 0 ? 1 : 0),
                                                      (int) at->y - missing, 1, 1 });
}

/* Places the menu again if entries have appeared since it was opened, as in recent versions of GTK. */
static gboolean
menu_frame_cb (GtkWidget *menu, GdkFrameClock *clock, gpointer user_data)
{
  MenuPlace *at = user_data;
  const int height = measure_menu (GTK_POPOVER (menu));

  if (height != at->height)
    {
      at->height = height;
      point_menu (GTK_POPOVER (menu), at);
      gtk_popover_present (GTK_POPOVER (menu));
    }
  return ++at->n_frames < MENU_FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void
troupe_popover_open_menu (GtkPopover *menu, double x, double y)
{
  MenuPlace *at;

  g_return_if_fail (GTK_IS_POPOVER (menu));
  g_return_if_fail (gtk_widget_get_root (GTK_WIDGET (menu)) != NULL);

  at = g_new0 (MenuPlace, 1);
  at->x = x;
  at->y = y;
  at->height = measure_menu (menu);
  point_menu (menu, at);
  gtk_widget_add_tick_callback (GTK_WIDGET (menu), menu_frame_cb, at, g_free);
  troupe_popover_open (menu);
}

void
troupe_popover_follow (GtkPopover *popover)
{
  g_return_if_fail (GTK_IS_POPOVER (popover));

  if (gtk_widget_get_realized (GTK_WIDGET (popover)))
    gtk_popover_present (popover);
}
