/* troupe-otlp-settings.c: settings of the OTLP exporter: endpoint, headers and content
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-settings"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-otlp-settings.h"

/* Appended to an endpoint URL that is the base for all signals. */
#define TRACES_PATH "/v1/traces"
/* Default timeout of a request, and its maximum, in milliseconds. */
#define TIMEOUT_MS 10000u
#define TIMEOUT_MOST_MS (10 * 60 * 1000u)

void
troupe_otlp_settings_free (TroupeOtlpSettings *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->url);
  g_strfreev (self->headers);
  g_strfreev (self->resource);
  g_free (self);
}

/* Returns the value of a variable; NULL if it is unset or empty. (transfer none) (nullable) */
static const char *
get_variable (const char *name)
{
  const char *value = g_getenv (name);

  return value != NULL && *value != '\0' ? value : NULL;
}

/* Returns the variable for traces or, if it is unset, the variable for all signals. (transfer
 * none) (nullable) */
static const char *
get_either (const char *for_traces, const char *for_all)
{
  const char *value = get_variable (for_traces);

  return value != NULL ? value : get_variable (for_all);
}

static gboolean
is_true (const char *name)
{
  const char *value = get_variable (name);

  return value != NULL && g_ascii_strcasecmp (value, "true") == 0;
}

/* Returns TRUE if content is sent. For this, older instrumentations set the variable to `true`,
 * and newer ones to the destination of the content. */
static gboolean
wants_content (void)
{
  static const char *const words[] = { "true", "span_only", "span_and_event" };
  const char *value = get_variable ("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT");

  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (value, words[i]) == 0)
      return TRUE;
  return FALSE;
}

/* --- Lists of name-value pairs ---------------------------------------------------------------- */

/* Returns TRUE if @name is a valid header name. */
static gboolean
is_token (const char *name)
{
  static const char others[] = "!#$%&'*+-.^_`|~";

  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr (others, *at) == NULL)
      return FALSE;
  return *name != '\0';
}

static gboolean
is_header_value (const char *value)
{
  for (const char *at = value; *at != '\0'; at++)
    if ((guchar) *at < ' ' || *at == 0x7f)
      return FALSE;
  return TRUE;
}

/* Adds the pairs of `a=b,c=d`, whose values are percent-decoded. Returns FALSE if a pair is
 * invalid. */
static gboolean
add_pairs (GPtrArray *pairs, const char *text, gboolean are_headers)
{
  g_auto (GStrv) items = g_strsplit (text != NULL ? text : "", ",", -1);
  gboolean is_fine = TRUE;

  g_assert (pairs != NULL);

  for (guint i = 0; items[i] != NULL; i++)
    {
      char *item = g_strstrip (items[i]);
      char *equals = strchr (item, '=');
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      if (*item == '\0')
        continue;
      if (equals != NULL)
        {
          *equals = '\0';
          name = g_strdup (g_strstrip (item));
          value = g_uri_unescape_string (g_strstrip (equals + 1), NULL);
        }
      if (value == NULL || !g_utf8_validate (value, -1, NULL) || *name == '\0' ||
          (are_headers && !(is_token (name) && is_header_value (value))))
        {
          is_fine = FALSE;
          continue;
        }
      g_ptr_array_add (pairs, g_steal_pointer (&name));
      g_ptr_array_add (pairs, g_steal_pointer (&value));
    }
  return is_fine;
}

/* (transfer full) */
static char **
end_pairs (GPtrArray *pairs)
{
  g_assert (pairs != NULL);

  g_ptr_array_add (pairs, NULL);
  return (char **) g_ptr_array_free (pairs, FALSE);
}

static gboolean
read_headers (TroupeOtlpSettings *self, GError **error)
{
  const char *const name = get_variable ("OTEL_EXPORTER_OTLP_TRACES_HEADERS") != NULL
                               ? "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
                               : "OTEL_EXPORTER_OTLP_HEADERS";
  GPtrArray *pairs = g_ptr_array_new ();
  gboolean is_fine;

  g_assert (self != NULL);

  is_fine = add_pairs (pairs, get_variable (name), TRUE);
  self->headers = end_pairs (pairs);
  if (!is_fine)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 /* Translators: %s is the name of an environment variable */
                 _ ("%s must have the form NAME=VALUE,NAME=VALUE; no spans are sent."), name);
  return is_fine;
}

/* --- Endpoint --------------------------------------------------------------------------------- */

/* Returns the URL for requests. @is_whole: whether the URL is complete, so that no path is
 * appended. (transfer full) (nullable): NULL with an error that does not show the URL, because
 * it may contain a key */
