/* troupe-monitor-layout.c: layout of the bottom bar and the panels, chosen by their width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-monitor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-method-detail.h"
#include "troupe-monitor-private.h"
#include "troupe-pause-view.h"

/* Widths of the monitor below which the layout changes, in pixels. Each is what the wider layout
 * needs at least. The outline and the inspector take a part of the window, so the width of the
 * window alone cannot decide. */
#define TWO_PAGES 780
#define NARROW 556
/* Below this width, the inputs of the run would take the space of its figures. */
#define WIDE_BAR 1240
/* Spacing of the bar (troupe-monitor-build.c), and the padding of the bar and of a button. */
#define BAR_SPACING 6
#define BUTTON_EXCESS 36
/* Spacing of the figures of a run (troupe-monitor-build.c). */
#define FIGURE_SPACING 14

/* Returns TRUE if a narrow bar has space for the button of the problems beside what it always shows.
 * Measures the content of the button, because a hidden button has no size. */
static gboolean
find_problems_room (TroupeMonitor *self)
{
  GtkWidget *content = gtk_button_get_child (GTK_BUTTON (self->buttons[TROUPE_MONITOR_PROBLEMS]));
  int sum = BUTTON_EXCESS;
  int part;

  g_assert (TROUPE_IS_MONITOR (self));

  if (self->width <= 0)
    return TRUE;
  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &part, NULL, NULL);
  sum += part;
  for (GtkWidget *child = gtk_widget_get_first_child (self->bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != self->switches && gtk_widget_get_visible (child))
      {
        gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &part, NULL, NULL, NULL);
        sum += part + BAR_SPACING;
      }
  return sum <= self->width;
}

/* Returns TRUE if a wide bar has space for the calls and the tokens of the run beside its other contents. Measures
 * the contents of the figures, because a hidden figure has no size. */
static gboolean
find_figures_room (TroupeMonitor *self)
{
  int sum, shown, changes, changes_wanted;

  g_assert (TROUPE_IS_MONITOR (self));

  if (self->width <= 0 || !gtk_widget_get_visible (self->figures))
    return TRUE;
  gtk_widget_measure (self->bar, GTK_ORIENTATION_HORIZONTAL, -1, &sum, NULL, NULL, NULL);
  gtk_widget_measure (self->figures, GTK_ORIENTATION_HORIZONTAL, -1, &shown, NULL, NULL, NULL);
  gtk_widget_measure (self->changes, GTK_ORIENTATION_HORIZONTAL, -1, &changes, &changes_wanted,
                      NULL, NULL);
  sum += changes_wanted - changes - shown;
  for (GtkWidget *figure = gtk_widget_get_first_child (self->figures); figure != NULL;
       figure = gtk_widget_get_next_sibling (figure))
    {
      sum += figure != gtk_widget_get_first_child (self->figures) ? FIGURE_SPACING : 0;
      for (GtkWidget *child = gtk_widget_get_first_child (figure); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        {
          int part;

          gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &part, NULL, NULL, NULL);
          sum += part + (gtk_widget_get_prev_sibling (child) != NULL ? BAR_SPACING : 0);
        }
    }
  return sum <= self->width;
}

static gboolean
is_below (TroupeMonitor *self, int width)
{
  return self->width > 0 && self->width < width;
}

