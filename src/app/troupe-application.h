/* troupe-application.h: application object: windows, files to open, run store, crash recovery
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-drafts.h"
#include "troupe-engine.h"
#include "troupe-month-budget.h"
#include "troupe-run-spans.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeApplication:
 *
 * The running program. Owns the objects that its windows share. Created by main().
 *
 * Threads: main thread, unless a function states another thread.
 */
#define TROUPE_TYPE_APPLICATION (troupe_application_get_type ())
G_DECLARE_FINAL_TYPE (TroupeApplication, troupe_application, TROUPE, APPLICATION, AdwApplication)

/* Creates the application. (transfer full) */
TroupeApplication *troupe_application_new (void);

/* Returns the running application, the only global state of the program. (transfer none) */
TroupeApplication *troupe_application_get (void);

/* Returns the run store. The first call opens the store, which blocks. Returns NULL if the store
 * cannot be opened; then runs work but are not stored, and the windows show the error. Later calls try again.
 * (transfer none) (nullable) */
TroupeStore *troupe_application_get_store (TroupeApplication *self);

/* Returns TRUE if it is known without blocking whether a store is available, and sets @store to
 * the store or NULL. Returns FALSE if troupe_application_get_store() would open the store, or
 * would wait for another thread that is opening the store. @store: (out) (transfer none) */
gboolean troupe_application_peek_store (TroupeApplication *self, TroupeStore **store);

/* Returns the store only if runs have been stored before, so that reading does not create a
 * file. This function and the two previous functions may be called on any thread. (transfer
 * none) (nullable) */
TroupeStore *troupe_application_find_store (TroupeApplication *self);

/* Returns the drafts of unsaved documents. (transfer none) (nullable): NULL once the application
 * shuts down */
TroupeDrafts *troupe_application_get_drafts (TroupeApplication *self);
/* Restores the documents of a process that was not shut down properly, as at startup. Files to
 * be opened wait until all documents are restored. */
void troupe_application_recover (TroupeApplication *self);
/* Returns TRUE until the restoration of documents is complete. */
gboolean troupe_application_is_recovering (TroupeApplication *self);
/* Returns the engine of all runs. (transfer none) */
TroupeEngine *troupe_application_get_engine (TroupeApplication *self);
/* Returns the span exporter of all runs. (transfer none) */
TroupeRunSpans *troupe_application_get_spans (TroupeApplication *self);

/* Returns the cost and budget of all runs of this month. (transfer none) (nullable): NULL before
 * startup and once the application shuts down */
TroupeMonthBudget *troupe_application_get_month (TroupeApplication *self);

/* Returns what cannot be stored at present, such as drafts while the disk is full, for the bar of
 * each window. (transfer full) (nullable): NULL if everything can be stored */
char *troupe_application_get_trouble (TroupeApplication *self);

/* Emits `run-left` (the path of the document) when a run has ended whose page was closed before. Pages of the
 * same document look for a run to resume then. @path: (nullable) */
void troupe_application_note_left_run (TroupeApplication *self, const char *path);

GSettings *troupe_application_get_settings (TroupeApplication *self); /* (transfer none) */

G_END_DECLS
