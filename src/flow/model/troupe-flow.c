/* troupe-flow.c: immutable model of a flow: parsing and getters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-action.h"
#include "troupe-flow-condition.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-load.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-record.h"
#include "troupe-flow-sections.h"
#include "troupe-tree.h"

/* clang-format would treat the hyphens in the name as minus signs. */
/* clang-format off */
G_DEFINE_QUARK (troupe-flow-error-quark, troupe_flow_error)
/* clang-format on */

static void
method_free (gpointer data)
{
  TroupeFlowMethodRecord *record = data;
  TroupeFlowMethod *method = &record->public;

  g_free (method->name);
  g_free (method->description);
  g_clear_pointer (&method->start_condition, troupe_condition_free);
  g_clear_pointer (&method->listen, troupe_condition_free);
  g_strfreev (method->emit);
  g_clear_pointer (&method->action, troupe_flow_action_free);
  g_clear_pointer (&method->feedback, troupe_value_unref);
  g_clear_pointer (&method->persist, troupe_value_unref);
  g_array_unref (record->units);
  g_free (record);
}

TroupeFlow *
troupe_flow_ref (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_flow_unref (TroupeFlow *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->indexes);
  g_ptr_array_unref (self->methods);
  json_node_unref (self->root);
  g_free (self->name);
  g_free (self->description);
  g_clear_pointer (&self->state_default, troupe_value_unref);
  g_clear_pointer (&self->state_schema, troupe_value_unref);
  g_free (self->state_reference);
  g_clear_pointer (&self->config, troupe_value_unref);
  g_clear_pointer (&self->persist, troupe_value_unref);
  g_clear_pointer (&self->conversation, troupe_value_unref);
  g_clear_pointer (&self->pins, troupe_value_unref);
  g_clear_pointer (&self->muted, troupe_value_unref);
  g_free (self->digest);
  g_free (self);
}

/* --- Parsing ---------------------------------------------------------------------------------- */

/* Sort key of a problem: errors first, then by top-level key of the document, then by method. */
typedef struct
{
  TroupeProblem *problem;
  guint severity;
  guint key;
  guint method;
  guint found;
} ProblemPlace;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const ProblemPlace *left = a, *right = b;

  if (left->severity != right->severity)
    return left->severity < right->severity ? -1 : 1;
  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  if (left->method != right->method)
    return left->method < right->method ? -1 : 1;
  return left->found < right->found ? -1 : 1;
}

void
troupe_flow_sort_problems (TroupeFlow *flow, GPtrArray *problems)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree ProblemPlace *places = g_new0 (ProblemPlace, problems->len + 1);
  JsonObjectIter iter;
  const char *key;
  guint n_keys = 0;

  g_assert (flow != NULL);

  json_object_iter_init_ordered (&iter, json_node_get_object (flow->root));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    g_hash_table_insert (keys, (gpointer) key, GUINT_TO_POINTER (++n_keys));
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *first = g_strndup (problem->path, strcspn (problem->path, ".["));

      places[i].problem = problem;
      places[i].severity = problem->severity != TROUPE_SEVERITY_ERROR;
      places[i].key = GPOINTER_TO_UINT (g_hash_table_lookup (keys, first));
      if (problem->method != NULL)
        places[i].method = (guint) (troupe_flow_find_index (flow, problem->method) + 1);
      places[i].found = i;
      flow->has_errors = flow->has_errors || problem->severity == TROUPE_SEVERITY_ERROR;
    }
  qsort (places, problems->len, sizeof *places, compare_places);
  for (guint i = 0; i < problems->len; i++)
    g_ptr_array_index (problems, i) = places[i].problem;
}

