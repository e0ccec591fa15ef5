/* troupe-command-history.c: troupectl history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command-history-delete.h"
#include "troupe-command-history-test.h"
#include "troupe-feedback.h"
#include "troupe-run-debugger.h"
#include "troupe-run-fork.h"
#include "troupe-store-history.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"
#include "troupe-trace.h"

#define SHORT_ID 8
#define DEFAULT_LIMIT 50

/* Number of runs that are read at once. Any number of runs may be listed. */
#define PAGE 500

static const TroupeOption options[] = {
  { "limit", 0, "N", N_ ("Number of runs to list, newest first; 0 for all") },
  { "search", 0, "WORDS",
    N_ ("Only runs with these words in name, inputs, outputs, error or models") },
  { "older-than", 0, "TIME",
    N_ ("With “delete”: runs older than a time span, such as 12h, 30d or 8w") },
  { "keep", 0, "N", N_ ("With “delete”: all but the newest N runs") },
  { "all", 0, NULL, N_ ("With “delete”: all runs that have ended") },
  { "output", 'o', "FILE",
    N_ ("With “make-test”: the file of tests (default: beside the document)") },
  { "at", 0, "STEP",
    N_ ("With “fork”: the method, the number of the step, or the task before which it begins") },
  { "set", 0, "PATH=JSON", N_ ("With “fork”: change the state or an output; can be repeated") },
  { "document", 0, "FILE", N_ ("With “fork”: a changed document") },
  { "until", 0, "METHOD", N_ ("With “fork”: end after this method or task") },
  { "input-of", 0, "METHOD=JSON", N_ ("What a method or task is given; can be repeated") },
  { "ignore-pins", 0, NULL, N_ ("Ignore pinned outputs and muted methods, as CrewAI does") },
  { "reuse", 0, "RUN",
    N_ ("Answer calls that are equal to those of a saved run, or of the last one") },
  TROUPE_RUN_DEBUGGER_OPTIONS,
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },
  { "yes", 0, NULL,
    N_ ("Grant the permissions that “show” lists, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { "timeout", 0, "SECONDS", N_ ("Time limit, in seconds") },
  { "memory-limit", 0, "SIZE", N_ ("Memory limit for values, such as 512M or 2G; 0 for no limit") },
  { "disk-limit", 0, "SIZE",
    N_ ("Limit for what the run stores, such as 512M or 2G; 0 for no limit") },
  { "budget-usd", 0, "N",
    N_ ("Make no more model calls once they have cost N dollars; 0 for no limit") },
  { "answer", 0, "TEXT", N_ ("Answer to a question of a method; can be repeated") },
  { NULL },
};

/* --- JSON --------------------------------------------------------------------------------- */

static void
begin_record (TroupeMapBuilder *builder, TroupeStore *store, const TroupeRunRecord *record)
{
  g_autofree char *started = troupe_time_to_text (record->started_us);

  troupe_map_builder_init (builder);
  troupe_map_builder_add (builder, "run", troupe_command_text_or_null (record->id));
  troupe_map_builder_add (builder, "name", troupe_command_text_or_null (record->name));
  troupe_map_builder_add (builder, "file", troupe_command_text_or_null (record->path));
  troupe_map_builder_add (
      builder, "status", troupe_command_text_or_null (troupe_run_status_get_name (record->status)));
  troupe_map_builder_add (builder, "started", troupe_command_text_or_null (started));
  troupe_map_builder_add (builder, "seconds",
                          record->ended_us > 0
                              ? troupe_value_new_double ((double) record->elapsed_us / 1e6)
                              : troupe_value_new_null ());
  troupe_map_builder_add (builder, "error", troupe_command_text_or_null (record->error));
  troupe_map_builder_add (builder, "resumable",
                          troupe_value_new_boolean (troupe_store_can_resume (store, record)));
}

/* Converts the feedback requests of the run. @requests: (element-type TroupeRunRequest): may
 * also contain requests of other runs. */
static TroupeValue *
requests_to_value (const TroupeRunRecord *record, GPtrArray *requests)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, requests->len + 1);
  gsize n_items = 0;

  g_assert (record != NULL);

  for (guint i = 0; i < requests->len; i++)
    {
      const TroupeRunRequest *request = g_ptr_array_index (requests, i);
      static const char *const names[] = { "message", "output", "emit", "default_outcome" };
      g_autofree char *asked = troupe_time_to_text (request->asked_us);
      TroupeMapBuilder builder;

      if (!g_str_equal (request->run_id, record->id))
        continue;
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "request_id", troupe_command_text_or_null (request->id));
      troupe_map_builder_add (&builder, "flow_id", troupe_command_text_or_null (request->flow_id));
      troupe_map_builder_add (&builder, "method", troupe_command_text_or_null (request->method));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          TroupeValue *value = troupe_value_map_lookup_string (request->question, names[k], -1);

          troupe_map_builder_add (&builder, names[k],
                                  value != NULL ? troupe_value_ref (value)
                                                : troupe_value_new_null ());
        }
      troupe_map_builder_add (&builder, "asked", troupe_command_text_or_null (asked));
      items[n_items++] = troupe_map_builder_end (&builder);
    }
  return troupe_value_new_list (items, n_items);
}

