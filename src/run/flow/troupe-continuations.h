/* troupe-continuations.h: what a run is in the middle of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeRoutineOutcome:
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
} TroupeRoutineOutcome;

/* A part of what a run does. It is called until it is done, keeps in @data where it stands and never
 * waits: it says that it does. */
typedef TroupeRoutineOutcome (*TroupeRoutineFunc) (TroupeFlowRunner *runner, gpointer data);

/**
 * TroupeRoutines:
 *
 * The stack of routines that a run is in the middle of. The lowest one is the whole run, the one above it
 * takes turns from the queue of frames, and above that stands whatever a turn could not do at once: making
 * an output durable, asking for a question to be kept, Python that may be quick, standing still. As long as
 * anything is above the one that takes turns no turn is taken, so that the order of turns
 * (doc/flow-semantics.md §4.3) is that of a program that waits; and what a routine calls is done before it
 * goes on, as a function would be.
 */
typedef struct _TroupeRoutines TroupeRoutines;

TroupeRoutines *troupe_routines_new (void);
void troupe_routines_free (TroupeRoutines *self);

/* Done before whoever calls this goes on. @destroy: (nullable): frees @data when it is done */
void troupe_routines_call (TroupeRoutines *self,
                           TroupeRoutineFunc func,
                           gpointer data,
                           GDestroyNotify destroy);
/* How many there are: a function that finds more behind a call than before has to go on later. */
guint troupe_routines_get_depth (TroupeRoutines *self);
/* The same as call, but below those that came since there were @depth. */
void troupe_routines_call_below (TroupeRoutines *self,
                                 guint depth,
                                 TroupeRoutineFunc func,
                                 gpointer data,
                                 GDestroyNotify destroy);

/* The run's turn is to be woken at @time_us at the latest. Asked for anew with each call that waits. */
void troupe_routines_wake_at (TroupeRoutines *self, gint64 time_us);
gint64 troupe_routines_get_alarm (TroupeRoutines *self);

/* What went wrong in a routine, for whoever called it. @error: (transfer full) */
void troupe_routines_fail (TroupeRoutines *self, GError *error);
gboolean troupe_routines_have_failed (TroupeRoutines *self);
/* (transfer full) (nullable) */
GError *troupe_routines_take_failure (TroupeRoutines *self);

/* Goes on until the uppermost one waits or yields, or all are done. */
TroupeRoutineOutcome troupe_routines_advance (TroupeRoutines *self, TroupeFlowRunner *runner);

G_END_DECLS
