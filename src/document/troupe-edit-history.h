/* troupe-edit-history.h: undo and redo history of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-parts.h"

G_BEGIN_DECLS

/* The maximum number of undo steps. */
#define TROUPE_EDIT_HISTORY_LIMIT 1000

/**
 * TroupeEditHistory:
 *
 * The steps that can be undone and redone, at most 1,000. A step contains the document before the
 * step.
 */
typedef struct _TroupeEditHistory TroupeEditHistory;

TroupeEditHistory *troupe_edit_history_new (void);
void troupe_edit_history_free (TroupeEditHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEditHistory, troupe_edit_history_free)

/**
 * troupe_edit_history_record:
 * @before: the document before the edit
 * @label: the translated name of the step
 * @merge_key: (nullable): consecutive steps with the same key within a second become one step
 *
 * Records an edit. Inside a group the edit becomes part of the group's step. Clears the redo steps.
 *
 * Returns: whether the edit is a separate step, and not part of the previous step or of a group
 */
gboolean troupe_edit_history_record (TroupeEditHistory *self,
                                     TroupeDocumentParts *before,
                                     const char *label,
                                     const char *merge_key);

/* All edits between begin and end are one step. Groups can be nested; the outermost @label is
 * used. end returns FALSE while a group is still open, or if nothing was recorded in the group. */
void troupe_edit_history_begin_group (TroupeEditHistory *self,
                                      TroupeDocumentParts *before,
                                      const char *label);
gboolean troupe_edit_history_end_group (TroupeEditHistory *self, TroupeDocumentParts *after);
gboolean troupe_edit_history_is_in_group (TroupeEditHistory *self);

/* Returns the document before the step, or after it for redo; NULL if there is no step or a
 * group is open. @now: the present document. (transfer full) (nullable) */
TroupeDocumentParts *troupe_edit_history_undo (TroupeEditHistory *self, TroupeDocumentParts *now);
TroupeDocumentParts *troupe_edit_history_redo (TroupeEditHistory *self, TroupeDocumentParts *now);

/* Removes the last step, as if it had never been recorded: the redo steps that it cleared are back.
 * Returns the document before the step; NULL if a step was undone or redone since, or a group is open.
 * (transfer full) (nullable) */
TroupeDocumentParts *troupe_edit_history_retract (TroupeEditHistory *self);

/* Notes that content of others is in the document, or is added by the next step: all steps until then lead to content that the user must review. */
void troupe_edit_history_mark_foreign (TroupeEditHistory *self);
/* Returns TRUE if the step that was undone, redone or retracted last is such a step. */
gboolean troupe_edit_history_crossed_foreign (TroupeEditHistory *self);

/* Returns the document before step @index, where 0 is the oldest step that can be undone; NULL
 * after the last one. @label: (out) (transfer none): the name of the step. (transfer none)
 * (nullable) */
TroupeDocumentParts *
troupe_edit_history_get_undo (TroupeEditHistory *self, guint index, const char **label);
/* Like troupe_edit_history_get_undo(), for redo. Returns the document after the step, where 0 is
 * the next step. */
TroupeDocumentParts *
troupe_edit_history_get_redo (TroupeEditHistory *self, guint index, const char **label);

/* Returns the name of the next step, or NULL if there is no step. */
const char *troupe_edit_history_get_undo_label (TroupeEditHistory *self);
const char *troupe_edit_history_get_redo_label (TroupeEditHistory *self);

G_END_DECLS
