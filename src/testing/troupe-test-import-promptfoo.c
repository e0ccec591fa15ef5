/* troupe-test-import-promptfoo.c: file of tests made from a configuration of promptfoo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-import-promptfoo"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-regexp.h"
#include "troupe-test-import-private.h"

/* The model of judges if neither the file nor the user names one. */
#define USUAL_JUDGE "openai/gpt-4.1-mini"
/* The largest number of cases that the lists of one test's variables make. */
#define MAX_COMBINATIONS 1000u

/* An assertion that is being read. @value: its value with the variables filled in, NULL if it is no text
 * @is_not: whether its type begins with not- */
typedef struct
{
  TroupeImporter *importer;
  TroupeImportedCase *test;
  JsonNode *node;
  JsonObject *object;
  JsonObject *options; /* (nullable): of the test */
  const char *type;
  gboolean is_not;
  char *value;
} Assertion;

static void
refuse (Assertion *self, const char *why)
{
  g_autofree char *what = g_strdup_printf ("assert %s%s", self->is_not ? "not-" : "", self->type);

  troupe_importer_add_gap (self->importer, self->node, what, why);
}

/* --- Names of models -------------------------------------------------------------------------- */

/* Returns the model as Troupe names it: openai:chat:gpt-4.1 is openai/gpt-4.1. (transfer full) (nullable): NULL if it
 * is no model */
static char *
convert_model (const char *id)
{
  static const char *const kinds[] = { "chat", "completion", "responses", "messages", NULL };
  static const char *const names[][2] = { { "google", "gemini" },
                                          { "azureopenai", "azure" },
                                          { "vertex", "vertex_ai" } };
  g_auto (GStrv) parts = g_strsplit (id, ":", 3);
  const char *provider = parts[0];
  const char *rest = NULL;

  if (parts[0] == NULL || parts[1] == NULL || *parts[1] == '\0' || g_str_equal (provider, "file"))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (provider, names[i][0]))
      provider = names[i][1];
  if (parts[2] != NULL && g_strv_contains (kinds, parts[1]))
    rest = parts[2];
  return rest != NULL ? g_strdup_printf ("%s/%s", provider, rest)
                      : g_strdup_printf ("%s/%s", provider, id + strlen (parts[0]) + 1);
}

/* Returns the name of a provider, which may be an object. (transfer none) (nullable) */
static const char *
get_provider (JsonNode *node)
{
  JsonObject *object = troupe_importer_as_object (node);

  if (object != NULL)
    return troupe_importer_get_text (object, "id");
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* --- Kinds of assertions ---------------------------------------------------------------------- */

/* Adds a condition, or its opposite. @condition: (transfer full) */
static void
expect (Assertion *self, char *condition)
{
  g_autofree char *owned = condition;

  troupe_imported_case_expect (self->test,
                               self->is_not ? g_strdup_printf ("!(%s)", owned) : g_strdup (owned));
}

static void
read_equals (Assertion *self)
{
  JsonNode *node = troupe_importer_get (self->object, "value");
  g_autoptr (TroupeValue) value = node != NULL ? troupe_value_from_node (node) : NULL;
  g_autofree char *literal = self->value != NULL ? troupe_importer_quote (self->value) : NULL;

  if (literal != NULL)
    expect (self, g_strdup_printf ("text == %s", literal));
  else if (value != NULL && !JSON_NODE_HOLDS_VALUE (node))
    {
      literal = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      expect (self, g_strdup_printf ("json == %s", literal));
    }
  else
    refuse (self, _ ("Its value is neither a string nor JSON."));
}

static void
read_contains (Assertion *self)
{
  const gboolean ignores_case = g_str_has_prefix (self->type, "icontains");
  g_autofree char *literal = NULL;

  if (self->value == NULL)
    {
      refuse (self, _ ("Its value is not a string."));
      return;
    }
  literal = ignores_case ? troupe_importer_quote_any_case (self->value)
                         : troupe_importer_quote (self->value);
  expect (self, g_strdup_printf (ignores_case ? "text.matches(%s)" : "text.contains(%s)", literal));
}

/* Lists the texts of contains-any and contains-all: a list, or a text with commas. (transfer full) (nullable) */
static GPtrArray *
list_texts (Assertion *self)
{
  JsonArray *array = troupe_importer_get_array (self->object, "value");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      g_autofree char *text = troupe_importer_to_text (json_array_get_element (array, i));
      char *filled = text != NULL ? troupe_importer_fill_template (text, self->test->vars) : NULL;

      if (filled == NULL)
        return NULL;
      g_ptr_array_add (texts, filled);
    }
  if (array == NULL && self->value != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (self->value, ",", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        g_ptr_array_add (texts, g_strdup (g_strstrip (parts[i])));
    }
  return texts->len > 0 ? g_steal_pointer (&texts) : NULL;
}

static void
read_contains_several (Assertion *self)
{
  const gboolean ignores_case = g_str_has_prefix (self->type, "icontains");
  g_autoptr (GPtrArray) texts = list_texts (self);
  g_autoptr (GString) list = g_string_new (NULL);

  if (texts == NULL)
    {
      refuse (self, _ ("Its value is not a list of strings."));
      return;
    }
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *literal = ignores_case ? troupe_importer_quote_any_case (texts->pdata[i])
                                              : troupe_importer_quote (texts->pdata[i]);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", literal);
    }
  expect (self, g_strdup_printf ("[%s].%s(x, text.%s(x))", list->str,
                                 g_str_has_suffix (self->type, "-any") ? "exists" : "all",
                                 ignores_case ? "matches" : "contains"));
}

