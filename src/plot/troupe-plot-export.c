/* troupe-plot-export.c: exports documents and runs as HTML, SVG, PNG or PDF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-export"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-plot-cairo.h"
#include "troupe-plot-carry.h"
#include "troupe-plot-drawing-crew.h"
#include "troupe-plot-drawing-flow.h"
#include "troupe-plot-export.h"
#include "troupe-plot-flow.h"
#include "troupe-plot-html.h"
#include "troupe-plot-layout.h"
#include "troupe-plot-run.h"
#include "troupe-plot-svg.h"

#define MARGIN 40.0
#define GRID 16.0

/* Maximum number of keys that are listed in the report. */
#define MAX_FINDINGS 100

G_DEFINE_QUARK (troupe - plot - export - error - quark, troupe_plot_export_error)

struct _TroupePlotSource
{
  TroupeFlow *flow;       /* (nullable) */
  TroupePlotGraph *graph; /* (nullable) */
  gboolean tidy;
  gboolean is_arranged;
  TroupeCrew *crew; /* (nullable) */
  TroupePlotCarried *carried;
};

/* --- Formats ---------------------------------------------------------------------------------- */

static const struct
{
  const char *ending;
  const char *title;
  const char *type;
  gboolean can_carry;
} formats[TROUPE_PLOT_N_FORMATS] = {
  [TROUPE_PLOT_FORMAT_HTML] = { ".html", "HTML", "text/html", TRUE },
  [TROUPE_PLOT_FORMAT_SVG] = { ".svg", "SVG", "image/svg+xml", TRUE },
  [TROUPE_PLOT_FORMAT_PNG] = { ".png", "PNG", "image/png", TRUE },
  [TROUPE_PLOT_FORMAT_PDF] = { ".pdf", "PDF", "application/pdf", FALSE },
};

const char *
troupe_plot_format_get_ending (TroupePlotFormat format)
{
  g_return_val_if_fail (format < TROUPE_PLOT_N_FORMATS, NULL);

  return formats[format].ending;
}

const char *
troupe_plot_format_get_title (TroupePlotFormat format)
{
  g_return_val_if_fail (format < TROUPE_PLOT_N_FORMATS, NULL);

  return formats[format].title;
}

const char *
troupe_plot_format_get_type (TroupePlotFormat format)
{
  g_return_val_if_fail (format < TROUPE_PLOT_N_FORMATS, NULL);

  return formats[format].type;
}

gboolean
troupe_plot_format_can_carry (TroupePlotFormat format)
{
  g_return_val_if_fail (format < TROUPE_PLOT_N_FORMATS, FALSE);

  return formats[format].can_carry;
}

gboolean
troupe_plot_format_find (const char *path, TroupePlotFormat *format)
{
  g_autofree char *small = NULL;

  g_return_val_if_fail (path != NULL && format != NULL, FALSE);

  small = g_ascii_strdown (path, -1);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (small, formats[i].ending))
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

/* --- Sources ---------------------------------------------------------------------------------- */

static char *
get_main_name (TroupeDocument *document, const char *fallback)
{
  const char *path = troupe_document_get_path (document);
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;

  return g_strdup (name != NULL && *name != '.' ? name : fallback);
}

TroupePlotSource *
troupe_plot_source_new_flow (TroupeFlowDocument *document, gboolean tidy)
{
  TroupePlotSource *self;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  self = g_new0 (TroupePlotSource, 1);
  self->flow = troupe_flow_ref (troupe_flow_document_get_flow (document));
  self->graph = troupe_plot_flow_new (self->flow, NULL, NULL);
  self->tidy = tidy;
  troupe_plot_flow_describe (self->graph, self->flow);
  troupe_plot_flow_place (self->graph, document);
  name = get_main_name (TROUPE_DOCUMENT (document), "flow.json");
  text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  self->carried = troupe_plot_carried_new (FALSE);
  troupe_plot_carried_add (self->carried, name, text);
  return self;
}

TroupePlotSource *
troupe_plot_source_new_crew (TroupeCrewDocument *document)
{
  TroupePlotSource *self;
  TroupeDocumentParts *parts;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (document), NULL);
  g_return_val_if_fail (troupe_crew_document_get_crew (document) != NULL, NULL);

  self = g_new0 (TroupePlotSource, 1);
  self->crew = troupe_crew_ref (troupe_crew_document_get_crew (document));
  self->carried = troupe_plot_carried_new (TRUE);
  name = get_main_name (TROUPE_DOCUMENT (document), "crew.jsonc");
  text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  troupe_plot_carried_add (self->carried, name, text);
  parts = troupe_document_get_parts (TROUPE_DOCUMENT (document));
  for (guint i = 1; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autofree char *other =
          part->root != NULL ? troupe_document_write_part (part, TROUPE_FORMAT_JSON, NULL) : NULL;

      if (other != NULL)
        troupe_plot_carried_add (self->carried, part->name, other);
    }
  return self;
}

