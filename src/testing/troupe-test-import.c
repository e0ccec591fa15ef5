/* troupe-test-import.c: file of tests made from the test files of other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-import"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-limits.h"
#include "troupe-test-import-private.h"
#include "troupe-yaml.h"

/* --- Objects ---------------------------------------------------------------------------------- */

static void
gap_free (gpointer data)
{
  TroupeImportGap *gap = data;

  g_free (gap->what);
  g_free (gap->why);
  g_free (gap);
}

void
troupe_test_import_free (TroupeTestImport *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->file, troupe_value_unref);
  g_ptr_array_unref (self->gaps);
  g_free (self);
}

static void
importer_clear (TroupeImporter *self)
{
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->cases, g_ptr_array_unref);
  g_clear_pointer (&self->gaps, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeImporter, importer_clear)

void
troupe_importer_add_gap (TroupeImporter *self, JsonNode *node, const char *what, const char *why)
{
  TroupeImportGap *gap = NULL;
  TroupePlace place = { 0 };

  g_assert (self != NULL);

  for (guint i = 0; i < self->gaps->len; i++)
    {
      gap = self->gaps->pdata[i];
      if (g_str_equal (gap->what, what) && g_str_equal (gap->why, why))
        {
          gap->n++;
          return;
        }
    }
  gap = g_new0 (TroupeImportGap, 1);
  gap->n = 1;
  gap->what = g_utf8_make_valid (what, -1);
  gap->why = g_utf8_make_valid (why, -1);
  if (node != NULL && troupe_json_text_get_place (self->source, node, &place))
    gap->line = place.line;
  g_ptr_array_add (self->gaps, gap);
}

/* --- Reading ---------------------------------------------------------------------------------- */

JsonNode *
troupe_importer_get (JsonObject *object, const char *name)
{
  return object != NULL && json_object_has_member (object, name)
             ? json_object_get_member (object, name)
             : NULL;
}

