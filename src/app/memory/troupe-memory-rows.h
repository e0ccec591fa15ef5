/* troupe-memory-rows.h: the records of a memory as a list that is read as it is looked at
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
 * A #GListModel of #TroupeMemoryRow. What a list has is known by the numbers of records alone; a row is read where
 * somebody watches it, some at a time and never in the thread of the list.
 */
#define TROUPE_TYPE_MEMORY_ROWS (troupe_memory_rows_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryRows, troupe_memory_rows, TROUPE, MEMORY_ROWS, GObject)

TroupeMemoryRows *troupe_memory_rows_new (TroupeMemoryFile *file);

/* Puts these in the place of what the list had; what both have stays. What is watched is read again. @numbers:
 * (element-type gint64) */
void troupe_memory_rows_set_numbers (TroupeMemoryRows *self, const GArray *numbers);
/* The same with what was found. @matches: (element-type TroupeMemoryMatch) */
void troupe_memory_rows_set_matches (TroupeMemoryRows *self, GPtrArray *matches);
/* A row begins to be watched. */
void troupe_memory_rows_read_soon (TroupeMemoryRows *self);
/* The number of the record at @position, which the list has. */
gint64 troupe_memory_rows_get_number (TroupeMemoryRows *self, guint position);

G_END_DECLS
