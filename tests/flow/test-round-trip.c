/* test-round-trip.c: loading and saving preserve values, order, keys and every byte
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"
#include "random-document.h"
#include "troupe-flow-document.h"

#define N_DOCUMENTS TEST_SAMPLE (10000)

static TroupeFlowDocument *
load (const char *text, gsize length, TroupeFormat format)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document = troupe_flow_document_load_text (
      text, length, format == TROUPE_FORMAT_YAML ? "flow.yaml" : "flow.jsonc", NULL, &error);

  if (document == NULL)
    g_error ("%s\n%s", error->message, text);
  return document;
}

static void
assert_holds (TroupeFlowDocument *document, JsonNode *tree, const char *text)
{
  if (!troupe_json_node_equal (troupe_document_get_root (TROUPE_DOCUMENT (document)), tree))
    {
      g_autofree char *wanted = troupe_json_write (tree, NULL, NULL);

      g_error ("another tree than %s\n%s", wanted, text);
    }
}

/* Asserts that @text loads as @tree and is saved unchanged without an edit. Also asserts that it
 * is still @tree after it was written without its formatting and in the other format. */
static void
check_document (const char *text, TroupeFormat format, JsonNode *tree)
{
  TroupeFormat other = format == TROUPE_FORMAT_YAML ? TROUPE_FORMAT_JSON : TROUPE_FORMAT_YAML;
  g_autoptr (TroupeFlowDocument) document = load (text, strlen (text), format);
  g_autoptr (TroupeFlowDocument) converted = NULL, back = NULL;
  g_autofree char *saved = NULL, *in_other = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (document)), ==, format);
  assert_holds (document, tree, text);
  saved = troupe_document_to_text (TROUPE_DOCUMENT (document), &length);
  g_assert_cmpmem (saved, length, text, strlen (text));

  in_other = troupe_document_convert (TROUPE_DOCUMENT (document), other, &length, NULL, &error);
  if (in_other == NULL)
    {
      /* JSON cannot represent infinities. */
      g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID);
      return;
    }
  converted = load (in_other, length, other);
  assert_holds (converted, tree, in_other);
  again = troupe_document_convert (TROUPE_DOCUMENT (converted), format, &length, NULL, &error);
  g_assert_no_error (error);
  back = load (again, length, format);
  assert_holds (back, tree, again);
}

static void
test_json (void)
{
  g_autoptr (GRand) random = random_new ();

  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      g_autoptr (JsonNode) tree = random_flow (random, TRUE);
      g_autofree char *text = random_write_json (random, tree, i % 2 == 0);

      check_document (text, TROUPE_FORMAT_JSON, tree);
    }
}

static void
test_yaml (void)
{
  g_autoptr (GRand) random = random_new ();

  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      g_autoptr (JsonNode) tree = random_flow (random, i % 4 != 0);
      g_autofree char *text = random_write_yaml (random, tree);

      check_document (text, TROUPE_FORMAT_YAML, tree);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/round-trip/json", test_json);
  g_test_add_func ("/flow/round-trip/yaml", test_yaml);
  return g_test_run ();
}
