/* test-hands-choices.c: choosing from the lists of the inspector, opened by the pointer, with keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-chooser.h"
#include "troupe-crew-content.h"
#include "troupe-crew-page.h"
#include "troupe-flow-state-edit.h"

static const char crew_text[] =
    "{\n  \"name\": \"desk\",\n  \"agents\": [\"reader\", \"writer\"],\n  \"tasks\": [\n"
    "    {\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\"%s}"
    "\n  ]%s\n}\n";

static const char agent_text[] = "{\"role\": \"%s\", \"goal\": \"Work\", \"backstory\": \"b\", "
                                 "\"llm\": \"gpt-4.1-mini\"}\n";

/* --- Lists ------------------------------------------------------------------------------------ */

typedef struct
{
  GtkWidget *root;
  const char *title;
} Sought;

static gboolean
is_in_popover (gpointer user_data)
{
  const Sought *sought = user_data;
  GtkWidget *row = hands_find_row (sought->root, sought->title);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (sought->root)));
  GtkWidget *popover = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  return row != NULL && popover != NULL && popover != focus && gtk_widget_get_mapped (popover) &&
         gtk_widget_is_ancestor (popover, row);
}

/* Returns TRUE if no popover is shown: the next click would only close it. */
static gboolean
has_left_popovers (gpointer user_data)
{
  return hands_find_type (user_data, GTK_TYPE_POPOVER) == NULL;
}

static gboolean
has_row (gpointer user_data)
{
  const Sought *sought = user_data;

  return hands_find_row (sought->root, sought->title) != NULL;
}

static gboolean
mapped_cb (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer n_opened)
{
  if (GTK_IS_POPOVER (g_value_get_object (&values[0])))
    ++*(guint *) n_opened;
  return TRUE;
}

/* Opens the list of the row with the title @title by a click. GTK 4.8 sometimes loses the first click after
 * a popover was closed by a key, in which case another one follows; but a list that has opened stays open. */
static void
open_list (GtkWidget *root, const char *title)
{
  const guint signal = g_signal_lookup ("map", GTK_TYPE_WIDGET);
  Sought sought = { root, title };
  guint n_opened = 0;
  gulong hook = g_signal_add_emission_hook (signal, 0, mapped_cb, &n_opened, NULL);

  wait_until (has_row, &sought);
  for (guint i = 0; i < 5 && n_opened == 0; i++)
    {
      const gint64 end = g_get_monotonic_time () + 4 * G_USEC_PER_SEC;
      GtkWidget *row = hands_find_row (root, title);

      hands_wait_frame (row);
      hands_click_middle (row);
      while (n_opened == 0 && g_get_monotonic_time () < end)
        hands_settle ();
    }
  wait_until (is_in_popover, &sought);
  hands_settle ();
  g_assert_true (is_in_popover (&sought));
  g_assert_cmpuint (n_opened, ==, 1);
  g_signal_remove_emission_hook (signal, hook);
}

/* Opens the list of the row with the title @title by a click, and chooses the @n-th entry after
 * the present one with Down and Return. @n: negative for an entry before it */
static void
choose (GtkWidget *root, const char *title, int n)
{
  open_list (root, title);
  for (int i = 0; i < ABS (n); i++)
    hands_key (n < 0 ? GDK_KEY_Up : GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_left_popovers, gtk_widget_get_root (root));
}

static void
set_up_desktop (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
}

/* --- Crews ------------------------------------------------------------------------------------ */

typedef struct
{
  TroupeWindow *window;
  TroupeCrewEditor *editor;
  TroupeCrewSubject *subject;
} Crew;

/* Opens a crew of two agents and a task. @task, @members: further members of the task and the crew */
static void
open_crew (Crew *crew, const char *folder, const char *task, const char *members)
{
  static const char *const agents[][2] = { { "reader", "Reader" }, { "writer", "Writer" } };
  g_autofree char *name = g_build_filename (folder, "crew.jsonc", NULL);
  g_autofree char *text = g_strdup_printf (crew_text, task, members);
  g_autofree char *path = write_file (name, text);

  set_up_desktop ();
  for (guint i = 0; i < G_N_ELEMENTS (agents); i++)
    {
      g_autofree char *file = g_strdup_printf ("%s/agents/%s.jsonc", folder, agents[i][0]);
      g_autofree char *agent = g_strdup_printf (agent_text, agents[i][1]);
      g_autofree char *written = write_file (file, agent);
    }
  crew->window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (crew->window), 1380, 880);
  crew->editor = troupe_crew_content_get_editor (
      troupe_crew_content_of (troupe_window_get_page (crew->window)));
  crew->subject = troupe_crew_editor_get_subject (crew->editor);
}

