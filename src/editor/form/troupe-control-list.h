/* troupe-control-list.h: list of the breakpoints, pinned outputs and muted methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeControlList:
 *
 * A group with a row for each breakpoint, pinned output and muted method, which is hidden if there are none. Activating a
 * row selects its method; each row has a button that removes what it shows. The list follows changes of the document.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_CONTROL_LIST (troupe_control_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeControlList, troupe_control_list, TROUPE, CONTROL_LIST, GtkWidget)

GtkWidget *troupe_control_list_new (TroupeEditorContext *context);

G_END_DECLS
