/* troupe-test-import-evals.c: file of tests made from an evaluation of OpenAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-import-evals"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-batch-inputs.h"
#include "troupe-file.h"
#include "troupe-folder-policy.h"
#include "troupe-project-file.h"
#include "troupe-test-import-private.h"

#define USUAL_INPUT "input"

/* Called for each record of a file of JSON lines. */
typedef void (*RecordFunc) (TroupeImporter *self, JsonObject *record, gpointer user_data);

/* --- Samples ---------------------------------------------------------------------------------- */

/* Calls @func for each object of a file of JSON lines. @fd: taken */
static gboolean
read_records (TroupeImporter *self,
              int fd,
              const char *path,
              RecordFunc func,
              gpointer user_data,
              GError **error)
{
  g_autoptr (TroupeBatchInputs) inputs = troupe_batch_inputs_open_file (fd, path, error);
  TroupeBatchItem *item = NULL;

  if (inputs == NULL)
    return FALSE;
  do
    {
      g_autofree char *problem = NULL;
      g_autoptr (JsonNode) node = NULL;

      g_clear_pointer (&item, troupe_batch_item_free);
      if (!troupe_batch_inputs_next (inputs, &item, &problem, error))
        return FALSE;
      if (problem != NULL)
        troupe_importer_add_gap (self, NULL, path, problem);
      else if (item != NULL)
        node = troupe_json_read (item->input, strlen (item->input), TROUPE_JSON_STRICT, NULL, NULL);
      if (troupe_importer_as_object (node) != NULL)
        func (self, json_node_get_object (node), user_data);
    }
  while (item != NULL && self->cases->len < TROUPE_TEST_IMPORT_MAX_CASES);
  g_clear_pointer (&item, troupe_batch_item_free);
  return TRUE;
}

