/* troupe-flow-difference.c: which results of an earlier run no longer fit a flow, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-difference"

#include "config.h"

#include "troupe-flow-difference.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-reads.h"
#include "troupe-json.h"
#include "troupe-tree.h"
#include "troupe-value.h"

/* More reasons of one method are not listed. */
#define MOST_CHANGES 12

/* A method of the flow as it is now. @changes: (nullable); @listeners, @users: (nullable) (element-type guint): the methods that its events
 *   start, and those whose expressions use its output; @is_source: whether the results of others may differ because of it;
 *   @is_known: whether the flow before had it */
typedef struct
{
  const TroupeFlowMethod *method;
  TroupeFlowReads reads;
  GPtrArray *changes;
  GArray *listeners;
  GArray *users;
  gboolean is_source;
  gboolean is_known;
} Node;

/* @has_wide: whether a method uses all outputs; @kept: (nullable): borrowed while it is created */
struct _TroupeFlowDifference
{
  const char *const *kept;
  TroupeFlow *before;
  TroupeFlow *after;
  TroupeValue *files_before;
  TroupeValue *files_after;
  Node *nodes;
  guint n_nodes;
  gboolean has_wide;
};

static void
add (Node *node, TroupeChangeKind kind, const char *name)
{
  if (node->changes == NULL)
    node->changes = troupe_changes_new ();
  if (node->changes->len < MOST_CHANGES)
    troupe_changes_add (node->changes, kind, name, NULL);
}

static gboolean
is_kept (TroupeFlowDifference *self, const Node *node)
{
  return self->kept != NULL && g_strv_contains (self->kept, node->method->name);
}

/* --- Changes of the method itself ---------------------------------------------------------------- */

static TroupeValue *
make_value (JsonNode *node)
{
  return node != NULL ? troupe_value_from_node (node) : NULL;
}

/* Compares what the methods declare. The trees of an open document share unchanged nodes. */
static void
compare_definition (Node *node, const TroupeFlowMethod *before)
{
  static const char *const no_result[] = { "description", "start", "listen", "do", NULL };
  static const char *const trigger[] = { "start", "listen" };
  static const char *const none[] = { NULL };
  const TroupeFlowMethod *after = node->method;
  g_autoptr (TroupeValue) old = NULL;
  g_autoptr (TroupeValue) new = NULL;
  g_autoptr (GPtrArray) changes = NULL;

  if (before->node == after->node || (before->node != NULL && after->node != NULL &&
                                      troupe_json_node_equal (before->node, after->node)))
    return;
  old = make_value (before->node);
  new = make_value (after->node);
  changes = troupe_changes_new ();
  troupe_changes_compare_fields (changes, troupe_value_get_member (old, "do"),
                                 troupe_value_get_member (new, "do"), none, TROUPE_CHANGE_FIELD,
                                 TROUPE_CHANGE_MODEL, NULL);
  troupe_changes_compare_fields (changes, old, new, no_result, TROUPE_CHANGE_FIELD,
                                 TROUPE_CHANGE_MODEL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (trigger); i++)
    {
      TroupeValue *a = troupe_value_get_member (old, trigger[i]);
      TroupeValue *b = troupe_value_get_member (new, trigger[i]);

      if (a != b && (a == NULL || b == NULL || !troupe_value_equal (a, b)))
        troupe_changes_add (changes, TROUPE_CHANGE_TRIGGER, NULL, NULL);
    }
  if (changes->len > 0)
    node->changes = g_steal_pointer (&changes);
}

static void
compare_pins (TroupeFlowDifference *self, Node *node)
{
  const char *name = node->method->name;
  TroupeValue *before = troupe_flow_get_pin (self->before, name);
  TroupeValue *after = troupe_flow_get_pin (self->after, name);

  if (before != after && (before == NULL || after == NULL || !troupe_value_equal (before, after)))
    add (node, TROUPE_CHANGE_PIN, NULL);
  else if (troupe_flow_is_muted (self->before, name) != troupe_flow_is_muted (self->after, name))
    add (node, TROUPE_CHANGE_PIN, NULL);
}

static void
compare_files (TroupeFlowDifference *self, GPtrArray *changes, const TroupeFlowAction *action)
{
  g_autoptr (TroupeValue) reference = NULL;

  if (action == NULL)
    return;
  if (action->reference != NULL)
    reference = troupe_value_new_string (action->reference, -1);
  troupe_changes_compare_files (changes, reference, self->files_before, self->files_after);
  troupe_changes_compare_files (changes, action->definition, self->files_before, self->files_after);
  for (guint i = 0; i < action->n_steps; i++)
    compare_files (self, changes, action->steps[i].action);
}

static gboolean
differ (TroupeValue *a, TroupeValue *b)
{
  return a != b && (a == NULL || b == NULL || !troupe_value_equal (a, b));
}

