/* test-event.c: events and the event bus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-event.h"

static TroupeValue *
fields_new (const char *key, const char *text)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, key, troupe_value_new_string (text, -1));

  return troupe_map_builder_end (&builder);
}

static void
test_names (void)
{
  for (guint i = 0; i < TROUPE_EVENT_N_TYPES; i++)
    {
      const char *name = troupe_event_type_get_name (i);
      TroupeEventType type = TROUPE_EVENT_N_TYPES;

      g_assert_nonnull (name);
      g_assert_true (troupe_event_type_from_name (name, &type));
      g_assert_cmpint (type, ==, i);
    }

  {
    TroupeEventType type = TROUPE_EVENT_LOG;

    g_assert_false (troupe_event_type_from_name ("no_such_event", &type));
    g_assert_cmpint (type, ==, TROUPE_EVENT_LOG);
  }
  g_assert_cmpstr (troupe_event_type_get_name (TROUPE_EVENT_AGENT_FAILED), ==,
                   "lite_agent_execution_error");
}

static void
test_fields (void)
{
  g_autoptr (TroupeEvent) event =
      troupe_event_new (TROUPE_EVENT_METHOD_STARTED, NULL, fields_new ("word", "yes"));
  g_autoptr (TroupeEvent) bare = troupe_event_new (TROUPE_EVENT_FLOW_STARTED, NULL, NULL);

  g_assert_cmpstr (troupe_value_get_string (troupe_event_get_field (event, "word"), NULL), ==,
                   "yes");
  g_assert_null (troupe_event_get_field (event, "other"));
  g_assert_null (troupe_event_get_field (bare, "word"));
  g_assert_null (troupe_event_get_method (bare));
  g_assert_cmpuint (event->sequence, ==, 0);
}

/* Every row of the table describes a complete type, and every scope that is opened can be
 * closed. */
static void
test_types (void)
{
  gboolean opens[TROUPE_SCOPE_N_KINDS] = { FALSE };
  gboolean closes[TROUPE_SCOPE_N_KINDS] = { FALSE };

  for (guint i = 0; i < TROUPE_EVENT_N_TYPES; i++)
    {
      const TroupeEventTypeInfo *info = troupe_event_type_get_info (i);
      const gboolean is_end = info->state >= TROUPE_SCOPE_FINISHED;

      g_assert_nonnull (info->name);
      g_assert_true (is_end == (info->effect == TROUPE_EVENT_CLOSES));
      g_assert_true (!info->is_chunk || info->effect == TROUPE_EVENT_CHANGES);
      opens[info->kind] = opens[info->kind] || info->effect == TROUPE_EVENT_OPENS;
      closes[info->kind] = closes[info->kind] || info->effect == TROUPE_EVENT_CLOSES;
    }
  for (guint i = 0; i < TROUPE_SCOPE_N_KINDS; i++)
    {
      g_assert_true (opens[i] == closes[i]);
      g_assert_nonnull (troupe_scope_kind_get_info (i)->name);
    }
}

static guint64
emit (TroupeEventBus *bus, TroupeEventType type, TroupeScope *scope, TroupeEvent **event)
{
  *event = troupe_event_new (type, scope, NULL);
  return troupe_event_bus_emit (bus, troupe_event_ref (*event));
}

/* The first event of a scope assigns the id of the scope. A scope without events is represented
 * by its parent. */
static void
test_scopes (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeScope) flow = troupe_scope_new (TROUPE_SCOPE_FLOW, NULL, NULL, "F");
  g_autoptr (TroupeScope) method = troupe_scope_new (TROUPE_SCOPE_METHOD, flow, "methods.a", "a");
  g_autoptr (TroupeScope) agent =
      troupe_scope_new (TROUPE_SCOPE_AGENT, method, "methods.a.do", "Editor");
  g_autoptr (TroupeScope) call = troupe_scope_new (TROUPE_SCOPE_MODEL_CALL, agent, NULL, "m");
  g_autoptr (TroupeEvent) started = NULL;
  g_autoptr (TroupeEvent) called = NULL;
  g_autoptr (TroupeEvent) chunk = NULL;
  g_autoptr (TroupeEvent) answered = NULL;

  emit (bus, TROUPE_EVENT_FLOW_STARTED, flow, &started);
  g_assert_cmpuint (flow->id, ==, 1);
  g_assert_cmpuint (troupe_event_get_parent (started), ==, 0);
  g_assert_cmpuint (troupe_event_get_started (started), ==, 0);
  g_assert_null (troupe_event_get_method (started));

  emit (bus, TROUPE_EVENT_LLM_CALL_STARTED, call, &called);
  emit (bus, TROUPE_EVENT_LLM_STREAM_CHUNK, call, &chunk);
  emit (bus, TROUPE_EVENT_LLM_CALL_FINISHED, call, &answered);
  g_assert_cmpuint (method->id, ==, 0);
  g_assert_cmpuint (agent->id, ==, 0);
  g_assert_cmpuint (call->id, ==, 2);
  g_assert_cmpuint (troupe_event_get_parent (called), ==, 1);
  g_assert_cmpuint (troupe_event_get_parent (chunk), ==, 2);
  g_assert_cmpuint (troupe_event_get_parent (answered), ==, 1);
  g_assert_cmpuint (troupe_event_get_started (called), ==, 0);
  g_assert_cmpuint (troupe_event_get_started (chunk), ==, 0);
  g_assert_cmpuint (troupe_event_get_started (answered), ==, 2);
  g_assert_cmpstr (troupe_event_get_method (chunk), ==, "a");
  g_assert_cmpstr (troupe_scope_find_path (call), ==, "methods.a.do");
}

