/* troupe-flow-reconnect.c: rewrites the condition of a listener when methods are removed
 *
 *
 * A condition is a Boolean function of the set of events seen so far (doc/flow-semantics.md §2.1),
 * so conditions can be substituted like formulas. Events whose value is determined by an enclosing
 * gate are omitted: in `a or (b and (a or c))` the inner `a` is redundant. Without this, conditions
 * that refer to each other would grow by a factor with every removed method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-reconnect"

#include "config.h"

#include "troupe-flow-conditions.h"
#include "troupe-flow-reconnect.h"
#include "troupe-tree.h"

/* Maximum number of condition parts visited for one method. */
#define MOST_VISITS 100000

/* A gate uses two levels of JSON nesting, and the document adds a few around it. */
#define DEEPEST_GATE (TROUPE_LIMIT_NESTING / 2 - 4)

typedef struct
{
  const TroupeGoneMethods *gone;
  const char *listener;
  GHashTable *known; /* events of enclosing gates, to whether they count as seen */
  GHashTable *busy;  /* removed methods being substituted */
  gboolean met_start;
  guint n_visits;
  guint n_events;
  gboolean failed; /* limit exceeded */
} Reconnection;

typedef struct
{
  gboolean is_or;
  gboolean decided;    /* its value is fixed: it adds nothing to the enclosing gate */
  gboolean known;      /* an input was omitted because its value is known */
  GHashTable *marked;  /* events that it added to the known ones */
  GHashTable *waiting; /* events marked before they are visited */
  GHashTable *gates;   /* serialized inner gates, to find duplicates */
  GPtrArray *inputs;
} Gate;

static void take (Reconnection *self, Gate *gate, JsonNode *node, guint level, guint depth);

const TroupeFlowMethod *
troupe_gone_methods_find (const TroupeGoneMethods *self, const char *event)
{
  const TroupeFlowMethod *method = NULL;

  if (g_hash_table_contains (self->names, event))
    method = troupe_flow_find_method (self->flow, event);
  return method != NULL ? method : g_hash_table_lookup (self->events, event);
}

/* --- Gates --------------------------------------------------------------------------------- */

static void
gate_init (Gate *self, gboolean is_or)
{
  g_assert (self != NULL);

  self->is_or = is_or;
  self->decided = FALSE;
  self->known = FALSE;
  self->marked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiting = g_hash_table_new (g_str_hash, g_str_equal);
  self->gates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
}

static void
gate_clear (Gate *self)
{
  g_assert (self != NULL);

  g_hash_table_unref (self->marked);
  g_hash_table_unref (self->waiting);
  g_hash_table_unref (self->gates);
  g_ptr_array_unref (self->inputs);
}

static void
mark (Reconnection *self, Gate *gate, const char *event)
{
  char *copy = g_strdup (event);

  g_assert (self != NULL);

  g_hash_table_add (gate->marked, copy);
  /* The other inputs of an `or` only matter while the event is not seen, those of an `and` only
   * while it is seen. */
  g_hash_table_insert (self->known, copy, GINT_TO_POINTER (!gate->is_or));
}

/* Returns TRUE if the value of the event is determined by an enclosing gate, so that this gate
 * can omit it. */
static gboolean
is_known (Reconnection *self, Gate *gate, const char *event)
{
  gpointer seen;

  g_assert (self != NULL);

  if (!g_hash_table_lookup_extended (self->known, event, NULL, &seen))
    return FALSE;
  if (gate->is_or == (GPOINTER_TO_INT (seen) != 0))
    gate->decided = TRUE;
  gate->known = TRUE;
  return TRUE;
}

static void
add_input (Reconnection *self, Gate *gate, JsonNode *node)
{
  g_ptr_array_add (gate->inputs, json_node_ref (node));
  if (++self->n_events > TROUPE_LIMIT_CONDITION)
    self->failed = TRUE;
}

/* Returns the node of the gate, its only input if one is left, or NULL if it adds nothing.
 * (transfer full) */
