/* troupe-schema-uri.c: normalizes URLs by the URL standard
 *
 * CrewAI's models follow the rules of the URL standard (https://url.spec.whatwg.org/): lowercase
 * ASCII hosts, no default port, no redundant dots in paths, and percent-encoding of characters that
 * are not allowed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-uri"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-schema-formats.h"

/* Characters that are escaped in each part, in addition to control and non-ASCII characters. */
#define IN_FRAGMENT " \"<>`"
#define IN_QUERY " \"#<>"
#define IN_SPECIAL_QUERY IN_QUERY "'"
#define IN_PATH IN_FRAGMENT "#?{}"
#define IN_USER IN_PATH "/:;=@[\\]^|"

/* Characters that a host cannot contain. */
#define NOT_IN_HOST " #/<>?@[\\]^|%"

typedef struct
{
  char *scheme;
  const char *default_port; /* (nullable): for the special schemes of the standard */
  gboolean is_special;
  GString *out;
} Uri;

static void
append_escaped (GString *out, const char *text, gsize length, const char *letters)
{
  for (gsize i = 0; i < length; i++)
    {
      guchar letter = (guchar) text[i];

      if (letter < ' ' || letter > '~' || strchr (letters, (char) letter) != NULL)
        g_string_append_printf (out, "%%%02X", letter);
      else
        g_string_append_c (out, (char) letter);
    }
}

/* --- Hosts --------------------------------------------------------------------------------- */

/* Parses a part of an IPv4 address: decimal, octal or hexadecimal. */
static gboolean
read_part (const char *part, guint64 *number)
{
  guint base = 10;

  if (g_ascii_strncasecmp (part, "0x", 2) == 0)
    {
      base = 16;
      part += 2;
    }
  else if (*part == '0' && part[1] != '\0')
    {
      base = 8;
      part++;
    }
  *number = 0;
  return *part == '\0' || g_ascii_string_to_unsigned (part, base, 0, G_MAXUINT32, number, NULL);
}

static gboolean
is_number (const char *part)
{
  return *part != '\0' && (strspn (part, "0123456789") == strlen (part) ||
                           (g_ascii_strncasecmp (part, "0x", 2) == 0 &&
                            strspn (part + 2, "0123456789abcdefABCDEF") == strlen (part + 2)));
}

/* Returns whether the host is an IPv4 address. @good: (out): whether the address is valid */
static gboolean
append_ipv4 (GString *out, const char *host, gboolean *good)
{
  g_auto (GStrv) parts = g_strsplit (host, ".", -1);
  guint n_parts = g_strv_length (parts);
  guint64 address = 0, number;

  if (n_parts > 1 && *parts[n_parts - 1] == '\0')
    n_parts--;
  if (n_parts == 0 || !is_number (parts[n_parts - 1]))
    return FALSE;
  *good = n_parts <= 4;
  for (guint i = 0; i < n_parts && *good; i++)
    {
      gboolean is_last = i + 1 == n_parts;
      guint64 most = is_last ? G_GUINT64_CONSTANT (1) << (8 * (5 - n_parts)) : 256;

      *good = *parts[i] != '\0' && read_part (parts[i], &number) && number < most;
      if (*good)
        address = is_last ? address | number : address | number << (8 * (3 - i));
    }
  if (*good)
    g_string_append_printf (out, "%u.%u.%u.%u", (guint) (address >> 24) & 255,
                            (guint) (address >> 16) & 255, (guint) (address >> 8) & 255,
                            (guint) address & 255);
  return TRUE;
}

static gboolean
append_host (Uri *self, const char *host)
{
  g_assert (self != NULL);

  if (*host == '[')
    {
      g_autofree char *inside =
          g_strndup (host + 1, strlen (host + 1) > 0 ? strlen (host + 1) - 1 : 0);
      g_autofree char *address = g_str_has_suffix (host, "]")
                                     ? troupe_schema_format_normalise_address (inside, "ipv6")
                                     : NULL;

      if (address == NULL || strchr (address, '%') != NULL)
        return FALSE;
      g_string_append_printf (self->out, "[%s]", address);
      return TRUE;
    }
  if (self->is_special)
    {
      g_autofree char *decoded = g_uri_unescape_string (host, NULL);
      g_autofree char *lower = decoded != NULL ? g_utf8_strdown (decoded, -1) : NULL;
      g_autofree char *ascii = lower != NULL ? g_hostname_to_ascii (lower) : NULL;
      gboolean good = TRUE;

      if (ascii == NULL || *ascii == '\0' || strpbrk (ascii, NOT_IN_HOST) != NULL)
        return FALSE;
      for (const char *c = ascii; *c != '\0'; c++)
        {
          if ((guchar) *c < ' ' || (guchar) *c > '~')
            return FALSE;
        }
      if (!append_ipv4 (self->out, ascii, &good))
        g_string_append (self->out, ascii);
      return good;
    }
  if (strpbrk (host, " #/<>?@[\\]^|") != NULL)
    return FALSE;
  append_escaped (self->out, host, strlen (host), "");
  return TRUE;
}

