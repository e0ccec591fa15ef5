/* troupe-page-disk.h: handles changes of a page's file by other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"
#include "troupe-versions-list.h"

G_BEGIN_DECLS

/**
 * TroupePageDisk:
 *
 * Monitors the file of an open document of any type. If the file changes, an unmodified document is
 * reloaded; for a modified document, a bar prompts the user. Both versions can be shown side by
 * side.
 *
 * Signals: `changed` (whether there is another version, or whether both are shown), `adopted` (the
 * document was replaced with content from outside), `looked` (the file was checked), `message`
 * (text: for a toast).
 */
#define TROUPE_TYPE_PAGE_DISK (troupe_page_disk_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageDisk, troupe_page_disk, TROUPE, PAGE_DISK, GObject)

TroupePageDisk *troupe_page_disk_new (TroupeDocument *document);

/* Returns a #TroupeDiskBar, to be placed above the document. (transfer none) */
GtkWidget *troupe_page_disk_get_bar (TroupePageDisk *self);
/* Returns the #TroupeVersionsView, which covers everything else while both versions are
 * compared. (transfer none) (nullable) */
GtkWidget *troupe_page_disk_get_versions (TroupePageDisk *self);

/* Checks on another thread whether another program has changed the file. */
void troupe_page_disk_look (TroupePageDisk *self);
/* Returns TRUE if the file must be checked first. When the check has ended, `looked` is emitted. */
gboolean troupe_page_disk_is_in_doubt (TroupePageDisk *self);
/* Sets whether the document is being written. In the meantime, changes of the file are ignored. */
void troupe_page_disk_set_saving (TroupePageDisk *self, gboolean saving);

/* Replaces the document with the current file as one undo step. Returns FALSE while an edit is
 * in progress. */
gboolean troupe_page_disk_adopt (TroupePageDisk *self, TroupeDocument *now);
/* Returns TRUE if another program has written the file while the document was modified, and the
 * user has not decided yet between the two versions. */
gboolean troupe_page_disk_has_other_version (TroupePageDisk *self);
/* Returns TRUE if another program has written the file so that it cannot be parsed. It can neither be reloaded
 * nor compared then. */
gboolean troupe_page_disk_is_unreadable (TroupePageDisk *self);
/* Returns TRUE if both versions can be shown and are not shown yet. */
gboolean troupe_page_disk_can_compare (TroupePageDisk *self);
/* Shows both versions, so that the user can merge them. */
void troupe_page_disk_compare (TroupePageDisk *self);
/* Reads the files again, and compares if they differ from what the document has read. */
void troupe_page_disk_compare_soon (TroupePageDisk *self);
/* Shows the document beside another one of the same type, which is not its file, so that the user can take over
 * its differences as one undo step. @base, @kind, @name: as for troupe_versions_view_new_with_other(). Does
 * nothing while the text of the document cannot be parsed. */
void troupe_page_disk_compare_with (TroupePageDisk *self,
                                    TroupeDocument *other,
                                    JsonNode *base,
                                    TroupeVersionsKind kind,
                                    const char *name);
/* Shows the crew of the document beside the one that a run has executed, see troupe_versions_view_new_for_crews(). */
void troupe_page_disk_show_crews (TroupePageDisk *self,
                                  JsonNode *today,
                                  JsonNode *then,
                                  const char *name);
/* If @narrow is TRUE, both versions are shown one below the other. */
void troupe_page_disk_set_narrow (TroupePageDisk *self, gboolean narrow);

G_END_DECLS
