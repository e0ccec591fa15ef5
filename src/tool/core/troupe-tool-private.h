/* troupe-tool-private.h: what a tool and its calls share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* A call begins. Errors: %TROUPE_TOOL_ERROR_USED_UP. */
gboolean troupe_tool_take_usage (TroupeTool *self, GError **error);
/* One that had begun did not take place: its arguments did not fit. */
void troupe_tool_give_usage_back (TroupeTool *self);
/* Errors: %TROUPE_TOOL_ERROR_TOO_LARGE. */
gboolean troupe_tool_check_result (TroupeTool *self, TroupeValue *value, GError **error);
/* What it says of itself. Nothing is taken where anything of it is wrong. Errors: %TROUPE_TOOL_ERROR. */
gboolean troupe_tool_take_description (TroupeTool *self, TroupeValue *about, GError **error);

G_END_DECLS
