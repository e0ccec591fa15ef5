/* troupe-store-message.c: messages to the writer thread of the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-message"

#include "config.h"

#include "troupe-store-message.h"

TroupeStoreMessage *
troupe_store_message_new (TroupeStoreMessageType type, const char *run_id)
{
  TroupeStoreMessage *self = g_new0 (TroupeStoreMessage, 1);

  self->type = type;
  self->run_id = g_strdup (run_id);
  self->time_us = g_get_real_time ();
  return self;
}

void
troupe_store_message_free (TroupeStoreMessage *self)
{
  if (self == NULL)
    return;
  g_free (self->run_id);
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->event, troupe_event_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->request, troupe_run_request_free);
  g_clear_pointer (&self->task, troupe_task_output_free);
  g_clear_pointer (&self->answer, troupe_stored_answer_free);
  g_clear_pointer (&self->ticket, troupe_store_ticket_unref);
  g_free (self->text);
  g_free (self);
}

gboolean
troupe_store_message_is_urgent (const TroupeStoreMessage *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  switch (self->type)
    {
    case TROUPE_STORE_MESSAGE_REQUEST:
    case TROUPE_STORE_MESSAGE_DELETE:
    case TROUPE_STORE_MESSAGE_RETENTION:
    case TROUPE_STORE_MESSAGE_PRUNE:
    case TROUPE_STORE_MESSAGE_COMMIT:
    case TROUPE_STORE_MESSAGE_WAIT:
    case TROUPE_STORE_MESSAGE_RETRY:
    case TROUPE_STORE_MESSAGE_QUIT:
      return TRUE;

    case TROUPE_STORE_MESSAGE_HIDE:
    case TROUPE_STORE_MESSAGE_BEGIN:
    case TROUPE_STORE_MESSAGE_EVENT:
    case TROUPE_STORE_MESSAGE_STEPS:
    case TROUPE_STORE_MESSAGE_TASK:
    case TROUPE_STORE_MESSAGE_ANSWER:
    case TROUPE_STORE_MESSAGE_FORGET_ANSWERS:
    case TROUPE_STORE_MESSAGE_CALL:
    case TROUPE_STORE_MESSAGE_CLOSE_REQUEST:
    case TROUPE_STORE_MESSAGE_PATH:
    case TROUPE_STORE_MESSAGE_TITLE:
    case TROUPE_STORE_MESSAGE_KEEP:
    case TROUPE_STORE_MESSAGE_BOOKMARK:
    case TROUPE_STORE_MESSAGE_END:
    case TROUPE_STORE_MESSAGE_MARK:
    default:
      return FALSE;
    }
}