static char *
make_url (const char *text, gboolean is_whole, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  g_autoptr (GString) path = NULL;

  if (scheme == NULL || (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https")) ||
      g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("The URL for spans must begin with http:// or https://, such as "
                              "http://localhost:4318."));
      return NULL;
    }
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("The URL for spans must not contain a user name or password. Set "
                              "OTEL_EXPORTER_OTLP_HEADERS instead."));
      return NULL;
    }
  path = g_string_new (g_uri_get_path (uri));
  if (!is_whole && !g_str_has_suffix (path->str, TRACES_PATH))
    {
      while (path->len > 0 && path->str[path->len - 1] == '/')
        g_string_truncate (path, path->len - 1);
      g_string_append (path, TRACES_PATH);
    }
  return g_uri_join (G_URI_FLAGS_ENCODED, scheme, NULL, g_uri_get_host (uri), g_uri_get_port (uri),
                     path->len > 0 ? path->str : "/", g_uri_get_query (uri), NULL);
}

gboolean
troupe_otlp_settings_check (const char *endpoint, GError **error)
{
  g_autofree char *url = NULL;

  g_return_val_if_fail (endpoint != NULL, FALSE);

  url = make_url (endpoint, FALSE, error);
  return url != NULL;
}

/* Returns TRUE if the environment requests a protocol that is not supported. */
static gboolean
is_other_protocol (void)
{
  const char *protocol =
      get_either ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL");

  return protocol != NULL && !g_str_has_prefix (protocol, "http/");
}

/* Returns the URL of the endpoint, or NULL if no spans are to be sent. (transfer full)
 * (nullable) */
static char *
find_url (const char *endpoint, GError **error)
{
  const char *exporter = get_variable ("OTEL_TRACES_EXPORTER");
  const char *for_traces = get_variable ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const char *for_all = get_variable ("OTEL_EXPORTER_OTLP_ENDPOINT");

  if (is_true ("OTEL_SDK_DISABLED"))
    return NULL;
  if (endpoint != NULL)
    return make_url (endpoint, FALSE, error);
  if (exporter != NULL && strstr (exporter, "otlp") == NULL)
    return NULL;
  if (for_traces == NULL && for_all == NULL)
    return NULL;
  if (is_other_protocol ())
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("OTEL_EXPORTER_OTLP_PROTOCOL is not an HTTP protocol, so no spans "
                              "are sent. Set it to http/json, and use an HTTP endpoint."));
      return NULL;
    }
  return for_traces != NULL ? make_url (for_traces, TRUE, error) : make_url (for_all, FALSE, error);
}

TroupeOtlpSettings *
troupe_otlp_settings_new (const char *endpoint, GError **error)
{
  g_autoptr (TroupeOtlpSettings) self = g_new0 (TroupeOtlpSettings, 1);
  const char *service;
  g_autoptr (GPtrArray) listed = NULL;
  GPtrArray *pairs;
  const char *text;
  guint64 number = 0;

  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self->url = find_url (endpoint, error);
  if (self->url == NULL || !read_headers (self, error))
    return NULL;
  /* A service name in its own variable takes precedence over the list. */
  service = get_variable ("OTEL_SERVICE_NAME");
  listed = g_ptr_array_new_with_free_func (g_free);
  pairs = g_ptr_array_new ();
  add_pairs (listed, get_variable ("OTEL_RESOURCE_ATTRIBUTES"), FALSE);
  for (guint i = 0; service == NULL && i < listed->len; i += 2)
    if (g_str_equal (g_ptr_array_index (listed, i), "service.name"))
      service = g_ptr_array_index (listed, i + 1);
  g_ptr_array_add (pairs, g_strdup ("service.name"));
  g_ptr_array_add (pairs, g_strdup (service != NULL ? service : "troupe"));
  for (guint i = 0; i < listed->len; i += 2)
    {
      if (g_str_equal (g_ptr_array_index (listed, i), "service.name"))
        continue;
      g_ptr_array_add (pairs, g_strdup (g_ptr_array_index (listed, i)));
      g_ptr_array_add (pairs, g_strdup (g_ptr_array_index (listed, i + 1)));
    }
  self->resource = end_pairs (pairs);
  text = get_either ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT");
  self->timeout_ms =
      text != NULL && g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT64, &number, NULL)
          ? (guint) MIN (number, TIMEOUT_MOST_MS)
          : TIMEOUT_MS;
  self->has_content = wants_content ();
  return g_steal_pointer (&self);
}
