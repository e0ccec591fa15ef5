/* troupe-export-copy.h: a drawing as a picture on the clipboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-export-job.h"

G_BEGIN_DECLS

/* @text: for a toast: that it was copied, or why not */
typedef void (*TroupeExportCopied) (gpointer target, const char *text);

/* Makes a PNG of what @wish names on a thread, and puts it on the clipboard of @widget. @target: kept until then, an
 * object. */
void troupe_export_copy (TroupeExportSubject *subject,
                         const TroupeExportWish *wish,
                         GtkWidget *widget,
                         TroupeExportCopied copied,
                         gpointer target);

G_END_DECLS
