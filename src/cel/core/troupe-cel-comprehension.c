/* troupe-cel-comprehension.c: evaluation of the CEL comprehension macros: all, exists, map, filter
 * and others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-comprehension"

#include "config.h"

#include "troupe-cel-crewai.h"

typedef struct
{
  TroupeCelEvaluation *evaluation;
  const TroupeCelNode *node;
  TroupeValue *range;
  gsize length;
  TroupeValue *position; /* index, for a list with two variables: the first variable */
} Loop;

static gboolean
loop_init (Loop *self,
           TroupeCelEvaluation *evaluation,
           const TroupeCelNode *node,
           TroupeValue *range)
{
  g_assert (self != NULL);

  self->evaluation = evaluation;
  self->node = node;
  self->range = range;
  self->position = NULL;
  switch (troupe_value_get_value_type (range))
    {
    case TROUPE_VALUE_LIST:
      self->length = troupe_value_list_get_length (range);
      return TRUE;
    case TROUPE_VALUE_MAP:
      self->length = troupe_value_map_get_size (range);
      return TRUE;
    default:
      troupe_cel_fail_operator (evaluation, node, range, NULL);
      return FALSE;
    }
}

/* Sets the loop variables and evaluates child @part of the macro. */
static TroupeValue *
loop_evaluate (Loop *self, gsize index, guint part, TroupeValue **hold)
{
  gboolean is_list = troupe_value_is (self->range, TROUPE_VALUE_LIST);
  TroupeValue **locals = self->evaluation->locals + self->node->slot;

  g_assert (self != NULL);

  if (self->node->second_name == NULL)
    locals[0] = is_list ? troupe_value_list_get (self->range, index)
                        : troupe_value_map_get_key (self->range, index);
  else
    {
      g_clear_pointer (&self->position, troupe_value_unref);
      if (is_list)
        self->position = troupe_value_new_integer ((gint64) index);
      locals[0] = is_list ? self->position : troupe_value_map_get_key (self->range, index);
      locals[1] = is_list ? troupe_value_list_get (self->range, index)
                          : troupe_value_map_get_value (self->range, index);
    }
  return troupe_cel_peek (self->evaluation, self->node->children[part], hold);
}

static TroupeCelAnswer
loop_test (Loop *self, gsize index)
{
  g_autoptr (TroupeValue) hold = NULL;
  TroupeValue *value = loop_evaluate (self, index, 1, &hold);

  g_assert (self != NULL);

  if (value == NULL)
    return TROUPE_CEL_FAILED;
  if (self->evaluation->dialect == TROUPE_CEL_CREWAI)
    return troupe_cel_crewai_is_true (value) ? TROUPE_CEL_YES : TROUPE_CEL_NO;
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    {
      troupe_cel_fail_operator (self->evaluation, self->node, value, NULL);
      return TROUPE_CEL_FAILED;
    }
  return troupe_value_get_boolean (value) ? TROUPE_CEL_YES : TROUPE_CEL_NO;
}

/* Evaluates all and exists. As with && and ||, an element that decides the result takes
 * precedence over failing elements. */
static TroupeValue *
evaluate_quantifier (Loop *loop)
{
  TroupeCelAnswer deciding =
      loop->node->kind == TROUPE_CEL_NODE_ALL ? TROUPE_CEL_NO : TROUPE_CEL_YES;
  TroupeCelFailure first = { .kind = TROUPE_CEL_FAILURE_NONE };

  g_assert (loop != NULL);

  for (gsize i = 0; i < loop->length; i++)
    {
      TroupeCelAnswer answer = loop_test (loop, i);

      if (answer == deciding)
        return troupe_value_new_boolean (deciding == TROUPE_CEL_YES);
      if (answer != TROUPE_CEL_FAILED)
        continue;
      if (troupe_cel_failure_is_limit (&loop->evaluation->failure))
        return NULL;
      if (first.kind == TROUPE_CEL_FAILURE_NONE)
        first = loop->evaluation->failure;
    }
  if (first.kind == TROUPE_CEL_FAILURE_NONE)
    return troupe_value_new_boolean (deciding != TROUPE_CEL_YES);
  loop->evaluation->failure = first;
  return NULL;
}

/* Evaluates map and filter for one element. (transfer full) (nullable) */
static TroupeValue *
evaluate_element (Loop *loop, gsize index, gboolean *is_left_out)
{
  gboolean has_test = loop->node->kind == TROUPE_CEL_NODE_FILTER || loop->node->n_children == 3;
  TroupeCelAnswer answer = has_test ? loop_test (loop, index) : TROUPE_CEL_YES;
  TroupeValue *hold = NULL;
  TroupeValue *value;

  g_assert (loop != NULL);

  *is_left_out = answer == TROUPE_CEL_NO;
  if (answer != TROUPE_CEL_YES)
    return NULL;
  if (loop->node->kind == TROUPE_CEL_NODE_FILTER)
    return troupe_value_ref (loop->evaluation->locals[loop->node->slot]);
  value = loop_evaluate (loop, index, loop->node->n_children - 1, &hold);
  return value == NULL || hold != NULL ? value : troupe_value_ref (value);
}

