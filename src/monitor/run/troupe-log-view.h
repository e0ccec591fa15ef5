/* troupe-log-view.h: log panel: all events of a run, one per line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/* Signal: `method-selected` (name). */
#define TROUPE_TYPE_LOG_VIEW (troupe_log_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogView, troupe_log_view, TROUPE, LOG_VIEW, GtkWidget)

GtkWidget *troupe_log_view_new (TroupeRunModel *model);

G_END_DECLS
