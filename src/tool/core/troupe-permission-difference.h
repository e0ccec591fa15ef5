/* troupe-permission-difference.h: permissions that code requires in addition to the granted ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"

G_BEGIN_DECLS

/* Adds the permissions that @subject requires, such as those of an agent or a crew. */
typedef void (*TroupePermissionListFunc) (gpointer subject, TroupePermissionList *list);

/**
 * troupe_permission_check_created:
 * @declared: what the document declares, whose permissions the user was shown
 * @created: what Python code has made of it
 * @list: lists the permissions of both
 * @folder: (nullable): the document's folder
 * @environment: (nullable): where the names and addresses of models are looked up; g_getenv()
 *
 * Compares the permissions of something that Python code has created, such as an agent, with those
 * that the user was shown before the code ran. Code runs in a sandbox, but what it creates is
 * executed outside of it. If @declared contains a model that code chooses
 * (troupe_permission_list_add_any_model()), each provider may be called at its own address with its
 * own keys. Files of the project may be read, because the code itself may read them. Kinds of Python code
 * are not compared: the helper refuses what it was not permitted.
 *
 * Returns: %FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED, whose message names the first permission of
 *   @created that @declared does not have
 */
gboolean troupe_permission_check_created (gpointer declared,
                                          gpointer created,
                                          TroupePermissionListFunc list,
                                          const char *folder,
                                          TroupeLlmEnvironment *environment,
                                          GError **error);

G_END_DECLS
