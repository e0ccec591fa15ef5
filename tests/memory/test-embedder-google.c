/* test-embedder-google.c: Vertex AI with a service account that signs its token requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <gnutls/abstract.h>
#include <gnutls/x509.h>
#include <string.h>

#include "memory-server.h"
#include "troupe-google-account.h"
#include "troupe-llm-embed-table.h"
#include "troupe-llm-environment.h"
#include "troupe-llm-error.h"
#include "troupe-llm-message.h"

#define EMAIL "robot@project.iam.gserviceaccount.com"
#define TOKEN "token-of-the-canary"

typedef struct
{
  gboolean is_done;
  TroupeEmbeddings *embeddings;
  GError *error;
} Call;

/* A fake Google server, and a service account file for it. */
typedef struct
{
  MemoryServer *server;
  TroupeLlmClient *client;
  gnutls_privkey_t key;
  char *pem;
  char *folder;
  char *file;
  char *root;
  char *credentials; /* (nullable): value in the environment */
  guint n_tokens;
  guint n_asked;
  guint n_refused; /* calls of the model that are rejected first */
} Google;

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  call->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &call->error);
  call->is_done = TRUE;
}

static void
call_clear (Call *call)
{
  g_clear_pointer (&call->embeddings, troupe_embeddings_free);
  g_clear_error (&call->error);
  call->is_done = FALSE;
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  Google *google = user_data;

  if (g_str_equal (name, "VERTEXAI_API_BASE"))
    return g_strconcat (google->root, "/vertex", NULL);
  return g_str_equal (name, "GOOGLE_APPLICATION_CREDENTIALS") ? g_strdup (google->credentials)
                                                              : NULL;
}

/* --- Test keys -------------------------------------------------------------------------------- */

static char *
make_pem (gnutls_privkey_t key)
{
  gnutls_x509_privkey_t plain = NULL;
  gnutls_datum_t out = { 0 };
  char *text;

  g_assert_cmpint (gnutls_privkey_export_x509 (key, &plain), ==, 0);
  g_assert_cmpint (gnutls_x509_privkey_export2_pkcs8 (plain, GNUTLS_X509_FMT_PEM, NULL,
                                                      GNUTLS_PKCS_PLAIN, &out),
                   ==, 0);
  text = g_strndup ((const char *) out.data, out.size);
  gnutls_free (out.data);
  gnutls_x509_privkey_deinit (plain);
  return text;
}

static gnutls_privkey_t
make_key (gnutls_pk_algorithm_t algorithm, guint bits)
{
  gnutls_privkey_t key = NULL;

  g_assert_cmpint (gnutls_privkey_init (&key), ==, 0);
  g_assert_cmpint (gnutls_privkey_generate (key, algorithm, bits, 0), ==, 0);
  return key;
}

static GBytes *
decode (const char *text)
{
  g_autofree char *plain = g_strdup (text);
  g_autofree char *whole = NULL;
  gsize length;
  guchar *data;

  g_strdelimit (plain, "-", '+');
  g_strdelimit (plain, "_", '/');
  whole = g_strconcat (plain, strlen (plain) % 4 == 0 ? "" : &"==="[strlen (plain) % 4 - 1], NULL);
  data = g_base64_decode (whole, &length);
  return g_bytes_new_take (data, length);
}

static TroupeValue *
decode_map (const char *text)
{
  g_autoptr (GBytes) bytes = decode (text);
  TroupeValue *value = troupe_value_from_json (g_bytes_get_data (bytes, NULL),
                                               (gssize) g_bytes_get_size (bytes), NULL);

  g_assert_nonnull (value);
  return value;
}

/* --- Fake Google server ----------------------------------------------------------------------- */