typedef struct
{
  TroupeCrewSubject *subject;
  const char *const *path;
  const char *name;
} Wanted;

static gboolean
is_chosen (gpointer user_data)
{
  const Wanted *wanted = user_data;
  JsonNode *node = troupe_crew_subject_get_value (wanted->subject, wanted->path);

  return node != NULL && g_strcmp0 (json_node_get_string (node), wanted->name) == 0;
}

static void
choose_agent (Crew *crew, const char *title, const char *const *path, int n, const char *name)
{
  Wanted wanted = { crew->subject, path, name };

  choose (GTK_WIDGET (crew->editor), title, n);
  wait_until (is_chosen, &wanted);
}

/* The agent of a task and the manager of a crew are chosen with keys after a click opened the
 * list, the first time as well as later. */
static void
test_agent (void)
{
  static const char *const path[] = { "tasks", "0", "agent", NULL };
  static const char *const selected[] = { "task:0", NULL };
  Crew crew;

  open_crew (&crew, "agent", ", \"agent\": \"reader\"", "");
  troupe_canvas_set_selection (
      troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)), selected);
  choose_agent (&crew, "Agent", path, 1, "writer");
  choose_agent (&crew, "Agent", path, -1, "reader");
  close_window (crew.window);
}

static void
test_manager (void)
{
  static const char *const path[] = { "manager_agent", NULL };
  Crew crew;

  open_crew (&crew, "manager", "",
             ",\n  \"process\": \"hierarchical\",\n  \"manager_agent\": \"reader\"");
  choose_agent (&crew, "Manager Agent", path, 1, "writer");
  choose_agent (&crew, "Manager Agent", path, -1, "reader");
  close_window (crew.window);
}

static gboolean
has_third_agent (gpointer user_data)
{
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (user_data);

  return g_strv_length (agents) == 3;
}

/* Returns whether the list of the open chooser shows all of its rows. */
static gboolean
has_whole_list (gpointer user_data)
{
  GtkWidget *chooser = hands_find_type (user_data, TROUPE_TYPE_CHOOSER);
  GtkWidget *scroller =
      chooser != NULL ? hands_find_type (chooser, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  GtkAdjustment *adjustment =
      scroller != NULL ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller))
                       : NULL;

  return adjustment != NULL && gtk_adjustment_get_page_size (adjustment) > 0 &&
         gtk_adjustment_get_upper (adjustment) <= gtk_adjustment_get_page_size (adjustment);
}

/* What can be added to a crew is explained, and the key on the canvas is shown and finds it. */
static void
test_add (void)
{
  Crew crew;
  GtkWidget *canvas;

  open_crew (&crew, "add", ", \"agent\": \"reader\"", "");
  canvas = GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)));
  hands_wait_frame (canvas);
  gtk_widget_grab_focus (canvas);
  hands_key (GDK_KEY_Tab, 0);
  wait_for_text (GTK_WIDGET (crew.window), "What is to be done, and what the result looks like");
  wait_for_text (GTK_WIDGET (crew.window), "Has a role, a goal and tools, and carries out tasks");
  wait_for_text (GTK_WIDGET (crew.window), "N");
  wait_until (has_whole_list, crew.window);
  hands_type ("n");
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_third_agent, crew.subject);
  hands_key (GDK_KEY_Escape, 0);
  close_window (crew.window);
}

/* --- Search in a page ------------------------------------------------------------------------- */

static GtkWidget *
wait_for_row (Crew *crew, const char *title)
{
  Sought sought = { GTK_WIDGET (crew->editor), title };

  wait_until (has_row, &sought);
  hands_wait_frame (hands_find_row (sought.root, title));
  return hands_find_row (sought.root, title);
}

static GtkWidget *
find_search (Crew *crew)
{
  GtkWidget *page = hands_find_type (GTK_WIDGET (crew->editor), TROUPE_TYPE_CREW_PAGE);

  return page != NULL ? hands_find_type (page, GTK_TYPE_SEARCH_ENTRY) : NULL;
}

