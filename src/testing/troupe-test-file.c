/* troupe-test-file.c: file of tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-file"

#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "troupe-batch-inputs.h"
#include "troupe-file.h"
#include "troupe-json.h"
#include "troupe-project-file.h"
#include "troupe-test-file.h"

/* The threshold of a judge that has none. */
#define USUAL_THRESHOLD 0.7
/* The largest file of tests, in bytes. */
#define LARGEST_FILE (64 * 1024 * 1024)

static const char *const file_fields[] = { "document", "recording", "missing", "answers",
                                           "expect",   "judges",    "cases",   NULL };
static const char *const case_fields[] = { "name",      "run",     "inputs",  "inputs_file",
                                           "recording", "missing", "answers", "expect",
                                           "judges",    NULL };
static const char *const answer_fields[] = { "model",  "method",     "task",  "agent", "tool",
                                             "answer", "tool_calls", "usage", "error", NULL };
static const char *const judge_fields[] = { "says", "model", "of", "threshold", NULL };

/* @folder: of the file, against which other files are resolved */
typedef struct
{
  TroupeTestFile *file;
  TroupeJsonText *source;
  char *folder;
} Reader;

/* --- Objects ---------------------------------------------------------------------------------- */

static void
judge_free (gpointer data)
{
  TroupeTestJudge *self = data;

  g_free (self->says);
  g_free (self->model);
  g_free (self->of);
  g_free (self);
}

static void
case_free (gpointer data)
{
  TroupeTestCase *self = data;

  g_free (self->name);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_free (self->recording);
  g_clear_pointer (&self->answers, troupe_value_unref);
  g_clear_pointer (&self->expect, g_ptr_array_unref);
  g_clear_pointer (&self->judges, g_ptr_array_unref);
  g_free (self);
}

void
troupe_test_file_free (TroupeTestFile *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->path);
  g_free (self->folder);
  g_free (self->document);
  g_ptr_array_unref (self->cases);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

gboolean
troupe_test_file_has_errors (TroupeTestFile *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  for (guint i = 0; i < self->problems->len; i++)
    if (((TroupeProblem *) self->problems->pdata[i])->severity == TROUPE_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}

gboolean
troupe_test_case_is_offline (const TroupeTestCase *self, gboolean is_recorded)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return !self->calls_missing &&
         (self->answers != NULL || (self->recording != NULL && !is_recorded));
}

gboolean
troupe_test_file_matches (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return g_str_has_suffix (path, TROUPE_TEST_SUFFIX);
}

char *
troupe_test_file_find_beside (const char *document)
{
  g_autofree char *stem = NULL;
  const char *dot = NULL;
  const char *slash = NULL;

  g_return_val_if_fail (document != NULL, NULL);

  if (g_file_test (document, G_FILE_TEST_IS_DIR))
    return g_build_filename (document, "crew" TROUPE_TEST_SUFFIX, NULL);
  slash = strrchr (document, G_DIR_SEPARATOR);
  dot = strrchr (document, '.');
  stem = dot != NULL && (slash == NULL || dot > slash)
             ? g_strndup (document, (gsize) (dot - document))
             : g_strdup (document);
  return g_strconcat (stem, TROUPE_TEST_SUFFIX, NULL);
}

/* --- Problems --------------------------------------------------------------------------------- */

/* Adds an error at @node (nullable). @more: columns after the beginning of the value. Takes ownership of
 * @message. */
static void
add_problem (Reader *self,
             JsonNode *node,
             guint more,
             const char *code,
             const char *path,
             char *message)
{
  TroupeProblem *problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, code, path, "%s", message);
  TroupePlace place = { 0 };

  g_assert (self != NULL);

  if (node != NULL && troupe_json_text_get_place (self->source, node, &place))
    {
      problem->line = place.line;
      problem->column = place.column + more;
    }
  g_ptr_array_add (self->file->problems, problem);
  g_free (message);
}

