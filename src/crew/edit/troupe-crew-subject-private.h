/* troupe-crew-subject-private.h: private API of the crew subject for the edit functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"
#include "troupe-crew-view.h"

G_BEGIN_DECLS

/* Returns a view of the current document. Valid until the next edit. */
TroupeCrewView troupe_crew_subject_get_view (TroupeCrewSubject *self);

/**
 * troupe_crew_subject_commit:
 * @parts: new contents of the document, derived from the current ones
 * @must_load: whether a crew that can be loaded must still be loadable afterward
 *
 * Replaces the contents of the document.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT; in this case nothing has changed
 */
gboolean troupe_crew_subject_commit (TroupeCrewSubject *self,
                                     TroupeDocumentParts *parts,
                                     const char *label,
                                     const char *merge_key,
                                     gboolean must_load,
                                     GError **error);

G_END_DECLS
