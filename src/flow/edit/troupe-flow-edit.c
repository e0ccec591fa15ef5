/* troupe-flow-edit.c: adding and changing methods, and renaming events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-edit"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-breakpoints.h"
#include "troupe-flow-conditions.h"
#include "troupe-flow-document-private.h"
#include "troupe-flow-events.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-names.h"
#include "troupe-flow-rename.h"
#include "troupe-tree.h"

JsonNode *
troupe_flow_document_get_method_node (TroupeFlowDocument *self, const char *name, GError **error)
{
  JsonNode *node =
      troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)), "methods", name, NULL);

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The method “%s” does not exist."), name);
      return NULL;
    }
  return node;
}

/* --- Methods ------------------------------------------------------------------------------- */

/* Valid initial action of each type. */
static const char *const first_actions[TROUPE_ACTION_N_TYPES] = {
  [TROUPE_ACTION_EXPRESSION] = "{\"call\": \"expression\", \"expr\": \"'done'\"}",
  [TROUPE_ACTION_EACH] =
      "{\"call\": \"each\", \"in\": \"[1, 2, 3]\", \"do\": [{\"name\": \"step\", "
      "\"action\": {\"call\": \"expression\", \"expr\": \"item\"}}]}",
  [TROUPE_ACTION_AGENT] =
      "{\"call\": \"agent\", \"with\": {\"role\": \"Assistant\", \"goal\": "
      "\"Answer the request\", \"backstory\": \"Precise and brief.\", \"input\": "
      "\"Say hello.\"}}",
  [TROUPE_ACTION_CREW] =
      "{\"call\": \"crew\", \"with\": {\"agents\": {\"assistant\": {\"role\": "
      "\"Assistant\", \"goal\": \"Answer the request\", \"backstory\": "
      "\"Precise and brief.\"}}, \"tasks\": [{\"name\": \"answer\", \"description\": "
      "\"Say hello.\", \"expected_output\": \"One sentence.\", \"agent\": "
      "\"assistant\"}]}}",
  [TROUPE_ACTION_TOOL] = "{\"call\": \"tool\", \"ref\": \"my_tools:MyTool\", \"with\": {}}",
  [TROUPE_ACTION_CODE] = "{\"call\": \"code\", \"ref\": \"my_code:run\"}",
  [TROUPE_ACTION_SCRIPT] = "{\"call\": \"script\", \"code\": \"return None\"}",
};

JsonNode *
troupe_flow_edit_new_action (TroupeActionType type)
{
  JsonNode *node = troupe_json_read (first_actions[type], strlen (first_actions[type]),
                                     TROUPE_JSON_STRICT, NULL, NULL);

  g_assert (node != NULL);
  return node;
}

char *
troupe_flow_document_add_method (TroupeFlowDocument *self,
                                 const char *name,
                                 TroupeActionType type,
                                 GError **error)
{
  const char *const wanted[] = { name != NULL ? name : troupe_action_type_get_name (type), NULL };
  g_autofree char *label = NULL;
  g_auto (GStrv) chosen = NULL;
  g_autoptr (JsonNode) method = NULL, root = NULL;
  JsonObject *object;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (type < TROUPE_ACTION_N_TYPES, NULL);

  if (name != NULL && !troupe_flow_name_is_valid (name))
    {
      g_set_error (
          error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
          _ ("Only letters, digits and _ are allowed; the first character must not be a digit."));
      return NULL;
    }
  chosen = troupe_flow_names_find_free (troupe_flow_document_get_flow (self), wanted);
  object = json_object_new ();
  json_object_set_member (object, "do", troupe_flow_edit_new_action (type));
  method = troupe_tree_take_object (object);
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), method, "methods",
                           chosen[0], NULL);
  label = g_strdup_printf (_ ("Add %s"), chosen[0]);
  if (!troupe_flow_document_commit (self, root, label, NULL, TRUE, error))
    return NULL;
  return g_steal_pointer (&chosen[0]);
}

/* --- Action and trigger of a method ----------------------------------------------------------- */

