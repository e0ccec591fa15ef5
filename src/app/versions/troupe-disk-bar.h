/* troupe-disk-bar.h: bar for a document whose file was changed by another program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeDiskBar:
 *
 * Shows what has happened to the file of an open document. If both versions were changed, asks the
 * user which version to keep.
 *
 * Signals: `compare`, `reload` (local edits are discarded), `keep` (local edits are kept, and the
 * content of the file counts as known; the bar is hidden).
 */
#define TROUPE_TYPE_DISK_BAR (troupe_disk_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDiskBar, troupe_disk_bar, TROUPE, DISK_BAR, GtkWidget)

GtkWidget *troupe_disk_bar_new (void);

/* @has_choice: whether there are two versions; @can_compare: whether both versions can be
 *   loaded. If @has_choice is FALSE, the bar can only be dismissed. */
void troupe_disk_bar_show (TroupeDiskBar *self,
                           const char *text,
                           gboolean has_choice,
                           gboolean can_compare);
void troupe_disk_bar_hide (TroupeDiskBar *self);
gboolean troupe_disk_bar_is_shown (TroupeDiskBar *self);

G_END_DECLS
