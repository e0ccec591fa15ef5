/* troupe-recovery-bar.h: bar of a window that was restored after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeRecoveryBar:
 *
 * A bar above the documents of a restored window, which can resume the interrupted runs. The window
 * places a panel with details below the documents. Runs that might repeat side effects can be
 * resumed only from this panel, one by one.
 */
#define TROUPE_TYPE_RECOVERY_BAR (troupe_recovery_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRecoveryBar, troupe_recovery_bar, TROUPE, RECOVERY_BAR, GtkWidget)

GtkWidget *troupe_recovery_bar_new (void);
/* Returns a GtkRevealer with a #TroupeRecoveryView. (transfer none) */
GtkWidget *troupe_recovery_bar_get_panel (TroupeRecoveryBar *self);

/* Adds a restored page. Until the bar is closed, only the bar offers the stored run of the page.
 * @written_us: as in troupe_recovery_view_add_page() */
void troupe_recovery_bar_add_page (TroupeRecoveryBar *self, TroupePage *page, gint64 written_us);
/* Shows the bar. @lost: (element-type utf8): messages about documents that could not be restored */
void troupe_recovery_bar_open (TroupeRecoveryBar *self, GPtrArray *lost);
/* Called when pages were closed or have changed. */
void troupe_recovery_bar_update (TroupeRecoveryBar *self, gboolean narrow);
/* Returns TRUE if the button to resume runs is visible. The window must know this, because it
 * must have only one suggested button. */
gboolean troupe_recovery_bar_offers_runs (TroupeRecoveryBar *self);
/* Sets whether the button to resume runs is the suggested button, which is the default. */
void troupe_recovery_bar_set_suggested (TroupeRecoveryBar *self, gboolean suggested);

G_END_DECLS
