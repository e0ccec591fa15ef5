/* troupe-mcp-connection.c: connection to an MCP server, with protocol version negotiation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-connection"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-connection.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-http.h"
#include "troupe-mcp-message.h"
#include "troupe-mcp-stdio.h"

/* Timeout for the response to the modern handshake. */
#define PROBE_MS 4000u
/* Error codes that only modern servers return. */
#define HEADER_MISMATCH (-32020)
#define MISSING_CAPABILITY (-32021)
#define UNSUPPORTED_VERSION (-32022)
/* Maximum number of servers whose era is remembered. */
#define MOST_ERAS 1000u

struct _TroupeMcpConnection
{
  GObject parent_instance;

  TroupeMcpConfig *config;
  TroupeJsonRpcSession *talk; /* (nullable): NULL until it has been started */
  TroupeValue *server_info;
  char *version;
};

G_DEFINE_FINAL_TYPE (TroupeMcpConnection, troupe_mcp_connection, G_TYPE_OBJECT)

typedef struct
{
  TroupeMcpConnection *connection;
  TroupeMcpPlace *place;
  const TroupeMcpAsker *asker;
  gint64 deadline_us;
  gboolean is_second; /* second start, after the modern handshake ended the program */
  gboolean is_old;    /* protocol of 2024 (SSE stream) */
} Opening;

static guint probe_ms = PROBE_MS;
/* Servers that are known to support only the legacy protocol. Locked, because each engine has
 * its own thread. */
static GMutex eras_lock;
static GHashTable *legacy_servers;

static void initialize (GTask *task);
static void begin_link (GTask *task);

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_object (&opening->connection);
  troupe_mcp_place_free (opening->place);
  g_free (opening);
}

/* --- Remembered eras -------------------------------------------------------------------------- */

static char *
make_era_key (TroupeMcpConfig *config)
{
  g_autofree char *arguments = NULL;

  g_assert (config != NULL);

  if (config->kind == TROUPE_MCP_KIND_HTTP)
    return g_uri_to_string (config->uri);
  arguments = g_strjoinv ("\n", config->arguments);
  return g_strconcat (config->command, "\n", arguments, NULL);
}

static gboolean
is_known_legacy (TroupeMcpConfig *config)
{
  g_autofree char *key = make_era_key (config);
  gboolean is_known;

  g_mutex_lock (&eras_lock);
  is_known = legacy_servers != NULL && g_hash_table_contains (legacy_servers, key);
  g_mutex_unlock (&eras_lock);
  return is_known;
}

static void
remember_era (TroupeMcpConfig *config, gboolean is_legacy)
{
  g_autofree char *key = make_era_key (config);

  g_mutex_lock (&eras_lock);
  if (legacy_servers == NULL)
    legacy_servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_size (legacy_servers) >= MOST_ERAS)
    g_hash_table_remove_all (legacy_servers);
  if (is_legacy)
    g_hash_table_add (legacy_servers, g_steal_pointer (&key));
  else
    g_hash_table_remove (legacy_servers, key);
  g_mutex_unlock (&eras_lock);
}

void
troupe_mcp_connection_set_probe_ms (guint milliseconds)
{
  probe_ms = milliseconds;
}

void
troupe_mcp_connection_forget_eras (void)
{
  g_mutex_lock (&eras_lock);
  if (legacy_servers != NULL)
    g_hash_table_remove_all (legacy_servers);
  g_mutex_unlock (&eras_lock);
}

/* --- Completion of opening -------------------------------------------------------------------- */

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  troupe_mcp_link_close_finish (TROUPE_MCP_LINK (object), result);
}

/* Closes the link in the background. The link holds a reference to itself until it is closed. */
static void
drop_link (TroupeMcpConnection *self)
{
  g_assert (TROUPE_IS_MCP_CONNECTION (self));

  if (self->talk != NULL)
    {
      troupe_json_rpc_session_end (self->talk);
      troupe_mcp_link_close_async (troupe_json_rpc_session_get_link (self->talk), closed_cb, NULL);
    }
  g_clear_object (&self->talk);
}

/* @task: (transfer full); @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Opening *opening = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  drop_link (opening->connection);
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* @task: (transfer full) */
static void
succeed (GTask *task, const char *version)
{
  Opening *opening = g_task_get_task_data (task);
  TroupeMcpConnection *self = opening->connection;

  g_assert (G_IS_TASK (task));

  self->version = g_strdup (version);
  remember_era (self->config, !troupe_json_rpc_session_is_modern (self->talk));
  g_task_return_pointer (task, g_object_ref (self), g_object_unref);
  g_object_unref (task);
}

