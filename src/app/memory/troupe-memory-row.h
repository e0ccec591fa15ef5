/* troupe-memory-row.h: list model item for a memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-record.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeMemoryRow:
 *
 * List model item for a memory record, which is read asynchronously by #TroupeMemoryRows.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_MEMORY_ROW (troupe_memory_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryRow, troupe_memory_row, TROUPE, MEMORY_ROW, GObject)

TroupeMemoryRow *troupe_memory_row_new (gint64 number);
/* Returns the number of the record in the database. */
gint64 troupe_memory_row_get_number (TroupeMemoryRow *self);
/* Returns the record. (transfer none) (nullable): NULL until the record has been read */
TroupeMemoryRecord *troupe_memory_row_get_record (TroupeMemoryRow *self);
void troupe_memory_row_set_record (TroupeMemoryRow *self, TroupeMemoryRecord *record);
/* Returns the score of the last search; below 0 if the record was not found by a search.
 * @similarity: (out) (optional) */
double troupe_memory_row_get_fit (TroupeMemoryRow *self, double *similarity);
void troupe_memory_row_set_fit (TroupeMemoryRow *self, double score, double similarity);

/* Tracks whether a widget shows the row, by counting the calls. */
void troupe_memory_row_watch (TroupeMemoryRow *self);
void troupe_memory_row_unwatch (TroupeMemoryRow *self);
gboolean troupe_memory_row_is_watched (TroupeMemoryRow *self);

G_END_DECLS
