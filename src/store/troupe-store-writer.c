/* troupe-store-writer.c: writer thread of the store: batches, transactions, retries and pruning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-writer"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crash-point.h"
#include "troupe-store-database.h"
#include "troupe-store-message.h"
#include "troupe-store-owner.h"
#include "troupe-store-prune.h"
#include "troupe-store-queue.h"
#include "troupe-store-rows.h"
#include "troupe-store-ticket.h"
#include "troupe-store-writer.h"

/* A batch is written when a caller waits for it, or when it has reached this size or this age in
 * microseconds. */
#define BATCH_SIZE 5000
#define BATCH_AGE_US (100 * 1000)

/* Maximum number of messages that are queued if data cannot be written. Beyond this number,
 * events are dropped. */
#define MAX_WAITING 50000

/* Delay before the next attempt after a failure, in microseconds. */
#define RETRY_US (1000 * 1000)

/* Minimum interval between two checks of the retention limits, in microseconds. */
#define PRUNE_PAUSE_US (60 * G_USEC_PER_SEC)

/* Callback for errors. It stays alive while the thread is calling it, even if it has been
 * replaced in the meantime. */
typedef struct
{
  TroupeStoreErrorFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Listener;

struct _TroupeStoreWriter
{
  TroupeStoreQueue *queue; /* (element-type TroupeStoreMessage) */
  GThread *thread;
  /* Used by the writer thread only. */
  TroupeDatabase *database;
  TroupeStoreRows *rows; /* (nullable): NULL if it could not be created */
  GPtrArray *batch;      /* (element-type TroupeStoreMessage) */
  gint64 batch_began_us;
  gint64 drowsy_us;   /* the thread wakes up by then anyway */
  gboolean is_wanted; /* a caller waits for the batch */
  gint64 retry_us;    /* time of the next attempt; 0: none failed */
  int last_code;
  char *last_message; /* (nullable) */
  gboolean is_full;   /* the last failure was lack of disk space */
  TroupeStoreRetention retention;
  gboolean has_ended; /* a run ended since the last check of limits */
  gint64 pruned_us;   /* time of that check */
  /* Shared, protected by the mutex. */
  GMutex mutex;
  GError *error;       /* the first one since the last wait */
  gboolean is_passing; /* TRUE if all failures so far are retried */
  Listener *listener;  /* (nullable) */
};

static void
listener_clear (gpointer data)
{
  Listener *listener = data;

  if (listener->destroy != NULL)
    listener->destroy (listener->user_data);
}

static void
listener_unref (Listener *listener)
{
  g_atomic_rc_box_release_full (listener, listener_clear);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Listener, listener_unref)

/* Takes ownership of @message. */
static void
push (TroupeStoreWriter *self, TroupeStoreMessage *message)
{
  troupe_store_queue_push (self->queue, message, troupe_store_message_is_urgent (message));
}

/* --- On the writer thread --------------------------------------------------------------------- */

static void
report_database (TroupeStoreWriter *self, int code, gboolean is_passing)
{
  GError *error = NULL;
  g_autoptr (GError) taken = NULL;
  g_autoptr (Listener) listener = NULL;
  gboolean is_news;

  troupe_database_take_error (self->database, code, &error);
  taken = error;
  is_news = code != self->last_code;
  self->last_code = code;
  troupe_set_str (&self->last_message, taken->message);
  g_mutex_lock (&self->mutex);
  if (is_news && self->listener != NULL)
    listener = g_atomic_rc_box_acquire (self->listener);
  self->is_passing = is_passing && (self->error == NULL || self->is_passing);
  if (self->error == NULL)
    self->error = g_error_copy (taken);
  g_mutex_unlock (&self->mutex);
  /* Called without the lock, so that it may use the store. */
  if (listener != NULL)
    listener->func (taken, listener->user_data);
}

/* Writes the batch in one transaction. A row that violates a constraint is skipped and reported;
 * any other error rolls everything back. */
static int
write_rows (TroupeStoreWriter *self)
{
  int code;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("store-before-write");
  code = sqlite3_exec (self->database->handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  TROUPE_CRASH_POINT ("store-transaction-begun");

  for (guint i = 0; code == SQLITE_OK && i < self->batch->len; i++)
    {
      const TroupeStoreMessage *message = g_ptr_array_index (self->batch, i);

      if (message->type == TROUPE_STORE_MESSAGE_END)
        self->has_ended = TRUE;
      code = troupe_store_rows_write (self->rows, message);
      TROUPE_CRASH_POINT ("store-message-written");
      if ((code & 0xff) != SQLITE_CONSTRAINT && (code & 0xff) != SQLITE_TOOBIG)
        continue;
      report_database (self, code, FALSE);
      code = SQLITE_OK;
    }
  troupe_store_rows_end (self->rows);
  TROUPE_CRASH_POINT ("store-before-commit");
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->database->handle, "COMMIT", NULL, NULL, NULL);
  TROUPE_CRASH_POINT ("store-after-commit");
  return code;
}

static void
answer (TroupeStoreWriter *self, TroupeStoreMessage *message, TroupeStoreTicketState state)
{
  g_assert (self != NULL);

  if (message->ticket == NULL)
    return;
  troupe_store_ticket_set_state (message->ticket, state, self->last_message);
  if (state == TROUPE_STORE_TICKET_DONE)
    g_clear_pointer (&message->ticket, troupe_store_ticket_unref);
}

/* Waiters for steps are released even if the write fails, because the listener reports the
 * error. If the disk is full or another program locks the database, the ticket is stuck instead,
 * because a retry may succeed. */
static void
answer_after_failure (TroupeStoreWriter *self, TroupeStoreMessage *message)
{
  gboolean is_busy =
      (self->last_code & 0xff) == SQLITE_BUSY || (self->last_code & 0xff) == SQLITE_LOCKED;

  g_assert (self != NULL);

  answer (self, message,
          self->is_full || (is_busy && message->type == TROUPE_STORE_MESSAGE_MARK)
              ? TROUPE_STORE_TICKET_STUCK
              : TROUPE_STORE_TICKET_DONE);
}

/* Clears an error after all data that could not be written has been written, and reports that
 * it has passed. */
static void
forget_passing_error (TroupeStoreWriter *self)
{
  g_autoptr (Listener) listener = NULL;

  g_assert (self != NULL);

  g_mutex_lock (&self->mutex);
  if (self->is_passing)
    g_clear_error (&self->error);
  self->is_passing = FALSE;
  if (self->retry_us != 0 && self->listener != NULL)
    listener = g_atomic_rc_box_acquire (self->listener);
  g_mutex_unlock (&self->mutex);
  self->retry_us = 0;
  self->last_code = SQLITE_OK;
  /* Called without the lock, so that it may use the store. */
  if (listener != NULL)
    listener->func (NULL, listener->user_data);
}

static void
write_batch (TroupeStoreWriter *self)
{
  int code;

  g_assert (self != NULL);

  self->is_wanted = FALSE;
  if (self->batch->len == 0)
    return;
  code = write_rows (self);
  self->drowsy_us = g_get_monotonic_time () + BATCH_AGE_US;
  if (code == SQLITE_OK)
    {
      TROUPE_CRASH_POINT ("store-batch-done");
      /* Releases the redactors of runs that have ended, unless they were resumed since. */
      for (guint i = 0; i < self->batch->len; i++)
        {
          const TroupeStoreMessage *message = g_ptr_array_index (self->batch, i);

          if (message->type == TROUPE_STORE_MESSAGE_END)
            troupe_store_rows_forget (self->rows, message->run_id);
          else if (message->type == TROUPE_STORE_MESSAGE_HIDE)
            troupe_store_rows_write (self->rows, message);
        }
      for (guint i = 0; i < self->batch->len; i++)
        answer (self, g_ptr_array_index (self->batch, i), TROUPE_STORE_TICKET_DONE);
      g_ptr_array_set_size (self->batch, 0);
      forget_passing_error (self);
      return;
    }
  self->is_full = troupe_database_is_out_of_room (self->database, code);
  report_database (self, code, TRUE);
  for (guint i = 0; i < self->batch->len; i++)
    answer_after_failure (self, g_ptr_array_index (self->batch, i));
  if (!sqlite3_get_autocommit (self->database->handle))
    sqlite3_exec (self->database->handle, "ROLLBACK", NULL, NULL, NULL);
  self->retry_us = g_get_monotonic_time () + RETRY_US;
  if (self->batch->len > MAX_WAITING)
    {
      guint n_kept = 0;

      /* Drops the events in the batch, but not the starts and ends of runs. */
      for (guint i = 0; i < self->batch->len; i++)
        {
          TroupeStoreMessage *message = g_ptr_array_index (self->batch, i);

          if (message->type == TROUPE_STORE_MESSAGE_EVENT)
            troupe_store_message_free (message);
          else
            g_ptr_array_index (self->batch, n_kept++) = message;
        }
      g_ptr_array_set_free_func (self->batch, NULL);
      g_ptr_array_set_size (self->batch, (int) n_kept);
      g_ptr_array_set_free_func (self->batch, (GDestroyNotify) troupe_store_message_free);
      g_mutex_lock (&self->mutex);
      self->is_passing = FALSE;
      g_mutex_unlock (&self->mutex);
    }
}

/* Returns the time when the batch must be written. */
static gint64
get_deadline (TroupeStoreWriter *self)
{
  return self->retry_us != 0 ? self->retry_us : self->batch_began_us + BATCH_AGE_US;
}

/* Removes some of the runs that exceed the limits, and queues the message again after those that
 * were queued in the meantime. Takes ownership of @message. */
static void
prune (TroupeStoreWriter *self, TroupeStoreMessage *message)
{
  guint n_removed = 0;
  int code = troupe_store_prune_rows (self->database, &message->retention, &n_removed);

  g_assert (self != NULL);

  if (code != SQLITE_OK)
    report_database (self, code, FALSE);
  message->n_removed += n_removed;
  self->pruned_us = g_get_monotonic_time ();
  self->has_ended = FALSE;
  if (code == SQLITE_OK && n_removed > 0)
    {
      push (self, message);
      return;
    }
  if (message->n_removed > 0 || message->n_removed_place != NULL)
    troupe_database_shrink (self->database);
  if (message->n_removed_place != NULL)
    *message->n_removed_place = message->n_removed;
  answer (self, message, TROUPE_STORE_TICKET_DONE);
  troupe_store_message_free (message);
}

/* Adds the message to the batch, or processes it immediately if it is urgent. @since_us: when
 * the message was queued. Returns TRUE if it was the last message. */
static gboolean
take_message (TroupeStoreWriter *self, TroupeStoreMessage *message, gint64 since_us)
{
  gboolean quits = message->type == TROUPE_STORE_MESSAGE_QUIT;

  g_assert (self != NULL);

  if (message->type == TROUPE_STORE_MESSAGE_COMMIT)
    {
      self->is_wanted = TRUE;
      troupe_store_message_free (message);
      return FALSE;
    }
  if (quits || message->type == TROUPE_STORE_MESSAGE_WAIT ||
      message->type == TROUPE_STORE_MESSAGE_RETRY)
    {
      write_batch (self);
      answer (self, message, TROUPE_STORE_TICKET_DONE);
      troupe_store_message_free (message);
      return quits;
    }
  if (message->type == TROUPE_STORE_MESSAGE_PRUNE)
    {
      write_batch (self);
      prune (self, message);
      return FALSE;
    }
  if (message->type == TROUPE_STORE_MESSAGE_RETENTION)
    {
      self->retention = message->retention;
      message->type = TROUPE_STORE_MESSAGE_PRUNE;
      return take_message (self, message, since_us);
    }
  if (self->batch->len == 0)
    self->batch_began_us = since_us;
  if (message->type == TROUPE_STORE_MESSAGE_DELETE || message->type == TROUPE_STORE_MESSAGE_REQUEST)
    self->is_wanted = TRUE;
  /* After a failure the message waits for the same retry; the result of the last attempt is used
   * to answer it. */
  if (self->retry_us != 0)
    answer_after_failure (self, message);
  g_ptr_array_add (self->batch, message);
  return FALSE;
}

static gpointer
writer_thread (gpointer data)
{
  TroupeStoreWriter *self = data;
  gboolean quits = FALSE;

  g_assert (self != NULL);

  while (!quits)
    {
      gint64 since_us;
      TroupeStoreMessage *message;
      const TroupeStoreRetention *retention;
      TroupeStoreMessage *order;

      /* Waits until there is work. While runs follow one another, messages for which no caller
       * waits do not wake the thread, because it wakes up in time anyway. Messages after a
       * failed attempt are answered immediately. */
      if (self->batch->len > 0)
        troupe_store_queue_wait (self->queue, get_deadline (self), self->retry_us != 0);
      else if (g_get_monotonic_time () < self->drowsy_us)
        troupe_store_queue_wait (self->queue, self->drowsy_us, FALSE);
      else
        troupe_store_queue_wait (self->queue, 0, TRUE);
      message = troupe_store_queue_take (self->queue, &since_us);
      if (message != NULL)
        quits = take_message (self, message, since_us);
      /* Messages that were queued in the meantime are included in the same transaction. */
      while (!quits && self->batch->len < BATCH_SIZE &&
             (message = troupe_store_queue_take (self->queue, &since_us)) != NULL)
        quits = take_message (self, message, since_us);
      if (self->batch->len > 0 &&
          (g_get_monotonic_time () >= get_deadline (self) ||
           (self->retry_us == 0 && (self->is_wanted || self->batch->len >= BATCH_SIZE))))
        write_batch (self);
      /* Enforces the limits after runs have ended, at most once per interval. */
      retention = &self->retention;
      if (self->has_ended &&
          !(retention->max_runs < 0 && retention->max_age_us < 0 && retention->max_bytes < 0) &&
          g_get_monotonic_time () - self->pruned_us >= PRUNE_PAUSE_US)
        {
          self->has_ended = FALSE;
          order = g_new0 (TroupeStoreMessage, 1);
          order->type = TROUPE_STORE_MESSAGE_PRUNE;
          order->retention = *retention;
          push (self, order);
        }
    }
  /* Data that could not be written before the thread ends is lost. */
  for (guint i = 0; i < self->batch->len; i++)
    answer (self, g_ptr_array_index (self->batch, i), TROUPE_STORE_TICKET_DONE);
  return NULL;
}

/* --- From any thread -------------------------------------------------------------------------- */

static void
free_writer (TroupeStoreWriter *self)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->rows, troupe_store_rows_free);
  TROUPE_CRASH_POINT ("store-before-close");
  troupe_database_close (self->database);
  TROUPE_CRASH_POINT ("store-closed");
  troupe_store_queue_free (self->queue);
  g_ptr_array_unref (self->batch);
  g_clear_error (&self->error);
  g_free (self->last_message);
  g_clear_pointer (&self->listener, listener_unref);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* @database: (transfer full): used only by the writer thread from now on; @owner: borrowed */
