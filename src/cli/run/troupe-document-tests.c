/* troupe-document-tests.c: tests of a document on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-tests"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-consent-prompt.h"
#include "troupe-document-tests.h"
#include "troupe-end-signals.h"
#include "troupe-run-execute.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-test-report.h"

#define USUAL_PARALLEL 8u
#define MOST_PARALLEL 512u

/* @like: a run of the document that has the permissions of all; @judges: such a run for each model */
typedef struct
{
  TroupeCommandLine *line;
  TroupeTestFile *file;
  TroupeLoaded *loaded;
  char *path;
  gint64 timeout_us;
  const char *model; /* (nullable): called instead of those of the document */
  TroupeRun *like;
  GHashTable *judges;
  TroupeTestSuite *suite;
  guint n_printed; /* cases that have been printed, in their order */
  GMainLoop *loop;
  int signal; /* the first one received */
} Tests;

static void
tests_clear (Tests *self)
{
  g_clear_pointer (&self->file, troupe_test_file_free);
  g_clear_pointer (&self->loaded, troupe_loaded_free);
  g_clear_object (&self->like);
  g_clear_pointer (&self->judges, g_hash_table_unref);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tests, tests_clear)

/* --- Problems --------------------------------------------------------------------------------- */

/* Loads the file. Prints an error and returns NULL if it cannot be read. (transfer full) (nullable) */
static TroupeTestFile *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  TroupeTestFile *file = troupe_test_file_load (path, &error);

  if (file == NULL)
    troupe_terminal_print_error ("%s", error->message);
  return file;
}

static void
print_problems (TroupeTestFile *file, const char *path)
{
  for (guint i = 0; i < file->problems->len; i++)
    {
      g_autofree char *text = troupe_problem_to_text (file->problems->pdata[i], path);

      troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", text);
    }
}

gboolean
troupe_document_tests_validate (TroupeCommandLine *line, const char *path)
{
  g_autoptr (TroupeTestFile) file = load (path);

  if (file == NULL)
    return FALSE;
  troupe_test_file_check_recordings (file);
  if (troupe_command_line_has (line, "json"))
    {
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) value = NULL;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "file", troupe_value_new_string (path, -1));
      troupe_map_builder_add (&builder, "ok",
                              troupe_value_new_boolean (!troupe_test_file_has_errors (file)));
      troupe_map_builder_add (&builder, "problems",
                              troupe_command_problems_to_value (file->problems));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else
    print_problems (file, path);
  if (!troupe_command_line_has (line, "json") && !troupe_command_line_has (line, "quiet") &&
      !troupe_test_file_has_errors (file))
    troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN, _ ("%s: valid\n"), path);
  return !troupe_test_file_has_errors (file);
}

/* --- Permissions ------------------------------------------------------------------------------ */

/* Asks for the permissions of a run that others are like. Returns FALSE if they are refused. */
static gboolean
ask (Tests *self, TroupeRun *run, const char *name)
{
  g_autofree char *reason = NULL;
  g_autofree char *place = NULL;
  gboolean is_granted = FALSE;

  if (troupe_test_suite_is_offline (self->suite))
    troupe_test_set_offline (run);
  is_granted = troupe_test_suite_chooses_calls (self->suite)
                   ? troupe_consent_prompt_ask_again (self->line, run, &reason, &place)
                   : troupe_consent_prompt_ask (self->line, run, &reason, &place);
  if (!is_granted)
    {
      troupe_terminal_print_error ("%s: %s", name, reason);
      return FALSE;
    }
  if (!troupe_run_is_offline (run) && troupe_run_wants_keyring (run))
    troupe_run_ask_keyring (run);
  return TRUE;
}

