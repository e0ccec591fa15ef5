/* troupe-conversation-flow.c: conversion of a conversational turn to a flow document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation-flow"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-conversation-flow.h"
#include "troupe-run.h"

#define EXTENSION "x-troupe"
#define MARK "conversation"

/* The fields of CrewAI's ConversationState. A message may be any object, because messages of
 * other programs have additional fields. */
static const char state_fields[] =
    "{\"messages\": {\"type\": \"array\", \"items\": {\"type\": \"object\"}, \"default\": []},"
    " \"current_user_message\": {\"type\": [\"string\", \"null\"], \"default\": null},"
    " \"last_user_message\": {\"type\": [\"string\", \"null\"], \"default\": null},"
    " \"last_intent\": {\"type\": [\"string\", \"null\"], \"default\": null},"
    " \"ended\": {\"type\": \"boolean\", \"default\": false},"
    " \"events\": {\"type\": \"array\", \"items\": {\"type\": \"object\"}, \"default\": []},"
    " \"agent_threads\": {\"type\": \"object\", \"default\": {}},"
    " \"session_ready\": {\"type\": \"boolean\", \"default\": false}}";

/* --- Values ----------------------------------------------------------------------------------- */

static TroupeValue *
new_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

/* Returns a member of @map. Returns NULL if the member is missing or null. (transfer none)
 * (nullable) */
static TroupeValue *
look_up (TroupeValue *map, const char *name)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

/* Returns @map with the member set to @value. Takes ownership of @map and @value. */
static TroupeValue *
put (TroupeValue *map, const char *name, TroupeValue *value)
{
  TroupeValue *result = troupe_value_map_with (map, name, value);

  troupe_value_unref (map);
  troupe_value_unref (value);
  return result;
}

static TroupeValue *
new_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

/* --- Methods ---------------------------------------------------------------------------------- */

/* Returns the methods of the turn. Methods of the document replace the built-in ones. The router
 * follows all other start methods. */
static TroupeValue *
make_methods (TroupeValue *own)
{
  const char *router = troupe_turn_kind_get_method (TROUPE_TURN_ROUTE);
  TroupeValue *methods = own != NULL ? troupe_value_map_without (own, router) : new_map ();

  for (guint i = TROUPE_TURN_ROUTE; i < TROUPE_TURN_N_KINDS; i++)
    {
      const char *name = troupe_turn_kind_get_method ((TroupeTurnKind) i);
      TroupeValue *given = look_up (own, name);

      if (given == NULL)
        {
          TroupeTurnKind kind = (TroupeTurnKind) i;
          const char *route = troupe_turn_kind_get_route (kind);
          TroupeMapBuilder action;
          TroupeMapBuilder method;

          troupe_map_builder_init (&action);
          troupe_map_builder_add (&action, "call", new_text ("code"));
          troupe_map_builder_add (&action, "ref", new_text (troupe_turn_kind_get_reference (kind)));
          troupe_map_builder_init (&method);
          troupe_map_builder_add (&method, "do", troupe_map_builder_end (&action));
          if (route != NULL)
            troupe_map_builder_add (&method, "listen", new_text (route));
          else
            {
              troupe_map_builder_add (&method, "start", troupe_value_new_boolean (TRUE));
              troupe_map_builder_add (&method, "router", troupe_value_new_boolean (TRUE));
            }
          methods = put (methods, name, troupe_map_builder_end (&method));
        }
      else if (i == TROUPE_TURN_ROUTE)
        methods = put (methods, name, troupe_value_ref (given));
    }
  return methods;
}

/* --- State ------------------------------------------------------------------------------------ */

/* Returns the state fields of the turn. Fields of the document replace built-in fields of the
 * same name. */
static TroupeValue *
merge_fields (TroupeValue *own)
{
  TroupeValue *fields = troupe_value_from_json (state_fields, -1, NULL);

  for (gsize i = 0; own != NULL && i < troupe_value_map_get_size (own); i++)
    fields = put (fields, troupe_value_get_string (troupe_value_map_get_key (own, i), NULL),
                  troupe_value_ref (troupe_value_map_get_value (own, i)));
  return fields;
}

/* Creates the `state` block of the turn. @declared: (nullable): the block of the document.
 * (transfer full) */
