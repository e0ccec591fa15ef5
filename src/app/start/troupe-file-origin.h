/* troupe-file-origin.h: checks whether a file comes from elsewhere, so that running it requires
 * consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_foreign_file_look_async:
 * @flow: the content of the file; for a crew file, the flow that wraps the crew
 * @path: path of the file
 *
 * Checks on another thread whether a run of @flow requires consent that has not been given. This is
 * the case if the user has neither created nor edited nor allowed the content. Nothing is executed.
 * @callback has no source object.
 */
void troupe_foreign_file_look_async (TroupeFlow *flow,
                                     const char *path,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Returns TRUE if consent is required. Also returns FALSE if the operation was cancelled. */
gboolean troupe_foreign_file_look_finish (GAsyncResult *result);

G_END_DECLS
