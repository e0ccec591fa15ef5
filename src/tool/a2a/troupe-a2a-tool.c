/* troupe-a2a-tool.c: remote A2A agent as a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-a2a-tool"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-a2a-task.h"
#include "troupe-a2a-tool.h"
#include "troupe-tool-name.h"

struct _TroupeA2aTool
{
  TroupeTool parent_instance;

  TroupeA2aConfig *config;
  TroupeA2aClient *client; /* (nullable): NULL until the tool has been described */
};

G_DEFINE_FINAL_TYPE (TroupeA2aTool, troupe_a2a_tool, TROUPE_TYPE_TOOL)

/* --- The card ---------------------------------------------------------------------------------- */

static void
card_read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_A2A_CLIENT (object));

  if (troupe_a2a_client_read_card_finish (TROUPE_A2A_CLIENT (object), result, &error) == NULL)
    {
      troupe_tool_call_fail (call, error);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "card",
                          troupe_value_ref (
                              troupe_a2a_client_get_card_value (TROUPE_A2A_CLIENT (object))));
  troupe_tool_call_end (call, troupe_map_builder_end (&builder));
}

static gboolean
troupe_a2a_tool_restore (TroupeTool *tool, TroupeValue *about, GError **error)
{
  TroupeA2aTool *self = TROUPE_A2A_TOOL (tool);
  TroupeValue *card = troupe_value_get_member (about, "card");
  g_autoptr (TroupeValue) none = troupe_value_new_null ();

  g_assert (TROUPE_IS_A2A_TOOL (self));

  if (self->client == NULL)
    self->client = troupe_a2a_client_new (self->config);
  return troupe_a2a_client_set_card (self->client, card != NULL ? card : none, error);
}

/* Returns FALSE, and ends the call, if the user has refused the host. */
static gboolean
check_host (TroupeA2aTool *self, TroupeToolCall *call)
{
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  g_autofree char *address = g_uri_to_string (self->config->card_uri);
  GError *error = NULL;

  g_assert (TROUPE_IS_A2A_TOOL (self));

  if (context == NULL ||
      troupe_key_recipients_check_refused (troupe_llm_environment_get_recipients (
                                               troupe_tool_context_get_environment (context)),
                                           address, NULL, &error))
    return TRUE;
  troupe_tool_call_fail (call, error);
  return FALSE;
}

static void
troupe_a2a_tool_describe (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeA2aTool *self = TROUPE_A2A_TOOL (tool);

  g_assert (TROUPE_IS_A2A_TOOL (self));

  if (!check_host (self, call))
    return;

  if (self->client == NULL)
    self->client = troupe_a2a_client_new (self->config);
  troupe_a2a_client_read_card_async (self->client, troupe_tool_call_get_cancellable (call),
                                     card_read_cb, troupe_tool_call_ref (call));
}

/* --- Calls ------------------------------------------------------------------------------------- */

static void
sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  TroupeValue *value = troupe_a2a_client_send_finish (TROUPE_A2A_CLIENT (object), result, &error);

  g_assert (TROUPE_IS_A2A_CLIENT (object));

  if (value != NULL)
    troupe_tool_call_end (call, value);
  else
    troupe_tool_call_fail (call, error);
}

/* Creates the message, including its references to other tasks. (transfer full) */
static TroupeValue *
make_message (TroupeA2aTool *self, TroupeValue *arguments)
{
  g_autoptr (TroupeValue) plain =
      troupe_a2a_message_new ("user", troupe_value_get_member_text (arguments, "message"),
                              troupe_value_get_member_text (arguments, "context_id"),
                              troupe_value_get_member_text (arguments, "task_id"));
  TroupeValue *references = troupe_value_get_member (arguments, "reference_task_ids");
  g_autoptr (TroupeValue) message = NULL;
  g_autoptr (TroupeValue) metadata = NULL;
  g_autoptr (TroupeValue) part = NULL;
  TroupeValue *parts;
  g_autoptr (TroupeValue) list = NULL;
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_A2A_TOOL (self));

  message = references != NULL && troupe_value_is (references, TROUPE_VALUE_LIST)
                ? troupe_value_map_with (plain, "referenceTaskIds", references)
                : g_steal_pointer (&plain);
  if (self->config->response_schema == NULL)
    return g_steal_pointer (&message);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "mimeType", troupe_value_new_string ("application/json", -1));
  troupe_map_builder_add (&builder, "schema", troupe_value_ref (self->config->response_schema));
  metadata = troupe_map_builder_end (&builder);
  part =
      troupe_value_map_with (troupe_value_list_get (troupe_value_get_member (message, "parts"), 0),
                             "metadata", metadata);
  parts = troupe_value_ref (part);
  list = troupe_value_new_list (&parts, 1);
  return troupe_value_map_with (message, "parts", list);
}