/* Returns TRUE if a turn of a conversation executed the flow, which then has the fields of turns in its state in addition. */
static gboolean
is_turn (TroupeFlow *flow)
{
  JsonNode *root = troupe_flow_get_root (flow);

  return root != NULL && troupe_tree_get (root, "x-troupe", "conversation", NULL) != NULL;
}

/* Compares the state of a flow with that of an earlier turn, in which a default state has become fields with defaults. */
static gboolean
is_state_of_turn (TroupeFlow *turn, TroupeFlow *flow)
{
  const gboolean has_schema = troupe_flow_get_state_type (flow) == TROUPE_STATE_JSON_SCHEMA;
  TroupeValue *all = troupe_value_get_member (troupe_flow_get_state_schema (turn), "properties");
  TroupeValue *own =
      has_schema ? troupe_value_get_member (troupe_flow_get_state_schema (flow), "properties")
                 : troupe_flow_get_state_default (flow);

  if (own != NULL && !troupe_value_is (own, TROUPE_VALUE_MAP))
    return FALSE;
  for (gsize i = 0; own != NULL && i < troupe_value_map_get_size (own); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (own, i), NULL);
      TroupeValue *field = troupe_value_get_member (all, name);

      if (!has_schema && !g_str_equal (name, "id"))
        field = troupe_value_get_member (field, "default");
      else if (!has_schema)
        continue;
      if (field == NULL || !troupe_value_equal (field, troupe_value_map_get_value (own, i)))
        return FALSE;
    }
  return !has_schema ||
         !differ (troupe_flow_get_state_default (turn), troupe_flow_get_state_default (flow));
}

static gboolean
compare_states (TroupeFlow *before, TroupeFlow *after)
{
  if (before == after)
    return FALSE;
  if (is_turn (before) && !is_turn (after))
    return !is_state_of_turn (before, after);
  return troupe_flow_get_state_type (before) != troupe_flow_get_state_type (after) ||
         differ (troupe_flow_get_state_default (before), troupe_flow_get_state_default (after)) ||
         differ (troupe_flow_get_state_schema (before), troupe_flow_get_state_schema (after));
}

/* Finds what was changed in the method itself. */
static void
compare (TroupeFlowDifference *self, Node *node, gboolean is_state_changed)
{
  const TroupeFlowMethod *before = troupe_flow_find_method (self->before, node->method->name);

  g_assert (self != NULL);

  node->is_known = before != NULL;
  node->is_source = before == NULL;
  if (before == NULL || is_kept (self, node))
    return;
  compare_definition (node, before);
  compare_pins (self, node);
  if (self->files_before != NULL && self->files_after != NULL)
    {
      g_autoptr (GPtrArray) changes = troupe_changes_new ();

      compare_files (self, changes, node->method->action);
      for (guint i = 0; i < changes->len; i++)
        add (node, TROUPE_CHANGE_FILE, ((TroupeChange *) g_ptr_array_index (changes, i))->name);
    }
  if (is_state_changed && node->reads.state)
    add (node, TROUPE_CHANGE_STATE, NULL);
  node->is_source = node->changes != NULL;
}

/* --- What hangs on it ------------------------------------------------------------------------------ */

static void
add_index (GArray **list, guint index)
{
  if (*list == NULL)
    *list = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (*list, index);
}

/* @events: event → GArray of the methods that it starts */
static void
add_listener (GHashTable *events, const TroupeCondition *condition, guint index)
{
  g_autoptr (GPtrArray) names =
      condition != NULL ? troupe_condition_get_events (condition) : g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      GArray *list = g_hash_table_lookup (events, name);
      const gboolean is_new = list == NULL;

      add_index (&list, index);
      if (is_new)
        g_hash_table_insert (events, (gpointer) name, list);
    }
}

static void
take_listeners (Node *node, GHashTable *events, const char *event)
{
  GArray *list = g_hash_table_lookup (events, event);

  for (guint i = 0; list != NULL && i < list->len; i++)
    add_index (&node->listeners, g_array_index (list, guint, i));
}

static void
unref_array (gpointer data)
{
  g_array_unref (data);
}

/* Adds a reason to the method, and queues it if it was not stale before. */
static void
reach (TroupeFlowDifference *self, GArray *queue, guint index, TroupeChangeKind kind, guint from)
{
  Node *node = &self->nodes[index];
  const gboolean was_source = node->is_source;

  if (index == from || !node->is_known || is_kept (self, node))
    return;
  add (node, kind, self->nodes[from].method->name);
  node->is_source = TRUE;
  if (!was_source)
    g_array_append_val (queue, index);
}

