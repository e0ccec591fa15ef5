/* troupe-run-persister-durability.c: durability of a run: waits for commits and pauses the run
 * while the disk is full
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister-durability"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister-private.h"

/* Interval in microseconds between attempts to write while the disk is full. */
#define LOOK_US (1000 * 1000)

static void
wake_turn (gpointer turn)
{
  troupe_run_queue_entry_wake (turn);
}

/* @reason: reason shown to the user; @look_us: time of the next attempt; @closing: number of the last closing of the gate
 * because of the disk */
typedef struct
{
  char *reason;
  TroupeRunKeeperTry try;
  gpointer data;
  gint64 look_us;
  guint closing;
  gboolean was_closed;
  gboolean has_begun;
} Standing;

static void
standing_free (gpointer data)
{
  Standing *standing = data;

  g_free (standing->reason);
  g_free (standing);
}

static TroupeContinuationResult
wait_while_paused (TroupeFlowRunner *runner, gpointer data)
{
  Standing *standing = data;
  TroupePauseGate *hold = troupe_flow_runner_get_options (runner)->hold;
  gboolean is_ready = FALSE;
  gboolean is_time;

  if (!standing->has_begun)
    {
      TroupePauseGate *gate = troupe_flow_runner_get_options (runner)->hold;

      standing->has_begun = TRUE;
      standing->was_closed = troupe_pause_gate_is_closed (gate);
      standing->look_us = g_get_monotonic_time () + LOOK_US;
      troupe_runner_report_log (runner, "warning", standing->reason);
      troupe_runner_report_held (runner, TROUPE_EVENT_RUN_HELD);
      standing->closing = troupe_pause_gate_close (gate);
      TROUPE_CRASH_POINT ("keep-no-room");
    }
  if (!troupe_flow_runner_is_stopped (runner))
    {
      /* The user has resumed the run or requested a single step. */
      gboolean is_wish = !troupe_pause_gate_is_blocking (hold);

      is_time = g_get_monotonic_time () >= standing->look_us;
      if (is_time)
        standing->look_us = g_get_monotonic_time () + LOOK_US;
      is_ready = standing->try (troupe_flow_runner_get_persister (runner), is_wish || is_time,
                                standing->data);
      if (is_wish && !is_ready)
        standing->closing = troupe_pause_gate_close (hold);
      troupe_continuations_wake_at (troupe_flow_runner_get_continuations (runner),
                                    standing->look_us);
      if (!is_ready)
        return TROUPE_ROUTINE_WAITS;
    }
  /* If the user has paused the run while the disk was full, it stays paused. */
  if (!standing->was_closed && troupe_pause_gate_get_n_closings (hold) == standing->closing)
    troupe_pause_gate_open (hold);
  if (is_ready)
    troupe_runner_report_held (runner, TROUPE_EVENT_RUN_RELEASED);
  TROUPE_CRASH_POINT ("keep-room");
  return TROUPE_ROUTINE_DONE;
}

/**
 * troupe_run_persister_suspend:
 * @reason: reason shown to the user
 * @try: attempts to write again; returns %TRUE when there is nothing left to wait for
 *
 * Pushes a routine that pauses the run in the same manner as a user can. The routine calls @try
 * every second and whenever the user resumes the run. Operations in progress continue to their end,
 * and their results wait. The routine ends when @try succeeds or the run is stopped.
 */
void
troupe_run_persister_suspend (TroupeRunPersister *self,
                              const char *reason,
                              TroupeRunKeeperTry try,
                              gpointer data)
{
  Standing *standing = g_new0 (Standing, 1);

  g_assert (reason != NULL);

  standing->reason = g_strdup (reason);
  standing->try = try;
  standing->data = data;
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), wait_while_paused, standing,
                             standing_free);
}

static gboolean
is_written (TroupeRunPersister *self, gboolean is_wish, gpointer data)
{
  g_assert (self != NULL);

  if (troupe_store_ticket_get_state (data) == TROUPE_STORE_TICKET_DONE)
    return TRUE;
  if (is_wish)
    troupe_store_retry (self->store);
  return FALSE;
}

static TroupeContinuationResult
wait_for (TroupeFlowRunner *runner, gpointer data)
{
  switch (troupe_store_ticket_get_state (data))
    {
    case TROUPE_STORE_TICKET_OPEN:
      return TROUPE_ROUTINE_WAITS;

    case TROUPE_STORE_TICKET_STUCK:
      if (troupe_flow_runner_is_stopped (runner))
        return TROUPE_ROUTINE_DONE;
      troupe_run_persister_suspend (troupe_flow_runner_get_persister (runner),
                                    troupe_store_ticket_get_reason (data), is_written, data);
      return TROUPE_ROUTINE_AGAIN;

    case TROUPE_STORE_TICKET_DONE:
    default:
      return TROUPE_ROUTINE_DONE;
    }
}

/* Pushes a routine that waits until the records of the ticket are durable, or cannot be written,
 * or the run was stopped while the disk is full. @ticket: (transfer full) (nullable) */
void
troupe_run_persister_wait_for (TroupeRunPersister *self, TroupeStoreTicket *ticket)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);

  if (ticket == NULL)
    return;
  troupe_store_ticket_set_func (ticket, wake_turn, troupe_run_queue_entry_ref (options->turn),
                                (GDestroyNotify) troupe_run_queue_entry_unref);
  troupe_engine_loop_want_commit (options->loop, self->store);
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), wait_for, ticket,
                             (GDestroyNotify) troupe_store_ticket_unref);
}

/**
 * troupe_run_persister_make_durable:
 *
 * Pushes a routine that waits until everything that the run has reported is durable. The commit is
 * shared with other runs that request it in the same iteration of the loop. Only for a run that has
 * a store.
 */
void
troupe_run_persister_make_durable (TroupeRunPersister *self)
{
  troupe_run_persister_wait_for (self, troupe_store_mark (self->store));
}
