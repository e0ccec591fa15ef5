/* troupe-provider-state.h: effective API key and address of a provider
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PROVIDER_KEY_UNKNOWN, /* the keyring has not answered yet */
  TROUPE_PROVIDER_KEY_MISSING,
  TROUPE_PROVIDER_KEY_NOT_NEEDED,
  TROUPE_PROVIDER_KEY_KEYRING,
  TROUPE_PROVIDER_KEY_ENVIRONMENT,
} TroupeProviderKey;

/**
 * TroupeProviderState:
 * @key: where the key is stored
 * @key_variable: (nullable): the variable that contains a key, otherwise the variable to recommend
 * @address_variable: (nullable): the environment variable that sets the address
 * @address: (nullable): the effective address
 * @is_own_address: whether @address differs from the built-in address
 *
 * What a run would use. The environment takes precedence over everything else.
 */
typedef struct
{
  TroupeProviderKey key;
  const char *key_variable;
  const char *address_variable;
  char *address;
  gboolean is_own_address;
} TroupeProviderState;

/* Finds where the key for @variable is stored. @variable: one of the provider's variables;
 * @kept: (nullable): the names in the keyring */
TroupeProviderKey troupe_provider_key_find (const char *variable, const char *const *kept);
/* Lists the variables for which the user can store keys. There is either one variable, or
 * several variables that are required together. (transfer container) */
const char **troupe_provider_list_own_variables (const TroupeProvider *provider);

/* @kept: (nullable): the names in the keyring; @addresses: (nullable) (element-type utf8 utf8):
 *   custom addresses, by the name of the first address variable */
void troupe_provider_state_init (TroupeProviderState *self,
                                 const TroupeProvider *provider,
                                 const char *const *kept,
                                 GHashTable *addresses);
void troupe_provider_state_clear (TroupeProviderState *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeProviderState, troupe_provider_state_clear)

/* Describes the state, for example “Key in the keyring · http://localhost:8000/v1”. (transfer
 * full) */
char *troupe_provider_state_describe (const TroupeProviderState *self,
                                      const TroupeProvider *provider);

/* Returns TRUE if @text is a valid provider address, which is http or https with a host, but
 * without a password. The error message explains the problem. */
gboolean troupe_provider_check_address (const char *text, GError **error);

/* Returns the defaults for troupe_llm_defaults_set(): the addresses of providers whose address
 * is not set in the environment, and @model unless the environment sets a model. @addresses:
 * (nullable); @model: (nullable). (transfer full) */
GHashTable *troupe_provider_make_defaults (GHashTable *addresses, const char *model);
/* Returns the environment variable that sets the default model. (nullable) */
const char *troupe_provider_find_model_variable (void);

G_END_DECLS
