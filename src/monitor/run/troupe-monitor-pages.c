/* troupe-monitor-pages.c: pages and height of the bottom panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-monitor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-monitor-private.h"

void
troupe_monitor_name_menu (TroupeMonitor *self)
{
  const gboolean names_page =
      self->open && !(self->page == TROUPE_MONITOR_PROBLEMS && self->has_problems_room);

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_label_set_text (GTK_LABEL (self->narrow_label),
                      names_page ? troupe_monitor_get_page_title (self->page) : _ ("Panels"));
}

static void
update_buttons (TroupeMonitor *self)
{
  g_assert (self != NULL);

  self->updating = TRUE;
  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]),
                                  self->open && self->page == i);
  self->updating = FALSE;
  troupe_monitor_name_menu (self);
}

void
troupe_monitor_show_page (TroupeMonitor *self, int page)
{
  g_assert (TROUPE_IS_MONITOR (self));

  if (self->page != page)
    {
      self->page = page;
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), troupe_monitor_page_names[page]);
      g_object_notify (G_OBJECT (self), "page");
    }
  if (page == TROUPE_MONITOR_DATA)
    troupe_monitor_show_data (self);
  update_buttons (self);
}

void
troupe_monitor_set_page (TroupeMonitor *self, const char *page)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    if (g_strcmp0 (troupe_monitor_page_names[i], page) == 0)
      troupe_monitor_show_page (self, i);
}

void
troupe_monitor_set_panel_open (TroupeMonitor *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  if (self->open == open)
    return;
  self->open = open;
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), open);
  gtk_widget_set_visible (self->revealer, open);
  if (!open)
    troupe_monitor_set_panel_whole (self, FALSE);
  update_buttons (self);
  g_object_notify (G_OBJECT (self), "panel-open");
}

void
troupe_monitor_set_panel_whole (TroupeMonitor *self, gboolean whole)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  if (self->whole == whole)
    return;
  self->whole = whole;
  if (whole)
    troupe_monitor_set_panel_open (self, TRUE);
  g_object_notify (G_OBJECT (self), "panel-whole");
}

gboolean
troupe_monitor_get_panel_whole (TroupeMonitor *self)
{
  g_return_val_if_fail (TROUPE_IS_MONITOR (self), FALSE);

  return self->whole;
}

gboolean
troupe_monitor_get_panel_open (TroupeMonitor *self)
{
  g_return_val_if_fail (TROUPE_IS_MONITOR (self), FALSE);

  return self->open;
}

void
troupe_monitor_button_toggled (GtkToggleButton *button, gpointer user_data)
{
  TroupeMonitor *self = TROUPE_MONITOR (user_data);

  if (self->updating)
    return;
  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    {
      if (self->buttons[i] != GTK_WIDGET (button))
        continue;
      /* Clicking the active button closes the panel. */
      if (!gtk_toggle_button_get_active (button))
        troupe_monitor_set_panel_open (self, FALSE);
      else
        {
          troupe_monitor_show_page (self, i);
          troupe_monitor_set_panel_open (self, TRUE);
        }
    }
}

static void
page_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);
  const char *page = name + strlen ("panel.");
  const gboolean same = self->open && g_str_equal (troupe_monitor_page_names[self->page], page);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_MONITOR (self));

  troupe_monitor_set_page (self, page);
  troupe_monitor_set_panel_open (self, !same);
}

static void
toggle_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  troupe_monitor_show_page (self, self->page);
  troupe_monitor_set_panel_open (self, !self->open);
}

static void
whole_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);

  troupe_monitor_set_panel_whole (self, !self->whole);
}

void
troupe_monitor_install_pages (GtkWidgetClass *widget_class)
{
  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    {
      g_autofree char *name = g_strconcat ("panel.", troupe_monitor_page_names[i], NULL);

      gtk_widget_class_install_action (widget_class, name, NULL, page_activated);
    }
  gtk_widget_class_install_action (widget_class, "panel.toggle", NULL, toggle_activated);
  gtk_widget_class_install_action (widget_class, "panel.whole", NULL, whole_activated);
}