static void
read_starts_with (Assertion *self)
{
  g_autofree char *literal = self->value != NULL ? troupe_importer_quote (self->value) : NULL;

  if (literal != NULL)
    expect (self, g_strdup_printf ("text.startsWith(%s)", literal));
  else
    refuse (self, _ ("Its value is not a string."));
}

static void
read_regex (Assertion *self)
{
  TroupeRegexp *pattern =
      self->value != NULL ? troupe_regexp_new (self->value, strlen (self->value)) : NULL;
  g_autofree char *literal = self->value != NULL ? troupe_importer_quote (self->value) : NULL;
  const gboolean is_valid = pattern != NULL && troupe_regexp_get_problem (pattern) == NULL;

  g_clear_pointer (&pattern, troupe_regexp_free);
  if (is_valid)
    expect (self, g_strdup_printf ("text.matches(%s)", literal));
  else
    /* Translators: RE2 is a library of regular expressions */
    refuse (
        self,
        _ ("The pattern is not supported by RE2, which has no lookaround and no backreferences."));
}

static void
read_is_json (Assertion *self)
{
  expect (self, g_strdup ("json != null"));
  if (troupe_importer_get (self->object, "value") != NULL)
    refuse (self, _ ("Only whether the text is JSON is checked, and not its schema."));
}

/* The cost in dollars, and the time in milliseconds. */
static void
read_limit (Assertion *self)
{
  const gboolean is_cost = g_str_equal (self->type, "cost");
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double limit = 0;

  if (!troupe_importer_get_number (self->object, "threshold", &limit))
    {
      refuse (self, _ ("It has no threshold."));
      return;
    }
  g_ascii_dtostr (number, sizeof number, is_cost ? limit : limit / 1000);
  expect (self, g_strdup_printf (strpbrk (number, ".en") != NULL ? "%s <= %s" : "%s <= %s.0",
                                 is_cost ? "cost" : "time", number));
}

static void
judge (Assertion *self, const char *says)
{
  double threshold = -1;
  g_autofree char *model = NULL;
  const char *named;
  char *judge_model = NULL;

  if (self->is_not)
    {
      refuse (self, _ ("A judge cannot be negated."));
      return;
    }
  named = get_provider (troupe_importer_get (self->object, "provider"));
  if (named == NULL)
    named = get_provider (troupe_importer_get (self->options, "provider"));
  judge_model = named != NULL ? convert_model (named) : NULL;
  if (judge_model != NULL)
    model = judge_model;
  else if (self->importer->options->judge != NULL)
    model = g_strdup (self->importer->options->judge);
  else
    {
      judge_model = g_strdup_printf (
          /* Translators: %s is a model */
          _ ("The file does not name a model for scoring. %s is used; choose another one with "
             "--judge."),
          USUAL_JUDGE);
      refuse (self, judge_model);
      g_free (judge_model);
      model = g_strdup (USUAL_JUDGE);
    }
  if (!troupe_importer_get_number (self->object, "threshold", &threshold) || threshold < 0 ||
      threshold > 1)
    threshold = -1;
  troupe_imported_case_judge (self->test, says, model, threshold);
}

