/* troupe-agent-messages.c: initial messages of an agent: system prompt, input, templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-messages"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-tools.h"

/* Placeholders of the templates. */
#define SYSTEM_PLACE "{{ .System }}"
#define PROMPT_PLACE "{{ .Prompt }}"
#define RESPONSE_PLACE "{{ .Response }}"

static TroupeValue *
message_new (const char *role, const char *text)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "role", troupe_value_new_string (role, -1));
  troupe_map_builder_add (&builder, "content",
                          troupe_value_take_string (g_strchomp (g_strdup (text)), -1));

  return troupe_map_builder_end (&builder);
}

/* Returns the current date, or NULL if `inject_date` is off. As in CrewAI, also returns NULL if
 * the date format has no supported code (doc/crew-semantics.md §2.3). */
static char *
make_date (TroupeAgentDefinition *self)
{
  TroupeValue *inject = troupe_value_get_member (self->fields, "inject_date");
  TroupeValue *format_value = troupe_value_get_member (self->fields, "date_format");
  const char *format = "%Y-%m-%d";
  g_autoptr (GDateTime) now = NULL;

  g_assert (self != NULL);

  if (inject == NULL || !troupe_value_is (inject, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (inject))
    return NULL;
  if (format_value != NULL && troupe_value_is (format_value, TROUPE_VALUE_STRING))
    format = troupe_value_get_string (format_value, NULL);
  if (strchr (format, '%') == NULL)
    return NULL;

  now = g_date_time_new_now_local ();

  return g_date_time_format (now, format);
}

/* Returns the name that Python uses for the type of @value, for CrewAI's message. */
static const char *
describe_type (TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return "NoneType";
    case TROUPE_VALUE_BOOLEAN:
      return "bool";
    case TROUPE_VALUE_DOUBLE:
      return "float";
    case TROUPE_VALUE_LIST:
      return "list";
    case TROUPE_VALUE_MAP:
      return "dict";
    case TROUPE_VALUE_BYTES:
      return "bytes";
    case TROUPE_VALUE_TIMESTAMP:
      return "datetime";
    case TROUPE_VALUE_DURATION:
      return "timedelta";
    default:
      return "int";
    }
}

/* Returns the content as text for the prompt: a string, or the text of its parts. */
static char *
render_content (TroupeValue *content)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_parts;

  if (content == NULL)
    return g_strdup ("");
  if (troupe_value_is (content, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (content, NULL));
  if (!troupe_value_is (content, TROUPE_VALUE_LIST))
    return troupe_value_to_json (content, TROUPE_JSON_SPACED);

  n_parts = troupe_value_list_get_length (content);
  for (gsize i = 0; i < n_parts; i++)
    {
      TroupeValue *part = troupe_value_get_member (troupe_value_list_get (content, i), "text");

      if (part == NULL || !troupe_value_is (part, TROUPE_VALUE_STRING))
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, troupe_value_get_string (part, NULL));
    }

  return g_strdup (text->len > 0 ? text->str : "[multimodal content]");
}

/* Returns TRUE if the value is true in Python, that is, if it is not empty. */
static gboolean
has_payload (TroupeValue *message, const char *key)
{
  TroupeValue *value = troupe_value_get_member (message, key);

  if (value == NULL)
    return FALSE;
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return *troupe_value_get_string (value, NULL) != '\0';
    case TROUPE_VALUE_LIST:
      return troupe_value_list_get_length (value) > 0;
    case TROUPE_VALUE_MAP:
      return troupe_value_map_get_size (value) > 0;
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_get_boolean (value);
    case TROUPE_VALUE_INTEGER:
      return troupe_value_get_integer (value) != 0;
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_get_double (value) != 0;
    default:
      return TRUE;
    }
}

static gboolean
is_from_user (TroupeValue *message)
{
  TroupeValue *role = troupe_value_get_member (message, "role");

  return role != NULL && troupe_value_is (role, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (role, NULL), "user");
}

static gboolean
refuse_input (TroupeValue *input, GError **error)
{
  g_set_error (
      error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_INPUT,
      _ ("The agent’s input must be a string or a list of messages, but it is of type %s."),
      describe_type (input));

  return FALSE;
}

/* Adds the non-empty messages of @input. Returns FALSE if @input is neither a string nor a list
 * of messages. */
