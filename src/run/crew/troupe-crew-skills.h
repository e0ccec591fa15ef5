/* troupe-crew-skills.h: skills of a crew's agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/* The skills of each agent when the crew started. The agent's own skills precede those of the
 * crew. */
typedef struct _TroupeCrewSkills TroupeCrewSkills;

void troupe_crew_skills_free (TroupeCrewSkills *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewSkills, troupe_crew_skills_free)

/* Returns TRUE if the crew or one of its agents has skills. */
gboolean troupe_crew_skills_are_named (TroupeCrew *crew);

/**
 * troupe_crew_skills_load_async:
 * @folder: (nullable): folder of the document; @texts: (nullable): the texts to which the user has
 *   agreed
 * @bus: (nullable): receives the events about the skills of each agent; @scope: (nullable): scope
 *   in which the crew runs
 *
 * Loads the skills of one agent after the other. Skills that cannot be read are reported and
 * skipped.
 */
void troupe_crew_skills_load_async (TroupeCrew *crew,
                                    const char *folder,
                                    GHashTable *texts,
                                    TroupeEventBus *bus,
                                    TroupeScope *scope,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns the skills of all agents. (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeCrewSkills *troupe_crew_skills_load_finish (GAsyncResult *result, GError **error);

/* Returns the skills of an agent. @agent: index; -1 for the manager. (transfer none) (nullable) */
TroupeAgentSkills *troupe_crew_skills_get (TroupeCrewSkills *self, int agent);

G_END_DECLS