static TroupeValue *
make_state (TroupeFlow *flow, TroupeValue *declared)
{
  TroupeValue *schema = look_up (declared, "json_schema");
  TroupeValue *defaults = look_up (declared, "default");
  TroupeValue *state = NULL;
  TroupeValue *fields;

  if (troupe_flow_get_state_type (flow) == TROUPE_STATE_JSON_SCHEMA && schema != NULL)
    return put (troupe_value_ref (declared), "json_schema",
                put (troupe_value_ref (schema), "properties",
                     merge_fields (look_up (schema, "properties"))));
  state = put (new_map (), "type", new_text ("json_schema"));
  fields = troupe_value_from_json (state_fields, -1, NULL);
  for (gsize i = 0; defaults != NULL && i < troupe_value_map_get_size (defaults); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (defaults, i), NULL);

      if (!g_str_equal (name, "id"))
        {
          TroupeValue *value = troupe_value_map_get_value (defaults, i);
          TroupeValue *field = look_up (fields, name);

          /* Sets the default of a field. If the field does not exist, it is added with an empty
           * schema. */
          fields = put (fields, name,
                        put (field != NULL ? troupe_value_ref (field) : new_map (), "default",
                             troupe_value_ref (value)));
        }
    }
  state = put (state, "json_schema",
               put (put (new_map (), "type", new_text ("object")), "properties", fields));
  if (look_up (defaults, "id") != NULL)
    state =
        put (state, "default", put (new_map (), "id", troupe_value_ref (look_up (defaults, "id"))));
  return state;
}

/* --- Turn ------------------------------------------------------------------------------------- */

TroupeFlowDocument *
troupe_conversation_make_flow (TroupeFlow *flow,
                               const TroupeConversationTurn *turn,
                               const char *name,
                               GError **error)
{
  g_autoptr (TroupeValue) whole = NULL;
  g_autofree char *text = NULL;
  TroupeValue *extension = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (flow != NULL && turn != NULL, NULL);

  if (!troupe_flow_is_conversational (flow))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   _ ("The flow “%s” is not conversational: it needs a “conversational” block."),
                   troupe_flow_get_name (flow));
      return NULL;
    }
  if (troupe_flow_get_state_type (flow) == TROUPE_STATE_PYDANTIC)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
                   _ ("The flow “%s” is a conversation with a Python class as its state, which "
                      "this version does not support. Use a state of type “json_schema”."),
                   troupe_flow_get_name (flow));
      return NULL;
    }
  whole = troupe_value_from_node (troupe_flow_get_root (flow));
  extension = look_up (whole, EXTENSION);
  extension = extension != NULL && troupe_value_is (extension, TROUPE_VALUE_MAP)
                  ? troupe_value_ref (extension)
                  : new_map ();
  whole = put (whole, "methods", make_methods (look_up (whole, "methods")));
  whole = put (whole, "state", make_state (flow, look_up (whole, "state")));
  troupe_map_builder_init (&builder);
  if (turn->message != NULL)
    troupe_map_builder_add (&builder, "message", new_text (turn->message));
  if (turn->intents != NULL)
    {
      guint n = g_strv_length ((GStrv) turn->intents);
      g_autofree TroupeValue **words = g_new (TroupeValue *, n + 1);

      for (guint i = 0; i < n; i++)
        words[i] = new_text (turn->intents[i]);
      troupe_map_builder_add (&builder, "intents", troupe_value_new_list (words, n));
    }
  if (turn->intent_llm != NULL)
    troupe_map_builder_add (&builder, "intent_llm", troupe_value_ref (turn->intent_llm));
  if (turn->state != NULL)
    troupe_map_builder_add (&builder, "state", troupe_value_ref (turn->state));
  whole = put (whole, EXTENSION, put (extension, MARK, troupe_map_builder_end (&builder)));
  text = troupe_value_to_json (whole, TROUPE_JSON_PRETTY);
  return troupe_flow_document_load_text (text, strlen (text), name, NULL, error);
}

TroupeValue *
troupe_conversation_read_turn (TroupeFlow *flow)
{
  JsonNode *root = NULL;
  g_autoptr (TroupeValue) extension = NULL;
  TroupeValue *turn = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  root = troupe_flow_get_root (flow);
  if (!troupe_flow_is_conversational (flow) || !JSON_NODE_HOLDS_OBJECT (root) ||
      !json_object_has_member (json_node_get_object (root), EXTENSION))
    return NULL;
  extension =
      troupe_value_from_node (json_object_get_member (json_node_get_object (root), EXTENSION));
  turn = look_up (extension, MARK);
  return turn != NULL && troupe_value_is (turn, TROUPE_VALUE_MAP) ? troupe_value_ref (turn) : NULL;
}
