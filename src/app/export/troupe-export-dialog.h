/* troupe-export-dialog.h: export dialog for a document and its run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-export-job.h"

G_BEGIN_DECLS

/**
 * TroupeExportDialog:
 *
 * Lets the user choose what is exported, the format and the options, next to a preview
 * (doc/interface.md §26). After every choice, the file is exported to memory on a thread, so that
 * its size and the API keys in it are known. The file that is written is the previewed file.
 *
 * Signals: `message` (text: for a toast); `show-finding` (a #TroupePlotFinding, valid during the
 * emission: the user wants to see its location).
 */
#define TROUPE_TYPE_EXPORT_DIALOG (troupe_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeExportDialog, troupe_export_dialog, TROUPE, EXPORT_DIALOG, AdwWindow)

/* @subject: (transfer none). @settings: of the application; the choice to include the run is
 * remembered there. Opens over the window of @parent. */
TroupeExportDialog *
troupe_export_dialog_new (TroupeExportSubject *subject, GSettings *settings, GtkWidget *parent);

void troupe_export_dialog_set_format (TroupeExportDialog *self, TroupePlotFormat format);
/* Returns the exported file; NULL while the file is being created, or if creating it failed.
 * (transfer none) (nullable) */
GBytes *troupe_export_dialog_get_bytes (TroupeExportDialog *self);
gboolean troupe_export_dialog_is_busy (TroupeExportDialog *self);
/* Writes the exported file to @path, which the user has chosen in a file dialog, and closes the
 * export dialog.
 * Errors: %G_IO_ERROR. */
gboolean troupe_export_dialog_write (TroupeExportDialog *self, const char *path, GError **error);

G_END_DECLS
