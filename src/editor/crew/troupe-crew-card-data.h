/* troupe-crew-card-data.h: texts on the cards of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* --- Values of a map ------------------------------------------------------------------------- */

/* @node: (nullable): the map of a task or agent. The `settings` of an agent override its other
 *   values.
 * Threads: the thread of the document, for all functions of this file. */

/* Returns a value. (transfer none) (nullable): NULL if the value is missing or null */
JsonNode *troupe_crew_card_value_get (JsonNode *node, const char *key);
/* Returns a value if it is a string. (transfer none) (nullable) */
const char *troupe_crew_card_value_get_text (JsonNode *node, const char *key);
/* Returns TRUE if there is a value that is not false, null or an empty list. */
gboolean troupe_crew_card_value_is_set (JsonNode *node, const char *key);
/* Returns a text on one line. Returns NULL if it is missing or empty. (transfer full) (nullable) */
char *troupe_crew_card_value_dup_line (JsonNode *node, const char *key);
/* Returns the display name of a tool of the list. (transfer full) */
char *troupe_crew_card_value_dup_tool (JsonNode *node);
/* Returns the display name of the model at @key, such as `llm` of an agent. (transfer full)
 * (nullable) */
char *troupe_crew_card_value_dup_model (JsonNode *node, const char *key);
/* Returns the display names of the tools of @node. (transfer full), NULL-terminated */
char **troupe_crew_card_value_list_tools (JsonNode *node);

/* --- Data of a task or agent in the document -------------------------------------------------- */

/* Returns the name of the agent of a task. (transfer none) (nullable) */
const char *troupe_crew_card_data_get_agent_of (TroupeCrewSubject *subject, guint task);
/* Returns the role of the agent. If it has no role, returns its name. (transfer full) */
char *troupe_crew_card_data_dup_role (TroupeCrewSubject *subject, const char *agent);
/* Returns the names of the models that “Model of All Agents” sets, each once; without those that are not named, but given
 * as a map. (transfer full), NULL-terminated */
char **troupe_crew_card_data_list_models (TroupeCrewSubject *subject);
/* Returns TRUE if all of these models are the same, or none of them is set. */
gboolean troupe_crew_card_data_has_one_model (TroupeCrewSubject *subject);
/* Returns the display names of the tools of a task. If the task has no tools, returns the tools
 * of its agent. (transfer full), NULL-terminated */
char **troupe_crew_card_data_list_tools (TroupeCrewSubject *subject, guint task);
/* Returns the indexes of the tasks that are listed in the context of @task. (transfer full)
 * (element-type guint) */
GArray *troupe_crew_card_data_list_context (TroupeCrewSubject *subject, guint task);

/* Returns `3 tasks · 4 agents`. (transfer full) */
char *troupe_crew_card_data_describe_size (TroupeCrewSubject *subject);

G_END_DECLS
