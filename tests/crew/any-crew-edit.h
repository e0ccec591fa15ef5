/* any-crew-edit.h: random edits of a crew, of every kind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-edit.h"

G_BEGIN_DECLS

guint any_crew_edit_get_n_kinds (void);
const char *any_crew_edit_get_name (guint kind);
/* Applies an edit of the kind @kind. Returns FALSE with an error if the edit is refused, and
 * FALSE without an error if the crew has no suitable object. */
gboolean any_crew_edit_apply (guint kind, TroupeCrewSubject *subject, GRand *rand, GError **error);

/* Returns the crews in a document. For a project, this is its crew. For a flow, these are all
 * crews inside of the flow. (transfer full) (element-type TroupeCrewSubject) */
GPtrArray *any_crew_edit_find_subjects (TroupeDocument *document);
/* Opens the project or flow at @path. Returns NULL if it cannot be opened. (transfer full)
 * (nullable) */
TroupeDocument *any_crew_edit_open (const char *path);

G_END_DECLS
