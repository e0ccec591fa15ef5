/* test-tool-name.c: names of tools for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-tool-name.h"

static const struct
{
  const char *name;
  const char *sanitized;
} names[] = {
  { "City Lookup", "city_lookup" },
  { "cityLookup", "city_lookup" },
  { "CityLookup", "city_lookup" },
  { "HTTPServer", "http_server" },
  { "getHTTPServerURL", "get_http_server_url" },
  { "MyFancy Tool-v2 (é)", "my_fancy_tool_v2_e" },
  { "already_fine", "already_fine" },
  { "x2Y", "x2y" },
  { "Über Straße prüfen", "uber_strae_prufen" },
  { "ﬁle № 4", "file_no_4" },
  { "  --a--b!!c  ", "a_b_c" },
  { "日本", "" },
  { "", "" },
  { "_", "" },
  { "a__b", "a_b" },
  { "C++ & C#", "c_c" },
  { "été À", "ete_a" },
  { "flow_tools:Adder", "flow_tools_adder" },
  { "\xff broken \xc3", "broken" },
  { "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_6bd5e503" },
  { "word word word word word word word word word word word word word word word word word ", NULL },
  { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
  { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_635361c4" },
  { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_e027d3c9" },
};

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *found = troupe_tool_name_sanitize (names[i].name);
      g_autofree char *again = troupe_tool_name_sanitize (found);

      g_assert_cmpuint (strlen (found), <=, TROUPE_TOOL_NAME_LONGEST);
      g_assert_cmpstr (again, ==, found);
      if (names[i].sanitized != NULL)
        g_assert_cmpstr (found, ==, names[i].sanitized);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tool/name", test_names);

  return g_test_run ();
}
