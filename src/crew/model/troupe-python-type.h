/* troupe-python-type.h: converts Python type annotations to JSON Schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-syntax.h"
#include "troupe-python-tokens.h"

G_BEGIN_DECLS

/* Returns the schema of a class that an annotation refers to, or NULL if there is no such class.
 * (transfer full) (nullable) */
typedef JsonNode *(*TroupePythonClassFunc) (const char *name, gpointer user_data);

/**
 * TroupePythonType:
 * @schema: members of the schema
 * @optional: whether the annotation allows None
 * @unknown: whether the annotation contains something that JSON Schema cannot express
 * @hint: (nullable): the `Field (…)` of an Annotated
 *
 * A parsed annotation.
 */
typedef struct
{
  JsonObject *schema;
  gboolean optional;
  gboolean unknown;
  TroupePythonNode *hint;
} TroupePythonType;

/* Parses the annotation at @at. */
void troupe_python_type_parse (TroupePythonType *self,
                               const char *source,
                               GArray *tokens,
                               guint *at,
                               TroupePythonClassFunc find_class,
                               gpointer user_data);
void troupe_python_type_clear (TroupePythonType *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePythonType, troupe_python_type_clear)

G_END_DECLS