static void
read_judge (Assertion *self)
{
  JsonArray *array = troupe_importer_get_array (self->object, "value");

  if (self->value != NULL && g_str_equal (self->type, "factuality"))
    {
      /* The instructions of judges are in English, as the prompts of agents. */
      g_autofree char *says = g_strdup_printf ("Its facts agree with: %s", self->value);

      judge (self, says);
    }
  else if (self->value != NULL)
    judge (self, self->value);
  else if (array != NULL)
    for (guint i = 0; i < json_array_get_length (array); i++)
      {
        g_autofree char *text = troupe_importer_to_text (json_array_get_element (array, i));
        g_autofree char *says =
            text != NULL ? troupe_importer_fill_template (text, self->test->vars) : NULL;

        if (says != NULL)
          judge (self, says);
        else
          refuse (self, _ ("Its value is not a string."));
      }
  else
    refuse (self, _ ("Its value is not a string, or uses an unknown variable or a filter."));
}

static const struct
{
  const char *type;
  void (*read) (Assertion *self);
} kinds[] = {
  { "equals", read_equals },
  { "contains", read_contains },
  { "icontains", read_contains },
  { "contains-any", read_contains_several },
  { "contains-all", read_contains_several },
  { "icontains-any", read_contains_several },
  { "icontains-all", read_contains_several },
  { "starts-with", read_starts_with },
  { "regex", read_regex },
  { "is-json", read_is_json },
  { "cost", read_limit },
  { "latency", read_limit },
  { "llm-rubric", read_judge },
  { "model-graded-closedqa", read_judge },
  { "factuality", read_judge },
  { "g-eval", read_judge },
};

static void read_assertions (TroupeImporter *importer,
                             TroupeImportedCase *test,
                             JsonNode *list,
                             JsonObject *options,
                             guint depth);

static void
read_assertion (TroupeImporter *importer,
                TroupeImportedCase *test,
                JsonNode *node,
                JsonObject *options,
                guint depth)
{
  Assertion self = { importer, test, node,  troupe_importer_as_object (node),
                     options,  NULL, FALSE, NULL };
  double weight = 1;
  const char *type;
  const char *result;

  self.type = troupe_importer_get_text (self.object, "type");
  if (self.type == NULL)
    {
      troupe_importer_add_gap (importer, node, "assert", _ ("It has no type."));
      return;
    }
  if (g_str_equal (self.type, "assert-set") && depth < 4)
    {
      if (troupe_importer_get (self.object, "threshold") != NULL)
        refuse (&self,
                _ ("All assertions of the set must hold, because there are no sums of scores."));
      read_assertions (importer, test, troupe_importer_get (self.object, "assert"), options,
                       depth + 1);
      return;
    }
  if (g_str_has_prefix (self.type, "not-"))
    {
      self.is_not = TRUE;
      self.type += strlen ("not-");
    }
  if (troupe_importer_get_number (self.object, "weight", &weight) && weight != 1)
    refuse (&self, _ ("Assertions have no weights: each one must hold."));
  if (json_object_has_member (self.object, "transform"))
    {
      refuse (&self, _ ("Code that transforms the text is not imported."));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (self.type, kinds[i].type))
      {
        g_autofree char *text =
            troupe_importer_to_text (troupe_importer_get (self.object, "value"));
        char *value = NULL;

        if (text != NULL && g_str_has_prefix (text, "file://"))
          refuse (&self, _ ("Its value is in a file, which is not read."));
        else
          value = text != NULL ? troupe_importer_fill_template (text, self.test->vars) : NULL;
        self.value = value;
        kinds[i].read (&self);
        g_free (self.value);
        return;
      }
  type = self.type;
  if (g_str_equal (type, "javascript") || g_str_equal (type, "python") ||
      g_str_equal (type, "ruby") || g_str_equal (type, "webhook"))
    result = _ ("Code is not imported. Write it as an expression.");
  else if (g_str_equal (type, "similar") || g_str_has_prefix (type, "rouge") ||
           g_str_equal (type, "bleu") || g_str_equal (type, "levenshtein"))
    result = _ ("There is no measure of similarity. A judge can compare texts.");
  else
    result = _ ("This type has no equivalent.");
  refuse (&self, result);
}

