/* troupe-agent-job.c: job of an agent: a task of a crew or a kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-job"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-form.h"
#include "troupe-agent-job.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-memory.h"

static GString *write_beginning (const TroupeAgentTask *task);

TroupeAgentJob *
troupe_agent_job_new_kickoff (TroupeAgentDefinition *agent)
{
  TroupeAgentJob *self = NULL;

  g_return_val_if_fail (agent != NULL, NULL);

  self = g_new0 (TroupeAgentJob, 1);
  self->has_guardrail = TRUE;
  if (agent->response_schema != NULL)
    {
      self->form = troupe_value_ref (agent->response_schema);
      self->rules = troupe_schema_ref (agent->response_rules);
    }
  return self;
}

TroupeAgentJob *
troupe_agent_job_new_form (TroupeValue *schema)
{
  TroupeAgentJob *self = NULL;

  g_return_val_if_fail (schema != NULL, NULL);

  self = g_new0 (TroupeAgentJob, 1);
  self->form = troupe_value_ref (schema);
  self->rules = troupe_schema_new (schema, NULL, NULL);

  return self;
}

TroupeAgentJob *
troupe_agent_job_new_task (const TroupeAgentTask *task,
                           const TroupeAgentContext *call,
                           GError **error)
{
  g_autoptr (TroupeAgentJob) self = NULL;
  g_autoptr (GString) beginning = NULL;
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (task != NULL && call != NULL, NULL);

  self = g_new0 (TroupeAgentJob, 1);
  self->is_task = TRUE;
  self->streams = call->streams;
  self->title = g_strdup (task->title != NULL ? task->title : task->description);
  self->description = g_strdup (task->description);
  self->expected_output = g_strdup (task->expected_output);
  beginning = write_beginning (task);
  self->n_before = beginning->len;
  self->keeps_text = task->keeps_text;
  self->policy = g_strdup (task->policy);
  self->files = task->files != NULL ? g_ptr_array_ref (task->files) : NULL;
  self->ask_func = task->ask_func;
  self->ask_data = task->ask_data;
  self->takes_blank = task->takes_blank;
  if (task->schema == NULL)
    return g_steal_pointer (&self);

  self->rules = troupe_schema_new (task->schema, NULL, &cause);
  if (self->rules == NULL)
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_INPUT,
                   /* Translators: the title of a task, and an error message about its schema */
                   _ ("The output schema of “%s” is not valid: %s"), self->title, cause->message);
      return NULL;
    }
  self->form = troupe_value_ref (task->schema);
  self->name = g_strdup (task->schema_name);
  return g_steal_pointer (&self);
}

void
troupe_agent_job_free (TroupeAgentJob *self)
{
  if (self == NULL)
    return;

  g_free (self->title);
  g_free (self->description);
  g_free (self->expected_output);
  g_clear_pointer (&self->form, troupe_value_unref);
  g_clear_pointer (&self->rules, troupe_schema_unref);
  g_free (self->name);
  g_free (self->policy);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_free (self);
}

void
troupe_agent_job_add_files (TroupeAgentJob *self, GPtrArray *messages)
{
  g_return_if_fail (self != NULL && messages != NULL);

  for (guint i = messages->len; self->files != NULL && i > 0; i--)
    {
      TroupeLlmMessage *message = g_ptr_array_index (messages, i - 1);
      TroupeLlmMessage *longer = NULL;

      if (message->role != TROUPE_LLM_ROLE_USER)
        continue;
      longer = troupe_llm_message_copy (message);
      for (guint j = 0; j < self->files->len; j++)
        troupe_llm_message_add (longer, troupe_llm_part_copy (g_ptr_array_index (self->files, j)));
      troupe_llm_message_unref (message);
      messages->pdata[i - 1] = longer;
      return;
    }
}

