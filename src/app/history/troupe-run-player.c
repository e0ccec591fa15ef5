/* troupe-run-player.c: moves through the events of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-player"

#include "config.h"

#include "troupe-run-player.h"

/* A gap that would be shown longer than this is skipped in the second time, in microseconds. */
#define LONG_GAP (3 * G_USEC_PER_SEC)
#define SHORT_GAP (G_USEC_PER_SEC / 2)

/* Number of events that are added at once, and time for adding events before the next frame, in microseconds. */
#define CHUNK 500u
#define SLICE_US (3 * 1000)

/* Number of events between two checkpoints, as long as there are not too many of them. */
#define CHECKPOINT 500u
#define MOST_CHECKPOINTS 200u

/* Part of the duration within which a time belongs to a bookmark. */
#define NEAR 200

struct _TroupeRunPlayer
{
  GObject parent_instance;

  TroupeTrace *trace;
  TroupeRunTimes *times;
  GArray *bookmarks; /* (element-type gint64): ascending */
  gint64 started_us;
  guint position;
  gint64 time;
  gboolean has_ended; /* the trace has ended */
  gboolean is_playing;
  guint speed;
  guint wanted;    /* the position that is shown as soon as its events have been added */
  guint slices;    /* adds events between frames; 0: none are missing */
  gint64 frame_us; /* of the last tick; 0: none since it plays */
};

enum
{
  BEGINS,
  REWOUND,
  ENDS,
  MOVED,
  CHANGED,
  CAUGHT_UP,
  BOOKMARKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunPlayer, troupe_run_player, G_TYPE_OBJECT)

/* --- Moving ----------------------------------------------------------------------------------- */

static void
begin (TroupeRunPlayer *self)
{
  g_assert (TROUPE_IS_RUN_PLAYER (self));

  self->position = 0;
  self->has_ended = FALSE;
  troupe_trace_set_now (self->trace, self->started_us);
  troupe_trace_begin (self->trace, self->started_us);
  g_signal_emit (self, signals[BEGINS], 0);
}

/* Sets the present time of the trace, which is not before the events that it contains. */
static void
set_now (TroupeRunPlayer *self)
{
  const TroupeEvent *last =
      self->position > 0 ? g_ptr_array_index (self->times->events, self->position - 1) : NULL;
  const gint64 since = self->time - troupe_run_times_get (self->times, self->position);

  troupe_trace_set_now (self->trace,
                        (last != NULL ? last->time_us : self->started_us) + MAX (since, 0));
}

/* Adds some events of those up to @position. */
static void
add (TroupeRunPlayer *self, guint position)
{
  const guint end = MIN (position, self->position + CHUNK);
  g_autoptr (GPtrArray) some = g_ptr_array_sized_new (end - self->position);

  for (guint i = self->position; i < end; i++)
    g_ptr_array_add (some, g_ptr_array_index (self->times->events, i));
  self->position = end;
  set_now (self);
  troupe_trace_add_events (self->trace, some);
}

/* Adds events for the time of a slice. Returns TRUE if all events up to the wanted position have been added. */
static gboolean
catch_up (TroupeRunPlayer *self)
{
  const gint64 deadline_us = g_get_monotonic_time () + SLICE_US;

  while (self->position < self->wanted && g_get_monotonic_time () < deadline_us)
    add (self, self->wanted);
  if (self->position < self->wanted)
    return FALSE;
  set_now (self);
  if (self->wanted == self->times->events->len && self->time >= self->times->end && !self->has_ended)
    {
      self->has_ended = TRUE;
      troupe_trace_end (self->trace, self->times->end);
      g_signal_emit (self, signals[ENDS], 0);
    }
  return TRUE;
}

static gboolean
slice_cb (gpointer user_data)
{
  TroupeRunPlayer *self = TROUPE_RUN_PLAYER (user_data);

  if (!catch_up (self))
    return G_SOURCE_CONTINUE;
  self->slices = 0;
  g_signal_emit (self, signals[CAUGHT_UP], 0);
  g_signal_emit (self, signals[MOVED], 0);
  return G_SOURCE_REMOVE;
}

