/* troupe-llm-embed-mock.h: embedder without a network, for examples and tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"

G_BEGIN_DECLS

/* The value of `provider`, which CrewAI does not know. */
#define TROUPE_EMBED_MOCK "mock"

/* A #TroupeEmbedAskFunc that hashes words and their parts: texts with the same words have similar
 * vectors. It knows no meanings. @user_data: unused */
void troupe_embed_mock_ask (GTask *task, const char *const *texts, gpointer user_data);

G_END_DECLS
