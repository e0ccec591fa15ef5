/* troupe-agent-fields.h: what stands in the maps of documents and answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

/* The answer as the object that @schema wants. @is_bare: whether it must be JSON and nothing else. NULL with
 * %TROUPE_LLM_ERROR_INVALID. */
TroupeValue *
troupe_agent_read_object (TroupeSchema *schema, const char *text, gboolean is_bare, GError **error);

/* Makes a whole of what troupe_agent_read_object() says: whose answer it was, what is wrong, what to do. It is kept apart,
 * as a model that is asked again is told what is wrong alone. @model: (nullable): a model string; @settings: (nullable) */
void troupe_agent_advise_misfit (GError *error, const char *model, TroupeValue *settings);

G_END_DECLS