static gboolean
has_search_focus (gpointer user_data)
{
  Crew *crew = user_data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (crew->window));
  GtkWidget *search = find_search (crew);

  return focus != NULL && search != NULL && gtk_widget_is_ancestor (focus, search);
}

/* Ctrl+Z after a choice by Enter undoes the choice, although the search entry keeps the focus. Before a
 * choice, it undoes what was typed. */
static void
test_undo_choice (void)
{
  static const char *const path[] = { "agents", "reader", "llm", NULL };
  static const char *const selected[] = { "agent:reader", NULL };
  Crew crew;
  Wanted before = { NULL, path, "gpt-4.1-mini" };
  Wanted after = { NULL, path, "mock/echo" };

  open_crew (&crew, "undo-choice", ", \"agent\": \"reader\"", "");
  before.subject = after.subject = crew.subject;
  troupe_canvas_set_selection (
      troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)), selected);
  hands_click_middle (wait_for_row (&crew, "Model"));
  wait_until (has_search_focus, &crew);
  hands_type ("mock");
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_chosen, &after);
  g_assert_true (has_search_focus (&crew));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (is_chosen, &before);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_search (&crew))), ==, "mock");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (is_chosen, &after);
  hands_type ("x");
  hands_settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_search (&crew))), ==, "mockx");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_search (&crew))), ==, "");
  g_assert_true (is_chosen (&after));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (is_chosen, &before);
  close_window (crew.window);
}

/* --- Knowledge -------------------------------------------------------------------------------- */

static gboolean
has_chooser (gpointer user_data)
{
  GtkWidget *window = hands_find_window ("Knowledge Source");

  return window != NULL && gtk_window_is_active (GTK_WINDOW (window)) &&
         gtk_window_get_focus (GTK_WINDOW (window)) != NULL;
}

static gboolean
has_copy (gpointer user_data)
{
  static const char *const path[] = { "agents", "reader", "knowledge_sources", "0", "file_paths",
                                      "0",      NULL };
  JsonNode *node = troupe_crew_subject_get_value (user_data, path);

  return node != NULL && g_strcmp0 (json_node_get_string (node), "units.csv") == 0;
}

static gboolean
is_picked (gpointer file)
{
  g_autoptr (GFile) picked =
      gtk_file_chooser_get_file (GTK_FILE_CHOOSER (hands_find_window ("Knowledge Source")));

  return picked != NULL && g_file_equal (picked, file);
}

/* Selects the file in the chooser. A path is not typed, because the entry of GTK 4.18 completes it meanwhile. */
static void
pick (const char *path)
{
  GtkWidget *window = hands_find_window ("Knowledge Source");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (window), file, NULL));
  wait_until (is_picked, file);
  hands_click_middle (
      gtk_dialog_get_widget_for_response (GTK_DIALOG (window), GTK_RESPONSE_ACCEPT));
}

/* A file outside of the project is copied into the folder from which CrewAI reads knowledge. */
static void
test_knowledge (void)
{
  static const char *const selected[] = { "agent:reader", NULL };
  Crew crew;
  g_autofree char *file = write_file ("elsewhere/units.csv", "inch,2.54\n");
  g_autofree char *copy = NULL, *text = NULL;

  open_crew (&crew, "knowledge", ", \"agent\": \"reader\"", "");
  troupe_canvas_set_selection (
      troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)), selected);
  hands_click_middle (wait_for_row (&crew, "Knowledge and Skills"));
  hands_click_middle (wait_for_row (&crew, "Add File"));
  wait_until (has_chooser, NULL);
  pick (file);
  wait_until (has_copy, crew.subject);
  copy = g_build_filename (g_get_user_data_dir (), "knowledge", "knowledge", "units.csv", NULL);
  g_assert_true (g_file_get_contents (copy, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "inch,2.54\n");
  wait_for_text (GTK_WIDGET (crew.window), "The file was copied to “knowledge/units.csv”");
  close_window (crew.window);
}

/* --- Flows ------------------------------------------------------------------------------------ */

static gboolean
has_action (gpointer user_data)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (user_data)),
                               "pick_topic");

  return method != NULL && method->action != NULL &&
         method->action->type != TROUPE_ACTION_EXPRESSION;
}

static gboolean
has_other_state (gpointer user_data)
{
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (user_data), NULL);

  return g_strstr_len (text, -1, "\"type\": \"dict\"") == NULL;
}