static void
troupe_a2a_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeA2aTool *self = TROUPE_A2A_TOOL (tool);
  TroupeValue *arguments = troupe_tool_call_get_arguments (call);
  TroupeValue *history = troupe_value_get_member (arguments, "history");
  g_autoptr (TroupeValue) none = troupe_value_new_list (NULL, 0);
  g_autoptr (TroupeValue) message = NULL;

  g_assert (TROUPE_IS_A2A_TOOL (self));

  if (!check_host (self, call))
    return;
  if (troupe_a2a_tool_get_card (self) == NULL ||
      troupe_value_get_member_text (arguments, "message") == NULL)
    {
      troupe_tool_call_fail (
          call, g_error_new_literal (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                                     _ ("A remote agent accepts only text messages, and only after "
                                        "its agent card has been read.")));
      return;
    }
  if (history == NULL || !troupe_value_is (history, TROUPE_VALUE_LIST))
    history = none;
  message = make_message (self, arguments);
  troupe_a2a_client_send_async (self->client, message, history,
                                troupe_tool_call_get_cancellable (call), sent_cb,
                                troupe_tool_call_ref (call));
}

static void
troupe_a2a_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_autofree char *address = NULL;

  g_assert (TROUPE_IS_A2A_TOOL (tool));

  /* Documents cannot provide keys for agents. */
  address = g_uri_to_string (TROUPE_A2A_TOOL (tool)->config->card_uri);
  troupe_permission_list_add_host (permissions, address, NULL, TROUPE_KEY_FROM_VARIABLES);
}

/* --- The object -------------------------------------------------------------------------------- */

const TroupeA2aConfig *
troupe_a2a_tool_get_config (TroupeA2aTool *self)
{
  g_return_val_if_fail (TROUPE_IS_A2A_TOOL (self), NULL);

  return self->config;
}

const TroupeA2aCard *
troupe_a2a_tool_get_card (TroupeA2aTool *self)
{
  g_return_val_if_fail (TROUPE_IS_A2A_TOOL (self), NULL);

  return self->client != NULL ? troupe_a2a_client_get_card (self->client) : NULL;
}

static void
troupe_a2a_tool_finalize (GObject *object)
{
  TroupeA2aTool *self = TROUPE_A2A_TOOL (object);

  g_clear_object (&self->client);
  g_clear_pointer (&self->config, troupe_a2a_config_unref);

  G_OBJECT_CLASS (troupe_a2a_tool_parent_class)->finalize (object);
}

static void
troupe_a2a_tool_class_init (TroupeA2aToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  object_class->finalize = troupe_a2a_tool_finalize;
  tool_class->ends_when_cancelled = TRUE;
  tool_class->list_permissions = troupe_a2a_tool_list_permissions;
  tool_class->describe = troupe_a2a_tool_describe;
  tool_class->restore = troupe_a2a_tool_restore;
  tool_class->call = troupe_a2a_tool_call;
}

static void
troupe_a2a_tool_init (TroupeA2aTool *self)
{
  g_assert (TROUPE_IS_A2A_TOOL (self));
}

TroupeTool *
troupe_a2a_tool_new (TroupeA2aConfig *config)
{
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;
  TroupeA2aTool *self;

  g_return_val_if_fail (config != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_A2A_TOOL, NULL);
  self->config = troupe_a2a_config_ref (config);
  label = g_strdup_printf ("a2a_%s", config->label);
  name = troupe_tool_name_sanitize (label);
  troupe_tool_set_name (TROUPE_TOOL (self), name);
  return TROUPE_TOOL (self);
}
