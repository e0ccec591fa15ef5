/* troupe-agent-tools.c: calls the tools of an agent during one execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-tools"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-arguments.h"
#include "troupe-agent-hooks.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-shared.h"
#include "troupe-agent-tool-events.h"
#include "troupe-agent-tool-ledger.h"
#include "troupe-agent-tool-result.h"
#include "troupe-agent-tool-set.h"
#include "troupe-agent.h"

/* In text mode: number of attempts of a call that raises an exception, and number of calls after
 * which the tools are listed again. */
#define ATTEMPTS_MOST 3u
#define REMINDER_EVERY 3u

/* @last: (nullable): the last call in text mode; @n_used: number of executed calls in text mode;
 *   @whole: (nullable): the object that owns the set */
struct _TroupeAgentTools
{
  GObject parent_instance;

  TroupeAgentToolSet *set;
  TroupeToolContext context; /* a copy */
  char *role;
  TroupeAgentToolRules rules; /* its strings and its cache are owned */
  TroupeAgentToolLedger *ledger;
  char *last;
  guint n_used;
  TroupeAgentTools *whole;
};

G_DEFINE_FINAL_TYPE (TroupeAgentTools, troupe_agent_tools, G_TYPE_OBJECT)

/* @wanted: name as written by the model; @name: initially equal to @wanted, later the name of
 *   the tool that was found; @arguments: (nullable): parsed arguments of the model;
 * @given: (nullable): the subset of @arguments that the tool declares; @attempt: 0 for a native
 *   call;
 * @has_run: whether the tool was called; @result: (nullable): the result until the hooks have been
 *   called, and what the end event contains besides it */
typedef struct
{
  TroupeAgentTools *tools;
  char *id;
  char *wanted;
  char *name;
  char *text;
  TroupeValue *arguments;
  TroupeValue *given;
  TroupeTool *tool;
  TroupeScope *scope;
  guint attempt;
  gboolean is_text;
  gboolean has_run;
  TroupeAgentToolResult *result;
  gboolean tells_end;
  TroupeAgentFailure told_failure;
  gboolean is_from_cache;
} Call;

static void begin (GTask *task);
static void execute (GTask *task);

static void
call_free (gpointer data)
{
  Call *call = data;

  g_assert (call != NULL);

  g_free (call->id);
  g_free (call->wanted);
  g_free (call->name);
  g_free (call->text);
  g_clear_pointer (&call->arguments, troupe_value_unref);
  g_clear_pointer (&call->given, troupe_value_unref);
  g_clear_object (&call->tool);
  g_clear_pointer (&call->scope, troupe_scope_unref);
  g_clear_pointer (&call->result, troupe_agent_tool_result_free);
  g_object_unref (call->tools);
  g_free (call);
}

static TroupeAgentToolReporter
make_news (const Call *call)
{
  TroupeAgentTools *self = call->tools;
  /* As in CrewAI, events of a call in text mode contain the text of the arguments until the call
   * is executed. */
  gboolean is_read = !call->is_text || call->has_run;

  g_assert (TROUPE_IS_AGENT_TOOLS (self));

  return (TroupeAgentToolReporter){ .bus = troupe_tool_context_get_bus (&self->context),
                                    .agent = self->context.scope,
                                    .scope = call->scope,
                                    .role = self->role,
                                    .title = self->rules.title,
                                    .id = call->id,
                                    .name = call->name,
                                    .text = call->text,
                                    .arguments = is_read ? call->arguments : NULL,
                                    .attempt = call->attempt,
                                    .is_unread = !call->is_text && call->arguments == NULL };
}

/* --- Results --------------------------------------------------------------------------------- */

/* Returns the failure for the end event; NONE under the policy `ignore`. */
static TroupeAgentFailure
get_told_failure (const Call *call, TroupeAgentFailure failure)
{
  g_assert (call != NULL);

  return troupe_agent_tool_ledger_get_policy (call->tools->ledger, call->tool) ==
                 TROUPE_AGENT_POLICY_IGNORE
             ? TROUPE_AGENT_FAILURE_NONE
             : failure;
}

