/* troupe-flow-runner-crew.c: flow methods that run a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-crew"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crash-point.h"
#include "troupe-crew-control.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-rounds.h"
#include "troupe-crew-runner-parts.h"
#include "troupe-crew-runner.h"
#include "troupe-flow-runner-crew.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"
#include "troupe-prepared-crew.h"
#include "troupe-run-crew.h"
#include "troupe-run-memory.h"
#include "troupe-runner-answers.h"
#include "troupe-runner-question.h"

/* JSON path of the Python references below the action. */
#define PYTHON_PLACE ".with"

/* A running crew. @place: path of the kickoff in the run, below which the records of its tasks
 * are stored */
typedef struct
{
  TroupeRunnerFrame *frame;
  TroupeFlowRunner *runner;
  TroupeCrewRunner *crew;
  TroupeCrew *declared;
  TroupeCrewControl *control;
  TroupeCrew *filled; /* (nullable): with its inputs, set when the kickoff has ended */
  char *place;
  char *path;
  char *memory;
} CrewCall;

/* --- Preparation ------------------------------------------------------------------------------ */

/* Loads the crew of an action. Returns a message if the crew contains something unsupported. As
 * in CrewAI, an invalid crew fails only when its method is executed. */
static char *
crew_prepare (const TroupeFlowAction *action, const TroupePreparedActions *made)
{
  TroupePreparedCrew *cast = troupe_prepared_crew_new (action, made->folder);

  g_hash_table_replace (made->crews, (gpointer) action, cast);
  return cast->crew != NULL ? troupe_crew_inventory_prepare (cast->crew, made->agents) : NULL;
}

static gboolean
crew_check (const TroupeFlowAction *action,
            const TroupePreparedActions *made,
            TroupeLlmClient *client,
            const char *method,
            GError **error)
{
  const TroupePreparedCrew *cast = g_hash_table_lookup (made->crews, action);

  return cast == NULL || cast->crew == NULL ||
         troupe_crew_inventory_check (cast->crew, made->agents, client, FALSE, NULL, error);
}

static void
crew_list_permissions (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  const char *folder = troupe_permission_list_get_folder (permissions);
  GHashTable *prepared = troupe_permission_list_get_prepared (permissions);
  TroupePreparedCrew *known = prepared != NULL ? g_hash_table_lookup (prepared, action) : NULL;
  TroupePreparedCrew *cast = known != NULL ? known : troupe_prepared_crew_new (action, folder);

  g_assert (action != NULL);

  /* A file that no run reads is not shown. */
  if (!cast->is_refused)
    troupe_permission_list_add_file (permissions, action->reference,
                                     TROUPE_FILE_READ | TROUPE_FILE_IN_PROJECT);
  if (cast->digest != NULL)
    troupe_permission_list_add_declaration (permissions, action->reference, cast->digest);
  if (cast->crew != NULL)
    troupe_crew_inventory_list_permissions (cast->crew, permissions);
  if (known == NULL)
    troupe_prepared_crew_free (cast);
}

static gboolean
crew_fill_python (const TroupeFlowAction *action,
                  const TroupePreparedActions *made,
                  guint index,
                  TroupePythonRequest *request)
{
  const TroupePreparedCrew *cast = g_hash_table_lookup (made->crews, action);
  const TroupePreparedCrewPython *piece = NULL;

  if (cast == NULL || index >= cast->python->len)
    return FALSE;
  piece = &g_array_index (cast->python, TroupePreparedCrewPython, index);
  request->kind = piece->kind;
  request->source = piece->source;
  request->path = piece->path;
  return TRUE;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* Computes the inputs of the crew. The inputs of a standalone crew are used unchanged. Returns
 * FALSE with @error set if a template cannot be rendered. */
static gboolean
make_inputs (TroupeRunnerFrame *frame,
             const TroupeFlowAction *action,
             TroupeCrew *crew,
             TroupeValue **inputs,
             GError **error)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  g_autoptr (TroupeValue) given = NULL;
  g_autoptr (TroupeValue) defaults = NULL;

  if (options->kind->find_inputs (troupe_flow_runner_get_flow (runner), options->inputs, inputs))
    return TRUE;
  if (action->input != NULL)
    {
      given = troupe_runner_action_render_with (frame, action, error);
      if (given == NULL)
        return FALSE;
    }
  if (crew->inputs != NULL)
    {
      defaults = troupe_runner_action_render_value (frame, crew->inputs, error);
      if (defaults == NULL)
        return FALSE;
    }
  *inputs = troupe_run_crew_merge_inputs (defaults, given);
  return TRUE;
}

