/* troupe-chat-entry.h: one turn of a conversation, as it is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeChatState:
 * @TROUPE_CHAT_SAID: only what was said is known, as of a session that another program held
 * @TROUPE_CHAT_WAITS: its run ended until a person answers what it asks
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
 * What a user said, what was answered, and what happened between the two: the route, the methods, their events. It reads
 * the events of its run one by one, while the turn runs or from the store.
 *
 * Signal: `changed`, for the main thread.
 */
#define TROUPE_TYPE_CHAT_ENTRY (troupe_chat_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatEntry, troupe_chat_entry, TROUPE, CHAT_ENTRY, GObject)

/* @number: from 1 in its session; @before: (nullable): the state that it begins with */
TroupeChatEntry *troupe_chat_entry_new (guint number, const char *message, TroupeValue *before);

/* --- What comes --------------------------------------------------------------------------------- */

/* Its run has begun, or goes on. @flow: what runs */
void troupe_chat_entry_begin (TroupeChatEntry *self, TroupeFlow *flow, const char *run_id);
/* (element-type TroupeEvent) */
void troupe_chat_entry_add_events (TroupeChatEntry *self, GPtrArray *events);
/* Its run has ended here. */
void troupe_chat_entry_end (TroupeChatEntry *self, const TroupeRunResult *result);
/* The same of a run that was kept, whose events have been added. */
void troupe_chat_entry_end_stored (TroupeChatEntry *self, const TroupeRunRecord *record);
/* Only that is known of the answer. */
void troupe_chat_entry_set_reply (TroupeChatEntry *self, const char *reply);

/* --- What is known: all (transfer none) ---------------------------------------------------------- */

guint troupe_chat_entry_get_number (TroupeChatEntry *self);
const char *troupe_chat_entry_get_message (TroupeChatEntry *self);
TroupeChatState troupe_chat_entry_get_state (TroupeChatEntry *self);
/* (nullable): the answer; while it runs what of it has come */
const char *troupe_chat_entry_get_reply (TroupeChatEntry *self);
/* (nullable): why it failed */
const char *troupe_chat_entry_get_error (TroupeChatEntry *self);
/* (nullable): while none is chosen */
const char *troupe_chat_entry_get_route (TroupeChatEntry *self);
/* “look_up_order → answer_order · 3.0 s · $0.0031” (transfer full) */
char *troupe_chat_entry_describe (TroupeChatEntry *self);
/* Millionths of a dollar. @is_all: (out): FALSE where a price was not known */
gint64 troupe_chat_entry_get_spent (TroupeChatEntry *self, gboolean *is_all);
/* Whether its run is known, so that it can be looked at. */
gboolean troupe_chat_entry_has_run (TroupeChatEntry *self);
/* Whether @method has run in it. @time: (out) (transfer full) (nullable): how long it took at last */
gboolean troupe_chat_entry_has_method (TroupeChatEntry *self, const char *method, char **time);
/* (element-type utf8): the methods that have run in it, as they began */
GPtrArray *troupe_chat_entry_list_methods (TroupeChatEntry *self);

TroupeValue *troupe_chat_entry_get_before (TroupeChatEntry *self); /* (nullable) */
TroupeValue *troupe_chat_entry_get_after (TroupeChatEntry *self);  /* (nullable) */
const char *troupe_chat_entry_get_run_id (TroupeChatEntry *self);  /* (nullable) */
TroupeFlow *troupe_chat_entry_get_flow (TroupeChatEntry *self);    /* (nullable) */
GPtrArray *troupe_chat_entry_get_events (TroupeChatEntry *self);
gint64 troupe_chat_entry_get_started (TroupeChatEntry *self);
gint64 troupe_chat_entry_get_elapsed (TroupeChatEntry *self);

G_END_DECLS