/* Visits everything that may be executed after the method. */
static void
reach_below (TroupeFlowDifference *self, GArray *queue, guint from)
{
  const gboolean writes = self->nodes[from].reads.writes_state;
  g_autofree gboolean *seen = NULL;
  g_autoptr (GArray) below = NULL;

  if (!writes && !self->has_wide)
    return;
  seen = g_new0 (gboolean, self->n_nodes);
  below = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (below, from);
  for (guint i = 0; i < below->len; i++)
    {
      const Node *node = &self->nodes[g_array_index (below, guint, i)];

      for (guint k = 0; node->listeners != NULL && k < node->listeners->len; k++)
        {
          const guint next = g_array_index (node->listeners, guint, k);

          if (seen[next])
            continue;
          seen[next] = TRUE;
          g_array_append_val (below, next);
          if (self->nodes[next].reads.all_outputs)
            reach (self, queue, next, TROUPE_CHANGE_OUTPUT, from);
          if (writes && self->nodes[next].reads.state)
            reach (self, queue, next, TROUPE_CHANGE_STATE_OF, from);
        }
    }
}

static void
spread (TroupeFlowDifference *self)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_nodes; i++)
    if (self->nodes[i].is_source)
      g_array_append_val (queue, i);
  if (queue->len > 0)
    {
      g_autoptr (GHashTable) events =
          g_hash_table_new_full (g_str_hash, g_str_equal, NULL, unref_array);

      /* Finds the listeners and the users of each method. */
      for (guint i = 0; i < self->n_nodes; i++)
        {
          Node *node = &self->nodes[i];

          add_listener (events, node->method->listen, i);
          add_listener (events, node->method->start_condition, i);
          for (guint k = 0; k < node->reads.outputs->len; k++)
            add_index (&self->nodes[g_array_index (node->reads.outputs, guint, k)].users, i);
          self->has_wide = self->has_wide || node->reads.all_outputs;
        }
      for (guint i = 0; i < self->n_nodes; i++)
        {
          Node *node = &self->nodes[i];
          gboolean is_complete = FALSE;
          g_autoptr (GPtrArray) emitted =
              node->method->router ? troupe_flow_method_list_events (node->method, &is_complete)
                                   : NULL;

          take_listeners (node, events, node->method->name);
          for (guint k = 0; emitted != NULL && k < emitted->len; k++)
            take_listeners (node, events, g_ptr_array_index (emitted, k));
        }
    }
  for (guint i = 0; i < queue->len; i++)
    {
      const guint from = g_array_index (queue, guint, i);
      const Node *node = &self->nodes[from];

      for (guint k = 0; node->users != NULL && k < node->users->len; k++)
        reach (self, queue, g_array_index (node->users, guint, k), TROUPE_CHANGE_OUTPUT, from);
      for (guint k = 0; node->listeners != NULL && k < node->listeners->len; k++)
        {
          const guint next = g_array_index (node->listeners, guint, k);

          if (self->nodes[next].reads.parameter)
            reach (self, queue, next, TROUPE_CHANGE_INPUT, from);
          else if (node->method->router)
            reach (self, queue, next, TROUPE_CHANGE_ROUTER, from);
        }
      reach_below (self, queue, from);
    }
}

/* --- Public functions ---------------------------------------------------------------------------- */

TroupeFlowDifference *
troupe_flow_difference_new (TroupeFlow *before,
                            TroupeFlow *after,
                            TroupeValue *files_before,
                            TroupeValue *files_after,
                            const char *const *kept)
{
  TroupeFlowDifference *self = g_new0 (TroupeFlowDifference, 1);
  gboolean is_state_changed;

  g_return_val_if_fail (before != NULL && after != NULL, self);

  self->before = troupe_flow_ref (before);
  self->after = troupe_flow_ref (after);
  self->files_before = files_before != NULL ? troupe_value_ref (files_before) : NULL;
  self->files_after = files_after != NULL ? troupe_value_ref (files_after) : NULL;
  self->kept = kept;
  self->n_nodes = troupe_flow_get_n_methods (after);
  self->nodes = g_new0 (Node, self->n_nodes + 1);
  is_state_changed = compare_states (before, after);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      self->nodes[i].method = troupe_flow_get_method (after, i);
      troupe_flow_reads_init (&self->nodes[i].reads, self->nodes[i].method);
      compare (self, &self->nodes[i], is_state_changed);
    }
  spread (self);
  self->kept = NULL;
  return self;
}

void
troupe_flow_difference_free (TroupeFlowDifference *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_nodes; i++)
    {
      Node *node = &self->nodes[i];

      troupe_flow_reads_clear (&node->reads);
      g_clear_pointer (&node->changes, g_ptr_array_unref);
      g_clear_pointer (&node->listeners, g_array_unref);
      g_clear_pointer (&node->users, g_array_unref);
    }
  g_free (self->nodes);
  g_clear_pointer (&self->before, troupe_flow_unref);
  g_clear_pointer (&self->after, troupe_flow_unref);
  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  g_free (self);
}

GPtrArray *
troupe_flow_difference_get (TroupeFlowDifference *self, const char *method)
{
  const int index = troupe_flow_find_index (self->after, method);

  g_return_val_if_fail (self != NULL && method != NULL, NULL);

  return index >= 0 ? self->nodes[index].changes : NULL;
}
