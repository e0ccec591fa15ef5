/* troupe-window-panes.c: keyboard navigation between panes, and toast placement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include "troupe-editor-frame.h"
#include "troupe-pane-focus.h"
#include "troupe-subpage.h"
#include "troupe-window-panes.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

/* Position of a toast in pixels: its distance from the bottom edge if there is no bar, and the
 * difference between its height and the height of the bar. */
#define WELCOME_TOAST_ROOM 24
#define TOAST_EXCESS 3
#define TOAST_HIGHER 24 /* how much higher than the bar a toast on it and its CSS margin may be */
/* Minimum height above the bar for a toast and the content at the top edge of the window, in
 * pixels. */
#define TOAST_HEIGHT 160
#define TOAST_WIDTH 240 /* minimum width beside the inspector for a toast, in pixels */

/* Returns the visible editor frame at or below @widget. (nullable) */
static TroupeEditorFrame *
find_frame (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (TROUPE_IS_EDITOR_FRAME (widget))
    return TROUPE_EDITOR_FRAME (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      TroupeEditorFrame *found = find_frame (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static TroupeEditorFrame *
get_frame (TroupeWindow *self)
{
  TroupePage *page = troupe_window_get_page (self);

  g_assert (TROUPE_IS_WINDOW (self));

  return page != NULL ? find_frame (GTK_WIDGET (page)) : NULL;
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

/* Centers the toast between @left and @right of the overlay and makes it no wider, at @bottom from the
 * lower edge. */
static void
set_margins (GtkWidget *toast, GtkWidget *overlay, double left, double right, int bottom)
{
  const gboolean is_rtl = gtk_widget_get_direction (toast) == GTK_TEXT_DIR_RTL;
  const int width = gtk_widget_get_width (overlay);
  const int height = gtk_widget_get_height (overlay);
  /* Before a page has been laid out, its bar may be outside of the overlay. */
  const int before = (int) CLAMP (left, 0, (double) width);
  const int after = (int) CLAMP ((double) width - right, 0, (double) width);

  gtk_widget_set_margin_start (toast, is_rtl ? after : before);
  gtk_widget_set_margin_end (toast, is_rtl ? before : after);
  gtk_widget_set_margin_bottom (toast, CLAMP (bottom, 0, MAX (height, 0)));
}

/* Finds the sides of @area that the inspector does not cover, unless it covers nearly everything. */
static void
find_sides (TroupeWindow *self,
            GtkWidget *overlay,
            const graphene_rect_t *area,
            double *left,
            double *right)
{
  TroupeEditorFrame *frame = get_frame (self);
  GtkWidget *inspector = frame != NULL ? troupe_editor_frame_get_inspector (frame) : NULL;
  graphene_rect_t pane;
  gboolean is_shown = FALSE;
  double pane_end;

  g_assert (TROUPE_IS_WINDOW (self));

  *left = (double) area->origin.x;
  *right = *left + (double) area->size.width;
  if (inspector == NULL)
    return;
  g_object_get (frame, "inspector-visible", &is_shown, NULL);
  if (!is_shown || !gtk_widget_get_mapped (inspector) ||
      !gtk_widget_compute_bounds (inspector, overlay, &pane))
    return;

  pane_end = (double) (pane.origin.x + pane.size.width);
  if ((double) pane.origin.x - *left >= TOAST_WIDTH)
    *right = MIN (*right, (double) pane.origin.x);
  else if (*right - pane_end >= TOAST_WIDTH)
    *left = MAX (*left, pane_end);
}

/* Leaves the side of the zoom tools out, if there is space for the toast beside them. */
static void
avoid_zoom_tools (TroupeWindow *self,
                  GtkWidget *toast,
                  GtkWidget *overlay,
                  double *left,
                  double *right)
{
  TroupeEditorFrame *frame = get_frame (self);
  GtkWidget *tools = frame != NULL ? troupe_editor_frame_get_zoom_tools (frame) : NULL;
  graphene_rect_t area;
  double end;
  int width;

  g_assert (TROUPE_IS_WINDOW (self));

  if (tools == NULL || !gtk_widget_get_mapped (tools) ||
      !gtk_widget_compute_bounds (tools, overlay, &area))
    return;
  gtk_widget_measure (toast, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  width -= gtk_widget_get_margin_start (toast) + gtk_widget_get_margin_end (toast);
  end = (double) (area.origin.x + area.size.width);
  if (end < (*left + *right) / 2 && *right - end >= width)
    *left = MAX (*left, end);
  else if ((double) area.origin.x > (*left + *right) / 2 && (double) area.origin.x - *left >= width)
    *right = MIN (*right, (double) area.origin.x);
}

/* Returns TRUE if the toast fits into the gap of a bar of that height. One of more than two lines would
 * reach over what is above the bar. */
static gboolean
fits_gap (GtkWidget *toast, const graphene_rect_t *gap, int bar_height)
{
  int width, height;

  gtk_widget_measure (toast, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (toast, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  width -= gtk_widget_get_margin_start (toast) + gtk_widget_get_margin_end (toast);
  height -= gtk_widget_get_margin_top (toast) + gtk_widget_get_margin_bottom (toast);

  return width <= (int) gap->size.width && height <= bar_height + TOAST_HIGHER;
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
  graphene_rect_t bounds, gap;
  double left, right;

  g_assert (TROUPE_IS_WINDOW (self));

  if (page != NULL && troupe_subpage_find (troupe_page_get_content (page)) != NULL)
    {
      TroupeSubpage *subpage = troupe_subpage_find (troupe_page_get_content (page));
      const int subpage_height = gtk_widget_get_height (overlay);
      graphene_rect_t subpage_gap;

      /* A page such as that of tests has rows everywhere, so the toast is shown on its bar. */
      if (troupe_subpage_get_gap (subpage, overlay, &subpage_gap) &&
          fits_gap (toast, &subpage_gap, (int) subpage_gap.size.height))
        set_margins (toast, overlay, (double) subpage_gap.origin.x,
                     (double) (subpage_gap.origin.x + subpage_gap.size.width),
                     subpage_height - (int) (subpage_gap.origin.y + subpage_gap.size.height) -
                         TOAST_EXCESS);
      else
        set_margins (toast, overlay, 0, gtk_widget_get_width (overlay), WELCOME_TOAST_ROOM);
      return;
    }
  if (bar == NULL || !gtk_widget_compute_bounds (bar, overlay, &bounds))
    {
      set_margins (toast, overlay, 0, gtk_widget_get_width (overlay), WELCOME_TOAST_ROOM);
      return;
    }
  if (find_gap (bar, overlay, &gap) && fits_gap (toast, &gap, (int) bounds.size.height))
    {
      set_margins (toast, overlay, (double) gap.origin.x, (double) (gap.origin.x + gap.size.width),
                   height - (int) (bounds.origin.y + bounds.size.height) - TOAST_EXCESS);
      return;
    }
  find_sides (self, overlay, &bounds, &left, &right);
  avoid_zoom_tools (self, toast, overlay, &left, &right);
  set_margins (toast, overlay, left, right,
               (double) bounds.origin.y > TOAST_HEIGHT
                   ? height - (int) bounds.origin.y + TOAST_EXCESS
                   : WELCOME_TOAST_ROOM);
}

static gboolean
has_focus (TroupeWindow *self, GtkWidget *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  g_assert (TROUPE_IS_WINDOW (self));

  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

static void
turn_pane (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  g_autoptr (GPtrArray) panes = NULL;
  int step;
  int at;
  TroupePage *page;
  TroupeEditorFrame *frame;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  /* Lists the panes in reading order, starting with the header bar. */
  panes = g_ptr_array_new ();
  page = troupe_window_get_page (self);
  frame = get_frame (self);
  g_ptr_array_add (panes, self->header);
  if (page == NULL)
    g_ptr_array_add (panes, self->welcome);
  if (adw_tab_bar_get_tabs_revealed (self->tab_bar))
    g_ptr_array_add (panes, self->tab_bar);
  if (troupe_window_history_is_shown (self->history))
    g_ptr_array_add (panes, troupe_window_history_get_pane (self->history));
  if (frame != NULL)
    troupe_editor_frame_list_panes (frame, panes);
  else if (page != NULL)
    g_ptr_array_add (panes, page);
  step = g_str_equal (name, "win.next-pane") ? 1 : (int) panes->len - 1;
  at = step == 1 ? (int) panes->len - 1 : 0;
  for (guint i = 0; i < panes->len; i++)
    if (has_focus (self, panes->pdata[i]))
      at = (int) i;
  for (guint i = 1; i < panes->len; i++)
    {
      at = (at + step) % (int) panes->len;
      if (troupe_pane_focus_move (panes->pdata[at]))
        break;
    }
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
}

/* --- Keys that show and hide a pane ------------------------------------------------------------ */

typedef GtkWidget *(*GetPane) (TroupeEditorFrame *frame);

#define OUTLINE troupe_editor_frame_get_outline, "outline-visible"
#define INSPECTOR troupe_editor_frame_get_inspector, "inspector-visible"
#define PANEL troupe_editor_frame_get_bottom, "bottom-open"
#define CTRL_ALT (GDK_CONTROL_MASK | GDK_ALT_MASK)

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  GetPane get_pane;
  const char *property; /* of the editor frame */
} sides[] = {
  { GDK_KEY_F9, 0, "win.show-outline", OUTLINE },
  { GDK_KEY_F9, GDK_SHIFT_MASK, "win.show-inspector", INSPECTOR },
  { GDK_KEY_F9, GDK_CONTROL_MASK, "win.panel-toggle", PANEL },
  { GDK_KEY_1, CTRL_ALT, "win.panel-timeline", PANEL },
  { GDK_KEY_2, CTRL_ALT, "win.panel-transcript", PANEL },
  { GDK_KEY_3, CTRL_ALT, "win.panel-data", PANEL },
  { GDK_KEY_4, CTRL_ALT, "win.panel-log", PANEL },
  { GDK_KEY_5, CTRL_ALT, "win.panel-cost", PANEL },
  { GDK_KEY_6, CTRL_ALT, "win.panel-problems", PANEL },
};

/* The focus follows the pane: into a pane that is shown, and to the canvas from a pane that is
 * hidden. A click on the button of the pane moves the focus itself. */
static gboolean
side_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  const guint side = GPOINTER_TO_UINT (user_data);
  g_autoptr (TroupeEditorFrame) frame = get_frame (self);
  GtkWidget *pane = NULL;
  gboolean had_focus, is_shown;

  g_assert (GTK_IS_WIDGET (widget));

  if (frame != NULL)
    pane = sides[side].get_pane (g_object_ref (frame));
  had_focus = pane != NULL && has_focus (self, pane);
  if (!gtk_widget_activate_action (widget, sides[side].action, NULL))
    return FALSE;
  if (pane == NULL)
    return TRUE;
  g_object_get (frame, sides[side].property, &is_shown, NULL);
  if (is_shown)
    troupe_editor_frame_enter_pane (frame, pane);
  else if (had_focus)
    troupe_editor_frame_enter_pane (frame, GTK_WIDGET (troupe_editor_frame_get_canvas (frame)));
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
  return TRUE;
}

void
troupe_window_add_side_keys (TroupeWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  g_return_if_fail (TROUPE_IS_WINDOW (self));

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (sides[i].key, sides[i].modifiers),
                          gtk_callback_action_new (side_cb, GUINT_TO_POINTER (i), NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
troupe_window_install_panes (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.next-pane", NULL, turn_pane);
  gtk_widget_class_install_action (widget_class, "win.previous-pane", NULL, turn_pane);
}
