/* troupe-memory-rows.h: list model of memory records that are loaded on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-file.h"
#include "troupe-memory-row.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryRows:
 *
 * A #GListModel of #TroupeMemoryRow. The model is filled with record numbers only; a record is read
 * when its row is watched, in batches on another thread.
 */
#define TROUPE_TYPE_MEMORY_ROWS (troupe_memory_rows_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryRows, troupe_memory_rows, TROUPE, MEMORY_ROWS, GObject)

TroupeMemoryRows *troupe_memory_rows_new (TroupeMemoryFile *file);

/* Replaces the items. Rows of records in both lists are reused; watched rows are read again.
 * @numbers: (element-type gint64) */
void troupe_memory_rows_set_numbers (TroupeMemoryRows *self, const GArray *numbers);
/* Like troupe_memory_rows_set_numbers(), with the results of a semantic search. @matches:
 * (element-type TroupeMemoryMatch) */
void troupe_memory_rows_set_matches (TroupeMemoryRows *self, GPtrArray *matches);
/* Schedules reading of watched rows. Must be called after a row was watched. */
void troupe_memory_rows_read_soon (TroupeMemoryRows *self);
/* Returns the number of the record at @position, which must be valid. */
gint64 troupe_memory_rows_get_number (TroupeMemoryRows *self, guint position);

G_END_DECLS