static gboolean
read_input (TroupeValue *input, GPtrArray *messages, GError **error)
{
  gsize n_messages;

  if (troupe_value_is (input, TROUPE_VALUE_STRING))
    {
      g_ptr_array_add (messages, message_new ("user", troupe_value_get_string (input, NULL)));
      return TRUE;
    }
  if (!troupe_value_is (input, TROUPE_VALUE_LIST))
    return refuse_input (input, error);

  n_messages = troupe_value_list_get_length (input);
  for (gsize i = 0; i < n_messages; i++)
    {
      TroupeValue *item = troupe_value_list_get (input, i);
      TroupeValue *message;
      TroupeMapBuilder builder;
      gsize n_fields;
      TroupeValue *result = NULL;

      if (!troupe_value_is (item, TROUPE_VALUE_MAP))
        return refuse_input (input, error);
      n_fields = troupe_value_map_get_size (item);
      if (has_payload (item, "content") || has_payload (item, "tool_calls") ||
          has_payload (item, "tool_call_id") || has_payload (item, "files"))
        {
          troupe_map_builder_init (&builder);
          for (gsize j = 0; j < n_fields; j++)
            {
              TroupeValue *key = troupe_value_map_get_key (item, j);
              TroupeValue *value = troupe_value_map_get_value (item, j);
              const char *name = troupe_value_is (key, TROUPE_VALUE_STRING)
                                     ? troupe_value_get_string (key, NULL)
                                     : "";

              if (g_str_equal (name, "metadata") ||
                  (troupe_value_is (value, TROUPE_VALUE_NULL) && !g_str_equal (name, "content")))
                continue;
              troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                          troupe_value_ref (value));
            }
          if (troupe_value_get_member (item, "role") == NULL)
            troupe_map_builder_add (&builder, "role", troupe_value_new_string ("user", -1));
          result = troupe_map_builder_end (&builder);
        }
      if ((message = result) != NULL)
        g_ptr_array_add (messages, message);
    }

  /* An empty conversation is sent with an empty user message. */
  if (messages->len == 0)
    g_ptr_array_add (messages, message_new ("user", ""));

  return TRUE;
}

/* Returns the index of the request: the last user message, or the last message if there is none
 * (doc/flow-semantics.md §8). */
static guint
find_request (GPtrArray *messages)
{
  g_assert (messages != NULL);

  for (guint i = messages->len; i > 0; i--)
    if (is_from_user (g_ptr_array_index (messages, i - 1)))
      return i - 1;

  return messages->len - 1;
}

/* --- Templates ------------------------------------------------------------------------------- */

static const char *
get_template (TroupeAgentDefinition *self, const char *key)
{
  TroupeValue *value = troupe_value_get_member (self->fields, key);

  g_assert (self != NULL);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING) &&
                 *troupe_value_get_string (value, NULL) != '\0'
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

const char *
troupe_agent_get_response_tail (TroupeAgentDefinition *self)
{
  const char *template = NULL;
  const char *place = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  template = get_template (self, "response_template");
  place = template != NULL ? strstr (template, RESPONSE_PLACE) : NULL;
  if (place == NULL || place[strlen (RESPONSE_PLACE)] == '\0')
    return NULL;

  return place + strlen (RESPONSE_PLACE);
}

/* Appends @template with every @place replaced by @text. */
static void
append_filled (GString *out, const char *template, const char *place, const char *text)
{
  g_auto (GStrv) pieces = g_strsplit (template, place, -1);
  g_autofree char *filled = g_strjoinv (text, pieces);

  g_string_append (out, filled);
}

/* Fills the templates and joins them to a single user message (doc/crew-semantics.md §10); NULL
 * unless both are set. (transfer full) */
