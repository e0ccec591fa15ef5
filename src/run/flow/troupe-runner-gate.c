/* troupe-runner-gate.c: client of a run: budget, disk and replay checks before each call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-gate"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-delegation-tool.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-report.h"
#include "troupe-llm-gate.h"
#include "troupe-llm-serialize.h"
#include "troupe-prepared-crew.h"
#include "troupe-python-llm.h"
#include "troupe-python-refs.h"
#include "troupe-run-budget.h"
#include "troupe-runner-answers.h"
#include "troupe-wait-durable.h"

/* A model call that waits for a higher budget. */
typedef struct
{
  TroupeFlowRunner *runner;
  GCancellable *cancellable; /* (nullable) */
  TroupeLlmGateFunc func;
  gpointer func_data;
} Call;

static void pass (Call *call);

static TroupeRunBudget *
get_budget (TroupeFlowRunner *runner)
{
  return troupe_flow_runner_get_options (runner)->budget;
}

static TroupeRunDisk *
get_disk (TroupeFlowRunner *runner)
{
  return troupe_flow_runner_get_options (runner)->disk;
}

static void
let_go (Call *call, GError *error)
{
  g_assert (call != NULL);

  call->func (NULL, error, call->func_data);
  g_clear_object (&call->cancellable);
  g_free (call);
}

static gboolean
changed_cb (gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;

  g_assert (call != NULL);

  if (g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    let_go (call, error);
  else
    pass (call);
  return G_SOURCE_REMOVE;
}

static void
durable_cb (gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;

  g_assert (call != NULL);

  (void) g_cancellable_set_error_if_cancelled (call->cancellable, &error);
  TROUPE_CRASH_POINT ("call-durable");
  let_go (call, error);
}

/* Starts the call after the previous answer is durable, because the call may depend on it. A
 * lost answer would be requested again, and could then be different. */
static void
let_go_durable (Call *call)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (call->runner);

  g_assert (call != NULL);

  if (options->store == NULL ||
      troupe_runner_answers_are_durable (troupe_flow_runner_get_answers (call->runner)))
    {
      let_go (call, NULL);
      return;
    }
  TROUPE_CRASH_POINT ("call-before-durable");
  troupe_engine_loop_want_commit (options->loop, options->store);
  troupe_crew_wait_durable (troupe_store_mark (options->store),
                            g_main_context_get_thread_default (), options->recorder,
                            call->cancellable, durable_cb, call);
  troupe_run_queue_entry_wake (options->turn);
}

/* Sends the call, fails it, or lets it wait for a higher budget. Takes ownership of @call. */
static void
pass (Call *call)
{
  TroupeFlowRunner *runner = call->runner;
  const TroupeRunBudgetView view = troupe_run_budget_look (get_budget (runner));
  TroupeRun *run;

  g_assert (call != NULL);

  if (!troupe_run_disk_has_room (get_disk (runner), 0))
    {
      let_go (call, troupe_run_disk_make_error (get_disk (runner)));
      return;
    }
  if (!view.is_reached && !view.is_known)
    {
      troupe_run_budget_wait (get_budget (runner), &view, call->cancellable, changed_cb, call);
      return;
    }
  if (!view.is_reached)
    {
      /* If the run was paused because of the budget and the budget was raised since then, resume
       * the run. */
      if (troupe_run_budget_take_holding (get_budget (runner)))
        troupe_run_release (troupe_flow_runner_get_options (runner)->run);
      let_go_durable (call);
      return;
    }
  if (troupe_run_budget_take_telling (get_budget (runner)))
    troupe_runner_report_budget (runner, &view);
  TROUPE_CRASH_POINT ("budget-reached");
  if (!view.pauses)
    {
      let_go (call, troupe_run_budget_make_error (&view));
      return;
    }
  /* The complete run is paused, not only the call, until the user resumes it. */
  run = troupe_flow_runner_get_options (runner)->run;
  g_assert (runner != NULL);
  if (!troupe_run_is_held (run))
    {
      troupe_run_budget_set_holding (get_budget (runner));
      troupe_run_hold (run);
    }
  troupe_run_budget_wait (get_budget (runner), &view, call->cancellable, changed_cb, call);
}