gboolean
troupe_plot_source_is_crew (TroupePlotSource *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->crew != NULL;
}

const TroupePlotCarried *
troupe_plot_source_get_document (TroupePlotSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->carried;
}

void
troupe_plot_source_free (TroupePlotSource *self)
{
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->graph, troupe_plot_graph_unref);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->carried, troupe_plot_carried_free);
  g_free (self);
}

/* Returns TRUE for the HTML format, the only one that contains text that is not drawn: the
 * details of cards, and the inputs and outputs of a run. */
static gboolean
is_page (const TroupePlotExportOptions *options)
{
  return options->format == TROUPE_PLOT_FORMAT_HTML;
}

static TroupePlotDrawing *
draw (TroupePlotSource *self, const TroupePlotExportOptions *options, TroupeTrace *trace)
{
  g_autoptr (TroupePlotDrawing) drawing = NULL;

  if (self->crew != NULL)
    drawing = troupe_plot_drawing_new_crew (self->crew, trace != NULL);
  else
    {
      if (!self->is_arranged)
        troupe_plot_graph_arrange (self->graph, self->tidy);
      self->is_arranged = TRUE;
      drawing = troupe_plot_drawing_new_graph (self->graph, trace != NULL);
      troupe_plot_drawing_describe_flow (drawing, self->flow);
    }
  if (trace != NULL)
    troupe_plot_drawing_take_run (drawing, trace, options->with_texts && is_page (options));
  return options->selection != NULL ? troupe_plot_drawing_select (drawing, options->selection)
                                    : g_steal_pointer (&drawing);
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void
finding_clear (gpointer data)
{
  TroupePlotFinding *finding = data;

  g_free (finding->place);
  g_free (finding->what);
  g_free (finding->id);
  g_free (finding->key);
}

TroupePlotReport *
troupe_plot_report_new (void)
{
  TroupePlotReport *self = g_new0 (TroupePlotReport, 1);

  self->findings = g_array_new (FALSE, FALSE, sizeof (TroupePlotFinding));
  g_array_set_clear_func (self->findings, finding_clear);
  return self;
}

void
troupe_plot_report_free (TroupePlotReport *self)
{
  g_array_unref (self->findings);
  g_free (self->run_words);
  g_free (self);
}

typedef struct
{
  TroupeKeyFinder *finder;
  TroupePlotReport *report;
  gboolean redact;
} Looking;

/* Returns the part of @text that the finder masks. The part extends from the first character
 * that differs to the last one that differs. (transfer full) */
static char *
cut_key (TroupeKeyFinder *finder, const char *text)
{
  g_autofree char *hidden = troupe_key_finder_hide (finder, text);
  const gsize length = strlen (text);
  const gsize other = strlen (hidden);
  gsize start = 0;
  gsize end = 0;

  while (start < MIN (length, other) && text[start] == hidden[start])
    start++;
  while (end < MIN (length, other) - start && text[length - end - 1] == hidden[other - end - 1])
    end++;

  return g_strndup (text + start, length - start - end);
}

static void
look_at_text (char **text, const TroupePlotTextPlace *place, gpointer user_data)
{
  Looking *looking = user_data;
  g_autofree char *what = troupe_key_finder_find (looking->finder, *text);
  TroupePlotFinding finding;

  looking->report->n_texts++;
  if (what == NULL)
    return;
  if (looking->report->findings->len < MAX_FINDINGS)
    {
      finding = (TroupePlotFinding){ .place = g_strdup (place->name),
                                     .what = g_steal_pointer (&what),
                                     .id = g_strdup (place->id),
                                     .key = cut_key (looking->finder, *text),
                                     .in_run = place->in_run };
      g_array_append_val (looking->report->findings, finding);
    }
  if (looking->redact)
    {
      char *hidden = troupe_key_finder_hide (looking->finder, *text);

      g_free (*text);
      *text = hidden;
    }
}

/* Searches a file line by line, so that the location can name the line. */
static void
look_at_file (Looking *looking, const char *name, char **text)
{
  g_auto (GStrv) lines = g_strsplit (*text, "\n", -1);
  const guint before = looking->report->findings->len;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *place = g_strdup_printf (_ ("%s, line %u"), name, i + 1);

      if (*lines[i] != '\0')
        look_at_text (&lines[i], &(TroupePlotTextPlace){ .name = place }, looking);
    }
  if (looking->redact && looking->report->findings->len > before)
    {
      g_free (*text);
      *text = g_strjoinv ("\n", lines);
    }
  /* A key that spans several lines. */
  if (looking->report->findings->len == before || looking->redact)
    {
      g_autofree char *what = troupe_key_finder_find (looking->finder, *text);

      if (what != NULL)
        look_at_text (text, &(TroupePlotTextPlace){ .name = name }, looking);
    }
}

