/* troupe-consents-row.h: preferences row that counts and withdraws consents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeConsentsRow:
 *
 * Shows the number of documents to which the user has consented. Can also withdraw all consents, so
 * that documents require consent again before they run, also those that are open. The file is read and written on a thread.
 *
 * Signals: `failed` (text: the consents could not be withdrawn).
 */
#define TROUPE_TYPE_CONSENTS_ROW (troupe_consents_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConsentsRow, troupe_consents_row, TROUPE, CONSENTS_ROW, AdwActionRow)

G_END_DECLS