static guint
get_left_ms (Opening *opening)
{
  const gint64 left = (opening->deadline_us - g_get_monotonic_time ()) / 1000;

  return (guint) CLAMP (left, 1, (gint64) G_MAXUINT);
}

/* --- Legacy protocol -------------------------------------------------------------------------- */

static const char *const legacy_versions[] = { TROUPE_MCP_VERSION_LEGACY, "2025-06-18",
                                               "2025-03-26", "2024-11-05", NULL };

static GError *
make_version_error (TroupeMcpConfig *config, const char *version)
{
  g_autofree char *shown = troupe_mcp_config_clean (config, version);

  g_assert (config != NULL);

  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                      /* Translators: the first %s is a command line or a host name, the second a
                       * protocol version. */
                      _ ("The MCP server “%s” uses version %s of the protocol, which Troupe does "
                         "not support. Try another version of the server or of Troupe."),
                      config->label, *shown != '\0' ? shown : "?");
}

static void
stream_opened_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_mcp_http_open_stream_finish (TROUPE_MCP_HTTP (object), result, &error))
    initialize (task);
  else
    fail (task, error);
}

/* Retries with the protocol of 2024, because servers of that version do not accept a POST to
 * their URL. Returns TRUE if the retry was started. */
static gboolean
try_old (GTask *task, const GError *error)
{
  Opening *opening = g_task_get_task_data (task);
  const guint status = troupe_mcp_error_get_status (error);

  g_assert (G_IS_TASK (task));

  if (opening->is_old || (status != 400 && status != 404 && status != 405))
    return FALSE;
  opening->is_old = TRUE;
  troupe_mcp_http_open_stream_async (
      TROUPE_MCP_HTTP (troupe_json_rpc_session_get_link (opening->connection->talk)),
      get_left_ms (opening), g_task_get_cancellable (task), stream_opened_cb, task);
  return TRUE;
}

static void
take_hello (GTask *task, TroupeValue *result)
{
  Opening *opening = g_task_get_task_data (task);
  TroupeMcpConnection *self = opening->connection;
  TroupeValue *version =
      troupe_value_get_member_of (result, "protocolVersion", TROUPE_VALUE_STRING);
  TroupeValue *info = troupe_value_get_member_of (result, "serverInfo", TROUPE_VALUE_MAP);
  const char *text = version != NULL ? troupe_value_get_string (version, NULL) : "";

  g_assert (G_IS_TASK (task));

  if (!g_strv_contains (legacy_versions, text))
    {
      fail (task, make_version_error (self->config, text));
      return;
    }
  if (info != NULL)
    self->server_info = troupe_value_ref (info);
  troupe_json_rpc_session_set_version (self->talk, text, FALSE);
  troupe_json_rpc_session_notify (self->talk, "notifications/initialized", NULL);
  succeed (task, text);
}

static void
initialized_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Opening *opening = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) hello =
      troupe_json_rpc_session_request_finish (TROUPE_JSON_RPC_SESSION (object), result, &error);

  g_assert (G_IS_TASK (task));

  if (hello != NULL)
    {
      take_hello (task, hello);
      return;
    }
  /* The server may have been replaced in the meantime, so its era is determined again. */
  remember_era (opening->connection->config, FALSE);
  if (try_old (task, error))
    g_error_free (error);
  else
    fail (task, error);
}

static TroupeValue *
make_hello (gboolean can_ask)
{
  TroupeMapBuilder params;

  troupe_map_builder_init (&params);
  troupe_map_builder_add (&params, "protocolVersion",
                          troupe_value_new_string (TROUPE_MCP_VERSION_LEGACY, -1));
  troupe_map_builder_add (&params, "capabilities", troupe_mcp_message_make_capabilities (can_ask));
  troupe_map_builder_add (&params, "clientInfo", troupe_mcp_message_make_client ());
  return troupe_map_builder_end (&params);
}

