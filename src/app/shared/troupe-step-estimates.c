/* troupe-step-estimates.c: what each step of a run probably costs, from earlier runs or from the texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-step-estimates"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-cost-estimate.h"
#include "troupe-run-calls.h"
#include "troupe-step-estimates.h"
#include "troupe-store-document.h"
#include "troupe-trace-cost.h"

/* Number of earlier runs that are read, among the newest ones, and the number of events after which no other run is read. */
#define MOST_RUNS 3
#define NEWEST_RUNS 12
#define MOST_EVENTS 20000

/* What executions of a step have needed at least and at most. @n_runs: the number of runs that executed it, 0 if the
 * numbers are those of the texts, which say nothing about the time. */
typedef struct
{
  guint n_runs;
  guint least_calls;
  guint most_calls;
  gint64 least_us;
  gint64 most_us;
  TroupeCostRange cost;
} Estimate;

static Estimate *
ensure (GHashTable *steps, const char *name)
{
  Estimate *estimate = g_hash_table_lookup (steps, name);

  if (estimate == NULL)
    {
      estimate = g_new0 (Estimate, 1);
      g_hash_table_insert (steps, g_strdup (name), estimate);
    }
  return estimate;
}

/* --- Earlier runs ----------------------------------------------------------------------------- */

/* Adds one execution of a step: the average of those of a run, because a loop executes it several times. */
static void
add_row (GHashTable *steps, TroupeTrace *trace, const TroupeTraceCost *row)
{
  const TroupeTraceMethod *method = troupe_trace_find_method (trace, row->name);
  const guint n_passes = method != NULL && row->task_number == 0 ? MAX (method->n_passes, 1) : 1;
  const guint n_calls = (row->n_calls + n_passes - 1) / n_passes;
  const gint64 time = row->time_us / n_passes;
  const gint64 cost = row->micro_dollars / n_passes;
  Estimate *estimate = ensure (steps, row->name);
  const gboolean is_first = estimate->n_runs == 0;

  /* The result of an earlier run was reused. */
  if (method != NULL && method->latest != NULL && method->latest->is_reused)
    return;
  estimate->n_runs++;
  estimate->least_calls = is_first ? n_calls : MIN (estimate->least_calls, n_calls);
  estimate->most_calls = MAX (estimate->most_calls, n_calls);
  estimate->least_us = is_first ? time : MIN (estimate->least_us, time);
  estimate->most_us = MAX (estimate->most_us, time);
  estimate->cost.low = is_first ? cost : MIN (estimate->cost.low, cost);
  estimate->cost.high = MAX (estimate->cost.high, cost);
  estimate->cost.is_least |= row->n_unpriced > 0;
}