char *
troupe_agent_job_describe (TroupeAgentJob *self, TroupeValue *input)
{
  g_autoptr (GPtrArray) said = NULL;

  g_return_val_if_fail (self != NULL && input != NULL, NULL);

  if (self->description != NULL)
    return g_strdup (self->description);
  if (troupe_value_is (input, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (input, NULL));
  said = troupe_llm_messages_from_value (input);
  for (guint i = said->len; i > 0; i--)
    if (((const TroupeLlmMessage *) g_ptr_array_index (said, i - 1))->role == TROUPE_LLM_ROLE_USER)
      return troupe_llm_message_get_text (g_ptr_array_index (said, i - 1));

  return g_strdup ("");
}

/* --- Prompt ----------------------------------------------------------------------------------- */

static gboolean
has_text (const char *text)
{
  return text != NULL && *text != '\0';
}

static void
take_over (GString *out, char *text)
{
  g_string_append (out, text);
  g_free (text);
}

/* Writes the part of the prompt before the suggestions from training. */
static GString *
write_beginning (const TroupeAgentTask *task)
{
  g_autoptr (GString) out = NULL;

  g_assert (task != NULL);

  out = g_string_new (task->prompt != NULL ? task->prompt : task->description);
  if (task->prompt == NULL && has_text (task->expected_output))
    {
      g_string_append_c (out, '\n');
      take_over (out, troupe_prompt_fill (TROUPE_PROMPT_EXPECTED_OUTPUT, "expected_output",
                                          task->expected_output, NULL));
    }
  if (task->prompt == NULL && task->markdown)
    g_string_append (out, troupe_prompt_get (TROUPE_PROMPT_MARKDOWN));
  if (task->shown_schema != NULL)
    {
      g_autoptr (TroupeValue) form =
          troupe_agent_form_make (task->shown_schema, TROUPE_AGENT_FORM_ALL);
      g_autofree char *text = troupe_value_to_json (form, TROUPE_JSON_PRETTY);

      g_string_append_c (out, '\n');
      take_over (out, troupe_prompt_fill (TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS,
                                          "output_format", g_strchomp (text), NULL));
    }
  if (has_text (task->context))
    {
      g_autofree char *whole = troupe_prompt_fill (TROUPE_PROMPT_TASK_WITH_CONTEXT, "task",
                                                   out->str, "context", task->context, NULL);

      g_string_assign (out, whole);
    }
  if (has_text (task->memory))
    take_over (out, troupe_prompt_fill (TROUPE_PROMPT_MEMORY, "memory", task->memory, NULL));
  if (has_text (task->knowledge))
    g_string_append_printf (out, "\n\n%s", task->knowledge);

  return g_steal_pointer (&out);
}

char *
troupe_agent_job_write_prompt (const TroupeAgentTask *task)
{
  GString *out = NULL;
  const char *const *suggestions;

  g_return_val_if_fail (task != NULL && task->description != NULL, NULL);

  out = write_beginning (task);
  suggestions = task->suggestions;
  if (suggestions != NULL && suggestions[0] != NULL)
    {
      g_string_append (out, troupe_prompt_get (TROUPE_PROMPT_SUGGESTIONS));
      for (gsize i = 0; suggestions[i] != NULL; i++)
        g_string_append_printf (out, "\n - %s", suggestions[i]);
    }

  return g_string_free (out, FALSE);
}

TroupeValue *
troupe_agent_job_add_known (TroupeAgentJob *self, TroupeValue *input, const char *known)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (self != NULL && input != NULL && known != NULL, NULL);

  if (troupe_value_is (input, TROUPE_VALUE_LIST))
    {
      const gsize n = troupe_value_list_get_length (input);
      g_autofree TroupeValue **items = g_new0 (TroupeValue *, n + 1);
      gboolean is_added = FALSE;

      /* The known facts follow the text of the last user message. */
      for (gsize i = n; i > 0; i--)
        {
          TroupeValue *item = troupe_value_list_get (input, i - 1);
          TroupeValue *role = troupe_value_get_member (item, "role");
          TroupeValue *content = troupe_value_get_member (item, "content");
          g_autoptr (TroupeValue) longer = NULL;

          items[i - 1] = troupe_value_ref (item);
          if (is_added || content == NULL || !troupe_value_is (content, TROUPE_VALUE_STRING) ||
              role == NULL || !troupe_value_is (role, TROUPE_VALUE_STRING) ||
              !g_str_equal (troupe_value_get_string (role, NULL), "user"))
            continue;
          is_added = TRUE;
          longer = troupe_value_take_string (
              g_strconcat (troupe_value_get_string (content, NULL), known, NULL), -1);
          troupe_value_unref (items[i - 1]);
          items[i - 1] = troupe_value_map_with (item, "content", longer);
        }

      return troupe_value_new_list (items, n);
    }
  text = g_string_new (troupe_value_get_string (input, NULL));
  g_string_insert (text, self->is_task ? (gssize) MIN (self->n_before, text->len) : -1, known);

  return troupe_value_take_string (g_string_free (g_steal_pointer (&text), FALSE), -1);
}