/* Checks the issuer, audience, expiry and signature of an assertion, as Google does. */
static void
check_assertion (Google *google, const char *assertion)
{
  g_auto (GStrv) parts = g_strsplit (assertion, ".", -1);
  g_autoptr (TroupeValue) head = NULL;
  g_autoptr (TroupeValue) claims = NULL;
  g_autoptr (GBytes) signature = NULL;
  g_autofree char *words = NULL;
  g_autofree char *token_url = g_strconcat (google->root, "/token", NULL);
  gnutls_pubkey_t key = NULL;
  gnutls_datum_t data, signed_data;
  gint64 begin, end;

  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  head = decode_map (parts[0]);
  claims = decode_map (parts[1]);
  g_assert_cmpstr (memory_get_text (head, "alg"), ==, "RS256");
  g_assert_cmpstr (memory_get_text (head, "typ"), ==, "JWT");
  g_assert_cmpstr (memory_get_text (head, "kid"), ==, "key-1");
  g_assert_cmpstr (memory_get_text (claims, "iss"), ==, EMAIL);
  g_assert_cmpstr (memory_get_text (claims, "aud"), ==, token_url);
  g_assert_cmpstr (memory_get_text (claims, "scope"), ==,
                   "https://www.googleapis.com/auth/cloud-platform");
  begin = troupe_value_get_integer (memory_get (claims, "iat"));
  end = troupe_value_get_integer (memory_get (claims, "exp"));
  g_assert_cmpint (end - begin, ==, 3600);
  g_assert_cmpint (ABS (begin - g_get_real_time () / G_USEC_PER_SEC), <, 60);
  words = g_strconcat (parts[0], ".", parts[1], NULL);
  signature = decode (parts[2]);
  data = (gnutls_datum_t){ (unsigned char *) words, (unsigned int) strlen (words) };
  signed_data = (gnutls_datum_t){ (unsigned char *) g_bytes_get_data (signature, NULL),
                                  (unsigned int) g_bytes_get_size (signature) };
  g_assert_cmpint (gnutls_pubkey_init (&key), ==, 0);
  g_assert_cmpint (gnutls_pubkey_import_privkey (key, google->key, 0, 0), ==, 0);
  g_assert_cmpint (gnutls_pubkey_verify_data2 (key, GNUTLS_SIGN_RSA_SHA256, 0, &data, &signed_data),
                   ==, 0);
  gnutls_pubkey_deinit (key);
}

static void
token_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  static const char answer[] = "{\"access_token\":\"" TOKEN "\",\"expires_in\":3599,\"token_type\":"
                               "\"Bearer\"}";
  Google *google = user_data;
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GHashTable) form = soup_form_decode (text);

  google->n_tokens++;
  g_assert_cmpstr (g_hash_table_lookup (form, "grant_type"), ==,
                   "urn:ietf:params:oauth:grant-type:jwt-bearer");
  g_assert_null (strstr (text, "PRIVATE"));
  check_assertion (google, g_hash_table_lookup (form, "assertion"));
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, answer,
                                    strlen (answer));
}

static void
vectors_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  static const char answer[] =
      "{\"predictions\":[{\"embeddings\":{\"values\":[1,2],\"statistics\":{\"token_count\":3}}}]}";
  Google *google = user_data;

  google->n_asked++;
  g_assert_cmpstr (soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                                 "Authorization"),
                   ==, "Bearer " TOKEN);
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, answer,
                                    strlen (answer));
}

static void
model_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  static const char answer[] =
      "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Tea.\"},\"finish_reason\":"
      "\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}";
  static const char refusal[] = "{\"error\":{\"message\":\"Token " TOKEN " was revoked.\"}}";
  Google *google = user_data;
  gboolean is_refused = google->n_refused > 0;
  const char *text = is_refused ? refusal : answer;

  google->n_asked++;
  google->n_refused -= is_refused ? 1 : 0;
  g_assert_cmpstr (path, ==, "/vertex/chat/completions");
  g_assert_cmpstr (soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                                 "Authorization"),
                   ==, "Bearer " TOKEN);
  soup_server_message_set_status (message, is_refused ? 401 : 200, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, text,
                                    strlen (text));
}

/* Creates a service account. @token_url: (nullable): the URL of the fake server by default;
 * @pem: (nullable): the key known to the server by default */
