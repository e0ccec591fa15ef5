/* troupe-flow-runner-frames.h: the frames of a run, and whose turn is next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerFrames:
 *
 * The frames that are alive, in the order of their launch, and the queue of their turns (doc/flow-semantics.md
 * §4.3). What comes from outside while the run does nothing, as agents' answers do, goes behind what the run makes
 * of itself until it is looked at.
 */

TroupeRunnerFrames *troupe_runner_frames_new (void);
/* With all frames that are alive. */
void troupe_runner_frames_free (TroupeRunnerFrames *self);

/* For troupe_runner_frame_new() and _free(). */
void troupe_runner_frames_add (TroupeRunnerFrames *self, TroupeRunnerFrame *frame);
void troupe_runner_frames_remove (TroupeRunnerFrames *self, TroupeRunnerFrame *frame);
/* (nullable): the frame that was launched last or first, and those before and behind it */
TroupeRunnerFrame *troupe_runner_frames_get_newest (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frames_get_oldest (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frame_get_older (TroupeRunnerFrame *frame);
TroupeRunnerFrame *troupe_runner_frame_get_newer (TroupeRunnerFrame *frame);

/* (nullable): whose turn is next; take() takes it out */
TroupeRunnerFrame *troupe_runner_frames_get_first (TroupeRunnerFrames *self);
TroupeRunnerFrame *troupe_runner_frames_take_first (TroupeRunnerFrames *self);
/* Whether what is queued is the run's own doing from now on. */
void troupe_runner_frames_set_advancing (TroupeRunnerFrames *self, gboolean is_advancing);
/* Whether it is time to look at what has come from outside: each 64 turns and where none is left. */
gboolean troupe_runner_frames_want_arrivals (TroupeRunnerFrames *self);
void troupe_runner_frames_take_arrivals (TroupeRunnerFrames *self);

/* The next number of what goes wrong or pauses: the first one counts (doc/flow-semantics.md §4.5). */
guint64 troupe_runner_frames_next_order (TroupeRunnerFrames *self);

G_END_DECLS
