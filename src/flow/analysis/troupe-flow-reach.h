/* troupe-flow-reach.h: reachability analysis of a flow: which methods can run, how often, and in
 * which order
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
/* Returns FALSE only if the method certainly never runs. */
gboolean troupe_flow_reach_can_run (TroupeFlowReach *self, guint method);
/* Returns the events that @method emits as a router. @complete: whether all are known. (transfer
 * none) (element-type utf8) */
GPtrArray *troupe_flow_reach_get_events (TroupeFlowReach *self, guint method, gboolean *complete);
/* Returns TRUE if a router is known to emit @event. */
gboolean troupe_flow_reach_is_emitted (TroupeFlowReach *self, const char *event);
/* Returns TRUE if a router that can run may emit unknown events. */
gboolean troupe_flow_reach_is_open (TroupeFlowReach *self);
/* Returns TRUE if a condition refers to @event. */
gboolean troupe_flow_reach_is_heard (TroupeFlowReach *self, const char *event);
/* Returns the methods whose conditions refer to the event. (transfer none) (nullable)
 * (element-type guint) */
GArray *troupe_flow_reach_get_listeners (TroupeFlowReach *self, const char *event);
/* Returns a router that only waits for an event that only @method emits. (nullable) */
const TroupeFlowMethod *troupe_flow_reach_find_router_behind (TroupeFlowReach *self, guint method);

/* Returns the position of the method in a possible order of the first runs of all methods that
 * can run, starting at 1; 0 if it never runs. */
guint troupe_flow_reach_get_rank (TroupeFlowReach *self, guint method);
/* Returns FALSE if no method triggers itself through others, because all of them trigger only later
 * ones, in the order of execution or in that of the document. TRUE may be wrong. */
gboolean troupe_flow_reach_may_repeat (TroupeFlowReach *self);
/* Returns TRUE if @method can only run after @other, or never. Expensive: visits the whole flow. */
gboolean troupe_flow_reach_runs_only_after (TroupeFlowReach *self, guint method, guint other);

/* --- Explanations ----------------------------------------------------------------------------- */

/**
 * TroupeFlowStarved:
 * @first, @second: two events that a join waits for and that never both occur
 * @router: the router that decides between them; it runs at most once
 * @first_event, @second_event: the event it must emit for each
 */
typedef struct
{
  const char *first;
  const char *second;
  guint router;
  const char *first_event;
  const char *second_event;
} TroupeFlowStarved;

/* Returns why the join of @method never fires, or NULL if that is not certain. (transfer none) */
const TroupeFlowStarved *troupe_flow_reach_get_starved (TroupeFlowReach *self, guint method);
/* Returns the methods, up to @first, of a run in which the router emits @first_event and every
 * other router the first of its events. (transfer full) (element-type guint) */
GArray *troupe_flow_reach_find_run (TroupeFlowReach *self, const TroupeFlowStarved *starved);

typedef enum
{
  TROUPE_LINK_NOTHING,    /* not a start, and without a condition */
  TROUPE_LINK_NEVER_MET,  /* its condition has an `or` without branches */
  TROUPE_LINK_NOBODY,     /* no method emits the event */
  TROUPE_LINK_NOT_GIVEN,  /* the source declares the event but never emits it */
  TROUPE_LINK_METHOD,     /* the event is the name of the source, which never runs */
  TROUPE_LINK_ROUTER,     /* only the source emits the event, and it never runs */
  TROUPE_LINK_NOT_ROUTED, /* a conditional start waits for an event that no listening router
                             emits */
  TROUPE_LINK_STARVED,    /* its join never fires */
  TROUPE_LINK_CIRCLE,     /* already explained: the methods wait for each other */
} TroupeFlowLinkType;

/* A link in the explanation of why a method never runs. */
typedef struct
{
  TroupeFlowLinkType type;
  guint method;
  const char *event; /* (nullable) */
  int source;        /* -1: no source */
} TroupeFlowLink;

/* Formats the explanation as sentences. (transfer full) */
char *troupe_flow_reach_explain_text (TroupeFlowReach *self, guint method);
/* Explains why the join never fires, with the simulated run that shows it. (transfer full) */
char *troupe_flow_starved_to_text (TroupeFlowReach *reach, guint method);

/* Returns the loops without an exit: each a list of method indexes. (transfer full)
 * (element-type GArray of guint) */
GPtrArray *troupe_flow_find_endless_loops (TroupeFlowReach *reach, TroupeFlow *flow);

/* An event in the condition of a method that only occurs after the method has run, but does not run
 * it again. */
typedef struct
{
  guint method;
  const char *event;
  gboolean fired; /* its `or` is met again, but has fired; otherwise its `and` is not met again */
} TroupeFlowUnrepeated;

/* Returns the events that certainly lead back to a method without effect, in the order of the
 * document. They are those of the flow. (transfer full) (element-type TroupeFlowUnrepeated) */
GArray *troupe_flow_find_unrepeated (TroupeFlowReach *reach);

G_END_DECLS
