/* fuzz-state.c: fuzzes state schemas and kickoff inputs; invalid ones must give an error message
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Asserts that there is either a value or an error whose message can be displayed. */
static void
check_outcome (TroupeValue *value, const GError *error)
{
  g_autofree char *text = NULL;

  g_assert_true ((value == NULL) == (error != NULL));
  if (error != NULL)
    {
      g_assert_true (g_error_matches (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (strlen (error->message), >, 0);
      return;
    }
  g_assert_true (troupe_value_is (value, TROUPE_VALUE_MAP));
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

/* Asserts that a valid state is unchanged when it is validated again, unless the schema adds
 * unchecked defaults or parses strings into values. */
static void
check_again (TroupeStateModel *model, TroupeValue *state, const char *text)
{
  g_autoptr (TroupeValue) nothing = troupe_value_from_json ("{}", -1, NULL);
  g_autoptr (TroupeValue) again = NULL;
  g_autoptr (GError) error = NULL;

  again = troupe_state_model_merge (model, state, nothing, &error);
  check_outcome (again, error);
  if (strstr (text, "default") == NULL && strstr (text, "json-string") == NULL &&
      strchr (text, '\\') == NULL)
    g_assert_true (again != NULL && troupe_value_equal (state, again));
}

static void
check_model (TroupeFlow *flow, TroupeValue *inputs, const char *text)
{
  g_autofree char *warning = NULL;
  g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, &warning);
  g_autoptr (GPtrArray) fields = troupe_flow_list_state_fields (flow);
  g_autoptr (TroupeValue) state = NULL, merged = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (warning == NULL || g_utf8_validate (warning, -1, NULL));
  for (guint i = 0; i < fields->len; i++)
    g_assert_nonnull (((TroupeSchemaField *) fields->pdata[i])->type);
  state = troupe_state_model_create (model, "an-id", &error);
  check_outcome (state, error);
  if (state == NULL || inputs == NULL || !troupe_value_is (inputs, TROUPE_VALUE_MAP))
    return;
  g_assert_nonnull (troupe_value_map_lookup_string (state, "id", -1));
  merged = troupe_state_model_merge (model, state, inputs, &error);
  check_outcome (merged, error);
  if (merged != NULL)
    check_again (model, merged, text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const path[] = { "inputs", NULL };
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (JsonNode) root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                        NULL, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  JsonNode *node;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return 0;
  node = troupe_json_tree_get (root, path);
  inputs = node != NULL ? troupe_value_from_node (node) : NULL;
  flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  check_model (flow, inputs, text);
  return 0;
}
