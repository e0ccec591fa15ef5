/* troupe-canvas-actions.c: widget actions and key bindings of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-actions"

#include "config.h"

#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"

/* Actions that only the owner can perform. They are emitted as `command` with the same name. */
static const char *const commands[] = { "node.delete",     "node.delete-reconnect",
                                        "node.connect",    "node.connect-and",
                                        "node.rename",     "node.insert",
                                        "node.group",      "node.ungroup",
                                        "canvas.add",      "canvas.add-note",
                                        "canvas.minimap",  "canvas.bend",
                                        "node.mute",       "node.pin",
                                        "node.breakpoint", "node.breakpoint-if",
                                        "node.changes" };

/* Key bindings of doc/interface.md §14 that concern only the canvas. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  const char *argument;
} keys[] = {
  { GDK_KEY_plus, GDK_CONTROL_MASK, "canvas.zoom-in", NULL },
  { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom-in", NULL },
  { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "canvas.zoom-in", NULL },
  { GDK_KEY_minus, GDK_CONTROL_MASK, "canvas.zoom-out", NULL },
  { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "canvas.zoom-out", NULL },
  { GDK_KEY_0, GDK_CONTROL_MASK, "canvas.zoom-reset", NULL },
  { GDK_KEY_KP_0, GDK_CONTROL_MASK, "canvas.zoom-reset", NULL },
  { GDK_KEY_1, GDK_CONTROL_MASK, "canvas.fit", NULL },
  { GDK_KEY_KP_1, GDK_CONTROL_MASK, "canvas.fit", NULL },
  { GDK_KEY_period, 0, "canvas.fit-selection", NULL },
  { GDK_KEY_m, GDK_CONTROL_MASK, "canvas.minimap", NULL },
  { GDK_KEY_a, 0, "canvas.select-all", NULL },
  { GDK_KEY_a, GDK_CONTROL_MASK, "canvas.select-all", NULL },
  { GDK_KEY_i, GDK_CONTROL_MASK, "canvas.invert", NULL },
  { GDK_KEY_Escape, 0, "canvas.select-none", NULL },
  { GDK_KEY_Up, GDK_ALT_MASK, "canvas.leave", NULL },
  { GDK_KEY_Left, 0, "canvas.walk", "left" },
  { GDK_KEY_Right, 0, "canvas.walk", "right" },
  { GDK_KEY_Up, 0, "canvas.walk", "up" },
  { GDK_KEY_Down, 0, "canvas.walk", "down" },
  { GDK_KEY_Left, GDK_SHIFT_MASK, "canvas.walk", "extend-left" },
  { GDK_KEY_Right, GDK_SHIFT_MASK, "canvas.walk", "extend-right" },
  { GDK_KEY_Up, GDK_SHIFT_MASK, "canvas.walk", "extend-up" },
  { GDK_KEY_Down, GDK_SHIFT_MASK, "canvas.walk", "extend-down" },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "node.move", "left" },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "node.move", "right" },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "node.move", "up" },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "node.move", "down" },
  { GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "node.move", "far-left" },
  { GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "node.move", "far-right" },
  { GDK_KEY_Up, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "node.move", "far-up" },
  { GDK_KEY_Down, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "node.move", "far-down" },
  { GDK_KEY_w, 0, "canvas.next-wire", NULL },
  { GDK_KEY_r, 0, "canvas.bend", NULL },
  { GDK_KEY_o, 0, "canvas.toggle-gate", NULL },
  { GDK_KEY_bracketleft, 0, "canvas.select-reach", "upstream" },
  { GDK_KEY_bracketright, 0, "canvas.select-reach", "downstream" },
  { GDK_KEY_l, 0, "canvas.select-reach", "connected" },
  { GDK_KEY_s, 0, "node.arrange", "S" },
  { GDK_KEY_slash, 0, "canvas.add", NULL },
  { GDK_KEY_a, GDK_SHIFT_MASK, "canvas.add", NULL },
  { GDK_KEY_n, GDK_SHIFT_MASK, "canvas.add-note", NULL },
  { GDK_KEY_c, 0, "node.connect", NULL },
  { GDK_KEY_c, GDK_SHIFT_MASK, "node.connect-and", NULL },
  { GDK_KEY_i, 0, "node.insert", NULL },
  { GDK_KEY_i, GDK_SHIFT_MASK, "node.insert", NULL },
  { GDK_KEY_b, 0, "node.breakpoint", NULL },
  { GDK_KEY_b, GDK_SHIFT_MASK, "node.breakpoint-if", NULL },
  { GDK_KEY_m, 0, "node.mute", NULL },
  { GDK_KEY_y, 0, "node.changes", NULL },
  { GDK_KEY_p, 0, "node.pin", NULL },
  { GDK_KEY_F2, 0, "node.rename", NULL },
  { GDK_KEY_Return, 0, "node.edit", NULL },
  { GDK_KEY_KP_Enter, 0, "node.edit", NULL },
  { GDK_KEY_Return, GDK_CONTROL_MASK, "node.open", NULL },
  { GDK_KEY_KP_Enter, GDK_CONTROL_MASK, "node.open", NULL },
  { GDK_KEY_Delete, 0, "node.delete", NULL },
  { GDK_KEY_x, 0, "node.delete", NULL },
  { GDK_KEY_Delete, GDK_CONTROL_MASK, "node.delete-reconnect", NULL },
  { GDK_KEY_g, GDK_CONTROL_MASK, "node.group", NULL },
  { GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "node.ungroup", NULL },
  { GDK_KEY_Menu, 0, "canvas.menu", NULL },
  { GDK_KEY_F10, GDK_SHIFT_MASK, "canvas.menu", NULL },
};

void
troupe_canvas_command (TroupeCanvas *self, const char *name)
{
  g_signal_emit (self, troupe_canvas_signals[SIGNAL_COMMAND], g_quark_from_string (name), name);
}

/* Returns TRUE if notes, groups or wires are selected, but no card. */
static gboolean
has_only_others_selected (TroupeCanvas *self)
{
  g_autofree const char **ids = troupe_canvas_list_selected (self);
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    if (troupe_canvas_scene_get_kind (scene, ids[i]) == TROUPE_CANVAS_KIND_NODE)
      return FALSE;
  return ids != NULL && ids[0] != NULL;
}

