/* troupe-delegation-wires.h: wires for delegation while a crew runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * TroupeDelegationWires:
 *
 * What a manager, or an agent that delegates, asks others while it happens (doc/interface.md §20): a wire round all cards
 * with the words on it, at most three at once. It fades after the end; how often somebody was asked is kept.
 */
typedef struct _TroupeDelegationWires TroupeDelegationWires;

TroupeDelegationWires *troupe_delegation_wires_new (TroupeCanvasScene *scene);
void troupe_delegation_wires_free (TroupeDelegationWires *self);

/* @agent: a span of somebody at work. TRUE where a tool asks for that work. @tool: (out): the span of the call */
gboolean troupe_delegation_wires_is_delegation (TroupeSpan *agent, TroupeSpan **tool);
/* @tool: the call. @from, @to: the cards of who asks and of who is asked. @role: of the latter, for the label */
void troupe_delegation_wires_add (TroupeDelegationWires *self,
                                  TroupeSpan *tool,
                                  const char *from,
                                  const char *to,
                                  const char *role);
/* Draws those under way. @now: the run's time in microseconds. @is_active: whether the run is under way */
void troupe_delegation_wires_show (TroupeDelegationWires *self, gint64 now, gboolean is_active);
void troupe_delegation_wires_clear (TroupeDelegationWires *self);

/* How often the card @to was asked so far. */
guint troupe_delegation_wires_count (TroupeDelegationWires *self, const char *to);
/* The card that asked @to last. (transfer none) (nullable) */
const char *troupe_delegation_wires_find_asker (TroupeDelegationWires *self, const char *to);
/* The role of the one that the card @from waits for. (transfer none) (nullable) */
const char *troupe_delegation_wires_find_asked (TroupeDelegationWires *self, const char *from);

G_END_DECLS
