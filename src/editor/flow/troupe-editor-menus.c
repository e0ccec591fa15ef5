/* troupe-editor-menus.c: context menus of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-menus"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-align-menu.h"
#include "troupe-editor-menus.h"

/* A label without an action refers to one of the submenus below. */
typedef struct
{
  const char *label; /* NULL begins a section */
  const char *action;
} MenuItem;

typedef struct
{
  const char *label;
  const MenuItem *items;
  guint n_items;
} SubMenu;

static const MenuItem select_items[] = {
  { N_ ("Upstream"), "flow.select-reach::upstream" },
  { N_ ("Downstream"), "flow.select-reach::downstream" },
  { N_ ("Connected"), "flow.select-reach::connected" },
};

static const MenuItem colour_items[] = {
  { N_ ("Blue"), "flow.group-colour::blue" },     { N_ ("Green"), "flow.group-colour::green" },
  { N_ ("Yellow"), "flow.group-colour::yellow" }, { N_ ("Orange"), "flow.group-colour::orange" },
  { N_ ("Red"), "flow.group-colour::red" },       { N_ ("Purple"), "flow.group-colour::purple" },
  { N_ ("Brown"), "flow.group-colour::brown" },   { N_ ("Gray"), "flow.group-colour::grey" },
};

static const SubMenu submenus[] = {
  { N_ ("Select"), select_items, G_N_ELEMENTS (select_items) },
  { N_ ("Color"), colour_items, G_N_ELEMENTS (colour_items) },
};

static const MenuItem method_items[] = {
  { N_ ("Edit"), "flow.edit" },
  { N_ ("Open Crew"), "flow.open-crew" },
  { N_ ("Rename"), "flow.rename" },
  { N_ ("Start Method"), "flow.toggle-start" },
  { N_ ("Convert to Project…"), "crew-place.make-project" },
  { N_ ("Put Inline"), "crew-place.put-inline" },
  { NULL, NULL },
  { N_ ("Run From Here"), "flow.run-from" },
  { N_ ("Run to Here"), "flow.run-until" },
  { N_ ("Run Only This"), "flow.run-only" },
  { N_ ("Why Out of Date…"), "flow.changes" },
  { N_ ("Pin Output"), "flow.pin" },
  { N_ ("Breakpoint"), "flow.breakpoint" },
  { N_ ("Breakpoint If…"), "flow.breakpoint-if" },
  { N_ ("Mute"), "flow.mute" },
  { NULL, NULL },
  { N_ ("Connect To…"), "flow.connect" },
  { N_ ("Where Used"), "flow.where-used" },
  { N_ ("Select"), NULL },
  { N_ ("Align"), NULL },
  { N_ ("Group"), "flow.group" },
  { N_ ("Ungroup"), "flow.ungroup" },
  { NULL, NULL },
  { N_ ("Cut"), "flow.cut" },
  { N_ ("Copy"), "flow.copy" },
  { N_ ("Duplicate"), "flow.duplicate" },
  { N_ ("Delete"), "flow.delete" },
  { N_ ("Delete and Reconnect"), "flow.delete-reconnect" },
};

static const MenuItem wire_items[] = {
  { N_ ("Insert…"), "flow.insert" },        { N_ ("Move End…"), "flow.move-end" },
  { N_ ("Add Bend"), "flow.bend" },         { N_ ("Remove Bends"), "flow.unbend" },
  { N_ ("Breakpoint"), "flow.breakpoint" }, { N_ ("Delete"), "flow.delete" },
};

static const MenuItem gate_items[] = {
  { N_ ("Toggle AND/OR"), "flow.toggle-gate" },
  { N_ ("Select"), NULL },
  { N_ ("Align"), NULL },
  { N_ ("Delete"), "flow.delete" },
};

static const MenuItem note_items[] = {
  { N_ ("Edit"), "flow.rename" },
  { N_ ("Align"), NULL },
  { NULL, NULL },
  { N_ ("Cut"), "flow.cut" },
  { N_ ("Copy"), "flow.copy" },
  { N_ ("Duplicate"), "flow.duplicate" },
  { N_ ("Delete"), "flow.delete" },
};

static const MenuItem group_items[] = {
  { N_ ("Rename"), "flow.rename" },
  { N_ ("Color"), NULL },
  { N_ ("Ungroup"), "flow.ungroup" },
};

static const MenuItem ground_items[] = {
  { N_ ("Add…"), "flow.add-here" },
  { N_ ("Add Note"), "flow.add-note-here" },
  { N_ ("Paste"), "flow.paste-here" },
  { NULL, NULL },
  { N_ ("Tidy Up"), "flow.tidy" },
  { N_ ("Select All"), "flow.select-all" },
  { N_ ("Fit"), "flow.fit" },
  { NULL, NULL },
  { N_ ("Remove All Breakpoints"), "flow.remove-breakpoints" },
};

/* The keys that the menus show. GTK finds only those that are bound to an action without a parameter by the
 * class of the editor; these are keys of the canvas. */
