/* troupe-mcp-link.h: how messages come to an MCP server and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-config.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* One message, in bytes: a line, an event, a body (doc/mcp.md §6). */
#define TROUPE_MCP_LIMIT_MESSAGE (16u * 1024 * 1024)

/**
 * TroupeMcpMessage:
 * @id: of a request of ours; 0 where no answer is expected
 * @method: (nullable): none of an answer
 * @name: (nullable): what of the server it is about, a tool
 * @headers: (nullable): names and values in turn, where it goes by HTTP in the modern era
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
 * Carries messages, and knows nothing of what they mean. `message` (a #TroupeValue, (transfer none)) tells of one
 * that came; `lost` (int64, a #GError) that no answer will come to that request, or to none any more where it is 0.
 * Signals are emitted in the main context that was the thread's default when it was made.
 */
#define TROUPE_TYPE_MCP_LINK (troupe_mcp_link_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeMcpLink, troupe_mcp_link, TROUPE, MCP_LINK, GObject)

/**
 * TroupeMcpLinkClass:
 * @send: sends a message, or tells that it is lost
 * @forget: nobody waits for the answer to this request any more
 * @set_version: (nullable): what both sides agreed on; %NULL: nothing yet
 * @close: ends it orderly, and then returns TRUE to @task, which it takes
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
/* Nothing more is told once this was called. It cannot fail, and takes a few seconds at most. */
void
troupe_mcp_link_close_async (TroupeMcpLink *self, GAsyncReadyCallback callback, gpointer user_data);
void troupe_mcp_link_close_finish (TroupeMcpLink *self, GAsyncResult *result);

/* --- For the kinds of links ---------------------------------------------------------------------- */

TroupeMcpConfig *troupe_mcp_link_get_config (TroupeMcpLink *self);
/* Reads one JSON text and tells of the message in it. FALSE where it is none. */
gboolean troupe_mcp_link_read (TroupeMcpLink *self, const char *text, gsize length);
/* @error: (transfer full) */
void troupe_mcp_link_lose (TroupeMcpLink *self, gint64 id, GError *error);
gboolean troupe_mcp_link_is_closed (TroupeMcpLink *self);

G_END_DECLS