static void
check_fields (Reader *self, JsonObject *object, const char *const *known, const char *path)
{
  g_autoptr (GList) members = json_object_get_members (object);

  g_assert (self != NULL);

  for (GList *at = members; at != NULL; at = at->next)
    if (!g_strv_contains (known, at->data))
      {
        g_autofree char *all = g_strjoinv (", ", (char **) known);

        add_problem (self, json_object_get_member (object, at->data), 0, "test_unknown_field", path,
                     g_strdup_printf (_ ("The field “%s” is unknown here. Known fields: %s."),
                                      (const char *) at->data, all));
      }
}

/* Returns a member of one type. Adds a problem if it has another one. (transfer none) (nullable) */
static JsonNode *
get_member (Reader *self,
            JsonObject *object,
            const char *name,
            JsonNodeType type,
            GType value_type,
            const char *path)
{
  JsonNode *node = object != NULL && json_object_has_member (object, name)
                       ? json_object_get_member (object, name)
                       : NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (json_node_get_node_type (node) == type &&
      (type != JSON_NODE_VALUE || json_node_get_value_type (node) == value_type))
    return node;
  add_problem (self, node, 0, "test_type", path,
               g_strdup_printf (type == JSON_NODE_OBJECT  ? _ ("“%s” must be an object.")
                                : type == JSON_NODE_ARRAY ? _ ("“%s” must be a list.")
                                                          : _ ("“%s” must be a string."),
                                name));
  return NULL;
}

/* (transfer none) (nullable) */
static const char *
get_text (Reader *self, JsonObject *object, const char *name, const char *path)
{
  JsonNode *node = get_member (self, object, name, JSON_NODE_VALUE, G_TYPE_STRING, path);

  return node != NULL ? json_node_get_string (node) : NULL;
}

/* --- Parts of cases --------------------------------------------------------------------------- */

static void
read_expect (Reader *self, JsonObject *object, GPtrArray *expect, const char *path)
{
  JsonNode *list = get_member (self, object, "expect", JSON_NODE_ARRAY, 0, path);
  JsonArray *array = list != NULL ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      g_autofree char *place =
          g_strdup_printf ("%s%sexpect[%u]", path, *path != '\0' ? "." : "", i);
      g_autoptr (GError) error = NULL;
      TroupeTestAssertion *assertion = NULL;
      guint column = 0;

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
        {
          add_problem (self, node, 0, "test_type", place,
                       g_strdup (_ ("An assertion must be a string with an expression.")));
          continue;
        }
      assertion = troupe_test_assertion_new (json_node_get_string (node), &column, &error);
      if (assertion != NULL)
        g_ptr_array_add (expect, assertion);
      else
        add_problem (self, node, column, "test_assertion", place, g_strdup (error->message));
    }
}

static void
read_judges (Reader *self, JsonObject *object, GPtrArray *judges, const char *path)
{
  JsonNode *list = get_member (self, object, "judges", JSON_NODE_ARRAY, 0, path);
  JsonArray *array = list != NULL ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      g_autofree char *place =
          g_strdup_printf ("%s%sjudges[%u]", path, *path != '\0' ? "." : "", i);
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *judge_object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *says = get_text (self, judge_object, "says", place);
      const char *model = get_text (self, judge_object, "model", place);
      JsonNode *threshold =
          judge_object != NULL && json_object_has_member (judge_object, "threshold")
              ? json_object_get_member (judge_object, "threshold")
              : NULL;
      TroupeTestJudge *judge = NULL;

      if (judge_object != NULL)
        check_fields (self, judge_object, judge_fields, place);
      if (says == NULL || model == NULL)
        {
          add_problem (self, node, 0, "test_judge", place,
                       g_strdup (_ ("A judge requires “says”, the sentence by which it scores the "
                                    "result, and “model”.")));
          continue;
        }
      judge = g_new0 (TroupeTestJudge, 1);
      judge->says = g_strdup (says);
      judge->model = g_strdup (model);
      judge->of = g_strdup (get_text (self, judge_object, "of", place));
      judge->threshold = threshold != NULL && JSON_NODE_HOLDS_VALUE (threshold)
                             ? json_node_get_double (threshold)
                             : USUAL_THRESHOLD;
      g_ptr_array_add (judges, judge);
    }
}

