/* troupe-crew-choosers.h: rows for what a task or an agent has of others: name, agent, context, plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Each makes a row that follows the crew. @path: to the field. (transfer full), floating */

/* A task's agent, or the manager of the crew, with its avatar. */
GtkWidget *troupe_crew_agent_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);
/* All before, none, or these. */
GtkWidget *troupe_crew_context_row_new (TroupeCrewTarget *target,
                                        const TroupeCrewField *field,
                                        const char *const *path);
/* The name of a task, which the contexts of others follow. */
GtkWidget *troupe_crew_name_row_new (TroupeCrewTarget *target,
                                     const TroupeCrewField *field,
                                     const char *const *path);
/* Whether an agent plans: by itself, or because it says how. */
GtkWidget *troupe_crew_planning_row_new (TroupeCrewTarget *target,
                                         const TroupeCrewField *field,
                                         const char *const *path);

/* A row that opens something, with @title; what is chosen stands in chips at its end. */
GtkWidget *troupe_crew_opener_new (const char *title);
/* @names: (nullable): NULL-terminated. What does not fit is counted. */
void troupe_crew_opener_set_chips (GtkWidget *row, const char *const *names, const char *none);

G_END_DECLS
