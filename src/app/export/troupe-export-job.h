/* troupe-export-job.h: one export, made on a thread
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
 * @source: the document as it was
 * @path: (nullable): its file; its newest kept run is what may be shown
 * @title: how it is called
 * @selection: (nullable): what is selected, NULL-terminated
 * @view: what is seen, with @has_view
 * @finder: (nullable): with the keys of this person, once they were asked for; of the thread
 *
 * What a page has to export, taken at one moment.
 */
typedef struct
{
  gatomicrefcount ref_count;
  TroupePlotSource *source;
  TroupeKeyFinder *finder;
  GMutex lock; /* of source and finder */
  char *path;
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

/* Which part of it is wanted. */
typedef enum
{
  TROUPE_EXPORT_WHOLE,
  TROUPE_EXPORT_SELECTION,
  TROUPE_EXPORT_VIEW,
} TroupeExportPart;

/* @options: without @selection and @view, which are those of @part; @preview_width: of a picture of it in pixels, 0: none
 * is wanted */
typedef struct
{
  TroupePlotExportOptions options;
  TroupeExportPart part;
  gboolean with_run;
  int preview_width;
  gboolean preview_is_dark;
} TroupeExportWish;

/**
 * TroupeExportResult:
 * @bytes: (nullable): the file; %NULL with @error
 * @preview: (nullable): a picture of it
 * @report: what was looked at
 * @run_time: when the newest kept run began, in microseconds since 1970; 0: there is none
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

/* Makes the file, and a picture of it, on a thread; one after the other for a subject. */
void troupe_export_job_run (TroupeExportSubject *subject,
                            const TroupeExportWish *wish,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* (transfer full) (nullable): %NULL where it was cancelled */
TroupeExportResult *troupe_export_job_finish (GAsyncResult *result, GError **error);

G_END_DECLS
