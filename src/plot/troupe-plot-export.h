/* troupe-plot-export.h: documents and runs as files for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-crew-document.h"
#include "troupe-flow-document.h"
#include "troupe-key-finder.h"
#include "troupe-plot-drawing.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

#define TROUPE_PLOT_EXPORT_ERROR (troupe_plot_export_error_quark ())
GQuark troupe_plot_export_error_quark (void);

typedef enum
{
  TROUPE_PLOT_EXPORT_ERROR_KEYS,    /* there are keys in it; the report lists them */
  TROUPE_PLOT_EXPORT_ERROR_NOTHING, /* what is to be exported is not there */
} TroupePlotExportError;

typedef enum
{
  TROUPE_PLOT_FORMAT_HTML,
  TROUPE_PLOT_FORMAT_SVG,
  TROUPE_PLOT_FORMAT_PNG,
  TROUPE_PLOT_FORMAT_PDF,
  TROUPE_PLOT_N_FORMATS,
} TroupePlotFormat;

/* `.svg` and so on; its name for a person, which no language changes; its type for a clipboard. */
const char *troupe_plot_format_get_ending (TroupePlotFormat format);
const char *troupe_plot_format_get_title (TroupePlotFormat format);
const char *troupe_plot_format_get_type (TroupePlotFormat format);
/* By the ending of a file's name. */
gboolean troupe_plot_format_find (const char *path, TroupePlotFormat *format);
/* Whether a file of this format can have the document with it. */
gboolean troupe_plot_format_can_carry (TroupePlotFormat format);

/**
 * TroupePlotSource:
 *
 * What is to be exported, as it was when this was made. Made in the thread of the document; then any one thread at a time
 * may export from it.
 */
typedef struct _TroupePlotSource TroupePlotSource;

/* @tidy: arranges everything anew instead of using the places of the document. (transfer full) */
TroupePlotSource *troupe_plot_source_new_flow (TroupeFlowDocument *document, gboolean tidy);
/* Of a document that loads. (transfer full) */
TroupePlotSource *troupe_plot_source_new_crew (TroupeCrewDocument *document);
gboolean troupe_plot_source_is_crew (TroupePlotSource *self);
void troupe_plot_source_free (TroupePlotSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotSource, troupe_plot_source_free)

/**
 * TroupePlotExportOptions:
 * @scale: of PNG: pixels for each of the drawing
 * @fit_width: of PNG: how wide it is at most, in place of @scale; 0: that counts
 * @selection: (nullable): the ids of what is wanted, NULL-terminated; %NULL is the whole
 * @view: (nullable): the part that is wanted, in the places of the drawing; with @selection it counts for nothing
 * @with_texts: of a run: what was read and written
 * @with_document: the document itself, so that the file can be opened again; and in a page what it says of each card
 * @redact: puts a mask in the place of keys instead of giving up
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

/* A key that was found. @place: where it stands, for a person; @what: the kind of key, or the name of a known one; @id:
 * (nullable): the card that it belongs to; @in_run: the run has it, not the document; @key: what would be masked,
 * which nobody shows or writes anywhere: it is what leads to the place */
typedef struct
{
  char *place;
  char *what;
  char *id;
  char *key;
  gboolean in_run;
} TroupePlotFinding;

/* What was looked at. @findings: (element-type TroupePlotFinding); @run_words: (nullable): of the run that is shown, in a
 * line; @run_length: how long that took, in seconds */
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
 * @trace: (nullable): the run to be shown, of this thread
 * @finder: with the keys that are known
 * @report: (nullable): is filled, also where nothing is exported
 *
 * Makes the file. Everything that would be written is looked through for keys first. Blocks, takes its time and asks
 * nothing of the network; the same source, run and options give the same bytes.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with a %TROUPE_PLOT_EXPORT_ERROR or a %G_IO_ERROR
 */
GBytes *troupe_plot_export (TroupePlotSource *source,
                            const TroupePlotExportOptions *options,
                            TroupeTrace *trace,
                            TroupeKeyFinder *finder,
                            TroupePlotReport *report,
                            GError **error);

G_END_DECLS
