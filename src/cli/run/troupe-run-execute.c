/* troupe-run-execute.c: execution of a run on the command line, from its start to its exit code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-execute"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-answers.h"
#include "troupe-base.h"
#include "troupe-consent-prompt.h"
#include "troupe-end-signals.h"
#include "troupe-engine.h"
#include "troupe-run-execute.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"
#include "troupe-tool-consent-prompt.h"

/* A run that the main context waits for. */
typedef struct
{
  TroupeRun *run;
  GMainLoop *loop;
  TroupeRunResult *result;
  gboolean quiet;
  int signal; /* the first one received */
} Wait;

/* --- Refusing ----------------------------------------------------------------------------- */

/* Reports that nothing was started. @message: (nullable): NULL to use the problems of @loaded. */
TroupeExit
troupe_run_refuse (TroupeCommandLine *line,
                   TroupeLoaded *loaded,
                   const char *result,
                   const char *kind,
                   const char *message,
                   const char *path)
{
  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) value =
          troupe_run_report_make_refusal (loaded, result, kind, message, path);

      troupe_terminal_print_json (value);
    }
  else if (message == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
    }
  else
    {
      g_autofree char *name = troupe_text_to_line (loaded->name);

      troupe_terminal_print_error ("%s: %s", name, message);
    }
  return g_str_equal (kind, "consent") ? TROUPE_EXIT_CONSENT : TROUPE_EXIT_INVALID;
}

/* --- Exit codes and signals ------------------------------------------------------------------- */

static void
interrupt (int number, gpointer user_data)
{
  Wait *wait = user_data;

  g_assert (wait != NULL);

  /* Each further write to a pipe without a reader raises a signal. */
  if (wait->signal != 0 && number == SIGPIPE)
    return;
  if (wait->signal != 0)
    _exit (troupe_end_signals_get_exit (number));
  wait->signal = number;
  if (!wait->quiet && troupe_terminal_is (stderr))
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW,
                           _ ("Stopping… Press Ctrl+C again to stop immediately.\n"));
  troupe_run_cancel (wait->run);
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Wait *wait = user_data;

  wait->result = troupe_run_execute_finish (TROUPE_RUN (object), result);
  g_main_loop_quit (wait->loop);
}

static void
execute (Wait *wait)
{
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();
  g_autoptr (TroupeEndSignals) signals = troupe_end_signals_new (interrupt, wait);

  g_assert (wait != NULL);

  wait->loop = g_main_loop_new (NULL, FALSE);
  troupe_run_execute_async (wait->run, engine, ended_cb, wait);
  g_main_loop_run (wait->loop);
  g_main_loop_unref (wait->loop);
}

static TroupeExit
get_exit (const Wait *wait)
{
  const TroupeRunResult *result = wait->result;

  g_assert (wait != NULL);

  switch (result->type)
    {
    case TROUPE_RESULT_OK:
      return TROUPE_EXIT_OK;

    case TROUPE_RESULT_BUILD_ERROR:
      return g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT)
                 ? TROUPE_EXIT_CONSENT
                 : TROUPE_EXIT_INVALID;

    case TROUPE_RESULT_LOAD_ERROR:
      return TROUPE_EXIT_INVALID;

    case TROUPE_RESULT_PAUSED:
      return TROUPE_EXIT_PAUSED;

    case TROUPE_RESULT_TIMEOUT:
      return TROUPE_EXIT_TIMEOUT;

    case TROUPE_RESULT_CANCELLED:
      return troupe_end_signals_get_exit (wait->signal);

    case TROUPE_RESULT_RUN_ERROR:
    default:
      /* Tool descriptions of a server are only known during the run. */
      if (g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT))
        return TROUPE_EXIT_CONSENT;
      if (g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET))
        return TROUPE_EXIT_BUDGET;
      return result->temporary ? TROUPE_EXIT_TEMPORARY : TROUPE_EXIT_RUN_FAILED;
    }
}

/* --- Setup ------------------------------------------------------------------------------------ */

gboolean
troupe_run_find_timeout (TroupeCommandLine *line, gint64 *timeout_us)
{
  const char *text = troupe_command_line_get (line, "timeout");
  char *end = NULL;
  double seconds = 0;

  *timeout_us = 0;
  if (text == NULL)
    return TRUE;
  seconds = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (seconds) || seconds <= 0 || seconds > 1e9)
    {
      troupe_terminal_print_error (
          _ ("--timeout must be a number of seconds greater than 0, not “%s”."), text);
      return FALSE;
    }
  *timeout_us = MAX ((gint64) (seconds * G_USEC_PER_SEC), 1);
  return TRUE;
}

