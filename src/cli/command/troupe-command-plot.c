/* troupe-command-plot.c: troupectl plot
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-plot"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-known-keys.h"
#include "troupe-plot.h"
#include "troupe-run-report.h"
#include "troupe-run-secret.h"
#include "troupe-store-document.h"
#include "troupe-terminal.h"
#include "troupe-trace.h"

#define MAX_SCALE 16.0

static const TroupeOption options[] = {
  { "output", 'o', "FILE",
    N_ ("Output file: .html, .svg, .png or .pdf; - for SVG on standard output") },
  { "scheme", 0, "light|dark|both",
    N_ ("Color scheme; “both” follows the viewer’s preference in HTML and SVG (default: both for "
        "HTML, otherwise light)") },
  { "scale", 0, "N", N_ ("Scale of the PNG, in pixels per unit (default: 2)") },
  { "select", 0, "NAMES", N_ ("Include only these methods, tasks or agents, separated by commas") },
  { "view", 0, "X,Y,W,H", N_ ("Include only this area of the drawing, in its coordinates") },
  { "run", 0, "RUN", N_ ("Include a saved run: its ID, the beginning of its ID, or “last”") },
  { "no-texts", 0, NULL, N_ ("With --run: only states and times, no prompts or outputs") },
  { "no-document", 0, NULL, N_ ("Do not embed the document; the file cannot be opened again") },
  { "redact", 0, NULL, N_ ("Mask API keys instead of stopping") },
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "tidy", 0, NULL, N_ ("Use automatic layout instead of the positions in the document") },
  { NULL },
};

/* --- The command line --------------------------------------------------------------------------- */

static gboolean
find_format (const char *output, TroupePlotFormat *format)
{
  *format = TROUPE_PLOT_FORMAT_SVG;
  if (g_str_equal (output, "-") || troupe_plot_format_find (output, format))
    return TRUE;
  troupe_terminal_print_error (
      _ ("%s: unknown file format. Specify FILE.html, FILE.svg, FILE.png or FILE.pdf."), output);
  return FALSE;
}

static gboolean
find_scheme (TroupeCommandLine *line, TroupePlotExportOptions *export)
{
  static const struct
  {
    const char *word;
    TroupePlotScheme scheme;
  } schemes[] = { { "light", TROUPE_PLOT_LIGHT },
                  { "dark", TROUPE_PLOT_DARK },
                  { "both", TROUPE_PLOT_BOTH } };
  const char *word = troupe_command_line_get (line, "scheme");

  export->scheme = export->format == TROUPE_PLOT_FORMAT_HTML ? TROUPE_PLOT_BOTH : TROUPE_PLOT_LIGHT;
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (schemes); i++)
    if (g_str_equal (word, schemes[i].word))
      {
        export->scheme = schemes[i].scheme;
        word = NULL;
      }
  if (word != NULL)
    troupe_terminal_print_error (_ ("--scheme must be light, dark or both, not “%s”."), word);
  return word == NULL;
}

static gboolean
read_number (const char *text, double *number)
{
  char *end = NULL;

  errno = 0;
  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && errno == 0 && isfinite (*number);
}

static gboolean
find_scale (TroupeCommandLine *line, TroupePlotExportOptions *export)
{
  const char *word = troupe_command_line_get (line, "scale");

  export->scale = 2;
  if (word == NULL ||
      (read_number (word, &export->scale) && export->scale >= 0.05 && export->scale <= MAX_SCALE))
    return TRUE;
  troupe_terminal_print_error (_ ("--scale must be a number from 0.05 to %.0f, not “%s”."),
                               MAX_SCALE, word);
  return FALSE;
}

static gboolean
find_view (TroupeCommandLine *line, TroupePlotBox *box, TroupePlotExportOptions *export)
{
  const char *word = troupe_command_line_get (line, "view");
  g_auto (GStrv) parts = word != NULL ? g_strsplit (word, ",", -1) : NULL;

  if (word == NULL)
    return TRUE;
  export->view = box;
  if (g_strv_length (parts) == 4 && read_number (parts[0], &box->x) &&
      read_number (parts[1], &box->y) && read_number (parts[2], &box->width) &&
      read_number (parts[3], &box->height) && box->width >= 1 && box->height >= 1)
    return TRUE;
  troupe_terminal_print_error (_ ("--view must be four numbers separated by commas (left, top, "
                                  "width and height), not “%s”."),
                               word);
  return FALSE;
}

