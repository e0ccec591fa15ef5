/* troupe-flow-declared.h: validation of the agents and crews that a flow declares inline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/**
 * troupe_flow_check_declared:
 * @with: the `with` of an agent or crew action; must be the reader's current path
 * @is_crew: whether it is a crew action
 *
 * Reports what CrewAI rejects when it loads the flow: fields of the wrong type (its
 * AgentDefinition, CrewDefinition and CrewTaskDefinition). Unknown fields and invalid values are
 * only rejected when the method is reached, see troupe_flow_diagnose_declared().
 */
void troupe_flow_check_declared (TroupeFlowReader *reader, JsonNode *with, gboolean is_crew);

typedef void (*TroupeFlowDeclaredFunc) (JsonNode *agent, gpointer user_data);

/**
 * troupe_flow_each_declared:
 * @with: the `with` of an inline crew; must be the reader's current path
 *
 * Calls @func for each of its agents, in any of the supported forms (a map; a list of maps with
 * `name`; a list of maps by name), with the reader's path set to that agent.
 */
void troupe_flow_each_declared (TroupeFlowReader *reader,
                                JsonNode *with,
                                TroupeFlowDeclaredFunc func,
                                gpointer user_data);

/* Returns the node at @path below @node, such as `tasks[0].agent`, or its deepest existing
 * ancestor. (transfer none) */
JsonNode *troupe_flow_find_declared (JsonNode *node, const char *path);

/* Returns TRUE if @path in @agent is a model created by Python code: a Troupe extension, which
 * CrewAI does not accept in a flow. */
gboolean troupe_flow_has_made_model (JsonNode *agent, const char *path);

G_END_DECLS
