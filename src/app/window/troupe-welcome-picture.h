/* troupe-welcome-picture.h: example flow shown on the welcome page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Creates a canvas with three cards, two of which have run. The canvas cannot be clicked or
 * focused. (transfer floating) */
GtkWidget *troupe_welcome_picture_new (void);

G_END_DECLS