/* --- Text output ------------------------------------------------------------------------------ */

static void
print_record (const TroupeRunRecord *record)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (record->started_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char *started =
      local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M:%S") : g_strdup ("");
  g_autofree char *span =
      record->ended_us > 0 ? troupe_span_to_text (record->elapsed_us) : g_strdup ("");
  g_autofree char *path =
      record->path != NULL ? troupe_path_for_display (record->path) : g_strdup ("-");
  g_autofree char *shown_path = troupe_text_to_line (path);
  g_autofree char *name = troupe_text_to_line (record->name);
  TroupeColour colour;

  g_assert (record != NULL);

  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%.*s", SHORT_ID, record->id);
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s  ", started);
  switch (record->status)
    {
    case TROUPE_RUN_STATUS_OK:
      colour = TROUPE_COLOUR_GREEN;
      break;
    case TROUPE_RUN_STATUS_FAILED:
    case TROUPE_RUN_STATUS_TIMEOUT:
      colour = TROUPE_COLOUR_RED;
      break;
    case TROUPE_RUN_STATUS_CANCELLED:
    case TROUPE_RUN_STATUS_PAUSED:
    case TROUPE_RUN_STATUS_INTERRUPTED:
      colour = TROUPE_COLOUR_YELLOW;
      break;
    case TROUPE_RUN_STATUS_RUNNING:
    default:
      colour = TROUPE_COLOUR_BLUE;
      break;
    }
  troupe_terminal_print (stdout, colour, "%-11s", troupe_run_status_get_name (record->status));
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %8s  %s  %s\n", span, name, shown_path);
}

/* Prints the pending requests. For a run that did not finish, also prints how to resume it. */
static void
print_way_on (TroupeStore *store, const TroupeRunRecord *record, GPtrArray *requests)
{
  gboolean waits;

  g_assert (record != NULL);

  /* Prints one line for each request of the run. */
  waits = FALSE;
  for (guint i = 0; i < requests->len; i++)
    {
      g_autoptr (TroupeFeedbackRequest) request = NULL;
      g_autofree char *message = NULL;

      if (!g_str_equal (((TroupeRunRequest *) g_ptr_array_index (requests, i))->run_id, record->id))
        continue;
      request = troupe_feedback_request_new_from_record (g_ptr_array_index (requests, i));
      message = troupe_terminal_move_in (request->message);
      waits = TRUE;
      /* Translators: the first %s is a method, the second one its question to the user */
      troupe_terminal_print (stdout, TROUPE_COLOUR_YELLOW,
                             _ ("  “%s” is waiting for an answer: %s"), request->method, message);
      if (request->emit != NULL)
        {
          g_autofree char *outcomes = troupe_text_list_join ((const char *const *) request->emit);
          g_autofree char *shown = troupe_text_to_line (outcomes);

          troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, " (%s)", shown);
        }
      fputc ('\n', stdout);
    }
  if (!troupe_store_can_resume (store, record))
    return;
  troupe_terminal_print (stdout, TROUPE_COLOUR_DIM,
                         waits ? _ ("To resume: troupectl resume %.*s --answer TEXT\n")
                               : _ ("To resume: troupectl resume %.*s\n"),
                         SHORT_ID, record->id);
}

/* --- Tasks -------------------------------------------------------------------------------- */

/* Adds up the tokens of all model calls below the span. */
static gint64
count_tokens (const TroupeSpan *span)
{
  gint64 count =
      span->kind == TROUPE_SCOPE_MODEL_CALL ? troupe_span_get_tokens (span, "total_tokens") : 0;

  g_assert (span != NULL);

  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    count += count_tokens (g_ptr_array_index (span->children, i));
  return count;
}

/* Prints the tasks below the span. @title: whether the title still has to be printed. Returns
 * whether the title has to be printed for the following spans. */
