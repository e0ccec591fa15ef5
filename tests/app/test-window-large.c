/* test-window-large.c: the window remains responsive while a run has answers of millions of characters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "fake-server.h"
#include "troupe-monitor-private.h"
#include "troupe-page-content.h"
#include "troupe-preferences-apply.h"
#include "window-test.h"

#define KEY "sk-canary-7f3a91c2"
/* Number of characters of an answer. */
#define ANSWER 20000000
/* Maximum time of the processor for one iteration of the main loop, in milliseconds. */
#define MOST_MS (100.0 * TEST_SLOWNESS)

static const char line[] = "The larches of the valley turn yellow in October. ";

/* --- Measuring ---------------------------------------------------------------------------------- */

static double longest_ms;
static double began_ms;

static double
get_processor_ms (void)
{
  return (double) test_time_get_thread () / 1000;
}

/* Measures the time from one poll to the next, in which the handlers of an iteration run. The time
 * of the processor does not depend on other programs. */
static int
poll_cb (GPollFD *fds, guint n_fds, int timeout)
{
  int n;

  longest_ms = MAX (longest_ms, get_processor_ms () - began_ms);
  n = g_poll (fds, n_fds, timeout);
  began_ms = get_processor_ms ();
  return n;
}

static void
begin_measuring (void)
{
  longest_ms = 0;
  began_ms = get_processor_ms ();
  g_main_context_set_poll_func (NULL, poll_cb);
}

static void
end_measuring (const char *what)
{
  g_main_context_set_poll_func (NULL, NULL);
  g_test_message ("%s: %.1f ms", what, longest_ms);
  g_assert_cmpfloat (longest_ms, <=, MOST_MS);
}

/* --- The document --------------------------------------------------------------------------------- */

/* Returns an answer of ANSWER characters in the format of OpenAI. */
static char *
make_answer (void)
{
  GString *body = g_string_new ("{\"id\":\"a\",\"object\":\"chat.completion\",\"model\":"
                                "\"gpt-4.1-mini\",\"choices\":[{\"index\":0,\"finish_reason\":"
                                "\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"");

  for (gsize i = 0; i < ANSWER / (sizeof line - 1); i++)
    g_string_append (body, line);
  g_string_append (body, "\"}}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":20,"
                         "\"total_tokens\":30}}");
  return g_string_free (body, FALSE);
}

/* Writes a flow of two agents with models on @server. @holds: the second agent never gets an
 * answer. (transfer full) */
static char *
write_flow (FakeServer *server, const char *name, gboolean holds)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autofree char *answer = make_answer ();
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  changed = g_string_new (text);
  g_string_replace (changed, "mock/echo", "openai/gpt-4.1-mini", 0);
  g_string_replace (changed, "write_and_review", name, 0);
  g_string_replace (changed, "Review this text:\\n${outputs.write.raw}", "Review it.", 0);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, answer), 0, 0,
                   FAKE_END_CLOSE);
  if (holds)
    fake_server_add (server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  return write_file (name, changed->str);
}

static void
iterate (const char *what)
{
  begin_measuring ();
  for (guint i = 0; i < 50; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (2000);
    }
  end_measuring (what);
}

/* Shows every panel of the monitor, and the output of each method. */
static void
show_everything (TroupeMonitor *monitor)
{
  static const char *const methods[] = { "write", "review", "bring_together" };

  troupe_monitor_set_panel_open (monitor, TRUE);
  for (guint i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    {
      g_object_set (monitor, "page", troupe_monitor_page_names[i], NULL);
      iterate (troupe_monitor_page_names[i]);
    }
  g_object_set (monitor, "page", "timeline", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      troupe_monitor_set_selected_method (monitor, methods[i]);
      iterate (methods[i]);
    }
}

static TroupeWindow *
open_and_run (const char *path)
{
  TroupeWindow *window = open_window (path);
  TroupeMonitor *monitor;

  wait_until (has_page, window);
  monitor = get_monitor (troupe_window_get_page (window));
  troupe_monitor_set_panel_open (monitor, TRUE);
  g_object_set (monitor, "page", "transcript", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);

  return window;
}

/* --- Tests ------------------------------------------------------------------------------------------ */

static void
test_answers (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "large.json", FALSE);
  TroupeWindow *window = open_and_run (path);

  begin_measuring ();
  /* wait_until() would end too early, because the store writes each answer several times. */
  test_wait_until (is_idle (window));
  end_measuring ("run");
  show_everything (get_monitor (troupe_window_get_page (window)));
  close_window (window);
}

static gboolean
has_asked_again (gpointer user_data)
{
  return fake_server_get_n_requests (user_data) >= 2;
}

/* Stop acts at once while an agent works on after the long answer of another. */
static void
test_stop (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "large-stop.json", TRUE);
  TroupeWindow *window = open_and_run (path);
  TroupePageRun *run =
      troupe_page_content_get_run (troupe_page_get_content (troupe_window_get_page (window)));
  double began;

  wait_until (has_asked_again, server);
  g_assert_true (troupe_page_run_is_under_way (run));
  begin_measuring ();
  began = get_processor_ms ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  g_assert_true (troupe_page_run_is_stopping (run));
  g_assert_cmpfloat (get_processor_ms () - began, <, MOST_MS);
  test_wait_until (is_idle (window));
  end_measuring ("stop");
  close_window (window);
}

int
main (int argc, char *argv[])
{
  g_setenv ("OPENAI_API_KEY", KEY, TRUE);
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-large/answers", test_answers);
  g_test_add_func ("/window-large/stop", test_stop);
  return window_test_run ();
}
