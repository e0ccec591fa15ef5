/* troupe-a2a-task.c: state of an A2A message or task: responses received so far
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-a2a-task"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-a2a-card.h"
#include "troupe-a2a-task.h"

/* @history: all messages; @parts: the received texts, in order; @own: the messages of the task's
 *   own history; @status: (nullable): the latest status; @artifacts: the received artifacts;
 * @is_message: whether the response is a message */
struct _TroupeA2aTask
{
  GPtrArray *history;
  GPtrArray *parts;
  GPtrArray *own;
  GPtrArray *artifacts;
  TroupeValue *status;
  char *id;
  char *context_id;
  gboolean is_message;
};

static void
unref_value (gpointer data)
{
  troupe_value_unref (data);
}

static void
add_all (GPtrArray *array, TroupeValue *list)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    g_ptr_array_add (array, troupe_value_ref (troupe_value_list_get (list, i)));
}

static TroupeValue *
get_list (TroupeValue *map, const char *key)
{
  TroupeValue *list = map != NULL ? troupe_value_get_member (map, key) : NULL;

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
}

static gboolean
is_map (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP);
}

TroupeA2aTask *
troupe_a2a_task_new (TroupeValue *history)
{
  TroupeA2aTask *self;

  g_return_val_if_fail (history != NULL && troupe_value_is (history, TROUPE_VALUE_LIST), NULL);

  self = g_new0 (TroupeA2aTask, 1);
  self->history = g_ptr_array_new_with_free_func (unref_value);
  self->parts = g_ptr_array_new_with_free_func (g_free);
  self->own = g_ptr_array_new_with_free_func (unref_value);
  self->artifacts = g_ptr_array_new_with_free_func (unref_value);
  add_all (self->history, history);
  return self;
}

void
troupe_a2a_task_free (TroupeA2aTask *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->history);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->own);
  g_ptr_array_unref (self->artifacts);
  g_clear_pointer (&self->status, troupe_value_unref);
  g_free (self->id);
  g_free (self->context_id);
  g_free (self);
}

/* --- Messages ---------------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

TroupeValue *
troupe_a2a_message_new (const char *role,
                        const char *text,
                        const char *context_id,
                        const char *task_id)
{
  g_autofree char *id = g_uuid_string_random ();
  TroupeValue *part;
  TroupeMapBuilder builder;
  TroupeMapBuilder part_builder;

  g_return_val_if_fail (role != NULL && text != NULL, NULL);

  troupe_map_builder_init (&part_builder);
  troupe_map_builder_add (&part_builder, "kind", troupe_value_new_string ("text", -1));
  troupe_map_builder_add (&part_builder, "text", troupe_value_new_string (text, -1));
  part = troupe_map_builder_end (&part_builder);
  troupe_map_builder_init (&builder);
  add_text (&builder, "contextId", context_id);
  add_text (&builder, "kind", "message");
  add_text (&builder, "messageId", id);
  troupe_map_builder_add (&builder, "parts", troupe_value_new_list (&part, 1));
  add_text (&builder, "role", role);
  add_text (&builder, "taskId", task_id);
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
show_parts (TroupeValue *parts)
{
  static const char *const names[] = { "data", "file", "kind", "metadata", "text", NULL };
  const gsize n = troupe_value_list_get_length (parts);
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, n + 1);

  for (gsize i = 0; i < n; i++)
    items[i] = troupe_a2a_pick (troupe_value_list_get (parts, i), names);
  return troupe_value_new_list (items, n);
}

TroupeValue *
troupe_a2a_message_show (TroupeValue *message)
{
  static const char *const names[] = { "contextId", "extensions", "kind",
                                       "metadata",  "parts",      "referenceTaskIds",
                                       "role",      "taskId",     NULL };
  g_autoptr (TroupeValue) picked = NULL;
  g_autoptr (TroupeValue) parts = NULL;

  g_return_val_if_fail (message != NULL, NULL);

  picked = troupe_a2a_pick (message, names);
  if (get_list (picked, "parts") == NULL)
    return g_steal_pointer (&picked);
  parts = show_parts (get_list (picked, "parts"));
  return troupe_value_map_with (picked, "parts", parts);
}

/* Appends the text parts of @holder, a message or an artifact. */
static void
add_texts (GPtrArray *texts, TroupeValue *holder)
{
  TroupeValue *parts = get_list (holder, "parts");

  for (gsize i = 0; parts != NULL && i < troupe_value_list_get_length (parts); i++)
    {
      TroupeValue *part = troupe_value_list_get (parts, i);
      const char *text = troupe_value_get_member_text (part, "text");

      if (text != NULL && *text != '\0')
        g_ptr_array_add (texts, g_strdup (text));
    }
}

