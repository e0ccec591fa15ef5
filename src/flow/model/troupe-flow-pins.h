/* troupe-flow-pins.h: pinned outputs and muted methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Both are under `x-troupe` of the document, which CrewAI ignores: `pins` is a map of method names to values, `muted` a list
 * of method names. Any thread. */

/* Returns the output that a method has without being executed. (transfer none) (nullable): NULL if it is not pinned */
TroupeValue *troupe_flow_get_pin (TroupeFlow *self, const char *method);
/* Returns TRUE if the method is not executed and passes on what it is given. A pin takes precedence. */
gboolean troupe_flow_is_muted (TroupeFlow *self, const char *method);
/* Describes all of them for a consent: a list of maps with the `name`, the `output` of a pin, whether it is `muted`, and whether the
 * method `asks` a user who is not asked then. (transfer full) */
TroupeValue *troupe_flow_list_bypassed (TroupeFlow *self);
/* Returns TRUE if any method is pinned or muted. */
gboolean troupe_flow_has_pins (TroupeFlow *self);
/* Returns why the value cannot be the output of the method: a router has to declare the event, the output of an agent or a crew is an
 * object with a text `raw`, and that of an agent matches its `response_format`. (transfer full) (nullable): NULL if it can */
char *troupe_flow_check_pin (const TroupeFlowMethod *method, TroupeValue *pin);

G_END_DECLS
