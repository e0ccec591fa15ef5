/* troupe-run-part.c: options of a command that run a part of a document, or reuse a saved run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-part"

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "troupe-money.h"
#include "troupe-run-extent.h"
#include "troupe-run-fork.h"
#include "troupe-run-kind.h"
#include "troupe-run-part.h"
#include "troupe-run-reuse.h"
#include "troupe-terminal.h"

gboolean
troupe_run_part_check (TroupeCommandLine *line)
{
  static const char *const others[] = { "id", "fork-from", "from-checkpoint" };

  if (troupe_command_line_has (line, "from") && troupe_command_line_has (line, "only"))
    {
      troupe_terminal_print_error (
          _ ("--from and --only cannot be used together. With --only, --run RUN specifies the run "
             "whose outputs are used."));
      return FALSE;
    }
  if (troupe_command_line_has (line, "run") && !troupe_command_line_has (line, "from") &&
      !troupe_command_line_has (line, "only"))
    {
      troupe_terminal_print_error (_ ("--run requires --from METHOD or --only METHOD."));
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if ((troupe_command_line_has (line, "from") || troupe_command_line_has (line, "run")) &&
        troupe_command_line_has (line, others[i]))
      {
        troupe_terminal_print_error (
            _ ("--from, --run and --%s cannot be used together: each specifies the initial state."),
            others[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
print_error (const GError *error)
{
  troupe_terminal_print_error ("%s", error->message);
  return FALSE;
}

/* Splits `NAME=JSON`. A value that is not valid JSON is a string. Prints an error and returns FALSE if there is no name. */
static gboolean
split_pair (const char *option, const char *pair, char **name, TroupeValue **value)
{
  const char *equal = strchr (pair, '=');

  if (equal == NULL || equal == pair || !g_utf8_validate (pair, -1, NULL))
    {
      troupe_terminal_print_error (_ ("--%s must be NAME=JSON, not “%s”."), option, pair);
      return FALSE;
    }
  *name = g_strndup (pair, (gsize) (equal - pair));
  *value = troupe_value_from_json (equal + 1, -1, NULL);
  if (*value == NULL)
    *value = troupe_value_new_string (equal + 1, -1);
  return TRUE;
}

static gboolean
set_extent (TroupeCommandLine *line, TroupeRun *run)
{
  const char *until = troupe_command_line_get (line, "until");
  const char *only = troupe_command_line_get (line, "only");
  g_autofree const char **pairs = troupe_command_line_get_all (line, "input-of");
  g_autoptr (GError) error = NULL;

  if ((until != NULL && !troupe_run_set_until (run, until, &error)) ||
      (only != NULL && !troupe_run_set_only (run, only, &error)))
    return print_error (error);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (TroupeValue) value = NULL;

      if (!split_pair ("input-of", pairs[i], &name, &value))
        return FALSE;
      if (!troupe_run_set_input_of (run, name, value, &error))
        return print_error (error);
    }
  troupe_run_set_ignores_pins (run, troupe_command_line_has (line, "ignore-pins"));
  return TRUE;
}

static gboolean
set_beginning (TroupeCommandLine *line, TroupeRun *run, TroupeStore *store, const char *path)
{
  const char *from = troupe_command_line_get (line, "from");
  const char *id = troupe_command_line_get (line, "run");
  g_autoptr (TroupeValue) inputs = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) cause = NULL;

  if (from == NULL)
    from = troupe_command_line_get (line, "only");
  if (troupe_run_get_kind (run)->has_state && troupe_run_get_inputs (run) != NULL)
    {
      inputs = troupe_value_ref (troupe_run_get_inputs (run));
      troupe_run_set_inputs (run, NULL);
    }
  if (id != NULL && g_str_equal (id, "last"))
    id = NULL;
  if (!troupe_run_set_from (run, store, id, path, from, &error))
    return print_error (error);
  /* The inputs of a flow that begins with a saved run change its state. */
  for (gsize i = 0; inputs != NULL && i < troupe_value_map_get_size (inputs); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (inputs, i), NULL);
      g_autofree char *input_path = g_strdup_printf ("state['%s']", key);

      if (!troupe_run_change_beginning (run, input_path, troupe_value_map_get_value (inputs, i),
                                        &cause))
        return print_error (cause);
    }
  return TRUE;
}

gboolean
troupe_run_part_set (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run)
{
  const gboolean begins =
      troupe_command_line_has (line, "from") || troupe_command_line_has (line, "run");
  const char *file = troupe_loaded_get_path (loaded);
  g_autofree char *path = g_canonicalize_filename (file != NULL ? file : loaded->name, NULL);
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const char *id;
  g_autoptr (GError) cause = NULL;

  if (!set_extent (line, run))
    return FALSE;
  if (!begins && !troupe_command_line_has (line, "reuse"))
    return TRUE;
  store = troupe_command_open_store (line, &error);
  if (store == NULL)
    return print_error (error);
  if (begins && !set_beginning (line, run, store, path))
    return FALSE;
  id = troupe_command_line_get (line, "reuse");
  if (id == NULL ||
      troupe_run_set_reuse (run, store, g_str_equal (id, "last") ? NULL : id, path, &cause))
    return TRUE;
  return print_error (cause);
}

gboolean
troupe_run_part_change (TroupeCommandLine *line, TroupeRun *run)
{
  g_autofree const char **pairs = troupe_command_line_get_all (line, "set");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *place = NULL;
      g_autoptr (TroupeValue) value = NULL;

      if (!split_pair ("set", pairs[i], &place, &value))
        return FALSE;
      if (!troupe_run_change_beginning (run, place, value, &error))
        return print_error (error);
    }
  return TRUE;
}

void
troupe_run_part_print_reuse (TroupeCommandLine *line, TroupeRun *run)
{
  guint n_reused = 0, n_made = 0;
  gint64 saved = 0;
  guint n_results;
  g_autofree char *money = NULL;

  if (troupe_run_get_reused_run (run) == NULL || troupe_command_line_has (line, "quiet") ||
      troupe_command_line_has (line, "json"))
    return;
  troupe_run_count_reused (run, &n_reused, &n_made);
  troupe_terminal_print (stderr, TROUPE_COLOUR_NONE,
                         /* Translators: both %u are numbers of calls, %s is the ID of a run */
                         _ ("Reused %u calls of the run %.8s, made %u.\n"), n_reused,
                         troupe_run_get_reused_run (run), n_made);
  /* Prints how many results were reused as a whole, if any. */
  n_results = troupe_run_count_reused_results (run, &saved);
  money = saved > 0 ? troupe_money_describe_sum (saved, TRUE) : NULL;
  if (n_results == 0)
    return;
  if (money != NULL)
    troupe_terminal_print (stderr, TROUPE_COLOUR_NONE,
                           /* Translators: a number of methods or tasks, and an amount of money */
                           ngettext ("Reused %u result, saved %s.\n",
                                     "Reused %u results, saved %s.\n", n_results),
                           n_results, money);
  else
    troupe_terminal_print (stderr, TROUPE_COLOUR_NONE,
                           ngettext ("Reused %u result.\n", "Reused %u results.\n", n_results),
                           n_results);
}
