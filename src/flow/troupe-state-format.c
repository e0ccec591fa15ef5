/* troupe-state-format.c: the formats of texts in a state: checked, and written in one way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-format"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-state-private.h"

typedef char *(*NormaliseFunc) (const char *text, const char *format);

/* Reads exactly @n_digits digits. */
static gboolean
take_digits (const char **text, guint n_digits, int *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isdigit ((*text)[i]))
        return FALSE;
      *number = *number * 10 + ((*text)[i] - '0');
    }
  *text += n_digits;
  return TRUE;
}

static gboolean
take_letter (const char **text, char letter)
{
  if (**text != letter)
    return FALSE;
  (*text)++;
  return TRUE;
}

static gboolean
take_date (const char **text, GString *out)
{
  int year, month, day;

  if (!take_digits (text, 4, &year) || !take_letter (text, '-') || !take_digits (text, 2, &month) ||
      !take_letter (text, '-') || !take_digits (text, 2, &day) || year < 1 ||
      !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_string_append_printf (out, "%04d-%02d-%02d", year, month, day);
  return TRUE;
}

/* Parts of a second, at most six digits are kept. */
static gboolean
take_fraction (const char **text, GString *out)
{
  gsize length = strspn (*text, "0123456789");
  gboolean any = FALSE;

  if (length == 0 || length > 9)
    return FALSE;
  for (gsize i = 0; i < MIN (length, 6); i++)
    any = any || (*text)[i] != '0';
  if (any)
    {
      g_string_append_c (out, '.');
      for (gsize i = 0; i < 6; i++)
        g_string_append_c (out, i < length ? (*text)[i] : '0');
    }
  *text += length;
  return TRUE;
}

static gboolean
take_zone (const char **text, GString *out)
{
  int hours, minutes = 0;
  char sign = **text;

  if (sign == 'Z' || sign == 'z')
    {
      (*text)++;
      g_string_append_c (out, 'Z');
      return TRUE;
    }
  if (sign != '+' && sign != '-')
    return **text == '\0';
  (*text)++;
  if (!take_digits (text, 2, &hours))
    return FALSE;
  if (**text != '\0')
    {
      take_letter (text, ':');
      if (!take_digits (text, 2, &minutes))
        return FALSE;
    }
  if (hours > 23 || minutes > 59)
    return FALSE;
  if (hours == 0 && minutes == 0)
    g_string_append_c (out, 'Z');
  else
    g_string_append_printf (out, "%c%02d:%02d", sign, hours, minutes);
  return TRUE;
}

static gboolean
take_time (const char **text, GString *out)
{
  int hours, minutes, seconds = 0;

  if (!take_digits (text, 2, &hours) || !take_letter (text, ':') ||
      !take_digits (text, 2, &minutes))
    return FALSE;
  if (take_letter (text, ':') && !take_digits (text, 2, &seconds))
    return FALSE;
  if (hours > 23 || minutes > 59 || seconds > 59)
    return FALSE;
  g_string_append_printf (out, "%02d:%02d:%02d", hours, minutes, seconds);
  if ((**text == '.' || **text == ',') && ((*text)++, !take_fraction (text, out)))
    return FALSE;
  return take_zone (text, out);
}

static char *
normalise_time (const char *text, const char *format)
{
  GString *out = g_string_new (NULL);
  gboolean good = TRUE;

  if (!g_str_equal (format, "time"))
    good = take_date (&text, out);
  if (good && g_str_equal (format, "date-time"))
    {
      g_string_append_c (out, 'T');
      if (*text == '\0')
        g_string_append (out, "00:00:00");
      else
        good = strchr ("Tt _", *text++) != NULL && take_time (&text, out);
    }
  else if (good && g_str_equal (format, "time"))
    good = take_time (&text, out);
  if (good && *text == '\0')
    return g_string_free (out, FALSE);
  g_string_free (out, TRUE);
  return NULL;
}

/* The letters of an ISO 8601 duration, each with how many seconds it stands for. */
static gboolean
sum_duration (const char *text, gint64 *seconds)
{
  gboolean in_time = FALSE, any = FALSE;

  *seconds = 0;
  while (*text != '\0')
    {
      guint64 number;
      char *end;

      if (!in_time && take_letter (&text, 'T'))
        {
          in_time = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (*text))
        return FALSE;
      number = g_ascii_strtoull (text, &end, 10);
      if (number > 1000000000 || *end == '\0')
        return FALSE;
      if (!in_time && *end == 'W')
        *seconds += (gint64) number * 604800;
      else if (!in_time && *end == 'D')
        *seconds += (gint64) number * 86400;
      else if (in_time && *end == 'H')
        *seconds += (gint64) number * 3600;
      else if (in_time && *end == 'M')
        *seconds += (gint64) number * 60;
      else if (in_time && *end == 'S')
        *seconds += (gint64) number;
      else
        return FALSE;
      any = TRUE;
      text = end + 1;
    }
  return any;
}

static char *
normalise_duration (const char *text, const char *format)
{
  gboolean negative = take_letter (&text, '-');
  gint64 seconds;
  GString *out;

  if (take_letter (&text, 'P'))
    {
      if (!sum_duration (text, &seconds))
        return NULL;
    }
  else
    {
      int hours, minutes, rest;

      if (!take_digits (&text, 2, &hours) || !take_letter (&text, ':') ||
          !take_digits (&text, 2, &minutes) || !take_letter (&text, ':') ||
          !take_digits (&text, 2, &rest) || *text != '\0' || minutes > 59 || rest > 59)
        return NULL;
      seconds = hours * 3600 + minutes * 60 + rest;
    }
  out = g_string_new (negative && seconds > 0 ? "-P" : "P");
  if (seconds >= 86400)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "D", seconds / 86400);
  if (seconds % 86400 > 0 || seconds == 0)
    g_string_append_c (out, 'T');
  if (seconds % 86400 >= 3600)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "H", seconds % 86400 / 3600);
  if (seconds % 3600 >= 60)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "M", seconds % 3600 / 60);
  if (seconds % 60 > 0 || seconds == 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "S", seconds % 60);
  return g_string_free (out, FALSE);
}