/* Ends the call. @result: (transfer full) */
static void
end (GTask *task, TroupeAgentToolResult *result)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;
  TroupeAgentToolReporter news = make_news (call);

  g_assert (G_IS_TASK (task));

  troupe_agent_tool_ledger_take (self->ledger, &news, call->arguments, call->tool, result);
  g_task_return_pointer (task, result, (GDestroyNotify) troupe_agent_tool_result_free);
}

static void
tell_end (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentToolReporter news = make_news (call);

  g_assert (G_IS_TASK (task));

  if (!call->tells_end)
    return;
  news.is_from_cache = call->is_from_cache;
  troupe_agent_tool_events_tell_finished (&news, call->result->text, call->told_failure);
}

/* --- Hooks ------------------------------------------------------------------------------------ */

static gboolean
has_hooks (const Call *call)
{
  return troupe_agent_hooks_exist (&call->tools->rules.hooks);
}

/* Calls the hooks of a point. @task: (transfer full): passed to @func */
static void
call_hooks (GTask *task, const char *point, TroupeAgentHookedFunc func)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;
  TroupeMapBuilder fields;
  TroupeMapBuilder tool;

  g_assert (G_IS_TASK (task));

  troupe_map_builder_init (&tool);
  troupe_map_builder_add (
      &tool, "name",
      troupe_value_new_string (call->tool != NULL ? troupe_tool_get_name (call->tool) : call->name,
                               -1));
  troupe_map_builder_add (
      &tool, "description",
      troupe_value_new_string (call->tool != NULL ? troupe_tool_get_description (call->tool) : "",
                               -1));
  troupe_agent_hooks_begin (&self->rules.hooks, point, &fields);
  troupe_map_builder_add (&fields, "tool", troupe_map_builder_end (&tool));
  troupe_map_builder_add (&fields, "tool_name", troupe_value_new_string (call->name, -1));
  troupe_map_builder_add (&fields, "tool_input", troupe_value_ref (call->arguments));
  troupe_map_builder_add (&fields, "tool_result",
                          call->result != NULL ? troupe_value_new_string (call->result->text, -1)
                                               : troupe_value_new_null ());
  troupe_map_builder_add (&fields, "raw_tool_result",
                          call->result == NULL ? troupe_value_new_null ()
                          : call->result->value != NULL
                              ? troupe_value_ref (call->result->value)
                              : troupe_value_new_string (call->result->text, -1));
  troupe_agent_hooks_call (&self->rules.hooks, &fields,
                           troupe_tool_context_get_bus (&self->context), self->context.scope,
                           self->role, g_task_get_cancellable (task), func, task);
}

static void
after_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  const char *text = troupe_agent_hooks_get_text (hooked, "tool_result");

  g_assert (G_IS_TASK (task));

  if (error == NULL && troupe_agent_hooks_get_abort (hooked) != NULL)
    error = g_error_new_literal (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DENIED,
                                 troupe_agent_hooks_get_abort (hooked));
  if (error != NULL)
    {
      TroupeAgentToolReporter news = make_news (call);

      if (!call->is_text && call->tells_end)
        troupe_agent_tool_events_tell_error (&news, error);
      g_task_return_error (task, error);
      return;
    }
  if (text != NULL && !g_str_equal (text, call->result->text))
    {
      g_free (call->result->text);
      call->result->text = g_strdup (text);
      g_clear_pointer (&call->result->value, troupe_value_unref);
    }
  if (!call->is_text)
    tell_end (task);
  end (task, g_steal_pointer (&call->result));
}

/* Ends a call after calling its hooks, which can replace the text. As in CrewAI, the end event of a call
 * in text mode is emitted before. @result: (transfer full); @tells_end: whether there is an end event;
 * @told_failure, @is_from_cache: for that event */