TroupeFlow *
troupe_flow_read (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous, GPtrArray *errors)
{
  TroupeFlowReader reader = { NULL };

  reader.source = source;
  reader.problems = errors;
  reader.path = g_string_new (NULL);
  if (JSON_NODE_HOLDS_OBJECT (root))
    {
      TroupeFlow *self = g_new0 (TroupeFlow, 1);
      TroupeFlow *flow;
      const char *key;
      g_autofree char *schema = NULL;
      JsonNode *node;
      TroupeProblem *problem;
      gsize mark;

      g_atomic_ref_count_init (&self->ref_count);
      self->root = json_node_ref (root);
      self->methods = g_ptr_array_new_with_free_func (method_free);
      self->indexes = g_hash_table_new (g_str_hash, g_str_equal);
      reader.flow = self;
      flow = reader.flow;
      reader.stands_for_crew =
          JSON_NODE_HOLDS_OBJECT (root) && troupe_tree_get (root, "x-troupe", "crew", NULL) != NULL;

      key = json_object_has_member (json_node_get_object (root), "schema") ? "schema" : "schema_";
      schema = troupe_flow_reader_get_text (&reader, root, key, TROUPE_FIELD_PLAIN);
      node = json_object_get_member (json_node_get_object (root), key);
      if (schema != NULL && !g_str_equal (schema, "crewai.flow/v1"))
        {
          mark = troupe_flow_reader_enter (&reader, key);
          problem =
              troupe_flow_reader_report (&reader, TROUPE_SEVERITY_ERROR, node, "unknown_schema",
                                         _ ("Expected “crewai.flow/v1”, found “%s”."), schema);
          problem->fix = g_strdup (_ ("Write “crewai.flow/v1”."));
          problem->fix_action =
              g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":crewai.flow/v1", strlen (schema));
          problem->fix_label = g_strdup_printf (_ ("Use “%s”"), "crewai.flow/v1");
          troupe_flow_reader_leave (&reader, mark);
        }
      flow->name = troupe_flow_reader_get_text (&reader, root, "name", TROUPE_FIELD_REQUIRED);
      flow->description =
          troupe_flow_reader_get_text (&reader, root, "description", TROUPE_FIELD_NULLABLE);
      troupe_flow_reader_read_state (&reader, root);
      troupe_flow_reader_read_config (&reader, root);
      flow->persist = troupe_flow_reader_read_persist (&reader, root);
      troupe_flow_reader_read_conversational (&reader, root);
      troupe_flow_reader_read_methods (&reader, root, previous);
      troupe_flow_read_pins (flow);
      troupe_flow_sort_problems (reader.flow, errors);
    }
  else
    troupe_flow_reader_wrong_type (&reader, root, N_ ("a flow (object)"));
  g_string_free (reader.path, TRUE);
  return reader.flow;
}

/* --- Getters ---------------------------------------------------------------------------------- */

int
troupe_flow_find_index (TroupeFlow *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, -1);

  return GPOINTER_TO_INT (g_hash_table_lookup (self->indexes, name)) - 1;
}

gboolean
troupe_flow_has_errors (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->has_errors;
}

JsonNode *
troupe_flow_get_root (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->root;
}

const char *
troupe_flow_get_name (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name != NULL ? self->name : "";
}

const char *
troupe_flow_get_description (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->description;
}

guint
troupe_flow_get_n_methods (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->methods->len;
}

const TroupeFlowMethod *
troupe_flow_get_method (TroupeFlow *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->methods->len, NULL);

  return g_ptr_array_index (self->methods, index);
}

gboolean
troupe_flow_has_listener (TroupeFlow *self, const char *event)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  for (guint i = 0; i < troupe_flow_get_n_methods (self); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self, i);

      if ((method->listen != NULL && troupe_condition_mentions (method->listen, event)) ||
          (method->start_condition != NULL &&
           troupe_condition_mentions (method->start_condition, event)))
        return TRUE;
    }
  return FALSE;
}

const TroupeFlowMethod *
troupe_flow_find_method (TroupeFlow *self, const char *name)
{
  int index;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  index = troupe_flow_find_index (self, name);
  return index >= 0 ? g_ptr_array_index (self->methods, index) : NULL;
}

TroupeStateType
troupe_flow_get_state_type (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_STATE_NONE);

  return self->state_type;
}

TroupeValue *
troupe_flow_get_state_default (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->state_default;
}

TroupeValue *
troupe_flow_get_state_schema (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->state_schema;
}

const char *
troupe_flow_get_state_reference (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->state_type == TROUPE_STATE_PYDANTIC ? self->state_reference : NULL;
}

const char *
troupe_flow_get_input_provider (TroupeFlow *self)
{
  TroupeValue *value = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  value = troupe_value_get_member_of (self->config, "input_provider", TROUPE_VALUE_STRING);
  return value != NULL ? troupe_value_get_string (value, NULL) : NULL;
}

guint
troupe_flow_get_max_method_calls (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->max_method_calls;
}

gboolean
troupe_flow_get_suppress_events (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->suppress_events;
}

TroupeValue *
troupe_flow_get_config (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->config;
}

TroupeValue *
troupe_flow_get_persist (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->persist;
}

gboolean
troupe_flow_is_conversational (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->conversational;
}

TroupeValue *
troupe_flow_get_conversation (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->conversation;
}
