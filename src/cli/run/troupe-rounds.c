/* troupe-rounds.c: common code of troupectl train and troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rounds"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#include "troupe-consent-prompt.h"
#include "troupe-rounds.h"
#include "troupe-run-crew.h"
#include "troupe-run-execute.h"
#include "troupe-run-inputs.h"
#include "troupe-run-report.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"

#define ROUNDS_MOST 1000u

/* --- Text output ------------------------------------------------------------------------------ */

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, key, -1)
             : NULL;
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : "";
}

static gsize
get_length (TroupeValue *list)
{
  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (list)
             : 0;
}

/* Formats a number. @digits: number of decimal places; -1 truncates to an integer */
static char *
number_to_text (TroupeValue *value, int digits)
{
  double number = 0;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    return g_strdup ("–");
  number = troupe_value_get_double (value);
  return digits < 0 ? g_strdup_printf ("%.0f", floor (number))
                    : g_strdup_printf ("%.*f", digits, number);
}

/* Adds a row that consists of a title, a number for each round, and the mean. @last: (nullable) */
static void
add_row (GPtrArray *rows,
         const char *title,
         TroupeValue *numbers,
         int digits,
         TroupeValue *average,
         int average_digits,
         const char *last)
{
  GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

  g_assert (rows != NULL);

  g_ptr_array_add (row, troupe_text_first_line (title));
  for (gsize i = 0; i < get_length (numbers); i++)
    g_ptr_array_add (row, number_to_text (troupe_value_list_get (numbers, i), digits));
  g_ptr_array_add (row, number_to_text (average, average_digits));
  g_ptr_array_add (row, troupe_text_to_line (last != NULL ? last : ""));
  g_ptr_array_add (rows, row);
}

/* Aligns numbers to the right and text to the left of their columns. */
static void
print_rows (GPtrArray *rows)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert (rows != NULL && rows->len > 0);

  for (guint i = 0; i < rows->len; i++)
    {
      GPtrArray *row = rows->pdata[i];

      for (guint column = 0; column < row->len; column++)
        {
          const char *text = row->pdata[column];
          glong n_blanks;
          gboolean is_text;
          glong width = 0;

          for (guint j = 0; j < rows->len; j++)
            width = MAX (width, g_utf8_strlen (((GPtrArray *) rows->pdata[j])->pdata[column], -1));
          n_blanks = width - g_utf8_strlen (text, -1);
          is_text = column == 0 || column + 1 == row->len;
          g_string_append_printf (out, "%s%*s%s", column > 0 ? "  " : "",
                                  is_text ? 0 : (int) n_blanks, "", text);
          if (column == 0)
            g_string_append_printf (out, "%*s", (int) n_blanks, "");
        }
      while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, out->str);
}

void
troupe_rounds_print (TroupeValue *value)
{
  g_return_if_fail (value != NULL);

  if (get (value, "table") != NULL)
    {
      TroupeValue *table = get (value, "table");
      TroupeValue *tasks = get (table, "tasks");
      TroupeValue *crew = get (table, "crew");
      TroupeValue *seconds = get (table, "seconds");
      g_autoptr (GPtrArray) rows =
          g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
      gsize n = get_length (get (crew, "scores"));
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      g_assert (table != NULL);
      g_assert (rows != NULL);
      g_ptr_array_add (row, g_strdup (_ ("Task")));
      for (gsize i = 1; i <= n; i++)
        /* Translators: column heading; the number is the index of a run */
        g_ptr_array_add (row, g_strdup_printf (_ ("Run %" PRIuPTR), i));
      g_ptr_array_add (row, g_strdup (_ ("Average")));
      g_ptr_array_add (row, g_strdup (_ ("Agent")));
      g_ptr_array_add (rows, row);
      for (gsize i = 0; i < get_length (tasks); i++)
        {
          TroupeValue *task = troupe_value_list_get (tasks, i);

          add_row (rows, get_text (task, "task"), get (task, "scores"), 1, get (task, "average"), 1,
                   get_text (task, "agent"));
        }
      add_row (rows, _ ("Crew"), get (crew, "scores"), 2, get (crew, "average"), 1, NULL);
      add_row (rows, _ ("Seconds"), get (seconds, "rounds"), -1, get (seconds, "average"), -1,
               NULL);
      print_rows (rows);
    }
  else if (get (value, "agents") != NULL)
    {
      const char *file = get_text (value, "file");
      TroupeValue *agents = get (value, "agents");

      g_assert (agents != NULL);
      for (gsize i = 0; i < troupe_value_map_get_size (agents); i++)
        {
          g_autofree char *role = troupe_text_first_line (
              troupe_value_get_string (troupe_value_map_get_key (agents, i), NULL));
          TroupeValue *suggestions = get (troupe_value_map_get_value (agents, i), "suggestions");

          troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", role);
          for (gsize k = 0; k < get_length (suggestions); k++)
            {
              g_autofree char *text = troupe_terminal_move_in (
                  troupe_value_get_string (troupe_value_list_get (suggestions, k), NULL));

              troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "- %s\n", text);
            }
        }
      /* Translators: %s is a file */
      troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("Training results saved to %s.\n"),
                             file);
    }
}

