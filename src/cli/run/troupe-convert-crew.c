/* troupe-convert-crew.c: conversion of a classic crew (YAML and Python) to a crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-convert-crew"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-convert-crew.h"
#include "troupe-crew-import.h"
#include "troupe-terminal.h"

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

static void
add_number (TroupeMapBuilder *builder, const char *key, guint number)
{
  troupe_map_builder_add (builder, key, troupe_value_new_integer (number));
}

static TroupeValue *
item_to_value (const TroupeCrewImportItem *item)
{
  static const char *const kinds[] = { "left_out", "changed", "carried" };
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "kind", kinds[item->kind]);
  add_text (&builder, "file", item->file);
  add_number (&builder, "line", item->line);
  add_number (&builder, "last_line", item->last_line);
  add_text (&builder, "what", item->what);
  add_text (&builder, "why", item->why);
  add_text (&builder, "path", item->path);
  return troupe_map_builder_end (&builder);
}

static void
print_json (TroupeCrewImport *import, const char *path, const char *output)
{
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, import->items->len + 1);
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  for (guint i = 0; i < import->items->len; i++)
    items[i] = item_to_value (import->items->pdata[i]);
  troupe_map_builder_init (&builder);
  add_text (&builder, "file", path);
  add_text (&builder, "output", output);
  add_text (&builder, "format", "crew");
  add_number (&builder, "left_out", import->n_left_out);
  add_number (&builder, "changed", import->n_changed);
  add_number (&builder, "carried", import->n_carried);
  troupe_map_builder_add (&builder, "items", troupe_value_new_list (items, import->items->len));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);
}

/* Converted items are only printed if @everything is TRUE. */
static void
print_items (TroupeCrewImport *import, gboolean everything)
{
  static const TroupeColour colours[] = { TROUPE_COLOUR_RED, TROUPE_COLOUR_YELLOW,
                                          TROUPE_COLOUR_GREEN };

  for (guint i = 0; i < import->items->len; i++)
    {
      const TroupeCrewImportItem *item = import->items->pdata[i];
      g_autofree char *text = troupe_crew_import_item_to_text (item);

      if (item->kind == TROUPE_CREW_IMPORT_CARRIED && !everything)
        continue;
      troupe_terminal_write (stderr, colours[item->kind], text);
      fputc ('\n', stderr);
    }
}

/* Returns the path of the crew file for @output. (transfer full) (nullable) */
static char *
find_target (const char *output)
{
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *folder = NULL;
  g_autofree char *present = NULL;

  if (g_str_equal (output, "-"))
    {
      troupe_terminal_print_error (
          _ ("A crew is a folder of several files. Usage: troupectl convert FOLDER -o CREW"));
      return NULL;
    }
  folder = g_str_equal (base, "crew.jsonc") ? g_path_get_dirname (output) : g_strdup (output);
  present = g_file_test (folder, G_FILE_TEST_IS_DIR) ? troupe_crew_find_file (folder) : NULL;
  if (present != NULL || g_file_test (folder, G_FILE_TEST_IS_REGULAR))
    {
      troupe_terminal_print_error (_ ("%s already exists. Specify a folder without a crew."),
                                   present != NULL ? present : folder);
      return NULL;
    }
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      troupe_terminal_print_error (_ ("Could not create the folder “%s”."), folder);
      return NULL;
    }
  return g_build_filename (folder, "crew.jsonc", NULL);
}

static TroupeExit
refuse (TroupeCrewImport *import)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (import->document));

  print_items (import, FALSE);
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];
      g_autofree char *text = NULL;

      if (problem->severity != TROUPE_SEVERITY_ERROR)
        continue;
      text = troupe_problem_to_text (problem, "crew.jsonc");
      troupe_terminal_print_error ("%s", text);
    }
  return TROUPE_EXIT_INVALID;
}

TroupeExit
troupe_convert_crew (TroupeCommandLine *line, const char *path, const char *output)
{
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *target = NULL;

  import = troupe_crew_import_new (path, &error);
  if (import == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_document_has_errors (TROUPE_DOCUMENT (import->document)))
    return refuse (import);
  target = find_target (output);
  if (target == NULL)
    return TROUPE_EXIT_INVALID;
  if (!troupe_document_save (TROUPE_DOCUMENT (import->document), target, FALSE, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (!troupe_command_line_has (line, "quiet"))
    print_items (import, troupe_command_line_has (line, "verbose"));
  if (troupe_command_line_has (line, "json"))
    print_json (import, path, target);
  return TROUPE_EXIT_OK;
}
