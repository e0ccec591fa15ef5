/* troupe-python-type.h: annotations of Python as JSON Schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-python-tokens.h"
#include "troupe-crew-python.h"

G_BEGIN_DECLS

/* The schema of a class that an annotation names; NULL where there is none of that name. (transfer full)
 * (nullable) */
typedef JsonNode *(*TroupePythonClassFunc) (const char *name, gpointer user_data);

/**
 * TroupePythonType:
 * @schema: members of the schema
 * @optional: whether None is one of its values
 * @unknown: whether something in it has no word in JSON Schema
 * @hint: (nullable): the `Field (…)` of an Annotated
 *
 * What an annotation says.
 */
typedef struct
{
  JsonObject *schema;
  gboolean optional;
  gboolean unknown;
  TroupePythonNode *hint;
} TroupePythonType;

/* Reads the annotation at @at. */
void troupe_python_type_parse (TroupePythonType *self,
                               const char *source,
                               GArray *tokens,
                               guint *at,
                               TroupePythonClassFunc find_class,
                               gpointer user_data);
void troupe_python_type_clear (TroupePythonType *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePythonType, troupe_python_type_clear)

/* The members of @from come to @object. */
void troupe_python_type_merge (JsonObject *object, JsonNode *from);

G_END_DECLS