/* Reads the costs of one run. Returns the number of its events. */
static guint
read_run (GHashTable *steps, TroupeStore *store, const char *id, gint64 started_us)
{
  g_autoptr (GPtrArray) events = troupe_store_get_events (store, id, NULL);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (GPtrArray) rows = NULL;

  if (events == NULL)
    return 0;
  troupe_trace_begin (trace, started_us);
  troupe_trace_add_events (trace, events);
  rows = troupe_trace_list_costs (trace, TROUPE_COST_METHOD);
  for (guint i = 0; i < rows->len; i++)
    {
      const TroupeTraceCost *row = g_ptr_array_index (rows, i);

      if (row->name != NULL && row->time_us > 0)
        add_row (steps, trace, row);
    }
  return events->len;
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* Returns the name of the step: a task of a crew in a method counts for the method. (transfer full) */
static char *
dup_step (TroupeFlow *flow, const char *name)
{
  const char *colon = strstr (name, ": ");
  g_autofree char *method = colon != NULL ? g_strndup (name, (gsize) (colon - name)) : NULL;

  return method != NULL && troupe_flow_find_method (flow, method) != NULL
             ? g_steal_pointer (&method)
             : g_strdup (name);
}

/* --- Descriptions ----------------------------------------------------------------------------- */

/* (transfer full) (nullable): NULL if nothing is known */
static char *
describe (const Estimate *estimate)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (estimate->n_runs == 0 && estimate->most_calls == 0)
    return NULL;
  if (estimate->most_calls > 0)
    {
      g_autofree char *calls = NULL;
      g_autofree char *cost = NULL;

      if (estimate->least_calls == estimate->most_calls)
        calls = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u call", "%u calls",
                                              estimate->most_calls),
                                 estimate->most_calls);
      else
        {
          /* Translators: two numbers of model calls, such as “1 to 4 calls” */
          calls = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u to %u call", "%u to %u calls",
                                                estimate->most_calls),
                                   estimate->least_calls, estimate->most_calls);
        }
      cost = troupe_cost_range_describe (&estimate->cost);
      g_string_append_printf (text, "%s · %s", calls, cost);
    }
  if (estimate->n_runs > 0)
    {
      g_autofree char *time = NULL;
      g_autofree char *source = NULL;
      g_autofree char *least = NULL;
      g_autofree char *most = NULL;

      least = troupe_span_to_text (estimate->least_us);
      most = troupe_span_to_text (estimate->most_us);
      if (g_str_equal (least, most))
        time = g_steal_pointer (&least);
      else
        {
          /* Translators: two durations, such as “0.8 s to 31 s” */
          time = g_strdup_printf (_ ("%s to %s"), least, most);
        }
      source = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "from the last run",
                                             "from the last %u runs", estimate->n_runs),
                                estimate->n_runs);
      g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? " · " : "", time, source);
    }
  else
    g_string_append_printf (text, " (%s)", _ ("rough estimate, from the texts"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

GHashTable *
troupe_step_estimates_read (TroupeFlow *flow,
                            const char *folder,
                            TroupeLlmPrices *prices,
                            TroupeStore *store,
                            const char *path)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) steps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name;
  gpointer estimate;
  g_autoptr (TroupeRunCalls) calls = NULL;

  g_return_val_if_fail (flow != NULL && prices != NULL, texts);
  g_return_val_if_fail (store == NULL || TROUPE_IS_STORE (store), texts);

  if (store != NULL && path != NULL)
    {
      const TroupeDocumentIdentity document = { path, troupe_flow_get_name (flow),
                                                troupe_flow_get_digest (flow) };
      g_autoptr (GPtrArray) records =
          troupe_store_list_runs_of (store, &document, NEWEST_RUNS, NULL);
      guint n_runs = 0, n_events = 0;

      for (guint i = 0;
           records != NULL && i < records->len && n_runs < MOST_RUNS && n_events < MOST_EVENTS; i++)
        {
          const TroupeRunRecord *record = g_ptr_array_index (records, i);

          if (record->status != TROUPE_RUN_STATUS_OK)
            continue;
          n_events += read_run (steps, store, record->id, record->started_us);
          n_runs++;
        }
    }
  calls = troupe_run_calls_new (flow, folder, NULL, NULL);
  for (guint i = 0; i < troupe_run_calls_get_n (calls); i++)
    {
      const TroupeRunCall *call = troupe_run_calls_get (calls, i);
      g_autofree char *text_name = call->name != NULL ? dup_step (flow, call->name) : NULL;
      TroupeRunCost cost = troupe_run_call_get_cost (call, prices);
      Estimate *text_estimate = NULL;

      if (text_name == NULL || call->n_most == 0)
        continue;
      text_estimate = ensure (steps, text_name);
      if (text_estimate->n_runs > 0)
        continue;
      text_estimate->least_calls += call->n_least;
      text_estimate->most_calls += call->n_most;
      text_estimate->cost.low += cost.low;
      text_estimate->cost.high = MIN (text_estimate->cost.high + cost.high, (gint64) 9e15);
      text_estimate->cost.is_least |= !cost.is_whole;
    }
  g_hash_table_iter_init (&iter, steps);
  while (g_hash_table_iter_next (&iter, &name, &estimate))
    {
      char *text = describe (estimate);

      if (text != NULL)
        g_hash_table_insert (texts, g_strdup (name), text);
    }
  return texts;
}
