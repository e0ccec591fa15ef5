/* troupe-span.c: TroupeSpan: a scope of a run with its times, input, output and cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-span"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-money.h"
#include "troupe-span.h"

/* Maximum size of a traceback, in bytes. */
#define TRACEBACK_LIMIT (20 * 1000)

/* The fields of a scope's events that contain its input and output. */
static const struct
{
  const char *input;
  const char *output;
} fields[TROUPE_SCOPE_N_KINDS] = {
  [TROUPE_SCOPE_FLOW] = { "inputs", "result" },
  [TROUPE_SCOPE_METHOD] = { "params", "result" },
  [TROUPE_SCOPE_CREW] = { "inputs", "output" },
  [TROUPE_SCOPE_TASK] = { "task", "output" },
  [TROUPE_SCOPE_AGENT] = { "messages", "output" },
  [TROUPE_SCOPE_MODEL_CALL] = { "messages", "response" },
  [TROUPE_SCOPE_TOOL_CALL] = { "tool_args", "output" },
  [TROUPE_SCOPE_MEMORY] = { "query", "results" },
  [TROUPE_SCOPE_KNOWLEDGE] = { "query", "results" },
  [TROUPE_SCOPE_GUARDRAIL] = { "input", "result" },
  [TROUPE_SCOPE_QUESTION] = { "message", "feedback" },
};

G_DEFINE_BOXED_TYPE (TroupeSpan, troupe_span, troupe_span_ref, troupe_span_unref)

/* Creates a span. @scope: (transfer none) (nullable). Returns: (transfer full) */
TroupeSpan *
troupe_span_new (TroupeScopeKind kind, TroupeScope *scope)
{
  TroupeSpan *self = g_new0 (TroupeSpan, 1);

  g_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;

  return self;
}

TroupeSpan *
troupe_span_ref (TroupeSpan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_span_unref (TroupeSpan *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    ((TroupeSpan *) g_ptr_array_index (self->children, i))->parent = NULL;
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->given, troupe_value_unref);
  g_clear_pointer (&self->news, troupe_value_unref);
  g_clear_pointer (&self->outcome, troupe_value_unref);
  g_clear_pointer (&self->state_before, troupe_value_unref);
  g_clear_pointer (&self->state_after, troupe_value_unref);
  troupe_span_text_clear (&self->text);
  g_free (self);
}

/**
 * troupe_span_get_name:
 *
 * Returns: (transfer none) (nullable): for a method its name, for an agent its role, for a call the
 * model
 */
const char *
troupe_span_get_name (const TroupeSpan *self)
{
  const TroupeScopeKindInfo *info;
  TroupeValue *value;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->scope != NULL && self->scope->name != NULL)
    return self->scope->name;

  info = troupe_scope_kind_get_info (self->kind);
  value = info->name_field != NULL && self->given != NULL
              ? troupe_value_map_lookup_string (self->given, info->name_field, -1)
              : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/**
 * troupe_span_get_title:
 *
 * Returns: (transfer none) (nullable): the name that people see, see troupe_scope_get_title()
 */
const char *
troupe_span_get_title (const TroupeSpan *self)
{
  const char *title;

  g_return_val_if_fail (self != NULL, NULL);

  title = self->scope != NULL ? troupe_scope_get_title (self->scope) : NULL;

  return title != NULL ? title : troupe_span_get_name (self);
}

/**
 * troupe_span_find_around:
 * @self: (nullable)
 *
 * Returns: (transfer none) (nullable): the span itself if it is of @kind, else the innermost span of @kind that contains it
 */
TroupeSpan *
troupe_span_find_around (const TroupeSpan *self, TroupeScopeKind kind)
{
  for (const TroupeSpan *span = self; span != NULL; span = span->parent)
    if (span->kind == kind)
      return (TroupeSpan *) span;
  return NULL;
}

/**
 * troupe_span_find_agent:
 *
 * Finds the agent for which the span works: the one that contains it, or the one of the task or of its
 * memory and knowledge, which are searched before the agent begins.
 *
 * Returns: (transfer none) (nullable): its title, see troupe_span_get_title()
 */
const char *
troupe_span_find_agent (const TroupeSpan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (const TroupeSpan *span = self; span != NULL; span = span->parent)
    {
      TroupeValue *role = span->given != NULL
                              ? troupe_value_map_lookup_string (span->given, "agent_role", -1)
                              : NULL;

      if (span->kind == TROUPE_SCOPE_AGENT)
        return troupe_span_get_title (span);
      if (span != self && role != NULL && troupe_value_is (role, TROUPE_VALUE_STRING) &&
          *troupe_value_get_string (role, NULL) != '\0')
        return troupe_value_get_string (role, NULL);
    }
  return NULL;
}

