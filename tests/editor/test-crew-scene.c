/* test-crew-scene.c: the canvas scene of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-id.h"
#include "troupe-crew-scene.h"
#include "troupe-flow-document.h"

#define TASK(name, agent, more)                                                                    \
  "{\"name\": \"" name "\", \"description\": \"Do it.\", \"expected_output\": \"It\", "            \
  "\"agent\": \"" agent "\"" more "}"

static const char flow_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"work\": {\"start\": true, "
    "\"do\": {\"call\": \"crew\", \"with\": {\"agents\": {"
    "\"reader\": {\"role\": \"Reader\", \"goal\": \"g\", \"backstory\": \"b\", "
    "\"llm\": \"openai/gpt-4.1\", \"tools\": [\"FileReadTool\"]},"
    "\"writer\": {\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\"}},"
    "\"tasks\": [" TASK ("one", "reader", ", \"async_execution\": true") ", " TASK (
        "two",
        "reader",
        ", \"async_execution\": true, \"human_input\": "
        "true") ", " TASK ("three", "writer", "") ", " TASK ("four",
                                                             "writer",
                                                             ", "
                                                             "\"context"
                                                             "\": "
                                                             "[\"one\", "
                                                             "\"three\""
                                                             "]") ","
                                                                  " " TASK ("five",
                                                                            "write"
                                                                            "r",
                                                                            ", "
                                                                            "\"con"
                                                                            "text"
                                                                            "\": "
                                                                            "[]") "]}}}}}";

typedef struct
{
  TroupeFlowDocument *document;
  TroupeCrewSubject *subject;
  TroupeCrewScene *crew;
  TroupeCanvasScene *scene;
} Test;

static void
open_test (Test *test)
{
  static const char *const path[] = { "methods", "work", "do", "with", NULL };
  g_autoptr (GError) error = NULL;

  test->document =
      troupe_flow_document_load_text (flow_text, strlen (flow_text), "flow", NULL, &error);
  g_assert_no_error (error);
  test->subject = troupe_crew_subject_new_inline (TROUPE_DOCUMENT (test->document), path);
  test->crew = troupe_crew_scene_new (test->subject);
  test->scene = troupe_crew_scene_get_scene (test->crew);
}

static void
close_test (Test *test)
{
  g_object_unref (test->crew);
  g_object_unref (test->subject);
  g_object_unref (test->document);
}

/* Each task and agent has a card with an accessible name. The card of a task shows its agent,
 * and the card of an agent shows its model and tools. */
static void
test_cards (void)
{
  Test test;
  const TroupeCanvasNode *node;
  const char *const tools[] = { "FileReadTool", NULL };
  const char *const model[] = { "gpt-4.1", "1 tool", NULL };
  double x_reader, x_writer, y;

  open_test (&test);
  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (test.scene), ==, 7);
  node = troupe_canvas_scene_get_node (test.scene, "task:1");
  g_assert_cmpstr (node->accessible_label, ==, "2, two, task, Reader");
  g_assert_cmpstr (node->mark_text, ==, "2");
  g_assert_true (g_strv_equal (node->chips, tools));
  g_assert_true (g_strv_contains (node->signs, "troupe-async-symbolic"));
  g_assert_true (g_strv_contains (node->signs, "troupe-human-symbolic"));
  node = troupe_canvas_scene_get_node (test.scene, "agent:reader");
  g_assert_true (node->is_person);
  g_assert_true (g_strv_equal (node->chips, model));
  g_assert_true (troupe_canvas_scene_get_position (test.scene, "agent:reader", &x_reader, &y));
  g_assert_true (troupe_canvas_scene_get_position (test.scene, "agent:writer", &x_writer, &y));
  /* An agent is placed below its first task. */
  g_assert_cmpfloat (x_reader, ==, troupe_canvas_scene_get_node (test.scene, "task:0")->x);
  g_assert_cmpfloat (x_writer, ==, troupe_canvas_scene_get_node (test.scene, "task:2")->x);
  close_test (&test);
}

/* An agent without a model has another model than an agent with one. */
static void
test_models (void)
{
  Test test;
  g_autoptr (GError) error = NULL;

  open_test (&test);
  g_assert_false (troupe_crew_card_data_has_one_model (test.subject));
  g_assert_true (troupe_crew_edit_set_models (test.subject, "openai/gpt-4.1", &error));
  g_assert_no_error (error);
  g_assert_true (troupe_crew_card_data_has_one_model (test.subject));
  close_test (&test);
}

