/* test-crew-run.c: cards and wires of a crew during a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-id.h"
#include "troupe-crew-run.h"
#include "troupe-crew-scene.h"

#define AGENT(role) "{\"role\": \"" role "\", \"goal\": \"g\", \"backstory\": \"b\"}"
#define TASK(name, agent)                                                                          \
  "{\"name\": \"" name "\", \"description\": \"Do it.\", \"expected_output\": \"It\", "            \
  "\"agent\": \"" agent "\"}"

typedef struct
{
  TroupeCrewDocument *document;
  TroupeCrewSubject *subject;
  TroupeCrewScene *crew;
  TroupeCanvasScene *scene;
  TroupeTrace *trace;
  TroupeCrewRun *run;
  guint64 sequence;
} Fixture;

/* A manager and three agents with one task each. */
static void
set_up (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "crew.jsonc",       "agents/boss.jsonc",  "agents/one.jsonc",
                                       "agents/two.jsonc", "agents/three.jsonc", NULL };
  const char *texts[] = {
    NULL, AGENT ("Boss"), AGENT ("One"), AGENT ("Two"), AGENT ("Three"), NULL
  };
  g_autofree char *crew = g_strdup_printf (
      "{\"name\": \"c\", %s, \"agents\": [\"one\", \"two\", \"three\"], \"tasks\": [" TASK (
          "first", "one") ", " TASK ("second", "two") ", " TASK ("third", "three") "]}",
      data != NULL ? (const char *) data
                   : "\"process\": \"hierarchical\", \"manager_agent\": \"boss\"");
  g_autoptr (GError) error = NULL;

  texts[0] = crew;
  self->document = troupe_crew_document_new_from_texts (names, texts, NULL, &error);
  g_assert_no_error (error);
  self->subject = troupe_crew_subject_new (self->document);
  g_assert_nonnull (troupe_crew_subject_get_crew (self->subject));
  self->crew = troupe_crew_scene_new (self->subject);
  self->scene = troupe_crew_scene_get_scene (self->crew);
  self->trace = troupe_trace_new ();
  self->run = troupe_crew_run_new (self->subject, self->scene, self->trace);
  troupe_trace_begin (self->trace, 1000000);
  troupe_crew_run_begin (self->run, troupe_crew_subject_get_crew (self->subject), NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  troupe_crew_run_free (self->run);
  g_object_unref (self->crew);
  g_object_unref (self->subject);
  g_object_unref (self->document);
  g_assert_finalize_object (self->trace);
}

static void
tell (Fixture *self, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  g_autoptr (TroupeEvent) event =
      troupe_event_new (type, scope, troupe_value_from_json (fields, -1, NULL));

  event->sequence = ++self->sequence;
  event->time_us = 1000000 + (gint64) self->sequence * 100000;
  troupe_trace_add_event (self->trace, event);
  troupe_crew_run_tick (self->run);
}

static TroupeScope *
open_scope (Fixture *self,
            TroupeEventType type,
            TroupeScope *around,
            const char *path,
            const char *name,
            const char *fields)
{
  TroupeScope *scope = troupe_scope_new_stored (troupe_event_type_get_info (type)->kind,
                                                self->sequence + 1, around, path, name);

  tell (self, type, scope, fields);
  return scope;
}

static const char *
get_word (Fixture *self, const char *id)
{
  return troupe_canvas_scene_get_node_run (self->scene, id)->word;
}

static const char *
get_time (Fixture *self, const char *id)
{
  return troupe_canvas_scene_get_node_run (self->scene, id)->time;
}

/* The cost so far is shown on the cards of the agents that called the models. */
static void
test_money (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) boss =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.boss", "Boss", "{}");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeScope) call =
          open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, boss, NULL, "a/model", "{}");

      g_assert_cmpstr (get_time (self, "agent:boss"), ==, i == 0 ? "1 call" : "2 calls · $0.2500");
      tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, "{\"cost\": 0.25}");
    }
  g_assert_cmpstr (get_time (self, "agent:boss"), ==, "2 calls · $0.5000");
  /* The sum is not shown if a part of it is unknown. */
  {
    g_autoptr (TroupeScope) call =
        open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, boss, NULL, "other/model", "{}");

    tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, "{}");
  }
  g_assert_cmpstr (get_time (self, "agent:boss"), ==, "3 calls");
}