/* @task: (transfer full) */
static void
initialize (GTask *task)
{
  Opening *opening = g_task_get_task_data (task);
  g_autoptr (TroupeValue) params = make_hello (opening->asker != NULL);
  const TroupeMcpRequest request = {
    .method = "initialize", .params = params, .timeout_ms = get_left_ms (opening), .is_kept = TRUE
  };

  g_assert (G_IS_TASK (task));

  troupe_json_rpc_session_set_version (opening->connection->talk, NULL, FALSE);
  troupe_json_rpc_session_request_async (opening->connection->talk, &request,
                                         g_task_get_cancellable (task), initialized_cb, task);
}

/* --- Modern protocol -------------------------------------------------------------------------- */

static gboolean
has_version (TroupeValue *list, const char *const *versions)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *version = troupe_value_list_get (list, i);

      if (troupe_value_is (version, TROUPE_VALUE_STRING) &&
          g_strv_contains (versions, troupe_value_get_string (version, NULL)))
        return TRUE;
    }
  return FALSE;
}

/* Chooses a version from the list of a modern server. @task: (transfer full) */
static void
choose_version (GTask *task, TroupeValue *versions)
{
  static const char *const modern[] = { TROUPE_MCP_VERSION_MODERN, NULL };
  Opening *opening = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (has_version (versions, modern))
    succeed (task, TROUPE_MCP_VERSION_MODERN);
  else if (has_version (versions, legacy_versions))
    initialize (task);
  else
    {
      g_autofree char *list =
          versions != NULL ? troupe_value_to_json (versions, TROUPE_JSON_COMPACT) : g_strdup ("");

      fail (task, make_version_error (opening->connection->config, list));
    }
}

/* All errors except a few mean that the server does not support the modern protocol. @task:
 * (transfer full); @error: (transfer full) */
static void
take_refusal (GTask *task, GError *error)
{
  Opening *opening = g_task_get_task_data (task);
  TroupeMcpConnection *self = opening->connection;
  TroupeValue *data = NULL;
  const gint64 number = troupe_mcp_error_get_number (error, &data);

  g_assert (G_IS_TASK (task));

  if (number == UNSUPPORTED_VERSION)
    {
      choose_version (task, troupe_value_get_member_of (data, "supported", TROUPE_VALUE_LIST));
      g_error_free (error);
      return;
    }
  if (number == HEADER_MISMATCH || number == MISSING_CAPABILITY ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION) ||
      (self->config->kind == TROUPE_MCP_KIND_HTTP &&
       g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK)))
    {
      fail (task, error);
      return;
    }
  if (troupe_json_rpc_session_is_lost (self->talk))
    {
      /* Legacy programs may exit if the first message is not `initialize`, so the program is
       * started again. */
      if (opening->is_second)
        {
          fail (task, error);
          return;
        }
      opening->is_second = TRUE;
      drop_link (self);
      g_error_free (error);
      begin_link (task);
      return;
    }
  g_error_free (error);
  initialize (task);
}

static void
discovered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Opening *opening = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) about =
      troupe_json_rpc_session_request_finish (TROUPE_JSON_RPC_SESSION (object), result, &error);
  TroupeValue *versions =
      troupe_value_get_member_of (about, "supportedVersions", TROUPE_VALUE_LIST);
  TroupeValue *info =
      troupe_value_get_member_of (troupe_value_get_member_of (about, "_meta", TROUPE_VALUE_MAP),
                                  "io.modelcontextprotocol/serverInfo", TROUPE_VALUE_MAP);

  g_assert (G_IS_TASK (task));

  if (about == NULL)
    take_refusal (task, error);
  else if (versions == NULL)
    /* Some servers return a result for any method. */
    initialize (task);
  else
    {
      if (info == NULL)
        info = troupe_value_get_member_of (about, "serverInfo", TROUPE_VALUE_MAP);
      if (info != NULL)
        opening->connection->server_info = troupe_value_ref (info);
      choose_version (task, versions);
    }
}

/* --- Opening --------------------------------------------------------------------------------- */

static void
use_link (GTask *task, TroupeMcpLink *link)
{
  Opening *opening = g_task_get_task_data (task);
  TroupeMcpConnection *self = opening->connection;

  g_assert (G_IS_TASK (task));

  self->talk = troupe_json_rpc_session_new (link);
  troupe_json_rpc_session_set_asker (self->talk, opening->asker);
  if (opening->is_second || is_known_legacy (self->config))
    initialize (task);
  else
    {
      const TroupeMcpRequest request = { .method = "server/discover",
                                         .timeout_ms = MIN (probe_ms, get_left_ms (opening)),
                                         .is_kept = TRUE };

      troupe_json_rpc_session_set_version (opening->connection->talk, TROUPE_MCP_VERSION_MODERN,
                                           TRUE);
      troupe_json_rpc_session_request_async (opening->connection->talk, &request,
                                             g_task_get_cancellable (task), discovered_cb, task);
    }
}