static void
end_call (GTask *task,
          TroupeAgentToolResult *result,
          gboolean tells_end,
          TroupeAgentFailure told_failure,
          gboolean is_from_cache)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;

  g_assert (G_IS_TASK (task));

  call->result = result;
  call->tells_end = tells_end;
  call->told_failure = told_failure;
  call->is_from_cache = is_from_cache;
  if (call->is_text)
    {
      tell_end (task);
      if (call->has_run && !result->is_answer && ++self->n_used % REMINDER_EVERY == 0)
        {
          g_autofree char *tools = troupe_agent_tool_set_describe (self->set);
          g_autofree char *names = troupe_agent_tool_set_list_names (self->set);
          g_autofree char *reminder = troupe_prompt_fill (TROUPE_PROMPT_TOOLS_REMINDER, "tools",
                                                          tools, "tool_names", names, NULL);
          g_autofree char *text = g_steal_pointer (&result->text);

          result->text = g_strconcat (text, reminder, NULL);
        }
    }
  if (has_hooks (call))
    call_hooks (g_object_ref (task), "post_tool_call", after_hooked_cb);
  else
    after_hooked_cb (NULL, NULL, g_object_ref (task));
}

static void
before_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  TroupeValue *arguments =
      hooked != NULL ? troupe_value_get_member_of (hooked, "tool_input", TROUPE_VALUE_MAP) : NULL;

  g_assert (G_IS_TASK (task));

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (arguments != NULL && !troupe_value_equal (arguments, call->arguments))
    {
      troupe_value_unref (call->arguments);
      call->arguments = troupe_value_ref (arguments);
      g_clear_pointer (&call->given, troupe_value_unref);
      if (call->tool != NULL)
        call->given =
            troupe_agent_arguments_filter (arguments, troupe_tool_get_schema (call->tool));
    }
  if (troupe_agent_hooks_get_abort (hooked) != NULL)
    end_call (task,
              troupe_agent_tool_result_new (
                  g_strdup_printf ("Tool execution blocked by hook. Tool: %s", call->name),
                  TROUPE_AGENT_FAILURE_NONE),
              !call->is_text, TROUPE_AGENT_FAILURE_NONE, FALSE);
  else if (call->is_text)
    begin (task);
  else
    execute (task);
}

/* --- Ending a call ---------------------------------------------------------------------------- */

static char *
describe_call (const char *name, TroupeValue *arguments)
{
  g_autofree char *text = troupe_value_to_json (arguments, TROUPE_JSON_COMPACT);

  g_assert (name != NULL);

  return g_strdup_printf ("%s %s", name, text);
}

/* Records that the tool has answered, even with a failure, so that the next call is rejected if
 * it is identical. */
static void
remember (Call *call)
{
  g_assert (call != NULL);

  if (!call->is_text)
    return;
  g_free (call->tools->last);
  call->tools->last = describe_call (call->name, call->arguments);
}

/* @is_kept: whether the value is from the cache */
static void
end_with_value (GTask *task, TroupeValue *value, gboolean is_kept)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;
  TroupeAgentToolResult *result =
      troupe_agent_tool_result_new (troupe_agent_tool_result_render (value),
                                    TROUPE_AGENT_FAILURE_NONE);

  g_assert (G_IS_TASK (task));

  result->value = troupe_value_ref (value);
  result->is_answer = troupe_tool_get_result_as_answer (call->tool);
  if (self->rules.cache != NULL && !is_kept)
    troupe_agent_shared_keep (self->rules.cache, self->rules.cache_owner, call->name,
                              call->arguments, value);
  if (!is_kept)
    remember (call);
  /* CrewAI never reports a cached result for native calls (doc/crew-semantics.md §11.1). */
  end_call (task, result, TRUE, TROUPE_AGENT_FAILURE_NONE, is_kept && call->is_text);
}

/* Ends the call because the usage limit is reached. Uses CrewAI's wording, which models know
 * (doc/crew-semantics.md §11.1).
 * @is_kept: whether the cache has a result of the same call */
