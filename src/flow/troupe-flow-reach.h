/* troupe-flow-reach.h: what can happen in a flow: which methods can run, how often, and when it ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-private.h"

G_BEGIN_DECLS

typedef struct _TroupeFlowReach TroupeFlowReach;

TroupeFlowReach *troupe_flow_reach_new (TroupeFlow *flow);
void troupe_flow_reach_free (TroupeFlowReach *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowReach, troupe_flow_reach_free)

gboolean troupe_flow_reach_has_unconditional_start (TroupeFlowReach *self);
/* FALSE only where it is certain that the method never runs. */
gboolean troupe_flow_reach_can_run (TroupeFlowReach *self, guint method);
/* The events that @method emits as a router. (transfer none) (element-type utf8) */
GPtrArray *troupe_flow_reach_get_events (TroupeFlowReach *self, guint method, gboolean *complete);
/* Whether some router is known to emit @event. */
gboolean troupe_flow_reach_is_emitted (TroupeFlowReach *self, const char *event);
/* Whether a router that can run may emit events that are not known. */
gboolean troupe_flow_reach_is_open (TroupeFlowReach *self);
/* Whether any condition names @event. */
gboolean troupe_flow_reach_is_heard (TroupeFlowReach *self, const char *event);
/* Two events that @method waits for and that never both come; FALSE where that is not certain. */
gboolean troupe_flow_reach_find_impossible_join (TroupeFlowReach *self,
                                                 guint method,
                                                 const char **first,
                                                 const char **second);
/* Cycles that go on whatever happens: each a list of method indexes.
 * (transfer full) (element-type GArray of guint) */
GPtrArray *troupe_flow_find_endless_loops (TroupeFlowReach *reach, TroupeFlow *flow);

G_END_DECLS
