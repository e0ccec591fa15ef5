/* troupe-rights.h: what a flow could do, and whether a person agreed to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/* The object of `show --json`: what the flow itself tells, with the models, hosts and environment
 * variables of its agents, and under `python` a list of the Python that it would run: objects of `kind`
 * (`script`, `code`, `tool`; or `class`, of the state), `method` and `step` (or null), `path` and `text`,
 * the script or the reference. Starts nothing and asks nobody. (transfer full) */
TroupeValue *troupe_rights_explain (TroupeFlow *flow);

/* A line for each kind of thing that the flow could do. (transfer full) */
char *troupe_rights_describe (TroupeValue *explained);

/* Whether it could do anything beyond computing, Python included. */
gboolean troupe_rights_need_consent (TroupeValue *explained);
/* The same without the Python of its actions, whose permissions are asked for apart. */
gboolean troupe_rights_need_consent_beside_python (TroupeValue *explained);

/**
 * troupe_rights_were_granted:
 * @folder: the data folder, in whose file `consents` a digest stands in each line
 * @digest: of troupe_flow_get_digest(): consent is bound to the content
 */
gboolean troupe_rights_were_granted (const char *folder, const char *digest);

/* Keeps the consent. Errors: %G_IO_ERROR. */
gboolean troupe_rights_grant (const char *folder, const char *digest, GError **error);

/* --- Python (spec/flow-semantics.md §8) -------------------------------------------------------- */

/* The permission that @action itself needs, without its steps. */
TroupePythonPermissions troupe_rights_get_python_kind (const TroupeFlowAction *action);
/* Whether any action of the flow is Python. */
gboolean troupe_rights_have_python (TroupeFlow *flow);
/* `script`, `code`, `tool`, `network` or `write`. NULL for anything but one permission. */
const char *troupe_rights_get_python_word (TroupePythonPermissions permission);

/**
 * troupe_rights_get_python:
 * @explained: of troupe_rights_explain()
 *
 * Returns: the permissions without which the flow's Python does not run, what troupe_run_set_python()
 *   has to be given; %TROUPE_PYTHON_PERMIT_NOTHING where it has none. Where there is any, the network and
 *   writing in the document's folder are among them
 */
TroupePythonPermissions troupe_rights_get_python (TroupeValue *explained);

/* What Python would be run, and what it can reach, in lines for a person. NULL where there is none.
 * (transfer full) (nullable) */
char *troupe_rights_describe_python (TroupeValue *explained);

/* What Python a person agreed to for the content of this digest. Kept beside the consents above, and
 * apart from them: neither is the other. */
TroupePythonPermissions troupe_rights_get_granted_python (const char *folder, const char *digest);
/* Adds to it. Errors: %G_IO_ERROR. */
gboolean troupe_rights_grant_python (const char *folder,
                                     const char *digest,
                                     TroupePythonPermissions permissions,
                                     GError **error);

G_END_DECLS
