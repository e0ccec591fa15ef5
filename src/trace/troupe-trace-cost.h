/* troupe-trace-cost.h: where the tokens, the time and the money of a run went
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* What a line is of. */
typedef enum
{
  TROUPE_COST_METHOD, /* of a crew by itself: task */
  TROUPE_COST_AGENT,  /* by role */
  TROUPE_COST_MODEL,
  TROUPE_COST_TOOL,
  TROUPE_COST_N_KINDS,
} TroupeCostKind;

/**
 * TroupeTraceCost:
 * @name: (nullable): %NULL for calls that no agent made, where lines are of agents
 * @kind: of what
 * @n_calls: of a model; of a tool, how often that was called
 * @prompt_tokens, @cached_prompt_tokens, @completion_tokens: of calls that have ended
 * @time_us: how long it was at work, in microseconds; what is under way is not in it
 * @micro_dollars: of calls whose price was known
 * @n_unpriced: of model calls, those of which it was not
 * @parts: (element-type TroupeTraceCost): the same by model; of a model, by agent
 *
 * One line.
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
  GPtrArray *parts;
};

/**
 * troupe_trace_list_costs:
 *
 * A call that a tool made of an agent (a delegation) counts for the tool, the agent that answered and the method
 * alike: lines of different kinds are not to be added up.
 *
 * Returns: (transfer full) (element-type TroupeTraceCost): as they came first; all methods that began, also those
 *   that asked no model
 */
GPtrArray *troupe_trace_list_costs (TroupeTrace *self, TroupeCostKind kind);

G_END_DECLS
