/* troupe-agent-remotes.c: remote agents (A2A) of an agent, their cards and prompts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-remotes"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-a2a-task.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-remotes.h"
#include "troupe-agent-remote-events.h"

/* @tools: (element-type TroupeA2aTool); @failures: (element-type GError) (nullable elements):
 *   why the card of each tool could not be read */
struct _TroupeAgentRemotes
{
  GPtrArray *tools;
  GPtrArray *failures;
  TroupeValue *form;
  TroupeSchema *rules;
};

static const TroupeA2aConfig *
get_config (TroupeAgentRemotes *self, guint index)
{
  return troupe_a2a_tool_get_config (self->tools->pdata[index]);
}

static void
error_free (gpointer data)
{
  if (data != NULL)
    g_error_free (data);
}

/* --- Response format -------------------------------------------------------------------------- */

static TroupeValue *
new_property (const char *type, const char *title, TroupePrompt description)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "type", troupe_value_new_string (type, -1));
  troupe_map_builder_add (&builder, "title", troupe_value_new_string (title, -1));
  troupe_map_builder_add (&builder, "description",
                          troupe_value_new_string (troupe_prompt_get (description), -1));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_agent_remotes_get_form (TroupeAgentRemotes *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->form;
}

/* Returns the tool whose endpoint is the first of @ids, or else the first tool. */
static TroupeA2aTool *
find_tool (TroupeAgentRemotes *self, TroupeValue *ids)
{
  const char *id = troupe_value_list_get_length (ids) > 0
                       ? troupe_value_get_string (troupe_value_list_get (ids, 0), NULL)
                       : get_config (self, 0)->endpoint;

  g_assert (self != NULL);

  for (guint i = 0; i < self->tools->len; i++)
    if (g_str_equal (get_config (self, i)->endpoint, id))
      return self->tools->pdata[i];
  return self->tools->pdata[0];
}

gboolean
troupe_agent_remotes_read_answer (TroupeAgentRemotes *self,
                                  const char *text,
                                  char **message,
                                  TroupeA2aTool **tool)
{
  g_autoptr (TroupeValue) answer = NULL;

  g_return_val_if_fail (self != NULL && text != NULL, FALSE);
  g_return_val_if_fail (message != NULL && tool != NULL, FALSE);

  answer = troupe_schema_read_text (self->rules, text, NULL);
  if (answer == NULL)
    return FALSE;
  *message = g_strdup (troupe_value_get_member_text (answer, "message"));
  *tool = troupe_value_get_boolean (troupe_value_get_member (answer, "is_a2a"))
              ? find_tool (self, troupe_value_get_member (answer, "a2a_ids"))
              : NULL;
  return TRUE;
}

/* --- Prompt ----------------------------------------------------------------------------------- */

static void
append_json (GString *out, TroupeValue *value)
{
  g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_PRETTY);

  g_string_append_printf (out, "%s%s", out->len > 0 ? "\n" : "", g_strchomp (json));
}

char *
troupe_agent_remotes_write_prompt (TroupeAgentRemotes *self,
                                   TroupeValue *history,
                                   gint64 turn,
                                   gint64 max_turns,
                                   gboolean is_answered)
{
  g_autoptr (GString) agents = g_string_new (NULL);
  g_autoptr (GString) said = g_string_new (NULL);
  g_autofree char *progress = NULL;
  g_autofree char *now = NULL;
  g_autofree char *most = NULL;
  const char *warning = "";

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->tools->len; i++)
    if (self->failures->pdata[i] == NULL)
      append_json (agents, troupe_a2a_tool_get_card (self->tools->pdata[i])->shown);
  /* Appends the agents whose cards could not be read, and the error of each agent. */
  for (guint i = 0; i < self->tools->len; i++)
    {
      const GError *failure = self->failures->pdata[i];
      g_autofree char *line = NULL;

      if (failure == NULL)
        continue;
      line = troupe_prompt_fill (TROUPE_PROMPT_A2A_MISSING, "endpoint",
                                 get_config (self, i)->endpoint, "error", failure->message, NULL);
      g_string_append_printf (agents, "%s%s", agents->len > 0 ? "\n" : "", line);
    }
  if (troupe_agent_remotes_are_gone (self))
    return troupe_prompt_fill (TROUPE_PROMPT_A2A_UNAVAILABLE, "agents", agents->str, NULL);
  for (gsize i = 0; history != NULL && i < troupe_value_list_get_length (history); i++)
    {
      g_autoptr (TroupeValue) shown = troupe_a2a_message_show (troupe_value_list_get (history, i));

      append_json (said, shown);
    }
  now = g_strdup_printf ("%" G_GINT64_FORMAT, turn + 1);
  most = g_strdup_printf ("%" G_GINT64_FORMAT, max_turns);
  if (history == NULL)
    progress = g_strdup ("");
  else
    {
      if (turn + 1 >= max_turns)
        warning = troupe_prompt_get (TROUPE_PROMPT_A2A_LAST_TURN);
      else if (turn + 1 == max_turns - 1)
        warning = troupe_prompt_get (TROUPE_PROMPT_A2A_NEXT_IS_LAST);
      progress = troupe_prompt_fill (TROUPE_PROMPT_A2A_TURN, "turn", now, "max_turns", most,
                                     "warning", warning, NULL);
    }
  return troupe_prompt_fill (TROUPE_PROMPT_A2A_AGENTS, "agents", agents->str, "history", said->str,
                             "turn", progress, "notice",
                             is_answered ? troupe_prompt_get (TROUPE_PROMPT_A2A_ANSWERED) : "",
                             NULL);
}

