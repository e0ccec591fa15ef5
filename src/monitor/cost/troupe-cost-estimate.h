/* troupe-cost-estimate.h: cost estimate of the next run, from earlier runs of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* Maximum number of runs that an estimate uses, which are the newest ones, and minimum number of
 * runs that it requires. */
#define TROUPE_COST_ESTIMATE_RUNS 40
#define TROUPE_COST_ESTIMATE_LEAST 5

/**
 * TroupeCostRange:
 * @low, @likely, @high: the 10th, 50th and 90th percentile, in millionths of a dollar
 * @is_least: whether the price of some calls is unknown, so that the cost may be higher
 *
 * The range of the cost of several runs.
 */
typedef struct
{
  gint64 low;
  gint64 likely;
  gint64 high;
  gboolean is_least;
} TroupeCostRange;

/* Computes the percentiles of @sums, which is sorted in place, with linear interpolation.
 * @n_sums: at least 1 */
TroupeCostRange troupe_cost_range_new (gint64 *sums, guint n_sums);
/* Returns “$0.0020 to $0.1500”, “free”, or “at least …”. (transfer full) */
char *troupe_cost_range_describe (const TroupeCostRange *self);

/* Runs that took the same path. */
typedef struct
{
  char *name; /* the event emitted by the router */
  guint n_runs;
  TroupeCostRange range;
} TroupeCostPath;

/**
 * TroupeCostForecast:
 * @has_range: whether there is an estimate
 * @is_rough: whether the estimate is based on the texts only, because there are too few runs
 * @range: the range of the cost of all these runs
 * @n_runs: the number of runs on which the estimate is based
 * @paths: (element-type TroupeCostPath): the paths that the runs took, the most frequent one first;
 *   empty if all runs took the same path
 *
 * A cost estimate for the next run.
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
 * @store: (nullable): the store of the runs
 * @path: (nullable): the path of the document; %NULL if the document was never saved and therefore
 *   has no runs
 * @routers: (nullable): names of the document's routers, in the document's order
 * @rough: (nullable): the estimate from the document's texts, used if there are too few runs
 *
 * Computes an estimate from the runs in the store. Blocks. Runs that did not finish normally are
 * ignored.
 */
TroupeCostForecast *troupe_cost_forecast_new (TroupeStore *store,
                                              const char *path,
                                              const char *const *routers,
                                              const TroupeCostRange *rough);
void troupe_cost_forecast_free (TroupeCostForecast *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCostForecast, troupe_cost_forecast_free)

/* Returns a line such as “$0.0020 to $0.1500, by the last 40 runs” for display. (transfer full)
 * (nullable): NULL if there is no estimate */
char *troupe_cost_forecast_describe (const TroupeCostForecast *self);
/* Returns “from the last 40 runs” or “rough: from the texts”. (transfer full) */
char *troupe_cost_forecast_describe_source (const TroupeCostForecast *self);

/**
 * TroupeCostMonth:
 * @spent: cost of all runs of this calendar month, in millionths of a dollar
 * @limit: the limit of that cost; 0: no limit
 * @is_all: whether the prices of all calls of these runs are known
 * @is_known: whether the cost of runs that were stored before is known
 *
 * The cost of the current month.
 */
typedef struct
{
  gint64 spent;
  gint64 limit;
  gboolean is_all;
  gboolean is_known;
} TroupeCostMonth;

/* Returns the start of the calendar month of @now_us in local time. */
gint64 troupe_cost_month_get_begin (gint64 now_us);
/* Returns TRUE if at least four fifths of a budget are spent. @limit: the budget; 0 if there is
 * none */
gboolean troupe_cost_is_near (gint64 spent, gint64 limit);

/* Returns “$3.92”, “at least $3.92”, or “$0”. (transfer full) */
char *troupe_cost_month_describe_spent (const TroupeCostMonth *self);

G_END_DECLS
