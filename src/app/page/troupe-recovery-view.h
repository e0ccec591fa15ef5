/* troupe-recovery-view.h: lists documents and runs that were restored after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeRecoveryView:
 *
 * Two lists below the restored documents (doc/interface.md §35). One lists each document with its
 * unsaved changes; the other lists each interrupted run with the consequences of resuming it.
 * Nothing is resumed automatically.
 *
 * Signals: `page-activated` (the page that the user wants to see).
 */
#define TROUPE_TYPE_RECOVERY_VIEW (troupe_recovery_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRecoveryView, troupe_recovery_view, TROUPE, RECOVERY_VIEW, GtkWidget)

GtkWidget *troupe_recovery_view_new (void);

/* @written_us: time at which the last edit was stored in the draft, in microseconds since 1970;
 *   0 if unknown */
void troupe_recovery_view_add_page (TroupeRecoveryView *self, TroupePage *page, gint64 written_us);
/* Adds a message about a document that could not be restored. */
void troupe_recovery_view_add_lost (TroupeRecoveryView *self, const char *text);
/* Called when documents, runs or their files may have changed. Removes closed pages. */
void troupe_recovery_view_update (TroupeRecoveryView *self);
/* Removes all pages, because the view is closed. */
void troupe_recovery_view_clear (TroupeRecoveryView *self);
/* If @narrow is TRUE, the lists are placed one below the other. */
void troupe_recovery_view_set_narrow (TroupeRecoveryView *self, gboolean narrow);

G_END_DECLS
