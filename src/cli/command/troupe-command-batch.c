/* troupe-command-batch.c: troupectl batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-batch"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "troupe-end-signals.h"
#include "troupe-answers.h"
#include "troupe-base.h"
#include "troupe-batch-plan.h"
#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-engine.h"
#include "troupe-money.h"
#include "troupe-otlp-follower.h"
#include "troupe-consent.h"
#include "troupe-run-execute.h"
#include "troupe-spans.h"
#include "troupe-terminal.h"
#include "troupe-tool-consent-prompt.h"

#define DEFAULT_CONCURRENCY 32
#define MAX_CONCURRENCY 10000
#define MAX_SHARDS 1000000
/* Seconds after which the process exits without an orderly end, because batch systems kill a
 * process ten seconds after the signal. */
#define LAST_SECONDS 9
/* Interval between two lines of progress if the terminal cannot overwrite a line. */
#define PLAIN_US (10 * G_USEC_PER_SEC)

static const TroupeOption options[] = {
  { "inputs-file", 0, "FILE",
    N_ ("Items, one per line: JSON objects (.jsonl), or a table (.csv, .tsv); - for standard "
        "input") },
  { "out", 'o', "DIR", N_ ("Output folder for the results") },
  { "shard", 0, "I/N", N_ ("Process shard I of N, counted from 0") },
  { "max-concurrency", 0, "N", N_ ("Maximum number of items in progress (default: 32)") },
  { "resume", 0, NULL, N_ ("Continue an existing batch") },
  { "retries", 0, "N", N_ ("Retry a failed item up to N times") },
  { "retry-failed", 0, NULL, N_ ("With --resume: retry all failed items once") },
  { "budget-usd", 0, "N", N_ ("Make no more model calls once they have cost N dollars") },
  { "timeout", 0, "SECONDS", N_ ("Time limit for an item, in seconds") },
  { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },
  { "memory-limit", 0, "SIZE",
    N_ ("Memory limit for the values of an item, such as 512M or 2G; 0 for no limit") },
  { "disk-limit", 0, "SIZE",
    N_ ("Limit for what an item stores, such as 512M or 2G; 0 for no limit") },
  { "dry-run", 0, NULL, N_ ("Show the plan and the estimated cost, without running anything") },
  { "yes", 0, NULL,
    N_ ("Grant the permissions that “show” lists, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { NULL },
};

/* --- The command line ------------------------------------------------------------------------- */

static gboolean
find_number (TroupeCommandLine *line, const char *name, guint least, guint most, guint *number)
{
  const char *text = troupe_command_line_get (line, name);
  guint64 value = 0;

  if (text == NULL)
    return TRUE;
  if (g_ascii_string_to_unsigned (text, 10, least, most, &value, NULL))
    {
      *number = (guint) value;
      return TRUE;
    }
  troupe_terminal_print_error (
      /* Translators: %s is the name of an option, the two %u are the minimum and maximum, the
       * last %s is what the user entered */
      _ ("--%s must be a number from %u to %u, not “%s”."), name, least, most, text);
  return FALSE;
}

static gboolean
find_shard (TroupeCommandLine *line, TroupeBatchOptions *batch)
{
  const char *text = troupe_command_line_get (line, "shard");
  g_auto (GStrv) parts = NULL;
  guint64 shard = 0, n_shards = 0;

  g_assert (batch != NULL);

  batch->n_shards = 1;
  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, "/", -1);
  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, MAX_SHARDS, &n_shards, NULL) ||
      !g_ascii_string_to_unsigned (parts[0], 10, 0, n_shards - 1, &shard, NULL))
    {
      troupe_terminal_print_error (
          _ ("--shard must be I/N with I from 0 to N-1, such as 0/4, not “%s”."), text);
      return FALSE;
    }
  batch->shard = (guint) shard;
  batch->n_shards = (guint) n_shards;
  return TRUE;
}

static gboolean
find_budget (TroupeCommandLine *line, TroupeBatchOptions *batch)
{
  const char *text = troupe_command_line_get (line, "budget-usd");
  g_autoptr (TroupeValue) value = NULL;

  g_assert (batch != NULL);

  if (text == NULL)
    return TRUE;
  value = troupe_value_from_json (text, -1, NULL);
  if (value != NULL && troupe_money_from_value (value, &batch->budget) && batch->budget > 0)
    return TRUE;
  troupe_terminal_print_error (
      _ ("--budget-usd must be a number of dollars greater than 0, such as 2.50, not “%s”."), text);
  return FALSE;
}

