/* troupe-crew-search.h: search for form fields by title, help text and key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"

G_BEGIN_DECLS

/* Called when the user activates a result. The result is the field @key, or the field @inner
 * (nullable) of the map of @key. */
typedef void (*TroupeCrewSearchFunc) (const char *key, const char *inner, gpointer user_data);

/**
 * troupe_crew_search_fill:
 * @map: (nullable): the map that contains the fields, which determines the visible fields
 * @query: compared case-insensitively
 *
 * Adds a row to @group for each matching field of @owner.
 *
 * Returns: the number of rows
 */
guint troupe_crew_search_fill (AdwPreferencesGroup *group,
                               TroupeCrewOwner owner,
                               JsonNode *map,
                               const char *query,
                               TroupeCrewSearchFunc chosen,
                               gpointer user_data);

/* Activates the first result at or below @widget, which may destroy it. Returns FALSE if there is none. */
gboolean troupe_crew_search_activate_first (GtkWidget *widget);

G_END_DECLS
