/* troupe-mcp-server.c: MCP server of a document: opening, connections and tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-server"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cancel.h"
#include "troupe-mcp-definition.h"
#include "troupe-mcp-events.h"
#include "troupe-mcp-list.h"
#include "troupe-mcp-pause.h"
#include "troupe-mcp-scripts.h"
#include "troupe-mcp-server-private.h"
#include "troupe-mcp-start-files.h"
#include "troupe-mcp-tool.h"
#include "troupe-sandbox-code.h"
#include "troupe-steps.h"

#define RETRY_MS 1000u

struct _TroupeMcpServer
{
  GObject parent_instance;

  TroupeMcpConfig *config;
  gboolean keeps_connection;
  guint retry_ms;
  TroupePythonSandbox sandbox;
  gboolean may_be_plain;
  gboolean may_change_programs;
  const TroupeMcpGranted *granted; /* (nullable) */
  TroupeProcessList *processes;    /* (nullable) */
  const TroupeMcpAsker *asker; /* (nullable) */
  gboolean has_client;
  TroupeMcpClient client;

  TroupeMcpConnection *connection; /* (nullable): the shared connection */
  GCancellable *connecting;        /* (nullable): set while it is created */
  GPtrArray *waiting;              /* (element-type Waiting): callers */
  guint n_connections;
  GPtrArray *definitions; /* (nullable): from the last tools/list */
  gboolean has_changed;
};

G_DEFINE_FINAL_TYPE (TroupeMcpServer, troupe_mcp_server, G_TYPE_OBJECT)

TroupeMcpConfig *
troupe_mcp_server_get_config (TroupeMcpServer *self)
{
  return self->config;
}

guint
troupe_mcp_server_get_pause_ms (TroupeMcpServer *self, guint attempt)
{
  return self->retry_ms << MIN (attempt, 8u);
}

/* --- Connections ----------------------------------------------------------------------------- */

/* State of one connection attempt, including sign-ins. */
typedef struct
{
  TroupeMcpServer *server;
  TroupeToolContext context; /* a copy */
  GTask *task;               /* (nullable): of the only caller */
  GCancellable *cancellable; /* (nullable) */
  guint n_renewals;
  gboolean is_reconnect;
  gint64 started_us;
} Connecting;

static void connect (Connecting *connecting);

/* A caller that waits for the shared connection. */
typedef struct
{
  TroupeMcpServer *server;
  GTask *task;
  GSource *cancelled;
} Waiting;

static void
connecting_free (Connecting *connecting)
{
  g_assert (connecting != NULL);

  g_object_unref (connecting->server);
  troupe_tool_context_clear (&connecting->context);
  g_clear_object (&connecting->task);
  g_clear_object (&connecting->cancellable);
  g_free (connecting);
}

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  if (waiting->cancelled != NULL)
    g_source_destroy (waiting->cancelled);
  g_clear_pointer (&waiting->cancelled, g_source_unref);
  g_object_unref (waiting->task);
  g_free (waiting);
}

static void
return_connection (GTask *task, TroupeMcpConnection *connection, const GError *error)
{
  g_assert (G_IS_TASK (task));

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_pointer (task, g_object_ref (connection), g_object_unref);
}

gboolean
troupe_mcp_server_may_renew (TroupeMcpServer *self, const GError *error, guint n_renewals)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), FALSE);

  return self->config->kind == TROUPE_MCP_KIND_HTTP && !troupe_mcp_config_has_key (self->config) &&
         troupe_mcp_authorization_may_renew (error, n_renewals);
}

void
troupe_mcp_server_renew_async (TroupeMcpServer *self,
                               const GError *refusal,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_assert (TROUPE_IS_MCP_SERVER (self));

  troupe_mcp_authorization_renew_async (self->config->uri, self->config->label, refusal,
                                        self->has_client ? &self->client : NULL, self->asker,
                                        cancellable, callback, user_data);
}

