/* troupe-agent-todos.c: steps of a plan and their dependencies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-todos"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-todos.h"

/* Larger step numbers from a model are replaced by the position of the step. */
#define NUMBER_LARGEST 1000000

static const char *const state_names[] = { "pending", "running", "completed", "failed" };

static void
todo_free (gpointer data)
{
  TroupeAgentTodo *todo = data;

  g_free (todo->description);
  g_free (todo->tool);
  g_free (todo->result);
  g_array_unref (todo->needs);
  g_free (todo);
}

void
troupe_agent_draft_free (TroupeAgentDraft *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_ptr_array_unref (self->todos);
  g_free (self);
}

/* --- Reading --------------------------------------------------------------------------------- */

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING) &&
                 *troupe_value_get_string (value, NULL) != '\0'
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/* @number: used if the step has no number. Returns NULL if the step has no description. */
static TroupeAgentTodo *
read_todo (TroupeValue *step, gint64 number)
{
  const char *description = get_text (step, "description");
  TroupeValue *own = troupe_value_get_member (step, "step_number");
  TroupeAgentTodo *todo = NULL;
  TroupeValue *list;
  gboolean is_list;

  if (description == NULL)
    return NULL;
  todo = g_new0 (TroupeAgentTodo, 1);
  todo->number = own != NULL && troupe_value_is (own, TROUPE_VALUE_INTEGER) &&
                         troupe_value_get_integer (own) > 0 &&
                         troupe_value_get_integer (own) <= NUMBER_LARGEST
                     ? troupe_value_get_integer (own)
                     : number;
  todo->description = g_strdup (description);
  todo->tool = g_strdup (get_text (step, "tool_to_use"));
  todo->needs = g_array_new (FALSE, FALSE, sizeof (gint64));
  list = troupe_value_get_member (step, "depends_on");
  is_list = list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST);
  for (gsize i = 0; is_list && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *item = troupe_value_list_get (list, i);
      gint64 need_number = troupe_value_is (item, TROUPE_VALUE_INTEGER)
                               ? troupe_value_get_integer (item)
                               : todo->number;

      if (need_number != todo->number)
        g_array_append_val (todo->needs, need_number);
    }

  return todo;
}

TroupeAgentDraft *
troupe_agent_draft_new (TroupeValue *arguments, guint max_steps)
{
  TroupeAgentDraft *self = g_new0 (TroupeAgentDraft, 1);
  TroupeValue *steps = troupe_value_get_member (arguments, "steps");
  TroupeValue *ready = troupe_value_get_member (arguments, "ready");
  const char *text = get_text (arguments, "plan");
  gboolean is_list = steps != NULL && troupe_value_is (steps, TROUPE_VALUE_LIST);
  GPtrArray *todos;

  self->text = g_strdup (text != NULL ? text : "");
  self->todos = g_ptr_array_new_with_free_func (todo_free);
  self->is_ready = ready != NULL && troupe_value_is (ready, TROUPE_VALUE_BOOLEAN) &&
                   troupe_value_get_boolean (ready);
  for (gsize i = 0; is_list && i < troupe_value_list_get_length (steps); i++)
    {
      TroupeAgentTodo *todo = NULL;

      if (self->todos->len >= max_steps)
        break;
      todo = read_todo (troupe_value_list_get (steps, i), (gint64) self->todos->len + 1);
      /* A duplicate number would be ambiguous. */
      if (todo != NULL && troupe_agent_todos_find (self->todos, todo->number) != NULL)
        todo_free (todo);
      else if (todo != NULL)
        g_ptr_array_add (self->todos, todo);
    }
  /* Removes dependencies on steps that do not exist. */
  todos = self->todos;
  for (guint i = 0; i < todos->len; i++)
    {
      TroupeAgentTodo *todo = g_ptr_array_index (todos, i);

      for (guint j = todo->needs->len; j > 0; j--)
        if (troupe_agent_todos_find (todos, g_array_index (todo->needs, gint64, j - 1)) == NULL)
          g_array_remove_index (todo->needs, j - 1);
    }

  return self;
}

TroupeAgentDraft *
troupe_agent_draft_new_text (const char *text)
{
  TroupeAgentDraft *self = g_new0 (TroupeAgentDraft, 1);

  self->text = g_strdup (text);
  self->todos = g_ptr_array_new_with_free_func (todo_free);
  self->is_ready = TRUE;

  return self;
}

/* --- List of steps ---------------------------------------------------------------------------- */

TroupeAgentTodo *
troupe_agent_todos_find (GPtrArray *todos, gint64 number)
{
  g_return_val_if_fail (todos != NULL, NULL);

  for (guint i = 0; i < todos->len; i++)
    {
      TroupeAgentTodo *todo = g_ptr_array_index (todos, i);

      if (todo->number == number)
        return todo;
    }

  return NULL;
}

