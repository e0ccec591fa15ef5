/* test-host-risk.c: hosts whose names imitate those of known providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-host-risk.h"
#include "troupe-provider-table.h"
#include "troupe-sanitize-text.h"

/* @imitated: (nullable): NULL if only other letters or a user name are reported */
static const struct
{
  const char *host;
  const char *user;
  const char *imitated;
} risks[] = {
  { "api.openai.com.evil.example", NULL, "openai.com" },
  { "openai.com.example:8080", NULL, "openai.com" },
  { "api-openai.com", NULL, "openai.com" },
  { "api.openai-com.example", NULL, "openai.com" },
  { "api.openai.com%2F.evil.example", NULL, "openai.com" },
  { "api.openai.com%2Fv1%3Fx.evil.example", NULL, "openai.com" },
  { "api.openai.com%20.evil.example", NULL, "openai.com" },
  { "api.openai.com%5C.evil.example:80", NULL, "openai.com" },
  { "api.opena1.com", NULL, "openai.com" },
  { "api.0penai.com", NULL, "openai.com" },
  { "api.opennai.com", NULL, "openai.com" },
  { "api.openal.com", NULL, "openai.com" },
  { "API.OPENA1.COM", NULL, "openai.com" },
  { "api.anthropic.com.x.example", NULL, "anthropic.com" },
  { "api.anthroplc.com", NULL, "anthropic.com" },
  { "api.anthropic.corn", NULL, "anthropic.com" },
  /* A Cyrillic, a Greek and an accented letter. */
  { "api.\320\276penai.com", NULL, "openai.com" },
  { "api.\316\277penai.com", NULL, "openai.com" },
  { "api.\303\266penai.com", NULL, "openai.com" },
  { "\320\260\321\200\320\265.example", NULL, NULL },
  { "\344\276\213.example", NULL, NULL },
  { "evil.example", "api.openai.com", "openai.com" },
  { "127.0.0.1:80", "me", NULL },
  { "there.example", "me", NULL },
};

static void
test_risks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (risks); i++)
    {
      g_autofree char *shown = troupe_host_to_shown (risks[i].host);
      g_autofree char *risk = troupe_host_find_risk (shown, risks[i].user);

      g_test_message ("%s: %s", shown, risk != NULL ? risk : "none");
      g_assert_nonnull (risk);
      g_assert_true ((risks[i].imitated != NULL) == g_str_has_prefix (risk, "imitates "));
      if (risks[i].imitated != NULL)
        g_assert_true (g_str_has_suffix (risk, risks[i].imitated));
    }
}

/* Providers, hosts of their customers, and other names have no warning. */
static void
test_no_risks (void)
{
  static const char *const hosts[] = {
    "localhost:11434",
    "127.0.0.1:8000",
    "[::1]:8000",
    "192.168.1.20",
    "my-models",
    "intranet.example",
    "resource.openai.azure.com",
    "bedrock-runtime.eu-west-1.amazonaws.com",
    "eu.api.openai.com",
    "generativelanguage.googleapis.com:443",
    "grok.com",
    "crew.example.org",
  };
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *risk = troupe_host_find_risk (hosts[i], NULL);

      g_test_message ("%s", hosts[i]);
      g_assert_null (risk);
    }
  for (guint i = 0; i < n_providers; i++)
    if (providers[i].url != NULL)
      {
        g_autoptr (GUri) uri = g_uri_parse (providers[i].url, G_URI_FLAGS_PARSE_RELAXED, NULL);
        g_autofree char *host = troupe_uri_describe_host (uri);
        g_autofree char *risk = troupe_host_find_risk (host, NULL);

        g_test_message ("%s", host);
        g_assert_null (risk);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/host-risk/risks", test_risks);
  g_test_add_func ("/base/host-risk/no-risks", test_no_risks);
  return g_test_run ();
}