static gboolean
print_tasks (const TroupeSpan *span, gboolean title)
{
  g_assert (span != NULL);

  if (span->kind == TROUPE_SCOPE_TASK)
    {
      g_autofree char *name = NULL;
      g_autofree char *time = NULL;
      gint64 n_tokens;

      if (title)
        troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%s\n", _ ("Tasks"));
      name = troupe_text_first_line (troupe_span_get_name (span));
      time = span->is_reused ? g_strdup (_ ("reused"))
                             : troupe_span_to_text (MAX (0, span->end - span->start));
      n_tokens = count_tokens (span);
      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %8s  ", time);
      troupe_terminal_print (
          stdout, span->state == TROUPE_SCOPE_FAILED ? TROUPE_COLOUR_RED : TROUPE_COLOUR_BOLD, "%s",
          name);
      if (n_tokens > 0)
        {
          g_autofree char *tokens = g_strdup_printf ("%" G_GINT64_FORMAT, n_tokens);

          troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, _ ("  %s tokens"), tokens);
        }
      fputc ('\n', stdout);
      return FALSE;
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    title = print_tasks (g_ptr_array_index (span->children, i), title);
  return title;
}

/* --- One run ------------------------------------------------------------------------------ */

static void
print_event (const TroupeRunRecord *record, const TroupeEvent *event)
{
  TroupeValue *task = troupe_event_get_field (event, "task_name");
  double seconds = (event->time_us - record->started_us) / 1e6;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  TroupeValue *result = troupe_event_get_field (event, "result");
  TroupeValue *error = troupe_event_get_field (event, "error");

  g_assert (record != NULL);

  g_ascii_formatd (buffer, sizeof buffer, "%10.3f", seconds);
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s  %s", buffer,
                         troupe_event_type_get_name (event->type));
  if (troupe_event_get_method (event) != NULL)
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", troupe_event_get_method (event));
  if (task != NULL && troupe_value_is (task, TROUPE_VALUE_STRING))
    {
      g_autofree char *name = troupe_text_first_line (troupe_value_get_string (task, NULL));

      troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", name);
    }
  if (event->type == TROUPE_EVENT_RUN_EDITED)
    {
      static const char *const names[] = { "place", "before", "after", "by" };
      g_autofree char *texts[G_N_ELEMENTS (names)] = { NULL };

      /* Prints what the user has changed while the run was paused. */
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          TroupeValue *value = troupe_event_get_field (event, names[i]);

          texts[i] =
              value == NULL ? g_strdup ("")
              : troupe_value_is (value, TROUPE_VALUE_STRING) && i != 1 && i != 2
                  ? g_strdup (troupe_value_get_string (value, NULL))
                  : troupe_value_to_json (value, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
        }
      /* Translators: the first %s is a path such as state.topic, the next two are values, the last one is a person */
      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, _ ("  %s: %s → %s by %s"), texts[0],
                             texts[1], texts[2], texts[3]);
    }
  if (event->type == TROUPE_EVENT_FEEDBACK_RECEIVED || event->type == TROUPE_EVENT_INPUT_RECEIVED)
    {
      /* Prints who has answered, if that is known, and where: the name is a word of the event. */
      TroupeValue *by = troupe_event_get_field (event, "by");
      TroupeValue *via = troupe_event_get_field (event, "via");

      if (by != NULL && troupe_value_is (by, TROUPE_VALUE_STRING))
        {
          /* Translators: %s is the login name of a user. */
          troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, _ ("  answered by %s"),
                                 troupe_value_get_string (by, NULL));
          if (via != NULL && troupe_value_is (via, TROUPE_VALUE_STRING))
            troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, " (%s)",
                                   troupe_value_get_string (via, NULL));
        }
    }
  if (result == NULL)
    result = error;
  if (result != NULL)
    {
      g_autofree char *text =
          troupe_value_to_json (result, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);

      troupe_terminal_print (stdout, error != NULL ? TROUPE_COLOUR_RED : TROUPE_COLOUR_NONE, "  %s",
                             text);
    }
  fputc ('\n', stdout);
}

