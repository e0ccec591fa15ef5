/* troupe-mcp-call.c: call of a tool on an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-call"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-call.h"
#include "troupe-mcp-events.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-pause.h"
#include "troupe-mcp-result.h"
#include "troupe-mcp-round.h"
#include "troupe-mcp-server-private.h"
#include "troupe-steps.h"

#define WRONG_PARAMETERS (-32602)

typedef struct
{
  TroupeSteps *steps;
  TroupeMcpServer *server;
  TroupeMcpDefinition *definition;
  TroupeToolCall *tool_call;
  TroupeValue *arguments;
  TroupeMcpConnection *connection; /* (nullable): of the current attempt */
  guint attempt;
  guint n_rounds;
  guint n_renewals;
  TroupeValue *additions; /* (nullable): answers of the user */
  gboolean is_told;
  gint64 started_us;
} Call;

static void
call_free (Call *call)
{
  g_assert (call != NULL);

  troupe_steps_free (call->steps);
  if (call->connection != NULL)
    troupe_mcp_server_release (call->server, call->connection);
  g_object_unref (call->server);
  troupe_mcp_definition_unref (call->definition);
  troupe_tool_call_unref (call->tool_call);
  troupe_value_unref (call->arguments);
  g_clear_pointer (&call->additions, troupe_value_unref);
  g_free (call);
}

/* Removes null values. Models write them for omitted arguments, but most servers interpret them
 * as values. (transfer full) */
static TroupeValue *
drop_nulls (TroupeValue *value)
{
  TroupeMapBuilder builder;

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize length = troupe_value_list_get_length (value);
      g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

      for (gsize i = 0; i < length; i++)
        items[i] = drop_nulls (troupe_value_list_get (value, i));
      return troupe_value_new_list (items, length);
    }
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      TroupeValue *member = troupe_value_map_get_value (value, i);

      if (!troupe_value_is (member, TROUPE_VALUE_NULL))
        troupe_map_builder_add_key (
            &builder, troupe_value_ref (troupe_value_map_get_key (value, i)), drop_nulls (member));
    }
  return troupe_map_builder_end (&builder);
}

/* --- Completion ------------------------------------------------------------------------------- */

/* Maps protocol errors to the less detailed errors of tools. */
static TroupeToolError
find_code (const GError *error)
{
  if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TOOL))
    return TROUPE_TOOL_ERROR_FAILED;
  if (troupe_mcp_error_get_number (error, NULL) == WRONG_PARAMETERS)
    return TROUPE_TOOL_ERROR_ARGUMENTS;
  if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_SERVER))
    return TROUPE_TOOL_ERROR_FAILED;
  if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION))
    return TROUPE_TOOL_ERROR_INVALID;
  return TROUPE_TOOL_ERROR_UNAVAILABLE;
}

/* @error: (transfer full) */
static void
fail (Call *call, GError *error)
{
  g_assert (call != NULL);

  if (call->is_told)
    troupe_mcp_events_tell_call_failed (troupe_tool_call_get_context (call->tool_call),
                                        troupe_mcp_server_get_config (call->server),
                                        call->definition->original, call->arguments,
                                        call->started_us, error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    troupe_tool_call_fail (call->tool_call, error);
  else
    {
      troupe_tool_call_fail (call->tool_call,
                             g_error_new_literal (TROUPE_TOOL_ERROR, (int) find_code (error),
                                                  error->message));
      g_error_free (error);
    }
  call_free (call);
}

/* @text: (transfer full) */
static void
succeed (Call *call, char *text)
{
  g_assert (call != NULL);

  troupe_mcp_events_tell_called (troupe_tool_call_get_context (call->tool_call),
                                 troupe_mcp_server_get_config (call->server),
                                 call->definition->original, call->arguments, call->started_us,
                                 text);
  troupe_tool_call_end (call->tool_call, troupe_value_take_string (text, -1));
  call_free (call);
}

/* --- Connection ------------------------------------------------------------------------------- */

static void
connected_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;

  call->connection = troupe_mcp_server_connect_finish (TROUPE_MCP_SERVER (object), result, &error);
  if (call->connection == NULL)
    fail (call, error);
  else
    troupe_steps_continue (call->steps);
}

