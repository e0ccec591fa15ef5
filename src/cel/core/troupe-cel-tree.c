/* troupe-cel-tree.c: CEL syntax tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-tree"

#include "config.h"

#include "troupe-cel-tree.h"
#include "troupe-regexp.h"

static void
node_free (gpointer data)
{
  TroupeCelNode *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->constant, troupe_value_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->second_name, g_free);
  g_clear_pointer (&self->children, g_free);
  if (self->regexp != NULL)
    troupe_regexp_free (self->regexp);
  g_free (self);
}

void
troupe_cel_tree_init (TroupeCelTree *self)
{
  self->nodes = g_ptr_array_new_with_free_func (node_free);
}

void
troupe_cel_tree_clear (TroupeCelTree *self)
{
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
}

TroupeCelNode *
troupe_cel_tree_add (TroupeCelTree *self, TroupeCelNodeKind kind, gsize start, gsize end)
{
  TroupeCelNode *node = g_new0 (TroupeCelNode, 1);

  node->kind = (guint8) kind;
  node->depth = 1;
  node->start = (guint32) start;
  node->end = (guint32) end;
  g_ptr_array_add (self->nodes, node);
  return node;
}

void
troupe_cel_node_set_name (TroupeCelNode *self, const char *name, gsize length)
{
  g_free (self->name);
  self->name = g_strndup (name, length);
  self->name_length = (guint) length;
  self->name_hash = troupe_value_hash_string (name, length);
}

void
troupe_cel_node_set_children (TroupeCelNode *self, TroupeCelNode **children, guint n_children)
{
  guint depth = 0;

  g_free (self->children);
  self->children = g_memdup2 (children, n_children * sizeof *children);
  self->n_children = n_children;
  for (guint i = 0; i < n_children; i++)
    depth = MAX (depth, children[i]->depth);
  self->depth = (guint16) (depth + 1);
}

const char *
troupe_cel_node_get_sign (const TroupeCelNode *self)
{
  static const char *const signs[] = {
    [TROUPE_CEL_NODE_INDEX] = "[]",
    [TROUPE_CEL_NODE_NOT] = "!",
    [TROUPE_CEL_NODE_NEGATE] = "-",
    [TROUPE_CEL_NODE_ADD] = "+",
    [TROUPE_CEL_NODE_SUBTRACT] = "-",
    [TROUPE_CEL_NODE_MULTIPLY] = "*",
    [TROUPE_CEL_NODE_DIVIDE] = "/",
    [TROUPE_CEL_NODE_REMAINDER] = "%",
    [TROUPE_CEL_NODE_EQUAL] = "==",
    [TROUPE_CEL_NODE_UNEQUAL] = "!=",
    [TROUPE_CEL_NODE_LESS] = "<",
    [TROUPE_CEL_NODE_AT_MOST] = "<=",
    [TROUPE_CEL_NODE_GREATER] = ">",
    [TROUPE_CEL_NODE_AT_LEAST] = ">=",
    [TROUPE_CEL_NODE_IN] = "in",
    [TROUPE_CEL_NODE_AND] = "&&",
    [TROUPE_CEL_NODE_OR] = "||",
    [TROUPE_CEL_NODE_CONDITION] = "?:",
    [TROUPE_CEL_NODE_ALL] = "all",
    [TROUPE_CEL_NODE_EXISTS] = "exists",
    [TROUPE_CEL_NODE_EXISTS_ONE] = "exists_one",
    [TROUPE_CEL_NODE_TRANSFORM] = "map",
    [TROUPE_CEL_NODE_FILTER] = "filter",
    [TROUPE_CEL_NODE_TRANSFORM_MAP] = "transformMap",
    [TROUPE_CEL_NODE_TRANSFORM_ENTRY] = "transformMapEntry",
    [TROUPE_CEL_NODE_BIND] = "cel.bind",
    [TROUPE_CEL_NODE_OPTIONAL_SELECT] = ".?",
    [TROUPE_CEL_NODE_OPTIONAL_INDEX] = "[?]",
    [TROUPE_CEL_NODE_OPTIONAL_MAP] = "optMap",
    [TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP] = "optFlatMap",
    [TROUPE_CEL_NODE_REDUCE] = "reduce",
    [TROUPE_CEL_NODE_MIN] = "min",
    [TROUPE_CEL_NODE_HAS] = "has",
    [TROUPE_CEL_NODE_DEFINED] = "has",
    [TROUPE_CEL_NODE_DYNAMIC] = "dyn",
  };

  if (self->kind == TROUPE_CEL_NODE_CALL || self->kind == TROUPE_CEL_NODE_METHOD)
    return self->name;
  return self->kind < G_N_ELEMENTS (signs) && signs[self->kind] != NULL ? signs[self->kind] : "";
}
