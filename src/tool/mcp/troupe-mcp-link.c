/* troupe-mcp-link.c: link: abstract transport of messages to and from an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-link"

#include "config.h"

#include "troupe-json.h"
#include "troupe-limits.h"
#include "troupe-mcp-link.h"

typedef struct
{
  TroupeMcpConfig *config;
  gboolean is_closed;
} TroupeMcpLinkPrivate;

enum
{
  PROP_0,
  PROP_CONFIG,
  N_PROPS
};

enum
{
  MESSAGE,
  LOST,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TroupeMcpLink, troupe_mcp_link, G_TYPE_OBJECT)

TroupeMcpConfig *
troupe_mcp_link_get_config (TroupeMcpLink *self)
{
  TroupeMcpLinkPrivate *priv = troupe_mcp_link_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_MCP_LINK (self), NULL);

  return priv->config;
}

gboolean
troupe_mcp_link_is_closed (TroupeMcpLink *self)
{
  TroupeMcpLinkPrivate *priv = troupe_mcp_link_get_instance_private (self);

  g_return_val_if_fail (TROUPE_IS_MCP_LINK (self), TRUE);

  return priv->is_closed;
}

void
troupe_mcp_link_send (TroupeMcpLink *self, const TroupeMcpMessage *message)
{
  g_return_if_fail (TROUPE_IS_MCP_LINK (self) && message != NULL);

  if (!troupe_mcp_link_is_closed (self))
    TROUPE_MCP_LINK_GET_CLASS (self)->send (self, message);
}

void
troupe_mcp_link_forget (TroupeMcpLink *self, gint64 id)
{
  g_return_if_fail (TROUPE_IS_MCP_LINK (self));

  TROUPE_MCP_LINK_GET_CLASS (self)->forget (self, id);
}

void
troupe_mcp_link_set_version (TroupeMcpLink *self, const char *version, gboolean is_modern)
{
  g_return_if_fail (TROUPE_IS_MCP_LINK (self));

  if (TROUPE_MCP_LINK_GET_CLASS (self)->set_version != NULL)
    TROUPE_MCP_LINK_GET_CLASS (self)->set_version (self, version, is_modern);
}

void
troupe_mcp_link_close_async (TroupeMcpLink *self, GAsyncReadyCallback callback, gpointer user_data)
{
  TroupeMcpLinkPrivate *priv = troupe_mcp_link_get_instance_private (self);
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_MCP_LINK (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_link_close_async);
  if (priv->is_closed)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  priv->is_closed = TRUE;
  TROUPE_MCP_LINK_GET_CLASS (self)->close (self, g_steal_pointer (&task));
}

void
troupe_mcp_link_close_finish (TroupeMcpLink *self, GAsyncResult *result)
{
  g_return_if_fail (TROUPE_IS_MCP_LINK (self) && g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

gboolean
troupe_mcp_link_read (TroupeMcpLink *self, const char *text, gsize length, gboolean *is_too_large)
{
  g_autoptr (TroupeValue) message = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_MCP_LINK (self), FALSE);

  if (length <= TROUPE_MCP_LIMIT_MESSAGE)
    message = troupe_value_from_json_within (text, length, TROUPE_LIMIT_VALUES, &error);
  if (is_too_large != NULL)
    *is_too_large = length > TROUPE_MCP_LIMIT_MESSAGE ||
                    g_error_matches (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE);
  if (message == NULL || (!troupe_value_is (message, TROUPE_VALUE_MAP) &&
                          !troupe_value_is (message, TROUPE_VALUE_LIST)))
    return FALSE;
  if (!troupe_mcp_link_is_closed (self))
    g_signal_emit (self, signals[MESSAGE], 0, message);
  return TRUE;
}

void
troupe_mcp_link_lose (TroupeMcpLink *self, gint64 id, GError *error)
{
  g_autoptr (GError) owned = error;

  g_return_if_fail (TROUPE_IS_MCP_LINK (self) && error != NULL);

  if (!troupe_mcp_link_is_closed (self))
    g_signal_emit (self, signals[LOST], 0, id, error);
}

/* --- The object ------------------------------------------------------------------------------ */

static void
troupe_mcp_link_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupeMcpLinkPrivate *priv = troupe_mcp_link_get_instance_private (TROUPE_MCP_LINK (object));

  if (id == PROP_CONFIG)
    priv->config = troupe_mcp_config_ref (g_value_get_pointer (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_mcp_link_finalize (GObject *object)
{
  TroupeMcpLinkPrivate *priv = troupe_mcp_link_get_instance_private (TROUPE_MCP_LINK (object));

  g_clear_pointer (&priv->config, troupe_mcp_config_unref);

  G_OBJECT_CLASS (troupe_mcp_link_parent_class)->finalize (object);
}

static void
troupe_mcp_link_class_init (TroupeMcpLinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = troupe_mcp_link_set_property;
  object_class->finalize = troupe_mcp_link_finalize;

  properties[PROP_CONFIG] =
      g_param_spec_pointer ("config", NULL, NULL,
                            G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_MCP_LINK, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_VALUE);
  signals[LOST] = g_signal_new ("lost", TROUPE_TYPE_MCP_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_ERROR);
}

static void
troupe_mcp_link_init (TroupeMcpLink *self)
{
  g_assert (TROUPE_IS_MCP_LINK (self));
}
