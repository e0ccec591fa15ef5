/* troupe-flow-runner-context.c: what expressions see of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-context"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-runner-private.h"

typedef struct
{
  TroupeFlowRunner *runner;
  const TroupeFlowTemplate *input;
  const TroupeFlowAction *each;
  TroupeRunnerEach *item;
} Context;

/* All outputs as a map, made only where an expression asks for it as a whole and kept until the next
 * output comes. */
static TroupeValue *
get_outputs (TroupeFlowRunner *self)
{
  TroupeMapBuilder builder;

  if (self->outputs_map != NULL)
    return troupe_value_ref (self->outputs_map);
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->output_order->len; i++)
    {
      guint method = g_array_index (self->output_order, guint, i);

      troupe_map_builder_add (&builder, troupe_flow_get_method (self->flow, method)->name,
                              troupe_value_ref (self->latest[method]));
    }
  self->outputs_map = troupe_map_builder_end (&builder);
  return troupe_value_ref (self->outputs_map);
}

/* The finished steps of the item go over the outputs of methods (spec/flow-semantics.md §6). */
static TroupeValue *
get_step_outputs (const Context *self)
{
  TroupeValue *outputs = get_outputs (self->runner);

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
 * @each, @item: (nullable): the action and item around
 *
 * Returns: (transfer full): the outputs that an action sees (spec/flow-semantics.md §6)
 */
TroupeValue *
troupe_runner_context_get_outputs (TroupeFlowRunner *self,
                                   const TroupeFlowAction *each,
                                   TroupeRunnerEach *item)
{
  Context context = { self, NULL, each, item };

  return item != NULL ? get_step_outputs (&context) : get_outputs (self);
}

static TroupeValue *
get_state (TroupeFlowRunner *self)
{
  return self->seen_state != NULL ? self->seen_state : self->state;
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  Context *self = activation->user_data;

  switch (root)
    {
    case TROUPE_FLOW_ROOT_OUTPUTS:
      return self->item != NULL ? get_step_outputs (self) : get_outputs (self->runner);

    case TROUPE_FLOW_ROOT_STATE:
      return troupe_value_ref (get_state (self->runner));

    case TROUPE_FLOW_ROOT_ITEM:
      if (self->item == NULL)
        return NULL;
      return troupe_value_ref (troupe_runner_each_get_item (self->item));

    default:
      return NULL;
    }
}

static TroupeValue *
find_output (const Context *self, const TroupeFlowExpression *expression, guint reference)
{
  int step = expression->steps != NULL ? expression->steps[reference] : -1;
  int slot = expression->slots != NULL ? expression->slots[reference] : -1;

  if (step >= 0 && self->item != NULL && self->item->outputs[step] != NULL)
    return self->item->outputs[step];
  return slot >= 0 ? self->runner->latest[slot] : NULL;
}

static void
fill_references (const Context *self,
                 const TroupeFlowExpression *expression,
                 TroupeCelActivation *activation)
{
  guint n_references = troupe_cel_program_get_n_references (expression->program);
  GPtrArray *references = self->runner->references;

  if (references->len < n_references)
    g_ptr_array_set_size (references, (int) n_references);
  for (guint i = 0; i < n_references; i++)
    {
      guint root;
      const char *name = troupe_cel_program_get_reference (expression->program, i, &root, NULL);
      TroupeValue *value = NULL;

      if (root == TROUPE_FLOW_ROOT_OUTPUTS)
        value = find_output (self, expression, i);
      else if (root == TROUPE_FLOW_ROOT_STATE)
        value = troupe_value_map_lookup_string (get_state (self->runner), name, -1);
      g_ptr_array_index (references, i) = value;
    }
  activation->references = (TroupeValue *const *) references->pdata;
}

static void
activate_template (TroupeCelActivation *activation, guint program_index, gpointer user_data)
{
  Context *self = user_data;

  fill_references (self, &self->input->programs[program_index], activation);
}

/* Whether it is a date with a time, which is a timestamp for expressions, and no date or time alone. */
static gboolean
is_moment (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_DATE) &&
         strchr (troupe_value_get_string (value, NULL), 'T') != NULL;
}

/* Whether @value holds an integer or a date that expressions have no type for. */
static gboolean
is_unusable (TroupeValue *value, guint depth)
{
  if (troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER) ||
      (troupe_value_is (value, TROUPE_VALUE_DATE) && !is_moment (value)))
    return TRUE;
  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      {
        if (is_unusable (troupe_value_list_get (value, i), depth + 1))
          return TRUE;
      }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        if (is_unusable (troupe_value_map_get_value (value, i), depth + 1))
          return TRUE;
      }
  return FALSE;
}

/**
 * troupe_runner_context_find_unusable:
 *
 * Returns: (transfer full) (nullable): the field of the state that makes every expression fail, as it
 *   holds an integer beyond 64 bits or a date (spec/flow-semantics.md §6)
 */
char *
troupe_runner_context_find_unusable (TroupeValue *state)
{
  for (gsize i = 0; i < troupe_value_map_get_size (state); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (state, i);

      if (is_unusable (troupe_value_map_get_value (state, i), 1))
        return troupe_value_is (key, TROUPE_VALUE_STRING)
                   ? g_strdup (troupe_value_get_string (key, NULL))
                   : troupe_value_to_json (key, TROUPE_JSON_COMPACT);
    }
  return NULL;
}

static TroupeValue *
make_timestamp (TroupeValue *moment)
{
  const char *text = troupe_value_get_string (moment, NULL);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, utc);

  return time != NULL ? troupe_value_new_timestamp_at (
                            g_date_time_to_unix (time), g_date_time_get_microsecond (time) * 1000,
                            (gint32) (g_date_time_get_utc_offset (time) / G_USEC_PER_SEC))
                      : troupe_value_new_string (text, -1);
}

