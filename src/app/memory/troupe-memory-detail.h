/* troupe-memory-detail.h: shows and edits one memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-row.h"
#include "troupe-memory-texts.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryDetail:
 *
 * Shows a record. The user can edit its text, importance, categories and visibility; its origin and
 * search score are read-only. A changed text is applied only with a button; other changes are
 * applied immediately.
 *
 * Signals: `changed` (#TroupeMemoryRecord boxed as pointer: the record with its new values;
 * gboolean: whether its text has changed), `delete-requested`, `close-requested` (return to the
 * table if there is no space for both), `run-requested` (utf8: the id of the run that created the
 * record; gint64: the time of creation, microseconds since 1970).
 */
#define TROUPE_TYPE_MEMORY_DETAIL (troupe_memory_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryDetail, troupe_memory_detail, TROUPE, MEMORY_DETAIL, GtkWidget)

GtkWidget *troupe_memory_detail_new (void);

/* Shows a record. @row: (nullable): NULL if no record is selected; @owner: the owner of the
 * record. Unapplied edits are kept if the record is the same. */
void troupe_memory_detail_show (TroupeMemoryDetail *self,
                                TroupeMemoryRow *row,
                                TroupeMemoryOwner *owner);
/* Sets the origin of the record. @learnt: (nullable): NULL if unknown; @run: (nullable): the id
 * of a run that can be shown */
void
troupe_memory_detail_set_learnt (TroupeMemoryDetail *self, const char *learnt, const char *run);
/* Sets whether a changed text is being embedded. */
void troupe_memory_detail_set_busy (TroupeMemoryDetail *self, gboolean is_busy);
/* Shows an error below the text. @text: (nullable): NULL hides the error */
void troupe_memory_detail_set_error (TroupeMemoryDetail *self, const char *text);
/* Called after the record was written. The shown text counts as unchanged again. */
void troupe_memory_detail_settle (TroupeMemoryDetail *self);
void troupe_memory_detail_edit (TroupeMemoryDetail *self);
void troupe_memory_detail_set_narrow (TroupeMemoryDetail *self, gboolean is_narrow);

G_END_DECLS
