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
 * Tracks which methods have started and finished in a run, and predicts whether another method can
 * still start. A method can start if the running methods, and the methods that may follow them, can
 * meet its condition. The forecast overestimates rather than underestimates, for example if a
 * router may emit events that the document does not declare.
 */
typedef struct _TroupeFlowForecast TroupeFlowForecast;

/* Creates a forecast in which no method has started. */
TroupeFlowForecast *troupe_flow_forecast_new (TroupeFlow *flow);
void troupe_flow_forecast_free (TroupeFlowForecast *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowForecast, troupe_flow_forecast_free)

/* Marks a method as started. Ignored if the flow does not have the method. */
void troupe_flow_forecast_begin (TroupeFlowForecast *self, const char *method);
/* Marks a method as finished. @event: (nullable): event emitted by a router */
void troupe_flow_forecast_finish (TroupeFlowForecast *self, const char *method, const char *event);
/* Marks a method as finished without an event, because it failed or was cancelled. */
void troupe_flow_forecast_break_off (TroupeFlowForecast *self, const char *method);

/* Returns TRUE if @method is running or can start. Recomputes the forecast after a change, in
 * time linear in the size of the flow. */
gboolean troupe_flow_forecast_can_come (TroupeFlowForecast *self, const char *method);

/**
 * TroupeFlowForecastState:
 *
 * What a forecast knew at some time. It is small, because it only contains events that have not started a method yet.
 */
typedef struct _TroupeFlowForecastState TroupeFlowForecastState;

/* Saves what the forecast knows. (transfer full) */
TroupeFlowForecastState *troupe_flow_forecast_save (TroupeFlowForecast *self);
/* Restores it. @state: must be of this forecast. */
void troupe_flow_forecast_restore (TroupeFlowForecast *self, const TroupeFlowForecastState *state);
void troupe_flow_forecast_state_free (TroupeFlowForecastState *state);

G_END_DECLS
