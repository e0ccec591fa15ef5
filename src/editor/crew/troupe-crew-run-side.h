/* troupe-crew-run-side.h: what an agent did in a run, next to its form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRunSide:
 *
 * Shows one agent in the current run: the work that it delegated, its last task with the number of
 * turns, and its cost (doc/interface.md §20). The widget follows the trace while it is mapped.
 *
 * Signal: `has-run`: emitted when troupe_crew_run_side_has_run() changes.
 */
#define TROUPE_TYPE_CREW_RUN_SIDE (troupe_crew_run_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewRunSide, troupe_crew_run_side, TROUPE, CREW_RUN_SIDE, GtkWidget)

GtkWidget *troupe_crew_run_side_new (TroupeCrewSubject *subject, TroupeTrace *trace);

/* Sets the agent. @name: (nullable): the name of the agent in the crew; @is_generated: whether
 * the agent is the manager that CrewAI generates, which has no name */
void
troupe_crew_run_side_set_agent (TroupeCrewRunSide *self, const char *name, gboolean is_generated);
/* Returns TRUE if the agent executed in the current run. */
gboolean troupe_crew_run_side_has_run (TroupeCrewRunSide *self);

G_END_DECLS