static gboolean
set_budget (TroupeCommandLine *line, TroupeRun *run)
{
  const char *text = troupe_command_line_get (line, "budget-usd");
  char *end = NULL;
  double dollars;

  g_assert (TROUPE_IS_RUN (run));

  if (text == NULL)
    return TRUE;
  dollars = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (dollars) || dollars < 0 || dollars > 1e9)
    {
      troupe_terminal_print_error (
          _ ("--budget-usd must be a number of dollars, or 0 for no limit, not “%s”."), text);
      return FALSE;
    }
  troupe_run_set_budget (run, dollars > 0 ? MAX ((gint64) round (dollars * 1e6), 1) : 0);
  return TRUE;
}

/* Reads the size of an option such as --memory-limit. Prints an error and returns FALSE if the
 * size is invalid.
 * @is_given: whether the option is given */
static gboolean
read_size (TroupeCommandLine *line, const char *name, gboolean *is_given, gsize *size)
{
  static const char units[] = "KMGT";
  const char *text = troupe_command_line_get (line, name);
  char *end = NULL;
  double n_bytes;

  *is_given = text != NULL;
  if (text == NULL)
    return TRUE;
  n_bytes = g_ascii_strtod (text, &end);
  if (end != text && *end != '\0' && strchr (units, g_ascii_toupper (*end)) != NULL)
    n_bytes = ldexp (n_bytes, 10 * (int) (strchr (units, g_ascii_toupper (*end++)) - units + 1));
  if (end == text || *end != '\0' || !isfinite (n_bytes) || n_bytes < 0)
    {
      troupe_terminal_print_error (
          /* Translators: the first %s is the name of an option, such as “memory-limit” */
          _ ("--%s must be a number of bytes, optionally with K, M, G or T, not “%s”."), name,
          text);
      return FALSE;
    }
  *size = n_bytes < (double) (G_MAXSIZE / 2) ? (gsize) n_bytes : G_MAXSIZE / 2;
  return TRUE;
}

gboolean
troupe_run_set_limits (TroupeCommandLine *line, TroupeRun *run)
{
  gboolean is_given;
  gsize size;

  if (!set_budget (line, run) || !read_size (line, "memory-limit", &is_given, &size))
    return FALSE;
  if (is_given)
    troupe_run_set_memory_limit (run, size);
  if (!read_size (line, "disk-limit", &is_given, &size))
    return FALSE;
  if (is_given)
    troupe_run_set_disk_limit (run, size);
  return TRUE;
}

/* Called on the store's thread. */
static void
store_failed_cb (const GError *error, gpointer user_data)
{
  if (error == NULL)
    troupe_terminal_print_error (_ ("The run history can be saved again."));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    troupe_terminal_print_error (
        /* Translators: %s is a sentence that names the file for which the disk has no space */
        _ ("%s The run waits until space is available; press Ctrl+C to stop it."), error->message);
  else
    troupe_terminal_print_error ("%s", error->message);
}

/* A run that cannot be stored is executed nevertheless, with a warning. The run needs the path
 * of the document in both cases. */
TroupeStore *
troupe_run_attach_store (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;

  if (troupe_loaded_get_path (loaded) != NULL)
    path = g_canonicalize_filename (troupe_loaded_get_path (loaded), NULL);
  if (!troupe_command_line_has (line, "no-store"))
    {
      store = troupe_command_open_store (line, &error);
      if (store == NULL)
        troupe_terminal_print_error (_ ("This run is not saved: %s"), error->message);
    }
  if (store != NULL)
    text = troupe_document_to_text (TROUPE_DOCUMENT (loaded->document), NULL);
  troupe_run_set_store (run, store, path, text);
  return g_steal_pointer (&store);
}

/* Quotes a word only if a shell would interpret it. */
char *
troupe_run_make_word (const char *text)
{
  static const char plain[] = "%+,-./:@^_=";
  g_autofree char *shown = troupe_text_to_line (text);

  for (const char *at = shown; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr (plain, *at) == NULL)
      return g_shell_quote (shown);
  return *shown != '\0' ? g_steal_pointer (&shown) : g_strdup ("''");
}

