/* troupe-agent-skills.h: skills: instructions that an agent loads on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* Maximum size of a SKILL.md in bytes, and maximum number of skills of an agent. */
#define TROUPE_AGENT_LIMIT_SKILL (256u * 1024)
#define TROUPE_AGENT_LIMIT_SKILLS 256u

/**
 * TroupeAgentSkill:
 * @name: name with which the skill is loaded
 * @description: when to use the skill; shown to the model
 * @text: the instructions
 * @path: path of the skill's folder, as written in the document
 * @digest: of the content of its SKILL.md
 */
typedef struct
{
  char *name;
  char *description;
  char *text;
  char *path;
  char *digest;
} TroupeAgentSkill;

/**
 * TroupeAgentSkills:
 *
 * The skills of an agent and of its crew as they were when the execution started
 * (doc/crew-semantics.md §1). This object is immutable and has an atomic reference count.
 */
TroupeAgentSkills *troupe_agent_skills_ref (TroupeAgentSkills *self);
void troupe_agent_skills_unref (TroupeAgentSkills *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentSkills, troupe_agent_skills_unref)

/* Returns TRUE if @entries of a document contains any skills. @entries: (nullable) */
gboolean troupe_agent_skills_are_named (TroupeValue *entries);

/**
 * troupe_agent_skills_load_async:
 * @own: (nullable): `skills` of the agent; @crew: (nullable): `skills` of its crew. Skills of the
 *   agent override those of the crew with the same name
 * @folder: (nullable): folder of the document; %NULL for the current folder
 * @texts: (nullable): the texts to which the user has agreed (troupe-agreed-texts.h); a skill that
 *   differs is not loaded
 *
 * Reads `ENTRY/NAME/SKILL.md` for each entry, on a worker thread. Nothing outside @folder is
 * opened, and symbolic links are not followed. Unreadable skills do not cause an error; they are
 * reported by troupe_agent_skills_tell().
 */
void troupe_agent_skills_load_async (TroupeValue *own,
                                     TroupeValue *crew,
                                     const char *folder,
                                     GHashTable *texts,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Returns the skills. (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeAgentSkills *troupe_agent_skills_load_finish (GAsyncResult *result, GError **error);

guint troupe_agent_skills_get_n (TroupeAgentSkills *self);
const TroupeAgentSkill *troupe_agent_skills_find (TroupeAgentSkills *self, const char *name);
/* Returns the names of the skills, separated by commas. (transfer full) */
char *troupe_agent_skills_list_names (TroupeAgentSkills *self);
/* Returns the text that follows the agent's description. @tool: name of the tool that loads
 * skills. Returns NULL if there are no skills. (transfer full) (nullable) */
char *troupe_agent_skills_describe (TroupeAgentSkills *self, const char *tool);

/**
 * troupe_agent_skills_tell:
 * @bus: (nullable)
 * @scope: (nullable): scope in which the agent executes
 * @is_first: whether this is the first agent of the run that emits such events, because CrewAI
 *   emits the events of its folders twice
 *
 * Emits skill_discovery_started and _completed for each folder of the agent itself, and
 * skill_loaded for the skills in it. Emits skill_load_failed for each unreadable skill, including
 * those of the crew.
 */
void troupe_agent_skills_tell (TroupeAgentSkills *self,
                               TroupeEventBus *bus,
                               TroupeScope *scope,
                               const char *role,
                               gboolean is_first);

/* Lists the permissions for reading the skills in @entries, and the texts of these skills. Blocks. @entries:
 * (nullable) */
void troupe_agent_skills_list_permissions (TroupeValue *entries, TroupePermissionList *permissions);

G_END_DECLS