static char *
make_account (Google *google, const char *type, const char *token_url, const char *pem)
{
  g_autofree char *own = g_strconcat (google->root, "/token", NULL);
  TroupeMapBuilder map;
  g_autoptr (TroupeValue) value = NULL;
  const char *const members[][2] = {
    { "type", type },
    { "project_id", "p" },
    { "private_key_id", "key-1" },
    { "private_key", pem != NULL ? pem : google->pem },
    { "client_email", EMAIL },
    { "token_uri", token_url != NULL ? token_url : own },
  };

  troupe_map_builder_init (&map);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    troupe_map_builder_add (&map, members[i][0], troupe_value_new_string (members[i][1], -1));
  value = troupe_map_builder_end (&map);
  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

static void
set_up (Google *google)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json ("{\"embedding_words\":[]}", -1, NULL);
  g_autofree char *account = NULL;

  google->server = memory_server_new (value);
  google->root = g_strndup (google->server->url, strlen (google->server->url) - strlen ("/v1"));
  google->client = troupe_llm_client_new ();
  troupe_llm_client_set_environment (google->client, lookup_cb, google, NULL);
  google->key = make_key (GNUTLS_PK_RSA, 2048);
  google->pem = make_pem (google->key);
  google->folder = memory_make_folder ();
  /* The path contains a space. */
  google->file = g_build_filename (google->folder, "my account.json", NULL);
  google->credentials = g_strdup (google->file);
  account = make_account (google, "service_account", NULL, NULL);
  g_assert_true (g_file_set_contents (google->file, account, -1, NULL));
  soup_server_add_handler (google->server->server, "/token", token_cb, google, NULL);
  soup_server_add_handler (google->server->server, "/v1/projects", vectors_cb, google, NULL);
  soup_server_add_handler (google->server->server, "/vertex", model_cb, google, NULL);
}

static void
tear_down (Google *google)
{
  g_object_unref (google->client);
  memory_server_free (google->server);
  gnutls_privkey_deinit (google->key);
  memory_remove_folder (google->folder);
  g_free (google->folder);
  g_free (google->file);
  g_free (google->credentials);
  g_free (google->root);
  g_free (google->pem);
}

static TroupeEmbedder *
make_embedder (Google *google)
{
  g_autofree char *json =
      g_strdup_printf ("{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\","
                       "\"api_base\":\"%s\",\"iam_url\":\"http://other.example\","
                       "\"max_retries\":0}}",
                       google->root);
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GError) error = NULL;
  TroupeEmbedder *embedder = troupe_embedder_new (google->client, value, "m", &error);

  g_assert_no_error (error);
  return embedder;
}

static void
embed_one (TroupeEmbedder *embedder, Call *call)
{
  const char *const texts[] = { "x", NULL };

  call_clear (call);
  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_DOCUMENT, NULL, embedded_cb, call);
  memory_wait (&call->is_done);
}

/* --- Tests -------------------------------------------------------------------------------------------- */

/* The signed assertion is exchanged for a token once, and the token is sent with the requests. */
static void
test_signed (void)
{
  Google google = { 0 };
  g_autoptr (TroupeEmbedder) embedder = NULL;
  Call call = { 0 };

  set_up (&google);
  embedder = make_embedder (&google);
  for (guint i = 0; i < 2; i++)
    {
      embed_one (embedder, &call);
      g_assert_no_error (call.error);
      g_assert_cmpuint (call.embeddings->dimension, ==, 2);
    }
  g_assert_cmpuint (google.n_tokens, ==, 1);
  g_assert_cmpuint (google.n_asked, ==, 2);
  call_clear (&call);
  g_clear_object (&embedder);
  tear_down (&google);
}

/* The variable may contain the account itself, as it does if the account is in the keyring. */
static void
test_text (void)
{
  Google google = { 0 };
  g_autoptr (TroupeEmbedder) embedder = NULL;
  Call call = { 0 };

  set_up (&google);
  g_free (google.credentials);
  google.credentials = make_account (&google, "service_account", NULL, NULL);
  embedder = make_embedder (&google);
  embed_one (embedder, &call);
  g_assert_no_error (call.error);
  g_assert_cmpuint (google.n_asked, ==, 1);
  call_clear (&call);
  g_clear_object (&embedder);
  tear_down (&google);
}