static char *
fill_templates (TroupeAgentDefinition *self,
                const char *instructions,
                const char *task,
                const char *prompt_task)
{
  const char *system = get_template (self, "system_template");
  const char *prompt = get_template (self, "prompt_template");
  const char *response = get_template (self, "response_template");
  g_autofree char *parts = NULL;
  GString *out = NULL;

  if (system == NULL || prompt == NULL)
    return NULL;

  out = g_string_new (NULL);
  /* The task is part of the system text unless tools are described as text
   * (doc/crew-semantics.md §10). */
  parts = task != prompt_task ? g_strconcat (instructions, "\n\n", task, NULL)
                              : g_strdup (instructions);
  append_filled (out, system, SYSTEM_PLACE, parts);
  g_string_append_c (out, '\n');
  append_filled (out, prompt, PROMPT_PLACE, prompt_task);
  if (response != NULL)
    {
      const char *place = strstr (response, RESPONSE_PLACE);
      gssize length = place != NULL ? place - response : -1;

      g_string_append_c (out, '\n');
      g_string_append_len (out, response, length);
    }

  return g_string_free (out, FALSE);
}

TroupeValue *
troupe_agent_make_messages (TroupeAgentDefinition *self,
                            TroupeValue *input,
                            TroupeAgentTools *tools,
                            gboolean is_native,
                            const char *skills,
                            GError **error)
{
  gboolean as_text = tools != NULL && !is_native;
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_autofree char *instructions = NULL;
  g_autofree char *request = NULL;
  g_autofree char *task = NULL;
  g_autofree char *as_prompt = NULL;
  g_autofree char *prompt = NULL;
  g_autofree char *tail = NULL;
  g_autofree char *whole = NULL;
  g_autofree TroupeValue **items = NULL;
  guint index, n_items = 0;
  g_autofree char *date = NULL;
  char *filled;
  TroupeAgentTools *instruction_tools;
  g_autofree char *who = NULL;
  g_autofree char *text = NULL;
  g_autofree char *names = NULL;
  g_autofree char *how = NULL;

  if (!read_input (input, messages, error))
    return NULL;

  index = find_request (messages);
  instruction_tools = as_text ? tools : NULL;
  who = troupe_prompt_fill (TROUPE_PROMPT_ROLE_PLAYING, "role", self->role, "backstory",
                            self->backstory, "goal", self->goal, NULL);
  if (instruction_tools != NULL)
    {
      text = troupe_agent_tools_describe_as_text (instruction_tools);
      names = troupe_agent_tools_list_names (instruction_tools);
      how = troupe_prompt_fill (TROUPE_PROMPT_TOOLS, "tools", text, "tool_names", names, NULL);
    }
  instructions = g_strconcat (who, how != NULL ? how : "", NULL);
  date = make_date (self);
  g_assert (self != NULL);
  tail = g_strconcat (skills != NULL ? skills : "", date != NULL ? "\n\nToday's date: " : "",
                      date != NULL ? date : "", NULL);
  request =
      render_content (troupe_value_get_member (g_ptr_array_index (messages, index), "content"));
  task = troupe_prompt_fill (as_text         ? TROUPE_PROMPT_TASK
                             : tools != NULL ? TROUPE_PROMPT_NATIVE_TASK
                                             : TROUPE_PROMPT_TASK_NO_TOOLS,
                             "input", request, NULL);
  as_prompt = as_text ? NULL : troupe_prompt_fill (TROUPE_PROMPT_TASK, "input", request, NULL);
  /* Joins the agent's description and the task in one text; NULL if the description is a
   * separate message. */
  filled = fill_templates (self, instructions, task, as_prompt != NULL ? as_prompt : task);
  if (filled != NULL)
    prompt = filled;
  else if (self->use_system_prompt && get_template (self, "system_template") == NULL &&
           get_template (self, "prompt_template") == NULL)
    prompt = NULL;
  else
    prompt = g_strconcat (instructions, "\n\n", task, NULL);
  whole = g_strconcat (prompt != NULL ? prompt : instructions, tail, NULL);

  items = g_new (TroupeValue *, messages->len + 1);
  if (prompt == NULL)
    items[n_items++] = message_new ("system", whole);
  for (guint i = 0; i < messages->len; i++)
    items[n_items++] = i == index ? message_new ("user", prompt != NULL ? whole : task)
                                  : troupe_value_ref (g_ptr_array_index (messages, i));

  return troupe_value_new_list (items, n_items);
}

TroupeValue *
troupe_agent_definition_preview_messages (TroupeAgentDefinition *self,
                                          TroupeValue *input,
                                          GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (input != NULL, NULL);

  return troupe_agent_make_messages (self, input, NULL, TRUE, NULL, error);
}
