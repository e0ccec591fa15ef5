/* troupe-run-secret.c: removes API keys from the stored document of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-secret"

#include "config.h"

#include <string.h>

#include "troupe-flow-document.h"
#include "troupe-run-secret.h"

#define KEY_NAME "api_key"

static void collect (JsonNode *node, GPtrArray *texts);

static void
collect_member_cb (JsonObject *object, const char *name, JsonNode *node, gpointer texts)
{
  if (!g_str_has_suffix (name, KEY_NAME) || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    collect (node, texts);
  /* A reference to a variable is not a key. */
  else if (strstr (json_node_get_string (node), "${") == NULL)
    g_ptr_array_add (texts, (gpointer) json_node_get_string (node));
}

static void
collect_element_cb (JsonArray *array, guint index, JsonNode *node, gpointer texts)
{
  collect (node, texts);
}

/* Collects the keys below @node in @texts, which borrows the strings of the nodes. */
static void
collect (JsonNode *node, GPtrArray *texts)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), collect_member_cb, texts);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    json_array_foreach_element (json_node_get_array (node), collect_element_cb, texts);
}

/**
 * troupe_run_find_secret:
 * @text: text of a document
 * @path: (nullable): its file, whose name determines the format
 *
 * Returns: (transfer full) (nullable): the keys in the document
 */
TroupeSecret *
troupe_run_find_secret (const char *text, const char *path)
{
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : g_strdup ("flow.json");
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  if (strstr (text, KEY_NAME) == NULL)
    return NULL;
  document = troupe_flow_document_load_text (text, strlen (text), name, &problems, NULL);
  if (document != NULL)
    collect (troupe_document_get_root (TROUPE_DOCUMENT (document)), texts);
  g_ptr_array_add (texts, NULL);
  return troupe_secret_new ((const char *const *) texts->pdata);
}

/**
 * troupe_run_restore_document:
 * @kept: a stored document without its keys
 * @path: (nullable): the file from which it was read
 *
 * Returns: (transfer full): the current text of the file if it differs only in its keys, otherwise
 * the stored text: then the keys of the environment are used
 */
char *
troupe_run_restore_document (const char *kept, const char *path)
{
  g_autofree char *today = NULL;
  g_autofree char *hidden = NULL;
  g_autoptr (TroupeSecret) secret = NULL;
  gsize length;

  if (path == NULL || strstr (kept, TROUPE_SECRET_MASK) == NULL ||
      !g_file_get_contents (path, &today, &length, NULL) || strlen (today) != length)
    return g_strdup (kept);
  secret = troupe_run_find_secret (today, path);
  hidden = troupe_secret_hide (secret, today, (gssize) length);
  return g_str_equal (hidden, kept) ? g_steal_pointer (&today) : g_strdup (kept);
}
