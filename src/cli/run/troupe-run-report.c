/* troupe-run-report.c: progress, events and result of a run on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-report"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-event-writer.h"
#include "troupe-money.h"
#include "troupe-otlp-follower.h"
#include "troupe-permissions.h"
#include "troupe-rounds.h"
#include "troupe-run-kind.h"
#include "troupe-run-report.h"
#include "troupe-spans.h"
#include "troupe-standard-streams.h"
#include "troupe-terminal.h"
#include "troupe-trace.h"
#include "troupe-verbose.h"

/* How long a reader of events may read nothing after the end of a run with a time limit. */
#define PATIENCE_US (2 * G_USEC_PER_SEC)

struct _TroupeRunReport
{
  char *name;
  TroupeEventWriter *events; /* (nullable) */
  gboolean has_limit;        /* whether the reader of the events has a time limit */
  gboolean with_state;
  gboolean progress;
  gboolean quiet;
  char *run_id;
  TroupeRunReportFilter filter; /* (nullable) */
  gpointer filter_data;
  TroupeTrace *trace;           /* (nullable): trace of the run for its progress */
  TroupeOtlpExporter *exporter; /* (nullable): exports spans */
  TroupeOtlpFollower *follower; /* (nullable): of the run that was connected last */
  TroupeVerbose *verbose;       /* (nullable): NULL with --json or --quiet */
  GHashTable *printed;          /* (element-type utf8): warnings that were already printed */
};

/* --- Events ------------------------------------------------------------------------------- */

/* Returns TRUE for a device or an open file of this process, such as the pipe of `>(program)`. */
static gboolean
is_device (const char *path)
{
  return g_str_has_prefix (path, "/dev/") || g_str_has_prefix (path, "/proc/");
}

/* Returns TRUE for a file, and for a pipe that has a reader: it was opened without waiting for one. */
static gboolean
is_output (const char *path, int descriptor)
{
  struct stat status;

  return fstat (descriptor, &status) == 0 &&
         (S_ISREG (status.st_mode) || S_ISFIFO (status.st_mode) || is_device (path));
}

/* Code that was allowed in the folder may have created a link, or a pipe without a reader, under the
 * name. Opening such a pipe would wait for a reader. */
static TroupeEventWriter *
open_events (const char *path)
{
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  int descriptor = open (path, flags | (is_device (path) ? 0 : O_NOFOLLOW), 0666);
  int number = descriptor < 0 ? errno : is_output (path, descriptor) ? 0 : ENOTSUP;
  struct stat status;
  g_autofree char *shown = NULL;

  if (number == 0)
    return troupe_event_writer_new (descriptor);
  if (descriptor >= 0)
    close (descriptor);
  /* A socket has this error as well. */
  if (number == ENXIO && (stat (path, &status) != 0 || !S_ISFIFO (status.st_mode)))
    number = ENOTSUP;
  shown = troupe_text_to_line (path);
  if (number == ENXIO)
    troupe_terminal_print_error (_ ("%s: could not write events: no program reads from this pipe. "
                                    "Start the program that reads it first, or remove the pipe."),
                                 shown);
  else if (number == ENOTSUP)
    troupe_terminal_print_error (
        _ ("%s: could not write events: this is neither a file nor a pipe"), shown);
  else
    troupe_terminal_print_error (_ ("%s: could not write events: %s"), shown, g_strerror (number));
  return NULL;
}

TroupeRunReport *
troupe_run_report_new (TroupeCommandLine *line)
{
  const char *file = troupe_command_line_get (line, "events");
  g_autoptr (TroupeRunReport) self = g_new0 (TroupeRunReport, 1);

  if (troupe_command_line_has (line, "timeout"))
    troupe_standard_streams_limit ();
  self->printed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->with_state = troupe_command_line_has (line, "verbose");
  self->quiet = troupe_command_line_has (line, "quiet");
  self->progress = troupe_terminal_is (stderr) && !troupe_command_line_has (line, "quiet");
  if (!self->quiet && !troupe_command_line_has (line, "json"))
    self->verbose = troupe_verbose_new ();
  if (!troupe_spans_open (line, &self->exporter))
    return NULL;
  if (file == NULL)
    return g_steal_pointer (&self);
  self->name = g_strdup (file);
  self->has_limit = troupe_command_line_has (line, "timeout");
  self->events =
      g_str_equal (file, "-") ? troupe_event_writer_new (STDOUT_FILENO) : open_events (file);
  return self->events != NULL ? g_steal_pointer (&self) : NULL;
}

