/* troupe-subpages.h: actions that open the subpages of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Installs the actions `content.NAME` that open the subpages or change what they show. Called for the class of each type
 * of content. */
void troupe_subpages_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
