/* troupe-store-costs.h: costs of saved runs (model calls)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeRunCost:
 * @micro_dollars: cost of all calls with a known price, in millionths of a dollar, including the
 *   calls before the run was resumed
 * @n_unpriced: the number of calls out of @n_calls whose price was unknown
 *
 * The cost of a saved run.
 */
typedef struct
{
  char *id;
  gint64 started_us;
  TroupeRunStatus status;
  gint64 micro_dollars;
  guint n_calls;
  guint n_unpriced;
} TroupeRunCost;

void troupe_run_cost_free (TroupeRunCost *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunCost, troupe_run_cost_free)

/**
 * troupe_store_list_costs:
 * @path: (nullable): only runs of this document, without trainings and tests
 * @status: (nullable): only runs with this status, as returned by troupe_run_status_get_name()
 * @since_us: only runs that began at this time or later, in microseconds since 1970; 0 for all
 * @limit: maximum number of runs; 0 for no limit
 *
 * Lists the costs of runs. Blocks, but does not block other readers or the writer of the store.
 *
 * Returns: (transfer full) (element-type TroupeRunCost) (nullable): newest first
 */
GPtrArray *troupe_store_list_costs (TroupeStore *self,
                                    const char *path,
                                    const char *status,
                                    gint64 since_us,
                                    guint limit,
                                    GError **error);

G_END_DECLS
