/* troupe-agent-form.h: converts JSON schemas for the structured output of a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Returns TRUE if the provider of @model uses this wire format. @model: (nullable) */
gboolean troupe_agent_form_is_of (const char *model, TroupeProviderWire wire);

/* Variants of a schema for the structured output of different services. */
typedef enum
{
  TROUPE_AGENT_FORM_SOME, /* required as in the document */
  TROUPE_AGENT_FORM_ALL,  /* all required; optional ones are nullable */
  TROUPE_AGENT_FORM_MODEL, /* required as in the document; optional ones are nullable with the
                              default null */
  TROUPE_AGENT_FORM_BARE, /* all required; not nullable, but optional ones have the default null */
} TroupeAgentForm;

/* Returns the variant for the service of @model. @settings: (nullable): of the model */
TroupeAgentForm troupe_agent_form_find (const char *model, TroupeValue *settings);

/**
 * troupe_agent_form_make:
 * @schema: a JSON schema of an object, as in a document
 *
 * Converts a schema for a server that enforces it (doc/crew-semantics.md §9). Optional properties
 * become nullable, additional properties are not allowed, nested objects are moved to `$defs`, and
 * everything gets a title.
 *
 * Returns: (transfer full): the schema; a value that is not a schema is returned unchanged
 */
TroupeValue *troupe_agent_form_make (TroupeValue *schema, TroupeAgentForm kind);

/* Creates `response_format` with @schema converted to the variant @kind. @name: (nullable): by
 * default the schema's title, or else `answer`. (transfer full) */
TroupeValue *troupe_agent_form_wrap (TroupeValue *schema, const char *name, TroupeAgentForm kind);

/* Returns the name that troupe_agent_form_wrap() uses. (transfer full) */
char *troupe_agent_form_name (TroupeValue *schema, const char *name);

G_END_DECLS
