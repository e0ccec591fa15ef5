/* test-editor-groups.c: groups of methods, and menu actions for multiple objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "editor-test.h"
#include "troupe-editor-menus.h"
#include "troupe-palette.h"
#include "troupe-rename-popover.h"

static const TroupeCanvasGroup *
get_group (EditorTest *test)
{
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 1);

  return troupe_canvas_scene_get_nth_group (test->scene, 0);
}

static void
make_group (EditorTest *test)
{
  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
}

static void
test_group (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasGroup *group;

  make_group (test);
  group = get_group (test);
  g_assert_cmpstr (group->id, ==, "group");
  g_assert_cmpstr (group->members[0], ==, "a");
  g_assert_cmpstr (group->members[1], ==, "b");
  g_assert_null (group->members[2]);
  g_assert_true (troupe_canvas_is_selected (test->canvas, "group"));
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);

  /* A method belongs to only one group. A group that loses its last method is removed. */
  make_group (test);
  editor_test_select (test, "b", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 2);
  group = troupe_canvas_scene_get_group (test->scene, "group");
  g_assert_cmpstr (group->members[0], ==, "a");
  g_assert_null (group->members[1]);
  editor_test_select (test, "a", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 2);
  g_assert_null (troupe_canvas_scene_get_group (test->scene, "group"));
  editor_test_check_history (test, 3);
}

/* A card between the members of a new group is inside of its frame, and becomes a member, unless it
 * belongs to another group. */
static void
test_enclosed (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasMove moves[] = { { TROUPE_CANVAS_KIND_NODE, "a", 0, 0, 0, 0 },
                                     { TROUPE_CANVAS_KIND_NODE, "b", 0, 0, 320, 104 },
                                     { TROUPE_CANVAS_KIND_NODE, "c", 0, 0, 640, 200 } };

  g_signal_emit_by_name (test->canvas, "nodes-moved", moves, (guint) G_N_ELEMENTS (moves));
  editor_test_settle ();
  editor_test_select (test, "a", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
  g_assert_cmpuint (g_strv_length ((char **) get_group (test)->members), ==, 3);
  g_assert_true (g_strv_contains (get_group (test)->members, "b"));
  g_assert_cmpstr (test->message->str, ==, "1 card inside of the frame was added to the group.");

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
  editor_test_select (test, "a", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.group"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const char *const *members = troupe_canvas_scene_get_nth_group (test->scene, i)->members;

      g_assert_cmpint (g_strv_contains (members, "b"), !=, g_strv_contains (members, "a"));
    }
  editor_test_check_history (test, 4);
}

static void
test_group_name (EditorTest *test, gconstpointer data)
{
  GtkWidget *popover;
  GtkWidget *entry;

  make_group (test);
  popover = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_RENAME_POPOVER, NULL, NULL);
  entry = editor_test_find (popover, GTK_TYPE_ENTRY, NULL, NULL);
  g_assert_true (gtk_widget_get_visible (popover));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Group");
  gtk_editable_set_text (GTK_EDITABLE (entry), "Two of them: 1 & 2");
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
  g_assert_cmpstr (get_group (test)->title, ==, "Two of them: 1 & 2");
  g_assert_false (gtk_widget_get_visible (popover));

  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.group-colour", "s", "purple"));
  g_assert_cmpint (get_group (test)->hue, ==, TROUPE_CANVAS_HUE_PURPLE);
  editor_test_check_history (test, 3);

  /* A double click on the title opens the popover again. */
  make_group (test);
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_signal_emit_by_name (test->canvas, "group-activated", "group");
  g_assert_true (gtk_widget_get_visible (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));

  /* If a method is selected, the method is renamed. */
  editor_test_select (test, "a", NULL);
  g_assert_true (editor_test_act (test, "flow.rename"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "first");
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
  g_assert_nonnull (editor_test_method (test, "first"));
  g_assert_cmpstr (get_group (test)->members[0], ==, "first");
  editor_test_check_history (test, 2);
}

static void
test_ungroup (EditorTest *test, gconstpointer data)
{
  make_group (test);
  editor_test_mark (test);
  g_assert_true (editor_test_act (test, "flow.ungroup"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);
  g_assert_true (editor_test_act (test, "flow.undo"));

  /* Ungroup removes the group if one of its methods is selected. Delete removes a selected
   * group. Both actions keep the methods. */
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.ungroup"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);
  g_assert_true (editor_test_act (test, "flow.undo"));
  troupe_canvas_select_only (test->canvas, "group");
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);
  g_assert_cmpuint (editor_test_count (test), ==, 3);
  g_assert_true (editor_test_act (test, "flow.undo"));

  /* There is no group to remove. */
  editor_test_select (test, "c", NULL);
  editor_test_act (test, "flow.ungroup");
  get_group (test);

  /* Deleting the last methods of a group removes the group. Undo restores the methods and the
   * group. */
  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_cmpstr (get_group (test)->members[1], ==, "b");
}

/* Dragging a group moves its methods. Only a group without methods has its own position. */
static void
test_move_group (EditorTest *test, gconstpointer data)
{
  TroupeCanvasMove moves[] = { { TROUPE_CANVAS_KIND_GROUP, "group", 0, 0, 80, 40 },
                               { TROUPE_CANVAS_KIND_NODE, "a", 0, 0, 120, 80 },
                               { TROUPE_CANVAS_KIND_NODE, "b", 0, 0, 360, 80 } };
  g_autofree char *label = NULL;
  double x = 0;
  double y = 0;

  make_group (test);
  editor_test_mark (test);
  g_signal_emit_by_name (test->canvas, "nodes-moved", moves, (guint) G_N_ELEMENTS (moves));
  g_object_get (test->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Move 1 Group");
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "b", &x, &y));
  g_assert_cmpfloat (x, ==, 360);
  g_assert_cmpfloat (get_group (test)->width, ==, 0);
  g_assert_true (editor_test_act (test, "flow.undo"));
}