static void
check_bad (Google *google, const char *account, const char *word)
{
  g_autoptr (TroupeEmbedder) embedder = make_embedder (google);
  Call call = { 0 };

  if (account != NULL)
    g_assert_true (g_file_set_contents (google->file, account, -1, NULL));
  else
    g_assert_cmpint (g_unlink (google->file), ==, 0);
  embed_one (embedder, &call);
  g_assert_error (call.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
  g_assert_nonnull (strstr (call.error->message, word));
  g_assert_null (strstr (call.error->message, "PRIVATE"));
  g_assert_cmpuint (google->n_tokens + google->n_asked, ==, 0);
  call_clear (&call);
}

/* Each error names the file and the problem, and no request is sent. */
static void
test_bad (void)
{
  Google google = { 0 };
  gnutls_privkey_t curve =
      make_key (GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1));
  g_autofree char *curve_pem = make_pem (curve);
  g_autofree char *user = NULL;
  g_autofree char *elsewhere = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *broken = NULL;
  g_autofree char *other = NULL;

  set_up (&google);
  user = make_account (&google, "authorized_user", NULL, NULL);
  elsewhere = make_account (&google, "service_account", "https://tokens.example/token", NULL);
  plain = make_account (&google, "service_account", "http://oauth2.googleapis.com/token", NULL);
  beside =
      make_account (&google, "service_account", "https://me@oauth2.googleapis.com/token", NULL);
  broken = make_account (&google, "service_account", NULL, "-----BEGIN PRIVATE KEY-----");
  other = make_account (&google, "service_account", NULL, curve_pem);
  check_bad (&google, "", "my account.json");
  check_bad (&google, "[1]", "it is not a JSON object");
  check_bad (&google, "{\"type\":\"service_account\"}", "“client_email” is missing");
  check_bad (&google, user, "“authorized_user”");
  check_bad (&google, elsewhere, "https://tokens.example/token");
  check_bad (&google, plain, "http://oauth2.googleapis.com/token");
  check_bad (&google, beside, "token_uri");
  check_bad (&google, broken, EMAIL);
  check_bad (&google, other, EMAIL);
  check_bad (&google, NULL, "my account.json");
  gnutls_privkey_deinit (curve);
  tear_down (&google);
}

/* The permissions list the host of the token server and the credentials that are sent to it. */
static void
test_permissions (void)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (
      "{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\",\"iam_url\":"
      "\"http://other.example\"}}",
      -1, NULL);
  g_autofree char *url = troupe_embedder_get_token_url (value);
  g_auto (GStrv) names = troupe_embedder_get_key_names (value);

  g_assert_true (g_str_has_prefix (url, "https://oauth2.googleapis.com/"));
  g_assert_true (g_strv_contains ((const char *const *) names, "GOOGLE_APPLICATION_CREDENTIALS"));
}

/* --- Models ----------------------------------------------------------------------------------- */

typedef struct
{
  gboolean is_done;
  TroupeLlmAnswer *answer;
  GError *error;
} Chat;

static void
answered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Chat *chat = user_data;

  chat->answer =
      troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (object), result, &chat->error);
  chat->is_done = TRUE;
}