/* The rows with a fixed choice: the action of a method and the kind of a state. */
static void
test_kinds (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window;
  TroupeEditor *editor;
  TroupeFlowDocument *document;

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  editor = get_editor (troupe_window_get_page (window));
  document = get_document (window);
  troupe_editor_select_method (editor, "pick_topic");
  choose (GTK_WIDGET (editor), "Action", 1);
  wait_until (has_action, document);
  troupe_editor_select_method (editor, NULL);
  choose (GTK_WIDGET (editor), "Kind", 1);
  wait_until (has_other_state, document);
  close_window (window);
}

/* --- Changes while a list is open -------------------------------------------------------------- */

/* Waits until the form has had the time to fill itself, and closes the list that has remained open. */
static void
close_list (GtkWidget *root, const char *title)
{
  Sought sought = { root, title };

  hands_settle ();
  hands_wait_frame (hands_find_row (root, title));
  g_assert_true (is_in_popover (&sought));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_left_popovers, gtk_widget_get_root (root));
}

static gboolean
has_events (gpointer user_data)
{
  return hands_find_label (user_data, "Events") != NULL;
}

/* The form of a method and that of the state wait until a list is closed before they show other rows. */
static void
test_open_list (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  g_autofree char *field = NULL;
  TroupeWindow *window;
  GtkWidget *editor;
  Sought sought = { NULL, NULL };

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  sought.root = editor = GTK_WIDGET (get_editor (troupe_window_get_page (window)));
  troupe_editor_select_method (TROUPE_EDITOR (editor), "pick_topic");
  open_list (editor, "Action");
  g_assert_true (troupe_flow_document_set_router (get_document (window), "pick_topic", TRUE, NULL));
  g_assert_null (hands_find_label (editor, "Events"));
  close_list (editor, "Action");
  wait_until (has_events, editor);
  troupe_editor_select_method (TROUPE_EDITOR (editor), NULL);
  open_list (editor, "Kind");
  field = troupe_flow_document_add_state_field (get_document (window), NULL, NULL);
  close_list (editor, "Kind");
  sought.title = field;
  wait_until (has_row, &sought);
  close_window (window);
}

/* The same for the form of a task. */
static void
test_open_agents (void)
{
  static const char *const path[] = { "tasks", "0", "description", NULL };
  static const char *const selected[] = { "task:0", NULL };
  g_autoptr (JsonNode) value = json_node_init_int (json_node_alloc (), 5);
  Crew crew;

  open_crew (&crew, "open-agents", ", \"agent\": \"reader\"", "");
  troupe_canvas_set_selection (
      troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)), selected);
  open_list (GTK_WIDGET (crew.editor), "Agent");
  /* A number needs another row than a text. */
  g_assert_true (troupe_crew_subject_set (crew.subject, path, value, "Change", NULL, NULL));
  close_list (GTK_WIDGET (crew.editor), "Agent");
  close_window (crew.window);
}

/* --- Several methods -------------------------------------------------------------------------- */

#define AGENT(model)                                                                               \
  "\"do\": {\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\": "     \
  "\"B\", \"input\": \"hi\", \"llm\": \"" model "\"}}"

static const char agents_text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", \"methods\": "
                                  "{\"first\": {\"start\": true, " AGENT (
                                      "gpt-4o") "}, \"second\": "
                                                "{\"listen\": \"first\", " AGENT ("gpt-4.1") "}}}";

typedef struct
{
  TroupeDocument *document;
  const char *word;
  guint n;
} Count;

static gboolean
has_count (gpointer user_data)
{
  const Count *count = user_data;
  g_autofree char *text = troupe_document_to_text (count->document, NULL);
  g_auto (GStrv) parts = g_strsplit (text, count->word, -1);

  return g_strv_length (parts) - 1 == count->n;
}

static void
wait_for_count (TroupeWindow *window, const char *word, guint n)
{
  Count count = { TROUPE_DOCUMENT (get_document (window)), word, n };

  wait_until (has_count, &count);
}