static void
print_run (TroupeStore *store,
           const TroupeRunRecord *record,
           TroupeTrace *trace,
           GPtrArray *events,
           GPtrArray *requests)
{
  TroupeValue *final = NULL;
  TroupeValue *state = NULL;

  g_assert (record != NULL);

  g_autofree char *error = record->error != NULL ? troupe_terminal_move_in (record->error) : NULL;
  g_autoptr (TroupeRunOrigin) origin = troupe_run_record_get_origin (record);

  print_record (record);
  if (origin != NULL)
    troupe_terminal_print (
        stdout, TROUPE_COLOUR_DIM,
        /* Translators: the first %s is the ID of a run, the second one a method or a task */
        _ ("Began with the run %.8s, before %s\n"), origin->run, origin->name);
  if (error != NULL)
    troupe_terminal_print (stdout, TROUPE_COLOUR_RED, "%s\n", error);
  if (record->inputs != NULL)
    {
      troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%s\n", _ ("Inputs"));
      troupe_terminal_print_value (record->inputs);
    }
  troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%s\n", _ ("Events"));
  for (guint i = 0; i < events->len; i++)
    print_event (record, g_ptr_array_index (events, i));
  print_tasks (troupe_trace_get_run (trace), TRUE);
  print_way_on (store, record, requests);
  if (record->result == NULL || !troupe_value_is (record->result, TROUPE_VALUE_MAP))
    return;
  state = troupe_value_map_lookup_string (record->result, "state", -1);
  final = troupe_value_map_lookup_string (record->result, "final", -1);
  if (state != NULL && !troupe_value_is (state, TROUPE_VALUE_NULL))
    {
      troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%s\n", _ ("State"));
      troupe_terminal_print_value (state);
    }
  if (final != NULL)
    {
      troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%s\n", _ ("Result"));
      troupe_terminal_print_value (final);
    }
}

/* --- The command -------------------------------------------------------------------------- */

/* Reads the next page of runs. @words: (nullable); @last: (nullable). (transfer full) (nullable) */
static GPtrArray *
read_page (TroupeStore *store,
           const char *path,
           const char *words,
           const TroupeRunRecord *last,
           guint limit,
           GError **error)
{
  const TroupeRunFilter filter = { .path = path, .words = words };
  g_autoptr (GPtrArray) summaries = NULL;
  GPtrArray *records;

  g_assert (TROUPE_IS_STORE (store));

  if (words == NULL)
    return troupe_store_list_runs_behind (store, path, last, limit, error);
  summaries = troupe_store_search_runs (store, &filter, last, limit, error);
  if (summaries == NULL)
    return NULL;
  records = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_record_free);
  for (guint i = 0; i < summaries->len; i++)
    g_ptr_array_add (records,
                     g_steal_pointer (&((TroupeRunSummary *) summaries->pdata[i])->record));
  return records;
}

static TroupeExit
list_runs (TroupeCommandLine *line, TroupeStore *store, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = file != NULL ? g_canonicalize_filename (file, NULL) : NULL;
  g_autoptr (GPtrArray) page = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  guint limit = 0;
  guint n_listed = 0;
  guint n_wanted;
  const char *text = troupe_command_line_get (line, "limit");
  guint64 number = DEFAULT_LIMIT;

  g_assert (TROUPE_IS_STORE (store));

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &number, NULL))
    {
      troupe_terminal_print_error (_ ("--limit must be an integer, not “%s”."), text);
      return TROUPE_EXIT_INVALID;
    }
  limit = (guint) number;
  requests = troupe_store_list_requests (store, NULL, &error);
  do
    {
      g_autoptr (GPtrArray) former = g_steal_pointer (&page);

      n_wanted = limit == 0 ? PAGE : MIN (PAGE, limit - n_listed);
      if (requests != NULL)
        page = read_page (store, path, troupe_command_line_get (line, "search"),
                          former != NULL ? former->pdata[former->len - 1] : NULL, n_wanted, &error);
      if (page == NULL)
        {
          troupe_terminal_print_error ("%s", error->message);
          return TROUPE_EXIT_RUN_FAILED;
        }
      for (guint i = 0; i < page->len; i++)
        {
          const TroupeRunRecord *record = g_ptr_array_index (page, i);

          if (troupe_command_line_has (line, "json"))
            {
              TroupeMapBuilder builder;
              g_autoptr (TroupeValue) value = NULL;

              begin_record (&builder, store, record);
              troupe_map_builder_add (&builder, "waits", requests_to_value (record, requests));
              value = troupe_map_builder_end (&builder);
              troupe_terminal_print_json (value);
              continue;
            }
          print_record (record);
          if (record->status == TROUPE_RUN_STATUS_INTERRUPTED ||
              record->status == TROUPE_RUN_STATUS_PAUSED ||
              record->status == TROUPE_RUN_STATUS_FAILED)
            print_way_on (store, record, requests);
        }
      n_listed += page->len;
    }
  while (page->len == n_wanted && n_listed != limit);
  if (n_listed == 0 && troupe_terminal_is (stdout))
    troupe_terminal_write (stdout, TROUPE_COLOUR_DIM, _ ("No saved runs.\n"));
  return TROUPE_EXIT_OK;
}

