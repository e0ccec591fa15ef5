/* test-hands-rename.c: the popovers that ask for a name, by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-crew-content.h"
#include "troupe-events-form.h"
#include "troupe-palette.h"
#include "troupe-rename-popover.h"

static const char flow[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 120], \"second\": [300, 120]}}}";

static TroupeWindow *
open_flow (const char *path)
{
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  g_settings_set_int (get_settings (), "window-width", 1300);
  g_settings_set_int (get_settings (), "window-height", 760);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));

  return window;
}

static TroupeEditor *
get_flow_editor (TroupeWindow *window)
{
  return get_editor (troupe_window_get_page (window));
}

static gboolean
has_rename (gpointer user_data)
{
  return hands_find_type (user_data, TROUPE_TYPE_RENAME_POPOVER) != NULL;
}

static gboolean
has_no_rename (gpointer user_data)
{
  return !has_rename (user_data);
}

static gboolean
has_palette (gpointer user_data)
{
  return hands_find_type (user_data, TROUPE_TYPE_PALETTE) != NULL;
}

typedef struct
{
  TroupeWindow *window;
  const char *word;
} Expected;

static gboolean
is_in_document (gpointer user_data)
{
  const Expected *expected = user_data;
  g_autofree char *text =
      troupe_document_to_text (troupe_page_get_document (troupe_window_get_page (expected->window)),
                               NULL);

  return strstr (text, expected->word) != NULL;
}

static gboolean
contains (TroupeWindow *window, const char *word)
{
  Expected expected = { window, word };

  return is_in_document (&expected);
}

static void
wait_for_word (TroupeWindow *window, const char *word)
{
  Expected expected = { window, word };

  wait_until (is_in_document, &expected);
}

static void
rename_second (TroupeWindow *window)
{
  TroupeEditor *editor = get_flow_editor (window);

  troupe_editor_select_method (editor, "second");
  hands_settle ();
  hands_wait_frame (GTK_WIDGET (editor));
  gtk_widget_grab_focus (
      GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor))));
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
}

/* --- Flows ------------------------------------------------------------------------------------ */

/* A new flow asks for the name of its method. The first click elsewhere does what it does at any other
 * time, and a name that was typed is kept. */
static void
test_new_flow (void)
{
  for (guint i = 0; i < 2; i++)
    {
      TroupeWindow *window = open_flow (NULL);
      TroupeEditor *editor;

      hands_key (GDK_KEY_n, GDK_CONTROL_MASK);
      wait_until (has_page, window);
      editor = get_flow_editor (window);
      wait_until (has_rename, editor);
      if (i == 1)
        hands_type ("opening");
      hands_wait_frame (GTK_WIDGET (editor));
      hands_click_found (find_labelled, GTK_WIDGET (editor), "Add");
      wait_until (has_palette, editor);
      g_assert_false (has_rename (editor));
      g_assert_true (contains (window, i == 1 ? "\"opening\"" : "\"begin\""));
      /* The keys are for the palette. */
      hands_type ("crew");
      hands_key (GDK_KEY_Return, 0);
      wait_for_word (window, "\"crew\"");
      close_window (window);
    }
}

static gboolean
is_selected (gpointer user_data)
{
  return troupe_canvas_is_selected (user_data, "first");
}

/* A click on another card takes the name and selects the card. Escape discards the name. A name that is
 * not valid is discarded as well. */
static void
test_leave (void)
{
  static const struct
  {
    const char *typed;
    const char *word;
  } cases[] = { { "summary", "\"summary\"" }, { "fi rst", "\"second\"" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = write_file ("leave.json", flow);
      TroupeWindow *window = open_flow (path);
      TroupeEditor *editor = get_flow_editor (window);
      TroupeCanvas *canvas = troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor));

      rename_second (window);
      hands_type (cases[i].typed);
      hands_click_card (canvas, "first", 40, 26, HANDS_CLICK);
      wait_until (is_selected, canvas);
      g_assert_true (has_no_rename (editor));
      g_assert_true (contains (window, cases[i].word));
      g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 1);

      troupe_editor_select_method (editor, "first");
      hands_key (GDK_KEY_F2, 0);
      wait_until (has_rename, editor);
      hands_type ("third");
      hands_key (GDK_KEY_Escape, 0);
      wait_until (has_no_rename, editor);
      g_assert_false (contains (window, "third"));
      close_window (window);
    }
}

