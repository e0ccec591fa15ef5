/* troupe-python-class.h: a class of Pydantic as JSON Schema, as far as its text tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

#define TROUPE_PYTHON_CLASS_ERROR (troupe_python_class_error_quark ())
GQuark troupe_python_class_error_quark (void);

typedef enum
{
  TROUPE_PYTHON_CLASS_ERROR_NONE, /* there is no class of that name, or none with fields */
} TroupePythonClassError;

/* The names of the classes in @source that have annotated fields, or derive from one that has, in order.
 * (transfer full) */
char **troupe_python_class_list (const char *source);

/**
 * troupe_python_class_to_schema:
 * @name: (nullable): of the class; %NULL is the last one with fields that no other class names
 * @left_out: (out) (optional) (transfer full): `name: text` of each annotation that JSON Schema has no word for;
 *   the field takes anything then. NULL-terminated
 *
 * Reads @source as text: nothing is imported and nothing runs. Knows str, int, float, bool, list, dict, Any,
 * None, Optional, Union, `|`, Literal, Annotated, enumerations, date and time, other classes of the same text,
 * defaults and Field (default, title, description and limits).
 *
 * Returns: (transfer full) (nullable): a schema, or %NULL with an error that says what was expected
 */
JsonNode *troupe_python_class_to_schema (const char *source,
                                         const char *name,
                                         char ***left_out,
                                         GError **error);

G_END_DECLS
