/* test-editor-access.c: accessibility and keyboard operation of the editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-event.h"
#include "editor-test.h"
#include "troupe-canvas-accessible-node.h"
#include "troupe-outline.h"

typedef struct
{
  EditorTest *test;
  const char *id;
} Proxied;

static gboolean
is_proxy_of (GtkWidget *widget, gpointer id)
{
  return g_strcmp0 (troupe_canvas_accessible_node_get_id (TROUPE_CANVAS_ACCESSIBLE_NODE (widget)),
                    id) == 0;
}

static GtkWidget *
find_proxy (EditorTest *test, const char *id)
{
  return editor_test_find (GTK_WIDGET (test->canvas), TROUPE_TYPE_CANVAS_ACCESSIBLE_NODE,
                           is_proxy_of, (gpointer) id);
}

/* Returns TRUE as soon as the object has a visible proxy. Proxies are created with the next
 * allocation. */
static gboolean
has_proxy (gpointer data)
{
  Proxied *proxied = data;
  GtkWidget *proxy = find_proxy (proxied->test, proxied->id);

  return proxy != NULL && gtk_widget_get_child_visible (proxy);
}

static GtkWidget *
wait_for_proxy (EditorTest *test, const char *id)
{
  Proxied proxied = { test, id };

  editor_test_wait (has_proxy, &proxied);

  return find_proxy (test, id);
}

static void
assert_property (GtkWidget *widget, GtkAccessibleProperty property, const char *expected)
{
  g_autofree char *difference =
      gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, expected);

  g_assert_cmpstr (difference, ==, NULL);
}

/* Every visible card and gate has a proxy with role, name and description. */
static void
test_proxies (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *id;
    const char *label;
    const char *description;
  } proxies[] = {
    { "a", "a, start method, Expression", "runs at start; leads to b, c" },
    { "b", "b, listener, Expression", "runs after a; leads to c" },
    { "c", "c, listener, Expression", "runs after a or b" },
    { "c/", "OR gate before c", "a, b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (proxies); i++)
    {
      GtkWidget *proxy = wait_for_proxy (test, proxies[i].id);

      gtk_test_accessible_assert_role (proxy, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
      assert_property (proxy, GTK_ACCESSIBLE_PROPERTY_LABEL, proxies[i].label);
      assert_property (proxy, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, proxies[i].description);
      g_assert_true (gtk_widget_get_focusable (proxy));
      g_assert_cmpint (gtk_widget_get_width (proxy), >, 1);
    }
  gtk_test_accessible_assert_role (test->canvas, GTK_ACCESSIBLE_ROLE_LIST);
}

static gboolean
says_running (gpointer data)
{
  g_autofree char *difference =
      gtk_test_accessible_check_property (GTK_ACCESSIBLE (data), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                          "a, start method, Expression, Running");

  return difference == NULL;
}

/* The description contains the run state of the card. */
static void
test_state (EditorTest *test, gconstpointer data)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  GtkWidget *proxy = wait_for_proxy (test, "a");

  editor_test_begin_run (test->editor, troupe_flow_document_get_flow (test->document));
  g_ptr_array_add (events, test_event_new (TROUPE_EVENT_METHOD_STARTED, "a", NULL));
  troupe_trace_add_events (troupe_editor_get_trace (test->editor), events);
  editor_test_wait (says_running, proxy);
  editor_test_end_run (test->editor);
}

/* The actions of a proxy apply to its card. */
static void
test_actions (EditorTest *test, gconstpointer data)
{
  GtkWidget *proxy = wait_for_proxy (test, "b");

  g_assert_true (gtk_widget_activate_action (proxy, "node.delete", NULL));
  editor_test_settle ();
  g_assert_null (editor_test_method (test, "b"));
  editor_test_check_history (test, 1);
}

/* The arrow keys follow the wires, and focus and inspector follow them. */
static void
test_walk (EditorTest *test, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (test->canvas);

  wait_for_proxy (test, "a");
  gtk_widget_grab_focus (GTK_WIDGET (test->editor));
  troupe_canvas_set_focus_id (test->canvas, "a");
  editor_test_settle ();
  g_assert_true (editor_test_press (canvas, GDK_KEY_Right, 0));
  g_assert_cmpstr (troupe_canvas_get_focus_id (test->canvas), !=, "a");
  g_assert_nonnull (troupe_canvas_get_focus_id (test->canvas));
  g_assert_true (editor_test_press (canvas, GDK_KEY_Left, 0));
  g_assert_cmpstr (troupe_canvas_get_focus_id (test->canvas), ==, "a");
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "a");
  g_assert_true (gtk_root_get_focus (gtk_widget_get_root (canvas)) == find_proxy (test, "a"));

  /* Enter moves the focus into the fields. */
  g_assert_true (editor_test_press (canvas, GDK_KEY_Return, 0));
  g_assert_false (
      gtk_widget_is_ancestor (gtk_root_get_focus (gtk_widget_get_root (canvas)), canvas));
}

