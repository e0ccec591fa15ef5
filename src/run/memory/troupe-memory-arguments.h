/* troupe-memory-arguments.h: parsing of the arguments of memory operations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Parsers for the maps that a TroupeMemoryScript receives. @map: (nullable): NULL for no
 * arguments. If an argument is missing, the result is not changed. On error the functions return
 * FALSE with %G_IO_ERROR_INVALID_ARGUMENT; its message names the key and the expected type. */

/* Sets the error for an argument of the wrong type, and returns FALSE. @expected: translated */
gboolean troupe_memory_arguments_refuse (GError **error, const char *key, const char *expected);

/* @text: (transfer none) (nullable) */
gboolean troupe_memory_arguments_get_text (TroupeValue *map,
                                           const char *key,
                                           const char **text,
                                           GError **error);
/* Same for a required argument. */
gboolean troupe_memory_arguments_need_text (TroupeValue *map,
                                            const char *key,
                                            const char **text,
                                            GError **error);
/* @texts: (out) (transfer full) (nullable): %NULL if the argument is missing */
gboolean troupe_memory_arguments_get_texts (TroupeValue *map,
                                            const char *key,
                                            char ***texts,
                                            GError **error);
gboolean troupe_memory_arguments_get_flag (TroupeValue *map,
                                           const char *key,
                                           gboolean *flag,
                                           GError **error);
/* @least: minimum accepted value */
gboolean troupe_memory_arguments_get_count (TroupeValue *map,
                                            const char *key,
                                            guint least,
                                            guint *count,
                                            GError **error);
/* Accepts only finite numbers. */
gboolean troupe_memory_arguments_get_number (TroupeValue *map,
                                             const char *key,
                                             double *number,
                                             GError **error);
/* @value: (out) (transfer none) (nullable): %NULL if the argument is missing */
gboolean troupe_memory_arguments_get_map (TroupeValue *map,
                                          const char *key,
                                          TroupeValue **value,
                                          GError **error);

/* Reads the fields of records. @fields: (out): refers to @map and @categories; @categories:
 * (out) (transfer full) */
gboolean troupe_memory_arguments_read_fields (TroupeValue *map,
                                              TroupeMemoryFields *fields,
                                              char ***categories,
                                              GError **error);

G_END_DECLS
