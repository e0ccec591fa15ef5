/* troupe-run-keeper-room.c: a run stands still while there is no room to keep it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-keeper-room"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-run-keeper-private.h"

/* How often it is looked whether there is room, in milliseconds. */
#define LOOK_MS 1000

static gboolean
look_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_CONTINUE;
}

/* A person wants it to go on, or to make a step. */
static gboolean
is_released (TroupeRunHold *hold)
{
  return !troupe_run_hold_stops (hold);
}

/**
 * troupe_run_keeper_stand_still:
 * @message: why, for the person
 * @try: tries again; %TRUE: there is nothing more to wait for
 *
 * Holds the run as a person would, tries every second and whenever somebody says that it is to go
 * on. What is under way meanwhile runs to its end and waits there.
 *
 * Returns: %FALSE where the run was stopped before
 */
gboolean
troupe_run_keeper_stand_still (TroupeRunKeeper *self,
                               const char *message,
                               TroupeRunKeeperTry try,
                               gpointer data)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeRunHold *hold = runner->options.hold;
  gboolean was_closed = troupe_run_hold_is_closed (hold);
  g_autoptr (GSource) timer = g_timeout_source_new (LOOK_MS);
  gboolean is_time = FALSE;
  gboolean is_ready = FALSE;

  g_assert (message != NULL);

  troupe_runner_report_log (runner, "warning", message);
  troupe_runner_report_held (runner, TROUPE_EVENT_RUN_HELD);
  g_source_set_callback (timer, look_cb, &is_time, NULL);
  g_source_attach (timer, runner->options.context);
  troupe_run_hold_close (hold);
  TROUPE_CRASH_POINT ("keep-no-room");
  while (!is_ready && !troupe_flow_runner_is_stopped (runner))
    {
      gboolean is_wish = is_released (hold);

      is_ready = try (self, is_wish || is_time, data);
      is_time = FALSE;
      if (is_wish && !is_ready)
        troupe_run_hold_close (hold);
      if (!is_ready)
        g_main_context_iteration (runner->options.context, TRUE);
    }
  g_source_destroy (timer);
  if (!was_closed)
    troupe_run_hold_open (hold);
  if (is_ready)
    troupe_runner_report_held (runner, TROUPE_EVENT_RUN_RELEASED);
  TROUPE_CRASH_POINT ("keep-room");
  return is_ready;
}

static gboolean
is_written (TroupeRunKeeper *self, gboolean is_wish, gpointer data)
{
  if (troupe_store_ticket_get_state (data) == TROUPE_STORE_TICKET_DONE)
    return TRUE;
  if (is_wish)
    troupe_store_retry (self->store);
  return FALSE;
}

/* Waits until what the ticket stands for is durable, or cannot be, or the run was stopped.
 * @ticket: (transfer full) (nullable) */
void
troupe_run_keeper_wait_for (TroupeRunKeeper *self, TroupeStoreTicket *ticket)
{
  g_autoptr (TroupeStoreTicket) taken = ticket;

  if (ticket == NULL || troupe_store_ticket_wait_for_news (ticket) == TROUPE_STORE_TICKET_DONE)
    return;
  troupe_store_ticket_set_context (ticket, self->runner->options.context);
  troupe_run_keeper_stand_still (self, troupe_store_ticket_get_reason (ticket), is_written, ticket);
}
