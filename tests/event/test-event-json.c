/* test-event-json.c: events as JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-event.h"
#include "troupe-json.h"

#include <gio/gio.h>
#include <string.h>

#define RUN_PREFIX "0f8fad5b-d9cb-469f-a165-"
#define RUN_ID RUN_PREFIX "70867728950e"

static TroupeEvent *
event_new_full (void)
{
  g_autoptr (TroupeScope) flow = NULL;
  g_autoptr (TroupeScope) method = NULL;
  TroupeMapBuilder builder;
  TroupeEvent *event;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "result", troupe_value_new_integer (1));
  troupe_map_builder_add (&builder, "a\"key", troupe_value_new_string ("line\nend", -1));
  /* The line uses this name itself. */
  troupe_map_builder_add (&builder, "seq", troupe_value_new_integer (99));
  flow = troupe_scope_new_stored (TROUPE_SCOPE_FLOW, 1, NULL, NULL, "F");
  method = troupe_scope_new_stored (TROUPE_SCOPE_METHOD, 6, flow, "methods.a", "a “b”");
  event =
      troupe_event_new (TROUPE_EVENT_METHOD_FINISHED, method, troupe_map_builder_end (&builder));
  event->sequence = 7;
  event->trigger = 5;
  event->time_us = G_GINT64_CONSTANT (1795249800123456);
  event->state = troupe_value_from_json ("{\"n\":2.0}", -1, NULL);

  return event;
}

static void
test_line (void)
{
  g_autoptr (TroupeEvent) event = event_new_full ();
  g_autofree char *line = troupe_event_to_json (event, RUN_ID, TROUPE_EVENT_JSON_DEFAULT);
  g_autofree char *whole = troupe_event_to_json (event, RUN_ID, TROUPE_EVENT_JSON_STATE);
  const char *expected = "{\"seq\":7,\"id\":\"0f8fad5b-d9cb-469f-a165-000000000007\","
                         "\"parent\":\"0f8fad5b-d9cb-469f-a165-000000000001\","
                         "\"trigger\":\"0f8fad5b-d9cb-469f-a165-000000000005\","
                         "\"started\":\"0f8fad5b-d9cb-469f-a165-000000000006\","
                         "\"time\":\"2026-11-21T08:30:00.123456Z\","
                         "\"type\":\"method_execution_finished\",\"method\":\"a “b”\","
                         "\"result\":1,\"a\\\"key\":\"line\\nend\"}";

  g_assert_cmpstr (line, ==, expected);
  g_assert_true (g_str_has_suffix (whole, ",\"state\":{\"n\":2.0}}"));
}

static void
test_bare (void)
{
  g_autoptr (TroupeEvent) event = troupe_event_new (TROUPE_EVENT_FLOW_STARTED, NULL, NULL);
  g_autofree char *line = NULL;

  event->sequence = 1;
  line = troupe_event_to_json (event, NULL, TROUPE_EVENT_JSON_STATE);
  g_assert_cmpstr (line, ==,
                   "{\"seq\":1,\"id\":\"00000000-0000-0000-0000-000000000001\","
                   "\"time\":\"1970-01-01T00:00:00.000000Z\",\"type\":\"flow_started\"}");
}

