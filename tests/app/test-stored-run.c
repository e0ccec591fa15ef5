/* test-stored-run.c: the summary of a stored run that is offered for resuming
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/resource.h>

#include "../test-event.h"
#include "troupe-flow-document.h"
#include "troupe-stored-run-summary.h"
#include "troupe-stored-run.h"

#define ID "11111111-2222-4333-8444-555555555555"
#define PATH "/flows/kept.json"
/* Size of a large text in bytes, and number of these texts. */
#define LARGE 5000000
#define N_LARGE 60
#define FLOW                                                                                       \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"Kept\", \"methods\": {"                            \
  "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}},"                 \
  "\"b\": {\"listen\": \"a\", \"do\": {\"call\": \"script\", \"code\": \"return 1\"}},"            \
  "\"c\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}"

static void
add_event (TroupeStore *store,
           TroupeEventType type,
           const char *method,
           guint64 sequence,
           guint64 started)
{
  g_autoptr (TroupeEvent) event = test_event_new_at (type, method, sequence, started, NULL);

  event->time_us = (gint64) sequence * G_USEC_PER_SEC;
  troupe_store_add_event (store, ID, event);
}

/* Stores an interrupted run and returns its summary, or NULL if it is not offered. @under_way:
 * the method that was started but not finished; @n_calls: the number of its unfinished model
 * calls */
static TroupeStoredRun *
find_calling (const char *under_way, guint n_calls, TroupeRunStatus status, gboolean gives_up)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-kept-XXXXXX", NULL);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (FLOW, strlen (FLOW), NULL, NULL, NULL);
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  TroupeRunRecord record = { .id = (char *) ID,
                             .name = (char *) "Kept",
                             .path = (char *) PATH,
                             .digest = (char *) troupe_flow_get_digest (flow),
                             .started_us = G_USEC_PER_SEC,
                             .document = (char *) FLOW };
  g_autoptr (TroupeStoredDocument) now = troupe_stored_run_summary_describe (flow);
  TroupeStoredRun *kept;
  GError *error = NULL;

  troupe_store_begin_run (store, &record);
  add_event (store, TROUPE_EVENT_METHOD_STARTED, "a", 1, 0);
  add_event (store, TROUPE_EVENT_METHOD_FINISHED, "a", 2, 1);
  add_event (store, TROUPE_EVENT_METHOD_STARTED, under_way, 3, 0);
  for (guint i = 0; i < n_calls; i++)
    add_event (store, TROUPE_EVENT_LLM_CALL_STARTED, under_way, 4 + i, 0);
  troupe_store_end_run (store, ID, status, NULL, NULL);
  g_assert_true (troupe_store_flush (store, NULL));
  if (gives_up)
    {
      g_assert_true (troupe_stored_run_give_up (store, ID, &error));
      g_assert_no_error (error);
    }
  kept = troupe_stored_run_find (store, PATH, now, &error);
  g_assert_no_error (error);
  return kept;
}

static TroupeStoredRun *
find (const char *under_way, TroupeRunStatus status, gboolean gives_up)
{
  return find_calling (under_way, 0, status, gives_up);
}

static void
test_told (void)
{
  g_autoptr (TroupeStoredRun) unsure = find ("b", TROUPE_RUN_STATUS_PAUSED, FALSE);
  g_autoptr (TroupeStoredRun) sure = find ("c", TROUPE_RUN_STATUS_PAUSED, FALSE);

  g_assert_cmpstr (unsure->id, ==, ID);
  g_assert_cmpuint (unsure->n_done, ==, 1);
  g_assert_cmpuint (unsure->n_parts, ==, 3);
  g_assert_cmpint (unsure->last_us, ==, 3 * G_USEC_PER_SEC);
  /* The action of b may already have had side effects, but the action of c cannot have any. */
  g_assert_cmpstr (unsure->unsure, ==, "b");
  g_assert_true (unsure->can_have_happened);
  g_assert_null (sure->unsure);
  g_assert_false (sure->can_have_happened);
  g_assert_cmpuint (sure->n_calls, ==, 0);
}

/* An unfinished model call has no side effects. It is repeated and counted. */
static void
test_calls (void)
{
  g_autoptr (TroupeStoredRun) kept = find_calling ("c", 2, TROUPE_RUN_STATUS_PAUSED, FALSE);

  g_assert_cmpuint (kept->n_calls, ==, 2);
  g_assert_null (kept->unsure);
}

