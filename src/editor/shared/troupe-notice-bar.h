/* troupe-notice-bar.h: notice bar above a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_NOTICE_NONE,
  TROUPE_NOTICE_INFO,
  TROUPE_NOTICE_LOCKED,  /* requires an action of the user to continue */
  TROUPE_NOTICE_WAITING, /* something waits for the user */
  TROUPE_NOTICE_ERROR,
} TroupeNoticeKind;

/**
 * TroupeNoticeBar:
 *
 * Shows one sentence, and a button if the user can act on it.
 *
 * Signals: `activated` (the button was pressed), `other-activated` (the second button was pressed),
 * `dismissed` (the notice was closed).
 */
#define TROUPE_TYPE_NOTICE_BAR (troupe_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeNoticeBar, troupe_notice_bar, TROUPE, NOTICE_BAR, GtkWidget)

/* Shows a notice. @text: (nullable), @button: (nullable). NONE hides the bar. */
void troupe_notice_bar_show (TroupeNoticeBar *self,
                             TroupeNoticeKind kind,
                             const char *text,
                             const char *button);
/* Sets a second button for an alternative action. @button: (nullable). A new notice has no
 * second button. */
void troupe_notice_bar_set_other (TroupeNoticeBar *self, const char *button);
/* Sets whether the user can dismiss the current notice. By default, a notice cannot be
 * dismissed. */
void troupe_notice_bar_set_dismissable (TroupeNoticeBar *self, gboolean dismissable);
/* Sets the label of the dismiss button. For a new notice, the label is “Dismiss”. */
void troupe_notice_bar_set_dismiss_label (TroupeNoticeBar *self, const char *label);

G_END_DECLS