static TroupeStepResult
connect (gpointer data)
{
  Call *call = data;

  troupe_mcp_server_connect_async (call->server, troupe_tool_call_get_context (call->tool_call),
                                   troupe_tool_call_get_cancellable (call->tool_call), connected_cb,
                                   call);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
report_start (gpointer data)
{
  Call *call = data;

  if (call->is_told)
    return TROUPE_STEP_DONE;
  call->is_told = TRUE;
  call->started_us = g_get_real_time ();
  troupe_mcp_events_tell_calling (troupe_tool_call_get_context (call->tool_call),
                                  troupe_mcp_server_get_config (call->server),
                                  call->definition->original, call->arguments);
  return TROUPE_STEP_DONE;
}

/* --- Input rounds ----------------------------------------------------------------------------- */

static TroupeJsonRpcSession *
get_talk (Call *call)
{
  return troupe_mcp_connection_get_talk (call->connection);
}

static void
round_ended_cb (TroupeValue *additions, GError *error, gpointer user_data)
{
  Call *call = user_data;

  if (error != NULL)
    {
      fail (call, error);
      return;
    }
  g_clear_pointer (&call->additions, troupe_value_unref);
  call->additions = additions != NULL ? troupe_value_ref (additions) : NULL;
  troupe_steps_repeat (call->steps);
}

/* Returns FALSE and fails the call if the server has requested input too often. */
static gboolean
may_ask (Call *call)
{
  g_assert (call != NULL);

  if (call->n_rounds++ < TROUPE_MCP_MOST_ROUNDS)
    return TRUE;
  fail (call, g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                           /* Translators: %s is a command line or a host name. */
                           _ ("The MCP server “%s” kept requesting input without answering, so the "
                              "call was canceled."),
                           troupe_mcp_server_get_config (call->server)->label));
  return FALSE;
}

/* --- Request -------------------------------------------------------------------------------- */

static void
paused_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;

  if (troupe_mcp_pause_finish (result, &error))
    troupe_steps_return_to (call->steps, connect);
  else
    fail (call, error);
}

static void
renewed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;

  if (troupe_mcp_authorization_renew_finish (result, &error))
    troupe_steps_return_to (call->steps, connect);
  else
    fail (call, error);
}

/* Returns TRUE if the call may be retried. A destructive call that may have been executed is
 * retried only if it is idempotent. */
static gboolean
may_repeat (Call *call, const GError *error)
{
  const gboolean is_answered = g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_SERVER);

  return call->attempt + 1 < TROUPE_MCP_ATTEMPTS && troupe_mcp_error_may_retry (error) &&
         (is_answered || !call->definition->is_destructive || call->definition->is_idempotent);
}