/* --- Cards ------------------------------------------------------------------------------------- */

/* @n_open: number of pending cards */
typedef struct
{
  TroupeAgentRemotes *remotes;
  TroupeToolContext context;
  guint n_open;
} Reading;

/* A card that is being read. @begun_us: monotonic */
typedef struct
{
  GTask *task;
  guint index;
  gint64 begun_us;
} Card;

static void
card_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autofree Card *card = user_data;
  g_autoptr (GTask) task = card->task;
  Reading *reading = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_A2A_TOOL (object));

  troupe_tool_describe_finish (TROUPE_TOOL (object), result, &error);
  reading->remotes->failures->pdata[card->index] = error;
  troupe_agent_remote_events_tell_card (&reading->context, TROUPE_A2A_TOOL (object), error,
                                        card->begun_us);
  if (--reading->n_open == 0)
    {
      TroupeAgentRemotes *self = ((Reading *) g_task_get_task_data (task))->remotes;

      g_assert (G_IS_TASK (task));
      if (g_task_return_error_if_cancelled (task))
        return;
      for (guint i = 0; i < self->tools->len; i++)
        {
          const TroupeA2aConfig *config = get_config (self, i);
          const GError *failure = self->failures->pdata[i];

          if (failure == NULL || !config->fails_fast)
            continue;
          g_task_return_new_error (
              task, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE,
              /* Translators: an address, and a sentence with the reason */
              _ ("Could not read the agent card of %s. %s Check that the agent is "
                 "running, or set “fail_fast” to false to continue without it."),
              config->endpoint, failure->message);
          return;
        }
      g_task_return_boolean (task, TRUE);
    }
}

void
troupe_agent_remotes_read_cards_async (TroupeAgentRemotes *self,
                                       const TroupeToolContext *context,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Reading *reading;

  g_return_if_fail (self != NULL && context != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  reading = g_new0 (Reading, 1);
  g_task_set_source_tag (task, troupe_agent_remotes_read_cards_async);
  g_task_set_task_data (task, reading, g_free);
  reading->remotes = self;
  reading->context = *context;
  reading->n_open = self->tools->len;
  for (guint i = 0; i < self->tools->len; i++)
    {
      Card *card = g_new0 (Card, 1);

      card->task = g_object_ref (task);
      card->index = i;
      card->begun_us = g_get_monotonic_time ();
      g_clear_error ((GError **) &self->failures->pdata[i]);
      troupe_tool_describe_async (self->tools->pdata[i], context, cancellable, card_cb, card);
    }
}

gboolean
troupe_agent_remotes_read_cards_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Construction ----------------------------------------------------------------------------- */

gboolean
troupe_agent_remotes_are_gone (TroupeAgentRemotes *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  for (guint i = 0; i < self->failures->len; i++)
    if (self->failures->pdata[i] == NULL)
      return FALSE;
  return TRUE;
}

void
troupe_agent_remotes_list_permissions (TroupeValue *a2a, TroupePermissionList *permissions)
{
  g_autoptr (GPtrArray) configs = troupe_a2a_configs_new (a2a, NULL);

  g_return_if_fail (permissions != NULL);

  for (guint i = 0; configs != NULL && i < configs->len; i++)
    {
      g_autoptr (TroupeTool) tool = troupe_a2a_tool_new (configs->pdata[i]);

      troupe_tool_list_permissions (tool, permissions);
    }
}

void
troupe_agent_remotes_free (TroupeAgentRemotes *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->failures);
  g_clear_pointer (&self->form, troupe_value_unref);
  g_clear_pointer (&self->rules, troupe_schema_unref);
  g_free (self);
}