/* @connecting: freed */
static void
end_connecting (Connecting *connecting, TroupeMcpConnection *connection, const GError *error)
{
  TroupeMcpServer *self = connecting->server;

  g_assert (TROUPE_IS_MCP_SERVER (self));

  if (connection != NULL)
    {
      self->n_connections++;
      troupe_mcp_events_tell_connected (&connecting->context, self->config,
                                        connecting->is_reconnect, connecting->started_us);
    }
  else
    troupe_mcp_events_tell_unconnected (&connecting->context, self->config, connecting->started_us,
                                        error);
  if (connecting->task != NULL)
    return_connection (connecting->task, connection, error);
  else
    {
      g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

      /* Completes all waiting callers with the connection or with the error. */
      self->waiting = g_ptr_array_new_with_free_func (waiting_free);
      g_clear_object (&self->connecting);
      if (connection != NULL)
        g_set_object (&self->connection, connection);
      for (guint i = 0; i < waiting->len; i++)
        return_connection (((Waiting *) waiting->pdata[i])->task, connection, error);
    }
  connecting_free (connecting);
}

static void
connection_renewed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Connecting *connecting = user_data;
  g_autoptr (GError) error = NULL;

  if (troupe_mcp_authorization_renew_finish (result, &error))
    connect (connecting);
  else
    end_connecting (connecting, NULL, error);
}

static void
connected_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Connecting *connecting = user_data;
  TroupeMcpServer *self = connecting->server;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMcpConnection) connection = troupe_mcp_connection_open_finish (result, &error);

  if (connection == NULL && troupe_mcp_server_may_renew (self, error, connecting->n_renewals))
    {
      connecting->n_renewals++;
      troupe_mcp_server_renew_async (self, error, connecting->cancellable, connection_renewed_cb,
                                     connecting);
    }
  else
    end_connecting (connecting, connection, error);
}

static void
connect (Connecting *connecting)
{
  TroupeMcpServer *self = connecting->server;
  const TroupeMcpPlace place = { troupe_tool_context_get_folder (&connecting->context),
                                 self->sandbox,
                                 self->may_be_plain,
                                 self->may_change_programs,
                                 self->granted,
                                 self->processes };

  g_assert (TROUPE_IS_MCP_SERVER (self));

  troupe_mcp_connection_open_async (self->config, &place, self->asker, connecting->cancellable,
                                    connected_cb, connecting);
}

/* @task: (transfer full) (nullable) */
static void
begin_connection (TroupeMcpServer *self,
                  const TroupeToolContext *context,
                  GTask *task,
                  GCancellable *cancellable)
{
  Connecting *connecting = g_new0 (Connecting, 1);

  g_assert (TROUPE_IS_MCP_SERVER (self));

  connecting->server = g_object_ref (self);
  connecting->task = task;
  connecting->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  connecting->is_reconnect = self->n_connections > 0;
  connecting->started_us = g_get_real_time ();
  troupe_tool_context_copy (&connecting->context, context);
  troupe_mcp_events_tell_connecting (&connecting->context, self->config, connecting->is_reconnect);
  connect (connecting);
}

static gboolean
waiting_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Waiting *waiting = user_data;
  g_autoptr (TroupeMcpServer) self = g_object_ref (waiting->server);
  g_autoptr (GTask) task = g_object_ref (waiting->task);

  g_assert (G_IS_CANCELLABLE (cancellable));

  g_ptr_array_remove (self->waiting, waiting);
  if (self->waiting->len == 0 && self->connecting != NULL)
    g_cancellable_cancel (self->connecting);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The connection to the MCP server “%s” was canceled."),
                           self->config->label);
  return G_SOURCE_REMOVE;
}

