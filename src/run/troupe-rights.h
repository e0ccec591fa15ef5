/* troupe-rights.h: what a flow could do, and whether a person agreed to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* The object of `show --json`: what the flow itself tells, with the models, hosts and environment
 * variables of its agents. Starts nothing and asks nobody. (transfer full) */
TroupeValue *troupe_rights_explain (TroupeFlow *flow);

/* A line for each kind of thing that the flow could do. (transfer full) */
char *troupe_rights_describe (TroupeValue *explained);

/* Whether it could do anything beyond computing. */
gboolean troupe_rights_need_consent (TroupeValue *explained);

/**
 * troupe_rights_were_granted:
 * @folder: the data folder, in whose file `consents` a digest stands in each line
 * @digest: of troupe_flow_get_digest(): consent is bound to the content
 */
gboolean troupe_rights_were_granted (const char *folder, const char *digest);

/* Keeps the consent. Errors: %G_IO_ERROR. */
gboolean troupe_rights_grant (const char *folder, const char *digest, GError **error);

G_END_DECLS
