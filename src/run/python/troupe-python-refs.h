/* troupe-python-refs.h: enumeration and replacement of the Python references of a crew, task or
 * agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"
#include "troupe-python.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/**
 * TroupePythonRef:
 * @kind: %TROUPE_PYTHON_KIND_HOOK for a callable, %TROUPE_PYTHON_KIND_MADE for an object whose
 *   description is requested
 * @source: `module:name`, for the helper
 * @reference: the dotted path in the document
 * @path: JSON path of the reference in its declaration, for example `llm`, `callbacks[0]` or
 *   `memory.llm`
 * @is_model: whether the object is, or may be, a model
 */
typedef struct
{
  TroupePythonKind kind;
  char *source;
  char *reference;
  char *path;
  gboolean is_model;
} TroupePythonRef;

/**
 * troupe_python_refs_list:
 * @declared: the type of the declaration that contains @fields
 * @fields: (nullable): a map as in the document
 *
 * Lists the Python references that are not hooks in the structs of a crew (doc/crew-semantics.md
 * §18). All of them need consent and are imported before the run.
 *
 * Returns: (transfer full) (element-type TroupePythonRef): in the order of the fields
 */
GPtrArray *troupe_python_refs_list (TroupeDeclared declared, TroupeValue *fields);

/* Adds a callable: @reference is a dotted path. */
void troupe_python_refs_add (GPtrArray *parts, const char *reference, const char *path);
/* Replaces the objects in @fields by @values, which contains one value for each object of
 * troupe_python_refs_list(). A list that replaces an entry of a list is merged into that list.
 * (transfer full) */
TroupeValue *
troupe_python_refs_fill (TroupeDeclared declared, TroupeValue *fields, GPtrArray *values);

/* Adds permissions for running the references, and for the models that they may name. @parts:
 * the result of troupe_python_refs_list() */
void troupe_python_refs_list_permissions (GPtrArray *parts, TroupePermissionList *permissions);

/* Returns the dotted path of `{"python": …}`; NULL for anything else. @value: (nullable).
 * (transfer none) */
const char *troupe_python_ref_get_reference (TroupeValue *value);

G_END_DECLS