static gboolean
is_of_agent (TroupeValue *message)
{
  return g_strcmp0 (troupe_value_get_member_text (message, "role"), "agent") == 0;
}

/* --- Processing responses --------------------------------------------------------------------- */

static void
take_ids (TroupeA2aTask *self, const char *id, const char *context_id)
{
  g_assert (self != NULL);

  if (id != NULL && self->id == NULL)
    self->id = g_strdup (id);
  if (context_id != NULL && self->context_id == NULL)
    self->context_id = g_strdup (context_id);
}

static void
take_status (TroupeA2aTask *self, TroupeValue *status)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->status, troupe_value_unref);
  self->status = troupe_value_ref (status);
}

/* Processes an artifact update. If `append` is false, the artifact replaces an artifact with the
 * same ID; otherwise it is added. */
static void
take_artifact (TroupeA2aTask *self, TroupeValue *update)
{
  TroupeValue *artifact = troupe_value_get_member (update, "artifact");
  const char *id = troupe_value_get_member_text (artifact, "artifactId");
  TroupeValue *append = troupe_value_get_member (update, "append");
  const gboolean is_more = append != NULL && troupe_value_is (append, TROUPE_VALUE_BOOLEAN) &&
                           troupe_value_get_boolean (append);

  g_assert (self != NULL);

  add_texts (self->parts, artifact);
  if (!is_more)
    for (guint i = 0; i < self->artifacts->len; i++)
      if (g_strcmp0 (troupe_value_get_member_text (self->artifacts->pdata[i], "artifactId"), id) ==
          0)
        {
          troupe_value_unref (self->artifacts->pdata[i]);
          self->artifacts->pdata[i] = troupe_value_ref (artifact);
          return;
        }
  g_ptr_array_add (self->artifacts, troupe_value_ref (artifact));
}

gboolean
troupe_a2a_task_take (TroupeA2aTask *self, TroupeValue *result)
{
  g_return_val_if_fail (self != NULL && result != NULL, FALSE);

  if (!troupe_value_is (result, TROUPE_VALUE_MAP))
    return FALSE;
  if (is_map (result, "artifact"))
    {
      take_ids (self, troupe_value_get_member_text (result, "taskId"),
                troupe_value_get_member_text (result, "contextId"));
      take_artifact (self, result);
    }
  else if (is_map (result, "status") && troupe_value_get_member_text (result, "id") != NULL)
    {
      take_ids (self, troupe_value_get_member_text (result, "id"),
                troupe_value_get_member_text (result, "contextId"));
      take_status (self, troupe_value_get_member (result, "status"));
      g_ptr_array_set_size (self->own, 0);
      add_all (self->own, get_list (result, "history"));
      g_ptr_array_set_size (self->artifacts, 0);
      add_all (self->artifacts, get_list (result, "artifacts"));
    }
  else if (is_map (result, "status") && troupe_value_get_member_text (result, "taskId") != NULL)
    {
      TroupeValue *status = troupe_value_get_member (result, "status");

      take_ids (self, troupe_value_get_member_text (result, "taskId"),
                troupe_value_get_member_text (result, "contextId"));
      take_status (self, status);
      if (is_map (status, "message"))
        {
          add_texts (self->parts, troupe_value_get_member (status, "message"));
          g_ptr_array_add (self->own,
                           troupe_value_ref (troupe_value_get_member (status, "message")));
        }
    }
  else if (get_list (result, "parts") != NULL)
    {
      self->is_message = TRUE;
      add_texts (self->parts, result);
      g_ptr_array_add (self->history, troupe_value_ref (result));
    }
  else
    return FALSE;
  return TRUE;
}

static const char *
get_state (TroupeA2aTask *self)
{
  const char *state =
      self->status != NULL ? troupe_value_get_member_text (self->status, "state") : NULL;

  return state != NULL ? state : "unknown";
}

gboolean
troupe_a2a_task_is_over (TroupeA2aTask *self)
{
  static const char *const states[] = { "completed",      "failed",        "rejected", "canceled",
                                        "input-required", "auth-required", NULL };

  g_return_val_if_fail (self != NULL, TRUE);

  return self->is_message || g_strv_contains (states, get_state (self));
}

