/* troupe-reused-results.c: results of an earlier run that are used instead of executing methods again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-reused-results"

#include "config.h"

#include <string.h>

#include "troupe-event.h"
#include "troupe-flow-reads.h"
#include "troupe-money.h"
#include "troupe-reused-results.h"

/* One execution of a method in the earlier run. @parameter, @state: (nullable): what it was given; @outputs: (nullable): the outputs that it has used, in the order
 *   of its reads, with %NULL for missing ones; @result: without a value until it has ended; @n_writes: how often the state had been changed when
 *   it started; @is_unusable: its result was no result of its own, or what it was given is not certain */
typedef struct
{
  TroupeValue *parameter;
  TroupeValue *state;
  GPtrArray *outputs;
  TroupeReusedResult result;
  guint n_writes;
  guint n_counted;
  gboolean is_unusable;
} Execution;

/* @executions: (element-type Execution), in the order of their starts; @calls: (element-type TroupeStoredAnswer); @output: (nullable): the output that expressions see while the
 *   events are read; @is_open: whether it is being executed then; @is_changed: it is always executed again; @is_kept: never */
typedef struct
{
  TroupeFlowReads reads;
  GPtrArray *executions;
  GPtrArray *calls;
  TroupeValue *output;
  gboolean is_open;
  gboolean is_changed;
  gboolean is_kept;
} Method;

typedef struct
{
  TroupeReusedFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Watch;

/* @task_calls: (element-type GPtrArray): the calls of each task that is reused; @lock: protects the numbers */
struct _TroupeReusedResults
{
  TroupeFlow *flow;
  GPtrArray *calls;
  GPtrArray *task_calls;
  Method *methods;
  GArray *watches;
  GMutex lock;
  guint n_results;
  guint n_calls;
  gint64 saved;
};

static void
execution_free (gpointer data)
{
  Execution *self = data;

  g_clear_pointer (&self->parameter, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_clear_pointer (&self->result.value, troupe_value_unref);
  g_clear_pointer (&self->result.feedback, troupe_value_unref);
  g_clear_pointer (&self->result.state, troupe_value_unref);
  g_free (self);
}

static void
unref_value (gpointer data)
{
  if (data != NULL)
    troupe_value_unref (data);
}

static void
watch_clear (gpointer data)
{
  Watch *watch = data;

  if (watch->destroy != NULL)
    watch->destroy (watch->user_data);
}

static void
count (TroupeReusedResults *self, guint n_results, guint n_calls, gint64 saved)
{
  g_mutex_lock (&self->lock);
  self->n_results += n_results;
  self->n_calls += n_calls;
  self->saved += saved;
  g_mutex_unlock (&self->lock);
}

/* --- Calls ------------------------------------------------------------------------------------------- */

/* The member of a kept outcome that contains what the call had cost, if it was answered with a stored outcome. */
#define COST "cost"

gint64
troupe_reused_call_get_cost (TroupeValue *outcome)
{
  TroupeValue *usage =
      troupe_value_get_member (troupe_value_get_member (outcome, "answer"), "usage");
  TroupeValue *cost = troupe_value_get_member_of (outcome, COST, TROUPE_VALUE_INTEGER);

  if (cost == NULL)
    cost = troupe_value_get_member_of (usage, "micro_dollars", TROUPE_VALUE_INTEGER);
  return cost != NULL ? troupe_value_get_integer (cost) : 0;
}

TroupeValue *
troupe_reused_call_make_free (TroupeValue *outcome)
{
  TroupeValue *answer = troupe_value_get_member (outcome, "answer");
  TroupeValue *usage = troupe_value_get_member_of (answer, "usage", TROUPE_VALUE_MAP);
  g_autoptr (TroupeValue) cost = NULL;
  g_autoptr (TroupeValue) priced = NULL;
  g_autoptr (TroupeValue) free_usage = NULL;
  g_autoptr (TroupeValue) free_answer = NULL;
  g_autoptr (TroupeValue) free_outcome = NULL;

  if (usage == NULL)
    return troupe_value_ref (outcome);
  cost = troupe_value_new_integer (troupe_reused_call_get_cost (outcome));
  priced = troupe_value_map_without (usage, "micro_dollars");
  free_usage = troupe_value_map_without (priced, "unpriced");
  free_answer = troupe_value_map_with (answer, "usage", free_usage);
  free_outcome = troupe_value_map_with (outcome, "answer", free_answer);
  return troupe_value_map_with (free_outcome, COST, cost);
}

/* --- Reading the earlier run --------------------------------------------------------------------- */

/* @state: (nullable): the state after the first @n_steps steps; @n_writes: how often methods have changed it so far */
typedef struct
{
  TroupeReusedResults *results;
  GPtrArray *steps;
  GHashTable *by_launch;
  TroupeValue *state;
  guint n_steps;
  guint n_writes;
} Reading;

static char *
make_place (const char *method, guint launch)
{
  return g_strdup_printf ("%s#%u", method, launch);
}

static GHashTable *
index_steps (GPtrArray *steps)
{
  GHashTable *by_launch = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 1; i < steps->len; i++)
    {
      TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (*step->method != '\0')
        g_hash_table_insert (by_launch, make_place (step->method, step->launch), step);
    }
  return by_launch;
}

static Method *
find_method (TroupeReusedResults *self, const char *name)
{
  const int index = name != NULL ? troupe_flow_find_index (self->flow, name) : -1;

  return index >= 0 ? &self->methods[index] : NULL;
}

static TroupeValue *
ref_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

/* Follows the state up to the end of @step. Events are stored without it. */
static void
go_to_step (Reading *self, const TroupeRunStep *step)
{
  while (self->n_steps < self->steps->len)
    {
      const TroupeRunStep *next = g_ptr_array_index (self->steps, self->n_steps);

      if (next->ordinal > step->ordinal)
        return;
      if (next->state != NULL)
        self->state = next->state;
      self->n_steps++;
    }
}

/* Returns TRUE if a method that is being executed may change the state at any time. */
static gboolean
is_state_open (Reading *self, const Method *method)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (self->results->flow); i++)
    {
      const Method *other = &self->results->methods[i];

      if (other != method && other->is_open && other->reads.writes_state)
        return TRUE;
    }
  return FALSE;
}

