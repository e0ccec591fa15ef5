/* troupe-mcp-error.c: error domain of the MCP client
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-error"

#include "config.h"

#include "troupe-mcp-error.h"

#define UNKNOWN_METHOD (-32601)
#define WRONG_PARAMETERS (-32602)

/* @status: the HTTP status, or 0; @number: the JSON-RPC error code, or 0; @data: (nullable) */
typedef struct
{
  guint status;
  gint64 number;
  TroupeValue *data;
  gboolean is_refusal;
  TroupeMcpRefusal refusal;
} TroupeMcpErrorPrivate;

static void
troupe_mcp_error_private_init (TroupeMcpErrorPrivate *priv)
{
  *priv = (TroupeMcpErrorPrivate){ 0 };
}

static void
copy_refusal (const TroupeMcpRefusal *from, TroupeMcpRefusal *to)
{
  to->header = g_strdup (from->header);
  to->generation = from->generation;
  to->peer = from->peer != NULL ? g_object_ref (from->peer) : NULL;
}

static void
clear_refusal (TroupeMcpRefusal *refusal)
{
  g_clear_pointer (&refusal->header, g_free);
  g_clear_object (&refusal->peer);
}

static void
troupe_mcp_error_private_copy (const TroupeMcpErrorPrivate *from, TroupeMcpErrorPrivate *to)
{
  *to = *from;
  if (to->data != NULL)
    troupe_value_ref (to->data);
  copy_refusal (&from->refusal, &to->refusal);
}

static void
troupe_mcp_error_private_clear (TroupeMcpErrorPrivate *priv)
{
  g_clear_pointer (&priv->data, troupe_value_unref);
  clear_refusal (&priv->refusal);
}

/* clang-format would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_EXTENDED_ERROR (TroupeMcpError, troupe_mcp_error)
/* clang-format on */

const char *
troupe_mcp_error_get_type_name (const GError *error)
{
  static const char *const names[] = {
    [TROUPE_MCP_ERROR_TIMEOUT] = "timeout",
    [TROUPE_MCP_ERROR_AUTHENTICATION] = "authentication",
    [TROUPE_MCP_ERROR_HTTP] = "http_error",
    [TROUPE_MCP_ERROR_NETWORK] = "network",
    [TROUPE_MCP_ERROR_CANCELLED] = "cancelled",
    [TROUPE_MCP_ERROR_VALIDATION] = "validation",
    [TROUPE_MCP_ERROR_SERVER] = "server_error",
    [TROUPE_MCP_ERROR_TOOL] = "tool_error",
  };

  g_return_val_if_fail (error != NULL, NULL);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return names[TROUPE_MCP_ERROR_CANCELLED];
  if (error->domain != TROUPE_MCP_ERROR || (guint) error->code >= G_N_ELEMENTS (names))
    return names[TROUPE_MCP_ERROR_SERVER];
  return names[error->code];
}

guint
troupe_mcp_error_get_status (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  return error->domain == TROUPE_MCP_ERROR ? troupe_mcp_error_get_private (error)->status : 0;
}

gint64
troupe_mcp_error_get_number (const GError *error, TroupeValue **data)
{
  const TroupeMcpErrorPrivate *priv = NULL;

  g_return_val_if_fail (error != NULL, 0);

  if (error->domain == TROUPE_MCP_ERROR)
    priv = troupe_mcp_error_get_private (error);
  if (data != NULL)
    *data = priv != NULL ? priv->data : NULL;
  return priv != NULL ? priv->number : 0;
}

gboolean
troupe_mcp_error_may_retry (const GError *error)
{
  gint64 number;

  g_return_val_if_fail (error != NULL, FALSE);

  number = troupe_mcp_error_get_number (error, NULL);
  if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_SERVER))
    return number != UNKNOWN_METHOD && number != WRONG_PARAMETERS;
  return g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TIMEOUT) ||
         g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK);
}

GError *
troupe_mcp_error_new_status (guint status, TroupeMcpError code, const char *message)
{
  GError *error = g_error_new_literal (TROUPE_MCP_ERROR, (int) code, message);

  troupe_mcp_error_get_private (error)->status = status;
  return error;
}

void
troupe_mcp_error_set_number (GError *error, gint64 number, TroupeValue *data)
{
  TroupeMcpErrorPrivate *priv;

  g_return_if_fail (error != NULL && error->domain == TROUPE_MCP_ERROR);

  priv = troupe_mcp_error_get_private (error);
  priv->number = number;
  g_clear_pointer (&priv->data, troupe_value_unref);
  if (data != NULL)
    priv->data = troupe_value_ref (data);
}

GError *
troupe_mcp_error_new_number (gint64 number, TroupeValue *data, const char *message)
{
  GError *error = g_error_new_literal (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_SERVER, message);

  troupe_mcp_error_set_number (error, number, data);
  return error;
}

const TroupeMcpRefusal *
troupe_mcp_error_get_refusal (const GError *error)
{
  const TroupeMcpErrorPrivate *priv = NULL;

  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain == TROUPE_MCP_ERROR)
    priv = troupe_mcp_error_get_private (error);
  return priv != NULL && priv->is_refusal ? &priv->refusal : NULL;
}

void
troupe_mcp_error_set_refusal (GError *error, const TroupeMcpRefusal *refusal)
{
  TroupeMcpErrorPrivate *priv;

  g_return_if_fail (error != NULL && error->domain == TROUPE_MCP_ERROR && refusal != NULL);

  priv = troupe_mcp_error_get_private (error);
  clear_refusal (&priv->refusal);
  copy_refusal (refusal, &priv->refusal);
  priv->is_refusal = TRUE;
}
