/* troupe-messages.h: what a window says in passing, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef struct _TroupeMessages TroupeMessages;

/* Says by the margins of @toast where it stands: in the middle of the lower edge of the overlay without any. */
typedef void (*TroupeMessagesPlace) (GtkWidget *toast, gpointer user_data);

/* Shows toasts on @overlay, on which nobody else puts any. Free it before the overlay is disposed.
 * @place: (nullable): asked in each frame in which a message comes */
TroupeMessages *
troupe_messages_new (AdwToastOverlay *overlay, TroupeMessagesPlace place, gpointer user_data);
void troupe_messages_free (TroupeMessages *self);

/* @text: plain, of anybody. Comes when those before it have gone; one that is @brief makes one before it
 * that was brief go at once. */
void troupe_messages_add (TroupeMessages *self, const char *text, gboolean brief);

G_END_DECLS
