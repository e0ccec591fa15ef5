/* troupe-store-costs.h: what kept runs spent on models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeRunCost:
 * @micro_dollars: of all its calls whose price was known, in millionths of a dollar; also of those before it was resumed
 * @n_unpriced: of @n_calls, those whose price was not known
 *
 * What a kept run spent.
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
 * @path: (nullable): only runs of this file, without trainings and tests
 * @status: (nullable): only runs that ended so, as troupe_run_status_get_name() says it
 * @since_us: only runs that began then or later, in microseconds since 1970; 0 is all
 * @limit: how many runs at most; 0 is all
 *
 * Blocks, but nobody else who reads or writes the store.
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