TroupeStoreWriter *
troupe_store_writer_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error)
{
  TroupeStoreWriter *self = g_new0 (TroupeStoreWriter, 1);

  self->database = database;
  self->retention = (TroupeStoreRetention) TROUPE_STORE_RETENTION_NONE;
  self->queue = troupe_store_queue_new ((GDestroyNotify) troupe_store_message_free);
  self->batch = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_store_message_free);
  g_mutex_init (&self->mutex);
  database->is_in_use = TRUE;
  self->rows = troupe_store_rows_new (database, owner, error);
  if (self->rows == NULL)
    {
      free_writer (self);
      return NULL;
    }
  self->thread = g_thread_new ("troupe-store", writer_thread, self);
  return self;
}

void
troupe_store_writer_free (TroupeStoreWriter *self)
{
  push (self, troupe_store_message_new (TROUPE_STORE_MESSAGE_QUIT, NULL));
  g_thread_join (self->thread);
  free_writer (self);
}

void
troupe_store_writer_hide (TroupeStoreWriter *self, const char *run_id, TroupeRedactor *redactor)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_HIDE, run_id);

  message->redactor = troupe_redactor_ref (redactor);
  push (self, message);
}

void
troupe_store_writer_begin_run (TroupeStoreWriter *self, const TroupeRunRecord *record)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_BEGIN, record->id);

  message->record = troupe_run_record_copy (record);
  push (self, message);
}

