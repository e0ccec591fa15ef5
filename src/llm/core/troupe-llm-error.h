/* troupe-llm-error.h: what can go wrong with a call, and whether it may be sent again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

GError *troupe_llm_error_new (TroupeLlmError code, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Whether the same call may be sent again after this error. @after_ms: what the server asked
 * to wait, or -1 for our own back-off. */
void troupe_llm_error_set_retry (GError *error, gint64 after_ms, gboolean may_retry);
gboolean troupe_llm_error_get_retry (const GError *error, gint64 *after_ms);
void troupe_llm_error_set_status (GError *error, guint status);

/* Says in front of the message whose it is. @title: of the service */
void troupe_llm_error_name_model (GError *error, const char *model, const char *title);

/* Takes every occurrence of the secret out of the message. @secret: (nullable) */
void troupe_llm_error_redact (GError *error, TroupeSecret *secret);

G_END_DECLS