static void
read_assertions (TroupeImporter *importer,
                 TroupeImportedCase *test,
                 JsonNode *list,
                 JsonObject *options,
                 guint depth)
{
  JsonArray *array =
      list != NULL && JSON_NODE_HOLDS_ARRAY (list) ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    read_assertion (importer, test, json_array_get_element (array, i), options, depth);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void
add_test (TroupeImporter *self,
          JsonObject *defaults,
          JsonObject *object,
          JsonObject *vars,
          const char *name,
          const char *inputs_file)
{
  g_auto (TroupeImportedCase) test = { 0 };
  JsonObject *options = troupe_importer_get_object (object, "options");

  if (options == NULL)
    options = troupe_importer_get_object (defaults, "options");
  troupe_imported_case_init (&test, vars);
  read_assertions (self, &test, troupe_importer_get (defaults, "assert"), options, 0);
  read_assertions (self, &test, troupe_importer_get (object, "assert"), options, 0);
  troupe_importer_add_case (self, &test, name, inputs_file);
}

static void
add_members (JsonObject *vars, JsonObject *from)
{
  JsonObjectIter iter;
  const char *name = NULL;
  JsonNode *node = NULL;

  if (from == NULL)
    return;
  json_object_iter_init (&iter, from);
  while (json_object_iter_next (&iter, &name, &node))
    json_object_set_member (vars, name, json_node_ref (node));
}

/* Adds a test for each combination of the values of variables that are lists. */
static void
add_combinations (TroupeImporter *self,
                  JsonObject *defaults,
                  JsonObject *object,
                  JsonObject *vars,
                  const char *name)
{
  g_autoptr (GList) names = json_object_get_members (vars);
  guint64 n = 1;

  for (GList *at = names; at != NULL && n <= MAX_COMBINATIONS; at = at->next)
    {
      JsonArray *values = troupe_importer_get_array (vars, at->data);

      n *= values != NULL ? MAX (json_array_get_length (values), 1) : 1;
    }
  if (n > MAX_COMBINATIONS)
    {
      troupe_importer_add_gap (self, troupe_importer_get (object, "vars"), "vars",
                               _ ("The lists of values have more than 1,000 combinations."));
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (JsonObject) chosen = json_object_new ();
      guint rest = i;

      add_members (chosen, vars);
      for (GList *at = names; at != NULL; at = at->next)
        {
          JsonArray *values = troupe_importer_get_array (vars, at->data);
          const guint length = values != NULL ? json_array_get_length (values) : 0;

          if (length == 0)
            continue;
          json_object_set_member (chosen, at->data,
                                  json_node_ref (json_array_get_element (values, rest % length)));
          rest /= length;
        }
      add_test (self, defaults, object, chosen, name, NULL);
    }
}

/* Notes what tests have no equivalent for. */
static void
check_fields (TroupeImporter *self, JsonObject *object)
{
  static const struct
  {
    const char *name;
    const char *why;
  } fields[] = {
    { "threshold", N_ ("There are no sums of scores: each assertion must hold.") },
    { "assertScoringFunction", N_ ("Code is not imported.") },
    { "provider",
      N_ ("The document names its models. Use --models to run the cases with others.") },
    { "providerOutput", N_ ("Write it as an answer of the case.") },
  };
  JsonObject *options = troupe_importer_get_object (object, "options");

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (troupe_importer_get (object, fields[i].name) != NULL)
      troupe_importer_add_gap (self, troupe_importer_get (object, fields[i].name), fields[i].name,
                               _ (fields[i].why));
  for (guint i = 0; i < 4; i++)
    {
      static const char *const names[] = { "transform", "postprocess", "prefix", "suffix" };

      if (troupe_importer_get (options, names[i]) != NULL)
        troupe_importer_add_gap (self, troupe_importer_get (options, names[i]), names[i],
                                 _ ("The text is tested as the document returns it."));
    }
}

static void
read_test (TroupeImporter *self, JsonObject *defaults, JsonNode *node)
{
  JsonObject *object = troupe_importer_as_object (node);
  JsonNode *own = troupe_importer_get (object, "vars");
  g_autoptr (JsonObject) vars = json_object_new ();
  JsonObjectIter iter;
  const char *name = NULL;
  JsonNode *value = NULL;

  if (object == NULL)
    {
      troupe_importer_add_gap (self, node, "tests", _ ("A test in another file is not read."));
      return;
    }
  check_fields (self, object);
  if (own != NULL && !JSON_NODE_HOLDS_OBJECT (own))
    {
      troupe_importer_add_gap (self, own, "vars", _ ("Variables in another file are not read."));
      return;
    }
  add_members (vars, troupe_importer_get_object (defaults, "vars"));
  add_members (vars, own != NULL ? json_node_get_object (own) : NULL);
  json_object_iter_init (&iter, vars);
  while (json_object_iter_next (&iter, &name, &value))
    {
      const char *text = troupe_importer_get_text (vars, name);

      if (text != NULL && g_str_has_prefix (text, "file://"))
        troupe_importer_add_gap (self, value, "vars",
                                 _ ("A variable in a file is not read; the input has its name."));
    }
  add_combinations (self, defaults, object, vars, troupe_importer_get_text (object, "description"));
}

/* Tests in a table or in JSON lines, whose records are inputs. */
static void
read_tests_file (TroupeImporter *self, JsonObject *defaults, JsonNode *node)
{
  const char *text = json_node_get_string (node);
  const char *path =
      text != NULL && g_str_has_prefix (text, "file://") ? text + strlen ("file://") : text;

  if (path == NULL || (!g_str_has_suffix (path, ".csv") && !g_str_has_suffix (path, ".jsonl")))
    {
      troupe_importer_add_gap (self, node, "tests", _ ("Tests in another file are not read."));
      return;
    }
  troupe_importer_add_gap (
      self, node, "tests",
      _ ("The columns of the table are inputs. Columns that begin with __ are not assertions."));
  add_test (self, defaults, NULL, NULL, NULL, path);
}

static void
check_providers (TroupeImporter *self, JsonObject *root)
{
  const char *name = json_object_has_member (root, "targets") ? "targets" : "providers";
  JsonNode *node = troupe_importer_get (root, name);
  JsonArray *array = troupe_importer_get_array (root, name);
  g_autoptr (GString) models = g_string_new (NULL);
  g_autofree char *why = NULL;

  if (node == NULL)
    return;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *id = get_provider (json_array_get_element (array, i));
      g_autofree char *model = id != NULL ? convert_model (id) : NULL;

      if (model != NULL)
        g_string_append_printf (models, "%s%s", models->len > 0 ? "," : "", model);
    }
  why = models->len > 0
            /* Translators: %s is a list of models */
            ? g_strdup_printf (
                  _ ("The document names its models. Use --models %s to run the cases with these."),
                  models->str)
            : g_strdup (
                  _ ("The document names its models. Use --models to run the cases with others."));
  troupe_importer_add_gap (self, node, name, why);
}

