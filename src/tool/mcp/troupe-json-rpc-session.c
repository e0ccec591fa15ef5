/* troupe-json-rpc-session.c: JSON-RPC session: requests, responses and notifications
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-rpc-session"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#include "troupe-cancel.h"
#include "troupe-clock.h"
#include "troupe-json-rpc-session.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-message.h"
#include "troupe-mcp-questions.h"

#define META "io.modelcontextprotocol/"

struct _TroupeJsonRpcSession
{
  GObject parent_instance;

  TroupeMcpLink *link;
  GMainContext *context;
  GHashTable *pending; /* (element-type gint64 Pending) */
  gint64 last_id;
  char *version; /* (nullable) */
  gboolean is_modern;
  gboolean has_changed;
  GError *lost;                  /* (nullable) */
  const TroupeMcpAsker *asker;   /* (nullable) */
  TroupeMcpQuestions *questions; /* (nullable): NULL if the user cannot be prompted */
  gint64 asked_us;               /* start time of the user prompt, or 0 */
};

enum
{
  COMPLETED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeJsonRpcSession, troupe_json_rpc_session, G_TYPE_OBJECT)

typedef struct
{
  gint64 id;
  TroupeJsonRpcSession *talk;
  GTask *task;
  GSource *deadline;
  GSource *cancelled;
  guint timeout_ms;
  gint64 begin_us;
  double last_progress;
  gboolean is_kept;
  TroupeMcpProgressFunc progress;
  gpointer progress_data;
} Pending;

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  clear_source (&pending->deadline);
  clear_source (&pending->cancelled);
  g_clear_object (&pending->task);
  g_free (pending);
}

static TroupeMcpConfig *
get_config (TroupeJsonRpcSession *self)
{
  return troupe_mcp_link_get_config (self->link);
}

/* --- Messages -------------------------------------------------------------------------------- */

/* Adds the metadata of a message (_meta) to @params. (transfer full) (nullable) */
static TroupeValue *
make_params (TroupeJsonRpcSession *self, TroupeValue *params, gint64 progress_token)
{
  g_autoptr (TroupeValue) none = NULL;
  g_autoptr (TroupeValue) meta = NULL;
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (!self->is_modern && progress_token == 0)
    return params != NULL ? troupe_value_ref (params) : NULL;
  troupe_map_builder_init (&builder);
  if (self->is_modern)
    {
      troupe_map_builder_add (&builder, META "protocolVersion",
                              troupe_value_new_string (self->version, -1));
      troupe_map_builder_add (&builder, META "clientCapabilities",
                              troupe_mcp_message_make_capabilities (self->asker != NULL));
      troupe_map_builder_add (&builder, META "clientInfo", troupe_mcp_message_make_client ());
    }
  if (progress_token != 0)
    troupe_map_builder_add (&builder, "progressToken", troupe_value_new_integer (progress_token));
  meta = troupe_map_builder_end (&builder);
  if (params == NULL)
    params = none = troupe_mcp_message_make_empty ();
  return troupe_value_map_with (params, "_meta", meta);
}

void
troupe_json_rpc_session_notify (TroupeJsonRpcSession *self, const char *method, TroupeValue *params)
{
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMcpMessage message = { .method = method };

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (self) && method != NULL);

  if (self->lost != NULL)
    return;
  whole = make_params (self, params, 0);
  message.value = value = troupe_mcp_message_new (method, 0, whole);
  troupe_mcp_link_send (self->link, &message);
}

/* --- Completion of requests ------------------------------------------------------------------- */

/* @value: (transfer full) (nullable); @error: (transfer full) (nullable) */
static void
end (Pending *pending, TroupeValue *value, GError *error)
{
  g_autoptr (TroupeJsonRpcSession) self = g_object_ref (pending->talk);
  g_autoptr (GTask) task = g_steal_pointer (&pending->task);
  const gint64 id = pending->id;

  g_assert (pending != NULL);

  g_hash_table_remove (self->pending, &id);
  troupe_mcp_link_forget (self->link, id);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, value, (GDestroyNotify) troupe_value_unref);
}

