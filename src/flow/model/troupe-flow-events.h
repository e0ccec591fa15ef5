/* troupe-flow-events.h: what a router gives
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* What a router can only give, "" for no event; NULL where that is not certain. (transfer full) */
GPtrArray *troupe_flow_method_list_certain_results (const TroupeFlowMethod *self);
/* The texts that an expression can only give, "" for null; NULL where it may give anything else.
 * @spans: (nullable): where they stand, quotes included, in the same order. */
GPtrArray *troupe_flow_find_constant_results (const char *text, GArray *spans);

G_END_DECLS