typedef struct
{
  GString *order;
  char letter;
  guint destroyed;
} Listener;

static void
listen_cb (TroupeEvent *event, gpointer user_data)
{
  Listener *listener = user_data;

  g_string_append_printf (listener->order, "%c%" G_GUINT64_FORMAT " ", listener->letter,
                          event->sequence);
}

static void
destroyed_cb (gpointer user_data)
{
  ((Listener *) user_data)->destroyed++;
}

static void
test_bus (void)
{
  g_autoptr (GString) order = g_string_new (NULL);
  Listener a = { order, 'a', 0 }, b = { order, 'b', 0 };
  TroupeEventBus *bus = troupe_event_bus_new ();
  gint64 before = g_get_real_time ();
  TroupeEvent *kept = troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL);
  guint first;

  g_assert_false (troupe_event_bus_is_watched (bus));
  g_assert_cmpuint (troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL)),
                    ==, 1);

  first = troupe_event_bus_add_sink (bus, listen_cb, &a, destroyed_cb);
  troupe_event_bus_add_sink (bus, listen_cb, &b, destroyed_cb);
  g_assert_true (troupe_event_bus_is_watched (bus));

  g_assert_cmpuint (troupe_event_bus_emit (bus, troupe_event_ref (kept)), ==, 2);
  g_assert_cmpuint (kept->sequence, ==, 2);
  g_assert_cmpint (kept->time_us, >=, before);
  troupe_event_unref (kept);

  troupe_event_bus_remove_sink (bus, first);
  g_assert_cmpuint (a.destroyed, ==, 1);
  g_assert_cmpuint (troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL)),
                    ==, 3);
  g_assert_cmpstr (order->str, ==, "a2 b2 b3 ");

  troupe_event_bus_unref (bus);
  g_assert_cmpuint (b.destroyed, ==, 1);
}

static void
keep_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

/* Before anybody hears of it: in fields, in the state and in the name of what begins. */
static void
test_redacted (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (TroupeScope) scope =
      troupe_scope_new (TROUPE_SCOPE_AGENT, NULL, NULL, "the one of sk-canary-7f3a91c2");
  TroupeEvent *event = troupe_event_new (TROUPE_EVENT_AGENT_STARTED, scope,
                                         fields_new ("a-sk-canary-7f3a91c2", "sk-canary-7f3a91c2"));
  const TroupeEvent *seen = NULL;
  g_autofree char *line = NULL;

  event->state = fields_new ("n", "is sk-canary-7f3a91c2");
  troupe_event_bus_set_redactor (bus, redactor);
  g_assert_true (troupe_event_bus_get_redactor (bus) == redactor);
  troupe_event_bus_add_sink (bus, keep_cb, events, NULL);
  troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL,
                                                fields_new ("text", "sk-canary-7f3a91c2")));
  /* Only what is known by then. */
  troupe_redactor_add (redactor, "sk-canary-7f3a91c2");
  troupe_event_bus_emit (bus, event);
  seen = g_ptr_array_index (events, 0);
  g_assert_cmpstr (troupe_value_get_string (troupe_event_get_field (seen, "text"), NULL), ==,
                   "sk-canary-7f3a91c2");
  seen = g_ptr_array_index (events, 1);
  line = troupe_event_to_json (seen, NULL, TROUPE_EVENT_JSON_STATE);
  g_assert_null (strstr (line, "canary"));
  g_assert_nonnull (strstr (line, "\"a-" TROUPE_SECRET_MASK "\":\"" TROUPE_SECRET_MASK "\""));
  g_assert_nonnull (strstr (line, "is " TROUPE_SECRET_MASK));
  g_assert_cmpstr (seen->scope->name, ==, "the one of " TROUPE_SECRET_MASK);
}

/* An agent without a role is named by the ID in its path. */
static void
test_title (void)
{
  static const struct
  {
    TroupeScopeKind kind;
    const char *path, *name, *title;
  } rows[] = {
    { TROUPE_SCOPE_AGENT, "agents.writer", "Writer", "Writer" },
    { TROUPE_SCOPE_AGENT, "agents.writer", "", "writer" },
    { TROUPE_SCOPE_AGENT, "agents.writer", NULL, "writer" },
    { TROUPE_SCOPE_AGENT, "methods.x.do.with.agents.w", " \n", "w" },
    { TROUPE_SCOPE_AGENT, "methods.x.do.with", "", "" },
    { TROUPE_SCOPE_AGENT, NULL, "", "" },
    { TROUPE_SCOPE_TASK, "agents.writer", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TroupeScope) scope =
          troupe_scope_new_stored (rows[i].kind, 1, NULL, rows[i].path, rows[i].name);

      g_assert_cmpstr (troupe_scope_get_title (scope), ==, rows[i].title);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event/names", test_names);
  g_test_add_func ("/event/fields", test_fields);
  g_test_add_func ("/event/types", test_types);
  g_test_add_func ("/event/scopes", test_scopes);
  g_test_add_func ("/event/bus", test_bus);
  g_test_add_func ("/event/redacted", test_redacted);

  g_test_add_func ("/event/title", test_title);
  return g_test_run ();
}