/* @task: (transfer full) */
static void
wait_for_connection (TroupeMcpServer *self, GTask *task)
{
  Waiting *waiting = g_new0 (Waiting, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GMainContext *context = g_task_get_context (task);

  g_assert (TROUPE_IS_MCP_SERVER (self));

  waiting->server = self;
  waiting->task = task;
  g_ptr_array_add (self->waiting, waiting);
  if (cancellable == NULL)
    return;
  waiting->cancelled = troupe_cancel_source_new (cancellable, context);
  g_source_set_callback (waiting->cancelled, G_SOURCE_FUNC (waiting_cancelled_cb), waiting, NULL);
  g_source_attach (waiting->cancelled, context);
}

void
troupe_mcp_server_connect_async (TroupeMcpServer *self,
                                 const TroupeToolContext *context,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_assert (TROUPE_IS_MCP_SERVER (self));

  g_task_set_source_tag (task, troupe_mcp_server_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  if (!self->keeps_connection)
    {
      begin_connection (self, context, task, cancellable);
      return;
    }
  if (self->connection != NULL &&
      !troupe_json_rpc_session_is_lost (troupe_mcp_connection_get_talk (self->connection)))
    {
      g_task_return_pointer (task, g_object_ref (self->connection), g_object_unref);
      g_object_unref (task);
      return;
    }
  g_clear_object (&self->connection);
  wait_for_connection (self, task);
  /* An attempt without waiting callers has been cancelled. */
  if (self->connecting != NULL && !g_cancellable_is_cancelled (self->connecting))
    return;
  g_clear_object (&self->connecting);
  self->connecting = g_cancellable_new ();
  begin_connection (self, context, NULL, self->connecting);
}

TroupeMcpConnection *
troupe_mcp_server_connect_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_MCP_SERVER (self) && g_task_is_valid (result, self));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
note_changes (TroupeMcpServer *self, TroupeMcpConnection *connection)
{
  if (troupe_json_rpc_session_take_changed (troupe_mcp_connection_get_talk (connection)))
    self->has_changed = TRUE;
}

void
troupe_mcp_server_release (TroupeMcpServer *self, TroupeMcpConnection *connection)
{
  g_assert (TROUPE_IS_MCP_SERVER (self));

  /* Dropping the last reference closes it. */
  note_changes (self, connection);
  g_object_unref (connection);
}

/* --- Opening --------------------------------------------------------------------------------- */

typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeToolContext context; /* a copy */
  TroupeMcpConnection *connection;
  guint attempt;
  guint n_renewals;
  gboolean is_recorded; /* the tools are those of a recording */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  troupe_steps_free (opening->steps);
  troupe_tool_context_clear (&opening->context);
  g_clear_object (&opening->connection);
  g_free (opening);
}

/* (transfer full) */
static TroupeValue *
describe_request (TroupeMcpServer *self)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "service", troupe_value_new_string (self->config->label, -1));
  return troupe_map_builder_end (&builder);
}

/* Keeps the tools of the server, or why there are none. @error: (nullable) */
static void
record (Opening *opening, const GError *error)
{
  TroupeMcpServer *self = g_task_get_source_object (opening->task);
  g_autoptr (TroupeValue) outcome = NULL;
  g_autoptr (TroupeValue) request = NULL;
  TroupeRecorder *recorder = troupe_tool_context_get_recorder (&opening->context);
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_MCP_SERVER (self));

  if (recorder == NULL || opening->is_recorded ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  request = describe_request (self);
  if (error != NULL)
    outcome = troupe_recorder_make_failure (error->code, error->message, NULL);
  else
    {
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "result",
                              troupe_mcp_definitions_to_value (self->definitions));
      outcome = troupe_map_builder_end (&builder);
    }
  troupe_recorder_add (recorder, TROUPE_RECORD_DESCRIPTION, request, opening->context.scope,
                       outcome);
}

/* @error: (transfer full) */
static void
fail_opening (Opening *opening, GError *error)
{
  GTask *task = opening->task;

  record (opening, error);
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
opened_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  GError *error = NULL;

  opening->connection =
      troupe_mcp_server_connect_finish (TROUPE_MCP_SERVER (object), result, &error);
  if (opening->connection == NULL)
    fail_opening (opening, error);
  else
    troupe_steps_continue (opening->steps);
}

/* Takes the tools from a recorded list. Returns FALSE if it is invalid. */
static gboolean
take_recorded (TroupeMcpServer *self, TroupeValue *list, GError **error)
{
  g_autoptr (GPtrArray) definitions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_mcp_definition_unref);

  g_assert (TROUPE_IS_MCP_SERVER (self));

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeMcpDefinition *definition =
          troupe_mcp_definition_new (self->config, troupe_value_list_get (list, i), FALSE, error);

      if (definition == NULL)
        return FALSE;
      g_ptr_array_add (definitions, definition);
    }
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
  self->definitions = g_steal_pointer (&definitions);
  return TRUE;
}

