/* troupe-tool-consents.h: stored consents to the tool lists of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-tool-list.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_TOOLS_NEW,     /* the user was not asked about this server yet */
  TROUPE_TOOLS_AGREED,  /* to exactly this text */
  TROUPE_TOOLS_CHANGED, /* to a different text */
} TroupeToolConsent;

/**
 * troupe_tool_consents_compare:
 * @folder: the data folder, whose folder `servers` contains a file for each server
 * @before: (out) (transfer full) (nullable): the tools to which the user agreed, if they differ
 *
 * Compares the offered tools with those to which the user agreed. A file that cannot be read counts
 * as no agreement. Blocks.
 */
TroupeToolConsent
troupe_tool_consents_compare (const char *folder, TroupeMcpToolList *offer, TroupeValue **before);

/* Stores the user's agreement. Errors: %G_IO_ERROR. Blocks. */
gboolean troupe_tool_consents_keep (const char *folder, TroupeMcpToolList *offer, GError **error);

/**
 * troupe_tool_consents_describe:
 * @before: (nullable): of troupe_tool_consents_compare()
 *
 * Describes all tools of the server, or only the differences if @before is set.
 *
 * Returns: (transfer full): lines for the user, safe to print
 */
char *troupe_tool_consents_describe (TroupeMcpToolList *offer, TroupeValue *before);
/* Summarizes the differences, for example as `new: a, b; changed: c; gone: d`. (transfer full) */
char *troupe_tool_consents_summarize (TroupeMcpToolList *offer, TroupeValue *before);

G_END_DECLS
