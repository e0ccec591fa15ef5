/* troupe-crew-python-resolve.h: resolves Python references of a crew to the objects they create
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-objects.h"

G_BEGIN_DECLS

/* Returns TRUE if @crew, its manager or its agents refer to Python objects. */
gboolean troupe_crew_python_resolve_is_needed (TroupeCrew *crew);

/**
 * troupe_crew_python_resolve_async:
 * @around: context of the crew, borrowed until the end
 *
 * Asks the helper process to describe each object. Then parses the crew as if these descriptions
 * were in its document, so that the same validation rules apply.
 */
void troupe_crew_python_resolve_async (const TroupeCrewContext *around,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* Returns the resolved crew.
 * @objects: (out) (transfer full) (nullable): Python objects of agents and tasks with classes of
 *   the project
 * @path: (out) (transfer full) (nullable): path in the crew where it failed. (transfer full)
 *   (nullable). Errors: those of the hook, %TROUPE_RUN_ERROR_DOCUMENT if a created object is not
 *   part of a crew, %G_IO_ERROR_CANCELLED */
TroupeCrew *troupe_crew_python_resolve_finish (GAsyncResult *result,
                                               TroupePythonObjects **objects,
                                               char **path,
                                               GError **error);

G_END_DECLS
