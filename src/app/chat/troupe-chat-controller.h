/* troupe-chat-controller.h: a conversation with the flow of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-chat-entry.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeChatTalk:
 *
 * The session that is held on a page: what was said turn by turn, and what the next turn is run as. Who runs it tells what
 * became of the run; whoever shows it asks for the entries.
 *
 * Signals: `changed` (what troupe_chat_talk_describe() says, or what can be done), `replaced` (another session is held, or
 * its last turn is gone), `failed` (text: what was taken back is still kept).
 */
#define TROUPE_TYPE_CHAT_TALK (troupe_chat_talk_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatTalk, troupe_chat_talk, TROUPE, CHAT_TALK, GObject)

TroupeChatTalk *troupe_chat_talk_new (TroupeFlowDocument *document);

/* --- A turn ------------------------------------------------------------------------------------- */

/* The run of a turn in which @message is said, of the document as it is now. @text: (out) (transfer full): what is kept as
 * its document. Errors: %TROUPE_RUN_ERROR. (transfer full) (nullable) */
TroupeRun *
troupe_chat_talk_make_run (TroupeChatTalk *self, const char *message, char **text, GError **error);
/* A run has begun on the page, or goes on: the turn that it is, which is the last one from now on; %NULL where it is none.
 * (transfer none) (nullable) */
TroupeChatEntry *troupe_chat_talk_begin (TroupeChatTalk *self, TroupeRun *run);
/* What came of it. (element-type TroupeEvent) */
void troupe_chat_talk_add_events (TroupeChatTalk *self, GPtrArray *events);
void troupe_chat_talk_end (TroupeChatTalk *self, TroupeRun *run, const TroupeRunResult *result);

/* --- Sessions ------------------------------------------------------------------------------------ */

/* Nothing has been said. Not while a turn runs, as the next two. */
void troupe_chat_talk_begin_new (TroupeChatTalk *self);
/* @entries: (element-type TroupeChatEntry): as they were held; @state: (nullable): what the last one left */
void troupe_chat_talk_go_on (TroupeChatTalk *self,
                             const char *id,
                             GPtrArray *entries,
                             TroupeValue *state);
/* The last turn with what it left, also where that is kept. What was said in it: (transfer full) (nullable): where there is
 * none */
char *troupe_chat_talk_take_back (TroupeChatTalk *self);

/* --- What is known ------------------------------------------------------------------------------- */

/* (transfer none) (element-type TroupeChatEntry) */
GListModel *troupe_chat_talk_get_entries (TroupeChatTalk *self);
guint troupe_chat_talk_get_n_turns (TroupeChatTalk *self);
/* (transfer none) (nullable) */
TroupeChatEntry *troupe_chat_talk_get_last (TroupeChatTalk *self);
gboolean troupe_chat_talk_is_running (TroupeChatTalk *self);
/* Whether the flow has said that the conversation is over. */
gboolean troupe_chat_talk_has_ended (TroupeChatTalk *self);
const char *troupe_chat_talk_get_id (TroupeChatTalk *self);
/* “Session 7c1e · 3 turns · $0.0066” (transfer full) */
char *troupe_chat_talk_describe (TroupeChatTalk *self);
TroupeFlowDocument *troupe_chat_talk_get_document (TroupeChatTalk *self);
/* The database in which the sessions of its flow are kept. (transfer full) (nullable): where none is */
char *troupe_chat_talk_find_states (TroupeChatTalk *self);

/* What is known of a state alone, as entries. (transfer full) (element-type TroupeChatEntry) */
GPtrArray *troupe_chat_talk_read_messages (TroupeValue *state);

G_END_DECLS