static gboolean
has_moment (TroupeValue *value, guint depth)
{
  gboolean found = is_moment (value);

  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; !found && i < troupe_value_list_get_length (value); i++)
      found = has_moment (troupe_value_list_get (value, i), depth + 1);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; !found && i < troupe_value_map_get_size (value); i++)
      found = has_moment (troupe_value_map_get_value (value, i), depth + 1);
  return found;
}

/* (transfer full) */
static TroupeValue *
make_seen (TroupeValue *value, guint depth)
{
  g_autofree TroupeValue **items = NULL;
  TroupeMapBuilder builder;

  if (is_moment (value))
    return make_timestamp (value);
  if (depth > TROUPE_LIMIT_NESTING)
    return troupe_value_ref (value);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      items = g_new (TroupeValue *, troupe_value_list_get_length (value) + 1);
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        items[i] = make_seen (troupe_value_list_get (value, i), depth + 1);
      return troupe_value_new_list (items, troupe_value_list_get_length (value));
    }
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                make_seen (troupe_value_map_get_value (value, i), depth + 1));
  return troupe_map_builder_end (&builder);
}

/**
 * troupe_runner_context_make_seen:
 *
 * Returns: (transfer full) (nullable): the state as expressions see it, in which a date with a time is a
 *   timestamp, or %NULL where that is the state itself
 */
TroupeValue *
troupe_runner_context_make_seen (TroupeValue *state)
{
  return has_moment (state, 0) ? make_seen (state, 0) : NULL;
}

/**
 * troupe_runner_context_note_output:
 *
 * The method has another latest output. An integer beyond 64 bits in it makes every expression fail, as in
 * the state (spec/flow-semantics.md §6); only Python gives one.
 */
void
troupe_runner_context_note_output (TroupeFlowRunner *self, guint method)
{
  gboolean is_odd = self->python != NULL && is_unusable (self->latest[method], 0);

  if (is_odd == self->odd_outputs[method])
    return;
  self->odd_outputs[method] = is_odd;
  self->n_odd_outputs += is_odd ? 1 : -1;
}

static gboolean
fail_for_output (const char *name, GError **error)
{
  g_set_error (
      error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
      _ ("No expression can be worked out while the output of “%s” holds an integer beyond "
         "64 bits. Give it as text."),
      name);
  return FALSE;
}

static gboolean
check_outputs (TroupeFlowRunner *self,
               const TroupeFlowAction *each,
               const TroupeRunnerEach *item,
               GError **error)
{
  for (guint i = 0; self->n_odd_outputs > 0 && i < self->output_order->len; i++)
    {
      guint method = g_array_index (self->output_order, guint, i);

      if (self->odd_outputs[method])
        return fail_for_output (troupe_flow_get_method (self->flow, method)->name, error);
    }
  for (guint i = 0; self->python != NULL && item != NULL && i < item->n_outputs; i++)
    {
      if (is_unusable (item->outputs[item->order[i]], 0))
        return fail_for_output (each->steps[item->order[i]].name, error);
    }
  return TRUE;
}

static gboolean
check_state (TroupeFlowRunner *self, GError **error)
{
  if (self->unusable == NULL)
    return TRUE;
  g_set_error (
      error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
      _ ("No expression can be worked out while the state’s “%s” holds an integer beyond 64 "
         "bits, a date without quotes or an object of Python. Keep it as text."),
      self->unusable);
  return FALSE;
}

static GError *
describe_failure (GError *error, const TroupeFlowExpression *expression)
{
  GError *described = g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
      /* Translators: the text of an expression, its place in the document, the cause */
      _ ("The expression “%s” at %s cannot be worked out: %s"),
      troupe_cel_program_get_text (expression->program), expression->path, error->message);

  g_error_free (error);
  return described;
}

/**
 * troupe_runner_context_evaluate:
 * @each, @item: (nullable): the action and item around the expression
 *
 * Evaluates by spec/flow-semantics.md §6 and §7: the context is what the run has recorded so far.
 *
 * Returns: (transfer full) (nullable): a value of JSON's types, or %NULL with
 *   %TROUPE_RUN_ERROR_EXPRESSION
 */
TroupeValue *
troupe_runner_context_evaluate (TroupeFlowRunner *self,
                                const TroupeFlowExpression *expression,
                                const TroupeFlowAction *each,
                                TroupeRunnerEach *item,
                                GError **error)
{
  Context context = { self, NULL, each, item };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = &context,
                                     .now = self->options.now_us };
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *plain = NULL;
  GError *cause = NULL;

  if (!check_state (self, error) || !check_outputs (self, each, item, error))
    return NULL;
  fill_references (&context, expression, &activation);
  value = troupe_cel_program_evaluate (expression->program, &activation, &cause);
  if (value != NULL)
    plain = troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, &cause);
  if (plain == NULL)
    g_propagate_error (error, describe_failure (cause, expression));
  return plain;
}

/* The same for a template: texts with `${…}`. */
TroupeValue *
troupe_runner_context_render (TroupeFlowRunner *self,
                              const TroupeFlowTemplate *input,
                              const TroupeFlowAction *each,
                              TroupeRunnerEach *item,
                              GError **error)
{
  Context context = { self, input, each, item };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = &context,
                                     .now = self->options.now_us };
  TroupeValue *value;
  GError *cause = NULL;

  if (troupe_cel_template_get_n_programs (input->template) > 0 && !check_state (self, error))
    return NULL;
  value = troupe_cel_template_render (input->template, &activation, activate_template, &context,
                                      &cause);
  if (value == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                   _ ("What the action is given cannot be worked out: %s"), cause->message);
      g_error_free (cause);
    }
  return value;
}
