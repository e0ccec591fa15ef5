/* troupe-cel-evaluate.c: evaluates the nodes of a CEL expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-evaluate"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-extension.h"
#include "troupe-regexp.h"

/* Enough for almost all calls. */
#define MAX_ARGUMENTS 4

gboolean
troupe_cel_spend (TroupeCelEvaluation *self, const TroupeCelNode *node, guint64 steps)
{
  if (G_LIKELY (self->steps_left >= steps))
    {
      self->steps_left -= steps;
      return TRUE;
    }
  self->steps_left = 0;
  troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_STEPS, NULL);
  return FALSE;
}

gboolean
troupe_cel_allocate (TroupeCelEvaluation *self, const TroupeCelNode *node, gsize bytes)
{
  if (G_LIKELY (self->bytes_left >= bytes))
    {
      self->bytes_left -= bytes;
      return TRUE;
    }
  self->bytes_left = 0;
  troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_BYTES, NULL);
  return FALSE;
}

/* --- Names and fields ---------------------------------------------------------------------------- */

static TroupeValue *
select_field (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *operand)
{
  TroupeValue *value;

  g_assert (self != NULL);

  if (!troupe_value_is (operand, TROUPE_VALUE_MAP))
    {
      troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_FIELD, NULL, node->name,
                            node->name_length);
      self->failure.types[0] = (guint8) troupe_value_get_value_type (operand);
      self->failure.n_types = 1;
      return NULL;
    }
  value = troupe_value_map_lookup_hashed (operand, node->name, node->name_length, node->name_hash);
  if (value == NULL)
    return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_KEY, NULL, node->name,
                                 node->name_length);
  return self->failures == NULL || troupe_cel_crewai_is_value (self, value) ? value : NULL;
}

TroupeValue *
troupe_cel_peek (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **hold)
{
  TroupeValue *operand;

  if (!node->is_path)
    return *hold = troupe_cel_evaluate (self, node);
  if (!troupe_cel_spend (self, node, 1))
    return NULL;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_CONSTANT:
      return node->constant;
    case TROUPE_CEL_NODE_LOCAL:
      return self->locals[node->slot];
    case TROUPE_CEL_NODE_ROOT:
      {
        TroupeValue *value = self->roots[node->slot];

        if (value != NULL)
          return value;
        if (self->activation->get_root != NULL)
          value = self->activation->get_root (self->activation, node->slot);
        if (value == NULL)
          {
            const char *name = self->program->root_names[node->slot];

            return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_UNDECLARED, NULL, name,
                                         strlen (name));
          }
        self->roots[node->slot] = value;
        return value;
      }
    case TROUPE_CEL_NODE_REFERENCE:
      {
        TroupeValue *value =
            self->activation->references == NULL ? NULL : self->activation->references[node->slot];

        if (value == NULL)
          return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_KEY, NULL, node->name,
                                       node->name_length);
        return value;
      }
    case TROUPE_CEL_NODE_SELECT:
      /* The operand is a path too, so @hold is not needed. */
      operand = troupe_cel_peek (self, node->children[0], hold);
      return operand == NULL ? NULL : select_field (self, node, operand);
    default:
      g_assert_not_reached ();
    }
}

static TroupeValue *
evaluate_has (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) hold = NULL;
  TroupeValue *operand;

  g_assert (self != NULL);

  if (node->n_children == 0)
    return troupe_value_new_boolean (self->activation->references != NULL &&
                                     self->activation->references[node->slot] != NULL);
  operand = troupe_cel_peek (self, node->children[0], &hold);
  if (operand == NULL)
    return NULL;
  if (troupe_cel_optional_look (self, operand, &operand) && operand == NULL)
    return troupe_value_new_boolean (FALSE);
  if (!troupe_value_is (operand, TROUPE_VALUE_MAP))
    return select_field (self, node, operand);
  return troupe_value_new_boolean (troupe_value_map_lookup_hashed (operand, node->name,
                                                                   node->name_length,
                                                                   node->name_hash) != NULL);
}

/* --- Operators ----------------------------------------------------------------------------------- */

