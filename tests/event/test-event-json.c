/* test-event-json.c: events written as lines and read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-event-json"

#include "config.h"

#include "troupe-event.h"
#include "troupe-json.h"

#include <gio/gio.h>
#include <string.h>

#define RUN_ID "0f8fad5b-d9cb-469f-a165-70867728950e"

static TroupeEvent *
event_new_full (void)
{
  TroupeMapBuilder builder;
  TroupeEvent *event;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "result", troupe_value_new_integer (1));
  troupe_map_builder_add (&builder, "a\"key", troupe_value_new_string ("line\nend", -1));
  /* The line needs this name for itself. */
  troupe_map_builder_add (&builder, "seq", troupe_value_new_integer (99));
  event =
      troupe_event_new (TROUPE_EVENT_METHOD_FINISHED, "a “b”", troupe_map_builder_end (&builder));
  event->sequence = 7;
  event->parent = 1;
  event->trigger = 5;
  event->started = 6;
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
  g_assert_cmpuint (back->parent, ==, 1);
  g_assert_cmpuint (back->trigger, ==, 5);
  g_assert_cmpuint (back->started, ==, 6);
  g_assert_cmpint (back->time_us, ==, event->time_us);
  g_assert_cmpint (back->type, ==, event->type);
  g_assert_cmpstr (back->method, ==, event->method);
  g_assert_true (troupe_value_equal (back->state, event->state));

  again = troupe_event_to_json (back, RUN_ID, TROUPE_EVENT_JSON_STATE);
  g_assert_cmpstr (again, ==, line);
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
  g_test_add_func ("/event-json/refused", test_refused);

  return g_test_run ();
}
