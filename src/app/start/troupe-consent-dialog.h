/* troupe-consent-dialog.h: shows all that a flow could do and asks whether it may
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeConsentDialog:
 *
 * The window of doc/interface.md §12. No button is the default one, so that Enter grants nothing by
 * accident; Esc and closing it refuse. One answer for all.
 *
 * Signal: `answered` (whether it was allowed), once.
 */
#define TROUPE_TYPE_CONSENT_DIALOG (troupe_consent_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConsentDialog, troupe_consent_dialog, TROUPE, CONSENT_DIALOG, AdwWindow)

/* @body: one sentence on whose rights these are. @permission_report: of troupe_permissions_report(). */
TroupeConsentDialog *troupe_consent_dialog_new (const char *body, TroupeValue *permission_report);

/* @text: (nullable): what the run is likely to cost, said with its models */
void troupe_consent_dialog_set_estimate (TroupeConsentDialog *self, const char *text);

G_END_DECLS
