/* any-crew-edit.h: every kind of edit of a crew, at a place that chance chooses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-edit.h"

G_BEGIN_DECLS

guint any_crew_edit_get_n_kinds (void);
const char *any_crew_edit_get_name (guint kind);
/* FALSE with an error where the edit is refused, and without one where there is nothing to do it to. */
gboolean any_crew_edit_apply (guint kind, TroupeCrewSubject *subject, GRand *rand, GError **error);

/* The crews in a document: that of a project, or those inside of a flow. (transfer full)
 * (element-type TroupeCrewSubject) */
GPtrArray *any_crew_edit_find_subjects (TroupeDocument *document);
/* A project or a flow, whatever lies at @path; NULL where it cannot be opened. (transfer full) (nullable) */
TroupeDocument *any_crew_edit_open (const char *path);

G_END_DECLS