static void
started_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeMcpLink) link = troupe_mcp_stdio_open_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (link != NULL)
    use_link (task, link);
  else
    fail (task, error);
}

/* Creates the link, and begins the handshake. A program is started by another thread, because it may take long. */
static void
begin_link (GTask *task)
{
  Opening *opening = g_task_get_task_data (task);
  TroupeMcpConnection *self = opening->connection;

  g_assert (G_IS_TASK (task));

  if (self->config->kind == TROUPE_MCP_KIND_HTTP)
    {
      g_autoptr (TroupeMcpLink) link = troupe_mcp_http_new (self->config);

      use_link (task, link);
    }
  else
    troupe_mcp_stdio_open_async (self->config, opening->place, g_task_get_cancellable (task),
                                 started_cb, task);
}

void
troupe_mcp_connection_open_async (TroupeMcpConfig *config,
                                  const TroupeMcpPlace *place,
                                  const TroupeMcpAsker *asker,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  GTask *task = NULL;
  Opening *opening = NULL;

  g_return_if_fail (config != NULL && config->kind != TROUPE_MCP_KIND_SLUG && place != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  opening = g_new0 (Opening, 1);
  g_task_set_source_tag (task, troupe_mcp_connection_open_async);
  g_task_set_task_data (task, opening, opening_free);
  opening->connection = g_object_new (TROUPE_TYPE_MCP_CONNECTION, NULL);
  opening->connection->config = troupe_mcp_config_ref (config);
  opening->place = troupe_mcp_place_copy (place);
  opening->asker = asker;
  opening->deadline_us = g_get_monotonic_time () + (gint64) config->connect_ms * 1000;
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  g_task_set_check_cancellable (task, FALSE);
  begin_link (task);
}

TroupeMcpConnection *
troupe_mcp_connection_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- The object ------------------------------------------------------------------------------ */

TroupeJsonRpcSession *
troupe_mcp_connection_get_talk (TroupeMcpConnection *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_CONNECTION (self), NULL);

  return self->talk;
}

TroupeMcpConfig *
troupe_mcp_connection_get_config (TroupeMcpConnection *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_CONNECTION (self), NULL);

  return self->config;
}

TroupeValue *
troupe_mcp_connection_get_server_info (TroupeMcpConnection *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_CONNECTION (self), NULL);

  return self->server_info;
}

const char *
troupe_mcp_connection_get_version (TroupeMcpConnection *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_CONNECTION (self), NULL);

  return self->version;
}

static void
link_closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_assert (G_IS_TASK (task));

  troupe_mcp_link_close_finish (TROUPE_MCP_LINK (object), result);
  g_task_return_boolean (task, TRUE);
}

void
troupe_mcp_connection_close_async (TroupeMcpConnection *self,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  GTask *task;

  g_return_if_fail (TROUPE_IS_MCP_CONNECTION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_connection_close_async);
  troupe_json_rpc_session_end (self->talk);
  troupe_mcp_link_close_async (troupe_json_rpc_session_get_link (self->talk), link_closed_cb, task);
}

void
troupe_mcp_connection_close_finish (TroupeMcpConnection *self, GAsyncResult *result)
{
  g_return_if_fail (TROUPE_IS_MCP_CONNECTION (self) && g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
troupe_mcp_connection_finalize (GObject *object)
{
  TroupeMcpConnection *self = TROUPE_MCP_CONNECTION (object);

  drop_link (self);
  g_clear_pointer (&self->config, troupe_mcp_config_unref);
  g_clear_pointer (&self->server_info, troupe_value_unref);
  g_free (self->version);

  G_OBJECT_CLASS (troupe_mcp_connection_parent_class)->finalize (object);
}

static void
troupe_mcp_connection_class_init (TroupeMcpConnectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = troupe_mcp_connection_finalize;
}

static void
troupe_mcp_connection_init (TroupeMcpConnection *self)
{
  g_assert (TROUPE_IS_MCP_CONNECTION (self));
}
