/* troupe-compare-chooser.h: button that chooses one of two compared runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-compare-facts.h"

G_BEGIN_DECLS

/**
 * TroupeCompareChooser:
 *
 * A button with moment and name of a compared run. Its popover lists the runs of the same document, newest first, and finds them
 * by name, date, outcome and result.
 *
 * Signal: `chosen` (id): another run is to take the place of this one.
 */
#define TROUPE_TYPE_COMPARE_CHOOSER (troupe_compare_chooser_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareChooser,
                      troupe_compare_chooser,
                      TROUPE,
                      COMPARE_CHOOSER,
                      GtkWidget)

/* @facts: must outlive the widget; @side: 0 for A, 1 for B. (transfer full): floating */
GtkWidget *troupe_compare_chooser_new (const TroupeCompareFacts *facts, guint side);

G_END_DECLS
