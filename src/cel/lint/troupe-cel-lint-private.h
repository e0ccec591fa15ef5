/* troupe-cel-lint-private.h: what the files of the lint share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"
#include "troupe-cel-type-private.h"

G_BEGIN_DECLS

/* How many combinations of examples are tried; parts with more unknowns are left alone. */
#define TROUPE_CEL_LINT_COMBINATIONS 32

/* How long a part may be, in bytes, so that a long expression is not evaluated over and over. */
#define TROUPE_CEL_LINT_LENGTH 2000

typedef struct
{
  TroupeCelProgram *program;
  TroupeCelType *const *types;
  const TroupeCelType **locals; /* of the variables, by slot */
  GString *out;
  guint combination;    /* which examples are taken */
  guint n_combinations; /* of those unknowns that were written so far */
  guint first_bound;    /* slots from this on are variables of macros that are written too */
} TroupeCelLintWriter;

/* Writes the part as text in which nothing is unknown; FALSE where something is. */
gboolean troupe_cel_lint_write (TroupeCelLintWriter *self, const TroupeCelNode *node);
/* What is known of a path, or %NULL. (transfer none) */
const TroupeCelType *troupe_cel_lint_get_type (const TroupeCelLintWriter *self,
                                               const TroupeCelNode *node);
/* What to write instead; @text: the part as it was evaluated. (transfer none) (nullable) */
const char *troupe_cel_lint_suggest (const TroupeCelNode *node, const char *text);

G_END_DECLS
