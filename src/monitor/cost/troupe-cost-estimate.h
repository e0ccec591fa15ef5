/* troupe-cost-estimate.h: what the next run of a document may cost, by what earlier ones did
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* By how many runs, the newest ones, an estimate is made, and with how many there is one. */
#define TROUPE_COST_ESTIMATE_RUNS 40
#define TROUPE_COST_ESTIMATE_LEAST 5

/**
 * TroupeCostRange:
 * @low, @likely, @high: the 10th, 50th and 90th percentile, in millionths of a dollar
 * @is_least: whether the price of some calls is not known, so that it may be more
 */
typedef struct
{
  gint64 low;
  gint64 likely;
  gint64 high;
  gboolean is_least;
} TroupeCostRange;

/* Percentiles of @sums, which are sorted by it; between two of them in a straight line. @n_sums: at least 1 */
TroupeCostRange troupe_cost_range_new (gint64 *sums, guint n_sums);
/* “$0.0020 to $0.1500”, “free”, “at least …”. (transfer full) */
char *troupe_cost_range_describe (const TroupeCostRange *self);

/* Runs that went one way. */
typedef struct
{
  char *name; /* what the router said */
  guint n_runs;
  TroupeCostRange range;
} TroupeCostPath;

/**
 * TroupeCostForecast:
 * @has_range: whether there is an estimate
 * @is_rough: whether it is of the texts alone, as there are too few runs
 * @range: of all runs
 * @n_runs: by how many runs it was made
 * @paths: (element-type TroupeCostPath): where they went different ways, the most usual one first
 */
typedef struct
{
  gboolean has_range;
  gboolean is_rough;
  TroupeCostRange range;
  guint n_runs;
  GPtrArray *paths;
} TroupeCostForecast;

/**
 * troupe_cost_forecast_new:
 * @store: (nullable): where runs are kept
 * @path: (nullable): of the document; %NULL: it was never saved and has no runs
 * @routers: (nullable): names of its methods that choose a way, in the document's order
 * @rough: (nullable): what it may cost by its texts, for where there are too few runs
 *
 * Looks into the store. Blocks. Runs that did not end by themselves say nothing.
 */
TroupeCostForecast *troupe_cost_forecast_new (TroupeStore *store,
                                              const char *path,
                                              const char *const *routers,
                                              const TroupeCostRange *rough);
void troupe_cost_forecast_free (TroupeCostForecast *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCostForecast, troupe_cost_forecast_free)

/* “$0.0020 to $0.1500, by the last 40 runs”, as a line for a person. (transfer full) (nullable): there is none */
char *troupe_cost_forecast_describe (const TroupeCostForecast *self);
/* “from the last 40 runs”, “rough: from the texts”. (transfer full) */
char *troupe_cost_forecast_describe_source (const TroupeCostForecast *self);

/**
 * TroupeCostMonth:
 * @spent: what all runs of this calendar month have cost, in millionths of a dollar
 * @limit: what they may; 0: any
 * @is_all: whether the price of all their calls is known
 * @is_known: whether it is known what those spent that were kept before
 */
typedef struct
{
  gint64 spent;
  gint64 limit;
  gboolean is_all;
  gboolean is_known;
} TroupeCostMonth;

/* When the calendar month of @now_us began, where the person is. */
gint64 troupe_cost_month_get_begin (gint64 now_us);
/* Whether a budget is nearly spent, or wholly: from four fifths on. @limit: 0: there is none */
gboolean troupe_cost_is_near (gint64 spent, gint64 limit);

/* “$3.92”, “at least $3.92”, “$0”. (transfer full) */
char *troupe_cost_month_describe_spent (const TroupeCostMonth *self);

G_END_DECLS
