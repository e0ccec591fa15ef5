/* troupe-versions-list.h: what differs between two versions of a document, and which of each is chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"
#include "troupe-tree-merge.h"

G_BEGIN_DECLS

/**
 * TroupeVersionsList:
 *
 * A row for each value that differs, with the choice between both, those that are undecided first; and one
 * for the whole file.
 *
 * Signals: `selected` (), `chosen` (): a choice of one of the changes is another one.
 */
#define TROUPE_TYPE_VERSIONS_LIST (troupe_versions_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeVersionsList, troupe_versions_list, TROUPE, VERSIONS_LIST, GtkWidget)

GtkWidget *troupe_versions_list_new (void);

/* @changes: (element-type TroupeMergeChange): what is chosen is written into them. Another row than before
 * is selected only where that is gone: the first one then, and at first. */
void troupe_versions_list_set (TroupeVersionsList *self,
                               GPtrArray *changes,
                               TroupeDocument *mine,
                               TroupeDocument *theirs);

/* Of the selected row; FALSE where none is. @change: (out) (transfer none) (nullable): NULL is the whole
 * file */
gboolean troupe_versions_list_get_selected (TroupeVersionsList *self,
                                            const TroupeMergeChange **change);
/* The row of a method; none where it does not differ. @method: (nullable) */
void troupe_versions_list_select_method (TroupeVersionsList *self, const char *method);

/* --- A change, in words ------------------------------------------------------------------------ */

/* The name of the method; NULL where it is of none. (transfer none) */
const char *troupe_merge_change_get_method (const TroupeMergeChange *change);
/* What a person calls it. (transfer none) */
const char *troupe_merge_change_get_name (const TroupeMergeChange *change);
/* What became of it. (transfer none) */
const char *troupe_merge_change_describe (const TroupeMergeChange *change);

G_END_DECLS