static void
test_align (EditorTest *test, gconstpointer data)
{
  static const char *const ways[] = { "L", "C", "R", "T", "M", "B", "H", "V" };

  g_assert_true (editor_test_act (test, "flow.tidy"));
  troupe_canvas_scene_set_position (test->scene, "b", 301, 333);
  editor_test_mark (test);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *label = NULL;
      graphene_rect_t first;
      graphene_rect_t second;

      editor_test_select (test, "a", "b", "c", NULL);
      g_assert_true (
          gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.align", "s", ways[i]));
      g_object_get (test->document, "undo-label", &label, NULL);
      g_assert_cmpstr (label, ==, i < 6 ? "Align" : "Distribute");
      g_assert_true (troupe_canvas_get_bounds (test->canvas, "a", &first));
      g_assert_true (troupe_canvas_get_bounds (test->canvas, "c", &second));
      if (i == 0)
        g_assert_cmpfloat (first.origin.x, ==, second.origin.x);
      else if (i == 3)
        g_assert_cmpfloat (first.origin.y, ==, second.origin.y);
      g_assert_true (editor_test_act (test, "flow.undo"));
    }
}

/* The key S says that it moved cards, because it may have been meant for a text field. */
static void
test_straighten (EditorTest *test, gconstpointer data)
{
  g_autofree char *label = NULL;

  g_assert_true (editor_test_act (test, "flow.tidy"));
  troupe_canvas_scene_set_position (test->scene, "b", 301, 333);
  editor_test_select (test, "a", "b", "c", NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (test->canvas), "node.arrange", "s", "S"));
  g_object_get (test->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Straighten");
  g_assert_cmpstr (test->message->str, ==, "The selection was straightened. Press Ctrl+Z to undo.");
  g_string_truncate (test->message, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.align", "s", "L"));
  g_assert_cmpstr (test->message->str, ==, "");
}

static void
test_reach (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "b", NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.select-reach", "s",
                                             "downstream"));
  g_assert_true (troupe_canvas_is_selected (test->canvas, "c"));
  g_assert_false (troupe_canvas_is_selected (test->canvas, "a"));
  editor_test_select (test, "b", NULL);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.select-reach", "s", "upstream"));
  g_assert_true (troupe_canvas_is_selected (test->canvas, "a"));
  g_assert_false (troupe_canvas_is_selected (test->canvas, "c"));
}

