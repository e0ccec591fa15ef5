/* troupe-cel-lint-private.h: private declarations of the CEL linter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"
#include "troupe-cel-type-private.h"

G_BEGIN_DECLS

/* Maximum number of combinations of examples. Parts with more combinations are skipped. */
#define TROUPE_CEL_LINT_COMBINATIONS 32

/* Maximum length of a part, in bytes, so that a long expression is not evaluated repeatedly. */
#define TROUPE_CEL_LINT_LENGTH 2000

typedef struct
{
  TroupeCelProgram *program;
  TroupeCelType *const *types;
  const TroupeCelType **locals; /* of the variables, by slot */
  GString *out;
  guint combination;    /* index of the current combination */
  guint n_combinations; /* of the unknowns written so far */
  guint first_bound;    /* slots from this number onwards are variables of macros that are
                           written, too */
} TroupeCelLintWriter;

/* Writes the part as text without unknown values. Returns FALSE if the part has unknown values. */
gboolean troupe_cel_lint_write (TroupeCelLintWriter *self, const TroupeCelNode *node);
/* Returns the type of a path, or %NULL if it is unknown. (transfer none) */
const TroupeCelType *troupe_cel_lint_get_type (const TroupeCelLintWriter *self,
                                               const TroupeCelNode *node);
/* Returns a suggestion of what to write instead. @text: the part as evaluated. (transfer none)
 * (nullable) */
const char *troupe_cel_lint_suggest (const TroupeCelNode *node, const char *text);

G_END_DECLS
