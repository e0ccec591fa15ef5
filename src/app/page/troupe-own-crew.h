/* troupe-own-crew.h: remembers that a crew in a folder was created in this application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_own_crew_store_async:
 * @folder: folder of a crew that was just written and contains only what the user created
 * @callback: called on the main thread
 *
 * Stores the content of the crew as the user's own, as saving a document does (doc/reliability.md
 * R7), so that the crew does not count as coming from elsewhere when it is opened.
 */
void
troupe_own_crew_store_async (const char *folder, GAsyncReadyCallback callback, gpointer user_data);
/* If this fails, the user is asked before the first run. Errors: %G_IO_ERROR, and those of
 * troupe_crew_document_load() */
gboolean troupe_own_crew_store_finish (GAsyncResult *result, GError **error);

G_END_DECLS
