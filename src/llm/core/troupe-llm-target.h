/* troupe-llm-target.h: resolves a model string to its service, URL and key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-environment.h"
#include "troupe-llm-models.h"
#include "troupe-provider-table.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* Service, URL and credentials of a call. Strings are owned unless they are `const`. Threads: any
 * thread, for all functions of this file. */
typedef struct
{
  const TroupeProvider *service;
  char *model;              /* its name on the server */
  char *base_url;           /* (nullable) */
  char *key;                /* (nullable) */
  char *account;            /* (nullable): instead of a key: a service account, as a path or JSON */
  char *secret_key;         /* (nullable): AWS only: used for signing, never sent */
  char *session_token;      /* (nullable): AWS only */
  char *region;             /* (nullable): AWS only */
  char *api_version;        /* (nullable): Azure only */
  const char *key_variable; /* (nullable): variable or setting that messages name if the key is
                               wrong */
  gboolean has_own_url;     /* the URL differs from the table */
} TroupeLlmTarget;

/* Returns the service for @model. @settings, @environment: (nullable); @name: (out) (transfer
 * none): the model name without prefix, a part of @model. (transfer none) (nullable). Errors:
 * %TROUPE_LLM_ERROR_UNKNOWN_MODEL. */
const TroupeProvider *troupe_llm_service_find (const char *model,
                                               TroupeValue *settings,
                                               TroupeLlmEnvironment *environment,
                                               const char **name,
                                               GError **error);

/* Resolves a model string. @model: (nullable): if NULL, the default model is used, for whose URL
 * other variables are read; @settings, @environment: (nullable). (transfer full) (nullable).
 * Errors: %TROUPE_LLM_ERROR_UNKNOWN_MODEL, _NO_KEY, or _REFUSED for invalid settings, or if the key may
 * not be sent to the server. */
TroupeLlmTarget *troupe_llm_target_new (const char *model,
                                        TroupeValue *settings,
                                        TroupeLlmEnvironment *environment,
                                        GError **error);
/* Returns FALSE with %TROUPE_LLM_ERROR_REFUSED if the key comes from the environment and the server, or
 * @token_url, is not one to which it may be sent. @environment, @token_url: (nullable) */
gboolean troupe_llm_target_check_recipient (const TroupeLlmTarget *self,
                                            TroupeLlmEnvironment *environment,
                                            const char *token_url,
                                            GError **error);
/* Returns the headers that contain the key, as specified by the table: name, value, …, NULL.
 * @is_bearer: whether to use OpenAI's header instead. (transfer full) */
char **troupe_llm_target_get_secret_headers (const TroupeLlmTarget *self, gboolean is_bearer);
/* Returns the keys to be redacted. The placeholder for servers that need no key is not included.
 * (transfer full) (nullable) */
TroupeSecret *troupe_llm_target_get_secret (const TroupeLlmTarget *self);
/* Adds the secrets to what @redactor knows. @redactor: (nullable) */
void troupe_llm_target_list_secrets (const TroupeLlmTarget *self, TroupeRedactor *redactor);
/* Built-in models that require no key: for answers, and for an evaluator, whose answer must be a number. */
#define TROUPE_LLM_MODEL_WITHOUT_KEY "mock/echo"
#define TROUPE_LLM_EVALUATOR_WITHOUT_KEY "mock/say:8"

/* Returns the end of the error message about a missing key, which says what to do. A window that offers to add the
 * key leaves it out. @variable: the environment variable of the key; @model: a built-in model that can be used instead.
 * (transfer full). Any thread */
char *troupe_llm_target_dup_key_advice (const char *variable, const char *model);
void troupe_llm_target_free (TroupeLlmTarget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmTarget, troupe_llm_target_free)

/* Returns the path of the file with the service account that would be used, if one of @variables
 * is its variable and no earlier one is set. (transfer full) (nullable) */
char *troupe_llm_find_account_file (const char *const *variables,
                                    const char *account_variable,
                                    TroupeLlmEnvironment *environment);

/* Returns TRUE if the model is called at a server of OpenAI itself. @model, @settings,
 * @environment: (nullable) */
gboolean troupe_llm_model_is_at_openai (const char *model,
                                        TroupeValue *settings,
                                        TroupeLlmEnvironment *environment);

/* Returns the names of the environment variables that may contain a missing key. See
 * troupe_llm_model_list_missing_keys(). @settings, @environment: (nullable). NULL-terminated.
 * (transfer full) */
char **troupe_llm_list_missing_keys (const char *model,
                                     TroupeValue *settings,
                                     TroupeLlmEnvironment *environment);

/* Returns TRUE for reasoning models, such as o1, o3, gpt-5 and later models. */
gboolean troupe_llm_model_is_reasoning (const char *name);

/* Returns the features that a model does not support. @name: without the service's prefix */
TroupeLlmModelFlags troupe_llm_model_get_flags (TroupeProviderWire wire, const char *name);

/* Returns the name without region, vendor and location. For example, the family of
 * `us.anthropic.claude-opus-5` is `claude-opus-5`. @name: in lower case, with or without the
 * service's prefix. (transfer none): a part of @name */
const char *troupe_llm_model_get_family (const char *name);

G_END_DECLS
