/* troupe-chat-entry.h: model of one turn of a chat session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeChatState:
 * @TROUPE_CHAT_SAID: only the messages are known, as for a session of another program
 * @TROUPE_CHAT_WAITS: the run of the turn is paused until the user answers a feedback request
 */
typedef enum
{
  TROUPE_CHAT_SAID,
  TROUPE_CHAT_RUNS,
  TROUPE_CHAT_DONE,
  TROUPE_CHAT_FAILED,
  TROUPE_CHAT_STOPPED,
  TROUPE_CHAT_WAITS,
} TroupeChatState;

/**
 * TroupeChatEntry:
 *
 * A turn: the user message, the answer, and what happened in between, which is the route, the
 * methods and their events. Processes the events of its run one by one, either while the turn runs
 * or from the store.
 *
 * Signal: `changed`, emitted on the main thread.
 */
#define TROUPE_TYPE_CHAT_ENTRY (troupe_chat_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatEntry, troupe_chat_entry, TROUPE, CHAT_ENTRY, GObject)

/* @number: position in the session, from 1; @before: (nullable): the flow state before the turn */
TroupeChatEntry *troupe_chat_entry_new (guint number, const char *message, TroupeValue *before);

/* --- Updates ---------------------------------------------------------------------------------- */

/* Called when the run of the turn has started or resumed. @flow: the flow that runs */
void troupe_chat_entry_begin (TroupeChatEntry *self, TroupeFlow *flow, const char *run_id);
/* (element-type TroupeEvent) */
void troupe_chat_entry_add_events (TroupeChatEntry *self, GPtrArray *events);
/* Called when the run of the turn has ended in this process. */
void troupe_chat_entry_end (TroupeChatEntry *self, const TroupeRunResult *result);
/* Like troupe_chat_entry_end(), for a stored run whose events have been added. */
void troupe_chat_entry_end_stored (TroupeChatEntry *self, const TroupeRunRecord *record);
/* Sets the answer of a turn if only the messages of the turn are known. */
void troupe_chat_entry_set_reply (TroupeChatEntry *self, const char *reply);

/* --- Getters: all (transfer none) ------------------------------------------------------------- */

guint troupe_chat_entry_get_number (TroupeChatEntry *self);
const char *troupe_chat_entry_get_message (TroupeChatEntry *self);
TroupeChatState troupe_chat_entry_get_state (TroupeChatEntry *self);
/* Returns the answer. While the turn runs, returns the part received so far. (nullable) */
const char *troupe_chat_entry_get_reply (TroupeChatEntry *self);
/* Returns the error message if the turn failed. (nullable) */
const char *troupe_chat_entry_get_error (TroupeChatEntry *self);
/* Returns the selected route; NULL until a route is selected. (nullable) */
const char *troupe_chat_entry_get_route (TroupeChatEntry *self);
/* Returns a description such as “look_up_order → answer_order · 3.0 s · $0.0031”. (transfer
 * full) */
char *troupe_chat_entry_describe (TroupeChatEntry *self);
/* Returns the cost in millionths of a dollar. @is_all: (out): FALSE if the price of a model is
 * unknown */
gint64 troupe_chat_entry_get_spent (TroupeChatEntry *self, gboolean *is_all);
/* Returns TRUE if the run of the turn is known. In this case the run can be shown. */
gboolean troupe_chat_entry_has_run (TroupeChatEntry *self);
/* Returns TRUE if @method has run in this turn. @time: (out) (transfer full) (nullable):
 * duration of the method's last execution */
gboolean troupe_chat_entry_has_method (TroupeChatEntry *self, const char *method, char **time);
/* Returns the methods that have run in this turn, in the order in which they started.
 * (element-type utf8) */
GPtrArray *troupe_chat_entry_list_methods (TroupeChatEntry *self);

TroupeValue *troupe_chat_entry_get_before (TroupeChatEntry *self); /* (nullable) */
TroupeValue *troupe_chat_entry_get_after (TroupeChatEntry *self);  /* (nullable) */
const char *troupe_chat_entry_get_run_id (TroupeChatEntry *self);  /* (nullable) */
TroupeFlow *troupe_chat_entry_get_flow (TroupeChatEntry *self);    /* (nullable) */
GPtrArray *troupe_chat_entry_get_events (TroupeChatEntry *self);
gint64 troupe_chat_entry_get_started (TroupeChatEntry *self);
gint64 troupe_chat_entry_get_elapsed (TroupeChatEntry *self);

G_END_DECLS
