/* troupe-schema-format.c: validates and normalizes the string formats of JSON schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-format"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-schema.h"
#include "troupe-schema-format.h"
#include "troupe-schema-formats.h"

typedef char *(*NormaliseFunc) (const char *text, const char *format);

/* Accepts 32 digits with or without dashes, braces or urn:uuid:; `uuid4` requires a version. */
static char *
normalise_uuid (const char *text, const char *format)
{
  gsize length = strlen (text);
  char version = format[strlen ("uuid")];
  GString *out;

  if (g_str_has_prefix (text, "urn:uuid:"))
    {
      text += strlen ("urn:uuid:");
      length -= strlen ("urn:uuid:");
    }
  else if (*text == '{' && g_str_has_suffix (text, "}"))
    {
      text++;
      length -= 2;
    }
  /* The dashes are at the required positions, or absent. */
  for (gsize i = 0; i < length; i++)
    {
      gboolean is_dash = length == 36 && (i == 8 || i == 13 || i == 18 || i == 23);

      if (is_dash ? text[i] != '-' : !g_ascii_isxdigit (text[i]))
        return NULL;
    }
  if (length != 32 && length != 36)
    return NULL;
  out = g_string_new (NULL);
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] != '-')
        g_string_append_c (out, g_ascii_tolower (text[i]));
    }
  /* Only UUIDs of the standard variant have a version. */
  if (version != '\0' && (out->str[12] != version || strchr ("89ab", out->str[16]) == NULL))
    return g_string_free (out, TRUE);
  for (gsize i = 0; i < 4; i++)
    g_string_insert_c (out, (gssize) (20 - 4 * i), '-');
  return g_string_free (out, FALSE);
}

static char *
normalise_email (const char *text, const char *format)
{
  const char *at = strrchr (text, '@');
  g_autofree char *local = NULL, *domain = NULL;

  if (at == NULL || at == text || at[1] == '\0' || strpbrk (text, " \t\r\n<>,;\"") != NULL)
    return NULL;
  local = g_strndup (text, (gsize) (at - text));
  if (*local == '.' || g_str_has_suffix (local, ".") || strstr (text, "..") != NULL ||
      strchr (local, '@') != NULL)
    return NULL;
  domain = g_ascii_strdown (at + 1, -1);
  if (strchr (domain, '.') == NULL || *domain == '.' || *domain == '-' ||
      g_str_has_suffix (domain, ".") || g_str_has_suffix (domain, "-"))
    return NULL;
  return g_strconcat (local, "@", domain, NULL);
}

static char *
normalise_path (const char *text, const char *format)
{
  g_auto (GStrv) parts = NULL;
  gboolean is_double;
  GString *out;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  gboolean good;

  /* Removes empty and `.` components, like Python. */
  parts = g_strsplit (text, "/", -1);
  is_double = g_str_has_prefix (text, "//") && text[2] != '/';
  out = g_string_new (is_double ? "//" : *text == '/' ? "/" : NULL);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' || g_str_equal (parts[i], "."))
        continue;
      if (out->len > 0 && out->str[out->len - 1] != '/')
        g_string_append_c (out, '/');
      g_string_append (out, parts[i]);
    }
  if (out->len == 0)
    g_string_append_c (out, '.');
  path = g_string_free (out, FALSE);
  folder = g_path_get_dirname (path);

  if (g_str_equal (format, "file-path"))
    good = g_file_test (path, G_FILE_TEST_IS_REGULAR);
  else if (g_str_equal (format, "directory-path"))
    good = g_file_test (path, G_FILE_TEST_IS_DIR);
  else
    good = !g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (folder, G_FILE_TEST_IS_DIR);
  return good ? g_steal_pointer (&path) : NULL;
}

static char *
normalise_nothing (const char *text, const char *format)
{
  return g_str_equal (format, "binary") ? NULL : g_strdup (text);
}

