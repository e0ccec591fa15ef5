/* troupe-mcp-error.h: error domain of the MCP client
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
 * Errors of a connection to an MCP server, a list of its tools, or a call of a tool (doc/mcp.md
 * §7). Each message is a sentence that names the server, what failed, and a remedy. It never
 * contains secrets of the document. Threads: any thread.
 */
#define TROUPE_MCP_ERROR (troupe_mcp_error_quark ())
GQuark troupe_mcp_error_quark (void);

/* Codes of %TROUPE_MCP_ERROR. */
typedef enum
{
  TROUPE_MCP_ERROR_TIMEOUT,
  TROUPE_MCP_ERROR_AUTHENTICATION, /* HTTP 401 or 403 */
  TROUPE_MCP_ERROR_HTTP,           /* any other HTTP error status */
  TROUPE_MCP_ERROR_NETWORK,        /* server not reachable, or connection lost */
  TROUPE_MCP_ERROR_CANCELLED,
  TROUPE_MCP_ERROR_VALIDATION, /* sent or received data violates the protocol */
  TROUPE_MCP_ERROR_SERVER,     /* the server returned a JSON-RPC error */
  TROUPE_MCP_ERROR_TOOL,       /* the tool reported that it failed */
} TroupeMcpError;

/* Returns CrewAI's name of the error type, as in its events: `http_error`, `timeout`. (transfer
 * none) */
const char *troupe_mcp_error_get_type_name (const GError *error);

/* Returns the HTTP status of @error; 0 if it has none. */
guint troupe_mcp_error_get_status (const GError *error);

/* Returns TRUE if a retry could succeed because the server did not respond or returned a
 * JSON-RPC error. */
gboolean troupe_mcp_error_may_retry (const GError *error);

/* --- Internal interface of the MCP client ----------------------------------------------------- */

/* Returns the code of a JSON-RPC error and its data; 0 if @error is of another kind. @data:
 * (out) (optional) (transfer none) (nullable) */
gint64 troupe_mcp_error_get_number (const GError *error, TroupeValue **data);

/* Creates an error for an HTTP status. (transfer full) */
GError *troupe_mcp_error_new_status (guint status, TroupeMcpError code, const char *message);
/* Creates %TROUPE_MCP_ERROR_SERVER for a JSON-RPC error. @number: its code; @data: (nullable)
 * (transfer none). (transfer full) */
GError *troupe_mcp_error_new_number (gint64 number, TroupeValue *data, const char *message);
/* Adds the code and data of a JSON-RPC error. @error: an error of %TROUPE_MCP_ERROR; @data:
 * (nullable) (transfer none) */
void troupe_mcp_error_set_number (GError *error, gint64 number, TroupeValue *data);

/**
 * TroupeMcpRefusal:
 * @header: (nullable): `WWW-Authenticate`, as it was received
 * @generation: the generation of the token that was sent with the request (troupe-mcp-grants.h); 0:
 *   no token was sent
 * @peer: (nullable): the address that responded
 *
 * Details of a refusal with 401 or 403, in addition to the message.
 */
typedef struct
{
  char *header;
  guint generation;
  GInetAddress *peer;
} TroupeMcpRefusal;

/* Returns the details of a refusal with 401 or 403. (transfer none) (nullable): NULL for other
 * errors */
const TroupeMcpRefusal *troupe_mcp_error_get_refusal (const GError *error);
/* Adds the details of a refusal. @refusal: copied */
void troupe_mcp_error_set_refusal (GError *error, const TroupeMcpRefusal *refusal);

G_END_DECLS