void
troupe_store_writer_add_event (TroupeStoreWriter *self, const char *run_id, TroupeEvent *event)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_EVENT, run_id);

  message->event = troupe_event_ref (event);
  push (self, message);
}

TroupeStoreTicket *
troupe_store_writer_add_steps (TroupeStoreWriter *self, const char *run_id, GPtrArray *steps)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_STEPS, run_id);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();

  message->steps = steps;
  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  return ticket;
}

TroupeStoreTicket *
troupe_store_writer_add_task (TroupeStoreWriter *self,
                              const char *run_id,
                              const TroupeTaskOutput *output)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_TASK, run_id);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();

  message->task = troupe_task_output_copy (output);
  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  return ticket;
}

void
troupe_store_writer_add_answer (TroupeStoreWriter *self,
                                const char *run_id,
                                const TroupeStoredAnswer *answer)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_ANSWER, run_id);

  message->answer = troupe_stored_answer_copy (answer);
  push (self, message);
}

void
troupe_store_writer_add_call (TroupeStoreWriter *self,
                              const char *run_id,
                              const TroupeStoredAnswer *call)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_CALL, run_id);

  message->answer = troupe_stored_answer_copy (call);
  push (self, message);
}

void
troupe_store_writer_forget_answers (TroupeStoreWriter *self, const char *run_id, const char *place)
{
  TroupeStoreMessage *message =
      troupe_store_message_new (TROUPE_STORE_MESSAGE_FORGET_ANSWERS, run_id);

  message->text = g_strdup (place);
  push (self, message);
}

