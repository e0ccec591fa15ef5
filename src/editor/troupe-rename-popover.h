/* troupe-rename-popover.h: asks for another name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeRenamePopover:
 *
 * An entry with the name of a method or the title of a group. Owns the text that is typed and says at once
 * what is wrong with it.
 *
 * Signals: `named` (text: a person has chosen it; the popover is closed).
 */
#define TROUPE_TYPE_RENAME_POPOVER (troupe_rename_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRenamePopover,
                      troupe_rename_popover,
                      TROUPE,
                      RENAME_POPOVER,
                      GtkPopover)

GtkWidget *troupe_rename_popover_new (TroupeEditorContext *context);

/* @method: (nullable): whose name it is; else it is the title of a group, which may be anything.
 * @text: what it is now. */
void troupe_rename_popover_ask (TroupeRenamePopover *self, const char *method, const char *text);

G_END_DECLS
