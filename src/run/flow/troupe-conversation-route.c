/* troupe-conversation-route.c: routes of a conversation and the router's prompt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation-route"

#include "config.h"

#include <string.h>

#include "troupe-agent-prompts.h"
#include "troupe-conversation-private.h"

/* Adds the strings of @list. If @list is not a list, adds the strings of @usual. */
static void
add_words (GHashTable *words, TroupeValue *list, const char *const *usual)
{
  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    {
      for (guint i = 0; usual[i] != NULL; i++)
        g_hash_table_add (words, g_strdup (usual[i]));
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *word = troupe_value_list_get (list, i);

      if (troupe_value_is (word, TROUPE_VALUE_STRING))
        g_hash_table_add (words, g_strdup (troupe_value_get_string (word, NULL)));
    }
}

static void
add_builtin (TroupeConversation *self, GHashTable *words)
{
  static const char *const usual[] = { "converse", "end", NULL };

  add_words (words, troupe_conversation_get_setting (self, "builtin_routes"), usual);
}

static void
add_internal (TroupeConversation *self, GHashTable *words)
{
  static const char *const usual[] = { "answer_from_history", NULL };

  add_words (words, troupe_conversation_get_setting (self, "internal_routes"), usual);
}

static GHashTable *
new_words (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Returns the configured routes of the router. If there are none, returns the events of the
 * listeners, except for built-in and internal routes. (transfer full) */
static GHashTable *
find_custom (TroupeConversation *self, gboolean routed)
{
  static const char *const none[] = { NULL };
  GHashTable *custom = new_words ();
  g_autoptr (GHashTable) own = new_words ();
  GHashTableIter iter;
  gpointer word;

  if (routed)
    add_words (custom, troupe_conversation_get_router_setting (self, "routes"), none);
  if (g_hash_table_size (custom) > 0)
    return custom;
  /* Adds the events to which methods other than routers listen. */
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autoptr (GPtrArray) events = NULL;

      if (method->listen == NULL || method->router)
        continue;
      events = troupe_condition_get_events (method->listen);
      for (guint j = 0; j < events->len; j++)
        g_hash_table_add (custom, g_strdup (g_ptr_array_index (events, j)));
    }
  add_builtin (self, own);
  add_internal (self, own);
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    g_hash_table_remove (custom, word);
  return custom;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
troupe_conversation_list_routes (TroupeConversation *self, gboolean routed)
{
  g_autoptr (GHashTable) words = find_custom (self, routed);
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer word;

  add_builtin (self, words);
  g_hash_table_iter_init (&iter, words);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    g_ptr_array_add (names, g_strdup (word));
  g_ptr_array_sort (names, compare_words);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

gboolean
troupe_conversation_has_custom_routes (TroupeConversation *self)
{
  g_autoptr (GHashTable) custom = find_custom (self, FALSE);

  return g_hash_table_size (custom) > 0;
}

gboolean
troupe_conversation_is_label (TroupeConversation *self, const char *text)
{
  g_autoptr (GHashTable) labels = new_words ();

  add_builtin (self, labels);
  add_internal (self, labels);
  /* "conversation" is a label of old flows; "route_to_flow" is an answer of the history check. */
  g_hash_table_add (labels, g_strdup ("conversation"));
  g_hash_table_add (labels, g_strdup ("route_to_flow"));
  return g_hash_table_contains (labels, text);
}

/* --- Router prompt ---------------------------------------------------------------------------- */

static const char *
get_own_description (TroupeConversation *self, const char *route)
{
  static const struct
  {
    const char *route;
    TroupePrompt prompt;
  } own[] = {
    { "converse", TROUPE_PROMPT_CONVERSATION_ROUTE_CONVERSE },
    { "end", TROUPE_PROMPT_CONVERSATION_ROUTE_END },
    { "answer_from_history", TROUPE_PROMPT_CONVERSATION_ROUTE_HISTORY },
  };
  TroupeValue *given = troupe_conversation_get_router_setting (self, "route_descriptions");
  TroupeValue *text = given != NULL && troupe_value_is (given, TROUPE_VALUE_MAP)
                          ? troupe_value_map_lookup_string (given, route, -1)
                          : NULL;

  if (text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING))
    return troupe_value_get_string (text, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (own[i].route, route))
      return troupe_prompt_get (own[i].prompt);
  return NULL;
}

/* Returns the first line of the description of the first method that listens to @route.
 * (transfer full) (nullable) */
static char *
find_description (TroupeConversation *self, const char *route)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autofree char *text = NULL;

      if (method->listen == NULL || method->router ||
          !troupe_condition_mentions (method->listen, route))
        continue;
      if (method->description == NULL)
        return NULL;
      text = g_strstrip (g_strdup (method->description));
      text[strcspn (text, "\n")] = '\0';
      return g_strdup (g_strstrip (text));
    }
  return NULL;
}

