/* troupe-llm-target.h: which service a model is at, and how it is reached
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-environment.h"
#include "troupe-llm-models.h"
#include "troupe-provider-table.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* What one call talks to. */
typedef struct
{
  const TroupeProvider *service;
  char *model;              /* as the server knows it */
  char *base_url;           /* (nullable) */
  char *key;                /* (nullable) */
  char *secret_key;         /* (nullable): of AWS: what signs, and is never sent */
  char *session_token;      /* (nullable): of AWS */
  char *region;             /* (nullable): of AWS */
  char *api_version;        /* (nullable): Azure's */
  const char *key_variable; /* (nullable): the one to name where the key is wrong, or the setting */
  gboolean has_own_url;     /* the address is not that of the table */
} TroupeLlmTarget;

/* The row for @model, the name that remains and whether a prefix was there. NULL with an error where
 * no row fits. @name: (out) (transfer none) */
const TroupeProvider *troupe_llm_service_find (const char *model,
                                               TroupeValue *settings,
                                               TroupeLlmEnvironment *environment,
                                               const char **name,
                                               GError **error);

/* @model: (nullable): NULL is the default model with its own rule for the address. */
TroupeLlmTarget *troupe_llm_target_new (const char *model,
                                        TroupeValue *settings,
                                        TroupeLlmEnvironment *environment,
                                        GError **error);
/* The headers that carry the key, as the table has it: name, value, …, NULL. @is_bearer: as OpenAI has it instead.
 * (transfer full) */
char **troupe_llm_target_get_secret_headers (const TroupeLlmTarget *self, gboolean is_bearer);
/* The keys, where they must be hidden: what is sent to servers that need none is not.
 * (transfer full) (nullable) */
TroupeSecret *troupe_llm_target_get_secret (const TroupeLlmTarget *self);
void troupe_llm_target_free (TroupeLlmTarget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmTarget, troupe_llm_target_free)

char *troupe_llm_get_default_model (TroupeLlmEnvironment *environment);

/* See troupe_llm_model_list_missing_keys(). @environment: (nullable) */
char **troupe_llm_list_missing_keys (const char *model,
                                     TroupeValue *settings,
                                     TroupeLlmEnvironment *environment);

/* Whether the model thinks before it speaks: o1, o3, gpt-5 and later. */
gboolean troupe_llm_model_is_reasoning (const char *name);

/* What a model does not take. @name: without the service's prefix */
TroupeLlmModelFlags troupe_llm_model_get_flags (TroupeProviderWire wire, const char *name);

/* A name without all that says where the model is and whose it is: `us.anthropic.claude-opus-5` is `claude-opus-5`.
 * @name: in lower case, with the service's prefix or without. (transfer none) */
const char *troupe_llm_model_get_family (const char *name);

G_END_DECLS
