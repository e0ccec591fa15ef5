/* render-panel.c: renders the panel to PNG files for visual inspection
 *
 * render-panel OUT.png [light|dark] [wide|narrow] [run|failed|empty] [timeline|data|log|problems]
 * [METHOD] [Input|Output|State]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "monitor-test.h"
#include "troupe-method-detail.h"
#include "troupe-monitor.h"
#include "troupe-value.h"

static void
add_run (MonitorFeed *feed)
{
  guint64 fetch, triage, notify, call, facts;

  monitor_feed_add (feed, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, "{'inputs':null}",
                    "{'topic':'','score':0.7,'notes':[]}");
  fetch = monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "fetch_topic", 4, 0, "{'params':{}}",
                            "{'topic':'','score':0.7,'notes':[]}");
  monitor_feed_add (feed, TROUPE_EVENT_METHOD_FINISHED, "fetch_topic", 804, fetch,
                    "{'result':{'title':'Grid losses','words':640,'tags':['energy','grid']}}",
                    "{'topic':'Grid losses','score':0.7,'notes':['from the desk']}");
  triage = monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "triage", 810, 0,
                             "{'params':{'_0':{'title':'Grid losses','words':640}}}",
                             "{'topic':'Grid losses','score':0.7,'notes':['from the desk']}");
  notify =
      monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "notify_editors", 811, 0, NULL, NULL);
  monitor_feed_add (feed, TROUPE_EVENT_METHOD_FINISHED, "triage", 812, triage,
                    "{'result':'research_needed'}",
                    "{'topic':'Grid losses','score':0.9,'notes':['from the desk','urgent']}");
  monitor_feed_add (feed, TROUPE_EVENT_METHOD_FAILED, "notify_editors", 1211, notify,
                    "{'error':{'kind':'provider','message':'the address https://hooks.example.org "
                    "answered 404: nobody is called <b>desk</b> & co.'}}",
                    NULL);
  monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "research", 900, 0,
                    "{'params':{'_0':'research_needed'}}", NULL);
  facts = monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "check_facts_against_all_sources",
                            905, 0, NULL, NULL);
  call = monitor_feed_add (feed, TROUPE_EVENT_LLM_CALL_STARTED, "research", 1000, 0,
                           "{'model':'gpt-5.4-mini'}", NULL);
  monitor_feed_add (feed, TROUPE_EVENT_LLM_CALL_FINISHED, "research", 6200, call,
                    "{'usage':{'total_tokens':8204}}", NULL);
  call = monitor_feed_add (feed, TROUPE_EVENT_LLM_CALL_STARTED, "research", 8000, 0,
                           "{'model':'gpt-5.4-mini'}", NULL);
  monitor_feed_add (feed, TROUPE_EVENT_LLM_CALL_FINISHED, "research", 14300, call,
                    "{'usage':{'total_tokens':10000}}", NULL);
  monitor_feed_add (feed, TROUPE_EVENT_LLM_CALL_STARTED, "research", 14700, 0,
                    "{'model':'gpt-5.4'}", NULL);
  monitor_feed_add (feed, TROUPE_EVENT_LLM_STREAM_CHUNK, "research", 16000, 0,
                    "{'chunk':'Seven primary sources on grid losses, '}", NULL);
  monitor_feed_add (feed, TROUPE_EVENT_METHOD_FINISHED, "check_facts_against_all_sources", 19100,
                    facts,
                    "{'result':[{'claim':'Losses fell to 6.1 %','true':true,'sources':3},"
                    "{'claim':'Nobody measured it','true':false,'sources':0}]}",
                    NULL);
  monitor_feed_add (feed, TROUPE_EVENT_JOIN_ARRIVED, "write", 19101, 0,
                    "{'event':'check_facts','arrived':['check_facts'],'missing':['research']}",
                    NULL);
  monitor_feed_add (feed, TROUPE_EVENT_LOG, NULL, 20000, 0,
                    "{'level':'warning','message':'the answer had to be asked for twice'}", NULL);
}

static GPtrArray *
make_problems (void)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  TroupeProblem *problem;

  problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, "unknown_method", "methods.triage.do.expr",
                                "Line 3, column 13: the method “fetch_topc” does not exist.");
  problem->line = 31;
  problem->column = 13;
  problem->fix_action = g_strdup ("replace:1:2:fetch_topic");
  problem->fix_label = g_strdup ("Use “fetch_topic”");
  g_ptr_array_add (problems, problem);
  g_ptr_array_add (problems,
                   troupe_problem_new (TROUPE_SEVERITY_WARNING, "unheard_event",
                                       "methods.review.emit", "Nothing listens to “approved”."));
  g_ptr_array_add (problems,
                   troupe_problem_new (TROUPE_SEVERITY_PORTABILITY, "differs", "methods.publish.do",
                                       "Gives 1 here and 1.0 in CrewAI."));
  return problems;
}

static gboolean
is_page_button (GtkWidget *widget, gpointer user_data)
{
  return GTK_IS_TOGGLE_BUTTON (widget) &&
         g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), user_data) == 0;
}

static gboolean
has_word (int argc, char *argv[], const char *word)
{
  for (int i = 2; i < argc; i++)
    if (g_str_equal (argv[i], word))
      return TRUE;
  return FALSE;
}

static void
feed (TroupeMonitor *monitor, TroupeFlow *flow, gboolean failed)
{
  g_auto (MonitorFeed) events = { NULL };

  monitor_feed_init (&events);
  add_run (&events);
  /* Shifts the times of the events so that the run began 32 seconds ago. */
  for (guint i = 0; i < events.events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events.events, i);

      event->time_us += g_get_real_time () - 32 * G_USEC_PER_SEC - MONITOR_TEST_START;
    }
  monitor_test_begin_run (monitor, flow, g_get_real_time () - 32 * G_USEC_PER_SEC);
  troupe_trace_add_events (troupe_monitor_get_trace (monitor), events.events);
  if (failed)
    {
      TroupeRunResult result = { .type = TROUPE_RESULT_RUN_ERROR,
                                 .error_method = (char *) "notify_editors",
                                 .error_path = (char *) "methods.notify_editors.do.url",
                                 .temporary = TRUE,
                                 .elapsed_us = 32 * G_USEC_PER_SEC };

      result.error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER, "the address …");
      monitor_test_end_run (monitor, &result);
      g_error_free (result.error);
    }
}

