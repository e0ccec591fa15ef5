/* troupe-crew-inventory.h: permissions and Python references of a crew, and checks before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"
#include "troupe-permission-list.h"
#include "troupe-python.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/* Whether @key is true in @fields. */
gboolean troupe_crew_get_flag (TroupeValue *fields, const char *key);

/* The fields of the automatic manager, as `prompt_file` in @folder may have its texts. Reads that file. (transfer full) */
TroupeValue *troupe_crew_inventory_make_manager (TroupeCrew *crew, const char *folder);

/**
 * troupe_crew_inventory_prepare:
 * @agents: gets a #TroupeAgentDefinition of each agent that would work, by the address of its #TroupeCrewAgent, and of
 *   the automatic manager and the planner
 *
 * Returns: (transfer full) (nullable): what this version cannot do of the crew, as a sentence's end
 */
char *troupe_crew_inventory_prepare (TroupeCrew *crew, GHashTable *agents);
/* The first that @fields have of what is not run, as a sentence's end with the words of troupectl validate. @place: of
 * @fields in the document, "" is the crew itself. (transfer full) (nullable) */
char *
troupe_crew_inventory_refuse (TroupeDeclared declared, TroupeValue *fields, const char *place);
/**
 * troupe_crew_inventory_check:
 * @agents: as troupe_crew_inventory_prepare() filled it
 * @spares_first: leave out who is asked before all others
 * @path: (out) (optional) (transfer full): where in the crew, if that can be said; untouched else
 *
 * Says without any request who of those that are going to be asked cannot be: a key is missing, or nobody knows the
 * service. Agents that no task has, and those of conditional tasks, may never be.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PROVIDER
 */
gboolean troupe_crew_inventory_check (TroupeCrew *crew,
                                      GHashTable *agents,
                                      TroupeLlmClient *client,
                                      gboolean spares_first,
                                      char **path,
                                      GError **error);
/* All that it could do beyond computing. Starts nothing. */
void troupe_crew_inventory_list_permissions (TroupeCrew *crew, TroupePermissionList *permissions);
/* The same of its tools alone. */
void troupe_crew_inventory_list_tool_permissions (TroupeCrew *crew,
                                                  TroupePermissionList *permissions);
/* The piece of Python number @index: its kind, and its source, which is %NULL where it needs no Python. @source,
 * @path: (out) (transfer full): and its place in the crew. FALSE where there is no such piece. */
gboolean troupe_crew_inventory_get_python (TroupeCrew *crew,
                                           guint index,
                                           TroupePythonKind *kind,
                                           char **source,
                                           char **path);

/* The rights of one agent's model. */
void troupe_agent_list_model_permissions (TroupeAgentDefinition *agent,
                                          TroupePermissionList *permissions);

G_END_DECLS
