/* troupe-mcp-link.h: link: abstract transport of messages to and from an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-config.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Maximum size of one message in bytes: a line, an event, a body (doc/mcp.md §6). */
#define TROUPE_MCP_LIMIT_MESSAGE (16u * 1024 * 1024)

/**
 * TroupeMcpMessage:
 * @id: the ID of a request; 0 if no response is expected
 * @method: (nullable): NULL for a response
 * @name: (nullable): the name of the object of the request, a tool
 * @headers: (nullable): alternating names and values, for HTTP in the modern protocol
 * @value: the whole message
 */
typedef struct
{
  gint64 id;
  const char *method;
  const char *name;
  const char *const *headers;
  TroupeValue *value;
} TroupeMcpMessage;

/**
 * TroupeMcpLink:
 *
 * Transports messages without interpreting them. `message` (a #TroupeValue, (transfer none)) is
 * emitted when a message was received. `lost` (int64, a #GError) is emitted when the request with
 * that ID will get no response; if the ID is 0, no request will get a response. Signals are emitted
 * in the main context that was the thread default when the link was created.
 */
#define TROUPE_TYPE_MCP_LINK (troupe_mcp_link_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeMcpLink, troupe_mcp_link, TROUPE, MCP_LINK, GObject)

/**
 * TroupeMcpLinkClass:
 * @send: sends a message, or reports that it is lost
 * @forget: the response to this request is no longer needed
 * @set_version: (nullable): sets the negotiated version; %NULL: none yet
 * @close: closes the link in an orderly way and then returns TRUE to @task, of which it takes
 *   ownership
 */
struct _TroupeMcpLinkClass
{
  GObjectClass parent_class;

  void (*send) (TroupeMcpLink *self, const TroupeMcpMessage *message);
  void (*forget) (TroupeMcpLink *self, gint64 id);
  void (*set_version) (TroupeMcpLink *self, const char *version, gboolean is_modern);
  void (*close) (TroupeMcpLink *self, GTask *task);
};

void troupe_mcp_link_send (TroupeMcpLink *self, const TroupeMcpMessage *message);
void troupe_mcp_link_forget (TroupeMcpLink *self, gint64 id);
/* @version: (nullable) */
void troupe_mcp_link_set_version (TroupeMcpLink *self, const char *version, gboolean is_modern);
/* No signals are emitted after this call. It cannot fail, and takes at most a few seconds. */
void
troupe_mcp_link_close_async (TroupeMcpLink *self, GAsyncReadyCallback callback, gpointer user_data);
void troupe_mcp_link_close_finish (TroupeMcpLink *self, GAsyncResult *result);

/* --- For subclasses --------------------------------------------------------------------------- */

TroupeMcpConfig *troupe_mcp_link_get_config (TroupeMcpLink *self);
/* Parses one JSON text and emits `message`. Returns FALSE if it is not a message.
 * @is_too_large: (out) (optional): whether that is because it exceeds TROUPE_MCP_LIMIT_MESSAGE, or
 *   its values TROUPE_LIMIT_VALUES */
gboolean
troupe_mcp_link_read (TroupeMcpLink *self, const char *text, gsize length, gboolean *is_too_large);
/* @error: (transfer full) */
void troupe_mcp_link_lose (TroupeMcpLink *self, gint64 id, GError *error);
gboolean troupe_mcp_link_is_closed (TroupeMcpLink *self);

G_END_DECLS