/* Notifies the server that the caller no longer waits. */
static void
tell_cancelled (Pending *pending, const char *reason)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) params = NULL;

  g_assert (pending != NULL);

  if (pending->is_kept ||
      (pending->talk->is_modern && get_config (pending->talk)->kind == TROUPE_MCP_KIND_HTTP))
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "requestId", troupe_value_new_integer (pending->id));
  troupe_map_builder_add (&builder, "reason", troupe_value_new_string (reason, -1));
  params = troupe_map_builder_end (&builder);
  troupe_json_rpc_session_notify (pending->talk, "notifications/cancelled", params);
}

static gboolean
late_cb (gpointer user_data)
{
  Pending *pending = user_data;
  g_autoptr (TroupeJsonRpcSession) self = g_object_ref (pending->talk);
  g_autofree char *time = troupe_duration_format (
      (double) (g_get_monotonic_time () - pending->begin_us) / G_USEC_PER_SEC);
  GError *error = g_error_new (
      TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TIMEOUT,
      /* Translators: a command line or a host name, and a time such as “30 seconds” */
      _ ("The MCP server “%s” did not answer within %s. Try again, or check the server."),
      get_config (self)->label, time);

  tell_cancelled (pending, "timeout");
  end (pending, NULL, error);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Pending *pending = user_data;
  g_autoptr (TroupeJsonRpcSession) self = g_object_ref (pending->talk);

  g_assert (G_IS_CANCELLABLE (cancellable));

  tell_cancelled (pending, "cancelled");
  end (pending, NULL,
       g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                    _ ("The request of the MCP server “%s” was canceled."),
                    get_config (self)->label));
  return G_SOURCE_REMOVE;
}

static void
set_deadline (Pending *pending)
{
  const gint64 passed_ms = (g_get_monotonic_time () - pending->begin_us) / 1000;
  const gint64 left_ms = MAX ((gint64) TROUPE_MCP_LONGEST_MS - passed_ms, 0);

  g_assert (pending != NULL);

  clear_source (&pending->deadline);
  /* There is no deadline while the server waits for the user. */
  if (pending->talk->asked_us != 0)
    return;
  pending->deadline = g_timeout_source_new ((guint) MIN (left_ms, (gint64) pending->timeout_ms));
  g_source_set_static_name (pending->deadline, "troupe-mcp-talk deadline");
  g_source_set_callback (pending->deadline, late_cb, pending, NULL);
  g_source_attach (pending->deadline, pending->talk->context);
}

/* --- Received messages ------------------------------------------------------------------------ */

/* Returns the pending request with @id. Some servers return the ID as a string. */
static Pending *
find_pending (TroupeJsonRpcSession *self, TroupeValue *id)
{
  gint64 number = 0;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (id != NULL && troupe_value_is (id, TROUPE_VALUE_INTEGER))
    number = troupe_value_get_integer (id);
  else if (id == NULL || !troupe_value_is (id, TROUPE_VALUE_STRING) ||
           !g_ascii_string_to_signed (troupe_value_get_string (id, NULL), 10, 1, G_MAXINT64,
                                      &number, NULL))
    return NULL;
  return g_hash_table_lookup (self->pending, &number);
}

static gboolean
get_number (TroupeValue *map, const char *key, double *number)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;
  return TRUE;
}

static void
take_notice (TroupeJsonRpcSession *self, const char *method, TroupeValue *params)
{
  const char *id = NULL;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (g_str_equal (method, "notifications/tools/list_changed"))
    self->has_changed = TRUE;
  if (params == NULL || !troupe_value_is (params, TROUPE_VALUE_MAP))
    return;
  if (g_str_equal (method, "notifications/progress"))
    {
      Pending *pending =
          find_pending (self, troupe_value_map_lookup_string (params, "progressToken", -1));
      TroupeValue *text = troupe_value_map_lookup_string (params, "message", -1);
      double progress = 0;
      double total = NAN;

      /* Progress extends the deadline only if its value increases. */
      if (pending == NULL || pending->progress == NULL ||
          !get_number (params, "progress", &progress) || !(progress > pending->last_progress))
        return;
      get_number (params, "total", &total);
      pending->last_progress = progress;
      set_deadline (pending);
      pending->progress (progress, total,
                         text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (text, NULL)
                             : NULL,
                         pending->progress_data);
    }
  else if (g_str_equal (method, "notifications/cancelled") && self->questions != NULL)
    troupe_mcp_questions_withdraw (self->questions,
                                   troupe_value_map_lookup_string (params, "requestId", -1));
  else if (g_str_equal (method, "notifications/elicitation/complete") &&
           (id = troupe_value_get_member_text (params, "elicitationId")) != NULL)
    g_signal_emit (self, signals[COMPLETED], 0, id);
}

