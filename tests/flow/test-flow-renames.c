/* test-flow-renames.c: methods that two versions of a flow have under different names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-renames.h"

#define ASK(name)                                                                                  \
  "\"" name "\":{\"listen\":\"begin\",\"do\":{\"call\":\"agent\",\"role\":\"Editor of the "        \
            "page\"}}"
#define SUM(name)                                                                                  \
  "\"" name                                                                                        \
  "\":{\"listen\":\"begin\",\"do\":{\"call\":\"expression\",\"expr\":\"size(outputs.begin)\"}}"

static JsonNode *
parse (const char *methods)
{
  g_autofree char *text = g_strdup_printf ("{\"methods\":{%s}}", methods);
  JsonNode *node = json_from_string (text, NULL);

  g_assert_nonnull (node);
  json_node_seal (node);
  return node;
}

/* @base: (nullable); @expected: the names in the base, in mine and in theirs */
static void
check (const char *base, const char *mine, const char *theirs, const char *expected)
{
  g_autoptr (JsonNode) base_root = base != NULL ? parse (base) : NULL;
  g_autoptr (JsonNode) mine_root = parse (mine);
  g_autoptr (JsonNode) theirs_root = parse (theirs);
  g_autoptr (GPtrArray) renames = troupe_flow_renames_find (base_root, mine_root, theirs_root);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < renames->len; i++)
    {
      const TroupeFlowRename *rename = renames->pdata[i];

      g_string_append_printf (found, "%s%s>%s|%s", i > 0 ? " " : "",
                              rename->base != NULL ? rename->base : "", rename->mine,
                              rename->theirs);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_find (void)
{
  check (ASK ("ask"), ASK ("edit"), ASK ("ask"), "ask>edit|ask");
  check (ASK ("ask"), ASK ("ask"), ASK ("edit"), "ask>ask|edit");
  check (ASK ("ask"), ASK ("edit"), ASK ("check"), "ask>edit|check");
  check (ASK ("ask"), ASK ("edit"), ASK ("edit"), "ask>edit|edit");
  check (NULL, ASK ("edit"), ASK ("ask"), ">edit|ask");
  check (ASK ("ask") "," SUM ("sum"), ASK ("edit") "," SUM ("count"), ASK ("ask") "," SUM ("sum"),
         "ask>edit|ask sum>count|sum");
  /* A deleted method and a new one that has little in common with it. */
  check (ASK ("ask"), SUM ("sum"), ASK ("ask"), "");
  /* One version has deleted what the other one has renamed. */
  check (ASK ("ask") "," SUM ("sum"), ASK ("edit") "," SUM ("sum"), SUM ("sum"), "");
  /* The new name is that of an event in the other version. */
  check (ASK ("ask"), ASK ("done"),
         ASK ("ask") ",\"r\":{\"router\":true,\"emit\":[\"done\"],\"listen\":\"ask\"}", "");
  /* Both have the old name, and one a copy. */
  check (ASK ("ask"), ASK ("ask") "," ASK ("ask_2"), ASK ("ask"), "");
}

static void
test_apply (void)
{
  g_autoptr (JsonNode) mine = parse (ASK ("edit"));
  g_autoptr (JsonNode) theirs =
      parse (ASK ("ask") ",\"last\":{\"listen\":\"ask\",\"do\":{\"call\":\"expression\","
                         "\"expr\":\"outputs.ask\"}}");
  g_autoptr (GPtrArray) renames = troupe_flow_renames_find (NULL, mine, theirs);
  g_autoptr (JsonNode) now = troupe_flow_renames_apply (renames, theirs, TROUPE_FLOW_VERSION_THEIRS,
                                                        TROUPE_FLOW_VERSION_MINE);
  g_autoptr (JsonNode) back = troupe_flow_renames_apply (renames, now, TROUPE_FLOW_VERSION_MINE,
                                                         TROUPE_FLOW_VERSION_THEIRS);
  g_autofree char *text = json_to_string (now, FALSE);
  g_autofree char *before = json_to_string (theirs, FALSE);
  g_autofree char *after = json_to_string (back, FALSE);

  g_assert_nonnull (strstr (text, "\"listen\":\"edit\""));
  g_assert_nonnull (strstr (text, "outputs.edit"));
  g_assert_null (strstr (text, "ask"));
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (troupe_flow_renames_find_name (renames, "ask", TROUPE_FLOW_VERSION_THEIRS,
                                                  TROUPE_FLOW_VERSION_MINE),
                   ==, "edit");
  g_assert_cmpstr (troupe_flow_renames_find_name (renames, "last", TROUPE_FLOW_VERSION_THEIRS,
                                                  TROUPE_FLOW_VERSION_MINE),
                   ==, "last");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow-renames/find", test_find);
  g_test_add_func ("/flow-renames/apply", test_apply);

  return g_test_run ();
}
