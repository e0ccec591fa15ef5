/* troupe-flow-reach-private.h: private data of the reachability analysis of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reach.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *events; /* events that it emits as a router */
  gboolean complete; /* whether @events contains all */
  gboolean can_run;
  gboolean banned;            /* excluded for a query */
  guint rank;                 /* position in a possible order of execution, from 1 */
  int times;                  /* -1 unknown, 0 being computed, 1 at most once, 2 any number */
  TroupeFlowStarved *starved; /* (nullable): why its join never fires */
} MethodReach;

/* Reachability of one event. */
typedef struct
{
  GArray *emitters;  /* (element-type guint) (nullable): routers known to emit it */
  GArray *listeners; /* (element-type guint): methods waiting for it */
  gboolean possible;
  gboolean routed; /* a listening router can emit it; for conditional starts */
} EventReach;

struct _TroupeFlowReach
{
  TroupeFlow *flow;
  MethodReach *methods;
  guint n_methods;
  guint n_running;
  GHashTable *events; /* name to EventReach */
  gboolean unconditional;
  guint n_open;         /* routers that can run and may emit any event */
  guint n_open_routers; /* those of them that listen */

  /* The last simulated run, for an explanation. */
  TroupeFlowStarved tried;
  guint n_trials;
  int *
      causes; /* (nullable): previous method by index; -1 for a start, -2 if it did not run */
  GHashTable *come; /* event to the method that emitted it, + 1 */
};

gboolean troupe_flow_reach_can_be_met (TroupeFlowReach *self,
                                       const TroupeCondition *condition,
                                       gboolean by_router);
/* Finds joins that never fire and marks them. Returns TRUE if there are new ones. */
gboolean troupe_flow_reach_find_starved (TroupeFlowReach *self);

G_END_DECLS
