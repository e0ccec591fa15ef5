/* troupe-flow-condition.c: parses conditions: events, and/or gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-condition"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-condition.h"
#include "troupe-flow-reader.h"

typedef struct
{
  TroupeFlowReader *reader;
  const char *owner;
  gboolean told_of_owner;
} ConditionReader;

static TroupeCondition *read_condition (ConditionReader *self, JsonNode *node, guint depth);

void
troupe_condition_free (TroupeCondition *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_children; i++)
    troupe_condition_free (self->children[i]);
  g_free (self->children);
  g_free (self->event);
  g_free (self);
}

static TroupeCondition *
condition_new (TroupeConditionType type, JsonNode *node)
{
  TroupeCondition *self = g_new0 (TroupeCondition, 1);

  self->type = type;
  self->node = node;
  return self;
}

static TroupeCondition *
condition_new_event (ConditionReader *self, const char *event, JsonNode *node)
{
  TroupeCondition *condition = condition_new (TROUPE_CONDITION_EVENT, node);
  TroupeProblem *problem;

  condition->event = g_strdup (event);
  if (self->owner != NULL && !self->told_of_owner && g_str_equal (event, self->owner))
    {
      self->told_of_owner = TRUE;
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_ERROR, node, "self_listen",
          _ ("“%s” listens to itself and would never end. Expected another method or event."),
          self->owner);
      problem->fix = g_strdup (_ ("Listen to another method, or rename the event."));
    }
  return condition;
}

/* If the value is not a list, iterates over the characters of a string or the keys of an object,
 * as CrewAI does (doc/flow-semantics.md §2). */
static gboolean
read_odd_children (ConditionReader *self, JsonNode *list, GPtrArray *children)
{
  if (JSON_NODE_HOLDS_OBJECT (list))
    {
      JsonObjectIter iter;
      const char *key;

      json_object_iter_init_ordered (&iter, json_node_get_object (list));
      while (json_object_iter_next_ordered (&iter, &key, NULL))
        g_ptr_array_add (children, condition_new_event (self, key, list));
      return TRUE;
    }
  if (troupe_json_node_is_text (list))
    {
      const char *text = json_node_get_string (list);

      for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
        {
          g_autofree char *letter = g_strndup (c, (gsize) (g_utf8_next_char (c) - c));

          g_ptr_array_add (children, condition_new_event (self, letter, list));
        }
      return TRUE;
    }
  return FALSE;
}

static void
refuse (ConditionReader *self, JsonNode *node, const char *expected)
{
  g_autofree char *found = NULL;

  g_assert (self != NULL);

  if (self->owner == NULL)
    return;
  found = troupe_flow_describe_node (node);
  troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, node, "bad_condition",
                             _ ("Expected %s, found %s."), expected, found);
}

static TroupeCondition *
read_gate (ConditionReader *self, JsonNode *node, const char *key, guint depth)
{
  JsonNode *list = json_object_get_member (json_node_get_object (node), key);
  TroupeConditionType type = g_str_equal (key, "and") ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR;
  TroupeCondition *condition = condition_new (type, node);
  GPtrArray *children = g_ptr_array_new ();
  gsize mark = troupe_flow_reader_enter (self->reader, key);

  g_assert (self != NULL);

  if (JSON_NODE_HOLDS_ARRAY (list))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
        {
          JsonNode *child = json_array_get_element (json_node_get_array (list), i);
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          g_ptr_array_add (children, read_condition (self, child, depth + 1));
          troupe_flow_reader_leave (self->reader, inner);
        }
    }
  else if (!read_odd_children (self, list, children))
    {
      condition->type = TROUPE_CONDITION_INVALID;
      refuse (self, list, _ ("a list of events and conditions"));
    }
  troupe_flow_reader_leave (self->reader, mark);
  condition->n_children = children->len;
  g_ptr_array_add (children, NULL);
  condition->children = (TroupeCondition **) g_ptr_array_free (children, FALSE);
  return condition;
}

