/* troupe-mcp-round.c: user input that an MCP server requires before a tool call is repeated
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-round"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-round.h"

#define ADDRESS_FIRST (-32042)
/* Maximum number of inputs in one round. */
#define MOST_INPUTS 20u

/* @inputs: (element-type Input); @responses: the answers so far; @state: (nullable): opaque
 *   state of the server; @is_after: whether the round handles URLs after an error; @ids: the IDs
 *   of the interactions whose completion the server has not reported yet */
typedef struct
{
  TroupeJsonRpcSession *talk;
  GPtrArray *inputs;
  guint next;
  TroupeMcpAsked *asked;
  TroupeMapBuilder responses;
  TroupeValue *state;
  gboolean is_after;
  GHashTable *ids;
  gulong completed;
  GSource *cancelled;
  TroupeMcpRoundFunc func;
  gpointer user_data;
} Round;

/* @key: (nullable) */
typedef struct
{
  char *key;
  TroupeValue *params;
} Input;

static void ask_next (Round *self);

static void
input_free (gpointer data)
{
  Input *input = data;

  g_free (input->key);
  troupe_value_unref (input->params);
  g_free (input);
}

static TroupeMcpConfig *
get_config (TroupeJsonRpcSession *talk)
{
  return troupe_mcp_link_get_config (troupe_json_rpc_session_get_link (talk));
}

/* --- Completion ------------------------------------------------------------------------------- */

/* @error: (transfer full) (nullable) */
static void
end (Round *self, GError *error)
{
  TroupeMcpRoundFunc func = self->func;
  gpointer user_data = self->user_data;
  g_autoptr (TroupeValue) responses = troupe_map_builder_end (&self->responses);
  g_autoptr (TroupeValue) additions = NULL;

  g_assert (self != NULL);

  if (error == NULL && !self->is_after)
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      if (troupe_value_map_get_size (responses) > 0)
        troupe_map_builder_add (&builder, "inputResponses", troupe_value_ref (responses));
      if (self->state != NULL)
        troupe_map_builder_add (&builder, "requestState", troupe_value_ref (self->state));
      additions = troupe_map_builder_end (&builder);
    }
  if (self->asked != NULL)
    troupe_mcp_asked_withdraw (self->asked);
  if (self->cancelled != NULL)
    g_source_destroy (self->cancelled);
  g_clear_pointer (&self->cancelled, g_source_unref);
  g_clear_signal_handler (&self->completed, self->talk);
  g_ptr_array_unref (self->inputs);
  g_hash_table_unref (self->ids);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_object_unref (self->talk);
  g_free (self);
  func (additions, error, user_data);
}

static GError *
make_declined (Round *self)
{
  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TOOL,
                      /* Translators: %s is a command line or a host name. */
                      _ ("The MCP server “%s” asked to open a URL, which was declined."),
                      get_config (self->talk)->label);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Round *self = user_data;

  g_assert (G_IS_CANCELLABLE (cancellable));

  end (self, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                          _ ("The request of the MCP server “%s” was canceled."),
                          get_config (self->talk)->label));
  return G_SOURCE_REMOVE;
}

/* --- Prompting -------------------------------------------------------------------------------- */

static void
done_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  Round *self = user_data;

  g_assert (self != NULL);

  self->asked = NULL;
  end (self, troupe_mcp_asked_is_accepted (result) ? NULL : make_declined (self));
}

static void
answered_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  Round *self = user_data;
  const Input *input = self->inputs->pdata[self->next];

  g_assert (self != NULL);

  self->asked = NULL;
  if (result == NULL)
    {
      end (self,
           g_error_new_literal (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION, error->message));
      return;
    }
  if (self->is_after && !troupe_mcp_asked_is_accepted (result))
    {
      end (self, make_declined (self));
      return;
    }
  if (input->key != NULL)
    troupe_map_builder_add (&self->responses, input->key, troupe_value_ref (result));
  self->next++;
  ask_next (self);
}

static void
ask_next (Round *self)
{
  const Input *input = NULL;
  TroupeMcpAsked *asked = NULL;
  const guint n_asked = self->next;

  g_assert (self != NULL);

  if (self->next == self->inputs->len)
    {
      if (self->is_after && g_hash_table_size (self->ids) > 0)
        {
          TroupeMcpAsked *person = NULL;

          /* Waits until the user has finished in the browser, which either the user or the
           * server reports. */
          person = troupe_mcp_ask_elicitation (
              troupe_json_rpc_session_get_asker (self->talk),
              troupe_elicitation_new_plain (
                  get_config (self->talk)->label,
                  _ ("Have you finished in the browser? The tool will then be called again.")),
              done_cb, self);
          if (person != NULL)
            self->asked = person;
        }
      else
        end (self, NULL);
      return;
    }
  input = self->inputs->pdata[n_asked];
  asked = troupe_mcp_ask (troupe_json_rpc_session_get_asker (self->talk),
                          get_config (self->talk)->label, input->params, answered_cb, self);
  if (asked != NULL)
    self->asked = asked;
}

/* The server reports that the user has completed an interaction. */
static void
completed_cb (Round *self, const char *id)
{
  g_assert (self != NULL);

  if (g_hash_table_remove (self->ids, id) && g_hash_table_size (self->ids) == 0 &&
      self->next == self->inputs->len)
    end (self, NULL);
}

/* --- Starting a round ------------------------------------------------------------------------- */

