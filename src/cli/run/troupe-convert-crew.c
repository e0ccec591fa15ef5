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
#include "troupe-folder-policy.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"

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

static TroupeValue *
import_to_value (TroupeCrewImport *import, const char *path, const char *output)
{
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, import->items->len + 1);
  g_autofree TroupeValue **files = g_new0 (TroupeValue *, import->needed->len + 1);
  TroupeMapBuilder builder;

  for (guint i = 0; i < import->items->len; i++)
    items[i] = item_to_value (import->items->pdata[i]);
  for (guint i = 0; i < import->needed->len; i++)
    files[i] =
        troupe_value_new_string (((TroupeCrewImportFile *) import->needed->pdata[i])->path, -1);
  troupe_map_builder_init (&builder);
  add_text (&builder, "file", path);
  add_text (&builder, "output", output);
  add_text (&builder, "format", "crew");
  add_number (&builder, "left_out", import->n_left_out);
  add_number (&builder, "changed", import->n_changed);
  add_number (&builder, "carried", import->n_carried);
  add_number (&builder, "wrong", import->n_wrong);
  troupe_map_builder_add (&builder, "items", troupe_value_new_list (items, import->items->len));
  troupe_map_builder_add (&builder, "needed", troupe_value_new_list (files, import->needed->len));
  return troupe_map_builder_end (&builder);
}

/* Returns the path of the crew file for @output. (transfer full) (nullable) */
static char *
find_target (const char *output)
{
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *folder = NULL;
  g_autofree char *present = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (output, "-"))
    {
      troupe_terminal_print_error (
          _ ("A crew is a folder of several files. Usage: troupectl convert FOLDER -o CREW"));
      return NULL;
    }
  folder = g_str_equal (base, "crew.jsonc") ? g_path_get_dirname (output) : g_strdup (output);
  if (!troupe_file_check_chosen_folder (folder, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return NULL;
    }
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

/* Returns the names as one line. (transfer full) */
static char *
join_names (const char *const *names)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    troupe_text_list_append (list, names[i]);
  return troupe_text_to_line (list->str);
}

/* Asks before modules of the project are copied to a folder with programs. Returns FALSE after an error if they must not be. */
static gboolean
ask_programs (TroupeCommandLine *line, GPtrArray *needed, const char *folder)
{
  g_auto (GStrv) programs = troupe_crew_import_list_programs (needed, folder);
  g_autofree char *list = programs != NULL ? join_names ((const char *const *) programs) : NULL;

  if (programs == NULL || troupe_command_line_has (line, "yes"))
    return TRUE;
  troupe_terminal_print_error (
      /* Translators: %s is a folder; the second one is a list of files. */
      _ ("The folder “%s” contains or belongs to other programs. Test tools and programs that "
         "start "
         "there may execute the Python code that is copied with the crew: %s"),
      folder, list);
  if (troupe_terminal_is (stdin) && troupe_terminal_is (stderr) &&
      troupe_terminal_ask (_ ("Copy it? [y/N] ")))
    return TRUE;
  troupe_terminal_print_error (_ (
      "Nothing was written. Review the files and repeat the command with --yes, or specify a new "
      "folder outside of other projects."));
  return FALSE;
}

/* Prints the names of the files that were copied or written beside the crew. */
static void
print_files (GPtrArray *needed)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < needed->len; i++)
    g_ptr_array_add (names, ((const TroupeCrewImportFile *) needed->pdata[i])->path);
  if (names->len == 0)
    return;
  g_ptr_array_add (names, NULL);
  list = join_names ((const char *const *) names->pdata);
  /* Translators: %s is a list of files. */
  text = g_strdup_printf (_ ("Files that were written with the crew: %s"), list);
  troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW, text);
  fputc ('\n', stderr);
}

/* Converts one crew. What is wrong in it does not prevent the conversion of the rest.
 * @name: (nullable); @value: (out) (transfer full) (nullable): the report */
static TroupeExit
convert_one (TroupeCommandLine *line,
             const char *path,
             const char *name,
             const char *output,
             TroupeValue **value)
{
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *target = NULL, *folder = NULL;

  import = troupe_crew_import_new (path, name, &error);
  if (import == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  target = find_target (output);
  if (target == NULL)
    return TROUPE_EXIT_INVALID;
  /* The code comes first, because the crew names it. */
  folder = g_path_get_dirname (target);
  if (!ask_programs (line, import->needed, folder))
    return TROUPE_EXIT_CONSENT;
  if (!troupe_crew_import_write_files (import->needed, folder, &error) ||
      !troupe_document_save (TROUPE_DOCUMENT (import->document), target, FALSE, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (!troupe_command_line_has (line, "quiet"))
    {
      /* Converted items are only printed if everything is TRUE. */
      gboolean everything = troupe_command_line_has (line, "verbose");
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
      print_files (import->needed);
    }
  *value = import_to_value (import, path, target);
  return import->n_wrong > 0 ? TROUPE_EXIT_ITEMS_FAILED : TROUPE_EXIT_OK;
}

/* Converts each crew to a folder in @output that has its name. */
static TroupeExit
convert_all (TroupeCommandLine *line, const char *path, char **names, const char *output)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  TroupeExit result = TROUPE_EXIT_OK;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFolderPolicy) policy = NULL;

  if (!troupe_file_check_chosen_folder (output, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  policy = troupe_folder_policy_new (output);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (output, names[i], NULL);
      g_autofree char *inner = g_build_filename (names[i], "crew.jsonc", NULL);
      TroupeValue *value = NULL;
      TroupeExit exit;

      /* The names of the classes come from the project, and OUT may contain parts of a repository. */
      if (!troupe_folder_policy_check_destination (policy, inner, &error))
        {
          troupe_terminal_print_error ("%s", error->message);
          g_clear_error (&error);
          result = TROUPE_EXIT_INVALID;
          continue;
        }
      if (!troupe_command_line_has (line, "quiet"))
        {
          g_autofree char *text = g_strdup_printf ("%s → %s", names[i], folder);

          troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, text);
          fputc ('\n', stderr);
        }
      exit = convert_one (line, path, names[i], folder, &value);
      if (value != NULL)
        g_ptr_array_add (values, value);
      if (exit != TROUPE_EXIT_OK && (value == NULL || result == TROUPE_EXIT_OK))
        result = exit;
    }
  if (troupe_command_line_has (line, "json"))
    {
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) whole = NULL;

      troupe_map_builder_init (&builder);
      add_text (&builder, "file", path);
      add_text (&builder, "output", output);
      add_text (&builder, "format", "crews");
      troupe_map_builder_add (&builder, "crews",
                              troupe_value_new_list ((TroupeValue **) values->pdata, values->len));
      whole = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (whole);
    }
  else
    g_ptr_array_foreach (values, (GFunc) troupe_value_unref, NULL);
  return result;
}

TroupeExit
troupe_convert_crew (TroupeCommandLine *line, const char *path, const char *output)
{
  const char *name = troupe_command_line_get (line, "crew");
  g_auto (GStrv) names = troupe_crew_import_list (path);
  g_autoptr (TroupeValue) value = NULL;
  TroupeExit exit;

  if (name == NULL && g_strv_length (names) > 1 && !g_str_equal (output, "-"))
    return convert_all (line, path, names, output);
  exit = convert_one (line, path, name, output, &value);
  if (value != NULL && troupe_command_line_has (line, "json"))
    troupe_terminal_print_json (value);
  return exit;
}