gboolean
troupe_flow_document_set_action_type (TroupeFlowDocument *self,
                                      const char *name,
                                      TroupeActionType type,
                                      GError **error)
{
  g_autoptr (JsonNode) action = NULL, root = NULL;
  g_autofree char *label = NULL;
  const TroupeFlowMethod *method;
  JsonNode *old;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL && type < TROUPE_ACTION_N_TYPES, FALSE);

  if (troupe_flow_document_get_method_node (self, name, error) == NULL)
    return FALSE;
  method = troupe_flow_find_method (troupe_flow_document_get_flow (self), name);
  if (method->action->type == type && method->action->node != NULL)
    return TRUE;
  action = troupe_flow_edit_new_action (type);
  old = method->action->node;
  /* Tools and code both have a reference and arguments; other types have no fields in common. */
  if ((type == TROUPE_ACTION_TOOL || type == TROUPE_ACTION_CODE) &&
      (method->action->type == TROUPE_ACTION_TOOL || method->action->type == TROUPE_ACTION_CODE) &&
      old != NULL && JSON_NODE_HOLDS_OBJECT (old))
    {
      g_autoptr (JsonNode) call = troupe_json_node_new_string (troupe_action_type_get_name (type));

      json_node_unref (action);
      action = troupe_tree_with (old, call, "call", NULL);
    }
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), action, "methods",
                           name, "do", NULL);
  label = g_strdup_printf (_ ("Change Action of %s"), name);
  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

gboolean
troupe_flow_document_set_start (TroupeFlowDocument *self,
                                const char *name,
                                gboolean start,
                                GError **error)
{
  g_autoptr (JsonNode) value = start ? troupe_json_node_new_boolean (TRUE) : NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *label = NULL;
  const TroupeFlowMethod *method;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  if (troupe_flow_document_get_method_node (self, name, error) == NULL)
    return FALSE;
  method = troupe_flow_find_method (troupe_flow_document_get_flow (self), name);
  if (start == (method->start && method->start_condition == NULL) &&
      (start || method->start_condition == NULL))
    return TRUE;
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), value, "methods",
                           name, "start", NULL);
  label = start ? g_strdup_printf (_ ("Start With %s"), name)
                : g_strdup_printf (_ ("Do Not Start With %s"), name);
  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

static JsonNode *
new_words (const char *const *words)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    json_array_add_element (array, troupe_json_node_new_string (words[i]));
  return troupe_tree_take_array (array);
}

gboolean
troupe_flow_document_set_router (TroupeFlowDocument *self,
                                 const char *name,
                                 gboolean router,
                                 GError **error)
{
  g_autoptr (JsonNode) value = router ? troupe_json_node_new_boolean (TRUE) : NULL;
  g_autoptr (JsonNode) changed = NULL, root = NULL, events = NULL, whole = NULL;
  g_autofree char *label = NULL;
  const TroupeFlowMethod *method;
  JsonNode *node;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  node = troupe_flow_document_get_method_node (self, name, error);
  if (node == NULL)
    return FALSE;
  method = troupe_flow_find_method (troupe_flow_document_get_flow (self), name);
  if (method->router == router)
    return TRUE;
  changed = troupe_tree_with (node, value, "router", NULL);
  if (router)
    {
      g_autoptr (GPtrArray) results = NULL;
      g_autoptr (GPtrArray) words = NULL;
      g_autoptr (GHashTable) seen = NULL;

      /* Finds the events that the expression can emit, so that they can be drawn. */
      words = g_ptr_array_new ();
      seen = g_hash_table_new (g_str_hash, g_str_equal);
      if (method->action->type == TROUPE_ACTION_EXPRESSION &&
          method->action->expression->program != NULL)
        {
          results = troupe_flow_find_constant_results (
              troupe_cel_program_get_text (method->action->expression->program), NULL);
          for (guint i = 0; results != NULL && i < results->len; i++)
            {
              if (*(char *) results->pdata[i] != '\0' && g_hash_table_add (seen, results->pdata[i]))
                g_ptr_array_add (words, results->pdata[i]);
            }
          if (words->len != 0)
            {
              g_ptr_array_add (words, NULL);
              events = new_words ((const char *const *) words->pdata);
            }
        }
    }
  /* A method that is not a router has no events; a new router gets those of its expression. */
  if (!router || (events != NULL && method->emit == NULL))
    whole = troupe_tree_with (changed, events, "emit", NULL);
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)),
                           whole != NULL ? whole : changed, "methods", name, NULL);
  label = router ? g_strdup_printf (_ ("Make %s a Router"), name)
                 : g_strdup_printf (_ ("Make %s a Plain Method"), name);
  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

