/* troupe-runner-record.c: record of a run: outputs, feedback, completed methods and call counters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-record"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-expression-view.h"
#include "troupe-runner-record.h"

/* The record of one method. @latest: (nullable): borrowed from the outputs or the feedback;
 * @is_odd: whether @latest makes every expression fail */
typedef struct
{
  TroupeValue *latest;
  guint n_calls;
  guint n_launches;
  gboolean is_completed;
  gboolean is_odd;
} Method;

/* @order: (element-type guint): methods in the order of their first output; @map: (nullable):
 *   all outputs as one map, cached until the next output */
struct _TroupeRunnerRecord
{
  TroupeFlow *flow;
  GArray *outputs; /* (element-type TroupeRunOutput) */
  GArray *order;
  TroupeValue *map;
  GPtrArray *feedbacks; /* (element-type TroupeValue) */
  guint max_calls;
  guint n_odd;
  gboolean looks_for_odd;
  gboolean skips_completed;
  Method methods[];
};

static void
output_clear (gpointer data)
{
  TroupeRunOutput *output = data;

  troupe_value_unref (output->value);
  g_clear_pointer (&output->feedback, troupe_value_unref);
}

TroupeRunnerRecord *
troupe_runner_record_new (TroupeFlow *flow)
{
  TroupeRunnerRecord *self =
      g_malloc0 (sizeof (TroupeRunnerRecord) + troupe_flow_get_n_methods (flow) * sizeof (Method));

  self->flow = troupe_flow_ref (flow);
  self->outputs = g_array_new (FALSE, FALSE, sizeof (TroupeRunOutput));
  g_array_set_clear_func (self->outputs, output_clear);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  self->feedbacks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->max_calls = troupe_flow_get_max_method_calls (flow);
  return self;
}

void
troupe_runner_record_free (TroupeRunnerRecord *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->map, troupe_value_unref);
  g_array_unref (self->outputs);
  g_array_unref (self->order);
  g_ptr_array_unref (self->feedbacks);
  troupe_flow_unref (self->flow);
  g_free (self);
}

/* --- Outputs ------------------------------------------------------------------------------------- */

static void
set_latest (TroupeRunnerRecord *self, guint method, TroupeValue *value)
{
  Method *known = &self->methods[method];
  gboolean is_odd = self->looks_for_odd && troupe_expression_view_is_unusable (value);

  g_assert (self != NULL);

  known->latest = value;
  if (is_odd != known->is_odd)
    self->n_odd += is_odd ? 1 : -1;
  known->is_odd = is_odd;
  g_clear_pointer (&self->map, troupe_value_unref);
}

void
troupe_runner_record_add (TroupeRunnerRecord *self,
                          guint method,
                          TroupeValue *value,
                          TroupeValue *feedback)
{
  TroupeRunOutput output = { method, troupe_value_ref (value),
                             feedback != NULL ? troupe_value_ref (feedback) : NULL };

  TROUPE_CRASH_POINT ("output-recorded");
  g_array_append_val (self->outputs, output);
  if (self->methods[method].latest == NULL)
    g_array_append_val (self->order, method);
  set_latest (self, method, feedback != NULL ? feedback : value);
}

GArray *
troupe_runner_record_get_outputs (TroupeRunnerRecord *self)
{
  return self->outputs;
}

TroupeValue *
troupe_runner_record_get_last (TroupeRunnerRecord *self)
{
  return self->outputs->len > 0
             ? g_array_index (self->outputs, TroupeRunOutput, self->outputs->len - 1).value
             : NULL;
}

TroupeValue *
troupe_runner_record_get_latest (TroupeRunnerRecord *self, guint method)
{
  return self->methods[method].latest;
}

TroupeValue *
troupe_runner_record_get_map (TroupeRunnerRecord *self)
{
  TroupeMapBuilder builder;

  if (self->map != NULL)
    return troupe_value_ref (self->map);
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->order->len; i++)
    {
      guint method = g_array_index (self->order, guint, i);

      troupe_map_builder_add (&builder, troupe_flow_get_method (self->flow, method)->name,
                              troupe_value_ref (self->methods[method].latest));
    }
  self->map = troupe_map_builder_end (&builder);
  return troupe_value_ref (self->map);
}

