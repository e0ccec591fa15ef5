/* troupe-flow-conditions.c: drawing and taking away wires: editing what a method waits for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-conditions"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-document-private.h"

/* --- Trees of conditions --------------------------------------------------------------------- */

const char *
troupe_condition_node_get_word (JsonNode *node)
{
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  object = json_node_get_object (node);
  if (json_object_has_member (object, "and"))
    return "and";
  return json_object_has_member (object, "or") ? "or" : NULL;
}

JsonNode *
troupe_condition_node_get_inputs (JsonNode *gate)
{
  const char *word = troupe_condition_node_get_word (gate);
  JsonNode *list = word != NULL ? json_object_get_member (json_node_get_object (gate), word) : NULL;

  return list != NULL && JSON_NODE_HOLDS_ARRAY (list) ? list : NULL;
}

/* The gate with other inputs: the input itself where one is left of several, NULL where none is. */
static JsonNode *
with_inputs (JsonNode *gate, JsonNode *inputs, gboolean collapse)
{
  JsonArray *array = json_node_get_array (inputs);

  if (collapse && json_array_get_length (array) == 0)
    return NULL;
  if (collapse && json_array_get_length (array) == 1)
    return json_node_ref (json_array_get_element (array, 0));
  return troupe_tree_with (gate, inputs, troupe_condition_node_get_word (gate), NULL);
}

typedef struct
{
  TroupeMapEventFunc func;
  gpointer user_data;
  guint depth;
} ConditionMap;

static JsonNode *map_condition (const char *key, JsonNode *node, gpointer user_data);

static JsonNode *
map_gate (JsonNode *node, JsonNode *inputs, ConditionMap *self)
{
  g_autoptr (JsonNode) mapped = NULL;

  self->depth++;
  mapped = troupe_tree_map (inputs, map_condition, self);
  self->depth--;
  if (mapped == inputs)
    return json_node_ref (node);
  return with_inputs (node, mapped,
                      json_array_get_length (json_node_get_array (mapped)) <
                          json_array_get_length (json_node_get_array (inputs)));
}

static JsonNode *
map_condition (const char *key, JsonNode *node, gpointer user_data)
{
  ConditionMap *self = user_data;
  const char *event = troupe_tree_get_text (node);
  JsonNode *inputs = troupe_condition_node_get_inputs (node);

  if (event != NULL)
    return self->func (event, node, self->user_data);
  if (inputs != NULL && self->depth <= TROUPE_LIMIT_NESTING)
    return map_gate (node, inputs, self);
  return json_node_ref (node);
}

JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data)
{
  ConditionMap map = { func, user_data, 0 };

  return map_condition (NULL, condition, &map);
}

/* --- One place inside a condition ------------------------------------------------------------ */

/* What the gate at the place becomes. (transfer full) (nullable) */
typedef JsonNode *(*EditGateFunc) (JsonNode *gate, gpointer user_data, GError **error);

typedef struct
{
  EditGateFunc func;
  gpointer user_data;
} GateEdit;

static JsonNode *
replace_input (JsonNode *gate, JsonNode *inputs, guint index, JsonNode *input)
{
  g_autofree char *key = g_strdup_printf ("%u", index);
  g_autoptr (JsonNode) changed = troupe_tree_with (inputs, input, key, NULL);

  return with_inputs (gate, changed, input == NULL);
}

/* Goes down the child indexes of @place to the gate. NULL with no error where nothing is left. */
static JsonNode *
edit_gate (GateEdit *self, JsonNode *node, const char *place, GError **error)
{
  g_autoptr (JsonNode) input = NULL;
  g_autoptr (GError) problem = NULL;
  JsonNode *inputs = troupe_condition_node_get_inputs (node);
  guint64 index;
  char *rest;

  if (inputs == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("There is no such gate in this condition."));
      return NULL;
    }
  if (*place == '\0')
    return self->func (node, self->user_data, error);
  index = g_ascii_strtoull (place, &rest, 10);
  if (rest == place || index >= json_array_get_length (json_node_get_array (inputs)))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("There is no such gate in this condition."));
      return NULL;
    }
  input = edit_gate (self, json_array_get_element (json_node_get_array (inputs), (guint) index),
                     *rest == '.' ? rest + 1 : rest, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  return replace_input (node, inputs, (guint) index, input);
}

