/* troupe-stored-chats.h: reads stored chat sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-controller.h"
#include "troupe-stored-sessions.h"

G_BEGIN_DECLS

/* The sessions of the document, newest first, as runs that are kept know them. On another thread; ends on the main one.
 * Finish: (transfer full) (element-type TroupeStoredSession) (nullable) */
void troupe_stored_chat_list_async (TroupeChatController *talk,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
GPtrArray *troupe_stored_chat_list_finish (GAsyncResult *result, GError **error);

/**
 * TroupeStoredChat:
 * @id: of the session
 * @entries: (element-type TroupeChatEntry): its turns
 * @state: (nullable): what the last one left
 *
 * A session as it was held.
 */
typedef struct
{
  char *id;
  GPtrArray *entries;
  TroupeValue *state;
} TroupeStoredChat;

void troupe_stored_chat_free (TroupeStoredChat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredChat, troupe_stored_chat_free)

/* @run_ids: (nullable) (element-type utf8): its turns, oldest first; %NULL: only its id is known, and the state that the
 * flow keeps under it, whichever program wrote that. Finish: (transfer full) (nullable) */
void troupe_stored_chat_read_async (TroupeChatController *talk,
                                    const char *id,
                                    GPtrArray *run_ids,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
TroupeStoredChat *troupe_stored_chat_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