const char *
troupe_a2a_task_get_id (TroupeA2aTask *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

/* --- Outcome ---------------------------------------------------------------------------------- */

/* @key: `result` or `error` */
static TroupeValue *
make_end (TroupeA2aTask *self, const char *status, const char *key, const char *text)
{
  TroupeMapBuilder builder;
  gsize n_messages = 0;
  g_autofree gpointer *messages = NULL;

  g_assert (self != NULL);

  messages = g_ptr_array_steal (self->history, &n_messages);
  troupe_map_builder_init (&builder);
  add_text (&builder, "status", status);
  add_text (&builder, key, text);
  troupe_map_builder_add (&builder, "history",
                          troupe_value_new_list ((TroupeValue **) messages, n_messages));
  return troupe_map_builder_end (&builder);
}

/* Returns the explanation of the agent. Uses the status message, otherwise the last message,
 * otherwise @usual. (transfer full) */
static char *
find_words (TroupeA2aTask *self, const char *usual)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  g_assert (self != NULL);

  if (self->status != NULL && is_map (self->status, "message"))
    add_texts (texts, troupe_value_get_member (self->status, "message"));
  for (guint i = self->own->len; i > 0 && texts->len == 0; i--)
    add_texts (texts, self->own->pdata[i - 1]);
  return g_strdup (texts->len > 0 ? texts->pdata[0] : usual);
}

/* Appends the messages of the task to the history. If none of them is from the agent, also
 * appends a message with @words. */
static void
add_own (TroupeA2aTask *self, const char *words)
{
  gboolean is_said;

  g_assert (self != NULL);

  is_said = FALSE;
  for (guint i = 0; i < self->own->len; i++)
    if (is_of_agent (self->own->pdata[i]))
      {
        is_said = TRUE;
        break;
      }
  for (guint i = 0; i < self->own->len; i++)
    g_ptr_array_add (self->history, troupe_value_ref (self->own->pdata[i]));
  if (!is_said && *words != '\0')
    g_ptr_array_add (self->history,
                     troupe_a2a_message_new ("agent", words, self->context_id, self->id));
}

static TroupeValue *
end_completed (TroupeA2aTask *self)
{
  g_autofree char *text = NULL;
  GPtrArray *texts;
  g_autoptr (GString) joined = NULL;

  g_assert (self != NULL);

  if (self->parts->len == 0)
    {
      /* Collects the texts of a task that was received in one response instead of in updates. */
      if (self->status != NULL && is_map (self->status, "message"))
        add_texts (self->parts, troupe_value_get_member (self->status, "message"));
      for (guint i = self->own->len; i > 0 && self->parts->len == 0; i--)
        if (is_of_agent (self->own->pdata[i - 1]))
          add_texts (self->parts, self->own->pdata[i - 1]);
      for (guint i = 0; i < self->artifacts->len; i++)
        add_texts (self->parts, self->artifacts->pdata[i]);
    }
  texts = self->parts;
  joined = g_string_new (NULL);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? " " : "", (const char *) texts->pdata[i]);
  text = g_string_free (g_steal_pointer (&joined), FALSE);
  if (!self->is_message)
    add_own (self, text);
  return make_end (self, "completed", "result", text);
}

TroupeValue *
troupe_a2a_task_end (TroupeA2aTask *self)
{
  const char *state;
  g_autofree char *words = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  state = get_state (self);
  if (self->is_message || g_str_equal (state, "completed") || !troupe_a2a_task_is_over (self))
    return end_completed (self);
  words =
      find_words (self, g_str_equal (state, "input-required")  ? "Additional input required"
                        : g_str_equal (state, "auth-required") ? "Authentication required"
                        : g_str_equal (state, "canceled")      ? "Task was canceled"
                                                          : "Task failed without error message");
  add_own (self, words);
  return make_end (self, g_str_equal (state, "rejected") ? "failed" : state, "error", words);
}

TroupeValue *
troupe_a2a_task_fail (TroupeA2aTask *self, const char *message)
{
  g_return_val_if_fail (self != NULL && message != NULL, NULL);

  g_ptr_array_add (self->history,
                   troupe_a2a_message_new ("agent", message, self->context_id, self->id));
  return make_end (self, "failed", "error", message);
}
