/* troupe-mcp-definition.h: what an MCP server says of one of its tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Of a description that a model is shown, in bytes. */
#define TROUPE_MCP_LIMIT_DESCRIPTION 4096u

/**
 * TroupeMcpDefinition:
 * @original: its name at the server
 * @name: its name for a model
 * @description, @schema: as the server sent them
 * @shown_description, @shown_schema: without what a person cannot see, and no longer than it may be
 * @is_read_only, @is_destructive, @is_idempotent: what it says of itself, and may not be true
 * @header_params: (nullable): what of its arguments goes into headers, in the modern era
 *
 * Immutable; reference count for one thread.
 */
typedef struct
{
  char *original;
  char *name;
  char *description;
  TroupeValue *schema;
  char *shown_description;
  TroupeValue *shown_schema;
  gboolean is_read_only;
  gboolean is_destructive;
  gboolean is_idempotent;
  GPtrArray *header_params;
} TroupeMcpDefinition;

/* @about: an element of what tools/list gave; @is_modern: whether its annotations for headers must be right.
 * (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION. */
TroupeMcpDefinition *troupe_mcp_definition_new (const TroupeMcpConfig *config,
                                                TroupeValue *about,
                                                gboolean is_modern,
                                                GError **error);
TroupeMcpDefinition *troupe_mcp_definition_ref (TroupeMcpDefinition *self);
void troupe_mcp_definition_unref (TroupeMcpDefinition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpDefinition, troupe_mcp_definition_unref)

/* Names and values of the headers of a call in turn. (transfer full) (nullable) */
char **troupe_mcp_definition_make_headers (const TroupeMcpDefinition *self, TroupeValue *arguments);

/* @definitions: (element-type TroupeMcpDefinition): of one server. A hash that is another one as soon as anything is
 * that a model is told of them. (transfer full) */
char *troupe_mcp_definitions_digest (GPtrArray *definitions);

/* @text without letters that cannot be seen or turn others around, and without a terminal's orders. (transfer full) */
char *troupe_mcp_text_to_prompt (const char *text, gsize limit);

G_END_DECLS
