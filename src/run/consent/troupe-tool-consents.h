/* troupe-tool-consents.h: stored consents to the tool lists of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-tool-list.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_TOOLS_NEW,     /* nobody was asked about this server yet */
  TROUPE_TOOLS_AGREED,  /* to this very text */
  TROUPE_TOOLS_CHANGED, /* to another one */
} TroupeToolConsent;

/**
 * troupe_tool_consents_compare:
 * @folder: the data folder, in whose folder `servers` there is a file for each server
 * @before: (out) (transfer full) (nullable): what was agreed to, where that is another text
 *
 * A file that cannot be read is an agreement to nothing. Blocks.
 */
TroupeToolConsent
troupe_tool_consents_compare (const char *folder, TroupeMcpToolList *offer, TroupeValue **before);

/* Keeps that a person agreed. Errors: %G_IO_ERROR. Blocks. */
gboolean troupe_tool_consents_keep (const char *folder, TroupeMcpToolList *offer, GError **error);

/**
 * troupe_tool_consents_describe:
 * @before: (nullable): of troupe_tool_consents_compare()
 *
 * All that the server says of its tools, or where there is a @before what is another.
 *
 * Returns: (transfer full): lines for a person, safe to be printed
 */
char *troupe_tool_consents_describe (TroupeMcpToolList *offer, TroupeValue *before);
/* Which tools those are: `new: a, b; changed: c; gone: d`. (transfer full) */
char *troupe_tool_consents_summarize (TroupeMcpToolList *offer, TroupeValue *before);

G_END_DECLS
