/* troupe-cel-tool.h: calculator and json_query tools, based on CEL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupeCelTool:
 *
 * `calculator` has the argument `expression`. `json_query` has the arguments `json`, a JSON string,
 * and `query`, an expression in which `data` is the parsed value. Both tools only compute: the cost
 * of an expression is limited, and loops always terminate. They are useful because models write
 * expressions more reliably than they calculate.
 */
#define TROUPE_TYPE_CEL_TOOL (troupe_cel_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelTool, troupe_cel_tool, TROUPE, CEL_TOOL, TroupeTool)

gboolean troupe_cel_tool_knows (const char *reference);

/* (transfer full) */
TroupeTool *troupe_cel_tool_new (const char *reference);

G_END_DECLS
