/* troupe-mcp-result.h: conversion of MCP tool results to text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Maximum size of a result that is sent to a model, in bytes. */
#define TROUPE_MCP_LIMIT_RESULT (1024u * 1024)

/**
 * troupe_mcp_result_to_text:
 * @result: the result of tools/call
 * @is_error: (out): whether the tool reported that it failed
 *
 * Converts all content blocks, one per line. Texts are unchanged; other blocks are replaced by
 * their type and location (doc/mcp.md §6). If there are no blocks, returns the structured content
 * as JSON.
 *
 * Returns: (transfer full) (nullable): UTF-8, or %NULL with %TROUPE_MCP_ERROR if @result is invalid
 */
char *troupe_mcp_result_to_text (TroupeValue *result, gboolean *is_error, GError **error);

G_END_DECLS