TroupeAgentRemotes *
troupe_agent_remotes_new (TroupeAgentDefinition *agent, GError **error)
{
  g_autoptr (TroupeAgentRemotes) self = NULL;
  g_autoptr (GPtrArray) configs = NULL;
  g_autoptr (GError) cause = NULL;
  static const char *const names[] = { "a2a_ids", "message", "is_a2a" };
  TroupeValue *required[G_N_ELEMENTS (names)];
  TroupeMapBuilder properties;
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) plain = NULL;
  g_autoptr (TroupeValue) counted = NULL;
  g_autoptr (TroupeValue) most = NULL;
  g_autofree TroupeValue **ids = NULL;
  g_autoptr (TroupeValue) items = NULL;
  guint n_ids = 0;
  TroupeMapBuilder property;

  g_return_val_if_fail (agent != NULL, NULL);

  configs = troupe_a2a_configs_new (
      troupe_value_get_member (troupe_agent_definition_get_fields (agent), "a2a"), &cause);
  if (configs == NULL)
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION, "a2a: %s",
                   cause->message);
      return NULL;
    }
  if (configs->len == 0)
    return NULL;
  self = g_new0 (TroupeAgentRemotes, 1);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  self->failures = g_ptr_array_new_with_free_func (error_free);
  for (guint i = 0; i < configs->len; i++)
    {
      g_ptr_array_add (self->tools, troupe_a2a_tool_new (configs->pdata[i]));
      g_ptr_array_add (self->failures, NULL);
    }
  troupe_map_builder_init (&properties);
  /* Creates the schema for a list of the endpoints, in which each endpoint occurs at most once. */
  plain = new_property ("array", "A2A Ids", TROUPE_PROMPT_A2A_IDS);
  most = troupe_value_new_integer (self->tools->len);
  ids = g_new0 (TroupeValue *, self->tools->len + 1);
  for (guint i = 0; i < self->tools->len; i++)
    {
      const char *endpoint = get_config (self, i)->endpoint;
      gboolean is_there = FALSE;

      for (guint j = 0; j < i && !is_there; j++)
        is_there = g_str_equal (get_config (self, j)->endpoint, endpoint);
      if (!is_there)
        ids[n_ids++] = troupe_value_new_string (endpoint, -1);
    }
  troupe_map_builder_init (&property);
  troupe_map_builder_add (&property, "type", troupe_value_new_string ("string", -1));
  if (n_ids == 1)
    troupe_map_builder_add (&property, "const", ids[0]);
  else
    troupe_map_builder_add (&property, "enum", troupe_value_new_list (ids, n_ids));
  items = troupe_map_builder_end (&property);
  counted = troupe_value_map_with (plain, "maxItems", most);
  troupe_map_builder_add (&properties, names[0], troupe_value_map_with (counted, "items", items));
  troupe_map_builder_add (&properties, names[1],
                          new_property ("string", "Message", TROUPE_PROMPT_A2A_MESSAGE));
  troupe_map_builder_add (&properties, names[2],
                          new_property ("boolean", "Is A2A", TROUPE_PROMPT_A2A_IS_A2A));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    required[i] = troupe_value_new_string (names[i], -1);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "type", troupe_value_new_string ("object", -1));
  troupe_map_builder_add (&builder, "title", troupe_value_new_string ("AgentResponse", -1));
  troupe_map_builder_add (&builder, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_add (&builder, "required",
                          troupe_value_new_list (required, G_N_ELEMENTS (names)));
  self->form = troupe_map_builder_end (&builder);
  self->rules = troupe_schema_new_open (self->form, NULL);
  return g_steal_pointer (&self);
}
