/* troupe-crew-card-data.h: texts of the cards of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* --- Of one map; @node: (nullable): a task's or an agent's. An agent's `settings` lie over the rest. --- */

/* (transfer none) (nullable): NULL for null, too */
JsonNode *troupe_crew_card_value_get (JsonNode *node, const char *key);
/* Where it is a text. (transfer none) (nullable) */
const char *troupe_crew_card_value_get_text (JsonNode *node, const char *key);
/* Whether something stands there that is not false, null or an empty list. */
gboolean troupe_crew_card_value_is_set (JsonNode *node, const char *key);
/* A text in one line; NULL where it has none, or an empty one. (transfer full) (nullable) */
char *troupe_crew_card_value_dup_line (JsonNode *node, const char *key);
/* What a tool of the list is called. (transfer full) */
char *troupe_crew_card_value_dup_tool (JsonNode *node);
/* What the model is called that stands at @key, `llm` of an agent. (transfer full) (nullable) */
char *troupe_crew_card_value_dup_model (JsonNode *node, const char *key);
/* (transfer full), NULL-terminated */
char **troupe_crew_card_value_list_tools (JsonNode *node);

/* --- What the document says of a task and of an agent --------------------------------------------- */

/* The name of a task's agent. (transfer none) (nullable) */
const char *troupe_crew_card_data_get_agent_of (TroupeCrewSubject *subject, guint task);
/* Role, else name. (transfer full) */
char *troupe_crew_card_data_dup_role (TroupeCrewSubject *subject, const char *agent);
/* The tools that a task has: its own, else its agent's, as words. (transfer full), NULL-terminated */
char **troupe_crew_card_data_list_tools (TroupeCrewSubject *subject, guint task);
/* The indexes of the tasks whose outputs @task takes by name. (transfer full) (element-type guint) */
GArray *troupe_crew_card_data_list_context (TroupeCrewSubject *subject, guint task);

/* `3 tasks · 4 agents`. (transfer full) */
char *troupe_crew_card_data_describe_size (TroupeCrewSubject *subject);

G_END_DECLS
