/* test-editor-crew-fields.c: display, edit and undo of every field of the crew inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-forms-test.h"
#include "editor-test.h"
#include "troupe-crew-field.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"
/* --- All fields ------------------------------------------------------------------------------- */

/* Returns a value that the widget can show and that is not CrewAI's default. */
static const char *
get_sample (const TroupeCrewField *field)
{
  switch (field->kind)
    {
    case TROUPE_CREW_KIND_BOOLEAN:
      return g_strcmp0 (field->initial, "true") == 0 ? "false" : "true";
    case TROUPE_CREW_KIND_INTEGER:
      return "7";
    case TROUPE_CREW_KIND_NUMBER:
      return "0.5";
    case TROUPE_CREW_KIND_CHOICE:
      for (const TroupeCrewChoice *choice = field->choices; choice->title != NULL; choice++)
        if (choice->json != NULL && g_strcmp0 (choice->json, field->initial) != 0)
          return choice->json;
      return "true";
    case TROUPE_CREW_KIND_SWITCH_OR_MAP:
      return "true";
    case TROUPE_CREW_KIND_AGENT:
      return "\"writer\"";
    case TROUPE_CREW_KIND_CONTEXT:
      return "[\"gather\"]";
    case TROUPE_CREW_KIND_CALLBACK:
    case TROUPE_CREW_KIND_CONVERTER:
    case TROUPE_CREW_KIND_EXECUTOR:
    case TROUPE_CREW_KIND_CONDITION:
      return "{\"python\": \"hooks.f\"}";
    case TROUPE_CREW_KIND_CALLBACKS:
      return "[{\"python\": \"hooks.f\"}]";
    case TROUPE_CREW_KIND_GUARDRAILS:
    case TROUPE_CREW_KIND_LIST:
    case TROUPE_CREW_KIND_SKILLS:
    case TROUPE_CREW_KIND_APPS:
    case TROUPE_CREW_KIND_TOOLS:
    case TROUPE_CREW_KIND_TEXTS:
      return "[\"calculator\"]";
    case TROUPE_CREW_KIND_MCPS:
      return "[\"https://a.example/mcp\"]";
    case TROUPE_CREW_KIND_SCHEMA:
      return "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}";
    case TROUPE_CREW_KIND_MAP:
    case TROUPE_CREW_KIND_ANY:
      return "{\"a\": 1}";
    case TROUPE_CREW_KIND_FILES:
    case TROUPE_CREW_KIND_PAIRS:
      return "{\"ledger\": \"ledger.csv\"}";
    case TROUPE_CREW_KIND_OBJECT:
      return NULL;
    default:
      return "\"some text\"";
    }
}

static char **
make_path (const char *id, const char *key)
{
  g_autofree char *path = NULL;

  if (id == NULL)
    return g_strsplit (key, "/", -1);
  path = g_strdup_printf ("%s/%s/%s", g_str_has_prefix (id, "task") ? "tasks" : "agents",
                          strchr (id, ':') + 1, key);
  return g_strsplit (path, "/", -1);
}

/* A field that the document contains is shown, and a missing field is offered if it is
 * applicable. */
static void
check_shown (CrewFormsTest *test, const char *id, const TroupeCrewField *field)
{
  const char *sample = get_sample (field);
  g_autoptr (JsonNode) node = sample != NULL ? troupe_json_check (sample, NULL) : NULL;
  g_auto (GStrv) path = make_path (id, field->key);
  g_autofree char *joined = g_strjoinv ("/", path);
  g_autoptr (GError) error = NULL;
  GtkWidget *row;

  if (node == NULL || (field->flags & TROUPE_CREW_FIELD_ELSEWHERE) != 0)
    return;
  troupe_crew_subject_set (test->subject, (const char *const *) path, node, "Set", NULL, &error);
  g_assert_no_error (error);
  editor_test_settle ();
  row = crew_forms_find (test, field->key);
  if (row == NULL)
    g_error ("%s is not shown", joined);
  g_assert_true (gtk_widget_get_visible (row));
  crew_forms_assert_value (test, joined, sample);
  crew_forms_undo_all (test);
}