static void
end_used_up (GTask *task, gboolean is_kept)
{
  Call *call = g_task_get_task_data (task);
  char *text = g_strdup_printf (
      "Tool '%s' has reached its usage limit of %u times and cannot be used anymore.", call->name,
      troupe_tool_get_max_usage (call->tool));

  g_assert (G_IS_TASK (task));

  end_call (task, troupe_agent_tool_result_new (text, TROUPE_AGENT_FAILURE_USAGE_LIMIT), TRUE,
            get_told_failure (call, TROUPE_AGENT_FAILURE_USAGE_LIMIT), is_kept && call->is_text);
}

/* Ends a call for which the tool itself reported a failure. */
static void
end_reported (GTask *task, const GError *error)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  remember (call);
  end_call (task,
            troupe_agent_tool_result_new (g_strdup (error->message),
                                          TROUPE_AGENT_FAILURE_TOOL_REPORTED),
            TRUE, get_told_failure (call, TROUPE_AGENT_FAILURE_TOOL_REPORTED), FALSE);
}

/* @error: (transfer full): an exception, or the reason why the tool could not be called */
static void
end_with_error (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentToolReporter news = make_news (call);
  TroupeAgentToolResult *result = NULL;
  g_autofree char *schema = NULL;
  g_autofree char *inputs = NULL;
  char *exception;

  g_assert (G_IS_TASK (task));

  troupe_agent_tool_events_tell_error (&news, error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->is_text && call->attempt < ATTEMPTS_MOST &&
      !g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED))
    {
      g_error_free (error);
      g_free (call->name);
      call->name = g_strdup (call->wanted);
      call->attempt++;
      begin (task);
      return;
    }
  if (!call->is_text)
    exception = g_strdup_printf ("Error executing tool: %s", error->message);
  else
    {
      schema = troupe_tool_get_schema (call->tool) != NULL
                   ? troupe_value_to_json (troupe_tool_get_schema (call->tool), TROUPE_JSON_SPACED)
                   : g_strdup ("{}");
      inputs = g_strdup_printf ("%s\n%s", schema, troupe_tool_get_description (call->tool));
      exception = troupe_prompt_fill (TROUPE_PROMPT_TOOL_USAGE_EXCEPTION, "error", error->message,
                                      "tool", call->name, "tool_inputs", inputs, NULL);
    }
  result = troupe_agent_tool_result_new (exception, TROUPE_AGENT_FAILURE_EXCEPTION);
  result->is_fatal = g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  result->error = error;
  end_call (task, result, FALSE, TROUPE_AGENT_FAILURE_NONE, FALSE);
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value =
      troupe_tool_call_finish (TROUPE_TOOL (source), async_result, &error);

  g_assert (G_IS_ASYNC_RESULT (async_result));

  if (value != NULL)
    end_with_value (task, value, FALSE);
  /* If a coworker fails with this error, the crew ends before its manager gets a result. */
  else if (g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT))
    g_task_return_error (task, error);
  else if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REPORTED))
    {
      end_reported (task, error);
      g_error_free (error);
    }
  else if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_USED_UP))
    {
      g_error_free (error);
      end_used_up (task, FALSE);
    }
  else
    end_with_error (task, error);
}

/* --- Starting a call -------------------------------------------------------------------------- */

static void
call_tool (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;
  TroupeToolContext context = self->context;
  TroupeValue *schema = troupe_tool_get_schema (call->tool);
  g_autofree char *missing = troupe_agent_arguments_describe_missing (call->arguments, schema);
  TroupeValue *kept = NULL;

  g_assert (G_IS_TASK (task));

  context.scope = call->scope;
  if (self->rules.cache != NULL)
    kept = troupe_agent_shared_look_up (self->rules.cache, self->rules.cache_owner, call->name,
                                        call->arguments);
  if (troupe_tool_is_used_up (call->tool))
    {
      end_used_up (task, kept != NULL);
      return;
    }
  if (kept != NULL)
    {
      end_with_value (task, kept, TRUE);
      return;
    }
  if (missing == NULL)
    troupe_tool_call_async (call->tool, call->given, &context, g_task_get_cancellable (task),
                            called_cb, g_object_ref (task));
  else
    end_with_error (task, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                                       "Tool '%s' arguments validation failed: %s",
                                       troupe_tool_get_name (call->tool), missing));
}

