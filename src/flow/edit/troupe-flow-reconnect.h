/* troupe-flow-reconnect.h: rewrites the condition of a listener when methods are removed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* The methods that are being removed from a flow. */
typedef struct
{
  TroupeFlow *flow;
  GHashTable *names;
  GHashTable *events; /* event that no other method emits, to its method */
} TroupeGoneMethods;

/* Returns the removed method that has the name @event or emits it, or NULL if another method
 * does. */
const TroupeFlowMethod *troupe_gone_methods_find (const TroupeGoneMethods *self, const char *event);

/**
 * troupe_gone_methods_reconnect:
 * @condition: the condition of @listener
 * @result: (out) (transfer full) (nullable): @condition with removed methods replaced by their own
 *   conditions; @condition itself if it refers to none of them, %NULL if nothing is left
 * @met_start: (out): whether one of them was an unconditional start
 *
 * Nested gates of the same type are merged, and inputs whose value is determined by an enclosing
 * gate are omitted, so that the result is met by the same sets of events (doc/flow-semantics.md
 * §2.1) and stays small.
 *
 * Returns: %FALSE if the result would contain more than %TROUPE_LIMIT_CONDITION events
 */
gboolean troupe_gone_methods_reconnect (const TroupeGoneMethods *self,
                                        const char *listener,
                                        JsonNode *condition,
                                        JsonNode **result,
                                        gboolean *met_start);

G_END_DECLS