static void
test_back (void)
{
  g_autoptr (TroupeEvent) event = event_new_full ();
  g_autoptr (TroupeEvent) back = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = troupe_event_to_json (event, RUN_ID, TROUPE_EVENT_JSON_STATE);
  g_autofree char *again = NULL;

  back = troupe_event_from_json (line, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (back->sequence, ==, 7);
  g_assert_cmpuint (troupe_event_get_parent (back), ==, 1);
  g_assert_cmpuint (back->trigger, ==, 5);
  g_assert_cmpuint (troupe_event_get_started (back), ==, 6);
  g_assert_cmpint (back->time_us, ==, event->time_us);
  g_assert_cmpint (back->type, ==, event->type);
  g_assert_cmpstr (troupe_event_get_method (back), ==, "a “b”");
  g_assert_true (troupe_value_equal (back->state, event->state));

  again = troupe_event_to_json (back, RUN_ID, TROUPE_EVENT_JSON_STATE);
  g_assert_cmpstr (again, ==, line);
}

/* The log of a run with a flow, a method with an agent and its model calls, a gate and human
 * feedback. It also contains lines of the format that was used before scopes existed. */
static const char *const log_lines[] = {
  "{\"seq\":1,ID1,TIME,\"type\":\"flow_started\",\"flow_name\":\"F\"}",
  "{\"seq\":2,ID2,\"parent\":P1,TIME,\"type\":\"method_execution_started\",\"method\":\"a\","
  "\"path\":\"methods.a\"}",
  "{\"seq\":3,ID3,\"parent\":P2,TIME,\"type\":\"lite_agent_execution_started\",\"method\":\"a\","
  "\"path\":\"methods.a.do\",\"agent_role\":\"Editor\"}",
  "{\"seq\":4,ID4,\"parent\":P3,TIME,\"type\":\"llm_call_started\",\"method\":\"a\",\"model\":"
  "\"m\"}",
  "{\"seq\":5,ID5,\"parent\":P4,TIME,\"type\":\"llm_stream_chunk\",\"method\":\"a\",\"chunk\":"
  "\"x\"}",
  "{\"seq\":6,ID6,\"parent\":P3,\"started\":P4,TIME,\"type\":\"llm_call_completed\",\"method\":"
  "\"a\"}",
  "{\"seq\":7,ID7,\"parent\":P1,TIME,\"type\":\"log\",\"method\":\"a\",\"message\":\"old\"}",
  "{\"seq\":8,ID8,\"parent\":P2,TIME,\"type\":\"log\",\"method\":\"a\",\"message\":\"new\"}",
  "{\"seq\":9,ID9,\"parent\":P1,TIME,\"type\":\"join_arrived\",\"method\":\"j\"}",
  "{\"seq\":10,IDa,\"parent\":P2,TIME,\"type\":\"human_feedback_requested\",\"method\":\"a\"}",
  "{\"seq\":11,IDb,\"parent\":P2,TIME,\"type\":\"human_feedback_received\",\"method\":\"a\"}",
  "{\"seq\":12,IDc,\"parent\":P1,\"started\":P2,TIME,\"type\":\"method_execution_finished\","
  "\"method\":\"a\"}",
  "{\"seq\":13,IDd,\"parent\":P1,TIME,\"type\":\"checkpoint_started\"}",
  "{\"seq\":14,IDe,\"parent\":P1,TIME,\"type\":\"checkpoint_completed\"}",
  "{\"seq\":15,IDf,\"parent\":P1,TIME,\"type\":\"checkpoint_pruned\"}",
  "{\"seq\":16,ID10,\"started\":P1,TIME,\"type\":\"flow_paused\",\"method\":\"a\"}",
};

/* Expands the abbreviations of the lines above. */
static char *
expand_line (const char *line)
{
  g_autoptr (GString) text = g_string_new (line);

  g_string_replace (text, "TIME", "\"time\":\"2026-11-21T08:30:00.000000Z\"", 0);
  for (guint i = 16; i > 0; i--)
    {
      g_autofree char *short_id = g_strdup_printf ("ID%x,", i);
      g_autofree char *short_parent = g_strdup_printf (":P%u,", i);
      g_autofree char *id = g_strdup_printf ("\"id\":\"" RUN_PREFIX "%012x\",", i);
      g_autofree char *parent = g_strdup_printf (":\"" RUN_PREFIX "%012x\",", i);

      g_string_replace (text, short_id, id, 0);
      g_string_replace (text, short_parent, parent, 0);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Each line is the same after reading and writing it separately, even if the events that opened
 * its scopes are unknown. */
static void
test_alone (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (log_lines); i++)
    {
      g_autofree char *line = expand_line (log_lines[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeEvent) event = troupe_event_from_json (line, -1, &error);
      g_autofree char *again = NULL;

      g_assert_no_error (error);
      again = troupe_event_to_json (event, RUN_ID, TROUPE_EVENT_JSON_DEFAULT);
      g_assert_cmpstr (again, ==, line);
    }
}

/* If all lines are read in order, they share their scopes. */
static void
test_scopes (void)
{
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  TroupeScope *scopes[G_N_ELEMENTS (log_lines) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (log_lines); i++)
    {
      g_autofree char *line = expand_line (log_lines[i]);
      g_autoptr (GError) error = NULL;
      TroupeEvent *event = troupe_event_reader_read (reader, line, -1, &error);
      g_autofree char *again = NULL;

      g_assert_no_error (error);
      g_ptr_array_add (events, event);
      scopes[event->sequence] = event->scope;
      again = troupe_event_to_json (event, RUN_ID, TROUPE_EVENT_JSON_DEFAULT);
      g_assert_cmpstr (again, ==, line);
    }

  g_assert_cmpint (scopes[1]->kind, ==, TROUPE_SCOPE_FLOW);
  g_assert_cmpstr (scopes[1]->name, ==, "F");
  g_assert_cmpint (scopes[3]->kind, ==, TROUPE_SCOPE_AGENT);
  g_assert_cmpstr (scopes[3]->name, ==, "Editor");
  g_assert_cmpstr (scopes[3]->path, ==, "methods.a.do");
  g_assert_cmpstr (troupe_scope_find_path (scopes[4]), ==, "methods.a.do");
  g_assert_true (scopes[4]->parent == scopes[3] && scopes[3]->parent == scopes[2] &&
                 scopes[2]->parent == scopes[1]);
  g_assert_true (scopes[5] == scopes[4] && scopes[6] == scopes[4]);
  g_assert_true (scopes[7]->parent == scopes[1] && scopes[8] == scopes[2]);
  g_assert_true (scopes[9]->parent == scopes[1] && scopes[9]->id == 0);
  g_assert_true (scopes[10]->parent == scopes[2] && scopes[11]->parent == scopes[2]);
  g_assert_true (scopes[12] == scopes[2] && scopes[16] == scopes[1]);

  /* A reference to the last event keeps all enclosing scopes alive. */
  g_clear_pointer (&reader, troupe_event_reader_free);
  g_ptr_array_remove_range (events, 0, 11);
  g_assert_cmpstr (troupe_event_get_method (g_ptr_array_index (events, 0)), ==, "a");
  g_assert_cmpuint (troupe_event_get_parent (g_ptr_array_index (events, 0)), ==, 1);
}

static void
test_refused (void)
{
  const char *const lines[] = {
    "[]",
    "3",
    "{}",
    "{\"seq\":1,\"type\":\"flow_started\"}",
    "{\"seq\":1,\"time\":\"yesterday\",\"type\":\"flow_started\"}",
    "{\"seq\":0,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"flow_started\"}",
    "{\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"flow_started\"}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"x\"}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":4}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"log\",\"parent\":\"1\"}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"log\",\"parent\":1}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"log\",\"method\":1}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"log\",\"path\":1}",
    "{\"seq\":1,\"time\":\"2026-11-21T08:30:00.123456Z\",\"type\":\"log\","
    "\"trigger\":\"0f8fad5b-d9cb-469f-a165-0000000000zz\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_event_from_json (lines[i], -1, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }

  {
    g_autoptr (GError) error = NULL;

    g_assert_null (troupe_event_from_json ("{\"seq\":", -1, &error));
    g_assert_true (error->domain == TROUPE_JSON_ERROR);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-json/line", test_line);
  g_test_add_func ("/event-json/bare", test_bare);
  g_test_add_func ("/event-json/back", test_back);
  g_test_add_func ("/event-json/alone", test_alone);
  g_test_add_func ("/event-json/scopes", test_scopes);
  g_test_add_func ("/event-json/refused", test_refused);

  return g_test_run ();
}
