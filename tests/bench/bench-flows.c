/* bench-flows.c: flows for benchmarks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "bench-flows.h"

char *
bench_make_chain (guint n_methods)
{
  GString *text = g_string_new ("{\"name\": \"Chain\", \"methods\": {\"m0\": {\"start\": true, "
                                "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}");

  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"1\"}}",
                            i, i - 1);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

char *
bench_make_join (guint n_methods)
{
  GString *text = g_string_new ("{\"name\": \"Join\", \"methods\": {\"s\": {\"start\": true, "
                                "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}");

  for (guint i = 0; i < n_methods; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"s\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"1\"}}",
                            i);
  g_string_append (text, ", \"j\": {\"listen\": {\"and\": [");
  for (guint i = 0; i < n_methods; i++)
    g_string_append_printf (text, "%s\"m%u\"", i > 0 ? ", " : "", i);
  g_string_append (text, "]}, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}");
  return g_string_free (text, FALSE);
}

/* A flow of methods whose expressions access a state of 11 kB. */
char *
bench_make_lookups (guint n_methods)
{
  GString *text = g_string_new ("{\"name\": \"Lookups\", \"state\": {\"type\": \"dict\", "
                                "\"default\": {\"items\": [");

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text,
                            "%s{\"name\": \"item number %u\", \"price\": %u.5, \"tags\": [\"a\", "
                            "\"b\", \"c\"], \"note\": \"a text of some length %u\"}",
                            i > 0 ? ", " : "", i, i, i);
  g_string_append (text, "]}}, \"methods\": {\"m0\": {\"start\": true, \"do\": {\"call\": "
                         "\"expression\", \"expr\": \"1\"}}");
  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (
        text,
        ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", "
        "\"expr\": \"state.items[50].price > 10.0 && outputs.m%u == 1 ? 1 : 2\"}}",
        i, i - 1, i - 1);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

char *
bench_make_agents (guint n_agents, const char *url)
{
  GString *text = g_string_new ("{\"name\": \"Agents\", \"methods\": {");

  for (guint i = 0; i < n_agents; i++)
    g_string_append_printf (
        text,
        "%s\"a%u\": {\"start\": true, \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"r\", "
        "\"goal\": \"g\", \"backstory\": \"b\", \"llm\": {\"model\": \"openai/gpt-4.1-mini\", "
        "\"base_url\": \"%s\", \"api_key\": \"none\"}, \"input\": \"x\"}}}",
        i > 0 ? ", " : "", i, url);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

char *
bench_make_calls (const char *url)
{
  return g_strdup_printf (
      "{\"name\": \"Calls\", \"methods\": {"
      "\"s\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}},"
      "\"a\": {\"listen\": \"s\", \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"r\", "
      "\"goal\": \"g\", \"backstory\": \"b\", \"llm\": {\"model\": \"openai/gpt-4.1-mini\", "
      "\"base_url\": \"%s\", \"api_key\": \"none\"}, \"input\": \"x\"}}},"
      "\"e\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"size(outputs)\"}}}}",
      url);
}

TroupeFlow *
bench_load_flow (const char *text)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = NULL;
  TroupeFlow *flow;

  root = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, &source, &error);
  g_assert_no_error (error);
  flow = troupe_flow_new_from_node (root, source, NULL, &problems);
  g_assert_false (troupe_flow_has_errors (flow));
  return flow;
}

/* A router that repeats the loop @n_passes times. */
char *
bench_make_loop (guint n_passes)
{
  return g_strdup_printf (
      "{\"name\": \"Loop\", \"config\": {\"max_method_calls\": %u}, \"methods\": {"
      "\"s\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"0\"}},"
      "\"n\": {\"listen\": {\"or\": [\"s\", \"again\"]}, \"do\": {\"call\": \"expression\", "
      "\"expr\":"
      " \"has(outputs.n) ? outputs.n + 1 : 1\"}},"
      "\"r\": {\"listen\": \"n\", \"router\": true, \"do\": {\"call\": \"expression\", \"expr\":"
      " \"outputs.n < %u ? 'again' : 'done'\"}}}}",
      n_passes + 10, n_passes);
}

char *
bench_make_scripts (guint n_methods)
{
  GString *text = g_string_new ("{\"name\": \"Scripts\", \"methods\": {\"m0\": {\"start\": true, "
                                "\"do\": {\"call\": \"script\", \"code\": \"return 1\"}}");

  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"script\", "
                            "\"code\": \"return input + 1\"}}",
                            i, i - 1);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}
