/* troupe-chat-sessions.h: choosing a session that is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-stored-chats.h"

G_BEGIN_DECLS

/**
 * TroupeChatSessions:
 *
 * A window with the sessions of a document that are kept, newest first, and, where the flow keeps its states, a field for
 * the id of one that another program held. Choosing one reads it.
 *
 * Signal: `read` (TroupeStoredChat: to be gone on with; the window closes behind it).
 */
#define TROUPE_TYPE_CHAT_SESSIONS (troupe_chat_sessions_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatSessions, troupe_chat_sessions, TROUPE, CHAT_SESSIONS, AdwWindow)

GtkWidget *troupe_chat_sessions_new (TroupeChatController *talk);

G_END_DECLS