static TroupeValue *
evaluate_comparison (TroupeCelEvaluation *self,
                     const TroupeCelNode *node,
                     TroupeValue *a,
                     TroupeValue *b)
{
  TroupeCelAnswer answer;
  int order = 0;

  g_assert (self != NULL);

  if (node->kind == TROUPE_CEL_NODE_EQUAL || node->kind == TROUPE_CEL_NODE_UNEQUAL)
    {
      gboolean wanted = node->kind == TROUPE_CEL_NODE_EQUAL;

      if (self->dialect == TROUPE_CEL_CREWAI)
        return troupe_cel_crewai_methods.evaluate_equality (self, node, a, b);
      answer = troupe_cel_equal (self, node, a, b);
      if (answer == TROUPE_CEL_FAILED)
        return NULL;
      return troupe_value_new_boolean ((answer == TROUPE_CEL_YES) == wanted);
    }
  answer = self->dialect == TROUPE_CEL_CREWAI
               ? troupe_cel_crewai_methods.compare (self, a, b, &order)
               : troupe_cel_compare (a, b, &order);
  if (answer == TROUPE_CEL_FAILED)
    return troupe_cel_fail_operator (self, node, a, b);
  /* Nothing is less than, equal to or greater than NaN. */
  if (answer == TROUPE_CEL_NO)
    return troupe_value_new_boolean (FALSE);
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_LESS:
      return troupe_value_new_boolean (order < 0);
    case TROUPE_CEL_NODE_AT_MOST:
      return troupe_value_new_boolean (order <= 0);
    case TROUPE_CEL_NODE_GREATER:
      return troupe_value_new_boolean (order > 0);
    default:
      return troupe_value_new_boolean (order >= 0);
    }
}

static TroupeValue *
evaluate_binary (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) hold_a = NULL;
  g_autoptr (TroupeValue) hold_b = NULL;
  TroupeValue *a = troupe_cel_peek (self, node->children[0], &hold_a);
  TroupeValue *b = a == NULL ? NULL : troupe_cel_peek (self, node->children[1], &hold_b);
  TroupeValue *content;
  TroupeCelAnswer answer;

  g_assert (self != NULL);

  if (a == NULL && self->dialect == TROUPE_CEL_CREWAI)
    troupe_cel_crewai_methods.drain (self, node, 1);
  if (b == NULL)
    return NULL;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_INDEX:
      if (self->dialect == TROUPE_CEL_CREWAI)
        return troupe_cel_crewai_index (self, node, a, b);
      if (self->optionals != NULL && troupe_cel_optional_look (self, a, &content))
        return troupe_cel_optional_select (self, node, a, b);
      return troupe_cel_index (self, node, a, b);
    case TROUPE_CEL_NODE_IN:
      answer = self->dialect == TROUPE_CEL_CREWAI
                   ? troupe_cel_crewai_methods.contains (self, node, a, b)
                   : troupe_cel_contains (self, node, a, b);
      return answer == TROUPE_CEL_FAILED ? NULL
                                         : troupe_value_new_boolean (answer == TROUPE_CEL_YES);
    case TROUPE_CEL_NODE_ADD:
    case TROUPE_CEL_NODE_SUBTRACT:
    case TROUPE_CEL_NODE_MULTIPLY:
    case TROUPE_CEL_NODE_DIVIDE:
    case TROUPE_CEL_NODE_REMAINDER:
      return self->dialect == TROUPE_CEL_CREWAI
                 ? troupe_cel_crewai_methods.calculate (self, node, a, b)
                 : troupe_cel_calculate (self, node, a, b);
    default:
      return evaluate_comparison (self, node, a, b);
    }
}

static TroupeValue *
evaluate_unary (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) hold = NULL;
  TroupeValue *value = troupe_cel_peek (self, node->children[0], &hold);

  g_assert (self != NULL);

  if (value == NULL)
    return NULL;
  if (node->kind == TROUPE_CEL_NODE_NEGATE)
    return self->dialect == TROUPE_CEL_CREWAI ? troupe_cel_crewai_methods.negate (self, node, value)
                                              : troupe_cel_negate (self, node, value);
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_cel_fail_operator (self, node, value, NULL);
  return troupe_value_new_boolean (!troupe_value_get_boolean (value));
}

/* An operand that decides is the result, even if an operand before it failed (doc/cel.md §2.5). */
static TroupeValue *
evaluate_logic (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  gboolean deciding = node->kind == TROUPE_CEL_NODE_OR;
  TroupeCelFailure first = { .kind = TROUPE_CEL_FAILURE_NONE };

  g_assert (self != NULL);

  for (guint i = 0; i < node->n_children; i++)
    {
      g_autoptr (TroupeValue) hold = NULL;
      TroupeValue *value = troupe_cel_peek (self, node->children[i], &hold);

      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
        {
          if (!troupe_value_get_boolean (value) == !deciding)
            return troupe_value_new_boolean (deciding);
          continue;
        }
      if (value != NULL)
        troupe_cel_fail_operator (self, node, value, NULL);
      else if (!troupe_cel_failure_is_absorbable (&self->failure))
        return NULL;
      if (first.kind == TROUPE_CEL_FAILURE_NONE)
        first = self->failure;
    }
  if (first.kind == TROUPE_CEL_FAILURE_NONE)
    return troupe_value_new_boolean (!deciding);
  self->failure = first;
  return NULL;
}

