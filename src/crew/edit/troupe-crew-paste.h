/* troupe-crew-paste.h: tasks and agents read from pasted text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeCrewPaste:
 * @names: (element-type utf8): of the agents, none twice
 * @agents: (element-type JsonNode): a map for each of @names
 * @tasks: (element-type JsonNode): maps, with `name` where the text gives one
 *
 * What a text holds of crews, in whatever form: a crew, an agent's file, a list of tasks, the classic maps of agents and
 * tasks by name, a flow with a crew in it.
 */
typedef struct
{
  GPtrArray *names;
  GPtrArray *agents;
  GPtrArray *tasks;
} TroupeCrewPaste;

void troupe_crew_paste_init (TroupeCrewPaste *self);
void troupe_crew_paste_clear (TroupeCrewPaste *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewPaste, troupe_crew_paste_clear)

/* FALSE where @text, JSON or YAML, holds neither tasks nor agents. */
gboolean troupe_crew_paste_read (TroupeCrewPaste *self, const char *text);

/* @agent without its `name` and without null, which no project takes. (transfer full) */
JsonNode *troupe_crew_paste_clean_agent (JsonNode *agent);
/* A name made of what is written for people: “Senior Researcher” is `senior_researcher`. (transfer full) */
char *troupe_crew_paste_make_name (const char *text);

G_END_DECLS