/* If no wire shows the context of a task, a note shows it. */
static void
test_context (void)
{
  Test test;
  const TroupeCanvasWire *wire;

  open_test (&test);
  g_assert_null (troupe_canvas_scene_get_node (test.scene, "task:0")->input_note);
  g_assert_cmpstr (troupe_canvas_scene_get_node (test.scene, "task:1")->input_note, ==, "none");
  g_assert_cmpstr (troupe_canvas_scene_get_node (test.scene, "task:2")->input_note, ==,
                   "all previous");
  g_assert_null (troupe_canvas_scene_get_node (test.scene, "task:3")->input_note);
  g_assert_cmpstr (troupe_canvas_scene_get_node (test.scene, "task:4")->input_note, ==, "none");
  g_assert_cmpuint (troupe_canvas_scene_get_n_wires (test.scene), ==, 2);
  /* A wire that passes other cards is routed around them. */
  wire = troupe_canvas_scene_get_wire (test.scene, "context:0>3");
  g_assert_true (wire->has_lane &&
                 wire->lane_y > troupe_canvas_scene_get_node (test.scene, "task:0")->y + 132);
  g_assert_false (troupe_canvas_scene_get_wire (test.scene, "context:2>3")->has_lane);
  close_test (&test);
}

/* Adjacent concurrent tasks are in a lane. A manager is placed above the tasks. */
static void
test_lane_and_manager (void)
{
  Test test;
  g_autoptr (GError) error = NULL;

  open_test (&test);
  g_assert_nonnull (troupe_canvas_scene_get_group (test.scene, "lane:0"));
  g_assert_null (troupe_canvas_scene_get_node (test.scene, TROUPE_CREW_ID_MANAGER));
  g_assert_true (troupe_crew_edit_set_process (test.subject, TROUPE_CREW_HIERARCHICAL,
                                               "openai/gpt-4.1", &error));
  g_assert_no_error (error);
  troupe_crew_scene_update (test.crew);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test.scene, TROUPE_CREW_ID_MANAGER)->y + 92, <,
                     troupe_canvas_scene_get_node (test.scene, "task:0")->y);
  /* The name of the model is complete, even if it contains dots. */
  g_assert_cmpstr (troupe_canvas_scene_get_node (test.scene, TROUPE_CREW_ID_MANAGER)->chips[0], ==,
                   "gpt-4.1");
  g_assert_nonnull (troupe_canvas_scene_get_wire (test.scene, "manages:4"));
  /* “The manager chooses” is not a name and has no initials. */
  g_assert_null (troupe_canvas_scene_get_node (test.scene, "task:0")->owner_icon);
  g_assert_true (troupe_crew_edit_assign_agent (test.subject, 0, NULL, &error));
  g_assert_no_error (error);
  troupe_crew_scene_update (test.crew);
  g_assert_nonnull (troupe_canvas_scene_get_node (test.scene, "task:0")->owner_icon);
  troupe_document_undo (TROUPE_DOCUMENT (test.document));
  troupe_document_undo (TROUPE_DOCUMENT (test.document));
  troupe_crew_scene_update (test.crew);
  g_assert_null (troupe_canvas_scene_get_node (test.scene, TROUPE_CREW_ID_MANAGER));
  g_assert_null (troupe_canvas_scene_get_wire (test.scene, "manages:4"));
  close_test (&test);
}

/* Selecting a task or an agent highlights the related cards. */
static void
test_related (void)
{
  Test test;
  g_auto (GStrv) agent = NULL;
  g_auto (GStrv) tasks = NULL;

  open_test (&test);
  agent = troupe_crew_scene_list_related (test.crew, "task:0");
  g_assert_cmpstr (agent[0], ==, "agent:reader");
  tasks = troupe_crew_scene_list_related (test.crew, "agent:writer");
  g_assert_cmpuint (g_strv_length (tasks), ==, 3);
  close_test (&test);
}

/* Ids are parsed correctly, regardless of the names of the agents. */
static void
test_ids (void)
{
  guint from, to, task;

  g_assert_true (troupe_crew_id_is_task ("task:12", &task));
  g_assert_cmpuint (task, ==, 12);
  g_assert_false (troupe_crew_id_is_task ("task:x", &task));
  g_assert_false (troupe_crew_id_is_task ("agent:task:1", &task));
  g_assert_true (troupe_crew_id_is_context ("context:1>20", &from, &to));
  g_assert_cmpuint (to, ==, 20);
  g_assert_false (troupe_crew_id_is_context ("context:1>", &from, &to));
  g_assert_cmpstr (troupe_crew_id_get_agent ("agent:task:1"), ==, "task:1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/editor/crew/cards", test_cards);
  g_test_add_func ("/editor/crew/models", test_models);
  g_test_add_func ("/editor/crew/context", test_context);
  g_test_add_func ("/editor/crew/lane-and-manager", test_lane_and_manager);
  g_test_add_func ("/editor/crew/related", test_related);
  g_test_add_func ("/editor/crew/ids", test_ids);
  return g_test_run ();
}
