/* test-mcp-sign-in-parts.c: parts of the sign-in to MCP servers: challenges, policies, grants,
 * signatures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>

#include "../test-remove.h"
#include "sign-in-fixture.h"
#include "troupe-keyring.h"
#include "troupe-mcp-assertion.h"
#include "troupe-mcp-auth-call.h"
#include "troupe-mcp-auth-policy.h"
#include "troupe-mcp-challenge.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-loopback.h"
#include "troupe-web-guard.h"

/* --- Challenges ------------------------------------------------------------------------------- */

static void
test_challenge (void)
{
  static const struct
  {
    const char *header;
    gboolean is_bearer;
    const char *metadata;
    const char *scope;
    const char *error;
  } cases[] = {
    { NULL, FALSE, NULL, NULL, NULL },
    { "", FALSE, NULL, NULL, NULL },
    { "Bearer", TRUE, NULL, NULL, NULL },
    { "bearer scope=one", TRUE, NULL, "one", NULL },
    { "Bearer resource_metadata=\"https://a/b?c=d,e\", scope=\"a b\"", TRUE, "https://a/b?c=d,e",
      "a b", NULL },
    { "Bearer realm=\"a \\\" scope=\\\"x\\\" \", error = \"insufficient_scope\"", TRUE, NULL, NULL,
      "insufficient_scope" },
    { "Basic realm=\"x\", scope=\"not\", Bearer scope=\"it\"", TRUE, NULL, "it", NULL },
    { "Bearer scope=\"it\", Basic realm=\"x\", scope=\"not\", error=\"not\"", TRUE, NULL, "it",
      NULL },
    { "Negotiate YWJj==, Bearer error=\"e\"", TRUE, NULL, NULL, "e" },
    { "Bearer scope=\"first\", scope=\"second\"", TRUE, NULL, "first", NULL },
    { "Bearer scope=\"never ends", TRUE, NULL, "never ends", NULL },
    { "Basic realm=\"Bearer\"", FALSE, NULL, NULL, NULL },
    { "====,,\"\"\\;Bearer", TRUE, NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeMcpChallenge) challenge = troupe_mcp_challenge_new (cases[i].header);

      g_test_message ("%s", cases[i].header);
      g_assert_cmpint (challenge->is_bearer, ==, cases[i].is_bearer);
      g_assert_cmpstr (challenge->metadata, ==, cases[i].metadata);
      g_assert_cmpstr (challenge->scope, ==, cases[i].scope);
      g_assert_cmpstr (challenge->error, ==, cases[i].error);
    }
}

static void
test_scope (void)
{
  g_autofree char *none = troupe_mcp_scope_join (NULL, " ");
  g_autofree char *both = troupe_mcp_scope_join ("a b", "b  c \"d");

  g_assert_null (none);
  g_assert_cmpstr (both, ==, "a b c");
  g_assert_true (troupe_mcp_scope_has ("a b", "b a"));
  g_assert_true (troupe_mcp_scope_has (NULL, NULL));
  g_assert_false (troupe_mcp_scope_has ("a b", "c"));
  g_assert_false (troupe_mcp_scope_has (NULL, "c"));
}

/* --- Reachable addresses ---------------------------------------------------------------------- */

static void
check_parse (const char *server, TroupeHttpReach reach, const char *address, gboolean is_good)
{
  g_autoptr (GUri) uri = g_uri_parse (server, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (TroupeMcpAuthPolicy) self = troupe_mcp_auth_policy_new (uri, reach);
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) parsed = troupe_mcp_auth_policy_parse (self, address, &error);

  g_test_message ("%s: %s", server, address);
  if (is_good)
    {
      g_assert_no_error (error);
      g_assert_nonnull (parsed);
      return;
    }
  g_assert_null (parsed);
  g_assert_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
}