/* @value: (transfer full) */
static void
send_answer (TroupeJsonRpcSession *self, TroupeValue *value)
{
  g_autoptr (TroupeValue) answer = value;
  const TroupeMcpMessage message = { .value = answer };

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (self->lost == NULL)
    troupe_mcp_link_send (self->link, &message);
}

/* Responds to a request of the server, which always expects an answer. */
static void
answer (TroupeJsonRpcSession *self, const char *method, TroupeValue *id, TroupeValue *params)
{
  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (g_str_equal (method, "ping"))
    send_answer (self, troupe_mcp_message_new_answer (id, NULL));
  else if (g_str_equal (method, "elicitation/create") && self->questions != NULL &&
           !self->is_modern)
    troupe_mcp_questions_take (self->questions, id, params);
  else
    send_answer (self, troupe_mcp_message_new_refusal (id, TROUPE_MCP_UNKNOWN_METHOD,
                                                       "Method not found"));
}

static void
take_message (TroupeJsonRpcSession *self, TroupeValue *message)
{
  TroupeValue *method;
  TroupeValue *id;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (!troupe_value_is (message, TROUPE_VALUE_MAP))
    return;
  method = troupe_value_map_lookup_string (message, "method", -1);
  id = troupe_value_map_lookup_string (message, "id", -1);
  if (method == NULL)
    {
      Pending *pending = find_pending (self, troupe_value_map_lookup_string (message, "id", -1));
      TroupeValue *result = troupe_value_map_lookup_string (message, "result", -1);
      TroupeValue *refusal = troupe_value_map_lookup_string (message, "error", -1);

      if (pending == NULL)
        g_debug ("Ignored a response without a pending request");
      else if (refusal != NULL && troupe_value_is (refusal, TROUPE_VALUE_MAP))
        {
          TroupeValue *number = troupe_value_map_lookup_string (refusal, "code", -1);
          TroupeValue *words = troupe_value_map_lookup_string (refusal, "message", -1);
          const gint64 code = number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER)
                                  ? troupe_value_get_integer (number)
                                  : 0;
          g_autofree char *line = NULL;
          g_autofree char *error_message = NULL;

          if (words != NULL && troupe_value_is (words, TROUPE_VALUE_STRING))
            line =
                troupe_mcp_config_clean (get_config (self), troupe_value_get_string (words, NULL));
          error_message = g_strdup_printf (
              /* Translators: the first %s is a command line or a host name, the second the error message
               * of the server; the number is a JSON-RPC error code. */
              _ ("The MCP server “%s” returned an error: %s (%" PRId64 ")"),
              get_config (self)->label, line != NULL ? line : "?", code);
          end (pending, NULL,
               troupe_mcp_error_new_number (
                   code, troupe_value_map_lookup_string (refusal, "data", -1), error_message));
        }
      else if (result != NULL)
        end (pending, troupe_value_ref (result), NULL);
      else
        end (pending, NULL,
             g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                          _ ("The MCP server “%s” returned neither a result nor an error."),
                          get_config (self)->label));
    }
  else if (!troupe_value_is (method, TROUPE_VALUE_STRING))
    g_debug ("Ignored a message without a method");
  else if (id == NULL)
    take_notice (self, troupe_value_get_string (method, NULL),
                 troupe_value_map_lookup_string (message, "params", -1));
  else if (troupe_value_is (id, TROUPE_VALUE_STRING) || troupe_value_is (id, TROUPE_VALUE_INTEGER))
    answer (self, troupe_value_get_string (method, NULL), id,
            troupe_value_map_lookup_string (message, "params", -1));
}