/* A field of the inspector takes the focus at once, and so does the next widget with Tab. */
static void
test_field (void)
{
  g_autofree char *path = write_file ("field.json", flow);
  TroupeWindow *window = open_flow (path);
  TroupeEditor *editor = get_flow_editor (window);
  GtkWidget *inspector = troupe_editor_frame_get_inspector (troupe_editor_get_frame (editor));

  rename_second (window);
  hands_type ("summary");
  hands_click_middle (hands_find_type (inspector, GTK_TYPE_TEXT_VIEW));
  wait_for_word (window, "\"summary\"");
  g_assert_true (has_no_rename (editor));
  hands_key (GDK_KEY_End, GDK_CONTROL_MASK);
  hands_type (" + 40");
  wait_for_word (window, "2 + 40");
  close_window (window);
}

static gboolean
is_active (gpointer user_data)
{
  return gtk_window_is_active (user_data);
}

static gboolean
has_focus_in_rename (gpointer user_data)
{
  GtkWidget *popover = hands_find_type (user_data, TROUPE_TYPE_RENAME_POPOVER);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (user_data));

  return popover != NULL && focus != NULL && gtk_widget_is_ancestor (focus, popover);
}

/* The popover is not shown over other windows, and returns with its text. */
static void
test_other_window (void)
{
  g_autofree char *path = write_file ("other.json", flow);
  TroupeWindow *window = open_flow (path);
  TroupeEditor *editor = get_flow_editor (window);
  GtkWindow *other = GTK_WINDOW (gtk_window_new ());

  rename_second (window);
  hands_type ("sum");
  gtk_window_present (other);
  wait_until (is_active, other);
  wait_until (has_no_rename, editor);
  gtk_window_destroy (other);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (has_focus_in_rename, editor);
  hands_type ("mary");
  hands_key (GDK_KEY_Return, 0);
  wait_for_word (window, "\"summary\"");
  close_window (window);
}

/* --- Crews ------------------------------------------------------------------------------------ */

static const char crew[] = "{\"name\": \"desk\", \"agents\": [\"reader\"], \"tasks\": [{\"name\": "
                           "\"gather\", \"description\": "
                           "\"Gather.\", \"expected_output\": \"Links\", \"agent\": \"reader\"}]}";

static TroupeCrewEditor *
get_crew_editor (TroupeWindow *window)
{
  return troupe_crew_content_get_editor (troupe_crew_content_of (troupe_window_get_page (window)));
}

typedef struct
{
  TroupeWindow *window;
  const char *agent;
  const char *role;
} Agent;

static gboolean
has_role (gpointer user_data)
{
  const Agent *agent = user_data;
  JsonNode *node = troupe_crew_subject_get_agent (
      troupe_crew_editor_get_subject (get_crew_editor (agent->window)), agent->agent);

  return node != NULL && g_strcmp0 (json_object_get_string_member_with_default (
                                        json_node_get_object (node), "role", NULL),
                                    agent->role) == 0;
}

static void
wait_for_agent (TroupeWindow *window, const char *agent, const char *role)
{
  Agent expected = { window, agent, role };

  wait_until (has_role, &expected);
}

static void
click_agent (TroupeCrewEditor *editor, const char *id)
{
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (editor));

  hands_click_card (canvas, id, 120, 30, HANDS_CLICK);
}

/* F2 edits what the card of an agent shows, its role. The ID of a new agent follows until it is changed by
 * hand; the ID of an agent of a file stays. */
static void
test_agent (void)
{
  g_autofree char *agent =
      write_file ("rename-crew/agents/reader.jsonc",
                  "{\"role\": \"Reader\\n\", \"goal\": \"g\", \"backstory\": \"b\"}");
  g_autofree char *path = write_file ("rename-crew/crew.jsonc", crew);
  TroupeWindow *window = open_flow (path);
  TroupeCrewEditor *editor = get_crew_editor (window);

  gtk_widget_grab_focus (
      GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (editor))));
  hands_key (GDK_KEY_n, 0);
  wait_until (has_rename, editor);
  hands_type ("Poet");
  hands_key (GDK_KEY_Return, 0);
  wait_for_agent (window, "poet", "Poet");
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
  g_assert_true (
      shows_text (hands_find_type (GTK_WIDGET (editor), TROUPE_TYPE_RENAME_POPOVER), "ID: poet"));
  hands_type ("Bard");
  hands_key (GDK_KEY_Return, 0);
  wait_for_agent (window, "bard", "Bard");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "crew.change-id", NULL));
  wait_until (has_rename, editor);
  hands_type ("singer");
  hands_key (GDK_KEY_Return, 0);
  wait_for_agent (window, "singer", "Bard");
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
  hands_type ("Minstrel");
  hands_key (GDK_KEY_Return, 0);
  wait_for_agent (window, "singer", "Minstrel");

  /* A role that is not edited is not written without its newline. */
  click_agent (editor, "agent:reader");
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_no_rename, editor);
  wait_for_agent (window, "reader", "Reader\n");
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
  /* The X server may tell of the previous selection of the entry that it was lost, after the new one. */
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("Critic");
  hands_key (GDK_KEY_Return, 0);
  wait_for_agent (window, "reader", "Critic");
  close_window (window);
}