/* An agent that answers a question during a task continues the task afterwards. Its card shows
 * this. */
static void
test_two_works (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) first =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) second =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[1]", "second", "{}");
  g_autoptr (TroupeScope) one =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, first, "agents.one", "One", "{}");
  g_autoptr (TroupeScope) two =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, second, "agents.two", "Two", "{}");
  g_autoptr (TroupeScope) ask =
      open_scope (self, TROUPE_EVENT_TOOL_STARTED, one, NULL, "ask_question_to_coworker",
                  "{\"tool_args\": {\"question\": \"Which?\", \"coworker\": \"Two\"}}");
  g_autoptr (TroupeScope) asked =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, ask, "agents.two", "Two", "{}");

  g_assert_cmpstr (get_word (self, "agent:two"), ==, "Answering One");
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, asked, "{\"output\": \"This.\"}");
  tell (self, TROUPE_EVENT_TOOL_FINISHED, ask, "{\"output\": \"This.\"}");
  g_assert_cmpstr (get_word (self, "agent:two"), ==, "On second");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:two")->state, ==,
                   TROUPE_CANVAS_STATE_RUNNING);
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, two, "{\"output\": \"Done.\"}");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:two")->state, ==,
                   TROUPE_CANVAS_STATE_DONE);
}

/* An agent that delegated its task to a remote agent is not done, because it waits for the
 * answer. */
static void
test_elsewhere (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) one =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.one", "One", "{}");
  g_autoptr (TroupeScope) handed = NULL;

  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, one, "{\"output\": \"{}\"}");
  handed = open_scope (self, TROUPE_EVENT_A2A_DELEGATION_STARTED, task, NULL, "Sky",
                       "{\"tool_name\": \"Sky\", \"tool_args\": {\"message\": \"How is it?\"}}");
  g_assert_cmpstr (get_word (self, "agent:one"), ==, "On first");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:one")->state, ==,
                   TROUPE_CANVAS_STATE_RUNNING);
  tell (self, TROUPE_EVENT_A2A_DELEGATION_FINISHED, handed, "{\"output\": \"Sunny.\"}");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:one")->state, ==,
                   TROUPE_CANVAS_STATE_DONE);
}

/* An agent whose answer was rejected is not done. */
static void
test_rejected (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) boss =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.boss", "Boss", "{}");

  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, boss, "{\"output\": \"Done.\"}");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:boss")->state, ==,
                   TROUPE_CANVAS_STATE_DONE);
  tell (self, TROUPE_EVENT_TASK_FAILED, task, "{\"error\": {\"message\": \"No match\"}}");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, "agent:boss")->state, ==,
                   TROUPE_CANVAS_STATE_FAILED);
}

/* If an agent asks a coworker, the card of the agent shows this, regardless of the name of the
 * tool. */
static void
test_calls (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) one =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.one", "One", "{}");
  g_autoptr (TroupeScope) look =
      open_scope (self, TROUPE_EVENT_TOOL_STARTED, one, NULL, "look", "{\"tool_args\": {}}");
  g_autoptr (TroupeScope) ask = NULL;

  g_assert_cmpstr (get_word (self, "task:0"), ==, "Calling look, turn 1");
  tell (self, TROUPE_EVENT_TOOL_FINISHED, look, "{\"output\": \"This.\"}");
  ask = open_scope (self, TROUPE_EVENT_TOOL_STARTED, one, NULL, "ask_question_to_coworker",
                    "{\"tool_args\": {\"question\": \"Which?\", \"coworker\": \"Two\"}}");
  g_assert_cmpstr (get_word (self, "task:0"), ==, "Asks Two");
}

static gboolean
has_no_delegation (gpointer user_data)
{
  return troupe_canvas_scene_get_wire (user_data, "delegation:0") == NULL;
}

/* During a question, a labeled wire leads from the manager to the agent. Afterwards, the agent's
 * strip shows the answer. */
