/* troupe-recovery-bar.h: the bar of a window that came back after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeRecoveryBar:
 *
 * Says above the documents of a window that they came back, and resumes the runs that were cut off with
 * them when a person wants that. What it tells at length is a panel that the window puts below the
 * documents. Runs that may do twice what they did already are resumed only from there, one by one.
 */
#define TROUPE_TYPE_RECOVERY_BAR (troupe_recovery_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRecoveryBar, troupe_recovery_bar, TROUPE, RECOVERY_BAR, GtkWidget)

GtkWidget *troupe_recovery_bar_new (void);
/* A GtkRevealer with a #TroupeRecoveryView. (transfer none) */
GtkWidget *troupe_recovery_bar_get_panel (TroupeRecoveryBar *self);

/* A page that came back; until the bar is closed it offers its kept run here alone. @written_us: as
 * troupe_recovery_view_add_page() */
void troupe_recovery_bar_add_page (TroupeRecoveryBar *self, TroupePage *page, gint64 written_us);
/* Shows it. @lost: (element-type utf8): what could not be brought back, a sentence each */
void troupe_recovery_bar_open (TroupeRecoveryBar *self, GPtrArray *lost);
/* Pages were closed, or something about them changed. */
void troupe_recovery_bar_update (TroupeRecoveryBar *self, gboolean narrow);
/* Whether its button that resumes runs is in view: a window has one such button in colour. */
gboolean troupe_recovery_bar_offers_runs (TroupeRecoveryBar *self);
/* Whether that button is in colour; it is at first. */
void troupe_recovery_bar_set_suggested (TroupeRecoveryBar *self, gboolean suggested);

G_END_DECLS
