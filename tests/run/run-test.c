/* run-test.c: common helpers of the run tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "run-test.h"

static void
keep_event_cb (TroupeEvent *event, gpointer user_data)
{
  RunTest *self = user_data;

  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->events, troupe_event_ref (event));
  g_mutex_unlock (&self->mutex);
}

RunTest *
run_test_new_text (const char *text)
{
  RunTest *self = g_new0 (RunTest, 1);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;

  root = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, &error);
  g_assert_no_error (error);
  self->flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  g_assert_nonnull (self->flow);
  self->run = troupe_run_new (self->flow);
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_mutex_init (&self->mutex);
  troupe_event_bus_add_sink (troupe_run_get_bus (self->run), keep_event_cb, self, NULL);
  return self;
}

RunTest *
run_test_new_document (const char *document)
{
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');

  return run_test_new_text (text);
}

RunTest *
run_test_new (const char *methods)
{
  g_autofree char *document = g_strdup_printf ("{'name': 'Test', 'methods': {%s}}", methods);

  return run_test_new_document (document);
}

void
run_test_free (RunTest *self)
{
  g_clear_pointer (&self->result, troupe_run_result_free);
  g_clear_object (&self->engine);
  g_assert_finalize_object (self->run);
  g_ptr_array_unref (self->events);
  troupe_flow_unref (self->flow);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

void
run_test_execute (RunTest *self)
{
  self->result = troupe_run_execute (self->run);
  g_assert_nonnull (self->result);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  RunTest *self = user_data;

  self->result = troupe_run_execute_finish (TROUPE_RUN (source), result);
}

void
run_test_start (RunTest *self)
{
  self->engine = troupe_engine_new ();
  troupe_run_execute_async (self->run, self->engine, ended_cb, self);
}

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("The run has not ended within a minute");
  return G_SOURCE_REMOVE;
}

void
run_test_wait (RunTest *self)
{
  guint deadline = g_timeout_add_seconds (TEST_WAIT_S, too_late_cb, NULL);

  test_wait_until (self->result != NULL);
  g_source_remove (deadline);
  /* The engine's thread has released its reference, so that the run can be freed on this thread. */
  g_assert_cmpuint (G_OBJECT (self->run)->ref_count, ==, 1);
}

static const char *
get_mark (TroupeEventType type)
{
  switch ((int) type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      return ">";

    case TROUPE_EVENT_METHOD_FINISHED:
      return "<";

    case TROUPE_EVENT_METHOD_FAILED:
      return "!";

    case TROUPE_EVENT_METHOD_CANCELLED:
      return "x";

    default:
      return NULL;
    }
}

char *
run_test_trace (RunTest *self)
{
  GString *trace = g_string_new (NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);
      const char *mark = get_mark (event->type);

      if (mark != NULL)
        g_string_append_printf (trace, "%s%s%s", trace->len > 0 ? " " : "",
                                troupe_event_get_method (event), mark);
    }
  return g_string_free (trace, FALSE);
}

char *
run_test_text (TroupeValue *value)
{
  if (value == NULL)
    return g_strdup ("nothing");
  return g_strdelimit (troupe_value_to_json (value, TROUPE_JSON_COMPACT), "\"", '\'');
}

guint
run_test_count (RunTest *self, TroupeEventType type, const char *method)
{
  guint count = 0;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (event->type == type &&
          (method == NULL || g_strcmp0 (troupe_event_get_method (event), method) == 0))
        count++;
    }
  g_mutex_unlock (&self->mutex);
  return count;
}