static JsonNode *
gate_to_node (Gate *self, JsonNode *from)
{
  const char *word = self->is_or ? "or" : "and";
  JsonNode *old = from != NULL ? troupe_condition_node_get_inputs (from) : NULL;
  JsonArray *before = old != NULL ? json_node_get_array (old) : NULL;
  gboolean same = before != NULL && json_array_get_length (before) == self->inputs->len;
  g_autoptr (JsonNode) list = NULL;
  JsonArray *array;
  JsonObject *object;

  g_assert (self != NULL);

  for (guint i = 0; same && i < self->inputs->len; i++)
    same = json_array_get_element (before, i) == self->inputs->pdata[i];
  if (self->decided)
    return NULL;
  if (same)
    return json_node_ref (from);
  if (self->inputs->len == 0)
    return NULL;
  if (self->inputs->len == 1)
    return json_node_ref (self->inputs->pdata[0]);
  array = json_array_new ();
  for (guint i = 0; i < self->inputs->len; i++)
    json_array_add_element (array, json_node_ref (self->inputs->pdata[i]));
  list = troupe_tree_take_array (array);
  if (from != NULL)
    return troupe_tree_with (from, list, word, NULL);
  object = json_object_new ();
  json_object_set_member (object, word, g_steal_pointer (&list));
  return troupe_tree_take_object (object);
}

/* --- Substitution ----------------------------------------------------------------------------- */

static gboolean
is_or_node (JsonNode *node)
{
  return g_str_equal (troupe_condition_node_get_word (node), "or");
}

/* Visits all inputs. The direct events are marked first, because they determine what matters in
 * the others. */
static void
take_inputs (Reconnection *self, Gate *gate, JsonNode *inputs, guint level, guint depth)
{
  JsonArray *array = json_node_get_array (inputs);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *event = troupe_tree_get_text (json_array_get_element (array, i));

      if (event == NULL || g_hash_table_contains (self->known, event) ||
          troupe_gone_methods_find (self->gone, event) != NULL ||
          (g_hash_table_size (self->busy) > 0 && g_str_equal (event, self->listener)))
        continue;
      mark (self, gate, event);
      g_hash_table_add (gate->waiting, (gpointer) event);
    }
  for (guint i = 0; i < json_array_get_length (array) && !self->failed; i++)
    take (self, gate, json_array_get_element (array, i), level, depth + 1);
}

/* Rewrites a gate of the other type inside @around. */
static JsonNode *
make_gate (Reconnection *self, Gate *around, JsonNode *node, guint level, guint depth)
{
  JsonNode *result = NULL;
  Gate gate;
  GHashTableIter iter;
  gpointer event;

  if (level > DEEPEST_GATE)
    {
      self->failed = TRUE;
      return NULL;
    }
  gate_init (&gate, is_or_node (node));
  take_inputs (self, &gate, troupe_condition_node_get_inputs (node), level, depth);
  g_hash_table_iter_init (&iter, gate.marked);
  while (g_hash_table_iter_next (&iter, &event, NULL))
    g_hash_table_remove (self->known, event);
  if (!self->failed)
    result = gate_to_node (&gate, node);
  /* An `or` whose inputs are all known as not seen makes the enclosing `and` false, and vice
   * versa. */
  if (result == NULL && gate.known && !gate.decided)
    around->decided = TRUE;
  around->known = around->known || gate.decided;
  gate_clear (&gate);
  return result;
}

/* Substitutes a removed method by its condition. */
static void
take_gone (Reconnection *self, Gate *gate, const TroupeFlowMethod *method, guint level, guint depth)
{
  g_autoptr (GPtrArray) passed = g_ptr_array_new ();
  JsonNode *node = NULL;

  g_assert (self != NULL);

  /* Follows a chain of methods in a loop instead of recursively, because its length is not
   * limited. */
  while (method != NULL && g_hash_table_add (self->busy, method->name))
    {
      const char *event;
      JsonObject *object;

      g_ptr_array_add (passed, method->name);
      self->met_start = self->met_start || (method->start && method->start_condition == NULL);
      object = json_node_get_object (method->node);
      if (method->listen != NULL)
        node = json_object_get_member (object, "listen");
      else
        node = method->start_condition != NULL ? json_object_get_member (object, "start") : NULL;
      event = node != NULL ? troupe_tree_get_text (node) : NULL;
      method = event != NULL && !g_str_equal (event, self->listener)
                   ? troupe_gone_methods_find (self->gone, event)
                   : NULL;
    }
  /* A circular chain has no input from outside. */
  if (method == NULL && node != NULL)
    take (self, gate, node, level, depth + 1);
  for (guint i = 0; i < passed->len; i++)
    g_hash_table_remove (self->busy, passed->pdata[i]);
}