static gboolean
ask_for_judges (Tests *self)
{
  g_autoptr (GPtrArray) models = troupe_test_suite_list_judges (self->suite);

  for (guint i = 0; i < models->len; i++)
    {
      const char *model = models->pdata[i];
      g_autofree char *text = troupe_test_make_judge (model);
      g_autoptr (TroupeFlowDocument) document = NULL;
      TroupeRun *run = NULL;

      if (g_hash_table_contains (self->judges, model))
        continue;
      document = troupe_flow_document_load_text (text, strlen (text), NULL, NULL, NULL);
      run = troupe_run_new (troupe_flow_document_get_flow (document));
      g_hash_table_insert (self->judges, g_strdup (model), run);
      if (!ask (self, run, model))
        return FALSE;
    }
  return TRUE;
}

/* --- Execution -------------------------------------------------------------------------------- */

static TroupeRun *
make_run_cb (const TroupeTestCase *test, gpointer user_data)
{
  Tests *self = user_data;
  TroupeRun *run = troupe_run_new (troupe_flow_document_get_flow (self->loaded->document));

  troupe_run_set_store (run, NULL, self->path, NULL);
  troupe_run_set_timeout (run, self->timeout_us);
  troupe_run_set_model (run, self->model);
  troupe_run_set_like (run, self->like);
  return run;
}

static TroupeRun *
make_judge_cb (const char *model, gpointer user_data)
{
  Tests *self = user_data;
  TroupeRun *like = g_hash_table_lookup (self->judges, model);
  TroupeRun *run = troupe_run_new (troupe_run_get_flow (like));

  troupe_run_set_like (run, like);
  return run;
}

static void
ended_cb (const TroupeCaseResult *result, gpointer user_data)
{
  Tests *self = user_data;
  GPtrArray *results = troupe_test_suite_get_results (self->suite);

  if (troupe_command_line_has (self->line, "json"))
    return;
  for (; self->n_printed < results->len; self->n_printed++)
    {
      const TroupeCaseResult *next = results->pdata[self->n_printed];

      if (!next->has_ended)
        return;
      if (!troupe_command_line_has (self->line, "quiet") || next->failures->len > 0)
        troupe_test_report_print_case (next);
    }
}

static void
finished_cb (gpointer user_data)
{
  g_main_loop_quit (((Tests *) user_data)->loop);
}

static void
interrupt (int number, gpointer user_data)
{
  Tests *self = user_data;

  if (self->signal == 0)
    self->signal = number;
  troupe_test_suite_cancel (self->suite);
}

static gboolean
start_cb (gpointer user_data)
{
  Tests *self = user_data;
  const char *text = troupe_command_line_get (self->line, "parallel");
  const guint64 parallel = text != NULL ? g_ascii_strtoull (text, NULL, 10) : USUAL_PARALLEL;
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();

  troupe_test_suite_start (self->suite, engine, (guint) CLAMP (parallel, 1, MOST_PARALLEL));
  return G_SOURCE_REMOVE;
}

