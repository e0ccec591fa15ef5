/* troupe-rough-estimate.h: estimates the cost of a run from the lengths of its texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cost-estimate.h"
#include "troupe-llm-prices.h"

G_BEGIN_DECLS

/**
 * TroupeRoughEstimate:
 *
 * The agents of a flow that call models, with the lengths of their texts. Immutable; may be used on
 * any thread.
 */
typedef struct _TroupeRoughEstimate TroupeRoughEstimate;

/* Reads the flow, but not the files to which it refers. Must be called on the thread of the
 * document. */
TroupeRoughEstimate *troupe_rough_estimate_new (TroupeFlow *flow);
void troupe_rough_estimate_free (TroupeRoughEstimate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRoughEstimate, troupe_rough_estimate_free)

/* Calculates the range from one short answer per agent to several rounds with long answers.
 * Returns FALSE if no model is called, or if the prices of all called models are unknown.
 * @range: (out) */
gboolean troupe_rough_estimate_get_range (TroupeRoughEstimate *self,
                                          TroupeLlmPrices *prices,
                                          TroupeCostRange *range);

G_END_DECLS