/* A key refers to the focused card even if it is not selected. If others are selected instead, keys
 * that refer to any number of cards refer to those, and all keys to what is not a card. */
static void
command_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const for_one[] = { "node.connect", "node.connect-and", "node.rename", NULL };
  TroupeCanvas *self = TROUPE_CANVAS (widget);

  if ((g_strv_contains (for_one, name) && !has_only_others_selected (self)) ||
      (g_str_has_prefix (name, "node.") && troupe_canvas_get_n_selected (self) == 0))
    troupe_canvas_select_focused (self);
  troupe_canvas_command (self, name);
}

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);

  if (g_str_equal (name, "canvas.zoom-in"))
    troupe_canvas_set_zoom (self, troupe_canvas_get_zoom (self) * 1.25, TRUE);
  else if (g_str_equal (name, "canvas.zoom-out"))
    troupe_canvas_set_zoom (self, troupe_canvas_get_zoom (self) / 1.25, TRUE);
  else if (g_str_equal (name, "canvas.zoom-reset"))
    troupe_canvas_set_zoom (self, 1, TRUE);
  else if (g_str_equal (name, "canvas.fit"))
    troupe_canvas_fit_all (self, TRUE);
  else
    troupe_canvas_fit_selection (self, TRUE);
}

static void
select_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);

  if (g_str_equal (name, "canvas.select-all"))
    troupe_canvas_select_all (self);
  else if (g_str_equal (name, "canvas.invert"))
    troupe_canvas_selection_invert (troupe_canvas_get_selection (self));
  else if (troupe_canvas_get_n_selected (self) > 0)
    troupe_canvas_select_none (self);
  else
    /* Esc without a selection leaves the crew. */
    troupe_canvas_command (self, "canvas.leave");
}

static gboolean
parse_direction (const char *word, GtkDirectionType *direction)
{
  if (g_str_has_suffix (word, "left"))
    *direction = GTK_DIR_LEFT;
  else if (g_str_has_suffix (word, "right"))
    *direction = GTK_DIR_RIGHT;
  else if (g_str_has_suffix (word, "up"))
    *direction = GTK_DIR_UP;
  else if (g_str_has_suffix (word, "down"))
    *direction = GTK_DIR_DOWN;
  else
    return FALSE;

  return TRUE;
}

static void
walk_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *word = g_variant_get_string (parameter, NULL);
  GtkDirectionType direction;

  if (parse_direction (word, &direction))
    troupe_canvas_walk (TROUPE_CANVAS (widget), direction, g_str_has_prefix (word, "extend"));
}

static void
move_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *word = g_variant_get_string (parameter, NULL);
  double step = g_str_has_prefix (word, "far") ? 8 * SNAP_STEP : SNAP_STEP;
  GtkDirectionType direction;

  if (!parse_direction (word, &direction))
    return;
  if (troupe_canvas_get_n_selected (TROUPE_CANVAS (widget)) == 0)
    troupe_canvas_select_focused (TROUPE_CANVAS (widget));
  troupe_canvas_input_nudge (troupe_canvas_get_hand (TROUPE_CANVAS (widget)),
                             direction == GTK_DIR_LEFT    ? -step
                             : direction == GTK_DIR_RIGHT ? step
                                                         : 0,
                             direction == GTK_DIR_UP     ? -step
                             : direction == GTK_DIR_DOWN ? step
                                                        : 0);
}

static void
reach_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *word = g_variant_get_string (parameter, NULL);

  troupe_canvas_select_reach (TROUPE_CANVAS (widget), !g_str_equal (word, "downstream"),
                              !g_str_equal (word, "upstream"));
}

