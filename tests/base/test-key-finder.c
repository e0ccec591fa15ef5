/* test-key-finder.c: detection of API keys, and texts that only resemble them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-key-finder.h"
#include "troupe-provider-table.h"

static void
test_shapes (void)
{
  static const char *const keys[] = {
    "sk-proj-a1B2c3D4e5F6g7H8i9J0",
    "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0",
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",
    "github_pat_11ABCDEFG0a1B2c3D4e5F6",
    "glpat-a1B2c3D4e5F6g7H8i9J0",
    "xoxb-123456789012-abcdef",
    "AIzaSyA1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q",
    "hf_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    "Authorization: Bearer a1B2c3D4e5F6g7H8i9J0k1L2",
    "postgres://user:hunter2@db.example/x",
    "\"api_key\": \"a1B2c3D4e5F6g7H8i9J0\"",
    "api_key = a1B2c3D4e5F6g7H8i9J0",
  };
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *text = g_strconcat ("Text (", keys[i], "). More.", NULL);
      g_autofree char *what = troupe_key_finder_find (finder, text);
      g_autofree char *hidden = troupe_key_finder_hide (finder, text);
      g_autofree char *again = troupe_key_finder_find (finder, hidden);

      g_test_message ("%s: %s", keys[i], what);
      g_assert_nonnull (what);
      g_assert_null (again);
      g_assert_true (g_str_has_prefix (hidden, "Text ("));
      g_assert_true (g_str_has_suffix (hidden, "More."));
      g_assert_nonnull (strstr (hidden, "•••"));
    }
}

/* The name of a member makes a value a key that has no typical form, unless the value is a
 * reference. */
static void
test_members (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    gboolean is_key;
  } cases[] = {
    { "api_key", "0123456789", TRUE },
    { "X-Api-Key", "opensesame1", TRUE },
    { "MY_SERVICE_TOKEN", "a1B2c3D4e5F6g7H8i9J0k1", TRUE },
    { "password", "hunter2-hunter2", TRUE },
    { "Authorization", "Bearer a1B2c3D4e5F6g7H8i9J0k1L2", TRUE },
    { NULL, "Use sk-proj-a1B2c3D4e5F6g7H8i9J0 here", TRUE },
    { "api_key", "$OPENAI_API_KEY", FALSE },
    { "api_key", "${OPENAI_API_KEY}", FALSE },
    { "api_key", "OPENAI_API_KEY", FALSE },
    { "api_key", "{api_key}", FALSE },
    { "api_key", "", FALSE },
    { "token_counter", "custom:count_tokens", FALSE },
    { "keywords", "water, wind and solar power in 2026", FALSE },
    { "description", "0123456789", FALSE },
  };
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found =
          troupe_key_finder_find_member (finder, cases[i].name, cases[i].text);

      g_test_message ("%s: %s", cases[i].name, cases[i].text);
      g_assert_cmpint (found != NULL, ==, cases[i].is_key);
    }
}

static void
test_harmless (void)
{
  static const char *const texts[] = {
    "",
    "A task-force for risk-management-and-more-words-here",
    "sk-",
    "sk-short",
    "desk-proj-a1B2c3D4e5F6g7H8i9J0",
    "AKIA",
    "eyJ.eyJ.x",
    "The bearer of good news",
    "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
    "https://example.org/path?x=1#y",
    "https://user@example.org/",
    "token: the next word of the sentence",
    "api_key: ${OPENAI_API_KEY}",
    "password = see the manual",
    "methods.write.do.with.prompt",
    "2026-11-22T07:00:04.123456Z",
    "a9f3c1d2-4b5e-6f70-8192-a3b4c5d6e7f8",
  };
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *what = troupe_key_finder_find (finder, texts[i]);
      g_autofree char *hidden = troupe_key_finder_hide (finder, texts[i]);

      g_assert_cmpstr (what, ==, NULL);
      g_assert_cmpstr (hidden, ==, texts[i]);
    }
}