static void
apply_layout (TroupeMonitor *self)
{
  const gboolean narrow = self->wants_narrow || is_below (self, NARROW);
  gboolean has_problems;
  gboolean two_pages;

  g_assert (TROUPE_IS_MONITOR (self));

  self->has_wide_bar = !narrow && !is_below (self, WIDE_BAR);
  troupe_monitor_update_inputs (self);
  if (self->narrow != narrow)
    {
      self->narrow = narrow;
      troupe_monitor_show_portability (self);
      troupe_monitor_update_facts (self);
      troupe_monitor_update_inputs (self);
      troupe_monitor_update_changes (self);
      troupe_method_detail_set_narrow (TROUPE_METHOD_DETAIL (self->detail), narrow);
      g_object_notify (G_OBJECT (self), "narrow");
    }
  self->has_problems_room = find_problems_room (self);
  /* Shows the button of every page, or the menu and the button of the problems. The menu shows
   * the number of problems if that button is hidden as well. */
  has_problems = !self->narrow || self->has_problems_room;
  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    gtk_widget_set_visible (self->buttons[i],
                            i == TROUPE_MONITOR_PROBLEMS ? has_problems : !self->narrow);
  gtk_widget_set_visible (self->switches, has_problems);
  gtk_widget_set_visible (self->narrow_button, self->narrow);
  gtk_widget_set_visible (self->narrow_pill_place, !has_problems);
  troupe_monitor_name_menu (self);
  if (!narrow && self->has_figures_room != find_figures_room (self))
    {
      self->has_figures_room = !self->has_figures_room;
      troupe_monitor_update_facts (self);
    }
  two_pages = narrow || self->wants_two_pages || is_below (self, TWO_PAGES);
  if (self->two_pages == two_pages)
    return;
  self->two_pages = two_pages;
  g_object_ref (self->detail);
  if (two_pages)
    {
      gtk_box_remove (GTK_BOX (self->timeline_box), self->detail);
      gtk_stack_add_titled (GTK_STACK (self->timeline_stack), self->detail, "detail",
                            _ ("Details"));
    }
  else
    {
      gtk_stack_remove (GTK_STACK (self->timeline_stack), self->detail);
      gtk_box_append (GTK_BOX (self->timeline_box), self->detail);
    }
  g_object_unref (self->detail);
  gtk_widget_set_size_request (self->detail, two_pages ? -1 : TROUPE_MONITOR_DETAIL_WIDTH, -1);
  troupe_pause_view_set_narrow (TROUPE_PAUSE_VIEW (self->pause), two_pages);
  troupe_monitor_show_portability (self);
  troupe_monitor_update_inputs (self);
  g_object_notify (G_OBJECT (self), "two-pages");
}

void
troupe_monitor_set_narrow (TroupeMonitor *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  self->wants_narrow = narrow;
  apply_layout (self);
}

void
troupe_monitor_set_two_pages (TroupeMonitor *self, gboolean two_pages)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  self->wants_two_pages = two_pages;
  apply_layout (self);
}

static gboolean
layout_cb (gpointer user_data)
{
  TroupeMonitor *self = TROUPE_MONITOR (user_data);

  self->layout_source = 0;
  apply_layout (self);
  return G_SOURCE_REMOVE;
}

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);
  int least = 0;

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  else if (for_size >= 0)
    for_size = MAX (for_size, least);
  gtk_widget_measure (self->box, orientation, for_size, minimum, natural, NULL, NULL);
  /* Only the narrowest layout requests a width, because the monitor changes to a narrower one if it
   * gets less than it needs. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL &&
      !(self->narrow && self->two_pages && !self->has_problems_room))
    *minimum = 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);
  int least = 0;

  g_assert (TROUPE_IS_MONITOR (self));

  self->width = width;
  /* The layout is changed later, because children must not be moved during allocation. */
  if (self->layout_source == 0 &&
      (self->has_wide_bar != (!self->narrow && !is_below (self, WIDE_BAR)) ||
       self->narrow != (self->wants_narrow || is_below (self, NARROW)) ||
       (self->narrow && self->has_problems_room != find_problems_room (self)) ||
       (!self->narrow && self->has_figures_room != find_figures_room (self)) ||
       self->two_pages != (self->narrow || self->wants_two_pages || is_below (self, TWO_PAGES))))
    self->layout_source = g_idle_add_full (GDK_PRIORITY_REDRAW - 10, layout_cb, self, NULL);
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->box, MAX (width, least), height, baseline, NULL);
}

void
troupe_monitor_install_layout (GtkWidgetClass *widget_class)
{
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
}
