/* troupe-versions-comparison.h: differences of two versions of a document, with renamed methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tree-merge.h"

G_BEGIN_DECLS

/**
 * TroupeVersionsComparison:
 * @changes: (element-type TroupeMergeChange): the changes, with the names of the user's version
 *
 * A method that was renamed in one version is compared with itself: its name is one change, and its content another
 * one, so that a new name here and a new content there are merged. Owned by one user; may be created on any thread.
 */
typedef struct
{
  GPtrArray *changes;
  /*< private >*/
  GPtrArray *renames;
  JsonNode *theirs; /* with the names of @mine */
} TroupeVersionsComparison;

/* @base: (nullable): the common ancestor */
TroupeVersionsComparison *
troupe_versions_comparison_new (JsonNode *base, JsonNode *mine, JsonNode *theirs);
void troupe_versions_comparison_free (TroupeVersionsComparison *self);

/* Returns the other version with what was chosen of @mine, so that unchanged lines remain as on disk, or
 * (@from_mine) @mine with what was chosen of the other version. (transfer full) */
JsonNode *troupe_versions_comparison_merge (TroupeVersionsComparison *self,
                                            JsonNode *mine,
                                            gboolean from_mine);

/* Return the name of a method in the other version, and the name of a method of the other version. (transfer
 * none) */
const char *troupe_versions_comparison_get_their_name (TroupeVersionsComparison *self,
                                                       const char *mine);
const char *troupe_versions_comparison_get_my_name (TroupeVersionsComparison *self,
                                                    const char *theirs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeVersionsComparison, troupe_versions_comparison_free)

G_END_DECLS
