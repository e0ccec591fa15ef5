/* troupe-crew-model-page.h: inspector page that chooses a model and its settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Creates a row that shows the model at @path, given by name or as a map. The row opens the page
 * of the model. (transfer full), floating */
GtkWidget *troupe_crew_model_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);
/* Creates the page. It lists providers with a key, then providers without a key, then local
 * providers, followed by another model by name, and settings. (transfer full), floating */
GtkWidget *troupe_crew_model_page_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);

G_END_DECLS