/* The parts of a crew are its tasks, of which the user knows, and not the one method that runs it. */
static void
test_crew (void)
{
  static const char crew[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"C\", \"x-troupe\": {\"crew\": true}, "
      "\"methods\": {"
      "\"crew\": {\"start\": true, \"do\": {\"call\": \"crew\", \"with\": {\"agents\": {\"w\": "
      "{\"role\": "
      "\"R\", \"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": ["
      "{\"description\": \"1\", \"expected_output\": \"e\", \"agent\": \"w\"}, "
      "{\"description\": \"2\", \"expected_output\": \"e\", \"agent\": \"w\"}, "
      "{\"description\": \"3\", \"expected_output\": \"e\", \"agent\": \"w\"}]}}}}}";
  g_autofree char *folder = g_dir_make_tmp ("troupe-kept-XXXXXX", NULL);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (crew, strlen (crew), NULL, NULL, NULL);
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  TroupeRunRecord record = { .id = (char *) ID,
                             .name = (char *) "C",
                             .path = (char *) PATH,
                             .digest = (char *) troupe_flow_get_digest (flow),
                             .started_us = G_USEC_PER_SEC,
                             .document = (char *) crew };
  g_autoptr (TroupeStoredDocument) now = troupe_stored_run_summary_describe (flow);
  g_autoptr (TroupeStoredRun) kept = NULL;

  g_assert_true (now->is_crew);
  g_assert_cmpuint (now->n_parts, ==, 3);
  troupe_store_begin_run (store, &record);
  /* The second task was run twice, and the third one has not ended. */
  for (guint i = 0; i < 4; i++)
    {
      const guint task = i < 2 ? i : i - 1;
      g_autofree char *path = g_strdup_printf ("tasks[%u]", task);
      g_autoptr (TroupeScope) scope =
          troupe_scope_new_stored (TROUPE_SCOPE_TASK, 2 * i + 1, NULL, path, "task");

      for (guint j = 0; j < (i < 3 ? 2 : 1); j++)
        {
          g_autoptr (TroupeEvent) event =
              troupe_event_new (j == 0 ? TROUPE_EVENT_TASK_STARTED : TROUPE_EVENT_TASK_FINISHED,
                                scope, NULL);

          event->sequence = 2 * i + 1 + j;
          event->time_us = (gint64) event->sequence * G_USEC_PER_SEC;
          troupe_store_add_event (store, ID, event);
        }
    }
  troupe_store_end_run (store, ID, TROUPE_RUN_STATUS_PAUSED, NULL, NULL);
  g_assert_true (troupe_store_flush (store, NULL));
  kept = troupe_stored_run_find (store, PATH, now, NULL);
  g_assert_nonnull (kept);
  g_assert_true (kept->is_crew);
  g_assert_cmpuint (kept->n_done, ==, 2);
  g_assert_cmpuint (kept->n_parts, ==, 3);
}

static glong
get_peak (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return usage.ru_maxrss / 1024;
}

/* Texts of millions of characters are not loaded to find out whether the run can be resumed. */
static void
test_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-kept-XXXXXX", NULL);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (FLOW, strlen (FLOW), NULL, NULL, NULL);
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  TroupeRunRecord record = { .id = (char *) ID,
                             .name = (char *) "Kept",
                             .path = (char *) PATH,
                             .digest = (char *) troupe_flow_get_digest (flow),
                             .started_us = G_USEC_PER_SEC,
                             .document = (char *) FLOW };
  g_autoptr (TroupeStoredDocument) now = troupe_stored_run_summary_describe (flow);
  g_autoptr (TroupeStoredRun) kept = NULL;
  g_autofree char *text = g_strnfill (LARGE, 'x');
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, LARGE);
  glong before;

  troupe_store_begin_run (store, &record);
  add_event (store, TROUPE_EVENT_METHOD_STARTED, "a", 1, 0);
  add_event (store, TROUPE_EVENT_METHOD_FINISHED, "a", 2, 1);
  add_event (store, TROUPE_EVENT_METHOD_STARTED, "b", 3, 0);
  for (guint i = 0; i < N_LARGE; i++)
    {
      TroupeMapBuilder builder;
      g_autoptr (TroupeEvent) event = NULL;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "messages", troupe_value_ref (value));
      event = test_event_new_at (TROUPE_EVENT_LLM_CALL_STARTED, "b", 4 + i, 0,
                                 troupe_map_builder_end (&builder));
      troupe_store_add_event (store, ID, event);
      g_assert_true (troupe_store_flush (store, NULL));
    }
  troupe_store_end_run (store, ID, TROUPE_RUN_STATUS_PAUSED, NULL, NULL);
  g_assert_true (troupe_store_flush (store, NULL));
  before = get_peak ();
  kept = troupe_stored_run_find (store, PATH, now, NULL);
  g_test_message ("%ld MB", get_peak () - before);
  g_assert_cmpuint (kept->n_calls, ==, N_LARGE);
  g_assert_cmpuint (kept->n_done, ==, 1);
  g_assert_cmpstr (kept->unsure, ==, "b");
  /* Some copies of a few texts, and not of all of them. */
  g_assert_cmpint (get_peak () - before, <, N_LARGE * LARGE / 3 / 1000 / 1000);
}

static void
test_none (void)
{
  g_assert_null (find ("b", TROUPE_RUN_STATUS_OK, FALSE));
  g_assert_null (find ("b", TROUPE_RUN_STATUS_CANCELLED, FALSE));
  /* A finished or dismissed run is not offered again. */
  g_assert_null (find ("b", TROUPE_RUN_STATUS_PAUSED, TRUE));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stored-run/told", test_told);
  g_test_add_func ("/stored-run/calls", test_calls);
  g_test_add_func ("/stored-run/crew", test_crew);
  g_test_add_func ("/stored-run/large", test_large);
  g_test_add_func ("/stored-run/none", test_none);
  return g_test_run ();
}
