/* troupe-crew-memory-row.h: the row of a form that leads to what is remembered and looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-field.h"

G_BEGIN_DECLS

/**
 * troupe_crew_memory_row_is_wanted:
 * @map: (nullable): the crew or the agent
 *
 * Whether the part @fold of the form of @map ends with the row: beside the field of a memory that is on, and beside
 * sources of knowledge that are there.
 */
gboolean
troupe_crew_memory_row_is_wanted (TroupeCrewOwner owner, TroupeCrewFold fold, JsonNode *map);

/* A row that opens the window's page of memory and knowledge. (transfer floating) */
GtkWidget *troupe_crew_memory_row_new (void);

G_END_DECLS