static void
message_cb (TroupeMcpLink *link, TroupeValue *message, gpointer user_data)
{
  g_autoptr (TroupeJsonRpcSession) self = g_object_ref (user_data);
  g_autoptr (TroupeValue) kept = troupe_value_ref (message);

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (!troupe_value_is (message, TROUPE_VALUE_LIST))
    {
      take_message (self, message);
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (message); i++)
    take_message (self, troupe_value_list_get (message, i));
}

static void
lose_all (TroupeJsonRpcSession *self, const GError *error)
{
  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (self->lost == NULL)
    self->lost = g_error_copy (error);
  if (self->questions != NULL)
    troupe_mcp_questions_withdraw_all (self->questions);
  for (;;)
    {
      GHashTableIter iter;
      gpointer pending = NULL;

      g_hash_table_iter_init (&iter, self->pending);
      if (!g_hash_table_iter_next (&iter, NULL, &pending))
        return;
      end (pending, NULL, g_error_copy (error));
    }
}

static void
lost_cb (TroupeMcpLink *link, gint64 id, const GError *error, gpointer user_data)
{
  g_autoptr (TroupeJsonRpcSession) self = g_object_ref (user_data);
  Pending *pending = NULL;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (id == 0)
    {
      lose_all (self, error);
      return;
    }
  pending = g_hash_table_lookup (self->pending, &id);
  if (pending != NULL)
    end (pending, NULL, g_error_copy (error));
}

/* --- Requests -------------------------------------------------------------------------------- */

static Pending *
add_pending (TroupeJsonRpcSession *self,
             const TroupeMcpRequest *request,
             GTask *task,
             GCancellable *cancellable)
{
  Pending *pending = g_new0 (Pending, 1);

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  pending->id = ++self->last_id;
  pending->talk = self;
  pending->task = task;
  pending->timeout_ms = request->timeout_ms;
  pending->begin_us = g_get_monotonic_time ();
  pending->last_progress = -INFINITY;
  pending->is_kept = request->is_kept;
  pending->progress = request->progress;
  pending->progress_data = request->progress_data;
  g_hash_table_insert (self->pending, &pending->id, pending);
  set_deadline (pending);
  if (cancellable != NULL)
    {
      pending->cancelled = troupe_cancel_source_new (cancellable, self->context);
      g_source_set_callback (pending->cancelled, G_SOURCE_FUNC (cancelled_cb), pending, NULL);
      g_source_attach (pending->cancelled, self->context);
    }
  return pending;
}

void
troupe_json_rpc_session_request_async (TroupeJsonRpcSession *self,
                                       const TroupeMcpRequest *request,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeValue) params = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMcpMessage message = { 0 };
  Pending *pending;

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (self) && request != NULL &&
                    request->method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_json_rpc_session_request_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_set_check_cancellable (task, FALSE);
  if (self->lost != NULL)
    {
      g_task_return_error (task, g_error_copy (self->lost));
      return;
    }
  pending = add_pending (self, request, g_steal_pointer (&task), cancellable);
  params = make_params (self, request->params, request->progress != NULL ? pending->id : 0);
  value = troupe_mcp_message_new (request->method, pending->id, params);
  message =
      (TroupeMcpMessage){ pending->id, request->method, request->name, request->headers, value };
  troupe_mcp_link_send (self->link, &message);
}

TroupeValue *
troupe_json_rpc_session_request_finish (TroupeJsonRpcSession *self,
                                        GAsyncResult *result,
                                        GError **error)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Elicitation ------------------------------------------------------------------------------ */

static void
reply_cb (TroupeValue *id, TroupeValue *result, const GError *error, gpointer user_data)
{
  TroupeJsonRpcSession *self = user_data;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  if (result != NULL)
    send_answer (self, troupe_mcp_message_new_answer (id, result));
  else
    /* The user has seen the translated reason; the server gets an English message. */
    send_answer (self,
                 troupe_mcp_message_new_refusal (id, TROUPE_MCP_WRONG_PARAMETERS,
                                                 "The request contains neither a form nor a URL"));
}

