/* troupe-store-steps.c: store: finished steps of a run, for resuming it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-steps"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store-steps.h"
#include "troupe-store-ticket.h"
#include "troupe-store-value.h"

void
troupe_run_step_free (TroupeRunStep *self)
{
  if (self == NULL)
    return;
  g_free (self->method);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->error, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->feedback, troupe_value_unref);
  g_free (self);
}

/* --- Tickets: waiting until data is durable --------------------------------------------------- */

struct _TroupeStoreTicket
{
  gatomicrefcount ref_count;
  GMutex mutex;
  GCond cond;
  guint n_waiting;
  TroupeStoreTicketState state;
  char *reason;               /* (nullable): the first one reported */
  TroupeStoreTicketFunc func; /* (nullable) */
  gpointer func_data;
  GDestroyNotify func_destroy;
};

TroupeStoreTicket *
troupe_store_ticket_new (void)
{
  TroupeStoreTicket *self = g_new0 (TroupeStoreTicket, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

TroupeStoreTicket *
troupe_store_ticket_ref (TroupeStoreTicket *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_store_ticket_unref (TroupeStoreTicket *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->func_destroy != NULL)
    self->func_destroy (self->func_data);
  g_free (self->reason);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/* Called on the writer thread. The state DONE of a ticket is final. */
void
troupe_store_ticket_set_state (TroupeStoreTicket *self,
                               TroupeStoreTicketState state,
                               const char *reason)
{
  TROUPE_CRASH_POINT ("store-before-answer");
  g_mutex_lock (&self->mutex);
  self->state = MAX (self->state, state);
  if (self->reason == NULL)
    self->reason = g_strdup (reason);
  /* Broadcasting is a system call even if no thread waits. */
  if (self->n_waiting > 0)
    g_cond_broadcast (&self->cond);
  if (self->func != NULL)
    self->func (self->func_data);
  g_mutex_unlock (&self->mutex);
}

static void
wait_for (TroupeStoreTicket *self, TroupeStoreTicketState least)
{
  g_assert (self != NULL);

  g_mutex_lock (&self->mutex);
  self->n_waiting++;
  while (self->state < least)
    g_cond_wait (&self->cond, &self->mutex);
  self->n_waiting--;
  g_mutex_unlock (&self->mutex);
}

/**
 * troupe_store_ticket_wait:
 * @self: (transfer full)
 *
 * Waits until the writer has processed the ticket. Afterwards its data is durable, or the store has
 * reported why the data cannot be written. Keeps waiting while there is no disk space.
 */
void
troupe_store_ticket_wait (TroupeStoreTicket *self)
{
  g_return_if_fail (self != NULL);

  wait_for (self, TROUPE_STORE_TICKET_DONE);
  troupe_store_ticket_unref (self);
}

TroupeStoreTicketState
troupe_store_ticket_get_state (TroupeStoreTicket *self)
{
  TroupeStoreTicketState state;

  g_return_val_if_fail (self != NULL, TROUPE_STORE_TICKET_DONE);

  g_mutex_lock (&self->mutex);
  state = self->state;
  g_mutex_unlock (&self->mutex);
  return state;
}

/**
 * troupe_store_ticket_wait_for_news:
 *
 * Waits until the writer has made its first attempt.
 *
 * Returns: whether the ticket is done or stuck
 */
TroupeStoreTicketState
troupe_store_ticket_wait_for_news (TroupeStoreTicket *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_STORE_TICKET_DONE);

  wait_for (self, TROUPE_STORE_TICKET_STUCK);
  return troupe_store_ticket_get_state (self);
}

const char *
troupe_store_ticket_get_reason (TroupeStoreTicket *self)
{
  const char *reason;

  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&self->mutex);
  reason = self->reason;
  g_mutex_unlock (&self->mutex);
  return reason != NULL ? reason : "";
}

/**
 * troupe_store_ticket_set_func:
 * @func: called on the writer thread whenever the ticket has changed, and immediately if the ticket
 *   is no longer open; must not use the ticket
 * @destroy: (nullable): frees @data, on the thread that releases the last reference
 */
void
troupe_store_ticket_set_func (TroupeStoreTicket *self,
                              TroupeStoreTicketFunc func,
                              gpointer data,
                              GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (func != NULL);

  g_mutex_lock (&self->mutex);
  g_assert (self->func == NULL);
  self->func = func;
  self->func_data = data;
  self->func_destroy = destroy;
  if (self->state != TROUPE_STORE_TICKET_OPEN)
    func (data);
  g_mutex_unlock (&self->mutex);
}

/* --- Writing, on the writer thread ------------------------------------------------------------ */

/* @statement: prepared from TROUPE_STORE_ADD_STEP_SQL; @steps: (element-type TroupeRunStep) */
int
troupe_store_write_steps (sqlite3_stmt *statement,
                          gint64 run,
                          GPtrArray *steps,
                          TroupeSecret *secret)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);
      g_autofree char *value = troupe_store_value_to_hidden_text (step->value, secret);
      g_autofree char *error = troupe_store_value_to_hidden_text (step->error, secret);
      g_autofree char *state = troupe_store_value_to_hidden_text (step->state, secret);
      g_autofree char *feedback = troupe_store_value_to_hidden_text (step->feedback, secret);

      sqlite3_bind_int64 (statement, 1, troupe_store_make_key (run, (guint64) step->ordinal));
      troupe_statement_bind_text (statement, 2, step->method != NULL ? step->method : "");
      sqlite3_bind_int64 (statement, 3, step->launch);
      sqlite3_bind_int (statement, 4, step->at_once);
      troupe_statement_bind_text (statement, 5, value);
      troupe_statement_bind_text (statement, 6, error);
      troupe_statement_bind_text (statement, 7, state);
      troupe_statement_bind_text (statement, 8, feedback);
      TROUPE_CRASH_POINT ("store-step-before-insert");
      code = troupe_statement_run (statement);
    }
  return code;
}

