/* troupe-document-text.h: reads, writes and converts the text of a document part, JSON or YAML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

/* The format of a part. JSON may contain comments. YAML is limited to what CrewAI's own loader
 * supports. */
typedef enum
{
  TROUPE_FORMAT_JSON,
  TROUPE_FORMAT_YAML,
} TroupeFormat;

/* Returns the format by the extension of a file: .yaml, .yml, .json, .jsonc. Returns @fallback
 * for any other extension. */
TroupeFormat troupe_format_from_path (const char *path, TroupeFormat fallback);

/* Describes a file of another type than expected as a sentence for the user. Returns NULL if the
 * file is, or may be, of the expected type. (transfer full) (nullable) */
typedef char *(*TroupeDescribeOtherFunc) (JsonNode *root);

/**
 * troupe_document_text_read:
 * @name: (nullable): the file, for messages; its extension determines which of two errors is shown
 * @expected: what is expected, for messages: `a flow`
 * @describe_other: (nullable): describes text that is not a map
 * @other_code: the code of the problem for text that is not a map
 * @source: (out) (transfer full): the text with the positions of its values
 * @notes: (out) (transfer full) (element-type TroupeProblem): what only either Troupe or CrewAI
 *   accepts
 * @mistake: (out) (transfer full): the problem, if NULL is returned
 *
 * Parses text as JSON with comments or as YAML. The content determines the format.
 *
 * Returns: (transfer full) (nullable): a map, or %NULL with %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID. The message names file, line, column and path.
 */
JsonNode *troupe_document_text_read (const char *text,
                                     gsize length,
                                     const char *name,
                                     const char *expected,
                                     TroupeDescribeOtherFunc describe_other,
                                     const char *other_code,
                                     TroupeJsonText **source,
                                     GPtrArray **notes,
                                     TroupeProblem **mistake,
                                     GError **error);

/* Like troupe_document_text_read(), for JSON with comments and trailing commas only, without
 * YAML. */
JsonNode *troupe_document_text_read_jsonc (const char *text,
                                           gsize length,
                                           const char *name,
                                           const char *expected,
                                           const char *other_code,
                                           TroupeJsonText **source,
                                           GPtrArray **notes,
                                           TroupeProblem **mistake,
                                           GError **error);

/* Serializes @root. If @source has the same format, unchanged parts are copied from it.
 * (transfer full) */
char *troupe_document_text_write (JsonNode *root,
                                  TroupeJsonText *source,
                                  TroupeFormat format,
                                  gsize *length);

/**
 * troupe_document_text_list_losses:
 * @losses: (out) (optional) (transfer full) (element-type TroupeProblem): comments, anchors and
 *   dates; each loss is a warning with its position
 *
 * Lists what writing in @format would lose.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_INVALID if @format cannot represent a value
 */
gboolean troupe_document_text_list_losses (JsonNode *root,
                                           TroupeJsonText *source,
                                           TroupeFormat format,
                                           GPtrArray **losses,
                                           GError **error);

/* Returns TRUE if CrewAI's loader reads a number of a JSON text as a string, because the number
 * has an exponent without a point or without a sign (doc/flow-semantics.md §1). @source:
 * (nullable) */
gboolean troupe_document_text_number_is_text (TroupeJsonText *source, JsonNode *node);

G_END_DECLS
