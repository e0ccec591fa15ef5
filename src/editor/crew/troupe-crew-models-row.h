/* troupe-crew-models-row.h: form row that sets the model of all agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Creates a row that shows the models of the agents. It activates `crew.all-models`. (transfer floating) */
GtkWidget *troupe_crew_models_row_new (TroupeCrewTarget *target);

G_END_DECLS