/* @index: index of the tool, -1 if it is unknown */
static void
take_tool (Call *call, int index)
{
  TroupeAgentToolSet *set = call->tools->set;

  g_assert (call != NULL);

  if (index < 0)
    return;
  call->tool = g_object_ref (troupe_agent_tool_set_get_tool (set, (guint) index));
  call->given =
      troupe_agent_arguments_filter (call->arguments, troupe_tool_get_schema (call->tool));
}

/* Executes a call whose start event was emitted. */
static void
execute (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (call->tool != NULL)
    {
      call_tool (task);
      return;
    }
  end_call (task,
            troupe_agent_tool_result_new (g_strdup ("Tool not found"),
                                          TROUPE_AGENT_FAILURE_UNKNOWN_TOOL),
            TRUE, get_told_failure (call, TROUPE_AGENT_FAILURE_UNKNOWN_TOOL), FALSE);
}

static void
begin (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentTools *self = call->tools;
  TroupeAgentToolReporter news;

  g_assert (G_IS_TASK (task));

  call->has_run = FALSE;
  g_clear_pointer (&call->scope, troupe_scope_unref);
  call->scope = troupe_scope_new (TROUPE_SCOPE_TOOL_CALL, self->context.scope, NULL, call->name);
  news = make_news (call);
  troupe_agent_tool_events_tell_started (&news);
  call->has_run = TRUE;
  if (call->tool != NULL)
    {
      int index = troupe_agent_tool_set_find_similar (self->set, call->name);

      g_free (call->name);
      call->name = g_strdup (troupe_agent_tool_set_get_name (self->set, (guint) index));
    }
  if (!call->is_text && has_hooks (call))
    call_hooks (g_object_ref (task), "pre_tool_call", before_hooked_cb);
  else
    execute (task);
}

static GTask *
make_task (TroupeAgentTools *self,
           const char *name,
           const char *arguments,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Call *call = g_new0 (Call, 1);

  g_assert (TROUPE_IS_AGENT_TOOLS (self));

  /* A finished call keeps its result even if the call is cancelled, because its effects have
   * already happened. */
  g_task_set_check_cancellable (task, FALSE);
  call->tools = g_object_ref (self);
  call->wanted = g_utf8_make_valid (name, -1);
  call->name = g_strdup (call->wanted);
  call->text = g_utf8_make_valid (arguments, -1);
  g_task_set_task_data (task, call, call_free);

  return task;
}

void
troupe_agent_tools_call_async (TroupeAgentTools *self,
                               const char *id,
                               const char *name,
                               const char *arguments,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) cause = NULL;
  Call *call = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_TOOLS (self));
  g_return_if_fail (name != NULL && arguments != NULL);

  task = make_task (self, name, arguments, cancellable, callback, user_data);
  call = g_task_get_task_data (task);
  call->id = g_strdup (id);
  call->arguments = troupe_agent_arguments_read (arguments, &cause);
  if (call->arguments == NULL)
    {
      char *text = g_strdup_printf ("Error: Failed to parse tool arguments as JSON: %s. Call '%s' "
                                    "again with one JSON object.",
                                    cause->message, call->name);

      end (task, troupe_agent_tool_result_new (text, TROUPE_AGENT_FAILURE_INVALID_INPUT));
      return;
    }
  take_tool (call, troupe_agent_tool_set_find (self->set, call->name));
  begin (task);
}

/* --- Calls in text mode ----------------------------------------------------------------------- */

/* @arguments: (nullable): arguments for the event; NULL for the arguments as the model wrote
 *   them */
static void
refuse (GTask *task, TroupeEventType type, TroupeValue *arguments, char *text)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentToolReporter news = make_news (call);

  g_assert (G_IS_TASK (task));

  news.arguments = arguments;
  troupe_agent_tool_events_tell_refused (&news, type, text);
  end (task, troupe_agent_tool_result_new (text, TROUPE_AGENT_FAILURE_INVALID_INPUT));
}

