/* troupe-memory-lines.h: records as values, for people and other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* How much of a record is told. */
typedef enum
{
  TROUPE_MEMORY_LINE_PLAIN,     /* what it says */
  TROUPE_MEMORY_LINE_WITH_ID,   /* and its id, first */
  TROUPE_MEMORY_LINE_WITH_TIME, /* and when it was made and shown last, in UTC */
} TroupeMemoryLineParts;

/* A map with the names that CrewAI has: content, scope, categories, importance, metadata, source (null where there is
 * none), private; id; created_at, last_accessed. (transfer full) */
TroupeValue *troupe_memory_record_to_value (const TroupeMemoryRecord *self,
                                            TroupeMemoryLineParts parts);

/* All of it, with its vector as base64 of 32-bit floats, lowest byte first. (transfer full) */
TroupeValue *
troupe_memory_record_to_line (const TroupeMemoryRecord *self, const float *vector, guint dimension);

/**
 * troupe_memory_record_from_line:
 * @value: as troupe_memory_record_to_line() makes it; only `id` and `content` have to be there, `vector` may be a list
 *   of numbers, too
 * @vector: (out) (transfer full) (nullable): without one %NULL
 *
 * Errors: %G_IO_ERROR_INVALID_DATA, which names the key. (transfer full) (nullable)
 */
TroupeMemoryRecord *troupe_memory_record_from_line (TroupeValue *value,
                                                    float **vector,
                                                    guint *dimension,
                                                    GError **error);

/* Microseconds since 1970 of a time in ISO 8601, which is UTC where it has no zone. FALSE where it is none. */
gboolean troupe_memory_read_time (const char *text, gint64 *time_us);

G_END_DECLS
