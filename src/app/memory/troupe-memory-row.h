/* troupe-memory-row.h: a record of a memory, as a line of a table
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
 * What the table shows of one record. It has none until it was read, which is done elsewhere.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_MEMORY_ROW (troupe_memory_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryRow, troupe_memory_row, TROUPE, MEMORY_ROW, GObject)

TroupeMemoryRow *troupe_memory_row_new (gint64 number);
/* Its place in the file. */
gint64 troupe_memory_row_get_number (TroupeMemoryRow *self);
/* (transfer none) (nullable): NULL until it was read */
TroupeMemoryRecord *troupe_memory_row_get_record (TroupeMemoryRow *self);
void troupe_memory_row_set_record (TroupeMemoryRow *self, TroupeMemoryRecord *record);
/* How it fits what was looked for; below 0: nothing was. @similarity: (out) (optional) */
double troupe_memory_row_get_fit (TroupeMemoryRow *self, double *similarity);
void troupe_memory_row_set_fit (TroupeMemoryRow *self, double score, double similarity);

/* Whether somebody shows it; counted. */
void troupe_memory_row_watch (TroupeMemoryRow *self);
void troupe_memory_row_unwatch (TroupeMemoryRow *self);
gboolean troupe_memory_row_is_watched (TroupeMemoryRow *self);

G_END_DECLS