/* --- Stored run ------------------------------------------------------------------------------- */

/* Loads the trace of a run. (transfer full) (nullable): NULL after printing an error */
static TroupeTrace *
load_run (TroupeCommandLine *line, const char *id, TroupeLoaded *loaded)
{
  TroupeFlow *flow =
      loaded->document != NULL ? troupe_flow_document_get_flow (loaded->document) : NULL;
  const char *path = troupe_loaded_get_path (loaded);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_command_open_store (line, &error);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeRunRecord) record = NULL;

  if (store != NULL && g_str_equal (id, "last"))
    {
      g_autofree char *absolute = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
      const TroupeDocumentIdentity document = { absolute,
                                                flow != NULL ? troupe_flow_get_name (flow) : NULL,
                                                flow != NULL ? troupe_flow_get_digest (flow)
                                                             : NULL };
      g_autoptr (GPtrArray) runs = troupe_store_list_runs_of (store, &document, 1, &error);

      if (runs != NULL && runs->len == 0)
        {
          troupe_terminal_print_error (_ ("There are no saved runs of this document."));
          return NULL;
        }
      if (runs != NULL)
        record = troupe_store_get_run (store, ((TroupeRunRecord *) runs->pdata[0])->id, &error);
    }
  else if (store != NULL)
    record = troupe_store_get_run (store, id, &error);
  if (record != NULL && troupe_trace_load (trace, store, record->id, &error))
    return g_steal_pointer (&trace);
  troupe_terminal_print_error ("%s", error->message);
  return NULL;
}

/* --- Export ----------------------------------------------------------------------------------- */

/* Prints the report as JSON. @bytes: (nullable): NULL if nothing was written */
static void
print_json (const char *output, GBytes *bytes, const TroupePlotReport *report)
{
  const guint n_keys = report->findings->len;
  g_autofree TroupeValue **keys = g_new (TroupeValue *, n_keys + 1);
  TroupeMapBuilder whole;
  g_autoptr (TroupeValue) value = NULL;

  for (guint i = 0; i < n_keys; i++)
    {
      const TroupePlotFinding *finding = &g_array_index (report->findings, TroupePlotFinding, i);
      TroupeMapBuilder key;

      troupe_map_builder_init (&key);
      troupe_map_builder_add (&key, "place", troupe_value_new_string (finding->place, -1));
      troupe_map_builder_add (&key, "what", troupe_value_new_string (finding->what, -1));
      keys[i] = troupe_map_builder_end (&key);
    }
  troupe_map_builder_init (&whole);
  troupe_map_builder_add (&whole, "output", troupe_value_new_string (output, -1));
  troupe_map_builder_add (&whole, "bytes",
                          bytes != NULL
                              ? troupe_value_new_integer ((gint64) g_bytes_get_size (bytes))
                              : troupe_value_new_null ());
  troupe_map_builder_add (&whole, "texts", troupe_value_new_integer (report->n_texts));
  troupe_map_builder_add (&whole, "keys", troupe_value_new_list (keys, n_keys));
  value = troupe_map_builder_end (&whole);
  troupe_terminal_print_json (value);
}

static void
emit (TroupeEventBus *bus, TroupeEventType type, TroupeFlow *flow)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "flow_name",
                          troupe_value_new_string (troupe_flow_get_name (flow), -1));
  troupe_event_bus_emit (bus, troupe_event_new (type, NULL, troupe_map_builder_end (&fields)));
}

static TroupeExit
write_bytes (const char *output, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  const char *data = g_bytes_get_data (bytes, &length);

  if (g_str_equal (output, "-"))
    {
      fwrite (data, 1, length, stdout);
      return TROUPE_EXIT_OK;
    }
  if (troupe_file_save_chosen (output, data, length, NULL, &error))
    return TROUPE_EXIT_OK;
  troupe_terminal_print_error ("%s", error->message);
  return TROUPE_EXIT_RUN_FAILED;
}

