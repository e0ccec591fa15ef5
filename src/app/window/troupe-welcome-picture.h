/* troupe-welcome-picture.h: the flow that the welcome page invites to draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A canvas of three cards, two of which have run, that nobody can click or focus. (transfer floating) */
GtkWidget *troupe_welcome_picture_new (void);

G_END_DECLS
