/* troupe-command-history-delete.c: troupectl history delete
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history-delete"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-command-history-delete.h"
#include "troupe-terminal.h"

/* Options that select the runs; exactly one of them is required. */
static const char *const choices[] = { "older-than", "keep", "all" };

/* Parses an age such as `30d`; the result is in microseconds. */
static gboolean
read_age (const char *text, gint64 *age_us)
{
  static const struct
  {
    char unit;
    gint64 seconds;
  } units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 }, { 'w', 604800 } };
  const gsize length = strlen (text);
  g_autofree char *number = length > 0 ? g_strndup (text, length - 1) : NULL;
  guint64 count;

  for (guint i = 0; number != NULL && i < G_N_ELEMENTS (units); i++)
    {
      const guint64 most = (guint64) (G_MAXINT64 / G_USEC_PER_SEC / units[i].seconds);

      if (text[length - 1] != units[i].unit ||
          !g_ascii_string_to_unsigned (number, 10, 0, most, &count, NULL))
        continue;
      *age_us = (gint64) count * units[i].seconds * G_USEC_PER_SEC;
      return TRUE;
    }
  return FALSE;
}

static void
tell (TroupeCommandLine *line, guint n_deleted)
{
  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "deleted", troupe_value_new_integer (n_deleted));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
      return;
    }
  if (!troupe_command_line_has (line, "quiet"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                           ngettext ("%u run deleted.\n", "%u runs deleted.\n", n_deleted),
                           n_deleted);
}

static TroupeExit
delete_beyond (TroupeCommandLine *line, TroupeStore *store)
{
  TroupeStoreRetention retention;
  g_autoptr (GError) error = NULL;
  guint n_deleted = 0;
  const char *age = troupe_command_line_get (line, "older-than");
  const char *count = troupe_command_line_get (line, "keep");
  guint64 number;

  g_assert (TROUPE_IS_STORE (store));

  /* Reads the retention options. Prints an error if they are invalid. */
  retention = (TroupeStoreRetention) TROUPE_STORE_RETENTION_NONE;
  if (troupe_command_line_has (line, "all"))
    retention.max_runs = 0;
  if (age != NULL && !read_age (age, &retention.max_age_us))
    {
      troupe_terminal_print_error (
          _ ("--older-than must be a time span such as 12h, 30d or 8w, not “%s”."), age);
      return TROUPE_EXIT_INVALID;
    }
  if (count != NULL)
    {
      if (!g_ascii_string_to_unsigned (count, 10, 0, G_MAXINT64, &number, NULL))
        {
          troupe_terminal_print_error (_ ("--keep must be an integer, not “%s”."), count);
          return TROUPE_EXIT_INVALID;
        }
      retention.max_runs = (gint64) number;
    }
  if (!troupe_store_prune (store, &retention, &n_deleted, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  tell (line, n_deleted);
  return TROUPE_EXIT_OK;
}

gboolean
troupe_command_history_delete_check (TroupeCommandLine *line, const char *const *names)
{
  guint n_ways = names != NULL && names[0] != NULL ? 1 : 0;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      if (!troupe_command_line_has (line, choices[i]))
        continue;
      if (names == NULL)
        {
          troupe_terminal_print_error (_ ("--%s can only be used with: troupectl history delete"),
                                       choices[i]);
          return FALSE;
        }
      n_ways++;
    }
  if (names == NULL || n_ways == 1)
    return TRUE;
  troupe_terminal_print_error (_ ("Specify the runs to delete: troupectl history delete RUN…, "
                                  "--older-than TIME, --keep N or --all"));
  return FALSE;
}

TroupeExit
troupe_command_history_delete (TroupeCommandLine *line,
                               TroupeStore *store,
                               const char *const *names)
{
  g_return_val_if_fail (TROUPE_IS_STORE (store), TROUPE_EXIT_RUN_FAILED);

  if (names[0] != NULL)
    {
      g_autoptr (GPtrArray) ids = NULL;
      g_autoptr (GError) error = NULL;

      /* If one of the runs cannot be deleted, returns NULL, so that no run is deleted. */
      ids = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autoptr (GError) cause = NULL;
          g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, names[i], &cause);

          if (record == NULL)
            {
              troupe_terminal_print_error ("%s", cause->message);
              return TROUPE_EXIT_INVALID;
            }
          if (record->status == TROUPE_RUN_STATUS_RUNNING)
            {
              troupe_terminal_print_error (
                  _ ("The run %s is still running. Wait until it has finished, or stop it first."),
                  record->id);
              return TROUPE_EXIT_INVALID;
            }
          if (!g_ptr_array_find_with_equal_func (ids, record->id, g_str_equal, NULL))
            g_ptr_array_add (ids, g_steal_pointer (&record->id));
        }
      g_ptr_array_add (ids, NULL);
      if (!troupe_store_delete_runs (store, (const char *const *) ids->pdata, &error))
        {
          troupe_terminal_print_error ("%s", error->message);
          return TROUPE_EXIT_RUN_FAILED;
        }
      tell (line, ids->len - 1);
      return TROUPE_EXIT_OK;
    }
  return delete_beyond (line, store);
}
