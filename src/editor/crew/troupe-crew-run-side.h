/* troupe-crew-run-side.h: what an agent did in a run, beside its form
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
 * Of one agent in the run that is shown: what it handed out, and on which task it was last with how many turns and what
 * money (doc/interface.md §20). It follows the trace while it is seen.
 *
 * Signal: `has-run`: whether there is anything to show has become another.
 */
#define TROUPE_TYPE_CREW_RUN_SIDE (troupe_crew_run_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewRunSide, troupe_crew_run_side, TROUPE, CREW_RUN_SIDE, GtkWidget)

GtkWidget *troupe_crew_run_side_new (TroupeCrewSubject *subject, TroupeTrace *trace);

/* @name: (nullable): of the agent in the crew; @is_generated: it is the manager that CrewAI makes, which has none */
void
troupe_crew_run_side_set_agent (TroupeCrewRunSide *self, const char *name, gboolean is_generated);
/* Whether the agent was at work in the run that is shown. */
gboolean troupe_crew_run_side_has_run (TroupeCrewRunSide *self);

G_END_DECLS