void
troupe_run_report_flush (TroupeRunReport *self, const TroupeRunResult *result)
{
  g_return_if_fail (self != NULL && result != NULL);

  self->has_limit = self->has_limit || result->type == TROUPE_RESULT_TIMEOUT ||
                    result->type == TROUPE_RESULT_CANCELLED;
  if (self->has_limit)
    troupe_standard_streams_limit ();
  if (self->events != NULL)
    troupe_event_writer_flush (self->events, self->has_limit ? PATIENCE_US : -1);
  troupe_standard_streams_keep_result ();
}

gboolean
troupe_run_report_close (TroupeRunReport *self)
{
  int error = 0;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->events != NULL)
    {
      troupe_event_writer_flush (self->events, self->has_limit ? PATIENCE_US : -1);
      error = troupe_event_writer_close (g_steal_pointer (&self->events));
    }
  if (error == ETIMEDOUT)
    troupe_terminal_print_error (
        _ ("%s: could not write all events: the program that reads them has stopped reading"),
        self->name);
  else if (error != 0)
    troupe_terminal_print_error (_ ("%s: could not write all events: %s"), self->name,
                                 g_strerror (error));
  return error == 0;
}

void
troupe_run_report_free (TroupeRunReport *self)
{
  if (self->events != NULL)
    troupe_event_writer_close (self->events);
  g_clear_pointer (&self->follower, troupe_otlp_follower_free);
  troupe_spans_close (g_steal_pointer (&self->exporter));
  g_clear_pointer (&self->verbose, troupe_verbose_free);
  g_clear_object (&self->trace);
  g_hash_table_unref (self->printed);
  g_free (self->run_id);
  g_free (self->name);
  g_free (self);
}

static void
write_event (TroupeRunReport *self, TroupeEvent *event)
{
  g_autofree char *text =
      troupe_event_to_json (event, self->run_id,
                            self->with_state ? TROUPE_EVENT_JSON_STATE : TROUPE_EVENT_JSON_DEFAULT);
  g_autofree char *shown = troupe_json_to_shown (text);
  g_autofree char *line = g_strconcat (shown, "\n", NULL);

  g_assert (self != NULL);

  troupe_event_writer_write (self->events, line, strlen (line));
}

/* --- Progress ----------------------------------------------------------------------------- */

/* Returns the name of a method, or of a crew task. (transfer full) */
static char *
make_name (const TroupeSpan *span)
{
  const char *name =
      span->kind == TROUPE_SCOPE_TASK ? troupe_span_get_name (span) : troupe_span_get_method (span);

  return troupe_text_first_line (name != NULL ? name : "");
}

/* Returns the symbol for the end of a method. (nullable): NULL if there is no symbol for the
 * state */
static const char *
get_mark (TroupeScopeState state, TroupeColour *colour)
{
  const gboolean unicode = troupe_terminal_has_unicode ();

  switch (state)
    {
    case TROUPE_SCOPE_FINISHED:
      *colour = TROUPE_COLOUR_GREEN;
      return unicode ? "✓" : "+";

    case TROUPE_SCOPE_FAILED:
      *colour = TROUPE_COLOUR_RED;
      return unicode ? "✗" : "x";

    case TROUPE_SCOPE_CANCELLED:
      *colour = TROUPE_COLOUR_YELLOW;
      return unicode ? "■" : "-";

    case TROUPE_SCOPE_SAME:
    case TROUPE_SCOPE_RUNNING:
    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_HELD:
    case TROUPE_SCOPE_PAUSED:
    default:
      return NULL;
    }
}

static void
step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data)
{
  TroupeColour colour;
  const char *mark;

  g_assert (TROUPE_IS_TRACE (trace));

  if (span->kind != TROUPE_SCOPE_METHOD && span->kind != TROUPE_SCOPE_TASK)
    return;

  if (effect == TROUPE_EVENT_OPENS)
    {
      g_autofree char *method = make_name (span);

      troupe_terminal_print (stderr, TROUPE_COLOUR_BLUE, "%s ",
                             troupe_terminal_has_unicode () ? "▸" : ">");
      troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", method);
    }
  else if (effect == TROUPE_EVENT_CLOSES && (mark = get_mark (span->state, &colour)) != NULL)
    {
      g_autofree char *method = make_name (span);
      g_autofree char *error = troupe_span_dup_error (span);

      troupe_terminal_print (stderr, colour, "%s ", mark);
      troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s", method);
      /* The duration is unknown if the span was started by an earlier process. */
      if (span->id != 0)
        {
          g_autofree char *time = troupe_span_to_text (span->end - span->start);

          troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, "  %s", time);
        }
      if (span->is_reused)
        /* Translators: the saved output of a task is used, so the task is not executed */
        troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, "  %s", _ ("reused"));
      if (error != NULL)
        {
          g_autofree char *line = troupe_text_to_line (error);

          troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "  %s", line);
        }
      fputc ('\n', stderr);
    }
}

