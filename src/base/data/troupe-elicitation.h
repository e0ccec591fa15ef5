/* troupe-elicitation.h: what a server asks a person in the middle of a call
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

/* `accept`, `decline`, `cancel`: of the protocol */
const char *troupe_elicitation_action_get_name (TroupeElicitationAction action);
/* FALSE where @name is none. @name: (nullable) */
gboolean troupe_elicitation_action_from_name (const char *name, TroupeElicitationAction *action);

/**
 * TroupeElicitation:
 * @server: who asks, for people; no secrets
 * @message: its words, as people can be shown them
 * @fields: (element-type TroupeElicitationField): of a form; a form without fields is a question of yes or no
 * @url: (nullable): the address that a person is to open; then there are no fields
 * @host: (nullable): of it, as it is looked up
 * @id: (nullable): by which the server tells that what was done there is done
 * @is_sign_in: whether it is no question of the server, but Troupe's own, of a sign-in to it
 *
 * One question of a server to a person (doc/mcp.md §9): a flat form, or an address. What a form may not ask for is no
 * such question. Immutable; atomic reference count.
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
 * @server: who asks, for people
 * @params: (nullable): of `elicitation/create`
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_ELICITATION_ERROR_INVALID, _SECRET or _ADDRESS
 */
TroupeElicitation *troupe_elicitation_new (const char *server, TroupeValue *params, GError **error);
/* A question of yes or no of our own. (transfer full) */
TroupeElicitation *troupe_elicitation_new_plain (const char *server, const char *message);
/* A question of our own about a sign-in: whether, or with @url: (nullable) an address to open. (transfer full) (nullable):
 * %NULL with %TROUPE_ELICITATION_ERROR_ADDRESS. */
TroupeElicitation *troupe_elicitation_new_sign_in (const char *server,
                                                   const char *message,
                                                   const char *url,
                                                   GError **error);
TroupeElicitation *troupe_elicitation_ref (TroupeElicitation *self);
void troupe_elicitation_unref (TroupeElicitation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeElicitation, troupe_elicitation_unref)

/* Where the host begins and ends in the address that is asked for, in bytes. FALSE where there is none. */
gboolean troupe_elicitation_find_host (const TroupeElicitation *self, gsize *begin, gsize *end);

/**
 * troupe_elicitation_complete:
 * @content: (nullable): what a person typed, by the names of fields: null leaves a field out, and where nothing is said
 *   of one it has the value that was there
 *
 * Returns: (transfer full) (nullable): what the server is answered: the fields of the form and no other, or %NULL with
 *   %TROUPE_ELICITATION_ERROR_ANSWER
 */
TroupeValue *
troupe_elicitation_complete (const TroupeElicitation *self, TroupeValue *content, GError **error);
/* The result that the protocol wants. @content: (nullable): of ACCEPT. (transfer full) */
TroupeValue *troupe_elicitation_make_result (const TroupeElicitation *self,
                                             TroupeElicitationAction action,
                                             TroupeValue *content);

G_END_DECLS