static TroupeValue *
evaluate_condition (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) hold = NULL;
  TroupeValue *condition;

  g_assert (self != NULL);

  if (self->dialect == TROUPE_CEL_CREWAI)
    {
      g_autoptr (TroupeValue) tested = troupe_cel_evaluate (self, node->children[0]);
      TroupeCelFailure failure = self->failure;
      TroupeValue *value;

      /* A branch is evaluated before the type of the condition is checked. */
      if (tested == NULL && !troupe_cel_failure_is_absorbable (&failure))
        return NULL;
      value = troupe_cel_evaluate (
          self, node->children[tested == NULL || troupe_cel_crewai_is_true (tested) ? 1 : 2]);
      if (value == NULL)
        {
          troupe_cel_crewai_methods.catch(self, TROUPE_CEL_ESCAPE_TYPE);
          return NULL;
        }
      if (tested != NULL && troupe_value_is (tested, TROUPE_VALUE_BOOLEAN))
        return value;
      troupe_value_unref (value);
      if (tested != NULL)
        return troupe_cel_fail_operator (self, node, tested, NULL);
      self->failure = failure;
      return NULL;
    }
  condition = troupe_cel_peek (self, node->children[0], &hold);
  if (condition == NULL)
    return NULL;
  if (!troupe_value_is (condition, TROUPE_VALUE_BOOLEAN))
    return troupe_cel_fail_operator (self, node, condition, NULL);
  return troupe_cel_evaluate (self, node->children[troupe_value_get_boolean (condition) ? 1 : 2]);
}

static TroupeValue *
evaluate_call (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  TroupeValue *few_values[2 * MAX_ARGUMENTS] = { NULL };
  g_autofree TroupeValue **many_values = NULL;
  TroupeValue **arguments = few_values;
  TroupeValue **holds;
  TroupeValue *result = NULL;
  guint i;

  if (node->function == NULL)
    {
      if (self->dialect == TROUPE_CEL_CREWAI && node->may_escape)
        {
          /* In CrewAI's dialect the arguments are evaluated before the function is looked up. */
          troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_COUNT, node->name);
          if (!troupe_cel_crewai_methods.drain (self, node, 0))
            return NULL;
        }
      if (node->missing == TROUPE_CEL_FAILURE_MACRO || node->missing == TROUPE_CEL_FAILURE_COUNT)
        return troupe_cel_fail (self, node, (TroupeCelFailureKind) node->missing, node->name);
      return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_FUNCTION, NULL, node->name,
                                   node->name_length);
    }
  if (node->n_children > MAX_ARGUMENTS)
    arguments = many_values = g_new0 (TroupeValue *, 2 * node->n_children);
  holds = arguments + node->n_children;
  for (i = 0; i < node->n_children; i++)
    {
      arguments[i] = troupe_cel_peek (self, node->children[i], &holds[i]);
      if (arguments[i] == NULL)
        {
          if (self->dialect == TROUPE_CEL_CREWAI)
            troupe_cel_crewai_methods.drain (self, node, i + 1);
          break;
        }
    }
  if (i == node->n_children)
    result = node->function (self, node, arguments, node->n_children);
  for (i = 0; i < node->n_children; i++)
    g_clear_pointer (&holds[i], troupe_value_unref);
  return result;
}

/* --- Evaluation ------------------------------------------------------------------------------- */

