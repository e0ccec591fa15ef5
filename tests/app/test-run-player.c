/* test-run-player.c: moving through the time of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-event.h"
#include "troupe-run-player.h"

/* 2020-01-01 */
#define START G_GINT64_CONSTANT (1577836800000000)
#define SECOND ((gint64) G_USEC_PER_SEC)

/* Adds an event at a time of the run. */
static void
add (GPtrArray *events, TroupeEventType type, const char *method, guint64 started, gint64 time)
{
  TroupeMapBuilder fields;
  TroupeEvent *event;

  troupe_map_builder_init (&fields);
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    troupe_map_builder_add (&fields, "result", troupe_value_new_string (method, -1));
  event =
      test_event_new_at (type, method, events->len + 1, started, troupe_map_builder_end (&fields));
  event->time_us = START + time;
  g_ptr_array_add (events, event);
}

/* Two methods: a from 0 to 1 s, b from 1 to 61 s. */
static TroupeRunTimes *
make_times (void)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);

  add (events, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0);
  add (events, TROUPE_EVENT_METHOD_FINISHED, "a", 1, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_STARTED, "b", 0, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_FINISHED, "b", 3, 61 * SECOND);
  return troupe_run_times_new (events, START, 62 * SECOND);
}

static void
count_cb (guint *n)
{
  ++*n;
}

static void
assert_states (TroupeTrace *trace, TroupeScopeState a, TroupeScopeState b)
{
  const TroupeSpan *first = troupe_trace_get_pass (trace, "a", 1);
  const TroupeSpan *second = troupe_trace_get_pass (trace, "b", 1);

  g_assert_cmpint (first != NULL ? first->state : TROUPE_SCOPE_SAME, ==, a);
  g_assert_cmpint (second != NULL ? second->state : TROUPE_SCOPE_SAME, ==, b);
}

static void
test_seek (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeRunPlayer) player = troupe_run_player_new (trace, make_times (), START);
  guint n_begun = 0;
  guint n_rewound = 0;
  guint n_ended = 0;

  g_signal_connect_swapped (player, "begins", G_CALLBACK (count_cb), &n_begun);
  g_signal_connect_swapped (player, "rewound", G_CALLBACK (count_cb), &n_rewound);
  g_signal_connect_swapped (player, "ends", G_CALLBACK (count_cb), &n_ended);
  troupe_run_player_begin (player);
  g_assert_cmpuint (n_begun, ==, 1);
  g_assert_cmpuint (n_ended, ==, 1);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_FINISHED);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 62 * SECOND);
  /* In the middle of the second method, whose time ends at this moment. */
  troupe_run_player_seek_time (player, 31 * SECOND);
  g_assert_cmpuint (n_rewound, ==, 1);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_RUNNING);
  g_assert_cmpint (troupe_trace_get_elapsed (trace), ==, 31 * SECOND);
  /* Forward without going back. */
  troupe_run_player_seek_time (player, 40 * SECOND);
  g_assert_cmpuint (n_rewound, ==, 1);
  g_assert_cmpint (troupe_trace_get_elapsed (trace), ==, 40 * SECOND);
  /* Both events of one second are one step. */
  troupe_run_player_step (player, -1);
  assert_states (trace, TROUPE_SCOPE_RUNNING, TROUPE_SCOPE_SAME);
  troupe_run_player_step (player, 1);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_RUNNING);
  troupe_run_player_step (player, 1);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_FINISHED);
  g_assert_cmpuint (n_ended, ==, 1);
  troupe_run_player_step (player, 1);
  g_assert_cmpuint (n_ended, ==, 2);
  troupe_run_player_step (player, 1);
  g_assert_cmpuint (n_ended, ==, 2);
  troupe_run_player_seek_time (player, -5);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 0);
  g_assert_cmpuint (n_begun, ==, 1);
}

/* The gap of a minute passes in half a second, everything else at the speed that was chosen. */
static void
test_play (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeRunPlayer) player = troupe_run_player_new (trace, make_times (), START);
  gint64 now = 1000;

  troupe_run_player_begin (player);
  troupe_run_player_play (player);
  g_assert_true (troupe_run_player_is_playing (player));
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 0);
  troupe_run_player_tick (player, now);
  troupe_run_player_tick (player, now += SECOND / 2);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, SECOND / 2);
  troupe_run_player_set_speed (player, 4);
  troupe_run_player_tick (player, now += SECOND / 8);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, SECOND);
  troupe_run_player_tick (player, now += SECOND / 4);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 31 * SECOND);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_RUNNING);
  troupe_run_player_tick (player, now += SECOND);
  troupe_run_player_tick (player, now += SECOND);
  g_assert_false (troupe_run_player_is_playing (player));
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 62 * SECOND);
  assert_states (trace, TROUPE_SCOPE_FINISHED, TROUPE_SCOPE_FINISHED);
}

