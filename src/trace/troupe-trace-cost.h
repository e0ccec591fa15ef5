/* troupe-trace-cost.h: tokens, time and cost of a run by method, agent, model and tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* The grouping of the rows. */
typedef enum
{
  TROUPE_COST_METHOD, /* in a standalone crew: task */
  TROUPE_COST_AGENT,  /* by role */
  TROUPE_COST_MODEL,
  TROUPE_COST_TOOL,
  TROUPE_COST_N_KINDS,
} TroupeCostKind;

/**
 * TroupeTraceCost:
 * @name: (nullable): %NULL for calls without an agent, if rows are agents
 * @kind: the kind of the row
 * @n_calls: number of model calls; for a tool, number of calls of the tool
 * @prompt_tokens, @cached_prompt_tokens, @completion_tokens: tokens of the model calls that have
 *   ended
 * @time_us: execution time in microseconds, without running scopes
 * @micro_dollars: cost of the model calls with a known price
 * @n_unpriced: number of model calls with an unknown price
 * @saved_micro_dollars: how much more the calls would have cost without the providers' caches;
 *   negative if the caches made them more expensive
 * @task_number: of a task in a standalone crew: its number, from 1; otherwise 0
 * @parts: (element-type TroupeTraceCost): the row by model; for a model, by agent
 *
 * One row.
 */
typedef struct _TroupeTraceCost TroupeTraceCost;
struct _TroupeTraceCost
{
  char *name;
  TroupeCostKind kind;
  guint n_calls;
  gint64 prompt_tokens;
  gint64 cached_prompt_tokens;
  gint64 completion_tokens;
  gint64 time_us;
  gint64 micro_dollars;
  guint n_unpriced;
  gint64 saved_micro_dollars;
  guint task_number;
  GPtrArray *parts;
};

/**
 * troupe_trace_list_costs:
 *
 * A model call of an agent that a tool called (a delegation) counts for the tool, for the agent
 * that answered and for the method: rows of different kinds must not be added up.
 *
 * Returns: (transfer full) (element-type TroupeTraceCost): in the order of their first occurrence;
 * includes all methods that began, even without model calls
 */
GPtrArray *troupe_trace_list_costs (TroupeTrace *self, TroupeCostKind kind);

G_END_DECLS
