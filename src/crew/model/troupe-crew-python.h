/* troupe-crew-python.h: static parser for crew.py
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PYTHON_NODE_OTHER, /* can only be evaluated by Python */
  TROUPE_PYTHON_NODE_VALUE, /* a constant */
  TROUPE_PYTHON_NODE_LIST,
  TROUPE_PYTHON_NODE_MAP,
  TROUPE_PYTHON_NODE_NAME, /* `Process.sequential` */
  TROUPE_PYTHON_NODE_CALL, /* `self.researcher()` */
  TROUPE_PYTHON_NODE_ITEM, /* `self.agents_config['researcher']` */
} TroupePythonNodeType;

/**
 * TroupePythonNode:
 * @keyword: (nullable): name of a keyword argument, or key of a dict entry
 * @name: (nullable): dotted name of a name, a call or an item
 * @key: (nullable): key of an item
 * @value: (nullable): value of a constant
 * @children: (element-type TroupePythonNode): entries, members or arguments
 * @text: the source text
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
 * @decorators: the last component of each decorator, such as `task`
 * @result: (nullable): the first call of Agent, Task, Crew or LLM in the method, else its return
 *   value
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
 * @class_name: (nullable): name of the crew class
 * @methods: (element-type TroupePythonMethod): all functions, in order
 *
 * The parsed source. Nothing is imported or executed.
 */
typedef struct
{
  char *class_name;
  GPtrArray *methods;
  GHashTable *imports;     /* name to module */
  GHashTable *assignments; /* name to TroupePythonNode of the first one */
} TroupeCrewPython;

/* Parses any text. Syntax errors are tolerated. (transfer full) */
TroupeCrewPython *troupe_crew_python_new (const char *source);
void troupe_crew_python_free (TroupeCrewPython *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewPython, troupe_crew_python_free)

/* Returns the method @name. (transfer none) (nullable) */
const TroupePythonMethod *troupe_crew_python_find_method (const TroupeCrewPython *self,
                                                          const char *name);
gboolean troupe_python_method_has (const TroupePythonMethod *self, const char *decorator);
/**
 * troupe_python_node_parse:
 * @tokens: the tokens of @source (troupe-crew-python-tokens.h)
 * @at: (inout): index of the first token of the expression; set to the token after it
 *
 * Parses one expression.
 *
 * Returns: (transfer full): the parsed expression
 */
TroupePythonNode *troupe_python_node_parse (const char *source, GArray *tokens, guint *at);
void troupe_python_node_free (TroupePythonNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonNode, troupe_python_node_free)
/* Returns the argument @keyword of a call. (transfer none) (nullable) */
const TroupePythonNode *troupe_python_node_get_argument (const TroupePythonNode *self,
                                                         const char *keyword);
/* Returns the last component of the node's dotted name, or "" if the node has no name. */
const char *troupe_python_node_get_last_name (const TroupePythonNode *self);
/* Returns the name after `self.`, or NULL if the node is not such a name. */
const char *troupe_python_node_get_own_name (const TroupePythonNode *self);
/* Converts a constant, or a list or map of constants, to JSON. (transfer full) (nullable) */
JsonNode *troupe_python_node_to_json (const TroupePythonNode *self);

G_END_DECLS
