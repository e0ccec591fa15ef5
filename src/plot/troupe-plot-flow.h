/* troupe-plot-flow.h: creates the graph of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-flow.h"
#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* Returns the width that a card needs for a name, a summary and the events (nullable) that have
 * a row. */
typedef double (*TroupePlotMeasureFunc) (const char *name,
                                         const char *summary,
                                         const char *const *events,
                                         gpointer user_data);

TroupePlotGraph *
troupe_plot_flow_new (TroupeFlow *flow, TroupePlotMeasureFunc measure, gpointer user_data);
void troupe_plot_flow_describe (TroupePlotGraph *graph, TroupeFlow *flow);
void troupe_plot_flow_place (TroupePlotGraph *graph, TroupeFlowDocument *document);

/* Returns the second line of a card, which describes in a few words what the method does (“For
 * each claim · 2 steps”). (transfer full), translated. */
char *troupe_plot_get_summary (const TroupeFlowMethod *method);
/* Returns the icon of the method's action, such as `troupe-expression-symbolic`. */
const char *troupe_plot_get_icon_name (const TroupeFlowMethod *method);

G_END_DECLS
