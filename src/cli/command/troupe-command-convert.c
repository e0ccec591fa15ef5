/* troupe-command-convert.c: troupectl convert
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-convert"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-convert-crew.h"
#include "troupe-crew-import.h"
#include "troupe-plot-carry.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "output", 'o', "OUT",
    N_ ("Output file (.json, .jsonc, .yaml or .yml), or a folder to convert a project with "
        "agents.yaml, tasks.yaml and crew.py; - for standard output in the other format") },
  { "crew", 0, "NAME",
    N_ ("Class of the crew, if such a project contains several. By default each crew is written to "
        "a folder of its own in OUT.") },
  { NULL },
};

/* Determines the format from the extension of @output. For standard output, this is the format
 * in which the document is not written. */
static gboolean
find_format (const char *output, TroupeFormat other, TroupeFormat *format)
{
  *format = troupe_format_from_path (output, TROUPE_FORMAT_JSON);
  if (g_str_equal (output, "-"))
    *format = other;
  else if (troupe_format_from_path (output, TROUPE_FORMAT_YAML) != *format)
    {
      troupe_terminal_print_error (_ ("%s: unknown file format. Specify OUT.json or OUT.yaml."),
                                   output);
      return FALSE;
    }
  return TRUE;
}

static void
print_json (TroupeLoaded *loaded, const char *output, TroupeFormat format, GPtrArray *losses)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) value = NULL;

  g_assert (loaded != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "file", troupe_value_new_string (loaded->name, -1));
  troupe_map_builder_add (&builder, "output", troupe_value_new_string (output, -1));
  troupe_map_builder_add (&builder, "format",
                          troupe_value_new_string (format == TROUPE_FORMAT_YAML ? "yaml" : "json",
                                                   -1));
  troupe_map_builder_add (&builder, "problems", troupe_command_problems_to_value (losses));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);
}

static void
print_losses (TroupeLoaded *loaded, GPtrArray *losses)
{
  g_assert (loaded != NULL);

  for (guint i = 0; i < losses->len; i++)
    {
      g_autofree char *text = troupe_problem_to_text (losses->pdata[i], loaded->name);

      troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW, text);
      fputc ('\n', stderr);
    }
}

static TroupeExit
write_text (TroupeCommandLine *line, TroupeLoaded *loaded, const char *output, TroupeFormat format)
{
  g_autoptr (GPtrArray) losses = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  text = troupe_document_convert (TROUPE_DOCUMENT (loaded->document), format, &length, &losses,
                                  &error);
  if (text == NULL)
    {
      troupe_terminal_print_error ("%s: %s", loaded->name, error->message);
      return TROUPE_EXIT_INVALID;
    }
  if (g_str_equal (output, "-"))
    fwrite (text, 1, length, stdout);
  else if (!troupe_file_save (output, text, length, NULL, NULL, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (!troupe_command_line_has (line, "quiet"))
    print_losses (loaded, losses);
  if (troupe_command_line_has (line, "json") && !g_str_equal (output, "-"))
    print_json (loaded, output, format, losses);
  return TROUPE_EXIT_OK;
}

/* Unpacks the crew that is embedded in an image into a project in a new folder. */
static TroupeExit
unpack_crew (const TroupePlotCarried *carried, const char *folder)
{
  g_autoptr (GError) error = NULL;

  if (g_mkdir (folder, 0777) != 0)
    {
      troupe_terminal_print_error (
          _ ("Could not create the folder “%s”: %s. Specify a new folder."), folder,
          g_strerror (errno));
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_plot_carried_write (carried, folder, &error))
    return TROUPE_EXIT_OK;
  troupe_terminal_print_error ("%s", error->message);
  return TROUPE_EXIT_RUN_FAILED;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *output = troupe_command_line_get (line, "output");
  const char *file = troupe_command_line_get_arguments (line)[0];
  g_autoptr (TroupeLoaded) loaded = NULL;
  TroupeFormat format, other;

  if (output == NULL)
    {
      troupe_terminal_print_error (
          _ ("No output file specified. Usage: troupectl convert FILE -o OUT.yaml"));
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_crew_import_is_classic (file))
    return troupe_convert_crew (line, file, output);
  if (troupe_plot_carry_is_picture (file))
    {
      g_autoptr (TroupePlotCarried) carried = troupe_plot_carry_read_file (file, NULL);

      if (carried != NULL && carried->is_crew)
        return unpack_crew (carried, output);
    }
  if (!find_format (output, TROUPE_FORMAT_JSON, &format))
    return TROUPE_EXIT_INVALID;

  loaded = troupe_command_load (file);
  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  other = troupe_document_get_format (TROUPE_DOCUMENT (loaded->document)) == TROUPE_FORMAT_YAML
              ? TROUPE_FORMAT_JSON
              : TROUPE_FORMAT_YAML;
  find_format (output, other, &format);
  return write_text (line, loaded, output, format);
}

const TroupeCommand troupe_command_convert = {
  .name = "convert",
  .arguments = "FILE -o OUT",
  .summary = N_ ("Convert a flow between YAML and JSON, convert a classic project (agents.yaml, "
                 "tasks.yaml, crew.py) to a crew, or extract the document of an exported image."),
  .example = "troupectl convert content.json -o content.yaml",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
