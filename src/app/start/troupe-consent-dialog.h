/* troupe-consent-dialog.h: consent dialog that lists everything that a flow could do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-consent.h"

G_BEGIN_DECLS

/**
 * TroupeConsentDialog:
 *
 * The window described in doc/interface.md §12. The window has no default button, so that Enter
 * cannot grant anything by accident. Pressing Esc or closing the window refuses consent. The user
 * allows or refuses all permissions together, except for those with a switch (troupe_consent_can_refuse()). One more switch, which is
 * off at first, grants the permission to change programs (troupe_consent_can_change_programs()).
 *
 * Signals: `answered` (whether the permissions were allowed), emitted once; `programs-changed`, emitted when the user has turned that switch.
 */
#define TROUPE_TYPE_CONSENT_DIALOG (troupe_consent_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConsentDialog, troupe_consent_dialog, TROUPE, CONSENT_DIALOG, AdwWindow)

/* Shows the entries of @consent. @body: one sentence about who would get the permissions */
TroupeConsentDialog *troupe_consent_dialog_new (const char *body, TroupeConsent *consent);

/* Names what is done after the permissions were allowed, if that is not running the file. @heading:
 * the question; @button: the label of the button, with a mnemonic */
void troupe_consent_dialog_set_action (TroupeConsentDialog *self,
                                       const char *heading,
                                       const char *button);

/* Only shows the entries: there is nothing to allow, and a button closes the window. @heading: its title */
void troupe_consent_dialog_set_read_only (TroupeConsentDialog *self, const char *heading);

/* Switches entries off that the user has refused before. @refused: (element-type utf8): their values */
void troupe_consent_dialog_set_refused (TroupeConsentDialog *self, GHashTable *refused);
/* Returns the values of the entries that are switched off. (transfer none) (element-type utf8) */
GHashTable *troupe_consent_dialog_get_refused (TroupeConsentDialog *self);

/* Says whether the user has granted the permission to change programs before. */
void troupe_consent_dialog_set_programs (TroupeConsentDialog *self, gboolean is_granted);
/* Returns TRUE if the switch for this permission is on. */
gboolean troupe_consent_dialog_get_programs (TroupeConsentDialog *self);

/* @text: (nullable): expected cost of the run, shown in the row of models */
void troupe_consent_dialog_set_estimate (TroupeConsentDialog *self, const char *text);

G_END_DECLS
