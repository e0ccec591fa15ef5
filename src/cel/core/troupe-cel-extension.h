/* troupe-cel-extension.h: the extensions of the language, in the spec dialect alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"

G_BEGIN_DECLS

/* One function of an extension; names with a dot are written with it, others are methods. */
typedef struct
{
  const char *name;
  guint fewest; /* arguments, a receiver included */
  guint most;
  TroupeCelFunction function;
} TroupeCelExtension;

TroupeCelFunction troupe_cel_extension_find (const char *name, gboolean method, guint n_arguments);
/* Whether `space.name` is a function, with any arguments. */
gboolean troupe_cel_extension_is_qualified (const char *space, const char *name);

/* What an extension offers, ended by an entry without a name. */
const TroupeCelExtension *troupe_cel_math_get_functions (void);
const TroupeCelExtension *troupe_cel_strings_get_functions (void);
const TroupeCelExtension *troupe_cel_optional_get_functions (void);

TroupeValue *troupe_cel_strings_format (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue **arguments,
                                        guint n_arguments);
TroupeValue *troupe_cel_strings_quote (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue **arguments,
                                       guint n_arguments);

/* An optional value is a value of its own, for which the evaluation keeps what is in it. Takes @content, which
 * is %NULL for none. */
TroupeValue *troupe_cel_optional_new (TroupeCelEvaluation *self, TroupeValue *content);
/* FALSE where @value is no optional one. @content: (out) (nullable) (transfer none) */
gboolean troupe_cel_optional_look (const TroupeCelEvaluation *self,
                                   const TroupeValue *value,
                                   TroupeValue **content);
/* A field or element of what may be an optional value; @key is a text for a field. (transfer full) */
TroupeValue *troupe_cel_optional_select (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue *operand,
                                         TroupeValue *key);
TroupeValue *troupe_cel_optional_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* What an element written with ? contributes: TRUE, and %NULL for nothing. Takes @value. FALSE, with the
 * failure set, where it is no optional value. */
gboolean troupe_cel_optional_unpack (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     TroupeValue **value);

G_END_DECLS
