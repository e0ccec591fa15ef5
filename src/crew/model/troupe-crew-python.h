/* troupe-crew-python.h: what a crew.py says, as far as its text tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PYTHON_NODE_OTHER, /* what only Python can say */
  TROUPE_PYTHON_NODE_VALUE, /* a constant */
  TROUPE_PYTHON_NODE_LIST,
  TROUPE_PYTHON_NODE_MAP,
  TROUPE_PYTHON_NODE_NAME, /* `Process.sequential` */
  TROUPE_PYTHON_NODE_CALL, /* `self.researcher()` */
  TROUPE_PYTHON_NODE_ITEM, /* `self.agents_config['researcher']` */
} TroupePythonNodeType;

/**
 * TroupePythonNode:
 * @keyword: (nullable): of an argument that is given by name, and of what stands in a map
 * @name: (nullable): dotted, of a name, a call, an item
 * @key: (nullable): of an item
 * @value: (nullable): of a constant
 * @children: (element-type TroupePythonNode): entries, members or arguments
 * @text: as it stands there
 */
typedef struct
{
  TroupePythonNodeType type;
  char *keyword;
  char *name;
  char *key;
  JsonNode *value;
  GPtrArray *children;
  char *text;
  guint line;
} TroupePythonNode;

/**
 * TroupePythonMethod:
 * @decorators: the last word of each, `task`
 * @result: (nullable): the first call of Agent, Task, Crew or LLM in it, else what it returns
 */
typedef struct
{
  char *name;
  char **decorators;
  TroupePythonNode *result;
  guint line;
} TroupePythonMethod;

/**
 * TroupeCrewPython:
 * @class_name: (nullable): of the class that is a crew
 * @methods: (element-type TroupePythonMethod): all functions, in order
 *
 * Read as text: nothing is imported and nothing runs.
 */
typedef struct
{
  char *class_name;
  GPtrArray *methods;
  GHashTable *imports;     /* name to module */
  GHashTable *assignments; /* name to TroupePythonNode, of the first */
} TroupeCrewPython;

/* Takes whatever text there is. (transfer full) */
TroupeCrewPython *troupe_crew_python_new (const char *source);
void troupe_crew_python_free (TroupeCrewPython *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewPython, troupe_crew_python_free)

/* (transfer none) (nullable) */
const TroupePythonMethod *troupe_crew_python_find_method (const TroupeCrewPython *self,
                                                          const char *name);
gboolean troupe_python_method_has (const TroupePythonMethod *self, const char *decorator);
/**
 * troupe_python_node_parse:
 * @tokens: of @source (troupe-crew-python-tokens.h)
 * @at: (inout): where the expression begins, and which token stands behind it
 *
 * Reads one expression. Returns: (transfer full): what its text tells
 */
TroupePythonNode *troupe_python_node_parse (const char *source, GArray *tokens, guint *at);
void troupe_python_node_free (TroupePythonNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonNode, troupe_python_node_free)
/* The argument @keyword of a call. (transfer none) (nullable) */
const TroupePythonNode *troupe_python_node_get_argument (const TroupePythonNode *self,
                                                         const char *keyword);
/* The last word of its dotted name; "" where it has none. */
const char *troupe_python_node_get_last_name (const TroupePythonNode *self);
/* The name behind `self.`, where it is one; NULL else. */
const char *troupe_python_node_get_own_name (const TroupePythonNode *self);
/* What it says where that is a constant, through lists and maps. (transfer full) (nullable) */
JsonNode *troupe_python_node_to_json (const TroupePythonNode *self);

G_END_DECLS
