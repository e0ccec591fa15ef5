/* test-test-import.c: files of tests made from those of promptfoo and OpenAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "test-remove.h"
#include "troupe-test-assertion.h"
#include "troupe-test-import.h"

#define PROMPTFOO                                                                                  \
  "description: capitals\n"                                                                        \
  "prompts: ['What is the capital of {{country}}?']\n"                                             \
  "providers:\n"                                                                                   \
  "  - openai:chat:gpt-4.1\n"                                                                      \
  "  - id: google:gemini-2.5-flash\n"                                                              \
  "defaultTest:\n"                                                                                 \
  "  vars: {tone: dry}\n"                                                                          \
  "  assert:\n"                                                                                    \
  "    - {type: latency, threshold: 2500}\n"                                                       \
  "tests:\n"                                                                                       \
  "  - description: France\n"                                                                      \
  "    vars: {country: France, city: 'Paris'}\n"                                                   \
  "    assert:\n"                                                                                  \
  "      - {type: icontains, value: '{{city}}'}\n"                                                 \
  "      - {type: not-contains, value: \"a \\\"b\\\"\"}\n"                                         \
  "      - {type: contains-any, value: [A, B]}\n"                                                  \
  "      - {type: regex, value: '^P.*s$'}\n"                                                       \
  "      - {type: regex, value: '(?=x)'}\n"                                                        \
  "      - {type: is-json}\n"                                                                      \
  "      - {type: equals, value: {a: 1}}\n"                                                        \
  "      - {type: cost, threshold: 1}\n"                                                           \
  "      - {type: llm-rubric, value: 'Names {{city}}.', provider: 'anthropic:messages:claude-x', " \
  "threshold: 0.5}\n"                                                                              \
  "      - {type: javascript, value: 'output.length > 3'}\n"                                       \
  "      - {type: javascript, value: 'output.length > 4'}\n"                                       \
  "  - vars: {country: [Spain, Italy]}\n"                                                          \
  "    assert: [{type: starts-with, value: 'The'}]\n"
#define EVALUATION                                                                                 \
  "{\"name\": \"e\", \"data_source\": {\"type\": \"jsonl\", \"source\": {\"type\": "               \
  "\"file_content\", \"content\": [{\"item\": {\"question\": \"q\", \"label\": \"Yes\"}}]}},"      \
  "\"testing_criteria\": ["                                                                        \
  "{\"type\": \"string_check\", \"input\": \"{{sample.output_text}}\", \"reference\": "            \
  "\"{{item.label}}\", \"operation\": \"eq\"},"                                                    \
  "{\"type\": \"string_check\", \"input\": \"{{ sample.output_text }}\", \"reference\": "          \
  "\"{{item.label}}!\", \"operation\": \"ilike\"},"                                                \
  "{\"type\": \"string_check\", \"input\": \"{{sample.output_json.a}}\", \"reference\": "          \
  "\"1\", \"operation\": \"ne\"},"                                                                 \
  "{\"type\": \"text_similarity\", \"evaluation_metric\": \"bleu\"},"                              \
  "{\"type\": \"score_model\", \"model\": \"gpt-4.1\", \"range\": [1, 5], \"pass_threshold\": 4, " \
  "\"input\": [{\"role\": \"user\", \"content\": \"Is {{item.question}} answered?\"}]}]}"
#define REGISTRY                                                                                   \
  "capitals:\n  id: capitals.dev.v0\n  metrics: [accuracy]\n"                                      \
  "capitals.dev.v0:\n  class: evals.elsuite.basic.match:Match\n  args:\n    samples_jsonl: "       \
  "c/s.jsonl\n"                                                                                    \
  "other.v0:\n  class: evals.elsuite.modelgraded.classify:ModelBasedClassify\n"
#define SAMPLES                                                                                    \
  "{\"input\": [{\"role\": \"system\", \"content\": \"Answer.\"}, {\"role\": \"user\", "           \
  "\"content\": \"France?\"}], \"ideal\": [\"Paris\", \"The\"]}\n"                                 \
  "{\"input\": \"Spain?\", \"ideal\": \"Madrid\"}\n{\"input\": \"no ideal\"}\n"

/* Writes a file into @folder, which may have several levels. (transfer full) */
static char *
write_file (const char *folder, const char *name, const char *text, gssize length)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, length, NULL));
  return path;
}