static void
append_word (GString *command, const char *option, const char *text)
{
  g_autofree char *word = troupe_run_make_word (text);

  g_string_append_printf (command, " %s %s", option, word);
}

/* Prints what the run waits for, and the command that resumes it. */
void
troupe_run_print_way_on (TroupeCommandLine *line,
                         TroupeLoaded *loaded,
                         TroupeRun *run,
                         TroupeStore *store,
                         GPtrArray *unanswered)
{
  const char *folder = troupe_command_line_get (line, "data-dir");
  g_autoptr (GString) way = g_string_new ("troupectl resume ");

  g_assert (TROUPE_IS_RUN (run));

  for (guint i = 0; i < unanswered->len; i++)
    {
      const TroupeFeedbackRequest *request = g_ptr_array_index (unanswered, i);
      g_autofree char *message = troupe_terminal_move_in (request->message);

      troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW,
                             /* Translators: the first %s is a method, the second one its
                              * question */
                             _ ("Paused: “%s” is waiting for an answer: %s\n"), request->method,
                             message);
    }
  if (store != NULL)
    {
      g_string_append_printf (way, "%.8s", troupe_run_get_id (run));
      if (folder != NULL)
        append_word (way, "--data-dir", folder);
    }
  else if (unanswered->len > 0)
    {
      const TroupeFeedbackRequest *first = g_ptr_array_index (unanswered, 0);
      const char *database = troupe_command_line_get (line, "state-db");

      g_autofree char *id = troupe_run_make_word (first->flow_id);

      g_string_append (way, id);
      append_word (way, "--flow", loaded->name);
      if (database != NULL)
        append_word (way, "--state-db", database);
    }
  troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("To resume: %s --answer TEXT\n"), way->str);
}

TroupeExit
troupe_run_execute_followed (TroupeCommandLine *line,
                             TroupeRunReport *report,
                             TroupeRun *run,
                             TroupeStore *store,
                             TroupeAnswers *answers,
                             TroupeRunResult **result)
{
  g_autoptr (GError) error = NULL;
  Wait wait = { .run = run, .quiet = troupe_command_line_has (line, "quiet") };

  if (store != NULL)
    troupe_store_set_error_func (store, store_failed_cb, NULL, NULL);
  troupe_tool_consent_prompt_follow (line, run, answers);
  troupe_run_report_follow (report, run);
  execute (&wait);
  troupe_run_report_flush (report, wait.result);
  troupe_answers_close (answers);
  if (store != NULL && !troupe_store_flush (store, &error))
    troupe_terminal_print_error (_ ("This run was only partly saved: %s"), error->message);
  *result = wait.result;
  return get_exit (&wait);
}

/* Called on the engine's thread. */
static void
print_output_cb (TroupeEvent *event, gpointer user_data)
{
  const char *stream = troupe_value_get_member_text (event->fields, "stream");
  const char *message = troupe_value_get_member_text (event->fields, "message");
  g_autofree char *text = NULL;

  if (event->type != TROUPE_EVENT_LOG || stream == NULL || message == NULL)
    return;
  text = troupe_terminal_move_in (message);
  troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", text);
}

TroupeExit
troupe_run_execute_alone (TroupeCommandLine *line, TroupeRun *run, TroupeRunResult **result)
{
  Wait wait = { .run = run, .quiet = troupe_command_line_has (line, "quiet") };

  if (!wait.quiet)
    troupe_event_bus_add_sink (troupe_run_get_bus (run), print_output_cb, NULL, NULL);
  execute (&wait);
  *result = wait.result;
  return get_exit (&wait);
}

/* Creates the run that continues @run with twice its disk limit. (transfer full) (nullable): NULL if
 * the user does not want that, or if the run cannot be resumed, which is printed */
