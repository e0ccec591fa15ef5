/* test-mcp-config.c: configuration of MCP servers in documents, and redaction of its secrets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "python-fixture.h"
#include "troupe-mcp-config.h"
#include "troupe-mcp-definition.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-http.h"
#include "troupe-mcp-result.h"
#include "troupe-mcp-server.h"

static TroupeMcpConfig *
read_entry (const char *entry)
{
  g_autofree char *json = g_strdelimit (g_strdup (entry), "'", '"');
  g_autoptr (TroupeValue) value = python_value (json);
  g_autoptr (GError) error = NULL;
  TroupeMcpConfig *config = troupe_mcp_config_new (value, &error);

  g_assert_no_error (error);
  return config;
}

static void
test_names (void)
{
  static const struct
  {
    const char *entry;
    const char *tool;
    const char *name;
  } cases[] = {
    { "{'command': 'python3', 'args': ['mcp_server.py']}", "weather_now",
      "python3_mcp_server_py_weather_now" },
    { "{'url': 'http://127.0.0.1:8000/mcp'}", "add", "mcp_127_0_0_1_8000_mcp_add" },
    { "{'url': 'https://user:word@api.example.com/v1/mcp/'}", "add", "api_example_com_v1_mcp_add" },
    { "'https://api.example.com'", "add", "api_example_com_add" },
    { "'https://api.example.com/#getPage'", "get_page", "api_example_com_get_page" },
    { "'crewai-amp:notion#search'", "search", "notion_search" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeMcpConfig) config = read_entry (cases[i].entry);
      g_autofree char *name = troupe_mcp_config_name_tool (config, cases[i].tool);

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_true (troupe_mcp_config_wants (config, cases[i].tool));
      g_assert_true ((config->tool != NULL) == !troupe_mcp_config_wants (config, "other"));
    }
}

static void
test_refused (void)
{
  static const char *const entries[] = {
    "7",
    "''",
    "'#tool'",
    "{}",
    "{'command': ''}",
    "{'command': 7}",
    "{'command': 'a', 'args': 'b'}",
    "{'command': 'a', 'args': [1]}",
    "{'command': 'a\\u0000b'}",
    "{'command': 'a', 'env': {'A': 1}}",
    "{'command': 'a', 'env': {'A=B': 'c'}}",
    "{'command': 'a', 'tool_filter': 'm:f'}",
    "{'command': 'a', 'tool_filter': {'type': 'static', 'allowed_tool_names': 'x'}}",
    "{'url': 'ftp://x/'}",
    "{'url': 'x'}",
    "{'url': 'https://'}",
    "{'url': 'https://x/', 'headers': {'A B': 'c'}}",
    "{'url': 'https://x/', 'headers': {'A': 'b\\r\\nC: d'}}",
    "{'url': 'https://x/', 'headers': {'Host': 'y'}}",
    "{'url': 'https://x/', 'headers': {'A': 1}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (entries[i]), "'", '"');
      g_autoptr (TroupeValue) value = python_value (json);
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_mcp_server_new_for_reference (value, &error));
      g_assert_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
      g_assert_cmpstr (troupe_mcp_error_get_type_name (error), ==, "validation");
    }
}

static void
test_filters (void)
{
  g_autoptr (TroupeMcpConfig) both = read_entry (
      "{'command': 'a', 'tool_filter': {'type': 'static', 'allowed_tool_names': ['x', 'y'], "
      "'blocked_tool_names': ['y']}}");
  g_autoptr (TroupeMcpConfig) empty =
      read_entry ("{'command': 'a', 'tool_filter': {'type': 'static', 'allowed_tool_names': []}}");

  g_assert_true (troupe_mcp_config_wants (both, "x"));
  g_assert_false (troupe_mcp_config_wants (both, "y"));
  g_assert_false (troupe_mcp_config_wants (both, "z"));
  g_assert_true (troupe_mcp_config_wants (empty, "z"));
}

static void
assert_permissions (const char *entry, TroupePermission right, const char *names)
{
  g_autofree char *json = g_strdelimit (g_strdup (entry), "'", '"');
  g_autoptr (TroupeValue) value = python_value (json);
  g_autoptr (TroupeMcpServer) server = troupe_mcp_server_new_for_reference (value, NULL);
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) list = NULL;
  g_autofree char *text = NULL;

  troupe_mcp_server_list_permissions (server, permissions);
  list = troupe_permission_list_get_names (permissions, right);
  text = troupe_value_to_json (list, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, names);
}

static void
test_permissions (void)
{
  const char *program = "{'command': 'npx', 'args': ['-y', 'a b', '--token=t0psecret', ''], "
                        "'env': {'TOKEN': 'x', 'B': 'y'}}";

  assert_permissions (program, TROUPE_PERMISSION_PROGRAM,
                      "[\"npx -y 'a b' --token=t0psecret ''\"]");
  assert_permissions (program, TROUPE_PERMISSION_ENVIRONMENT, "[\"TOKEN\",\"B\"]");
  assert_permissions (program, TROUPE_PERMISSION_HOST, "[]");
  assert_permissions ("{'url': 'https://a:b@x.example:8443/c?d=e'}", TROUPE_PERMISSION_HOST,
                      "[\"x.example:8443/c\"]");
  assert_permissions ("'https://x.example/c#tool'", TROUPE_PERMISSION_HOST, "[\"x.example/c\"]");
  assert_permissions ("'notion'", TROUPE_PERMISSION_REFERENCE, "[\"notion\"]");
}

static char *
look_up_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "ONE"))
    return g_strdup (" value-one \n");
  if (g_str_equal (name, "NESTED"))
    return g_strdup ("${ONE}");
  if (g_str_equal (name, "LINES"))
    return g_strdup ("a\r\nX-Other: b");
  return g_str_equal (name, "BLANK") ? g_strdup ("  ") : NULL;
}

/* @given: the value of a header; @expected: (nullable): what is sent; NULL: an error that contains
 * @error_text */
