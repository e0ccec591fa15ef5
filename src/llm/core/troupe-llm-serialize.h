/* troupe-llm-serialize.h: serialization of model requests and answers, for replay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Returns a digest of the request and its model. Two requests with the same digest are
 * equivalent. Keys are not part of the digest. (transfer full) */
char *troupe_llm_request_make_digest (const TroupeLlmRequest *request);

/* Lists the name, the description and the schema of each tool that a request offers. @tools: (nullable)
 * (element-type TroupeLlmToolSpec). (transfer full) */
TroupeValue *troupe_llm_tools_to_value (GPtrArray *tools);

/* Serializes the counts of a usage that are not 0. (transfer full) */
TroupeValue *troupe_llm_usage_serialize (const TroupeLlmUsage *usage);
/* Deserializes a usage. Counts that are missing are 0. @value: (nullable) */
void troupe_llm_usage_deserialize (TroupeValue *value, TroupeLlmUsage *usage);

/* Serializes an answer with its usage. (transfer full) */
TroupeValue *troupe_llm_answer_to_value (const TroupeLlmAnswer *answer);
/* Deserializes an answer, and marks it as restored. Returns NULL if the value is invalid.
 * (transfer full) (nullable) */
TroupeLlmAnswer *troupe_llm_answer_from_value (TroupeValue *value);

G_END_DECLS
