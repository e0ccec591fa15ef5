/* troupe-crew-paste.h: parses pasted text into tasks and agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeCrewPaste:
 * @names: (element-type utf8): names of the agents, unique
 * @agents: (element-type JsonNode): a map for each of @names
 * @tasks: (element-type JsonNode): maps, with `name` if the text contains a name
 * @chosen: the names of the agents that were copied themselves, and not only as those of tasks
 *
 * Tasks and agents that were found in a text of any format: a crew, an agent file, a list of tasks,
 * the classic maps of agents and tasks by name, or a flow with an inline crew.
 */
typedef struct
{
  GPtrArray *names;
  GPtrArray *agents;
  GPtrArray *tasks;
  GHashTable *chosen;
} TroupeCrewPaste;

void troupe_crew_paste_init (TroupeCrewPaste *self);
void troupe_crew_paste_clear (TroupeCrewPaste *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewPaste, troupe_crew_paste_clear)

/* Parses @text as JSON or YAML. Returns FALSE if @text contains neither tasks nor agents. */
gboolean troupe_crew_paste_read (TroupeCrewPaste *self, const char *text);

/* Returns @agent without its `name` and without null values, which no project accepts. (transfer
 * full) */
JsonNode *troupe_crew_paste_clean_agent (JsonNode *agent);

G_END_DECLS
