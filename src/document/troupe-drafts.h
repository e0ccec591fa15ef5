/* troupe-drafts.h: what is edited is kept on the disk until it is saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeDrafts:
 *
 * The drafts of one program: each edit of a document that it follows is written down at once, on a thread
 * of its own, in a folder of the program that nobody else writes in. The files of the documents are never
 * touched. When a program ends without having ended its drafts, the next one finds them.
 *
 * Signals: `failed` (message): drafts cannot be written. Told once until they can be again: what was edited
 * meanwhile is written then.
 */
#define TROUPE_TYPE_DRAFTS (troupe_drafts_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDrafts, troupe_drafts, TROUPE, DRAFTS, GObject)

/* `$XDG_STATE_HOME/troupe/drafts`. (transfer full) */
char *troupe_drafts_get_default_folder (void);

/* @folder: made with mode 0700 when the first document is followed. Starts nothing before. */
TroupeDrafts *troupe_drafts_new (const char *folder);

/* Waits until all that was handed over is on the disk. For tests, and before a program ends. */
void troupe_drafts_flush (TroupeDrafts *self);

/**
 * TroupeDraft:
 *
 * The draft of one document.
 */
typedef struct _TroupeDraft TroupeDraft;

/**
 * troupe_drafts_follow:
 * @kind: what the next program is told, so that it can make a document of the kind
 * @left: (nullable): the draft from which @document was restored, whose place it takes
 *
 * Keeps @document from now on, with the history that it has.
 *
 * Returns: (transfer full): to be ended with troupe_draft_end()
 */
typedef struct _TroupeLeftDraft TroupeLeftDraft;
TroupeDraft *troupe_drafts_follow (TroupeDrafts *self,
                                   TroupeDocument *document,
                                   const char *kind,
                                   TroupeLeftDraft *left);
/* Keeps something of the program's own with it: where it stood, what was seen of it. */
void troupe_draft_note (TroupeDraft *self, JsonNode *note);
/* A person has closed the document: the draft is deleted. */
void troupe_draft_end (TroupeDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraft, troupe_draft_end)

/**
 * troupe_drafts_take_left:
 *
 * Takes over the drafts of programs that were not ended properly. Blocks: it reads them; may be called on
 * any thread, while others follow documents.
 *
 * Returns: (transfer full) (element-type TroupeLeftDraft): in the order in which they were begun
 */
GPtrArray *troupe_drafts_take_left (TroupeDrafts *self);

const char *troupe_left_draft_get_kind (TroupeLeftDraft *self);
const char *troupe_left_draft_get_path (TroupeLeftDraft *self); /* (nullable) */
JsonNode *troupe_left_draft_get_note (TroupeLeftDraft *self);   /* (nullable) */
/* Whether it holds anything beside what lies on the disk. */
gboolean troupe_left_draft_is_edited (TroupeLeftDraft *self);
/* How many steps can be undone; when the last one was written, in microseconds since 1970. */
guint troupe_left_draft_get_n_steps (TroupeLeftDraft *self);
gint64 troupe_left_draft_get_time (TroupeLeftDraft *self);
/* Makes @document, one of the kind that holds nothing yet, what it was. Errors: a %G_IO_ERROR. */
gboolean
troupe_left_draft_restore (TroupeLeftDraft *self, TroupeDocument *document, GError **error);
/* It cannot be restored: it is kept beside the drafts, for whoever can. On any thread. */
void troupe_left_draft_set_aside (TroupeLeftDraft *self, TroupeDrafts *drafts);
/* Nobody wants it: it is deleted. */
void troupe_left_draft_discard (TroupeLeftDraft *self, TroupeDrafts *drafts);
void troupe_left_draft_free (TroupeLeftDraft *self);

G_END_DECLS
