/* troupe-python-refs.h: lists the Python references of a crew, task or agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permissions.h"
#include "troupe-python.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/**
 * TroupePythonRef:
 * @kind: %TROUPE_PYTHON_KIND_HOOK of what is called, %TROUPE_PYTHON_KIND_MADE of an object that is asked what it is
 * @source: `module:name`, as the helper finds it
 * @reference: the same as the document has it, a dotted path
 * @path: where the reference stands inside of what declares it, `llm`, `callbacks[0]`, `memory.llm`
 * @is_model: whether it is, or may be, the model of somebody
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
 * @declared: what @fields are of
 * @fields: (nullable): a map as it is declared
 *
 * The references to Python beside the hooks that a crew's own structs have (doc/crew-semantics.md §18): each is agreed to
 * and imported before the run.
 *
 * Returns: (transfer full) (element-type TroupePythonRef): in the order of the fields
 */
GPtrArray *troupe_python_refs_list (TroupeDeclared declared, TroupeValue *fields);

/* One more that is called: @reference is a dotted path. */
void troupe_python_refs_add (GPtrArray *parts, const char *reference, const char *path);
/* @fields with @values, one for each of the objects that troupe_python_refs_list() has, in the places of those. What is a
 * list inside of a list becomes entries of that. (transfer full) */
TroupeValue *
troupe_python_refs_fill (TroupeDeclared declared, TroupeValue *fields, GPtrArray *values);

/* That they run, and which models they may name. @parts: of troupe_python_refs_list() */
void troupe_python_refs_list_permissions (GPtrArray *parts, TroupePermissionList *permissions);

/* The dotted path of `{"python": …}`; NULL of anything else. @value: (nullable). (transfer none) */
const char *troupe_python_ref_get_reference (TroupeValue *value);

G_END_DECLS