static void
arrange_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *how = g_variant_get_string (parameter, NULL);

  if (strlen (how) == 1 && strchr ("LCRTMBHVS", how[0]) != NULL)
    troupe_canvas_input_arrange (troupe_canvas_get_hand (TROUPE_CANVAS (widget)), how[0]);
}

static void
next_wire_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  troupe_canvas_walk_wire (TROUPE_CANVAS (widget));
}

static void
toggle_gate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  g_autofree const char **ids = troupe_canvas_list_selected (self);

  for (guint i = 0;
       troupe_canvas_input_get_editable (troupe_canvas_get_hand (self)) && ids[i] != NULL; i++)
    if (troupe_canvas_scene_get_gate (troupe_canvas_get_scene (self), ids[i]) != NULL)
      {
        g_autofree char *id = g_strdup (ids[i]);

        g_signal_emit (self, troupe_canvas_signals[SIGNAL_GATE_TOGGLED], 0, id);
        return;
      }
}

/* Enter and Ctrl+Enter refer to one card. This is the focused card, or else the first selected
 * card. */
static void
activate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  g_autofree const char **ids = troupe_canvas_list_selected (self);
  g_autofree char *id = g_strdup (
      troupe_canvas_get_focus_id (self) != NULL ? troupe_canvas_get_focus_id (self) : ids[0]);

  if (id == NULL || troupe_canvas_get_scene (self) == NULL)
    return;
  switch ((int) troupe_canvas_scene_get_kind (troupe_canvas_get_scene (self), id))
    {
    case TROUPE_CANVAS_KIND_NODE:
      g_signal_emit (self, troupe_canvas_signals[SIGNAL_NODE_ACTIVATED], 0, id,
                     g_str_equal (name, "node.open"));
      break;
    case TROUPE_CANVAS_KIND_GATE:
      if (troupe_canvas_input_get_editable (troupe_canvas_get_hand (self)))
        g_signal_emit (self, troupe_canvas_signals[SIGNAL_GATE_TOGGLED], 0, id);
      break;
    case TROUPE_CANVAS_KIND_NOTE:
      g_signal_emit (self, troupe_canvas_signals[SIGNAL_NOTE_ACTIVATED], 0, id);
      break;
    case TROUPE_CANVAS_KIND_GROUP:
      g_signal_emit (self, troupe_canvas_signals[SIGNAL_GROUP_ACTIVATED], 0, id);
      break;
    default:
      break;
    }
}

static void
menu_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  g_autofree const char **ids = troupe_canvas_list_selected (self);
  g_autofree char *id = g_strdup (
      troupe_canvas_get_focus_id (self) != NULL ? troupe_canvas_get_focus_id (self) : ids[0]);
  graphene_point_t at = GRAPHENE_POINT_INIT ((float) gtk_widget_get_width (widget) / 2,
                                             (float) gtk_widget_get_height (widget) / 2);
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_GROUND;
  graphene_rect_t bounds;

  if (id != NULL && troupe_canvas_get_bounds (self, id, &bounds))
    {
      at = troupe_canvas_to_widget (self, bounds.origin.x + bounds.size.width / 2,
                                    bounds.origin.y + MIN (bounds.size.height, CARD_HEAD));
      kind = troupe_canvas_scene_get_kind (troupe_canvas_get_scene (self), id);
    }
  g_signal_emit (self, troupe_canvas_signals[SIGNAL_CONTEXT_MENU], 0, (int) kind,
                 kind != TROUPE_CANVAS_KIND_GROUND ? id : NULL, (double) at.x, (double) at.y);
}

static gboolean
tab_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);

  if (!troupe_canvas_get_palette_key (self))
    return FALSE;
  troupe_canvas_command (self, "canvas.add");
  return TRUE;
}

void
troupe_canvas_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "canvas.zoom-in", NULL, zoom_cb },
    { "canvas.zoom-out", NULL, zoom_cb },
    { "canvas.zoom-reset", NULL, zoom_cb },
    { "canvas.fit", NULL, zoom_cb },
    { "canvas.fit-selection", NULL, zoom_cb },
    { "canvas.select-all", NULL, select_cb },
    { "canvas.select-none", NULL, select_cb },
    { "canvas.invert", NULL, select_cb },
    { "canvas.leave", NULL, command_cb },
    { "canvas.walk", "s", walk_cb },
    { "canvas.select-reach", "s", reach_cb },
    { "canvas.next-wire", NULL, next_wire_cb },
    { "canvas.toggle-gate", NULL, toggle_gate_cb },
    { "canvas.menu", NULL, menu_cb },
    { "node.move", "s", move_cb },
    { "node.arrange", "s", arrange_cb },
    { "node.edit", NULL, activate_cb },
    { "node.open", NULL, activate_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    gtk_widget_class_install_action (widget_class, commands[i], NULL, command_cb);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (keys[i].argument != NULL)
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                             keys[i].action, "s", keys[i].argument);
      else
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                             keys[i].action, NULL);
    }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Tab, 0, tab_cb, NULL);
}
