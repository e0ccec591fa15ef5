/* troupe-stored-chats.h: sessions that are kept, read to be gone on with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-controller.h"
#include "troupe-stored-sessions.h"

G_BEGIN_DECLS

/* The sessions of the document, newest first, as runs that are kept know them. On another thread; ends on the main one.
 * Finish: (transfer full) (element-type TroupeStoredSession) (nullable) */
void troupe_chat_kept_list_async (TroupeChatTalk *talk,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
GPtrArray *troupe_chat_kept_list_finish (GAsyncResult *result, GError **error);

/**
 * TroupeChatKept:
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
} TroupeChatKept;

void troupe_chat_kept_free (TroupeChatKept *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeChatKept, troupe_chat_kept_free)

/* @run_ids: (nullable) (element-type utf8): its turns, oldest first; %NULL: only its id is known, and the state that the
 * flow keeps under it, whichever program wrote that. Finish: (transfer full) (nullable) */
void troupe_chat_kept_read_async (TroupeChatTalk *talk,
                                  const char *id,
                                  GPtrArray *run_ids,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
TroupeChatKept *troupe_chat_kept_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
