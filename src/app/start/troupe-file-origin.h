/* troupe-file-origin.h: whether a file was downloaded or received
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_foreign_file_look_async:
 * @flow: what the file holds; of a crew's file the flow that runs the crew
 * @path: of the file
 *
 * Looks, on another thread, whether a run of @flow would have to be agreed to and was not yet: what nobody made, changed
 * or allowed here. Nothing of it is started. @callback has no source object.
 */
void troupe_foreign_file_look_async (TroupeFlow *flow,
                                     const char *path,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* FALSE also where it was cancelled. */
gboolean troupe_foreign_file_look_finish (GAsyncResult *result);

G_END_DECLS
