/* troupe-delegation-list.h: work that an agent delegated in a run
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
 * A row for each question and piece of work that an agent gave to another one in the run that is shown: to whom, what,
 * in which task, how far it is; opened, as it is while it is under way, the context and the answer as it comes
 * (doc/interface.md §20). It is not there where there is none, and follows the trace.
 */
#define TROUPE_TYPE_DELEGATION_LIST (troupe_delegation_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDelegationList,
                      troupe_delegation_list,
                      TROUPE,
                      DELEGATION_LIST,
                      GtkWidget)

GtkWidget *troupe_delegation_list_new (TroupeTrace *trace);
/* @name, @role: (nullable): of the agent, as the crew has them; @is_generated: it is the manager that CrewAI makes */
void troupe_delegation_list_set_agent (TroupeDelegationList *self,
                                       const char *name,
                                       const char *role,
                                       gboolean is_generated);
/* How many there are. */
guint troupe_delegation_list_get_n (TroupeDelegationList *self);

G_END_DECLS