static const struct
{
  const char *action;
  const char *key;
} keys[] = {
  { "flow.edit", "Return" },
  { "flow.pin", "p" },
  { "flow.breakpoint", "b" },
  { "flow.breakpoint-if", "<Shift>b" },
  { "flow.mute", "m" },
  { "flow.connect", "c" },
  { "flow.move-end", "c" },
  { "flow.group", "<Control>g" },
  { "flow.ungroup", "<Control><Shift>g" },
  { "flow.delete", "Delete" },
  { "flow.delete-reconnect", "<Control>Delete" },
  { "flow.insert", "i" },
  { "flow.bend", "r" },
  { "flow.toggle-gate", "o" },
  { "flow.select-reach::upstream", "bracketleft" },
  { "flow.select-reach::downstream", "bracketright" },
  { "flow.select-reach::connected", "l" },
  { "flow.add-here", "Tab" },
  { "flow.add-note-here", "<Shift>n" },
  { "flow.select-all", "<Control>a" },
  { "flow.fit", "<Control>1" },
};

static GMenuModel *make_menu (const MenuItem *items, guint n_items);

static void
append_submenu (GMenu *section, const char *label)
{
  if (g_str_equal (label, "Align"))
    {
      g_autoptr (GMenuModel) menu = troupe_align_menu_new ();

      g_menu_append_submenu (section, _ (label), menu);
    }
  for (guint i = 0; i < G_N_ELEMENTS (submenus); i++)
    if (g_str_equal (submenus[i].label, label))
      {
        g_autoptr (GMenuModel) menu = make_menu (submenus[i].items, submenus[i].n_items);

        g_menu_append_submenu (section, _ (label), menu);
      }
}

static GMenuModel *
make_menu (const MenuItem *items, guint n_items)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n_items; i++)
    {
      if (items[i].label != NULL)
        {
          if (items[i].action != NULL)
            {
              const MenuItem *item = &items[i];
              g_autoptr (GMenuItem) made = g_menu_item_new (_ (item->label), item->action);

              /* Appends an item. Actions of the application are hidden if they are disabled. */
              for (guint j = 0; j < G_N_ELEMENTS (keys); j++)
                if (g_str_equal (keys[j].action, item->action))
                  g_menu_item_set_attribute (made, "accel", "s", keys[j].key);
              if (!g_str_has_prefix (item->action, "flow."))
                g_menu_item_set_attribute (made, "hidden-when", "s", "action-disabled");
              g_menu_append_item (section, made);
            }
          else
            append_submenu (section, items[i].label);
          continue;
        }
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
      g_object_unref (section);
      section = g_menu_new ();
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));

  return G_MENU_MODEL (menu);
}

GMenuModel *
troupe_editor_make_menu (TroupeCanvasKind kind)
{
  switch ((int) kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
    case TROUPE_CANVAS_KIND_INPUT:
    case TROUPE_CANVAS_KIND_OUTPUT:
    case TROUPE_CANVAS_KIND_PROBLEM_BADGE:
      return make_menu (method_items, G_N_ELEMENTS (method_items));
    case TROUPE_CANVAS_KIND_WIRE:
    case TROUPE_CANVAS_KIND_WIRE_END:
    case TROUPE_CANVAS_KIND_BEND:
      return make_menu (wire_items, G_N_ELEMENTS (wire_items));
    case TROUPE_CANVAS_KIND_GATE:
      return make_menu (gate_items, G_N_ELEMENTS (gate_items));
    case TROUPE_CANVAS_KIND_NOTE:
      return make_menu (note_items, G_N_ELEMENTS (note_items));
    case TROUPE_CANVAS_KIND_GROUP:
      return make_menu (group_items, G_N_ELEMENTS (group_items));
    default:
      return make_menu (ground_items, G_N_ELEMENTS (ground_items));
    }
}

/* --- Disabled entries -------------------------------------------------------------------------- */

/* Why an entry is disabled. Others are never disabled in the menu in which they are. */
static const struct
{
  const char *label;
  const char *reason;
} reasons[] = {
  { N_ ("Run From Here"), N_ ("Select one method only.") },
  { N_ ("Run to Here"), N_ ("Select one method only.") },
  { N_ ("Run Only This"), N_ ("Select one method only.") },
  { N_ ("Breakpoint If…"), N_ ("Select one method only.") },
  { N_ ("Connect To…"), N_ ("Select one method only.") },
  { N_ ("Where Used"), N_ ("Select one method only.") },
  { N_ ("Start Method"), N_ ("Select one method only.") },
  { N_ ("Move End…"), N_ ("Select one wire only.") },
  { N_ ("Why Out of Date…"), N_ ("The result is not out of date.") },
  { N_ ("Remove Bends"), N_ ("The wire has no bends.") },
  { N_ ("Remove All Breakpoints"), N_ ("The flow has no breakpoints.") },
  { N_ ("Ungroup"), N_ ("No group is selected.") },
  { N_ ("Align"), N_ ("Select several cards.") },
};

void
troupe_editor_explain_menu (GtkWidget *menu)
{
  g_return_if_fail (GTK_IS_WIDGET (menu));

  for (GtkWidget *child = gtk_widget_get_first_child (menu); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_editor_explain_menu (child);
  if (g_str_equal (gtk_widget_get_css_name (menu), "modelbutton"))
    {
      g_autofree char *text = NULL;
      const char *reason = NULL;

      g_object_get (menu, "text", &text, NULL);
      for (guint i = 0; !gtk_widget_is_sensitive (menu) && i < G_N_ELEMENTS (reasons); i++)
        if (g_strcmp0 (text, _ (reasons[i].label)) == 0)
          reason = _ (reasons[i].reason);
      gtk_widget_set_tooltip_text (menu, reason);
      if (reason != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                        reason, -1);
      else
        gtk_accessible_reset_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}
