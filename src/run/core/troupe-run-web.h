/* troupe-run-web.h: the web for what a run looks up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-knowledge-web.h"

G_BEGIN_DECLS

/* The text of a page, the most that is read of it, in bytes. */
#define TROUPE_RUN_WEB_LIMIT_TEXT (20u * 1024 * 1024)

/* The public web as agents reach it (troupe-web-guard.h), with no redirect to a host that the document does not name.
 * (transfer none) */
const TroupeKnowledgeWeb *troupe_run_web_get (void);

/* What is written in a document: an address of the public web, as far as it can be seen from it. Goes nowhere. @uri:
 * (out) (optional) (transfer full) */
gboolean troupe_run_web_check (const char *address, GUri **uri, GError **error);

G_END_DECLS
