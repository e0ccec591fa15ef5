/* troupe-elicitation.h: an MCP elicitation: a request for user input that a server sends during a
 * call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation-field.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_ELICITATION_ACCEPT,
  TROUPE_ELICITATION_DECLINE,
  TROUPE_ELICITATION_CANCEL,
} TroupeElicitationAction;

/* Returns the name of the action in the protocol, which is `accept`, `decline` or `cancel`. */
const char *troupe_elicitation_action_get_name (TroupeElicitationAction action);
/* Returns FALSE if @name is not an action of the protocol. @name: (nullable) */
gboolean troupe_elicitation_action_from_name (const char *name, TroupeElicitationAction *action);

/**
 * TroupeElicitation:
 * @server: display name of the server; contains no secrets
 * @message: the message, ready to be displayed
 * @fields: (element-type TroupeElicitationField): the fields of a form; a form without fields is a
 *   yes/no question
 * @url: (nullable): the address that the user is asked to open; if it is set, @fields is empty
 * @host: (nullable): the host of @url, as it is looked up
 * @id: (nullable): identifies the elicitation when the server reports that the elicitation has been
 *   completed
 * @is_sign_in: whether Troupe itself asks for a sign-in to the server; otherwise the server asks
 *   for input
 *
 * A request of a server for input from the user (doc/mcp.md §9). The request is either a flat form
 * or an address to open. If a request asks for something that a form must not ask for, the object
 * is not created. Immutable; atomic reference count.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *server;
  char *message;
  GPtrArray *fields;
  char *url;
  char *host;
  char *id;
  gboolean is_sign_in;
} TroupeElicitation;

/**
 * troupe_elicitation_new:
 * @server: display name of the server
 * @params: (nullable): the parameters of `elicitation/create`
 *
 * Parses and validates the request of a server.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_ELICITATION_ERROR_INVALID, _SECRET or
 * _ADDRESS
 */
TroupeElicitation *troupe_elicitation_new (const char *server, TroupeValue *params, GError **error);
/* Creates a yes/no question that Troupe itself asks. (transfer full) */
TroupeElicitation *troupe_elicitation_new_plain (const char *server, const char *message);
/* Creates a question about a sign-in that Troupe itself asks. @url: (nullable): an address to
 * open; NULL for a yes/no question. (transfer full) (nullable): %NULL with
 * %TROUPE_ELICITATION_ERROR_ADDRESS. */
TroupeElicitation *troupe_elicitation_new_sign_in (const char *server,
                                                   const char *message,
                                                   const char *url,
                                                   GError **error);
TroupeElicitation *troupe_elicitation_ref (TroupeElicitation *self);
void troupe_elicitation_unref (TroupeElicitation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeElicitation, troupe_elicitation_unref)

/* Finds the host in the requested address, as byte offsets. Returns FALSE if there is no
 * address. */
gboolean troupe_elicitation_find_host (const TroupeElicitation *self, gsize *begin, gsize *end);

/**
 * troupe_elicitation_complete:
 * @content: (nullable): the user's input by field name. A field whose value is null is omitted; a
 *   field that is missing keeps its initial value.
 *
 * Validates the input and adds the initial values of missing fields.
 *
 * Returns: (transfer full) (nullable): the content of the response, with the fields of the form
 * only, or %NULL with %TROUPE_ELICITATION_ERROR_ANSWER
 */
TroupeValue *
troupe_elicitation_complete (const TroupeElicitation *self, TroupeValue *content, GError **error);
/* Creates the result that the protocol requires. @content: (nullable): the input, used only for
 * the action ACCEPT. (transfer full) */
TroupeValue *troupe_elicitation_make_result (const TroupeElicitation *self,
                                             TroupeElicitationAction action,
                                             TroupeValue *content);

G_END_DECLS
