/* troupe-consent-entries.h: creates the entries of a consent from a permission report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-consent-entry.h"
#include "troupe-permissions.h"

G_BEGIN_DECLS

/* Creates all entries, in the order in which they are shown. This is the only place that formats
 * permissions for the user. @permission_report: of troupe_permissions_add_code(). (transfer full)
 * (element-type TroupeConsentEntry) */
GPtrArray *troupe_consent_entries_new (TroupeValue *permission_report,
                                       const TroupeProjectCode *code);
/* Returns the value of the entry of @member of the report, without what may change without another consent.
 * (transfer full) */
char *troupe_consent_entries_make_value (TroupeValue *member);

G_END_DECLS