static void
test_reach_written (void)
{
  static const struct
  {
    const char *address;
    gboolean is_public;
    gboolean is_private;
    gboolean is_here;
  } cases[] = {
    { "https://auth.example/a", TRUE, TRUE, TRUE },
    { "https://203.0.114.7", TRUE, TRUE, TRUE },
    { "http://auth.example/a", FALSE, FALSE, FALSE },
    { "http://127.0.0.1:8000/a", FALSE, FALSE, TRUE },
    { "https://127.0.0.1/a", FALSE, FALSE, TRUE },
    { "http://localhost:8000/a", FALSE, FALSE, TRUE },
    { "http://[::1]:8000/a", FALSE, FALSE, TRUE },
    { "https://10.1.2.3/a", FALSE, TRUE, TRUE },
    { "https://192.168.1.1/a", FALSE, TRUE, TRUE },
    { "https://[fd00::1]/a", FALSE, TRUE, TRUE },
    { "http://10.1.2.3/a", FALSE, FALSE, FALSE },
    { "https://169.254.169.254/latest", FALSE, FALSE, FALSE },
    { "https://0.0.0.0/", FALSE, FALSE, FALSE },
    { "https://[::ffff:127.0.0.1]/", FALSE, FALSE, FALSE },
    { "https://me@auth.example/", FALSE, FALSE, FALSE },
    { "https://auth.example/#a", FALSE, FALSE, FALSE },
    { "https://auth.example\\@evil.example/", FALSE, FALSE, FALSE },
    { "https://auth.example/ a", FALSE, FALSE, FALSE },
    { "https:///a", FALSE, FALSE, FALSE },
    { "javascript:alert(1)", FALSE, FALSE, FALSE },
    { "file:///etc/passwd", FALSE, FALSE, FALSE },
    { "data:text/html,x", FALSE, FALSE, FALSE },
    { "/register", FALSE, FALSE, FALSE },
    { "", FALSE, FALSE, FALSE },
    { NULL, FALSE, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check_parse ("https://mcp.example/mcp", TROUPE_HTTP_REACH_PUBLIC, cases[i].address,
                   cases[i].is_public);
      check_parse ("https://mcp.corp/mcp", TROUPE_HTTP_REACH_PRIVATE, cases[i].address,
                   cases[i].is_private);
      check_parse ("http://127.0.0.1:1/mcp", TROUPE_HTTP_REACH_HERE, cases[i].address,
                   cases[i].is_here);
    }
}

typedef struct
{
  TroupeMcpAuthPolicy *reach;
  TroupeMcpAuthReply *reply;
  GError *error;
  gboolean is_done;
} Waited;

static void
found_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Waited *waited = user_data;

  waited->reach = troupe_mcp_auth_policy_find_finish (result, &waited->error);
  waited->is_done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Waited *) data)->is_done;
}

