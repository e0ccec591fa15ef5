/* test-celpy.c: recorded answers of celpy, CrewAI's evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cel-case.h"

/* Minimum share of cases that agree, in hundredths of a percent. All cases must agree. */
#define FLOOR_SPEC 10000
#define FLOOR_EXPRESSIONS 10000
#define FLOOR_TEMPLATES 10000

typedef struct
{
  guint n_cases;
  guint n_passed;
} Count;

static void
count_case (Count *self, const char *text, char *problem)
{
  self->n_cases++;
  if (problem == NULL)
    {
      self->n_passed++;
      return;
    }
  g_test_message ("%s: %s", text, problem);
  g_free (problem);
}

static void
check_floor (const Count *self, const char *name, guint floor)
{
  guint reached = self->n_passed * 10000 / MAX (self->n_cases, 1);

  g_test_message ("%s: %u of %u, %u.%02u %%", name, self->n_passed, self->n_cases, reached / 100,
                  reached % 100);
  g_assert_cmpuint (reached, >=, floor);
}

static char *
describe (TroupeValue *value)
{
  return troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
}

/* Returns NULL if both agree. */
static char *
compare (TroupeValue *value, const GError *error, TroupeValue *expected, gboolean wants_error)
{
  g_autofree char *got = value != NULL ? describe (value) : g_strdup (error->message);
  g_autofree char *wanted = NULL;

  if (value == NULL && wants_error)
    return NULL;
  if (wants_error)
    return g_strdup_printf ("gives %s, not an error", got);
  if (value != NULL && cel_case_equal (value, expected))
    return NULL;
  wanted = describe (expected);
  return g_strdup_printf ("gives %s, not %s", got, wanted);
}

/* --- Specification cases ---------------------------------------------------------------------- */

static TroupeValue *
read_bindings (TroupeValue *test)
{
  TroupeValue *described = cel_case_get (test, "bindings");
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; described != NULL && i < troupe_value_map_get_size (described); i++)
    troupe_map_builder_add_key (&builder,
                                troupe_value_ref (troupe_value_map_get_key (described, i)),
                                cel_case_read_value (troupe_value_map_get_value (described, i)));
  return troupe_map_builder_end (&builder);
}

static char *
run_spec_case (TroupeValue *test, TroupeValue *answer)
{
  g_autoptr (TroupeValue) bindings = read_bindings (test);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autoptr (GError) error = NULL;
  gboolean compile_failed;
  gsize length;
  const char *text = troupe_value_get_string (cel_case_get (test, "expr"), &length);

  value =
      cel_case_evaluate (text, length, TROUPE_CEL_CREWAI, bindings, FALSE, &compile_failed, &error);
  if (cel_case_get (answer, "value") != NULL)
    expected = cel_case_read_value (cel_case_get (answer, "value"));
  return compare (value, error, expected, expected == NULL);
}

static void
test_spec (void)
{
  g_autoptr (TroupeValue) recording = cel_case_load ("celpy-answers.json");
  g_autoptr (TroupeValue) tests = recording == NULL ? NULL : cel_case_load ("cel-spec.json");
  Count count = { 0, 0 };
  TroupeValue *answers;

  if (tests == NULL)
    return;
  answers = cel_case_get (recording, "spec");
  for (gsize i = 0; i < troupe_value_list_get_length (answers); i++)
    {
      TroupeValue *answer = troupe_value_list_get (answers, i);
      gint64 index = troupe_value_get_integer (cel_case_get (answer, "case"));
      TroupeValue *test = troupe_value_list_get (tests, (gsize) index);
      g_autofree char *name =
          g_strdup_printf ("%" G_GINT64_FORMAT " %s", index, cel_case_get_text (test, "expr"));

      count_case (&count, name, run_spec_case (test, answer));
    }
  check_floor (&count, "cases of the specification", FLOOR_SPEC);
}

/* --- Probes -------------------------------------------------------------------------------------- */