/* Checks for missing and conflicting options. */
static gboolean
check_words (TroupeCommandLine *line)
{
  const char *inputs = troupe_command_line_get (line, "inputs-file");

  if (inputs == NULL)
    troupe_terminal_print_error (
        _ ("Specify the items with --inputs-file FILE, one JSON object per line."));
  else if (troupe_command_line_get (line, "out") == NULL &&
           !troupe_command_line_has (line, "dry-run"))
    troupe_terminal_print_error (_ ("Specify the output folder with --out DIR."));
  else if (g_str_equal (inputs, "-") &&
           g_str_equal (troupe_command_line_get_arguments (line)[0], "-"))
    troupe_terminal_print_error (
        _ ("The flow and the inputs cannot both be read from standard input."));
  else if (troupe_command_line_has (line, "retry-failed") &&
           !troupe_command_line_has (line, "resume"))
    troupe_terminal_print_error (_ ("--retry-failed requires --resume."));
  else
    return TRUE;
  return FALSE;
}

/* --- Progress and signals --------------------------------------------------------------------- */

/* @outcome, @error: the result of the batch */
typedef struct
{
  TroupeCommandLine *line;
  TroupeBatch *batch;
  GMainLoop *loop;
  gboolean shows_progress;
  gboolean has_line; /* a line of progress is shown */
  gint64 shown_us;
  int signal; /* the first one received */
  TroupeBatchOutcome outcome;
  GError *error;
} Wait;

static gboolean
give_up_cb (gpointer user_data)
{
  Wait *wait = user_data;

  g_assert (wait != NULL);

  /* Finished items are already stored, and items in progress are stored in their runs. */
  _exit (troupe_end_signals_get_exit (wait->signal));
}

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
  if (wait->shows_progress)
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW,
                           _ ("\nStopping… Press Ctrl+C again to stop immediately.\n"));
  wait->has_line = FALSE;
  g_timeout_add_seconds (LAST_SECONDS, give_up_cb, wait);
  troupe_batch_stop (wait->batch);
}

static char *
describe_progress (const TroupeBatchProgress *progress)
{
  GString *text = g_string_new (NULL);

  g_assert (progress != NULL);

  if (progress->n_items == 0)
    return g_string_free (g_string_append (text, _ ("Reading inputs…")), FALSE);
  g_string_append_printf (text,
                          /* Translators: the first number is how many items have ended, the
                           * second one how many there are */
                          _ ("%" PRId64 " of %" PRId64 " items"),
                          progress->n_ok + progress->n_failed, progress->n_items);
  if (progress->n_failed > 0)
    g_string_append_printf (text, _ (" · %" PRId64 " failed"), progress->n_failed);
  if (progress->n_running > 0)
    g_string_append_printf (text, _ (" · %u in progress"), progress->n_running);
  if (progress->micro_dollars > 0)
    {
      g_autofree char *sum = troupe_money_for_display (progress->micro_dollars);

      g_string_append_printf (text, " · %s", sum);
    }
  if (progress->rest_us > 0)
    {
      g_autofree char *rest = troupe_span_to_text (progress->rest_us);

      /* Translators: %s is a time span */
      g_string_append_printf (text, _ (" · about %s left"), rest);
    }
  return g_string_free (text, FALSE);
}

static void
changed_cb (TroupeBatch *batch, gpointer user_data)
{
  Wait *wait = user_data;
  const gboolean is_plain = !troupe_terminal_has_colour (stderr);
  const gint64 now_us = g_get_monotonic_time ();
  TroupeBatchProgress progress;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_BATCH (batch));

  if (!wait->shows_progress || wait->signal != 0 ||
      (is_plain && wait->shown_us != 0 && now_us - wait->shown_us < PLAIN_US))
    return;
  wait->shown_us = now_us;
  troupe_batch_get_progress (batch, &progress);
  text = describe_progress (&progress);
  if (is_plain)
    fprintf (stderr, "%s\n", text);
  else
    fprintf (stderr, "\r%s\033[K", text);
  fflush (stderr);
  wait->has_line = !is_plain;
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Wait *wait = user_data;

  troupe_batch_run_finish (TROUPE_BATCH (object), result, &wait->outcome, &wait->error);
  g_main_loop_quit (wait->loop);
}

static void
execute (Wait *wait, const TroupeBatchOptions *batch)
{
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();
  g_autoptr (TroupeEndSignals) signals = troupe_end_signals_new (interrupt, wait);
  gulong changed_id;

  g_assert (wait != NULL);

  wait->batch = troupe_batch_new (batch);
  wait->loop = g_main_loop_new (NULL, FALSE);
  changed_id = g_signal_connect (wait->batch, "changed", G_CALLBACK (changed_cb), wait);
  troupe_batch_run_async (wait->batch, engine, ended_cb, wait);
  g_main_loop_run (wait->loop);
  g_signal_handler_disconnect (wait->batch, changed_id);
  g_main_loop_unref (wait->loop);
  if (wait->has_line)
    fputc ('\n', stderr);
}

