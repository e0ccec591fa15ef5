/* troupe-run-calls.h: model calls that can be expected of a run, with their costs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-llm-prices.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunCall:
 * @name: of the step: a method, or the title of a task
 * @path: its path in the document; in a flow that wraps a crew, its path in the crew
 * @action: (nullable): the kind of the action of a method; %NULL for a task
 * @agent: (nullable): the role of the agent that calls the model
 * @model: (nullable): %NULL if the step calls no model, or if Python code creates it
 * @n_tokens: estimated tokens of the first prompt, without outputs of earlier steps
 * @n_least, @n_most: how often the model is called; not limits
 *
 * One step of a run.
 */
typedef struct
{
  char *name;
  char *path;
  const char *action;
  char *agent;
  char *model;
  gint64 n_tokens;
  guint n_least;
  guint n_most;
} TroupeRunCall;

/* A range of costs in millionths of a dollar. @is_whole: whether the prices of all calls are known */
typedef struct
{
  gint64 low;
  gint64 high;
  gboolean is_whole;
} TroupeRunCost;

/**
 * TroupeRunCalls:
 *
 * The steps of a run in the order in which they can start, with the calls that their agents probably
 * make. Estimated from the document alone, without starting anything. Immutable; may be used on any
 * thread.
 */
typedef struct _TroupeRunCalls TroupeRunCalls;

/**
 * troupe_run_calls_new:
 * @flow: a flow, also one that wraps a crew
 * @folder: (nullable): folder of the document; %NULL does not read crews in other files
 * @settings: (nullable): of the file `.env`, see troupe_run_settings_read()
 * @inputs: (nullable): inputs of the run, for the texts of a crew
 *
 * Blocks if @folder is given. May be called on any thread. (transfer full)
 */
TroupeRunCalls *troupe_run_calls_new (TroupeFlow *flow,
                                      const char *folder,
                                      GHashTable *settings,
                                      TroupeValue *inputs);

/**
 * troupe_run_calls_new_for_run:
 * @run: a run that has not started, which no other thread uses at the same time
 * @inputs: (nullable): inputs of the run, for the texts of a crew
 *
 * Lists the calls of @run with the settings and the crews that it would read. Blocks while it reads
 * them; may be called on any thread. (transfer full)
 */
TroupeRunCalls *troupe_run_calls_new_for_run (TroupeRun *run, TroupeValue *inputs);
void troupe_run_calls_free (TroupeRunCalls *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunCalls, troupe_run_calls_free)

guint troupe_run_calls_get_n (TroupeRunCalls *self);
const TroupeRunCall *troupe_run_calls_get (TroupeRunCalls *self, guint index);
/* Returns TRUE if memory or knowledge of a crew calls an embedder that may cost something. These calls are
 * not part of the steps and of the cost. */
gboolean troupe_run_calls_embeds (TroupeRunCalls *self);
/* Returns FALSE if there are agents or crews that could not be estimated. */
gboolean troupe_run_calls_is_whole (TroupeRunCalls *self);

/* Estimates the cost of one step: from one short answer to several rounds with long answers. */
TroupeRunCost troupe_run_call_get_cost (const TroupeRunCall *self, TroupeLlmPrices *prices);
/* Adds the costs of all steps. */
TroupeRunCost troupe_run_calls_get_cost (TroupeRunCalls *self, TroupeLlmPrices *prices);
/* Returns the models whose price is unknown, so that no budget can limit their cost; each once.
 * NULL-terminated. (transfer full) */
char **troupe_run_calls_list_unpriced (TroupeRunCalls *self, TroupeLlmPrices *prices);

G_END_DECLS