/* Calls a model of Vertex AI. Returns the error, or NULL. (transfer full) */
static GError *
ask_model (Google *google)
{
  g_autoptr (TroupeValue) said =
      troupe_value_from_json ("[{\"role\":\"user\",\"content\":\"Which tea?\"}]", -1, NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (said);
  g_autoptr (TroupeLlmRequest) request = NULL;
  Chat chat = { 0 };

  request = troupe_llm_request_new ("vertex_ai/gemini-2.5-flash", messages);
  troupe_llm_client_complete_async (google->client, request, NULL, NULL, NULL, answered_cb, &chat);
  memory_wait (&chat.is_done);
  if (chat.error == NULL)
    g_assert_cmpstr (chat.answer->content, ==, "Tea.");
  g_clear_pointer (&chat.answer, troupe_llm_answer_free);
  return chat.error;
}

/* One token is requested for all calls of a model. A token that the service rejects is replaced
 * once. */
static void
test_model (void)
{
  Google google = { 0 };
  g_autoptr (GError) error = NULL;

  set_up (&google);
  for (guint i = 0; i < 2; i++)
    g_assert_no_error (ask_model (&google));
  g_assert_cmpuint (google.n_tokens, ==, 1);
  g_assert_cmpuint (google.n_asked, ==, 2);
  google.n_refused = 1;
  g_assert_no_error (ask_model (&google));
  g_assert_cmpuint (google.n_tokens, ==, 2);
  g_assert_cmpuint (google.n_asked, ==, 4);
  google.n_refused = G_MAXUINT;
  error = ask_model (&google);
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_assert_null (strstr (error->message, TOKEN));
  g_assert_cmpuint (google.n_tokens, ==, 3);
  tear_down (&google);
}

/* An account that cannot be used is named, and nothing is sent. */
static void
test_model_bad (void)
{
  Google google = { 0 };
  g_autoptr (GError) error = NULL;

  set_up (&google);
  g_assert_true (g_file_set_contents (google.file, "[1]", -1, NULL));
  error = ask_model (&google);
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
  g_assert_nonnull (strstr (error->message, "my account.json"));
  g_assert_cmpuint (google.n_tokens + google.n_asked, ==, 0);
  tear_down (&google);
}

static char *
token_lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "GOOGLE_APPLICATION_CREDENTIALS"))
    return g_strdup ("/keys/account.json");
  return g_str_equal (name, user_data) ? g_strdup ("value") : NULL;
}

/* The permissions list the file that is read, and the server that exchanges its account for a token,
 * unless there is a token already. */
static void
test_model_permissions (void)
{
  g_autoptr (TroupeLlmEnvironment) account =
      troupe_llm_environment_new (token_lookup_cb, (gpointer) "VERTEXAI_PROJECT", NULL);
  g_autoptr (TroupeLlmEnvironment) token =
      troupe_llm_environment_new (token_lookup_cb, (gpointer) "GOOGLE_ACCESS_TOKEN", NULL);
  const char *variable = NULL;
  const char *none = NULL;
  g_autofree char *file = NULL;
  g_autofree char *url = troupe_llm_model_get_token_url ("vertex_ai/gemini-2.5-flash", NULL,
                                                         account, &variable, &file);
  g_autofree char *no_file = NULL;
  g_autofree char *no_url =
      troupe_llm_model_get_token_url ("vertex_ai/gemini-2.5-flash", NULL, token, &none, &no_file);
  gboolean is_own;
  g_auto (GStrv) names =
      troupe_llm_model_get_key_names ("vertex_ai/gemini-2.5-flash", NULL, account, &is_own);

  g_assert_cmpstr (url, ==, "https://oauth2.googleapis.com/token");
  g_assert_cmpstr (variable, ==, "GOOGLE_APPLICATION_CREDENTIALS");
  g_assert_cmpstr (file, ==, "/keys/account.json");
  g_assert_null (no_url);
  g_assert_null (none);
  g_assert_null (no_file);
  g_assert_true (g_strv_contains ((const char *const *) names, "GOOGLE_APPLICATION_CREDENTIALS"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/embedder-google/signed", test_signed);
  g_test_add_func ("/embedder-google/text", test_text);
  g_test_add_func ("/embedder-google/bad", test_bad);
  g_test_add_func ("/embedder-google/rights", test_permissions);
  g_test_add_func ("/embedder-google/model", test_model);
  g_test_add_func ("/embedder-google/model/bad", test_model_bad);
  g_test_add_func ("/embedder-google/model/rights", test_model_permissions);
  return g_test_run ();
}
