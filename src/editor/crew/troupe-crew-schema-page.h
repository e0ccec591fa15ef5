/* troupe-crew-schema-page.h: the form of an answer: its fields, as JSON Schema, or a class of Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* A row with the names of the fields of the schema at @path, which opens its page. (transfer full), floating */
GtkWidget *troupe_crew_schema_row_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);
GtkWidget *troupe_crew_schema_page_new (TroupeCrewTarget *target,
                                        const TroupeCrewField *field,
                                        const char *const *path);

G_END_DECLS