static gboolean
is_ready (GPtrArray *todos, const TroupeAgentTodo *todo, gboolean takes_failed)
{
  for (guint i = 0; i < todo->needs->len; i++)
    {
      const TroupeAgentTodo *needed =
          troupe_agent_todos_find (todos, g_array_index (todo->needs, gint64, i));

      if (needed == NULL || (needed->state != TROUPE_AGENT_TODO_COMPLETED &&
                             (needed->state != TROUPE_AGENT_TODO_FAILED || !takes_failed)))
        return FALSE;
    }

  return TRUE;
}

GPtrArray *
troupe_agent_todos_list_ready (GPtrArray *todos, gboolean takes_failed)
{
  GPtrArray *ready = NULL;

  g_return_val_if_fail (todos != NULL, NULL);

  ready = g_ptr_array_new ();
  for (guint i = 0; i < todos->len; i++)
    {
      TroupeAgentTodo *todo = g_ptr_array_index (todos, i);

      if (todo->state == TROUPE_AGENT_TODO_PENDING && is_ready (todos, todo, takes_failed))
        g_ptr_array_add (ready, todo);
    }

  return ready;
}

guint
troupe_agent_todos_count (GPtrArray *todos, TroupeAgentTodoState state)
{
  guint n = 0;

  g_return_val_if_fail (todos != NULL, 0);

  for (guint i = 0; i < todos->len; i++)
    if (((const TroupeAgentTodo *) g_ptr_array_index (todos, i))->state == state)
      n++;

  return n;
}

void
troupe_agent_todos_replace_pending (GPtrArray *todos, GPtrArray *others)
{
  gint64 last = 0;

  g_return_if_fail (todos != NULL && others != NULL);

  for (guint i = todos->len; i > 0; i--)
    {
      const TroupeAgentTodo *todo = g_ptr_array_index (todos, i - 1);

      if (todo->state == TROUPE_AGENT_TODO_PENDING)
        g_ptr_array_remove_index (todos, i - 1);
      else
        last = MAX (last, todo->number);
    }
  for (guint i = 0; i < others->len; i++)
    ((TroupeAgentTodo *) g_ptr_array_index (others, i))->state = TROUPE_AGENT_TODO_PENDING;
  /* The new steps and their dependencies are numbered behind the old ones. */
  for (guint i = 0; i < others->len; i++)
    {
      TroupeAgentTodo *todo = g_ptr_array_index (others, i);

      todo->number += last;
      for (guint j = 0; j < todo->needs->len; j++)
        g_array_index (todo->needs, gint64, j) += last;
    }
  while (others->len > 0)
    g_ptr_array_add (todos, g_ptr_array_steal_index (others, 0));
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

TroupeValue *
troupe_agent_todos_to_value (GPtrArray *todos)
{
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (todos != NULL, NULL);

  items = g_new (TroupeValue *, todos->len + 1);
  for (guint i = 0; i < todos->len; i++)
    {
      const TroupeAgentTodo *todo = g_ptr_array_index (todos, i);
      TroupeMapBuilder map;
      g_autofree TroupeValue **needs = NULL;

      troupe_map_builder_init (&map);
      troupe_map_builder_add (&map, "step_number", troupe_value_new_integer (todo->number));
      troupe_agent_events_add_text (&map, "description", todo->description);
      troupe_map_builder_add (&map, "tool_used", text_or_null (todo->tool));
      troupe_agent_events_add_text (&map, "status", state_names[todo->state]);
      troupe_map_builder_add (&map, "result", text_or_null (todo->result));
      needs = g_new (TroupeValue *, todo->needs->len + 1);
      for (guint j = 0; j < todo->needs->len; j++)
        needs[j] = troupe_value_new_integer (g_array_index (todo->needs, gint64, j));
      troupe_map_builder_add (&map, "depends_on", troupe_value_new_list (needs, todo->needs->len));
      items[i] = troupe_map_builder_end (&map);
    }

  return troupe_value_new_list (items, todos->len);
}

char *
troupe_agent_todos_write (GPtrArray *todos, TroupePrompt prompt, guint states)
{
  GString *out = NULL;

  g_return_val_if_fail (todos != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < todos->len; i++)
    {
      const TroupeAgentTodo *todo = g_ptr_array_index (todos, i);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, todo->number);
      g_autofree char *text = NULL;

      if ((states & (1u << todo->state)) == 0)
        continue;
      text = troupe_prompt_fill (prompt, "number", number, "step", todo->description, "result",
                                 todo->result != NULL ? todo->result : "", NULL);
      g_string_append (out, text);
    }

  return g_string_free (out, FALSE);
}
