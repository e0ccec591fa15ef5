/* troupe-document-saving.c: saves documents to their files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-saving"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-document-private.h"
#include "troupe-project-file.h"

/* A file to be written or deleted. @root: (nullable): the tree of the text; %NULL if the file is
 * to be deleted */
typedef struct
{
  char *name;
  char *path;
  char *text;
  gsize length;
  TroupeFormat format;
  JsonNode *root;
  TroupeFileStamp expected;
  gboolean has_expected;
  gboolean has_known; /* @expected says where the file is, also if its content is replaced */
  gboolean must_be_new;
  gboolean is_unchanged;    /* the file already contains this tree */
  gboolean only_if_missing; /* another program may have deleted the file */
  TroupeFileStamp stamp;
  gboolean is_done;
} Item;

struct _TroupeDocumentSaving
{
  char *path;
  GPtrArray *items; /* (element-type Item) */
  const char *failed; /* (nullable): name of the part that could not be written */
};

static void
item_free (gpointer data)
{
  Item *item = data;

  g_free (item->name);
  g_free (item->path);
  g_free (item->text);
  g_clear_pointer (&item->root, json_node_unref);
  g_free (item);
}

void
troupe_document_saving_free (TroupeDocumentSaving *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->path);
  g_ptr_array_unref (self->items);
  g_free (self);
}

/* --- Collecting the files --------------------------------------------------------------------- */

static Item *
item_new (TroupeDocument *self, const char *path, const char *name, gboolean overwrite)
{
  const char *old_path = troupe_document_get_path (self);
  TroupeDocumentFile *file = troupe_document_get_file (self, name);
  gboolean stays = old_path != NULL && g_str_equal (path, old_path);
  Item *item = g_new0 (Item, 1);
  g_autofree char *folder = NULL;

  g_assert (TROUPE_IS_DOCUMENT (self));

  item->name = g_strdup (name);
  if (*name == '\0')
    item->path = g_strdup (path);
  else
    {
      folder = g_path_get_dirname (path);
      item->path = g_build_filename (folder, name, NULL);
    }
  item->has_known = stays && file->has_stamp;
  item->has_expected = item->has_known && !overwrite;
  item->expected = file->stamp;
  /* The user has chosen the file of the main part, but has not agreed to replace other existing
   * files. */
  item->must_be_new = *name != '\0' && !overwrite && (!stays || !file->has_stamp);
  return item;
}

TroupeDocumentSaving *
troupe_document_begin_save (TroupeDocument *self,
                            const char *path,
                            gboolean overwrite,
                            GError **error)
{
  TroupeDocumentParts *parts;
  TroupeDocumentSaving *saving;
  const char *old_path;
  gboolean stays;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  old_path = troupe_document_get_path (self);
  if (path == NULL && old_path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("The document has not been saved to a file."));
      return NULL;
    }
  saving = g_new0 (TroupeDocumentSaving, 1);
  saving->path = g_strdup (path != NULL ? path : old_path);
  saving->items = g_ptr_array_new_with_free_func (item_free);
  stays = old_path != NULL && g_str_equal (saving->path, old_path);
  parts = troupe_document_get_parts (self);
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      Item *item;
      TroupeDocumentFile *file;

      /* Files that could not be read are not modified. */
      if (part->root == NULL)
        continue;
      item = item_new (self, saving->path, part->name, overwrite);
      file = troupe_document_get_file (self, part->name);
      item->root = json_node_ref (part->root);
      item->is_unchanged = stays && file->saved == part->root;
      item->only_if_missing = item->is_unchanged && *part->name != '\0';
      item->format = file->format;
      if (*part->name == '\0')
        {
          TroupeFormat format = item->format;
          const char *part_old_path = troupe_document_get_path (self);
          TroupeFormat named = troupe_format_from_path (item->path, format);

          /* If the new name has the extension of the other format, the part is converted to that
           * format. */
          if (part_old_path != NULL && troupe_format_from_path (part_old_path, format) == named)
            item->format = format;
          else
            item->format = named;
        }
      item->text = troupe_document_write_part (part, item->format, &item->length);
      g_ptr_array_add (saving->items, item);
    }
  if (stays)
    {
      g_autoptr (GList) names = troupe_document_list_files (self);

      for (GList *link = names; link != NULL; link = link->next)
        if (troupe_document_parts_find (parts, link->data) == NULL)
          g_ptr_array_add (saving->items, item_new (self, saving->path, link->data, overwrite));
    }
  return saving;
}