/* (transfer full) (nullable) */
static TroupeValue *
read_answers (Reader *self, JsonObject *object, const char *path)
{
  JsonNode *list = get_member (self, object, "answers", JSON_NODE_ARRAY, 0, path);
  JsonArray *array = list != NULL ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      g_autofree char *place =
          g_strdup_printf ("%s%sanswers[%u]", path, *path != '\0' ? "." : "", i);

      if (JSON_NODE_HOLDS_OBJECT (node))
        check_fields (self, json_node_get_object (node), answer_fields, place);
      else
        add_problem (self, node, 0, "test_type", place,
                     g_strdup (_ ("An answer must be an object, such as {\"agent\": \"Writer\", "
                                  "\"answer\": \"…\"}.")));
    }
  return list != NULL ? troupe_value_from_node (list) : NULL;
}

/* Returns the path of a file, which has to exist unless it is to be created. A file of tests can come from a
 * stranger, and the user has not agreed to what it names, so that it names only files of its folder.
 * @ending: (nullable): what the name has to end with. (transfer full) (nullable) */
static char *
read_path (Reader *self, JsonObject *object, const char *name, const char *ending, const char *path)
{
  const char *text = get_text (self, object, name, path);
  g_autofree char *whole = text != NULL ? g_canonicalize_filename (text, self->folder) : NULL;
  const gsize length = strlen (self->folder);

  if (whole == NULL)
    return NULL;
  if (g_path_is_absolute (text) || !g_str_has_prefix (whole, self->folder) ||
      (whole[length] != G_DIR_SEPARATOR && whole[length] != '\0'))
    add_problem (
        self, json_object_get_member (object, name), 0, "test_path", path,
        /* Translators: the first %s is a key of the file, such as “recording”, the second one a path */
        g_strdup_printf (_ ("“%s” must be a path in the folder of the tests, not “%s”."), name,
                         text));
  else if (ending != NULL && !g_str_has_suffix (whole, ending))
    add_problem (
        self, json_object_get_member (object, name), 0, "test_path", path,
        /* Translators: a key of the file, such as “recording”, and the end of a file name */
        g_strdup_printf (_ ("The name of “%s” must end with “%s”."), name, ending));
  else
    return g_steal_pointer (&whole);
  return NULL;
}

static gboolean
read_missing (Reader *self, JsonObject *object, gboolean otherwise, const char *path)
{
  const char *word = get_text (self, object, "missing", path);

  if (word == NULL)
    return otherwise;
  if (!g_str_equal (word, "error") && !g_str_equal (word, "live"))
    add_problem (self, json_object_get_member (object, "missing"), 0, "test_missing", path,
                 g_strdup (_ ("“missing” must be “error” or “live”.")));
  return g_str_equal (word, "live");
}

/* --- Cases ------------------------------------------------------------------------------------ */

/* Reads a case, except for its inputs. (transfer full) */
static TroupeTestCase *
read_case (Reader *self, JsonObject *root, JsonObject *object, guint index, const char *path)
{
  TroupeTestCase *test = g_new0 (TroupeTestCase, 1);
  const char *name = get_text (self, object, "name", path);
  guint n;
  G_GNUC_UNUSED const char *run = get_text (self, object, "run", path);

  g_assert (self != NULL);

  test->name = name != NULL ? g_strdup (name) : g_strdup_printf ("%u", index + 1);
  test->recording = read_path (self, object, "recording", ".jsonl", path);
  test->answers = read_answers (self, object, path);
  if (test->recording == NULL && test->answers == NULL)
    {
      test->recording = read_path (self, root, "recording", ".jsonl", "");
      test->answers = read_answers (self, root, "");
    }
  test->calls_missing = read_missing (self, object, read_missing (self, root, FALSE, ""), path);
  /* Adds the assertions of @object to copies of those of the file. */
  n = self->file->problems->len;
  test->expect = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_test_assertion_free);
  test->judges = g_ptr_array_new_with_free_func (judge_free);
  /* Problems of the lists of the file are reported once, by read_file(). */
  read_expect (self, root, test->expect, "");
  read_judges (self, root, test->judges, "");
  g_ptr_array_set_size (self->file->problems, (gint) n);
  read_expect (self, object, test->expect, path);
  read_judges (self, object, test->judges, path);
  return test;
}