/* Returns the cases as JSON, and the notes as text. (transfer full) */
static char *
import (const char *path, const TroupeTestImportOptions *options, char **notes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeTestImport) result = troupe_test_import_load (path, options, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < result->gaps->len; i++)
    {
      const TroupeImportGap *gap = result->gaps->pdata[i];

      g_string_append_printf (text, "%u %s %u\n", gap->line, gap->what, gap->n);
    }
  *notes = g_strdup (text->str);
  return troupe_value_to_json (troupe_value_get_member (result->file, "cases"),
                               TROUPE_JSON_COMPACT);
}

static void
test_promptfoo (void)
{
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "promptfooconfig.yaml", PROMPTFOO, -1);
  const TroupeTestImportOptions options = { 0 };
  g_autofree char *notes = NULL;
  g_autofree char *cases = import (path, &options, &notes);

  g_assert_cmpstr (
      cases, ==,
      "[{\"name\":\"France\",\"inputs\":{\"tone\":\"dry\",\"country\":\"France\",\"city\":"
      "\"Paris\"},\"expect\":[\"time <= 2.5\",\"text.matches(\\\"(?i)Paris\\\")\","
      "\"!(text.contains(\\\"a \\\\\\\"b\\\\\\\"\\\"))\","
      "\"[\\\"A\\\", \\\"B\\\"].exists(x, text.contains(x))\",\"text.matches(\\\"^P.*s$\\\")\","
      "\"json != null\",\"json == {\\\"a\\\":1}\",\"cost <= 1.0\"],"
      "\"judges\":[{\"says\":\"Names Paris.\",\"model\":\"anthropic/claude-x\",\"threshold\":0.5}]}"
      ",{\"name\":\"2\",\"inputs\":{\"tone\":\"dry\",\"country\":\"Spain\"},\"expect\":[\"time <= "
      "2.5\",\"text.startsWith(\\\"The\\\")\"]},"
      "{\"name\":\"3\",\"inputs\":{\"tone\":\"dry\",\"country\":\"Italy\"},\"expect\":[\"time <= "
      "2.5\",\"text.startsWith(\\\"The\\\")\"]}]");
  g_assert_cmpstr (notes, ==,
                   "2 prompts 1\n4 providers 1\n18 assert regex 1\n23 assert javascript 2\n");
  remove_all (folder);
}

static void
test_evaluation (void)
{
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "eval.json", EVALUATION, -1);
  g_autofree char *data = write_file (folder, "items.jsonl", "{\"label\": \"No\"}\n", -1);
  TroupeTestImportOptions options = { 0 };
  g_autofree char *notes = NULL;
  g_autofree char *cases = import (path, &options, &notes);
  g_autofree char *both = NULL;

  g_assert_cmpstr (
      cases, ==,
      "[{\"name\":\"1\",\"inputs\":{\"question\":\"q\",\"label\":\"Yes\"},\"expect\":["
      "\"text == \\\"Yes\\\"\",\"text.matches(\\\"(?i)Yes!\\\")\",\"json[\\\"a\\\"] != "
      "\\\"1\\\"\"],"
      "\"judges\":[{\"says\":\"Is q answered?\",\"model\":\"openai/gpt-4.1\","
      "\"threshold\":0.75}]}]");
  g_assert_cmpstr (notes, ==, "1 testing_criteria text_similarity 1\n");
  g_clear_pointer (&notes, g_free);
  options.data = data;
  both = import (path, &options, &notes);
  g_assert_nonnull (strstr (both, "{\"name\":\"2\",\"inputs\":{\"label\":\"No\"}"));
  remove_all (folder);
}

static void
test_registry (void)
{
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "evals/capitals.yaml", REGISTRY, -1);
  g_autofree char *samples = write_file (folder, "data/c/s.jsonl", SAMPLES, -1);
  const TroupeTestImportOptions options = { .input = "question" };
  g_autofree char *notes = NULL;
  g_autofree char *cases = import (path, &options, &notes);

  g_assert_cmpstr (
      cases, ==,
      "[{\"name\":\"1\",\"inputs\":{\"question\":\"Answer.\\n\\nFrance?\"},\"expect\":["
      "\"text.startsWith(\\\"Paris\\\") || text.startsWith(\\\"The\\\")\"]},"
      "{\"name\":\"2\",\"inputs\":{\"question\":\"Spain?\"},\"expect\":["
      "\"text.startsWith(\\\"Madrid\\\")\"]}]");
  g_assert_nonnull (strstr (notes, "samples 1\n"));
  g_assert_nonnull (strstr (notes, "modelgraded.classify:ModelBasedClassify 1\n"));
  remove_all (folder);
}