/* Appends `host:port`; @extra_port: (nullable): added if the text has no port */
static gboolean
append_host_and_port (Uri *self, const char *text, const char *extra_port)
{
  const char *colon = strrchr (text, ':');
  const char *bracket = strrchr (text, ']');
  gboolean has_port = colon != NULL && (bracket == NULL || colon > bracket);
  g_autofree char *host = has_port ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  guint64 port = 0;

  g_assert (self != NULL);

  if ((strchr (host, ':') != NULL && *host != '[') || !append_host (self, host))
    return FALSE;
  if (has_port && colon[1] != '\0')
    {
      g_autofree char *number = NULL;

      if (!g_ascii_string_to_unsigned (colon + 1, 10, 0, 65535, &port, NULL))
        return FALSE;
      number = g_strdup_printf ("%u", (guint) port);
      if (g_strcmp0 (number, self->default_port) != 0)
        g_string_append_printf (self->out, ":%s", number);
    }
  else if (extra_port != NULL)
    g_string_append_printf (self->out, ":%s", extra_port);
  return TRUE;
}

/* --- Paths --------------------------------------------------------------------------------- */

/* Returns the number of dots if a path component consists of dots, which may be escaped;
 * otherwise 0. */
static guint
count_dots (const char *part)
{
  guint n_dots = 0;

  while (*part != '\0' && n_dots < 3)
    {
      gboolean is_escaped = g_ascii_strncasecmp (part, "%2e", 3) == 0;

      if (*part != '.' && !is_escaped)
        return 0;
      part += is_escaped ? 3 : 1;
      n_dots++;
    }
  return n_dots < 3 ? n_dots : 0;
}

/* --- Whole addresses ----------------------------------------------------------------------- */

static gboolean
read_scheme (Uri *self, const char *text, const char **rest)
{
  static const struct
  {
    const char *scheme;
    const char *port;
  } known[] = { { "http", "80" }, { "https", "443" }, { "ws", "80" },
                { "wss", "443" }, { "ftp", "21" },    { "file", NULL } };
  const char *colon = strchr (text, ':');

  g_assert (self != NULL);

  if (colon == NULL || !g_ascii_isalpha (*text))
    return FALSE;
  for (const char *c = text; c < colon; c++)
    {
      if (!g_ascii_isalnum (*c) && strchr ("+-.", *c) == NULL)
        return FALSE;
    }
  self->scheme = g_ascii_strdown (text, colon - text);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (!g_str_equal (known[i].scheme, self->scheme))
        continue;
      self->is_special = TRUE;
      self->default_port = known[i].port;
    }
  *rest = colon + 1;
  return TRUE;
}

/* Cuts @text at the first @sign and returns the text after it; NULL if there is none. */
static char *
cut_at (char *text, char sign)
{
  char *at = strchr (text, sign);

  if (at == NULL)
    return NULL;
  *at = '\0';
  return at + 1;
}

