/* troupe-mcp-assertion.c: client assertion: authentication with a signed JWT (private_key_jwt)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-assertion"

#include "config.h"

#include <glib/gi18n.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <string.h>

#include "troupe-mcp-assertion.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-loopback.h"
#include "troupe-value.h"

#define LIFE_S 60
#define ID_BYTES 16u
/* Size of each of the two numbers in a P-256 signature. */
#define NUMBER_BYTES 32u

typedef struct
{
  gnutls_pk_algorithm_t kind;
  const char *name;
  gnutls_sign_algorithm_t sign;
} Algorithm;

static const Algorithm algorithms[] = {
  { GNUTLS_PK_EC, "ES256", GNUTLS_SIGN_ECDSA_SHA256 },
  { GNUTLS_PK_RSA, "RS256", GNUTLS_SIGN_RSA_SHA256 },
  { GNUTLS_PK_EDDSA_ED25519, "EdDSA", GNUTLS_SIGN_EDDSA_ED25519 },
};

/* Encodes one part of a JWT as compact JSON in base64url. Takes ownership of @value. */
static char *
pack_value (TroupeValue *value)
{
  g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);

  troupe_value_unref (value);
  return troupe_mcp_pack_bytes ((const guint8 *) json, strlen (json));
}

/* Converts an ASN.1 signature to the two concatenated numbers of RFC 7518 §3.4. Returns FALSE if
 * a number is too long. @bytes: twice NUMBER_BYTES */
static gboolean
flatten (const gnutls_datum_t *signature, guint8 *bytes)
{
  gnutls_datum_t numbers[2] = { { NULL, 0 }, { NULL, 0 } };
  gboolean is_good = gnutls_decode_rs_value (signature, &numbers[0], &numbers[1]) == 0;

  memset (bytes, 0, 2 * NUMBER_BYTES);
  for (guint i = 0; i < 2 && is_good; i++)
    {
      const guint8 *begin = numbers[i].data;
      guint size = numbers[i].size;

      while (size > NUMBER_BYTES && *begin == 0)
        {
          begin++;
          size--;
        }
      is_good = size <= NUMBER_BYTES;
      if (is_good)
        memcpy (bytes + (i + 1) * NUMBER_BYTES - size, begin, size);
    }
  gnutls_free (numbers[0].data);
  gnutls_free (numbers[1].data);
  return is_good;
}

/* (transfer full) (nullable) */
static char *
sign (gnutls_privkey_t key, const Algorithm *algorithm, const char *statement)
{
  const gnutls_datum_t data = { (unsigned char *) statement, (unsigned int) strlen (statement) };
  gnutls_datum_t signature = { NULL, 0 };
  guint8 numbers[2 * NUMBER_BYTES];
  char *packed = NULL;

  if (gnutls_privkey_sign_data2 (key, algorithm->sign, 0, &data, &signature) != 0)
    return NULL;
  if (algorithm->kind != GNUTLS_PK_EC)
    packed = troupe_mcp_pack_bytes (signature.data, signature.size);
  else if (flatten (&signature, numbers))
    packed = troupe_mcp_pack_bytes (numbers, sizeof numbers);
  gnutls_free (signature.data);
  return packed;
}

char *
troupe_mcp_assertion_new (const char *key, const char *client, const char *audience, GError **error)
{
  const gnutls_datum_t text = { (unsigned char *) key, (unsigned int) strlen (key) };
  const Algorithm *algorithm = NULL;
  gnutls_privkey_t signer = NULL;
  char *assertion = NULL;

  g_return_val_if_fail (key != NULL && client != NULL && audience != NULL, NULL);

  if (gnutls_privkey_init (&signer) == 0 &&
      gnutls_privkey_import_x509_raw (signer, &text, GNUTLS_X509_FMT_PEM, NULL, 0) == 0)
    {
      unsigned int n_bits = 0;
      int kind;

      kind = gnutls_privkey_get_pk_algorithm (signer, &n_bits);
      for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
        if ((int) algorithms[i].kind == kind)
          {
            algorithm = kind != GNUTLS_PK_EC || n_bits == NUMBER_BYTES * 8 ? &algorithms[i] : NULL;
            break;
          }
    }
  if (algorithm != NULL)
    {
      g_autofree char *statement = NULL;
      g_autofree char *signature = NULL;
      gint64 now;
      g_autofree char *id = NULL;
      g_autofree char *header = NULL;
      g_autofree char *claims = NULL;
      TroupeMapBuilder builder;

      now = g_get_real_time () / G_USEC_PER_SEC;
      id = troupe_mcp_random_text (ID_BYTES);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "alg", troupe_value_new_string (algorithm->name, -1));
      troupe_map_builder_add (&builder, "typ", troupe_value_new_string ("JWT", -1));
      header = pack_value (troupe_map_builder_end (&builder));
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "iss", troupe_value_new_string (client, -1));
      troupe_map_builder_add (&builder, "sub", troupe_value_new_string (client, -1));
      troupe_map_builder_add (&builder, "aud", troupe_value_new_string (audience, -1));
      troupe_map_builder_add (&builder, "jti", troupe_value_new_string (id, -1));
      troupe_map_builder_add (&builder, "iat", troupe_value_new_integer (now));
      troupe_map_builder_add (&builder, "exp", troupe_value_new_integer (now + LIFE_S));
      claims = pack_value (troupe_map_builder_end (&builder));
      statement = g_strconcat (header, ".", claims, NULL);
      signature = sign (signer, algorithm, statement);
      if (signature != NULL)
        assertion = g_strconcat (statement, ".", signature, NULL);
    }
  gnutls_privkey_deinit (signer);
  if (assertion == NULL)
    g_set_error_literal (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                         _ ("The client key cannot be used for signing: expected a private key in "
                            "PEM without a password, of type P-256, RSA or Ed25519."));
  return assertion;
}
