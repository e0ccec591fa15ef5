/* troupe-memory-arguments.h: what an operation on a memory is given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Reading of the maps that a TroupeMemoryScript is given. @map: (nullable): nothing is given. What is not given leaves the
 * result as it was. FALSE with %G_IO_ERROR_INVALID_ARGUMENT, which names the key and says what it is to be. */

/* FALSE with that error. @expected: translated */
gboolean troupe_memory_arguments_refuse (GError **error, const char *key, const char *expected);

/* @text: (transfer none) (nullable) */
gboolean troupe_memory_arguments_get_text (TroupeValue *map,
                                           const char *key,
                                           const char **text,
                                           GError **error);
/* The same of what has to be there. */
gboolean troupe_memory_arguments_need_text (TroupeValue *map,
                                            const char *key,
                                            const char **text,
                                            GError **error);
/* @texts: (out) (transfer full) (nullable): %NULL where nothing is given */
gboolean troupe_memory_arguments_get_texts (TroupeValue *map,
                                            const char *key,
                                            char ***texts,
                                            GError **error);
gboolean troupe_memory_arguments_get_flag (TroupeValue *map,
                                           const char *key,
                                           gboolean *flag,
                                           GError **error);
/* @least: of what is accepted */
gboolean troupe_memory_arguments_get_count (TroupeValue *map,
                                            const char *key,
                                            guint least,
                                            guint *count,
                                            GError **error);
/* A finite one. */
gboolean troupe_memory_arguments_get_number (TroupeValue *map,
                                             const char *key,
                                             double *number,
                                             GError **error);
/* @value: (out) (transfer none) (nullable): %NULL where nothing is given */
gboolean troupe_memory_arguments_get_map (TroupeValue *map,
                                          const char *key,
                                          TroupeValue **value,
                                          GError **error);

/* What an operation says of records. @fields: (out): refers to @map and @categories; @categories: (out) (transfer full) */
gboolean troupe_memory_arguments_read_fields (TroupeValue *map,
                                              TroupeMemoryFields *fields,
                                              char ***categories,
                                              GError **error);

G_END_DECLS
