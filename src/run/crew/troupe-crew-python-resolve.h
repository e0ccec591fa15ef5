/* troupe-crew-python-resolve.h: replaces Python references of a crew by what they create
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-objects.h"

G_BEGIN_DECLS

/* Whether any object of @crew, its manager or its agents is made by Python. */
gboolean troupe_crew_python_resolve_is_needed (TroupeCrew *crew);

/**
 * troupe_crew_python_resolve_async:
 * @around: whose crew it is, borrowed until the end
 *
 * Has the helper say what each object is, and reads the crew as if that stood in its document: it keeps the same rules.
 */
void troupe_crew_python_resolve_async (const TroupeCrewContext *around,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* @objects: (out) (transfer full) (nullable): what stands behind agents and tasks whose classes are the project's
 * @path: (out) (transfer full) (nullable): where in the crew it failed. (transfer full) (nullable). Errors: those of the
 * hook, %TROUPE_RUN_ERROR_DOCUMENT where what was made is no part of a crew, %G_IO_ERROR_CANCELLED */
TroupeCrew *troupe_crew_python_resolve_finish (GAsyncResult *result,
                                               TroupePythonObjects **objects,
                                               char **path,
                                               GError **error);

G_END_DECLS
