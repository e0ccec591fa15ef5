/* troupe-stored-chats.h: reads stored chat sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-controller.h"
#include "troupe-stored-sessions.h"

G_BEGIN_DECLS

/* Lists the sessions of the document that have stored runs, newest first. Works on another
 * thread; @callback is called on the main thread. Finish: (transfer full) (element-type
 * TroupeStoredSession) (nullable) */
void troupe_stored_chat_list_async (TroupeChatController *talk,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
GPtrArray *troupe_stored_chat_list_finish (GAsyncResult *result, GError **error);

/**
 * TroupeStoredChat:
 * @id: id of the session
 * @entries: (element-type TroupeChatEntry): turns of the session
 * @state: (nullable): the flow state after the last turn
 *
 * A stored chat session.
 */
typedef struct
{
  char *id;
  GPtrArray *entries;
  TroupeValue *state;
} TroupeStoredChat;

void troupe_stored_chat_free (TroupeStoredChat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredChat, troupe_stored_chat_free)

/* Reads a session. @run_ids: (nullable) (element-type utf8): the runs of its turns, oldest
 * first; %NULL if only the id is known. If it is %NULL, the session is created from the state
 * that the flow stores under this id, whichever program stored the state. Finish: (transfer
 * full) (nullable) */
void troupe_stored_chat_read_async (TroupeChatController *talk,
                                    const char *id,
                                    GPtrArray *run_ids,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
TroupeStoredChat *troupe_stored_chat_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
