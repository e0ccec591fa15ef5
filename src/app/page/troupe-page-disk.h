/* troupe-page-disk.h: what other programs make of the file of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupePageDisk:
 *
 * Follows the file of an open document: what was not edited is read again, for what was edited a bar asks,
 * and both versions can be seen side by side. Any kind of document.
 *
 * Signals: `changed` (whether there is another version, or whether both are shown), `adopted` (what the
 * document holds now came from outside), `looked` (the file was looked at), `message` (text: for a toast).
 */
#define TROUPE_TYPE_PAGE_DISK (troupe_page_disk_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageDisk, troupe_page_disk, TROUPE, PAGE_DISK, GObject)

TroupePageDisk *troupe_page_disk_new (TroupeDocument *document);

/* A #TroupeDiskBar, for above the document. (transfer none) */
GtkWidget *troupe_page_disk_get_bar (TroupePageDisk *self);
/* Both versions, a #TroupeVersionsView in front of all else while they are compared. (transfer none)
 * (nullable) */
GtkWidget *troupe_page_disk_get_versions (TroupePageDisk *self);

/* Looks on another thread whether another program changed the file. */
void troupe_page_disk_look (TroupePageDisk *self);
/* Whether it has to be looked at first: `looked` follows. */
gboolean troupe_page_disk_is_in_doubt (TroupePageDisk *self);
/* While the document is written here, what happens to the file says nothing. */
void troupe_page_disk_set_saving (TroupePageDisk *self, gboolean saving);

/* Takes the file as it is now, as one step of undo; FALSE in the middle of an edit. */
gboolean troupe_page_disk_adopt (TroupePageDisk *self, TroupeDocument *now);
/* Whether another program wrote the file while it was edited here, and nobody has decided yet. */
gboolean troupe_page_disk_has_other_version (TroupePageDisk *self);
/* Whether both can be shown, and are not yet. */
gboolean troupe_page_disk_can_compare (TroupePageDisk *self);
/* Shows both, to take from each. */
void troupe_page_disk_compare (TroupePageDisk *self);
/* One below the other. */
void troupe_page_disk_set_narrow (TroupePageDisk *self, gboolean narrow);

G_END_DECLS
