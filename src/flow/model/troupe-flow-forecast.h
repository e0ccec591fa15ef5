/* troupe-flow-forecast.h: which methods of a flow can still begin in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowOutlook:
 *
 * Follows a run by what begins and ends, and says of a method that has not begun whether it can still
 * come: whether what is under way, and what that may lead to, can make its condition true. It is said of
 * too many rather than of too few, as where a router may emit what the document does not name.
 */
typedef struct _TroupeFlowOutlook TroupeFlowOutlook;

/* Nothing has begun. */
TroupeFlowOutlook *troupe_flow_outlook_new (TroupeFlow *flow);
void troupe_flow_outlook_free (TroupeFlowOutlook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowOutlook, troupe_flow_outlook_free)

/* A name that the flow does not have changes nothing. */
void troupe_flow_outlook_begin (TroupeFlowOutlook *self, const char *method);
/* @event: (nullable): what a router has chosen */
void troupe_flow_outlook_finish (TroupeFlowOutlook *self, const char *method, const char *event);
/* It ended without an event: it failed, or was stopped. */
void troupe_flow_outlook_break_off (TroupeFlowOutlook *self, const char *method);

/* Whether @method is under way or can begin. Works all of it out anew behind what was told, in a time that
 * grows with the size of the flow. */
gboolean troupe_flow_outlook_can_come (TroupeFlowOutlook *self, const char *method);

G_END_DECLS