static void
test_times (void)
{
  g_autoptr (TroupeRunTimes) times = make_times ();

  g_assert_cmpuint (times->marks->len, ==, 2);
  g_assert_cmpint (g_array_index (times->marks, TroupeRunMark, 1).time, ==, 61 * SECOND);
  g_assert_false (times->is_crew);
  g_assert_cmpuint (troupe_run_times_find (times, 0), ==, 1);
  g_assert_cmpuint (troupe_run_times_find (times, SECOND), ==, 3);
  g_assert_cmpuint (troupe_run_times_find (times, 100 * SECOND), ==, 4);
  g_assert_cmpint (troupe_run_times_get (times, 0), ==, 0);
}

/* Bookmarks are stops of the steps, and jumped between. */
static void
test_bookmarks (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeRunPlayer) player = troupe_run_player_new (trace, make_times (), START);
  g_autoptr (GArray) moments = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 stored[] = { 10 * SECOND, 40 * SECOND };
  guint n_changed = 0;

  g_array_append_vals (moments, stored, G_N_ELEMENTS (stored));
  g_signal_connect_swapped (player, "bookmarked", G_CALLBACK (count_cb), &n_changed);
  troupe_run_player_begin (player);
  troupe_run_player_set_bookmarks (player, moments);
  g_assert_false (troupe_run_player_is_bookmarked (player));
  troupe_run_player_seek_time (player, SECOND);
  troupe_run_player_step (player, 1);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 10 * SECOND);
  g_assert_true (troupe_run_player_is_bookmarked (player));
  troupe_run_player_step (player, 1);
  troupe_run_player_step (player, 1);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 61 * SECOND);
  troupe_run_player_go_to_bookmark (player, -1);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 40 * SECOND);
  troupe_run_player_go_to_bookmark (player, -1);
  troupe_run_player_go_to_bookmark (player, -1);
  g_assert_cmpint (troupe_run_player_get_time (player), ==, 10 * SECOND);
  /* A time that cannot be told apart on the track belongs to the bookmark. */
  troupe_run_player_seek_time (player, 10 * SECOND + SECOND / 10);
  troupe_run_player_toggle_bookmark (player);
  g_assert_cmpuint (troupe_run_player_get_bookmarks (player)->len, ==, 1);
  troupe_run_player_seek_time (player, 50 * SECOND);
  troupe_run_player_toggle_bookmark (player);
  troupe_run_player_seek_time (player, 5 * SECOND);
  troupe_run_player_toggle_bookmark (player);
  g_assert_cmpuint (n_changed, ==, 3);
  g_assert_cmpuint (troupe_run_player_get_bookmarks (player)->len, ==, 3);
  g_assert_cmpint (g_array_index (troupe_run_player_get_bookmarks (player), gint64, 0), ==,
                   5 * SECOND);
}

static void
assert_step (const TroupeRunTimes *times, gint64 time, const char *wanted)
{
  g_autofree char *step = troupe_run_times_find_step (times, time);

  g_assert_cmpstr (step, ==, wanted);
}

/* A run that takes over what had ended begins before what ends next, also if it started later. */
static void
test_steps (void)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (TroupeRunTimes) times = NULL;
  g_autoptr (TroupeRunTimes) plain = make_times ();

  assert_step (plain, 0, "a#1");
  assert_step (plain, SECOND, "b#1");
  assert_step (plain, 61 * SECOND, NULL);
  add (events, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0);
  add (events, TROUPE_EVENT_METHOD_FINISHED, "a", 1, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_STARTED, "a", 0, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_STARTED, "b", 0, 2 * SECOND);
  add (events, TROUPE_EVENT_METHOD_FINISHED, "b", 4, 3 * SECOND);
  times = troupe_run_times_new (events, START, 9 * SECOND);
  assert_step (times, 0, "a#1");
  assert_step (times, 2 * SECOND, "b#1");
  /* The second execution was interrupted. */
  assert_step (times, 3 * SECOND, "a#2");
  assert_step (times, 9 * SECOND, "a#2");
}

/* A run that has failed begins again before what has failed, also from its end. */
static void
test_failed_step (void)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (TroupeRunTimes) times = NULL;

  add (events, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0);
  add (events, TROUPE_EVENT_METHOD_FINISHED, "a", 1, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_STARTED, "b", 0, 1 * SECOND);
  add (events, TROUPE_EVENT_METHOD_FAILED, "b", 3, 2 * SECOND);
  times = troupe_run_times_new (events, START, 2 * SECOND);
  assert_step (times, 0, "a#1");
  assert_step (times, 1 * SECOND, "b#1");
  assert_step (times, 2 * SECOND, "b#1");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/run-player/seek", test_seek);
  g_test_add_func ("/app/run-player/play", test_play);
  g_test_add_func ("/app/run-player/times", test_times);
  g_test_add_func ("/app/run-player/bookmarks", test_bookmarks);
  g_test_add_func ("/app/run-player/steps", test_steps);
  g_test_add_func ("/app/run-player/failed-step", test_failed_step);
  return g_test_run ();
}
