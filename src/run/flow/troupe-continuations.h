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
 * @TROUPE_ROUTINE_AGAIN: it is called again, after the routines that it called
 * @TROUPE_ROUTINE_WAITS: it is called again when the run's queue entry is woken
 * @TROUPE_ROUTINE_YIELDS: it could continue, but other runs take their turns first
 */
typedef enum
{
  TROUPE_ROUTINE_AGAIN,
  TROUPE_ROUTINE_WAITS,
  TROUPE_ROUTINE_YIELDS,
  TROUPE_ROUTINE_DONE,
} TroupeContinuationResult;

/* A routine: a resumable part of a run. It is called until it is done, stores its progress in
 * @data and never blocks; it returns TROUPE_ROUTINE_WAITS instead. */
typedef TroupeContinuationResult (*TroupeContinuationFunc) (TroupeFlowRunner *runner,
                                                            gpointer data);

/**
 * TroupeContinuations:
 *
 * The stack of pending routines of a run. The lowest one is the whole run, the one above it takes
 * turns from the queue of frames, and above that are the operations that a turn could not finish
 * immediately: making an output durable, storing a question, Python that may be quick, pausing.
 * While any routine is above the one that takes turns, no turn is taken, so that the order of turns
 * (doc/flow-semantics.md §4.3) is that of a blocking program; and a called routine is finished
 * before its caller continues, like a function.
 */
typedef struct _TroupeContinuations TroupeContinuations;

TroupeContinuations *troupe_continuations_new (void);
void troupe_continuations_free (TroupeContinuations *self);

/* Calls a routine, which is finished before the calling routine continues. @destroy: (nullable):
 * frees @data when it is done */
void troupe_continuations_call (TroupeContinuations *self,
                                TroupeContinuationFunc func,
                                gpointer data,
                                GDestroyNotify destroy);
/* Returns the number of routines on the stack. A function that finds more of them after a call
 * than before it has to continue later. */
guint troupe_continuations_get_depth (TroupeContinuations *self);
/* Same as troupe_continuations_call(), but inserts the routine below those that were added since
 * the depth was @depth. */
void troupe_continuations_call_below (TroupeContinuations *self,
                                      guint depth,
                                      TroupeContinuationFunc func,
                                      gpointer data,
                                      GDestroyNotify destroy);

/* Requests that the run is woken at @time_us at the latest. Must be requested again with each
 * call that waits. */
void troupe_continuations_wake_at (TroupeContinuations *self, gint64 time_us);
gint64 troupe_continuations_get_alarm (TroupeContinuations *self);

/* Reports an error of a routine to its caller. @error: (transfer full) */
void troupe_continuations_fail (TroupeContinuations *self, GError *error);
gboolean troupe_continuations_have_failed (TroupeContinuations *self);
/* (transfer full) (nullable) */
GError *troupe_continuations_take_failure (TroupeContinuations *self);

/* Calls routines until the topmost one waits or yields, or all are done. */
TroupeContinuationResult troupe_continuations_advance (TroupeContinuations *self,
                                                       TroupeFlowRunner *runner);

G_END_DECLS
