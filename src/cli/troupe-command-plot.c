/* troupe-command-plot.c: troupectl plot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-plot"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-plot.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "output", 'o', "FILE.svg", N_ ("Where the picture goes; - is standard output") },
  { "scheme", 0, "light|dark", N_ ("The colours; light by default") },
  { "tidy", 0, NULL, N_ ("Arrange everything anew instead of using the document's positions") },
  { NULL },
};

static gboolean
check_format (const char *output)
{
  static const char *const others[] = { ".html", ".png", ".pdf" };

  if (g_str_equal (output, "-") || g_str_has_suffix (output, ".svg"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_has_suffix (output, others[i]))
      {
        troupe_terminal_print_error (_ ("%s: this version does not write %s. Write FILE.svg."),
                                     output, others[i]);
        return FALSE;
      }
  troupe_terminal_print_error (_ ("%s: the extension names no known format. Write FILE.svg."),
                               output);
  return FALSE;
}

static gboolean
find_scheme (TroupeCommandLine *line, TroupePlotScheme *scheme)
{
  const char *word = troupe_command_line_get (line, "scheme");

  *scheme = TROUPE_PLOT_LIGHT;
  if (word == NULL || g_str_equal (word, "light"))
    return TRUE;
  if (!g_str_equal (word, "dark"))
    {
      troupe_terminal_print_error (_ ("--scheme is light or dark, not “%s”."), word);
      return FALSE;
    }
  *scheme = TROUPE_PLOT_DARK;
  return TRUE;
}

static char *
make_picture (TroupeFlowDocument *document, TroupePlotScheme scheme, gboolean tidy)
{
  g_autoptr (TroupePlotGraph) graph =
      troupe_plot_flow_new (troupe_flow_document_get_flow (document), NULL, NULL);

  g_assert (TROUPE_IS_FLOW_DOCUMENT (document));

  troupe_plot_flow_describe (graph, troupe_flow_document_get_flow (document));
  troupe_plot_flow_place (graph, document);
  troupe_plot_graph_arrange (graph, tidy);
  return troupe_plot_to_svg (graph, scheme);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *output = troupe_command_line_get (line, "output");
  TroupePlotScheme scheme = TROUPE_PLOT_LIGHT;
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autofree char *picture = NULL;
  g_autoptr (GError) error = NULL;

  if (output == NULL)
    {
      troupe_terminal_print_error (
          _ ("Name a file for the picture. Write: troupectl plot FILE -o OUT.svg"));
      return TROUPE_EXIT_INVALID;
    }
  if (!check_format (output) || !find_scheme (line, &scheme))
    return TROUPE_EXIT_INVALID;

  loaded = troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  picture = make_picture (loaded->document, scheme, troupe_command_line_has (line, "tidy"));
  if (g_str_equal (output, "-"))
    {
      fputs (picture, stdout);
      return TROUPE_EXIT_OK;
    }
  if (!troupe_file_save (output, picture, strlen (picture), NULL, NULL, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  return TROUPE_EXIT_OK;
}

const TroupeCommand troupe_command_plot = {
  .name = "plot",
  .arguments = "FILE -o OUT.svg",
  .summary = N_ ("Draw a flow."),
  .example = "troupectl plot content.json -o content.svg",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
