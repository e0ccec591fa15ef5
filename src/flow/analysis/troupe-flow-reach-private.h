/* troupe-flow-reach-private.h: what the files that find out what can happen in a flow share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reach.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *events; /* that it emits as a router */
  gboolean complete; /* whether these are all */
  gboolean can_run;
  gboolean banned;            /* taken out for a question */
  guint rank;                 /* of those that can run, in an order in which they may: from 1 */
  int times;                  /* -1 unknown, 0 being found out, 1 at most once, 2 any number */
  TroupeFlowStarved *starved; /* (nullable): why its join never fires */
} MethodReach;

/* What is known of one event. */
typedef struct
{
  GArray *emitters;  /* (element-type guint): routers that are known to emit it */
  GArray *listeners; /* (element-type guint): methods whose conditions name it */
  gboolean possible;
  gboolean routed; /* whether a router that listens can give it, for conditional starts */
} EventReach;

struct _TroupeFlowReach
{
  TroupeFlow *flow;
  MethodReach *methods;
  guint n_methods;
  guint n_running;
  GHashTable *events; /* name to EventReach */
  gboolean unconditional;
  guint n_open;         /* routers that can run and may emit anything */
  guint n_open_routers; /* of these, those that listen */

  /* The run that was tried last, for a proof. */
  TroupeFlowStarved tried;
  guint n_trials;
  int *
      causes; /* (nullable): for each method the one before it, -1 for a start, -2 where it did not run */
  GHashTable *come; /* event to the method that gave it, + 1 */
};

EventReach *troupe_flow_reach_get_event (TroupeFlowReach *self, const char *name);
/* Whether the event can come. @by_router: as the result of a router that listens. */
gboolean troupe_flow_reach_has_come (TroupeFlowReach *self, const char *name, gboolean by_router);
gboolean troupe_flow_reach_can_be_met (TroupeFlowReach *self,
                                       const TroupeCondition *condition,
                                       gboolean by_router);
/* Finds joins that never fire and marks them; whether there were new ones. */
gboolean troupe_flow_reach_find_starved (TroupeFlowReach *self);

G_END_DECLS
