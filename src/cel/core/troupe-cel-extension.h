/* troupe-cel-extension.h: CEL extension functions, in the spec dialect only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"

G_BEGIN_DECLS

/* An extension function. A name with a dot is a qualified function, any other name is a method. */
typedef struct
{
  const char *name;
  guint fewest; /* arguments, including a receiver */
  guint most;
  TroupeCelFunction function;
} TroupeCelExtension;

TroupeCelFunction troupe_cel_extension_find (const char *name, gboolean method, guint n_arguments);
/* Returns TRUE if `space.name` is a function, with any arguments. */
gboolean troupe_cel_extension_is_qualified (const char *space, const char *name);

/* Return the functions of an extension, terminated by an entry without a name. */
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

/* Creates an optional value; the evaluation stores its content. Takes ownership of @content,
 * which is %NULL for none. */
TroupeValue *troupe_cel_optional_new (TroupeCelEvaluation *self, TroupeValue *content);
/* Returns FALSE if @value is not an optional value. @content: (out) (nullable) (transfer none) */
gboolean troupe_cel_optional_look (const TroupeCelEvaluation *self,
                                   const TroupeValue *value,
                                   TroupeValue **content);
/* Selects a field or element of a value that may be optional; @key is a string for a field.
 * (transfer full) */
TroupeValue *troupe_cel_optional_select (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue *operand,
                                         TroupeValue *key);
TroupeValue *troupe_cel_optional_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* Unwraps an element that is written with ?. Takes ownership of @value and replaces it with the
 * content, or with %NULL if there is no content. Returns FALSE and sets the failure if @value is
 * not an optional value. */
gboolean troupe_cel_optional_unpack (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     TroupeValue **value);

G_END_DECLS
