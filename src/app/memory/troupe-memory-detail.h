/* troupe-memory-detail.h: one record of a memory, to be read and changed
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
 * Its text, importance, categories and who sees it, all of which a person can change, and where it comes from and why it
 * was found, which stay. A new text is handed over by its button alone; what else is changed at once.
 *
 * Signals: `changed` (#TroupeMemoryRecord boxed as pointer: what it is to be; gboolean: its text is a new one),
 * `delete-requested`, `close-requested` (back to the table, where there is no room for both), `run-requested` (utf8: the id of
 * the run that it was learnt in; gint64: when, microseconds since 1970).
 */
#define TROUPE_TYPE_MEMORY_DETAIL (troupe_memory_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryDetail, troupe_memory_detail, TROUPE, MEMORY_DETAIL, GtkWidget)

GtkWidget *troupe_memory_detail_new (void);

/* @row: (nullable): nothing is chosen; @owner: whose record it is. What a person has typed of the same record stays. */
void troupe_memory_detail_show (TroupeMemoryDetail *self,
                                TroupeMemoryRow *row,
                                TroupeMemoryOwner *owner);
/* From which run it is; @learnt: (nullable): nothing is known; @run: (nullable): the id of one that can be looked at */
void
troupe_memory_detail_set_learnt (TroupeMemoryDetail *self, const char *learnt, const char *run);
/* A new text is under way to the embedder. */
void troupe_memory_detail_set_busy (TroupeMemoryDetail *self, gboolean is_busy);
/* That it could not be changed, below the text. @text: (nullable) */
void troupe_memory_detail_set_error (TroupeMemoryDetail *self, const char *text);
/* What is shown is as the record has it again. */
void troupe_memory_detail_settle (TroupeMemoryDetail *self);
void troupe_memory_detail_edit (TroupeMemoryDetail *self);
void troupe_memory_detail_set_narrow (TroupeMemoryDetail *self, gboolean is_narrow);

G_END_DECLS
