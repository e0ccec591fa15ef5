/* troupe-flow-declared.h: the agents and crews that a flow declares itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/**
 * troupe_flow_check_declared:
 * @with: of an agent or crew action; the reader stands there
 * @is_crew: which of the two
 *
 * Reports what CrewAI refuses of it when it loads the flow: fields of the wrong type (its AgentDefinition, CrewDefinition
 * and CrewTaskDefinition). Which fields there are and what they may say is looked at when the method is reached, see
 * troupe_flow_diagnose_declared().
 */
void troupe_flow_check_declared (TroupeFlowReader *reader, JsonNode *with, gboolean is_crew);

typedef void (*TroupeFlowDeclaredFunc) (JsonNode *agent, gpointer user_data);

/**
 * troupe_flow_each_declared:
 * @with: of a crew that the flow declares; the reader stands there
 *
 * Calls @func with each of its agents, in whichever form they stand (a map; a list of maps with `name`; a list of maps
 * by name), while the reader stands at that agent.
 */
void troupe_flow_each_declared (TroupeFlowReader *reader,
                                JsonNode *with,
                                TroupeFlowDeclaredFunc func,
                                gpointer user_data);

/* The node at @path below @node, `tasks[0].agent`, or the last one on the way there. (transfer none) */
JsonNode *troupe_flow_find_declared (JsonNode *node, const char *path);

/* Whether what stands at @path below @agent is a model that Python makes: ours, CrewAI takes none in a flow. */
gboolean troupe_flow_has_made_model (JsonNode *agent, const char *path);

G_END_DECLS
