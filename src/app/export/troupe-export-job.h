/* troupe-export-job.h: a single export on a worker thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"
#include "troupe-plot-export.h"

G_BEGIN_DECLS

/**
 * TroupeExportSubject:
 * @source: snapshot of the document
 * @path: (nullable): file of the document, whose newest stored run can be exported as well
 * @name: (nullable): the name in the document
 * @run: (nullable): id of the newest run of a document without a file
 * @title: title of the document
 * @selection: (nullable): selected objects, NULL-terminated
 * @view: the visible area, valid if @has_view
 * @finder: (nullable): finds the user's API keys; created on first use; worker thread only
 *
 * Snapshot of what a page can export.
 */
typedef struct
{
  gatomicrefcount ref_count;
  TroupePlotSource *source;
  TroupeKeyFinder *finder;
  GMutex lock; /* protects source and finder */
  char *path;
  char *name;
  char *run;
  char *title;
  char **selection;
  TroupePlotBox view;
  gboolean has_view;
} TroupeExportSubject;

/* @source: (transfer full) */
TroupeExportSubject *troupe_export_subject_new (TroupePlotSource *source, TroupeDocument *document);
TroupeExportSubject *troupe_export_subject_ref (TroupeExportSubject *self);
void troupe_export_subject_unref (TroupeExportSubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeExportSubject, troupe_export_subject_unref)

/* The part of the document to export. */
typedef enum
{
  TROUPE_EXPORT_WHOLE,
  TROUPE_EXPORT_SELECTION,
  TROUPE_EXPORT_VIEW,
} TroupeExportPart;

/* @options: options without @selection and @view, which follow from @part; @preview_width: width
 *   of a preview in pixels, 0 for no preview */
typedef struct
{
  TroupePlotExportOptions options;
  TroupeExportPart part;
  gboolean with_run;
  int preview_width;
  gboolean preview_is_dark;
} TroupeExportChoices;

/**
 * TroupeExportResult:
 * @bytes: (nullable): the file; %NULL if @error is set
 * @preview: (nullable): a preview of the file
 * @report: what was examined
 * @run_time: start time of the newest stored run, in microseconds since 1970; 0 if there is no
 *   stored run
 */
typedef struct
{
  GBytes *bytes;
  GdkTexture *preview;
  TroupePlotReport *report;
  GError *error;
  gint64 run_time;
} TroupeExportResult;

void troupe_export_result_free (TroupeExportResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeExportResult, troupe_export_result_free)

/* Creates the file and its preview on a thread. Jobs of the same subject run one after the
 * other. */
void troupe_export_job_run (TroupeExportSubject *subject,
                            const TroupeExportChoices *choices,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* Returns the result of the job. (transfer full) (nullable): %NULL if the job was cancelled */
TroupeExportResult *troupe_export_job_finish (GAsyncResult *result, GError **error);

G_END_DECLS
