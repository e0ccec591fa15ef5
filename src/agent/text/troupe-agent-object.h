/* troupe-agent-object.h: search for a JSON object in the text of a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * troupe_agent_object_find:
 * @schema: what the object has to match
 * @text: the answer of a model
 *
 * Searches for the object in an answer that should be only the object: models put it into a code
 * fence, behind their thoughts (`<think>…</think>`), or between sentences. If several objects match
 * @schema, the last one is the answer.
 *
 * Returns: (transfer full) (nullable): the object, with the types of @schema; %NULL with
 * %TROUPE_SCHEMA_ERROR if there is none, which describes the error of the whole text if that is
 * JSON, and otherwise that of the last object
 */
TroupeValue *troupe_agent_object_find (TroupeSchema *schema, const char *text, GError **error);

G_END_DECLS
