/* troupe-stored-run.h: an interrupted run of a document that can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeStoredRun:
 * @id: UUID of the run
 * @digest: (nullable): digest of the document that the run executes
 * @started_us: microseconds since 1970
 * @last_us: time of the last event, microseconds since 1970; 0 if unknown
 * @is_waiting: whether the run waits for an answer of the user
 * @has_failed: whether the run failed after some methods had finished; resuming it executes the
 *   failed part again
 * @error: (nullable): the error message if the run failed
 * @failed_method: (nullable): the method that failed
 * @is_crew: whether the parts of the document are tasks of a crew, not methods of a flow
 * @n_done: number of parts that have finished
 * @n_parts: number of parts of the document; 0 if unknown, because the document has changed, or for
 *   troupe_stored_run_new()
 * @has_changed: whether the document has changed since the run began
 * @n_calls: number of model calls that were running and are repeated
 * @unsure: (nullable): the method that was calling a tool, code or a program; the call may have had
 *   its effect, and resuming repeats the call
 * @can_have_happened: whether the method @unsure does nothing else, so that the user may enter its
 *   result
 *
 * Describes a stored run to the user before it is resumed.
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
  char *failed_method;
  gboolean is_crew;
  guint n_done;
  guint n_parts;
  gboolean has_changed;
  guint n_calls;
  char *unsure;
  gboolean can_have_happened;
} TroupeStoredRun;

/* Creates the description of a run that has just been paused until the user answers its request.
 * (transfer full) */
TroupeStoredRun *troupe_stored_run_new (const char *id, const char *digest);
void troupe_stored_run_free (TroupeStoredRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredRun, troupe_stored_run_free)

/**
 * TroupeStoredDocument:
 * @name: the name in the document
 * @digest: digest of the document's content
 * @is_crew: whether the document is a crew, whose parts are its tasks; those of a flow are its methods
 * @n_parts: number of parts of the document
 * @turn_digest: (nullable): of a conversation: digest of the flow that a turn runs, which is made from the document
 * @n_turn_parts: number of methods of that flow
 * @unsure: (element-type utf8): the names of the methods that call tools, code or programs
 *
 * The facts about the current document that are required to describe its last run.
 */
typedef struct
{
  char *name;
  char *digest;
  gboolean is_crew;
  guint n_parts;
  char *turn_digest;
  guint n_turn_parts;
  GPtrArray *unsure;
} TroupeStoredDocument;

/* Creates the facts about a document that is no conversation. @unsure: (transfer full), with g_free() */
TroupeStoredDocument *troupe_stored_document_new (const char *name,
                                                  const char *digest,
                                                  gboolean is_crew,
                                                  guint n_parts,
                                                  GPtrArray *unsure);
void troupe_stored_document_free (TroupeStoredDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredDocument, troupe_stored_document_free)

/**
 * troupe_stored_run_find:
 * @path: the file of a document
 * @document: describes the current content of the document
 *
 * Finds the last run of the document, if it was interrupted, waits for an answer, or failed and can
 * be resumed (troupe_store_can_resume()). Blocks; may be called on any thread.
 *
 * Returns: (transfer full) (nullable): the run; %NULL without an error if there is no such run
 */
TroupeStoredRun *troupe_stored_run_find (TroupeStore *store,
                                         const char *path,
                                         const TroupeStoredDocument *document,
                                         GError **error);

/* Like troupe_stored_run_find(), for the run @id. */
TroupeStoredRun *troupe_stored_run_find_by_id (TroupeStore *store,
                                               const char *id,
                                               const TroupeStoredDocument *document,
                                               GError **error);

/* Abandons a run by storing it as cancelled. Blocks. Errors: as troupe_store_claim_run() */
gboolean troupe_stored_run_give_up (TroupeStore *store, const char *id, GError **error);

G_END_DECLS