/* 32 digits with or without dashes, braces or urn:uuid: around them; `uuid4` names a version. */
static char *
normalise_uuid (const char *text, const char *format)
{
  GString *digits = g_string_new (NULL);
  GString *out = NULL;
  gboolean good = TRUE;

  if (g_str_has_prefix (text, "urn:uuid:"))
    text += strlen ("urn:uuid:");
  for (const char *c = text; *c != '\0' && good; c++)
    {
      if (g_ascii_isxdigit (*c))
        g_string_append_c (digits, g_ascii_tolower (*c));
      else
        good = *c == '-' || (*c == '{' && c == text) || (*c == '}' && c[1] == '\0');
    }
  good = good && digits->len == 32;
  if (good && g_ascii_isdigit (format[strlen ("uuid")]))
    good = digits->str[12] == format[strlen ("uuid")];
  if (good)
    {
      out = g_string_new (digits->str);
      g_string_insert_c (out, 20, '-');
      g_string_insert_c (out, 16, '-');
      g_string_insert_c (out, 12, '-');
      g_string_insert_c (out, 8, '-');
    }
  g_string_free (digits, TRUE);
  return out != NULL ? g_string_free (out, FALSE) : NULL;
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

static const char *
get_default_port (const char *scheme)
{
  static const struct
  {
    const char *scheme;
    const char *port;
  } ports[] = {
    { "http", ":80" }, { "https", ":443" }, { "ws", ":80" }, { "wss", ":443" }, { "ftp", ":21" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (ports); i++)
    {
      if (g_str_equal (scheme, ports[i].scheme))
        return ports[i].port;
    }
  return NULL;
}

/* Scheme and host in small letters, no port that goes without saying, a path for the web's schemes. */
static char *
normalise_uri (const char *text, const char *format)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL);
  g_autofree char *scheme = NULL, *authority = NULL;
  const char *rest, *end, *port;

  if (uri == NULL)
    return NULL;
  scheme = g_ascii_strdown (g_uri_get_scheme (uri), -1);
  port = get_default_port (scheme);
  rest = text + strlen (scheme) + 1;
  if (!g_str_has_prefix (rest, "//"))
    return port != NULL ? NULL : g_strconcat (scheme, ":", rest, NULL);
  end = rest + 2 + strcspn (rest + 2, "/?#");
  authority = port != NULL ? g_ascii_strdown (rest + 2, end - rest - 2)
                           : g_strndup (rest + 2, (gsize) (end - rest - 2));
  if (port != NULL && (*authority == '\0' || *authority == ':'))
    return NULL;
  if (port != NULL && g_str_has_suffix (authority, port))
    authority[strlen (authority) - strlen (port)] = '\0';
  return g_strconcat (scheme, "://", authority, port != NULL && *end != '/' ? "/" : "", end, NULL);
}

