/* troupe-rough-estimate.h: what a run may cost by the lengths of its texts
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
 * What of a flow asks models: who, with how much text. Immutable; any thread.
 */
typedef struct _TroupeRoughEstimate TroupeRoughEstimate;

/* In the thread of the document: reads the flow, and nothing of files that it names. */
TroupeRoughEstimate *troupe_rough_estimate_new (TroupeFlow *flow);
void troupe_rough_estimate_free (TroupeRoughEstimate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRoughEstimate, troupe_rough_estimate_free)

/* From one short answer each to several rounds with long ones. FALSE: it asks no model, or one that nobody knows of here.
 * @range: (out) */
gboolean troupe_rough_estimate_get_range (TroupeRoughEstimate *self,
                                          TroupeLlmPrices *prices,
                                          TroupeCostRange *range);

G_END_DECLS