static Round *
round_new (TroupeJsonRpcSession *talk,
           GCancellable *cancellable,
           TroupeMcpRoundFunc func,
           gpointer user_data)
{
  Round *self = g_new0 (Round, 1);

  g_assert (TROUPE_IS_JSON_RPC_SESSION (talk));

  self->talk = g_object_ref (talk);
  self->inputs = g_ptr_array_new_with_free_func (input_free);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_map_builder_init (&self->responses);
  self->func = func;
  self->user_data = user_data;
  if (cancellable != NULL)
    {
      GMainContext *context = g_main_context_get_thread_default ();

      self->cancelled = troupe_cancel_source_new (cancellable, context);
      g_source_set_callback (self->cancelled, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancelled, context);
    }
  return self;
}

static void
add_input (Round *self, const char *key, TroupeValue *params)
{
  Input *input = g_new0 (Input, 1);

  g_assert (self != NULL);

  input->key = g_strdup (key);
  input->params = troupe_value_ref (params);
  g_ptr_array_add (self->inputs, input);
}

static GError *
make_unknown (Round *self)
{
  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                      /* Translators: %s is a command line or a host name. */
                      _ ("The MCP server “%s” requests something that Troupe does not support."),
                      get_config (self->talk)->label);
}

/* Adds an entry of `inputRequests`. Returns FALSE if the user cannot answer it. */
static gboolean
take_input (Round *self, TroupeValue *key, TroupeValue *request)
{
  TroupeValue *params = troupe_value_get_member_of (request, "params", TROUPE_VALUE_MAP);
  gsize length = 0;
  const char *name = troupe_value_get_string (key, &length);

  g_assert (self != NULL);

  if (g_strcmp0 (troupe_value_get_member_text (request, "method"), "elicitation/create") != 0 ||
      params == NULL || strlen (name) != length ||
      troupe_json_rpc_session_get_asker (self->talk) == NULL)
    return FALSE;
  add_input (self, name, params);
  return TRUE;
}

gboolean
troupe_mcp_round_is_wanted (TroupeJsonRpcSession *talk, TroupeValue *result)
{
  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (talk), FALSE);

  return troupe_json_rpc_session_is_modern (talk) &&
         g_strcmp0 (troupe_value_get_member_text (result, "resultType"), "input_required") == 0;
}

gboolean
troupe_mcp_round_is_wanted_after (TroupeJsonRpcSession *talk, const GError *error)
{
  TroupeValue *data = NULL;

  g_return_val_if_fail (TROUPE_IS_JSON_RPC_SESSION (talk) && error != NULL, FALSE);

  return !troupe_json_rpc_session_is_modern (talk) &&
         troupe_json_rpc_session_get_asker (talk) != NULL &&
         troupe_mcp_error_get_number (error, &data) == ADDRESS_FIRST &&
         troupe_value_get_member_of (data, "elicitations", TROUPE_VALUE_LIST) != NULL;
}

void
troupe_mcp_round_begin (TroupeJsonRpcSession *talk,
                        TroupeValue *result,
                        GCancellable *cancellable,
                        TroupeMcpRoundFunc func,
                        gpointer user_data)
{
  TroupeValue *requests = troupe_value_get_member_of (result, "inputRequests", TROUPE_VALUE_MAP);
  TroupeValue *state = troupe_value_get_member (result, "requestState");
  const gsize n_requests = requests != NULL ? troupe_value_map_get_size (requests) : 0;
  Round *self = NULL;

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (talk) && func != NULL);

  self = round_new (talk, cancellable, func, user_data);
  self->state = state != NULL ? troupe_value_ref (state) : NULL;
  if (n_requests > MOST_INPUTS || (n_requests == 0 && state == NULL))
    {
      end (self, make_unknown (self));
      return;
    }
  for (gsize i = 0; i < n_requests; i++)
    if (!take_input (self, troupe_value_map_get_key (requests, i),
                     troupe_value_map_get_value (requests, i)))
      {
        end (self, make_unknown (self));
        return;
      }
  ask_next (self);
}

void
troupe_mcp_round_begin_after (TroupeJsonRpcSession *talk,
                              const GError *error,
                              GCancellable *cancellable,
                              TroupeMcpRoundFunc func,
                              gpointer user_data)
{
  TroupeValue *data = NULL;
  TroupeValue *list = NULL;
  gsize length = 0;
  Round *self = NULL;

  g_return_if_fail (TROUPE_IS_JSON_RPC_SESSION (talk) && func != NULL);

  troupe_mcp_error_get_number (error, &data);
  list = troupe_value_get_member_of (data, "elicitations", TROUPE_VALUE_LIST);
  length = list != NULL ? troupe_value_list_get_length (list) : 0;
  self = round_new (talk, cancellable, func, user_data);
  self->is_after = TRUE;
  for (gsize i = 0; i < length && length <= MOST_INPUTS; i++)
    {
      TroupeValue *params = troupe_value_list_get (list, i);
      const char *id = troupe_value_get_member_text (params, "elicitationId");

      if (g_strcmp0 (troupe_value_get_member_text (params, "mode"), "url") != 0 || id == NULL)
        break;
      add_input (self, NULL, params);
      g_hash_table_add (self->ids, g_strdup (id));
    }
  if (self->inputs->len != length || length == 0)
    {
      end (self, make_unknown (self));
      return;
    }
  self->completed = g_signal_connect_swapped (talk, "completed", G_CALLBACK (completed_cb), self);
  ask_next (self);
}
