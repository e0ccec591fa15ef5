/* troupe-flow-pin-edit.h: pinning outputs, muting methods and setting breakpoints in a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Each is one undo step and follows when the method is renamed, copied or deleted. They return FALSE with
 * %TROUPE_DOCUMENT_ERROR_EDIT if there is no such method. */

/* Pins the output of a method. @value: (nullable): NULL to remove the pin */
gboolean troupe_flow_set_pin (TroupeFlowDocument *self,
                              const char *method,
                              TroupeValue *value,
                              GError **error);
/* Mutes methods, or no longer mutes them. @methods: NULL-terminated */
gboolean troupe_flow_set_muted (TroupeFlowDocument *self,
                                const char *const *methods,
                                gboolean is_muted,
                                GError **error);

/* Returns the breakpoints of the document under `x-troupe.breakpoints`, for troupe_breakpoints_new_from_value(). (transfer
 * full) (nullable) */
TroupeValue *troupe_flow_get_breakpoints (TroupeFlowDocument *self);
/* Returns the breakpoint on a method, or if @target is not NULL, on the wire that leads from the event @name to the
 * method @target, or on the task @name as it is named in the list, of the method @target. @kind: `method`, `event` or `task`;
 * @target: (nullable). (transfer full) (nullable): a map as in the list */
TroupeValue *troupe_flow_find_breakpoint (TroupeFlowDocument *self,
                                          const char *kind,
                                          const char *name,
                                          const char *target);
/* Adds a breakpoint, or replaces or removes the one on the same place. @target: (nullable); @condition: (nullable): an
 * expression */
gboolean troupe_flow_set_breakpoint (TroupeFlowDocument *self,
                                     const char *kind,
                                     const char *name,
                                     const char *target,
                                     gboolean is_set,
                                     const char *condition,
                                     GError **error);
/* Replaces them. @breakpoints: (nullable): of troupe_breakpoints_to_value() */
gboolean troupe_flow_set_breakpoints (TroupeFlowDocument *self,
                                      TroupeValue *breakpoints,
                                      GError **error);

G_END_DECLS