static void
move (TroupeRunPlayer *self, guint position, gint64 time)
{
  const gboolean ends = position == self->times->events->len && time >= self->times->end;

  g_assert (TROUPE_IS_RUN_PLAYER (self));

  self->time = CLAMP (time, 0, self->times->end);
  self->wanted = position;
  if (position < self->position || (self->has_ended && !ends))
    {
      const guint n_events = troupe_trace_rewind (self->trace, position);

      /* Goes back to a checkpoint from which @position can be reached, or to the beginning. */
      if (n_events == G_MAXUINT)
        begin (self);
      else
        {
          self->position = n_events;
          self->has_ended = FALSE;
          g_signal_emit (self, signals[REWOUND], 0);
          /* The trace reports that it was rewound with its next events. */
          if (n_events == position)
            add (self, position);
        }
    }
  /* The events that follow are added after the next frame. */
  if (self->slices == 0 && !catch_up (self))
    self->slices = g_idle_add (slice_cb, self);
  if (self->slices == 0)
    {
      g_signal_emit (self, signals[CAUGHT_UP], 0);
    }
  g_signal_emit (self, signals[MOVED], 0);
}

void
troupe_run_player_begin (TroupeRunPlayer *self)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  begin (self);
  move (self, self->times->events->len, self->times->end);
}

void
troupe_run_player_seek_time (TroupeRunPlayer *self, gint64 time)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  time = CLAMP (time, 0, self->times->end);
  move (self, troupe_run_times_find (self->times, time), time);
}

/* Finds the nearest bookmark before or after the present time. Returns FALSE if there is none. */
static gboolean
find_bookmark (TroupeRunPlayer *self, int direction, gint64 *time)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->bookmarks->len; i++)
    {
      const gint64 other = g_array_index (self->bookmarks, gint64, i);

      if (direction > 0 ? other <= self->time || is_found : other >= self->time)
        continue;
      *time = other;
      is_found = TRUE;
    }
  return is_found;
}

void
troupe_run_player_step (TroupeRunPlayer *self, int direction)
{
  gint64 bookmark = 0;
  gboolean has_bookmark;
  guint position;
  gint64 time;

  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  position = self->wanted;
  has_bookmark = find_bookmark (self, direction, &bookmark);
  if (direction > 0)
    {
      const gboolean is_last = position == self->times->events->len;

      time = is_last ? self->times->end : g_array_index (self->times->times, gint64, position);
      if (has_bookmark && bookmark < time)
        troupe_run_player_seek_time (self, bookmark);
      else if (is_last)
        move (self, position, time);
      else
        troupe_run_player_seek_time (self, time);
      return;
    }
  /* Before the events of the present moment. */
  time = troupe_run_times_get (self->times, position);
  while (position > 0 && troupe_run_times_get (self->times, position) >= time)
    position--;
  time = troupe_run_times_get (self->times, position);
  if (has_bookmark && bookmark > time)
    troupe_run_player_seek_time (self, bookmark);
  else
    move (self, position, time);
}

/* --- Bookmarks -------------------------------------------------------------------------------- */

void
troupe_run_player_set_bookmarks (TroupeRunPlayer *self, GArray *bookmarks)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));
  g_return_if_fail (bookmarks != NULL);

  g_array_set_size (self->bookmarks, 0);
  g_array_append_vals (self->bookmarks, bookmarks->data, bookmarks->len);
  g_signal_emit (self, signals[MOVED], 0);
}

const GArray *
troupe_run_player_get_bookmarks (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), NULL);

  return self->bookmarks;
}

/* Returns the index of the bookmark at the present time, or the number of bookmarks. */
static guint
find_here (TroupeRunPlayer *self)
{
  for (guint i = 0; i < self->bookmarks->len; i++)
    if (ABS (g_array_index (self->bookmarks, gint64, i) - self->time) <= self->times->end / NEAR)
      return i;
  return self->bookmarks->len;
}

gboolean
troupe_run_player_is_bookmarked (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), FALSE);

  return find_here (self) < self->bookmarks->len;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

void
troupe_run_player_toggle_bookmark (TroupeRunPlayer *self)
{
  guint here;
  gint64 time;
  gboolean is_set;

  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  here = find_here (self);
  is_set = here == self->bookmarks->len;
  time = is_set ? self->time : g_array_index (self->bookmarks, gint64, here);
  if (is_set)
    {
      g_array_append_val (self->bookmarks, time);
      g_array_sort (self->bookmarks, compare_times);
    }
  else
    g_array_remove_index (self->bookmarks, here);
  g_signal_emit (self, signals[BOOKMARKED], 0, time, is_set);
  g_signal_emit (self, signals[MOVED], 0);
}