static void
answered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value =
      troupe_json_rpc_session_request_finish (TROUPE_JSON_RPC_SESSION (object), result, &error);

  if (value != NULL && troupe_mcp_round_is_wanted (get_talk (call), value))
    {
      if (may_ask (call))
        troupe_mcp_round_begin (get_talk (call), value,
                                troupe_tool_call_get_cancellable (call->tool_call), round_ended_cb,
                                call);
      return;
    }
  if (value != NULL)
    {
      GError *cause = NULL;
      gboolean is_error = FALSE;
      g_autofree char *said = troupe_mcp_result_to_text (value, &is_error, &cause);
      /* Some servers repeat the data that they received, including tokens. */
      g_autofree char *text = said != NULL ? troupe_mcp_grants_hide (said) : NULL;

      if (text == NULL)
        fail (call, cause);
      else if (is_error && *text == '\0')
        fail (call, g_error_new_literal (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TOOL,
                                         _ ("The tool failed without giving a reason.")));
      else if (is_error)
        {
          g_autofree char *reason = troupe_mcp_server_explain_failure (call->server, text);

          fail (call, g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TOOL,
                                   reason != NULL ? "%s\n%s" : "%s", reason != NULL ? reason : text,
                                   text));
        }
      else
        succeed (call, g_steal_pointer (&text));
      return;
    }
  if (troupe_mcp_round_is_wanted_after (get_talk (call), error))
    {
      if (may_ask (call))
        troupe_mcp_round_begin_after (get_talk (call), error,
                                      troupe_tool_call_get_cancellable (call->tool_call),
                                      round_ended_cb, call);
      g_error_free (error);
      return;
    }
  /* A refused call was not executed, so it can be repeated. */
  if (troupe_mcp_server_may_renew (call->server, error, call->n_renewals))
    {
      call->n_renewals++;
      troupe_mcp_server_release (call->server, g_steal_pointer (&call->connection));
      troupe_mcp_server_renew_async (call->server, error,
                                     troupe_tool_call_get_cancellable (call->tool_call), renewed_cb,
                                     call);
      g_error_free (error);
      return;
    }
  if (!may_repeat (call, error))
    {
      fail (call, error);
      return;
    }
  troupe_mcp_server_release (call->server, g_steal_pointer (&call->connection));
  troupe_mcp_pause_async (troupe_mcp_server_get_pause_ms (call->server, call->attempt++),
                          troupe_tool_call_get_cancellable (call->tool_call), paused_cb, call);
  g_error_free (error);
}

static void
progress_cb (double progress, double total, const char *text, gpointer user_data)
{
  Call *call = user_data;
  g_autofree char *line = NULL;

  if (text == NULL)
    return;
  line = troupe_mcp_config_clean (troupe_mcp_server_get_config (call->server), text);
  troupe_tool_call_report (call->tool_call, "info", NULL, line);
}

static TroupeStepResult
send (gpointer data)
{
  Call *call = data;
  g_auto (GStrv) headers = troupe_mcp_definition_make_headers (call->definition, call->arguments);
  g_autoptr (TroupeValue) params = NULL;
  TroupeMapBuilder builder;
  TroupeMcpRequest request = { .method = "tools/call",
                               .name = call->definition->original,
                               .headers = (const char *const *) headers,
                               .timeout_ms = troupe_mcp_server_get_config (call->server)->call_ms,
                               .progress = progress_cb,
                               .progress_data = call };

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name",
                          troupe_value_new_string (call->definition->original, -1));
  troupe_map_builder_add (&builder, "arguments", troupe_value_ref (call->arguments));
  for (gsize i = 0; call->additions != NULL && i < troupe_value_map_get_size (call->additions); i++)
    troupe_map_builder_add_key (&builder,
                                troupe_value_ref (troupe_value_map_get_key (call->additions, i)),
                                troupe_value_ref (troupe_value_map_get_value (call->additions, i)));
  request.params = params = troupe_map_builder_end (&builder);
  troupe_json_rpc_session_request_async (get_talk (call), &request,
                                         troupe_tool_call_get_cancellable (call->tool_call),
                                         answered_cb, call);
  return TROUPE_STEP_PENDING;
}

static const TroupeStep steps[] = {
  { "connect", connect }, /* repeated after a pause or a sign-in */
  { "report start", report_start },
  { "send", send }, /* repeated with input of the user */
  { NULL, NULL },
};

void
troupe_mcp_call_begin (TroupeMcpServer *server,
                       TroupeMcpDefinition *definition,
                       TroupeToolCall *call)
{
  Call *self;

  g_return_if_fail (TROUPE_IS_MCP_SERVER (server) && definition != NULL && call != NULL);

  self = g_new0 (Call, 1);
  self->server = g_object_ref (server);
  self->definition = troupe_mcp_definition_ref (definition);
  self->tool_call = troupe_tool_call_ref (call);
  self->arguments = drop_nulls (troupe_tool_call_get_arguments (call));
  self->steps = troupe_steps_new (steps, self);
  troupe_steps_start (self->steps);
}