/* --- Result ----------------------------------------------------------------------------------- */

static TroupeExit
get_exit (const Wait *wait)
{
  g_assert (wait != NULL);

  if (wait->error != NULL)
    return g_error_matches (wait->error, G_IO_ERROR, G_IO_ERROR_BUSY) ? TROUPE_EXIT_TEMPORARY
                                                                      : TROUPE_EXIT_INVALID;
  switch (wait->outcome)
    {
    case TROUPE_BATCH_OK:
      return TROUPE_EXIT_OK;

    case TROUPE_BATCH_FAILED:
      return TROUPE_EXIT_ITEMS_FAILED;

    case TROUPE_BATCH_BUDGET:
      return TROUPE_EXIT_BUDGET;

    case TROUPE_BATCH_CONSENT:
      return TROUPE_EXIT_CONSENT;

    case TROUPE_BATCH_STOPPED:
      return troupe_end_signals_get_exit (wait->signal);

    case TROUPE_BATCH_TEMPORARY:
    default:
      return TROUPE_EXIT_TEMPORARY;
    }
}

static void
print_json (const Wait *wait, const TroupeBatchOptions *batch, const char *message)
{
  g_autofree char *shard = g_strdup_printf ("%u/%u", batch->shard, batch->n_shards);
  g_autoptr (TroupeValue) value = NULL;
  TroupeBatchProgress progress;
  TroupeMapBuilder builder;
  static const char *const words[] = {
    [TROUPE_BATCH_OK] = "ok",
    [TROUPE_BATCH_FAILED] = "failed",
    [TROUPE_BATCH_TEMPORARY] = "temporary",
    [TROUPE_BATCH_BUDGET] = "budget",
    [TROUPE_BATCH_CONSENT] = "consent",
    [TROUPE_BATCH_STOPPED] = "cancelled",
  };

  g_assert (wait != NULL);

  troupe_batch_get_progress (wait->batch, &progress);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (
      &builder, "result",
      troupe_value_new_string (wait->error != NULL ? "error" : words[wait->outcome], -1));
  troupe_map_builder_add (&builder, "message", troupe_command_text_or_null (message));
  troupe_map_builder_add (&builder, "shard", troupe_value_new_string (shard, -1));
  troupe_map_builder_add (&builder, "items", troupe_value_new_integer (progress.n_items));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_integer (progress.n_ok));
  troupe_map_builder_add (&builder, "failed", troupe_value_new_integer (progress.n_failed));
  troupe_map_builder_add (&builder, "left",
                          troupe_value_new_integer (progress.n_items - progress.n_ok -
                                                    progress.n_failed));
  troupe_map_builder_add (&builder, "ended_now", troupe_value_new_integer (progress.n_ended_now));
  troupe_map_builder_add (&builder, "seconds",
                          troupe_value_new_double ((double) progress.elapsed_us / G_USEC_PER_SEC));
  troupe_map_builder_add (&builder, "cost", troupe_money_to_value (progress.micro_dollars));
  troupe_map_builder_add (&builder, "out", troupe_value_new_string (batch->out, -1));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Called on the batch's thread. */
static gpointer
watch_cb (TroupeRun *run, gpointer user_data)
{
  g_assert (TROUPE_IS_RUN (run));

  return troupe_otlp_follower_new (user_data, troupe_run_get_bus (run), troupe_run_get_id (run));
}

/* Returns the message of @error with what to do about it. (transfer full) */
static char *
describe_error (const GError *error)
{
  if (g_error_matches (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_DIFFERENT))
    return g_strdup_printf ("%s %s", error->message, _ ("Start a new batch with another --out."));
  if (g_error_matches (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_STARTED))
    return g_strdup_printf (
        "%s %s", error->message,
        _ ("Continue it with --resume, or start a new one with another --out."));
  return g_strdup (error->message);
}