static void
test_delegation (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) boss =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.boss", "Boss", "{}");
  g_autoptr (TroupeScope) ask = NULL;
  g_autoptr (TroupeScope) two = NULL;
  const TroupeCanvasWire *wire;

  g_assert_cmpstr (get_word (self, "task:0"), ==, "The manager is working on it");
  g_assert_true (has_no_delegation (self->scene));
  ask = open_scope (self, TROUPE_EVENT_TOOL_STARTED, boss, NULL, "ask_question_to_coworker",
                    "{\"tool_args\": {\"question\": \"Which of\\nthem?\", \"coworker\": \"Two\"}}");
  two = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, ask, "agents.two", "Two", "{}");
  wire = troupe_canvas_scene_get_wire (self->scene, "delegation:0");
  g_assert_nonnull (wire);
  g_assert_cmpint (wire->kind, ==, TROUPE_CANVAS_WIRE_ERRAND);
  g_assert_cmpstr (wire->from, ==, "agent:boss");
  g_assert_cmpstr (wire->to, ==, "agent:two");
  g_assert_true (g_str_has_prefix (wire->label, "Asks Two · "));
  g_assert_cmpstr (wire->words, ==, "Which of them?");
  /* The wire leads around all cards. It is to the left of the leftmost card and below the lowest
   * card. */
  g_assert_cmpuint (wire->n_bends, ==, 4);
  g_assert_cmpfloat (wire->bends[0], ==,
                     troupe_canvas_scene_get_node (self->scene, "task:0")->x - 28);
  g_assert_cmpfloat (wire->bends[3], >,
                     troupe_canvas_scene_get_node (self->scene, "agent:two")->y + 92 + 28);
  g_assert_cmpstr (get_word (self, "agent:boss"), ==, "Waiting for Two");
  g_assert_cmpstr (get_word (self, "agent:two"), ==, "Answering the manager");
  g_assert_cmpstr (get_word (self, "agent:one"), ==, "Not used yet");
  tell (self, TROUPE_EVENT_EXECUTION_FINISHED, two, "{\"output\": \"Three.\"}");
  tell (self, TROUPE_EVENT_TOOL_FINISHED, ask, "{\"output\": \"Three.\"}");
  g_assert_cmpstr (get_word (self, "agent:two"), ==, "Answered the manager 1×");
  test_wait_until (has_no_delegation (self->scene));
}

/* At most three delegations are drawn, and the last one shows how many more there are. The end
 * of the run removes them. */
static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) scopes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_scope_unref);
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (TroupeScope) boss =
      open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, "agents.boss", "Boss", "{}");

  /* A model without native tool calls writes the arguments as text. */
  static const char as_text[] =
      "{\"tool_args\": \"{\\\"task\\\": \\\"Do it\\\", \\\"coworker\\\": \\\"One\\\"}\"}";

  for (guint i = 0; i < 5; i++)
    {
      TroupeScope *ask = open_scope (self, TROUPE_EVENT_TOOL_STARTED, boss, NULL,
                                     "delegate_work_to_coworker", as_text);

      g_ptr_array_add (scopes, ask);
      g_ptr_array_add (scopes, open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, ask, "agents.one",
                                           "One", "{}"));
    }
  g_assert_nonnull (
      strstr (troupe_canvas_scene_get_wire (self->scene, "delegation:2")->label, "+2"));
  g_assert_null (strstr (troupe_canvas_scene_get_wire (self->scene, "delegation:1")->label, "+"));
  g_assert_true (g_str_has_prefix (
      troupe_canvas_scene_get_wire (self->scene, "delegation:0")->label, "Delegates to One"));
  g_assert_cmpstr (troupe_canvas_scene_get_wire (self->scene, "delegation:0")->words, ==, "Do it");
  g_assert_null (troupe_canvas_scene_get_wire (self->scene, "delegation:3"));
  /* A change of the crew redraws everything, including the delegations. */
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  g_assert_nonnull (troupe_canvas_scene_get_wire (self->scene, "delegation:2"));
  troupe_crew_run_end (self->run);
  g_assert_true (has_no_delegation (self->scene));
}

