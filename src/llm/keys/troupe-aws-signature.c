/* troupe-aws-signature.c: AWS Signature Version 4
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-aws-signature"

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "troupe-aws-signature.h"

#define ALGORITHM "AWS4-HMAC-SHA256"
#define DIGEST_LENGTH 32

static void
sign (const guint8 *key, gsize key_length, const char *text, guint8 *digest)
{
  g_autoptr (GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, key, key_length);
  gsize length = DIGEST_LENGTH;

  g_hmac_update (hmac, (const guchar *) text, (gssize) strlen (text));
  g_hmac_get_digest (hmac, digest, &length);
}

/* --- Canonical request ------------------------------------------------------------------------ */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the path that is signed. As on the server, the path is percent-encoded once more than
 * in the request. */
static char *
make_path (GUri *uri)
{
  const char *path = g_uri_get_path (uri);

  return *path == '\0' ? g_strdup ("/") : g_uri_escape_string (path, "/", FALSE);
}

static char *
encode (const char *text, gssize length)
{
  g_autofree char *plain = g_uri_unescape_segment (text, length >= 0 ? text + length : NULL, NULL);

  return g_uri_escape_string (plain != NULL ? plain : "", NULL, FALSE);
}

static char *
make_query (GUri *uri)
{
  const char *query = g_uri_get_query (uri);
  g_auto (GStrv) pairs = g_strsplit (query != NULL ? query : "", "&", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *equals = strchr (pairs[i], '=');
      g_autofree char *name = encode (pairs[i], equals != NULL ? equals - pairs[i] : -1);
      g_autofree char *value = encode (equals != NULL ? equals + 1 : "", -1);

      if (*pairs[i] != '\0')
        g_ptr_array_add (names, g_strconcat (name, "=", value, NULL));
    }
  g_ptr_array_sort (names, compare_texts);
  g_ptr_array_add (names, NULL);

  return g_strjoinv ("&", (char **) names->pdata);
}

/* Returns `name:value` with the name in lower case and runs of spaces collapsed. */
static char *
make_header (const char *name, const char *value)
{
  g_autofree char *small = g_ascii_strdown (name, -1);
  GString *line = g_string_new (small);
  gboolean is_blank = FALSE;

  g_string_append_c (line, ':');
  while (*value == ' ')
    value++;
  for (; *value != '\0'; value++)
    {
      if (*value == ' ')
        {
          is_blank = TRUE;
          continue;
        }
      if (is_blank)
        g_string_append_c (line, ' ');
      is_blank = FALSE;
      g_string_append_c (line, *value);
    }

  return g_string_free (line, FALSE);
}

/* Returns the host as sent in the request: without the scheme's default port. */
static char *
make_host (GUri *uri)
{
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  g_autofree char *bracketed =
      strchr (host, ':') != NULL ? g_strconcat ("[", host, "]", NULL) : g_strdup (host);
  int port = g_uri_get_port (uri);
  int usual = g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80;

  return port > 0 && port != usual ? g_strdup_printf ("%s:%d", bracketed, port)
                                   : g_steal_pointer (&bracketed);
}

static char *
join_names (GPtrArray *lines)
{
  GString *names = g_string_new (NULL);

  g_assert (lines != NULL);

  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);

      g_string_append_printf (names, "%s%.*s", i > 0 ? ";" : "", (int) strcspn (line, ":"), line);
    }

  return g_string_free (names, FALSE);
}

/* Returns the checksum of the canonical request. */
static char *
digest_request (const TroupeAwsRequest *request, GUri *uri, GPtrArray *lines, const char *names)
{
  g_autofree char *path = make_path (uri);
  g_autofree char *query = make_query (uri);
  g_autofree char *body =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, request->body, request->length);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (request != NULL);

  g_string_append_printf (text, "%s\n%s\n%s\n", request->method, path, query);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (lines, i));
  g_string_append_printf (text, "\n%s\n%s", names, body);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
}

/* --- Signature -------------------------------------------------------------------------------- */

char **
troupe_aws_signature_make (const TroupeAwsRequest *request)
{
  g_autoptr (GUri) uri = g_uri_parse (request->url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (request->seconds);
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *date = NULL, *day = NULL, *scope = NULL, *names = NULL, *digest = NULL;
  g_autofree char *text = NULL, *signature = NULL, *value = NULL;
  guint8 key[DIGEST_LENGTH];
  g_autofree char *first = NULL;
  GString *hex;
  g_autofree char *host = NULL;

  if (uri == NULL || time == NULL || g_uri_get_host (uri) == NULL)
    return NULL;

  date = g_date_time_format (time, "%Y%m%dT%H%M%SZ");
  day = g_date_time_format (time, "%Y%m%d");
  scope = g_strconcat (day, "/", request->region, "/", request->service, "/aws4_request", NULL);
  lines = g_ptr_array_new_with_free_func (g_free);
  host = make_host (uri);
  for (guint i = 0; request->headers != NULL && request->headers[i] != NULL; i += 2)
    g_ptr_array_add (lines, make_header (request->headers[i], request->headers[i + 1]));
  g_ptr_array_add (lines, make_header ("host", host));
  g_ptr_array_add (lines, make_header ("x-amz-date", date));
  if (request->session_token != NULL)
    g_ptr_array_add (lines, make_header ("x-amz-security-token", request->session_token));
  g_ptr_array_sort (lines, compare_texts);
  names = join_names (lines);
  digest = digest_request (request, uri, lines, names);
  text = g_strconcat (ALGORITHM "\n", date, "\n", scope, "\n", digest, NULL);
  /* Derives the signing key for a day, a region and a service. */
  first = g_strconcat ("AWS4", request->secret_key, NULL);
  sign ((const guint8 *) first, strlen (first), day, key);
  sign (key, DIGEST_LENGTH, request->region, key);
  sign (key, DIGEST_LENGTH, request->service, key);
  sign (key, DIGEST_LENGTH, "aws4_request", key);
  sign (key, DIGEST_LENGTH, text, key);
  hex = g_string_new (NULL);
  for (guint i = 0; i < DIGEST_LENGTH; i++)
    g_string_append_printf (hex, "%02x", key[i]);

  signature = g_string_free (hex, FALSE);
  value = g_strconcat (ALGORITHM " Credential=", request->access_key, "/", scope,
                       ", SignedHeaders=", names, ", Signature=", signature, NULL);

  g_strv_builder_add_many (headers, "X-Amz-Date", date, "Authorization", value, NULL);
  if (request->session_token != NULL)
    g_strv_builder_add_many (headers, "X-Amz-Security-Token", request->session_token, NULL);

  return g_strv_builder_end (headers);
}