/* @reach: −1: refused */
static void
check_find (const char *server, const char *peer, int reach)
{
  g_autoptr (GUri) uri = g_uri_parse (server, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GInetAddress) address = peer != NULL ? g_inet_address_new_from_string (peer) : NULL;
  Waited waited = { 0 };

  troupe_mcp_auth_policy_find_async (uri, address, NULL, found_cb, &waited);
  mcp_wait (is_done, &waited);
  if (reach < 0)
    g_assert_error (waited.error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
  else
    {
      g_assert_no_error (waited.error);
      g_assert_cmpint ((int) troupe_mcp_auth_policy_get_reach (waited.reach), ==, reach);
    }
  g_clear_error (&waited.error);
  g_clear_pointer (&waited.reach, troupe_mcp_auth_policy_unref);
}

static void
test_reach_found (void)
{
  check_find ("http://127.0.0.1:1/mcp", NULL, TROUPE_HTTP_REACH_HERE);
  check_find ("http://localhost:1/mcp", NULL, TROUPE_HTTP_REACH_HERE);
  check_find ("http://mcp.example/mcp", NULL, -1);
  check_find ("http://10.0.0.1/mcp", "10.0.0.1", -1);
  check_find ("https://10.0.0.1/mcp", "10.0.0.1", TROUPE_HTTP_REACH_PRIVATE);
  /* The use of a proxy on a private network does not mean that the server is on that network. */
  check_find ("https://10.0.0.1/mcp", "10.0.0.2", TROUPE_HTTP_REACH_PUBLIC);
  check_find ("https://203.0.114.7/mcp", "10.0.0.2", TROUPE_HTTP_REACH_PUBLIC);
  check_find ("https://10.0.0.1/mcp", NULL, TROUPE_HTTP_REACH_PUBLIC);
  /* A server with a public address counts as public even if the connection leads to this
   * computer. */
  check_find ("https://203.0.114.7/mcp", "127.0.0.1", TROUPE_HTTP_REACH_PUBLIC);
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Waited *waited = user_data;

  waited->reply = troupe_mcp_auth_call_finish (result, &waited->error);
  waited->is_done = TRUE;
}

/* The address that a name resolves to is checked when the connection is established. */
static void
test_reach_connected (SignIn *self, gconstpointer data)
{
  g_autoptr (GUri) server = g_uri_parse ("https://mcp.example/mcp", SOUP_HTTP_URI_FLAGS, NULL);
  g_autofree char *address = g_strdup_printf ("http://localhost:%u/token", self->other_port);
  g_autoptr (GUri) uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  const TroupeHttpReach reaches[] = { TROUPE_HTTP_REACH_PUBLIC, TROUPE_HTTP_REACH_PRIVATE };
  const TroupeMcpAuthRequest request = { .uri = uri };

  for (guint i = 0; i < G_N_ELEMENTS (reaches); i++)
    {
      g_autoptr (TroupeMcpAuthPolicy) reach = troupe_mcp_auth_policy_new (server, reaches[i]);
      Waited waited = { 0 };

      troupe_mcp_auth_call_async (reach, &request, NULL, called_cb, &waited);
      mcp_wait (is_done, &waited);
      g_assert_error (waited.error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK);
      g_clear_error (&waited.error);
    }
  g_assert_cmpuint (self->n_other, ==, 0);
  g_assert_null (self->token_form);
}

static void
test_reach_here (SignIn *self, gconstpointer data)
{
  g_autoptr (GUri) server = g_uri_parse ("http://127.0.0.1:1/mcp", SOUP_HTTP_URI_FLAGS, NULL);
  g_autofree char *address = sign_in_make_address (self->other_port, "/token");
  g_autoptr (GUri) uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (TroupeMcpAuthPolicy) reach =
      troupe_mcp_auth_policy_new (server, TROUPE_HTTP_REACH_HERE);
  const TroupeMcpAuthRequest request = { .uri = uri };
  Waited waited = { 0 };

  troupe_mcp_auth_call_async (reach, &request, NULL, called_cb, &waited);
  mcp_wait (is_done, &waited);
  g_assert_no_error (waited.error);
  g_assert_cmpuint (waited.reply->status, ==, 200);
  g_assert_cmpuint (self->n_other, ==, 1);
  troupe_mcp_auth_reply_free (waited.reply);
}

static void
test_least_reach (void)
{
  static const struct
  {
    const char *address;
    int reach; /* −1: none */
  } cases[] = {
    { "93.184.216.34", TROUPE_HTTP_REACH_PUBLIC },
    { "2606:2800::1", TROUPE_HTTP_REACH_PUBLIC },
    { "10.0.0.1", TROUPE_HTTP_REACH_PRIVATE },
    { "100.64.0.1", TROUPE_HTTP_REACH_PRIVATE },
    { "172.31.255.255", TROUPE_HTTP_REACH_PRIVATE },
    { "172.32.0.1", TROUPE_HTTP_REACH_PUBLIC },
    { "192.168.0.1", TROUPE_HTTP_REACH_PRIVATE },
    { "fd12::1", TROUPE_HTTP_REACH_PRIVATE },
    { "127.0.0.1", TROUPE_HTTP_REACH_HERE },
    { "127.8.9.1", TROUPE_HTTP_REACH_HERE },
    { "::1", TROUPE_HTTP_REACH_HERE },
    { "169.254.169.254", -1 },
    { "fe80::1", -1 },
    { "0.0.0.0", -1 },
    { "::", -1 },
    { "::ffff:10.0.0.1", -1 },
    { "::ffff:127.0.0.1", -1 },
    { "64:ff9b::7f00:1", -1 },
    { "224.0.0.1", -1 },
    { "255.255.255.255", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (cases[i].address);
      TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;
      const gboolean is_there = troupe_http_reach_find (address, &reach);

      g_test_message ("%s", cases[i].address);
      g_assert_cmpint (is_there ? (int) reach : -1, ==, cases[i].reach);
    }
}

/* --- Grants ----------------------------------------------------------------------------------- */

#define SERVER "https://mcp.example/mcp"

static TroupeMcpGrant *
make_grant (const char *access)
{
  const TroupeMcpClient client = { .id = (char *) "id",
                                   .secret = (char *) "secret-of-client",
                                   .key = (char *) "key-of-client",
                                   .method = TROUPE_MCP_AUTH_POST,
                                   .port = 4321,
                                   .is_given = TRUE,
                                   .is_machine = TRUE };
  g_autoptr (TroupeMcpGrant) plain =
      troupe_mcp_grant_new (SERVER, SERVER, "https://auth.example", "https://auth.example/token",
                            &client, NULL);

  return troupe_mcp_grant_renew (plain, access, "refresh-me", "a b", 1234567);
}

static void
check_grant (TroupeMcpGrant *grant)
{
  g_assert_nonnull (grant);
  g_assert_cmpstr (grant->server, ==, SERVER);
  g_assert_cmpstr (grant->issuer, ==, "https://auth.example");
  g_assert_cmpstr (grant->token_place, ==, "https://auth.example/token");
  g_assert_cmpstr (grant->client.id, ==, "id");
  g_assert_cmpstr (grant->client.secret, ==, "secret-of-client");
  g_assert_cmpstr (grant->client.key, ==, "key-of-client");
  g_assert_cmpint ((int) grant->client.method, ==, TROUPE_MCP_AUTH_POST);
  g_assert_cmpuint (grant->client.port, ==, 4321);
  g_assert_true (grant->client.is_given && grant->client.is_machine);
  g_assert_cmpstr (grant->access, ==, "access-me");
  g_assert_cmpstr (grant->refresh, ==, "refresh-me");
  g_assert_cmpstr (grant->scope, ==, "a b");
  g_assert_cmpint (grant->expires_us, ==, 1234567);
}

static void
test_grant_text (void)
{
  g_autoptr (TroupeMcpGrant) grant = make_grant ("access-me");
  g_autofree char *text = troupe_mcp_grant_to_text (grant);
  g_autoptr (TroupeMcpGrant) back = troupe_mcp_grant_from_text (SERVER, text);

  check_grant (back);
  /* The stored grant of one server is not accepted for another server. */
  g_assert_null (troupe_mcp_grant_from_text ("https://evil.example/mcp", text));
  g_assert_null (troupe_mcp_grant_from_text (SERVER, ""));
  g_assert_null (troupe_mcp_grant_from_text (SERVER, "[]"));
  g_assert_null (troupe_mcp_grant_from_text (SERVER, "{\"version\":1}"));
}

typedef struct
{
  TroupeMcpGrant *grant;
  GError *error;
  gboolean is_done;
} Kept;

static gboolean
is_kept (gpointer data)
{
  return ((Kept *) data)->is_done;
}

static void
kept_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Kept *kept = user_data;

  troupe_mcp_grants_keep_finish (result, &kept->error);
  kept->is_done = TRUE;
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Kept *kept = user_data;
  guint generation;

  kept->grant = troupe_mcp_grants_load_finish (result, &generation, &kept->error);
  kept->is_done = TRUE;
}

static TroupeMcpGrant *
load (void)
{
  Kept kept = { 0 };

  troupe_mcp_grants_load_async (SERVER, NULL, loaded_cb, &kept);
  mcp_wait (is_kept, &kept);
  g_assert_no_error (kept.error);
  return kept.grant;
}

static char *keyring_file;

/* Another process finds the grant in the keyring, and no file contains it in plain text. */
static void
test_keyring (void)
{
  g_autoptr (TroupeMcpGrant) grant = make_grant ("access-me");
  g_autoptr (TroupeMcpGrant) found = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) servers = NULL;
  g_auto (GStrv) keys = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  Kept kept = { 0 };

  troupe_mcp_grants_forget ();
  troupe_mcp_grants_set_keyring (TRUE);
  g_assert_null (load ());
  troupe_mcp_grants_forget ();
  g_assert_true (troupe_keyring_store ("OPENAI_API_KEY", "a key", NULL, &error));
  troupe_mcp_grants_keep_async (grant, TRUE, kept_cb, &kept);
  mcp_wait (is_kept, &kept);
  g_assert_no_error (kept.error);

  troupe_mcp_grants_forget ();
  found = load ();
  check_grant (found);
  servers = troupe_mcp_grants_list (&error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (servers), ==, 1);
  g_assert_cmpstr (servers[0], ==, SERVER);
  /* Grants in the keyring are not listed as API keys, nor API keys as grants. */
  keys = troupe_keyring_list (NULL, &error);
  g_assert_cmpuint (g_strv_length (keys), ==, 1);
  g_assert_cmpstr (keys[0], ==, "OPENAI_API_KEY");
  g_assert_true (g_file_get_contents (keyring_file, &text, &length, NULL));
  g_assert_null (g_strstr_len (text, (gssize) length, "access-me"));

  g_assert_true (troupe_mcp_grants_remove (SERVER, &error));
  g_assert_no_error (error);
  troupe_mcp_grants_forget ();
  g_assert_null (load ());
  g_assert_false (troupe_mcp_grants_remove (SERVER, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  troupe_mcp_grants_forget ();
}

static void
test_hide (void)
{
  g_autoptr (TroupeMcpGrant) grant = make_grant ("access-me-now");
  g_autofree char *hidden = NULL;
  g_autofree char *plain = NULL;
  Kept kept = { 0 };

  troupe_mcp_grants_forget ();
  troupe_mcp_grants_set_keyring (FALSE);
  plain = troupe_mcp_grants_hide ("access-me-now");
  g_assert_cmpstr (plain, ==, "access-me-now");
  troupe_mcp_grants_keep_async (grant, FALSE, kept_cb, &kept);
  hidden = troupe_mcp_grants_hide ("a access-me-now b refresh-me c secret-of-client d");
  g_assert_cmpstr (hidden, ==, "a ••• b ••• c ••• d");
  mcp_wait (is_kept, &kept);
  g_assert_error (kept.error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED);
  g_clear_error (&kept.error);
  troupe_mcp_grants_forget ();
}

/* --- Lock ------------------------------------------------------------------------------------- */

static void
locked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Kept *kept = user_data;

  troupe_mcp_grants_lock_finish (result, &kept->error);
  kept->is_done = TRUE;
}

static void
test_lock (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Kept first = { 0 }, second = { 0 }, third = { 0 }, other = { 0 };

  troupe_mcp_grants_lock_async (SERVER, NULL, locked_cb, &first);
  troupe_mcp_grants_lock_async (SERVER, cancellable, locked_cb, &second);
  troupe_mcp_grants_lock_async (SERVER, NULL, locked_cb, &third);
  troupe_mcp_grants_lock_async ("https://b.example", NULL, locked_cb, &other);
  mcp_wait (is_kept, &first);
  mcp_wait (is_kept, &other);
  g_assert_false (second.is_done || third.is_done);
  /* A cancelled waiter is skipped. */
  g_cancellable_cancel (cancellable);
  mcp_wait (is_kept, &second);
  g_assert_error (second.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (third.is_done);
  troupe_mcp_grants_unlock (SERVER);
  mcp_wait (is_kept, &third);
  g_assert_no_error (third.error);
  troupe_mcp_grants_unlock (SERVER);
  troupe_mcp_grants_unlock ("https://b.example");
  g_clear_error (&second.error);
  troupe_mcp_grants_forget ();
}

/* --- Signing keys ----------------------------------------------------------------------------- */


/* Generates a key of type @kind, and sets @verifier to its public key. (transfer full) */
static char *
make_key (gnutls_pk_algorithm_t kind, guint n_bits, gnutls_pubkey_t *verifier)
{
  gnutls_x509_privkey_t key = NULL;
  gnutls_privkey_t holder = NULL;
  gnutls_datum_t pem = { NULL, 0 };
  char *text = NULL;

  g_assert_cmpint (gnutls_x509_privkey_init (&key), ==, 0);
  g_assert_cmpint (gnutls_x509_privkey_generate (key, kind, n_bits, 0), ==, 0);
  g_assert_cmpint (gnutls_x509_privkey_export2_pkcs8 (key, GNUTLS_X509_FMT_PEM, NULL,
                                                      GNUTLS_PKCS_PLAIN, &pem),
                   ==, 0);
  text = g_strndup ((const char *) pem.data, pem.size);
  gnutls_free (pem.data);
  g_assert_cmpint (gnutls_privkey_init (&holder), ==, 0);
  g_assert_cmpint (gnutls_privkey_import_x509 (holder, key, GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE), ==,
                   0);
  g_assert_cmpint (gnutls_pubkey_init (verifier), ==, 0);
  g_assert_cmpint (gnutls_pubkey_import_privkey (*verifier, holder, 0, 0), ==, 0);
  gnutls_privkey_deinit (holder);
  return text;
}

/* (transfer full) */
static guint8 *
unpack (const char *text, gsize *length)
{
  g_autofree char *plain =
      g_strdup_printf ("%s%.*s", text, (int) ((4 - strlen (text) % 4) % 4), "==");

  g_strdelimit (plain, "-", '+');
  g_strdelimit (plain, "_", '/');
  return g_base64_decode (plain, length);
}

static TroupeValue *
unpack_value (const char *text)
{
  gsize length;
  g_autofree guint8 *bytes = unpack (text, &length);

  return troupe_value_from_json ((const char *) bytes, (gssize) length, NULL);
}

static void
check_signature (gnutls_pubkey_t verifier, gnutls_sign_algorithm_t algorithm, const char *assertion)
{
  const char *dot = strrchr (assertion, '.');
  gnutls_datum_t data = { (unsigned char *) assertion, (unsigned int) (dot - assertion) };
  gsize length;
  g_autofree guint8 *bytes = unpack (dot + 1, &length);
  gnutls_datum_t signature = { bytes, (unsigned int) length };

  if (algorithm == GNUTLS_SIGN_ECDSA_SHA256)
    {
      const gnutls_datum_t r = { bytes, 32 };
      const gnutls_datum_t s = { bytes + 32, 32 };

      g_assert_cmpuint (length, ==, 64);
      g_assert_cmpint (gnutls_encode_rs_value (&signature, &r, &s), ==, 0);
    }
  g_assert_cmpint (gnutls_pubkey_verify_data2 (verifier, algorithm, 0, &data, &signature), >=, 0);
  if (signature.data != bytes)
    gnutls_free (signature.data);
}

static void
test_assertion (void)
{
  static const struct
  {
    gnutls_pk_algorithm_t kind;
    guint n_bits;
    gnutls_sign_algorithm_t algorithm;
    const char *name;
  } cases[] = {
    { GNUTLS_PK_EC, GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), GNUTLS_SIGN_ECDSA_SHA256,
      "ES256" },
    { GNUTLS_PK_RSA, 2048, GNUTLS_SIGN_RSA_SHA256, "RS256" },
    { GNUTLS_PK_EDDSA_ED25519, 256, GNUTLS_SIGN_EDDSA_ED25519, "EdDSA" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gnutls_pubkey_t verifier = NULL;
      g_autofree char *key = make_key (cases[i].kind, cases[i].n_bits, &verifier);

      /* Many signatures are created because a number in a signature may start with zero bytes,
       * but rarely does. */
      for (guint k = 0; k < (i == 0 ? 300u : 3u); k++)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *assertion =
              troupe_mcp_assertion_new (key, "me", "https://auth.example", &error);
          g_auto (GStrv) parts = NULL;
          g_autoptr (TroupeValue) header = NULL;
          g_autoptr (TroupeValue) claims = NULL;

          g_assert_no_error (error);
          parts = g_strsplit (assertion, ".", -1);
          g_assert_cmpuint (g_strv_length (parts), ==, 3);
          header = unpack_value (parts[0]);
          claims = unpack_value (parts[1]);
          g_assert_cmpstr (troupe_value_get_member_text (header, "alg"), ==, cases[i].name);
          g_assert_cmpstr (troupe_value_get_member_text (claims, "iss"), ==, "me");
          g_assert_cmpstr (troupe_value_get_member_text (claims, "sub"), ==, "me");
          g_assert_cmpstr (troupe_value_get_member_text (claims, "aud"), ==,
                           "https://auth.example");
          check_signature (verifier, cases[i].algorithm, assertion);
        }
      gnutls_pubkey_deinit (verifier);
    }
}

static void
test_assertion_refused (void)
{
  gnutls_pubkey_t verifier = NULL;
  g_autofree char *other =
      make_key (GNUTLS_PK_EC, GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP384R1), &verifier);
  const char *const keys[] = { "", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n", other };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_mcp_assertion_new (keys[i], "me", "https://auth.example", &error));
      g_assert_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION);
    }
  gnutls_pubkey_deinit (verifier);
}

