/* troupe-chat-sessions.h: window to choose a stored chat session
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
 * A window that lists the stored sessions of a document, newest first. If the flow stores its
 * states, the window also has an entry for the id of a session of another program. When the user
 * chooses a session, the session is read.
 *
 * Signal: `read` (TroupeStoredChat: the session to continue; the window closes afterwards).
 */
#define TROUPE_TYPE_CHAT_SESSIONS (troupe_chat_sessions_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatSessions, troupe_chat_sessions, TROUPE, CHAT_SESSIONS, AdwWindow)

GtkWidget *troupe_chat_sessions_new (TroupeChatController *talk);

G_END_DECLS
