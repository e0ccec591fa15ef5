/* troupe-python-syntax.h: syntax tree of Python source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PYTHON_NODE_OTHER,     /* lambda, comprehension, slice, or invalid syntax */
  TROUPE_PYTHON_NODE_VALUE,     /* a constant */
  TROUPE_PYTHON_NODE_JOINED,    /* an f-string; @children are its parts */
  TROUPE_PYTHON_NODE_LIST,      /* a list, tuple or set */
  TROUPE_PYTHON_NODE_MAP,       /* a dict; @children are PAIR and DOUBLE_STAR */
  TROUPE_PYTHON_NODE_PAIR,      /* key and value */
  TROUPE_PYTHON_NODE_NAME,      /* `name` */
  TROUPE_PYTHON_NODE_ATTRIBUTE, /* `child.name` */
  TROUPE_PYTHON_NODE_ITEM,      /* `child[child]` */
  TROUPE_PYTHON_NODE_CALL,      /* the function, then its arguments */
  TROUPE_PYTHON_NODE_STAR,
  TROUPE_PYTHON_NODE_DOUBLE_STAR,
  TROUPE_PYTHON_NODE_OPERATION, /* @name is the operator; `if` has test, value, other value */
} TroupePythonNodeType;

/**
 * TroupePythonNode:
 * @keyword: (nullable): name of a keyword argument
 * @name: (nullable): identifier or operator
 * @value: (nullable): value of a constant
 * @children: (element-type TroupePythonNode)
 * @start, @end: byte offsets in the source
 * @line: starting at 1
 * @height: number of nodes on the longest way to a node without children
 *
 * An expression.
 */
typedef struct
{
  TroupePythonNodeType type;
  char *keyword;
  char *name;
  JsonNode *value;
  GPtrArray *children;
  gsize start;
  gsize end;
  guint line;
  guint height;
} TroupePythonNode;

typedef enum
{
  TROUPE_PYTHON_OTHER,      /* pass, del, global, assert and others, or invalid syntax */
  TROUPE_PYTHON_EXPRESSION, /* @nodes: the expression */
  TROUPE_PYTHON_ASSIGN,     /* @nodes: the targets, then the value; `x: T` has no value */
  TROUPE_PYTHON_AUGMENT,    /* @nodes: target, value; @name: the operator, such as `+` */
  TROUPE_PYTHON_RETURN,     /* @nodes: the value, or empty */
  TROUPE_PYTHON_RAISE,
  TROUPE_PYTHON_IMPORT, /* @module, @level, @names */
  TROUPE_PYTHON_IF,     /* @nodes: the condition; @body, @otherwise */
  TROUPE_PYTHON_FOR,    /* @nodes: target, iterable; @body, @otherwise */
  TROUPE_PYTHON_WHILE,  /* @nodes: the condition; @body, @otherwise */
  TROUPE_PYTHON_WITH,   /* @nodes: pairs of context and target; the target may be NULL */
  TROUPE_PYTHON_TRY,    /* @body; @otherwise: `else` and `finally`; handlers are not kept */
  TROUPE_PYTHON_DEF,    /* @name, @decorators, @parameters, @body */
  TROUPE_PYTHON_CLASS,  /* @name, @decorators, @nodes: the bases, @body */
} TroupePythonStatementType;

/**
 * TroupePythonName:
 * @name: the imported name; %NULL if the module itself is imported
 * @bound: the name in the importing module
 */
typedef struct
{
  char *name;
  char *bound;
} TroupePythonName;

/**
 * TroupePythonParameter:
 * @initial: (nullable): the default value
 * @stars: 0, 1 for `*args` or 2 for `**kwargs`
 */
typedef struct
{
  char *name;
  TroupePythonNode *initial;
  guint stars;
} TroupePythonParameter;

/**
 * TroupePythonStatement:
 * @nodes: (element-type TroupePythonNode): see #TroupePythonStatementType
 * @decorators: (element-type TroupePythonNode)
 * @parameters: (element-type TroupePythonParameter)
 * @names: (element-type TroupePythonName)
 * @body, @otherwise: (element-type TroupePythonStatement)
 * @module: (nullable): the imported module
 * @level: number of dots before @module
 *
 * A statement. Arrays that a type does not use are empty.
 */
typedef struct
{
  TroupePythonStatementType type;
  char *name;
  GPtrArray *nodes;
  GPtrArray *decorators;
  GPtrArray *parameters;
  GPtrArray *names;
  GPtrArray *body;
  GPtrArray *otherwise;
  char *module;
  guint level;
  guint line;
} TroupePythonStatement;

/**
 * troupe_python_parse:
 * @source: any text. Python 2, CRLF, tabs and syntax errors are tolerated
 *
 * Parses a module. Nothing is imported or executed. What is not understood becomes a node or
 * statement of type OTHER. Nesting is limited.
 *
 * Returns: (transfer full) (element-type TroupePythonStatement): its statements
 */
GPtrArray *troupe_python_parse (const char *source);
/* Returns TRUE if a decorator's dotted name ends with @name. */
gboolean troupe_python_statement_has_decorator (const TroupePythonStatement *self,
                                                const char *name);

/**
 * troupe_python_node_parse:
 * @tokens: the tokens of @source (troupe-python-tokens.h)
 * @at: (inout): index of the first token of the expression; set to the token after it
 *
 * Parses one expression.
 *
 * Returns: (transfer full): the parsed expression
 */
TroupePythonNode *troupe_python_node_parse (const char *source, GArray *tokens, guint *at);
/* Parses expressions with commas between them, which are a tuple. (transfer full) */
TroupePythonNode *troupe_python_node_parse_all (const char *source, GArray *tokens, guint *at);
void troupe_python_node_free (TroupePythonNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonNode, troupe_python_node_free)
/* Returns the argument @keyword of a call. (transfer none) (nullable) */
const TroupePythonNode *troupe_python_node_get_argument (const TroupePythonNode *self,
                                                         const char *keyword);
/* Returns the first positional argument of a call. (transfer none) (nullable) */
const TroupePythonNode *troupe_python_node_get_first (const TroupePythonNode *self);
/* Returns the last component of the dotted name of a name, attribute, call or item, else "". */
const char *troupe_python_node_get_last_name (const TroupePythonNode *self);
/* Converts a constant, or a list or dict of constants, to JSON. (transfer full) (nullable) */
JsonNode *troupe_python_node_to_json (const TroupePythonNode *self);

G_END_DECLS
