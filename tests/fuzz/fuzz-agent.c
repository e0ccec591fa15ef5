/* fuzz-agent.c: fuzzing of tool calls in model answers, both steps written as text and arguments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-agent-arguments.h"
#include "troupe-agent-text.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Filters the arguments by the schema and describes missing fields. */
static void
check_against (TroupeValue *arguments, TroupeValue *schema)
{
  g_autoptr (TroupeValue) known = troupe_agent_arguments_filter (arguments, schema);
  g_autofree char *missing = troupe_agent_arguments_describe_missing (known, schema);

  g_assert_nonnull (known);
  g_assert_true (missing == NULL || g_utf8_validate (missing, -1, NULL));
}

static void
check_arguments (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) strict = troupe_agent_arguments_read (text, &error);
  g_autoptr (TroupeValue) loose = troupe_agent_arguments_read_loose (text);
  g_autoptr (TroupeValue) schema = troupe_value_from_json (
      "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}, \"task\": {}}, "
      "\"required\": [\"a\", \"task\"]}",
      -1, NULL);

  g_assert_true ((strict == NULL) == (error != NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  if (strict != NULL)
    {
      gboolean is_strict = FALSE;
      g_autoptr (TroupeValue) offered = NULL;

      g_assert_true (troupe_value_is (strict, TROUPE_VALUE_MAP));
      check_against (strict, schema);
      /* A server may send any object as a schema. */
      check_against (strict, strict);
      offered = troupe_agent_arguments_make_strict (strict, &is_strict);
      g_assert_nonnull (offered);
    }
  if (loose != NULL)
    {
      g_autofree char *json = troupe_value_to_json (loose, TROUPE_JSON_COMPACT);

      g_assert_true (troupe_value_is (loose, TROUPE_VALUE_MAP));
      g_assert_true (g_utf8_validate (json, -1, NULL));
      check_against (loose, schema);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  /* The agent receives answers only as UTF-8. */
  g_autofree char *text = g_utf8_make_valid ((const char *) data, (gssize) size);
  g_autoptr (TroupeAgentStep) step = troupe_agent_text_read (text);

  g_assert_nonnull (step);
  g_assert_true (step->is_final ? step->output != NULL : step->tool != NULL);
  g_assert_true (step->output == NULL || g_utf8_validate (step->output, -1, NULL));
  if (step->input != NULL)
    check_arguments (step->input);
  check_arguments (text);
  return 0;
}
