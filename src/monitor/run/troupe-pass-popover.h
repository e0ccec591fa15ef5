/* troupe-pass-popover.h: popover with the passes of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-model.h"

G_BEGIN_DECLS

/**
 * TroupePassPopover:
 *
 * A #TroupePassList in a popover. Signal: `chosen` (method, pass).
 */
#define TROUPE_TYPE_PASS_POPOVER (troupe_pass_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupePassPopover, troupe_pass_popover, TROUPE, PASS_POPOVER, GtkPopover)

/* @parent: the widget to which it points */
TroupePassPopover *troupe_pass_popover_new (TroupeRunModel *model, GtkWidget *parent);

/* Shows the passes of method @name. @selected: the selected pass, from 1, or 0 for none;
 * @widget: the widget to whose coordinates @place refers */
void troupe_pass_popover_open (TroupePassPopover *self,
                               const char *name,
                               guint selected,
                               GtkWidget *widget,
                               const GdkRectangle *place);

G_END_DECLS