static TroupeExit
run_batch (TroupeCommandLine *line, TroupeBatchOptions *batch, TroupeRun *like)
{
  g_autoptr (TroupeAnswers) answers = troupe_answers_new (line, like);
  g_autofree char *message = NULL;
  TroupeOtlpExporter *exporter = NULL;
  Wait wait = { .line = line };
  TroupeExit result;

  g_assert (TROUPE_IS_RUN (like));

  if (!troupe_spans_open (line, &exporter))
    return TROUPE_EXIT_INVALID;
  if (exporter != NULL)
    {
      batch->watch = watch_cb;
      batch->unwatch = (GDestroyNotify) troupe_otlp_follower_free;
      batch->watch_data = exporter;
    }
  wait.shows_progress = troupe_terminal_is (stderr) && !troupe_command_line_has (line, "quiet");
  troupe_tool_consent_prompt_follow (line, like, answers);
  batch->like = like;
  execute (&wait, batch);
  troupe_answers_close (answers);
  message = wait.error != NULL ? describe_error (wait.error) : troupe_batch_get_reason (wait.batch);
  if (troupe_command_line_has (line, "json"))
    print_json (&wait, batch, message);
  else
    {
      TroupeBatchProgress progress;
      gint64 n_left;

      if (message != NULL)
        troupe_terminal_print_error ("%s", message);
      if (wait.error == NULL && !troupe_command_line_has (wait.line, "quiet"))
        {
          troupe_batch_get_progress (wait.batch, &progress);
          n_left = progress.n_items - progress.n_ok - progress.n_failed;
          troupe_terminal_print (
              stderr, TROUPE_COLOUR_NONE,
              /* Translators: the first three are numbers of items, %s is a folder */
              _ ("%" PRId64 " done, %" PRId64 " failed, %" PRId64 " left; results in %s\n"),
              progress.n_ok, progress.n_failed, n_left, batch->out);
          if (progress.n_ok + progress.n_failed > 0)
            troupe_terminal_print (
                stderr, TROUPE_COLOUR_NONE,
                /* Translators: %1$u is the number of a shard in the names of the files */
                _ ("All of them, in the order of the inputs: results-%1$u.csv and "
                   "results-%1$u.jsonl\n"),
                batch->shard);
          if (n_left > 0)
            troupe_terminal_write (stderr, TROUPE_COLOUR_NONE,
                                   _ ("To continue, run the same command with --resume.\n"));
          else if (progress.n_failed > 0)
            troupe_terminal_write (stderr, TROUPE_COLOUR_NONE,
                                   _ ("To retry the failed items, run the same command with "
                                      "--resume --retry-failed.\n"));
        }
    }
  result = get_exit (&wait);
  g_clear_error (&wait.error);
  g_object_unref (wait.batch);
  troupe_spans_close (exporter);
  return result;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRun) like = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *document = NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *place = NULL;
  TroupeBatchOptions batch = { 0 };

  batch.max_concurrency = DEFAULT_CONCURRENCY;
  batch.inputs = troupe_command_line_get (line, "inputs-file");
  batch.out = troupe_command_line_get (line, "out");
  batch.resumes = troupe_command_line_has (line, "resume");
  batch.retries_failed = troupe_command_line_has (line, "retry-failed");
  batch.keeps_runs = !troupe_command_line_has (line, "no-store");
  if (!check_words (line) || !troupe_consent_prompt_check_words (line) ||
      !find_shard (line, &batch) || !find_budget (line, &batch) ||
      !troupe_run_find_timeout (line, &batch.timeout_us) ||
      !find_number (line, "max-concurrency", 1, MAX_CONCURRENCY, &batch.max_concurrency) ||
      !find_number (line, "retries", 0, 100, &batch.retries))
    return TROUPE_EXIT_INVALID;
  loaded = troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  if (loaded->document == NULL)
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  if (troupe_loaded_get_path (loaded) != NULL)
    path = g_canonicalize_filename (troupe_loaded_get_path (loaded), NULL);
  document = troupe_document_to_text (TROUPE_DOCUMENT (loaded->document), NULL);
  batch.document = document;
  batch.path = path;
  like = troupe_run_new (troupe_flow_document_get_flow (loaded->document));
  troupe_run_set_store (like, NULL, path, NULL);
  if (troupe_command_line_has (line, "dry-run"))
    {
      g_autoptr (TroupeConsent) consent = troupe_consent_new_for_run (like);

      return troupe_batch_plan (line, &batch, consent);
    }
  if (!troupe_run_set_limits (line, like))
    return TROUPE_EXIT_INVALID;
  if (!troupe_consent_prompt_ask (line, like, &reason, &place))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, place);
  if (troupe_run_wants_keyring (like))
    troupe_run_ask_keyring (like);
  if (!troupe_run_check (like, &error))
    return troupe_run_refuse (line, loaded, "build_error", troupe_run_error_get_kind (error),
                              error->message, NULL);
  folder = troupe_command_line_get (line, "data-dir") != NULL
               ? g_strdup (troupe_command_line_get (line, "data-dir"))
               : g_build_filename (batch.out, "state", NULL);
  batch.folder = folder;
  return run_batch (line, &batch, like);
}

const TroupeCommand troupe_command_batch = {
  .name = "batch",
  .arguments = "FILE --inputs-file IN.jsonl --out DIR",
  .summary = N_ ("Run a flow or a crew once for each of many inputs."),
  .example = "troupectl batch review.json --inputs-file tickets.jsonl --out results --yes",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
