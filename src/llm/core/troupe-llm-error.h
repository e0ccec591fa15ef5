/* troupe-llm-error.h: errors of a call and their retry policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* Threads: any thread, for all functions of this file. */

/* Creates an error of %TROUPE_LLM_ERROR that may not be retried. (transfer full) */
GError *troupe_llm_error_new (TroupeLlmError code, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Returns the %TROUPE_LLM_ERROR_LIMIT of an answer of more than @limit bytes. */
GError *troupe_llm_error_new_too_large (guint limit);

/* Sets whether the same call may be retried after this error. @after_ms: the delay in milliseconds
 * requested by the server, or -1 for exponential backoff. */
void troupe_llm_error_set_retry (GError *error, gint64 after_ms, gboolean may_retry);
/* Returns whether the same call may be retried; FALSE for other domains. @after_ms: (out): as in
 * troupe_llm_error_set_retry(); not set for other domains */
gboolean troupe_llm_error_get_retry (const GError *error, gint64 *after_ms);
/* Sets the HTTP status that caused the error, see troupe_llm_error_get_status(). */
void troupe_llm_error_set_status (GError *error, guint status);

/* Returns whether the server asked for fewer calls (429), or reports that the service as a whole is
 * overloaded (529). After such an error, all calls with the same key wait. */
gboolean troupe_llm_error_is_busy (const GError *error);

/* Prefixes the message with the model. @title: title of its service */
void troupe_llm_error_name_model (GError *error, const char *model, const char *title);

/* Removes every occurrence of the secret from the message. @secret: (nullable) */
void troupe_llm_error_redact (GError *error, TroupeSecret *secret);

G_END_DECLS