static void
assert_filled (const char *given, const char *expected, const char *error_text)
{
  g_autofree char *entry =
      g_strdup_printf ("{'url': 'https://x.example/', 'headers': {'X-Key': '%s'}}", given);
  g_autoptr (TroupeMcpConfig) config = read_entry (entry);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMcpConfig) filled = troupe_mcp_config_fill (config, look_up_cb, NULL, &error);

  if (expected != NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpstr (filled->headers[0], ==, "X-Key");
      g_assert_cmpstr (filled->headers[1], ==, expected);
      return;
    }
  g_assert_null (filled);
  g_assert_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
  g_assert_nonnull (strstr (error->message, error_text));
}

static void
test_variables (void)
{
  g_autoptr (TroupeMcpConfig) config = read_entry (
      "{'command': 'a', 'env': {'T': '${ONE}', 'U': 'x ${TWO:-z} ${ONE}', 'V': '$ONE ${1}'}}");
  g_autoptr (TroupeMcpConfig) filled = NULL;
  g_autoptr (TroupeMcpConfig) plain = read_entry ("{'command': 'a', 'env': {'T': 'b'}}");
  g_autoptr (TroupeMcpConfig) same = troupe_mcp_config_fill (plain, look_up_cb, NULL, NULL);
  g_autofree char *said = NULL;

  g_assert_true (same == plain);
  config->call_ms = 77;
  filled = troupe_mcp_config_fill (config, look_up_cb, NULL, NULL);
  g_assert_cmpstr (filled->environment[1], ==, "value-one");
  g_assert_cmpstr (filled->environment[3], ==, "x z value-one");
  g_assert_cmpstr (filled->environment[5], ==, "$ONE ${1}");
  g_assert_cmpuint (filled->call_ms, ==, 77);
  g_assert_cmpstr (filled->name, ==, config->name);
  said = troupe_mcp_config_clean (filled, "it is value-one");
  g_assert_null (strstr (said, "value-one"));
  g_assert_true (g_ptr_array_find_with_equal_func (filled->keys, "value-one", g_str_equal, NULL));
  g_assert_false (g_ptr_array_find_with_equal_func (config->keys, "${ONE}", g_str_equal, NULL));
  assert_permissions ("{'command': 'a', 'env': {'T': '${ONE} ${TWO:-${ONE}} ${ONE}'}}",
                      TROUPE_PERMISSION_ENVIRONMENT, "[\"ONE\",\"TWO\",\"T\"]");
  assert_permissions ("{'url': 'https://x.example/', 'headers': {'A': 'Bearer ${ONE}'}}",
                      TROUPE_PERMISSION_ENVIRONMENT, "[\"ONE\"]");

  assert_filled ("Bearer ${ONE}", "Bearer value-one", NULL);
  assert_filled ("${ONE}${ONE}", "value-onevalue-one", NULL);
  assert_filled ("${BLANK:-a-b}", "a-b", NULL);
  assert_filled ("${TWO:-}x", "x", NULL);
  assert_filled ("${NESTED}", "${ONE}", NULL);
  assert_filled ("${ONE", "${ONE", NULL);
  assert_filled ("${} ${ONE-x} $${ONE}", "${} ${ONE-x} $value-one", NULL);
  assert_filled ("a ${TWO}", NULL, "TWO");
  assert_filled ("${BLANK}", NULL, "BLANK");
  /* A value cannot add a header. */
  assert_filled ("${LINES}", NULL, "X-Key");
  /* Nor is a key sent that was left out of a stored document. */
  assert_filled ("Bearer •••", NULL, "was not stored");
}

