/* troupe-export-dialog.h: asks how a document and its run are exported
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
 * What is exported, in which format and with what, beside a picture of it (doc/interface.md §26). Whatever is chosen is
 * made at once on a thread, so that its size and the keys in it are known, and what is written is what was looked at.
 *
 * Signals: `message` (text: for a toast); `show-finding` (a #TroupePlotFinding, as long as the signal lasts: a person
 * wants to see where it is).
 */
#define TROUPE_TYPE_EXPORT_DIALOG (troupe_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeExportDialog, troupe_export_dialog, TROUPE, EXPORT_DIALOG, AdwWindow)

/* @subject: (transfer none). Over the window of @parent. */
TroupeExportDialog *troupe_export_dialog_new (TroupeExportSubject *subject, GtkWidget *parent);

void troupe_export_dialog_set_format (TroupeExportDialog *self, TroupePlotFormat format);
/* What would be written; NULL while it is made, and where it cannot be. (transfer none) (nullable) */
GBytes *troupe_export_dialog_get_bytes (TroupeExportDialog *self);
gboolean troupe_export_dialog_is_busy (TroupeExportDialog *self);
/* Writes it, as the person has chosen by a file dialog, and closes. Errors: %G_IO_ERROR. */
gboolean troupe_export_dialog_write (TroupeExportDialog *self, const char *path, GError **error);

G_END_DECLS