static char *
normalise_address (const char *text, const char *format)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (parts[0] ? parts[0] : "");
  g_autoptr (GInetAddressMask) mask = NULL;
  gboolean plain = !g_str_has_suffix (format, "interface") && !g_str_has_suffix (format, "network");
  g_autofree char *canonical = NULL;
  guint n_bits;

  if (address == NULL || (plain && parts[1] != NULL))
    return NULL;
  if ((g_str_equal (format, "ipv4") &&
       g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV4) ||
      (g_str_equal (format, "ipv6") && g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6))
    return NULL;
  canonical = g_inet_address_to_string (address);
  if (plain)
    return g_steal_pointer (&canonical);
  n_bits = (guint) g_inet_address_get_native_size (address) * 8;
  if (parts[1] != NULL)
    {
      guint64 given;

      if (!g_ascii_string_to_unsigned (parts[1], 10, 0, n_bits, &given, NULL))
        return NULL;
      n_bits = (guint) given;
    }
  /* A network may have no bits behind its mask. */
  mask = g_inet_address_mask_new (address, n_bits, NULL);
  if (g_str_has_suffix (format, "network") && mask == NULL)
    return NULL;
  return g_strdup_printf ("%s/%u", canonical, n_bits);
}

static char *
normalise_path (const char *text, const char *format)
{
  g_autofree char *folder = g_path_get_dirname (text);
  gboolean good;

  if (g_str_equal (format, "file-path"))
    good = g_file_test (text, G_FILE_TEST_IS_REGULAR);
  else if (g_str_equal (format, "directory-path"))
    good = g_file_test (text, G_FILE_TEST_IS_DIR);
  else
    good = !g_file_test (text, G_FILE_TEST_EXISTS) && g_file_test (folder, G_FILE_TEST_IS_DIR);
  return good ? g_strdup (text) : NULL;
}

static char *
normalise_multi_host (const char *text, const char *format)
{
  return g_str_has_prefix (text, "postgres") || g_str_has_prefix (text, "mongodb")
             ? (strstr (text, "://") != NULL ? g_strdup (text) : NULL)
             : NULL;
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
  { "base64", normalise_nothing, N_ ("a text in base64") },
  { "binary", normalise_nothing, N_ ("bytes, which no document can hold") },
  { "date", normalise_time, N_ ("a date such as 2026-11-21") },
  { "date-time", normalise_time, N_ ("a moment such as 2026-11-21T08:30:00Z") },
  { "directory-path", normalise_path, N_ ("a folder that is there") },
  { "duration", normalise_duration, N_ ("a time span such as PT1H30M") },
  { "email", normalise_email, N_ ("an e-mail address") },
  { "file-path", normalise_path, N_ ("a file that is there") },
  { "ipv4", normalise_address, N_ ("an IPv4 address") },
  { "ipv6", normalise_address, N_ ("an IPv6 address") },
  { "ipvanyaddress", normalise_address, N_ ("an IP address") },
  { "ipvanyinterface", normalise_address, N_ ("an IP address with or without /BITS") },
  { "ipvanynetwork", normalise_address, N_ ("a network such as 10.0.0.0/8") },
  { "json-string", NULL, N_ ("a text that is JSON") },
  { "multi-host-uri", normalise_multi_host, N_ ("the address of a database") },
  { "password", normalise_nothing, N_ ("a text") },
  { "path", normalise_path, N_ ("a path where nothing is yet") },
  { "time", normalise_time, N_ ("a time of day such as 08:30") },
  { "uri", normalise_uri, N_ ("an address such as https://example.org/") },
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
troupe_format_is_known (const char *format)
{
  return find_format (format) >= 0;
}

const char *
troupe_format_describe (const char *format)
{
  int index = find_format (format);

  return index >= 0 ? _ (formats[index].words) : _ ("a text");
}

TroupeValue *
troupe_format_normalise (const char *format, const char *text)
{
  int index = find_format (format);
  char *result;

  g_return_val_if_fail (index >= 0, NULL);

  /* What stands in the text is the value. */
  if (formats[index].normalise == NULL)
    return troupe_value_from_json (text, -1, NULL);
  result = formats[index].normalise (text, format);
  return result != NULL ? troupe_value_take_string (result, -1) : NULL;
}
