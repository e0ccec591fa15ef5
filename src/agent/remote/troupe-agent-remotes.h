/* troupe-agent-remotes.h: the agents elsewhere that one agent may speak to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-tool.h"
#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeAgentRemotes:
 *
 * The entries of an agent's `a2a`, their cards as far as they could be read, and what the agent's model is told of them
 * (CrewAI's a2a/wrapper.py). On one thread; counted.
 */
typedef struct _TroupeAgentRemotes TroupeAgentRemotes;

/* What the entries of @a2a could reach. @a2a: (nullable) */
void troupe_agent_remotes_list_permissions (TroupeValue *a2a, TroupePermissionList *permissions);

/* (transfer full) (nullable): NULL with no error where the agent has none. Errors: %TROUPE_AGENT_ERROR_DEFINITION. */
TroupeAgentRemotes *troupe_agent_remotes_new (TroupeAgentDefinition *agent, GError **error);
void troupe_agent_remotes_free (TroupeAgentRemotes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentRemotes, troupe_agent_remotes_free)

/**
 * troupe_agent_remotes_read_cards_async:
 * @context: of their tools
 *
 * Reads all cards, side by side.
 */
void troupe_agent_remotes_read_cards_async (TroupeAgentRemotes *self,
                                            const TroupeToolContext *context,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* Errors: %TROUPE_AGENT_ERROR_REMOTE where one cannot be had whose entry fails fast; %G_IO_ERROR_CANCELLED. */
gboolean troupe_agent_remotes_read_cards_finish (GAsyncResult *result, GError **error);

/* Whether no card could be read. */
gboolean troupe_agent_remotes_are_gone (TroupeAgentRemotes *self);
guint troupe_agent_remotes_get_n (TroupeAgentRemotes *self);
TroupeA2aTool *troupe_agent_remotes_get (TroupeAgentRemotes *self, guint index);

/**
 * troupe_agent_remotes_write_prompt:
 * @history: (nullable): a list of messages
 * @turn: how many turns there were, @max_turns how many there may be
 * @is_answered: whether the other one has done what it was asked
 *
 * What stands behind the task. (transfer full)
 */
char *troupe_agent_remotes_write_prompt (TroupeAgentRemotes *self,
                                         TroupeValue *history,
                                         gint64 turn,
                                         gint64 max_turns,
                                         gboolean is_answered);
/* The form in which the agent says whether it hands over: `a2a_ids`, `message`, `is_a2a`. (transfer none) */
TroupeValue *troupe_agent_remotes_get_form (TroupeAgentRemotes *self);
/* @text in that form: what it says, and to whom where it hands over, else NULL. FALSE where it is none. @message: (out)
 * (transfer full); @tool: (out) (transfer none) (nullable) */
gboolean troupe_agent_remotes_read_answer (TroupeAgentRemotes *self,
                                           const char *text,
                                           char **message,
                                           TroupeA2aTool **tool);

G_END_DECLS
