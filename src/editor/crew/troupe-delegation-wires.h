/* troupe-delegation-wires.h: who asks whom while a crew runs, as wires that come and go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * TroupeCrewErrands:
 *
 * What a manager, or an agent that delegates, asks others while it happens (doc/interface.md §20): a wire round all cards
 * with the words on it, at most three at once. It fades after the end; how often somebody was asked is kept.
 */
typedef struct _TroupeCrewErrands TroupeCrewErrands;

TroupeCrewErrands *troupe_crew_errands_new (TroupeCanvasScene *scene);
void troupe_crew_errands_free (TroupeCrewErrands *self);

/* @agent: a span of somebody at work. TRUE where a tool asks for that work. @tool: (out): the span of the call */
gboolean troupe_crew_errands_is_errand (TroupeSpan *agent, TroupeSpan **tool);
/* @tool: the call. @from, @to: the cards of who asks and of who is asked. @role: of the latter, for the label */
void troupe_crew_errands_add (TroupeCrewErrands *self,
                              TroupeSpan *tool,
                              const char *from,
                              const char *to,
                              const char *role);
/* Draws those under way. @now: the run's time in microseconds. @is_active: whether the run is under way */
void troupe_crew_errands_show (TroupeCrewErrands *self, gint64 now, gboolean is_active);
void troupe_crew_errands_clear (TroupeCrewErrands *self);

/* How often the card @to was asked so far. */
guint troupe_crew_errands_count (TroupeCrewErrands *self, const char *to);
/* The card that asked @to last. (transfer none) (nullable) */
const char *troupe_crew_errands_find_asker (TroupeCrewErrands *self, const char *to);
/* The role of the one that the card @from waits for. (transfer none) (nullable) */
const char *troupe_crew_errands_find_asked (TroupeCrewErrands *self, const char *from);

G_END_DECLS