/* Prints output of the document's Python code to standard error (doc/cli.md). With --quiet,
 * tracebacks are not printed, because the error contains the exception in one line. */
static void
line_cb (TroupeTrace *trace, TroupeSpan *span, TroupeEvent *line, gpointer user_data)
{
  TroupeRunReport *self = user_data;
  TroupeValue *message = troupe_trace_line_get_message (line);
  const char *level = troupe_value_get_member_text (line->fields, "level");
  gboolean is_output = troupe_event_get_field (line, "stream") != NULL;

  g_assert (TROUPE_IS_TRACE (trace));
  g_assert (self != NULL);

  if (message == NULL || (!is_output && (self->quiet || troupe_event_get_method (line) == NULL)))
    return;
  /* Messages of `persist.verbose`. */
  if (!is_output && self->verbose == NULL && g_strcmp0 (level, "info") == 0)
    return;
  troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, troupe_value_get_string (message, NULL));
  fputc ('\n', stderr);
}

/* Prints what is missing when the run continues, because the result does not contain this
 * information. */
static void
print_loss (TroupeRunReport *self, const TroupeEvent *event)
{
  const char *loss;
  const char *why;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  g_assert (self != NULL);

  switch ((guint) event->type)
    {
    case TROUPE_EVENT_RETRIEVAL_FAILED:
      loss = _ ("Continuing without memory.");
      break;

    case TROUPE_EVENT_MEMORY_SAVE_FAILED:
      loss = _ ("New memories are not saved.");
      break;

    case TROUPE_EVENT_KNOWLEDGE_QUERY_FAILED:
    case TROUPE_EVENT_KNOWLEDGE_SEARCH_FAILED:
      loss = _ ("Continuing without knowledge.");
      break;

    default:
      loss = NULL;
      break;
    }
  why = troupe_value_get_member_text (troupe_event_get_field (event, "error"), "message");
  if (loss == NULL || why == NULL)
    return;
  text = g_strconcat (loss, " ", why, NULL);
  shown = troupe_text_to_line (text);
  if (!g_hash_table_add (self->printed, g_strdup (shown)))
    return;
  troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s ",
                         troupe_terminal_has_unicode () ? "⚠" : "!");
  troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", shown);
}

static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeRunReport *self = user_data;

  g_assert (self != NULL);

  troupe_trace_add_event (self->trace, event);
  if (self->progress && event->type == TROUPE_EVENT_LLM_CALL_WAITING)
    {
      /* Reports a model call that waits, because the user cannot notice the waiting otherwise. */
      const TroupeScope *task =
          event->scope != NULL ? troupe_scope_find (event->scope, TROUPE_SCOPE_TASK) : NULL;
      const char *name = task != NULL ? task->name : troupe_event_get_method (event);
      TroupeValue *service = troupe_event_get_field (event, "service");
      TroupeValue *seconds = troupe_event_get_field (event, "seconds");
      g_autofree char *who = troupe_text_first_line (name != NULL ? name : "");
      g_autofree char *whom = NULL;
      g_autofree char *time = NULL;

      if (seconds != NULL && troupe_value_is (seconds, TROUPE_VALUE_DOUBLE))
        {
          time = troupe_duration_format (ceil (troupe_value_get_double (seconds)));
          whom =
              troupe_text_to_line (service != NULL && troupe_value_is (service, TROUPE_VALUE_STRING)
                                       ? troupe_value_get_string (service, NULL)
                                       : _ ("the server"));
          troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s ",
                                 troupe_terminal_has_unicode () ? "…" : ".");
          troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s", who);
          /* Translators: the first %s is a service such as “OpenAI”, the second a time such as “30
           * seconds” */
          troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("  waiting for %s: %s"), whom, time);
          fputc ('\n', stderr);
        }
    }
  if (self->progress && event->type == TROUPE_EVENT_KNOWLEDGE_LOAD_PROGRESS)
    {
      TroupeValue *done = troupe_event_get_field (event, "done");
      TroupeValue *pieces = troupe_event_get_field (event, "pieces");

      /* Prints the progress of loading knowledge. */
      if (done != NULL && pieces != NULL && troupe_value_is (done, TROUPE_VALUE_INTEGER) &&
          troupe_value_is (pieces, TROUPE_VALUE_INTEGER))
        {
          troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s ",
                                 troupe_terminal_has_unicode () ? "…" : ".");
          troupe_terminal_print (
              stderr, TROUPE_COLOUR_DIM,
              /* Translators: the first %u is how many chunks of knowledge were read,
                                  * the second one how many there are */
              _ ("Knowledge: %u of %u chunks"), (guint) troupe_value_get_integer (done),
              (guint) troupe_value_get_integer (pieces));
          fputc ('\n', stderr);
        }
    }
  if (self->verbose != NULL)
    troupe_verbose_take_event (self->verbose, event);
  if (!self->quiet)
    print_loss (self, event);
  if (self->events != NULL && (self->filter == NULL || self->filter (event, self->filter_data)))
    write_event (self, event);
}

