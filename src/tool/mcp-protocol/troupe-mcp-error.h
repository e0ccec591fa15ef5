/* troupe-mcp-error.h: what can go wrong between Troupe and an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TROUPE_MCP_ERROR:
 *
 * What a connection to an MCP server, a list of its tools or a call of one can end with (doc/mcp.md §7). Each message
 * is a sentence that names the server, what failed, and what can be done about it; secrets of the document are in
 * none.
 */
#define TROUPE_MCP_ERROR (troupe_mcp_error_quark ())
GQuark troupe_mcp_error_quark (void);

typedef enum
{
  TROUPE_MCP_ERROR_TIMEOUT,
  TROUPE_MCP_ERROR_AUTHENTICATION, /* HTTP 401 or 403 */
  TROUPE_MCP_ERROR_HTTP,           /* any other status that refuses */
  TROUPE_MCP_ERROR_NETWORK,        /* no server, or it went away */
  TROUPE_MCP_ERROR_CANCELLED,
  TROUPE_MCP_ERROR_VALIDATION, /* what it was given, or gave, is none of the protocol's */
  TROUPE_MCP_ERROR_SERVER,     /* it answered with an error of the protocol */
  TROUPE_MCP_ERROR_TOOL,       /* the tool says itself that it failed */
} TroupeMcpError;

/* CrewAI's word for @error, as its events have it: `http_error`, `timeout`. (transfer none) */
const char *troupe_mcp_error_get_type_name (const GError *error);

/* The status of HTTP that @error is about; 0 where it is about none. */
guint troupe_mcp_error_get_status (const GError *error);

/* Whether the same could work a moment later: the server did not answer, or did with an error of the protocol. */
gboolean troupe_mcp_error_may_retry (const GError *error);

/* --- For the client's own parts ------------------------------------------------------------------ */

/* The number of a protocol error, and what came with it. 0 where @error is of another kind. @data: (out) (optional)
 * (transfer none) (nullable) */
gint64 troupe_mcp_error_get_number (const GError *error, TroupeValue **data);

/* @data: (nullable). (transfer full) */
GError *troupe_mcp_error_new_status (guint status, TroupeMcpError code, const char *message);
GError *troupe_mcp_error_new_number (gint64 number, TroupeValue *data, const char *message);
void troupe_mcp_error_set_number (GError *error, gint64 number, TroupeValue *data);

/**
 * TroupeMcpRefusal:
 * @header: (nullable): `WWW-Authenticate`, as it came
 * @generation: of the token that was sent with what was refused (troupe-mcp-grants.h); 0: none was
 * @peer: (nullable): what answered
 *
 * What a refusal with 401 or 403 says beside its message.
 */
typedef struct
{
  char *header;
  guint generation;
  GInetAddress *peer;
} TroupeMcpRefusal;

/* (transfer none) (nullable): %NULL of other errors */
const TroupeMcpRefusal *troupe_mcp_error_get_refusal (const GError *error);
/* @refusal: copied */
void troupe_mcp_error_set_refusal (GError *error, const TroupeMcpRefusal *refusal);

G_END_DECLS
