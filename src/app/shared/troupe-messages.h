/* troupe-messages.h: queue of toasts for a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef struct _TroupeMessages TroupeMessages;

/* Creates a toast for an overlay without a queue. A long text is wrapped, and is shown long enough to be read.
 * @text: plain text, may be untrusted (transfer full) */
AdwToast *troupe_toast_new (const char *text);

/* Positions @toast by setting its margins. Without margins, the toast is centered at the bottom
 * of the overlay. */
typedef void (*TroupeMessagesPlace) (GtkWidget *toast, gpointer user_data);

/* Shows toasts on @overlay, to which no other code may add toasts. Must be freed before the
 * overlay is disposed.
 * @place: (nullable): called in every frame while a toast appears */
TroupeMessages *
troupe_messages_new (AdwToastOverlay *overlay, TroupeMessagesPlace place, gpointer user_data);
void troupe_messages_free (TroupeMessages *self);

/* @tab: (nullable): the page to which the message belongs. The toast is shown only while this page is
 *   visible, and waits for it until then. NULL: it is shown over any page.
 * @text: plain text, may be untrusted. The toast is shown after the previous toasts have
 *   disappeared. A @brief message dismisses earlier brief messages of the tab immediately. */
void troupe_messages_add (TroupeMessages *self, GObject *tab, const char *text, gboolean brief);
/* Like troupe_messages_add() for a brief message, with a button.
 * @button: its label; @action: a detailed action name of the window; @is_kept: whether the toast stays until the user
 *   dismisses it or another brief message of the tab comes */
void troupe_messages_offer (TroupeMessages *self,
                            GObject *tab,
                            const char *text,
                            const char *button,
                            const char *action,
                            gboolean is_kept);
/* Sets the visible page, and dismisses a toast that belongs to another one. @tab: (nullable) */
void troupe_messages_set_tab (TroupeMessages *self, GObject *tab);

G_END_DECLS
