/* troupe-notice-bar.h: the bar over a canvas that says one thing
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
  TROUPE_NOTICE_LOCKED,  /* nothing happens without the person */
  TROUPE_NOTICE_WAITING, /* something waits for the person */
  TROUPE_NOTICE_ERROR,
} TroupeNoticeKind;

/**
 * TroupeNoticeBar:
 *
 * Says one sentence, with a button where something can be done about it.
 *
 * Signals: `activated` (the button was pressed), `other-activated` (the one beside it was), `dismissed` (the notice is
 * gone).
 */
#define TROUPE_TYPE_NOTICE_BAR (troupe_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeNoticeBar, troupe_notice_bar, TROUPE, NOTICE_BAR, GtkWidget)

/* @text: (nullable), @button: (nullable). NONE takes the bar away. */
void troupe_notice_bar_show (TroupeNoticeBar *self,
                             TroupeNoticeKind kind,
                             const char *text,
                             const char *button);
/* A button for something else that can be done. @button: (nullable); every new notice has none */
void troupe_notice_bar_set_other (TroupeNoticeBar *self, const char *button);
/* Whether what is shown can be sent away by a person. Every new notice cannot. */
void troupe_notice_bar_set_dismissable (TroupeNoticeBar *self, gboolean dismissable);
/* What its other button says; every new notice has “Dismiss”. */
void troupe_notice_bar_set_dismiss_label (TroupeNoticeBar *self, const char *label);

G_END_DECLS
