/* troupe-crew-names.h: names of new agents and tasks that follow their role or description
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* The names in a crew that Troupe has generated: those of new items without a text, and those that
 * were derived from a text. They follow the text until the user edits the name. */
typedef struct _TroupeCrewNames TroupeCrewNames;

TroupeCrewNames *troupe_crew_names_new (TroupeCrewSubject *subject);
void troupe_crew_names_free (TroupeCrewNames *self);

/* Notes the default names of items without a text. Call after every change of the crew. */
void troupe_crew_names_update (TroupeCrewNames *self);

/* Returns TRUE if troupe_crew_names_follow() would rename the item. */
gboolean troupe_crew_names_will_follow (TroupeCrewNames *self, const char *id);
/* Renames the agent or task @id after its text, if its name is one that follows. Returns the id
 * after that. (transfer full) */
char *troupe_crew_names_follow (TroupeCrewNames *self, const char *id, GError **error);

/* Sets the role of an agent or the description of a task, and renames the item as
 * troupe_crew_names_follow() does. This is one undo step. Returns the id after that. (transfer
 * full) */
char *troupe_crew_names_describe (TroupeCrewNames *self,
                                  const char *id,
                                  const char *text,
                                  GError **error);

/* Returns TRUE for a new item: it has neither a text nor a name of its own. */
gboolean troupe_crew_names_is_undescribed (TroupeCrewNames *self, const char *id);

/* Returns the name that the item will have with @text, or NULL if its name does not change.
 * (transfer full) (nullable) */
char *troupe_crew_names_preview (TroupeCrewNames *self, const char *id, const char *text);

G_END_DECLS