static void
take_start (Reading *self, Method *method, const TroupeEvent *event)
{
  Execution *execution = g_new0 (Execution, 1);
  TroupeValue *params = troupe_event_get_field (event, "params");
  guint n_methods;
  guint n;

  g_assert (self != NULL);

  g_ptr_array_add (method->executions, execution);
  execution->parameter = ref_or_null (troupe_value_get_member (params, "_0"));
  execution->state = ref_or_null (self->state);
  execution->n_writes = self->n_writes;
  execution->is_unusable = troupe_event_get_field (event, "pinned") != NULL ||
                           troupe_event_get_field (event, "muted") != NULL || method->is_open ||
                           (method->reads.state && is_state_open (self, method));
  method->is_open = TRUE;
  /* Notes the outputs that the method uses. One that is being computed may have been seen or
   * not. */
  n_methods = troupe_flow_get_n_methods (self->results->flow);
  n = method->reads.all_outputs ? n_methods : method->reads.outputs->len;
  execution->outputs = g_ptr_array_new_with_free_func (unref_value);
  for (guint i = 0; i < n; i++)
    {
      const guint index =
          method->reads.all_outputs ? i : g_array_index (method->reads.outputs, guint, i);
      const Method *other = &self->results->methods[index];

      g_ptr_array_add (execution->outputs, ref_or_null (other->output));
      if (other->is_open && other != method)
        execution->is_unusable = TRUE;
    }
}

/* The state after it is its own change only if nothing else has changed the state meanwhile. */
static void
take_end (Reading *self, Method *method, const char *name)
{
  const guint launch = method->executions->len;
  g_autofree char *place = make_place (name, launch);
  const TroupeRunStep *step = g_hash_table_lookup (self->by_launch, place);
  Execution *execution = launch > 0 ? g_ptr_array_index (method->executions, launch - 1) : NULL;

  g_assert (self != NULL);

  method->is_open = FALSE;
  if (step != NULL)
    go_to_step (self, step);
  if (execution == NULL || step == NULL || step->error != NULL || step->value == NULL)
    return;
  if (step->state != NULL)
    {
      if (self->n_writes != execution->n_writes)
        execution->is_unusable = TRUE;
      self->n_writes++;
    }
  execution->result.value = troupe_value_ref (step->value);
  execution->result.feedback = ref_or_null (step->feedback);
  execution->result.state = ref_or_null (step->state);
  execution->result.at_once = step->at_once;
  g_clear_pointer (&method->output, troupe_value_unref);
  method->output = troupe_value_ref (step->feedback != NULL ? step->feedback : step->value);
}

static gboolean
is_call (const TroupeEvent *event)
{
  return event->type == TROUPE_EVENT_LLM_CALL_FINISHED || event->type == TROUPE_EVENT_TOOL_FINISHED;
}