/* Two methods show what they have in common; a click and a text set it in both, as one step each. */
static void
test_several_methods (void)
{
  static const char *const names[] = { "first", "second", NULL };
  g_autofree char *path = write_file ("several.json", agents_text);
  TroupeWindow *window;
  GtkWidget *editor, *row;
  Sought sought = { NULL, "Model · Several Values" };

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  editor = GTK_WIDGET (get_editor (troupe_window_get_page (window)));
  troupe_canvas_set_selection (TROUPE_CANVAS (hands_find_type (editor, TROUPE_TYPE_CANVAS)), names);
  sought.root = editor;
  wait_until (has_row, &sought);
  row = hands_find_row (editor, "Save State Afterwards");
  hands_wait_frame (row);
  hands_click_middle (row);
  wait_for_count (window, "\"enabled\": true", 2);
  hands_click_found (hands_find_row, editor, sought.title);
  hands_type ("o3");
  hands_key (GDK_KEY_Return, 0);
  wait_for_count (window, "\"o3\"", 2);
  sought.title = "Model";
  wait_until (has_row, &sought);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_count (window, "\"gpt-4o\"", 1);
  wait_for_count (window, "\"gpt-4.1\"", 1);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_count (window, "\"enabled\"", 0);
  close_window (window);
}

typedef struct
{
  TroupeWindow *window;
  TroupeCanvas *canvas;
} Cards;

static gboolean
are_aligned (gpointer user_data)
{
  const Cards *cards = user_data;
  graphene_rect_t first, second;

  return troupe_canvas_get_bounds (cards->canvas, "first", &first) &&
         troupe_canvas_get_bounds (cards->canvas, "second", &second) &&
         G_APPROX_VALUE (first.origin.x, second.origin.x, 0.5f);
}

static gboolean
has_group (gpointer user_data)
{
  const Cards *cards = user_data;
  g_autofree char *text =
      troupe_document_to_text (TROUPE_DOCUMENT (get_document (cards->window)), NULL);

  return strstr (text, "\"groups\"") != NULL;
}

static gboolean
has_no_group (gpointer user_data)
{
  return !has_group (user_data);
}

/* Several cards are aligned and grouped from the inspector. */
static void
test_arrange_several (void)
{
  static const char *const names[] = { "first", "second", NULL };
  g_autofree char *path = write_file ("arrange.json", agents_text);
  Cards cards;
  GtkWidget *editor;

  set_up_desktop ();
  cards.window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (cards.window), 1380, 880);
  editor = GTK_WIDGET (get_editor (troupe_window_get_page (cards.window)));
  cards.canvas = TROUPE_CANVAS (hands_find_type (editor, TROUPE_TYPE_CANVAS));
  troupe_canvas_set_selection (cards.canvas, names);
  g_assert_false (are_aligned (&cards));
  hands_click_found (hands_find_label, editor, "Align");
  hands_click_found (hands_find_label, editor, "Left");
  wait_until (are_aligned, &cards);
  g_assert_false (has_group (&cards));
  /* The button still has the focus. */
  wait_until (has_left_popovers, cards.window);
  hands_settle ();
  hands_wait_frame (editor);
  hands_key (GDK_KEY_g, GDK_CONTROL_MASK);
  wait_until (has_group, &cards);
  hands_key (GDK_KEY_Escape, 0);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (has_no_group, &cards);
  troupe_canvas_set_selection (cards.canvas, names);
  hands_click_found (hands_find_label, editor, "Group");
  wait_until (has_group, &cards);
  close_window (cards.window);
}

/* --- Tools of a flow --------------------------------------------------------------------------- */

static const char tool_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"T\", \"methods\": {\"use\": {\"start\": true, "
    "\"do\": {\"call\": \"tool\", \"ref\": \"my_tools:MyTool\", \"with\": {}}}}}";

static const char tool_code[] =
    "from crewai.tools import BaseTool, tool\n\n@tool\ndef shout(text: str):\n"
    "  return text\n\nclass Say(BaseTool):\n  def _run(self, text: str, "
    "loud: bool = False):\n    return text\n";

typedef struct
{
  TroupeFlowDocument *document;
  const char *reference;
  const char *arguments;
} Tool;

static gboolean
has_tool (gpointer user_data)
{
  static const char *const ref[] = { "methods", "use", "do", "ref", NULL };
  static const char *const with[] = { "methods", "use", "do", "with", NULL };
  const Tool *tool = user_data;
  JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (tool->document));
  g_autofree char *arguments = json_to_string (troupe_json_tree_get (root, with), FALSE);

  return g_str_equal (json_node_get_string (troupe_json_tree_get (root, ref)), tool->reference) &&
         g_str_equal (arguments, tool->arguments);
}

