/* troupe-a2a-client.c: A2A client: JSON-RPC requests to one remote agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-a2a-client"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <math.h>
#include <string.h>

#include "troupe-a2a-client.h"
#include "troupe-a2a-task.h"
#include "troupe-cancel.h"
#include "troupe-clock.h"
#include "troupe-limits.h"
#include "troupe-web-exchange.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"

#define USER_AGENT "Troupe/" TROUPE_VERSION
/* Default polling interval and history length of a task. They are used if the document does not
 * set them. */
#define USUAL_INTERVAL_S 1.0
#define USUAL_HISTORY 100u

struct _TroupeA2aClient
{
  GObject parent_instance;

  TroupeA2aConfig *config;
  GMainContext *context;
  SoupSession *session;
  TroupeA2aCard *card; /* (nullable) */
  TroupeValue *card_value; /* (nullable): what @card was read from */
};

G_DEFINE_FINAL_TYPE (TroupeA2aClient, troupe_a2a_client, G_TYPE_OBJECT)

/* State of one GTask, which sends one request after another. @task: (nullable): the A2A task, if
 * a message is sent; @silence: timeout for a server that sends nothing; @pause: delay until the
 * next poll; @n_polls, @begun_us: number of polls and start time; @failure: (nullable):
 * describes why a response was invalid */
typedef struct
{
  TroupeWebExchange *exchange;
  TroupeA2aTask *task;
  GSource *silence;
  GSource *pause;
  GSource *cancelled;
  gsize n_bytes;
  guint n_polls;
  gint64 begun_us;
  char *failure;
} Talk;

static void poll (GTask *task);
static void go_on (GTask *task);

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
let_go (Talk *talk)
{
  clear_source (&talk->silence);
  clear_source (&talk->pause);
  clear_source (&talk->cancelled);
  if (talk->exchange != NULL)
    troupe_web_exchange_cancel (g_steal_pointer (&talk->exchange));
}

static void
talk_free (gpointer data)
{
  Talk *talk = data;

  let_go (talk);
  g_clear_pointer (&talk->task, troupe_a2a_task_free);
  g_free (talk->failure);
  g_free (talk);
}

static TroupeA2aClient *
get_client (GTask *task)
{
  return TROUPE_A2A_CLIENT (g_task_get_source_object (task));
}

/* --- Completion ------------------------------------------------------------------------------- */

/* Completes @task. The sources and the exchange of its data hold a reference to @task, which is
 * released here. */
static void
end (GTask *task, TroupeValue *value)
{
  let_go (g_task_get_task_data (task));
  g_task_return_pointer (task, value, (GDestroyNotify) troupe_value_unref);
  g_object_unref (task);
}

