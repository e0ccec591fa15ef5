/* troupe-messages.h: queue of toasts for a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef struct _TroupeMessages TroupeMessages;

/* Positions @toast by setting its margins. Without margins, the toast is centered at the bottom
 * of the overlay. */
typedef void (*TroupeMessagesPlace) (GtkWidget *toast, gpointer user_data);

/* Shows toasts on @overlay, to which no other code may add toasts. Must be freed before the
 * overlay is disposed.
 * @place: (nullable): called in every frame while a toast appears */
TroupeMessages *
troupe_messages_new (AdwToastOverlay *overlay, TroupeMessagesPlace place, gpointer user_data);
void troupe_messages_free (TroupeMessages *self);

/* @text: plain text, may be untrusted. The toast is shown after the previous toasts have
 *   disappeared. A @brief message dismisses earlier brief messages immediately. */
void troupe_messages_add (TroupeMessages *self, const char *text, gboolean brief);

G_END_DECLS
