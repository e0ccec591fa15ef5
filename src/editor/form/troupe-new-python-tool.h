/* troupe-new-python-tool.h: creates the file of a Python tool of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form-target.h"

G_BEGIN_DECLS

/* Called with `custom:NAME` after the file was written. */
typedef void (*TroupeNewPythonToolFunc) (const char *reference, gpointer user_data);

/* Creates a group with a field for the name of a new tool. Errors are shown by @target.
 * @user_data: must exist as long as the group. (transfer floating) */
GtkWidget *troupe_new_python_tool_group_new (TroupeFormTarget *target,
                                             TroupeNewPythonToolFunc func,
                                             gpointer user_data);

G_END_DECLS
