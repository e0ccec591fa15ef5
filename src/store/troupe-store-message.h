/* troupe-store-message.h: messages to the writer thread of the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-record.h"
#include "troupe-store-requests.h"
#include "troupe-store-ticket.h"
#include "troupe-store.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_STORE_MESSAGE_HIDE,
  TROUPE_STORE_MESSAGE_BEGIN,
  TROUPE_STORE_MESSAGE_EVENT,
  TROUPE_STORE_MESSAGE_STEPS,
  TROUPE_STORE_MESSAGE_TASK,
  TROUPE_STORE_MESSAGE_ANSWER,
  TROUPE_STORE_MESSAGE_FORGET_ANSWERS,
  TROUPE_STORE_MESSAGE_CALL,
  TROUPE_STORE_MESSAGE_REQUEST,
  TROUPE_STORE_MESSAGE_CLOSE_REQUEST,
  TROUPE_STORE_MESSAGE_PATH, /* the document of the run got a file */
  TROUPE_STORE_MESSAGE_TITLE,
  TROUPE_STORE_MESSAGE_KEEP,
  TROUPE_STORE_MESSAGE_BOOKMARK,
  TROUPE_STORE_MESSAGE_END,
  TROUPE_STORE_MESSAGE_DELETE,
  TROUPE_STORE_MESSAGE_MARK, /* writes nothing; its ticket waits for preceding messages */
  TROUPE_STORE_MESSAGE_RETENTION,
  TROUPE_STORE_MESSAGE_PRUNE,
  TROUPE_STORE_MESSAGE_COMMIT,
  TROUPE_STORE_MESSAGE_WAIT,
  TROUPE_STORE_MESSAGE_RETRY,
  TROUPE_STORE_MESSAGE_QUIT,
} TroupeStoreMessageType;

typedef struct
{
  TroupeStoreMessageType type;
  char *run_id;
  TroupeRunRecord *record;
  TroupeRedactor *redactor;
  TroupeEvent *event;
  TroupeRunStatus status;
  char *text;
  gboolean is_kept;
  gint64 moment_us; /* of the run, for a bookmark; @is_kept: whether it is set */
  TroupeValue *result;
  GPtrArray *steps;
  TroupeRunRequest *request;
  TroupeTaskOutput *task;
  TroupeStoredAnswer *answer;
  gint64 time_us;
  TroupeStoreTicket *ticket;
  TroupeStoreRetention retention;
  guint n_removed;
  guint *n_removed_place; /* (nullable): out parameter of the caller that waits */
} TroupeStoreMessage;

/* Creates a message with the current time. @run_id: (nullable) */
TroupeStoreMessage *troupe_store_message_new (TroupeStoreMessageType type, const char *run_id);
void troupe_store_message_free (TroupeStoreMessage *self);
/* Returns TRUE if a caller may be waiting for it. */
gboolean troupe_store_message_is_urgent (const TroupeStoreMessage *self);

G_END_DECLS