/* Called with the recorded outcome of opening the server. */
static void
found_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  Opening *opening = func_data;
  TroupeMcpServer *self = g_task_get_source_object (opening->task);
  const char *message = NULL;
  int code = 0;

  g_assert (TROUPE_IS_MCP_SERVER (self));

  if (outcome == NULL && error == NULL)
    {
      troupe_steps_continue (opening->steps);
      return;
    }
  if (error == NULL && troupe_recorder_read_failure (outcome, &code, &message, NULL))
    error = g_error_new_literal (TROUPE_MCP_ERROR, code, message);
  if (error == NULL)
    take_recorded (self, troupe_value_get_member_of (outcome, "result", TROUPE_VALUE_LIST), &error);
  opening->is_recorded = TRUE;
  if (error != NULL)
    fail_opening (opening, error);
  else
    troupe_steps_continue (opening->steps);
}

/* Looks up the tools of the server in the recording of the run. */
static TroupeStepResult
find_recorded (gpointer data)
{
  Opening *opening = data;
  TroupeRecorder *recorder = troupe_tool_context_get_recorder (&opening->context);
  g_autoptr (TroupeValue) request = NULL;

  if (recorder == NULL)
    return TROUPE_STEP_DONE;
  request = describe_request (g_task_get_source_object (opening->task));
  troupe_recorder_find (recorder, TROUPE_RECORD_DESCRIPTION, request, opening->context.scope,
                        g_task_get_cancellable (opening->task), found_cb, opening);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
open_connection (gpointer data)
{
  Opening *opening = data;

  if (opening->is_recorded)
    return TROUPE_STEP_DONE;
  troupe_mcp_server_connect_async (g_task_get_source_object (opening->task), &opening->context,
                                   g_task_get_cancellable (opening->task), opened_cb, opening);
  return TROUPE_STEP_PENDING;
}

static void
paused_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  GError *error = NULL;

  if (troupe_mcp_pause_finish (result, &error))
    troupe_steps_return_to (opening->steps, open_connection);
  else
    fail_opening (opening, error);
}

static void
list_renewed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  GError *error = NULL;

  if (troupe_mcp_authorization_renew_finish (result, &error))
    troupe_steps_return_to (opening->steps, open_connection);
  else
    fail_opening (opening, error);
}

static void
listed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  TroupeMcpServer *self = g_task_get_source_object (opening->task);
  GCancellable *cancellable = g_task_get_cancellable (opening->task);
  g_autoptr (GError) error = NULL;
  GPtrArray *definitions = troupe_mcp_list_finish (result, &error);

  g_assert (TROUPE_IS_MCP_SERVER (self));

  troupe_mcp_server_release (self, g_steal_pointer (&opening->connection));
  if (definitions != NULL)
    {
      g_clear_pointer (&self->definitions, g_ptr_array_unref);
      self->definitions = definitions;
      troupe_steps_continue (opening->steps);
    }
  else if (troupe_mcp_error_may_retry (error) && opening->attempt + 1 < TROUPE_MCP_ATTEMPTS)
    troupe_mcp_pause_async (troupe_mcp_server_get_pause_ms (self, opening->attempt++), cancellable,
                            paused_cb, opening);
  else if (troupe_mcp_server_may_renew (self, error, opening->n_renewals))
    {
      opening->n_renewals++;
      troupe_mcp_server_renew_async (self, error, cancellable, list_renewed_cb, opening);
    }
  else
    fail_opening (opening, g_steal_pointer (&error));
}

