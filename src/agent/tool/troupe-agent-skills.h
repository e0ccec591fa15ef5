/* troupe-agent-skills.h: written instructions that an agent may read when it needs them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* What is taken of one SKILL.md, in bytes, and how many of them there may be for one agent. */
#define TROUPE_AGENT_LIMIT_SKILL (256u * 1024)
#define TROUPE_AGENT_LIMIT_SKILLS 256u

/**
 * TroupeAgentSkill:
 * @name: by which it is read
 * @description: when it is of use: the model is shown that
 * @text: what is read
 * @path: of its folder, as the document leads there
 */
typedef struct
{
  char *name;
  char *description;
  char *text;
  char *path;
} TroupeAgentSkill;

/**
 * TroupeAgentSkills:
 *
 * The skills of an agent and of its crew as they were when its work began (doc/crew-semantics.md §1). Immutable,
 * atomic reference count.
 */
TroupeAgentSkills *troupe_agent_skills_ref (TroupeAgentSkills *self);
void troupe_agent_skills_unref (TroupeAgentSkills *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentSkills, troupe_agent_skills_unref)

/* Whether @entries, of a document, name any. @entries: (nullable) */
gboolean troupe_agent_skills_are_named (TroupeValue *entries);

/**
 * troupe_agent_skills_load_async:
 * @own: (nullable): `skills` of the agent; @crew: (nullable): of its crew. Of two of one name the agent's counts
 * @folder: (nullable): of the document; %NULL is the current one
 *
 * Reads `ENTRY/NAME/SKILL.md` for each entry, in a thread. Nothing outside @folder is opened, and no link is followed.
 * What cannot be read is no error: it is told by troupe_agent_skills_tell().
 */
void troupe_agent_skills_load_async (TroupeValue *own,
                                     TroupeValue *crew,
                                     const char *folder,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeAgentSkills *troupe_agent_skills_load_finish (GAsyncResult *result, GError **error);

guint troupe_agent_skills_get_n (TroupeAgentSkills *self);
const TroupeAgentSkill *troupe_agent_skills_find (TroupeAgentSkills *self, const char *name);
/* Their names, with commas between. (transfer full) */
char *troupe_agent_skills_list_names (TroupeAgentSkills *self);
/* What stands behind who the agent is. @tool: the name of the tool that reads them; NULL where there are none.
 * (transfer full) (nullable) */
char *troupe_agent_skills_describe (TroupeAgentSkills *self, const char *tool);

/**
 * troupe_agent_skills_tell:
 * @bus: (nullable)
 * @scope: (nullable): for what the agent is made
 * @is_first: whether nobody before it in the run told anything, so that CrewAI tells of its folders twice
 *
 * Emits skill_discovery_started and _completed for each folder of the agent's own, with skill_loaded for what is in it,
 * and skill_load_failed for each that could not be read, also of the crew's.
 */
void troupe_agent_skills_tell (TroupeAgentSkills *self,
                               TroupeEventBus *bus,
                               TroupeScope *scope,
                               const char *role,
                               gboolean is_first);

/* Says what is read for @entries. @entries: (nullable) */
void troupe_agent_skills_list_permissions (TroupeValue *entries, TroupePermissionList *permissions);

G_END_DECLS