static GtkWidget *
find_tooltip (GtkWidget *widget, const char *words)
{
  GtkWidget *found = NULL;

  if (gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (widget), words) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_tooltip (child, words);
  return found;
}

typedef struct
{
  GtkWidget *root;
  const char *name;
} Choice;

/* Returns whether the open chooser lists the name. */
static gboolean
lists (GtkWidget *widget, const char *name)
{
  if (GTK_IS_INSCRIPTION (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), name) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (lists (child, name))
      return TRUE;
  return FALSE;
}

static gboolean
lists_choice (gpointer user_data)
{
  const Choice *choice = user_data;

  return lists (choice->root, choice->name);
}

static gboolean
lists_no_choice (gpointer user_data)
{
  return !lists_choice (user_data);
}

/* The classes of the project and the built-in tools are listed, as for an agent. Choosing one sets the names of its
 * arguments as well, in one step. */
static void
test_flow_tool (void)
{
  g_autofree char *code = write_file ("flow-tool/tools/say.py", tool_code);
  g_autofree char *path = write_file ("flow-tool/flow.json", tool_text);
  TroupeWindow *window;
  GtkWidget *editor;
  Tool tool = { NULL, "tools.say:Say", "{\"text\":\"\"}" };

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  editor = GTK_WIDGET (get_editor (troupe_window_get_page (window)));
  tool.document = troupe_editor_get_document (TROUPE_EDITOR (editor));
  hands_click_card (TROUPE_CANVAS (hands_find_type (editor, TROUPE_TYPE_CANVAS)), "use", 60, 20,
                    HANDS_CLICK);
  hands_settle ();
  hands_click_found (find_tooltip, editor, "Choose Tool");
  wait_until (lists_choice, (&(Choice){ editor, "tools.say:Say" }));
  g_assert_true (lists (editor, "crewai_tools:FileReadTool"));
  g_assert_false (lists (editor, "tools.say:shout"));
  hands_type ("say");
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_tool, &tool);
  /* Until the list has closed, keys are its own. */
  wait_until (lists_no_choice, (&(Choice){ editor, "tools.say:Say" }));
  hands_settle ();
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  tool.reference = "my_tools:MyTool";
  tool.arguments = "{}";
  wait_until (has_tool, &tool);
  close_window (window);
}

/* --- Where a name is used --------------------------------------------------------------------- */

static const char uses_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", \"state\": {\"type\": \"dict\", "
    "\"default\": "
    "{\"topic\": \"bees\"}}, \"methods\": {\"decide\": {\"start\": true, \"router\": true, "
    "\"emit\": "
    "[\"again\", \"done\"], \"do\": {\"call\": \"expression\", \"expr\": \"state.topic == '' ? "
    "'again' "
    ": 'done'\"}}, \"redo\": {\"listen\": \"again\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}}, \"use\": {\"listen\": \"done\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"state.topic\"}}}}";

static GtkWidget *
find_uses_button (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (widget), "Where Used") == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_uses_button (child);
  return found;
}

static gboolean
is_selected (gpointer user_data)
{
  return g_strcmp0 (troupe_editor_get_selected_method (user_data), "use") == 0;
}

/* Clicks the button of the row @title, and chooses the last hit. */
static void
go_to_last_use (TroupeEditor *editor, const char *title)
{
  Sought sought = { GTK_WIDGET (editor), title };
  GtkWidget *button;

  wait_until (has_row, &sought);
  hands_wait_frame (hands_find_row (sought.root, title));
  button = find_uses_button (hands_find_row (sought.root, title));
  g_assert_nonnull (button);
  hands_click_middle (button);
  hands_wait_frame (GTK_WIDGET (editor));
  for (guint i = 0; i < 5; i++)
    hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_selected, editor);
}

/* A field of the state and an event lead to the methods that use them. */
static void
test_uses (void)
{
  g_autofree char *path = write_file ("uses.json", uses_text);
  TroupeWindow *window;
  TroupeEditor *editor;

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  editor = get_editor (troupe_window_get_page (window));
  go_to_last_use (editor, "topic");
  troupe_editor_select_method (editor, "decide");
  go_to_last_use (editor, "done");
  close_window (window);
}

static gboolean
has_event_item (gpointer user_data)
{
  return hands_find_label (user_data, "Where “done” Is Used") != NULL;
}