const char *
troupe_importer_get_text (JsonObject *object, const char *name)
{
  JsonNode *node = troupe_importer_get (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

JsonObject *
troupe_importer_as_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonObject *
troupe_importer_get_object (JsonObject *object, const char *name)
{
  return troupe_importer_as_object (troupe_importer_get (object, name));
}

JsonArray *
troupe_importer_get_array (JsonObject *object, const char *name)
{
  JsonNode *node = troupe_importer_get (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

gboolean
troupe_importer_get_number (JsonObject *object, const char *name, double *number)
{
  JsonNode *node = troupe_importer_get (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      (json_node_get_value_type (node) != G_TYPE_INT64 &&
       json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return FALSE;
  *number = json_node_get_double (node);
  return TRUE;
}

char *
troupe_importer_to_text (JsonNode *node)
{
  g_autoptr (TroupeValue) value = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  value = troupe_value_from_node (node);
  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

/* --- Expressions ------------------------------------------------------------------------------ */

char *
troupe_importer_quote (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

char *
troupe_importer_quote_any_case (const char *text)
{
  g_autoptr (GString) pattern = g_string_new ("(?i)");

  for (const char *at = text; *at != '\0'; at++)
    {
      if (strchr ("\\.+*?()|[]{}^$", *at) != NULL)
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *at);
    }
  return troupe_importer_quote (pattern->str);
}

/* Returns the value of NAME or NAME.FIELD. (transfer none) (nullable) */
static JsonNode *
find_variable (JsonObject *vars, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  JsonNode *node = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      node = troupe_importer_get (i == 0 ? vars : troupe_importer_as_object (node), names[i]);
      if (node == NULL)
        return NULL;
    }
  return node;
}

char *
troupe_importer_fill_template (const char *text, JsonObject *vars)
{
  g_autoptr (GString) filled = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *open = strstr (text, "{{");
      const char *close = open != NULL ? strstr (open, "}}") : NULL;
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      if (strstr (text, "{%") != NULL || (open != NULL && close == NULL))
        return NULL;
      if (open == NULL)
        {
          g_string_append (filled, text);
          break;
        }
      name = g_strstrip (g_strndup (open + 2, (gsize) (close - open - 2)));
      value = troupe_importer_to_text (find_variable (vars, name));
      if (value == NULL)
        return NULL;
      g_string_append_len (filled, text, open - text);
      g_string_append (filled, value);
      text = close + 2;
    }
  return g_string_free (g_steal_pointer (&filled), FALSE);
}

/* --- Cases ------------------------------------------------------------------------------------ */

void
troupe_imported_case_init (TroupeImportedCase *self, JsonObject *vars)
{
  self->vars = vars != NULL ? json_object_ref (vars) : NULL;
  self->expect = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->judges = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
}

void
troupe_imported_case_clear (TroupeImportedCase *self)
{
  g_clear_pointer (&self->vars, json_object_unref);
  g_clear_pointer (&self->expect, g_ptr_array_unref);
  g_clear_pointer (&self->judges, g_ptr_array_unref);
}

void
troupe_imported_case_expect (TroupeImportedCase *self, char *expression)
{
  g_ptr_array_add (self->expect, troupe_value_take_string (expression, -1));
}

void
troupe_imported_case_judge (TroupeImportedCase *self,
                            const char *says,
                            const char *model,
                            double threshold)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "says", troupe_value_new_string (says, -1));
  troupe_map_builder_add (&builder, "model", troupe_value_new_string (model, -1));
  if (threshold >= 0)
    troupe_map_builder_add (&builder, "threshold", troupe_value_new_double (threshold));
  g_ptr_array_add (self->judges, troupe_map_builder_end (&builder));
}

/* Returns a name that no other case has. (transfer full) */
static char *
make_name (TroupeImporter *self, const char *wanted)
{
  g_autofree char *base = wanted != NULL && *wanted != '\0'
                              ? g_strdup (wanted)
                              : g_strdup_printf ("%u", self->cases->len + 1);
  char *name = g_strdup (base);

  for (guint i = 2; g_hash_table_contains (self->names, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s (%u)", base, i);
    }
  g_hash_table_add (self->names, g_strdup (name));
  return name;
}

/* @values: (element-type TroupeValue). (transfer full) */
static TroupeValue *
make_list (GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    troupe_value_ref (values->pdata[i]);
  return troupe_value_new_list ((TroupeValue **) values->pdata, values->len);
}

void
troupe_importer_add_case (TroupeImporter *self,
                          TroupeImportedCase *test,
                          const char *name,
                          const char *inputs_file)
{
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (self->cases->len >= TROUPE_TEST_IMPORT_MAX_CASES)
    {
      troupe_importer_add_gap (self, NULL, _ ("case"), _ ("There are more than 100,000 cases."));
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_take_string (make_name (self, name), -1));
  if (inputs_file != NULL)
    troupe_map_builder_add (&builder, "inputs_file", troupe_value_new_string (inputs_file, -1));
  else if (test->vars != NULL)
    {
      g_autoptr (JsonNode) node = json_node_alloc ();

      json_node_init_object (node, test->vars);
      troupe_map_builder_add (&builder, "inputs", troupe_value_from_node (node));
    }
  if (test->expect->len > 0)
    troupe_map_builder_add (&builder, "expect", make_list (test->expect));
  if (test->judges->len > 0)
    troupe_map_builder_add (&builder, "judges", make_list (test->judges));
  if (test->expect->len == 0 && test->judges->len == 0)
    troupe_importer_add_gap (self, NULL, _ ("case"),
                             _ ("It has no assertions, so it passes if the run does not fail."));
  g_ptr_array_add (self->cases, troupe_map_builder_end (&builder));
}

/* --- Formats ---------------------------------------------------------------------------------- */

/* Returns TRUE if a member is an entry of the registry of evaluations. */
static gboolean
is_registry (JsonObject *root)
{
  g_autoptr (GList) members = json_object_get_values (root);

  for (GList *at = members; at != NULL; at = at->next)
    {
      const char *name = troupe_importer_get_text (troupe_importer_as_object (at->data), "class");

      if (name != NULL && g_str_has_prefix (name, "evals."))
        return TRUE;
    }
  return FALSE;
}

static gboolean
import (TroupeImporter *self, const char *path, GError **error)
{
  JsonObject *root = troupe_importer_as_object (self->root);

  if (root != NULL && json_object_has_member (root, "testing_criteria"))
    return troupe_import_evaluation (self, error);
  if (root != NULL && is_registry (root))
    return troupe_import_registry (self, error);
  if (root != NULL &&
      (json_object_has_member (root, "tests") || json_object_has_member (root, "prompts") ||
       json_object_has_member (root, "scenarios")))
    return troupe_import_promptfoo (self, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               /* Translators: %s is a file */
               _ ("“%s” cannot be imported: it is neither a promptfoo configuration, which has "
                  "“tests”, nor an "
                  "OpenAI evaluation, which has “class” or “testing_criteria”."),
               path);
  return FALSE;
}

TroupeTestImport *
troupe_test_import_load (const char *path, const TroupeTestImportOptions *options, GError **error)
{
  g_auto (TroupeImporter) importer = { .options = options };
  TroupeTestImport *self = NULL;
  TroupeMapBuilder builder;
  gsize length = 0;
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  JsonNode *root = NULL;
  TroupePlace place = { 0 };
  JsonNode *tree = NULL;

  g_return_val_if_fail (path != NULL && options != NULL, NULL);

  importer.cases = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  importer.gaps = g_ptr_array_new_with_free_func (gap_free);
  importer.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  importer.folder = g_path_get_dirname (path);
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (text != NULL)
    {
      root = g_str_has_suffix (path, ".json") || g_str_has_suffix (path, ".jsonc")
                 ? troupe_json_read (text, length, TROUPE_JSON_COMMENTS, &importer.source, &cause)
                 : troupe_yaml_read (text, length, &importer.source, &cause);
      if (root != NULL)
        tree = root;
      else
        {
          troupe_json_error_get_place (cause, &place, NULL);
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       /* Translators: a file, a line, a column, a reason */
                       _ ("“%s” cannot be read, %u:%u: %s"), path, place.line, place.column,
                       cause->message);
        }
    }
  importer.root = tree;
  if (importer.root == NULL || !import (&importer, path, error))
    return NULL;
  if (importer.cases->len == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   /* Translators: %s is a file */
                   _ ("“%s” has no cases that can be imported."), path);
      return NULL;
    }
  self = g_new0 (TroupeTestImport, 1);
  /* Makes the file of tests. */
  troupe_map_builder_init (&builder);
  if (importer.options->document != NULL)
    troupe_map_builder_add (&builder, "document",
                            troupe_value_new_string (importer.options->document, -1));
  troupe_map_builder_add (&builder, "cases", make_list (importer.cases));
  self->file = troupe_map_builder_end (&builder);
  self->n_cases = importer.cases->len;
  self->gaps = g_steal_pointer (&importer.gaps);
  return self;
}
