/* troupe-llm-listing.c: lists the models of a service
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-listing"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-llm-listing.h"
#include "troupe-llm-status.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"
#include "troupe-sanitize-text.h"

/* Idle timeout in seconds. */
#define SILENCE 20u
#define LONGEST_ANSWER (8u * 1024 * 1024)
#define PIECE (64u * 1024)

typedef struct
{
  SoupSession *session;
  SoupMessage *message;
  GInputStream *stream; /* (nullable) */
  TroupeLlmTarget *target;
  TroupeSecret *secret; /* (nullable) */
  char *host;
  GString *text;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *self = data;

  g_clear_object (&self->stream);
  g_clear_object (&self->message);
  g_clear_object (&self->session);
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

/* @cause: why the request failed */
static void
fail_unreachable (GTask *task, const GError *cause)
{
  Listing *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (task, g_error_copy (cause));
  else if (cause->domain == SOUP_SESSION_ERROR)
    fail (task, troupe_llm_error_new (
                    TROUPE_LLM_ERROR_INVALID,
                    _ ("The server at %s sent an invalid HTTP response (%s). Check the URL."),
                    self->host, cause->message));
  else
    fail (task, troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                      _ ("Could not reach the server at %s (%s). Check that it is "
                                         "running and that the URL is correct."),
                                      self->host, cause->message));
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
take_answer (GTask *task)
{
  Listing *self = g_task_get_task_data (task);
  const guint status = soup_message_get_status (self->message);
  g_autoptr (TroupeValue) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;

  g_assert (G_IS_TASK (task));

  if (status < 200 || status > 299)
    {
      g_autofree char *detail = troupe_llm_detail_from_text (self->text->str, self->text->len);

      fail (task, troupe_llm_error_from_status (status, self->host, detail, self->target));
      return;
    }
  answer =
      troupe_value_from_json_within (self->text->str, self->text->len, TROUPE_LIMIT_VALUES, &error);
  names = answer != NULL ? read_names (answer) : NULL;
  if (names != NULL)
    g_task_return_pointer (task, g_steal_pointer (&names), (GDestroyNotify) g_strfreev);
  else if (answer != NULL)
    fail (task, troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                      /* Translators: %s is a host name */
                                      _ ("The server at %s did not return a list of models. Check "
                                         "that the URL belongs to a model server."),
                                      self->host));
  else
    fail (task, troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                      _ ("The server at %s returned an answer that is not JSON "
                                         "(%s). Check that the URL belongs to a model server."),
                                      self->host, error->message));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  Listing *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) piece =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  gsize length = 0;
  const char *bytes = piece != NULL ? g_bytes_get_data (piece, &length) : NULL;

  g_assert (G_IS_TASK (task));

  if (piece == NULL)
    {
      fail_unreachable (task, error);
      return;
    }
  g_string_append_len (self->text, bytes, (gssize) length);
  if (length == 0)
    take_answer (task);
  else if (self->text->len > LONGEST_ANSWER)
    fail (task, troupe_llm_error_new (TROUPE_LLM_ERROR_LIMIT,
                                      /* Translators: %s is a host name */
                                      _ ("The server at %s returned a list of models that is too "
                                         "large. Check that the URL belongs to a model server."),
                                      self->host));
  else
    g_input_stream_read_bytes_async (self->stream, PIECE, G_PRIORITY_DEFAULT,
                                     g_task_get_cancellable (task), read_cb, g_object_ref (task));
}

static void
sent_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  Listing *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_TASK (task));

  self->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  if (self->stream == NULL)
    fail_unreachable (task, error);
  else
    g_input_stream_read_bytes_async (self->stream, PIECE, G_PRIORITY_DEFAULT,
                                     g_task_get_cancellable (task), read_cb, g_object_ref (task));
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

/* Disables content decoding, password prompts, and redirects, which might send the key to
 * another server. */
static gboolean
prepare (Listing *self, GError **error)
{
  const TroupeLlmTarget *target = self->target;
  g_auto (GStrv) headers = troupe_llm_target_get_secret_headers (target, FALSE);
  g_autofree char *url = make_url (target);
  SoupMessageHeaders *request;
  GUri *uri;

  g_assert (self != NULL);

  self->message = soup_message_new (SOUP_METHOD_GET, url);
  uri = self->message != NULL ? soup_message_get_uri (self->message) : NULL;
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_UNREACHABLE,
                     /* Translators: %s is the text that the user entered */
                     _ ("“%s” is not a valid URL. Expected a URL such as https://host/path."),
                     target->base_url));
      return FALSE;
    }
  self->host = troupe_uri_describe_host (uri);
  soup_message_add_flags (self->message, SOUP_MESSAGE_NO_REDIRECT);
  request = soup_message_get_request_headers (self->message);
  soup_message_headers_replace (request, "Accept", "application/json");
  for (guint i = 0; headers[i] != NULL; i += 2)
    soup_message_headers_replace (request, headers[i], headers[i + 1]);
  if (target->service->wire == TROUPE_WIRE_ANTHROPIC)
    soup_message_headers_replace (request, "anthropic-version", "2023-06-01");
  self->session = troupe_llm_session_new (1);
  g_object_set (self->session, "timeout", SILENCE, NULL);

  return TRUE;
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
  gboolean is_ready;

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
  is_ready = self->target != NULL && prepare (self, &error);
  g_task_set_task_data (task, self, listing_free);
  if (!is_ready)
    {
      g_steal_pointer (&self);
      fail (task, g_steal_pointer (&error));
      return;
    }
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, cancellable, sent_cb,
                           g_object_ref (task));
  g_steal_pointer (&self);
}

char **
troupe_llm_listing_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
