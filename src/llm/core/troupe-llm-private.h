/* troupe-llm-private.h: private constructors of the providers, and request and answer helpers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-embed-client.h"
#include "troupe-llm-environment.h"

G_BEGIN_DECLS

TroupeLlmProvider *troupe_web_provider_new (SoupSession *session,
                                               TroupeLlmEnvironment *environment,
                                               TroupeLlmLimits *limits,
                                               TroupeRedactor *redactor); /* (nullable) */
TroupeLlmProvider *troupe_mock_provider_new (void);

/* Returns TRUE if mock/ has a model of that name. */
gboolean troupe_llm_is_mock_model (const char *name);

/* Returns the text of a message's `content`. This is the string itself, or the text parts of a
 * list, joined with spaces. */
char *troupe_llm_content_to_text (TroupeValue *content);

TroupeLlmRequest *troupe_llm_request_copy (const TroupeLlmRequest *self);
TroupeLlmAnswer *troupe_llm_answer_new (void);

G_END_DECLS