/* --- Reading ------------------------------------------------------------------------------------- */

/* Returns FALSE with @error set if the step does not have the expected next number, or if it has
 * neither an output nor an error. */
static gboolean
check_step (const TroupeRunStep *step, guint n_before, const char *run_id, GError **error)
{
  g_assert (step != NULL);

  if (step->ordinal == n_before &&
      (n_before == 0 ? step->state != NULL : step->value != NULL || step->error != NULL))
    return TRUE;
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      _ ("Could not read the completed steps of the run %s (step %u). Run the flow again."), run_id,
      n_before);
  return FALSE;
}

/* @database: locked by the caller. (transfer full) (element-type TroupeRunStep) (nullable) */
GPtrArray *
troupe_store_read_steps (TroupeDatabase *database, const char *run_id, GError **error)
{
  g_autoptr (GPtrArray) steps =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  sqlite3_stmt *statement =
      troupe_database_prepare (database,
                               "SELECT key & 4294967295, method, launch, at_once, value, error,"
                               " state, feedback FROM steps WHERE key BETWEEN"
                               " (SELECT number FROM runs WHERE id = ?1) << 32 AND"
                               " (SELECT number FROM runs WHERE id = ?1) << 32 | 4294967295"
                               " ORDER BY key",
                               error);
  int code;

  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, run_id);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      TroupeRunStep *step = g_new0 (TroupeRunStep, 1);

      step->ordinal = sqlite3_column_int64 (statement, 0);
      step->method = troupe_statement_get_needed_text (statement, 1);
      step->launch = (guint) sqlite3_column_int64 (statement, 2);
      step->at_once = sqlite3_column_int (statement, 3) != 0;
      step->value =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 4));
      step->error =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 5));
      step->state =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 6));
      step->feedback =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 7));

      g_ptr_array_add (steps, step);
      if (!check_step (step, steps->len - 1, run_id, error))
        break;
    }
  if (code != SQLITE_DONE && code != SQLITE_ROW)
    troupe_database_take_error (database, code, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? g_steal_pointer (&steps) : NULL;
}

static gboolean
holds (TroupeDatabase *database, const char *sql, const char *run_id)
{
  sqlite3_stmt *statement = troupe_database_prepare (database, sql, NULL);
  gboolean is_so;

  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, run_id);
  is_so = sqlite3_step (statement) == SQLITE_ROW;
  sqlite3_finalize (statement);
  return is_so;
}

gboolean
troupe_store_has_work (TroupeDatabase *database, const char *run_id)
{
  return holds (database, "SELECT 1 WHERE " TROUPE_STORE_HAS_WORK_SQL, run_id);
}

gboolean
troupe_store_is_of_rounds (TroupeDatabase *database, const char *run_id)
{
  return holds (database,
                "SELECT 1 FROM runs WHERE id = ?1 AND json_valid (options)"
                " AND json_extract (options, '$.rounds') IS NOT NULL",
                run_id);
}

static const char claim_sql[] =
    "UPDATE runs SET status = 'running', ended_us = 0, elapsed_us = NULL, error = NULL, result = "
    "NULL,"
    " owner_process = ?2, owner_start = ?3, owner_boot = ?4"
    " WHERE id = ?1 AND (status IN ('running', 'cancelled', 'timeout', 'paused')"
    " OR (status = 'failed' AND " TROUPE_STORE_HAS_WORK_SQL "))"
    " AND owner_process = ?5 AND owner_start = ?6 AND owner_boot = ?7"
    " AND ended_us = ?8";

/* Claims the run for this process. Returns FALSE without an error if another process has claimed
 * it first. */
gboolean
troupe_store_claim (TroupeDatabase *database,
                    const char *run_id,
                    const TroupeStoreOwner *owner,
                    const TroupeStoreOwner *former,
                    gint64 ended_us,
                    GError **error)
{
  sqlite3_stmt *statement = troupe_database_prepare (database, claim_sql, error);
  int code;

  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, run_id);
  sqlite3_bind_int64 (statement, 2, owner->process);
  sqlite3_bind_int64 (statement, 3, owner->start);
  troupe_statement_bind_text (statement, 4, owner->boot);
  sqlite3_bind_int64 (statement, 5, former->process);
  sqlite3_bind_int64 (statement, 6, former->start);
  troupe_statement_bind_text (statement, 7, former->boot);
  sqlite3_bind_int64 (statement, 8, ended_us);
  code = sqlite3_step (statement);
  sqlite3_finalize (statement);
  TROUPE_CRASH_POINT ("store-claimed");
  if (code == SQLITE_DONE)
    return sqlite3_changes (database->handle) == 1;
  troupe_database_take_error (database, code, error);
  return FALSE;
}
