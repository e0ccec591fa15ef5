/* troupe-run-consent.h: asks for consent before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-page-run.h"
#include "troupe-run-factory.h"
#include "troupe-saved-consent.h"

G_BEGIN_DECLS

/**
 * TroupeRunConsent:
 *
 * Asks, before a run begins, whether it may do what it can do, and knows what was agreed to for an open
 * document: what is made here is trusted, what comes from outside is not.
 *
 * Signals: `asks` (a person is asked now), `agreed` (#TroupeRun, element-type TroupeEvent or NULL: it may
 * begin), `denied` (nothing was started), `impossible` (GError: the run cannot be started at all), `failed`
 * (text: the consent could not be kept).
 */
#define TROUPE_TYPE_RUN_CONSENT (troupe_run_consent_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunConsent, troupe_run_consent, TROUPE, RUN_CONSENT, GObject)

/* @run: while one is under way nobody is asked. @over: what a dialog stands over, if it is in a window */
TroupeRunConsent *
troupe_run_consent_new (TroupeRunFactory *source, TroupePageRun *run, GtkWidget *over);

/* The same for another place of the same document: what was agreed to there until now goes here too. */
TroupeRunConsent *
troupe_run_consent_new_like (TroupeRunConsent *other, TroupePageRun *run, GtkWidget *over);

/* The same for a part of that document, which @source runs by itself. */
TroupeRunConsent *troupe_run_consent_new_for (TroupeRunConsent *other,
                                              TroupeRunFactory *source,
                                              TroupePageRun *run,
                                              GtkWidget *over);

/* Ends with `agreed`, `denied` or `impossible`, or, where the window has gone, with nothing. @events:
 * (nullable) (element-type TroupeEvent): what was kept of the run. */
void troupe_run_consent_ask (TroupeRunConsent *self, TroupeRun *run, GPtrArray *events);
/* Whether a person is asked, or it is still being looked what for. */
gboolean troupe_run_consent_is_busy (TroupeRunConsent *self);
/* Where a person is asked. (transfer none) (nullable) */
GtkWindow *troupe_run_consent_get_dialog (TroupeRunConsent *self);
/* Nobody is asked any more. */
void troupe_run_consent_close (TroupeRunConsent *self);

/* What the document holds now came from outside: it has to be agreed to, whatever was agreed to before. */
void troupe_run_consent_forget (TroupeRunConsent *self);
/* (transfer full) */
TroupeSavedConsent *troupe_run_consent_take (TroupeRunConsent *self);
/* The file has now what the document held when that was taken last. */
void troupe_run_consent_settle (TroupeRunConsent *self);

G_END_DECLS
