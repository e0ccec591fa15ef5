/* troupe-crew-subject-private.h: what the edits of a crew need of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"
#include "troupe-crew-view.h"

G_BEGIN_DECLS

/* What the document says now. Holds for as long as nothing is edited. */
TroupeCrewView troupe_crew_subject_get_view (TroupeCrewSubject *self);

/**
 * troupe_crew_subject_commit:
 * @parts: what the document shall be, made of what it is
 * @must_load: whether a crew that loads must load afterwards
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT, and nothing has changed
 */
gboolean troupe_crew_subject_commit (TroupeCrewSubject *self,
                                     TroupeDocumentParts *parts,
                                     const char *label,
                                     const char *merge_key,
                                     gboolean must_load,
                                     GError **error);

G_END_DECLS
