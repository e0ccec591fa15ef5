/* troupe-flow-runner-frames.h: live frames of a run and the queue of their turns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerFrames:
 *
 * The live frames in the order of their launch, and the queue of their turns (doc/flow-semantics.md
 * §4.3). Arrivals from outside of the run, such as answers of agents, are kept separately until
 * they are collected. They are then queued after the turns that the run has queued itself.
 */

TroupeRunnerFrames *troupe_runner_frames_new (void);
/* Called after all frames were freed. */
void troupe_runner_frames_free (TroupeRunnerFrames *self);

/* For troupe_runner_frame_new() and _free(). */
void troupe_runner_frames_add (TroupeRunnerFrames *self, TroupeRunnerFrame *frame);
void troupe_runner_frames_remove (TroupeRunnerFrames *self, TroupeRunnerFrame *frame);
/* Return the frame that was launched last or first, and its neighbors in the order of launch.
 * (nullable) */
TroupeRunnerFrame *troupe_runner_frames_get_newest (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frames_get_oldest (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frame_get_older (TroupeRunnerFrame *frame);
TroupeRunnerFrame *troupe_runner_frame_get_newer (TroupeRunnerFrame *frame);

/* Return the frame that takes the next turn; take() also removes it from the queue. (nullable) */
TroupeRunnerFrame *troupe_runner_frames_get_first (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frames_take_first (TroupeRunnerFrames *self);
/* Sets whether frames are queued by the run itself from now on, and not by arrivals from
 * outside. */
void troupe_runner_frames_set_advancing (TroupeRunnerFrames *self, gboolean is_advancing);
/* Returns TRUE if arrivals from outside should be collected. This is the case every 64 turns,
 * and when the queue is empty. */
gboolean troupe_runner_frames_want_arrivals (TroupeRunnerFrames *self);
void troupe_runner_frames_take_arrivals (TroupeRunnerFrames *self);

/* Returns the next rank of a failure or pause. The first failure or pause determines the result
 * (doc/flow-semantics.md §4.5). */
guint64 troupe_runner_frames_next_order (TroupeRunnerFrames *self);

G_END_DECLS
