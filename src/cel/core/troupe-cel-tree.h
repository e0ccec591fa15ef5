/* troupe-cel-tree.h: CEL syntax tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lexer.h"

G_BEGIN_DECLS

/* Maximum depth of the tree of an expression. Brackets are limited by TROUPE_LIMIT_NESTING.
 * Consecutive operators (`a + b + c`) create a tree whose depth is their number, so the maximum
 * depth may be greater than this limit. */
#define TROUPE_CEL_MAX_DEPTH 1000

typedef enum
{
  TROUPE_CEL_NODE_CONSTANT,
  TROUPE_CEL_NODE_NAME,      /* as parsed; the resolver turns it into one of the next three */
  TROUPE_CEL_NODE_LOCAL,     /* slot: the variable of a macro */
  TROUPE_CEL_NODE_ROOT,      /* slot: the root's index */
  TROUPE_CEL_NODE_REFERENCE, /* slot: the reference's index */
  TROUPE_CEL_NODE_SELECT,
  TROUPE_CEL_NODE_HAS,
  TROUPE_CEL_NODE_DEFINED, /* crewai: has() of any expression, true if it can be evaluated */
  TROUPE_CEL_NODE_DYNAMIC, /* a call of dyn(); CrewAI accepts any number of arguments */
  TROUPE_CEL_NODE_INDEX,
  TROUPE_CEL_NODE_CALL,   /* children: the arguments */
  TROUPE_CEL_NODE_METHOD, /* children: the receiver and the arguments */
  TROUPE_CEL_NODE_LIST,
  TROUPE_CEL_NODE_MAP, /* children: key, value, key, value … */
  TROUPE_CEL_NODE_NOT,
  TROUPE_CEL_NODE_NEGATE,
  TROUPE_CEL_NODE_ADD,
  TROUPE_CEL_NODE_SUBTRACT,
  TROUPE_CEL_NODE_MULTIPLY,
  TROUPE_CEL_NODE_DIVIDE,
  TROUPE_CEL_NODE_REMAINDER,
  TROUPE_CEL_NODE_EQUAL,
  TROUPE_CEL_NODE_UNEQUAL,
  TROUPE_CEL_NODE_LESS,
  TROUPE_CEL_NODE_AT_MOST,
  TROUPE_CEL_NODE_GREATER,
  TROUPE_CEL_NODE_AT_LEAST,
  TROUPE_CEL_NODE_IN,
  TROUPE_CEL_NODE_AND, /* two or more children */
  TROUPE_CEL_NODE_OR,
  TROUPE_CEL_NODE_CONDITION,
  TROUPE_CEL_NODE_ALL, /* the macros: children are range, body (and transformation); slot is the
                          variable */
  TROUPE_CEL_NODE_EXISTS,
  TROUPE_CEL_NODE_EXISTS_ONE,
  TROUPE_CEL_NODE_TRANSFORM,
  TROUPE_CEL_NODE_FILTER,
  TROUPE_CEL_NODE_TRANSFORM_MAP,   /* spec: a map with the same keys */
  TROUPE_CEL_NODE_TRANSFORM_ENTRY, /* spec: a map of single-entry maps */
  TROUPE_CEL_NODE_REDUCE,          /* crewai: range, start, body; two variables */
  TROUPE_CEL_NODE_MIN,             /* crewai: range; its arguments are ignored */
  TROUPE_CEL_NODE_BIND,            /* spec: value, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_SELECT, /* spec: a.?b */
  TROUPE_CEL_NODE_OPTIONAL_INDEX,  /* spec: a[?b] */
  TROUPE_CEL_NODE_OPTIONAL_MAP,    /* spec: receiver, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP,
} TroupeCelNodeKind;

typedef struct _TroupeCelNode TroupeCelNode;
typedef struct _TroupeCelEvaluation TroupeCelEvaluation;

/* Implements a function or method. @arguments are borrowed. Returns: (transfer full) (nullable):
 * %NULL after troupe_cel_fail…() */
typedef TroupeValue *(*TroupeCelFunction) (TroupeCelEvaluation *evaluation,
                                           const TroupeCelNode *node,
                                           TroupeValue **arguments,
                                           guint n_arguments);

struct _TroupeCelNode
{
  guint8 kind;
  guint8 absolute; /* a name with a leading dot: not hidden by macro variables */
  guint8 is_path;  /* the value is owned by something that outlives the node, so no reference is
                      needed */
  guint8 is_optional; /* spec: an element written with ? */
  guint8 escape;      /* crewai: how an invalid macro fails, a TroupeCelEscape */
  guint8 may_escape;  /* crewai: whether a failure in the node can escape && and || */
  guint16 depth;      /* of the subtree, including this node */
  guint32 start;      /* byte offset in the text: what an error underlines */
  guint32 end;
  guint slot;
  guint n_children;
  TroupeCelNode **children;
  TroupeValue *constant; /* of a literal; for a field its name, as a string */
  char *name;            /* of a name, field, function or macro variable */
  char *second_name;     /* the second variable of a macro, in the next slot */
  TroupeCelNode
      *variables[2]; /* crewai: the expression at a variable's position, if not a plain name */
  guint name_length;
  guint name_hash;
  TroupeCelFunction function; /* (nullable): of a call, %NULL if there is none */
  guint missing;   /* of a call without a function: how it fails, a TroupeCelFailureKind */
  gpointer regexp; /* of matches() with a literal pattern */
};

/* Owns all nodes of one expression. */
typedef struct
{
  GPtrArray *nodes;
} TroupeCelTree;

void troupe_cel_tree_init (TroupeCelTree *self);
void troupe_cel_tree_clear (TroupeCelTree *self);
TroupeCelNode *
troupe_cel_tree_add (TroupeCelTree *self, TroupeCelNodeKind kind, gsize start, gsize end);
void troupe_cel_node_set_name (TroupeCelNode *self, const char *name, gsize length);
/* Copies @children. */
void troupe_cel_node_set_children (TroupeCelNode *self, TroupeCelNode **children, guint n_children);
const char *troupe_cel_node_get_sign (const TroupeCelNode *self);

G_END_DECLS
