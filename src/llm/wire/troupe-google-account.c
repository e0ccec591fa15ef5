/* troupe-google-account.c: Google service accounts: signed assertions (JWT)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-google-account"

#include "config.h"

#include <glib/gi18n.h>
#include <gnutls/abstract.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-google-account.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wire.h"
#include "troupe-sanitize-text.h"

#define TOKEN_HOST "oauth2.googleapis.com"
#define SCOPE "https://www.googleapis.com/auth/cloud-platform"
#define LIFE_S 3600
/* Maximum size of a file in bytes. A typical file has about 2,400 bytes. */
#define LARGEST 65536

static void
wipe (char *text)
{
  if (text == NULL)
    return;
  explicit_bzero (text, strlen (text));
  g_free (text);
}

void
troupe_google_account_free (TroupeGoogleAccount *self)
{
  if (self == NULL)
    return;
  g_free (self->email);
  g_free (self->key_id);
  wipe (self->private_key);
  g_free (self->token_url);
  g_free (self);
}

/* --- Service account file --------------------------------------------------------------------- */

static gboolean
is_json (const char *place)
{
  return *place == '{';
}

/* Returns the name of the file for messages, never its content. (transfer full) */
static char *
describe_place (const char *place)
{
  return is_json (place) ? g_strdup ("GOOGLE_APPLICATION_CREDENTIALS")
                         : troupe_text_to_line (place);
}

static void
refuse (GError **error, const char *place, const char *what)
{
  g_autofree char *shown = describe_place (place);

  g_propagate_error (
      error, troupe_llm_error_new (
                 TROUPE_LLM_ERROR_NO_KEY,
                 /* Translators: a file, and what is wrong with it */
                 _ ("“%s” is not a valid service account key: %s. Create one in the Google Cloud "
                    "console and set GOOGLE_APPLICATION_CREDENTIALS to its JSON file."),
                 shown, what));
}

/* Returns the content of the file. (transfer full) (nullable) */
static char *
read_text (const char *place, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gsize length = 0;
  char *text = NULL;

  if (is_json (place))
    return g_strdup (place);
  text = troupe_file_read (place, LARGEST, &length, NULL, &cause);
  if (text == NULL)
    refuse (error, place, cause->message);

  return text;
}

/* Fails unless the token endpoint belongs to Google or is on the local computer. Any server that
 * receives an assertion can use it, and the file may come from an untrusted source, although it
 * belongs to the user. */
static gboolean
check_token_url (const char *place, const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;
  g_autofree char *shown = NULL;
  g_autofree char *what = NULL;

  if (host != NULL && g_uri_get_userinfo (uri) == NULL &&
      ((g_str_equal (g_uri_get_scheme (uri), "https") && g_str_equal (host, TOKEN_HOST)) ||
       (address != NULL && g_inet_address_get_is_loopback (address))))
    return TRUE;
  shown = troupe_text_to_line (url);
  /* Translators: a URL, and a host name */
  what = g_strdup_printf (_ ("its “token_uri” is “%s” instead of a URL at %s"), shown, TOKEN_HOST);
  refuse (error, place, what);

  return FALSE;
}

static gboolean
check_there (const char *place, const char *key, const char *text, GError **error)
{
  g_autofree char *what = NULL;

  if (text != NULL && *text != '\0')
    return TRUE;
  /* Translators: %s is a key of a JSON file */
  what = g_strdup_printf (_ ("“%s” is missing"), key);
  refuse (error, place, what);

  return FALSE;
}

