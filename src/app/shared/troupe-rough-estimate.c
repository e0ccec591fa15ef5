/* troupe-rough-estimate.c: estimates the cost of a run from the lengths of its texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rough-estimate"

#include "config.h"

#include "troupe-rough-estimate.h"
#include "troupe-run-calls.h"

struct _TroupeRoughEstimate
{
  TroupeRunCalls *calls;
};

TroupeRoughEstimate *
troupe_rough_estimate_new (TroupeFlow *flow)
{
  TroupeRoughEstimate *self = g_new0 (TroupeRoughEstimate, 1);

  self->calls = troupe_run_calls_new (flow, NULL, NULL, NULL);
  return self;
}

void
troupe_rough_estimate_free (TroupeRoughEstimate *self)
{
  g_clear_pointer (&self->calls, troupe_run_calls_free);
  g_free (self);
}

gboolean
troupe_rough_estimate_get_range (TroupeRoughEstimate *self,
                                 TroupeLlmPrices *prices,
                                 TroupeCostRange *range)
{
  TroupeRunCost cost;
  gboolean has_calls = FALSE;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (prices != NULL, FALSE);
  g_return_val_if_fail (range != NULL, FALSE);

  cost = troupe_run_calls_get_cost (self->calls, prices);
  for (guint i = 0; i < troupe_run_calls_get_n (self->calls); i++)
    has_calls = has_calls || troupe_run_calls_get (self->calls, i)->n_most > 0;
  *range = (TroupeCostRange){ .low = cost.low,
                              .likely = (cost.low + cost.high) / 2,
                              .high = cost.high,
                              .is_least = !cost.is_whole || troupe_run_calls_embeds (self->calls) };
  return has_calls && (range->high > 0 || !range->is_least);
}