static TroupeStepResult
list_tools (gpointer data)
{
  Opening *opening = data;
  TroupeMcpServer *self = g_task_get_source_object (opening->task);

  if (opening->is_recorded)
    return TROUPE_STEP_DONE;
  note_changes (self, opening->connection);
  if (self->config->keeps_list && self->definitions != NULL && !self->has_changed)
    {
      troupe_mcp_server_release (self, g_steal_pointer (&opening->connection));
      return TROUPE_STEP_DONE;
    }
  self->has_changed = FALSE;
  troupe_mcp_list_async (opening->connection, g_task_get_cancellable (opening->task), listed_cb,
                         opening);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
return_tools (gpointer data)
{
  Opening *opening = data;
  GTask *task = opening->task;
  TroupeMcpServer *self = g_task_get_source_object (task);
  GPtrArray *tools = g_ptr_array_new_with_free_func (g_object_unref);

  record (opening, NULL);
  for (guint i = 0; i < self->definitions->len; i++)
    g_ptr_array_add (tools, troupe_mcp_tool_new (self, self->definitions->pdata[i]));
  g_task_return_pointer (task, tools, (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

static const TroupeStep
    steps
        [] = {
          { "find recorded", find_recorded },
          { "open connection", open_connection }, /* repeated after a pause or a sign-in */
          { "list tools", list_tools },
          { "return tools", return_tools },
          { NULL, NULL },
        };

void
troupe_mcp_server_open_async (TroupeMcpServer *self,
                              const TroupeToolContext *context,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task = NULL;
  Opening *opening = NULL;

  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  task = g_task_new (self, cancellable, callback, user_data);
  opening = g_new0 (Opening, 1);
  g_task_set_source_tag (task, troupe_mcp_server_open_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, opening, opening_free);
  opening->task = task;
  opening->steps = troupe_steps_new (steps, opening);
  if (context != NULL)
    troupe_tool_context_copy (&opening->context, context);
  if (self->config->kind == TROUPE_MCP_KIND_SLUG)
    {
      GError *error = g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                                   _ ("“%s” is a server of the CrewAI platform, which Troupe "
                                      "cannot access. Enter its URL, https://…, or its command."),
                                   self->config->label);

      troupe_mcp_events_tell_unknown (&opening->context, self->config, error);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  troupe_steps_start (opening->steps);
}

GPtrArray *
troupe_mcp_server_open_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_mcp_server_is_fatal (TroupeMcpServer *self, const GError *error)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self) && error != NULL, TRUE);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  return !self->config->is_text ||
         (self->config->kind == TROUPE_MCP_KIND_HTTP && troupe_mcp_error_get_status (error) != 0);
}

gboolean
troupe_mcp_server_has_changed (TroupeMcpServer *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), FALSE);

  if (self->connection != NULL)
    note_changes (self, self->connection);
  return self->has_changed;
}

/* --- Closing ---------------------------------------------------------------------------------- */

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_assert (G_IS_TASK (task));

  troupe_mcp_connection_close_finish (TROUPE_MCP_CONNECTION (object), result);
  g_task_return_boolean (task, TRUE);
}

void
troupe_mcp_server_close_async (TroupeMcpServer *self,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeMcpConnection) connection = NULL;

  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_server_close_async);
  if (self->connecting != NULL)
    g_cancellable_cancel (self->connecting);
  connection = g_steal_pointer (&self->connection);
  if (connection != NULL)
    troupe_mcp_connection_close_async (connection, closed_cb, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

void
troupe_mcp_server_close_finish (TroupeMcpServer *self, GAsyncResult *result)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self) && g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

/* --- The object ------------------------------------------------------------------------------ */

const char *
troupe_mcp_server_get_name (TroupeMcpServer *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), NULL);

  return self->config->name;
}

const char *
troupe_mcp_server_get_label (TroupeMcpServer *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), NULL);

  return self->config->label;
}

char **
troupe_mcp_server_list_scripts (TroupeMcpServer *self, const char *folder)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self) && folder != NULL, NULL);

  return self->config->kind == TROUPE_MCP_KIND_STDIO
             ? troupe_mcp_scripts_list (self->config, folder)
             : NULL;
}

void
troupe_mcp_server_protect (TroupeMcpServer *self, const char *folder, char **scripts)
{
  g_auto (GStrv) files = NULL;

  g_return_if_fail (TROUPE_IS_MCP_SERVER (self) && folder != NULL && scripts != NULL);

  if (self->config->kind != TROUPE_MCP_KIND_STDIO)
    return;
  files = troupe_mcp_start_files_list (self->config, folder, scripts);
  troupe_sandbox_code_add (folder, (const char *const *) files);
}

void
troupe_mcp_server_list_permissions (TroupeMcpServer *self, TroupePermissionList *permissions)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self) && permissions != NULL);

  troupe_mcp_config_list_permissions (self->config, permissions);
}

static void
set_timeout (guint *timeout_ms, guint milliseconds)
{
  if (milliseconds > 0)
    *timeout_ms = MIN (milliseconds, TROUPE_MCP_LONGEST_MS);
}