/* The check item in the menu shows the state and toggles it. */
static void
test_start (EditorTest *test, gconstpointer data)
{
  gboolean starts = FALSE;

  editor_test_select (test, "a", NULL);
  g_object_get (test->editor, "selected-starts", &starts, NULL);
  g_assert_true (starts);
  editor_test_select (test, "b", NULL);
  g_object_get (test->editor, "selected-starts", &starts, NULL);
  g_assert_false (starts);
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  g_assert_true (editor_test_method (test, "b")->start);
  g_object_get (test->editor, "selected-starts", &starts, NULL);
  g_assert_true (starts);
  editor_test_check_history (test, 1);
  g_assert_true (editor_test_act (test, "flow.redo"));
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  g_assert_false (editor_test_method (test, "b")->start);
}

static void
check_menu (GMenuModel *model, TroupeEditor *editor)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) below = g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU);
      g_autofree char *action = NULL;
      GType owner;

      if (section != NULL || below != NULL)
        {
          check_menu (section != NULL ? section : below, editor);
          continue;
        }
      g_assert_true (g_menu_model_get_item_attribute (model, i, "action", "s", &action));
      /* Items of the application are hidden if their action is disabled. The window's tests
       * cover these items. */
      if (g_str_has_prefix (action, "crew-place."))
        {
          g_autofree char *hidden = NULL;

          g_assert_true (g_menu_model_get_item_attribute (model, i, "hidden-when", "s", &hidden));
          g_assert_cmpstr (hidden, ==, "action-disabled");
          continue;
        }
      for (guint at = 0;; at++)
        {
          const char *name;
          const GVariantType *parameter;
          const char *property;

          if (!gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (editor), at, &owner, &name,
                                              &parameter, &property))
            g_error ("nothing answers to %s", action);
          if (g_str_equal (name, action))
            break;
        }
    }
}

/* Every item of every menu has an action of the page. */
static void
test_menus (EditorTest *test, gconstpointer data)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE,  TROUPE_CANVAS_KIND_WIRE,
                                            TROUPE_CANVAS_KIND_GATE,  TROUPE_CANVAS_KIND_NOTE,
                                            TROUPE_CANVAS_KIND_GROUP, TROUPE_CANVAS_KIND_GROUND };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GMenuModel) menu = troupe_editor_make_menu (kinds[i]);

      check_menu (menu, test->editor);
    }
}

/* Returns the key that the menu shows for the action. (transfer full) (nullable) */
static char *
find_key (GMenuModel *menu, const char *wanted, gboolean *found)
{
  char *key = NULL;

  for (int i = 0; i < g_menu_model_get_n_items (menu) && !*found; i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *action = NULL;

      if (section != NULL)
        key = find_key (section, wanted, found);
      else if (g_menu_model_get_item_attribute (menu, i, "action", "s", &action) &&
               g_str_equal (action, wanted))
        {
          *found = TRUE;
          g_menu_model_get_item_attribute (menu, i, "accel", "s", &key);
        }
    }
  return key;
}