static gboolean
crew_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  const TroupePreparedCrew *cast = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  TroupeActionContext context;
  GError *error = NULL;

  troupe_runner_action_get_context (frame, &context);
  cast = g_hash_table_lookup (context.made->crews, action);
  if (cast->crew == NULL)
    error = g_error_copy (cast->error);
  else
    make_inputs (frame, action, cast->crew, &inputs, &error);
  if (error != NULL)
    troupe_runner_action_fail (frame, error, NULL);
  else
    troupe_runner_action_ready (frame, action, inputs);
  return FALSE;
}

/* --- Stored answers --------------------------------------------------------------------------- */

/* Returns a path such as `review#2`, or `review#2[3].summary` for a step of an `each`. */
static char *
make_place (TroupeRunnerFrame *frame)
{
  const TroupeFlowMethod *method = troupe_runner_frame_get_method (frame);
  const TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);
  const guint launch = troupe_runner_frame_get_launch (frame);

  if (each == NULL)
    return troupe_runner_frame_make_place (frame);
  return g_strdup_printf ("%s#%u[%" G_GSIZE_FORMAT "].%s", method->name, launch, each->item,
                          method->action->steps[each->step].name);
}

static TroupeValue *
find_cb (int part, gpointer user_data)
{
  CrewCall *call = user_data;
  GPtrArray *tasks = troupe_flow_runner_get_options (call->runner)->tasks;

  for (guint i = 0; tasks != NULL && i < tasks->len; i++)
    {
      const TroupeTaskOutput *output = g_ptr_array_index (tasks, i);

      if (output->part == part && g_str_equal (output->place, call->place))
        return output->value;
    }
  return NULL;
}

static TroupeStoreTicket *
keep_cb (int part, const char *key, TroupeValue *value, gpointer user_data)
{
  CrewCall *call = user_data;
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (call->runner);
  const TroupeTaskOutput output = { call->place, part, (char *) key, value };
  TroupeStoreTicket *ticket = NULL;

  if (options->store == NULL)
    return NULL;
  troupe_run_disk_add_task (options->disk, &output);
  ticket = troupe_store_add_task (options->store, options->id, &output);
  troupe_engine_loop_want_commit (options->loop, options->store);
  troupe_run_queue_entry_wake (options->turn);
  return ticket;
}

/* --- Execution -------------------------------------------------------------------------------- */

static gboolean
may_begin_cb (TroupeCrewRunner *crew, guint task, gpointer user_data)
{
  CrewCall *call = user_data;

  return troupe_crew_control_may_begin (call->control, crew, task);
}

static TroupeValue *
stand_in_cb (guint task, const char *context, gboolean *is_muted, gpointer user_data)
{
  CrewCall *call = user_data;

  return troupe_crew_control_stand_in (call->control, task, context, is_muted);
}

static const char *
get_context_cb (guint task, gpointer user_data)
{
  CrewCall *call = user_data;

  return troupe_crew_control_find_context (call->control, task);
}

static void
task_ended_cb (gpointer user_data)
{
  CrewCall *call = user_data;
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (call->runner);

  troupe_pause_gate_method_ended (options->hold);
  troupe_run_queue_entry_wake (options->turn);
}

/* Finds the task in whose path @path is located. (nullable) */
static const TroupeCrewTask *
find_task (TroupeCrew *crew, const char *path, guint *index)
{
  const char *place = strstr (path, "tasks[");
  guint64 number = place != NULL ? g_ascii_strtoull (place + strlen ("tasks["), NULL, 10) : 0;

  if (place == NULL || number >= crew->n_tasks)
    return NULL;
  *index = (guint) number;
  return &crew->tasks[number];
}

/* Returns the path under which the answers for the task are stored. (transfer full) */
static char *
make_task_place (CrewCall *call, int task)
{
  return g_strdup_printf ("%s/%d", call->place, task);
}

static void
enter_cb (int task, TroupeScope *scope, gpointer user_data)
{
  CrewCall *call = user_data;
  g_autofree char *place = make_task_place (call, task);

  troupe_runner_answers_enter (troupe_flow_runner_get_answers (call->runner), scope, place);
}

static void
leave_cb (int task,
          TroupeScope *scope,
          const GError *error,
          gboolean is_temporary,
          gpointer user_data)
{
  CrewCall *call = user_data;
  TroupeRunnerAnswers *answers = troupe_flow_runner_get_answers (call->runner);
  g_autofree char *place = make_task_place (call, task);

  troupe_runner_answers_leave (answers, scope);
  if (troupe_runner_answers_settle (error, is_temporary))
    troupe_runner_answers_forget (answers, place);
}

/* A pending question to the user. */
typedef struct
{
  CrewCall *call;
  char *place;
  char *digest;
  TroupeAgentAnswerFunc func;
  gpointer func_data;
} Question;