static void
open_cb (const TroupeLlmRequest *request,
         GCancellable *cancellable,
         TroupeLlmGateFunc func,
         gpointer func_data,
         gpointer user_data)
{
  TroupeFlowRunner *runner;
  g_autofree char *digest = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeLlmAnswer *kept;
  Call *call = NULL;

  g_assert (request != NULL);

  /* An answer that was already paid for. */
  runner = user_data;
  g_assert (runner != NULL);
  if (troupe_flow_runner_get_options (runner)->answers == NULL)
    kept = NULL;
  else
    {
      digest = troupe_llm_request_make_digest (request);
      value = troupe_runner_answers_take (troupe_flow_runner_get_answers (runner), request->scope,
                                          digest);
      kept = value != NULL ? troupe_llm_answer_from_value (value) : NULL;
    }

  if (kept != NULL)
    {
      func (kept, NULL, func_data);
      return;
    }
  call = g_new0 (Call, 1);

  call->runner = user_data;
  call->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  call->func = func;
  call->func_data = func_data;
  pass (call);
}

static void
answered_cb (const TroupeLlmRequest *request, const TroupeLlmAnswer *answer, gpointer user_data)
{
  TroupeFlowRunner *runner = user_data;
  g_autofree char *digest = NULL;
  g_autoptr (TroupeValue) value = NULL;

  g_assert (runner != NULL);

  troupe_run_budget_add (get_budget (runner), &answer->usage);
  if (troupe_flow_runner_get_options (runner)->store == NULL)
    return;
  digest = troupe_llm_request_make_digest (request);
  value = troupe_llm_answer_to_value (answer);
  troupe_runner_answers_keep (troupe_flow_runner_get_answers (runner), request->scope, digest,
                              value);
}

/* The budget has counted the answers already. */
static void
used_cb (const TroupeLlmUsage *usage, gpointer user_data)
{
  g_assert (usage != NULL);

  troupe_llm_usage_add (troupe_flow_runner_get_usage (user_data), usage);
}

/* --- Tools --------------------------------------------------------------------------------------- */

static void
begin_tool_cb (gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;

  TROUPE_CRASH_POINT ("tool-durable");
  troupe_tool_call_begin (call);
}

/* Returns FALSE for delegation, because the coworkers store their own answers, including the
 * costs. */
static gboolean
is_kept (TroupeToolCall *call)
{
  return !TROUPE_IS_DELEGATION_TOOL (troupe_tool_call_get_tool (call));
}

/* Keys are left out, because the values from which a resumed run makes the arguments are stored
 * without them. */