/* --- Events -------------------------------------------------------------------------------- */

/* Returns TRUE if human feedback has events; the method's own `emit` is ignored then. */
static gboolean
asks_a_person (JsonNode *method)
{
  JsonNode *emit = troupe_tree_get (method, "human_feedback", "emit", NULL);

  return emit != NULL && JSON_NODE_HOLDS_ARRAY (emit) &&
         json_array_get_length (json_node_get_array (emit)) > 0;
}

gboolean
troupe_flow_document_set_emit (TroupeFlowDocument *self,
                               const char *name,
                               const char *const *events,
                               GError **error)
{
  g_autoptr (JsonNode) list = events != NULL ? new_words (events) : NULL;
  g_autoptr (JsonNode) changed = NULL, root = NULL;
  g_autofree char *label = NULL;
  JsonNode *node;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  node = troupe_flow_document_get_method_node (self, name, error);
  if (node == NULL)
    return FALSE;
  if (list == NULL && !asks_a_person (node) &&
      !json_object_has_member (json_node_get_object (node), "emit"))
    return TRUE;
  changed = asks_a_person (node) ? troupe_tree_with (node, list, "human_feedback", "emit", NULL)
                                 : troupe_tree_with (node, list, "emit", NULL);
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), changed, "methods",
                           name, NULL);
  label = g_strdup_printf (_ ("Change Events of %s"), name);
  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

/* Adds @event unless the list has it already. */
static void
add_once (GPtrArray *events, const char *event)
{
  for (guint i = 0; i < events->len; i++)
    if (g_str_equal (events->pdata[i], event))
      return;
  g_ptr_array_add (events, (gpointer) event);
}

static gboolean
has_other_source (TroupeFlow *flow, const char *router, const char *event)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autoptr (GPtrArray) events = NULL;
      gboolean complete;

      if (g_str_equal (method->name, event))
        return TRUE;
      if (!method->router || g_str_equal (method->name, router))
        continue;
      events = troupe_flow_method_list_events (method, &complete);
      for (guint j = 0; j < events->len; j++)
        {
          if (g_str_equal (events->pdata[j], event))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_event (const GPtrArray *events, const char *event)
{
  return events != NULL &&
         g_ptr_array_find_with_equal_func ((GPtrArray *) events, event, g_str_equal, NULL);
}

JsonNode *
troupe_flow_document_follow_results (TroupeFlowDocument *self,
                                     const char *name,
                                     JsonNode *expression)
{
  TroupeFlow *flow;
  const TroupeFlowMethod *method;
  JsonNode *node;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) results_before = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autoptr (JsonNode) list = NULL;
  g_autoptr (JsonNode) changed = NULL;
  const char *before = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (name != NULL && expression != NULL, NULL);

  flow = troupe_flow_document_get_flow (self);
  method = troupe_flow_find_method (flow, name);
  node = troupe_flow_document_get_method_node (self, name, NULL);
  if (method == NULL || node == NULL || !method->router || method->emit == NULL ||
      asks_a_person (node) || troupe_tree_get_text (expression) == NULL)
    return NULL;
  results = troupe_flow_find_constant_results (troupe_tree_get_text (expression), NULL);
  if (results == NULL || results->len == 0)
    return NULL;
  before = troupe_tree_get_text (troupe_tree_get (node, "do", "expr", NULL));
  results_before = before != NULL ? troupe_flow_find_constant_results (before, NULL) : NULL;
  events = g_ptr_array_new ();
  for (guint i = 0; method->emit[i] != NULL; i++)
    {
      const char *event = method->emit[i];
      /* A word that was complete for a moment while another one was typed, such as `reject` for `reject_2`. Its listeners await it from
       * another method. */
      const gboolean is_passing =
          has_event (results_before, event) && has_other_source (flow, name, event);

      if (has_event (results, event) || (troupe_flow_has_listener (flow, event) && !is_passing))
        add_once (events, event);
    }
  for (guint i = 0; i < results->len; i++)
    if (*(const char *) results->pdata[i] != '\0')
      add_once (events, results->pdata[i]);
  g_ptr_array_add (events, NULL);
  if (events->len == 1 ||
      g_strv_equal ((const char *const *) events->pdata, (const char *const *) method->emit))
    return NULL;
  list = new_words ((const char *const *) events->pdata);
  changed = troupe_tree_with (node, list, "emit", NULL);
  return troupe_tree_with (changed, expression, "do", "expr", NULL);
}

