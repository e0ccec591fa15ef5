/* troupe-consents-row.h: how many contents of documents may run without asking
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeConsentsRow:
 *
 * Counts what a person has agreed to, and withdraws all of it: documents are asked about again before they run. Those that
 * are open keep what they were allowed until they are closed. The file is read and written in a thread.
 *
 * Signals: `failed` (text: it could not be withdrawn).
 */
#define TROUPE_TYPE_CONSENTS_ROW (troupe_consents_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConsentsRow, troupe_consents_row, TROUPE, CONSENTS_ROW, AdwActionRow)

G_END_DECLS
