/* troupe-flow-runner-context.c: evaluation context of expressions and templates in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-context"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-expression-view.h"
#include "troupe-flow-runner-context.h"

/* @references: scratch array of an evaluation */
struct _TroupeRunnerContext
{
  TroupeFlow *flow;
  TroupeRunnerState *state;
  TroupeRunnerRecord *record;
  gint64 now_us;
  gboolean looks_for_odd;
  GPtrArray *references;
};

TroupeRunnerContext *
troupe_runner_context_new (TroupeFlow *flow,
                           TroupeRunnerState *state,
                           TroupeRunnerRecord *record,
                           gint64 now_us)
{
  TroupeRunnerContext *self = g_new0 (TroupeRunnerContext, 1);

  self->flow = flow;
  self->state = state;
  self->record = record;
  self->now_us = now_us;
  self->references = g_ptr_array_new ();
  return self;
}

void
troupe_runner_context_free (TroupeRunnerContext *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->references);
  g_free (self);
}

void
troupe_runner_context_look_for_odd (TroupeRunnerContext *self)
{
  self->looks_for_odd = TRUE;
}

/* Data of one evaluation. */
typedef struct
{
  TroupeRunnerContext *run;
  const TroupeFlowTemplate *input;
  const TroupeFlowAction *each;
  TroupeRunnerEach *item;
} View;

/* Returns the outputs that a step sees. Outputs of the finished steps of the current item
 * override outputs of methods (doc/flow-semantics.md §6). */
static TroupeValue *
get_step_outputs (const View *self)
{
  TroupeValue *outputs = troupe_runner_record_get_map (self->run->record);

  g_assert (self != NULL);

  for (guint i = 0; i < self->item->n_outputs; i++)
    {
      guint step = self->item->order[i];
      TroupeValue *next =
          troupe_value_map_with (outputs, self->each->steps[step].name, self->item->outputs[step]);

      troupe_value_unref (outputs);
      outputs = next;
    }
  return outputs;
}

/**
 * troupe_runner_context_get_outputs:
 * @each, @item: (nullable): the enclosing `each` action and its current item
 *
 * Returns: (transfer full): the outputs that an action sees (doc/flow-semantics.md §6)
 */
TroupeValue *
troupe_runner_context_get_outputs (TroupeRunnerContext *self,
                                   const TroupeFlowAction *each,
                                   TroupeRunnerEach *item)
{
  View view = { self, NULL, each, item };

  return item != NULL ? get_step_outputs (&view) : troupe_runner_record_get_map (self->record);
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  View *self = activation->user_data;

  g_assert (activation != NULL);

  switch (root)
    {
    case TROUPE_FLOW_ROOT_OUTPUTS:
      return self->item != NULL ? get_step_outputs (self)
                                : troupe_runner_record_get_map (self->run->record);

    case TROUPE_FLOW_ROOT_STATE:
      return troupe_value_ref (troupe_runner_state_get_seen (self->run->state));

    case TROUPE_FLOW_ROOT_ITEM:
      if (self->item == NULL)
        return NULL;
      return troupe_value_ref (troupe_runner_each_get_item (self->item));

    default:
      return NULL;
    }
}

static void
fill_references (const View *self,
                 const TroupeFlowExpression *expression,
                 TroupeCelActivation *activation)
{
  guint n_references = troupe_cel_program_get_n_references (expression->program);
  GPtrArray *references = self->run->references;
  TroupeValue *state = troupe_runner_state_get_seen (self->run->state);

  g_assert (self != NULL);

  if (references->len < n_references)
    g_ptr_array_set_size (references, (int) n_references);
  for (guint i = 0; i < n_references; i++)
    {
      guint root;
      const char *name = troupe_cel_program_get_reference (expression->program, i, &root, NULL);
      TroupeValue *value = NULL;

      if (root == TROUPE_FLOW_ROOT_OUTPUTS)
        {
          int step = expression->steps != NULL ? expression->steps[i] : -1;
          int slot = expression->slots != NULL ? expression->slots[i] : -1;

          if (step >= 0 && self->item != NULL && self->item->outputs[step] != NULL)
            value = self->item->outputs[step];
          else
            value = slot >= 0 ? troupe_runner_record_get_latest (self->run->record, (guint) slot)
                              : NULL;
        }
      else if (root == TROUPE_FLOW_ROOT_STATE)
        value = troupe_value_map_lookup_string (state, name, -1);
      g_ptr_array_index (references, i) = value;
    }
  activation->references = (TroupeValue *const *) references->pdata;
}

static void
activate_template (TroupeCelActivation *activation, guint program_index, gpointer user_data)
{
  View *self = user_data;

  fill_references (self, &self->input->programs[program_index], activation);
}

static gboolean
fail_for_output (const char *name, GError **error)
{
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
               _ ("Expressions cannot be evaluated while the output of “%s” contains an integer of "
                  "more than 64 bits. Return it as a string."),
               name);
  return FALSE;
}

