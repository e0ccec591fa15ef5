/* troupe-run-result.c: result of a run, and its JSON representation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-result"

#include "config.h"

#include "troupe-money.h"
#include "troupe-problem.h"
#include "troupe-run-kind.h"
#include "troupe-run-result.h"

/* Otherwise, the formatter would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_QUARK (troupe-run-error-quark, troupe_run_error)
/* clang-format on */

static void
output_clear (gpointer data)
{
  TroupeRunOutput *output = data;

  troupe_value_unref (output->value);
  g_clear_pointer (&output->feedback, troupe_value_unref);
}

/* Creates an empty result. */
TroupeRunResult *
troupe_run_result_new (void)
{
  TroupeRunResult *self = g_new0 (TroupeRunResult, 1);

  self->outputs = g_array_new (FALSE, FALSE, sizeof (TroupeRunOutput));
  g_array_set_clear_func (self->outputs, output_clear);
  return self;
}

void
troupe_run_result_free (TroupeRunResult *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->final, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->outputs, g_array_unref);
  g_clear_error (&self->error);
  g_free (self->error_method);
  g_free (self->error_path);
  g_free (self->ended_early);
  g_clear_pointer (&self->in_flight, troupe_value_unref);
  g_free (self);
}

/* Returns the name of a result type in doc/cli.md. */
const char *
troupe_run_result_type_get_name (TroupeRunResultType type)
{
  static const char *const names[] = {
    [TROUPE_RESULT_OK] = "ok",
    [TROUPE_RESULT_LOAD_ERROR] = "load_error",
    [TROUPE_RESULT_BUILD_ERROR] = "build_error",
    [TROUPE_RESULT_RUN_ERROR] = "run_error",
    [TROUPE_RESULT_PAUSED] = "paused",
    [TROUPE_RESULT_CANCELLED] = "cancelled",
    [TROUPE_RESULT_TIMEOUT] = "timeout",
  };

  g_return_val_if_fail ((guint) type < G_N_ELEMENTS (names), NULL);

  return names[type];
}

/* Returns the value of `error.kind` in doc/cli.md. */
const char *
troupe_run_error_get_kind (const GError *error)
{
  static const char *const kinds[] = {
    [TROUPE_RUN_ERROR_DOCUMENT] = "document",
    [TROUPE_RUN_ERROR_EXPRESSION] = "expression",
    [TROUPE_RUN_ERROR_BUILD] = "build",
    [TROUPE_RUN_ERROR_CONSENT] = "consent",
    [TROUPE_RUN_ERROR_SCHEMA] = "schema",
    [TROUPE_RUN_ERROR_LIMIT] = "limit",
    [TROUPE_RUN_ERROR_PROVIDER] = "provider",
    [TROUPE_RUN_ERROR_INPUT] = "input",
    [TROUPE_RUN_ERROR_PERSISTENCE] = "persistence",
    [TROUPE_RUN_ERROR_SCRIPT] = "script",
    [TROUPE_RUN_ERROR_TOOL] = "tool",
    [TROUPE_RUN_ERROR_FEEDBACK] = "feedback",
    [TROUPE_RUN_ERROR_OUTPUT] = "output",
    [TROUPE_RUN_ERROR_GUARDRAIL] = "guardrail",
    [TROUPE_RUN_ERROR_MCP] = "mcp",
    [TROUPE_RUN_ERROR_FILE] = "file",
    [TROUPE_RUN_ERROR_BUDGET] = "limit",
    [TROUPE_RUN_ERROR_DISK] = "limit",
    [TROUPE_RUN_ERROR_REPLAY] = "replay",
  };

  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain != TROUPE_RUN_ERROR || (guint) error->code >= G_N_ELEMENTS (kinds))
    return "document";
  return kinds[error->code];
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

static TroupeValue *
number_or_null (guint number)
{
  return number != 0 ? troupe_value_new_integer (number) : troupe_value_new_null ();
}

static TroupeValue *
problem_to_value (const TroupeProblem *problem)
{
  TroupeMapBuilder builder;

  g_assert (problem != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "severity",
                          text_or_null (troupe_severity_get_name (problem->severity)));
  troupe_map_builder_add (&builder, "code", text_or_null (problem->code));
  troupe_map_builder_add (&builder, "path", text_or_null (problem->path));
  troupe_map_builder_add (&builder, "line", number_or_null (problem->line));
  troupe_map_builder_add (&builder, "column", number_or_null (problem->column));
  troupe_map_builder_add (&builder, "message", text_or_null (problem->message));
  troupe_map_builder_add (&builder, "fix", text_or_null (problem->fix));
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
outputs_to_value (const TroupeRunResult *self, TroupeRun *run)
{
  const TroupeRunKind *kind = troupe_run_get_kind (run);
  TroupeFlow *flow = troupe_run_get_flow (run);
  g_autofree TroupeValue **items = g_new (TroupeValue *, self->outputs->len + 1);
  guint n_items = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < self->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (self->outputs, TroupeRunOutput, i);
      const char *name = kind->name_method (troupe_flow_get_method (flow, output->method));
      TroupeValue *pair[2];

      if (name == NULL)
        continue;
      pair[0] = troupe_value_new_string (name, -1);
      pair[1] = troupe_value_ref (output->value);
      items[n_items++] = troupe_value_new_list (pair, 2);
    }
  return troupe_value_new_list (items, n_items);
}

