/* troupe-mcp-auth-call.h: one request to those that sign-ins are about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Bytes of an answer: metadata are small. */
#define TROUPE_MCP_LIMIT_METADATA (1024u * 1024)

/**
 * TroupeMcpAuthReply:
 * @status: of HTTP
 * @value: (nullable): the map of JSON in the answer; %NULL where it is anything else, a page for people mostly
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
 * @uri: of troupe_mcp_auth_policy_parse()
 * @form: (nullable): names and values in turn, up to a %NULL, that are posted as a form
 * @json: (nullable): a map that is posted
 * @authorization: (nullable): the header; with a form alone
 *
 * A GET where there is neither form nor JSON.
 */
typedef struct
{
  GUri *uri;
  const char *const *form;
  TroupeValue *json;
  const char *authorization;
} TroupeMcpAuthRequest;

/* Sends @request within @reach, without redirects to other origins, and without any for what is posted. Copied. */
void troupe_mcp_auth_call_async (TroupeMcpAuthPolicy *reach,
                                 const TroupeMcpAuthRequest *request,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Whatever the status is. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK, _VALIDATION (too large),
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpAuthReply *troupe_mcp_auth_call_finish (GAsyncResult *result, GError **error);

/* What an answer that refuses says (RFC 6749 §5.2), or its status, as a line that can be shown. (transfer full) */
char *troupe_mcp_auth_reply_explain (const TroupeMcpAuthReply *self);

G_END_DECLS