typedef struct
{
  const char *router;
  const char *event;
  const char *new_event;
  gboolean others; /* another source still emits the old event */
} EventRename;

static JsonNode *
rename_word (const char *key, JsonNode *node, gpointer user_data)
{
  EventRename *self = user_data;

  return g_strcmp0 (troupe_tree_get_text (node), self->event) == 0
             ? troupe_json_node_new_string (self->new_event)
             : json_node_ref (node);
}

/* If the old event has other sources, a listener waits for the old or the new event. */
static JsonNode *
rename_heard (const char *event, JsonNode *node, gpointer user_data)
{
  EventRename *self = user_data;
  const char *both[] = { self->event, self->new_event, NULL };
  JsonObject *gate;

  if (!g_str_equal (event, self->event))
    return json_node_ref (node);
  if (!self->others)
    return troupe_json_node_new_string (self->new_event);
  gate = json_object_new ();
  json_object_set_member (gate, "or", new_words (both));
  return troupe_tree_take_object (gate);
}

static JsonNode *
rename_in_router (JsonNode *method, EventRename *self)
{
  JsonNode *emit = troupe_tree_get (method, "emit", NULL);
  JsonNode *asked = troupe_tree_get (method, "human_feedback", "emit", NULL);
  JsonNode *outcome = troupe_tree_get (method, "human_feedback", "default_outcome", NULL);
  JsonNode *expression = troupe_tree_get (method, "do", "expr", NULL);
  g_autoptr (JsonNode) result = json_node_ref (method);
  struct
  {
    JsonNode *node;
    const char *keys[2];
  } places[] = { { emit, { "emit" } },
                 { asked, { "human_feedback", "emit" } },
                 { outcome, { "human_feedback", "default_outcome" } },
                 { expression, { "do", "expr" } } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (JsonNode) mapped = NULL;
      JsonNode *changed;

      if (places[i].node == NULL)
        continue;
      if (places[i].node == expression)
        {
          g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

          /* Renames the results of the router's expression that are string literals. */
          g_hash_table_insert (names, (gpointer) self->event, (gpointer) self->new_event);
          mapped = troupe_flow_rename_results (expression, names);
        }
      else if (places[i].node == outcome)
        mapped = rename_word (NULL, outcome, self);
      else
        mapped = troupe_tree_map (places[i].node, rename_word, self);
      if (mapped == places[i].node)
        continue;
      changed = troupe_tree_with (result, mapped, places[i].keys[0], places[i].keys[1], NULL);
      json_node_unref (result);
      result = changed;
    }
  return g_steal_pointer (&result);
}

static JsonNode *
rename_in_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "listen") || g_str_equal (key, "start")
             ? troupe_tree_map_condition (node, rename_heard, user_data)
             : json_node_ref (node);
}

static JsonNode *
rename_in_method (const char *key, JsonNode *node, gpointer user_data)
{
  EventRename *self = user_data;
  g_autoptr (JsonNode) router = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_ref (node);
  router = g_str_equal (key, self->router) ? rename_in_router (node, self) : json_node_ref (node);
  return troupe_tree_map (router, rename_in_member, self);
}

gboolean
troupe_flow_document_rename_event (TroupeFlowDocument *self,
                                   const char *router,
                                   const char *event,
                                   const char *new_event,
                                   GError **error)
{
  EventRename rename = { router, event, new_event, FALSE };
  g_autoptr (JsonNode) methods = NULL, renamed = NULL, root = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (router != NULL && event != NULL && new_event != NULL, FALSE);

  if (troupe_flow_document_get_method_node (self, router, error) == NULL)
    return FALSE;
  if (*new_event == '\0')
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("Enter an event name."));
      return FALSE;
    }
  if (g_str_equal (event, new_event))
    return TRUE;
  rename.others = has_other_source (troupe_flow_document_get_flow (self), router, event);
  methods = troupe_tree_map (troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)),
                                              "methods", NULL),
                             rename_in_method, &rename);
  renamed = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), methods, "methods",
                              NULL);
  root = troupe_flow_breakpoints_rename_event (renamed, event, new_event, rename.others);
  label = g_strdup_printf (_ ("Rename Event %s"), event);
  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}
