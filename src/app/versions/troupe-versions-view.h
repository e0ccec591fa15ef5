/* troupe-versions-view.h: two versions of a document side by side, to take from each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeVersionsView:
 *
 * What a person edited and what another program wrote meanwhile (doc/interface.md §35): each value that
 * differs with the choice between both, and the texts line by line. Any kind of document. What the document
 * holds is compared again whenever it changes.
 *
 * Signals: `closed` (nothing was decided), `take-over` (what was chosen is to be taken; all is decided).
 */
#define TROUPE_TYPE_VERSIONS_VIEW (troupe_versions_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeVersionsView, troupe_versions_view, TROUPE, VERSIONS_VIEW, GtkWidget)

/* @mine: what is open; @theirs: the same file as it is on the disk */
GtkWidget *troupe_versions_view_new (TroupeDocument *mine, TroupeDocument *theirs);

TroupeDocument *troupe_versions_view_get_theirs (TroupeVersionsView *self); /* (transfer none) */
/* The tree that was chosen. (transfer full) */
JsonNode *troupe_versions_view_make_root (TroupeVersionsView *self);
/* Whether the comparison is still under way. */
gboolean troupe_versions_view_is_busy (TroupeVersionsView *self);
/* One below the other. */
void troupe_versions_view_set_narrow (TroupeVersionsView *self, gboolean narrow);

G_END_DECLS