/* The menus show keys of the canvas, too, and a note has the clipboard. */
static void
test_menu_keys (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    TroupeCanvasKind kind;
    const char *action;
    const char *key; /* NULL for keys that GTK finds */
  } rows[] = {
    { TROUPE_CANVAS_KIND_NODE, "flow.delete", "Delete" },
    { TROUPE_CANVAS_KIND_NODE, "flow.delete-reconnect", "<Control>Delete" },
    { TROUPE_CANVAS_KIND_NODE, "flow.connect", "c" },
    { TROUPE_CANVAS_KIND_GROUP, "flow.ungroup", "<Control><Shift>g" },
    { TROUPE_CANVAS_KIND_WIRE, "flow.insert", "i" },
    { TROUPE_CANVAS_KIND_WIRE, "flow.move-end", "c" },
    { TROUPE_CANVAS_KIND_WIRE, "flow.delete", "Delete" },
    { TROUPE_CANVAS_KIND_NOTE, "flow.rename", NULL },
    { TROUPE_CANVAS_KIND_NOTE, "flow.cut", NULL },
    { TROUPE_CANVAS_KIND_NOTE, "flow.copy", NULL },
    { TROUPE_CANVAS_KIND_NOTE, "flow.duplicate", NULL },
    { TROUPE_CANVAS_KIND_NOTE, "flow.delete", "Delete" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GMenuModel) menu = troupe_editor_make_menu (rows[i].kind);
      gboolean found = FALSE;
      g_autofree char *key = find_key (menu, rows[i].action, &found);

      g_assert_true (found);
      g_assert_cmpstr (key, ==, rows[i].key);
    }
}

static GtkWidget *
find_palette (TroupeEditor *editor)
{
  return editor_test_find (GTK_WIDGET (editor), TROUPE_TYPE_PALETTE, NULL, NULL);
}

static gboolean
is_palette_placed (gpointer data)
{
  GtkWidget *palette = find_palette (TROUPE_EDITOR (data));

  return palette != NULL && gtk_widget_get_mapped (palette) && gtk_widget_get_width (palette) > 0;
}

/* A dropped wire opens the palette next to its end, on the side with sufficient space. */
static void
test_palette_place (EditorTest *test, gconstpointer data)
{
  static const double drops[][2] = { { 0.4, 0.3 }, { 0.98, 0.1 }, { 0.98, 0.95 }, { 0.02, 0.95 } };

  for (guint i = 0; i < G_N_ELEMENTS (drops); i++)
    {
      int width = gtk_widget_get_width (GTK_WIDGET (test->canvas));
      int height = gtk_widget_get_height (GTK_WIDGET (test->canvas));
      graphene_point_t drop =
          GRAPHENE_POINT_INIT ((float) (width * drops[i][0]), (float) (height * drops[i][1]));
      graphene_point_t on_canvas = troupe_canvas_to_canvas (test->canvas, drop.x, drop.y);
      graphene_point_t on_window;
      graphene_rect_t shown;
      GdkSurface *surface;
      GtkWidget *palette;
      double x = 0;
      double y = 0;

      g_signal_emit_by_name (test->canvas, "wire-dropped", "b", NULL, (double) on_canvas.x,
                             (double) on_canvas.y, FALSE);
      editor_test_wait (is_palette_placed, test->editor);
      editor_test_settle ();
      g_assert_true (
          gtk_widget_compute_point (GTK_WIDGET (test->canvas), test->window, &drop, &on_window));
      palette = find_palette (test->editor);
      surface = gtk_native_get_surface (GTK_NATIVE (palette));
      gtk_native_get_surface_transform (GTK_NATIVE (palette), &x, &y);
      g_assert_true (gtk_widget_compute_bounds (gtk_popover_get_child (GTK_POPOVER (palette)),
                                                palette, &shown));
      graphene_rect_offset (&shown, (float) (gdk_popup_get_position_x (GDK_POPUP (surface)) + x),
                            (float) (gdk_popup_get_position_y (GDK_POPUP (surface)) + y));
      gtk_native_get_surface_transform (GTK_NATIVE (test->window), &x, &y);
      graphene_rect_offset (&shown, (float) -x, (float) -y);
      g_test_message ("%u: %g, %g beside %g, %g, %g × %g", i, on_window.x, on_window.y,
                      shown.origin.x, shown.origin.y, shown.size.width, shown.size.height);
      g_assert_false (graphene_rect_contains_point (&shown, &on_window));
      if (i == 0)
        {
          g_assert_cmpfloat (shown.origin.x, >, on_window.x);
          g_assert_cmpfloat (shown.origin.x, <, on_window.x + 40);
          g_assert_cmpfloat (shown.origin.y, >, on_window.y);
          g_assert_cmpfloat (shown.origin.y, <, on_window.y + 40);
        }
      gtk_popover_popdown (GTK_POPOVER (palette));
      editor_test_settle ();
    }
}