static TroupeValue *
error_to_value (const TroupeRunResult *self, const char *file, GPtrArray *problems)
{
  const TroupeProblem *problem = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  /* Finds the first error of the document, which is shown instead of the general message that
   * there are errors. */
  if (self->type == TROUPE_RESULT_LOAD_ERROR && problems != NULL)
    {
      for (guint i = 0; i < problems->len; i++)
        {
          const TroupeProblem *error_problem = g_ptr_array_index (problems, i);

          if (error_problem->severity == TROUPE_SEVERITY_ERROR)
            {
              problem = error_problem;
              break;
            }
        }
    }
  if (self->error == NULL)
    return troupe_value_new_null ();
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind", text_or_null (troupe_run_error_get_kind (self->error)));
  troupe_map_builder_add (&builder, "message",
                          text_or_null (problem != NULL ? problem->message : self->error->message));
  troupe_map_builder_add (&builder, "method",
                          text_or_null (problem != NULL ? problem->method : self->error_method));
  troupe_map_builder_add (&builder, "file", text_or_null (file));
  troupe_map_builder_add (&builder, "line",
                          number_or_null (problem != NULL ? problem->line : self->error_line));
  troupe_map_builder_add (&builder, "column",
                          number_or_null (problem != NULL ? problem->column : 0));
  troupe_map_builder_add (&builder, "path",
                          text_or_null (problem != NULL ? problem->path : self->error_path));
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
usage_to_value (const TroupeLlmUsage *usage)
{
  TroupeMapBuilder builder;

  g_assert (usage != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "prompt_tokens",
                          troupe_value_new_integer (usage->prompt_tokens));
  troupe_map_builder_add (&builder, "completion_tokens",
                          troupe_value_new_integer (usage->completion_tokens));
  troupe_map_builder_add (&builder, "total_tokens", troupe_value_new_integer (usage->total_tokens));
  troupe_map_builder_add (&builder, "requests", troupe_value_new_integer (usage->requests));
  troupe_map_builder_add (&builder, "cost",
                          usage->requests > 0 && usage->unpriced == 0
                              ? troupe_money_to_value (usage->micro_dollars)
                              : troupe_value_new_null ());
  return troupe_map_builder_end (&builder);
}

/* Tells which calls were answered by stored outcomes. */
static TroupeValue *
reuse_to_value (TroupeRun *run)
{
  guint n_reused = 0, n_made = 0;
  gint64 saved = 0;
  const guint n_results = troupe_run_count_reused_results (run, &saved);
  TroupeMapBuilder builder;

  troupe_run_count_reused (run, &n_reused, &n_made);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "run", text_or_null (troupe_run_get_reused_run (run)));
  troupe_map_builder_add (&builder, "reused", troupe_value_new_integer (n_reused));
  troupe_map_builder_add (&builder, "made", troupe_value_new_integer (n_made));
  troupe_map_builder_add (&builder, "results", troupe_value_new_integer (n_results));
  troupe_map_builder_add (&builder, "saved", troupe_money_to_value (saved));
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
value_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
}

/**
 * troupe_run_result_to_value:
 * @file: (nullable): the file that was run, for the error
 * @problems: (nullable) (element-type TroupeProblem): problems found when the document was parsed
 *
 * Creates the object that `run --json` prints (doc/cli.md). Serialize it with
 * %TROUPE_JSON_FLOAT_OBJECTS.
 *
 * Returns: (transfer full): a map
 */
TroupeValue *
troupe_run_result_to_value (const TroupeRunResult *self,
                            TroupeRun *run,
                            const char *file,
                            GPtrArray *problems)
{
  TroupeMapBuilder builder;
  g_autofree TroupeValue **items = NULL;
  guint n_items;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "result",
                          text_or_null (troupe_run_result_type_get_name (self->type)));
  troupe_map_builder_add (&builder, "final", value_or_null (self->final));
  troupe_map_builder_add (
      &builder, "state", value_or_null (troupe_run_get_kind (run)->has_state ? self->state : NULL));
  troupe_map_builder_add (&builder, "outputs", outputs_to_value (self, run));
  troupe_map_builder_add (&builder, "error", error_to_value (self, file, problems));
  n_items = problems != NULL ? problems->len : 0;
  items = g_new (TroupeValue *, n_items + 1);
  for (guint i = 0; i < n_items; i++)
    items[i] = problem_to_value (g_ptr_array_index (problems, i));
  troupe_map_builder_add (&builder, "problems", troupe_value_new_list (items, n_items));
  troupe_map_builder_add (&builder, "run", text_or_null (troupe_run_get_id (run)));
  troupe_map_builder_add (&builder, "seconds",
                          troupe_value_new_double ((double) self->elapsed_us / G_USEC_PER_SEC));
  troupe_map_builder_add (&builder, "usage", usage_to_value (&self->usage));
  if (troupe_run_get_reused_run (run) != NULL)
    troupe_map_builder_add (&builder, "reused", reuse_to_value (run));
  if (self->in_flight != NULL)
    troupe_map_builder_add (&builder, "in_flight", troupe_value_ref (self->in_flight));
  if (self->ended_early != NULL)
    troupe_map_builder_add (&builder, "ended_early", text_or_null (self->ended_early));
  return troupe_map_builder_end (&builder);
}