TroupeGoogleAccount *
troupe_google_account_new (const char *place, GError **error)
{
  g_autoptr (TroupeGoogleAccount) self = NULL;
  g_autoptr (TroupeValue) value = NULL;
  const char *email, *key, *url;
  char *text;
  const char *type;
  g_autofree char *shown = NULL;
  g_autofree char *what = NULL;

  g_return_val_if_fail (place != NULL, NULL);

  text = read_text (place, error);
  if (text == NULL)
    return NULL;
  value = troupe_value_from_json (text, -1, NULL);
  wipe (text);
  type = troupe_llm_wire_get_text (value, "type");
  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      refuse (error, place, _ ("it is not a JSON object"));
      return NULL;
    }
  if (g_strcmp0 (type, "service_account") != 0)
    {
      shown = troupe_text_to_line (type != NULL ? type : "");
      what = g_strdup_printf (_ ("its “type” is “%s” instead of “service_account”"), shown);
      refuse (error, place, what);
      return NULL;
    }
  email = troupe_llm_wire_get_text (value, "client_email");
  key = troupe_llm_wire_get_text (value, "private_key");
  url = troupe_llm_wire_get_text (value, "token_uri");
  if (url == NULL)
    url = TROUPE_GOOGLE_TOKEN_URL;
  if (!check_there (place, "client_email", email, error) ||
      !check_there (place, "private_key", key, error) || !check_token_url (place, url, error))
    return NULL;
  self = g_new0 (TroupeGoogleAccount, 1);
  self->email = g_strdup (email);
  self->private_key = g_strdup (key);
  self->key_id = g_strdup (troupe_llm_wire_get_text (value, "private_key_id"));
  self->token_url = g_strdup (url);

  return g_steal_pointer (&self);
}

/* --- Signing --------------------------------------------------------------------------------- */

/* Encodes data as base64url without padding (RFC 7515 §2). (transfer full) */
static char *
encode (gconstpointer data, gsize length)
{
  char *text = g_base64_encode (data, length);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';

  return text;
}

static char *
encode_map (TroupeMapBuilder *map)
{
  g_autoptr (TroupeValue) value = troupe_map_builder_end (map);
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);

  return encode (text, strlen (text));
}

static void
add_text (TroupeMapBuilder *map, const char *key, const char *text)
{
  troupe_map_builder_add (map, key, troupe_value_new_string (text, -1));
}

char *
troupe_google_account_make_assertion (const TroupeGoogleAccount *self, gint64 now, GError **error)
{
  g_autofree char *words = NULL;
  g_autofree char *end = NULL;
  gnutls_datum_t signature = { 0 };
  int status;
  TroupeMapBuilder head, claims;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gnutls_datum_t data;
  gnutls_datum_t pem;
  gnutls_privkey_t key = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  /* It consists of the header and of the claims, which contain issuer, scope and expiry. */
  troupe_map_builder_init (&head);
  add_text (&head, "alg", "RS256");
  add_text (&head, "typ", "JWT");
  if (self->key_id != NULL)
    add_text (&head, "kid", self->key_id);
  troupe_map_builder_init (&claims);
  add_text (&claims, "iss", self->email);
  add_text (&claims, "scope", SCOPE);
  add_text (&claims, "aud", self->token_url);
  troupe_map_builder_add (&claims, "iat", troupe_value_new_integer (now));
  troupe_map_builder_add (&claims, "exp", troupe_value_new_integer (now + LIFE_S));
  first = encode_map (&head);
  second = encode_map (&claims);
  words = g_strconcat (first, ".", second, NULL);
  data = (gnutls_datum_t){ (unsigned char *) words, (unsigned int) strlen (words) };
  pem = (gnutls_datum_t){ (unsigned char *) self->private_key,
                          (unsigned int) strlen (self->private_key) };
  status = gnutls_privkey_init (&key);
  if (status >= 0)
    {
      status = gnutls_privkey_import_x509_raw (key, &pem, GNUTLS_X509_FMT_PEM, NULL, 0);
      if (status >= 0 && gnutls_privkey_get_pk_algorithm (key, NULL) != GNUTLS_PK_RSA)
        status = GNUTLS_E_UNSUPPORTED_SIGNATURE_ALGORITHM;
      if (status >= 0)
        status = gnutls_privkey_sign_data (key, GNUTLS_DIG_SHA256, 0, &data, &signature);
      gnutls_privkey_deinit (key);
    }
  if (status < 0)
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                                /* Translators: first %s is the e-mail address of an account,
                                 * second %s the reason */
                                _ ("The “private_key” of the service account %s could not be used "
                                   "for signing: %s. Download the JSON file of the account again."),
                                self->email, gnutls_strerror (status)));
      return NULL;
    }
  end = encode (signature.data, signature.size);
  gnutls_free (signature.data);

  return g_strconcat (words, ".", end, NULL);
}
