/* troupe-paused-bar.h: bar above a document whose run is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * TroupePausedBar:
 *
 * Says before what the run of a page is paused, and how many of its results still fit the document. Its switch is that
 * of the Run menu (`app.reuse-results`), and its button activates `win.run-changed`. It is visible only while the run is
 * paused. A run that a budget has paused has a notice instead.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_PAUSED_BAR (troupe_paused_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupePausedBar, troupe_paused_bar, TROUPE, PAUSED_BAR, GtkWidget)

/* @content: the content whose run is shown; not owned, has to outlive the bar. (transfer floating) */
GtkWidget *troupe_paused_bar_new (TroupePageContent *content);

G_END_DECLS
