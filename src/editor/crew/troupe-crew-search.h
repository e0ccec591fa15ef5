/* troupe-crew-search.h: fields of a form by their titles, plain words and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"

G_BEGIN_DECLS

/* A person has chosen the field @key, or the one called @inner (nullable) in its map. */
typedef void (*TroupeCrewSearchFunc) (const char *key, const char *inner, gpointer user_data);

/**
 * troupe_crew_search_fill:
 * @map: (nullable): in which the fields stand, which decides what the form asks for
 * @query: whatever its case
 *
 * Adds a row to @group for each field of @owner that is found. Returns: how many
 */
guint troupe_crew_search_fill (AdwPreferencesGroup *group,
                               TroupeCrewOwner owner,
                               JsonNode *map,
                               const char *query,
                               TroupeCrewSearchFunc chosen,
                               gpointer user_data);

G_END_DECLS
