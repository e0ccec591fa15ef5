/* troupe-crew-id.h: what things on the canvas of a crew are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The card of the manager that CrewAI makes itself, or of the one that is missing. */
#define TROUPE_CREW_ID_MANAGER "manager"

/* `task:INDEX`, `agent:NAME`, `context:FROM>TO`. (transfer full) */
char *troupe_crew_id_make_task (guint index);
char *troupe_crew_id_make_agent (const char *name);
char *troupe_crew_id_make_context (guint from, guint to);

/* FALSE where @id is another thing's. @id: (nullable) */
gboolean troupe_crew_id_is_task (const char *id, guint *index);
gboolean troupe_crew_id_is_context (const char *id, guint *from, guint *to);
/* The agent's name; NULL where @id is another thing's. @id: (nullable). (transfer none): a part of @id (nullable) */
const char *troupe_crew_id_get_agent (const char *id);
/* Where the text of it stands inside of the crew: `tasks`, INDEX, or `agents`, NAME; an empty one is the crew's own.
 * @id: (nullable). (transfer full): NULL-terminated */
char **troupe_crew_id_make_path (const char *id);

G_END_DECLS
