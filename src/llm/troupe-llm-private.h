/* troupe-llm-private.h: what the files of the room llm/ share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* --- Errors: troupe-llm-error.c ------------------------------------------------------------ */

GError *_troupe_llm_error_new (TroupeLlmError code, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Whether the same call may be sent again after this error. @after_ms: what the server asked
 * to wait, or -1 for our own back-off. */
void _troupe_llm_error_set_retry (GError *error, gint64 after_ms, gboolean may_retry);
gboolean _troupe_llm_error_get_retry (const GError *error, gint64 *after_ms);
void _troupe_llm_error_set_status (GError *error, guint status);

/* Takes every occurrence of the secret out of the message. @secret: (nullable) */
void _troupe_llm_error_redact (GError *error, TroupeSecret *secret);

/* --- Where keys and addresses come from: troupe-llm-environment.c -------------------------- */

typedef struct {
  gatomicrefcount ref_count;
  TroupeLlmEnvironmentFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} TroupeLlmEnvironment;

TroupeLlmEnvironment *_troupe_llm_environment_new (TroupeLlmEnvironmentFunc func, gpointer user_data,
                                                   GDestroyNotify destroy);
TroupeLlmEnvironment *_troupe_llm_environment_ref (TroupeLlmEnvironment *self);
void _troupe_llm_environment_unref (TroupeLlmEnvironment *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmEnvironment, _troupe_llm_environment_unref)

/* The value without blanks around it; what is empty counts as not there. @self: (nullable): g_getenv().
 * (transfer full) (nullable) */
char *_troupe_llm_environment_lookup (TroupeLlmEnvironment *self, const char *name);

/* Settings: what is missing, null or of a wrong type counts as not there. */
const char *_troupe_llm_settings_get_text (TroupeValue *settings, const char *name);
double _troupe_llm_settings_get_number (TroupeValue *settings, const char *name, double fallback);

/* --- Which service a model string means: troupe-llm-target.c ------------------------------- */

typedef enum {
  TROUPE_LLM_PROTOCOL_OPENAI,
  TROUPE_LLM_PROTOCOL_MOCK,
  TROUPE_LLM_PROTOCOL_LATER, /* known by name, not spoken in this version */
} TroupeLlmProtocol;

/* One row of the table. Lists end with NULL. */
typedef struct {
  const char *title;
  TroupeLlmProtocol protocol;
  const char *prefixes[4];
  const char *name_starts[6];  /* beginnings of names without a prefix */
  const char *url;             /* (nullable) */
  const char *url_variables[4];
  const char *key_variables[4];
  const char *fixed_key;       /* (nullable): sent where no key is set and none is needed */
} TroupeLlmService;

/* What one call talks to. */
typedef struct {
  const TroupeLlmService *service;
  char *model;              /* as the server knows it */
  char *base_url;           /* (nullable) */
  char *key;                /* (nullable) */
  const char *key_variable; /* (nullable): the one to name where the key is wrong */
  gboolean has_own_url;     /* the address is not that of the table */
} TroupeLlmTarget;

/* The row for @model, the name that remains and whether a prefix was there. NULL with an error where
 * no row fits. @name: (out) (transfer none) */
const TroupeLlmService *_troupe_llm_service_find (const char *model, TroupeValue *settings,
                                                  TroupeLlmEnvironment *environment,
                                                  const char **name, GError **error);

/* @model: (nullable): NULL is the default model with its own rule for the address. */
TroupeLlmTarget *_troupe_llm_target_new (const char *model, TroupeValue *settings,
                                         TroupeLlmEnvironment *environment, GError **error);
/* The key, where it is one that must be hidden: what is sent to servers that need none is not.
 * (transfer full) (nullable) */
TroupeSecret *_troupe_llm_target_get_secret (const TroupeLlmTarget *self);
void _troupe_llm_target_free (TroupeLlmTarget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmTarget, _troupe_llm_target_free)

char *_troupe_llm_get_default_model (TroupeLlmEnvironment *environment);

/* Whether the model thinks before it speaks: o1, o3, gpt-5 and later. */
gboolean _troupe_llm_model_is_reasoning (const char *name);

/* --- Providers ----------------------------------------------------------------------------- */

TroupeLlmProvider *_troupe_openai_provider_new (SoupSession *session,
                                                TroupeLlmEnvironment *environment);
TroupeLlmProvider *_troupe_mock_provider_new (void);

/* Whether there is such a model behind mock/. */
gboolean _troupe_mock_provider_has_model (const char *name);

/* Calls @func in the thread-default main context when the time is over or the cancellable is
 * cancelled, whichever is first. No source of GIO's: one that is let go of while another thread
 * cancels is never freed. */
void _troupe_llm_delay (guint milliseconds,
                        GCancellable *cancellable,
                        GSourceFunc func,
                        gpointer user_data);

/* Text of a message's `content`: the string, or the text parts of a list joined by a blank. */
char *_troupe_llm_content_to_text (TroupeValue *content);

TroupeLlmRequest *_troupe_llm_request_copy (const TroupeLlmRequest *self);
TroupeLlmAnswer *_troupe_llm_answer_new (void);

G_END_DECLS