static char *
make_tool_digest (TroupeToolCall *call)
{
  TroupeEventBus *bus = troupe_tool_context_get_bus (troupe_tool_call_get_context (call));
  g_autoptr (TroupeValue) hidden =
      troupe_redactor_hide_value (troupe_event_bus_get_redactor (bus),
                                  troupe_tool_call_get_arguments (call));
  g_autofree char *arguments = troupe_value_to_json (hidden, TROUPE_JSON_FLOAT_OBJECTS);
  g_autofree char *text =
      g_strconcat (troupe_tool_get_name (troupe_tool_call_get_tool (call)), "\n", arguments, NULL);

  g_assert (call != NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static void
open_tool_cb (TroupeToolCall *call, gpointer gate_data)
{
  TroupeFlowRunner *runner = gate_data;
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  g_autofree char *digest = NULL;
  TroupeValue *value = NULL;

  g_assert (runner != NULL);

  if (options->store == NULL || !is_kept (call))
    {
      troupe_tool_call_begin (call);
      return;
    }
  digest = make_tool_digest (call);
  value = troupe_runner_answers_take (troupe_flow_runner_get_answers (runner),
                                      troupe_tool_call_get_context (call)->scope, digest);
  if (value != NULL)
    {
      troupe_tool_call_end (call, value);
      return;
    }
  /* The start of the call, and all earlier answers, are made durable before the tool has any
   * effects. */
  TROUPE_CRASH_POINT ("tool-before-durable");
  troupe_engine_loop_want_commit (options->loop, options->store);
  troupe_crew_wait_durable (troupe_store_mark (options->store),
                            g_main_context_get_thread_default (), options->recorder,
                            troupe_tool_call_get_cancellable (call), begin_tool_cb,
                            troupe_tool_call_ref (call));
  troupe_run_queue_entry_wake (options->turn);
}

static void
tool_ended_cb (TroupeToolCall *call, TroupeValue *value, gpointer gate_data)
{
  TroupeFlowRunner *runner = gate_data;
  g_autofree char *digest = NULL;

  g_assert (runner != NULL);

  if (troupe_flow_runner_get_options (runner)->store == NULL || !is_kept (call))
    return;
  digest = make_tool_digest (call);
  troupe_runner_answers_keep (troupe_flow_runner_get_answers (runner),
                              troupe_tool_call_get_context (call)->scope, digest, value);
}

/* --- Client and context ------------------------------------------------------------------------ */

/* Returns the sources of the Python objects that are created from the run's document. (transfer
 * full) (element-type utf8) */
static GHashTable *
list_made (const TroupePreparedActions *made)
{
  GHashTable *sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer value;

  g_assert (made != NULL);

  g_hash_table_iter_init (&iter, made->crews);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GArray *pieces = ((const TroupePreparedCrew *) value)->python;

      for (guint i = 0; i < pieces->len; i++)
        {
          const TroupePreparedCrewPython *piece =
              &g_array_index (pieces, TroupePreparedCrewPython, i);

          if (piece->kind == TROUPE_PYTHON_KIND_MADE)
            g_hash_table_add (sources, g_strdup (piece->source));
        }
    }
  g_hash_table_iter_init (&iter, made->parts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    for (guint i = 0; i < ((GPtrArray *) value)->len; i++)
      {
        const TroupePythonRef *part = g_ptr_array_index ((GPtrArray *) value, i);

        if (part->kind == TROUPE_PYTHON_KIND_MADE)
          g_hash_table_add (sources, g_strdup (part->source));
      }
  return sources;
}

TroupeLlmClient *
troupe_flow_runner_get_client (TroupeFlowRunner *self)
{
  static const TroupeLlmGate gate = { open_cb, answered_cb, used_cb };

  if (self->client == NULL)
    {
      self->client = troupe_engine_loop_make_client (self->options.loop);
      troupe_llm_client_set_streams (self->client, self->options.streams);
      troupe_llm_client_set_deadline (self->client, self->options.deadline_us);
      troupe_llm_client_set_gate (self->client, &gate, self);
      troupe_llm_client_set_only_model (self->client, self->options.only_model);
      if (self->options.recorder != NULL)
        troupe_llm_client_set_recorder (self->client, self->options.recorder);
      if (troupe_event_bus_get_redactor (self->options.bus) != NULL)
        troupe_llm_client_set_redactor (self->client,
                                        troupe_event_bus_get_redactor (self->options.bus));
      if (self->options.environment_func != NULL)
        troupe_llm_client_set_environment (self->client, self->options.environment_func,
                                           self->options.environment_data, NULL);
      if (self->options.recipients != NULL)
        troupe_llm_client_set_recipients (self->client, self->options.recipients);
      if (self->python != NULL)
        {
          g_autoptr (GHashTable) sources = list_made (&self->options.made);
          g_autoptr (TroupeLlmProvider) made =
              troupe_python_llm_new (troupe_runner_python_get_helper (self->python), sources);

          troupe_llm_client_set_made (self->client, made);
        }
    }
  return self->client;
}

const TroupeRunContext *
troupe_flow_runner_get_run_context (TroupeFlowRunner *self)
{
  /* A call begins after its start is durable, and is not repeated if its result is stored. */
  static const TroupeToolGate gate = { open_tool_cb, tool_ended_cb };

  if (self->shared == NULL)
    self->shared = troupe_run_context_new (&(TroupeRunContext){
        .client = troupe_flow_runner_get_client (self),
        .bus = self->options.bus,
        .folder = self->options.project_folder,
        .work = self->options.folder,
        .may_change_programs = (self->options.permissions & TROUPE_PYTHON_PERMIT_PROGRAMS) != 0,
        .texts = self->options.made.texts,
        .gate = &gate,
        .gate_data = self,
        .recorder = self->options.recorder });
  return self->shared;
}
