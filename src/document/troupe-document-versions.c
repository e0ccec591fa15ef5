/* troupe-document-versions.c: the version of a document that another program has written to its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-versions"

#include "config.h"

#include "troupe-base.h"
#include "troupe-document-private.h"
#include "troupe-tree.h"

/* --- Files ------------------------------------------------------------------------------------ */

static void
known_file_free (gpointer data)
{
  TroupeKnownFile *file = data;

  g_free (file->name);
  g_free (file->path);
  g_free (file);
}

GPtrArray *
troupe_document_list_known_files (TroupeDocument *self)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (known_file_free);
  const char *path;
  g_autofree char *folder = NULL;
  g_autoptr (GList) names = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), files);

  path = troupe_document_get_path (self);
  if (path == NULL)
    return files;
  folder = g_path_get_dirname (path);
  names = g_list_sort (troupe_document_list_files (self), (GCompareFunc) strcmp);
  for (GList *link = names; link != NULL; link = link->next)
    {
      const char *name = link->data;
      const TroupeDocumentFile *known = troupe_document_get_file (self, name);
      TroupeKnownFile *file;

      if (!known->has_stamp)
        continue;
      file = g_new0 (TroupeKnownFile, 1);
      file->name = g_strdup (name);
      file->path = *name == '\0' ? g_strdup (path) : g_build_filename (folder, name, NULL);
      file->stamp = known->stamp;
      g_ptr_array_add (files, file);
    }
  return files;
}

/* --- Trees ------------------------------------------------------------------------------------ */

JsonNode *
troupe_document_make_tree (TroupeDocument *self)
{
  TroupeDocumentParts *parts;
  JsonNode *tree;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  parts = troupe_document_get_parts (self);
  tree = json_node_ref (troupe_document_get_root (self));
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autoptr (JsonNode) before = NULL;

      if (*part->name == '\0' || part->root == NULL)
        continue;
      before = tree;
      tree = troupe_tree_with (before, part->root, part->name, NULL);
    }
  return tree;
}

JsonNode *
troupe_document_make_saved_tree (TroupeDocument *self)
{
  JsonNode *root;
  JsonNode *tree;
  g_autoptr (GList) names = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  root = troupe_document_get_saved_root (self);
  if (root == NULL)
    return NULL;
  tree = json_node_ref (root);
  names = g_list_sort (troupe_document_list_files (self), (GCompareFunc) strcmp);
  for (GList *link = names; link != NULL; link = link->next)
    {
      const char *name = link->data;
      JsonNode *saved = troupe_document_get_file (self, name)->saved;
      g_autoptr (JsonNode) before = NULL;

      if (*name == '\0' || saved == NULL)
        continue;
      before = tree;
      tree = troupe_tree_with (before, saved, name, NULL);
    }
  return tree;
}

/* Returns @parts with the tree of @name, and with the text that @other has read if the tree is that of @other, so that the
 * lines of the file remain. @parts: (transfer full); @root: (nullable): NULL removes the part. (transfer full) */
static TroupeDocumentParts *
take_root (TroupeDocumentParts *parts, TroupeDocument *other, const char *name, JsonNode *root)
{
  g_autoptr (TroupeDocumentParts) before = parts;
  g_autoptr (TroupeDocumentParts) theirs = NULL;
  const TroupeDocumentPart *part =
      troupe_document_parts_find (troupe_document_get_parts (other), name);
  JsonNode *own = troupe_document_parts_get_root (before, name);

  if (root == NULL)
    return troupe_document_parts_without (before, name);
  if (own != NULL && *name != '\0' && troupe_json_node_equal (own, root))
    return g_steal_pointer (&before);
  theirs = part != NULL ? troupe_document_parts_with (before, part)
                        : troupe_document_parts_ref (before);
  if (part != NULL && part->root == root)
    return g_steal_pointer (&theirs);
  return troupe_document_parts_with_root (theirs, name, root);
}

/* Returns the parts of which the tree @merged was made. (transfer full) */
static TroupeDocumentParts *
split_tree (TroupeDocument *self, TroupeDocument *other, JsonNode *merged)
{
  TroupeDocumentParts *const sources[] = { troupe_document_get_parts (self),
                                           troupe_document_get_parts (other) };
  TroupeDocumentParts *parts = troupe_document_parts_ref (sources[0]);
  g_autoptr (JsonNode) main = json_node_ref (merged);

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    for (guint k = 0; k < troupe_document_parts_get_n (sources[i]); k++)
      {
        const TroupeDocumentPart *part = troupe_document_parts_get (sources[i], k);
        JsonNode *root = troupe_tree_get_member (merged, part->name);
        g_autoptr (JsonNode) with = NULL;

        /* A part that could not be read is in neither tree. */
        if (*part->name == '\0' || part->root == NULL)
          continue;
        parts = take_root (parts, other, part->name, root);
        if (troupe_tree_get_member (main, part->name) == NULL)
          continue;
        with = g_steal_pointer (&main);
        main = troupe_tree_with (with, NULL, part->name, NULL);
      }
  return take_root (parts, other, "", main);
}

gboolean
troupe_document_merge (TroupeDocument *self,
                       TroupeDocument *other,
                       JsonNode *tree,
                       const char *label)
{
  g_autoptr (TroupeDocumentParts) before = NULL;
  g_autoptr (TroupeDocumentParts) merged = NULL;
  g_autoptr (JsonNode) own = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (other), FALSE);

  if (troupe_edit_history_is_in_group (troupe_document_get_history (self)))
    return FALSE;
  own = troupe_document_make_tree (self);
  if (tree != NULL && !troupe_json_node_equal (tree, own))
    troupe_document_set_own (self, FALSE);
  before = troupe_document_parts_ref (troupe_document_get_parts (self));
  if (tree != NULL)
    merged = split_tree (self, other, tree);
  troupe_document_take_files (self, other);
  if (tree != NULL)
    troupe_document_adopt (self, merged, FALSE, NULL);
  troupe_document_note_version (self, tree != NULL ? before : NULL, label);
  return TRUE;
}