/* Files that are none of these, that lack their samples, or that name files elsewhere. */
static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *reason;
  } files[] = {
    { "a.yaml", "a: [", "1:" },
    { "a.json", "{\"tests\": [}", "1:12" },
    { "b.yaml", "a: 1\n", "cannot be imported" },
    { "c.yaml", "- 1\n", "cannot be imported" },
    { "d.yaml", "prompts: [x]\ntests: []\n", "no cases" },
    { "e.json", "{\"testing_criteria\": []}", "--data" },
    { "f.yaml", "x:\n  class: evals.elsuite.basic.match:Match\n  args: {samples_jsonl: no.jsonl}\n",
      "no.jsonl" },
    { "g.yaml",
      "x:\n  class: evals.elsuite.basic.match:Match\n  args: {samples_jsonl: /etc/passwd}\n",
      "/etc/passwd" },
    { "h.yaml",
      "x:\n  class: evals.elsuite.basic.match:Match\n  args: {samples_jsonl: ../../../x.jsonl}\n",
      "x.jsonl" },
  };
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL);
  const TroupeTestImportOptions options = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = write_file (folder, files[i].name, files[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_test_import_load (path, &options, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, files[i].reason));
    }
  remove_all (folder);
}

/* Checks that every assertion of an import is one. */
static void
check_assertions (const TroupeTestImport *import)
{
  TroupeValue *cases = troupe_value_get_member (import->file, "cases");

  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *expect = troupe_value_get_member (troupe_value_list_get (cases, i), "expect");

      for (gsize k = 0; expect != NULL && k < troupe_value_list_get_length (expect); k++)
        {
          const char *text = troupe_value_get_string (troupe_value_list_get (expect, k), NULL);
          guint column = 0;
          g_autoptr (GError) error = NULL;
          g_autoptr (TroupeTestAssertion) assertion =
              troupe_test_assertion_new (text, &column, &error);

          g_test_message ("%s", text);
          g_assert_no_error (error);
          g_assert_nonnull (assertion);
        }
    }
}

/* Random changes of the files: nothing aborts, and what is imported is valid. */
static void
test_random (void)
{
  static const char *const texts[] = { PROMPTFOO, EVALUATION, REGISTRY };
  static const char *const names[] = { "evals/a.yaml", "evals/a.json", "evals/b.yaml" };
  static const char letters[] = "{}[]:,-'\"\\ \n01ax\xc3\xa9{{}}";
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL);
  g_autofree char *samples = write_file (folder, "data/c/s.jsonl", SAMPLES, -1);
  const TroupeTestImportOptions options = { 0 };
  guint n_read = 0;

  for (guint i = 0; i < 3000; i++)
    {
      const guint which = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (texts));
      g_autofree char *text = g_strdup (texts[which]);
      const gint32 length = (gint32) strlen (text);
      g_autofree char *path = NULL;
      g_autoptr (TroupeTestImport) result = NULL;

      for (gint k = g_test_rand_int_range (1, 4); k > 0; k--)
        text[g_test_rand_int_range (0, length)] =
            letters[g_test_rand_int_range (0, (gint32) strlen (letters))];
      path = write_file (folder, names[which], text, length);
      result = troupe_test_import_load (path, &options, NULL);
      if (result == NULL)
        continue;
      n_read++;
      check_assertions (result);
    }
  g_test_message ("%u of 3000 changed files were imported", n_read);
  g_assert_cmpuint (n_read, >, 100);
  remove_all (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/test-import/promptfoo", test_promptfoo);
  g_test_add_func ("/test-import/evaluation", test_evaluation);
  g_test_add_func ("/test-import/registry", test_registry);
  g_test_add_func ("/test-import/refused", test_refused);
  g_test_add_func ("/test-import/random", test_random);
  return g_test_run ();
}