void
troupe_run_player_go_to_bookmark (TroupeRunPlayer *self, int direction)
{
  gint64 time = 0;

  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  if (find_bookmark (self, direction, &time))
    troupe_run_player_seek_time (self, time);
}

/* --- Playing ---------------------------------------------------------------------------------- */

static void
set_playing (TroupeRunPlayer *self, gboolean is_playing)
{
  if (self->is_playing == is_playing)
    return;
  self->is_playing = is_playing;
  self->frame_us = 0;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_player_play (TroupeRunPlayer *self)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  if (self->time >= self->times->end)
    troupe_run_player_seek_time (self, 0);
  set_playing (self, TRUE);
}

void
troupe_run_player_pause (TroupeRunPlayer *self)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  set_playing (self, FALSE);
}

gboolean
troupe_run_player_skips (TroupeRunPlayer *self, gint64 gap)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), FALSE);

  return gap / self->speed > LONG_GAP;
}

void
troupe_run_player_tick (TroupeRunPlayer *self, gint64 frame_us)
{
  gint64 shown_us;
  gboolean is_last;
  gint64 next;
  gint64 gap;
  gint64 progress;

  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));

  if (!self->is_playing)
    return;
  shown_us = self->frame_us != 0 ? frame_us - self->frame_us : 0;
  self->frame_us = frame_us;
  if (shown_us <= 0)
    return;
  is_last = self->wanted == self->times->times->len;
  next = is_last ? self->times->end : g_array_index (self->times->times, gint64, self->wanted);
  gap = next - troupe_run_times_get (self->times, self->wanted);
  /* The whole gap passes in the short time. */
  if (troupe_run_player_skips (self, gap))
    progress = MAX ((gint64) ((double) gap * (double) shown_us / SHORT_GAP), 1);
  else
    progress = shown_us * self->speed;
  troupe_run_player_seek_time (self, self->time + progress);
  if (self->time >= self->times->end)
    set_playing (self, FALSE);
}

void
troupe_run_player_set_speed (TroupeRunPlayer *self, guint speed)
{
  g_return_if_fail (TROUPE_IS_RUN_PLAYER (self));
  g_return_if_fail (speed > 0);

  self->speed = speed;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Accessors -------------------------------------------------------------------------------- */

TroupeTrace *
troupe_run_player_get_trace (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), NULL);

  return self->trace;
}

const TroupeRunTimes *
troupe_run_player_get_times (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), NULL);

  return self->times;
}

gint64
troupe_run_player_get_time (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), 0);

  return self->time;
}

gboolean
troupe_run_player_is_playing (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), FALSE);

  return self->is_playing;
}

guint
troupe_run_player_get_speed (TroupeRunPlayer *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (self), 1);

  return self->speed;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_player_dispose (GObject *object)
{
  g_clear_handle_id (&TROUPE_RUN_PLAYER (object)->slices, g_source_remove);
  G_OBJECT_CLASS (troupe_run_player_parent_class)->dispose (object);
}

static void
troupe_run_player_finalize (GObject *object)
{
  TroupeRunPlayer *self = TROUPE_RUN_PLAYER (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->times, troupe_run_times_free);
  g_array_unref (self->bookmarks);
  G_OBJECT_CLASS (troupe_run_player_parent_class)->finalize (object);
}

static void
troupe_run_player_class_init (TroupeRunPlayerClass *klass)
{
  static const char *const names[BOOKMARKED] = { "begins", "rewound", "ends",
                                                 "moved",  "changed", "caught-up" };

  G_OBJECT_CLASS (klass)->dispose = troupe_run_player_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_run_player_finalize;

  for (guint i = 0; i < BOOKMARKED; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[BOOKMARKED] =
      g_signal_new ("bookmarked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_BOOLEAN);
}

static void
troupe_run_player_init (TroupeRunPlayer *self)
{
  self->speed = 1;
  self->bookmarks = g_array_new (FALSE, FALSE, sizeof (gint64));
}

TroupeRunPlayer *
troupe_run_player_new (TroupeTrace *trace, TroupeRunTimes *times, gint64 started_us)
{
  TroupeRunPlayer *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);
  g_return_val_if_fail (times != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_RUN_PLAYER, NULL);
  self->trace = g_object_ref (trace);
  troupe_trace_set_checkpoints (trace, MAX (CHECKPOINT, times->events->len / MOST_CHECKPOINTS));
  self->times = times;
  self->started_us = started_us;
  return self;
}
