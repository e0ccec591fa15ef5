/* troupe-mcp-definition.h: definition of an MCP tool: name, description and schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Maximum length of a description that is sent to a model, in bytes. */
#define TROUPE_MCP_LIMIT_DESCRIPTION 4096u

/**
 * TroupeMcpDefinition:
 * @original: the server's name of the tool
 * @name: the name of the tool for a model
 * @description, @schema: as received from the server
 * @shown_description, @shown_schema: without invisible characters, and truncated
 * @is_read_only, @is_destructive, @is_idempotent: annotations of the server, which may be false
 * @header_params: (nullable): the arguments that are sent as headers, in the modern protocol
 *
 * Immutable; the reference count is not thread-safe.
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

/* @about: an element of the result of tools/list; @is_modern: whether the header annotations of
 *   @about must be valid. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION. */
TroupeMcpDefinition *troupe_mcp_definition_new (const TroupeMcpConfig *config,
                                                TroupeValue *about,
                                                gboolean is_modern,
                                                GError **error);
TroupeMcpDefinition *troupe_mcp_definition_ref (TroupeMcpDefinition *self);
void troupe_mcp_definition_unref (TroupeMcpDefinition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpDefinition, troupe_mcp_definition_unref)

/* Returns the list from which the definitions can be created again. @definitions: (element-type
 * TroupeMcpDefinition). (transfer full) */
TroupeValue *troupe_mcp_definitions_to_value (GPtrArray *definitions);

/* Returns alternating names and values of the headers for a call. (transfer full) (nullable) */
char **troupe_mcp_definition_make_headers (const TroupeMcpDefinition *self, TroupeValue *arguments);

/* Returns a hash of all tool data that is shown to a model. @definitions: (element-type
 * TroupeMcpDefinition): the tools of one server. (transfer full) */
char *troupe_mcp_definitions_digest (GPtrArray *definitions);

/* Returns @text without invisible characters, bidirectional controls and terminal escape
 * sequences. (transfer full) */
char *troupe_mcp_text_to_prompt (const char *text, gsize limit);

G_END_DECLS