/* If CrewAI creates the manager itself, this manager also has a card with a strip. */
static void
test_built_in (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeScope) crew = NULL;
  g_autoptr (TroupeScope) task = NULL;
  g_autoptr (TroupeScope) boss = NULL;
  const char *const path[] = { "manager_agent", NULL };
  const char *const model_path[] = { "manager_llm", NULL };
  g_autoptr (JsonNode) model = json_from_string ("\"gpt-5\"", NULL);

  troupe_crew_run_clear (self->run);
  json_node_seal (model);
  g_assert_true (troupe_crew_subject_set (self->subject, model_path, model, "Set", NULL, &error));
  g_assert_true (troupe_crew_subject_set (self->subject, path, NULL, "Set", NULL, &error));
  troupe_crew_scene_update (self->crew);
  g_assert_nonnull (troupe_crew_subject_get_crew (self->subject));
  troupe_crew_run_begin (self->run, troupe_crew_subject_get_crew (self->subject), NULL);
  crew = open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  task = open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  boss = open_scope (self, TROUPE_EVENT_EXECUTION_STARTED, task, NULL, "Crew Manager", "{}");
  g_assert_cmpint (troupe_canvas_scene_get_node_run (self->scene, TROUPE_CREW_ID_MANAGER)->state,
                   ==, TROUPE_CANVAS_STATE_RUNNING);
}

static TroupeCanvasState
get_state (Fixture *self, const char *id)
{
  return troupe_canvas_scene_get_node_run (self->scene, id)->state;
}

/* A task that was changed after the run is marked as stale, even if it was moved. Undo removes
 * the mark. */
static void
test_stale (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  const char *const role[] = { "agents", "two", "role", NULL };
  const char *const text[] = { "tasks", "0", "description", NULL };
  g_autoptr (JsonNode) word = json_from_string ("\"Other\"", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *added = NULL;

  json_node_seal (word);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "first", "second", "third" };
      g_autofree char *path = g_strdup_printf ("tasks[%u]", i);
      g_autoptr (TroupeScope) task =
          open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, path, names[i], "{}");

      tell (self, TROUPE_EVENT_TASK_FINISHED, task, "{\"output\": \"It\"}");
    }
  troupe_crew_run_end (self->run);
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_true (troupe_crew_subject_set (self->subject, text, word, "Set", NULL, &error));
  g_assert_true (troupe_crew_edit_move_task (self->subject, 0, 2, NULL, &error));
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  g_assert_cmpint (get_state (self, "task:2"), ==, TROUPE_CANVAS_STATE_STALE);
  /* The others are not given the output of the moved task any more. */
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_STALE);
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_STALE);
  /* A change of an agent makes its tasks stale. */
  g_assert_true (troupe_crew_subject_set (self->subject, role, word, "Set", NULL, &error));
  added = troupe_crew_edit_add_task (self->subject, G_MAXUINT, &error);
  g_assert_no_error (error);
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_STALE);
  g_assert_cmpint (get_state (self, "task:3"), ==, TROUPE_CANVAS_STATE_IDLE);
  g_free (added);
  added = troupe_crew_edit_add_task (self->subject, 0, &error);
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_IDLE);
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_STALE);
  for (guint i = 0; i < 5; i++)
    troupe_document_undo (TROUPE_DOCUMENT (self->document));
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *id = troupe_crew_id_make_task (i);

      g_assert_cmpint (get_state (self, id), ==, TROUPE_CANVAS_STATE_DONE);
    }
}

/* The run says nothing about a task or an agent that was added after it, even if a task was removed
 * as well. A task that was renamed keeps its state. */
static void
test_replaced (Fixture *self, gconstpointer data)
{
  const guint last = 2;
  const char *const name[] = { "tasks", "0", "name", NULL };
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (JsonNode) word = json_from_string ("\"Other\"", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *added = NULL;
  g_autofree char *agent = NULL;
  g_autofree char *card = NULL;

  json_node_seal (word);
  troupe_crew_run_end (self->run);
  g_assert_true (troupe_crew_edit_remove_tasks (self->subject, &last, 1, &error));
  added = troupe_crew_edit_add_task (self->subject, G_MAXUINT, &error);
  g_assert_no_error (error);
  agent = troupe_crew_edit_add_agent (self->subject, "more", &error);
  g_assert_no_error (error);
  g_assert_true (troupe_crew_subject_set (self->subject, name, word, "Set", NULL, &error));
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  card = troupe_crew_id_make_agent (agent);
  g_assert_nonnull (troupe_canvas_scene_get_node (self->scene, card));
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_SKIPPED);
  g_assert_cmpint (get_state (self, "task:2"), ==, TROUPE_CANVAS_STATE_IDLE);
  g_assert_cmpint (get_state (self, card), ==, TROUPE_CANVAS_STATE_IDLE);
}