/* --- Execution -------------------------------------------------------------------------------- */

static gboolean
find_count (TroupeCommandLine *line, guint fallback, guint *n)
{
  const char *text = troupe_command_line_get (line, "iterations");
  guint64 number = 0;

  g_assert (n != NULL);

  *n = fallback;
  if (text == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, ROUNDS_MOST, &number, NULL))
    {
      troupe_terminal_print_error (_ ("-n must be an integer from 1 to %u, not “%s”."), ROUNDS_MOST,
                                   text);
      return FALSE;
    }
  *n = (guint) number;
  return TRUE;
}

static TroupeExit
begin (TroupeCommandLine *line,
       TroupeLoaded *loaded,
       TroupeRunReport *report,
       TroupeRun *run,
       TroupeStore *store)
{
  g_autofree char *reason = NULL;
  g_autofree char *where = NULL;

  g_assert (TROUPE_IS_RUN (run));

  if (!troupe_consent_prompt_ask (line, run, &reason, &where))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, where);
  return troupe_run_execute_and_report (line, loaded, report, run, store);
}

static gboolean
has_inputs (TroupeLoaded *loaded, TroupeValue *inputs, char **message)
{
  g_autofree char *missing =
      troupe_run_crew_find_missing (troupe_crew_document_get_crew (loaded->crew), inputs);

  g_assert (message != NULL);

  if (missing == NULL || troupe_crew_document_get_crew (loaded->crew)->n_before > 0)
    return TRUE;
  *message = g_strdup_printf (
      /* Translators: both %s are the name of the same input */
      _ ("The crew requires the input “%s”. Provide it with --input %s=VALUE."), missing, missing);
  return FALSE;
}

static TroupeExit
load_and_begin (TroupeCommandLine *line,
                TroupeLoaded *loaded,
                TroupeRunReport *report,
                guint n,
                void (*prepare) (TroupeCommandLine *line, TroupeRun *run, guint n))
{
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  g_autofree char *message = NULL;
  gint64 timeout_us = 0;

  g_assert (loaded != NULL);

  if (!troupe_run_find_timeout (line, &timeout_us) ||
      !troupe_run_inputs_collect (line, troupe_flow_document_get_flow (loaded->document), &inputs))
    return TROUPE_EXIT_INVALID;
  if (!has_inputs (loaded, inputs, &message))
    {
      troupe_run_refuse (line, loaded, "run_error", "schema", message, NULL);
      return TROUPE_EXIT_RUN_FAILED;
    }
  run = troupe_run_new (troupe_flow_document_get_flow (loaded->document));
  store = troupe_run_attach_store (line, loaded, run);
  troupe_run_set_inputs (run, inputs);
  troupe_run_set_timeout (run, timeout_us);
  if (!troupe_run_set_limits (line, run))
    return TROUPE_EXIT_INVALID;
  prepare (line, run, n);
  return begin (line, loaded, report, run, store);
}

TroupeExit
troupe_rounds_execute (TroupeCommandLine *line,
                       guint fallback,
                       void (*prepare) (TroupeCommandLine *line, TroupeRun *run, guint n))
{
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunReport) report = NULL;
  guint n = 0;

  g_return_val_if_fail (line != NULL && prepare != NULL, TROUPE_EXIT_INVALID);

  if (!troupe_consent_prompt_check_words (line) || !find_count (line, fallback, &n))
    return TROUPE_EXIT_INVALID;
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  loaded = troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  if (loaded->document == NULL)
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  if (loaded->crew == NULL)
    {
      troupe_terminal_print_error (_ ("%s is not a crew: only crews can be trained and tested."),
                                   loaded->name);
      return TROUPE_EXIT_INVALID;
    }
  return load_and_begin (line, loaded, report, n, prepare);
}