static void
take_event (Reading *self, const TroupeEvent *event)
{
  const char *name = troupe_event_get_method (event);
  Method *method = find_method (self->results, name);
  Execution *execution = NULL;
  gint64 cost = 0;

  g_assert (self != NULL);

  if (event->type == TROUPE_EVENT_RUN_EDITED)
    {
      /* Follows a change by the user while the run was paused, which is a step without a method. */
      const TroupeRunStep *step =
          self->n_steps < self->steps->len ? g_ptr_array_index (self->steps, self->n_steps) : NULL;

      if (step != NULL && *step->method == '\0')
        go_to_step (self, step);
    }
  if (method == NULL)
    return;
  if (event->type == TROUPE_EVENT_METHOD_STARTED)
    take_start (self, method, event);
  else if (event->type == TROUPE_EVENT_METHOD_FINISHED || event->type == TROUPE_EVENT_METHOD_FAILED)
    take_end (self, method, name);
  else if (event->type == TROUPE_EVENT_METHOD_CANCELLED)
    method->is_open = FALSE;
  if (method->executions->len == 0)
    return;
  execution = g_ptr_array_index (method->executions, method->executions->len - 1);
  if (is_call (event))
    execution->n_counted++;
  if (troupe_event_is_billed (event) &&
      troupe_money_from_value (troupe_event_get_field (event, "cost"), &cost))
    execution->result.saved += cost;
}

static gint64
sum_costs (GPtrArray *calls)
{
  gint64 sum = 0;

  for (guint i = 0; i < calls->len; i++)
    sum += troupe_reused_call_get_cost (
        ((const TroupeStoredAnswer *) g_ptr_array_index (calls, i))->value);
  return sum;
}

/* Of a method that was executed once, all calls are known, even if that run has reused its result, too. */
static void
count_calls (Method *method)
{
  for (guint i = 0; i < method->executions->len; i++)
    {
      Execution *execution = g_ptr_array_index (method->executions, i);

      execution->result.n_calls = execution->n_counted;
      if (method->executions->len > 1)
        continue;
      execution->result.n_calls = method->calls->len;
      execution->result.saved = MAX (execution->result.saved, sum_costs (method->calls));
    }
}

TroupeReusedResults *
troupe_reused_results_new (TroupeFlow *flow,
                           TroupeFlowDifference *changes,
                           GPtrArray *steps,
                           GPtrArray *events,
                           GPtrArray *calls,
                           const char *const *kept)
{
  TroupeReusedResults *self = g_atomic_rc_box_new0 (TroupeReusedResults);
  const guint n_methods = troupe_flow_get_n_methods (flow);
  g_autoptr (GHashTable) by_launch = index_steps (steps);
  const TroupeRunStep *first = steps->len > 0 ? g_ptr_array_index (steps, 0) : NULL;
  Reading reading = { self, steps, by_launch, first != NULL ? first->state : NULL, 1, 0 };

  g_mutex_init (&self->lock);
  self->flow = troupe_flow_ref (flow);
  self->calls = g_ptr_array_ref (calls);
  self->task_calls = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->methods = g_new0 (Method, n_methods + 1);
  self->watches = g_array_new (FALSE, FALSE, sizeof (Watch));
  g_array_set_clear_func (self->watches, watch_clear);
  for (guint i = 0; i < n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      Method *known = &self->methods[i];

      troupe_flow_reads_init (&known->reads, method);
      known->executions = g_ptr_array_new_with_free_func (execution_free);
      known->calls = g_ptr_array_new ();
      known->is_kept = kept != NULL && g_strv_contains (kept, method->name);
      known->is_changed =
          known->reads.is_volatile ||
          troupe_changes_have_own (troupe_flow_difference_get (changes, method->name));
    }
  for (guint i = 0; i < events->len; i++)
    take_event (&reading, g_ptr_array_index (events, i));
  /* Assigns the calls to the methods that have made them. */
  for (guint i = 0; i < self->calls->len; i++)
    {
      TroupeStoredAnswer *call = g_ptr_array_index (self->calls, i);
      g_autoptr (TroupeValue) caller = troupe_value_from_json (call->place, -1, NULL);
      Method *method = find_method (self, troupe_value_get_member_text (caller, "method"));

      if (method != NULL)
        g_ptr_array_add (method->calls, call);
    }
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    count_calls (&self->methods[i]);
  return self;
}

TroupeReusedResults *
troupe_reused_results_ref (TroupeReusedResults *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TroupeReusedResults *self = data;

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      troupe_flow_reads_clear (&self->methods[i].reads);
      g_ptr_array_unref (self->methods[i].executions);
      g_ptr_array_unref (self->methods[i].calls);
      g_clear_pointer (&self->methods[i].output, troupe_value_unref);
    }
  g_free (self->methods);
  g_array_unref (self->watches);
  g_ptr_array_unref (self->calls);
  g_ptr_array_unref (self->task_calls);
  troupe_flow_unref (self->flow);
  g_mutex_clear (&self->lock);
}