static char *
run_expression (TroupeValue *probe, TroupeValue *context)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) json = NULL;
  g_autoptr (GError) error = NULL;
  gboolean compile_failed = FALSE;
  gsize length;
  const char *text = troupe_value_get_string (cel_case_get (probe, "text"), &length);
  const char *wanted = cel_case_get_text (probe, "error");

  value =
      cel_case_evaluate (text, length, TROUPE_CEL_CREWAI, context, TRUE, &compile_failed, &error);
  if (value != NULL)
    json = troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, &error);
  /* The phase in which an error is detected is part of the answer. */
  if (json == NULL && wanted != NULL && compile_failed != g_str_equal (wanted, "parse"))
    return g_strdup_printf ("fails when it is %s, not before: %s",
                            compile_failed ? "compiled" : "evaluated", error->message);
  if (cel_case_get (probe, "nonfinite") != NULL)
    return json != NULL && troupe_value_is (json, TROUPE_VALUE_DOUBLE) ? NULL
                                                                       : g_strdup ("is finite");
  return compare (json, error, cel_case_get (probe, "value"), wanted != NULL);
}

static void
keep_error (const char *path, const GError *error, gpointer user_data)
{
  GError **kept = user_data;

  if (*kept == NULL)
    *kept = g_error_copy (error);
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  TroupeValue *value = cel_case_get (activation->user_data, root == 0 ? "state" : "outputs");

  return troupe_value_ref (value);
}

static char *
run_template (TroupeValue *probe, TroupeValue *context)
{
  static const TroupeCelRoot roots[] = { { "state", FALSE },
                                         { "outputs", FALSE },
                                         { NULL, FALSE } };
  TroupeCelActivation activation = { .get_root = get_root, .user_data = context };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelTemplate) template = NULL;
  g_autoptr (TroupeValue) value = NULL;
  const char *wanted = cel_case_get_text (probe, "error");

  template = troupe_cel_template_compile (cel_case_get (probe, "text"), TROUPE_CEL_CREWAI, roots,
                                          keep_error, &error);
  if (template != NULL)
    value = troupe_cel_template_render (template, &activation, NULL, NULL, &error);
  if (wanted != NULL && g_str_equal (wanted, "parse") && template != NULL)
    return g_strdup ("is compiled");
  return compare (value, error, cel_case_get (probe, "value"), wanted != NULL);
}

static void
check_probes (TroupeValue *recording)
{
  Count expressions = { 0, 0 };
  Count templates = { 0, 0 };
  TroupeValue *probes, *contexts;

  probes = cel_case_get (recording, "probes");
  contexts = cel_case_get (recording, "contexts");
  for (gsize i = 0; i < troupe_value_list_get_length (probes); i++)
    {
      TroupeValue *probe = troupe_value_list_get (probes, i);
      const char *name = cel_case_get_text (probe, "context");
      TroupeValue *context = cel_case_get (contexts, name != NULL ? name : "default");
      const char *text = cel_case_get_text (probe, "text");

      if (g_str_equal (cel_case_get_text (probe, "kind"), "template"))
        count_case (&templates, text, run_template (probe, context));
      else
        count_case (&expressions, text, run_expression (probe, context));
    }
  if (expressions.n_cases > 0)
    check_floor (&expressions, "expressions", FLOOR_EXPRESSIONS);
  if (templates.n_cases > 0)
    check_floor (&templates, "templates", FLOOR_TEMPLATES);
}

/* Compares the evaluator with celpy's recorded answers to Troupe's own probes. @data: the file
 * of the recording in this folder */
static void
test_probes (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "cel", data, NULL);
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) recording = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  recording = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);
  check_probes (recording);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/celpy/spec", test_spec);
  g_test_add_data_func ("/cel/celpy/probes", "celpy-probes.json", test_probes);
  /* Formats of dates, numbers and literals that celpy accepts in addition to the specification. */
  g_test_add_data_func ("/cel/celpy/forms", "celpy-forms.json", test_probes);
  return g_test_run ();
}