/* What is probably a key is redacted in everything of a run, and ordinary words are not. */
static void
test_keys (void)
{
  static const struct
  {
    const char *entry;
    const char *keys; /* joined by a space */
  } cases[] = {
    { "{'command': 'a', 'env': {'T': 'sk-proj-Zx81', 'NODE_ENV': 'production', 'N': '12345678'}}",
      "sk-proj-Zx81" },
    { "{'command': 'a', 'env': {'D': '/srv/data1', 'H': 'http://localhost:8080/', 'S': 'a1'}}",
      "" },
    { "{'command': 'a', 'env': {'DB_PASSWORD': 'correcthorse'}}", "correcthorse" },
    { "{'command': 'a', 'env': {'D': 'postgres://u:word@h/d'}}", "postgres://u:word@h/d" },
    { "{'command': 'a', 'args': ['--token', 'tok-12345', '--api-key=key-12345']}",
      "tok-12345 key-12345" },
    { "{'url': 'https://x/', 'headers': {'Accept': 'application/xml5', 'X-Key': 'abcd1234'}}",
      "abcd1234" },
    { "{'url': 'https://x/', 'headers': {'Authorization': 'Bearer tok-12345'}}",
      "Bearer tok-12345 tok-12345" },
    { "{'url': 'https://u:pass-word-1@x/?page=2&api_key=abc%2Fdefgh'}",
      "pass-word-1 abc/defgh" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeMcpConfig) config = read_entry (cases[i].entry);
      g_autofree char *keys = NULL;

      g_ptr_array_add (config->keys, NULL);
      keys = g_strjoinv (" ", (char **) config->keys->pdata);
      g_assert_cmpstr (keys, ==, cases[i].keys);
    }
}

/* Secrets do not appear in displayed text, except in the line that the user is asked to confirm. */
static void
test_secrets (void)
{
  g_autoptr (TroupeMcpConfig) program =
      read_entry ("{'command': 'npx', 'args': ['--api-key', 'k3yk3y', '--token=t0ken', 'x'], "
                  "'env': {'A': 'v4lue'}}");
  g_autoptr (TroupeMcpConfig) web = read_entry (
      "{'url': 'https://user:w0rd@x.example/c?key=qu3ry', 'headers': {'Authorization': 'Bearer "
      "b3arer'}}");
  g_autofree char *program_text =
      troupe_mcp_config_clean (program, "k3yk3y t0ken v4lue \xff\x1b[31m");
  g_autofree char *web_text = troupe_mcp_config_clean (web, "b3arer, w0rd, key=qu3ry");

  g_assert_cmpstr (program->label, ==, "npx --api-key … --token=… x");
  g_assert_cmpstr (program_text, ==, "… … … �\\u001b[31m");
  g_assert_cmpstr (web->label, ==, "x.example");
  g_assert_cmpstr (web->shown_url, ==, "https://x.example/c");
  g_assert_cmpstr (web_text, ==, "…, …, …");
  g_assert_cmpstr (web->headers[0], ==, "Authorization");
  g_assert_cmpstr (web->headers[1], ==, "Basic dXNlcjp3MHJk");
}

