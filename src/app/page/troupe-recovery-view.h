/* troupe-recovery-view.h: what came back after a crash: documents and runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeRecoveryView:
 *
 * Two lists below the documents that came back (doc/interface.md §35): each document with what is not saved
 * of it, and each run that was cut off with what resuming it means. Nothing runs by itself.
 *
 * Signals: `page-activated` (page: a person wants to see it).
 */
#define TROUPE_TYPE_RECOVERY_VIEW (troupe_recovery_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRecoveryView, troupe_recovery_view, TROUPE, RECOVERY_VIEW, GtkWidget)

GtkWidget *troupe_recovery_view_new (void);

/* @written_us: when the last step of the document was kept, in microseconds since 1970; 0: unknown */
void troupe_recovery_view_add_page (TroupeRecoveryView *self, TroupePage *page, gint64 written_us);
/* What could not be brought back, as a sentence. */
void troupe_recovery_view_add_lost (TroupeRecoveryView *self, const char *text);
/* Documents, runs or their files may have changed. Pages that were closed go. */
void troupe_recovery_view_update (TroupeRecoveryView *self);
/* Nobody looks any more. */
void troupe_recovery_view_clear (TroupeRecoveryView *self);
/* The lists one below the other. */
void troupe_recovery_view_set_narrow (TroupeRecoveryView *self, gboolean narrow);

G_END_DECLS
