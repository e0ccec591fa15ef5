/* troupe-continuations.h: pending continuations of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeContinuationResult:
 * @TROUPE_ROUTINE_AGAIN: it is called again, behind whatever it called itself
 * @TROUPE_ROUTINE_WAITS: it is called again when the run's turn is woken
 * @TROUPE_ROUTINE_YIELDS: it could go on, but others have their turn first
 */
typedef enum
{
  TROUPE_ROUTINE_AGAIN,
  TROUPE_ROUTINE_WAITS,
  TROUPE_ROUTINE_YIELDS,
  TROUPE_ROUTINE_DONE,
} TroupeContinuationResult;

/* A part of what a run does. It is called until it is done, keeps in @data where it stands and never
 * waits: it says that it does. */
typedef TroupeContinuationResult (*TroupeContinuationFunc) (TroupeFlowRunner *runner,
                                                            gpointer data);

/**
 * TroupeContinuations:
 *
 * The stack of routines that a run is in the middle of. The lowest one is the whole run, the one above it
 * takes turns from the queue of frames, and above that stands whatever a turn could not do at once: making
 * an output durable, asking for a question to be kept, Python that may be quick, standing still. As long as
 * anything is above the one that takes turns no turn is taken, so that the order of turns
 * (doc/flow-semantics.md §4.3) is that of a program that waits; and what a routine calls is done before it
 * goes on, as a function would be.
 */
typedef struct _TroupeContinuations TroupeContinuations;

TroupeContinuations *troupe_continuations_new (void);
void troupe_continuations_free (TroupeContinuations *self);

/* Done before whoever calls this goes on. @destroy: (nullable): frees @data when it is done */
void troupe_continuations_call (TroupeContinuations *self,
                                TroupeContinuationFunc func,
                                gpointer data,
                                GDestroyNotify destroy);
/* How many there are: a function that finds more behind a call than before has to go on later. */
guint troupe_continuations_get_depth (TroupeContinuations *self);
/* The same as call, but below those that came since there were @depth. */
void troupe_continuations_call_below (TroupeContinuations *self,
                                      guint depth,
                                      TroupeContinuationFunc func,
                                      gpointer data,
                                      GDestroyNotify destroy);

/* The run's turn is to be woken at @time_us at the latest. Asked for anew with each call that waits. */
void troupe_continuations_wake_at (TroupeContinuations *self, gint64 time_us);
gint64 troupe_continuations_get_alarm (TroupeContinuations *self);

/* What went wrong in a routine, for whoever called it. @error: (transfer full) */
void troupe_continuations_fail (TroupeContinuations *self, GError *error);
gboolean troupe_continuations_have_failed (TroupeContinuations *self);
/* (transfer full) (nullable) */
GError *troupe_continuations_take_failure (TroupeContinuations *self);

/* Goes on until the uppermost one waits or yields, or all are done. */
TroupeContinuationResult troupe_continuations_advance (TroupeContinuations *self,
                                                       TroupeFlowRunner *runner);

G_END_DECLS
