/* fuzz-template.c: fuzzes templates: any JSON value compiles or reports errors, and rendering
 * terminates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>

#include "troupe-cel.h"

static const TroupeCelRoot roots[] = { { "state", FALSE }, { "outputs", TRUE }, { NULL, FALSE } };

static const char state_json[] =
    "{\"i\": 3, \"d\": 1e16, \"s\": \"h\\u00e9\\u0000x\", \"t\": true, \"n\": null, "
    "\"l\": [1, \"a\", 2.5, null], \"m\": {\"a\": {\"b\": [{\"c\": \"${state.i}\"}]}}}";

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  return troupe_value_ref (activation->user_data);
}

static void
count_mistake (const char *path, const GError *error, gpointer user_data)
{
  guint *n_mistakes = user_data;
  TroupeCelPlace place;

  g_assert_nonnull (path);
  g_assert_true (troupe_cel_error_get_place (error, &place));
  ++*n_mistakes;
}

/* Serializes the rendered value as JSON, unless it is too large. */
static void
check_result (TroupeValue *value)
{
  g_autofree char *text = NULL;

  if (troupe_value_get_weight (value) < 1024 * 1024)
    text = troupe_value_to_json (value, TROUPE_JSON_SPACED);
}

static void
check_template (TroupeValue *value, TroupeCelDialect dialect, TroupeValue *state)
{
  TroupeCelActivation activation = {
    .get_root = get_root, .user_data = state, .now = 1795265000123456, .max_steps = 20000
  };
  g_autoptr (TroupeCelTemplate) template = NULL;
  g_autoptr (TroupeValue) rendered = NULL;
  g_autoptr (GError) error = NULL;
  guint n_mistakes = 0;

  template = troupe_cel_template_compile (value, dialect, roots, count_mistake, &n_mistakes);
  g_assert_true ((template == NULL) == (n_mistakes > 0));
  if (template == NULL)
    return;
  rendered = troupe_cel_template_render (template, &activation, NULL, NULL, &error);
  g_assert_true ((rendered == NULL) == (error != NULL));
  if (rendered != NULL)
    check_result (rendered);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TroupeValue) state = troupe_value_from_json (state_json, -1, NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json ((const char *) data, (gssize) size, NULL);
  g_autofree char *text = g_utf8_make_valid ((const char *) data, (gssize) size);

  if (value == NULL)
    value = troupe_value_new_string (text, -1);
  check_template (value, TROUPE_CEL_SPEC, state);
  check_template (value, TROUPE_CEL_CREWAI, state);
  return 0;
}
