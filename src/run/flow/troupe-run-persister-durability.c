/* troupe-run-persister-durability.c: suspends a run while the store cannot be written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister-durability"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister-private.h"

/* How often it is looked whether there is room, in microseconds. */
#define LOOK_US (1000 * 1000)

static void
wake_turn (gpointer turn)
{
  troupe_run_queue_entry_wake (turn);
}

/* @reason: why, for the person; @look_us: when it is looked next */
typedef struct
{
  char *reason;
  TroupeRunKeeperTry try;
  gpointer data;
  gint64 look_us;
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

static void
begin (TroupeFlowRunner *runner, Standing *standing)
{
  TroupePauseGate *hold = troupe_flow_runner_get_options (runner)->hold;

  standing->has_begun = TRUE;
  standing->was_closed = troupe_pause_gate_is_closed (hold);
  standing->look_us = g_get_monotonic_time () + LOOK_US;
  troupe_runner_report_log (runner, "warning", standing->reason);
  troupe_runner_report_held (runner, TROUPE_EVENT_RUN_HELD);
  troupe_pause_gate_close (hold);
  TROUPE_CRASH_POINT ("keep-no-room");
}

static TroupeContinuationResult
stand_still (TroupeFlowRunner *runner, gpointer data)
{
  Standing *standing = data;
  TroupePauseGate *hold = troupe_flow_runner_get_options (runner)->hold;
  gboolean is_ready = FALSE;
  gboolean is_time;

  if (!standing->has_begun)
    begin (runner, standing);
  if (!troupe_flow_runner_is_stopped (runner))
    {
      /* A person wants it to go on, or to make a step. */
      gboolean is_wish = !troupe_pause_gate_is_blocking (hold);

      is_time = g_get_monotonic_time () >= standing->look_us;
      if (is_time)
        standing->look_us = g_get_monotonic_time () + LOOK_US;
      is_ready = standing->try (troupe_flow_runner_get_keeper (runner), is_wish || is_time,
                                standing->data);
      if (is_wish && !is_ready)
        troupe_pause_gate_close (hold);
      troupe_continuations_wake_at (troupe_flow_runner_get_routines (runner), standing->look_us);
      if (!is_ready)
        return TROUPE_ROUTINE_WAITS;
    }
  if (!standing->was_closed)
    troupe_pause_gate_open (hold);
  if (is_ready)
    troupe_runner_report_held (runner, TROUPE_EVENT_RUN_RELEASED);
  TROUPE_CRASH_POINT ("keep-room");
  return TROUPE_ROUTINE_DONE;
}

/**
 * troupe_run_persister_suspend:
 * @reason: why, for the person
 * @try: tries again; %TRUE: there is nothing more to wait for
 *
 * Calls a routine that holds the run as a person would, tries every second and whenever somebody says that
 * it is to go on. What is under way meanwhile runs to its end and waits there. It is done when @try is, or the
 * run is stopped.
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
  troupe_continuations_call (troupe_flow_runner_get_routines (self->runner), stand_still, standing,
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
      troupe_run_persister_suspend (troupe_flow_runner_get_keeper (runner),
                                    troupe_store_ticket_get_reason (data), is_written, data);
      return TROUPE_ROUTINE_AGAIN;

    case TROUPE_STORE_TICKET_DONE:
    default:
      return TROUPE_ROUTINE_DONE;
    }
}

/* Calls a routine that waits until what the ticket stands for is durable, or cannot be, or the run was
 * stopped while there is no room. @ticket: (transfer full) (nullable) */
void
troupe_run_persister_wait_for (TroupeRunPersister *self, TroupeStoreTicket *ticket)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);

  if (ticket == NULL)
    return;
  troupe_store_ticket_set_func (ticket, wake_turn, troupe_run_queue_entry_ref (options->turn),
                                (GDestroyNotify) troupe_run_queue_entry_unref);
  troupe_engine_loop_want_commit (options->loop, self->store);
  troupe_continuations_call (troupe_flow_runner_get_routines (self->runner), wait_for, ticket,
                             (GDestroyNotify) troupe_store_ticket_unref);
}

/**
 * troupe_run_persister_make_durable:
 *
 * Calls a routine that waits until all that was told of the run is durable, together with what other runs want so in the
 * same turn of the loop. Of a run that is kept.
 */
void
troupe_run_persister_make_durable (TroupeRunPersister *self)
{
  troupe_run_persister_wait_for (self, troupe_store_mark (self->store));
}
