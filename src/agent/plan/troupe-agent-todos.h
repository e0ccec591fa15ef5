/* troupe-agent-todos.h: the steps of a plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-prompts.h"
#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_AGENT_TODO_PENDING,
  TROUPE_AGENT_TODO_RUNNING,
  TROUPE_AGENT_TODO_COMPLETED,
  TROUPE_AGENT_TODO_FAILED,
} TroupeAgentTodoState;

/**
 * TroupeAgentTodo:
 * @tool: (nullable): that the plan has in mind for it
 * @needs: (element-type gint64): numbers of the steps whose results it needs
 * @result: (nullable): what it gave, or why it failed
 */
typedef struct
{
  gint64 number;
  char *description;
  char *tool;
  GArray *needs;
  TroupeAgentTodoState state;
  char *result;
} TroupeAgentTodo;

/**
 * TroupeAgentDraft:
 * @text: the plan in words
 * @todos: (element-type TroupeAgentTodo): its steps, none of which has begun
 * @is_ready: whether the model says that nothing about it is open
 *
 * A plan as a model gives it.
 */
typedef struct
{
  char *text;
  GPtrArray *todos;
  gboolean is_ready;
} TroupeAgentDraft;

void troupe_agent_draft_free (TroupeAgentDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDraft, troupe_agent_draft_free)

/* Reads the arguments of create_reasoning_plan. What is no step is left out, what goes beyond @max_steps too.
 * (transfer full) */
TroupeAgentDraft *troupe_agent_draft_new (TroupeValue *arguments, guint max_steps);
/* A plan of words alone, which is as ready as it will be. (transfer full) */
TroupeAgentDraft *troupe_agent_draft_new_text (const char *text);

/* Those that can begin: all that they need is done. @takes_failed: whether a step that failed counts as done.
 * (transfer container) (element-type TroupeAgentTodo) */
GPtrArray *troupe_agent_todos_list_ready (GPtrArray *todos, gboolean takes_failed);
guint troupe_agent_todos_count (GPtrArray *todos, TroupeAgentTodoState state);
/* (transfer none) (nullable) */
TroupeAgentTodo *troupe_agent_todos_find (GPtrArray *todos, gint64 number);
/* The steps of @others take the place of those that have not begun, with numbers behind those that stay. @others: is
 * empty afterwards */
void troupe_agent_todos_replace_pending (GPtrArray *todos, GPtrArray *others);

/* Of which steps is spoken: a bit for each state. */
#define TROUPE_AGENT_TODOS_PENDING (1u << TROUPE_AGENT_TODO_PENDING)
#define TROUPE_AGENT_TODOS_ENDED                                                                   \
  ((1u << TROUPE_AGENT_TODO_COMPLETED) | (1u << TROUPE_AGENT_TODO_FAILED))

/* The @prompt of each step in one of @states, with {number}, {step} and {result}. (transfer full) */
char *troupe_agent_todos_write (GPtrArray *todos, TroupePrompt prompt, guint states);

/* As `todos` has them in a result: a list of maps. (transfer full) */
TroupeValue *troupe_agent_todos_to_value (GPtrArray *todos);

G_END_DECLS
