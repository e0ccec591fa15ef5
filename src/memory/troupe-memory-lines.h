/* troupe-memory-lines.h: serialization of memory records for the CLI and export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* Which parts of a record are included. */
typedef enum
{
  TROUPE_MEMORY_LINE_PLAIN,     /* content and properties */
  TROUPE_MEMORY_LINE_WITH_ID,   /* also the ID, first */
  TROUPE_MEMORY_LINE_WITH_TIME, /* includes the times of creation and last access, in UTC */
} TroupeMemoryLineParts;

/* Returns a map that uses CrewAI's names: content, scope, categories, importance, metadata,
 * source (null if there is none), private; id; created_at, last_accessed. (transfer full) */
TroupeValue *troupe_memory_record_to_value (const TroupeMemoryRecord *self,
                                            TroupeMemoryLineParts parts);

/* Returns the complete record, including its vector as base64 of little-endian 32-bit floats.
 * (transfer full) */
TroupeValue *
troupe_memory_record_to_line (const TroupeMemoryRecord *self, const float *vector, guint dimension);

/**
 * troupe_memory_record_from_line:
 * @value: a map as returned by troupe_memory_record_to_line(). Only `id` and `content` are
 *   required, and `vector` may also be a list of numbers
 * @vector: (out) (transfer full) (nullable): %NULL if the map contains no vector
 *
 * Errors: %G_IO_ERROR_INVALID_DATA, which names the key. (transfer full) (nullable)
 */
TroupeMemoryRecord *troupe_memory_record_from_line (TroupeValue *value,
                                                    float **vector,
                                                    guint *dimension,
                                                    GError **error);

/* Parses an ISO 8601 time as microseconds since 1970. A time without a time zone is in UTC.
 * Returns FALSE if the text is invalid. */
gboolean troupe_memory_read_time (const char *text, gint64 *time_us);

G_END_DECLS