static void
end_with_error (GTask *task, GError *error)
{
  let_go (g_task_get_task_data (task));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
fail (GTask *task, const char *message)
{
  Talk *talk = g_task_get_task_data (task);
  const TroupeA2aConfig *config = get_client (task)->config;
  g_autofree char *shown = troupe_text_to_line (message);
  const gsize length = strlen (shown);
  g_autofree char *sentence = NULL;

  g_assert (G_IS_TASK (task));

  /* Some error messages end with a full stop. It is removed, because the sentence below adds
   * one. */
  if (length > 0 && shown[length - 1] == '.')
    shown[length - 1] = '\0';
  /* Translators: %s are a host name and a description of the error. */
  sentence =
      g_strdup_printf (_ ("The call of the remote agent at %s failed: %s."), config->label, shown);

  if (talk->task != NULL)
    end (task, troupe_a2a_task_fail (talk->task, sentence));
  else
    end_with_error (task, g_error_new_literal (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                                               sentence));
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end_with_error (task, error);
  return G_SOURCE_REMOVE;
}

static gboolean
silence_cb (gpointer user_data)
{
  GTask *task = user_data;
  Talk *talk = g_task_get_task_data (task);
  const TroupeA2aConfig *config = get_client (task)->config;
  g_autofree char *message =
      g_strdup_printf (ngettext ("it sent nothing for %u second", "it sent nothing for %u seconds",
                                 config->timeout_s),
                       config->timeout_s);

  clear_source (&talk->silence);
  if (talk->exchange != NULL)
    troupe_web_exchange_cancel (g_steal_pointer (&talk->exchange));
  /* The remote task continues without its stream and can be polled. */
  if (talk->task != NULL && troupe_a2a_task_get_id (talk->task) != NULL)
    go_on (task);
  else
    fail (task, message);
  return G_SOURCE_REMOVE;
}

static void
wait_for_words (GTask *task)
{
  Talk *talk = g_task_get_task_data (task);
  TroupeA2aClient *self = get_client (task);

  clear_source (&talk->silence);
  talk->silence = g_timeout_source_new_seconds (self->config->timeout_s);
  g_source_set_callback (talk->silence, silence_cb, task, NULL);
  g_source_attach (talk->silence, self->context);
}

/* Returns: (transfer full): a new task; end() releases the reference */
static GTask *
talk_new (TroupeA2aClient *self,
          GCancellable *cancellable,
          gpointer tag,
          GAsyncReadyCallback callback,
          gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Talk *talk = g_new0 (Talk, 1);

  g_assert (TROUPE_IS_A2A_CLIENT (self));

  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, talk, talk_free);
  g_task_set_check_cancellable (task, FALSE);
  talk->begun_us = g_get_monotonic_time ();
  if (cancellable == NULL)
    return task;
  talk->cancelled = troupe_cancel_source_new (cancellable, self->context);
  g_source_set_callback (talk->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (talk->cancelled, self->context);
  return task;
}

static void
add_header (GPtrArray *headers, const char *name, const char *value)
{
  g_ptr_array_add (headers, g_strdup (name));
  g_ptr_array_add (headers, g_strdup (value));
}

/* --- Reading the card ------------------------------------------------------------------------- */

gboolean
troupe_a2a_client_set_card (TroupeA2aClient *self, TroupeValue *value, GError **error)
{
  g_autoptr (TroupeA2aCard) card = NULL;

  g_return_val_if_fail (TROUPE_IS_A2A_CLIENT (self) && value != NULL, FALSE);

  card = troupe_a2a_card_new (self->config, value, error);
  if (card == NULL)
    return FALSE;
  g_clear_pointer (&self->card, troupe_a2a_card_unref);
  self->card = g_steal_pointer (&card);
  troupe_value_ref (value);
  g_clear_pointer (&self->card_value, troupe_value_unref);
  self->card_value = value;
  return TRUE;
}

TroupeValue *
troupe_a2a_client_get_card_value (TroupeA2aClient *self)
{
  g_return_val_if_fail (TROUPE_IS_A2A_CLIENT (self), NULL);

  return self->card_value;
}

static void
take_card (GTask *task, GBytes *body)
{
  TroupeA2aClient *self = get_client (task);
  g_autoptr (TroupeValue) value = NULL;
  GError *error = NULL;
  gsize length = 0;
  const char *text = g_bytes_get_data (body, &length);

  value =
      length > 0 ? troupe_value_from_json_within (text, length, TROUPE_LIMIT_VALUES, NULL) : NULL;
  if (value == NULL)
    value = troupe_value_new_null ();
  if (!troupe_a2a_client_set_card (self, value, &error))
    {
      end_with_error (task, error);
      return;
    }
  let_go (g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static char *
describe_status (guint status)
{
  if (status == 401 || status == 403)
    return g_strdup_printf (
        /* Translators: %u is an HTTP status code, such as 401. */
        _ ("it requires authentication (status %u), which a document cannot provide"), status);
  /* Translators: %u is an HTTP status code, such as 500. */
  return g_strdup_printf (_ ("it returned status %u"), status);
}

static void
card_ended_cb (TroupeWebExchange *exchange, GBytes *body, const GError *error, gpointer user_data)
{
  GTask *task = user_data;
  Talk *talk = g_task_get_task_data (task);
  const guint status = troupe_web_exchange_get_status (exchange);

  g_assert (G_IS_TASK (task));

  talk->exchange = NULL;
  if (error != NULL)
    fail (task, error->message);
  else if (status >= 300)
    {
      g_autofree char *message = describe_status (status);

      fail (task, message);
    }
  else
    take_card (task, body);
}

static void
event_ignored_cb (TroupeWebExchange *exchange,
                  const char *type,
                  const char *data,
                  gsize length,
                  gpointer user_data)
{
  wait_for_words (user_data);
}

static const TroupeWebExchangeFuncs card_funcs = { NULL, event_ignored_cb, card_ended_cb };

void
troupe_a2a_client_read_card_async (TroupeA2aClient *self,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  GTask *task;
  Talk *talk;

  g_return_if_fail (TROUPE_IS_A2A_CLIENT (self));

  task = talk_new (self, cancellable, troupe_a2a_client_read_card_async, callback, user_data);
  talk = g_task_get_task_data (task);
  add_header (headers, "Accept", "application/json");
  wait_for_words (task);
  talk->exchange = troupe_web_exchange_start (
      self->session,
      &(TroupeWebExchangeRequest){ SOUP_METHOD_GET, self->config->card_uri, NULL, headers },
      &card_funcs, task);
}

const TroupeA2aCard *
troupe_a2a_client_read_card_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_boolean (G_TASK (result), error) ? self->card : NULL;
}

/* --- Sending messages ------------------------------------------------------------------------- */

/* Processes a response of the server. If the response is invalid, returns FALSE and sets the
 * failure of @talk. */
static gboolean
take_response (Talk *talk, const char *text, gsize length)
{
  g_autoptr (TroupeValue) response =
      troupe_value_from_json_within (text, length, TROUPE_LIMIT_VALUES, NULL);
  TroupeValue *error = response != NULL ? troupe_value_get_member (response, "error") : NULL;
  TroupeValue *result = response != NULL ? troupe_value_get_member (response, "result") : NULL;
  const char *words = error != NULL ? troupe_value_get_member_text (error, "message") : NULL;

  g_assert (talk->task != NULL);

  g_clear_pointer (&talk->failure, g_free);
  /* Values of many small parts take much more memory than their text. */
  talk->n_bytes += MAX (length, response != NULL ? troupe_value_get_weight (response) : 0);
  if (error != NULL && !troupe_value_is (error, TROUPE_VALUE_NULL))
    talk->failure = g_strdup (words != NULL ? words : _ ("it returned an error"));
  else if (talk->n_bytes > TROUPE_A2A_LIMIT_ANSWER)
    talk->failure = g_strdup (_ ("its answer is larger than 32 MB"));
  else if (result == NULL || !troupe_a2a_task_take (talk->task, result))
    talk->failure = g_strdup (_ ("its answer does not follow the A2A protocol"));
  return talk->failure == NULL;
}

static void
message_event_cb (TroupeWebExchange *exchange,
                  const char *type,
                  const char *data,
                  gsize length,
                  gpointer user_data)
{
  GTask *task = user_data;
  Talk *talk = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  wait_for_words (task);
  if (!take_response (talk, data, length))
    fail (task, talk->failure);
  else if (troupe_a2a_task_is_over (talk->task))
    end (task, troupe_a2a_task_end (talk->task));
}

static gboolean
poll_cb (gpointer user_data)
{
  GTask *task = user_data;
  Talk *talk = g_task_get_task_data (task);

  clear_source (&talk->pause);
  poll (task);
  return G_SOURCE_REMOVE;
}

/* Checks the polling limits. If they are exhausted, returns FALSE and fails the task. */
static gboolean
may_poll (GTask *task)
{
  Talk *talk = g_task_get_task_data (task);
  const TroupeA2aConfig *config = get_client (task)->config;
  const double elapsed = (double) (g_get_monotonic_time () - talk->begun_us) / G_USEC_PER_SEC;
  const double longest =
      config->poll_timeout_s > 0 ? config->poll_timeout_s : (double) config->timeout_s;
  g_autofree char *message = NULL;

  if (config->max_polls > 0 && talk->n_polls >= config->max_polls)
    message = g_strdup_printf (ngettext ("it had not finished after %u request",
                                         "it had not finished after %u requests", talk->n_polls),
                               talk->n_polls);
  else if (talk->n_polls > 0 && elapsed > longest)
    {
      g_autofree char *time = troupe_duration_format (round (elapsed));

      /* Translators: %s is a time such as “30 seconds” */
      message = g_strdup_printf (_ ("it had not finished after %s"), time);
    }
  if (message != NULL)
    fail (task, message);
  return message == NULL;
}

/* Polls a task that is not finished and has no stream. */
static void
go_on (GTask *task)
{
  Talk *talk = g_task_get_task_data (task);
  TroupeA2aClient *self = get_client (task);
  const double interval = self->config->updates == TROUPE_A2A_UPDATES_POLL
                              ? self->config->interval_s
                              : USUAL_INTERVAL_S;

  if (!may_poll (task))
    return;
  if (talk->n_polls == 0)
    {
      poll (task);
      return;
    }
  talk->pause = g_timeout_source_new ((guint) MIN (interval * 1000.0, G_MAXINT));
  g_source_set_callback (talk->pause, poll_cb, task, NULL);
  g_source_attach (talk->pause, self->context);
}

/* Handles the end of a request. Processes the response, or polls the remote task if it is known. */
static void
message_ended_cb (TroupeWebExchange *exchange,
                  GBytes *body,
                  const GError *error,
                  gpointer user_data)
{
  GTask *task = user_data;
  Talk *talk = g_task_get_task_data (task);
  const guint status = troupe_web_exchange_get_status (exchange);
  const gboolean is_known = troupe_a2a_task_get_id (talk->task) != NULL;
  g_autofree char *message = NULL;
  gsize length = 0;
  const char *text = g_bytes_get_data (body, &length);

  g_assert (G_IS_TASK (task));

  talk->exchange = NULL;
  clear_source (&talk->silence);
  if (error != NULL)
    message = g_strdup (error->message);
  else if (status >= 300)
    message = describe_status (status);
  else if (!troupe_web_exchange_is_stream (exchange) && !take_response (talk, text, length))
    message = g_strdup (talk->failure);
  /* If the remote task is known, a broken connection is not an error. An error response is
   * always an error. */
  if (message != NULL && (!is_known || error == NULL))
    fail (task, message);
  else if (troupe_a2a_task_is_over (talk->task))
    end (task, troupe_a2a_task_end (talk->task));
  else if (troupe_a2a_task_get_id (talk->task) != NULL)
    go_on (task);
  else
    fail (task, _ ("its stream ended before the answer was complete"));
}

static const TroupeWebExchangeFuncs message_funcs = { NULL, message_event_cb, message_ended_cb };

/* @params: (transfer full) */
static void
request (GTask *task, const char *method, TroupeValue *params)
{
  Talk *talk = g_task_get_task_data (task);
  TroupeA2aClient *self = get_client (task);
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *extensions = g_strjoinv (", ", self->config->extensions);
  char *json = NULL;
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_A2A_CLIENT (self));

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (id, -1));
  troupe_map_builder_add (&builder, "jsonrpc", troupe_value_new_string ("2.0", -1));
  troupe_map_builder_add (&builder, "method", troupe_value_new_string (method, -1));
  troupe_map_builder_add (&builder, "params", params);
  value = troupe_map_builder_end (&builder);
  json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  body = g_bytes_new_take (json, strlen (json));
  add_header (headers, "Accept", "application/json, text/event-stream");
  if (*extensions != '\0')
    add_header (headers, "X-A2A-Extensions", extensions);
  wait_for_words (task);
  talk->exchange = troupe_web_exchange_start (
      self->session,
      &(TroupeWebExchangeRequest){ SOUP_METHOD_POST, self->card->uri, body, headers },
      &message_funcs, task);
}

