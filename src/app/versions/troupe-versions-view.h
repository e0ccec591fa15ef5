/* troupe-versions-view.h: merge view for two versions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"
#include "troupe-versions-list.h"

G_BEGIN_DECLS

/**
 * TroupeVersionsView:
 *
 * Compares the version edited by the user with another one: the file that another program has written in the
 * meantime, another file, or the other side of a conflict (doc/interface.md §35). Shows a list of the values that differ, with a choice for each
 * value, and the texts line by line. Supports all document types. The comparison is updated
 * whenever the document changes. A crew is only shown beside the one of a run.
 *
 * Signals: `closed` (nothing was decided), `take-over` (the choices are to be applied; all changes
 * are resolved).
 */
#define TROUPE_TYPE_VERSIONS_VIEW (troupe_versions_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeVersionsView, troupe_versions_view, TROUPE, VERSIONS_VIEW, GtkWidget)

/* @mine: the open document; @theirs: the current file on disk */
GtkWidget *troupe_versions_view_new (TroupeDocument *mine, TroupeDocument *theirs);
/* Compares @mine with a document that is not its file. @base: (nullable): the tree of their common ancestor;
 * @kind: not %TROUPE_VERSIONS_DISK; @name: the name of the other version */
GtkWidget *troupe_versions_view_new_with_other (TroupeDocument *mine,
                                                TroupeDocument *theirs,
                                                JsonNode *base,
                                                TroupeVersionsKind kind,
                                                const char *name);

/* Shows how the crew of @mine differs from the one that a run has executed; nothing can be chosen. @mine_tree, @their_tree: the
 * two crews; @name: that of the run */
GtkWidget *troupe_versions_view_new_for_crews (TroupeDocument *mine,
                                               JsonNode *mine_tree,
                                               JsonNode *their_tree,
                                               const char *name);

TroupeDocument *troupe_versions_view_get_theirs (TroupeVersionsView *self); /* (transfer none) */
/* Creates the merged tree from the choices. Everything that does not differ is as in the version that will
 * be overwritten: on disk, or else in the document. (transfer full) */
JsonNode *troupe_versions_view_make_root (TroupeVersionsView *self);
/* Returns TRUE if all of the other version was refused: the document stays as it is, including its formatting. */
gboolean troupe_versions_view_keeps_mine (TroupeVersionsView *self);
/* Returns TRUE while the comparison is running. */
gboolean troupe_versions_view_is_busy (TroupeVersionsView *self);
/* If @narrow is TRUE, both versions are shown one below the other. */
void troupe_versions_view_set_narrow (TroupeVersionsView *self, gboolean narrow);

G_END_DECLS
