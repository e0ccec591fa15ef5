/* troupe-budget-dialog.h: asks what a run may spend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Over @over: the sum at which runs pause, which is written into @settings where the person says so. (transfer none) */
GtkWindow *troupe_budget_dialog_open (GtkWidget *over, GSettings *settings);

G_END_DECLS