static void
poll (GTask *task)
{
  Talk *talk = g_task_get_task_data (task);
  const TroupeA2aConfig *config = get_client (task)->config;
  const guint length =
      config->updates == TROUPE_A2A_UPDATES_POLL ? config->history_length : USUAL_HISTORY;
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  talk->n_polls++;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "historyLength", troupe_value_new_integer (length));
  troupe_map_builder_add (&builder, "id",
                          troupe_value_new_string (troupe_a2a_task_get_id (talk->task), -1));
  request (task, "tasks/get", troupe_map_builder_end (&builder));
}

static TroupeValue *
make_params (TroupeA2aClient *self, TroupeValue *message)
{
  const gboolean waits = self->config->updates != TROUPE_A2A_UPDATES_POLL;
  TroupeMapBuilder configuration;
  TroupeMapBuilder builder;
  char **texts;
  guint n;
  g_autofree TroupeValue **items = NULL;

  g_assert (TROUPE_IS_A2A_CLIENT (self));

  troupe_map_builder_init (&configuration);
  texts = self->card->output_modes;
  n = g_strv_length (texts);
  items = g_new0 (TroupeValue *, n + 1);
  for (guint i = 0; i < n; i++)
    items[i] = troupe_value_new_string (texts[i], -1);
  troupe_map_builder_add (&configuration, "acceptedOutputModes", troupe_value_new_list (items, n));
  troupe_map_builder_add (&configuration, "blocking", troupe_value_new_boolean (waits));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "configuration", troupe_map_builder_end (&configuration));
  troupe_map_builder_add (&builder, "message", troupe_value_ref (message));
  return troupe_map_builder_end (&builder);
}

