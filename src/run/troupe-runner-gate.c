/* troupe-runner-gate.c: what a run says before its models are asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-gate"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-report.h"
#include "troupe-llm-gate.h"
#include "troupe-run-budget.h"
#include "troupe-runner-gate.h"

/* A call that waits for a higher budget. */
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

/* What the run does otherwise is held, too: only a person lets it go on. */
static void
hold (TroupeFlowRunner *runner)
{
  TroupeRun *run = troupe_flow_runner_get_options (runner)->run;

  g_assert (runner != NULL);

  if (troupe_run_is_held (run))
    return;
  troupe_run_budget_set_holding (get_budget (runner));
  troupe_run_hold (run);
}

/* Takes @call, which goes out, fails or waits. */
static void
pass (Call *call)
{
  TroupeFlowRunner *runner = call->runner;
  const TroupeRunBudgetView view = troupe_run_budget_look (get_budget (runner));

  g_assert (call != NULL);

  if (!view.is_reached)
    {
      /* It may have been held after it was given more. */
      if (troupe_run_budget_take_holding (get_budget (runner)))
        troupe_run_release (troupe_flow_runner_get_options (runner)->run);
      let_go (call, NULL);
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
  hold (runner);
  troupe_run_budget_wait (get_budget (runner), &view, call->cancellable, changed_cb, call);
}

static void
open_cb (const TroupeLlmRequest *request,
         GCancellable *cancellable,
         TroupeLlmGateFunc func,
         gpointer func_data,
         gpointer user_data)
{
  Call *call = g_new0 (Call, 1);

  g_assert (request != NULL);

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

  g_assert (runner != NULL);

  troupe_run_budget_add (get_budget (runner), &answer->usage);
}

void
troupe_runner_gate_set_up (TroupeFlowRunner *runner, TroupeLlmClient *client)
{
  static const TroupeLlmGate gate = { open_cb, answered_cb };

  g_return_if_fail (runner != NULL);
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (client));

  troupe_llm_client_set_gate (client, &gate, runner);
}