/* The context menu of the row of an event leads to its uses. */
static void
test_event_menu (void)
{
  g_autofree char *path = write_file ("event-menu.json", uses_text);
  TroupeWindow *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
  graphene_point_t port;

  set_up_desktop ();
  window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  editor = get_editor (troupe_window_get_page (window));
  canvas = TROUPE_CANVAS (hands_find_type (GTK_WIDGET (editor), TROUPE_TYPE_CANVAS));
  hands_wait_view (canvas);
  g_assert_true (troupe_canvas_get_port (canvas, "decide", FALSE, "done", &port));
  port = troupe_canvas_to_widget (canvas, (double) port.x, (double) port.y);
  hands_menu (GTK_WIDGET (canvas), (double) port.x - 40, (double) port.y);
  wait_until (has_event_item, window);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (GTK_WIDGET (window), "use");
  hands_key (GDK_KEY_Escape, 0);
  close_window (window);
}

/* Returns TRUE if the open menu shows all of its entries at once. */
static gboolean
has_whole_menu (gpointer user_data)
{
  GtkWidget *menu = hands_find_type (user_data, GTK_TYPE_POPOVER_MENU);
  GtkWidget *scroller = menu != NULL ? hands_find_type (menu, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  GtkAdjustment *adjustment;

  if (scroller == NULL)
    return FALSE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  return gtk_adjustment_get_page_size (adjustment) > 0 &&
         gtk_adjustment_get_upper (adjustment) <= gtk_adjustment_get_page_size (adjustment);
}

static gboolean
has_no_menu (gpointer user_data)
{
  return hands_find_type (user_data, GTK_TYPE_POPOVER_MENU) == NULL;
}

/* A context menu that fits neither below nor above the pointer begins higher. */
static void
test_menu_fits (void)
{
  g_autofree char *path = write_file ("menu-fits.json", uses_text);
  TroupeWindow *window;
  TroupeCanvas *canvas;

  set_up_desktop ();
  window = open_still_window (path);
  /* The menu has nearly 830 pixels in recent versions of GTK. */
  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 960);
  canvas = TROUPE_CANVAS (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));
  hands_wait_frame (GTK_WIDGET (canvas));
  troupe_canvas_fit_all (canvas, FALSE);
  hands_wait_frame (GTK_WIDGET (canvas));
  for (guint i = 0; i < 2; i++)
    {
      const double height = gtk_widget_get_height (GTK_WIDGET (canvas));
      graphene_rect_t card;
      graphene_point_t place;

      /* In the middle, and near the lower edge of the window. */
      g_assert_true (troupe_canvas_get_bounds (canvas, "decide", &card));
      place = troupe_canvas_to_widget (canvas, (double) card.origin.x + 60,
                                       (double) card.origin.y + 26);
      troupe_canvas_pan (canvas, 0, (double) place.y - height * (i == 0 ? 0.5 : 0.9));
      hands_wait_frame (GTK_WIDGET (canvas));
      place = troupe_canvas_to_widget (canvas, (double) card.origin.x + 60,
                                       (double) card.origin.y + 26);
      hands_menu (GTK_WIDGET (canvas), (double) place.x, (double) place.y);
      wait_until (has_whole_menu, window);
      g_assert_nonnull (hands_find_label (GTK_WIDGET (window), "Delete and Reconnect"));
      hands_key (GDK_KEY_Escape, 0);
      wait_until (has_no_menu, window);
    }
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/choices/agent", test_agent);
  g_test_add_func ("/hands/choices/manager", test_manager);
  g_test_add_func ("/hands/choices/add", test_add);
  g_test_add_func ("/hands/choices/undo-choice", test_undo_choice);
  g_test_add_func ("/hands/choices/knowledge", test_knowledge);
  g_test_add_func ("/hands/choices/kinds", test_kinds);
  g_test_add_func ("/hands/choices/open-list", test_open_list);
  g_test_add_func ("/hands/choices/open-agents", test_open_agents);
  g_test_add_func ("/hands/choices/several-methods", test_several_methods);
  g_test_add_func ("/hands/choices/arrange-several", test_arrange_several);
  g_test_add_func ("/hands/choices/flow-tool", test_flow_tool);
  g_test_add_func ("/hands/choices/uses", test_uses);
  g_test_add_func ("/hands/choices/event-menu", test_event_menu);
  g_test_add_func ("/hands/choices/menu-fits", test_menu_fits);
  return window_test_run ();
}
