/* crew-project.h: fixture with a crew project in a temporary folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
} CrewProject;

/* crew_project_new() creates an empty folder. crew_project_new_small() creates a folder that
 * contains a crew with one agent, `w`, and one task. */
CrewProject *crew_project_new (void);
CrewProject *crew_project_new_small (void);
void crew_project_free (CrewProject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CrewProject, crew_project_free)

char *crew_project_path (CrewProject *self, const char *name);
void crew_project_write (CrewProject *self, const char *name, const char *text);
char *crew_project_read (CrewProject *self, const char *name);

/* Parses JSON with single instead of double quotes. */
TroupeValue *crew_value (const char *text);
TroupeCrew *crew_new (const char *text);

/* Returns the problem that matches all arguments. Fails the test if there is no such problem.
 * @part: (nullable). (transfer none) */
TroupeProblem *crew_assert_problem (GPtrArray *problems,
                                    const char *code,
                                    const char *part,
                                    const char *path,
                                    guint line,
                                    guint column);

G_END_DECLS
