/* troupe-agent-form.h: schemas as they go with a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the service of @model wants every property of an object to be needed. */
gboolean troupe_agent_form_needs_all (const char *model);

/**
 * troupe_agent_form_make:
 * @schema: a JSON schema of an object, as a document has it
 * @needs_all: whether every property is needed; else those that the document says
 *
 * The schema as a server is sent it that holds a model to it (doc/crew-semantics.md §9): what may be
 * missing may be null, nothing else is taken, objects inside stand in `$defs`, and everything has a title.
 *
 * Returns: (transfer full): the schema; what is none is returned as it is
 */
TroupeValue *troupe_agent_form_make (TroupeValue *schema, gboolean needs_all);

/* `response_format` of @schema, in that form. @name: (nullable): else the schema's title, else `answer`.
 * (transfer full) */
TroupeValue *troupe_agent_form_wrap (TroupeValue *schema, const char *name, gboolean needs_all);

/* The name that troupe_agent_form_wrap() gives it. (transfer full) */
char *troupe_agent_form_name (TroupeValue *schema, const char *name);

G_END_DECLS