/* Adds a case for each record of a file of inputs. */
static void
read_inputs_file (Reader *self, JsonObject *root, JsonObject *object, guint index, const char *path)
{
  JsonNode *node = json_object_get_member (object, "inputs_file");
  g_autofree char *file = read_path (self, object, "inputs_file", NULL, path);
  g_autoptr (GError) error = NULL;
  int fd = file != NULL ? troupe_test_file_open (self->file, file, &error) : -1;
  g_autoptr (TroupeBatchInputs) inputs =
      fd >= 0 ? troupe_batch_inputs_open_file (fd, file, &error) : NULL;
  gboolean is_read = inputs != NULL;

  while (is_read)
    {
      TroupeBatchItem *item = NULL;
      g_autofree char *problem = NULL;

      is_read = troupe_batch_inputs_next (inputs, &item, &problem, &error) && item != NULL;
      if (problem != NULL)
        add_problem (self, node, 0, "test_inputs", path,
                     g_strdup_printf ("%s:%u: %s", file, item != NULL ? (guint) item->line : 0,
                                      problem));
      else if (is_read)
        {
          TroupeTestCase *test = read_case (self, root, object, index, path);
          char *name = g_strdup_printf ("%s/%u", test->name, (guint) item->ordinal);

          g_free (test->name);
          test->name = name;
          test->inputs = troupe_value_from_json (item->input, -1, NULL);
          g_ptr_array_add (self->file->cases, test);
        }
      g_clear_pointer (&item, troupe_batch_item_free);
    }
  if (error != NULL)
    add_problem (self, node, 0, "test_inputs", path, g_strdup (error->message));
}

static void
read_cases (Reader *self, JsonObject *root)
{
  JsonNode *list = get_member (self, root, "cases", JSON_NODE_ARRAY, 0, "");
  JsonArray *array = list != NULL ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      g_autofree char *path = g_strdup_printf ("cases[%u]", i);
      JsonNode *inputs = NULL;
      TroupeTestCase *test = NULL;

      if (object == NULL)
        {
          add_problem (self, node, 0, "test_type", path,
                       g_strdup (_ ("A case must be an object.")));
          continue;
        }
      check_fields (self, object, case_fields, path);
      if (json_object_has_member (object, "inputs_file"))
        {
          read_inputs_file (self, root, object, i, path);
          continue;
        }
      inputs = get_member (self, object, "inputs", JSON_NODE_OBJECT, 0, path);
      test = read_case (self, root, object, i, path);
      test->inputs = inputs != NULL ? troupe_value_from_node (inputs) : NULL;
      g_ptr_array_add (self->file->cases, test);
    }
  if (self->file->cases->len == 0)
    add_problem (self, NULL, 0, "test_no_cases", "cases", g_strdup (_ ("The file has no cases.")));
}