static TroupeValue *
evaluate_list_maker (Loop *loop)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *list;

  g_assert (loop != NULL);

  for (gsize i = 0; i < loop->length; i++)
    {
      gboolean is_left_out;
      TroupeValue *item = evaluate_element (loop, i, &is_left_out);

      if (is_left_out)
        continue;
      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
      if (!troupe_cel_allocate (loop->evaluation, loop->node, 2 * sizeof (gpointer)))
        return NULL;
    }
  list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  return list;
}

/* Adds the entries of a map that a transformation returned. Returns FALSE, with the failure set,
 * for a duplicate key. */
static gboolean
add_entries (Loop *loop, TroupeMapBuilder *builder, const TroupeValue *entries)
{
  g_assert (loop != NULL);

  if (!troupe_value_is (entries, TROUPE_VALUE_MAP))
    return troupe_cel_fail_operator (loop->evaluation, loop->node, (TroupeValue *) entries, NULL) !=
           NULL;
  for (gsize i = 0; i < troupe_value_map_get_size (entries); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (entries, i);

      if (troupe_map_builder_lookup (builder, key) != NULL)
        return troupe_cel_fail_value (loop->evaluation, loop->node, TROUPE_CEL_FAILURE_DUPLICATE,
                                      NULL, key) != NULL;
      troupe_map_builder_add_key (builder, troupe_value_ref (key),
                                  troupe_value_ref (troupe_value_map_get_value (entries, i)));
    }
  return TRUE;
}

/* Evaluates transformMap and transformMapEntry. */
static TroupeValue *
evaluate_map_maker (Loop *loop)
{
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  g_assert (loop != NULL);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < loop->length; i++)
    {
      gboolean is_left_out;
      g_autoptr (TroupeValue) item = evaluate_element (loop, i, &is_left_out);

      if (is_left_out)
        continue;
      if (item == NULL || !troupe_cel_allocate (loop->evaluation, loop->node, 64))
        return NULL;
      if (loop->node->kind == TROUPE_CEL_NODE_TRANSFORM_MAP)
        troupe_map_builder_add_key (&builder,
                                    troupe_value_ref (loop->evaluation->locals[loop->node->slot]),
                                    g_steal_pointer (&item));
      else if (!add_entries (loop, &builder, item))
        return NULL;
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
run (Loop *loop)
{
  const TroupeCelNode *node = loop->node;

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ALL:
    case TROUPE_CEL_NODE_EXISTS:
      return evaluate_quantifier (loop);
    case TROUPE_CEL_NODE_TRANSFORM_MAP:
    case TROUPE_CEL_NODE_TRANSFORM_ENTRY:
      return evaluate_map_maker (loop);
    case TROUPE_CEL_NODE_MIN:
      return troupe_cel_crewai_methods.evaluate_min (loop->evaluation, node, loop->range);
    case TROUPE_CEL_NODE_REDUCE:
      return troupe_cel_crewai_methods.evaluate_reduce (loop->evaluation, node, loop->range);
    case TROUPE_CEL_NODE_EXISTS_ONE:
      {
        gsize n_found = 0;

        for (gsize i = 0; i < loop->length; i++)
          {
            TroupeCelAnswer answer = loop_test (loop, i);

            if (answer == TROUPE_CEL_FAILED)
              return NULL;
            n_found += answer == TROUPE_CEL_YES ? 1 : 0;
          }
        return troupe_value_new_boolean (n_found == 1);
      }
    default:
      return evaluate_list_maker (loop);
    }
}

TroupeValue *
troupe_cel_evaluate_macro (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) hold = NULL;
  g_autoptr (TroupeValue) parts = NULL;
  TroupeValue *range = troupe_cel_peek (self, node->children[0], &hold);
  TroupeValue *result;
  Loop loop;

  if (range == NULL)
    return NULL;
  if (self->dialect == TROUPE_CEL_CREWAI &&
      !troupe_cel_crewai_methods.prepare_macro (self, node, &range, &parts))
    return NULL;
  if (!loop_init (&loop, self, node, range))
    return NULL;
  if (self->dialect == TROUPE_CEL_CREWAI &&
      (node->kind == TROUPE_CEL_NODE_ALL || node->kind == TROUPE_CEL_NODE_EXISTS))
    return troupe_cel_crewai_methods.evaluate_quantifier (self, node, range);
  result = run (&loop);
  g_clear_pointer (&loop.position, troupe_value_unref);
  if (result == NULL && self->dialect == TROUPE_CEL_CREWAI &&
      (node->kind == TROUPE_CEL_NODE_EXISTS_ONE || node->kind == TROUPE_CEL_NODE_TRANSFORM ||
       node->kind == TROUPE_CEL_NODE_FILTER) &&
      self->failure.escape == TROUPE_CEL_ESCAPE_NOT)
    self->failure.escape = TROUPE_CEL_ESCAPE_FAILURE;
  return result;
}