void
troupe_reused_results_unref (TroupeReusedResults *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* --- Deciding ---------------------------------------------------------------------------------------- */

static gboolean
are_equal (TroupeValue *a, TroupeValue *b)
{
  return a == b || (a != NULL && b != NULL && troupe_value_equal (a, b));
}

/* Compares two states, which have the IDs of their runs. */
static gboolean
is_same_state (TroupeValue *a, TroupeValue *b)
{
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;

  if (are_equal (a, b))
    return TRUE;
  if (a == NULL || b == NULL || !troupe_value_is (a, TROUPE_VALUE_MAP) ||
      !troupe_value_is (b, TROUPE_VALUE_MAP))
    return FALSE;
  first = troupe_value_map_without (a, "id");
  second = troupe_value_map_without (b, "id");
  return troupe_value_equal (first, second);
}

static gboolean
has_same_outputs (const Method *method,
                  const Execution *execution,
                  TroupeReusedOutputFunc get_output,
                  gpointer user_data)
{
  for (guint i = 0; i < execution->outputs->len; i++)
    {
      const guint index =
          method->reads.all_outputs ? i : g_array_index (method->reads.outputs, guint, i);

      if (!are_equal (g_ptr_array_index (execution->outputs, i), get_output (index, user_data)))
        return FALSE;
    }
  return TRUE;
}

const TroupeReusedResult *
troupe_reused_results_find (TroupeReusedResults *self,
                            guint method,
                            guint launch,
                            TroupeValue *parameter,
                            TroupeValue *state,
                            TroupeReusedOutputFunc get_output,
                            gpointer user_data)
{
  const Method *known = NULL;
  const Execution *execution = NULL;

  g_return_val_if_fail (self != NULL && launch > 0, NULL);
  g_return_val_if_fail (method < troupe_flow_get_n_methods (self->flow), NULL);

  known = &self->methods[method];
  if ((known->is_changed && !known->is_kept) || launch > known->executions->len)
    return NULL;
  execution = g_ptr_array_index (known->executions, launch - 1);
  if (execution->result.value == NULL ||
      (!known->is_kept &&
       (execution->is_unusable ||
        (known->reads.parameter && !are_equal (execution->parameter, parameter)) ||
        (known->reads.state && !is_same_state (execution->state, state)) ||
        (execution->result.state != NULL && !known->reads.state) ||
        !has_same_outputs (known, execution, get_output, user_data))))
    return NULL;
  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);

      watch->func (known->calls, known->executions->len == 1, watch->user_data);
    }
  count (self, 1, execution->result.n_calls, execution->result.saved);
  return &execution->result;
}

void
troupe_reused_results_watch (TroupeReusedResults *self,
                             TroupeReusedFunc func,
                             gpointer user_data,
                             GDestroyNotify destroy)
{
  const Watch watch = { func, user_data, destroy };

  g_return_if_fail (self != NULL && func != NULL);

  g_array_append_val (self->watches, watch);
}

void
troupe_reused_results_begin (TroupeReusedResults *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);

      for (guint k = 0; k < self->task_calls->len; k++)
        watch->func (g_ptr_array_index (self->task_calls, k), TRUE, watch->user_data);
    }
}

void
troupe_reused_results_end (TroupeReusedResults *self)
{
  g_return_if_fail (self != NULL);

  g_array_set_size (self->watches, 0);
}

/* --- Counting ---------------------------------------------------------------------------------------- */

void
troupe_reused_results_add_task (TroupeReusedResults *self, GPtrArray *calls)
{
  g_return_if_fail (self != NULL && calls != NULL);

  g_ptr_array_add (self->task_calls, g_ptr_array_ref (calls));
  count (self, 1, calls->len, sum_costs (calls));
}

void
troupe_reused_results_add_saved (TroupeReusedResults *self, gint64 saved)
{
  g_return_if_fail (self != NULL);

  count (self, 0, 0, saved);
}

guint
troupe_reused_results_count (TroupeReusedResults *self, guint *n_calls, gint64 *saved)
{
  guint n_results;

  g_return_val_if_fail (self != NULL, 0);

  g_mutex_lock (&self->lock);
  n_results = self->n_results;
  if (n_calls != NULL)
    *n_calls = self->n_calls;
  if (saved != NULL)
    *saved = self->saved;
  g_mutex_unlock (&self->lock);
  return n_results;
}
