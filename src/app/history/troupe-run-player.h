/* troupe-run-player.h: moves through the events of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-times.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeRunPlayer:
 *
 * Shows a past run as it was at a time, by feeding its events to a trace up to that time. Moving forward adds events;
 * moving backward rewinds the trace to a checkpoint, and adds the events from there. Playing follows the clock at a speed; where nothing happens for more than
 * three seconds, it continues after half a second.
 *
 * Signals: `begins` (the trace has begun: views of it must begin, too), `rewound` (the trace is at an earlier checkpoint,
 * and has not ended), `ends` (the trace has ended, because all
 * events have been added), `moved` (position or time have changed), `changed` (whether it is playing, or its speed),
 * `bookmarked` (gint64 time, gboolean: a bookmark was set or removed), `caught-up` (all events up to the present time have been added). Adding many events would take longer than a frame, so
 * that they are added in slices between frames.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_RUN_PLAYER (troupe_run_player_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunPlayer, troupe_run_player, TROUPE, RUN_PLAYER, GObject)

/* @times: (transfer full): the events of the run and their times; @started_us: microseconds since 1970. (transfer
 * full) */
TroupeRunPlayer *
troupe_run_player_new (TroupeTrace *trace, TroupeRunTimes *times, gint64 started_us);

/* (transfer none) */
TroupeTrace *troupe_run_player_get_trace (TroupeRunPlayer *self);
const TroupeRunTimes *troupe_run_player_get_times (TroupeRunPlayer *self);
/* Returns the time of the run that is shown, in microseconds without pauses. */
gint64 troupe_run_player_get_time (TroupeRunPlayer *self);

/* Shows the end of the run. Called once, after the views of the trace are connected. */
void troupe_run_player_begin (TroupeRunPlayer *self);
/* Shows the run at a time, in microseconds without pauses. */
void troupe_run_player_seek_time (TroupeRunPlayer *self, gint64 time);
/* Moves by events and bookmarks. Several events of one moment count as one. @direction: 1 or -1 */
void troupe_run_player_step (TroupeRunPlayer *self, int direction);

/* Sets the bookmarks of the run. @bookmarks: (element-type gint64): their times in ascending order */
void troupe_run_player_set_bookmarks (TroupeRunPlayer *self, GArray *bookmarks);
/* Returns the times of the bookmarks in ascending order. (transfer none) (element-type gint64) */
const GArray *troupe_run_player_get_bookmarks (TroupeRunPlayer *self);
/* Returns TRUE if there is a bookmark at the present time, or so near that it could not be told apart on the track. */
gboolean troupe_run_player_is_bookmarked (TroupeRunPlayer *self);
/* Sets a bookmark at the present time, or removes the one that is there. */
void troupe_run_player_toggle_bookmark (TroupeRunPlayer *self);
/* Moves to the bookmark before or after the present time, if there is one. @direction: 1 or -1 */
void troupe_run_player_go_to_bookmark (TroupeRunPlayer *self, int direction);

/* Plays from the present time, or from the start if it is at the end. */
void troupe_run_player_play (TroupeRunPlayer *self);
void troupe_run_player_pause (TroupeRunPlayer *self);
gboolean troupe_run_player_is_playing (TroupeRunPlayer *self);
/* Sets how much faster than the run it plays. @speed: at least 1 */
void troupe_run_player_set_speed (TroupeRunPlayer *self, guint speed);
guint troupe_run_player_get_speed (TroupeRunPlayer *self);
/* Returns TRUE if a gap between two events is skipped at the present speed. @gap: microseconds of the run */
gboolean troupe_run_player_skips (TroupeRunPlayer *self, gint64 gap);
/* Continues playing. Called for each frame. @frame_us: its time, on a monotonic clock */
void troupe_run_player_tick (TroupeRunPlayer *self, gint64 frame_us);

G_END_DECLS
