/* troupe-delegation-list.h: what an agent handed out to others in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeCrewHanded:
 *
 * A row for each question and piece of work that an agent gave to another one in the run that is shown: to whom, what,
 * in which task, how far it is; opened, as it is while it is under way, the context and the answer as it comes
 * (doc/interface.md §20). It is not there where there is none, and follows the trace.
 */
#define TROUPE_TYPE_CREW_HANDED (troupe_crew_handed_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewHanded, troupe_crew_handed, TROUPE, CREW_HANDED, GtkWidget)

GtkWidget *troupe_crew_handed_new (TroupeTrace *trace);
/* @name, @role: (nullable): of the agent, as the crew has them; @is_made: it is the manager that CrewAI makes */
void troupe_crew_handed_set_agent (TroupeCrewHanded *self,
                                   const char *name,
                                   const char *role,
                                   gboolean is_made);
/* How many there are. */
guint troupe_crew_handed_get_n (TroupeCrewHanded *self);

G_END_DECLS