/* Runs the cases, if they may be run. Adds the suite to @suites. */
static TroupeExit
run_suite (Tests *self, GPtrArray *suites)
{
  static const TroupeTestSetup setup = { make_run_cb, make_judge_cb, ended_cb, finished_cb, FALSE };
  const char *const only[] = { troupe_command_line_get (self->line, "case"), NULL };
  g_autoptr (TroupeEndSignals) signals = NULL;
  TroupeExit result = TROUPE_EXIT_OK;

  g_assert (self != NULL);

  self->n_printed = 0;
  g_clear_pointer (&self->loaded, troupe_loaded_free);
  g_clear_object (&self->like);
  g_clear_pointer (&self->path, g_free);
  self->suite = troupe_test_suite_new (self->file, only[0] != NULL ? only : NULL,
                                       troupe_command_line_has (self->line, "record"), self->model,
                                       &setup, self);
  g_ptr_array_add (suites, self->suite);
  if (troupe_test_suite_get_results (self->suite)->len == 0)
    {
      troupe_terminal_print_error (_ ("“%s” has no case “%s”."), self->file->path,
                                   only[0] != NULL ? only[0] : "");
      return TROUPE_EXIT_INVALID;
    }
  /* Loads the document of the tests, and asks for the permissions. */
  self->loaded = troupe_command_load (self->file->document);
  if (self->loaded->document == NULL)
    result = troupe_run_refuse (self->line, self->loaded, "load_error", "document", NULL, NULL);
  else
    {
      if (troupe_loaded_get_path (self->loaded) != NULL)
        self->path = g_canonicalize_filename (troupe_loaded_get_path (self->loaded), NULL);
      self->like = troupe_run_new (troupe_flow_document_get_flow (self->loaded->document));
      troupe_run_set_store (self->like, NULL, self->path, NULL);
      troupe_run_set_model (self->like, self->model);
      if (!troupe_run_set_limits (self->line, self->like))
        result = TROUPE_EXIT_INVALID;
      else
        result = ask (self, self->like, self->loaded->name) && ask_for_judges (self)
                     ? TROUPE_EXIT_OK
                     : TROUPE_EXIT_CONSENT;
    }
  if (result != TROUPE_EXIT_OK)
    return result;
  if (self->model != NULL && !troupe_command_line_has (self->line, "json") &&
      !troupe_command_line_has (self->line, "quiet"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", self->model);
  signals = troupe_end_signals_new (interrupt, self);
  g_idle_add (start_cb, self);
  g_main_loop_run (self->loop);
  return self->signal != 0 ? troupe_end_signals_get_exit (self->signal) : TROUPE_EXIT_OK;
}

/* --- Reports ---------------------------------------------------------------------------------- */

/* What the files of tests of a command have resulted in. */
typedef struct
{
  TroupeCommandLine *line;
  char **models;     /* (nullable): run each file with each of them */
  GPtrArray *values; /* TroupeValue: the results of each file */
  GString *junit;
  guint n_passed;
  guint n_failed;
  TroupeExit exit; /* of the first file that could not be run, else whether a case has failed */
} Report;

static void
report_clear (Report *self)
{
  g_clear_pointer (&self->models, g_strfreev);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_string_free (self->junit, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

static void
report_note (Report *self, TroupeExit result)
{
  if (self->exit == TROUPE_EXIT_OK ||
      (self->exit == TROUPE_EXIT_RUN_FAILED && result != TROUPE_EXIT_OK))
    self->exit = result;
}

/* Runs a file of tests. @signal: (out): the signal that has ended it, or 0 */
static TroupeExit
run_file (Report *report, const char *path, int *signal)
{
  TroupeCommandLine *line = report->line;
  g_auto (Tests) self = { .line = line };
  char **models = report->models;
  const guint n_models = models != NULL ? g_strv_length (models) : 0;
  g_autoptr (GPtrArray) suites =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_test_suite_free);
  TroupeExit result = TROUPE_EXIT_OK;

  if (!troupe_run_find_timeout (line, &self.timeout_us))
    return TROUPE_EXIT_INVALID;
  self.file = load (path);
  if (self.file == NULL)
    return TROUPE_EXIT_INVALID;
  if (troupe_test_file_has_errors (self.file))
    {
      print_problems (self.file, path);
      return TROUPE_EXIT_INVALID;
    }
  self.judges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self.loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; result == TROUPE_EXIT_OK && i < MAX (n_models, 1); i++)
    {
      self.model = i < n_models ? models[i] : NULL;
      result = run_suite (&self, suites);
    }
  *signal = self.signal;
  if (result == TROUPE_EXIT_OK)
    {
      /* Adds the results of a file. */
      g_autoptr (GPtrArray) all = g_ptr_array_new ();
      guint n_failed;

      for (guint i = 0; i < suites->len; i++)
        g_ptr_array_extend (all, troupe_test_suite_get_results (suites->pdata[i]), NULL, NULL);
      if (n_models > 0)
        {
          TroupeCommandLine *model_line = report->line;
          g_autofree TroupeValue **items = g_new (TroupeValue *, suites->len + 1);
          TroupeMapBuilder builder;

          /* Prints the results of each model side by side. */
          for (guint i = 0; i < suites->len; i++)
            {
              GPtrArray *results = troupe_test_suite_get_results (suites->pdata[i]);

              if (!troupe_command_line_has (model_line, "json"))
                troupe_test_report_print_model (models[i], results, i == 0);
              items[i] = troupe_test_report_to_value (path, models[i], results);
            }
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "file", troupe_value_new_string (path, -1));
          troupe_map_builder_add (&builder, "models", troupe_value_new_list (items, suites->len));
          g_ptr_array_add (report->values, troupe_map_builder_end (&builder));
        }
      else
        {
          g_ptr_array_add (report->values, troupe_test_report_to_value (path, NULL, all));
          if (!troupe_command_line_has (report->line, "json"))
            troupe_test_report_print_sum (all);
        }
      troupe_test_report_append_junit (report->junit, path, all);
      n_failed = troupe_test_report_count_failed (all);
      report->n_failed += n_failed;
      report->n_passed += all->len - n_failed;
      report_note (report, n_failed > 0 ? TROUPE_EXIT_RUN_FAILED : TROUPE_EXIT_OK);
    }
  return result;
}

TroupeExit
troupe_document_tests_run (TroupeCommandLine *line, const char *const *paths)
{
  const guint n_files = g_strv_length ((char **) paths);
  const char *junit = troupe_command_line_get (line, "junit");
  g_auto (Report) report = { .line = line };
  g_autoptr (GError) error = NULL;
  int signal = 0;

  report.values = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  report.junit = g_string_new (NULL);
  if (!troupe_consent_prompt_check_words (line) ||
      !troupe_command_find_names (line, "models", &report.models))
    return TROUPE_EXIT_INVALID;
  for (guint i = 0; i < n_files && signal == 0; i++)
    {
      g_autofree char *shown = troupe_text_to_line (paths[i]);

      if (n_files > 1 && !troupe_command_line_has (line, "json") &&
          !troupe_command_line_has (line, "quiet"))
        troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", shown);
      /* A file that cannot be run does not keep the others from being run. */
      report_note (&report, run_file (&report, paths[i], &signal));
    }
  if (signal != 0)
    return report.exit;
  if (n_files > 1)
    {
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) value = NULL;

      /* Prints the results of several files together. */
      if (!troupe_command_line_has (report.line, "json"))
        {
          /* Translators: the number of files, of those that could not be run, and of cases that have passed and failed */
          troupe_terminal_print (
              stdout, report.exit == TROUPE_EXIT_OK ? TROUPE_COLOUR_GREEN : TROUPE_COLOUR_RED,
              _ ("%u files, %u not run: %u passed, %u failed\n"), n_files,
              n_files - report.values->len, report.n_passed, report.n_failed);
        }
      else
        {
          /* The list takes ownership of references, and the array keeps its own. */
          for (guint i = 0; i < report.values->len; i++)
            troupe_value_ref (report.values->pdata[i]);
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "ok",
                                  troupe_value_new_boolean (report.exit == TROUPE_EXIT_OK));
          troupe_map_builder_add (&builder, "passed", troupe_value_new_integer (report.n_passed));
          troupe_map_builder_add (&builder, "failed", troupe_value_new_integer (report.n_failed));
          troupe_map_builder_add (&builder, "files",
                                  troupe_value_new_list ((TroupeValue **) report.values->pdata,
                                                         report.values->len));
          value = troupe_map_builder_end (&builder);
          troupe_terminal_print_json (value);
        }
    }
  else if (report.values->len > 0 && troupe_command_line_has (line, "json"))
    troupe_terminal_print_json (report.values->pdata[0]);
  if (junit != NULL && report.values->len > 0 &&
      !troupe_test_report_write_junit (junit, report.junit, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  return report.exit;
}
