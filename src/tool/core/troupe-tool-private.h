/* troupe-tool-private.h: internal interface between tools and their calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* Counts a call that is about to start. Errors: %TROUPE_TOOL_ERROR_USED_UP. */
gboolean troupe_tool_take_usage (TroupeTool *self, GError **error);
/* Reverts the count of a call that did not take place because its arguments were invalid. */
void troupe_tool_give_usage_back (TroupeTool *self);
/* Returns FALSE with %TROUPE_TOOL_ERROR_TOO_LARGE if the result exceeds the size limit of the
 * tool. */
gboolean troupe_tool_check_result (TroupeTool *self, TroupeValue *value, GError **error);
/* Validates and stores the description @about. Stores nothing if any part of it is invalid.
 * Errors: %TROUPE_TOOL_ERROR. */
gboolean troupe_tool_take_description (TroupeTool *self, TroupeValue *about, GError **error);

G_END_DECLS
