/* troupe-cel-tree.h: the tree of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lexer.h"

G_BEGIN_DECLS

/* How deep the tree of an expression may be. Brackets are bound by TROUPE_LIMIT_NESTING; operators
 * in a row (`a + b + c`) make a tree as deep as they are many, and may be more. */
#define TROUPE_CEL_MAX_DEPTH 1000

typedef enum
{
  TROUPE_CEL_NODE_CONSTANT,
  TROUPE_CEL_NODE_NAME,      /* as parsed; the resolver makes one of the next three of it */
  TROUPE_CEL_NODE_LOCAL,     /* slot: the variable of a macro */
  TROUPE_CEL_NODE_ROOT,      /* slot: the root's index */
  TROUPE_CEL_NODE_REFERENCE, /* slot: the reference's index */
  TROUPE_CEL_NODE_SELECT,
  TROUPE_CEL_NODE_HAS,
  TROUPE_CEL_NODE_DEFINED, /* crewai: has() of anything, true where it can be evaluated */
  TROUPE_CEL_NODE_DYNAMIC, /* crewai: dyn(), of any number of arguments */
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
  TROUPE_CEL_NODE_ALL, /* the macros: range, body (and transformation); slot: the variable */
  TROUPE_CEL_NODE_EXISTS,
  TROUPE_CEL_NODE_EXISTS_ONE,
  TROUPE_CEL_NODE_TRANSFORM,
  TROUPE_CEL_NODE_FILTER,
  TROUPE_CEL_NODE_TRANSFORM_MAP,   /* spec: a map with the same keys */
  TROUPE_CEL_NODE_TRANSFORM_ENTRY, /* spec: a map of maps of one entry each */
  TROUPE_CEL_NODE_REDUCE,          /* crewai: range, start, body; two variables */
  TROUPE_CEL_NODE_MIN,             /* crewai: range; its arguments are not looked at */
  TROUPE_CEL_NODE_BIND,            /* spec: value, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_SELECT, /* spec: a.?b */
  TROUPE_CEL_NODE_OPTIONAL_INDEX,  /* spec: a[?b] */
  TROUPE_CEL_NODE_OPTIONAL_MAP,    /* spec: receiver, body; slot: the variable */
  TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP,
} TroupeCelNodeKind;

typedef struct _TroupeCelNode TroupeCelNode;
typedef struct _TroupeCelEvaluation TroupeCelEvaluation;

/* @arguments are borrowed. Returns: (transfer full) (nullable): %NULL after troupe_cel_fail…() */
typedef TroupeValue *(*TroupeCelFunction) (TroupeCelEvaluation *evaluation,
                                           const TroupeCelNode *node,
                                           TroupeValue **arguments,
                                           guint n_arguments);

struct _TroupeCelNode
{
  guint8 kind;
  guint8 absolute; /* a name with a dot in front: macro variables do not hide what it means */
  guint8 is_path;  /* its value stands in something that outlives the node: no reference needed */
  guint8 is_optional; /* spec: an element written with ? */
  guint8 escape;      /* crewai: how a macro that is written wrongly fails, a TroupeCelEscape */
  guint8 may_escape;  /* crewai: whether a failure below can get past && and || */
  guint16 depth;      /* of the tree below, this node included */
  guint32 start;      /* bytes inside the text: what an error underlines */
  guint32 end;
  guint slot;
  guint n_children;
  TroupeCelNode **children;
  TroupeValue *constant; /* of a literal; of a field's name, as text */
  char *name;            /* of a name, field, function or macro variable */
  char *second_name;     /* of the second variable of a macro, in the slot behind the first */
  TroupeCelNode
      *variables[2]; /* crewai: what was written where a variable stands, if no plain name */
  guint name_length;
  guint name_hash;
  TroupeCelFunction function;
  gpointer regexp; /* of matches() with a literal pattern */
};

/* Owns every node of one expression. */
typedef struct
{
  GPtrArray *nodes;
} TroupeCelTree;

void troupe_cel_tree_init (TroupeCelTree *self);
void troupe_cel_tree_clear (TroupeCelTree *self);
TroupeCelNode *
troupe_cel_tree_add (TroupeCelTree *self, TroupeCelNodeKind kind, gsize start, gsize end);
void troupe_cel_node_set_name (TroupeCelNode *self, const char *name, gsize length);
/* @children is copied. */
void troupe_cel_node_set_children (TroupeCelNode *self, TroupeCelNode **children, guint n_children);
const char *troupe_cel_node_get_sign (const TroupeCelNode *self);

G_END_DECLS
