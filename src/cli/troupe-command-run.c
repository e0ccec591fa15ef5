/* troupe-command-run.c: troupectl run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-run"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "troupe-command.h"
#include "troupe-consent.h"
#include "troupe-run-inputs.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "input", 0, "KEY=VALUE", N_ ("One input; JSON where it is JSON, else text") },
  { "inputs", 0, "FILE", N_ ("A JSON object of inputs; - is standard input") },
  { "events", 0, "FILE", N_ ("Write events as JSON lines; - is standard output") },
  { "yes", 0, NULL, N_ ("Agree to what “show” lists, for this content") },
  { "allow", 0, "WORDS", N_ ("Permit script, code, tool, mcp or all") },
  { "id", 0, "TEXT", N_ ("The input “id”") },
  { "timeout", 0, "SECONDS", N_ ("Stop after so many seconds") },
  /* Persistence and feedback are not in this version, so these two have nothing to act on; whoever
   * runs recorded cases gives them all the same. */
  { "answer", 0, "TEXT", NULL },
  { "state-db", 0, "FILE", NULL },
  { "fork-from", 0, "TEXT", NULL, TRUE },
  { "max-rpm", 0, "N", NULL, TRUE },
  { "record", 0, "FILE", NULL, TRUE },
  { "replay", 0, "FILE", NULL, TRUE },
  { NULL },
};

/* A run, while the main context waits for it. */
typedef struct
{
  TroupeRun *run;
  GMainLoop *loop;
  TroupeRunResult *result;
  gboolean quiet;
  int signal; /* the first that came */
} Wait;

/* --- Refusing ----------------------------------------------------------------------------- */

/* @message: (nullable): NULL: what the problems say. */
static TroupeExit
refuse (TroupeCommandLine *line,
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
      troupe_terminal_print_error ("%s: %s", loaded->name, message);
    }
  return g_str_equal (kind, "consent") ? TROUPE_EXIT_CONSENT : TROUPE_EXIT_INVALID;
}

/* Which of the words of `error.kind` fits the first error of a document. */
static const char *
find_load_error_kind (TroupeLoaded *loaded)
{
  static const char *const codes[] = { "expression_syntax", "unknown_root", "empty_expression",
                                       "unterminated_template", NULL };

  for (guint i = 0; i < loaded->problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (loaded->problems, i);

      if (problem->severity == TROUPE_SEVERITY_ERROR)
        return g_strv_contains (codes, problem->code) ? "expression" : "document";
    }
  return "document";
}

/* --- Running ------------------------------------------------------------------------------ */

static gboolean
interrupt (Wait *wait, int number)
{
  if (wait->signal != 0)
    _exit (number == SIGTERM ? TROUPE_EXIT_TERMINATED : TROUPE_EXIT_INTERRUPTED);
  wait->signal = number;
  if (!wait->quiet && troupe_terminal_is (stderr))
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW,
                           _ ("Stopping… Once more stops at once.\n"));
  troupe_run_cancel (wait->run);
  return G_SOURCE_CONTINUE;
}

static gboolean
interrupt_cb (gpointer user_data)
{
  return interrupt (user_data, SIGINT);
}

static gboolean
terminate_cb (gpointer user_data)
{
  return interrupt (user_data, SIGTERM);
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
  guint interrupt_id = g_unix_signal_add (SIGINT, interrupt_cb, wait);
  guint terminate_id = g_unix_signal_add (SIGTERM, terminate_cb, wait);

  wait->loop = g_main_loop_new (NULL, FALSE);
  troupe_run_execute_async (wait->run, ended_cb, wait);
  g_main_loop_run (wait->loop);
  g_main_loop_unref (wait->loop);
  g_source_remove (interrupt_id);
  g_source_remove (terminate_id);
}

