/* troupe-continuations.h: continuations: stack of pending routines of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeContinuationResult:
 * @TROUPE_ROUTINE_AGAIN: the routine is called again after the routines that it called
 * @TROUPE_ROUTINE_WAITS: the routine is called again when the run's queue entry is woken
 * @TROUPE_ROUTINE_YIELDS: the routine could continue, but other runs take their turns first
 */
typedef enum
{
  TROUPE_ROUTINE_AGAIN,
  TROUPE_ROUTINE_WAITS,
  TROUPE_ROUTINE_YIELDS,
  TROUPE_ROUTINE_DONE,
} TroupeContinuationResult;

/* A routine: a resumable part of a run. The routine is called until it is done and stores its
 * progress in @data. It never blocks; if it has to wait, it returns TROUPE_ROUTINE_WAITS. */
typedef TroupeContinuationResult (*TroupeContinuationFunc) (TroupeFlowRunner *runner,
                                                            gpointer data);

/**
 * TroupeContinuations:
 *
 * The stack of pending routines of a run. The lowest routine is the complete run. The routine above
 * it takes turns from the queue of frames. All higher routines are operations that a turn could not
 * finish immediately: making an output durable, storing a question, Python code that may be quick,
 * pausing. No turn is taken while any of these operations is on the stack, so that the order of
 * turns (doc/flow-semantics.md §4.3) is that of a blocking program. A called routine is finished
 * before its caller continues, like a function.
 */
typedef struct _TroupeContinuations TroupeContinuations;

TroupeContinuations *troupe_continuations_new (void);
void troupe_continuations_free (TroupeContinuations *self);

/* Calls a routine, which is finished before the calling routine continues. @destroy: (nullable):
 * frees @data when the routine is done */
void troupe_continuations_call (TroupeContinuations *self,
                                TroupeContinuationFunc func,
                                gpointer data,
                                GDestroyNotify destroy);
/* Returns the number of routines on the stack. If a call has increased this number, the calling
 * function has to continue later. */
guint troupe_continuations_get_depth (TroupeContinuations *self);
/* Same as troupe_continuations_call(), but inserts the routine below the routines that were
 * added after the stack had @depth entries. */
void troupe_continuations_call_below (TroupeContinuations *self,
                                      guint depth,
                                      TroupeContinuationFunc func,
                                      gpointer data,
                                      GDestroyNotify destroy);

/* Requests that the run is woken at @time_us at the latest. A routine must repeat the request in
 * each call that returns TROUPE_ROUTINE_WAITS. */
void troupe_continuations_wake_at (TroupeContinuations *self, gint64 time_us);
gint64 troupe_continuations_get_alarm (TroupeContinuations *self);

/* Reports an error of a routine to its caller. @error: (transfer full) */
void troupe_continuations_fail (TroupeContinuations *self, GError *error);
gboolean troupe_continuations_have_failed (TroupeContinuations *self);
/* (transfer full) (nullable) */
GError *troupe_continuations_take_failure (TroupeContinuations *self);

/* Calls routines until the topmost one waits or yields, or until all routines are done. */
TroupeContinuationResult troupe_continuations_advance (TroupeContinuations *self,
                                                       TroupeFlowRunner *runner);

G_END_DECLS
