/* troupe-flow-names.c: names that the methods and conditions of a flow use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-names"

#include "config.h"

#include <string.h>

#include "troupe-cel-literals.h"
#include "troupe-flow-names.h"
#include "troupe-tree.h"

GHashTable *
troupe_flow_names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
add_words (GHashTable *set, GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    g_hash_table_add (set, g_strdup (words->pdata[i]));
}

void
troupe_flow_names_add_condition (GHashTable *set, const TroupeCondition *condition)
{
  g_autoptr (GPtrArray) events = condition != NULL ? troupe_condition_get_events (condition) : NULL;

  if (events != NULL)
    add_words (set, events);
}

gboolean
troupe_flow_names_are_outcomes (const TroupeFlowMethod *method)
{
  TroupeValue *emit = method->feedback != NULL
                          ? troupe_value_map_lookup_string (method->feedback, "emit", -1)
                          : NULL;

  return emit != NULL && troupe_value_is (emit, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (emit) > 0;
}

void
troupe_flow_names_add_events (GHashTable *set,
                              const TroupeFlowMethod *method,
                              gboolean *renamable,
                              gboolean *is_open)
{
  gboolean complete = TRUE, returns_literals = TRUE;
  g_autoptr (GPtrArray) events = troupe_flow_method_list_events (method, &complete);
  TroupeValue *value =
      method->feedback != NULL && method->router
          ? troupe_value_map_lookup_string (method->feedback, "default_outcome", -1)
          : NULL;
  const char *outcome = value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
                            ? troupe_value_get_string (value, NULL)
                            : NULL;

  add_words (set, events);
  if (outcome != NULL)
    g_hash_table_add (set, g_strdup (outcome));
  if (method->router && !troupe_flow_names_are_outcomes (method))
    {
      g_autoptr (GArray) literals = NULL;
      const char *text;

      text = method->action->type == TROUPE_ACTION_EXPRESSION
                 ? troupe_tree_get_member_text (method->action->node, "expr")
                 : NULL;
      returns_literals = FALSE;
      literals = text != NULL
                     ? troupe_cel_find_result_literals (text, 0, strlen (text), &returns_literals)
                     : NULL;
      for (guint i = 0; literals != NULL && i < literals->len; i++)
        g_hash_table_add (set, g_strdup (g_array_index (literals, TroupeCelLiteral, i).value));
    }
  if (renamable != NULL)
    *renamable = returns_literals;
  if (is_open != NULL)
    *is_open = !complete && !returns_literals;
}

GHashTable *
troupe_flow_names_list (TroupeFlow *flow)
{
  GHashTable *names = troupe_flow_names_new ();

  g_return_val_if_fail (flow != NULL, names);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      g_hash_table_add (names, g_strdup (method->name));
      troupe_flow_names_add_events (names, method, NULL, NULL);
      troupe_flow_names_add_condition (names, method->listen);
      troupe_flow_names_add_condition (names, method->start_condition);
    }
  return names;
}

char **
troupe_flow_names_find_free (TroupeFlow *flow, const char *const *wanted)
{
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  g_return_val_if_fail (flow != NULL && wanted != NULL, NULL);

  names = troupe_flow_names_list (flow);
  for (guint i = 0; wanted[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (wanted[i]);

      for (guint64 step = 1; g_hash_table_contains (names, name); step++)
        {
          g_free (name);
          name = troupe_tree_number_name (wanted[i], step);
        }
      g_strv_builder_add (found, name);
      g_hash_table_add (names, g_steal_pointer (&name));
    }

  return g_strv_builder_end (found);
}
