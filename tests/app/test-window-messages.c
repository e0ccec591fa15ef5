/* test-window-messages.c: what the window says in passing, however fast that comes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "window-test.h"

static gboolean
is_over (gpointer user_data)
{
  return g_get_monotonic_time () >= *(gint64 *) user_data;
}

static void
wait_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  wait_until (is_over, &end);
}

static gboolean
says (TroupeWindow *window, const char *text)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (window->toasts));

  return strstr (texts, text) != NULL;
}

static gboolean
says_other (gpointer user_data)
{
  return says (user_data, "Delta has happened");
}

static gboolean
says_the_last (gpointer user_data)
{
  return says (user_data, "Gamma has happened");
}

/* A toast that goes before it has come whole is freed twice by the library. */
static void
test_messages_in_haste (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = _troupe_window_get_page (window);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("message %u", i);

      g_signal_emit_by_name (page, "message", text);
      wait_for ((guint) g_test_rand_int_range (0, 160));
    }
  wait_for (1200);
  g_signal_emit_by_name (page, "message", "Gamma has happened");
  wait_until (says_the_last, window);
  close_window (window);
}

/* What the window itself says waits for its turn; a page's waits only for that of the window. */
static void
test_messages_in_order (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = _troupe_window_get_page (window);

  g_signal_emit_by_name (page, "message", "Alpha has happened");
  g_assert_true (says (window, "Alpha has happened"));
  g_signal_emit_by_name (page, "message", "Beta has happened");
  troupe_window_add_toast (window, "Delta has happened");
  g_signal_emit_by_name (page, "message", "Gamma has happened");
  wait_until (says_other, window);
  g_assert_false (says (window, "Alpha has happened"));
  wait_until (says_the_last, window);
  g_assert_false (says (window, "Delta has happened"));
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-messages/in-haste", test_messages_in_haste);
  g_test_add_func ("/window-messages/in-order", test_messages_in_order);
  return window_test_run ();
}
