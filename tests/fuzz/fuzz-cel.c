/* fuzz-cel.c: fuzzing of expressions: parsing and evaluation terminate in both dialects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>

#include "troupe-cel-lint.h"

static const TroupeCelRoot roots[] = { { "state", FALSE }, { "outputs", TRUE }, { NULL, FALSE } };

/* A small state with a value of every JSON type. */
static const char state_json[] =
    "{\"i\": 3, \"neg\": -7, \"big\": 9223372036854775807, \"huge\": 18446744073709551616, "
    "\"d\": 2.5, \"s\": \"h\\u00e9\\u0000x\", \"t\": true, \"n\": null, \"l\": [1, \"a\", 2.5, "
    "null], "
    "\"m\": {\"a\": {\"b\": [{\"c\": 1}]}}, \"when\": \"2026-11-21T08:30:00+02:00\"}";

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  return troupe_value_ref (activation->user_data);
}

static void
use_result (TroupeValue *value, TroupeCelDialect dialect)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) json = troupe_cel_value_to_json (value, dialect, &error);
  g_autofree char *text = NULL;

  g_assert_true ((json == NULL) == (error != NULL));
  if (json != NULL && troupe_value_get_weight (json) < 1024 * 1024)
    text = troupe_value_to_json (json, TROUPE_JSON_SPACED);
}

static void
check_expression (const char *text,
                  gsize length,
                  TroupeCelDialect dialect,
                  TroupeCelActivation *activation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree TroupeValue **references = NULL;
  TroupeCelPlace place;

  program = troupe_cel_compile (text, (gssize) length, dialect, roots, &error);
  g_assert_true ((program == NULL) == (error != NULL));
  if (program == NULL)
    {
      g_assert_true (troupe_cel_error_get_place (error, &place));
      return;
    }
  /* Every second reference has a value. */
  references = g_new0 (TroupeValue *, troupe_cel_program_get_n_references (program) + 1);
  for (guint i = 0; i < troupe_cel_program_get_n_references (program); i += 2)
    references[i] = activation->user_data;
  activation->references = references;
  value = troupe_cel_program_evaluate (program, activation, &error);
  activation->references = NULL;
  g_assert_true ((value == NULL) == (error != NULL));
  if (value != NULL)
    use_result (value, dialect);
}

static void
check_template (TroupeValue *text, TroupeCelDialect dialect, TroupeCelActivation *activation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelTemplate) template =
      troupe_cel_template_compile (text, dialect, roots, NULL, NULL);
  g_autoptr (TroupeValue) value = NULL;

  if (template == NULL)
    return;
  value = troupe_cel_template_render (template, activation, NULL, NULL, &error);
  g_assert_true ((value == NULL) == (error != NULL));
}

static void
count_note (const TroupeCelNote *note, gpointer user_data)
{
  guint *n_notes = user_data;

  g_assert_true (g_utf8_validate (note->message, -1, NULL));
  g_assert_cmpuint (note->place.line, >, 0);
  ++*n_notes;
}

/* Lints with the types of a state that has a field of every kind. */
static void
check_lint (const char *text)
{
  g_autoptr (TroupeCelType) state = troupe_cel_type_new (TROUPE_CEL_KIND_MAP);
  TroupeCelType *types[] = { state, NULL };
  const char *names[] = { "n", "t", "i", "d", "s", "l", "m" };
  guint n_notes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeCelType *field = troupe_cel_type_new ((TroupeCelKinds) (1 << i));

      troupe_cel_type_set_element (field, troupe_cel_type_new (TROUPE_CEL_KIND_NUMBER));
      troupe_cel_type_set_field (state, names[i], field);
    }
  g_assert_cmpuint (troupe_cel_lint_text (text, roots, types, count_note, &n_notes), ==, n_notes);
}

/* Tokens are consecutive and inside of the text. */
static void
check_tokens (const char *text, gsize length)
{
  g_autoptr (GArray) tokens = troupe_cel_tokenize (text, (gssize) length);
  gsize position = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, i);

      g_assert_cmpuint (token->start, >=, position);
      g_assert_cmpuint (token->end, >, token->start);
      position = token->end;
    }
  g_assert_cmpuint (position, <=, length);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TroupeValue) state = troupe_value_from_json (state_json, -1, NULL);
  g_autofree char *text = g_utf8_make_valid ((const char *) data, (gssize) size);
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);
  TroupeCelActivation activation = {
    .get_root = get_root, .user_data = state, .now = 1795265000123456, .max_steps = 20000
  };

  check_tokens ((const char *) data, size);
  check_lint (text);
  for (guint dialect = TROUPE_CEL_SPEC; dialect <= TROUPE_CEL_CREWAI; dialect++)
    {
      check_expression ((const char *) data, size, (TroupeCelDialect) dialect, &activation);
      check_template (value, (TroupeCelDialect) dialect, &activation);
    }
  return 0;
}