static void
test_all_shown (CrewFormsTest *test, gconstpointer data)
{
  const struct
  {
    const char *id;
    TroupeCrewOwner owner;
  } cases[] = {
    { NULL, TROUPE_CREW_OWNER_CREW },
    { "task:2", TROUPE_CREW_OWNER_TASK },
    { "agent:writer", TROUPE_CREW_OWNER_AGENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      crew_forms_show (test, cases[i].id);
      for (const TroupeCrewField *field = troupe_crew_field_list (cases[i].owner);
           field->key != NULL; field++)
        check_shown (test, cases[i].id, field);
    }
}

/* A large value is edited on a separate page, which its row opens. */
static void
check_on_page (CrewFormsTest *test, GtkWidget *row, const TroupeCrewField *field, const char *path)
{
  gboolean is_text = field->kind == TROUPE_CREW_KIND_TEMPLATE;
  GtkWidget *text;

  if (!ADW_IS_ACTION_ROW (row))
    return;
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
  text = editor_test_find (GTK_WIDGET (crew_forms_get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL,
                           NULL);
  crew_forms_type_text (text, "{\"a\": [1, ");
  crew_forms_assert_value (test, path, is_text ? "\"{\\\"a\\\": [1, \"" : NULL);
  crew_forms_type_text (text, "{\"a\": [1, 2.50]}");
  crew_forms_assert_value (test, path,
                           is_text ? "\"{\\\"a\\\": [1, 2.50]}\"" : "{\"a\": [1, 2.50]}");
  crew_forms_type_text (text, "");
  crew_forms_assert_value (test, path, NULL);
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_undo_all (test);
}

/* Input is written only to the field itself. Empty input removes the field. */
static void
check_written (CrewFormsTest *test, const char *id, const TroupeCrewField *field)
{
  GtkWidget *row = crew_forms_find (test, field->key);
  GtkWidget *input = row != NULL ? crew_forms_get_input (row) : NULL;
  g_auto (GStrv) path = make_path (id, field->key);
  g_autofree char *joined = g_strjoinv ("/", path);

  if (row != NULL && (field->kind == TROUPE_CREW_KIND_MAP || field->kind == TROUPE_CREW_KIND_ANY ||
                      field->kind == TROUPE_CREW_KIND_TEMPLATE))
    check_on_page (test, row, field, joined);
  /* The row of an object whose keys have rows is that of its first key. */
  if (input == NULL || (field->flags & TROUPE_CREW_FIELD_IDLE) != 0 ||
      (field->kind == TROUPE_CREW_KIND_OBJECT && field->of != 0))
    return;
  if (GTK_IS_SWITCH (input))
    {
      gtk_switch_set_active (GTK_SWITCH (input), !gtk_switch_get_active (GTK_SWITCH (input)));
      editor_test_settle ();
      crew_forms_assert_value (test, joined,
                               g_strcmp0 (field->initial, "true") == 0 ? "false" : "true");
      /* The form may contain more fields now and have a new row. */
      input = crew_forms_get_input (crew_forms_find (test, field->key));
      gtk_switch_set_active (GTK_SWITCH (input), !gtk_switch_get_active (GTK_SWITCH (input)));
      editor_test_settle ();
      crew_forms_assert_value (test, joined, NULL);
    }
  else if (GTK_IS_SPIN_BUTTON (input))
    {
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (input), 9);
      editor_test_settle ();
      crew_forms_assert_value (test, joined, "9");
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (input), g_ascii_strtod (field->initial, NULL));
      editor_test_settle ();
      crew_forms_assert_value (test, joined, NULL);
    }
  else if (ADW_IS_COMBO_ROW (input))
    {
      guint before = adw_combo_row_get_selected (ADW_COMBO_ROW (input));

      adw_combo_row_set_selected (ADW_COMBO_ROW (input), 1);
      editor_test_settle ();
      crew_forms_assert_value (test, joined, field->choices[1].json);
      adw_combo_row_set_selected (ADW_COMBO_ROW (crew_forms_find (test, field->key)), before);
      editor_test_settle ();
      crew_forms_assert_value (test, joined, NULL);
    }
  else if (field->kind == TROUPE_CREW_KIND_INTEGER)
    {
      crew_forms_type_text (input, "x");
      crew_forms_assert_value (test, joined, NULL);
      crew_forms_type_text (input, "11");
      crew_forms_assert_value (test, joined, "11");
      crew_forms_type_text (input, "");
      crew_forms_assert_value (test, joined, NULL);
    }
  else if ((field->flags & TROUPE_CREW_FIELD_NEEDED) != 0)
    {
      crew_forms_type_text (input, "other words");
      crew_forms_assert_value (test, joined, "\"other words\"");
    }
  else if (field->kind == TROUPE_CREW_KIND_CALLBACK || field->kind == TROUPE_CREW_KIND_CONVERTER ||
           field->kind == TROUPE_CREW_KIND_EXECUTOR)
    {
      crew_forms_type_text (input, "hooks.f");
      crew_forms_assert_value (test, joined, "{\"python\": \"hooks.f\"}");
      crew_forms_type_text (input, "");
      crew_forms_assert_value (test, joined, NULL);
    }
  else if (field->kind == TROUPE_CREW_KIND_FILES)
    {
      crew_forms_type_text (input, "ledger=a.csv\nother=b=c.csv");
      crew_forms_assert_value (test, joined, "{\"ledger\": \"a.csv\", \"other\": \"b=c.csv\"}");
      crew_forms_type_text (input, "");
      crew_forms_assert_value (test, joined, NULL);
    }
  else
    {
      crew_forms_type_text (input, "words");
      crew_forms_assert_value (test, joined, "\"words\"");
      crew_forms_type_text (input, "");
      crew_forms_assert_value (test, joined, NULL);
    }
  crew_forms_undo_all (test);
}

static void
test_written (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, "task:0");
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_TASK);
       field->key != NULL; field++)
    if (!g_str_equal (field->key, "name"))
      check_written (test, "task:0", field);
  crew_forms_show (test, "agent:writer");
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_AGENT);
       field->key != NULL; field++)
    check_written (test, "agent:writer", field);
  crew_forms_show (test, NULL);
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_CREW);
       field->key != NULL; field++)
    if (!g_str_equal (field->key, "name") && !g_str_equal (field->key, "inputs") &&
        !g_str_equal (field->key, "process"))
      check_written (test, NULL, field);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *name;
    void (*function) (CrewFormsTest *, gconstpointer);
  } tests[] = {
    { "all-shown", test_all_shown },
    { "written", test_written },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;
  crew_forms_load_style ();
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/editor-crew-fields/", tests[i].name, NULL);

      g_test_add (path, CrewFormsTest, NULL, crew_forms_set_up, tests[i].function,
                  crew_forms_tear_down);
    }

  return g_test_run ();
}