void
troupe_mcp_server_set_timeouts (TroupeMcpServer *self,
                                guint connect_ms,
                                guint list_ms,
                                guint call_ms)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  /* The config is not shared before the server is opened. */
  set_timeout (&self->config->connect_ms, connect_ms);
  set_timeout (&self->config->list_ms, list_ms);
  set_timeout (&self->config->call_ms, call_ms);
}

void
troupe_mcp_server_set_retry_ms (TroupeMcpServer *self, guint milliseconds)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->retry_ms = milliseconds;
}

void
troupe_mcp_server_set_keeps_connection (TroupeMcpServer *self, gboolean keeps)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->keeps_connection = keeps;
}

void
troupe_mcp_server_set_sandbox (TroupeMcpServer *self,
                               TroupePythonPermissions permissions,
                               TroupePythonSandbox sandbox)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->sandbox = sandbox;
  self->may_be_plain = (permissions & TROUPE_PYTHON_PERMIT_UNCONFINED) != 0;
  self->may_change_programs = (permissions & TROUPE_PYTHON_PERMIT_PROGRAMS) != 0;
}

void
troupe_mcp_server_set_granted (TroupeMcpServer *self, const TroupeMcpGranted *granted)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->granted = granted;
}

void
troupe_mcp_server_set_processes (TroupeMcpServer *self, TroupeProcessList *processes)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->processes = processes;
}

char *
troupe_mcp_server_explain_failure (TroupeMcpServer *self, const char *text)
{
  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), NULL);

  return troupe_process_list_explain_failure (self->processes, text);
}

void
troupe_mcp_server_set_asker (TroupeMcpServer *self, const TroupeMcpAsker *asker)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  self->asker = asker;
}

void
troupe_mcp_server_set_client (TroupeMcpServer *self, const TroupeMcpClient *client)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  troupe_mcp_client_clear (&self->client);
  self->has_client = client != NULL;
  if (client != NULL)
    troupe_mcp_client_copy (client, &self->client);
}

static void
troupe_mcp_server_finalize (GObject *object)
{
  TroupeMcpServer *self = TROUPE_MCP_SERVER (object);

  /* Waiting callers hold references. */
  g_assert (self->waiting->len == 0);
  g_ptr_array_unref (self->waiting);
  g_clear_object (&self->connection);
  g_clear_object (&self->connecting);
  troupe_mcp_client_clear (&self->client);
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
  g_clear_pointer (&self->config, troupe_mcp_config_unref);

  G_OBJECT_CLASS (troupe_mcp_server_parent_class)->finalize (object);
}

static void
troupe_mcp_server_class_init (TroupeMcpServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = troupe_mcp_server_finalize;
}

static void
troupe_mcp_server_init (TroupeMcpServer *self)
{
  self->keeps_connection = TRUE;
  self->retry_ms = RETRY_MS;
  self->waiting = g_ptr_array_new_with_free_func (waiting_free);
}

gboolean
troupe_mcp_server_fill (TroupeMcpServer *self,
                        TroupeLlmEnvironmentFunc func,
                        gpointer user_data,
                        GError **error)
{
  TroupeMcpConfig *filled = NULL;

  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (self), FALSE);

  if (self->granted != NULL &&
      !troupe_mcp_config_check_recipient (self->config, self->granted->recipients, error))
    return FALSE;
  filled = troupe_mcp_config_fill (self->config, func, user_data, error);
  if (filled == NULL)
    return FALSE;
  troupe_mcp_config_unref (self->config);
  self->config = filled;
  return TRUE;
}

void
troupe_mcp_server_list_keys (TroupeMcpServer *self, TroupeRedactor *redactor)
{
  g_return_if_fail (TROUPE_IS_MCP_SERVER (self));

  for (guint i = 0; i < self->config->keys->len; i++)
    troupe_redactor_add (redactor, g_ptr_array_index (self->config->keys, i));
}

TroupeMcpServer *
troupe_mcp_server_new_for_reference (TroupeValue *entry, GError **error)
{
  g_autoptr (TroupeMcpConfig) config = NULL;
  TroupeMcpServer *self;

  g_return_val_if_fail (entry != NULL, NULL);

  config = troupe_mcp_config_new (entry, error);
  if (config == NULL)
    return NULL;
  self = g_object_new (TROUPE_TYPE_MCP_SERVER, NULL);
  self->config = g_steal_pointer (&config);
  return self;
}
