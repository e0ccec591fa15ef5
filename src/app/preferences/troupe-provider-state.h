/* troupe-provider-state.h: what is set of a provider, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PROVIDER_KEY_UNKNOWN, /* the keyring has not answered */
  TROUPE_PROVIDER_KEY_MISSING,
  TROUPE_PROVIDER_KEY_NOT_NEEDED,
  TROUPE_PROVIDER_KEY_KEYRING,
  TROUPE_PROVIDER_KEY_ENVIRONMENT,
} TroupeProviderKey;

/**
 * TroupeProviderState:
 * @key: where the key is
 * @key_variable: (nullable): the variable that has it, else the one that is named in advice
 * @address_variable: (nullable): the variable of the environment that says the address
 * @address: (nullable): the address that is used
 * @is_own_address: whether it is another one than the table has
 *
 * What a run would find. What the environment says goes before all else.
 */
typedef struct
{
  TroupeProviderKey key;
  const char *key_variable;
  const char *address_variable;
  char *address;
  gboolean is_own_address;
} TroupeProviderState;

/* Where @variable would be found, one of the provider's. @kept: (nullable): the names in the keyring */
TroupeProviderKey troupe_provider_key_find (const char *variable, const char *const *kept);
/* The variables in which a person keeps keys: one, or those that are needed together. (transfer container) */
const char **troupe_provider_list_own_variables (const TroupeProvider *provider);

/* @kept: (nullable): the names in the keyring; @addresses: (nullable) (element-type utf8 utf8): a person's own, by the
 * name of the first variable for it */
void troupe_provider_state_init (TroupeProviderState *self,
                                 const TroupeProvider *provider,
                                 const char *const *kept,
                                 GHashTable *addresses);
void troupe_provider_state_clear (TroupeProviderState *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeProviderState, troupe_provider_state_clear)

/* “Key in the keyring · http://localhost:8000/v1”. (transfer full) */
char *troupe_provider_state_describe (const TroupeProviderState *self,
                                      const TroupeProvider *provider);

/* Whether @text can be the address of a provider: http or https, a host, no password. The error says what is wrong. */
gboolean troupe_provider_check_address (const char *text, GError **error);

/* What troupe_llm_defaults_set() is to be told: the addresses of providers of which the environment says nothing, and
 * @model, where it names no model. @addresses: (nullable); @model: (nullable). (transfer full) */
GHashTable *troupe_provider_make_defaults (GHashTable *addresses, const char *model);
/* The variable of the environment that names the default model. (nullable) */
const char *troupe_provider_find_model_variable (void);

G_END_DECLS