/* The card of the task shows that the user is prompted. */
static void
test_question (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[1]", "second", "{}");
  const char *const titles[] = { "second", NULL };

  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_RUNNING);
  troupe_crew_run_set_asking (self->run, titles);
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_ASKING);
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_WAITING);
  troupe_crew_run_set_asking (self->run, NULL);
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_RUNNING);
}

/* The card of the task before which the run is paused says so until the run continues; a result that is stale says it
 * meanwhile, too. */
static void
test_paused (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) flow =
      open_scope (self, TROUPE_EVENT_FLOW_STARTED, NULL, NULL, "c", "{}");
  g_autoptr (TroupeScope) crew =
      open_scope (self, TROUPE_EVENT_CREW_STARTED, flow, NULL, "c", "{}");
  g_autoptr (TroupeScope) task =
      open_scope (self, TROUPE_EVENT_TASK_STARTED, crew, "tasks[0]", "first", "{}");
  g_autoptr (GError) error = NULL;
  const char *const text[] = { "tasks", "0", "description", NULL };
  g_autoptr (JsonNode) word = json_from_string ("\"Do it well.\"", NULL);
  guint n_valid = 0, n_stale = 0;

  json_node_seal (word);
  tell (self, TROUPE_EVENT_TASK_FINISHED, task, "{\"output\": {\"raw\": \"done\"}}");
  tell (self, TROUPE_EVENT_RUN_HELD, flow, "{\"pending\": [{\"task\": \"second\"}]}");
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_PAUSED);
  g_assert_cmpint (get_state (self, "task:2"), ==, TROUPE_CANVAS_STATE_WAITING);
  troupe_crew_run_count_results (self->run, &n_valid, &n_stale);
  g_assert_cmpuint (n_valid, ==, 1);
  g_assert_cmpuint (n_stale, ==, 0);
  g_assert_true (troupe_crew_subject_set (self->subject, text, word, "Set", NULL, &error));
  g_assert_no_error (error);
  troupe_crew_scene_update (self->crew);
  troupe_crew_run_crew_changed (self->run);
  g_assert_cmpint (get_state (self, "task:0"), ==, TROUPE_CANVAS_STATE_STALE);
  troupe_crew_run_count_results (self->run, &n_valid, &n_stale);
  g_assert_cmpuint (n_valid, ==, 0);
  g_assert_cmpuint (n_stale, ==, 1);
  tell (self, TROUPE_EVENT_RUN_RELEASED, flow, "{}");
  g_assert_cmpint (get_state (self, "task:1"), ==, TROUPE_CANVAS_STATE_WAITING);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/editor/crew-run/two-works", Fixture, NULL, set_up, test_two_works, tear_down);
  g_test_add ("/editor/crew-run/calls", Fixture, "\"process\": \"sequential\"", set_up, test_calls,
              tear_down);
  g_test_add ("/editor/crew-run/elsewhere", Fixture, "\"process\": \"sequential\"", set_up,
              test_elsewhere, tear_down);
  g_test_add ("/editor/crew-run/rejected", Fixture, NULL, set_up, test_rejected, tear_down);
  g_test_add ("/editor/crew-run/money", Fixture, NULL, set_up, test_money, tear_down);
  g_test_add ("/editor/crew-run/errand", Fixture, NULL, set_up, test_delegation, tear_down);
  g_test_add ("/editor/crew-run/many", Fixture, NULL, set_up, test_many, tear_down);
  g_test_add ("/editor/crew-run/built-in", Fixture, NULL, set_up, test_built_in, tear_down);
  g_test_add ("/editor/crew-run/question", Fixture, NULL, set_up, test_question, tear_down);
  g_test_add ("/editor/crew-run/paused", Fixture, "\"process\": \"sequential\"", set_up,
              test_paused, tear_down);
  g_test_add ("/editor/crew-run/stale", Fixture, NULL, set_up, test_stale, tear_down);
  g_test_add ("/editor/crew-run/replaced", Fixture, NULL, set_up, test_replaced, tear_down);
  return g_test_run ();
}