/* --- Writing -------------------------------------------------------------------------------- */

static gboolean
remove_file (Item *item, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) cause = NULL;

  g_assert (item != NULL);

  if (item->has_expected && g_file_test (item->path, G_FILE_TEST_EXISTS) &&
      !troupe_file_is_unchanged (item->path, &item->expected))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                   _ ("%s has been changed by another program since it was opened."), item->path);
      return FALSE;
    }
  if (troupe_project_file_remove (folder, item->name, &cause) ||
      g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  g_set_error (error, G_IO_ERROR, cause->code, _ ("Could not delete %s: %s"), item->path,
               cause->message);
  return FALSE;
}

/* Parts are written inside the folder of the document only, because a link that is part of a project
 * could refer to any file of the user. The user has chosen the main part. */
static gboolean
write_file (Item *item, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const TroupeFileStamp *expected = item->has_expected ? &item->expected : NULL;
  GError *cause = NULL;

  g_assert (item != NULL);

  if (*item->name == '\0' && expected == NULL && item->has_known)
    return troupe_file_save_over (item->path, item->text, item->length, &item->expected,
                                  &item->stamp, error);
  if (*item->name == '\0' && expected == NULL)
    return troupe_file_save_chosen (item->path, item->text, item->length, &item->stamp, error);
  if (*item->name == '\0')
    return troupe_file_save (item->path, item->text, item->length, expected, &item->stamp, error);
  if (troupe_project_file_save (folder, item->name, item->text, item->length, expected,
                                item->must_be_new, &item->stamp, &cause))
    return TRUE;
  if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_error_free (cause);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               _ ("%s already exists and does not belong to this document."), item->path);
  return FALSE;
}

gboolean
troupe_document_saving_write (TroupeDocumentSaving *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = g_ptr_array_index (self->items, i);
      GStatBuf status;

      if (item->only_if_missing && g_lstat (item->path, &status) == 0)
        continue;
      item->is_done = item->root != NULL ? write_file (item, self->path, error)
                                         : remove_file (item, self->path, error);
      if (!item->is_done)
        {
          self->failed = item->name;
          return FALSE;
        }
    }
  return TRUE;
}

/* --- Files of another version ------------------------------------------------------------------- */

static void
take_file (TroupeDocument *self, TroupeDocument *other, const char *name)
{
  TroupeDocumentFile *file = troupe_document_get_file (self, name);
  const TroupeFileStamp before = file->stamp;

  g_return_if_fail (TROUPE_IS_DOCUMENT (other));

  g_clear_pointer (&file->saved, json_node_unref);
  *file = *troupe_document_get_file (other, name);
  if (file->saved != NULL)
    json_node_ref (file->saved);
  /* A file that has become a link since is read, but not written where the link leads. */
  if (*before.place != '\0')
    g_strlcpy (file->stamp.place, before.place, sizeof file->stamp.place);
}

void
troupe_document_take_files (TroupeDocument *self, TroupeDocument *other)
{
  g_autoptr (GList) own = troupe_document_list_files (self);
  g_autoptr (GList) names = troupe_document_list_files (other);

  for (GList *link = own; link != NULL; link = link->next)
    if (g_list_find_custom (names, link->data, (GCompareFunc) strcmp) == NULL)
      troupe_document_forget_file (self, link->data);
  for (GList *link = names; link != NULL; link = link->next)
    take_file (self, other, link->data);
}

/* --- Updating the document -------------------------------------------------------------------- */