static void
save (GtkWidget *window, const char *path)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (window),
                          gtk_widget_get_height (window));
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
  g_assert_true (gdk_texture_save_to_png (texture, path));
}

int
main (int argc, char *argv[])
{
  static const char *const pages[] = { "timeline", "data",   "log",  "problems",
                                       "Input",    "Output", "State" };
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (GPtrArray) loaded = NULL;
  g_autoptr (GPtrArray) problems = make_problems ();
  g_autoptr (JsonNode) root = NULL;
  const char *text = "{\"name\":\"Content\",\"methods\":{\"fetch_topic\":{\"start\":true,\"do\":"
                     "{\"call\":\"expression\",\"expr\":\"1\"}}}}";
  const gboolean narrow = has_word (argc, argv, "narrow");
  TroupeMonitor *monitor;
  GtkWidget *window;

  if (argc < 2)
    return 2;
  adw_init ();
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      has_word (argc, argv, "dark") ? ADW_COLOR_SCHEME_FORCE_DARK
                                                                    : ADW_COLOR_SCHEME_FORCE_LIGHT);
  root = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
  flow = troupe_flow_new_from_node (root, NULL, NULL, &loaded);
  monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  troupe_monitor_set_flow (monitor, flow, problems);
  troupe_monitor_set_narrow (monitor, narrow);
  troupe_monitor_set_panel_open (monitor, TRUE);
  window = monitor_test_open (GTK_WIDGET (monitor), narrow ? 560 : 1440, 342);
  if (!has_word (argc, argv, "empty"))
    {
      troupe_monitor_set_selected_method (monitor, argc > 6 ? argv[6] : "research");
      feed (monitor, flow, has_word (argc, argv, "failed"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (has_word (argc, argv, pages[i]) && i < 4)
      troupe_monitor_set_page (monitor, pages[i]);
    else if (has_word (argc, argv, pages[i]))
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (monitor_test_find (
                                        GTK_WIDGET (monitor), is_page_button, (gpointer) pages[i])),
                                    TRUE);
  for (int i = 0; i < 5; i++)
    monitor_test_draw (GTK_WIDGET (monitor));
  save (window, argv[1]);
  monitor_test_close (window);
  return 0;
}
