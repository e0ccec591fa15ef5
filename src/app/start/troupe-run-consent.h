/* troupe-run-consent.h: requests the user's consent before a run
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
 * Requests consent to the permissions of a run before the run starts, and tracks the consent to an
 * open document. Content that the user creates in the application is trusted; content from outside
 * is not trusted.
 *
 * Signals: `asks` (the dialog is shown), `agreed` (#TroupeRun, element-type TroupeEvent or NULL:
 * the run may start), `denied` (nothing was started), `impossible` (GError: the run cannot be
 * started at all), `failed` (text: the consent could not be stored).
 */
#define TROUPE_TYPE_RUN_CONSENT (troupe_run_consent_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunConsent, troupe_run_consent, TROUPE, RUN_CONSENT, GObject)

/* @run: while this run is running, the user is not asked. @over: parent widget of the dialog, if
 *   the widget is in a window */
TroupeRunConsent *
troupe_run_consent_new (TroupeRunFactory *source, TroupePageRun *run, GtkWidget *over);

/* Like troupe_run_consent_new(), but for another view of the same document. Copies the consent
 * given so far. */
TroupeRunConsent *
troupe_run_consent_new_like (TroupeRunConsent *other, TroupePageRun *run, GtkWidget *over);

/* Like troupe_run_consent_new_like(), but for a part of the document that @source runs
 * separately. */
TroupeRunConsent *troupe_run_consent_new_for (TroupeRunConsent *other,
                                              TroupeRunFactory *source,
                                              TroupePageRun *run,
                                              GtkWidget *over);

/* Names what starts after consent, if that is not a run, see troupe_consent_dialog_set_action(). */
void
troupe_run_consent_set_action (TroupeRunConsent *self, const char *heading, const char *button);

/* Sets whether the user is asked even if the permissions were granted before, because another file chooses what is
 * called. */
void troupe_run_consent_set_asks_always (TroupeRunConsent *self, gboolean asks_always);

/* Emits `agreed`, `denied` or `impossible`, or nothing if the window was closed. @events:
 * (nullable) (element-type TroupeEvent): the stored events of the run. */
void troupe_run_consent_ask (TroupeRunConsent *self, TroupeRun *run, GPtrArray *events);
/* Returns TRUE while the dialog is open or its content is being determined. */
gboolean troupe_run_consent_is_busy (TroupeRunConsent *self);
/* Returns the consent dialog. (transfer none) (nullable) */
GtkWindow *troupe_run_consent_get_dialog (TroupeRunConsent *self);
/* Closes the dialog and cancels the request. */
void troupe_run_consent_close (TroupeRunConsent *self);

/* Revokes the consent, because the content of the document came from outside. */
void troupe_run_consent_forget (TroupeRunConsent *self);
/* Returns the consent to store when the document is saved now at @path (nullable): NULL for its present
 * path. (transfer full) */
TroupeSavedConsent *troupe_run_consent_take (TroupeRunConsent *self, const char *path);
/* Called after saving, when the file contains the document for which troupe_run_consent_take()
 * was called last. */
void troupe_run_consent_settle (TroupeRunConsent *self);

G_END_DECLS
