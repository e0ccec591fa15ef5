/* troupe-crew-opening-rows.h: form rows that open a page or a choice for the whole crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_crew_memory_row_is_wanted:
 * @map: (nullable): the crew or the agent
 *
 * Returns TRUE if the part @fold of the form of @map ends with this row. The row follows the memory
 * field if memory is on, and the knowledge sources if there are any.
 */
gboolean
troupe_crew_memory_row_is_wanted (TroupeCrewOwner owner, TroupeCrewFold fold, JsonNode *map);

/* Creates a row that opens the window's page of memory and knowledge. (transfer floating) */
GtkWidget *troupe_crew_memory_row_new (void);

/* Creates a row that shows the models of the agents. It activates `crew.all-models`. (transfer floating) */
GtkWidget *troupe_crew_models_row_new (TroupeCrewTarget *target);

G_END_DECLS