static TroupeExit
get_exit (const Wait *wait)
{
  const TroupeRunResult *result = wait->result;

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
      return wait->signal == SIGTERM ? TROUPE_EXIT_TERMINATED : TROUPE_EXIT_INTERRUPTED;

    case TROUPE_RESULT_RUN_ERROR:
    default:
      return result->temporary ? TROUPE_EXIT_TEMPORARY : TROUPE_EXIT_RUN_FAILED;
    }
}

/* --- Setting up --------------------------------------------------------------------------- */

static gboolean
find_timeout (TroupeCommandLine *line, gint64 *timeout_us)
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
      troupe_terminal_print_error (_ ("--timeout is a number of seconds above 0, not “%s”."), text);
      return FALSE;
    }
  *timeout_us = MAX ((gint64) (seconds * G_USEC_PER_SEC), 1);
  return TRUE;
}

/* A run that cannot be kept goes on all the same, with a word about it. */
static TroupeStore *
attach_store (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;

  if (troupe_command_line_has (line, "no-store"))
    return NULL;
  store = troupe_command_open_store (line, &error);
  if (store == NULL)
    {
      troupe_terminal_print_error (_ ("This run is not kept: %s"), error->message);
      return NULL;
    }
  text = troupe_flow_document_to_text (loaded->document, NULL);
  if (troupe_flow_document_get_path (loaded->document) != NULL)
    path = g_canonicalize_filename (troupe_flow_document_get_path (loaded->document), NULL);
  troupe_run_set_store (run, store, path, text);
  return g_steal_pointer (&store);
}

static TroupeExit
run_document (TroupeCommandLine *line,
              TroupeLoaded *loaded,
              TroupeRunReport *report,
              TroupeValue *inputs,
              gint64 timeout_us)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (loaded->document);
  g_autoptr (TroupeRun) run = troupe_run_new (flow);
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (GError) error = NULL;
  Wait wait = { .run = run, .quiet = troupe_command_line_has (line, "quiet") };
  TroupeExit result = TROUPE_EXIT_OK;

  troupe_run_set_inputs (run, inputs);
  troupe_run_set_timeout (run, timeout_us);
  store = attach_store (line, loaded, run);
  troupe_run_report_follow (report, run);
  execute (&wait);
  if (store != NULL && !troupe_store_flush (store, &error))
    troupe_terminal_print_error (_ ("This run is not kept whole: %s"), error->message);
  result = get_exit (&wait);
  if (!troupe_run_report_close (report) && result == TROUPE_EXIT_OK)
    result = TROUPE_EXIT_RUN_FAILED;
  troupe_run_report_print (line, loaded, run, wait.result);
  troupe_run_result_free (wait.result);
  return result;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *file = troupe_command_line_get_arguments (line)[0];
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunReport) report = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;
  TroupeFlow *flow = NULL;
  gint64 timeout_us = 0;

  if (!troupe_consent_check_words (line) || !find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (g_str_equal (file, "-") && g_strcmp0 (troupe_command_line_get (line, "inputs"), "-") == 0)
    {
      troupe_terminal_print_error (_ ("Flow and inputs cannot both come from standard input."));
      return TROUPE_EXIT_INVALID;
    }
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  loaded = troupe_command_load (file);
  if (loaded->document == NULL)
    return refuse (line, loaded, "load_error", find_load_error_kind (loaded), NULL, NULL);

  flow = troupe_flow_document_get_flow (loaded->document);
  if (!troupe_run_inputs_collect (line, flow, &inputs))
    return TROUPE_EXIT_INVALID;
  if (!troupe_consent_check_allowed (line, flow, &reason, &path) ||
      !troupe_consent_ask (line, flow, &reason))
    return refuse (line, loaded, "build_error", "consent", reason, path);
  if (troupe_command_line_has (line, "verbose") && !troupe_command_line_has (line, "json"))
    troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_HINT);
  return run_document (line, loaded, report, inputs, timeout_us);
}

const TroupeCommand troupe_command_run = {
  .name = "run",
  .arguments = "FILE",
  .summary = N_ ("Run a flow."),
  .example = "troupectl run content.json --input topic=Rain",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
