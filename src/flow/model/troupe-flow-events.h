/* troupe-flow-events.h: constant results of a router
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Returns all possible results of a router, "" for no event, or NULL if they are not certain.
 * (transfer full) */
GPtrArray *troupe_flow_method_list_certain_results (const TroupeFlowMethod *self);
/* Returns the strings to which an expression can evaluate, "" for null, or NULL if it may
 * evaluate to anything else.
 * @spans: (nullable): their positions in the text, including quotes, in the same order. */
GPtrArray *troupe_flow_find_constant_results (const char *text, GArray *spans);

G_END_DECLS