static void
answered_cb (char *feedback, GError *error, gpointer user_data)
{
  Question *question = user_data;
  TroupeAgentAnswerFunc func = question->func;
  gpointer func_data = question->func_data;

  if (feedback != NULL)
    {
      g_autoptr (TroupeValue) value = troupe_value_new_string (feedback, -1);

      troupe_runner_answers_keep_at (troupe_flow_runner_get_answers (question->call->runner),
                                     question->place, question->digest, value);
    }
  g_free (question->place);
  g_free (question->digest);
  g_free (question);
  func (feedback, error, func_data);
}

/* Does not ask again if the user already answered in an earlier process. */
static void
ask_cb (const char *task,
        const char *path,
        const char *answer,
        GCancellable *cancellable,
        TroupeAgentAnswerFunc func,
        gpointer func_data,
        gpointer user_data)
{
  CrewCall *call = user_data;
  guint index = 0;
  const TroupeCrewTask *known = path != NULL ? find_task (call->declared, path, &index) : NULL;
  g_autofree char *place = make_task_place (call, known != NULL ? (int) index : -1);
  g_autofree char *text = g_strconcat ("person\n", answer, NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autoptr (TroupeValue) kept =
      troupe_runner_answers_take_at (troupe_flow_runner_get_answers (call->runner), place, digest);
  Question *question = NULL;

  if (kept != NULL && troupe_value_is (kept, TROUPE_VALUE_STRING))
    {
      func (g_strdup (troupe_value_get_string (kept, NULL)), NULL, func_data);
      return;
    }
  question = g_new0 (Question, 1);
  question->call = call;
  question->place = g_steal_pointer (&place);
  question->digest = g_steal_pointer (&digest);
  question->func = func;
  question->func_data = func_data;
  troupe_runner_question_ask (call->frame, task, path, answer, cancellable, answered_cb, question);
}

static void
report_cb (const char *level, const char *stream, const char *text, gpointer user_data)
{
  CrewCall *call = user_data;

  troupe_runner_action_report (call->frame, level, stream, text);
}

static void
take_effects_cb (const TroupePythonResult *result, gpointer user_data)
{
  CrewCall *call = user_data;

  troupe_runner_python_take_effects (call->frame, result);
}

static void
call_free (CrewCall *call)
{
  troupe_crew_control_free (call->control);
  g_clear_pointer (&call->filled, troupe_crew_unref);
  g_free (call->place);
  g_free (call->path);
  g_free (call->memory);
  g_free (call);
}

static const TroupeCrewAgent *
find_agent (TroupeCrew *crew, const char *path)
{
  for (guint i = 0; i < crew->n_agents; i++)
    {
      const char *place = strstr (path, crew->agents[i].path);

      if (place != NULL && strchr (".[", place[strlen (crew->agents[i].path)]) != NULL)
        return &crew->agents[i];
    }
  return NULL;
}

/* Prefixes the message with the task and its agent so that it is understandable without context.
 * @path: (nullable) */
static void
name_owner (TroupeCrew *crew, const char *path, GError *error)
{
  guint index = 0;
  const TroupeCrewTask *task = path != NULL ? find_task (crew, path, &index) : NULL;
  const TroupeCrewAgent *agent = task != NULL   ? troupe_crew_get_task_agent (crew, index)
                                 : path != NULL ? find_agent (crew, path)
                                                : NULL;
  g_autofree char *title = task != NULL ? troupe_crew_task_dup_title (task) : NULL;
  g_autofree char *role = agent != NULL ? troupe_crew_agent_dup_title (agent) : NULL;
  g_autofree char *prefix = NULL;

  if (task != NULL && agent != NULL)
    /* Translators: first %s is the title of a task of a crew, second %s the role of the agent
     * that performs it */
    prefix = g_strdup_printf (_ ("The task “%s” of “%s” failed: "), title, role);
  else if (task != NULL)
    /* Translators: the title of a task of a crew */
    prefix = g_strdup_printf (_ ("The task “%s” failed: "), title);
  else if (agent != NULL)
    /* Translators: the role of an agent */
    prefix = g_strdup_printf (_ ("The agent “%s” cannot run: "), role);
  if (prefix != NULL)
    g_prefix_error_literal (&error, prefix);
}

/* Ends the call with its result or its error. @output, @error: (transfer full) (nullable):
 * exactly one is set; @path: (nullable) */
static void
end_call (CrewCall *call,
          TroupeValue *output,
          GError *error,
          const char *path,
          gboolean is_temporary)
{
  TroupeRunnerFrame *frame = call->frame;

  TROUPE_CRASH_POINT ("crew-action-ended");
  if (error != NULL && error->domain == TROUPE_RUN_ERROR)
    name_owner (call->filled != NULL ? call->filled : call->declared, path, error);
  call_free (call);
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_error (&error);
      g_clear_pointer (&output, troupe_value_unref);
    }
  else if (output != NULL)
    {
      /* The text of a router's output is its event (doc/flow-semantics.md §8). */
      g_autofree char *label = troupe_runner_frame_get_method (frame)->router
                                   ? troupe_crew_output_to_text (output)
                                   : NULL;

      troupe_runner_python_end_action (frame, output, label);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    {
      g_error_free (error);
      troupe_runner_action_pause (frame);
    }
  else if (is_temporary)
    troupe_runner_action_fail_for_now (frame, error, path);
  else
    troupe_runner_action_fail (frame, error, path);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  CrewCall *call = user_data;
  g_autofree char *path = NULL;
  gboolean is_temporary = FALSE;
  GError *error = NULL;
  TroupeValue *output;

  /* The runner ends below. */
  call->filled = troupe_crew_ref (troupe_crew_runner_get_crew (call->crew));
  output = troupe_crew_runner_end (result, &path, &is_temporary, &error);

  troupe_flow_runner_remove_crew (call->runner, call->crew);
  if (output != NULL && troupe_crew_control_get_end (call->control) != NULL)
    troupe_set_str (&troupe_flow_runner_get_result (call->runner)->ended_early,
                    troupe_crew_control_get_end (call->control));
  end_call (call, output, error, path, is_temporary);
}

static void
rounds_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree char *path = NULL;
  gboolean is_temporary = FALSE;
  GError *error = NULL;
  TroupeValue *value = troupe_crew_rounds_end (result, &path, &is_temporary, &error);

  end_call (user_data, value, error, path, is_temporary);
}