static TroupeMcpDefinition *
define (const char *about, GError **error)
{
  g_autoptr (TroupeMcpConfig) config = read_entry ("{'url': 'https://x.example'}");
  g_autofree char *json = g_strdelimit (g_strdup (about), "'", '"');
  g_autoptr (TroupeValue) value = python_value (json);

  return troupe_mcp_definition_new (config, value, TRUE, error);
}

static void
test_headers (void)
{
  static const char *const wrong[] = { "{'type': 'number', 'x-mcp-header': 'A'}",
                                       "{'type': 'string', 'x-mcp-header': 'A B'}",
                                       "{'type': 'string', 'x-mcp-header': ''}",
                                       "{'x-mcp-header': 'A'}",
                                       "{'type': 'string', 'x-mcp-header': 7}" };
  g_autoptr (TroupeMcpDefinition) right = define (
      "{'name': 't', 'inputSchema': {'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}, "
      "'b': {'type': 'object', 'properties': {'c': {'type': 'integer', 'x-mcp-header': 'C'}}}, "
      "'d': {'type': 'boolean', 'x-mcp-header': 'D'}}}}",
      NULL);
  g_autoptr (TroupeValue) arguments = python_value ("{\"a\":\"Zürich\",\"b\":{\"c\":5}}");
  g_auto (GStrv) headers = troupe_mcp_definition_make_headers (right, arguments);
  g_autofree char *joined = g_strjoinv (" ", headers);

  g_assert_cmpstr (joined, ==, "Mcp-Param-A =?base64?WsO8cmljaA==?= Mcp-Param-C 5");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *about =
          g_strdup_printf ("{'name': 't', 'inputSchema': {'properties': {'a': %s}}}", wrong[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (define (about, &error));
      g_assert_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
    }
}

static void
test_encoded (void)
{
  static const char *const cases[][2] = { { "a b", "a b" },
                                          { "", "" },
                                          { " a", "=?base64?IGE=?=" },
                                          { "a\n", "=?base64?YQo=?=" },
                                          { "=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?=" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *encoded = troupe_mcp_http_encode_header (cases[i][0]);

      g_assert_cmpstr (encoded, ==, cases[i][1]);
    }
}

static void
add_definition (GPtrArray *definitions, const char *about)
{
  g_ptr_array_add (definitions, define (about, NULL));
  g_assert_nonnull (definitions->pdata[definitions->len - 1]);
}

static void
test_digests (void)
{
  g_autoptr (GPtrArray) a =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_mcp_definition_unref);
  g_autoptr (GPtrArray) b =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_mcp_definition_unref);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  add_definition (a, "{'name': 'x', 'description': 'd'}");
  add_definition (a, "{'name': 'y', 'description': 'e'}");
  add_definition (b, "{'name': 'y', 'description': 'e'}");
  add_definition (b, "{'name': 'x', 'description': 'd'}");
  first = troupe_mcp_definitions_digest (a);
  second = troupe_mcp_definitions_digest (b);
  g_assert_cmpstr (first, ==, second);
  g_ptr_array_set_size (b, 1);
  add_definition (b, "{'name': 'x', 'description': 'd '}");
  third = troupe_mcp_definitions_digest (b);
  g_assert_cmpstr (first, !=, third);
}

static void
test_prompts (void)
{
  g_autofree char *clean =
      troupe_mcp_text_to_prompt ("a\u202eb\x1b[31;1mc\ad\ne\tf\u200bg\xff\x1b", 100);
  g_autofree char *cut = troupe_mcp_text_to_prompt ("ééé", 5);

  g_assert_cmpstr (clean, ==, "abcd\ne\tfg\uFFFD");
  g_assert_cmpstr (cut, ==, "éé");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mcp-config/names", test_names);
  g_test_add_func ("/mcp-config/refused", test_refused);
  g_test_add_func ("/mcp-config/filters", test_filters);
  g_test_add_func ("/mcp-config/rights", test_permissions);
  g_test_add_func ("/mcp-config/variables", test_variables);
  g_test_add_func ("/mcp-config/keys", test_keys);
  g_test_add_func ("/mcp-config/secrets", test_secrets);
  g_test_add_func ("/mcp-config/headers", test_headers);
  g_test_add_func ("/mcp-config/encoded", test_encoded);
  g_test_add_func ("/mcp-config/digests", test_digests);
  g_test_add_func ("/mcp-config/prompts", test_prompts);

  return g_test_run ();
}
