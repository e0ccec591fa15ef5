/* troupe-cel-literals.c: string literals that decide the result of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-literals"

#include "config.h"

#include <string.h>

#include "troupe-cel-literals.h"
#include "troupe-cel-parser.h"
#include "troupe-cel-program.h"

static void
literal_clear (gpointer data)
{
  TroupeCelLiteral *self = data;

  g_clear_pointer (&self->value, g_free);
}

static GArray *
new_literals (void)
{
  GArray *literals = g_array_new (FALSE, FALSE, sizeof (TroupeCelLiteral));

  g_array_set_clear_func (literals, literal_clear);
  return literals;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  gsize first = ((const TroupeCelLiteral *) a)->start;
  gsize second = ((const TroupeCelLiteral *) b)->start;

  return (first > second) - (first < second);
}

static gboolean
is_string (const TroupeCelNode *node)
{
  return node->kind == TROUPE_CEL_NODE_CONSTANT &&
         troupe_value_is (node->constant, TROUPE_VALUE_STRING);
}

static TroupeCelNode *
parse_field (TroupeCelTree *tree, const char *text, gsize start, gsize end)
{
  troupe_cel_tree_init (tree);
  troupe_cel_unwrap (text, &start, &end);
  return troupe_cel_parse (tree, text, start, end, TROUPE_CEL_CREWAI, NULL);
}

/* --- Results ---------------------------------------------------------------------------------- */

static gboolean add_results (GArray *literals, const TroupeCelNode *node);

/* Adds every @step-th child from @first. Returns FALSE if one of them may be anything else. */
static gboolean
add_children (GArray *literals, const TroupeCelNode *node, guint first, guint step)
{
  gboolean complete = TRUE;

  for (guint i = first; i < node->n_children; i += step)
    complete = add_results (literals, node->children[i]) && complete;
  return complete;
}

/* Returns FALSE if the node may evaluate to anything but the literals that were added. */
static gboolean
add_results (GArray *literals, const TroupeCelNode *node)
{
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_CONSTANT:
      if (!is_string (node))
        return troupe_value_is (node->constant, TROUPE_VALUE_NULL);
      {
        TroupeCelLiteral literal = { node->start, node->end,
                                     g_strdup (troupe_value_get_string (node->constant, NULL)) };

        g_array_append_val (literals, literal);
      }
      return TRUE;
    case TROUPE_CEL_NODE_CONDITION:
      return add_children (literals, node, 1, 1);
    case TROUPE_CEL_NODE_DYNAMIC:
      return node->n_children == 1 && add_children (literals, node, 0, 1);
    case TROUPE_CEL_NODE_INDEX:
      if (node->children[0]->kind == TROUPE_CEL_NODE_LIST)
        return add_children (literals, node->children[0], 0, 1);
      if (node->children[0]->kind == TROUPE_CEL_NODE_MAP)
        return add_children (literals, node->children[0], 1, 2);
      return FALSE;
    case TROUPE_CEL_NODE_SELECT:
      return node->children[0]->kind == TROUPE_CEL_NODE_MAP &&
             add_children (literals, node->children[0], 1, 2);
    default:
      return FALSE;
    }
}

GArray *
troupe_cel_find_result_literals (const char *text, gsize start, gsize end, gboolean *complete)
{
  GArray *literals = new_literals ();
  const TroupeCelNode *top;
  TroupeCelTree tree;

  g_return_val_if_fail (text != NULL && complete != NULL, literals);

  top = parse_field (&tree, text, start, end);
  *complete = top != NULL && add_results (literals, top);
  g_array_sort (literals, compare_places);
  troupe_cel_tree_clear (&tree);
  return literals;
}

/* --- Comparisons ------------------------------------------------------------------------------ */

typedef struct
{
  const char *root;
  const char *field;
  GArray *literals;
  gboolean others;
} Comparisons;

static gboolean
is_reference (const Comparisons *self, const TroupeCelNode *node)
{
  const TroupeCelNode *root = node->n_children > 0 ? node->children[0] : NULL;

  if (root == NULL || root->kind != TROUPE_CEL_NODE_NAME || !g_str_equal (root->name, self->root))
    return FALSE;
  if (node->kind == TROUPE_CEL_NODE_SELECT)
    return g_strcmp0 (node->name, self->field) == 0;
  return node->kind == TROUPE_CEL_NODE_INDEX && is_string (node->children[1]) &&
         g_str_equal (troupe_value_get_string (node->children[1]->constant, NULL), self->field);
}

/* Adds the literals that @node can be, because the value of the reference is compared with it. */
static void
add_compared (Comparisons *self, const TroupeCelNode *node)
{
  /* A constant that is not a string equals no event. */
  if (node->kind == TROUPE_CEL_NODE_CONSTANT && !is_string (node))
    return;
  if (!add_results (self->literals, node))
    self->others = TRUE;
}

static void
find_compared (Comparisons *self, const TroupeCelNode *node)
{
  gboolean is_equation =
      node->kind == TROUPE_CEL_NODE_EQUAL || node->kind == TROUPE_CEL_NODE_UNEQUAL;

  if (is_reference (self, node))
    {
      self->others = TRUE;
      return;
    }
  /* has() of a field is a node without the reference; has() of an expression contains it. */
  if (node->kind == TROUPE_CEL_NODE_DEFINED && node->n_children == 1 &&
      is_reference (self, node->children[0]))
    return;
  for (guint i = 0; i < node->n_children; i++)
    {
      const TroupeCelNode *other = node->n_children == 2 ? node->children[1 - i] : NULL;

      if (other == NULL || !is_reference (self, node->children[i]))
        find_compared (self, node->children[i]);
      else if (is_equation)
        add_compared (self, other);
      else if ((node->kind == TROUPE_CEL_NODE_IN && i == 0) ||
               (node->kind == TROUPE_CEL_NODE_INDEX && i == 1 &&
                other->kind == TROUPE_CEL_NODE_MAP))
        {
          /* Adds the elements of a list or the keys of a map, in which the reference is
           * searched. */
          if (other->kind != TROUPE_CEL_NODE_LIST && other->kind != TROUPE_CEL_NODE_MAP)
            {
              self->others = TRUE;
              continue;
            }
          for (guint j = 0; j < other->n_children; j += other->kind == TROUPE_CEL_NODE_MAP ? 2 : 1)
            add_compared (self, other->children[j]);
        }
      else
        self->others = TRUE;
    }
}

GArray *
troupe_cel_find_compared_literals (const char *text,
                                   gsize start,
                                   gsize end,
                                   const char *root,
                                   const char *field,
                                   gboolean *others)
{
  Comparisons comparisons = { root, field, new_literals (), FALSE };
  const TroupeCelNode *top;
  TroupeCelTree tree;

  g_return_val_if_fail (text != NULL && others != NULL, comparisons.literals);
  g_return_val_if_fail (root != NULL && field != NULL, comparisons.literals);

  top = parse_field (&tree, text, start, end);
  if (top != NULL)
    find_compared (&comparisons, top);
  *others = comparisons.others;
  g_array_sort (comparisons.literals, compare_places);
  troupe_cel_tree_clear (&tree);
  return comparisons.literals;
}
