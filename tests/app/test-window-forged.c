/* test-window-forged.c: escaping of bidirectional, control and invisible characters in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-canvas.h"
#include "troupe-monitor.h"
#include "window-test.h"

/* A bidirectional override, a terminal escape sequence, an invisible character and an isolate.
 * The second string also has a line break. */
#define FORGED "\\u202e\\u001b[31m\\u200b\\u2066"
#define FORGED_LINE FORGED "\\n"

static const char forged_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"N" FORGED_LINE "\", \"description\": \"D" FORGED
    "\", \"state\": {\"type\": \"dict\", \"default\": {\"k" FORGED_LINE "\": \"v" FORGED_LINE
    "\", \"rows\": [{\"c" FORGED_LINE "\": \"x" FORGED_LINE "\"}, {\"c" FORGED_LINE
    "\": \"y\"}]}}, \"methods\": {"
    "\"begin\": {\"start\": true, \"description\": \"M" FORGED_LINE "\", \"do\": {\"call\": "
    "\"expression\", \"expr\": \"state\"}}, "
    "\"way\": {\"listen\": \"begin\", \"router\": true, \"emit\": [\"e" FORGED_LINE
    "\", \"f\"], \"do\": {\"call\": \"expression\", \"expr\": \"'f'\"}}, "
    "\"taken\": {\"listen\": \"e" FORGED_LINE
    "\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"each\": {\"listen\": \"f\", \"do\": {\"call\": \"each\", \"in\": \"state.rows\", \"do\": "
    "[{\"name\": \"s\", \"action\": {\"call\": \"expression\", \"expr\": "
    "\"item\"}}]}}, "
    "\"ask\": {\"listen\": \"each\", \"human_feedback\": {\"message\": \"Q" FORGED
    "\"}, \"do\": {\"call\": \"expression\", \"expr\": \"state\"}}}, "
    "\"x-troupe\": {\"groups\": [{\"id\": \"g\", \"title\": \"G" FORGED_LINE
    "\", \"methods\": [\"begin\"]}]}}";

/* --- Checked widgets -------------------------------------------------------------------------- */

static gboolean
is_forged (gunichar letter)
{
  return (letter < ' ' && letter != '\n' && letter != '\t') || letter == 0x7f ||
         (letter >= 0x200b && letter <= 0x200f) || (letter >= 0x2028 && letter <= 0x202e) ||
         (letter >= 0x2066 && letter <= 0x2069);
}

/* @text: (nullable) */
static void
check_text (const char *text, const char *where, gboolean is_line)
{
  for (const char *at = text; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    if (is_forged (g_utf8_get_char (at)) || (is_line && *at == '\n'))
      {
        g_autofree char *escaped = g_strescape (text, NULL);

        g_test_message ("%s: %s", where, escaped);
        g_test_fail ();
        return;
      }
}

static void
check_widget (GtkWidget *widget)
{
  const char *name = G_OBJECT_TYPE_NAME (widget);

  check_text (gtk_widget_get_tooltip_text (widget), "tooltip", FALSE);
  if (GTK_IS_LABEL (widget))
    {
      GtkWidget *parent = gtk_widget_get_parent (widget);
      g_autofree char *where = g_strdup_printf ("%s in %s", name, G_OBJECT_TYPE_NAME (parent));

      check_text (gtk_label_get_text (GTK_LABEL (widget)), where,
                  gtk_label_get_single_line_mode (GTK_LABEL (widget)));
    }
  else if (GTK_IS_WINDOW (widget))
    check_text (gtk_window_get_title (GTK_WINDOW (widget)), name, TRUE);
  else if (GTK_IS_BUTTON (widget))
    check_text (gtk_button_get_label (GTK_BUTTON (widget)), name, TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_widget (child);
}

static void
check_windows (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < 300 && g_main_context_iteration (NULL, FALSE); i++)
    continue;
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      check_widget (window);
    }
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Checks the texts and accessible names of the cards on the canvas. */
static void
check_canvas (TroupeWindow *window)
{
  GtkWidget *canvas =
      find_type (GTK_WIDGET (get_editor (troupe_window_get_page (window))), TROUPE_TYPE_CANVAS);
  TroupeCanvasScene *scene = troupe_canvas_get_scene (TROUPE_CANVAS (canvas));

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (scene, i);
      const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (scene, node->id);

      check_text (node->title, "title of a card", TRUE);
      check_text (node->summary, "summary of a card", TRUE);
      check_text (node->tooltip, "tooltip of a card", FALSE);
      check_text (node->accessible_label, "name of a card", TRUE);
      check_text (node->accessible_description, "description of a card", TRUE);
      check_text (run != NULL ? run->word : NULL, "word of a strip", TRUE);
    }
}

/* --- Tests ------------------------------------------------------------------------------------- */

static gboolean
asks_or_ended (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return troupe_page_get_n_questions (page) > 0 || !troupe_page_is_running (page);
}

static gboolean
runs (gpointer user_data)
{
  return find_consent () != NULL || troupe_page_is_running (troupe_window_get_page (user_data));
}

/* Shows input, output and state, each as a tree, as text and as a table. */
static void
press_toggles (GtkWidget *widget)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      gtk_widget_is_sensitive (widget) && GTK_IS_BOX (gtk_widget_get_parent (widget)))
    {
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (widget), TRUE);
      check_windows ();
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    press_toggles (child);
}

static void
look_at_all (TroupeWindow *window)
{
  static const char *const panels[] = { "win.panel-timeline", "win.panel-data", "win.panel-log",
                                        "win.panel-problems" };
  TroupePage *page = troupe_window_get_page (window);
  TroupeFlow *flow = troupe_flow_document_get_flow (get_document (window));

  g_object_set (window, "show-outline", TRUE, "show-inspector", TRUE, NULL);
  check_canvas (window);
  check_windows ();
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;

      troupe_editor_select_method (get_editor (page), name);
      troupe_monitor_set_selected_method (TROUPE_MONITOR (get_monitor (page)), name);
      check_windows ();
      for (guint k = 0; k < G_N_ELEMENTS (panels); k++)
        {
          gtk_widget_activate_action (GTK_WIDGET (window), panels[k], NULL);
          check_windows ();
        }
      gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-timeline", NULL);
      press_toggles (GTK_WIDGET (get_monitor (page)));
    }
}

static void
test_everywhere (void)
{
  g_autofree char *path = write_file ("forged.json", forged_flow);
  TroupeWindow *window = open_window (path);

  look_at_all (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (runs, window);
  check_windows ();
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (asks_or_ended, window);
  g_assert_cmpuint (troupe_page_get_n_questions (troupe_window_get_page (window)), ==, 1);
  look_at_all (window);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/forged", test_everywhere);

  return window_test_run ();
}
