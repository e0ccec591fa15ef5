/* troupe-cel-tool.h: tools that compute with the expression language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupeCelTool:
 *
 * `calculator` takes an `expression`; `json_query` takes a `json` text and a `query`, an expression in which `data`
 * is what the text holds. Both compute and do nothing else: what an expression costs is counted, and there is no
 * loop without an end. For models that write things down better than they reckon.
 */
#define TROUPE_TYPE_CEL_TOOL (troupe_cel_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelTool, troupe_cel_tool, TROUPE, CEL_TOOL, TroupeTool)

gboolean troupe_cel_tool_knows (const char *reference);

/* (transfer full) */
TroupeTool *troupe_cel_tool_new (const char *reference);

G_END_DECLS