/* Reads what the file says about all cases. */
static void
read_file (Reader *self, JsonNode *node)
{
  JsonObject *root = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GPtrArray) expect =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_test_assertion_free);
  g_autoptr (GPtrArray) judges = g_ptr_array_new_with_free_func (judge_free);
  const char *folder;
  char *whole;
  char *base;
  gsize outside;
  gboolean is_outside;

  if (root == NULL)
    {
      add_problem (self, node, 0, "test_type", "",
                   g_strdup (_ ("A file of tests must be an object.")));
      return;
    }
  check_fields (self, root, file_fields, "");
  read_expect (self, root, expect, "");
  read_judges (self, root, judges, "");
  self->file->document = read_path (self, root, "document", NULL, "");
  if (self->file->document == NULL)
    {
      const gsize length = strlen (self->file->path) - strlen (TROUPE_TEST_SUFFIX);

      self->file->document = troupe_test_file_matches (self->file->path)
                                 ? g_strdup_printf ("%.*s.json", (int) length, self->file->path)
                                 : g_strdup (self->folder);
    }
  /* The answers of the tests would drive the tools of a document for which the user has granted
   * permissions. */
  folder = self->folder;
  whole = realpath (self->file->document, NULL);
  base = realpath (folder, NULL);
  outside = base != NULL ? strlen (base) : 0;
  is_outside = whole != NULL && (base == NULL || !g_str_has_prefix (whole, base) ||
                                 (whole[outside] != G_DIR_SEPARATOR && whole[outside] != '\0'));
  free (whole);
  free (base);
  if (is_outside)
    add_problem (self,
                 json_object_has_member (root, "document")
                     ? json_object_get_member (root, "document")
                     : NULL,
                 0, "test_path", "document",
                 g_strdup_printf (_ ("“%s” must be a path in the folder of the tests, not “%s”."),
                                  "document", self->file->document));
  else if (!g_file_test (self->file->document, G_FILE_TEST_EXISTS))
    add_problem (self,
                 json_object_has_member (root, "document")
                     ? json_object_get_member (root, "document")
                     : NULL,
                 0, "test_no_document", "document",
                 g_strdup_printf (_ ("The document “%s” does not exist. Name it with “document”."),
                                  self->file->document));
  read_cases (self, root);
}

int
troupe_test_file_open (TroupeTestFile *self, const char *path, GError **error)
{
  gsize length = 0;

  g_return_val_if_fail (self != NULL && path != NULL, -1);

  length = strlen (self->folder);
  g_return_val_if_fail (g_str_has_prefix (path, self->folder) && path[length] == G_DIR_SEPARATOR,
                        -1);

  return troupe_project_file_open (self->folder, path + length + 1, NULL, error);
}

void
troupe_test_file_check_recordings (TroupeTestFile *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->cases->len; i++)
    {
      const TroupeTestCase *test = self->cases->pdata[i];

      if (test->recording != NULL &&
          !troupe_project_file_exists (self->folder, test->recording + strlen (self->folder) + 1))
        g_ptr_array_add (
            self->problems,
            troupe_problem_new (TROUPE_SEVERITY_WARNING, "test_no_recording", test->name,
                                _ ("The recording “%s” does not exist. Record it with --record."),
                                test->recording));
    }
}

TroupeTestFile *
troupe_test_file_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GError) mistake = NULL;
  Reader reader = { 0 };
  gsize length = 0;

  g_return_val_if_fail (path != NULL, NULL);

  text = troupe_file_read (path, LARGEST_FILE, &length, NULL, error);
  if (text == NULL)
    return NULL;
  reader.file = g_new0 (TroupeTestFile, 1);
  reader.file->path = g_canonicalize_filename (path, NULL);
  reader.file->cases = g_ptr_array_new_with_free_func (case_free);
  reader.file->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  reader.file->folder = g_path_get_dirname (reader.file->path);
  reader.folder = reader.file->folder;
  root = troupe_json_read (text, length, TROUPE_JSON_COMMENTS, &source, &mistake);
  reader.source = source;
  if (root != NULL)
    read_file (&reader, root);
  else
    {
      TroupeProblem *problem =
          troupe_problem_new (TROUPE_SEVERITY_ERROR, "syntax", "", "%s", mistake->message);
      TroupePlace place = { 0 };

      /* Adds the syntax error of the file. */
      if (troupe_json_error_get_place (mistake, &place, NULL))
        {
          problem->line = place.line;
          problem->column = place.column;
        }
      g_ptr_array_add (reader.file->problems, problem);
    }
  return reader.file;
}