static void
round_cb (TroupeCrewRunner *crew, gboolean has_begun, gpointer user_data)
{
  CrewCall *call = user_data;

  if (has_begun)
    troupe_flow_runner_add_crew (call->runner, crew);
  else
    troupe_flow_runner_remove_crew (call->runner, crew);
}

static void
crew_start (TroupeRunnerFrame *frame,
            const TroupeFlowAction *action,
            TroupeValue *input,
            TroupeValue *outputs)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  TroupeRunnerPython *python = troupe_flow_runner_get_python (runner);
  const TroupePreparedCrew *cast = NULL;
  CrewCall *call = g_new0 (CrewCall, 1);
  TroupeActionContext context;
  g_autofree char *path = NULL;

  troupe_runner_action_get_context (frame, &context);
  cast = g_hash_table_lookup (context.made->crews, action);
  call->frame = frame;
  call->runner = runner;
  call->declared = cast->crew;
  call->place = make_place (frame);
  path = troupe_runner_action_make_path (frame, action);
  if (troupe_flow_runner_get_options (troupe_runner_frame_get_runner (frame))
          ->kind->locate (path) == NULL)
    call->path = NULL;
  else
    call->path =
        g_strconcat (path, action->definition != NULL ? ".with" : ".from_declaration", NULL);
  call->control = troupe_crew_control_new (runner, troupe_runner_frame_get_method (frame),
                                           cast->crew, call->place);
  call->memory = troupe_run_memory_make_path (options->store, options->document_path);
  {
    TroupeCrewContext around = {
      .crew = cast->crew,
      .inputs = input,
      .run = context.run,
      .scope = context.scope,
      .path = call->path,
      .usage = context.usage,
      .python = python != NULL ? troupe_runner_python_get_helper (python) : NULL,
      .servers = &options->servers,
      .memory = call->memory,
      .disk = options->disk,
      .io = troupe_engine_loop_get_io (options->loop),
      .turn = options->turn,
      .find = find_cb,
      .keep = keep_cb,
      .may_begin = may_begin_cb,
      .stand_in = stand_in_cb,
      .get_context = get_context_cb,
      .task_ended = task_ended_cb,
      .ask = ask_cb,
      .report = report_cb,
      .discards_outputs = options->discards_outputs,
      .is_unsaved = options->is_unsaved,
      .enter = enter_cb,
      .leave = leave_cb,
      .take_effects = take_effects_cb,
      .user_data = call,
    };

    troupe_crew_control_fill (call->control, &around);
    TROUPE_CRASH_POINT ("crew-action-begun");
    if (options->rounds->n > 0)
      {
        troupe_crew_rounds_begin (options->rounds, &around, round_cb,
                                  troupe_runner_action_wait (frame), rounds_ended_cb, call);
        return;
      }
    call->crew =
        troupe_crew_runner_begin (&around, troupe_runner_action_wait (frame), ended_cb, call);
  }
  troupe_flow_runner_add_crew (runner, call->crew);
}

const TroupeRunnerAction troupe_runner_action_crew = {
  .begin = crew_begin,
  .start = crew_start,
  .prepare = crew_prepare,
  .check = crew_check,
  .list_permissions = crew_list_permissions,
  .fill_python = crew_fill_python,
  .python_place = PYTHON_PLACE,
};