/**
 * troupe_span_get_path:
 *
 * Returns: (transfer none) (nullable): its path in the document
 */
const char *
troupe_span_get_path (const TroupeSpan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_scope_find_path (self->scope);
}

/**
 * troupe_span_get_method:
 *
 * Returns: (transfer none) (nullable): the method of which it is a pass, or which contains it
 */
const char *
troupe_span_get_method (const TroupeSpan *self)
{
  const TroupeScope *method;

  g_return_val_if_fail (self != NULL, NULL);

  method = troupe_scope_find (self->scope, TROUPE_SCOPE_METHOD);

  return method != NULL ? method->name : NULL;
}

/**
 * troupe_span_get_stage:
 *
 * Returns: (transfer none) (nullable): the method, see troupe_span_get_method(); in a standalone
 * crew, which has no methods, the task
 */
const char *
troupe_span_get_stage (const TroupeSpan *self)
{
  const char *method = troupe_span_get_method (self);
  const TroupeScope *task;

  g_return_val_if_fail (self != NULL, NULL);

  if (method != NULL)
    return method;
  task = troupe_scope_find (self->scope, TROUPE_SCOPE_TASK);

  return task != NULL ? task->name : NULL;
}

/**
 * troupe_span_is_under_way:
 *
 * Returns: whether it has begun and not ended; this includes spans that wait for the user
 */
gboolean
troupe_span_is_under_way (const TroupeSpan *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_open;
}

/* (transfer none) (nullable) */
static TroupeValue *
find (TroupeValue *map, const char *name)
{
  return map != NULL && name != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, name, -1)
             : NULL;
}

/**
 * troupe_span_get_input:
 *
 * Returns: (transfer none) (nullable): params of a method, inputs of a run, messages to a model …
 */
TroupeValue *
troupe_span_get_input (const TroupeSpan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return find (self->given, fields[self->kind].input);
}

/**
 * troupe_span_dup_arguments:
 *
 * Gets the arguments by name, even if the model wrote them as text, as models without native tool
 * calls do.
 *
 * Returns: (transfer full) (nullable): a map; %NULL if the text cannot be parsed, or if the span is
 * not a tool call
 */