static gboolean
check_outputs (TroupeRunnerContext *self,
               const TroupeFlowAction *each,
               const TroupeRunnerEach *item,
               GError **error)
{
  int odd = troupe_runner_record_find_odd (self->record);

  g_assert (self != NULL);

  if (odd >= 0)
    return fail_for_output (troupe_flow_get_method (self->flow, (guint) odd)->name, error);
  for (guint i = 0; self->looks_for_odd && item != NULL && i < item->n_outputs; i++)
    {
      if (troupe_expression_view_is_unusable (item->outputs[item->order[i]]))
        return fail_for_output (each->steps[item->order[i]].name, error);
    }
  return TRUE;
}

static gboolean
check_state (TroupeRunnerContext *self, GError **error)
{
  const char *field = troupe_runner_state_get_unusable (self->state);

  g_assert (self != NULL);

  if (field == NULL)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
               _ ("Expressions cannot be evaluated while “%s” in the state contains an integer of "
                  "more than 64 bits, an unquoted date or a Python object. Store it as a string."),
               field);
  return FALSE;
}

/**
 * troupe_runner_context_evaluate:
 * @each, @item: (nullable): the enclosing `each` action and its current item
 *
 * Evaluates an expression with the state and outputs that the run has recorded so far
 * (doc/flow-semantics.md §6 and §7).
 *
 * Returns: (transfer full) (nullable): a value of a JSON type, or %NULL with
 * %TROUPE_RUN_ERROR_EXPRESSION
 */
TroupeValue *
troupe_runner_context_evaluate (TroupeRunnerContext *self,
                                const TroupeFlowExpression *expression,
                                const TroupeFlowAction *each,
                                TroupeRunnerEach *item,
                                GError **error)
{
  View view = { self, NULL, each, item };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = &view,
                                     .now = self->now_us };
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *plain = NULL;
  GError *cause = NULL;

  if (!check_state (self, error) || !check_outputs (self, each, item, error))
    return NULL;
  fill_references (&view, expression, &activation);
  value = troupe_cel_program_evaluate (expression->program, &activation, &cause);
  if (value != NULL)
    plain = troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, &cause);
  if (plain == NULL)
    {
      GError *described = g_error_new (
          TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
          /* Translators: the first %s is the text of an expression, the second one its path in the
           * document, the third one the cause */
          _ ("Could not evaluate the expression “%s” at %s: %s"),
          troupe_cel_program_get_text (expression->program), expression->path, cause->message);

      g_error_free (cause);
      g_propagate_error (error, described);
    }
  return plain;
}

/* Renders a template: strings with `${…}`. */
TroupeValue *
troupe_runner_context_render (TroupeRunnerContext *self,
                              const TroupeFlowTemplate *input,
                              const TroupeFlowAction *each,
                              TroupeRunnerEach *item,
                              GError **error)
{
  View view = { self, input, each, item };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = &view,
                                     .now = self->now_us };
  TroupeValue *value;
  GError *cause = NULL;

  if (troupe_cel_template_get_n_programs (input->template) > 0 && !check_state (self, error))
    return NULL;
  value =
      troupe_cel_template_render (input->template, &activation, activate_template, &view, &cause);
  if (value == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                   _ ("Could not evaluate the arguments of the action: %s"), cause->message);
      g_error_free (cause);
    }
  return value;
}

static void
keep_error (const char *path, const GError *error, gpointer user_data)
{
  GError **first = user_data;

  if (*first == NULL)
    *first = g_error_copy (error);
}

/**
 * troupe_runner_context_render_value:
 * @value: a value of another document to which the flow refers; its strings may be templates
 *
 * Returns: (transfer full) (nullable): the result that troupe_runner_context_render() returns for
 * the same value inside the flow
 */
TroupeValue *
troupe_runner_context_render_value (TroupeRunnerContext *self,
                                    TroupeValue *value,
                                    const TroupeFlowAction *each,
                                    TroupeRunnerEach *item,
                                    GError **error)
{
  static const TroupeCelRoot roots[] = { { "outputs", FALSE },
                                         { "state", FALSE },
                                         { "item", FALSE },
                                         { NULL, FALSE } };
  g_autoptr (GError) cause = NULL;
  g_autoptr (TroupeCelTemplate) template =
      troupe_cel_template_compile (value, TROUPE_CEL_CREWAI, roots, keep_error, &cause);
  g_autofree TroupeFlowExpression *programs = NULL;
  TroupeFlowTemplate input = { 0 };

  if (template == NULL || cause != NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                   _ ("Could not evaluate the arguments of the action: %s"),
                   cause != NULL ? cause->message : "");
      return NULL;
    }
  input.template = template;
  input.n_programs = troupe_cel_template_get_n_programs (template);
  programs = g_new0 (TroupeFlowExpression, input.n_programs + 1);
  for (guint i = 0; i < input.n_programs; i++)
    programs[i].program = troupe_cel_template_get_program (template, i);
  input.programs = programs;
  return troupe_runner_context_render (self, &input, each, item, error);
}
