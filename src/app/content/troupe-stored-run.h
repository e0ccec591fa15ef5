/* troupe-stored-run.h: an interrupted run of a document that can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeStoredRun:
 * @id: its UUID
 * @digest: (nullable): of the document that it runs
 * @started_us: microseconds since 1970
 * @last_us: when the last thing is known to have happened, in the same; 0: unknown
 * @is_waiting: whether it waits for a person's answer
 * @has_failed: whether it failed, with something of it done: whoever resumes it wants that done again which failed
 * @error: (nullable): what it failed with
 * @n_done: how many methods have ended
 * @n_methods: how many the flow has; 0: unknown
 * @n_calls: how many model calls were under way, and are made again
 * @unsure: (nullable): the method that was calling a tool, code or a program: that may have happened, and
 *   resuming calls it again
 * @can_have_happened: whether that is all that the method does, so that a person may say what it gave
 *
 * What a person is told of a kept run before it is resumed.
 */
typedef struct
{
  char *id;
  char *digest;
  gint64 started_us;
  gint64 last_us;
  gboolean is_waiting;
  gboolean has_failed;
  char *error;
  guint n_done;
  guint n_methods;
  guint n_calls;
  char *unsure;
  gboolean can_have_happened;
} TroupeStoredRun;

/* One that has just paused until a person answers. (transfer full) */
TroupeStoredRun *troupe_stored_run_new (const char *id, const char *digest);
void troupe_stored_run_free (TroupeStoredRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredRun, troupe_stored_run_free)

/**
 * TroupeStoredDocument:
 * @digest: of its content
 * @n_methods: how many it has
 * @unsure: (element-type utf8): the names of those that call tools, code or programs; of a method no more than
 *   the name is kept
 *
 * What a document holds now, for what is told of its last run.
 */
typedef struct
{
  char *digest;
  guint n_methods;
  GPtrArray *unsure;
} TroupeStoredDocument;

/* @unsure: (transfer full), with g_free() */
TroupeStoredDocument *
troupe_stored_document_new (const char *digest, guint n_methods, GPtrArray *unsure);
void troupe_stored_document_free (TroupeStoredDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredDocument, troupe_stored_document_free)

/**
 * troupe_stored_run_find:
 * @path: the file of a document
 * @document: what it holds
 *
 * The last run of the document, if it was interrupted, waits, or failed and can be resumed
 * (troupe_store_can_resume()). Blocks; on any thread.
 *
 * Returns: (transfer full) (nullable): %NULL without an error where there is none
 */
TroupeStoredRun *troupe_stored_run_find (TroupeStore *store,
                                         const char *path,
                                         const TroupeStoredDocument *document,
                                         GError **error);

/* The same for one run, which is known: @id. */
TroupeStoredRun *troupe_stored_run_find_by_id (TroupeStore *store,
                                               const char *id,
                                               const TroupeStoredDocument *document,
                                               GError **error);

/* Nobody wants to resume it: it is kept as cancelled. Blocks. Errors: as troupe_store_claim_run() */
gboolean troupe_stored_run_give_up (TroupeStore *store, const char *id, GError **error);

G_END_DECLS
