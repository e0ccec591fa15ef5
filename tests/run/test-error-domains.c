/* test-error-domains.c: names of the engine's error domains
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-agent.h"
#include "troupe-cel.h"
#include "troupe-flow.h"
#include "troupe-json.h"
#include "troupe-llm.h"
#include "troupe-python.h"
#include "troupe-run.h"
#include "troupe-schema.h"

static void
test_names (void)
{
  const struct
  {
    GQuark quark;
    const char *word;
  } domains[] = {
    { TROUPE_AGENT_ERROR, "agent" }, { TROUPE_CEL_ERROR, "cel" },
    { TROUPE_FLOW_ERROR, "flow" },   { TROUPE_JSON_ERROR, "json" },
    { TROUPE_LLM_ERROR, "llm" },     { TROUPE_PYTHON_ERROR, "python" },
    { TROUPE_RUN_ERROR, "run" },     { TROUPE_SCHEMA_ERROR, "schema" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
    {
      const char *name = g_quark_to_string (domains[i].quark);
      g_autofree char *folded = g_ascii_strdown (name, -1);

      g_test_message ("%s", name);
      g_assert_true (g_str_has_prefix (folded, "troupe"));
      g_assert_nonnull (strstr (folded, domains[i].word));
      for (const char *here = name; *here != '\0'; here++)
        g_assert_true (g_ascii_isalnum (*here) || *here == '-' || *here == '_');
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/error-domains/names", test_names);

  return g_test_run ();
}
