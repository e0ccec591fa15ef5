/* troupe-plot-export.h: exports documents and runs as HTML, SVG, PNG or PDF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-crew-document.h"
#include "troupe-flow-document.h"
#include "troupe-key-finder.h"
#include "troupe-plot-carry.h"
#include "troupe-plot-drawing.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

#define TROUPE_PLOT_EXPORT_ERROR (troupe_plot_export_error_quark ())
GQuark troupe_plot_export_error_quark (void);

typedef enum
{
  TROUPE_PLOT_EXPORT_ERROR_KEYS,    /* contains keys; the report lists them */
  TROUPE_PLOT_EXPORT_ERROR_NOTHING, /* none of the selected elements exists */
} TroupePlotExportError;

typedef enum
{
  TROUPE_PLOT_FORMAT_HTML,
  TROUPE_PLOT_FORMAT_SVG,
  TROUPE_PLOT_FORMAT_PNG,
  TROUPE_PLOT_FORMAT_PDF,
  TROUPE_PLOT_N_FORMATS,
} TroupePlotFormat;

/* Return the extension of the file name (such as `.svg`), the untranslated title, and the MIME
 * type for the clipboard. */
const char *troupe_plot_format_get_ending (TroupePlotFormat format);
const char *troupe_plot_format_get_title (TroupePlotFormat format);
const char *troupe_plot_format_get_type (TroupePlotFormat format);
/* Finds the format by the extension of the file name. */
gboolean troupe_plot_format_find (const char *path, TroupePlotFormat *format);
/* Returns TRUE if a file of this format can embed the document. */
gboolean troupe_plot_format_can_carry (TroupePlotFormat format);

/**
 * TroupePlotSource:
 *
 * A snapshot of a document for the export. It must be created on the thread of the document. After
 * that, it can be exported on any thread, but only on one at a time.
 */
typedef struct _TroupePlotSource TroupePlotSource;

/* @tidy: whether to compute a new layout instead of using the positions of the document.
 *   (transfer full) */
TroupePlotSource *troupe_plot_source_new_flow (TroupeFlowDocument *document, gboolean tidy);
/* @document: must load without errors. (transfer full) */
TroupePlotSource *troupe_plot_source_new_crew (TroupeCrewDocument *document);
gboolean troupe_plot_source_is_crew (TroupePlotSource *self);
/* Returns the document, which may be embedded. (transfer none) */
const TroupePlotCarried *troupe_plot_source_get_document (TroupePlotSource *self);
void troupe_plot_source_free (TroupePlotSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotSource, troupe_plot_source_free)

/**
 * TroupePlotExportOptions:
 * @scale: PNG only: pixels per unit of the drawing
 * @fit_width: PNG only: maximum width or height in pixels, used instead of @scale; 0 to use @scale
 * @selection: (nullable): ids of the cards and notes to export, NULL-terminated; %NULL for the whole document
 * @view: (nullable): the area to export, in coordinates of the drawing; ignored with @selection
 * @with_texts: include the inputs and outputs of the run
 * @with_document: embed the document, so that the file can be opened again, and include the details
 *   of each card in an HTML page
 * @redact: masks keys instead of failing
 */
typedef struct
{
  TroupePlotFormat format;
  TroupePlotScheme scheme;
  double scale;
  int fit_width;
  const char *const *selection;
  const TroupePlotBox *view;
  gboolean with_texts;
  gboolean with_document;
  gboolean redact;
} TroupePlotExportOptions;

/* A key that was found. @place: location in words for the user; @what: the type of the key, or
 * the name of a known key; @id: (nullable): the card to which the text with the key belongs;
 * @in_run: whether the text is from the run instead of the document; @key: the part that would
 * be masked. It is used to find the location, and must never be shown or written */
typedef struct
{
  char *place;
  char *what;
  char *id;
  char *key;
  gboolean in_run;
} TroupePlotFinding;

/* Result of the search for keys. @findings: (element-type TroupePlotFinding); @run_words:
 * (nullable): summary of the exported run in one line; @run_length: its duration in seconds */
typedef struct
{
  guint n_texts;
  GArray *findings;
  char *run_words;
  double run_length;
} TroupePlotReport;

TroupePlotReport *troupe_plot_report_new (void);
void troupe_plot_report_free (TroupePlotReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotReport, troupe_plot_report_free)

/**
 * troupe_plot_export:
 * @trace: (nullable): the run to be shown; must belong to this thread
 * @finder: finds keys, including the known ones
 * @report: (nullable): is filled even if nothing is exported
 *
 * Exports the file. All texts that would be written are searched for keys first. Blocks, is slow
 * and does not access the network; the same source, run and options produce the same bytes.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with a %TROUPE_PLOT_EXPORT_ERROR or a
 * %G_IO_ERROR
 */
GBytes *troupe_plot_export (TroupePlotSource *source,
                            const TroupePlotExportOptions *options,
                            TroupeTrace *trace,
                            TroupeKeyFinder *finder,
                            TroupePlotReport *report,
                            GError **error);

G_END_DECLS