void
troupe_run_report_hide_progress (TroupeRunReport *self)
{
  g_return_if_fail (self != NULL);

  self->progress = FALSE;
}

void
troupe_run_report_set_filter (TroupeRunReport *self, TroupeRunReportFilter func, gpointer user_data)
{
  g_return_if_fail (self != NULL);

  self->filter = func;
  self->filter_data = user_data;
}

void
troupe_run_report_write (TroupeRunReport *self, TroupeEvent *event)
{
  g_return_if_fail (self != NULL && event != NULL);

  if (self->events != NULL)
    write_event (self, event);
}

/* Progress is printed immediately, so the trace does not keep spans that have ended. */
static void
make_trace (TroupeRunReport *self)
{
  g_assert (self != NULL);

  self->trace = troupe_trace_new ();
  troupe_trace_set_keeps_all (self->trace, FALSE);
  troupe_trace_begin (self->trace, g_get_real_time ());
  g_signal_connect (self->trace, "line", G_CALLBACK (line_cb), self);
  if (self->progress)
    g_signal_connect (self->trace, "step", G_CALLBACK (step_cb), self);
}

void
troupe_run_report_follow (TroupeRunReport *self, TroupeRun *run)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_RUN (run));

  troupe_set_str (&self->run_id, troupe_run_get_id (run));
  g_clear_pointer (&self->follower, troupe_otlp_follower_free);
  if (self->exporter != NULL)
    self->follower = troupe_otlp_follower_new (self->exporter, troupe_run_get_bus (run),
                                               troupe_run_get_id (run));
  if (self->events == NULL && self->quiet && !troupe_run_get_kind (run)->may_print &&
      !troupe_permissions_have_python (troupe_run_get_flow (run)))
    return;
  g_clear_object (&self->trace);
  make_trace (self);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), event_cb, self, NULL);
}

void
troupe_run_report_follow_bus (TroupeRunReport *self, TroupeEventBus *bus)
{
  g_autofree char *id = g_uuid_string_random ();

  g_return_if_fail (self != NULL && bus != NULL);

  if (self->events == NULL)
    return;
  troupe_set_str (&self->run_id, id);
  g_clear_object (&self->trace);
  make_trace (self);
  troupe_event_bus_add_sink (bus, event_cb, self, NULL);
}

/* --- End of the run --------------------------------------------------------------------------- */

/* Returns the deepest existing node of a path such as `methods.a.do.do[0].if`. */
static JsonNode *
find_node (JsonNode *root, const char *path)
{
  g_auto (GStrv) keys = g_strsplit_set (path, ".[", -1);
  JsonNode *node = root;

  for (guint i = 0; keys[i] != NULL; i++)
    {
      JsonNode *child = NULL;

      if (JSON_NODE_HOLDS_OBJECT (node))
        child = json_object_get_member (json_node_get_object (node), keys[i]);
      else if (JSON_NODE_HOLDS_ARRAY (node))
        {
          guint64 index = g_ascii_strtoull (keys[i], NULL, 10);
          JsonArray *array = json_node_get_array (node);

          if (index < json_array_get_length (array))
            child = json_array_get_element (array, (guint) index);
        }
      if (child == NULL)
        break;
      node = child;
    }
  return node;
}