/* Time spent waiting for the user does not count toward the deadlines. */
static void
asking_changed_cb (gboolean is_asking, gpointer user_data)
{
  TroupeJsonRpcSession *self = user_data;
  const gint64 passed_us = self->asked_us != 0 ? g_get_monotonic_time () - self->asked_us : 0;
  GHashTableIter iter;
  gpointer value = NULL;

  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  self->asked_us = is_asking ? g_get_monotonic_time () : 0;
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Pending *pending = value;

      pending->begin_us += passed_us;
      set_deadline (pending);
    }
}

void
troupe_json_rpc_session_set_asker (TroupeJsonRpcSession *self, const TroupeMcpAsker *asker)
{
  static const TroupeMcpQuestionsFuncs funcs = { reply_cb, asking_changed_cb };

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (self) && self->questions == NULL);

  self->asker = asker;
  if (asker != NULL)
    self->questions = troupe_mcp_questions_new (asker, get_config (self)->label, &funcs, self);
}

const TroupeMcpAsker *
troupe_json_rpc_session_get_asker (TroupeJsonRpcSession *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self), NULL);

  return self->asker;
}

/* --- The object ------------------------------------------------------------------------------ */

TroupeMcpLink *
troupe_json_rpc_session_get_link (TroupeJsonRpcSession *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self), NULL);

  return self->link;
}

void
troupe_json_rpc_session_set_version (TroupeJsonRpcSession *self,
                                     const char *version,
                                     gboolean is_modern)
{
  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (self));

  g_free (self->version);
  self->version = g_strdup (version);
  self->is_modern = is_modern;
  troupe_mcp_link_set_version (self->link, version, is_modern);
}

gboolean
troupe_json_rpc_session_is_modern (TroupeJsonRpcSession *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self), FALSE);

  return self->is_modern;
}

gboolean
troupe_json_rpc_session_is_lost (TroupeJsonRpcSession *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self), TRUE);

  return self->lost != NULL || troupe_mcp_link_is_closed (self->link);
}

void
troupe_json_rpc_session_end (TroupeJsonRpcSession *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (self));

  error = g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_CANCELLED,
                       _ ("The connection to the MCP server “%s” was closed."),
                       get_config (self)->label);
  lose_all (self, error);
}

gboolean
troupe_json_rpc_session_take_changed (TroupeJsonRpcSession *self)
{
  const gboolean has_changed = self->has_changed;

  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (self), FALSE);

  self->has_changed = FALSE;
  return has_changed;
}

static void
troupe_json_rpc_session_finalize (GObject *object)
{
  TroupeJsonRpcSession *self = TROUPE_JSON_RPC_SESSION (object);

  /* Each request holds a reference through its task. */
  g_assert (g_hash_table_size (self->pending) == 0);
  g_clear_pointer (&self->questions, troupe_mcp_questions_free);
  g_hash_table_unref (self->pending);
  g_signal_handlers_disconnect_by_data (self->link, self);
  g_object_unref (self->link);
  g_main_context_unref (self->context);
  g_clear_error (&self->lost);
  g_free (self->version);

  G_OBJECT_CLASS (troupe_json_rpc_session_parent_class)->finalize (object);
}

static void
troupe_json_rpc_session_class_init (TroupeJsonRpcSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = troupe_json_rpc_session_finalize;
  signals[COMPLETED] = g_signal_new ("completed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_json_rpc_session_init (TroupeJsonRpcSession *self)
{
  g_assert (TROUPE_IS_JSON_RPC_SESSION (self));

  self->context = g_main_context_ref_thread_default ();
  /* A random first ID avoids that stray responses match a request. */
  self->last_id = g_random_int_range (1, 1 << 30);
  self->pending = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, pending_free);
}

TroupeJsonRpcSession *
troupe_json_rpc_session_new (TroupeMcpLink *link)
{
  TroupeJsonRpcSession *self;

  g_return_val_if_fail (TROUPE_IS_MCP_LINK (link), NULL);

  self = g_object_new (TROUPE_TYPE_JSON_RPC_SESSION, NULL);
  self->link = g_object_ref (link);
  g_signal_connect (link, "message", G_CALLBACK (message_cb), self);
  g_signal_connect (link, "lost", G_CALLBACK (lost_cb), self);
  return self;
}