static void
take (Reconnection *self, Gate *gate, JsonNode *node, guint level, guint depth)
{
  const char *event = troupe_tree_get_text (node);

  g_assert (self != NULL);

  if (++self->n_visits > MOST_VISITS || depth > TROUPE_LIMIT_NESTING)
    self->failed = TRUE;
  if (self->failed)
    return;
  if (event != NULL)
    {
      const TroupeFlowMethod *method = troupe_gone_methods_find (self->gone, event);
      guint n_inputs = gate->inputs->len;

      /* A method does not wait for itself. */
      if (g_hash_table_size (self->busy) > 0 && g_str_equal (event, self->listener))
        return;
      if (g_hash_table_remove (gate->waiting, event))
        {
          add_input (self, gate, node);
          return;
        }
      if ((method != NULL && g_hash_table_contains (self->busy, method->name)) ||
          is_known (self, gate, event))
        return;
      if (method == NULL)
        add_input (self, gate, node);
      else
        take_gone (self, gate, method, level, depth);
      if (gate->inputs->len > n_inputs)
        mark (self, gate, event);
    }
  else if (troupe_condition_node_get_inputs (node) != NULL)
    {
      JsonNode *inputs = troupe_condition_node_get_inputs (node);
      g_autoptr (JsonNode) made = NULL;
      char *text;

      if (is_or_node (node) == gate->is_or)
        {
          take_inputs (self, gate, inputs, level, depth);
          return;
        }
      made = make_gate (self, gate, node, level + 1, depth);
      if (made == NULL)
        return;
      /* The gate collapsed to one input: an event, or a gate of the same type as the enclosing one. */
      if (troupe_condition_node_get_inputs (made) == NULL || is_or_node (made) == gate->is_or)
        {
          take (self, gate, made, level, depth + 1);
          return;
        }
      text = troupe_json_write (made, NULL, NULL);
      if (g_hash_table_add (gate->gates, text))
        add_input (self, gate, made);
    }
  else
    add_input (self, gate, node);
}

static gboolean
mentions_gone (const TroupeGoneMethods *self, JsonNode *node, guint depth)
{
  const char *event = troupe_tree_get_text (node);
  JsonNode *inputs = troupe_condition_node_get_inputs (node);
  JsonArray *array;

  if (event != NULL)
    return troupe_gone_methods_find (self, event) != NULL;
  if (inputs == NULL || depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  array = json_node_get_array (inputs);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      if (mentions_gone (self, json_array_get_element (array, i), depth + 1))
        return TRUE;
    }
  return FALSE;
}

static JsonNode *
rebuild (Reconnection *self, JsonNode *condition)
{
  gboolean is_gate = troupe_condition_node_get_inputs (condition) != NULL;
  JsonNode *result = NULL;
  Gate gate;

  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  self->busy = g_hash_table_new (g_str_hash, g_str_equal);
  gate_init (&gate, !is_gate || is_or_node (condition));
  take (self, &gate, condition, 0, 0);
  if (!self->failed)
    result = gate_to_node (&gate, is_gate ? condition : NULL);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->busy);
  gate_clear (&gate);
  return result;
}

gboolean
troupe_gone_methods_reconnect (const TroupeGoneMethods *self,
                               const char *listener,
                               JsonNode *condition,
                               JsonNode **result,
                               gboolean *met_start)
{
  Reconnection reconnection = { .gone = self, .listener = listener };
  g_autoptr (JsonNode) first = NULL;

  *met_start = FALSE;
  *result = NULL;
  if (!mentions_gone (self, condition, 0))
    {
      *result = json_node_ref (condition);
      return TRUE;
    }
  first = rebuild (&reconnection, condition);
  *met_start = reconnection.met_start;
  /* A second pass omits inputs that are redundant because of inputs added after them. */
  if (first != NULL)
    {
      reconnection = (Reconnection){ .gone = self, .listener = listener };
      *result = rebuild (&reconnection, first);
    }
  return !reconnection.failed;
}