TroupeStoreTicket *
troupe_store_writer_add_request (TroupeStoreWriter *self, const TroupeRunRequest *request)
{
  TroupeStoreMessage *message =
      troupe_store_message_new (TROUPE_STORE_MESSAGE_REQUEST, request->run_id);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();

  message->request = troupe_run_request_copy (request);
  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  return ticket;
}

void
troupe_store_writer_set_path (TroupeStoreWriter *self, const char *run_id, const char *path)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_PATH, run_id);

  message->text = g_strdup (path);
  push (self, message);
}

void
troupe_store_writer_set_title (TroupeStoreWriter *self, const char *run_id, const char *title)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_TITLE, run_id);

  message->text = g_strdup (title);
  push (self, message);
}

void
troupe_store_writer_set_kept (TroupeStoreWriter *self, const char *run_id, gboolean is_kept)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_KEEP, run_id);

  message->is_kept = is_kept;
  push (self, message);
}

void
troupe_store_writer_set_bookmark (TroupeStoreWriter *self,
                                  const char *run_id,
                                  gint64 moment_us,
                                  gboolean is_set)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_BOOKMARK, run_id);

  message->moment_us = moment_us;
  message->is_kept = is_set;
  push (self, message);
}

void
troupe_store_writer_close_request (TroupeStoreWriter *self,
                                   const char *run_id,
                                   const char *request_id)
{
  TroupeStoreMessage *message =
      troupe_store_message_new (TROUPE_STORE_MESSAGE_CLOSE_REQUEST, run_id);

  message->text = g_strdup (request_id);
  push (self, message);
}

