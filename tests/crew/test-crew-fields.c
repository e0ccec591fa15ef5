/* test-crew-fields.c: the table of crew fields, and the documentation generated from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-field.h"

/* The documentation matches the program. TROUPE_WRITE_FIELDS=FILE writes the table to FILE. */
static void
test_is_documented (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "doc", "fields.md", NULL);
  g_autofree char *table = troupe_crew_fields_to_markdown ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *file = g_getenv ("TROUPE_WRITE_FIELDS");

  if (file != NULL)
    g_file_set_contents (file, table, -1, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  if (strstr (text, table) == NULL)
    g_test_message ("doc/fields.md lacks this table:\n%s", table);
  g_assert_nonnull (strstr (text, table));
}

static JsonNode *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = troupe_json_read (json, strlen (json), TROUPE_JSON_STRICT, NULL, &error);

  g_assert_no_error (error);

  return node;
}

static void
check_row (TroupeCrewOwner owner, const TroupeCrewField *field)
{
  gboolean has_initial = FALSE;

  g_assert_true (troupe_crew_field_find (owner, field->key) == field);
  g_assert_cmpuint (strlen (field->title), >, 0);
  g_assert_cmpuint (strlen (field->help), >, 0);
  g_assert_false (g_str_has_suffix (field->help, "."));
  if (field->initial != NULL)
    {
      g_autoptr (JsonNode) initial = parse (field->initial);

      g_assert_false (troupe_crew_field_is_changed (field, initial));
    }
  g_assert_false (troupe_crew_field_is_changed (field, NULL));
  if (field->kind == TROUPE_CREW_KIND_CHOICE)
    g_assert_nonnull (field->choices);
  for (const TroupeCrewChoice *choice = field->choices; choice != NULL && choice->title != NULL;
       choice++)
    {
      g_autoptr (JsonNode) value = choice->json != NULL ? parse (choice->json) : NULL;

      has_initial = has_initial || g_strcmp0 (choice->json, field->initial) == 0;
      g_assert_true (value != NULL || field->initial == NULL);
    }
  /* One of the choices is the default, which is given either by its value or as NULL. */
  g_assert_true (field->choices == NULL || has_initial);
}

static void
test_rows (void)
{
  for (TroupeCrewOwner owner = 0; owner < TROUPE_CREW_OWNER_N; owner++)
    {
      g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

      for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL;
           field++)
        {
          g_assert_true (g_hash_table_add (keys, (gpointer) field->key));
          check_row (owner, field);
        }
    }
}

static void
test_shown (void)
{
  const TroupeCrewField *manager = troupe_crew_field_find (TROUPE_CREW_OWNER_CREW, "manager_llm");
  const TroupeCrewField *format = troupe_crew_field_find (TROUPE_CREW_OWNER_AGENT, "date_format");
  const TroupeCrewField *idle = troupe_crew_field_find (TROUPE_CREW_OWNER_AGENT, "multimodal");
  g_autoptr (JsonNode) empty = parse ("{}");
  g_autoptr (JsonNode) hierarchical = parse ("{\"process\": \"hierarchical\"}");
  g_autoptr (JsonNode) present = parse ("{\"manager_llm\": \"x\", \"multimodal\": false}");
  g_autoptr (JsonNode) date = parse ("{\"inject_date\": true}");
  g_autoptr (JsonNode) no_date = parse ("{\"inject_date\": false}");

  g_assert_false (troupe_crew_field_is_shown (manager, empty));
  g_assert_false (troupe_crew_field_is_shown (manager, NULL));
  g_assert_true (troupe_crew_field_is_shown (manager, hierarchical));
  g_assert_true (troupe_crew_field_is_shown (manager, present));
  g_assert_true (troupe_crew_field_is_shown (format, date));
  g_assert_false (troupe_crew_field_is_shown (format, no_date));
  g_assert_false (troupe_crew_field_is_shown (idle, empty));
  g_assert_true (troupe_crew_field_is_shown (idle, present));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew-fields/is-documented", test_is_documented);
  g_test_add_func ("/crew-fields/rows", test_rows);
  g_test_add_func ("/crew-fields/shown", test_shown);

  return g_test_run ();
}