static void
refuse_name (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  g_autofree char *tools = troupe_agent_tool_set_describe (call->tools->set);
  g_autoptr (TroupeValue) nothing = troupe_value_from_json ("{}", -1, NULL);

  g_assert (G_IS_TASK (task));

  /* The event contains no arguments, because no tool was found for them. */
  refuse (task, TROUPE_EVENT_TOOL_SELECTION_ERROR, nothing,
          troupe_prompt_fill (TROUPE_PROMPT_TOOL_USAGE_ERROR, "tool", call->name, "tools", tools,
                              NULL));
}

/* Returns TRUE if the call is identical to the last call that a tool has answered. */
static gboolean
is_last_again (TroupeAgentTools *self, const Call *call, int index)
{
  const char *name = troupe_agent_tool_set_get_name (self->set, (guint) index);
  g_autofree char *last = describe_call (name, call->arguments);

  g_assert (TROUPE_IS_AGENT_TOOLS (self));

  return g_strcmp0 (self->last, last) == 0;
}

void
troupe_agent_tools_call_text_async (TroupeAgentTools *self,
                                    const char *name,
                                    const char *arguments,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Call *call = NULL;
  int index;

  g_return_if_fail (TROUPE_IS_AGENT_TOOLS (self));
  g_return_if_fail (name != NULL && arguments != NULL);

  task = make_task (self, name, arguments, cancellable, callback, user_data);
  call = g_task_get_task_data (task);
  call->is_text = TRUE;
  index = troupe_agent_tool_set_find_similar (self->set, call->name);
  if (index < 0)
    {
      refuse_name (task);
      return;
    }
  call->arguments = troupe_agent_arguments_read_loose (call->text);
  if (call->arguments == NULL)
    {
      refuse (task, TROUPE_EVENT_TOOL_INPUT_ERROR, NULL,
              g_strdup (troupe_prompt_get (TROUPE_PROMPT_TOOL_ARGUMENTS_ERROR)));
      return;
    }
  if (is_last_again (self, call, index))
    {
      end (task, troupe_agent_tool_result_new (
                     troupe_prompt_fill (TROUPE_PROMPT_TASK_REPEATED_USAGE, "tool", call->name,
                                         "tool_input", call->text, NULL),
                     TROUPE_AGENT_FAILURE_NONE));
      return;
    }
  take_tool (call, index);
  call->attempt = 1;
  if (has_hooks (call))
    call_hooks (g_steal_pointer (&task), "pre_tool_call", before_hooked_cb);
  else
    begin (task);
}

TroupeAgentToolResult *
troupe_agent_tools_call_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Descriptions ----------------------------------------------------------------------------- */

void
troupe_agent_tools_describe_async (TroupeAgentTools *self,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_TOOLS (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_tools_describe_async);
  troupe_agent_tool_set_find_out (self->set, &self->context, task);
}

gboolean
troupe_agent_tools_describe_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self) && g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

const char *
troupe_agent_tools_add (TroupeAgentTools *self, TroupeTool *tool)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  return troupe_agent_tool_set_add (self->set, tool);
}

const char *
troupe_agent_tools_get_name (TroupeAgentTools *self, TroupeTool *tool)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  for (guint i = 0; i < troupe_agent_tool_set_get_n (self->set); i++)
    if (troupe_agent_tool_set_get_tool (self->set, i) == tool)
      return troupe_agent_tool_set_get_name (self->set, i);

  return NULL;
}

guint
troupe_agent_tools_get_n (TroupeAgentTools *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), 0);

  return troupe_agent_tool_set_get_n (self->set);
}

GPtrArray *
troupe_agent_tools_make_specs (TroupeAgentTools *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  return troupe_agent_tool_set_make_specs (self->set);
}

char *
troupe_agent_tools_describe_as_text (TroupeAgentTools *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  return troupe_agent_tool_set_describe (self->set);
}

char *
troupe_agent_tools_list_names (TroupeAgentTools *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  return troupe_agent_tool_set_list_names (self->set);
}

