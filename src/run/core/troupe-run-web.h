/* troupe-run-web.h: guarded web access for the knowledge sources and lookups of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-knowledge-web.h"

G_BEGIN_DECLS

/* Maximum size of the text of a page, in bytes. */
#define TROUPE_RUN_WEB_LIMIT_TEXT (20u * 1024 * 1024)

/* Returns the public web as agents can access it (troupe-web-guard.h), without redirects to
 * hosts that the document does not specify. @is_offline: whether to fetch nothing, so that only pages that were saved
 * before are used. (transfer none) */
const TroupeKnowledgeWeb *troupe_run_web_get (gboolean is_offline);

/* Checks whether @address of a document is on the public web, as far as this can be determined
 * from the address itself. Sends no request. @uri: (out) (optional) (transfer full) */
gboolean troupe_run_web_check (const char *address, GUri **uri, GError **error);

G_END_DECLS
