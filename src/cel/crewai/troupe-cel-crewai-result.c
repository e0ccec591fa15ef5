/* troupe-cel-crewai-result.c: conversion of evaluation results in CrewAI's CEL dialect
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-result"

#include "config.h"

#include <math.h>

#include "troupe-cel-crewai.h"

static TroupeValue *finish (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue *value,
                            gboolean in_plain);

static TroupeValue *
finish_list (TroupeCelEvaluation *self,
             const TroupeCelNode *node,
             TroupeValue *list,
             gboolean in_plain)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *result;

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *item = finish (self, node, troupe_value_list_get (list, i), in_plain);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  result = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  return result;
}

/* Converts a key of a type that maps do not support, as Python's JSON encoder does. */
static TroupeValue *
finish_key (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *made)
{
  TroupeValue *key = troupe_cel_crewai_get_key (self, made);
  char buffer[32];
  double number;

  switch (troupe_value_get_value_type (key))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_string ("null", -1);
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (key);
      if (!isfinite (number))
        return troupe_value_new_string (isnan (number) ? "NaN"
                                        : number > 0   ? "Infinity"
                                                       : "-Infinity",
                                        -1);
      return troupe_value_new_string (troupe_double_to_text (number, buffer), -1);
    default:
      if (key != made)
        return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_RESULT, NULL, &key, 1);
      return troupe_value_ref (key);
    }
}

/* The evaluator's JSON encoder does not descend into plain lists, so wrapped booleans in them
 * are written as numbers. It cannot encode plain bytes and durations at all. */
static TroupeValue *
finish (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value, gboolean in_plain)
{
  if (!troupe_cel_spend (self, node, 1) || !troupe_cel_allocate (self, node, 16))
    return NULL;
  if (!troupe_cel_crewai_is_value (self, value))
    return NULL;
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      return finish_list (self, node, value, in_plain || troupe_cel_crewai_is_plain (self, value));
    case TROUPE_VALUE_MAP:
      {
        g_auto (TroupeMapBuilder) builder = { NULL, NULL };

        troupe_map_builder_init (&builder);
        for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
          {
            TroupeValue *key = finish_key (self, node, troupe_value_map_get_key (value, i));
            TroupeValue *map_value =
                key == NULL ? NULL
                            : finish (self, node, troupe_value_map_get_value (value, i), in_plain);

            if (map_value == NULL)
              {
                g_clear_pointer (&key, troupe_value_unref);
                return NULL;
              }
            troupe_map_builder_add_key (&builder, key, map_value);
          }
        return troupe_map_builder_end (&builder);
      }
    case TROUPE_VALUE_BOOLEAN:
      if (in_plain)
        return troupe_value_new_integer (troupe_cel_crewai_get_boolean (value));
      return troupe_value_new_boolean (troupe_value_get_boolean (value));
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_DURATION:
      if (troupe_cel_crewai_is_plain (self, value))
        return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_RESULT, NULL, &value, 1);
      return troupe_value_ref (value);
    default:
      return troupe_value_ref (value);
    }
}

TroupeValue *
troupe_cel_crewai_finish (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *result)
{
  TroupeValue *finished;

  if (self->plain == NULL && self->failures == NULL && self->keys == NULL && !self->needs_finish)
    return result;
  finished = finish (self, node, result, FALSE);
  troupe_value_unref (result);
  return finished;
}
