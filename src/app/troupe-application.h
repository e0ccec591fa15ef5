/* troupe-application.h: application object: windows, files to open, run store, crash recovery
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-services.h"

G_BEGIN_DECLS

/**
 * TroupeApplication:
 *
 * The running program. Owns the objects that its windows share, and implements #TroupeServices. Created by main().
 *
 * Threads: main thread, unless a function states another thread.
 */
#define TROUPE_TYPE_APPLICATION (troupe_application_get_type ())
G_DECLARE_FINAL_TYPE (TroupeApplication, troupe_application, TROUPE, APPLICATION, AdwApplication)

/* Creates the application. (transfer full) */
TroupeApplication *troupe_application_new (void);

/* Restores the documents of a process that was not shut down properly, as at startup. Files to
 * be opened wait until all documents are restored. */
void troupe_application_recover (TroupeApplication *self);
/* Returns TRUE until the restoration of documents is complete. */
gboolean troupe_application_is_recovering (TroupeApplication *self);

G_END_DECLS