void
troupe_a2a_client_send_async (TroupeA2aClient *self,
                              TroupeValue *message,
                              TroupeValue *history,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (TroupeValue) all = NULL;
  GTask *task;
  Talk *talk;
  gboolean streams;
  gsize n;
  g_autofree TroupeValue **items = NULL;

  g_return_if_fail (TROUPE_IS_A2A_CLIENT (self) && self->card != NULL);
  g_return_if_fail (message != NULL && history != NULL);

  n = troupe_value_list_get_length (history);
  items = g_new0 (TroupeValue *, n + 1);
  for (gsize i = 0; i < n; i++)
    items[i] = troupe_value_ref (troupe_value_list_get (history, i));
  items[n] = troupe_value_ref (message);
  all = troupe_value_new_list (items, n + 1);
  task = talk_new (self, cancellable, troupe_a2a_client_send_async, callback, user_data);
  talk = g_task_get_task_data (task);
  talk->task = troupe_a2a_task_new (all);
  if (self->config->updates == TROUPE_A2A_UPDATES_PUSH)
    {
      fail (task, _ ("“updates” contains a URL that the agent would call, but Troupe does not "
                     "listen for calls; remove it, or set an “interval”"));
      return;
    }
  streams = self->card->streams && self->config->updates == TROUPE_A2A_UPDATES_STREAM;
  request (task, streams ? "message/stream" : "message/send", make_params (self, message));
}

