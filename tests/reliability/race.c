/* race.c: two threads that change a number, for checking that a race is reported
 *
 * usage: race [locked]     locked: a mutex of GLib protects the number, so there is no race
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>

static GMutex mutex;
static int number;

static gpointer
change (gpointer is_locked)
{
  for (guint i = 0; i < 1000; i++)
    {
      if (is_locked)
        g_mutex_lock (&mutex);
      number++;
      if (is_locked)
        g_mutex_unlock (&mutex);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  GThread *first = g_thread_new ("first", change, GINT_TO_POINTER (argc > 1));
  GThread *second = g_thread_new ("second", change, GINT_TO_POINTER (argc > 1));

  g_thread_join (first);
  g_thread_join (second);
  g_print ("%d\n", number);
  return 0;
}
