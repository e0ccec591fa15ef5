/* troupe-window-panes.c: keyboard navigation between panes, and toast placement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include "troupe-canvas.h"
#include "troupe-inspector.h"
#include "troupe-monitor.h"
#include "troupe-outline.h"
#include "troupe-window-panes.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

/* Position of a toast in pixels: its distance from the bottom edge if there is no bar, and the
 * difference between its height and the height of the bar. */
#define WELCOME_TOAST_ROOM 24
#define TOAST_EXCESS 3
/* Minimum height above the bar for a toast and the content at the top edge of the window, in
 * pixels. */
#define TOAST_HEIGHT 160

/* Returns the first visible widget of @type at or below @widget. */
static GtkWidget *
find_pane (GtkWidget *widget, GType type)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0 ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_pane (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Lists the panes in reading order, starting with the header bar. */
static GPtrArray *
list_panes (TroupeWindow *self)
{
  GPtrArray *panes = g_ptr_array_new ();
  TroupePage *page = troupe_window_get_page (self);
  const GType types[] = { TROUPE_TYPE_OUTLINE, TROUPE_TYPE_CANVAS, TROUPE_TYPE_MONITOR,
                          TROUPE_TYPE_INSPECTOR };

  g_assert (TROUPE_IS_WINDOW (self));

  g_ptr_array_add (panes, self->header);
  if (page == NULL)
    g_ptr_array_add (panes, self->welcome);
  if (adw_tab_bar_get_tabs_revealed (self->tab_bar))
    g_ptr_array_add (panes, self->tab_bar);
  for (guint i = 0; page != NULL && i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *pane = find_pane (GTK_WIDGET (page), types[i]);

      if (pane != NULL)
        g_ptr_array_add (panes, pane);
    }
  return panes;
}

/* Gets the area of the empty part of the bar. */
static gboolean
find_gap (GtkWidget *bar, GtkWidget *overlay, graphene_rect_t *gap)
{
  for (GtkWidget *child = gtk_widget_get_first_child (bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "bar-space"))
      return gtk_widget_compute_bounds (child, overlay, gap);
  return FALSE;
}

/* @shift: distance from the center of the overlay to the right */
static void
set_margins (GtkWidget *toast, int shift, int bottom)
{
  gtk_widget_set_margin_start (toast, MAX (2 * shift, 0));
  gtk_widget_set_margin_end (toast, MAX (-2 * shift, 0));
  gtk_widget_set_margin_bottom (toast, MAX (bottom, 0));
}

static int
measure_toast (GtkWidget *toast)
{
  int width;

  gtk_widget_measure (toast, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width - gtk_widget_get_margin_start (toast) - gtk_widget_get_margin_end (toast);
}

void
troupe_window_place_toast (GtkWidget *toast, gpointer user_data)
{
  TroupeWindow *self = user_data;
  TroupePage *page = troupe_window_get_page (self);
  GtkWidget *bar =
      page != NULL ? troupe_page_content_get_bar (troupe_page_get_content (page)) : NULL;
  GtkWidget *overlay = GTK_WIDGET (self->toasts);
  const int height = gtk_widget_get_height (overlay);
  graphene_rect_t bounds;
  graphene_rect_t gap;

  g_assert (TROUPE_IS_WINDOW (self));

  if (bar == NULL || !gtk_widget_compute_bounds (bar, overlay, &bounds))
    set_margins (toast, 0, WELCOME_TOAST_ROOM);
  else if (find_gap (bar, overlay, &gap) && measure_toast (toast) <= (int) gap.size.width)
    set_margins (toast,
                 (int) (gap.origin.x + gap.size.width / 2) - gtk_widget_get_width (overlay) / 2,
                 height - (int) (bounds.origin.y + bounds.size.height) - TOAST_EXCESS);
  else if (bounds.origin.y > TOAST_HEIGHT)
    set_margins (toast, 0, height - (int) bounds.origin.y + TOAST_EXCESS);
  else
    set_margins (toast, 0, WELCOME_TOAST_ROOM);
}

static gboolean
enter_pane (GtkWidget *pane)
{
  return gtk_widget_grab_focus (pane) || gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

static void
turn_pane (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  g_autoptr (GPtrArray) panes = list_panes (self);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const int step = g_str_equal (name, "win.next-pane") ? 1 : (int) panes->len - 1;
  int at = step == 1 ? (int) panes->len - 1 : 0;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  for (guint i = 0; focus != NULL && i < panes->len; i++)
    if (focus == panes->pdata[i] || gtk_widget_is_ancestor (focus, panes->pdata[i]))
      at = (int) i;
  for (guint i = 1; i < panes->len; i++)
    {
      at = (at + step) % (int) panes->len;
      if (enter_pane (panes->pdata[at]))
        break;
    }
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
}

void
troupe_window_install_panes (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.next-pane", NULL, turn_pane);
  gtk_widget_class_install_action (widget_class, "win.previous-pane", NULL, turn_pane);
}
