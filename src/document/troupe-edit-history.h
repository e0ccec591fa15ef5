/* troupe-edit-history.h: what was done to a document, undone and redone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-parts.h"

G_BEGIN_DECLS

/* How many steps can be undone. */
#define TROUPE_EDIT_HISTORY_LIMIT 1000

/**
 * TroupeEditHistory:
 *
 * The steps that can be undone and redone, at most 1,000 of them. A step keeps what the document was
 * before it.
 */
typedef struct _TroupeEditHistory TroupeEditHistory;

TroupeEditHistory *troupe_edit_history_new (void);
void troupe_edit_history_free (TroupeEditHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEditHistory, troupe_edit_history_free)

/**
 * troupe_edit_history_record:
 * @before: what the document was until now
 * @label: the translated name of the step
 * @merge_key: (nullable): steps with the same one that follow each other within a second are one
 *
 * An edit was made. Inside a group it becomes part of the group's step. What could be redone is gone.
 *
 * Returns: whether it is a step of its own, and not part of the one before or of a group
 */
gboolean troupe_edit_history_record (TroupeEditHistory *self,
                                     TroupeDocumentParts *before,
                                     const char *label,
                                     const char *merge_key);

/* Everything between begin and end is one step. Nests: the outermost @label counts. end gives FALSE while
 * a group is still open, and where nothing was recorded in it. */
void troupe_edit_history_begin_group (TroupeEditHistory *self,
                                      TroupeDocumentParts *before,
                                      const char *label);
gboolean troupe_edit_history_end_group (TroupeEditHistory *self, TroupeDocumentParts *after);
gboolean troupe_edit_history_is_in_group (TroupeEditHistory *self);

/* What the document was, or becomes again; NULL where there is nothing or a group is open. @now: what it
 * is. (transfer full) (nullable) */
TroupeDocumentParts *troupe_edit_history_undo (TroupeEditHistory *self, TroupeDocumentParts *now);
TroupeDocumentParts *troupe_edit_history_redo (TroupeEditHistory *self, TroupeDocumentParts *now);

/* What the document was before step @index, the oldest of all steps that can be undone being 0; NULL behind
 * the last one. @label: (out) (transfer none): the name of the step. (transfer none) (nullable) */
TroupeDocumentParts *
troupe_edit_history_get_undo (TroupeEditHistory *self, guint index, const char **label);
/* The same of the steps that can be redone: what the document becomes with it, the next one being 0. */
TroupeDocumentParts *
troupe_edit_history_get_redo (TroupeEditHistory *self, guint index, const char **label);

/* The name of the step that would come next; NULL where there is none. */
const char *troupe_edit_history_get_undo_label (TroupeEditHistory *self);
const char *troupe_edit_history_get_redo_label (TroupeEditHistory *self);

G_END_DECLS
