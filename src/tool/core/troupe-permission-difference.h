/* troupe-permission-difference.h: permissions that code requires in addition to the granted ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"

G_BEGIN_DECLS

/**
 * troupe_permission_list_check_covered:
 * @granted: the permissions that the user was shown
 *
 * Compares the permissions of something that Python code has created, such as an agent, with those
 * that the user was shown before the code ran. Code runs in a sandbox, but what it creates is
 * executed outside of it. If @granted contains a model that code chooses
 * (troupe_permission_list_add_any_model()), each provider may be called at its own address with its
 * own keys. Files of the project may be read, because the code itself may read them. Kinds of Python code
 * are not compared: the helper refuses what it was not permitted.
 *
 * Returns: %FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED, whose message names the first permission in
 *   @self that is not in @granted
 */
gboolean troupe_permission_list_check_covered (TroupePermissionList *self,
                                               TroupePermissionList *granted,
                                               GError **error);

G_END_DECLS
