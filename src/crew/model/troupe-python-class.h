/* troupe-python-class.h: converts a Pydantic class to JSON Schema by parsing its source
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
  TROUPE_PYTHON_CLASS_ERROR_NONE, /* no such class, or no class with fields */
} TroupePythonClassError;

/* Returns the names of the classes in @source that have annotated fields, or that inherit from
 * such a class. The classes are in the order of @source. (transfer full) */
char **troupe_python_class_list (const char *source);

/**
 * troupe_python_class_to_schema:
 * @name: (nullable): name of the class; %NULL selects the last class with fields that no other
 *   class refers to
 * @left_out: (out) (optional) (transfer full): `name: text` of each annotation that cannot be
 *   expressed in JSON Schema; such a field accepts any value. NULL-terminated
 *
 * Parses @source as text; nothing is imported or executed. Supports str, int, float, bool, list,
 * dict, Any, None, Optional, Union, `|`, Literal, Annotated, enumerations, date and time, other
 * classes of the same source, defaults and Field (default, title, description and limits).
 *
 * Returns: (transfer full) (nullable): a schema, or %NULL with an error that describes what was
 * expected
 */
JsonNode *troupe_python_class_to_schema (const char *source,
                                         const char *name,
                                         char ***left_out,
                                         GError **error);

G_END_DECLS
