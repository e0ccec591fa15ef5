/* flow-test.h: helpers for the tests of flow/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "troupe-flow.h"

/* Returns the JSON of a test document, in which single quotes replace double ones. */
static inline char *
test_quote (const char *text)
{
  char *json = g_strdup (text);

  for (char *c = json; *c != '\0'; c++)
    {
      if (*c == '\'')
        *c = '"';
      else if (*c == '`')
        *c = '\'';
    }
  return json;
}

static inline JsonNode *
test_read (const char *text, TroupeJsonText **source)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                        source, &error);

  g_assert_no_error (error);
  return root;
}

/* Loads the flow of a document in which ' means " and ` means '. */
static inline TroupeFlow *
test_load (const char *text, GPtrArray **problems)
{
  g_autofree char *json = test_quote (text);
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = test_read (json, &source);

  return troupe_flow_new_from_node (root, source, NULL, problems);
}

static inline TroupeProblem *
test_find_problem (GPtrArray *problems, const char *code)
{
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (g_str_equal (problem->code, code))
        return problem;
    }
  return NULL;
}

/* Reads a file of recorded cases. Returns NULL and skips the test if the file does not exist. */
static inline JsonNode *
test_read_conformance (const char *name)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL) : NULL;
  g_autofree char *text = NULL;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("the recorded cases are not here");
      return NULL;
    }
  return test_read (text, NULL);
}

static inline JsonNode *
test_get (JsonNode *node, const char *key)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_member (json_node_get_object (node), key)
                                       : NULL;
}

static inline const char *
test_get_text (JsonNode *node, const char *key)
{
  JsonNode *member = test_get (node, key);

  return member != NULL && JSON_NODE_HOLDS_VALUE (member) ? json_node_get_string (member) : NULL;
}
