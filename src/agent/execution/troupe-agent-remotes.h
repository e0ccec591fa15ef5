/* troupe-agent-remotes.h: remote agents (A2A) of an agent, their cards and prompts
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
 * The entries of an agent's `a2a`, all cards of these entries that could be read, and the prompt
 * about them (CrewAI's a2a/wrapper.py). Used on one thread; reference counted.
 */
typedef struct _TroupeAgentRemotes TroupeAgentRemotes;

/* Lists the permissions of the entries of @a2a. @a2a: (nullable) */
void troupe_agent_remotes_list_permissions (TroupeValue *a2a, TroupePermissionList *permissions);

/* Returns NULL without an error if the agent has no entries. (transfer full) (nullable). Errors:
 * %TROUPE_AGENT_ERROR_DEFINITION. */
TroupeAgentRemotes *troupe_agent_remotes_new (TroupeAgentDefinition *agent, GError **error);
void troupe_agent_remotes_free (TroupeAgentRemotes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentRemotes, troupe_agent_remotes_free)

/**
 * troupe_agent_remotes_read_cards_async:
 * @context: context of the tools for the remote agents
 *
 * Reads all cards concurrently.
 */
void troupe_agent_remotes_read_cards_async (TroupeAgentRemotes *self,
                                            const TroupeToolContext *context,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* Errors: %TROUPE_AGENT_ERROR_REMOTE if a card could not be read and its entry has `fail_fast`;
 * %G_IO_ERROR_CANCELLED. */
gboolean troupe_agent_remotes_read_cards_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if no card could be read. */
gboolean troupe_agent_remotes_are_gone (TroupeAgentRemotes *self);

/**
 * troupe_agent_remotes_write_prompt:
 * @history: (nullable): a list of messages
 * @turn: number of turns so far; @max_turns: maximum number of turns
 * @is_answered: whether the remote agent has completed the request
 *
 * Writes the text that is appended to the task. (transfer full)
 */
char *troupe_agent_remotes_write_prompt (TroupeAgentRemotes *self,
                                         TroupeValue *history,
                                         gint64 turn,
                                         gint64 max_turns,
                                         gboolean is_answered);
/* Returns the response format in which the agent says whether it delegates: `a2a_ids`,
 * `message`, `is_a2a`. (transfer none) */
TroupeValue *troupe_agent_remotes_get_form (TroupeAgentRemotes *self);
/* Parses @text in the response format. Returns FALSE if @text is not valid. @message: (out)
 * (transfer full); @tool: (out) (transfer none) (nullable): the remote agent; NULL if the agent
 * does not delegate */
gboolean troupe_agent_remotes_read_answer (TroupeAgentRemotes *self,
                                           const char *text,
                                           char **message,
                                           TroupeA2aTool **tool);

G_END_DECLS