char *
troupe_conversation_make_router_prompt (TroupeConversation *self)
{
  g_auto (GStrv) routes = troupe_conversation_list_routes (self, TRUE);
  const char *own = troupe_conversation_get_text (self, "prompt", TRUE);
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *prompt = NULL;

  for (guint i = 0; routes[i] != NULL; i++)
    {
      const char *known = get_own_description (self, routes[i]);
      g_autofree char *found = known == NULL ? find_description (self, routes[i]) : NULL;
      const char *text = known != NULL ? known : found;

      g_string_append_printf (lines, "%s- %s%s%s", i > 0 ? "\n" : "", routes[i],
                              text != NULL && *text != '\0' ? ": " : "", text != NULL ? text : "");
    }
  prompt = troupe_prompt_fill (TROUPE_PROMPT_CONVERSATION_ROUTER, "routes", lines->str, NULL);
  if (own == NULL || *own == '\0')
    return g_steal_pointer (&prompt);
  return g_strconcat (own, "\n\n", prompt, NULL);
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

/* Returns the messages in the form in which the model receives them, without unset fields and
 * without metadata. (transfer full) */
static TroupeValue *
make_history (TroupeFlowRunner *runner)
{
  g_autoptr (TroupeValue) messages = troupe_conversation_get_messages (runner);
  gsize n = troupe_value_list_get_length (messages);
  g_autofree TroupeValue **shown = g_new (TroupeValue *, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      TroupeValue *message = troupe_value_list_get (messages, i);
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize j = 0;
           troupe_value_is (message, TROUPE_VALUE_MAP) && j < troupe_value_map_get_size (message);
           j++)
        {
          TroupeValue *key = troupe_value_map_get_key (message, j);
          TroupeValue *value = troupe_value_map_get_value (message, j);

          if (troupe_value_is (key, TROUPE_VALUE_STRING) &&
              !troupe_value_is (value, TROUPE_VALUE_NULL) &&
              !g_str_equal (troupe_value_get_string (key, NULL), "metadata"))
            troupe_map_builder_add (&builder, troupe_value_get_string (key, NULL),
                                    troupe_value_ref (value));
        }
      shown[i] = troupe_map_builder_end (&builder);
    }
  return troupe_value_new_list (shown, n);
}

char *
troupe_conversation_make_router_question (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  TroupeValue *state = troupe_runner_state_get (troupe_flow_runner_get_state (runner));
  TroupeValue *events = troupe_value_map_lookup_string (state, "events", -1);
  g_auto (GStrv) routes = troupe_conversation_list_routes (self, TRUE);
  g_autoptr (TroupeValue) whole = NULL;
  TroupeMapBuilder builder;
  guint n;
  g_autofree TroupeValue **values = NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "system_prompt",
                          text_or_null (troupe_conversation_get_system_prompt (self)));
  troupe_map_builder_add (&builder, "current_user_message",
                          text_or_null (
                              troupe_conversation_get_field (runner, "current_user_message")));
  troupe_map_builder_add (&builder, "message_history", make_history (runner));
  troupe_map_builder_add (&builder, "events",
                          events != NULL ? troupe_value_ref (events)
                                         : troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&builder, "last_intent",
                          text_or_null (troupe_conversation_get_field (runner, "last_intent")));
  n = g_strv_length (routes);
  values = g_new (TroupeValue *, n + 1);
  for (guint i = 0; i < n; i++)
    values[i] = troupe_value_new_string (routes[i], -1);
  troupe_map_builder_add (&builder, "available_routes", troupe_value_new_list (values, n));
  whole = troupe_map_builder_end (&builder);
  return troupe_value_to_json (whole, TROUPE_JSON_SPACED);
}

/* Returns the title that pydantic gives a field. For example, `my_intent` becomes `My Intent`.
 * (transfer full) */
static char *
make_title (const char *name)
{
  g_autofree char *title = g_strdelimit (g_strdup (name), "_", ' ');

  for (char *at = title; *at != '\0'; at++)
    if (at == title || at[-1] == ' ')
      *at = g_ascii_toupper (*at);
  return g_strdup (g_strstrip (title));
}

TroupeValue *
troupe_conversation_make_router_form (TroupeConversation *self)
{
  const char *given = troupe_conversation_get_text (self, "intent_field", TRUE);
  const char *name = given != NULL ? given : "intent";
  g_auto (GStrv) routes = troupe_conversation_list_routes (self, TRUE);
  g_autofree char *joined = g_strjoinv (", ", routes);
  g_autofree char *title = make_title (name);
  TroupeValue *required[1] = { troupe_value_new_string (name, -1) };
  TroupeMapBuilder field, properties, form;

  troupe_map_builder_init (&field);
  troupe_map_builder_add (&field, "description", troupe_value_new_string (joined, -1));
  troupe_map_builder_add (&field, "title", troupe_value_new_string (title, -1));
  troupe_map_builder_add (&field, "type", troupe_value_new_string ("string", -1));
  troupe_map_builder_init (&properties);
  troupe_map_builder_add (&properties, name, troupe_map_builder_end (&field));
  troupe_map_builder_init (&form);
  troupe_map_builder_add (&form, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_add (&form, "required", troupe_value_new_list (required, 1));
  troupe_map_builder_add (&form, "title", troupe_value_new_string ("ConversationRoute", -1));
  troupe_map_builder_add (&form, "type", troupe_value_new_string ("object", -1));
  troupe_map_builder_add (&form, "additionalProperties", troupe_value_new_boolean (FALSE));
  return troupe_map_builder_end (&form);
}
