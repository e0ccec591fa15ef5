/* troupe-typed-file.c: texts with mistakes of a closed document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-typed-file"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-document-private.h"
#include "troupe-tree.h"
#include "troupe-typed-file.h"

/* The maximum size of a file that is read, in bytes. */
#define MOST_READ (4 * 1024 * 1024)

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

/* (transfer full) */
static char *
describe (GPtrArray *texts)
{
  JsonArray *list = json_array_new ();
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < texts->len; i++)
    {
      const TroupeTypedText *text = g_ptr_array_index (texts, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "field", text->field);
      json_object_set_string_member (object, "text", text->text);
      json_array_add_object_element (list, object);
    }
  node = troupe_tree_take_array (list);
  return troupe_json_write (node, NULL, NULL);
}

gboolean
troupe_typed_file_write (const char *folder, TroupeDocument *document)
{
  GPtrArray *texts;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (folder != NULL, FALSE);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), FALSE);

  path = make_path (folder, document);
  if (path == NULL)
    return TRUE;
  texts = troupe_document_list_typed (document);
  if (texts == NULL || texts->len == 0)
    {
      g_unlink (path);
      return TRUE;
    }
  text = describe (texts);
  g_mkdir_with_parents (folder, 0700);
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    return TRUE;
  g_message ("Could not write the typed text: %s", error->message);
  return FALSE;
}

void
troupe_typed_file_read (const char *folder, TroupeDocument *document)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonArray *list;
  gsize length;

  g_return_if_fail (folder != NULL);
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));

  path = make_path (folder, document);
  text = path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR)
             ? troupe_file_read (path, MOST_READ, &length, NULL, NULL)
             : NULL;
  root = text != NULL ? troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, NULL) : NULL;
  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    return;
  list = json_node_get_array (root);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      const char *field = troupe_tree_get_member_text (item, "field");
      const char *typed = troupe_tree_get_member_text (item, "text");

      if (field != NULL && typed != NULL)
        troupe_document_set_typed (document, field, typed);
    }
}
