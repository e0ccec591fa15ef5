/* troupe-command-explain.h: what a flow could do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* The object of `show --json`: what the flow itself tells, with the models, hosts and environment
 * variables of its agents. Starts nothing and asks nobody. (transfer full) */
TroupeValue *troupe_command_explain (TroupeFlow *flow);

/* A line for each kind of thing that the flow could do. (transfer full) */
char *troupe_command_describe_rights (TroupeValue *explained);

/* Whether it could do anything beyond computing. */
gboolean troupe_command_needs_consent (TroupeValue *explained);

G_END_DECLS
