/* troupe-drafts.h: TroupeDrafts: stores unsaved edits on disk for crash recovery
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeDrafts:
 *
 * The drafts of one program. Each edit of a followed document is written immediately, on a separate
 * thread, to a folder that only this program writes to. The files of the documents are never
 * modified. When a program ends without ending its drafts, the next program finds them.
 *
 * Signals: `failed` (message): drafts cannot be written. Emitted once, and with %NULL when writing
 * works again.
 * The edits that were made in the meantime are then written.
 */
#define TROUPE_TYPE_DRAFTS (troupe_drafts_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDrafts, troupe_drafts, TROUPE, DRAFTS, GObject)

/* `$XDG_STATE_HOME/troupe/drafts`. (transfer full) */
char *troupe_drafts_get_default_folder (void);

/* Creates the drafts of a program. @folder: created with mode 0700 when the first document is
 * followed. Nothing is started before that time. */
TroupeDrafts *troupe_drafts_new (const char *folder);

/* Waits until all queued data is on disk. For tests, and before a program ends. */
void troupe_drafts_flush (TroupeDrafts *self);

/**
 * TroupeDraft:
 *
 * The draft of one document.
 */
typedef struct _TroupeDraft TroupeDraft;

/**
 * troupe_drafts_follow:
 * @kind: the document type, which is stored so that the next program can create a document of that
 *   type
 * @left: (nullable): the draft from which @document was restored, and which is continued
 *
 * Records @document from now on, with its current history.
 *
 * Returns: (transfer full): the draft, to be ended with troupe_draft_end()
 */
typedef struct _TroupeRecoveredDraft TroupeRecoveredDraft;
TroupeDraft *troupe_drafts_follow (TroupeDrafts *self,
                                   TroupeDocument *document,
                                   const char *kind,
                                   TroupeRecoveredDraft *left);
/* Adds the texts with mistakes that were kept when the file of @document was closed. To be called before
 * the document is followed. Blocks; may be called on any thread, as long as no other thread uses the
 * document. */
void troupe_drafts_read_typed (TroupeDrafts *self, TroupeDocument *document);
/* Stores data of the program with the draft, such as the view of the document. */
void troupe_draft_note (TroupeDraft *self, JsonNode *note);
/* Deletes the draft, because the user has closed the document. Texts that could not be written into
 * the document are kept for the next time the file is opened. */
void troupe_draft_end (TroupeDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraft, troupe_draft_end)

/**
 * troupe_drafts_take_left:
 *
 * Takes over the drafts of programs that did not end properly. Blocks, because the drafts are read.
 * May be called on any thread, while other threads follow documents.
 *
 * Returns: (transfer full) (element-type TroupeRecoveredDraft): the drafts in the order in which
 * they were begun
 */
GPtrArray *troupe_drafts_take_left (TroupeDrafts *self);

const char *troupe_recovered_draft_get_kind (TroupeRecoveredDraft *self);
const char *troupe_recovered_draft_get_path (TroupeRecoveredDraft *self); /* (nullable) */
JsonNode *troupe_recovered_draft_get_note (TroupeRecoveredDraft *self);   /* (nullable) */
/* Returns TRUE if the draft contains anything that is not in the files. */
gboolean troupe_recovered_draft_is_edited (TroupeRecoveredDraft *self);
/* Returns TRUE if the user had created the content of the draft (troupe_document_is_own()). */
gboolean troupe_recovered_draft_is_own (TroupeRecoveredDraft *self);
/* Returns the number of steps that can be undone; the time at which the last one was written, in
 * microseconds since 1970. */
guint troupe_recovered_draft_get_n_steps (TroupeRecoveredDraft *self);
gint64 troupe_recovered_draft_get_time (TroupeRecoveredDraft *self);
/* Restores @document, which must be an empty document of the draft's type. Errors: a
 * %G_IO_ERROR. */
gboolean
troupe_recovered_draft_restore (TroupeRecoveredDraft *self, TroupeDocument *document, GError **error);
/* Moves a draft that cannot be restored to a location next to the drafts, for manual recovery.
 * May be called on any thread. */
void troupe_recovered_draft_set_aside (TroupeRecoveredDraft *self, TroupeDrafts *drafts);
/* Deletes the draft. */
void troupe_recovered_draft_discard (TroupeRecoveredDraft *self, TroupeDrafts *drafts);
void troupe_recovered_draft_free (TroupeRecoveredDraft *self);

G_END_DECLS
