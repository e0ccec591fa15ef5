/* troupe-step-estimates.h: what each step of a run probably costs, from earlier runs or from the texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-llm-prices.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_step_estimates_read:
 * @flow: the flow that runs, also one that wraps a crew
 * @folder: (nullable): folder of the document; %NULL does not read crews in other files
 * @store: (nullable): the store of the runs; @path: (nullable): the path of the document; without both there are no earlier runs
 *
 * Estimates the model calls, the cost and the time of each method of a flow, or task of a crew. Those that the newest
 * finished runs of the document executed are estimated from these, all others from the lengths of their texts. Reads the
 * earlier runs and, if @folder is given, the crews in other files. Blocks; may be called on any thread.
 *
 * Returns: (transfer full) (element-type utf8 utf8): a line such as “2 calls · $0.0150 · 3.2 s (from the last run)” by the name of
 *   the method or task; those about which nothing is known are missing
 */
GHashTable *troupe_step_estimates_read (TroupeFlow *flow,
                                        const char *folder,
                                        TroupeLlmPrices *prices,
                                        TroupeStore *store,
                                        const char *path);

G_END_DECLS
