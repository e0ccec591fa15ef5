/* test-hands-access.c: accessible names in the crew editor, as a screen reader receives them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../app/window-test.h"
#include "access.h"
#include "hands.h"
#include "troupe-crew-content.h"
#include "troupe-crew-form.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-rows.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-run-controller.h"

static const char crew_text[] =
    "{\n  \"name\": \"desk\",\n  \"agents\": [\"reader\"],\n  \"tasks\": [\n"
    "    {\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
    "\"agent\": \"reader\"},\n"
    "    {\"name\": \"compare\", \"description\": \"Compare.\", \"expected_output\": \"A table\", "
    "\"agent\": \"reader\", \"context\": [\"gather\"], \"guardrail\": \"It has figures.\"}\n  ],\n"
    "  \"verbse\": true\n}\n";

static const char reader_text[] = "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": "
                                  "\"b\", \"llm\": \"gpt-4.1-mini\"}\n";

static GtkWidget *
find_type (GtkWidget *root, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
show (TroupeCrewEditor *editor, const char *id)
{
  TroupeCrewInspector *inspector =
      TROUPE_CREW_INSPECTOR (find_type (GTK_WIDGET (editor), TROUPE_TYPE_CREW_INSPECTOR));
  GtkWidget *content;

  troupe_crew_editor_select (editor, id);
  hands_settle ();
  content = troupe_crew_inspector_get_content (inspector);
  g_assert_true (TROUPE_IS_CREW_FORM (content));
  for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
    troupe_crew_form_unfold (TROUPE_CREW_FORM (content), fold, TRUE);
  hands_settle ();
}

/* Asserts that each field of @map that has a row in the form is found by its title. */
static void
assert_fields (GPtrArray *things, TroupeCrewOwner owner, JsonNode *map)
{
  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    {
      const TroupeCrewRowKind kind = troupe_crew_row_choose (owner, field, map);

      if (kind == TROUPE_CREW_ROW_HIDDEN || kind == TROUPE_CREW_ROW_OBJECT)
        continue;
      if (access_find (things, NULL, field->title) == NULL)
        g_error ("%s is not told", field->title);
    }
}

static void
fail_at (GPtrArray *things, guint index)
{
  for (guint i = index > 6 ? index - 6 : 0; i < MIN (index + 4, things->len); i++)
    {
      const AccessThing *thing = things->pdata[i];

      g_test_message ("%*s%s \"%s\" (%s)", (int) thing->depth, "", thing->role, thing->name,
                      thing->description);
    }
  g_error ("a %s has no name", ((const AccessThing *) things->pdata[index])->role);
}

/* Asserts that no name is doubled, and that no button is called by its type, which GTK does if it has no
 * name. */
static void
assert_told_once (GPtrArray *things)
{
  for (guint i = 0; i < things->len; i++)
    {
      const AccessThing *thing = things->pdata[i];

      if (access_is_doubled (thing->name))
        g_error ("a %s says twice: %s", thing->role, thing->name);
      if (g_str_equal (thing->role, "button") &&
          (g_str_has_prefix (thing->name, "Gtk") || g_str_has_prefix (thing->name, "Adw")))
        fail_at (things, i);
    }
}

static void
assert_named (GPtrArray *things)
{
  const guint index = access_find_nameless (things, "Crew");

  if (index < things->len)
    fail_at (things, index);
}

static void
test_crew (void)
{
  g_autofree char *agent = write_file ("access/agents/reader.jsonc", reader_text);
  g_autofree char *path = write_file ("access/crew.jsonc", crew_text);
  static const char *const cards[] = { "1, gather, task, Reader", "2, compare, task, Reader",
                                       "Reader, agent" };
  static const struct
  {
    const char *id;
    TroupeCrewOwner owner;
  } shown[] = { { NULL, TROUPE_CREW_OWNER_CREW },
                { "task:1", TROUPE_CREW_OWNER_TASK },
                { "agent:reader", TROUPE_CREW_OWNER_AGENT } };
  TroupeWindow *window;
  TroupeCrewContent *content;
  TroupeCrewEditor *editor;
  TroupeMonitor *monitor;

  window = open_still_window (path);
  content = troupe_crew_content_of (troupe_window_get_page (window));
  editor = troupe_crew_content_get_editor (content);
  hands_settle ();
  monitor = TROUPE_MONITOR (find_type (GTK_WIDGET (window), TROUPE_TYPE_MONITOR));
  troupe_monitor_set_page (monitor, "problems");
  troupe_monitor_set_panel_open (monitor, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      TroupeCrewSubject *subject = troupe_crew_editor_get_subject (editor);
      GPtrArray *problems = troupe_crew_subject_get_problems (subject);
      g_autoptr (GPtrArray) things = NULL;

      show (editor, shown[i].id);
      things = access_read ();
      g_assert_cmpuint (things->len, >, 100);
      for (guint k = 0; k < G_N_ELEMENTS (cards); k++)
        g_assert_nonnull (access_find (things, "list item", cards[k]));
      g_assert_cmpuint (problems->len, >, 0);
      g_assert_nonnull (
          access_find (things, "list item", ((const TroupeProblem *) problems->pdata[0])->message));
      assert_fields (things, shown[i].owner,
                     i == 0   ? troupe_crew_subject_get_root (subject)
                     : i == 1 ? troupe_crew_subject_get_task (subject, 1)
                              : troupe_crew_subject_get_agent (subject, "reader"));
      assert_named (things);
      assert_told_once (things);
    }
  close_window (window);
}

static gboolean
is_over (gpointer user_data)
{
  return !troupe_page_is_running (troupe_window_get_page (user_data)) &&
         !troupe_run_controller_is_starting (troupe_page_content_get_running (
             troupe_page_get_content (troupe_window_get_page (user_data))));
}

/* After a run the accessible name of each card contains its state, and no name is doubled. */
static void
test_run (void)
{
  g_autofree char *path = get_example ("this-and-that-or-other.json");
  TroupeWindow *window;
  TroupeCanvasScene *scene;
  TroupeEditor *editor;
  g_autoptr (GPtrArray) things = NULL;
  guint n_done = 0;

  window = open_still_window (path);
  hands_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_over, window);
  hands_settle ();
  editor = get_editor (troupe_window_get_page (window));
  hands_wait_frame (GTK_WIDGET (editor));
  scene =
      troupe_canvas_get_scene (troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor)));
  things = access_read ();
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (scene, i);
      const AccessThing *card = access_find (things, "list item", node->accessible_label);

      g_assert_nonnull (card);
      g_test_message ("%s", card->name);
      n_done += strstr (card->name, "Done") != NULL ? 1 : 0;
      g_assert_true (strstr (card->name, "Done") != NULL ||
                     strstr (card->name, "Not reached") != NULL);
    }
  g_assert_cmpuint (n_done, >, 2);
  assert_told_once (things);
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
  if (!access_start ())
    {
      g_print ("1..0 # SKIP there is no bus for assistive technology\n");
      hands_stop ();
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/access/crew", test_crew);
  g_test_add_func ("/hands/access/run", test_run);
  return window_test_run ();
}
