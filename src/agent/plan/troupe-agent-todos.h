/* troupe-agent-todos.h: steps of a plan and their dependencies
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
 * @tool: (nullable): the tool that the plan suggests for the step
 * @needs: (element-type gint64): numbers of the steps on which this step depends
 * @result: (nullable): result of the step, or the error message
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
 * @text: the text of the plan
 * @todos: (element-type TroupeAgentTodo): its steps, all of them pending
 * @is_ready: whether the model declares the plan to be complete
 *
 * A plan as returned by a model.
 */
typedef struct
{
  char *text;
  GPtrArray *todos;
  gboolean is_ready;
} TroupeAgentDraft;

void troupe_agent_draft_free (TroupeAgentDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDraft, troupe_agent_draft_free)

/* Parses the arguments of create_reasoning_plan. Skips invalid steps, and all steps beyond
 * @max_steps. (transfer full) */
TroupeAgentDraft *troupe_agent_draft_new (TroupeValue *arguments, guint max_steps);
/* Creates a plan from text without steps, which cannot be refined. (transfer full) */
TroupeAgentDraft *troupe_agent_draft_new_text (const char *text);

/* Lists the steps whose dependencies are finished. @takes_failed: whether a failed step counts
 * as finished. (transfer container) (element-type TroupeAgentTodo) */
GPtrArray *troupe_agent_todos_list_ready (GPtrArray *todos, gboolean takes_failed);
guint troupe_agent_todos_count (GPtrArray *todos, TroupeAgentTodoState state);
/* (transfer none) (nullable) */
TroupeAgentTodo *troupe_agent_todos_find (GPtrArray *todos, gint64 number);
/* Replaces the pending steps with @others, which are numbered after the remaining steps.
 * @others: emptied */
void troupe_agent_todos_replace_pending (GPtrArray *todos, GPtrArray *others);

/* Sets of steps: one bit per state. */
#define TROUPE_AGENT_TODOS_PENDING (1u << TROUPE_AGENT_TODO_PENDING)
#define TROUPE_AGENT_TODOS_ENDED                                                                   \
  ((1u << TROUPE_AGENT_TODO_COMPLETED) | (1u << TROUPE_AGENT_TODO_FAILED))

/* Writes @prompt for each step in one of @states, with {number}, {step} and {result}. (transfer
 * full) */
char *troupe_agent_todos_write (GPtrArray *todos, TroupePrompt prompt, guint states);

/* Converts the steps to the list of maps for `todos` of a result. (transfer full) */
TroupeValue *troupe_agent_todos_to_value (GPtrArray *todos);

G_END_DECLS
