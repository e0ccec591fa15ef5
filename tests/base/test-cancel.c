/* test-cancel.c: cancellation sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <malloc.h>

#include "../test-wait.h"
#include "troupe-cancel.h"

#define RACES TEST_SAMPLE (15000)
/* Tolerated growth of memory. It is far less than a hundred bytes for each source that is
 * destroyed in a race. */
#define MOST_GROWTH (128 * 1024)

static gboolean
count_cb (GCancellable *cancellable, gpointer user_data)
{
  (*(guint *) user_data)++;
  return G_SOURCE_REMOVE;
}

static gboolean
quit_cb (gpointer user_data)
{
  (*(gboolean *) user_data) = TRUE;
  return G_SOURCE_REMOVE;
}

static GSource *
attach (GCancellable *cancellable, GMainContext *context, guint *n_calls)
{
  GSource *source = troupe_cancel_source_new (cancellable, context);

  g_source_set_callback (source, G_SOURCE_FUNC (count_cb), n_calls, NULL);
  g_source_attach (source, context);
  return source;
}

static void
test_before_and_after (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GSource) source = NULL;
      guint n_calls = 0;

      if (i == 0)
        g_cancellable_cancel (cancellable);
      source = attach (cancellable, context, &n_calls);
      if (i == 1)
        {
          g_assert_false (g_main_context_iteration (context, FALSE));
          g_cancellable_cancel (cancellable);
        }
      g_main_context_iteration (context, FALSE);
      g_assert_cmpuint (n_calls, ==, 1);
      g_assert_true (g_source_is_destroyed (source));
    }
}

/* A cancel source that is the child of a timeout source makes its parent ready long before the
 * timeout. */
static void
test_child (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GSource) parent = g_timeout_source_new_seconds (600);
  g_autoptr (GSource) child = troupe_cancel_source_new (cancellable, context);
  gboolean is_over = FALSE;

  g_source_add_child_source (parent, child);
  g_source_set_callback (parent, quit_cb, &is_over, NULL);
  g_source_attach (parent, context);
  g_cancellable_cancel (cancellable);
  g_main_context_iteration (context, FALSE);
  g_assert_true (is_over);
}

static gpointer
cancel_thread (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

/* Cancelling from another thread wakes a thread that sleeps in the context. */
static void
test_wakes (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GSource) source = NULL;
      GThread *thread = NULL;
      guint n_calls = 0;

      source = attach (cancellable, context, &n_calls);
      thread = g_thread_new ("cancel", cancel_thread, cancellable);
      while (n_calls == 0)
        g_main_context_iteration (context, TRUE);
      g_thread_join (thread);
    }
}

typedef struct
{
  GCancellable *cancellable; /* (atomic): the next one to cancel */
  gint is_over;
} Race;

static gpointer
race_thread (gpointer data)
{
  Race *race = data;

  while (!g_atomic_int_get (&race->is_over))
    {
      GCancellable *cancellable = g_atomic_pointer_exchange (&race->cancellable, NULL);

      if (cancellable == NULL)
        continue;
      g_cancellable_cancel (cancellable);
      g_object_unref (cancellable);
    }
  return NULL;
}

/* If a source is destroyed while another thread cancels, both the source and the cancellable are
 * freed. */
static void
test_race (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  Race race = { 0 };
  GThread *thread = g_thread_new ("race", race_thread, &race);
  g_autoptr (GRand) random = NULL;
  guint32 seed = g_random_int ();
  gsize before = mallinfo2 ().uordblks;
  guint n_calls = 0;

  g_test_message ("seed %u", seed);
  random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < RACES; i++)
    {
      GCancellable *cancellable = g_cancellable_new ();
      GSource *source = troupe_cancel_source_new (cancellable, context);
      gpointer watched = cancellable;

      g_object_add_weak_pointer (G_OBJECT (cancellable), &watched);
      g_source_set_callback (source, G_SOURCE_FUNC (count_cb), &n_calls, NULL);
      g_source_attach (source, context);
      g_atomic_pointer_set (&race.cancellable, g_object_ref (cancellable));
      for (gint k = g_rand_int_range (random, 0, 1500); k > 0; k--)
        g_atomic_int_get (&race.is_over);
      g_source_destroy (source);
      g_source_unref (source);
      test_wait_for_thread (g_atomic_pointer_get (&race.cancellable) == NULL);
      g_object_unref (cancellable);
      test_wait_for_thread (g_atomic_pointer_get (&watched) == NULL);
    }
  g_atomic_int_set (&race.is_over, 1);
  g_thread_join (thread);
  g_assert_cmpuint (mallinfo2 ().uordblks, <, before + MOST_GROWTH);
}

static void
note_thread_cb (GCancellable *inner, gpointer user_data)
{
  g_atomic_pointer_set ((GThread **) user_data, g_thread_self ());
}

/* If another thread cancels the outer cancellable, the inner cancellable is cancelled on this
 * thread, from the context. */
static void
test_follow (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  g_main_context_push_thread_default (context);
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GCancellable) outer = g_cancellable_new ();
      g_autoptr (GCancellable) inner = g_cancellable_new ();
      GThread *where = NULL;
      gulong id = troupe_cancel_follow (outer, inner);
      GThread *thread = NULL;

      g_assert_cmpuint (id, !=, 0);
      g_cancellable_connect (inner, G_CALLBACK (note_thread_cb), &where, NULL);
      thread = g_thread_new ("cancel", cancel_thread, outer);
      while (!g_cancellable_is_cancelled (inner))
        g_main_context_iteration (context, TRUE);
      g_assert_true (where == g_thread_self ());
      g_thread_join (thread);
      g_cancellable_disconnect (outer, id);
    }
  g_main_context_pop_thread_default (context);
}

/* An outer cancellable that is already cancelled cancels the inner cancellable immediately. A
 * disconnected outer cancellable never cancels it. */
static void
test_follow_ends (void)
{
  g_autoptr (GCancellable) outer = g_cancellable_new ();
  g_autoptr (GCancellable) inner = g_cancellable_new ();
  g_autoptr (GCancellable) late = g_cancellable_new ();

  g_cancellable_disconnect (outer, troupe_cancel_follow (outer, inner));
  g_cancellable_cancel (outer);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_false (g_cancellable_is_cancelled (inner));
  g_assert_cmpuint (troupe_cancel_follow (outer, late), ==, 0);
  g_assert_true (g_cancellable_is_cancelled (late));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/cancel/before-and-after", test_before_and_after);
  g_test_add_func ("/base/cancel/child", test_child);
  g_test_add_func ("/base/cancel/wakes", test_wakes);
  g_test_add_func ("/base/cancel/race", test_race);
  g_test_add_func ("/base/cancel/follow", test_follow);
  g_test_add_func ("/base/cancel/follow-ends", test_follow_ends);
  return g_test_run ();
}