TroupeValue *
troupe_cel_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  if (node->is_path)
    {
      TroupeValue *hold = NULL;
      TroupeValue *value = troupe_cel_peek (self, node, &hold);

      return value == NULL ? NULL : troupe_value_ref (value);
    }
  if (!troupe_cel_spend (self, node, 1))
    return NULL;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_SELECT:
      {
        g_autoptr (TroupeValue) operand = troupe_cel_evaluate (self, node->children[0]);
        TroupeValue *value, *content;

        if (operand != NULL && self->optionals != NULL &&
            troupe_cel_optional_look (self, operand, &content))
          return troupe_cel_optional_select (self, node, operand, node->constant);
        value = operand == NULL ? NULL : select_field (self, node, operand);
        return value == NULL ? NULL : troupe_value_ref (value);
      }
    case TROUPE_CEL_NODE_HAS:
      return evaluate_has (self, node);
    case TROUPE_CEL_NODE_DEFINED:
    case TROUPE_CEL_NODE_DYNAMIC:
      return troupe_cel_crewai_methods.evaluate_first (self, node);
    case TROUPE_CEL_NODE_CALL:
    case TROUPE_CEL_NODE_METHOD:
      return evaluate_call (self, node);
    case TROUPE_CEL_NODE_LIST:
      return troupe_cel_evaluate_list (self, node);
    case TROUPE_CEL_NODE_MAP:
      return troupe_cel_evaluate_map (self, node);
    case TROUPE_CEL_NODE_NOT:
    case TROUPE_CEL_NODE_NEGATE:
      return evaluate_unary (self, node);
    case TROUPE_CEL_NODE_AND:
    case TROUPE_CEL_NODE_OR:
      return self->dialect == TROUPE_CEL_CREWAI ? troupe_cel_crewai_evaluate_logic (self, node)
                                                : evaluate_logic (self, node);
    case TROUPE_CEL_NODE_CONDITION:
      return evaluate_condition (self, node);
    case TROUPE_CEL_NODE_ALL:
    case TROUPE_CEL_NODE_EXISTS:
    case TROUPE_CEL_NODE_EXISTS_ONE:
    case TROUPE_CEL_NODE_TRANSFORM:
    case TROUPE_CEL_NODE_FILTER:
    case TROUPE_CEL_NODE_TRANSFORM_MAP:
    case TROUPE_CEL_NODE_TRANSFORM_ENTRY:
    case TROUPE_CEL_NODE_REDUCE:
    case TROUPE_CEL_NODE_MIN:
      return troupe_cel_evaluate_macro (self, node);
    case TROUPE_CEL_NODE_BIND:
      {
        g_autoptr (TroupeValue) value = troupe_cel_evaluate (self, node->children[0]);

        if (value == NULL)
          return NULL;
        self->locals[node->slot] = value;
        return troupe_cel_evaluate (self, node->children[1]);
      }
    case TROUPE_CEL_NODE_OPTIONAL_SELECT:
    case TROUPE_CEL_NODE_OPTIONAL_INDEX:
    case TROUPE_CEL_NODE_OPTIONAL_MAP:
    case TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP:
      return troupe_cel_optional_evaluate (self, node);
    default:
      return evaluate_binary (self, node);
    }
}

static void
evaluation_clear (TroupeCelEvaluation *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->program->n_roots; i++)
    g_clear_pointer (&self->roots[i], troupe_value_unref);
  g_clear_pointer (&self->plain, g_hash_table_unref);
  g_clear_pointer (&self->optionals, g_hash_table_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->failures, g_hash_table_unref);
  g_clear_pointer (&self->regexp_text, troupe_value_unref);
  if (self->regexp != NULL)
    troupe_regexp_free (self->regexp);
}

TroupeValue *
troupe_cel_program_evaluate_full (TroupeCelProgram *self,
                                  TroupeCelActivation *activation,
                                  gboolean for_host,
                                  GError **error)
{
  TroupeCelEvaluation evaluation = {
    .program = self,
    .activation = activation,
    .bytes_left = TROUPE_LIMIT_CEL_BYTES,
  };
  TroupeValue *few_values[16] = { NULL };
  g_autofree TroupeValue **many_values = NULL;
  TroupeValue *result;

  evaluation.dialect = self->dialect;
  evaluation.steps_left =
      activation->max_steps > 0 ? activation->max_steps : TROUPE_LIMIT_CEL_STEPS;
  evaluation.roots = few_values;
  if (self->n_roots + self->n_locals > G_N_ELEMENTS (few_values))
    evaluation.roots = many_values = g_new0 (TroupeValue *, self->n_roots + self->n_locals);
  evaluation.locals = evaluation.roots + self->n_roots;
  result = troupe_cel_evaluate (&evaluation, self->top);
  if (result != NULL && self->dialect == TROUPE_CEL_CREWAI && for_host)
    result = troupe_cel_crewai_methods.finish (&evaluation, self->top, result);
  if (result == NULL)
    g_propagate_error (error, troupe_cel_failure_to_error (&evaluation.failure, self->source));
  evaluation_clear (&evaluation);
  return result;
}

TroupeValue *
troupe_cel_program_evaluate (TroupeCelProgram *self,
                             TroupeCelActivation *activation,
                             GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (activation != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return troupe_cel_program_evaluate_full (self, activation, TRUE, error);
}
