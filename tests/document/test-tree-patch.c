/* test-tree-patch.c: serialized differences of two trees, and their application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../flow/random-document.h"
#include "troupe-tree-patch.h"
#include "troupe-tree.h"

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* Returns the patch after writing and reading it. */
static JsonNode *
write_and_read (JsonNode *patch, gsize *length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = troupe_json_write (patch, NULL, length);
  JsonNode *node = troupe_json_read (text, *length, TROUPE_JSON_STRICT, NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* Compares the YAML texts, which also distinguish dates and infinities. */
static void
assert_same (JsonNode *a, JsonNode *b)
{
  g_autofree char *left = troupe_yaml_write (a, NULL, NULL);
  g_autofree char *right = troupe_yaml_write (b, NULL, NULL);

  g_assert_cmpstr (left, ==, right);
}

/* Returns the length of the patch in bytes. */
static gsize
check (JsonNode *before, JsonNode *after)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) patch = troupe_tree_patch_new (before, after);
  gsize length;
  g_autoptr (JsonNode) read = write_and_read (patch, &length);
  g_autoptr (JsonNode) result = troupe_tree_patch_apply (before, read, &error);

  g_assert_no_error (error);
  assert_same (result, after);
  return length;
}

static void
test_cases (void)
{
  static const struct
  {
    const char *before, *after;
    gsize most;
  } cases[] = {
    { "{\"a\": 1}", "{\"a\": 1}", 8 },
    { "{\"a\": 1}", "{\"a\": 2}", 80 },
    { "{\"a\": 1}", "{}", 80 },
    { "{}", "{\"a\": {\"b\": [1, {\"c\": null}]}}", 250 },
    { "{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"c\": 3, \"a\": 1, \"b\": 2}", 200 },
    { "{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"b\": 3, \"a\": 1}", 250 },
    { "{\"a\": [1, 2, 3]}", "{\"a\": [1, 3]}", 100 },
    { "{\"a\": [1, 2, 3]}", "{\"a\": [1, 2, 4, 5, 3]}", 250 },
    { "{\"a\": [1, 2, 3]}", "{\"a\": {\"0\": 1}}", 100 },
    { "{\"a\": [[1], [2]]}", "{\"a\": [[1], [2, 3]]}", 200 },
    { "{\"a\": 1}", "{\"a\": 12345678901234567890123}", 100 },
    { "{\"a\": {\"x\": 1}}", "{\"a\": null}", 100 },
    { "{\"a.b\": {\"\": 1}}", "{\"a.b\": {\"\": 2}}", 100 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) before = parse (cases[i].before);
      g_autoptr (JsonNode) after = parse (cases[i].after);

      g_assert_cmpuint (check (before, after), <, cases[i].most);
      check (after, before);
    }
}

/* If one method among a thousand is renamed, the patch is hardly larger than the name of the
 * method. */
static void
test_is_small (void)
{
  g_autoptr (GString) text = g_string_new ("{\"methods\": {");
  g_autoptr (JsonNode) before = NULL, after = NULL;
  static const char *const path[] = { "methods", "method_500", NULL };

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%s\"method_%u\": {\"do\": {\"call\": \"expression\"}}",
                            i > 0 ? ", " : "", i);
  g_string_append (text, "}}");
  before = parse (text->str);
  after = troupe_json_tree_rename (before, path, "renamed");
  g_assert_cmpuint (check (before, after), <, 250);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = random_new ();
  guint n_rounds = g_test_thorough () ? 3000 : 300;

  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (JsonNode) a = random_flow (random, FALSE);
      g_autoptr (JsonNode) b = random_flow (random, FALSE);

      check (a, b);
      check (a, a);
    }
}

/* A damaged patch is rejected or gives some tree, but never crashes. */
static void
test_damaged (void)
{
  g_autoptr (GRand) random = random_new ();
  static const char *const wrong[] = {
    "{}",
    "[1]",
    "[{}]",
    "[{\"at\": [1], \"json\": \"1\"}]",
    "[{\"at\": [\"nothing\", \"there\"], \"json\": \"1\"}]",
    "[{\"at\": [], \"json\": \"{\"}]",
    "[{\"at\": [], \"keys\": [5]}]",
    "[{\"at\": [], \"keys\": [-9223372036854775808]}]",
    "[{\"at\": [], \"keys\": [[\"a\", \"nothing\"]]}]",
    "[{\"at\": [], \"keys\": [[\"a\"]]}]",
    "[{\"at\": [], \"splice\": [0, 0, 1]}]",
    "[{\"at\": [\"list\"], \"splice\": [0, 4, 1]}]",
    "[{\"at\": [\"list\"], \"splice\": [0, 0, 99999999]}]",
    "[{\"at\": [\"list\"], \"splice\": [-1, 0, 1]}]",
    "[{\"at\": [\"list\"], \"splice\": [0, 0]}]",
  };
  g_autoptr (JsonNode) before = parse ("{\"list\": [1, 2, 3], \"map\": {\"a\": 1}}");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (JsonNode) patch = parse (wrong[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_tree_patch_apply (before, patch, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
  g_assert_null (troupe_tree_patch_apply (before, NULL, NULL));
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (JsonNode) a = random_flow (random, FALSE);
      g_autoptr (JsonNode) b = random_flow (random, FALSE);
      g_autoptr (JsonNode) c = random_flow (random, FALSE);
      g_autoptr (JsonNode) patch = troupe_tree_patch_new (a, b);
      g_autoptr (JsonNode) result = troupe_tree_patch_apply (c, patch, NULL);
    }
}

/* A name that ends with a number continues it. */
static void
test_numbered (void)
{
  static const struct
  {
    const char *name;
    guint64 step;
    const char *numbered;
  } cases[] = {
    { "a", 0, "a" },       { "a", 1, "a_2" },       { "a", 2, "a_3" },
    { "a_2", 0, "a_2" },   { "a_2", 1, "a_3" },     { "a_19", 2, "a_21" },
    { "a2", 1, "a2_2" },   { "a_02", 1, "a_02_2" }, { "_2", 1, "_2_2" },
    { "a_b", 1, "a_b_2" }, { "a_", 1, "a__2" },     { "a_1234567", 1, "a_1234567_2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = troupe_tree_number_name (cases[i].name, cases[i].step);

      g_assert_cmpstr (name, ==, cases[i].numbered);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/tree-patch/cases", test_cases);
  g_test_add_func ("/document/tree-patch/is-small", test_is_small);
  g_test_add_func ("/document/tree-patch/random", test_random);
  g_test_add_func ("/document/tree-patch/damaged", test_damaged);

  g_test_add_func ("/document/tree/numbered", test_numbered);
  return g_test_run ();
}
