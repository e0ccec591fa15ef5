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

/* Returns TRUE if @key is true in @fields. */
gboolean troupe_crew_get_flag (TroupeValue *fields, const char *key);

/* Returns the fields of the automatic manager, with the texts of `prompt_file` in @folder. Reads
 * that file. @folder: (nullable): NULL to read nothing; @texts: (nullable): the texts to which the user has agreed.
 * (transfer full) */
TroupeValue *
troupe_crew_inventory_make_manager (TroupeCrew *crew, const char *folder, GHashTable *texts);

/* Creates the planner, an agent without tools. (transfer full) (nullable) */
TroupeAgentDefinition *troupe_crew_inventory_make_planner (TroupeCrew *crew);

/**
 * troupe_crew_inventory_prepare:
 * @agents: receives a #TroupeAgentDefinition of each agent that may be executed, by the address of
 *   its #TroupeCrewAgent, and of the automatic manager and the planner
 *
 * Returns: (transfer full) (nullable): the end of a sentence about something unsupported in the
 * crew
 */
char *troupe_crew_inventory_prepare (TroupeCrew *crew, GHashTable *agents);
/**
 * troupe_crew_inventory_refuse:
 * @place: JSON path of @fields in the document, "" for the crew itself
 * @path: (out) (optional) (transfer full) (nullable): JSON path of the unsupported item; unset if
 *   there is none
 *
 * Returns: (transfer full) (nullable): the end of a sentence about the first unsupported item in
 * @fields, with the wording of troupectl validate
 */
char *troupe_crew_inventory_refuse (TroupeDeclared declared,
                                    TroupeValue *fields,
                                    const char *place,
                                    char **path);
/**
 * troupe_crew_inventory_check:
 * @agents: as filled by troupe_crew_inventory_prepare()
 * @spares_first: whether to skip the agent that is executed first
 * @path: (out) (optional) (transfer full): the path in the crew, if there is one; otherwise
 *   unchanged
 *
 * Checks, without sending a request, whether the models of all agents can be called. Fails if a key
 * is missing or the provider is unknown. Agents without a task and agents of conditional tasks may
 * never be executed.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PROVIDER
 */
gboolean troupe_crew_inventory_check (TroupeCrew *crew,
                                      GHashTable *agents,
                                      TroupeLlmClient *client,
                                      gboolean spares_first,
                                      char **path,
                                      GError **error);
/* Lists everything that the crew could do, except for computing. Starts nothing. */
void troupe_crew_inventory_list_permissions (TroupeCrew *crew, TroupePermissionList *permissions);
/* Does the same for its tools only. */
void troupe_crew_inventory_list_tool_permissions (TroupeCrew *crew,
                                                  TroupePermissionList *permissions);
/* Returns the kind and the source of the Python part number @index. The source is %NULL if the
 * part needs no Python. @source, @path: (out) (transfer full): @path is the path of the part in
 * the crew. Returns FALSE if there is no such part. */
gboolean troupe_crew_inventory_get_python (TroupeCrew *crew,
                                           guint index,
                                           TroupePythonKind *kind,
                                           char **source,
                                           char **path);

/* Lists the permissions of one agent's model. */
void troupe_agent_list_model_permissions (TroupeAgentDefinition *agent,
                                          TroupePermissionList *permissions);

G_END_DECLS
