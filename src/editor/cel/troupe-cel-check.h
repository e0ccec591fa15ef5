/* troupe-cel-check.h: checks a CEL expression while it is edited: mistakes, fixes, value preview
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeCelMode:
 * @TROUPE_CEL_MODE_EXPRESSION: the complete text is one expression (`expr`, `in`, `if`)
 * @TROUPE_CEL_MODE_TEMPLATE: text that contains `${…}`
 */
typedef enum
{
  TROUPE_CEL_MODE_EXPRESSION,
  TROUPE_CEL_MODE_TEMPLATE,
} TroupeCelMode;

/* The byte range of an expression within a text. */
typedef struct
{
  gsize start;
  gsize end;
} TroupeCelSpan;

/**
 * TroupeCelMistake:
 * @start, @end: byte range inside the text; empty if only the position is known
 * @message: a sentence with line and column
 * @replacement: (nullable): text that fixes the mistake if it replaces the range
 * @unknown_method: whether the mistake is an unknown method name
 */
typedef struct
{
  gsize start;
  gsize end;
  char *message;
  char *replacement;
  gboolean unknown_method;
} TroupeCelMistake;

void troupe_cel_mistake_free (TroupeCelMistake *self);

/* Returns the expressions in @text. In a template an expression without its closing brace
 * extends to the end. (transfer full) (element-type TroupeCelSpan) */
GArray *troupe_cel_find_spans (const char *text, TroupeCelMode mode);

/**
 * troupe_cel_check:
 * @with_item: whether `item` is defined
 * @steps: (nullable): additional names in `outputs` besides the methods
 *
 * Returns all mistakes in @text, in their order. An empty expression is a mistake, an empty
 * template is not. (transfer full) (element-type TroupeCelMistake)
 */
GPtrArray *troupe_cel_check (const char *text,
                             TroupeCelMode mode,
                             TroupeFlow *flow,
                             gboolean with_item,
                             const char *const *steps);

/**
 * troupe_cel_preview:
 * @item: (nullable): the value of `item`
 *
 * Evaluates @text with the outputs and the state of the last run. The number of steps is limited,
 * so that the function can be called while the user types.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL
 */
TroupeValue *troupe_cel_preview (const char *text,
                                 TroupeCelMode mode,
                                 TroupeEditorContext *context,
                                 TroupeValue *item,
                                 GError **error);

/* Formats a value in one line for the user. Text is in single quotes, everything else is JSON. A
 * long line is truncated. (transfer full) */
char *troupe_value_to_preview (TroupeValue *value);

G_END_DECLS
