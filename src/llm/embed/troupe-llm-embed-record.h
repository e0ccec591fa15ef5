/* troupe-llm-embed-record.h: embeddings as values of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"

G_BEGIN_DECLS

/* Describes a request for a recording. @texts: NULL-terminated. (transfer full) */
TroupeValue *
troupe_embed_record_texts (const char *model, TroupeEmbedPurpose purpose, const char *const *texts);
/* Makes the outcome of a request that was answered. (transfer full) */
TroupeValue *troupe_embed_record_vectors (const TroupeEmbeddings *embeddings);
/* Reads an outcome. Returns NULL with the recorded error, or with %TROUPE_LLM_ERROR_INVALID, also if there
 * are not @n_texts vectors. (transfer full) (nullable) */
TroupeEmbeddings *troupe_embed_record_read (TroupeValue *outcome, guint n_texts, GError **error);

G_END_DECLS
