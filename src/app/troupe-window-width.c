/* troupe-window-width.c: what the window folds away when it is narrow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-window-batch.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"
#include "troupe-window-width.h"

/* Below these widths, doc/interface.md §7. */
#define NORMAL 1100
#define NARROW 900
#define TINY 600

gboolean
troupe_window_shows_inspector (TroupeWindow *self)
{
  return self->width_class < TROUPE_EDITOR_NARROW ? self->show_inspector
                                                  : self->shows_inspector_over;
}

gboolean
troupe_window_shows_outline (TroupeWindow *self)
{
  return self->width_class < TROUPE_EDITOR_TINY ? self->show_outline : self->shows_outline_over;
}

void
troupe_window_apply_panes (TroupeWindow *self)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page == NULL)
        {
          troupe_window_apply_batch_width (self, i, self->width_class >= TROUPE_EDITOR_NARROW);
          continue;
        }
      /* Where there is no room beside the canvas, inspector and outline come only when they are asked
       * for. */
      g_object_set (troupe_page_get_content (page), "inspector-visible",
                    troupe_window_shows_inspector (self), "outline-visible",
                    troupe_window_shows_outline (self), NULL);
      troupe_page_set_width_class (page, self->width_class);
    }
}

/* In a tiny window the button to close is the only one of the desktop's; (nullable) (transfer full):
 * NULL is what the desktop says. */
static char *
get_decoration_layout (TroupeWindow *self)
{
  g_autofree char *layout = NULL;
  g_autoptr (GString) short_layout = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->width_class != TROUPE_EDITOR_TINY)
    return NULL;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-decoration-layout", &layout,
                NULL);
  short_layout = g_string_new (layout);
  g_string_replace (short_layout, "minimize", "", 0);
  g_string_replace (short_layout, "maximize", "", 0);
  return g_strdup (short_layout->str);
}

static void
append_history_item (GMenu *menu, const char *label, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_assert (G_IS_MENU (menu));

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

/* Where the header has no room for their buttons, they stand on top of the menu. */
static void
fold_history (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  g_menu_remove_all (self->undo_section);
  if (self->width_class < TROUPE_EDITOR_NARROW)
    return;
  append_history_item (self->undo_section, _ ("_Undo"), "win.undo");
  append_history_item (self->undo_section, _ ("_Redo"), "win.redo");
}

static void
fold_header (TroupeWindow *self)
{
  const gboolean tiny = self->width_class == TROUPE_EDITOR_TINY;
  const gboolean narrow = self->width_class >= TROUPE_EDITOR_NARROW;
  g_autofree char *layout = get_decoration_layout (self);

  g_assert (TROUPE_IS_WINDOW (self));

  if (narrow)
    adw_split_button_set_icon_name (self->open_button, "document-open-symbolic");
  else
    {
      adw_split_button_set_label (self->open_button, _ ("_Open"));
      adw_split_button_set_use_underline (self->open_button, TRUE);
    }
  adw_button_content_set_label (self->run_content, tiny ? "" : _ ("_Run"));
  adw_button_content_set_label (self->stop_content, tiny ? "" : _ ("_Stop"));
  adw_button_content_set_label (self->pause_content, narrow ? "" : _ ("_Pause"));
  adw_button_content_set_label (self->continue_content, narrow ? "" : _ ("_Continue"));
  adw_header_bar_set_decoration_layout (self->header, layout);
  if (narrow)
    gtk_accessible_update_property (
        GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->open_button))),
        GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Open a file"), -1);
  else
    troupe_name_buttons (GTK_WIDGET (self->header));
}

static gboolean
apply_width_cb (gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  g_assert (TROUPE_IS_WINDOW (self));

  self->width_source = 0;
  fold_header (self);
  fold_history (self);
  troupe_welcome_set_narrow (self->welcome, self->width_class >= TROUPE_EDITOR_NARROW);
  troupe_window_apply_panes (self);
  g_object_notify (G_OBJECT (self), "show-inspector");
  g_object_notify (G_OBJECT (self), "show-outline");
  troupe_window_update (self);
  return G_SOURCE_REMOVE;
}

void
troupe_window_set_width (TroupeWindow *self, int width)
{
  TroupeEditorWidth width_class = TROUPE_EDITOR_WIDE;

  if (width < TINY)
    width_class = TROUPE_EDITOR_TINY;
  else if (width < NARROW)
    width_class = TROUPE_EDITOR_NARROW;
  else if (width < NORMAL)
    width_class = TROUPE_EDITOR_NORMAL;
  if (width_class == self->width_class)
    return;
  self->width_class = width_class;
  self->shows_inspector_over = FALSE;
  self->shows_outline_over = FALSE;
  /* Children cannot be shown and hidden while they are being placed. */
  if (self->width_source == 0)
    self->width_source = g_idle_add_full (GDK_PRIORITY_REDRAW - 10, apply_width_cb, self, NULL);
}