char *
troupe_agent_job_describe_end (TroupeAgentJob *self,
                               TroupeValue *input,
                               const char *role,
                               const char *output)
{
  g_autofree char *asked = NULL;

  g_return_val_if_fail (self != NULL && input != NULL && role != NULL && output != NULL, NULL);

  asked = troupe_agent_job_describe (self, input);
  if (!self->is_task)
    return g_strdup_printf ("Input: %s\nAgent: %s\nResult: %s", asked, role, output);

  return troupe_memory_describe_task (
      asked, role, self->expected_output != NULL ? self->expected_output : "", output);
}

gboolean
troupe_agent_job_check (TroupeAgentDefinition *self,
                        TroupeValue *input,
                        const TroupeAgentContext *call,
                        GError **error)
{
  g_autofree char *unsupported = troupe_agent_definition_get_unsupported (self);
  g_autoptr (TroupeValue) messages = NULL;

  g_return_val_if_fail (self != NULL && input != NULL && call != NULL, FALSE);

  if (unsupported == NULL && call->tools == NULL &&
      *troupe_agent_definition_get_tools (self) != NULL)
    /* Translators: the role of an agent */
    unsupported =
        g_strdup_printf (_ ("The agent “%s” declares tools, but none were provided."), self->role);
  if (unsupported != NULL)
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED, unsupported);
      return FALSE;
    }
  if (call->step_func == NULL && troupe_value_get_member (self->fields, "step_callback") != NULL)
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED,
                   /* Translators: the role of an agent */
                   _ ("The agent “%s” has a step_callback, which is not supported for this agent."),
                   self->role);
      return FALSE;
    }
  messages = troupe_agent_make_messages (self, input, NULL, FALSE, NULL, error);

  return messages != NULL;
}

TroupeValue *
troupe_agent_job_make_settings (const TroupeAgentJob *self,
                                TroupeAgentDefinition *agent,
                                TroupeLlmClient *client,
                                gboolean has_tools)
{
  g_autoptr (TroupeValue) settings = NULL;
  g_autoptr (TroupeValue) format = NULL;
  g_autofree char *usual = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL && agent != NULL && TROUPE_IS_LLM_CLIENT (client), NULL);

  if (agent->settings != NULL)
    settings = troupe_value_ref (agent->settings);
  else
    {
      troupe_map_builder_init (&builder);
      settings = troupe_map_builder_end (&builder);
    }
  if (self->form == NULL || has_tools)
    return g_steal_pointer (&settings);

  if (agent->model == NULL)
    usual = troupe_llm_client_get_default_model (client);
  format = troupe_agent_form_wrap (
      self->form, self->name,
      troupe_agent_form_find (agent->model != NULL ? agent->model : usual, agent->settings));

  return troupe_value_map_with (settings, "response_format", format);
}