/* Every icon-only button of the page has a name and a tooltip with the same text. */
static guint
check_buttons (GtkWidget *widget)
{
  guint n_buttons = 0;

  if (GTK_IS_BUTTON (widget) && gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL)
    {
      const char *tooltip = gtk_widget_get_tooltip_text (widget);
      GtkWidget *parent = gtk_widget_get_parent (widget);

      if (!GTK_IS_SPIN_BUTTON (parent) && !GTK_IS_MENU_BUTTON (parent) &&
          gtk_widget_get_ancestor (widget, ADW_TYPE_ENTRY_ROW) == NULL)
        {
          g_test_message ("%s", gtk_button_get_icon_name (GTK_BUTTON (widget)));
          g_assert_nonnull (tooltip);
          assert_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip);
          n_buttons++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_buttons += check_buttons (child);

  return n_buttons;
}

static void
test_buttons (EditorTest *test, gconstpointer data)
{
  g_object_set (troupe_editor_get_frame (test->editor), "outline-visible", TRUE, NULL);
  troupe_editor_select_method (test->editor, "b");
  editor_test_settle ();
  g_assert_cmpuint (check_buttons (GTK_WIDGET (test->editor)), >, 4);
}

/* --- Outline ---------------------------------------------------------------------------------- */

static void
select_in_outline (EditorTest *test, const char *first, const char *second)
{
  const char *const names[] = { first, second, NULL };
  TroupeOutline *outline = TROUPE_OUTLINE (
      editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_OUTLINE, NULL, NULL));

  troupe_outline_set_selection (outline, names);
  g_signal_emit_by_name (outline, "selection-changed");
  editor_test_settle ();
}

static void
test_outline (EditorTest *test, gconstpointer data)
{
  TroupeOutline *outline;
  GtkWidget *list;
  g_auto (GStrv) names = NULL;

  g_object_set (troupe_editor_get_frame (test->editor), "outline-visible", TRUE, NULL);
  editor_test_settle ();
  outline = TROUPE_OUTLINE (
      editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_OUTLINE, NULL, NULL));
  list = editor_test_find (GTK_WIDGET (outline), GTK_TYPE_LIST_VIEW, NULL, NULL);

  select_in_outline (test, "b", NULL);
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "b");
  g_assert_true (troupe_canvas_is_selected (test->canvas, "b"));
  editor_test_select (test, "a", "c", NULL);
  names = troupe_outline_get_selection (outline);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_cmpstr (names[1], ==, "c");

  select_in_outline (test, "b", NULL);
  g_assert_true (editor_test_type (list, GDK_KEY_Delete, 0));
  g_assert_null (editor_test_method (test, "b"));
  editor_test_check_history (test, 1);
  select_in_outline (test, "b", NULL);
  g_assert_true (editor_test_type (list, GDK_KEY_F2, 0));
  g_assert_true (
      GTK_IS_TEXT (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (test->editor)))));
}

static gboolean
sees_b (gpointer user_data)
{
  EditorTest *test = user_data;
  graphene_rect_t bounds;
  graphene_rect_t view;

  troupe_canvas_get_view (test->canvas, &view);
  return troupe_canvas_get_bounds (test->canvas, "b", &bounds) &&
         graphene_rect_contains_rect (&view, &bounds);
}

static gboolean
has_focus (gpointer canvas)
{
  return gtk_widget_is_focus (canvas);
}

/* Enter in the outline reveals the card, even if it is already selected and out of view. */
static void
test_outline_activated (EditorTest *test, gconstpointer data)
{
  GtkWidget *outline;
  GtkWidget *list;

  g_object_set (troupe_editor_get_frame (test->editor), "outline-visible", TRUE, NULL);
  editor_test_settle ();
  outline = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_OUTLINE, NULL, NULL);
  list = editor_test_find (outline, GTK_TYPE_LIST_VIEW, NULL, NULL);

  for (guint i = 0; i < 2; i++)
    {
      troupe_canvas_set_origin (test->canvas, 9000, 9000);
      g_assert_false (sees_b (test));
      g_signal_emit_by_name (list, "activate", 1);
      editor_test_wait (sees_b, test);
      g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "b");
      editor_test_wait (has_focus, test->canvas);
    }
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/access/proxies", test_proxies },
  { "/editor/access/state", test_state },
  { "/editor/access/actions", test_actions },
  { "/editor/access/walk", test_walk },
  { "/editor/access/buttons", test_buttons },
  { "/editor/access/outline", test_outline },
  { "/editor/access/outline-activated", test_outline_activated },
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
