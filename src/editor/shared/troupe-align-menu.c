/* troupe-align-menu.c: the ways to align and distribute several items of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-align-menu"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-align-menu.h"

/* @letter: the parameter of `flow.align`, and the key after Alt+A. @accel: (nullable): a key of its own */
typedef struct
{
  const char *label;
  const char *letter;
  const char *accel;
} Way;

/* A way without a label begins a section. */
static const Way ways[] = {
  { N_ ("Left"), "L", NULL },
  { N_ ("Center"), "C", NULL },
  { N_ ("Right"), "R", NULL },
  { NULL, NULL, NULL },
  { N_ ("Top"), "T", NULL },
  { N_ ("Middle"), "M", NULL },
  { N_ ("Bottom"), "B", NULL },
  { NULL, NULL, NULL },
  { N_ ("Distribute Horizontally"), "H", NULL },
  { N_ ("Distribute Vertically"), "V", NULL },
  { N_ ("Straighten"), "S", "s" },
};

GMenuModel *
troupe_align_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (ways[i].label == NULL)
        {
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
          continue;
        }
      action = g_strconcat ("flow.align::", ways[i].letter, NULL);
      item = g_menu_item_new (_ (ways[i].label), action);
      if (ways[i].accel != NULL)
        g_menu_item_set_attribute (item, "accel", "s", ways[i].accel);
      g_menu_append_item (section, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));

  return G_MENU_MODEL (menu);
}

GtkWidget *
troupe_align_menu_make_keys (void)
{
  GtkWidget *grid = gtk_grid_new ();
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GtkWidget *key;
      GtkWidget *title;

      if (ways[i].label == NULL)
        continue;
      key = gtk_label_new (ways[i].letter);
      gtk_widget_add_css_class (key, "heading");
      title = gtk_label_new (_ (ways[i].label));
      gtk_label_set_xalign (GTK_LABEL (title), 0);
      gtk_grid_attach (GTK_GRID (grid), key, 0, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), title, 1, row++, 1, 1);
    }

  return grid;
}
