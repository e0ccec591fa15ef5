/* troupe-run-gates.h: what a run says of gates and wires
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
 * Follows which events have come to which method, by the bookkeeping of doc/flow-semantics.md §2.1,
 * and paints gates and wires of a scene accordingly.
 */
typedef struct _TroupeRunGates TroupeRunGates;

TroupeRunGates *troupe_run_gates_new (TroupeCanvasScene *scene, TroupeFlow *flow);
void troupe_run_gates_free (TroupeRunGates *self);

/* @method starts: what led to it has fired, what has come for it is used up. */
void troupe_run_gates_start (TroupeRunGates *self, const char *method);
/* @method has ended. @taken: (nullable): the event that a router has chosen. */
void troupe_run_gates_finish (TroupeRunGates *self, const char *method, const char *taken);
/* @arrived: (nullable): a list of all that has come for @method; @event: (nullable): a text, the last
 * of them. */
void troupe_run_gates_arrive (TroupeRunGates *self,
                              const char *method,
                              TroupeValue *arrived,
                              TroupeValue *event);
/* Shows what has come to gates; once behind many events, as a gate may have thousands of inputs. */
void troupe_run_gates_show (TroupeRunGates *self);

G_END_DECLS
