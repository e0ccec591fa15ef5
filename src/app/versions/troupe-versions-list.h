/* troupe-versions-list.h: list of differences between two versions, with a choice for each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"
#include "troupe-tree-merge.h"

G_BEGIN_DECLS

/* What the other version is. */
typedef enum
{
  TROUPE_VERSIONS_DISK, /* the file of the document, which another program has written */
  TROUPE_VERSIONS_FILE, /* another file; both may never have been the same document */
  TROUPE_VERSIONS_SIDE, /* the other side of a conflict */
  TROUPE_VERSIONS_RUN,  /* the document as a past run executed it */
  TROUPE_VERSIONS_CREW, /* the crew as a past run executed it: nothing can be chosen */
} TroupeVersionsKind;

/**
 * TroupeVersionsList:
 *
 * A row for each value that differs, with buttons to choose a version. Rows without a choice are
 * listed first. There is also a row for the entire file or crew.
 *
 * Signals: `selected` (), `chosen` (): the choice for a change was made or changed.
 */
#define TROUPE_TYPE_VERSIONS_LIST (troupe_versions_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeVersionsList, troupe_versions_list, TROUPE, VERSIONS_LIST, GtkWidget)

GtkWidget *troupe_versions_list_new (TroupeVersionsKind kind);

/* @changes: (element-type TroupeMergeChange): the choices are written into these changes. If the
 *   row of the selection still exists, it remains selected. Otherwise, and initially, the first
 *   row is selected. */
void troupe_versions_list_set (TroupeVersionsList *self,
                               GPtrArray *changes,
                               TroupeDocument *mine,
                               TroupeDocument *theirs);

/* Gets the selected row. Returns FALSE if no row is selected. @change: (out) (transfer none)
 * (nullable): NULL for the entire file */
gboolean troupe_versions_list_get_selected (TroupeVersionsList *self,
                                            const TroupeMergeChange **change);
/* Selects the row of a method, or no row if the method does not differ. @method: (nullable) */
void troupe_versions_list_select_method (TroupeVersionsList *self, const char *method);

/* --- Describing changes ----------------------------------------------------------------------- */

/* Returns the name of the changed method; NULL if the change is not in a method. (transfer none) */
const char *troupe_merge_change_get_method (const TroupeMergeChange *change);
/* Returns the name of the changed value for display. (transfer none) */
const char *troupe_merge_change_get_name (const TroupeMergeChange *change);
/* Describes what has happened on each side. (transfer none) */
const char *troupe_merge_change_describe (const TroupeMergeChange *change, TroupeVersionsKind kind);

G_END_DECLS