static void
test_key (SignIn *self, gconstpointer data)
{
  gnutls_pubkey_t verifier = NULL;
  g_autofree char *key =
      make_key (GNUTLS_PK_EC, GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), &verifier);
  const TroupeMcpClient client = {
    .id = (char *) "machine", .key = key, .is_given = TRUE, .is_machine = TRUE
  };
  g_autoptr (GHashTable) form = NULL;

  sign_in_make (self);
  troupe_mcp_server_set_client (self->mcp.server, &client);
  sign_in_open (self);
  form = soup_form_decode (self->token_form);
  g_assert_null (self->token_header);
  g_assert_cmpstr (g_hash_table_lookup (form, "client_id"), ==, "machine");
  g_assert_null (g_hash_table_lookup (form, "client_secret"));
  check_signature (verifier, GNUTLS_SIGN_ECDSA_SHA256,
                   g_hash_table_lookup (form, "client_assertion"));
  gnutls_pubkey_deinit (verifier);
}


static void
test_random (void)
{
  g_autofree char *first = troupe_mcp_random_text (32);
  g_autofree char *second = troupe_mcp_random_text (32);

  g_assert_cmpuint (strlen (first), ==, 43);
  g_assert_cmpstr (first, !=, second);
  g_assert_cmpuint (
      strspn (first, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), ==, 43);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int result;

  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-mcp-sign-in-XXXXXX", NULL);
  g_assert_nonnull (folder);
  keyring_file = g_build_filename (folder, "keys", NULL);
  g_setenv ("SECRET_FILE_TEST_PATH", keyring_file, TRUE);

  g_test_add_func ("/mcp-sign-in-parts/challenge", test_challenge);
  g_test_add_func ("/mcp-sign-in-parts/scope", test_scope);
  g_test_add_func ("/mcp-sign-in-parts/reach/least", test_least_reach);
  g_test_add_func ("/mcp-sign-in-parts/reach/written", test_reach_written);
  g_test_add_func ("/mcp-sign-in-parts/reach/found", test_reach_found);
  g_test_add ("/mcp-sign-in-parts/reach/connected", SignIn, NULL, sign_in_set_up,
              test_reach_connected, sign_in_tear_down);
  g_test_add ("/mcp-sign-in-parts/reach/here", SignIn, NULL, sign_in_set_up, test_reach_here,
              sign_in_tear_down);
  g_test_add_func ("/mcp-sign-in-parts/grant-text", test_grant_text);
  g_test_add_func ("/mcp-sign-in-parts/keyring", test_keyring);
  g_test_add_func ("/mcp-sign-in-parts/hide", test_hide);
  g_test_add_func ("/mcp-sign-in-parts/lock", test_lock);
  g_test_add_func ("/mcp-sign-in-parts/random", test_random);
  g_test_add_func ("/mcp-sign-in-parts/assertion", test_assertion);
  g_test_add_func ("/mcp-sign-in-parts/assertion-refused", test_assertion_refused);
  g_test_add ("/mcp-sign-in-parts/key", SignIn, NULL, sign_in_set_up, test_key, sign_in_tear_down);

  result = g_test_run ();
  remove_all (folder);
  g_free (keyring_file);
  return result;
}