static TroupeCondition *
read_condition (ConditionReader *self, JsonNode *node, guint depth)
{
  g_assert (self != NULL);

  if (troupe_json_node_is_text (node))
    return condition_new_event (self, json_node_get_string (node), node);
  /* CrewAI only checks null members when it evaluates the condition. */
  if (JSON_NODE_HOLDS_NULL (node) && depth > 0)
    {
      troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "bad_condition",
          _ ("The condition has neither “and” nor “or”: the run will fail at this condition."));
      return condition_new (TROUPE_CONDITION_INVALID, node);
    }
  if (!JSON_NODE_HOLDS_OBJECT (node) || depth > TROUPE_LIMIT_NESTING)
    {
      refuse (self, node, _ ("an event name, {\"and\": […]} or {\"or\": […]}"));
      return condition_new (TROUPE_CONDITION_INVALID, node);
    }
  if (json_object_has_member (json_node_get_object (node), "and"))
    {
      /* If both keys exist, only `and` counts, but both are checked (§2). */
      if (self->owner != NULL && json_object_has_member (json_node_get_object (node), "or"))
        troupe_condition_free (read_gate (self, node, "or", depth));
      return read_gate (self, node, "and", depth);
    }
  if (json_object_has_member (json_node_get_object (node), "or"))
    return read_gate (self, node, "or", depth);
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, node, "bad_condition",
      _ ("The condition has neither “and” nor “or”: the run will fail at this condition."));
  return condition_new (TROUPE_CONDITION_INVALID, node);
}

TroupeCondition *
troupe_flow_reader_read_condition (TroupeFlowReader *self, JsonNode *node, const char *owner)
{
  ConditionReader reader = { self, owner, FALSE };

  return read_condition (&reader, node, 0);
}

gboolean
troupe_condition_mentions (const TroupeCondition *self, const char *event)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  if (self->type == TROUPE_CONDITION_EVENT)
    return g_str_equal (self->event, event);
  for (guint i = 0; i < self->n_children; i++)
    {
      if (troupe_condition_mentions (self->children[i], event))
        return TRUE;
    }
  return FALSE;
}

static char *to_text (const TroupeCondition *self, gboolean nested);

/* Joins the children from @start to @end by divide and conquer, so that the text is not copied
 * for each of them. */
static char *
join_texts (const TroupeCondition *self, guint start, guint end)
{
  g_autofree char *left = NULL, *right = NULL;
  guint middle = start + (end - start) / 2;

  g_assert (self != NULL);

  if (end - start == 1)
    return to_text (self->children[start], TRUE);
  left = join_texts (self, start, middle);
  right = join_texts (self, middle, end);
  return g_strdup_printf (self->type == TROUPE_CONDITION_AND ? C_ ("condition", "%s and %s")
                                                             : C_ ("condition", "%s or %s"),
                          left, right);
}

static char *
to_text (const TroupeCondition *self, gboolean nested)
{
  g_autofree char *inside = NULL;

  g_assert (self != NULL);

  if (self->type == TROUPE_CONDITION_EVENT)
    return g_strdup (self->event);
  if (self->type == TROUPE_CONDITION_INVALID)
    return g_strdup ("?");
  if (self->n_children == 0)
    return g_strdup (self->type == TROUPE_CONDITION_AND ? _ ("always") : _ ("never"));
  inside = join_texts (self, 0, self->n_children);
  return nested && self->n_children > 1 ? g_strconcat ("(", inside, ")", NULL)
                                        : g_steal_pointer (&inside);
}

char *
troupe_condition_to_text (const TroupeCondition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return to_text (self, FALSE);
}

static void
collect_events (const TroupeCondition *self, GHashTable *seen, GPtrArray *events)
{
  g_assert (self != NULL);

  if (self->type == TROUPE_CONDITION_EVENT)
    {
      if (g_hash_table_add (seen, self->event))
        g_ptr_array_add (events, self->event);
      return;
    }
  for (guint i = 0; i < self->n_children; i++)
    collect_events (self->children[i], seen, events);
}

GPtrArray *
troupe_condition_get_events (const TroupeCondition *self)
{
  g_autoptr (GHashTable) seen = NULL;
  GPtrArray *events;

  g_return_val_if_fail (self != NULL, NULL);

  events = g_ptr_array_new ();
  if (self->type == TROUPE_CONDITION_EVENT)
    {
      g_ptr_array_add (events, self->event);
      return events;
    }
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  collect_events (self, seen, events);
  return events;
}
