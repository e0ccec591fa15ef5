/* troupe-versions-comparison.c: differences of two versions of a document, with renamed methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-versions-comparison"

#include "config.h"

#include "troupe-flow-rename.h"
#include "troupe-flow-renames.h"
#include "troupe-versions-comparison.h"

TroupeVersionsComparison *
troupe_versions_comparison_new (JsonNode *base, JsonNode *mine, JsonNode *theirs)
{
  TroupeVersionsComparison *self;
  g_autoptr (JsonNode) renamed_base = NULL;

  g_return_val_if_fail (mine != NULL, NULL);
  g_return_val_if_fail (theirs != NULL, NULL);

  self = g_new0 (TroupeVersionsComparison, 1);
  self->renames = troupe_flow_renames_find (base, mine, theirs);
  self->theirs = troupe_flow_renames_apply (self->renames, theirs, TROUPE_FLOW_VERSION_THEIRS,
                                            TROUPE_FLOW_VERSION_MINE);
  if (base != NULL)
    renamed_base = troupe_flow_renames_apply (self->renames, base, TROUPE_FLOW_VERSION_BASE,
                                              TROUPE_FLOW_VERSION_MINE);
  self->changes = troupe_tree_merge_new (renamed_base, mine, self->theirs);
  for (guint i = self->renames->len; i > 0; i--)
    {
      const TroupeFlowRename *rename = self->renames->pdata[i - 1];

      if (!g_str_equal (rename->mine, rename->theirs))
        troupe_tree_merge_add_name (self->changes, "methods", rename->mine, rename->theirs,
                                    g_strcmp0 (rename->base, rename->mine) != 0,
                                    g_strcmp0 (rename->base, rename->theirs) != 0);
    }

  return self;
}

void
troupe_versions_comparison_free (TroupeVersionsComparison *self)
{
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->renames);
  json_node_unref (self->theirs);
  g_free (self);
}

JsonNode *
troupe_versions_comparison_merge (TroupeVersionsComparison *self,
                                  JsonNode *mine,
                                  gboolean from_mine)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (mine != NULL, NULL);

  root = from_mine ? troupe_tree_merge_apply_theirs (mine, self->changes)
                   : troupe_tree_merge_apply (self->theirs, self->changes);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const TroupeMergeChange *change = self->changes->pdata[i];

      if (change->is_name &&
          (from_mine ? change->choice == TROUPE_MERGE_THEIRS : change->choice != TROUPE_MERGE_MINE))
        g_hash_table_insert (names, (gpointer) json_node_get_string (change->mine),
                             (gpointer) json_node_get_string (change->theirs));
    }

  return g_hash_table_size (names) > 0 ? troupe_flow_rename_in_root (root, names)
                                       : g_steal_pointer (&root);
}

const char *
troupe_versions_comparison_get_their_name (TroupeVersionsComparison *self, const char *mine)
{
  g_return_val_if_fail (mine != NULL, NULL);

  return self != NULL
             ? troupe_flow_renames_find_name (self->renames, mine, TROUPE_FLOW_VERSION_MINE,
                                              TROUPE_FLOW_VERSION_THEIRS)
             : mine;
}

const char *
troupe_versions_comparison_get_my_name (TroupeVersionsComparison *self, const char *theirs)
{
  g_return_val_if_fail (theirs != NULL, NULL);

  return self != NULL
             ? troupe_flow_renames_find_name (self->renames, theirs, TROUPE_FLOW_VERSION_THEIRS,
                                              TROUPE_FLOW_VERSION_MINE)
             : theirs;
}