static TroupeRun *
continue_with_more (TroupeCommandLine *line,
                    TroupeRun *run,
                    TroupeStore *store,
                    const TroupeRunResult *ended)
{
  g_autoptr (TroupeRunRecord) record =
      store != NULL ? troupe_store_get_run (store, troupe_run_get_id (run), NULL) : NULL;
  g_autoptr (TroupeRun) next = NULL;
  g_autoptr (GError) error = NULL;
  /* Code may have changed what the document uses since --yes was given. The person is at the terminal. */
  g_autofree char *agreed = g_strdup ("");
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;
  gint64 timeout_us = 0;
  const gsize limit = MIN (troupe_run_get_disk_limit (run), G_MAXSIZE / 4) * 2;
  g_autofree char *size = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *question = NULL;

  /* Asks the user whether a run that has reached its disk limit may continue with twice the
   * limit. Asks only on a terminal, because anyone else can resume the run with --disk-limit. */
  if (record == NULL || !troupe_store_can_resume (store, record))
    return NULL;
  if (!g_error_matches (ended->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK) ||
      troupe_command_line_has (line, "quiet") || !troupe_terminal_is (stdin) ||
      !troupe_terminal_is (stderr))
    return NULL;
  troupe_terminal_print_error ("%s", ended->error->message);
  /* Translators: %s is a size such as “256 MiB” */
  question = g_strdup_printf (_ ("Continue the run with a limit of %s? [y/N] "), size);
  if (!troupe_terminal_ask (question))
    return NULL;
  next = troupe_run_new_from_interrupted (store, troupe_run_get_id (run), NULL, &error);
  if (next == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return NULL;
    }
  if (!troupe_run_set_limits (line, next) || !troupe_run_find_timeout (line, &timeout_us))
    return NULL;
  if (!troupe_consent_prompt_ask_next (line, next, &agreed, &reason, &path))
    {
      troupe_terminal_print_error ("%s", reason);
      return NULL;
    }
  troupe_run_set_timeout (next, timeout_us);
  troupe_run_set_disk_limit (next, MIN (troupe_run_get_disk_limit (run), G_MAXSIZE / 4) * 2);
  return g_steal_pointer (&next);
}

TroupeExit
troupe_run_execute_and_report (TroupeCommandLine *line,
                               TroupeLoaded *loaded,
                               TroupeRunReport *report,
                               TroupeRun *first,
                               TroupeStore *store)
{
  g_autoptr (TroupeRun) run = g_object_ref (first);
  g_autoptr (TroupeRun) next = NULL;
  g_autoptr (TroupeAnswers) answers = troupe_answers_new (line, run);
  g_autoptr (TroupeRunResult) ended = NULL;
  gboolean quiet = troupe_command_line_has (line, "quiet");
  gboolean is_written;
  TroupeExit result = troupe_run_execute_followed (line, report, run, store, answers, &ended);

  while ((next = continue_with_more (line, run, store, ended)) != NULL)
    {
      g_clear_pointer (&ended, troupe_run_result_free);
      g_clear_pointer (&answers, troupe_answers_unref);
      g_set_object (&run, next);
      g_clear_object (&next);
      answers = troupe_answers_new (line, run);
      result = troupe_run_execute_followed (line, report, run, store, answers, &ended);
    }
  is_written = troupe_run_report_close (report);
  if (!is_written && result == TROUPE_EXIT_OK)
    result = TROUPE_EXIT_RUN_FAILED;
  /* The result has no reader either. */
  if (!is_written && troupe_command_line_has (line, "json") &&
      g_strcmp0 (troupe_command_line_get (line, "events"), "-") == 0)
    return result;
  troupe_run_report_print (line, loaded, run, ended);
  if (ended->type == TROUPE_RESULT_PAUSED && !quiet)
    troupe_run_print_way_on (line, loaded, run, store, troupe_answers_get_unanswered (answers));
  else if (ended->type == TROUPE_RESULT_RUN_ERROR && store != NULL && !quiet)
    {
      const char *folder = troupe_command_line_get (line, "data-dir");
      g_autoptr (TroupeRunRecord) record =
          troupe_store_get_run (store, troupe_run_get_id (run), NULL);
      g_autoptr (GString) way = g_string_new ("troupectl resume ");

      /* Prints how to resume a failed run, so that finished steps need not be repeated. */
      if (record != NULL && troupe_store_can_resume (store, record))
        {
          g_string_append_printf (way, "%.8s", troupe_run_get_id (run));
          if (folder != NULL)
            append_word (way, "--data-dir", folder);
          troupe_terminal_print (
              stderr, TROUPE_COLOUR_NONE,
              /* Translators: %s is a command */
              _ ("To resume after the last completed step, once the problem is fixed: %s\n"),
              way->str);
        }
    }
  return result;
}