void
troupe_store_writer_end_run (TroupeStoreWriter *self,
                             const char *run_id,
                             TroupeRunStatus status,
                             const char *text,
                             TroupeValue *result)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_END, run_id);

  message->status = status;
  message->text = g_strdup (text);
  if (result != NULL)
    message->result = troupe_value_ref (result);
  push (self, message);
}

void
troupe_store_writer_delete_run (TroupeStoreWriter *self, const char *run_id)
{
  push (self, troupe_store_message_new (TROUPE_STORE_MESSAGE_DELETE, run_id));
}

TroupeStoreTicket *
troupe_store_writer_prune (TroupeStoreWriter *self,
                           const TroupeStoreRetention *retention,
                           guint *n_removed)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_PRUNE, NULL);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();

  message->retention = *retention;
  message->n_removed_place = n_removed;
  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  return ticket;
}

void
troupe_store_writer_set_retention (TroupeStoreWriter *self, const TroupeStoreRetention *retention)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_RETENTION, NULL);

  message->retention = *retention;
  push (self, message);
}

gboolean
troupe_store_writer_wait (TroupeStoreWriter *self, gboolean errors, GError **error)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_WAIT, NULL);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();
  GError *first = NULL;

  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  troupe_store_ticket_wait (ticket);
  if (!errors)
    return TRUE;
  g_mutex_lock (&self->mutex);
  first = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->mutex);
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, first);
  return FALSE;
}

TroupeStoreTicket *
troupe_store_writer_mark (TroupeStoreWriter *self)
{
  TroupeStoreMessage *message = troupe_store_message_new (TROUPE_STORE_MESSAGE_MARK, NULL);
  TroupeStoreTicket *ticket = troupe_store_ticket_new ();

  message->ticket = troupe_store_ticket_ref (ticket);
  push (self, message);
  return ticket;
}

void
troupe_store_writer_commit (TroupeStoreWriter *self)
{
  push (self, troupe_store_message_new (TROUPE_STORE_MESSAGE_COMMIT, NULL));
}

void
troupe_store_writer_retry (TroupeStoreWriter *self)
{
  push (self, troupe_store_message_new (TROUPE_STORE_MESSAGE_RETRY, NULL));
}

void
troupe_store_writer_set_error_func (TroupeStoreWriter *self,
                                    TroupeStoreErrorFunc func,
                                    gpointer user_data,
                                    GDestroyNotify destroy)
{
  g_autoptr (Listener) former = NULL;
  Listener *listener = g_atomic_rc_box_new0 (Listener);

  *listener = (Listener){ func, user_data, destroy };
  if (func == NULL)
    g_clear_pointer (&listener, listener_unref);
  g_mutex_lock (&self->mutex);
  former = g_steal_pointer (&self->listener);
  self->listener = listener;
  g_mutex_unlock (&self->mutex);
}
