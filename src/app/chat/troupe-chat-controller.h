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
 * TroupeChatController:
 *
 * The session that is held on a page: what was said turn by turn, and what the next turn is run as. Who runs it tells what
 * became of the run; whoever shows it asks for the entries.
 *
 * Signals: `changed` (what troupe_chat_controller_describe() says, or what can be done), `replaced` (another session is held, or
 * its last turn is gone), `failed` (text: what was taken back is still kept).
 */
#define TROUPE_TYPE_CHAT_CONTROLLER (troupe_chat_controller_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatController,
                      troupe_chat_controller,
                      TROUPE,
                      CHAT_CONTROLLER,
                      GObject)

TroupeChatController *troupe_chat_controller_new (TroupeFlowDocument *document);

/* --- A turn ------------------------------------------------------------------------------------- */

/* The run of a turn in which @message is said, of the document as it is now. @text: (out) (transfer full): what is kept as
 * its document. Errors: %TROUPE_RUN_ERROR. (transfer full) (nullable) */
TroupeRun *troupe_chat_controller_make_run (TroupeChatController *self,
                                            const char *message,
                                            char **text,
                                            GError **error);
/* A run has begun on the page, or goes on: the turn that it is, which is the last one from now on; %NULL where it is none.
 * (transfer none) (nullable) */
TroupeChatEntry *troupe_chat_controller_begin (TroupeChatController *self, TroupeRun *run);
/* What came of it. (element-type TroupeEvent) */
void troupe_chat_controller_add_events (TroupeChatController *self, GPtrArray *events);
void troupe_chat_controller_end (TroupeChatController *self,
                                 TroupeRun *run,
                                 const TroupeRunResult *result);

/* --- Sessions ------------------------------------------------------------------------------------ */

/* Nothing has been said. Not while a turn runs, as the next two. */
void troupe_chat_controller_begin_new (TroupeChatController *self);
/* @entries: (element-type TroupeChatEntry): as they were held; @state: (nullable): what the last one left */
void troupe_chat_controller_go_on (TroupeChatController *self,
                                   const char *id,
                                   GPtrArray *entries,
                                   TroupeValue *state);
/* The last turn with what it left, also where that is kept. What was said in it: (transfer full) (nullable): where there is
 * none */
char *troupe_chat_controller_take_back (TroupeChatController *self);

/* --- What is known ------------------------------------------------------------------------------- */

/* (transfer none) (element-type TroupeChatEntry) */
GListModel *troupe_chat_controller_get_entries (TroupeChatController *self);
guint troupe_chat_controller_get_n_turns (TroupeChatController *self);
/* (transfer none) (nullable) */
TroupeChatEntry *troupe_chat_controller_get_last (TroupeChatController *self);
gboolean troupe_chat_controller_is_running (TroupeChatController *self);
/* Whether the flow has said that the conversation is over. */
gboolean troupe_chat_controller_has_ended (TroupeChatController *self);
const char *troupe_chat_controller_get_id (TroupeChatController *self);
/* “Session 7c1e · 3 turns · $0.0066” (transfer full) */
char *troupe_chat_controller_describe (TroupeChatController *self);
TroupeFlowDocument *troupe_chat_controller_get_document (TroupeChatController *self);
/* The database in which the sessions of its flow are kept. (transfer full) (nullable): where none is */
char *troupe_chat_controller_find_states (TroupeChatController *self);

/* What is known of a state alone, as entries. (transfer full) (element-type TroupeChatEntry) */
GPtrArray *troupe_chat_controller_read_messages (TroupeValue *state);

G_END_DECLS
