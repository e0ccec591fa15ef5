/* troupe-llm-listing.c: lists the models of a service
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-listing"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-http-call.h"
#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-llm-listing.h"
#include "troupe-llm-status.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"
#include "troupe-sanitize-text.h"

/* Idle timeout in milliseconds. */
#define SILENCE_MS 20000u
#define LONGEST_ANSWER (8u * 1024 * 1024)

typedef struct
{
  TroupeLlmTarget *target;
  TroupeSecret *secret; /* (nullable) */
  char *host;
  guint status;
  GString *text;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *self = data;

  g_clear_pointer (&self->target, troupe_llm_target_free);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_string_free (self->text, TRUE);
  g_free (self->host);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Listing, listing_free)

/* --- Response --------------------------------------------------------------------------------- */

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Listing *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_llm_error_redact (error, self->secret);
  g_task_return_error (task, error);
}

/* Parses the names in the service's list. (transfer full) (nullable) */
static char **
read_names (TroupeValue *answer)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  TroupeValue *list = troupe_llm_wire_get_list (answer, "data");

  if (list == NULL)
    list = troupe_llm_wire_get_list (answer, "models");
  if (list == NULL)
    return NULL;
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *model = troupe_value_list_get (list, i);
      const char *name = NULL;

      if (!troupe_value_is (model, TROUPE_VALUE_MAP))
        continue;
      name = troupe_llm_wire_get_text (model, "id");
      if (name == NULL)
        name = troupe_llm_wire_get_text (model, "name");
      if (name != NULL)
        g_strv_builder_add (names, name);
    }

  return g_strv_builder_end (names);
}

static void
response_cb (SoupMessage *message, gpointer user_data)
{
  Listing *self = user_data;

  self->status = soup_message_get_status (message);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Listing *self = user_data;

  g_string_append_len (self->text, bytes, (gssize) length);

  return TROUPE_HTTP_MORE;
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_http_call_finish (result, &error))
    {
      Listing *self = g_task_get_task_data (task);
      const guint status = self->status;
      g_autoptr (TroupeValue) answer = NULL;
      g_autoptr (GError) cause = NULL;
      g_auto (GStrv) names = NULL;

      if (status < 200 || status > 299)
        {
          g_autofree char *detail = troupe_llm_detail_from_text (self->text->str, self->text->len);

          fail (task, troupe_llm_error_from_status (status, self->host, detail, self->target));
          return;
        }
      answer = troupe_value_from_json_within (self->text->str, self->text->len, TROUPE_LIMIT_VALUES,
                                              &cause);
      names = answer != NULL ? read_names (answer) : NULL;
      if (names != NULL)
        g_task_return_pointer (task, g_steal_pointer (&names), (GDestroyNotify) g_strfreev);
      else if (answer != NULL)
        fail (task,
              troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                    /* Translators: %s is a host name */
                                    _ ("The server at %s did not return a list of models. Check "
                                       "that the URL belongs to a model server."),
                                    self->host));
      else
        fail (task, troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                          _ ("The server at %s returned an answer that is not JSON "
                                             "(%s). Check that the URL belongs to a model server."),
                                          self->host, cause->message));
    }
  else
    {
      Listing *self = g_task_get_task_data (task);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        fail (task, g_error_copy (error));
      else if (g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE))
        fail (task,
              troupe_llm_error_new (TROUPE_LLM_ERROR_LIMIT,
                                    /* Translators: %s is a host name */
                                    _ ("The server at %s returned a list of models that is too "
                                       "large. Check that the URL belongs to a model server."),
                                    self->host));
      else if (g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_INVALID))
        fail (task, troupe_llm_error_new (
                        TROUPE_LLM_ERROR_INVALID,
                        _ ("The server at %s sent an invalid HTTP response (%s). Check the URL."),
                        self->host, error->message));
      else if (g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_LOOKUP) ||
               g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_LOOKUP_FAILED))
        fail (task, troupe_llm_error_new (
                        TROUPE_LLM_ERROR_UNREACHABLE,
                        _ ("Could not find the server %s (%s). Check the URL and the network."),
                        self->host, error->message));
      else
        fail (task,
              troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                    _ ("Could not reach the server at %s (%s). Check that it is "
                                       "running and that the URL is correct."),
                                    self->host, error->message));
    }
}

/* --- Request ---------------------------------------------------------------------------------- */

gboolean
troupe_llm_listing_is_possible (const TroupeProvider *provider)
{
  g_return_val_if_fail (provider != NULL, FALSE);

  /* Bedrock lists its models at another address, with a signature for another service. */
  return provider->is_spoken && provider->wire != TROUPE_WIRE_MOCK &&
         provider->wire != TROUPE_WIRE_BEDROCK && provider->wire != TROUPE_WIRE_SNOWFLAKE;
}

