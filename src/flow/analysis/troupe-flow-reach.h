/* troupe-flow-reach.h: what can happen in a flow: which methods can run, how often, and when it ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

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
/* The methods whose conditions name the event. (transfer none) (nullable) (element-type guint) */
GArray *troupe_flow_reach_get_listeners (TroupeFlowReach *self, const char *event);
/* A router that waits for nothing but an event that only @method emits. (nullable) */
const TroupeFlowMethod *troupe_flow_reach_find_router_behind (TroupeFlowReach *self, guint method);

/* Where the methods that can run stand in one order in which they may run the first time, from 1; 0 for
 * one that never runs. */
guint troupe_flow_reach_get_rank (TroupeFlowReach *self, guint method);
/* Whether @method can only run after @other, or never. Costs a look at the whole flow. */
gboolean troupe_flow_reach_runs_only_after (TroupeFlowReach *self, guint method, guint other);

/* --- Proofs -------------------------------------------------------------------------------- */

/**
 * TroupeFlowStarved:
 * @first, @second: two events that a join waits for and that never both come
 * @router: what decides between them; it runs once at most
 * @first_event, @second_event: what it must emit for each
 */
typedef struct
{
  const char *first;
  const char *second;
  guint router;
  const char *first_event;
  const char *second_event;
} TroupeFlowStarved;

/* Why the join of @method never fires; NULL where that is not certain. (transfer none) */
const TroupeFlowStarved *troupe_flow_reach_get_starved (TroupeFlowReach *self, guint method);
/* The methods of the run in which the router emits @first_event and every other router the first of its
 * events, on the way to @first: (transfer full) (element-type guint) */
GArray *troupe_flow_reach_find_run (TroupeFlowReach *self, const TroupeFlowStarved *starved);

typedef enum
{
  TROUPE_LINK_NOTHING,    /* it is no start and listens to nothing */
  TROUPE_LINK_NEVER_MET,  /* its condition has an or without branches */
  TROUPE_LINK_NOBODY,     /* nobody emits the event */
  TROUPE_LINK_NOT_GIVEN,  /* the source lists the event, and never gives it */
  TROUPE_LINK_METHOD,     /* the event is the end of the source, which never runs */
  TROUPE_LINK_ROUTER,     /* only the source emits the event, and never runs */
  TROUPE_LINK_NOT_ROUTED, /* a conditional start waits for what no router that listens emits */
  TROUPE_LINK_STARVED,    /* its join never fires */
  TROUPE_LINK_CIRCLE,     /* it has been told of: they wait for each other */
} TroupeFlowLinkType;

/* One link of the chain why a method never runs. */
typedef struct
{
  TroupeFlowLinkType type;
  guint method;
  const char *event; /* (nullable) */
  int source;        /* -1: none */
} TroupeFlowLink;

/* Why @method never runs, from it to the cause, cut after some links. (transfer full) (element-type
 * TroupeFlowLink) */
GArray *troupe_flow_reach_explain (TroupeFlowReach *self, guint method);
/* The same in sentences. (transfer full) */
char *troupe_flow_reach_explain_text (TroupeFlowReach *self, guint method);
/* Why the join never fires, with the run that shows it. (transfer full) */
char *troupe_flow_starved_to_text (TroupeFlowReach *reach, guint method);

/* Cycles that go on whatever happens: each a list of method indexes.
 * (transfer full) (element-type GArray of guint) */
GPtrArray *troupe_flow_find_endless_loops (TroupeFlowReach *reach, TroupeFlow *flow);

G_END_DECLS
