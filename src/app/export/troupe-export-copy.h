/* troupe-export-copy.h: copies a drawing to the clipboard as PNG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-export-job.h"

G_BEGIN_DECLS

/* @text: for a toast: success or error message */
typedef void (*TroupeExportCopied) (gpointer target, const char *text);

/* Renders the part that is selected in @choices as PNG on a thread, and copies the image to the
 * clipboard of @widget.
 * @target: a GObject, referenced until @copied is called. */
void troupe_export_copy (TroupeExportSubject *subject,
                         const TroupeExportChoices *choices,
                         GtkWidget *widget,
                         TroupeExportCopied copied,
                         gpointer target);

G_END_DECLS
