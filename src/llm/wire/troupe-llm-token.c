/* troupe-llm-token.c: exchanges an API key or service account for an access token
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-token"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-google-account.h"
#include "troupe-limits.h"
#include "troupe-llm-post.h"
#include "troupe-llm-token.h"
#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-llm-wire.h"
#include "troupe-sanitize-text.h"

#define FORM "application/x-www-form-urlencoded"
#define GRANT "urn:ibm:params:oauth:grant-type:apikey"
/* RFC 7523 §2.1 */
#define SIGNED_GRANT "urn:ietf:params:oauth:grant-type:jwt-bearer"
#define CONNECT_MS 5000
#define ANSWER_MS 30000
#define LONGEST_ANSWER 65536
/* Number of seconds before its expiry at which the token is renewed, and lifetime in seconds if
 * the service does not specify one. */
#define EARLIER_S 60
#define USUAL_S 3600

struct _TroupeLlmToken
{
  GObject parent_instance;

  char *url;
  gboolean signs;
  char *token; /* (nullable) */
  gint64 end_us;
};

typedef struct
{
  const TroupeLlmTarget *target;
  char *host;
  gboolean signs;
  guint status;
  GString *text;
} Call;

G_DEFINE_FINAL_TYPE (TroupeLlmToken, troupe_llm_token, G_TYPE_OBJECT)

static void
call_free (gpointer data)
{
  Call *call = data;

  g_assert (call != NULL);

  g_free (call->host);
  g_string_free (call->text, TRUE);
  g_free (call);
}

void
troupe_llm_token_forget (TroupeLlmToken *self)
{
  g_return_if_fail (TROUPE_IS_LLM_TOKEN (self));

  if (self->token != NULL)
    explicit_bzero (self->token, strlen (self->token));
  g_clear_pointer (&self->token, g_free);
}

static gboolean
is_valid (TroupeLlmToken *self)
{
  g_assert (TROUPE_IS_LLM_TOKEN (self));

  return self->token != NULL && g_get_monotonic_time () < self->end_us;
}

char *
troupe_llm_token_dup_token (TroupeLlmToken *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_TOKEN (self), NULL);

  return is_valid (self) ? g_strdup (self->token) : NULL;
}

char **
troupe_llm_token_get_headers (TroupeLlmToken *self)
{
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  g_autofree char *value = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_TOKEN (self), NULL);

  if (!is_valid (self))
    return NULL;
  value = g_strconcat ("Bearer ", self->token, NULL);
  g_strv_builder_add_many (headers, "Authorization", value, NULL);

  return g_strv_builder_end (headers);
}

TroupeSecret *
troupe_llm_token_get_secret (TroupeLlmToken *self)
{
  const char *const texts[] = { self->token, NULL };

  g_return_val_if_fail (TROUPE_IS_LLM_TOKEN (self), NULL);

  return self->token != NULL ? troupe_secret_new (texts) : NULL;
}

/* --- Request ---------------------------------------------------------------------------------- */

static void
response_cb (guint status, SoupMessageHeaders *headers, gpointer user_data)
{
  Call *call = user_data;

  call->status = status;
}

static GError *
make_unreadable (Call *call)
{
  if (call->signs)
    return troupe_llm_error_new (
        TROUPE_LLM_ERROR_INVALID,
        /* Translators: %s is a host name */
        _ ("%s did not return a token for the service account. Check “token_uri” in its file."),
        call->host);
  return troupe_llm_error_new (
      TROUPE_LLM_ERROR_INVALID,
      /* Translators: %s is a host name */
      _ ("%s did not return a token for the key. Check the URL in WATSONX_IAM_URL."), call->host);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Call *call = user_data;

  if (call->text->len + length > LONGEST_ANSWER)
    {
      g_propagate_error (error, make_unreadable (call));
      return TROUPE_HTTP_FAILED;
    }
  g_string_append_len (call->text, bytes, (gssize) length);

  return TROUPE_HTTP_MORE;
}

static const TroupeLlmPostListener listener = { response_cb, bytes_cb };