/* Returns the URL of the list. (transfer full) */
static char *
make_url (const TroupeLlmTarget *target)
{
  g_autofree char *url = NULL;

  g_assert (target != NULL);

  switch (target->service->wire)
    {
    case TROUPE_WIRE_ANTHROPIC:
      url = troupe_llm_wire_make_url (target, "v1/models");
      return troupe_llm_wire_add_query (url, "limit", "1000");
    case TROUPE_WIRE_GEMINI:
      url = troupe_llm_wire_make_url (target, "v1beta/models");
      return troupe_llm_wire_add_query (url, "pageSize", "1000");
    case TROUPE_WIRE_AZURE:
      url = troupe_llm_wire_make_url (target, "openai/models");
      return troupe_llm_wire_add_query (url, "api-version", target->api_version);
    case TROUPE_WIRE_OPENAI_CHAT:
    case TROUPE_WIRE_OPENAI_RESPONSES:
    case TROUPE_WIRE_OLLAMA:
    case TROUPE_WIRE_BEDROCK:
    case TROUPE_WIRE_SNOWFLAKE:
    case TROUPE_WIRE_MOCK:
    default:
      return troupe_llm_wire_make_url (target, "models");
    }
}

/* Sends the request. Redirects are not followed. @task: (transfer full) */
static void
request_list (GTask *task, GUri *uri)
{
  static const TroupeHttpListener listener = { .on_response = response_cb, .on_bytes = bytes_cb };
  static const char *const anthropic[] = { "anthropic-version", "2023-06-01", NULL };
  Listing *self = g_task_get_task_data (task);
  g_auto (GStrv) headers = troupe_llm_target_get_secret_headers (self->target, FALSE);
  g_autoptr (SoupSession) session = troupe_llm_session_new (1);
  const TroupeHttpRequest request = {
    .uri = uri,
    .accept = "application/json",
    .headers = self->target->service->wire == TROUPE_WIRE_ANTHROPIC ? anthropic : NULL,
    .secret_headers = (const char *const *) headers,
    .is_of_user = TRUE,
    .limit = LONGEST_ANSWER,
    .connect_ms = SILENCE_MS,
    .first_byte_ms = SILENCE_MS,
    .idle_ms = SILENCE_MS,
  };

  g_assert (G_IS_TASK (task));

  troupe_http_call_async (session, &request, &listener, self, g_task_get_cancellable (task),
                          called_cb, task);
}

void
troupe_llm_listing_async (const TroupeProvider *provider,
                          TroupeLlmEnvironmentFunc environment,
                          gpointer user_data,
                          GDestroyNotify destroy,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer callback_data)
{
  g_autoptr (TroupeLlmEnvironment) from = NULL;
  g_autoptr (Listing) self = g_new0 (Listing, 1);
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *model = NULL;
  g_autoptr (GUri) uri = NULL;

  g_return_if_fail (provider != NULL);
  g_return_if_fail (troupe_llm_listing_is_possible (provider));

  from = troupe_llm_environment_new (environment, user_data, destroy);
  task = g_task_new (NULL, cancellable, callback, callback_data);
  g_task_set_source_tag (task, troupe_llm_listing_async);
  self->text = g_string_new (NULL);
  /* This model name is a placeholder that is never sent. It has two components, because some
   * services require that. */
  model = g_strconcat (provider->prefixes[0], "/any/model", NULL);
  self->target = troupe_llm_target_new (model, NULL, from, &error);
  if (self->target != NULL)
    self->secret = troupe_llm_target_get_secret (self->target);
  if (self->target != NULL)
    {
      g_autofree char *url = NULL;
      g_autoptr (GUri) url_uri = NULL;

      url = make_url (self->target);
      url_uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
      if (url_uri != NULL && troupe_http_is_web_address (url_uri))
        {
          self->host = troupe_uri_describe_host (url_uri);
          uri = g_steal_pointer (&url_uri);
        }
      else
        g_propagate_error (
            &error, troupe_llm_error_new (
                        TROUPE_LLM_ERROR_UNREACHABLE,
                        /* Translators: %s is the text that the user entered */
                        _ ("“%s” is not a valid URL. Expected a URL such as https://host/path."),
                        self->target->base_url));
    }
  g_task_set_task_data (task, g_steal_pointer (&self), listing_free);
  if (uri != NULL)
    request_list (g_steal_pointer (&task), uri);
  else
    fail (task, g_steal_pointer (&error));
}

char **
troupe_llm_listing_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