static const struct
{
  const char *name;
  NormaliseFunc normalise;
  const char *words;
} formats[] = {
  { "base64", normalise_nothing, N_ ("a base64-encoded string") },
  { "binary", normalise_nothing, N_ ("bytes, which a document cannot contain") },
  { "date", troupe_schema_format_normalise_time, N_ ("a date such as 2026-11-21") },
  { "date-time", troupe_schema_format_normalise_time,
    N_ ("a date and time such as 2026-11-21T08:30:00Z") },
  { "directory-path", normalise_path, N_ ("an existing folder") },
  { "duration", troupe_schema_format_normalise_duration, N_ ("a duration such as PT1H30M") },
  { "email", normalise_email, N_ ("an e-mail address") },
  { "file-path", normalise_path, N_ ("an existing file") },
  { "ipv4", troupe_schema_format_normalise_address, N_ ("an IPv4 address") },
  { "ipv6", troupe_schema_format_normalise_address, N_ ("an IPv6 address") },
  { "ipvanyaddress", troupe_schema_format_normalise_address, N_ ("an IP address") },
  { "ipvanyinterface", troupe_schema_format_normalise_address,
    N_ ("an IP address with an optional prefix length") },
  { "ipvanynetwork", troupe_schema_format_normalise_address, N_ ("a network such as 10.0.0.0/8") },
  { "json-string", NULL, N_ ("a string that contains JSON") },
  { "multi-host-uri", troupe_schema_format_normalise_uri, N_ ("a database URL") },
  { "password", normalise_nothing, N_ ("a string") },
  { "path", normalise_path, N_ ("a path that does not exist yet") },
  { "time", troupe_schema_format_normalise_time, N_ ("a time of day such as 08:30") },
  { "uri", troupe_schema_format_normalise_uri, N_ ("a URL such as https://example.org/") },
  { "uuid", normalise_uuid, N_ ("a UUID") },
  { "uuid1", normalise_uuid, N_ ("a UUID of version 1") },
  { "uuid3", normalise_uuid, N_ ("a UUID of version 3") },
  { "uuid4", normalise_uuid, N_ ("a UUID of version 4") },
  { "uuid5", normalise_uuid, N_ ("a UUID of version 5") },
};

static int
find_format (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (g_str_equal (formats[i].name, name))
        return (int) i;
    }
  return -1;
}

gboolean
troupe_schema_format_is_known (const char *format)
{
  return find_format (format) >= 0;
}

const char *
troupe_schema_format_describe (const char *format)
{
  int index = find_format (format);

  return index >= 0 ? _ (formats[index].words) : _ ("a string");
}

TroupeValue *
troupe_schema_format_normalise (const char *format, const char *text)
{
  int index = find_format (format);
  char *result;

  g_return_val_if_fail (index >= 0, NULL);

  /* The text is parsed as the JSON value. */
  if (formats[index].normalise == NULL)
    return troupe_value_from_json (text, -1, NULL);
  result = formats[index].normalise (text, format);
  return result != NULL ? troupe_value_take_string (result, -1) : NULL;
}

/* Numbers are seconds for times and integers for addresses. For formats that Python computes
 * with, true is 1. */
TroupeValue *
troupe_schema_format_from_number (const char *format, TroupeValue *value)
{
  gboolean is_boolean = troupe_value_is (value, TROUPE_VALUE_BOOLEAN);
  g_autoptr (TroupeValue) number = NULL;
  g_autofree char *digits = NULL;
  char *result = NULL;

  if (g_str_has_prefix (format, "ip"))
    {
      if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
        return NULL;
      number = troupe_schema_coerce_integer (value);
      digits = number != NULL ? troupe_value_to_json (number, TROUPE_JSON_COMPACT) : NULL;
      result = digits != NULL ? troupe_schema_format_address_from_number (digits, format) : NULL;
    }
  else if (g_str_equal (format, "duration") ||
           (!is_boolean && (g_str_equal (format, "date-time") || g_str_equal (format, "date") ||
                            g_str_equal (format, "time"))))
    {
      number = troupe_schema_coerce_number (value);
      result =
          number != NULL
              ? troupe_schema_format_time_from_number (troupe_value_get_double (number), format)
              : NULL;
    }
  return result != NULL ? troupe_value_take_string (result, -1) : NULL;
}
