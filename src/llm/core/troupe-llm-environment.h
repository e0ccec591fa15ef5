/* troupe-llm-environment.h: environment variables and settings of a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-recipients.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

struct _TroupeLlmEnvironment
{
  gatomicrefcount ref_count;
  TroupeLlmEnvironmentFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
  TroupeKeyRecipients *recipients; /* (nullable): of its keys */
};

TroupeLlmEnvironment *troupe_llm_environment_new (TroupeLlmEnvironmentFunc func,
                                                  gpointer user_data,
                                                  GDestroyNotify destroy);
TroupeLlmEnvironment *troupe_llm_environment_ref (TroupeLlmEnvironment *self);
void troupe_llm_environment_unref (TroupeLlmEnvironment *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmEnvironment, troupe_llm_environment_unref)

/* Returns the value without surrounding white space, or NULL if it is unset or empty. @self:
 * (nullable): g_getenv(). (transfer full) (nullable) */
char *troupe_llm_environment_lookup (TroupeLlmEnvironment *self, const char *name);

/* Returns the hosts to which its keys may be sent. @self: (nullable). (transfer none) (nullable): NULL
 * for all */
TroupeKeyRecipients *troupe_llm_environment_get_recipients (TroupeLlmEnvironment *self);

/* Returns the environment of @client. (transfer none) (nullable): g_getenv() */
TroupeLlmEnvironment *troupe_llm_client_get_environment (TroupeLlmClient *client);

/* Restricts the hosts to which the client sends keys of its environment. Must be called before the first
 * call. */
void troupe_llm_client_set_recipients (TroupeLlmClient *client, TroupeKeyRecipients *recipients);

/* Getters for settings: a value that is null or has the wrong type counts as missing. */
const char *troupe_llm_settings_get_text (TroupeValue *settings, const char *name);
double troupe_llm_settings_get_number (TroupeValue *settings, const char *name, double fallback);

G_END_DECLS