/* Determines the location of a document path in the text of the document. */
static gboolean
find_place (TroupeLoaded *loaded, const char *path, TroupePlace *place)
{
  g_assert (loaded != NULL);

  if (path != NULL && *path != '\0' && loaded->crew != NULL)
    return troupe_document_get_place (
        TROUPE_DOCUMENT (loaded->crew),
        find_node (troupe_document_get_root (TROUPE_DOCUMENT (loaded->crew)), path), place);
  if (path == NULL || *path == '\0' || loaded->document == NULL)
    return FALSE;
  return troupe_document_get_place (
      TROUPE_DOCUMENT (loaded->document),
      find_node (troupe_document_get_root (TROUPE_DOCUMENT (loaded->document)), path), place);
}

/* Adds the line and column to the error of a run. @value: (transfer full) */
static TroupeValue *
add_place (TroupeValue *value, TroupeLoaded *loaded)
{
  g_autoptr (TroupeValue) taken = value;
  TroupeValue *error = troupe_value_map_lookup_string (value, "error", -1);
  TroupeValue *path = NULL;
  TroupePlace place = { 0 };
  g_autoptr (TroupeValue) line = NULL;
  g_autoptr (TroupeValue) column = NULL;
  g_autoptr (TroupeValue) with_line = NULL;
  g_autoptr (TroupeValue) with_column = NULL;

  if (error == NULL || !troupe_value_is (error, TROUPE_VALUE_MAP))
    return g_steal_pointer (&taken);
  path = troupe_value_map_lookup_string (error, "path", -1);
  if (path == NULL || !troupe_value_is (path, TROUPE_VALUE_STRING) ||
      !find_place (loaded, troupe_value_get_string (path, NULL), &place))
    return g_steal_pointer (&taken);
  line = troupe_value_new_integer (place.line);
  column = troupe_value_new_integer (place.column);
  with_line = troupe_value_map_with (error, "line", line);
  with_column = troupe_value_map_with (with_line, "column", column);
  return troupe_value_map_with (taken, "error", with_column);
}

TroupeValue *
troupe_run_report_make_refusal (TroupeLoaded *loaded,
                                const char *result,
                                const char *kind,
                                const char *message,
                                const char *path)
{
  TroupeMapBuilder builder;
  TroupeMapBuilder usage;
  static const char *const counts[] = { "prompt_tokens", "completion_tokens", "total_tokens",
                                        "requests" };
  const TroupeProblem *problem = NULL;
  TroupeMapBuilder error;

  g_return_val_if_fail (loaded != NULL && result != NULL && kind != NULL, NULL);

  troupe_map_builder_init (&usage);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    troupe_map_builder_add (&usage, counts[i], troupe_value_new_integer (0));
  troupe_map_builder_add (&usage, "cost", troupe_value_new_null ());

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "result", troupe_value_new_string (result, -1));
  troupe_map_builder_add (&builder, "final", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "state", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "outputs", troupe_value_new_list (NULL, 0));
  for (guint i = 0; message == NULL && i < loaded->problems->len && problem == NULL; i++)
    {
      const TroupeProblem *candidate = g_ptr_array_index (loaded->problems, i);

      if (candidate->severity == TROUPE_SEVERITY_ERROR)
        problem = candidate;
    }
  troupe_map_builder_init (&error);
  troupe_map_builder_add (&error, "kind", troupe_value_new_string (kind, -1));
  troupe_map_builder_add (&error, "message",
                          troupe_command_text_or_null (problem != NULL ? problem->message
                                                                       : message));
  troupe_map_builder_add (&error, "method",
                          troupe_command_text_or_null (problem != NULL ? problem->method : NULL));
  troupe_map_builder_add (&error, "file", troupe_value_new_string (loaded->name, -1));
  troupe_map_builder_add (&error, "line",
                          troupe_command_number_or_null (problem != NULL ? problem->line : 0));
  troupe_map_builder_add (&error, "column",
                          troupe_command_number_or_null (problem != NULL ? problem->column : 0));
  troupe_map_builder_add (&error, "path",
                          troupe_command_text_or_null (problem != NULL ? problem->path : path));
  troupe_map_builder_add (&builder, "error", troupe_map_builder_end (&error));
  troupe_map_builder_add (&builder, "problems",
                          troupe_command_problems_to_value (loaded->problems));
  troupe_map_builder_add (&builder, "run", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "seconds", troupe_value_new_double (0));
  troupe_map_builder_add (&builder, "usage", troupe_map_builder_end (&usage));
  return add_place (troupe_map_builder_end (&builder), loaded);
}

