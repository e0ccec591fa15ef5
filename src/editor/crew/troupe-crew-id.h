/* troupe-crew-id.h: ids of the items on the canvas of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The card of the manager that CrewAI creates, or of a missing manager. */
#define TROUPE_CREW_ID_MANAGER "manager"

/* Threads: any thread, for all functions of this file. */

/* Returns `task:INDEX`. (transfer full) */
char *troupe_crew_id_make_task (guint index);
/* Returns `agent:NAME`. (transfer full) */
char *troupe_crew_id_make_agent (const char *name);
/* Returns `context:FROM>TO`, the wire between two tasks. (transfer full) */
char *troupe_crew_id_make_context (guint from, guint to);

/* Returns FALSE if @id is not the id of a task. @id: (nullable); @index: (out) (optional) */
gboolean troupe_crew_id_is_task (const char *id, guint *index);
/* Returns FALSE if @id is not the id of a wire between two tasks. @id: (nullable); @from, @to:
 * (out): the indexes of the tasks */
gboolean troupe_crew_id_is_context (const char *id, guint *from, guint *to);
/* Returns the name of the agent, or NULL if @id is not the id of an agent. @id: (nullable).
 * (transfer none): a part of @id (nullable) */
const char *troupe_crew_id_get_agent (const char *id);
/* Returns the path of the item inside of the crew, which is `tasks`, INDEX, or `agents`, NAME.
 * Returns an empty path for the crew itself. @id: (nullable). (transfer full): NULL-terminated */
char **troupe_crew_id_make_path (const char *id);

G_END_DECLS
