/* troupe-command-compare.c: troupectl compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-compare"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-command.h"
#include "troupe-run-comparison.h"
#include "troupe-terminal.h"

/* --- Text ------------------------------------------------------------------------------------- */

/* (transfer none) */
static const char *
get_text (TroupeValue *map, const char *name)
{
  const char *text = troupe_value_get_member_text (map, name);

  return text != NULL ? text : "";
}

/* Prints the two sides of a difference. */
static void
print_sides (TroupeValue *difference)
{
  g_autofree char *first = troupe_terminal_move_in (get_text (difference, "first"));
  g_autofree char *second = troupe_terminal_move_in (get_text (difference, "second"));

  troupe_terminal_print (stdout, TROUPE_COLOUR_RED, "  - %s\n", *first != '\0' ? first : "–");
  troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN, "  + %s\n", *second != '\0' ? second : "–");
}

static void
print_first (TroupeValue *first)
{
  const char *what = get_text (first, "what");
  const char *failed = get_text (first, "failed");
  const char *path = get_text (first, "path");
  g_autofree char *outcome = NULL;
  const char *outcome_what;
  TroupeValue *count;
  guint number;
  TroupeValue *caller;
  g_autoptr (GString) by = NULL;
  g_autofree char *name = NULL;

  outcome_what = get_text (first, "what");
  count = troupe_value_get_member_of (first, "number", TROUPE_VALUE_INTEGER);
  number = count != NULL ? (guint) troupe_value_get_integer (count) : 0;
  caller = troupe_value_get_member_of (first, "by", TROUPE_VALUE_MAP);
  by = g_string_new (NULL);
  name =
      number > 1
          /* Translators: model, tool, method or task; its name; number of the call */
          ? g_strdup_printf (_ ("%s “%s”, call %u"), outcome_what, get_text (first, "name"), number)
          /* Translators: model, tool, method or task; its name */
          : g_strdup_printf (_ ("%s “%s”"), outcome_what, get_text (first, "name"));
  /* A method or a task is its own caller. */
  for (gsize i = 0; caller != NULL && i < troupe_value_map_get_size (caller) &&
                    !g_str_equal (outcome_what, "method") && !g_str_equal (outcome_what, "task");
       i++)
    g_string_append_printf (by, "%s%s “%s”", by->len > 0 ? ", " : "",
                            troupe_value_get_string (troupe_value_map_get_key (caller, i), NULL),
                            troupe_value_get_string (troupe_value_map_get_value (caller, i), NULL));
  outcome = by->len > 0 ? g_strdup_printf ("%s (%s)", name, by->str) : g_steal_pointer (&name);
  if (g_str_equal (what, "document"))
    troupe_terminal_write (stdout, TROUPE_COLOUR_BOLD,
                           _ ("The documents differ, but what the runs did is the same.\n"));
  else if (g_str_equal (what, "inputs"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, _ ("The runs first differ in %s:\n"),
                           get_text (first, "path"));
  else if (g_str_equal (failed, "first"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD,
                           /* Translators: such as: method “draft” */
                           _ ("The runs first differ in the %s, which failed in the first run:\n"),
                           outcome);
  else if (g_str_equal (failed, "second"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD,
                           /* Translators: such as: method “draft” */
                           _ ("The runs first differ in the %s, which failed in the second run:\n"),
                           outcome);
  else if (*path != '\0')
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD,
                           /* Translators: such as: method “draft”; a place in its result */
                           _ ("The runs first differ in the result of the %s, at %s:\n"), outcome,
                           path);
  else
    troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD,
                           /* Translators: such as: method “draft” */
                           _ ("The runs first differ in the result of the %s:\n"), outcome);
  if (troupe_value_get_member (first, "first") != NULL)
    print_sides (first);
}

static void
print_names (const char *title, TroupeValue *names)
{
  for (gsize i = 0; names != NULL && i < troupe_value_list_get_length (names); i++)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s%s", i == 0 ? title : ", ",
                           troupe_value_get_string (troupe_value_list_get (names, i), NULL));
  if (names != NULL && troupe_value_list_get_length (names) > 0)
    fputc ('\n', stdout);
}

static void
print_pair (const char *title, TroupeValue *pair)
{
  g_autofree char *first =
      troupe_value_to_json (troupe_value_list_get (pair, 0), TROUPE_JSON_SPACED);
  g_autofree char *second =
      troupe_value_to_json (troupe_value_list_get (pair, 1), TROUPE_JSON_SPACED);

  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s %s → %s\n", title, first, second);
}

/* --- The command ------------------------------------------------------------------------------ */

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *ids = troupe_command_line_get_arguments (line);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_command_open_store (line, &error);
  g_autoptr (TroupeRunRecord) first = NULL;
  g_autoptr (TroupeRunRecord) second = NULL;
  g_autoptr (GPtrArray) first_events = NULL;
  g_autoptr (GPtrArray) second_events = NULL;
  g_autoptr (TroupeValue) value = NULL;

  if (store != NULL)
    first = troupe_store_get_run (store, ids[0], &error);
  if (first != NULL)
    second = troupe_store_get_run (store, ids[1], &error);
  if (second != NULL)
    first_events = troupe_store_get_events (store, first->id, &error);
  if (first_events != NULL)
    second_events = troupe_store_get_events (store, second->id, &error);
  if (second_events == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  value = troupe_run_comparison_new (first, first_events, second, second_events);
  if (troupe_command_line_has (line, "json"))
    troupe_terminal_print_json (value);
  else
    {
      TroupeValue *comparison = troupe_value_get_member (value, "first");
      TroupeValue *document = troupe_value_get_member (value, "document");
      TroupeValue *list = troupe_value_get_member (value, "differences");

      if (comparison != NULL)
        print_first (comparison);
      else
        troupe_terminal_write (stdout, TROUPE_COLOUR_GREEN, _ ("The runs did the same.\n"));
      print_names (_ ("Changed or new in the document: "),
                   troupe_value_get_member (document, "changed"));
      print_names (_ ("Removed from the document: "),
                   troupe_value_get_member (document, "removed"));
      for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
        {
          TroupeValue *difference = troupe_value_list_get (list, i);

          troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", get_text (difference, "path"));
          print_sides (difference);
        }
      print_pair (_ ("Status:"), troupe_value_get_member (value, "status"));
      print_pair (_ ("Cost:"), troupe_value_get_member (value, "cost"));
      print_pair (_ ("Seconds:"), troupe_value_get_member (value, "seconds"));
    }
  return TROUPE_EXIT_OK;
}

static const TroupeOption options[] = { { NULL } };

const TroupeCommand troupe_command_compare = {
  .name = "compare",
  .arguments = "RUN RUN",
  .summary = N_ ("Show where two saved runs first differ, and the differences of their results."),
  .example = "troupectl compare 3f2a 81c0",
  .options = options,
  .min_arguments = 2,
  .max_arguments = 2,
  .run = run,
};