/* The page passes the focus to the canvas. The canvas shows no focus ring until a key has
 * focused a card. */
static void
test_focus (EditorTest *test, gconstpointer data)
{
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (test->editor)));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (test->window)) == GTK_WIDGET (test->canvas));
  g_assert_null (troupe_canvas_get_focus_id (test->canvas));
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_Right, 0));
  g_assert_cmpstr (troupe_canvas_get_focus_id (test->canvas), ==, "a");
}

static gboolean
has_two_groups (gpointer data)
{
  return troupe_canvas_scene_get_n_groups (((EditorTest *) data)->scene) == 2;
}

/* A group is pasted together with its methods in one step. It contains the methods under their
 * new names. */
static void
test_copied (EditorTest *test, gconstpointer data)
{
  const char *const ids[] = { "group", NULL };
  const TroupeCanvasGroup *copy;

  make_group (test);
  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_act (test, "flow.copy"));
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (has_two_groups, test);
  copy = troupe_canvas_scene_get_nth_group (test->scene, 1);
  g_assert_cmpstr (copy->id, ==, "group_2");
  g_assert_cmpstr (copy->title, ==, "Group");
  g_assert_cmpstr (copy->members[0], ==, "a_2");
  g_assert_cmpstr (copy->members[1], ==, "b_2");
  g_assert_null (copy->members[2]);
  editor_test_check_loads (test);
  editor_test_check_history (test, 2);
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 0);

  /* If a part of a group is selected, the methods are copied without the group. A selected group
   * is copied completely. */
  make_group (test);
  editor_test_select (test, "a", NULL);
  g_assert_true (editor_test_act (test, "flow.duplicate"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 1);
  troupe_canvas_set_selection (test->canvas, ids);
  g_assert_true (editor_test_act (test, "flow.duplicate"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 2);
  editor_test_check_history (test, 3);
}

static guint n_methods; /* number before a paste */

static gboolean
is_pasted (gpointer data)
{
  return editor_test_count (data) > n_methods;
}

/* Invalid groups on the clipboard. */
static void
test_strange_groups (EditorTest *test, gconstpointer data)
{
  static const char *const groups[] = {
    "3",
    "[]",
    "[1, null, []]",
    "[{\"methods\": 7}, {\"methods\": [1, null, \"nobody\"]}]",
    "[{\"id\": 1, \"title\": {}, \"colour\": [], \"methods\": [\"z\"]}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"methods\": {\"z\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}, "
          "\"x-troupe\": {\"groups\": %s}}",
          groups[i]);

      n_methods = editor_test_count (test);
      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (test->editor)), text);
      g_assert_true (editor_test_act (test, "flow.paste"));
      editor_test_wait (is_pasted, test);
      editor_test_check_loads (test);
    }
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (test->scene), ==, 1);
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/groups/copied", test_copied },
  { "/editor/groups/strange", test_strange_groups },
  { "/editor/groups/make", test_group },
  { "/editor/groups/enclosed", test_enclosed },
  { "/editor/groups/name", test_group_name },
  { "/editor/groups/ungroup", test_ungroup },
  { "/editor/groups/move", test_move_group },
  { "/editor/groups/align", test_align },
  { "/editor/groups/straighten", test_straighten },
  { "/editor/groups/reach", test_reach },
  { "/editor/groups/start", test_start },
  { "/editor/groups/menu-keys", test_menu_keys },
  { "/editor/groups/menus", test_menus },
  { "/editor/groups/palette", test_palette_place },
  { "/editor/groups/focus", test_focus },
};

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, editor_test_flow, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
