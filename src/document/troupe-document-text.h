/* troupe-document-text.h: the text of a part of a document, JSON or YAML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

/* How a part is written. JSON takes comments, too; YAML is what CrewAI's own loader reads. */
typedef enum
{
  TROUPE_FORMAT_JSON,
  TROUPE_FORMAT_YAML,
} TroupeFormat;

/* By the ending of a file's name: .yaml, .yml, .json, .jsonc; @fallback for any other. */
TroupeFormat troupe_format_from_path (const char *path, TroupeFormat fallback);

/* What a file holds that is of another kind than what is read, as a sentence for a person; NULL where it is
 * of that kind or is meant to be. (transfer full) (nullable) */
typedef char *(*TroupeDescribeOtherFunc) (JsonNode *root);

/**
 * troupe_document_text_read:
 * @name: (nullable): the file, for messages; its ending decides which of two errors is shown
 * @expected: what is read, for messages: `a flow`
 * @describe_other: (nullable): says what a text that is no map is instead
 * @other_code: the code of that problem
 * @source: (out) (transfer full): the text with the places of its values
 * @notes: (out) (transfer full) (element-type TroupeProblem): what only one of Troupe and CrewAI takes
 * @mistake: (out) (transfer full): what is wrong, where nothing is returned
 *
 * Reads a text as JSON with comments or as YAML, whichever it is.
 *
 * Returns: (transfer full) (nullable): a map, or %NULL with %TROUPE_JSON_ERROR or
 *   %TROUPE_DOCUMENT_ERROR_INVALID. The message names file, line, column and path.
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

/* The same of a text that is JSON with comments and trailing commas and nothing else: what reads no YAML. */
JsonNode *troupe_document_text_read_jsonc (const char *text,
                                           gsize length,
                                           const char *name,
                                           const char *expected,
                                           const char *other_code,
                                           TroupeJsonText **source,
                                           GPtrArray **notes,
                                           TroupeProblem **mistake,
                                           GError **error);

/* Where @source is of the same format, what did not change is copied from it. (transfer full) */
char *troupe_document_text_write (JsonNode *root,
                                  TroupeJsonText *source,
                                  TroupeFormat format,
                                  gsize *length);

/**
 * troupe_document_text_list_losses:
 * @losses: (out) (optional) (transfer full) (element-type TroupeProblem): comments, anchors, dates; each a
 *   warning with its place
 *
 * What writing in @format would not keep.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_INVALID where @format cannot hold a value
 */
gboolean troupe_document_text_list_losses (JsonNode *root,
                                           TroupeJsonText *source,
                                           TroupeFormat format,
                                           GPtrArray **losses,
                                           GError **error);

/* Whether CrewAI's reader takes a number of a JSON text for text, as it has an exponent without a point
 * or without a sign (doc/flow-semantics.md §1). @source: (nullable) */
gboolean troupe_document_text_number_is_text (TroupeJsonText *source, JsonNode *node);

G_END_DECLS
