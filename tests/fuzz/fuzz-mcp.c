/* fuzz-mcp.c: fuzzes MCP tool definitions, tool results and server configurations
 *
 * The input is JSON. It is parsed as an entry of `mcps`, as an element of a list of tools and as a
 * result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-mcp-definition.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-result.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_text (const char *text)
{
  g_assert_nonnull (text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static void
check_error (const GError *error, int code)
{
  g_assert_true (error->domain == TROUPE_MCP_ERROR);
  g_assert_true (code < 0 || error->code == code);
  check_text (error->message);
}

/* Asserts that the strings shown to the user contain no secrets and are single lines. */
static void
check_config (TroupeValue *value, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (value, &error);
  g_autoptr (TroupePermissionList) permissions = NULL;
  g_autofree char *cleaned = NULL;
  g_autofree char *name = NULL;

  g_assert_true ((config == NULL) == (error != NULL));
  if (config == NULL)
    {
      check_error (error, TROUPE_MCP_ERROR_VALIDATION);
      return;
    }
  permissions = troupe_permission_list_new ();
  troupe_mcp_config_list_permissions (config, permissions);
  check_text (config->name);
  check_text (config->label);
  cleaned = troupe_mcp_config_clean (config, text);
  check_text (cleaned);
  g_assert_null (strchr (cleaned, '\n'));
  name = troupe_mcp_config_name_tool (config, "a_tool");
  check_text (name);
  g_assert_cmpuint (strlen (name), <=, 64);
}

static void
check_definition (const TroupeMcpConfig *config, TroupeValue *value, gboolean is_modern)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMcpDefinition) definition =
      troupe_mcp_definition_new (config, value, is_modern, &error);
  g_autoptr (GPtrArray) definitions = g_ptr_array_new ();
  g_autofree char *digest = NULL;

  g_assert_true ((definition == NULL) == (error != NULL));
  if (definition == NULL)
    {
      check_error (error, TROUPE_MCP_ERROR_VALIDATION);
      return;
    }
  check_text (definition->name);
  g_assert_cmpuint (strlen (definition->name), <=, 64);
  check_text (definition->shown_description);
  /* The limit excludes the ellipsis of a truncated description. */
  g_assert_cmpuint (strlen (definition->shown_description), <=, TROUPE_MCP_LIMIT_DESCRIPTION + 16);
  g_strfreev (troupe_mcp_definition_make_headers (definition, value));
  g_ptr_array_add (definitions, definition);
  digest = troupe_mcp_definitions_digest (definitions);
  check_text (digest);
}

static void
check_result (TroupeValue *value)
{
  g_autoptr (GError) error = NULL;
  gboolean is_error = FALSE;
  g_autofree char *text = troupe_mcp_result_to_text (value, &is_error, &error);

  g_assert_true ((text == NULL) == (error != NULL));
  if (text == NULL)
    check_error (error, -1);
  else
    check_text (text);
  g_assert_true (text == NULL || strlen (text) <= TROUPE_MCP_LIMIT_RESULT + 256);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *prompt = troupe_mcp_text_to_prompt (text, 100);
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);
  g_autoptr (TroupeValue) entry = troupe_value_from_json (
      "{\"command\": \"c\", \"args\": [\"a.py\"], \"env\": {\"K\": \"secret-1\"}}", -1, NULL);
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (entry, NULL);

  check_text (prompt);
  if (value == NULL)
    return 0;
  check_config (value, text);
  check_definition (config, value, FALSE);
  check_definition (config, value, TRUE);
  check_result (value);
  return 0;
}