/* --- The document -------------------------------------------------------------------------- */

/* A conditional start waits in `start`, every other method in `listen`. */
static const char *
get_condition_key (JsonNode *method)
{
  JsonObject *object = json_node_get_object (method);
  JsonNode *start = json_object_get_member (object, "start");
  const char *text = troupe_tree_get_text (start);

  JsonNode *listen = json_object_get_member (object, "listen");

  if (listen != NULL && !JSON_NODE_HOLDS_NULL (listen))
    return "listen";
  if ((text != NULL && *text != '\0') || troupe_condition_node_get_word (start) != NULL)
    return "start";
  return "listen";
}

/* The condition of a method; NULL where it waits for nothing. */
static JsonNode *
get_condition (JsonNode *method)
{
  JsonNode *node =
      json_object_get_member (json_node_get_object (method), get_condition_key (method));

  return node == NULL || JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

static gboolean
set_condition (TroupeFlowDocument *self,
               const char *name,
               JsonNode *method,
               JsonNode *condition,
               const char *label,
               GError **error)
{
  g_autoptr (JsonNode) root =
      troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), condition, "methods",
                        name, get_condition_key (method), NULL);

  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

static JsonNode *
new_gate (const char *word, JsonNode *first, JsonNode *second)
{
  JsonArray *inputs = json_array_new ();
  JsonObject *gate = json_object_new ();

  json_array_add_element (inputs, json_node_ref (first));
  json_array_add_element (inputs, json_node_ref (second));
  json_object_set_member (gate, word, troupe_tree_take_array (inputs));
  return troupe_tree_take_object (gate);
}

static gboolean
holds_event (JsonNode *gate, const char *event)
{
  JsonNode *inputs = troupe_condition_node_get_inputs (gate);

  for (guint i = 0; inputs != NULL && i < json_array_get_length (json_node_get_array (inputs)); i++)
    {
      if (g_strcmp0 (troupe_tree_get_text (
                         json_array_get_element (json_node_get_array (inputs), i)),
                     event) == 0)
        return TRUE;
    }
  return FALSE;
}

static JsonNode *
add_input (JsonNode *gate, gpointer user_data, GError **error)
{
  JsonNode *event = user_data;
  g_autoptr (JsonNode) inputs = NULL;

  if (holds_event (gate, json_node_get_string (event)))
    return json_node_ref (gate);
  inputs = troupe_tree_with (troupe_condition_node_get_inputs (gate), event, "-1", NULL);
  return troupe_tree_with (gate, inputs, troupe_condition_node_get_word (gate), NULL);
}

static JsonNode *
join (JsonNode *current, JsonNode *event, gboolean with_and)
{
  const char *word = with_and ? "and" : "or";

  if (current == NULL)
    return json_node_ref (event);
  if (g_strcmp0 (troupe_tree_get_text (current), json_node_get_string (event)) == 0)
    return json_node_ref (current);
  if (g_strcmp0 (troupe_condition_node_get_word (current), word) == 0 &&
      troupe_condition_node_get_inputs (current) != NULL)
    return add_input (current, event, NULL);
  return new_gate (word, current, event);
}

gboolean
troupe_flow_document_connect (TroupeFlowDocument *self,
                              const char *event,
                              const char *target,
                              const char *gate,
                              gboolean with_and,
                              GError **error)
{
  g_autoptr (JsonNode) word = NULL, condition = NULL;
  g_autofree char *label = NULL;
  JsonNode *method, *current;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (event != NULL && target != NULL, FALSE);

  method = troupe_flow_document_get_method_node (self, target, error);
  if (method == NULL)
    return FALSE;
  if (g_str_equal (event, target) && g_str_equal (get_condition_key (method), "listen"))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("“%s” cannot listen to itself: it would never end."), target);
      return FALSE;
    }
  word = troupe_json_node_new_string (event);
  current = get_condition (method);
  if (gate != NULL && current != NULL && troupe_condition_node_get_inputs (current) != NULL)
    {
      GateEdit edit = { add_input, word };

      condition = edit_gate (&edit, current, gate, error);
      if (condition == NULL)
        return FALSE;
    }
  else
    condition = join (current, word, with_and);
  if (condition == current)
    return TRUE;
  label = g_strdup_printf (_ ("Connect %s to %s"), event, target);
  return set_condition (self, target, method, condition, label, error);
}