static gboolean
read_token (TroupeLlmToken *self, Call *call, GError **error)
{
  g_autoptr (TroupeValue) answer = NULL;
  const char *token;
  gint64 seconds;

  g_assert (TROUPE_IS_LLM_TOKEN (self));

  if (call->status < 200 || call->status > 299)
    {
      g_autofree char *detail = troupe_llm_detail_from_text (call->text->str, call->text->len);

      /* The status for an unknown key is 400. */
      g_propagate_error (error, troupe_llm_error_from_status (
                                    call->status == 400 ? SOUP_STATUS_UNAUTHORIZED : call->status,
                                    call->host, detail, call->target));
      return FALSE;
    }
  answer = troupe_value_from_json (call->text->str, (gssize) call->text->len, NULL);
  token = troupe_llm_wire_get_text (answer, "access_token");
  for (const char *byte = token; byte != NULL && *byte != '\0'; byte++)
    if (!g_ascii_isgraph (*byte))
      token = NULL;
  if (token == NULL)
    {
      g_propagate_error (error, make_unreadable (call));
      return FALSE;
    }
  troupe_llm_token_forget (self);
  self->token = g_strdup (token);
  seconds = troupe_llm_wire_get_count (answer, "expires_in");
  seconds = seconds == 0 ? USUAL_S : MIN (seconds, USUAL_S);
  self->end_us =
      g_get_monotonic_time () + MAX (seconds - EARLIER_S, (seconds + 1) / 2) * G_USEC_PER_SEC;

  return TRUE;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeLlmToken *self = g_task_get_source_object (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_LLM_TOKEN (self));

  if (troupe_llm_post_finish (result, &error) &&
      read_token (self, g_task_get_task_data (task), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_llm_token_fetch_async (TroupeLlmToken *self,
                              SoupSession *session,
                              const TroupeLlmTarget *target,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autofree char *url = NULL;
  Call *call = NULL;
  char *form = NULL;
  GError *error = NULL;
  const char *key;
  g_autoptr (TroupeGoogleAccount) account = NULL;
  g_autofree char *assertion = NULL;

  g_return_if_fail (TROUPE_IS_LLM_TOKEN (self));
  g_return_if_fail (SOUP_IS_SESSION (session));
  g_return_if_fail (target != NULL && (target->key != NULL || target->account != NULL));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_llm_token_fetch_async);
  key = target->account != NULL ? target->account : target->key;
  url = NULL;
  if (!self->signs)
    {
      url = g_strdup (self->url);
      form = soup_form_encode ("grant_type", GRANT, "apikey", key, NULL);
    }
  else
    {
      account = troupe_google_account_new (key, &error);
      if (account != NULL)
        {
          assertion =
              troupe_google_account_make_assertion (account, g_get_real_time () / G_USEC_PER_SEC,
                                                    &error);
          if (assertion != NULL)
            {
              url = g_strdup (account->token_url);
              form = soup_form_encode ("grant_type", SIGNED_GRANT, "assertion", assertion, NULL);
            }
        }
    }
  if (form == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  call = g_new0 (Call, 1);
  g_task_set_task_data (task, call, call_free);
  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  call->target = target;
  call->host = uri != NULL ? troupe_uri_describe_host (uri) : g_strdup (url);
  call->signs = self->signs;
  call->text = g_string_new (NULL);
  body = g_bytes_new_take (form, strlen (form));
  troupe_llm_post_async (session,
                          &(TroupeLlmPost){ .url = url,
                                                .body = body,
                                                .type = FORM,
                                                .accept = "application/json",
                                                .connect_ms = CONNECT_MS,
                                                .first_byte_ms = ANSWER_MS,
                                                .idle_ms = ANSWER_MS,
                                                .total_ms = ANSWER_MS },
                          &listener, call, cancellable, called_cb, g_object_ref (task));
}

gboolean
troupe_llm_token_fetch_finish (TroupeLlmToken *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Object ----------------------------------------------------------------------------------- */

static void
troupe_llm_token_finalize (GObject *object)
{
  TroupeLlmToken *self = TROUPE_LLM_TOKEN (object);

  troupe_llm_token_forget (self);
  g_free (self->url);

  G_OBJECT_CLASS (troupe_llm_token_parent_class)->finalize (object);
}

static void
troupe_llm_token_class_init (TroupeLlmTokenClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_llm_token_finalize;
}

static void
troupe_llm_token_init (TroupeLlmToken *self)
{
}

TroupeLlmToken *
troupe_llm_token_new (const char *url, gboolean signs)
{
  TroupeLlmToken *self = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_LLM_TOKEN, NULL);
  self->url = g_strdup (url);
  self->signs = signs;

  return self;
}
