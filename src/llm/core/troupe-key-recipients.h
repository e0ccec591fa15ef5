/* troupe-key-recipients.h: hosts and programs that may receive the user's keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeKeyRecipients:
 *
 * The hosts and programs to which the user has agreed, with the variables whose values they may receive.
 * A run passes it to everything that sends keys of the environment, of `.env` or of the keyring, so that
 * no key reaches another host, wherever its address comes from. Keys that the document contains are not
 * restricted, but models and embedders are only called at hosts that were shown. Nothing is sent to a host or a program
 * that the user has refused. Immutable; atomic reference count.
 */
typedef struct _TroupeKeyRecipients TroupeKeyRecipients;

/* @list: maps with `host` (troupe_key_recipient_describe_address()), `encrypted` and `variables`, or with `program` and `variables`, as in a
 * permission report; `refused` of those that the user has refused; @has_any_model: whether each provider may receive its own keys at its own
 * address. (transfer full) */
TroupeKeyRecipients *troupe_key_recipients_new (TroupeValue *list, gboolean has_any_model);
TroupeKeyRecipients *troupe_key_recipients_ref (TroupeKeyRecipients *self);
void troupe_key_recipients_unref (TroupeKeyRecipients *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKeyRecipients, troupe_key_recipients_unref)

/**
 * troupe_key_recipients_check_host:
 * @self: (nullable): %NULL for no restriction
 * @url: (nullable): to which a key would be sent; %NULL is refused
 * @variables: the variables from which the key may come; it is enough if the host may receive one of
 *   them
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_REFUSED if the user was not shown that the host receives it at this path
 */
gboolean troupe_key_recipients_check_host (TroupeKeyRecipients *self,
                                           const char *url,
                                           const char *const *variables,
                                           GError **error);
/* Same for a call without such a key: the texts of the run may be sent to hosts only that the user was shown. @self,
 * @url: as above */
gboolean
troupe_key_recipients_check_shown (TroupeKeyRecipients *self, const char *url, GError **error);
/* Same as troupe_key_recipients_check_host() for a program, which receives the value of @variable. @self: (nullable); @line: its command line, as
 * in the permissions */
gboolean troupe_key_recipients_check_program (TroupeKeyRecipients *self,
                                              const char *line,
                                              const char *variable,
                                              GError **error);

/**
 * troupe_key_recipients_check_refused:
 * @self: (nullable): %NULL for no restriction
 * @url: to be contacted, with or without a key
 * @also: (nullable): another name under which its host was shown, such as that of all hosts
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_REFUSED if the user has refused the host
 */
gboolean troupe_key_recipients_check_refused (TroupeKeyRecipients *self,
                                              const char *url,
                                              const char *also,
                                              GError **error);
/* Returns %FALSE with %TROUPE_LLM_ERROR_REFUSED if the user has refused the program. @self: (nullable); @line: its
 * command line, as in the permissions */
gboolean troupe_key_recipients_check_refused_program (TroupeKeyRecipients *self,
                                                      const char *line,
                                                      GError **error);

/* Returns the name under which a host is shown. @address: a URL, a host or `host:port`; @is_plain: (out):
 * whether the connection to another computer is not encrypted; @user: (out) (optional) (transfer full)
 * (nullable): the user name in the address. (transfer full) (nullable): NULL if it names no host */
char *troupe_key_recipient_describe (const char *address, gboolean *is_plain, char **user);
/**
 * troupe_key_recipient_describe_address:
 * @address: a URL, a host or `host:port`
 * @is_plain: (out): as for troupe_key_recipient_describe()
 * @user: (out) (optional) (transfer full) (nullable): as above
 *
 * Names the recipient of texts and keys: the host, with the path behind it unless that is a provider's own address or this
 * computer. The path of a gateway, of a web hook or of a cloud function selects the account that receives them.
 *
 * Returns: (transfer full) (nullable): such as `gateway.example/v1/ACCOUNT`, or %NULL if it names no host
 */
char *troupe_key_recipient_describe_address (const char *address, gboolean *is_plain, char **user);
/* Returns the host in a name of troupe_key_recipient_describe_address(). (transfer full) */
char *troupe_key_recipient_get_host (const char *name);
/* Returns the provider whose own address is @host, as described above. (nullable) */
const TroupeProvider *troupe_key_recipient_find_provider (const char *host);
/* Returns TRUE if @name is one of the variables with keys of @provider. */
gboolean troupe_key_recipient_has_key (const TroupeProvider *provider, const char *name);

G_END_DECLS