TroupeValue *
troupe_runner_record_change (TroupeRunnerRecord *self, guint method, TroupeValue *value)
{
  TroupeValue **kept = NULL;
  TroupeValue *before = NULL;
  TroupeValue *latest;
  guint place = 0;

  latest = self->methods[method].latest;
  if (latest != NULL)
    {
      if (g_ptr_array_find (self->feedbacks, latest, &place))
        kept = (TroupeValue **) &g_ptr_array_index (self->feedbacks, place);
      else
        {
          for (guint i = self->outputs->len; i > 0; i--)
            {
              TroupeRunOutput *output = &g_array_index (self->outputs, TroupeRunOutput, i - 1);

              if (output->method == method && output->value == latest)
                {
                  kept = &output->value;
                  break;
                }
            }
        }
    }
  if (kept == NULL)
    return NULL;
  before = *kept;
  *kept = troupe_value_ref (value);
  set_latest (self, method, value);
  return before;
}

void
troupe_runner_record_look_for_odd (TroupeRunnerRecord *self)
{
  self->looks_for_odd = TRUE;
}

int
troupe_runner_record_find_odd (TroupeRunnerRecord *self)
{
  for (guint i = 0; self->n_odd > 0 && i < self->order->len; i++)
    {
      guint method = g_array_index (self->order, guint, i);

      if (self->methods[method].is_odd)
        return (int) method;
    }
  return -1;
}

/* --- Feedback --------------------------------------------------------------------------------- */

void
troupe_runner_record_add_feedback (TroupeRunnerRecord *self, TroupeValue *feedback)
{
  g_ptr_array_add (self->feedbacks, troupe_value_ref (feedback));
}

TroupeValue *
troupe_runner_record_get_last_feedback (TroupeRunnerRecord *self)
{
  return self->feedbacks->len > 0 ? g_ptr_array_index (self->feedbacks, self->feedbacks->len - 1)
                                  : NULL;
}

gboolean
troupe_runner_record_is_feedback (TroupeRunnerRecord *self, TroupeValue *value)
{
  return g_ptr_array_find (self->feedbacks, value, NULL);
}

/* --- Methods ------------------------------------------------------------------------------------- */

gboolean
troupe_runner_record_is_completed (TroupeRunnerRecord *self, guint method)
{
  return self->methods[method].is_completed;
}

void
troupe_runner_record_set_completed (TroupeRunnerRecord *self, guint method, gboolean is_completed)
{
  self->methods[method].is_completed = is_completed;
}

void
troupe_runner_record_restore_completed (TroupeRunnerRecord *self, guint method)
{
  self->methods[method].is_completed = TRUE;
  self->skips_completed = TRUE;
}

gboolean
troupe_runner_record_is_skipped (TroupeRunnerRecord *self, guint method)
{
  return self->skips_completed && self->methods[method].is_completed;
}

gboolean
troupe_runner_record_count_call (TroupeRunnerRecord *self, guint method)
{
  if (self->methods[method].n_calls >= self->max_calls)
    return FALSE;
  self->methods[method].n_calls++;
  return TRUE;
}

guint
troupe_runner_record_get_max_calls (TroupeRunnerRecord *self)
{
  return self->max_calls;
}

guint
troupe_runner_record_count_launch (TroupeRunnerRecord *self, guint method)
{
  return ++self->methods[method].n_launches;
}

guint
troupe_runner_record_count_launches (TroupeRunnerRecord *self, guint method)
{
  return self->methods[method].n_launches;
}

gsize
troupe_runner_record_measure (TroupeRunnerRecord *self, GHashTable *seen)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < self->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (self->outputs, TroupeRunOutput, i);

      n_bytes += troupe_value_measure (output->value, seen);
      if (output->feedback != NULL)
        n_bytes += troupe_value_measure (output->feedback, seen);
    }
  return n_bytes;
}