typedef struct
{
  const char *event;
  gboolean found;
} EventRemoval;

static JsonNode *
remove_first (const char *event, JsonNode *node, gpointer user_data)
{
  EventRemoval *self = user_data;

  if (self->found || !g_str_equal (event, self->event))
    return json_node_ref (node);
  self->found = TRUE;
  return NULL;
}

static JsonNode *
remove_input (JsonNode *gate, gpointer user_data, GError **error)
{
  EventRemoval *self = user_data;
  JsonNode *inputs = troupe_condition_node_get_inputs (gate);
  JsonArray *array = json_node_get_array (inputs);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      if (g_strcmp0 (troupe_tree_get_text (json_array_get_element (array, i)), self->event) == 0)
        {
          self->found = TRUE;
          return replace_input (gate, inputs, i, NULL);
        }
    }
  return json_node_ref (gate);
}

gboolean
troupe_flow_document_disconnect (TroupeFlowDocument *self,
                                 const char *event,
                                 const char *target,
                                 const char *gate,
                                 GError **error)
{
  EventRemoval removal = { event, FALSE };
  g_autoptr (JsonNode) condition = NULL;
  g_autoptr (GError) problem = NULL;
  g_autofree char *label = NULL;
  JsonNode *method, *current;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (event != NULL && target != NULL, FALSE);

  method = troupe_flow_document_get_method_node (self, target, error);
  if (method == NULL)
    return FALSE;
  current = get_condition (method);
  if (current != NULL && gate != NULL && troupe_condition_node_get_inputs (current) != NULL)
    {
      GateEdit edit = { remove_input, &removal };

      condition = edit_gate (&edit, current, gate, &problem);
    }
  else if (current != NULL)
    condition = troupe_tree_map_condition (current, remove_first, &removal);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (!removal.found)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("“%s” does not listen to “%s”."), target, event);
      return FALSE;
    }
  label = g_strdup_printf (_ ("Disconnect %s From %s"), event, target);
  return set_condition (self, target, method, condition, label, error);
}

/* The key changes its name and its place stays. */
static JsonNode *
toggle (JsonNode *gate, gpointer user_data, GError **error)
{
  const char *word = troupe_condition_node_get_word (gate);
  const char *path[] = { word, NULL };
  g_autoptr (JsonNode) alone = NULL;

  /* Where both words stand, the one that does not count would come back to life. */
  if (json_object_has_member (json_node_get_object (gate), "or") && g_str_equal (word, "and"))
    alone = troupe_tree_with (gate, NULL, "or", NULL);
  return troupe_json_tree_rename (alone != NULL ? alone : gate, path,
                                  g_str_equal (word, "and") ? "or" : "and");
}

gboolean
troupe_flow_document_toggle_gate (TroupeFlowDocument *self,
                                  const char *target,
                                  const char *gate,
                                  GError **error)
{
  GateEdit edit = { toggle, NULL };
  g_autoptr (JsonNode) condition = NULL;
  g_autofree char *label = NULL;
  JsonNode *method;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (target != NULL, FALSE);

  method = troupe_flow_document_get_method_node (self, target, error);
  if (method == NULL)
    return FALSE;
  condition = edit_gate (&edit, get_condition (method), gate != NULL ? gate : "", error);
  if (condition == NULL)
    return FALSE;
  label = g_strdup_printf (_ ("Toggle the Gate of %s"), target);
  return set_condition (self, target, method, condition, label, error);
}

gboolean
troupe_flow_document_set_condition (TroupeFlowDocument *self,
                                    const char *name,
                                    JsonNode *condition,
                                    GError **error)
{
  g_autofree char *label = NULL;
  JsonNode *method;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  method = troupe_flow_document_get_method_node (self, name, error);
  if (method == NULL)
    return FALSE;
  if (condition == NULL && get_condition (method) == NULL)
    return TRUE;
  label = g_strdup_printf (_ ("Change When %s Runs"), name);
  return set_condition (self, name, method, condition, label, error);
}