static TroupeExit
plot (TroupeCommandLine *line,
      TroupeLoaded *loaded,
      const TroupePlotExportOptions *export,
      const char *output)
{
  const char *path = troupe_loaded_get_path (loaded);
  const char *run_id = troupe_command_line_get (line, "run");
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
  g_autoptr (TroupePlotReport) report = troupe_plot_report_new ();
  g_autoptr (TroupePlotSource) source = NULL;
  const TroupePlotCarried *carried;
  g_autoptr (TroupeTrace) trace = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gboolean tidy;

  tidy = troupe_command_line_has (line, "tidy");
  source = loaded->crew != NULL ? troupe_plot_source_new_crew (loaded->crew)
                                : troupe_plot_source_new_flow (loaded->document, tidy);
  carried = troupe_plot_source_get_document (source);
  if (run_id != NULL && (trace = load_run (line, run_id, loaded)) == NULL)
    return TROUPE_EXIT_INVALID;
  troupe_known_keys_gather (finder, folder, NULL);
  for (guint i = 0; i < carried->texts->len; i++)
    troupe_run_gather_secrets (finder, g_ptr_array_index (carried->texts, i),
                               g_ptr_array_index (carried->names, i));
  bytes = troupe_plot_export (source, export, trace, finder, report, &error);
  if (troupe_command_line_has (line, "json") && !g_str_equal (output, "-"))
    print_json (output, bytes, report);
  if (bytes != NULL && troupe_command_line_get (line, "events") != NULL)
    {
      TroupeFlow *flow =
          loaded->crew == NULL ? troupe_flow_document_get_flow (loaded->document) : NULL;
      g_autoptr (TroupeRunReport) events = troupe_run_report_new (line);
      g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();

      /* Writes what CrewAI emits when a flow is drawn. Nothing runs, so that the events have an
       * id of their own. */
      if (events == NULL)
        return TROUPE_EXIT_RUN_FAILED;
      troupe_run_report_follow_bus (events, bus);
      if (flow != NULL && !troupe_flow_get_suppress_events (flow))
        emit (bus, TROUPE_EVENT_FLOW_CREATED, flow);
      if (flow != NULL)
        emit (bus, TROUPE_EVENT_FLOW_PLOT, flow);
      if (!troupe_run_report_close (events))
        return TROUPE_EXIT_RUN_FAILED;
    }
  if (bytes != NULL)
    return write_bytes (output, bytes);
  troupe_terminal_print_error ("%s", error->message);
  if (g_error_matches (error, TROUPE_PLOT_EXPORT_ERROR, TROUPE_PLOT_EXPORT_ERROR_KEYS))
    {
      for (guint i = 0; i < report->findings->len; i++)
        {
          const TroupePlotFinding *finding =
              &g_array_index (report->findings, TroupePlotFinding, i);
          g_autofree char *place = troupe_text_to_line (finding->place);

          /* Translators: the first %s is where an API key was found, the second one the kind of key */
          troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("  %s: %s\n"), place,
                                 finding->what);
        }
      troupe_terminal_print (stderr, TROUPE_COLOUR_NONE,
                             _ ("Remove them from the document, or mask them with --redact.\n"));
    }
  return TROUPE_EXIT_RUN_FAILED;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *output = troupe_command_line_get (line, "output");
  g_auto (GStrv) selection = NULL;
  TroupePlotBox view = { 0 };
  TroupePlotExportOptions export = { 0 };
  g_autoptr (TroupeLoaded) loaded = NULL;

  if (output == NULL)
    {
      troupe_terminal_print_error (
          _ ("No output file specified. Usage: troupectl plot FILE -o OUT.svg"));
      return TROUPE_EXIT_INVALID;
    }
  if (g_str_equal (output, "-") && g_strcmp0 (troupe_command_line_get (line, "events"), "-") == 0)
    {
      troupe_terminal_print_error (_ (
          "The image and the events cannot both be written to standard output. Write one of them "
          "to a file, for example with --events EVENTS.jsonl."));
      return TROUPE_EXIT_INVALID;
    }
  if (!find_format (output, &export.format) || !find_scheme (line, &export) ||
      !find_scale (line, &export) || !find_view (line, &view, &export) ||
      !troupe_command_find_names (line, "select", &selection))
    return TROUPE_EXIT_INVALID;
  export.selection = (const char *const *) selection;
  export.with_texts = !troupe_command_line_has (line, "no-texts");
  export.with_document = !troupe_command_line_has (line, "no-document");
  export.redact = troupe_command_line_has (line, "redact");

  loaded = troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  return plot (line, loaded, &export, output);
}

const TroupeCommand troupe_command_plot = {
  .name = "plot",
  .arguments = "FILE -o OUT",
  .summary = N_ ("Draw a flow or a crew as HTML, SVG, PNG or PDF."),
  .example = "troupectl plot content.json -o content.html --run last",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
