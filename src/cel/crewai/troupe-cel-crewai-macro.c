/* troupe-cel-crewai-macro.c: has, dyn and the comprehension macros of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-macro"

#include "config.h"

#include "troupe-cel-crewai.h"

static gpointer
fail_escaping (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeCelEscape escape)
{
  troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_MACRO, troupe_cel_node_get_sign (node));
  self->failure.escape = escape;
  return NULL;
}

gboolean
troupe_cel_crewai_drain (TroupeCelEvaluation *self, const TroupeCelNode *node, guint from)
{
  TroupeCelFailure first = self->failure;

  if (!troupe_cel_failure_is_absorbable (&self->failure))
    return FALSE;
  for (guint i = from; i < node->n_children; i++)
    {
      g_autoptr (TroupeValue) hold = NULL;

      if (!node->children[i]->may_escape)
        continue;
      if (troupe_cel_peek (self, node->children[i], &hold) == NULL &&
          !troupe_cel_failure_is_absorbable (&self->failure))
        return FALSE;
    }
  self->failure = first;
  return TRUE;
}

gboolean
troupe_cel_crewai_catch (TroupeCelEvaluation *self, TroupeCelEscape most)
{
  TroupeCelEscape escape = self->failure.escape;

  if (troupe_cel_failure_is_limit (&self->failure) || escape == TROUPE_CEL_ESCAPE_FAILURE ||
      escape > most)
    return FALSE;
  self->failure.escape = TROUPE_CEL_ESCAPE_NOT;
  return TRUE;
}

/* has() and dyn() evaluate all their arguments. Only the first argument, which is required,
 * determines the result. */
TroupeValue *
troupe_cel_crewai_evaluate_first (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeCelFailure failure;

  if (node->n_children == 0)
    return fail_escaping (self, node, TROUPE_CEL_ESCAPE_OTHER);
  value = troupe_cel_evaluate (self, node->children[0]);
  if (value == NULL && !troupe_cel_failure_is_absorbable (&self->failure))
    return NULL;
  failure = self->failure;
  self->failure.kind = TROUPE_CEL_FAILURE_NONE;
  self->failure.escape = TROUPE_CEL_ESCAPE_NOT;
  if (!troupe_cel_crewai_drain (self, node, 1))
    return NULL;
  self->failure = failure;
  if (node->kind == TROUPE_CEL_NODE_DEFINED)
    return troupe_value_new_boolean (value != NULL);
  return g_steal_pointer (&value);
}

/* --- Loops --------------------------------------------------------------------------------------- */

gboolean
troupe_cel_crewai_prepare_macro (TroupeCelEvaluation *self,
                                 const TroupeCelNode *node,
                                 TroupeValue **range,
                                 TroupeValue **hold)
{
  if (node->escape != TROUPE_CEL_ESCAPE_NOT)
    return fail_escaping (self, node, node->escape) != NULL;
  if (troupe_value_is (*range, TROUPE_VALUE_LIST) ||
      (troupe_value_is (*range, TROUPE_VALUE_MAP) && self->keys == NULL &&
       node->kind < TROUPE_CEL_NODE_REDUCE))
    return TRUE;
  *hold = troupe_cel_crewai_iterate (self, node, *range);
  *range = *hold;
  if (*hold == NULL && troupe_cel_failure_is_absorbable (&self->failure))
    self->failure.escape = TROUPE_CEL_ESCAPE_TYPE;
  return *hold != NULL;
}

/* CrewAI's evaluator evaluates every element, even after an element that decides the result,
 * because a later element may end the evaluation. */
TroupeValue *
troupe_cel_crewai_evaluate_quantifier (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue *range)
{
  gboolean deciding = node->kind == TROUPE_CEL_NODE_EXISTS;
  gboolean is_map = troupe_value_is (range, TROUPE_VALUE_MAP);
  gsize length = is_map ? troupe_value_map_get_size (range) : troupe_value_list_get_length (range);
  TroupeCelOperand all = { troupe_value_new_boolean (!deciding) };

  for (gsize i = 0; i < length && (node->children[1]->may_escape || all.value == NULL ||
                                   !troupe_value_is (all.value, TROUPE_VALUE_BOOLEAN) ||
                                   !troupe_value_get_boolean (all.value) != !deciding);
       i++)
    {
      TroupeCelOperand one = { NULL };

      self->locals[node->slot] =
          is_map ? troupe_value_map_get_key (range, i) : troupe_value_list_get (range, i);
      one.value = troupe_cel_evaluate (self, node->children[1]);
      if (one.value == NULL && self->failure.escape == TROUPE_CEL_ESCAPE_FAILURE)
        self->failure.escape = TROUPE_CEL_ESCAPE_NOT;
      one.failure = self->failure;
      if (one.value == NULL && !troupe_cel_failure_is_absorbable (&self->failure))
        {
          g_clear_pointer (&all.value, troupe_value_unref);
          return NULL;
        }
      troupe_cel_crewai_combine (self, node, deciding, &all, &one);
    }
  return troupe_cel_crewai_take_operand (self, &all);
}

TroupeValue *
troupe_cel_crewai_evaluate_min (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeValue *items)
{
  gsize length = troupe_value_list_get_length (items);
  TroupeValue *smallest = NULL;

  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *item = troupe_value_list_get (items, i);
      int order = 0;

      if (!troupe_cel_spend (self, node, 1))
        return NULL;
      if (smallest != NULL &&
          troupe_cel_crewai_compare (self, item, smallest, &order) == TROUPE_CEL_FAILED)
        {
          troupe_cel_fail_operator (self, node, item, smallest);
          self->failure.escape = TROUPE_CEL_ESCAPE_TYPE;
          return NULL;
        }
      if (smallest == NULL || order < 0)
        smallest = item;
    }
  if (smallest == NULL)
    return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_MACRO, "min");
  return troupe_value_ref (smallest);
}

TroupeValue *
troupe_cel_crewai_evaluate_reduce (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *items)
{
  g_autoptr (TroupeValue) result = troupe_cel_evaluate (self, node->children[1]);

  /* The initial value may be a failure, which the loop then returns. */
  for (gsize i = 0; result != NULL && i < troupe_value_list_get_length (items); i++)
    {
      TroupeValue *next;

      self->locals[node->slot] = result;
      self->locals[node->slot + 1] = troupe_value_list_get (items, i);
      next = troupe_cel_evaluate (self, node->children[2]);
      troupe_value_unref (g_steal_pointer (&result));
      result = next;
      if (result == NULL && self->failure.escape == TROUPE_CEL_ESCAPE_NOT)
        self->failure.escape = TROUPE_CEL_ESCAPE_FAILURE;
    }
  return g_steal_pointer (&result);
}
