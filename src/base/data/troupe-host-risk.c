/* troupe-host-risk.c: recognizes hosts whose names imitate those of known providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-host-risk"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-host-risk.h"
#include "troupe-provider-table.h"

/* Domains of services that receive keys, in addition to those of the table of providers. */
static const char *const services[] = {
  "serper.dev", "brave.com",    "tavily.com", "github.com", "crewai.com",
  "cohere.com", "voyageai.com", "jina.ai",    "azure.com",  NULL,
};

/* Shorter domains are too similar to many other ones. */
#define SHORTEST_DOMAIN 9

/* Letters that look like a Latin letter or a digit. Letters with accents are decomposed first. */
static const struct
{
  gunichar letter;
  const char *latin;
} similar[] = {
  { 0x0430, "a" }, { 0x0432, "b" }, { 0x0435, "e" }, { 0x043a, "k" }, { 0x043c, "m" },
  { 0x043d, "h" }, { 0x043e, "o" }, { 0x0440, "p" }, { 0x0441, "c" }, { 0x0442, "t" },
  { 0x0443, "y" }, { 0x0445, "x" }, { 0x0455, "s" }, { 0x0456, "l" }, { 0x0458, "j" },
  { 0x04bb, "h" }, { 0x04cf, "l" }, { 0x0501, "d" }, { 0x051b, "q" }, { 0x051d, "w" },
  { 0x03b1, "a" }, { 0x03b5, "e" }, { 0x03b9, "l" }, { 0x03ba, "k" }, { 0x03bd, "v" },
  { 0x03bf, "o" }, { 0x03c1, "p" }, { 0x03c4, "t" }, { 0x03c5, "u" }, { 0x03c7, "x" },
  { 0x0131, "l" }, { 0x0261, "g" }, { 0x0269, "l" }, { '0', "o" },    { '1', "l" },
  { '3', "e" },    { '5', "s" },    { 'i', "l" },
};

/* Returns the name with all similar letters replaced, so that names that look alike are equal.
 * (transfer full) */
static char *
make_skeleton (const char *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);
  g_autofree char *plain = g_utf8_normalize (lower, -1, G_NORMALIZE_ALL);
  g_autoptr (GString) skeleton = g_string_new (NULL);

  for (const char *at = plain; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);
      const char *latin = NULL;

      if (g_unichar_ismark (letter))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (similar) && latin == NULL; i++)
        latin = similar[i].letter == letter ? similar[i].latin : NULL;
      if (latin != NULL)
        g_string_append (skeleton, latin);
      else
        g_string_append_unichar (skeleton, letter);
    }
  g_string_replace (skeleton, "rn", "m", 0);
  g_string_replace (skeleton, "vv", "w", 0);
  return g_string_free (g_steal_pointer (&skeleton), FALSE);
}

/* Returns the last two labels of a host. (transfer none): a part of @name */
static const char *
get_domain (const char *name)
{
  const char *dot = strrchr (name, '.');

  while (dot != NULL && dot > name && dot[-1] != '.')
    dot--;
  return dot != NULL ? dot : name;
}

static gboolean
is_within (const char *name, const char *domain)
{
  const gsize length = strlen (name);
  const gsize end = strlen (domain);

  return length >= end && g_str_equal (name + length - end, domain) &&
         (length == end || name[length - end - 1] == '.');
}

/* Returns TRUE if one letter of @a has to be added, removed or replaced to get @b. */
static gboolean
are_close (const char *a, const char *b)
{
  while (*a != '\0' && *a == *b)
    {
      a++;
      b++;
    }
  if (*a == '\0' && *b == '\0')
    return FALSE;
  return (*a != '\0' && *b != '\0' && g_str_equal (a + 1, b + 1)) ||
         (*a != '\0' && g_str_equal (a + 1, b)) || (*b != '\0' && g_str_equal (a, b + 1));
}

/* Returns TRUE if the labels of @domain are in @name, in front of other labels or joined to other
 * words. An escape such as `%2F` looks like the end of the host as well. */
static gboolean
mentions (const char *name, const char *domain)
{
  g_autofree char *dotted = g_strdup_printf (".%s.", name);
  g_autofree char *wanted = g_strdup_printf (".%s.", domain);

  g_strcanon (dotted, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '.');
  return strstr (dotted, wanted) != NULL;
}

/* Returns TRUE if @name looks like @domain but does not belong to it. @skeleton: of @name */
static gboolean
imitates (const char *name, const char *skeleton, const char *domain)
{
  g_autofree char *look = make_skeleton (domain);

  if (is_within (name, domain))
    return FALSE;
  return is_within (skeleton, look) || mentions (name, domain) || mentions (skeleton, look) ||
         (strlen (domain) >= SHORTEST_DOMAIN && are_close (get_domain (name), domain));
}

/* Returns the domains of providers and services. (transfer full) */
static char **
list_domains (void)
{
  g_autoptr (GStrvBuilder) domains = g_strv_builder_new ();
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_strv_builder_addv (domains, (const char **) services);
  for (guint i = 0; i < n_providers; i++)
    {
      g_autoptr (GUri) uri = providers[i].url != NULL
                                 ? g_uri_parse (providers[i].url, G_URI_FLAGS_PARSE_RELAXED, NULL)
                                 : NULL;
      const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

      if (host != NULL && strchr (host, '.') != NULL && !g_hostname_is_ip_address (host))
        g_strv_builder_add (domains, get_domain (host));
    }
  return g_strv_builder_end (domains);
}

/* Returns the host in the alphabet in which it is registered, without port. (transfer full) */
static char *
make_name (const char *host)
{
  const char *port = strrchr (host, ':');
  g_autofree char *name = port != NULL && strchr (host, ']') == NULL
                              ? g_strndup (host, (gsize) (port - host))
                              : g_strdup (host);
  g_autofree char *lower = g_ascii_strdown (name, -1);
  char *unicode = g_hostname_is_ascii_encoded (lower) ? g_hostname_to_unicode (lower) : NULL;

  return unicode != NULL ? unicode : g_steal_pointer (&lower);
}

char *
troupe_host_find_risk (const char *host, const char *user)
{
  g_autofree char *name = NULL;
  g_autofree char *skeleton = NULL;
  g_auto (GStrv) domains = NULL;

  g_return_val_if_fail (host != NULL, NULL);

  name = make_name (host);
  if (g_hostname_is_ip_address (name))
    return user != NULL ? g_strdup (_ ("its address contains a user name")) : NULL;
  skeleton = make_skeleton (name);
  domains = list_domains ();
  for (guint i = 0; domains[i] != NULL; i++)
    if (imitates (name, skeleton, domains[i]) || (user != NULL && mentions (user, domains[i])))
      /* Translators: %s is a domain, such as openai.com. The text is part of a list of facts about
       * a host. */
      return g_strdup_printf (_ ("imitates %s"), domains[i]);
  if (!g_str_is_ascii (name) || g_hostname_is_ascii_encoded (host))
    return g_strdup (_ ("its name contains letters of other alphabets"));
  return user != NULL ? g_strdup (_ ("its address contains a user name")) : NULL;
}
