/* troupe-cel-check.h: what an expression is while a person types it: mistakes, repairs, a value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeCelMode:
 * @TROUPE_CEL_MODE_EXPRESSION: the whole text is one expression (`expr`, `in`, `if`)
 * @TROUPE_CEL_MODE_TEMPLATE: text with `${…}` in it
 */
typedef enum
{
  TROUPE_CEL_MODE_EXPRESSION,
  TROUPE_CEL_MODE_TEMPLATE,
} TroupeCelMode;

/* A piece of the text that is an expression; bytes. */
typedef struct
{
  gsize start;
  gsize end;
} TroupeCelSpan;

/**
 * TroupeCelMistake:
 * @start, @end: bytes inside the text; empty where only the place is known
 * @message: a sentence with line and column
 * @replacement: (nullable): what mends it when it is put there
 * @unknown_method: whether a name of a method is what is wrong
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

/* Where the expressions stand. In a template an expression without its brace reaches to the end.
 * (transfer full) (element-type TroupeCelSpan) */
GArray *troupe_cel_find_spans (const char *text, TroupeCelMode mode);

/**
 * troupe_cel_check:
 * @with_item: whether `item` is known there
 * @steps: (nullable): names that `outputs` knows besides the methods
 *
 * Everything that is wrong with @text, in its order. An empty expression is a mistake, an empty
 * template is not. (transfer full) (element-type TroupeCelMistake)
 */
GPtrArray *troupe_cel_check (const char *text,
                             TroupeCelMode mode,
                             TroupeFlow *flow,
                             gboolean with_item,
                             const char *const *steps);

/**
 * troupe_cel_preview:
 * @item: (nullable): what `item` is
 *
 * What @text gives with the last run's outputs and state. Takes few steps, so it can be called while
 * a person types.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL
 */
TroupeValue *troupe_cel_preview (const char *text,
                                 TroupeCelMode mode,
                                 TroupeEditorContext *context,
                                 TroupeValue *item,
                                 GError **error);

/* One line for a person: text in single quotes, everything else as JSON, cut where it is long.
 * (transfer full) */
char *troupe_value_to_preview (TroupeValue *value);

G_END_DECLS
