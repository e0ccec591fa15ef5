/* troupe-delegation-list.h: list of the work that an agent delegated in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeDelegationList:
 *
 * Shows a row for each question or task that an agent delegated to another agent in the current
 * run. A row shows the coworker, the request, the task and the state. The expanded row also shows
 * the context and the streamed answer (doc/interface.md §20); a row is expanded while the
 * delegation runs. The list is hidden if there are no delegations, and follows the trace.
 */
#define TROUPE_TYPE_DELEGATION_LIST (troupe_delegation_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDelegationList,
                      troupe_delegation_list,
                      TROUPE,
                      DELEGATION_LIST,
                      GtkWidget)

GtkWidget *troupe_delegation_list_new (TroupeTrace *trace);
/* Sets the agent. @name, @role: (nullable): the name and the role of the agent in the crew;
 * @is_generated: whether the agent is the manager that CrewAI generates */
void troupe_delegation_list_set_agent (TroupeDelegationList *self,
                                       const char *name,
                                       const char *role,
                                       gboolean is_generated);
/* Returns the number of delegations. */
guint troupe_delegation_list_get_n (TroupeDelegationList *self);

G_END_DECLS
