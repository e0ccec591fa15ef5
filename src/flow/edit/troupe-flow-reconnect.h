/* troupe-flow-reconnect.h: what a method waits for once the methods between are gone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Methods that are being taken out of a flow. */
typedef struct
{
  TroupeFlow *flow;
  GHashTable *names;
  GHashTable *events; /* what nobody emits without them: to the method */
} TroupeGoneMethods;

/* The method that goes and whose end or event @event is; NULL where it stays. */
const TroupeFlowMethod *troupe_gone_methods_find (const TroupeGoneMethods *self, const char *event);

/**
 * troupe_gone_methods_reconnect:
 * @condition: what @listener waits for
 * @result: (out) (transfer full) (nullable): the same with the conditions of the methods that go in
 *   their places; @condition itself where it names none of them, %NULL where nothing is left
 * @met_start: (out): whether one of them was an unconditional start
 *
 * A gate in a gate of its kind is spliced in, and what is decided further up is left out, so that the
 * result holds for the same sets of events (doc/flow-semantics.md §2.1) and stays small.
 *
 * Returns: %FALSE where it would name more than %TROUPE_LIMIT_CONDITION events
 */
gboolean troupe_gone_methods_reconnect (const TroupeGoneMethods *self,
                                        const char *listener,
                                        JsonNode *condition,
                                        JsonNode **result,
                                        gboolean *met_start);

G_END_DECLS
