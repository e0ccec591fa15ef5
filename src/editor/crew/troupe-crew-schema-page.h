/* troupe-crew-schema-page.h: page to edit the response schema of a task or agent: fields, JSON
 * Schema, or a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Returns a row that lists the field names of the schema at @path and opens its page. (transfer
 * full), floating */
GtkWidget *troupe_crew_schema_row_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);
GtkWidget *troupe_crew_schema_page_new (TroupeCrewTarget *target,
                                        const TroupeCrewField *field,
                                        const char *const *path);

G_END_DECLS