gboolean
troupe_import_promptfoo (TroupeImporter *self, GError **error)
{
  JsonObject *root = json_node_get_object (self->root);
  JsonObject *defaults = troupe_importer_get_object (root, "defaultTest");
  JsonNode *tests = troupe_importer_get (root, "tests");
  JsonArray *array = troupe_importer_get_array (root, "tests");
  static const struct
  {
    const char *name;
    const char *why;
  } fields[] = {
    { "prompts", N_ ("The document has its own prompts.") },
    { "scenarios", N_ ("Scenarios are not read. Write their tests under “tests”.") },
    { "assertionTemplates", N_ ("References to templates are not followed.") },
    { "extensions", N_ ("Code is not imported.") },
    { "nunjucksFilters", N_ ("Code is not imported.") },
    { "derivedMetrics", N_ ("There are no sums of scores.") },
    { "redteam", N_ ("Attacks are not generated.") },
  };

  /* Notes the parts of the configuration that are not tests. */
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (troupe_importer_get (root, fields[i].name) != NULL)
      troupe_importer_add_gap (self, troupe_importer_get (root, fields[i].name), fields[i].name,
                               _ (fields[i].why));
  check_providers (self, root);
  if (defaults != NULL)
    check_fields (self, defaults);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    read_test (self, defaults, json_array_get_element (array, i));
  if (tests != NULL && JSON_NODE_HOLDS_VALUE (tests) &&
      json_node_get_value_type (tests) == G_TYPE_STRING)
    read_tests_file (self, defaults, tests);
  return TRUE;
}
