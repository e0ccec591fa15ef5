/* troupe-run-gates.h: state of gates and wires during a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeRunGates:
 *
 * Tracks which events each method has received, by the rules of doc/flow-semantics.md §2.1, and
 * updates gates and wires of a scene accordingly.
 */
typedef struct _TroupeRunGates TroupeRunGates;

TroupeRunGates *troupe_run_gates_new (TroupeCanvasScene *scene, TroupeFlow *flow);
void troupe_run_gates_free (TroupeRunGates *self);

/* Records that @method starts. The wires that led to it have fired, and its pending events are
 * consumed. */
void troupe_run_gates_start (TroupeRunGates *self, const char *method);
/* Records that @method has ended. @taken: (nullable): the event chosen by a router. */
void troupe_run_gates_finish (TroupeRunGates *self, const char *method, const char *taken);
/* Records that events have reached @method. @arrived: (nullable): a list of all events that the
 * method has received; @event: (nullable): a string, the last of these events. */
void troupe_run_gates_arrive (TroupeRunGates *self,
                              const char *method,
                              TroupeValue *arrived,
                              TroupeValue *event);
/* Sets whether wires that fire are animated, %TRUE by default; not while events are repeated that the user has seen. */
void troupe_run_gates_set_animated (TroupeRunGates *self, gboolean is_animated);
/* Updates the gates. Call it once after many events, because a gate may have thousands of
 * inputs. */
void troupe_run_gates_show (TroupeRunGates *self);

/**
 * TroupeRunGatesState:
 *
 * The state of all gates and wires, and the events that methods have received, at some time.
 */
typedef struct _TroupeRunGatesState TroupeRunGatesState;

/* Saves the state. (transfer full) */
TroupeRunGatesState *troupe_run_gates_save (TroupeRunGates *self);
/* Restores it, also in the scene. @state: must be of these gates. */
void troupe_run_gates_restore (TroupeRunGates *self, const TroupeRunGatesState *state);
void troupe_run_gates_state_free (TroupeRunGatesState *state);

G_END_DECLS
