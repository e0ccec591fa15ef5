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
#include "troupe-consent-prompt.h"
#include "troupe-convert-crew.h"
#include "troupe-convert-flow.h"
#include "troupe-crew-import.h"
#include "troupe-plot-carry.h"
#include "troupe-project-kind.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "output", 'o', "OUT",
    N_ ("Output file (.json, .jsonc, .yaml or .yml), or a folder to convert a project with "
        "agents.yaml, tasks.yaml and crew.py; - for standard output in the other format") },
  { "crew", 0, "NAME",
    N_ ("Class of the crew or flow, if such a project contains several. By default each crew is "
        "written to a folder of its own in OUT.") },
  { "yes", 0, NULL,
    N_ ("Allow to execute the file of a Python flow, and what it imports, or to copy Python code "
        "of "
        "a crew to a folder with other programs") },
  { "allow", 0, "WORDS",
    N_ ("Allow code instead, as for “run”; no-sandbox allows it to run without a sandbox") },
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

/* @flow: (nullable): the Python flow from which the document was created */
static TroupeExit
write_text (TroupeCommandLine *line,
            TroupeLoaded *loaded,
            const TroupePythonFlow *flow,
            const char *output,
            TroupeFormat format)
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
  else if (!troupe_file_save_chosen (output, text, length, NULL, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (flow != NULL)
    troupe_convert_flow_check_place (flow, output, losses);
  if (!troupe_command_line_has (line, "quiet"))
    {
      for (guint i = 0; i < losses->len; i++)
        {
          g_autofree char *loss_text = troupe_problem_to_text (losses->pdata[i], loaded->name);

          troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW, loss_text);
          fputc ('\n', stderr);
        }
    }
  if (troupe_command_line_has (line, "json") && !g_str_equal (output, "-"))
    {
      TroupeMapBuilder builder;
      g_autoptr (TroupeValue) value = NULL;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "file", troupe_value_new_string (loaded->name, -1));
      troupe_map_builder_add (&builder, "output", troupe_value_new_string (output, -1));
      troupe_map_builder_add (
          &builder, "format",
          troupe_value_new_string (format == TROUPE_FORMAT_YAML ? "yaml" : "json", -1));
      troupe_map_builder_add (&builder, "problems", troupe_command_problems_to_value (losses));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
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

/* Returns TRUE if the name is that of a flow, or standard output; otherwise it is a folder. */
static gboolean
is_of_flow (const char *output)
{
  return g_str_equal (output, "-") || troupe_format_from_path (output, TROUPE_FORMAT_YAML) ==
                                          troupe_format_from_path (output, TROUPE_FORMAT_JSON);
}

/* Returns TRUE if the file, or the project folder, is or contains a flow. */
static gboolean
has_flow (const char *file)
{
  g_autoptr (TroupePythonFlow) flow = troupe_python_flow_find (file);

  return flow != NULL || !troupe_crew_import_is_classic (file);
}

/* Loads the flow that is converted to another format, or created from Python.
 * @flow: (out) (transfer full) (nullable): the Python flow. Returns NULL with the exit code if an
 * error was printed. (transfer full) (nullable) */
static TroupeLoaded *
load_flow (TroupeCommandLine *line, const char *file, TroupePythonFlow **flow, TroupeExit *exit)
{
  g_autoptr (TroupeLoaded) loaded = troupe_command_load (file);

  if (loaded->document != NULL)
    return g_steal_pointer (&loaded);
  *flow = troupe_python_flow_find (file);
  if (*flow != NULL)
    return troupe_convert_flow (line, *flow, troupe_command_line_get (line, "crew"), exit);
  troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
  *exit = TROUPE_EXIT_INVALID;
  return NULL;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *output = troupe_command_line_get (line, "output");
  const char *given = troupe_command_line_get_arguments (line)[0];
  g_autofree char *declared = troupe_project_find_document (given);
  const char *file = declared != NULL ? declared : given;
  g_autoptr (TroupePythonFlow) flow = NULL;
  g_autoptr (TroupeLoaded) loaded = NULL;
  TroupeExit exit = TROUPE_EXIT_INVALID;
  TroupeFormat format, other;

  if (output == NULL)
    {
      troupe_terminal_print_error (
          _ ("No output file specified. Usage: troupectl convert FILE -o OUT.yaml"));
      return TROUPE_EXIT_INVALID;
    }
  /* The crews of a project that is a flow are converted if OUT is a folder. */
  if (!is_of_flow (output) || !has_flow (file))
    {
      const char *project =
          declared == NULL || !g_file_test (declared, G_FILE_TEST_IS_DIR) ? given : declared;

      if (troupe_crew_import_is_classic (project))
        return troupe_convert_crew (line, project, output);
    }
  if (troupe_plot_carry_is_picture (file))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupePlotCarried) carried = troupe_plot_carry_read_file (file, &error);

      if (carried == NULL)
        {
          troupe_terminal_print_error ("%s", error->message);
          return TROUPE_EXIT_INVALID;
        }
      if (carried->is_crew)
        return unpack_crew (carried, output);
    }
  /* Says why a project cannot be converted to a folder. */
  if (!is_of_flow (output))
    {
      g_autofree char *text = troupe_project_describe (file);

      if (text != NULL)
        {
          troupe_terminal_print_error ("%s: %s", file, text);
          return TROUPE_EXIT_INVALID;
        }
    }
  if (!find_format (output, TROUPE_FORMAT_JSON, &format) ||
      !troupe_consent_prompt_check_words (line))
    return TROUPE_EXIT_INVALID;

  loaded = load_flow (line, file, &flow, &exit);
  if (loaded == NULL)
    return exit;
  /* A declaration has no format of its own, and YAML is how CrewAI writes flows. */
  other = flow == NULL && troupe_document_get_format (TROUPE_DOCUMENT (loaded->document)) ==
                              TROUPE_FORMAT_YAML
              ? TROUPE_FORMAT_JSON
              : TROUPE_FORMAT_YAML;
  find_format (output, other, &format);
  return write_text (line, loaded, flow, output, format);
}

const TroupeCommand troupe_command_convert = {
  .name = "convert",
  .arguments = "FILE -o OUT",
  .summary = N_ ("Convert a flow between YAML and JSON, a classic project (agents.yaml, "
                 "tasks.yaml, crew.py) to a crew, or a Python flow to its declaration; or "
                 "extract the document of an exported image."),
  .example = "troupectl convert content.json -o content.yaml",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
