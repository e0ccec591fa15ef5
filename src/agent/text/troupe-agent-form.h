/* troupe-agent-form.h: schemas as they go with a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the service of @model has this wire. @model: (nullable) */
gboolean troupe_agent_form_is_of (const char *model, TroupeProviderWire wire);

/* In what form a service is told what it holds a model to. */
typedef enum
{
  TROUPE_AGENT_FORM_SOME, /* needed are the properties that the document says */
  TROUPE_AGENT_FORM_ALL,  /* all are; what may be missing may be null */
  TROUPE_AGENT_FORM_MODEL, /* those too; what may be missing may be null, and is that where it is missing */
  TROUPE_AGENT_FORM_BARE, /* all are; of null nothing is said, but as what stands for it where it is missing */
} TroupeAgentForm;

/* The form for the service of @model. @settings: (nullable): of the model */
TroupeAgentForm troupe_agent_form_find (const char *model, TroupeValue *settings);

/**
 * troupe_agent_form_make:
 * @schema: a JSON schema of an object, as a document has it
 *
 * The schema as a server is sent it that holds a model to it (doc/crew-semantics.md §9): what may be
 * missing may be null, nothing else is taken, objects inside stand in `$defs`, and everything has a title.
 *
 * Returns: (transfer full): the schema; what is none is returned as it is
 */
TroupeValue *troupe_agent_form_make (TroupeValue *schema, TroupeAgentForm kind);

/* `response_format` of @schema, in that form. @name: (nullable): else the schema's title, else `answer`.
 * (transfer full) */
TroupeValue *troupe_agent_form_wrap (TroupeValue *schema, const char *name, TroupeAgentForm kind);

/* The name that troupe_agent_form_wrap() gives it. (transfer full) */
char *troupe_agent_form_name (TroupeValue *schema, const char *name);

G_END_DECLS