/* --- Writing the file ------------------------------------------------------------------------- */

/* Adds a margin and extends the box to the grid. */
static TroupePlotBox
widen (TroupePlotBox box)
{
  const double left = floor ((box.x - MARGIN) / GRID) * GRID;
  const double top = floor ((box.y - MARGIN) / GRID) * GRID;

  return (TroupePlotBox){ left, top, ceil ((box.x + box.width + MARGIN - left) / GRID) * GRID,
                          ceil ((box.y + box.height + MARGIN - top) / GRID) * GRID };
}

static GBytes *
take_text (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

static GBytes *
write_drawing (TroupePlotDrawing *drawing,
               const TroupePlotExportOptions *options,
               const TroupePlotCarried *carried,
               GError **error)
{
  const TroupePlotBox view = options->view != NULL && options->selection == NULL
                                 ? *options->view
                                 : widen (troupe_plot_drawing_measure (drawing));
  g_autofree char *text = NULL;
  g_autoptr (GBytes) png = NULL;

  switch (options->format)
    {
    case TROUPE_PLOT_FORMAT_HTML:
      text = carried != NULL ? troupe_plot_carried_to_text (carried) : NULL;
      return take_text (troupe_plot_to_html (drawing, view, options->scheme, text));
    case TROUPE_PLOT_FORMAT_SVG:
      text = carried != NULL ? troupe_plot_carried_to_svg (carried) : NULL;
      return take_text (troupe_plot_to_svg (drawing, view, options->scheme, text));
    case TROUPE_PLOT_FORMAT_PNG:
      png = troupe_plot_to_png (drawing, view, options->scheme,
                                options->fit_width > 0
                                    ? CLAMP (options->fit_width / MAX (view.width, view.height),
                                             0.001, 2)
                                    : options->scale,
                                error);
      if (png == NULL || carried == NULL)
        return g_steal_pointer (&png);
      return troupe_plot_carried_add_to_png (carried, png);
    case TROUPE_PLOT_FORMAT_PDF:
    default:
      return troupe_plot_to_pdf (drawing, view, options->scheme, error);
    }
}

GBytes *
troupe_plot_export (TroupePlotSource *source,
                    const TroupePlotExportOptions *options,
                    TroupeTrace *trace,
                    TroupeKeyFinder *finder,
                    TroupePlotReport *report,
                    GError **error)
{
  g_autoptr (TroupePlotDrawing) drawing = NULL;
  g_autoptr (TroupePlotCarried) carried = NULL;
  g_autoptr (TroupePlotReport) own_report = NULL;
  Looking looking;
  gboolean carries;
  const TroupePlotCarried *through;
  TroupePlotCarried *copy = NULL;

  g_return_val_if_fail (source != NULL && options != NULL, NULL);
  g_return_val_if_fail (finder != NULL, NULL);
  g_return_val_if_fail (options->format < TROUPE_PLOT_N_FORMATS, NULL);

  if (report == NULL)
    report = own_report = troupe_plot_report_new ();
  drawing = draw (source, options, trace);
  troupe_set_str (&report->run_words, drawing->run_words);
  report->run_length = drawing->run_length;
  if (options->selection != NULL && drawing->pieces->len == 0 && drawing->grounds->len == 0)
    {
      g_set_error_literal (error, TROUPE_PLOT_EXPORT_ERROR, TROUPE_PLOT_EXPORT_ERROR_NOTHING,
                           _ ("The document contains none of the selected elements."));
      return NULL;
    }
  if (!options->with_document || !is_page (options))
    {
      /* Removes the details of each card, which are only shown in an HTML page. */
      for (guint i = 0; i < drawing->pieces->len; i++)
        g_array_set_size (troupe_plot_piece_at (drawing, i)->details, 0);
    }
  carries = options->with_document && formats[options->format].can_carry;
  looking = (Looking){ finder, report, options->redact };
  /* Searches all texts for keys. */
  through = carries ? source->carried : NULL;
  if (through != NULL)
    {
      copy = troupe_plot_carried_new (through->is_crew);
      for (guint i = 0; i < through->names->len; i++)
        {
          troupe_plot_carried_add (copy, through->names->pdata[i], through->texts->pdata[i]);
          look_at_file (&looking, copy->names->pdata[i], (char **) &copy->texts->pdata[i]);
        }
    }
  troupe_plot_drawing_visit_texts (drawing, look_at_text, &looking);
  carried = copy;
  if (report->findings->len > 0 && !options->redact)
    {
      g_set_error_literal (error, TROUPE_PLOT_EXPORT_ERROR, TROUPE_PLOT_EXPORT_ERROR_KEYS,
                           _ ("The export appears to contain an API key. Nothing was written."));
      return NULL;
    }
  return write_drawing (drawing, options, carried, error);
}
