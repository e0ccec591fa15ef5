/* troupe-delegation-wires.h: canvas wires for delegation while a crew runs
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
 * Shows questions and tasks that a manager or an agent delegates to other agents while they run
 * (doc/interface.md §20). Each delegation is a wire around all cards that is labeled with the
 * request. At most three wires are shown at once. A wire fades out after the end. The number of
 * requests to each agent is stored.
 */
typedef struct _TroupeDelegationWires TroupeDelegationWires;

TroupeDelegationWires *troupe_delegation_wires_new (TroupeCanvasScene *scene);
void troupe_delegation_wires_free (TroupeDelegationWires *self);

/* Returns TRUE if @agent, the span of an agent, executes on behalf of a tool call. @tool: (out):
 * the span of the call */
gboolean troupe_delegation_wires_is_delegation (TroupeSpan *agent, TroupeSpan **tool);
/* Adds a delegation. @tool: the call. @from, @to: the cards of the delegating agent and of its
 * coworker. @role: the role of the coworker, for the label */
void troupe_delegation_wires_add (TroupeDelegationWires *self,
                                  TroupeSpan *tool,
                                  const char *from,
                                  const char *to,
                                  const char *role);
/* Draws the running delegations. @now: the run's time in microseconds. @is_active: whether the
 * run is in progress */
void troupe_delegation_wires_show (TroupeDelegationWires *self, gint64 now, gboolean is_active);
void troupe_delegation_wires_clear (TroupeDelegationWires *self);

/* Returns how often work was delegated to the card @to so far. */
guint troupe_delegation_wires_count (TroupeDelegationWires *self, const char *to);
/* Returns the card that delegated to @to last. (transfer none) (nullable) */
const char *troupe_delegation_wires_find_asker (TroupeDelegationWires *self, const char *to);
/* Returns the role of the coworker that the card @from waits for. (transfer none) (nullable) */
const char *troupe_delegation_wires_find_asked (TroupeDelegationWires *self, const char *from);

G_END_DECLS