/* Prints the error in the form `file:line:column: error: path: message`. */
void
troupe_run_report_print_error (TroupeLoaded *loaded, const TroupeRunResult *result)
{
  TroupePlace place = { 0 };
  g_autofree char *name = troupe_text_to_line (loaded->name);
  g_autofree char *message = troupe_terminal_move_in (result->error->message);
  g_autofree char *path =
      result->error_path != NULL ? troupe_text_to_line (result->error_path) : NULL;
  g_autoptr (GString) text = g_string_new (name);

  g_assert (loaded != NULL);

  if (find_place (loaded, result->error_path, &place))
    g_string_append_printf (text, ":%u:%u", place.line, place.column);
  g_string_append (text, ": error: ");
  if (path != NULL && *path != '\0')
    g_string_append_printf (text, "%s: ", path);
  else if (result->error_method != NULL)
    g_string_append_printf (text, "%s: ", result->error_method);
  g_string_append (text, message);
  g_string_append_c (text, '\n');
  troupe_terminal_write (stderr, TROUPE_COLOUR_RED, text->str);
}

static void
print_summary (const TroupeRunResult *result)
{
  g_autofree char *span = troupe_span_to_text (result->elapsed_us);

  g_assert (result != NULL);

  if (result->usage.total_tokens > 0)
    {
      g_autofree char *tokens = g_strdup_printf ("%" G_GINT64_FORMAT, result->usage.total_tokens);
      g_autofree char *cost =
          troupe_money_describe_sum (result->usage.micro_dollars, result->usage.unpriced == 0);

      if (cost != NULL)
        /* Translators: the first %s is a time span, the second one a number of tokens, the third
         * one an amount of money */
        troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("Finished in %s, %s tokens, %s\n"),
                               span, tokens, cost);
      else
        troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("Finished in %s, %s tokens\n"), span,
                               tokens);
    }
  else
    troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("Finished in %s\n"), span);
}

TroupeValue *
troupe_run_report_make_value (TroupeLoaded *loaded, TroupeRun *run, const TroupeRunResult *result)
{
  g_return_val_if_fail (loaded != NULL && result != NULL, NULL);

  return add_place (troupe_run_result_to_value (result, run, loaded->name, loaded->problems),
                    loaded);
}

void
troupe_run_report_print (TroupeCommandLine *line,
                         TroupeLoaded *loaded,
                         TroupeRun *run,
                         const TroupeRunResult *result)
{
  gboolean quiet = troupe_command_line_has (line, "quiet");
  gboolean events_there = g_strcmp0 (troupe_command_line_get (line, "events"), "-") == 0;

  g_return_if_fail (loaded != NULL && result != NULL);

  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) value = troupe_run_report_make_value (loaded, run, result);

      troupe_terminal_print_json (value);
      return;
    }
  if (result->error != NULL)
    {
      troupe_run_report_print_error (loaded, result);
      return;
    }
  if (result->type == TROUPE_RESULT_CANCELLED && !quiet)
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW, _ ("Stopped.\n"));
  if (result->type == TROUPE_RESULT_TIMEOUT && !quiet)
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW, _ ("Timed out.\n"));
  if (result->in_flight != NULL && !quiet)
    {
      TroupeValue *list = result->in_flight;

      /* Prints the calls, tasks and methods that were running when the run was stopped. */
      for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
        {
          TroupeValue *item = troupe_value_list_get (list, i);
          const char *kind = troupe_value_get_member_text (item, "kind");
          const char *method = troupe_value_get_member_text (item, "method");
          g_autofree char *name = troupe_text_to_line (troupe_value_get_member_text (item, "name"));
          const gboolean is_call = g_str_has_suffix (kind, "_call");

          if (is_call && method != NULL)
            /* Translators: the first %s is a model or a tool, the second one a method */
            troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("  was calling %s for %s\n"),
                                   name, method);
          else if (is_call)
            /* Translators: %s is a model or a tool */
            troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("  was calling %s\n"), name);
          else
            /* Translators: %s is a method or a task */
            troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("  was running %s\n"), name);
        }
    }
  if (result->type != TROUPE_RESULT_OK)
    return;
  if (!quiet && troupe_terminal_is (stderr))
    print_summary (result);
  if (events_there || result->final == NULL)
    return;
  if (troupe_run_get_rounds (run, NULL) > 0 &&
      troupe_value_map_lookup_string (result->final, "iterations", -1) != NULL)
    troupe_rounds_print (result->final);
  else
    troupe_terminal_print_value (troupe_run_get_kind (run)->show_final (result->final));
}