/* Appends everything before the path: `//`, user and host. Returns FALSE if it is invalid. */
static gboolean
append_authority (Uri *self, char **rest, const char *extra_port)
{
  gboolean is_file = g_str_equal (self->scheme, "file");
  gboolean skips = self->is_special && !is_file;
  g_autofree char *authority = NULL;
  g_auto (GStrv) hosts = NULL;
  const char *host;
  gsize length;
  const char *at;
  const char *colon;

  g_string_append (self->out, "//");
  if (skips)
    *rest += strspn (*rest, "/\\");
  else
    *rest += 2;
  length = strcspn (*rest, self->is_special ? "/\\" : "/");
  authority = g_strndup (*rest, length);
  *rest += length;
  at = strrchr (authority, '@');
  if (at == NULL)
    host = authority;
  else
    {
      colon = memchr (authority, ':', (gsize) (at - authority));
      append_escaped (self->out, authority, (gsize) ((colon != NULL ? colon : at) - authority),
                      IN_USER);
      if (colon != NULL && colon + 1 < at)
        {
          g_string_append_c (self->out, ':');
          append_escaped (self->out, colon + 1, (gsize) (at - colon - 1), IN_USER);
        }
      if (at > authority && !(colon == authority && colon + 1 == at))
        g_string_append_c (self->out, '@');
      host = at + 1;
    }
  if (is_file && (*host == '\0' || g_str_equal (host, "localhost")))
    return TRUE;
  if (extra_port == NULL)
    return (!self->is_special && *host == '\0') || append_host_and_port (self, host, NULL);
  hosts = g_strsplit (host, ",", -1);
  for (guint i = 0; hosts[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (self->out, ',');
      if (*hosts[i] == '\0' ||
          !append_host_and_port (self, hosts[i], *extra_port != '\0' ? extra_port : NULL))
        return FALSE;
    }
  return hosts[0] != NULL;
}

/* @extra_port: (nullable): set for a database, which may have several hosts. This port is added
 *   to a host without a port; "" if no port is added */
static gboolean
append_all (Uri *self, char *rest, const char *extra_port)
{
  char *fragment = cut_at (rest, '#');
  char *query = cut_at (rest, '?');
  gboolean has_authority = g_str_has_prefix (rest, "//");

  g_assert (self != NULL);

  g_string_append_printf (self->out, "%s:", self->scheme);
  if ((has_authority || (self->is_special && self->default_port != NULL)) &&
      !append_authority (self, &rest, extra_port))
    return FALSE;
  if (!has_authority && g_str_equal (self->scheme, "file"))
    g_string_append (self->out, *rest == '/' ? "//" : "///");
  if (*rest == '/' || (self->is_special && *rest == '\\'))
    {
      g_auto (GStrv) parts = NULL;
      g_autoptr (GPtrArray) kept = g_ptr_array_new ();

      /* A path begins with a slash; its dot components are resolved. */
      if (self->is_special)
        g_strdelimit (rest, "\\", '/');
      parts = g_strsplit (rest + 1, "/", -1);
      for (guint i = 0; parts[i] != NULL; i++)
        {
          guint n_dots = count_dots (parts[i]);

          if (n_dots == 2 && kept->len > 0)
            g_ptr_array_set_size (kept, (int) kept->len - 1);
          if (n_dots == 0)
            g_ptr_array_add (kept, parts[i]);
          else if (parts[i + 1] == NULL)
            g_ptr_array_add (kept, (gpointer) "");
        }
      if (parts[0] == NULL)
        g_string_append_c (self->out, '/');
      for (guint i = 0; i < kept->len; i++)
        {
          g_string_append_c (self->out, '/');
          append_escaped (self->out, kept->pdata[i], strlen (kept->pdata[i]), IN_PATH);
        }
    }
  else if (self->is_special && *rest == '\0')
    g_string_append_c (self->out, '/');
  else
    append_escaped (self->out, rest, strlen (rest), "");
  if (query != NULL)
    {
      g_string_append_c (self->out, '?');
      append_escaped (self->out, query, strlen (query),
                      self->is_special ? IN_SPECIAL_QUERY : IN_QUERY);
    }
  if (fragment != NULL)
    {
      g_string_append_c (self->out, '#');
      append_escaped (self->out, fragment, strlen (fragment), IN_FRAGMENT);
    }
  return TRUE;
}

char *
troupe_schema_format_normalise_uri (const char *text, const char *format)
{
  gboolean is_database = g_str_equal (format, "multi-host-uri");
  GString *out;
  gsize end;
  g_autofree char *cleaned = NULL;
  g_autofree char *rest = NULL;
  Uri self = { NULL, NULL, FALSE, g_string_new (NULL) };
  const char *behind, *port = NULL;
  gboolean good;

  /* Strips surrounding blanks, and removes tabs and line breaks. */
  out = g_string_new (NULL);
  end = strlen (text);
  while (end > 0 && (guchar) text[end - 1] <= ' ')
    end--;
  for (gsize i = 0; i < end; i++)
    {
      if (strchr ("\t\r\n", text[i]) == NULL && (out->len > 0 || (guchar) text[i] > ' '))
        g_string_append_c (out, text[i]);
    }
  cleaned = g_string_free (out, FALSE);
  good = read_scheme (&self, cleaned, &behind);

  if (good && is_database)
    {
      const char *scheme = self.scheme;
      static const char *const drivers[] = { "+asyncpg",  "+pg8000",       "+psycopg",
                                             "+psycopg2", "+psycopg2cffi", "+py-postgresql",
                                             "+pygresql" };

      if (g_str_equal (scheme, "mongodb") || g_str_equal (scheme, "mongodb+srv"))
        port = "27017";
      else if (g_str_equal (scheme, "postgres") || g_str_equal (scheme, "postgresql"))
        port = "";
      else
        {
          for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
            {
              if (g_str_has_prefix (scheme, "postgresql") &&
                  g_str_equal (scheme + strlen ("postgresql"), drivers[i]))
                {
                  port = "";
                  break;
                }
            }
        }
      good = port != NULL && g_str_has_prefix (behind, "//");
    }
  if (good)
    {
      rest = g_strdup (behind);
      good = append_all (&self, rest, port);
    }
  g_free (self.scheme);
  return g_string_free (self.out, !good);
}
