/* troupe-command-test-import.c: troupectl test import
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-test-import"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-command-test-import.h"
#include "troupe-file.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"
#include "troupe-test-import.h"

/* Returns the name of the document as the file of tests has to write it, NULL with a printed error. (transfer full)
 * (nullable) */
static char *
find_document (TroupeCommandLine *line, const char *output)
{
  const char *given = troupe_command_line_get (line, "document");
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *base = g_canonicalize_filename (folder, NULL);
  g_autofree char *whole = given != NULL ? g_canonicalize_filename (given, NULL) : NULL;
  const gsize length = strlen (base);

  if (whole == NULL)
    {
      g_autofree char *name = g_path_get_basename (output);

      return g_strdup_printf ("%.*s.json", (int) (strlen (name) - strlen (TROUPE_TEST_SUFFIX)),
                              name);
    }
  if (g_str_equal (whole, base))
    return g_strdup (".");
  if (g_str_has_prefix (whole, base) && whole[length] == G_DIR_SEPARATOR)
    return g_strdup (whole + length + 1);
  troupe_terminal_print_error (_ ("The file of tests must be in the folder of “%s” or above it."),
                               whole);
  return NULL;
}

static TroupeValue *
gap_to_value (const TroupeImportGap *gap)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "line", troupe_command_number_or_null (gap->line));
  troupe_map_builder_add (&builder, "count", troupe_value_new_integer (gap->n));
  troupe_map_builder_add (&builder, "what", troupe_value_new_string (gap->what, -1));
  troupe_map_builder_add (&builder, "why", troupe_value_new_string (gap->why, -1));
  return troupe_map_builder_end (&builder);
}

TroupeExit
troupe_command_test_import (TroupeCommandLine *line, const char *path)
{
  const char *output = troupe_command_line_get (line, "output");
  g_autofree char *document = NULL;
  TroupeTestImportOptions options = { NULL, troupe_command_line_get (line, "data"),
                                      troupe_command_line_get (line, "judge"),
                                      troupe_command_line_get (line, "input-name") };
  g_autoptr (TroupeTestImport) import = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (output == NULL || !troupe_test_file_matches (output))
    {
      troupe_terminal_print_error (
          _ ("Name the file of tests with -o FILE. Its name must end with “%s”."),
          TROUPE_TEST_SUFFIX);
      return TROUPE_EXIT_INVALID;
    }
  document = find_document (line, output);
  if (document == NULL)
    return TROUPE_EXIT_INVALID;
  options.document = document;
  import = troupe_test_import_load (path, &options, &error);
  if (import == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  text = troupe_value_to_json (import->file, TROUPE_JSON_PRETTY);
  if (!troupe_file_save_chosen (output, text, strlen (text), NULL, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (troupe_command_line_has (line, "json"))
    {
      g_autofree TroupeValue **gaps = g_new (TroupeValue *, import->gaps->len + 1);
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      for (guint i = 0; i < import->gaps->len; i++)
        gaps[i] = gap_to_value (import->gaps->pdata[i]);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "file", troupe_value_new_string (output, -1));
      troupe_map_builder_add (&builder, "cases", troupe_value_new_integer (import->n_cases));
      troupe_map_builder_add (&builder, "not_imported",
                              troupe_value_new_list (gaps, import->gaps->len));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else
    {
      for (guint i = 0; i < import->gaps->len; i++)
        {
          const TroupeImportGap *gap = import->gaps->pdata[i];
          g_autofree char *place =
              gap->line > 0 ? g_strdup_printf ("%s:%u", path, gap->line) : g_strdup (path);
          g_autofree char *count =
              gap->n > 1 ? g_strdup_printf (ngettext ("(%u time)", "(%u times)", gap->n), gap->n)
                         : g_strdup ("");

          troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s: %s%s%s: %s\n", place, gap->what,
                                 gap->n > 1 ? " " : "", count, gap->why);
        }
      if (!troupe_command_line_has (line, "quiet"))
        troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN,
                               /* Translators: a file, a number, a number */
                               _ ("%s: %u cases, %u notes about what was not imported\n"), output,
                               import->n_cases, import->gaps->len);
    }
  return TROUPE_EXIT_OK;
}