TroupeValue *
troupe_span_dup_arguments (const TroupeSpan *self)
{
  TroupeValue *arguments;
  g_autoptr (TroupeValue) read = NULL;
  const char *text;
  gsize length = 0;

  g_return_val_if_fail (self != NULL, NULL);

  arguments = self->kind == TROUPE_SCOPE_TOOL_CALL ? troupe_span_get_input (self) : NULL;
  if (arguments == NULL || troupe_value_is (arguments, TROUPE_VALUE_MAP))
    return arguments != NULL ? troupe_value_ref (arguments) : NULL;
  if (!troupe_value_is (arguments, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (arguments, &length);
  read = troupe_value_from_json (text, (gssize) length, NULL);
  return read != NULL && troupe_value_is (read, TROUPE_VALUE_MAP) ? g_steal_pointer (&read) : NULL;
}

/**
 * troupe_span_get_output:
 *
 * Returns: (transfer none) (nullable): its output
 */
TroupeValue *
troupe_span_get_output (const TroupeSpan *self)
{
  TroupeValue *output;

  g_return_val_if_fail (self != NULL, NULL);

  output = find (self->outcome, fields[self->kind].output);
  /* The run of a standalone crew is reported by the crew's events. */
  if (output == NULL && self->kind == TROUPE_SCOPE_FLOW)
    output = find (self->outcome, fields[TROUPE_SCOPE_CREW].output);
  /* The answer to a question of code has another name than human feedback. */
  if (output == NULL && self->kind == TROUPE_SCOPE_QUESTION)
    output = find (self->outcome, "response");

  return output;
}

/**
 * troupe_span_get_output_text:
 *
 * Returns: (transfer none) (nullable): its output if that is a string: for a router, its event
 */
const char *
troupe_span_get_output_text (const TroupeSpan *self)
{
  TroupeValue *output;

  g_return_val_if_fail (self != NULL, NULL);

  output = troupe_span_get_output (self);

  return output != NULL && troupe_value_is (output, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (output, NULL)
             : NULL;
}

/**
 * troupe_span_get_usage:
 *
 * Returns: (transfer none) (nullable): a map of token counts
 */
TroupeValue *
troupe_span_get_usage (const TroupeSpan *self)
{
  TroupeValue *usage;

  g_return_val_if_fail (self != NULL, NULL);

  usage = find (self->outcome, "usage");

  return usage != NULL && troupe_value_is (usage, TROUPE_VALUE_MAP) ? usage : NULL;
}

/**
 * troupe_span_get_tokens:
 * @name: the key of a count: `prompt_tokens`, `cached_prompt_tokens`, `completion_tokens`,
 *   `reasoning_tokens`, `total_tokens`
 *
 * Returns: that count of a model call; 0 if the provider did not report it
 */
gint64
troupe_span_get_tokens (const TroupeSpan *self, const char *name)
{
  TroupeValue *count;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (name != NULL, 0);

  count = find (troupe_span_get_usage (self), name);

  return count != NULL && troupe_value_is (count, TROUPE_VALUE_INTEGER)
             ? troupe_value_get_integer (count)
             : 0;
}

/**
 * troupe_span_get_cost:
 * @micro_dollars: (out): the cost of a model call, in millionths of a dollar
 *
 * Returns: %FALSE if it is not a call that has ended, or if the price was unknown at that time
 */
gboolean
troupe_span_get_cost (const TroupeSpan *self, gint64 *micro_dollars)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (micro_dollars != NULL, FALSE);

  return troupe_money_from_value (find (self->outcome, "cost"), micro_dollars);
}

/**
 * troupe_span_get_saved:
 *
 * Returns: how much more a model call would have cost without the provider's cache, in millionths of
 * a dollar; negative if the cache made it more expensive, 0 if unknown
 */
gint64
troupe_span_get_saved (const TroupeSpan *self)
{
  TroupeValue *saved;

  g_return_val_if_fail (self != NULL, 0);

  saved = find (self->outcome, "cache_saved");
  if (saved == NULL || !troupe_value_is (saved, TROUPE_VALUE_DOUBLE))
    return 0;

  return (gint64) CLAMP (round (troupe_value_get_double (saved) * 1e6), -9e18, 9e18);
}

/**
 * troupe_span_get_task_number:
 *
 * Returns: the number of a task in its crew, from 1; 0 for other spans, and for tasks that are not
 * in the document, such as planning
 */
guint
troupe_span_get_task_number (const TroupeSpan *self)
{
  const char *path;
  const char *place;
  char *end = NULL;
  guint64 index;

  g_return_val_if_fail (self != NULL, 0);

  path = self->kind == TROUPE_SCOPE_TASK ? troupe_span_get_path (self) : NULL;
  place = path != NULL ? g_strrstr (path, "tasks[") : NULL;
  if (place == NULL)
    return 0;
  index = g_ascii_strtoull (place + strlen ("tasks["), &end, 10);

  return end != NULL && g_str_equal (end, "]") && index < G_MAXUINT ? (guint) index + 1 : 0;
}

/* Returns a member of the error if it is a string. (transfer none) (nullable) */
static TroupeValue *
find_error (const TroupeSpan *self, const char *part)
{
  TroupeValue *error = find (self->outcome, "error");
  TroupeValue *value = find (error, part);

  g_assert (self != NULL);

  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_STRING) &&
      g_str_equal (part, "message"))
    value = error;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING) ? value : NULL;
}

/**
 * troupe_span_dup_error:
 *
 * Returns: (transfer full) (nullable): the error message, as valid UTF-8
 */
char *
troupe_span_dup_error (const TroupeSpan *self)
{
  TroupeValue *message;
  const char *text;
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);

  if ((message = find_error (self, "message")) == NULL)
    return NULL;
  text = troupe_value_get_string (message, &length);

  return g_utf8_make_valid (text, (gssize) length);
}

/**
 * troupe_span_get_error_kind:
 *
 * Returns: (transfer none) (nullable): the kind of the error, for programs: `provider`, `cancelled`
 * …
 */
const char *
troupe_span_get_error_kind (const TroupeSpan *self)
{
  TroupeValue *kind;

  g_return_val_if_fail (self != NULL, NULL);

  kind = find_error (self, "kind");

  return kind != NULL ? troupe_value_get_string (kind, NULL) : NULL;
}

/**
 * troupe_span_dup_traceback:
 *
 * Gets the traceback of an exception in a script, which is logged before the method of the script
 * fails.
 *
 * Returns: (transfer full) (nullable): the last log line of the span with the level `error`, valid
 * UTF-8
 */
char *
troupe_span_dup_traceback (const TroupeSpan *self)
{
  TroupeValue *message;
  const char *text;
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);

  message = self->raised != NULL ? troupe_event_get_field (self->raised, "message") : NULL;
  if (message == NULL || !troupe_value_is (message, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (message, &length);

  return g_utf8_make_valid (text, (gssize) MIN (length, TRACEBACK_LIMIT));
}