static TroupeExit
show_run (TroupeCommandLine *line, TroupeStore *store, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, id, &error);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (GPtrArray) requests = NULL;
  GPtrArray *events;

  g_assert (TROUPE_IS_STORE (store));

  if (record != NULL && troupe_trace_load (trace, store, record->id, &error))
    requests = troupe_store_list_requests (store, record->id, &error);
  if (requests == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  events = troupe_trace_get_lines (trace);
  if (troupe_command_line_has (line, "json"))
    {
      gboolean verbose = troupe_command_line_has (line, "verbose");
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) value = NULL;
      TroupeValue *origin = troupe_value_get_member (record->options, "origin");
      TroupeEventJsonFlags flags;
      g_autofree TroupeValue **items = NULL;

      begin_record (&builder, store, record);
      if (origin != NULL)
        troupe_map_builder_add (&builder, "origin", troupe_value_ref (origin));
      troupe_map_builder_add (&builder, "waits", requests_to_value (record, requests));
      troupe_map_builder_add (&builder, "inputs",
                              record->inputs != NULL ? troupe_value_ref (record->inputs)
                                                     : troupe_value_new_null ());
      troupe_map_builder_add (&builder, "result",
                              record->result != NULL ? troupe_value_ref (record->result)
                                                     : troupe_value_new_null ());
      flags = verbose ? TROUPE_EVENT_JSON_STATE : TROUPE_EVENT_JSON_DEFAULT;
      items = g_new (TroupeValue *, events->len + 1);
      for (guint i = 0; i < events->len; i++)
        {
          g_autofree char *text =
              troupe_event_to_json (g_ptr_array_index (events, i), record->id, flags);
          TroupeValue *event = troupe_value_from_json (text, -1, NULL);

          items[i] = event != NULL ? event : troupe_value_new_null ();
        }
      troupe_map_builder_add (&builder, "events", troupe_value_new_list (items, events->len));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else
    print_run (store, record, trace, events, requests);
  return TROUPE_EXIT_OK;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *arguments = troupe_command_line_get_arguments (line);
  gboolean shows = g_strcmp0 (arguments[0], "show") == 0;
  gboolean deletes = g_strcmp0 (arguments[0], "delete") == 0;
  gboolean makes_test = g_strcmp0 (arguments[0], "make-test") == 0;
  gboolean forks = g_strcmp0 (arguments[0], "fork") == 0;
  guint n_arguments = g_strv_length ((char **) arguments);
  guint most = shows || makes_test || forks ? 2 : 1;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;

  if (shows && n_arguments == 1)
    {
      troupe_terminal_print_error (_ ("No run specified. Usage: troupectl history show RUN"));
      return TROUPE_EXIT_INVALID;
    }
  if (makes_test && n_arguments == 1)
    {
      troupe_terminal_print_error (_ ("No run specified. Usage: troupectl history make-test RUN"));
      return TROUPE_EXIT_INVALID;
    }
  if (forks && n_arguments == 1)
    {
      troupe_terminal_print_error (
          _ ("No run specified. Usage: troupectl history fork RUN --at STEP"));
      return TROUPE_EXIT_INVALID;
    }
  if (!deletes && n_arguments > most)
    {
      troupe_terminal_print_error (
          shows ? _ ("Unexpected argument “%s”. Usage: troupectl history show RUN")
                : _ ("Unexpected argument “%s”. Usage: troupectl history FILE"),
          arguments[most]);
      return TROUPE_EXIT_INVALID;
    }
  if (!troupe_command_history_delete_check (line, deletes ? arguments + 1 : NULL))
    return TROUPE_EXIT_INVALID;
  store = troupe_command_open_store (line, &error);
  if (store == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (deletes)
    return troupe_command_history_delete (line, store, arguments + 1);
  if (makes_test)
    return troupe_command_history_make_test (line, store, arguments[1]);
  if (forks)
    return troupe_command_history_fork (line, store, arguments[1]);
  return shows ? show_run (line, store, arguments[1]) : list_runs (line, store, arguments[0]);
}

const TroupeCommand troupe_command_history = {
  .name = "history",
  .arguments = "[FILE | show RUN | fork RUN --at STEP | make-test RUN | delete [RUN…]]",
  .summary = N_ ("List, show, fork or delete saved runs, or make a test from one."),
  .example = "troupectl history show 3f2a",
  .options = options,
  .min_arguments = 0,
  .max_arguments = G_MAXUINT,
  .run = run,
};