/* A switch of the inspector that is clicked while a role is typed is switched, and the role is taken. */
static void
test_switch (void)
{
  g_autofree char *agent =
      write_file ("switch-crew/agents/reader.jsonc",
                  "{\"role\": \"Reader\", \"goal\": \"g\", \"backstory\": \"b\"}");
  g_autofree char *path = write_file ("switch-crew/crew.jsonc", crew);
  TroupeWindow *window = open_flow (path);
  TroupeCrewEditor *editor = get_crew_editor (window);
  GtkWidget *inspector;
  g_autofree char *text = NULL;

  click_agent (editor, "agent:reader");
  hands_key (GDK_KEY_F2, 0);
  wait_until (has_rename, editor);
  hands_type ("Critic");
  inspector = troupe_editor_frame_get_inspector (troupe_crew_editor_get_frame (editor));
  hands_click_middle (hands_find_type (inspector, GTK_TYPE_SWITCH));
  wait_for_agent (window, "reader", "Critic");
  hands_settle ();
  text = json_to_string (
      troupe_crew_subject_get_agent (troupe_crew_editor_get_subject (editor), "reader"), FALSE);
  g_assert_nonnull (strstr (text, "\"allow_delegation\":true"));
  close_window (window);
}

/* --- Undo ------------------------------------------------------------------------------------- */

static gboolean
is_as_before (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return !contains (window, "router") && has_no_rename (window);
}

static gboolean
has_event_popover (gpointer user_data)
{
  GtkWidget *field = hands_get_field ();

  return field != NULL && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (field)), "event_3");
}

static gboolean
has_no_event_popover (gpointer user_data)
{
  return !has_event_popover (user_data);
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

/* Ctrl+Z undoes a new method or event whose name is asked for, and only the text if something was typed. */
static void
test_undo (void)
{
  g_autofree char *path = write_file ("undo.json", flow);
  TroupeWindow *window = open_flow (path);
  TroupeEditor *editor = get_flow_editor (window);
  GtkWidget *form;

  rename_second (window);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_rename, editor);
  for (guint i = 0; i < 2; i++)
    {
      hands_key (GDK_KEY_Tab, 0);
      wait_until (has_palette, window);
      hands_type ("router");
      hands_key (GDK_KEY_Return, 0);
      wait_until (has_rename, editor);
      if (i == 0)
        {
          hands_key (GDK_KEY_x, 0);
          hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
          hands_settle ();
          g_assert_true (contains (window, "router"));
          hands_key (GDK_KEY_Escape, 0);
          wait_until (has_no_rename, editor);
          form = hands_find_type (GTK_WIDGET (editor), TROUPE_TYPE_EVENTS_FORM);
          g_assert_nonnull (form);
          hands_click_found (find_tooltip, form, "Add Event");
          wait_until (has_event_popover, NULL);
          g_assert_true (contains (window, "event_3"));
          hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
          wait_until (has_no_event_popover, NULL);
          g_assert_false (contains (window, "event_3"));
          g_assert_true (contains (window, "router"));
          hands_wait_frame (GTK_WIDGET (editor));
          hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
          wait_until (is_as_before, window);
          rename_second (window);
          hands_key (GDK_KEY_Escape, 0);
          wait_until (has_no_rename, editor);
        }
    }
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (is_as_before, window);
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
  g_test_add_func ("/hands/rename/new-flow", test_new_flow);
  g_test_add_func ("/hands/rename/leave", test_leave);
  g_test_add_func ("/hands/rename/field", test_field);
  g_test_add_func ("/hands/rename/other-window", test_other_window);
  g_test_add_func ("/hands/rename/agent", test_agent);
  g_test_add_func ("/hands/rename/switch", test_switch);

  g_test_add_func ("/hands/rename/undo", test_undo);
  return window_test_run ();
}
