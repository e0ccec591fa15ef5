/* troupe-crew-model-page.h: which model, and its settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* A row that says which model stands at @path, by name or in a map, and opens its page. (transfer full), floating */
GtkWidget *troupe_crew_model_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);
/* The page: services with a key, then those without, then this computer; another model by name; settings.
 * (transfer full), floating */
GtkWidget *troupe_crew_model_page_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);

G_END_DECLS