gboolean
troupe_agent_tools_are_sequential (TroupeAgentTools *self, const char *const *names)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), FALSE);
  g_return_val_if_fail (names != NULL, FALSE);

  for (guint i = 0; names[i] != NULL; i++)
    {
      int index = troupe_agent_tool_set_find (self->set, names[i]);
      TroupeTool *tool =
          index >= 0 ? troupe_agent_tool_set_get_tool (self->set, (guint) index) : NULL;

      if (tool != NULL &&
          (troupe_tool_get_result_as_answer (tool) || troupe_tool_get_max_usage (tool) > 0))
        return TRUE;
    }
  return FALSE;
}

TroupeValue *
troupe_agent_tools_list_failures (TroupeAgentTools *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  return troupe_agent_tool_ledger_list_failures (self->ledger);
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeAgentTools *
troupe_agent_tools_new (GPtrArray *tools, const TroupeToolContext *context, const char *role)
{
  TroupeAgentTools *self = NULL;

  g_return_val_if_fail (context != NULL && role != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_TOOLS, NULL);
  self->set = troupe_agent_tool_set_new (tools);
  /* The usage limit of a tool applies to one execution. */
  for (guint i = 0; tools != NULL && i < tools->len; i++)
    troupe_tool_reset_usage (g_ptr_array_index (tools, i));
  troupe_tool_context_copy (&self->context, context);
  self->role = g_strdup (role);
  self->ledger = troupe_agent_tool_ledger_new (role, NULL);

  return self;
}

TroupeAgentTools *
troupe_agent_tools_new_for_step (TroupeAgentTools *self)
{
  TroupeAgentTools *tools = NULL;

  g_return_val_if_fail (TROUPE_IS_AGENT_TOOLS (self), NULL);

  tools = troupe_agent_tools_new (NULL, &self->context, self->role);
  troupe_agent_tool_set_free (tools->set);
  troupe_agent_tool_ledger_free (tools->ledger);
  tools->set = self->set;
  tools->ledger = troupe_agent_tool_ledger_new (self->role, self->ledger);
  tools->whole = g_object_ref (self);
  troupe_agent_tools_set_rules (tools, &self->rules);

  return tools;
}

void
troupe_agent_tools_set_rules (TroupeAgentTools *self, const TroupeAgentToolRules *rules)
{
  g_return_if_fail (TROUPE_IS_AGENT_TOOLS (self));
  g_return_if_fail (rules != NULL && (rules->cache == NULL || rules->cache_owner != NULL));

  g_free ((char *) self->rules.title);
  g_free ((char *) self->rules.cache_owner);
  g_clear_pointer (&self->rules.cache, troupe_agent_shared_unref);
  self->rules = *rules;
  self->rules.title = g_strdup (rules->title);
  self->rules.cache_owner = g_strdup (rules->cache_owner);
  if (rules->cache != NULL)
    troupe_agent_shared_ref (rules->cache);
  troupe_agent_tool_ledger_set_rules (self->ledger, rules);
}

static void
troupe_agent_tools_finalize (GObject *object)
{
  TroupeAgentTools *self = TROUPE_AGENT_TOOLS (object);

  g_assert (TROUPE_IS_AGENT_TOOLS (self));

  if (self->whole == NULL)
    g_clear_pointer (&self->set, troupe_agent_tool_set_free);
  g_clear_object (&self->whole);
  troupe_tool_context_clear (&self->context);
  g_free (self->role);
  g_free ((char *) self->rules.title);
  g_free ((char *) self->rules.cache_owner);
  g_clear_pointer (&self->rules.cache, troupe_agent_shared_unref);
  g_free (self->last);
  g_clear_pointer (&self->ledger, troupe_agent_tool_ledger_free);

  G_OBJECT_CLASS (troupe_agent_tools_parent_class)->finalize (object);
}

static void
troupe_agent_tools_class_init (TroupeAgentToolsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_tools_finalize;
}

static void
troupe_agent_tools_init (TroupeAgentTools *self)
{
  g_assert (TROUPE_IS_AGENT_TOOLS (self));
}
