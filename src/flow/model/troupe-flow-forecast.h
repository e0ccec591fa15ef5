/* troupe-flow-forecast.h: methods of a flow that can still start in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowForecast:
 *
 * Follows a run by what begins and ends, and says of a method that has not begun whether it can still
 * come: whether what is under way, and what that may lead to, can make its condition true. It is said of
 * too many rather than of too few, as where a router may emit what the document does not name.
 */
typedef struct _TroupeFlowForecast TroupeFlowForecast;

/* Nothing has begun. */
TroupeFlowForecast *troupe_flow_forecast_new (TroupeFlow *flow);
void troupe_flow_forecast_free (TroupeFlowForecast *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowForecast, troupe_flow_forecast_free)

/* A name that the flow does not have changes nothing. */
void troupe_flow_forecast_begin (TroupeFlowForecast *self, const char *method);
/* @event: (nullable): what a router has chosen */
void troupe_flow_forecast_finish (TroupeFlowForecast *self, const char *method, const char *event);
/* It ended without an event: it failed, or was stopped. */
void troupe_flow_forecast_break_off (TroupeFlowForecast *self, const char *method);

/* Whether @method is under way or can begin. Works all of it out anew behind what was told, in a time that
 * grows with the size of the flow. */
gboolean troupe_flow_forecast_can_come (TroupeFlowForecast *self, const char *method);

G_END_DECLS
