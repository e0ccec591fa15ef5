/* troupe-chat-controller.h: chat session with the flow of a page
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
 * The chat session of a page: its turns, and the state with which the next turn runs. The owner of
 * the run reports the events and the end of the run; the view reads the entries.
 *
 * Signals: `changed` (what troupe_chat_controller_describe() returns, or what actions are
 * possible), `replaced` (another session is active, or its last turn was removed), `failed` (text:
 * an undone turn could not be deleted from the store).
 */
#define TROUPE_TYPE_CHAT_CONTROLLER (troupe_chat_controller_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatController,
                      troupe_chat_controller,
                      TROUPE,
                      CHAT_CONTROLLER,
                      GObject)

TroupeChatController *troupe_chat_controller_new (TroupeFlowDocument *document);

/* --- Turns ------------------------------------------------------------------------------------ */

/* Creates the run of a turn with the user message @message for the current document. @text:
 * (out) (transfer full): the document to store with the run. Errors: %TROUPE_RUN_ERROR.
 * (transfer full) (nullable) */
TroupeRun *troupe_chat_controller_make_run (TroupeChatController *self,
                                            const char *message,
                                            char **text,
                                            GError **error);
/* Called when a run has started or resumed on the page. Returns the turn to which the run
 * belongs, which becomes the last turn, or %NULL if the run is not a turn. (transfer none)
 * (nullable) */
TroupeChatEntry *troupe_chat_controller_begin (TroupeChatController *self, TroupeRun *run);
/* Adds events of the running turn. (element-type TroupeEvent) */
void troupe_chat_controller_add_events (TroupeChatController *self, GPtrArray *events);
void troupe_chat_controller_end (TroupeChatController *self,
                                 TroupeRun *run,
                                 const TroupeRunResult *result);

/* --- Sessions ------------------------------------------------------------------------------------ */

/* Starts an empty session. Must not be called while a turn is running; this also applies to the
 * next two functions. */
void troupe_chat_controller_begin_new (TroupeChatController *self);
/* Continues a stored session. @entries: (element-type TroupeChatEntry): turns of the session, in
 * order;
 * @state: (nullable): the flow state after the last turn */
void troupe_chat_controller_go_on (TroupeChatController *self,
                                   const char *id,
                                   GPtrArray *entries,
                                   TroupeValue *state);
/* Removes the last turn together with its stored run, and restores the state before that turn.
 * Returns the user message of the turn. (transfer full) (nullable): %NULL if there is no turn */
char *troupe_chat_controller_take_back (TroupeChatController *self);

/* --- Getters ---------------------------------------------------------------------------------- */

/* (transfer none) (element-type TroupeChatEntry) */
GListModel *troupe_chat_controller_get_entries (TroupeChatController *self);
guint troupe_chat_controller_get_n_turns (TroupeChatController *self);
/* (transfer none) (nullable) */
TroupeChatEntry *troupe_chat_controller_get_last (TroupeChatController *self);
gboolean troupe_chat_controller_is_running (TroupeChatController *self);
/* Returns whether @state, that of a flow after a turn, ends the conversation. @state: (nullable) */
gboolean troupe_chat_controller_is_end (TroupeValue *state);
/* Returns TRUE if the flow has ended the conversation. */
gboolean troupe_chat_controller_has_ended (TroupeChatController *self);
const char *troupe_chat_controller_get_id (TroupeChatController *self);
/* Returns a description such as “Session 7c1e · 3 turns · $0.0066”. (transfer full) */
char *troupe_chat_controller_describe (TroupeChatController *self);
TroupeFlowDocument *troupe_chat_controller_get_document (TroupeChatController *self);
/* Returns the path of the database in which the flow stores the states of its sessions.
 * (transfer full) (nullable): %NULL if the flow does not store its states */
char *troupe_chat_controller_find_states (TroupeChatController *self);

/* Creates entries from the messages of a flow state. (transfer full) (element-type
 * TroupeChatEntry) */
GPtrArray *troupe_chat_controller_read_messages (TroupeValue *state);

G_END_DECLS
