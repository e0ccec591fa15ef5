/* troupe-typed-file.c: texts with mistakes of a closed document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-typed-file"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-document-owner.h"
#include "troupe-document-private.h"
#include "troupe-tree.h"
#include "troupe-typed-file.h"

/* The maximum size of a file that is read, in bytes. */
#define MOST_READ (4 * 1024 * 1024)

/* The members of the file: the texts, and the name and the folder of the document to which they belong. */
#define TEXTS "texts"
#define NAME "name"
#define FOLDER "folder"

/* Returns the file for the texts of a document. (transfer full) (nullable): NULL if the document has
 * no file */
static char *
make_path (const char *folder, TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);
  g_autofree char *sum =
      path != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1) : NULL;
  g_autofree char *name = sum != NULL ? g_strconcat (sum, ".json", NULL) : NULL;

  return name != NULL ? g_build_filename (folder, name, NULL) : NULL;
}

/* Returns TRUE if the method, agent or task of a field was removed, and will not come back by undo,
 * because the document is being closed. */
static gboolean
is_orphan (TroupeDocument *document, const char *field)
{
  static const char *const places[] = { "methods", "agents", "tasks", NULL };
  g_auto (GStrv) keys = g_strsplit (field, ".", 3);
  JsonNode *root = troupe_document_get_root (document);
  JsonNode *place = root != NULL && keys[0] != NULL ? troupe_tree_get (root, keys[0], NULL) : NULL;

  if (place == NULL || keys[1] == NULL || !g_strv_contains (places, keys[0]))
    return FALSE;
  if (JSON_NODE_HOLDS_ARRAY (place))
    return g_ascii_strtoull (keys[1], NULL, 10) >=
           json_array_get_length (json_node_get_array (place));
  return JSON_NODE_HOLDS_OBJECT (place) &&
         !json_object_has_member (json_node_get_object (place), keys[1]);
}

GBytes *
troupe_typed_file_describe (const char *folder, TroupeDocument *document, char **path)
{
  GPtrArray *texts;
  g_autofree char *name = NULL;
  g_autofree char *of_folder = NULL;
  g_autoptr (JsonArray) list = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *whole;
  char *text;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  *path = make_path (folder, document);
  texts = troupe_document_get_typed_texts (document)->texts;
  if (*path == NULL || texts == NULL || texts->len == 0)
    return NULL;
  list = json_array_new ();
  for (guint i = 0; i < texts->len; i++)
    {
      const TroupeTypedText *typed = g_ptr_array_index (texts, i);
      JsonObject *object;

      if (is_orphan (document, typed->field))
        continue;
      object = json_object_new ();
      json_object_set_string_member (object, "field", typed->field);
      json_object_set_string_member (object, "text", typed->text);
      json_array_add_object_element (list, object);
    }
  if (json_array_get_length (list) == 0)
    return NULL;
  name = troupe_document_dup_name (document);
  of_folder = troupe_document_identify_folder (troupe_document_get_path (document));
  whole = json_object_new ();
  if (name != NULL)
    json_object_set_string_member (whole, NAME, name);
  if (of_folder != NULL)
    json_object_set_string_member (whole, FOLDER, of_folder);
  json_object_set_array_member (whole, TEXTS, g_steal_pointer (&list));
  node = json_node_init_object (json_node_alloc (), whole);
  json_object_unref (whole);
  text = troupe_json_write (node, NULL, NULL);
  return g_bytes_new_take (text, strlen (text));
}

/* Returns TRUE if the texts are those of this document, not of an earlier one at its path: they may be keys. */
static gboolean
is_of (TroupeDocument *document, JsonNode *root, gint64 time_us)
{
  g_autofree char *name = troupe_document_dup_name (document);
  const TroupeDocumentIdentity identity = { troupe_document_get_path (document), name, NULL };
  const TroupeDocumentMark mark = { .name = troupe_tree_get_member_text (root, NAME),
                                    .folder = troupe_tree_get_member_text (root, FOLDER),
                                    .time_us = time_us };
  g_autoptr (TroupeDocumentOwner) owner = troupe_document_owner_new (&identity);

  return troupe_document_owner_has (owner, &mark);
}

void
troupe_typed_file_read (const char *folder, TroupeDocument *document)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonNode *texts = NULL;
  JsonArray *list;
  GStatBuf status;
  gsize length;

  g_return_if_fail (folder != NULL);
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));

  path = make_path (folder, document);
  text = path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR)
             ? troupe_file_read (path, MOST_READ, &length, NULL, NULL)
             : NULL;
  root = text != NULL ? troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, NULL) : NULL;
  /* Earlier versions stored only the list. */
  texts = root != NULL && JSON_NODE_HOLDS_OBJECT (root)
              ? json_object_get_member (json_node_get_object (root), TEXTS)
              : root;
  if (texts == NULL || !JSON_NODE_HOLDS_ARRAY (texts) || g_stat (path, &status) != 0 ||
      !is_of (document, root, (gint64) status.st_mtim.tv_sec * G_USEC_PER_SEC))
    return;
  list = json_node_get_array (texts);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      const char *field = troupe_tree_get_member_text (item, "field");
      const char *typed = troupe_tree_get_member_text (item, "text");

      if (field != NULL && typed != NULL)
        troupe_document_set_typed (document, field, typed);
    }
}