static void
test_known (void)
{
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
  g_autofree char *name = NULL;
  g_autofree char *encoded = NULL;
  g_autofree char *none = NULL;
  g_autofree char *base64 = g_base64_encode ((const guchar *) "xy hunter2hunter2 zz", 20);

  troupe_key_finder_add (finder, "MY_PASSWORD", "hunter2hunter2");
  troupe_key_finder_add (finder, "SHORT_TOKEN", "abc");
  name = troupe_key_finder_find (finder, "it is hunter2hunter2, really");
  encoded = troupe_key_finder_find (finder, base64);
  none = troupe_key_finder_find (finder, "abc");
  g_assert_cmpstr (name, ==, "MY_PASSWORD");
  g_assert_cmpstr (encoded, ==, "MY_PASSWORD");
  g_assert_null (none);
  g_assert_true (troupe_key_finder_is_key_name ("OPENAI_API_KEY"));
  g_assert_true (troupe_key_finder_is_key_name ("db_password"));
  g_assert_false (troupe_key_finder_is_key_name ("HOME"));
}

/* Keys in the environment are recognized by their names alone. */
static void
test_provider_names (void)
{
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_assert_cmpuint (n_providers, >, 0);
  for (guint i = 0; i < n_providers; i++)
    for (guint k = 0; providers[i].key_variables[k] != NULL; k++)
      {
        g_test_message ("%s", providers[i].key_variables[k]);
        g_assert_true (troupe_key_finder_is_key_name (providers[i].key_variables[k]));
      }
}

/* Which settings code and models must not read. */
static void
test_settings (void)
{
  static const char *const names[] = { "litellm_config.yaml",
                                       "appsettings.development.json",
                                       ".django",
                                       "openai_key.txt",
                                       "token",
                                       "my.cnf",
                                       "env.sh",
                                       "local_settings.py",
                                       "oauth_creds.json" };
  static const char *const others[] = { "agents.yaml", "crew.jsonc", "report.md", "data.csv",
                                        "main.py",     "news.json",  "README" };
  static const char *const keys[] = {
    "{\"api_key\": \"sk-proj-0123456789abcdef0123456789\"}",
    "DB_PASSWORD=hunter2hunter2hunter2\n",
    "a: 1\nauthtoken: 2abcDEF345ghiJKL678\n",
    "url = postgres://me:geheim@db/x\n",
    "export MISTRAL_API_KEY='0123456789abcdef'\n",
  };
  static const char *const plain[] = {
    "",
    "token_limit: 4096\n",
    "api_key: ${KEY_1_OF_MANY}\n",
    "password: $DB_PASSWORD_2\n",
    "# tokens are counted, 12 at a time\nname: x1y2z3x1y2z3x1y2z3\n",
    "max_tokens=128000128000128\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i]);
      g_assert_true (troupe_key_finder_may_be_settings (names[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_key_finder_may_be_settings (others[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_test_message ("%s", keys[i]);
      g_assert_true (troupe_key_finder_is_in_settings (keys[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      g_test_message ("%s", plain[i]);
      g_assert_false (troupe_key_finder_is_in_settings (plain[i]));
    }
  g_assert_true (troupe_key_finder_may_be_near ("", "notes.txt"));
  g_assert_true (troupe_key_finder_may_be_near ("secrets", "openai"));
  g_assert_false (troupe_key_finder_may_be_near ("docs", "notes.txt"));
  g_assert_false (troupe_key_finder_may_be_near ("", "main.py"));
  g_assert_true (troupe_key_finder_is_in_text ("a sk-proj-0123456789abcdef0123456789 b"));
  g_assert_false (troupe_key_finder_is_in_text ("password: hunter2hunter2hunter2"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/key-finder/shapes", test_shapes);
  g_test_add_func ("/base/key-finder/members", test_members);
  g_test_add_func ("/base/key-finder/harmless", test_harmless);
  g_test_add_func ("/base/key-finder/known", test_known);
  g_test_add_func ("/base/key-finder/settings", test_settings);
  g_test_add_func ("/base/key-finder/provider-names", test_provider_names);
  return g_test_run ();
}