/* Returns the text of messages: of one its content, of several all of them. (transfer full) (nullable) */
static char *
join_messages (TroupeImporter *self, JsonNode *node, JsonObject *vars)
{
  JsonArray *array =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (array == NULL)
    return troupe_importer_to_text (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *message = troupe_importer_as_object (json_array_get_element (array, i));
      JsonObject *part = troupe_importer_get_object (message, "content");
      const char *content = part != NULL ? troupe_importer_get_text (part, "text")
                                         : troupe_importer_get_text (message, "content");
      g_autofree char *filled = content != NULL && vars != NULL
                                    ? troupe_importer_fill_template (content, vars)
                                    : g_strdup (content);

      if (filled == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", filled);
    }
  if (vars == NULL && json_array_get_length (array) > 1)
    troupe_importer_add_gap (self, NULL, "input",
                             _ ("The messages of a sample become one text, without their roles."));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* --- Registry --------------------------------------------------------------------------------- */

/* How the text is compared with an expected one. */
typedef enum
{
  COMPARE_MATCH,
  COMPARE_INCLUDES,
  COMPARE_INCLUDES_ANY_CASE,
  COMPARE_FUZZILY,
} Comparison;

static char *
compare (const char *ideal, Comparison comparison)
{
  g_autofree char *literal = troupe_importer_quote (ideal);
  g_autofree char *pattern = troupe_importer_quote_any_case (ideal);

  switch (comparison)
    {
    case COMPARE_INCLUDES:
      return g_strdup_printf ("text.contains(%s)", literal);

    case COMPARE_INCLUDES_ANY_CASE:
    case COMPARE_FUZZILY:
      return g_strdup_printf ("text.matches(%s)", pattern);

    case COMPARE_MATCH:
    default:
      return g_strdup_printf ("text.startsWith(%s)", literal);
    }
}

/* Makes a case of a sample with `input` and `ideal`, a text or a list of them of which one is enough. */
static void
sample_cb (TroupeImporter *self, JsonObject *record, gpointer user_data)
{
  const Comparison comparison = (Comparison) GPOINTER_TO_INT (user_data);
  const char *name = self->options->input != NULL ? self->options->input : USUAL_INPUT;
  g_autofree char *input = join_messages (self, troupe_importer_get (record, "input"), NULL);
  JsonNode *ideal = troupe_importer_get (record, "ideal");
  JsonArray *array = troupe_importer_get_array (record, "ideal");
  const guint n = array != NULL ? json_array_get_length (array) : 1;
  g_autoptr (JsonObject) vars = json_object_new ();
  g_autoptr (GString) any = g_string_new (NULL);
  g_auto (TroupeImportedCase) test = { 0 };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text =
          troupe_importer_to_text (array != NULL ? json_array_get_element (array, i) : ideal);
      g_autofree char *condition = text != NULL ? compare (text, comparison) : NULL;

      if (condition != NULL)
        g_string_append_printf (any, "%s%s", any->len > 0 ? " || " : "", condition);
    }
  if (input == NULL || any->len == 0)
    {
      troupe_importer_add_gap (self, NULL, "samples",
                               _ ("A sample without “input” and “ideal” was skipped."));
      return;
    }
  json_object_set_string_member (vars, name, input);
  troupe_imported_case_init (&test, vars);
  troupe_imported_case_expect (&test, g_string_free (g_steal_pointer (&any), FALSE));
  troupe_importer_add_case (self, &test, NULL, NULL);
}

/* Finds how the class of an evaluation compares. Returns FALSE if it does not compare texts. */
static gboolean
find_comparison (const char *class, JsonObject *args, Comparison *comparison)
{
  JsonNode *ignores_case = troupe_importer_get (args, "ignore_case");
  const char *colon = strrchr (class, ':');

  if (g_strcmp0 (colon, ":Match") == 0)
    *comparison = COMPARE_MATCH;
  else if (g_strcmp0 (colon, ":Includes") == 0)
    *comparison = ignores_case != NULL && JSON_NODE_HOLDS_VALUE (ignores_case) &&
                          json_node_get_boolean (ignores_case)
                      ? COMPARE_INCLUDES_ANY_CASE
                      : COMPARE_INCLUDES;
  else if (g_strcmp0 (colon, ":FuzzyMatch") == 0)
    *comparison = COMPARE_FUZZILY;
  else
    return FALSE;
  return TRUE;
}

static gboolean
read_entry (TroupeImporter *self, const char *name, JsonNode *node, GError **error)
{
  JsonObject *entry = troupe_importer_as_object (node);
  const char *class = troupe_importer_get_text (entry, "class");
  JsonObject *args = troupe_importer_get_object (entry, "args");
  const char *samples = troupe_importer_get_text (args, "samples_jsonl");
  Comparison comparison = COMPARE_MATCH;
  int fd = -1;

  /* The head of an evaluation names its latest version. */
  if (class == NULL)
    return TRUE;
  if (!find_comparison (class, args, &comparison))
    troupe_importer_add_gap (self, node, class, _ ("This class of evaluations has no equivalent."));
  else if (samples == NULL)
    troupe_importer_add_gap (self, node, name, _ ("It has no “samples_jsonl”."));
  else
    {
      g_autofree char *folder = NULL;
      g_autofree char *sample_name = NULL;
      g_autofree char *above = NULL;
      g_autofree char *data = NULL;
      g_autoptr (GError) cause = NULL;

      if (comparison == COMPARE_FUZZILY)
        troupe_importer_add_gap (
            self, node, class,
            _ ("The text has to contain the expected one, in any case; punctuation counts."));
      if (troupe_importer_get (args, "num_few_shot") != NULL)
        troupe_importer_add_gap (self, node, "num_few_shot",
                                 _ ("Examples are not added to the input."));
      /* Opens a file that the registry names: in the folder of the file, or, as in OpenAI's
       * registry, in `data` beside a folder called `evals`, if both are in a folder of their
       * own. The user has not agreed to what the file names, and `data` may be a link. */
      folder = troupe_path_resolve (self->folder);
      sample_name = g_path_get_basename (folder);
      above = g_path_get_dirname (folder);
      data = g_build_filename ("data", samples, NULL);
      fd = troupe_project_file_open (self->folder, samples, NULL, &cause);
      if (fd < 0 && g_str_equal (sample_name, "evals") && !troupe_folder_policy_is_shared (above))
        fd = troupe_project_file_open (above, data, NULL, NULL);
      if (fd < 0)
        g_set_error (error, G_IO_ERROR, cause->code,
                     /* Translators: the first %s is a file, the second one the reason */
                     _ ("The samples “%s” cannot be opened: %s"), samples, cause->message);
      return fd >= 0 &&
             read_records (self, fd, samples, sample_cb, GINT_TO_POINTER (comparison), error);
    }
  return TRUE;
}

gboolean
troupe_import_registry (TroupeImporter *self, GError **error)
{
  JsonObject *root = json_node_get_object (self->root);
  g_autoptr (GList) names = json_object_get_members (root);

  for (GList *at = names; at != NULL; at = at->next)
    if (!read_entry (self, at->data, json_object_get_member (root, at->data), error))
      return FALSE;
  return TRUE;
}

/* --- Evals API -------------------------------------------------------------------------------- */

/* Returns the expression for a template that is the output of the model, or the literal of any other template, with
 * the values of the item. (transfer full) (nullable) */
static char *
make_operand (const char *template, JsonObject *vars)
{
  g_autofree char *bare = g_strstrip (g_strdup (template));
  g_autofree char *text = NULL;

  if (g_str_has_prefix (bare, "{{") && g_str_has_suffix (bare, "}}"))
    {
      g_autofree char *name = g_strstrip (g_strndup (bare + 2, strlen (bare) - 4));

      if (g_str_equal (name, "sample.output_text"))
        return g_strdup ("text");
      if (g_str_has_prefix (name, "sample.output_json."))
        {
          g_auto (GStrv) names = g_strsplit (name + strlen ("sample.output_json."), ".", -1);
          g_autoptr (GString) member = g_string_new ("json");

          /* Creates the expression for a member of the output, such as a.b. */
          for (guint i = 0; names[i] != NULL; i++)
            {
              g_autofree char *literal = troupe_importer_quote (names[i]);

              g_string_append_printf (member, "[%s]", literal);
            }
          return g_strdup (member->str);
        }
    }
  text = troupe_importer_fill_template (template, vars);
  return text != NULL ? troupe_importer_quote (text) : NULL;
}

static gboolean
read_string_check (TroupeImportedCase *test, JsonObject *grader, JsonObject *vars)
{
  static const struct
  {
    const char *operation;
    const char *before;
    const char *after;
  } operations[] = { { "eq", " == ", "" }, { "ne", " != ", "" }, { "like", ".contains(", ")" } };
  const char *operation = troupe_importer_get_text (grader, "operation");
  const char *input = troupe_importer_get_text (grader, "input");
  const char *reference = troupe_importer_get_text (grader, "reference");
  g_autofree char *first = input != NULL ? make_operand (input, vars) : NULL;
  g_autofree char *second = reference != NULL ? make_operand (reference, vars) : NULL;
  g_autofree char *filled =
      reference != NULL ? troupe_importer_fill_template (reference, vars) : NULL;

  if (first == NULL || second == NULL || operation == NULL)
    return FALSE;
  if (g_str_equal (operation, "ilike") && filled != NULL)
    {
      g_autofree char *pattern = troupe_importer_quote_any_case (filled);

      troupe_imported_case_expect (test, g_strdup_printf ("%s.matches(%s)", first, pattern));
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    if (g_str_equal (operation, operations[i].operation))
      {
        troupe_imported_case_expect (test, g_strconcat (first, operations[i].before, second,
                                                        operations[i].after, NULL));
        return TRUE;
      }
  return FALSE;
}

static void
read_grader (TroupeImporter *self, TroupeImportedCase *test, JsonNode *node, JsonObject *item)
{
  JsonObject *grader = troupe_importer_as_object (node);
  const char *type = troupe_importer_get_text (grader, "type");
  g_autofree char *what = g_strdup_printf ("testing_criteria %s", type != NULL ? type : "?");
  g_autoptr (JsonObject) vars = NULL;
  gboolean is_read = FALSE;
  JsonObject *sample;

  vars = json_object_new ();
  sample = json_object_new ();
  /* The instructions of judges are in English, as the prompts of agents. */
  json_object_set_string_member (sample, "output_text", "(the result below)");
  json_object_set_object_member (sample, "output_json", json_object_new ());
  json_object_set_object_member (vars, "item", json_object_ref (item));
  json_object_set_object_member (vars, "sample", sample);
  if (g_strcmp0 (type, "string_check") == 0)
    is_read = read_string_check (test, grader, vars);
  else if (g_strcmp0 (type, "score_model") == 0)
    {
      const char *model = troupe_importer_get_text (grader, "model");
      JsonArray *range = troupe_importer_get_array (grader, "range");
      const double low = range != NULL && json_array_get_length (range) == 2
                             ? json_array_get_double_element (range, 0)
                             : 0;
      const double high = range != NULL && json_array_get_length (range) == 2
                              ? json_array_get_double_element (range, 1)
                              : 1;
      g_autofree char *says = join_messages (self, troupe_importer_get (grader, "input"), vars);
      g_autofree char *named = model != NULL ? g_strdup_printf ("openai/%s", model) : NULL;
      double threshold = -1;
      gboolean model_is_read = TRUE;

      if (says == NULL || named == NULL)
        model_is_read = FALSE;
      else
        {
          if (troupe_importer_get_number (grader, "pass_threshold", &threshold) && high > low)
            threshold = CLAMP ((threshold - low) / (high - low), 0, 1);
          troupe_imported_case_judge (test, says, named, threshold);
        }
      is_read = model_is_read;
    }
  else
    {
      troupe_importer_add_gap (
          self, node, what,
          g_strcmp0 (type, "text_similarity") == 0
              ? _ ("There is no measure of similarity. A judge can compare texts.")
          : g_strcmp0 (type, "python") == 0 ? _ ("Code is not imported. Write it as an expression.")
                                            : _ ("This type has no equivalent."));
      return;
    }
  if (!is_read)
    troupe_importer_add_gap (self, node, what,
                             _ ("It is incomplete, or names fields that the item does not have."));
}

/* Makes a case of an item, which is the record or its member `item`. */
static void
item_cb (TroupeImporter *self, JsonObject *record, gpointer user_data)
{
  JsonObject *item = troupe_importer_get_object (record, "item");
  JsonArray *criteria =
      troupe_importer_get_array (json_node_get_object (self->root), "testing_criteria");
  g_auto (TroupeImportedCase) test = { 0 };

  if (item == NULL)
    item = record;
  troupe_imported_case_init (&test, item);
  for (guint i = 0; criteria != NULL && i < json_array_get_length (criteria); i++)
    read_grader (self, &test, json_array_get_element (criteria, i), item);
  troupe_importer_add_case (self, &test, NULL, NULL);
}

gboolean
troupe_import_evaluation (TroupeImporter *self, GError **error)
{
  JsonObject *root = json_node_get_object (self->root);
  JsonObject *data = troupe_importer_get_object (root, "data_source");
  JsonObject *source = troupe_importer_get_object (data, "source");
  JsonArray *content = troupe_importer_get_array (source, "content");
  int fd = -1;

  if (troupe_importer_get (data, "input_messages") != NULL)
    troupe_importer_add_gap (self, troupe_importer_get (data, "input_messages"), "input_messages",
                             _ ("The document has its own prompts."));
  for (guint i = 0; content != NULL && i < json_array_get_length (content); i++)
    if (troupe_importer_as_object (json_array_get_element (content, i)) != NULL)
      item_cb (self, json_array_get_object_element (content, i), NULL);
  if (self->options->data != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (self->options->data);
      g_autofree char *name = g_path_get_basename (self->options->data);

      fd = troupe_project_file_open (folder, name, NULL, error);
      return fd >= 0 && read_records (self, fd, self->options->data, item_cb, NULL, error);
    }
  if (content != NULL)
    return TRUE;
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      _ ("The evaluation contains no items. Name a file of JSON lines with --data."));
  return FALSE;
}
