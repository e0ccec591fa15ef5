/* troupe-mcp-auth-call.h: HTTP request of an MCP sign-in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Maximum size of a response in bytes. A small limit is sufficient for metadata. */
#define TROUPE_MCP_LIMIT_METADATA (1024u * 1024)

/**
 * TroupeMcpAuthReply:
 * @status: the HTTP status code
 * @value: (nullable): the JSON object of the response; %NULL for other content, such as an HTML
 *   page
 */
typedef struct
{
  guint status;
  TroupeValue *value;
} TroupeMcpAuthReply;

void troupe_mcp_auth_reply_free (TroupeMcpAuthReply *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpAuthReply, troupe_mcp_auth_reply_free)

/**
 * TroupeMcpAuthRequest:
 * @uri: from troupe_mcp_auth_policy_parse()
 * @form: (nullable): alternating names and values, NULL-terminated, to POST as a form
 * @json: (nullable): a map to POST as JSON
 * @authorization: (nullable): the Authorization header; only together with @form
 *
 * A GET request if both @form and @json are %NULL.
 */
typedef struct
{
  GUri *uri;
  const char *const *form;
  TroupeValue *json;
  const char *authorization;
} TroupeMcpAuthRequest;

/* Sends @request within the limits of @reach. Redirects are followed only within the same
 * origin, and never for a POST. Copies @request. */
void troupe_mcp_auth_call_async (TroupeMcpAuthPolicy *reach,
                                 const TroupeMcpAuthRequest *request,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns the response, regardless of its status. (transfer full) (nullable). Errors:
 * %TROUPE_MCP_ERROR_NETWORK, _VALIDATION (too large), %G_IO_ERROR_CANCELLED. */
TroupeMcpAuthReply *troupe_mcp_auth_call_finish (GAsyncResult *result, GError **error);

/* Returns the description of an error response (RFC 6749 §5.2), or its status. The result is a
 * line that can be shown to the user. (transfer full) */
char *troupe_mcp_auth_reply_explain (const TroupeMcpAuthReply *self);

G_END_DECLS