TroupeValue *
troupe_a2a_client_send_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- The object -------------------------------------------------------------------------------- */

const TroupeA2aConfig *
troupe_a2a_client_get_config (TroupeA2aClient *self)
{
  g_return_val_if_fail (TROUPE_IS_A2A_CLIENT (self), NULL);

  return self->config;
}

const TroupeA2aCard *
troupe_a2a_client_get_card (TroupeA2aClient *self)
{
  g_return_val_if_fail (TROUPE_IS_A2A_CLIENT (self), NULL);

  return self->card;
}

static void
troupe_a2a_client_finalize (GObject *object)
{
  TroupeA2aClient *self = TROUPE_A2A_CLIENT (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->card, troupe_a2a_card_unref);
  g_clear_pointer (&self->card_value, troupe_value_unref);
  g_clear_pointer (&self->config, troupe_a2a_config_unref);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (troupe_a2a_client_parent_class)->finalize (object);
}

static void
troupe_a2a_client_class_init (TroupeA2aClientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_a2a_client_finalize;
}

static void
troupe_a2a_client_init (TroupeA2aClient *self)
{
  g_assert (TROUPE_IS_A2A_CLIENT (self));

  self->context = g_main_context_ref_thread_default ();
  self->session = soup_session_new ();
  soup_session_set_user_agent (self->session, USER_AGENT);
}

TroupeA2aClient *
troupe_a2a_client_new (TroupeA2aConfig *config)
{
  TroupeA2aClient *self;

  g_return_val_if_fail (config != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_A2A_CLIENT, NULL);
  self->config = troupe_a2a_config_ref (config);
  return self;
}
