/* test-hands-names.c: everything in dialogs, pages and popovers that takes keys has a name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "../app/window-test.h"
#include "access.h"
#include "hands.h"

static const char crew_text[] =
    "{\n  \"name\": \"desk\",\n  \"agents\": [\"reader\"],\n  \"tasks\": [\n"
    "    {\"name\": \"gather\", \"description\": \"Gather {topic}.\", \"expected_output\": "
    "\"Links\", \"agent\": \"reader\"},\n"
    "    {\"name\": \"compare\", \"description\": \"Compare.\", \"expected_output\": \"A table\", "
    "\"agent\": \"reader\", \"context\": [\"gather\"], \"guardrail\": \"It has figures.\"}\n  "
    "]\n}\n";

static const char reader_text[] = "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": "
                                  "\"b\", \"llm\": \"mock/say:Fine.\"}\n";

typedef struct
{
  const char *action;
  const char *shown; /* the beginning of a name that is there once it is shown */
  gboolean of_crew;
} Place;

static const Place places[] = {
  { "win.everything", "Undo", FALSE },
  { "win.run-with-inputs", "Run", FALSE },
  { "win.batch", "Concurrency", FALSE },
  { "win.budget", "Budget", FALSE },
  { "win.export", "Export", FALSE },
  { "win.memory", "Memory", FALSE },
  { "flow.add", "Add", FALSE },
  { "flow.add-note", "Note text", FALSE },
  { "flow.state", "State Fields", FALSE },
  { "flow.find", "Find", FALSE },
  { "flow.rename", "Method name", FALSE },
  { "flow.connect", "Connect", FALSE },
  { "win.panel-timeline", "Timeline", FALSE },
  { "win.panel-transcript", "Transcript", FALSE },
  { "win.panel-data", "Data", FALSE },
  { "win.panel-log", "Log", FALSE },
  { "win.panel-cost", "Cost", FALSE },
  { "win.panel-problems", "Problems", FALSE },
  { "app.preferences", "Preferences", FALSE },
  { "win.run-with-inputs", "topic", TRUE },
  { "win.batch", "Concurrency", TRUE },
  { "win.export", "Export", TRUE },
  { "win.memory", "Memory", TRUE },
  { "win.test", "Test", TRUE },
  { "crew.add-task", "Task", TRUE },
  { "crew.add-agent", "Agent", TRUE },
  { "crew.all-models", "Model", TRUE },
  { "crew.find", "Find", TRUE },
};

static void
activate (TroupeWindow *window, const char *action)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  TroupePage *page = troupe_window_get_page (window);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  if (g_str_has_prefix (action, "app."))
    g_action_group_activate_action (G_ACTION_GROUP (application), action + 4, NULL);
  else if (!gtk_widget_activate_action (focus != NULL ? focus : GTK_WIDGET (page), action, NULL))
    g_error ("there is no action %s", action);
}

/* Closes every window but @window, such as the dialogs. */
static void
close_others (TroupeWindow *window)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *each = windows; each != NULL; each = each->next)
    if (each->data != window && gtk_widget_get_visible (each->data))
      gtk_window_close (each->data);
  hands_settle ();
}

/* Time for the bus to report what the window shows. */
#define DEADLINE_US TEST_WAIT_US
/* On a busy machine, a single read may take longer. */
#define LEAST_READS 5

/* Reads the accessible tree until it contains the name and each widget has its own. A read during
 * a change of the window also finds items that are just being filled or removed. @wrong: (out)
 * (transfer full) (nullable): the widgets without a name */
static void
read_shown (const Place *place, char **wrong)
{
  const gint64 end = g_get_monotonic_time () + DEADLINE_US;
  guint n_reads = 0;
  gboolean is_shown;

  do
    {
      g_autoptr (GPtrArray) things = NULL;

      g_clear_pointer (wrong, g_free);
      hands_settle ();
      things = access_read ();
      n_reads++;
      is_shown = access_find (things, NULL, place->shown) != NULL;
      *wrong = access_list_wrong_names (things);
    }
  while ((!is_shown || *wrong != NULL) && (g_get_monotonic_time () < end || n_reads < LEAST_READS));
  if (!is_shown)
    {
      g_test_message ("%s does not show “%s”", place->action, place->shown);
      g_test_fail ();
    }
}

static TroupeWindow *
open_document (gboolean is_crew)
{
  g_autofree char *agent = NULL;
  g_autofree char *path = NULL;

  if (!is_crew)
    path = get_example ("this-and-that-or-other.json");
  else
    {
      agent = write_file ("names/agents/reader.jsonc", reader_text);
      path = write_file ("names/crew.jsonc", crew_text);
    }
  return open_still_window (path);
}

static void
test_place (gconstpointer data)
{
  const Place *place = data;
  TroupeWindow *window = open_document (place->of_crew);
  g_autofree char *wrong = NULL;

  hands_settle ();
  if (!place->of_crew)
    troupe_editor_select_method (get_editor (troupe_window_get_page (window)), "triage");
  gtk_widget_grab_focus (GTK_WIDGET (troupe_page_get_content (troupe_window_get_page (window))));
  hands_settle ();
  activate (window, place->action);
  read_shown (place, &wrong);
  if (wrong != NULL)
    {
      g_test_message ("%s", wrong);
      g_test_fail ();
    }
  close_others (window);
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  if (!access_start ())
    {
      g_print ("1..0 # SKIP there is no bus for assistive technology\n");
      hands_stop ();
      return 77;
    }
  window_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/hands/names/%s/%s", places[i].of_crew ? "crew" : "flow",
                           places[i].action);

      g_test_add_data_func (path, &places[i], test_place);
    }
  return window_test_run ();
}
