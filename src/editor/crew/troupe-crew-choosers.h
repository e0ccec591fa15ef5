/* troupe-crew-choosers.h: form rows that refer to other parts of a crew: agent, context, name,
 * planning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Each function creates a row that follows changes of the crew. @path: the path of the field.
 * (transfer full), floating */

/* Chooses the agent of a task, or the manager of the crew, with its avatar. */
GtkWidget *troupe_crew_agent_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);
/* Chooses the context of a task: all previous tasks, none, or selected ones. */
GtkWidget *troupe_crew_context_row_new (TroupeCrewTarget *target,
                                        const TroupeCrewField *field,
                                        const char *const *path);
/* Edits the name of a task and updates the contexts of other tasks. */
GtkWidget *troupe_crew_name_row_new (TroupeCrewTarget *target,
                                     const TroupeCrewField *field,
                                     const char *const *path);
/* Switches planning of an agent, which is also on if it is configured. */
GtkWidget *troupe_crew_planning_row_new (TroupeCrewTarget *target,
                                         const TroupeCrewField *field,
                                         const char *const *path);

/* Creates a row with @title that opens a page or popover. The present choice is shown as chips
 * at the end of the row. */
GtkWidget *troupe_crew_opener_new (const char *title);
/* Returns TRUE if @row was created by troupe_crew_opener_new() and has no help yet. */
gboolean troupe_crew_opener_wants_help (GtkWidget *row);
/* Sets the chips at the end of the row. @names: (nullable): NULL-terminated. Names that would be shortened in
 * chips are listed below the title instead of the help. */
void troupe_crew_opener_set_chips (GtkWidget *row, const char *const *names, const char *none);
/* Sets what the row is for, as a text below the title. */
void troupe_crew_opener_set_help (GtkWidget *row, const char *help);

G_END_DECLS
