/* troupe-llm-private.h: the providers, and what they do with requests and answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-environment.h"
#include "troupe-llm-prices.h"

G_BEGIN_DECLS

TroupeLlmProvider *troupe_web_provider_new (SoupSession *session,
                                               TroupeLlmEnvironment *environment,
                                               TroupeLlmLimits *limits);
TroupeLlmProvider *troupe_mock_provider_new (void);

/* What else of the room asks servers in the place of the client: its connections and limits, which it makes now where it
 * has none, and its prices. All are (transfer full), the prices (nullable). */
void troupe_llm_client_get_connections (TroupeLlmClient *self,
                                        SoupSession **session,
                                        TroupeLlmLimits **limits);
TroupeLlmPrices *troupe_llm_client_get_prices (TroupeLlmClient *self);

/* Whether there is such a model behind mock/. */
gboolean troupe_mock_provider_has_model (const char *name);

/* Calls @func in the thread-default main context when the time is over or the cancellable is
 * cancelled, whichever is first. No source of GIO's: one that is let go of while another thread
 * cancels is never freed. */
void troupe_llm_delay (guint milliseconds,
                       GCancellable *cancellable,
                       GSourceFunc func,
                       gpointer user_data);

/* Text of a message's `content`: the string, or the text parts of a list joined by a blank. */
char *troupe_llm_content_to_text (TroupeValue *content);

TroupeLlmRequest *troupe_llm_request_copy (const TroupeLlmRequest *self);
TroupeLlmAnswer *troupe_llm_answer_new (void);

G_END_DECLS
