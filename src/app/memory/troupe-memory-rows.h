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
 * A #GListModel of #TroupeMemoryRow. Initially the model contains only record numbers. When a row
 * is watched, its record is read on another thread, together with other watched records.
 */
#define TROUPE_TYPE_MEMORY_ROWS (troupe_memory_rows_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryRows, troupe_memory_rows, TROUPE, MEMORY_ROWS, GObject)

TroupeMemoryRows *troupe_memory_rows_new (TroupeMemoryFile *file);

/* Replaces the items. If a record is in both lists, its row is reused. Watched rows are read
 * again.
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