gboolean
troupe_document_end_save (TroupeDocument *self, TroupeDocumentSaving *saving, GError **error)
{
  TroupeDocumentParts *parts;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (saving != NULL, FALSE);

  parts = troupe_document_parts_ref (troupe_document_get_parts (self));
  for (guint i = 0; i < saving->items->len; i++)
    {
      Item *item = g_ptr_array_index (saving->items, i);
      TroupeDocumentParts *next;
      const TroupeDocumentPart *now;
      TroupeDocumentFile *file;
      TroupeDocumentPart part = { NULL };
      g_autoptr (TroupeProblem) mistake = NULL;
      TroupeDocumentParts *result;

      if (!item->is_done)
        continue;
      if (item->root == NULL)
        {
          troupe_document_forget_file (self, item->name);
          continue;
        }
      /* Determines the parts with the saved part parsed again, so that its positions refer to
       * the saved file. A part that was edited during saving remains unchanged and differs from
       * the file. */
      now = troupe_document_parts_find (parts, item->name);
      file = troupe_document_get_file (self, item->name);
      file->stamp = item->stamp;
      file->has_stamp = TRUE;
      file->format = item->format;
      if (item->is_unchanged)
        next = troupe_document_parts_ref (parts);
      else if (now != NULL && now->root == item->root &&
               troupe_document_parse (self, item->name, item->text, item->length, item->path, &part,
                                      &mistake, NULL))
        {
          troupe_document_note_content (self, &part);
          result = troupe_document_parts_with (parts, &part);
          troupe_document_part_clear (&part);
          next = result;
        }
      else
        {
          g_clear_pointer (&file->saved, json_node_unref);
          file->saved = json_node_ref (item->root);
          next = troupe_document_parts_ref (parts);
        }
      troupe_document_parts_unref (parts);
      parts = next;
    }
  if (g_strcmp0 (saving->path, troupe_document_get_path (self)) != 0)
    {
      g_autoptr (GList) names = troupe_document_list_files (self);

      /* Forgets the files of parts that were removed before the document was saved in another
       * place: the document has no such files there. */
      for (GList *link = names; link != NULL; link = link->next)
        if (troupe_document_parts_find (parts, link->data) == NULL)
          troupe_document_forget_file (self, link->data);
    }
  troupe_document_saved (self, saving->path, parts);
  return TRUE;
}

void
troupe_document_fail_save (TroupeDocument *self, TroupeDocumentSaving *saving)
{
  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (saving != NULL);

  if (g_strcmp0 (saving->path, troupe_document_get_path (self)) != 0)
    return;
  for (guint i = 0; i < saving->items->len; i++)
    {
      const Item *item = g_ptr_array_index (saving->items, i);
      TroupeDocumentFile *file;

      if (!item->is_done)
        continue;
      if (item->root == NULL)
        {
          troupe_document_forget_file (self, item->name);
          continue;
        }
      file = troupe_document_get_file (self, item->name);
      file->stamp = item->stamp;
      file->has_stamp = TRUE;
      file->format = item->format;
      g_clear_pointer (&file->saved, json_node_unref);
      file->saved = json_node_ref (item->root);
    }
  troupe_document_note_version (self, NULL, NULL);
}

const char *
troupe_document_saving_get_failed (TroupeDocumentSaving *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->failed;
}

gboolean
troupe_document_save (TroupeDocument *self, const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (TroupeDocumentSaving) saving = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  saving = troupe_document_begin_save (self, path, overwrite, error);
  return saving != NULL && troupe_document_saving_write (saving, error) &&
         troupe_document_end_save (self, saving, error);
}

gboolean
troupe_document_get_stamp (TroupeDocument *self, TroupeFileStamp *stamp)
{
  TroupeDocumentFile *file;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (stamp != NULL, FALSE);

  file = troupe_document_get_file (self, "");
  *stamp = file->stamp;
  return file->has_stamp;
}

void
troupe_document_set_unsaved (TroupeDocument *self)
{
  g_autoptr (GList) names = NULL;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));

  names = troupe_document_list_files (self);
  for (GList *link = names; link != NULL; link = link->next)
    g_clear_pointer (&troupe_document_get_file (self, link->data)->saved, json_node_unref);
  g_object_notify (G_OBJECT (self), "modified");
}
