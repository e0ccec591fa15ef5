/* troupe-disk-bar.h: the bar of a page whose file another program changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeDiskBar:
 *
 * Says what became of the file of an open document, and asks what goes where both were changed.
 *
 * Signals: `compare`, `reload` (what was edited here goes), `keep` (it stays, and what the file has is known
 * from then on; the bar has gone).
 */
#define TROUPE_TYPE_DISK_BAR (troupe_disk_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDiskBar, troupe_disk_bar, TROUPE, DISK_BAR, GtkWidget)

GtkWidget *troupe_disk_bar_new (void);

/* @has_choice: there are two versions; @can_compare: and both can be read. Else it can be sent away alone. */
void troupe_disk_bar_show (TroupeDiskBar *self,
                           const char *text,
                           gboolean has_choice,
                           gboolean can_compare);
void troupe_disk_bar_hide (TroupeDiskBar *self);
gboolean troupe_disk_bar_is_shown (TroupeDiskBar *self);

G_END_DECLS
