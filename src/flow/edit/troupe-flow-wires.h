/* troupe-flow-wires.h: adding, moving and removing wires: edits of the conditions of methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeConditionPlace:
 * @method: the method that has the condition
 * @path: (nullable): child indexes of the part (`"1.0"`, `""` is the whole condition), prefixed
 *   with `start` (`"start"`, `"start.1"`) in the start condition of a method that also listens;
 *   %NULL refers to the output of the method itself
 *
 * One end of a wire. A path is valid until the condition is written.
 */
typedef struct
{
  const char *method;
  const char *path;
} TroupeConditionPlace;

/* Returns TRUE if @to can be connected to @from. @event: (nullable): event of a router, if @from
 * is a method. @error: a message for the user. */
gboolean troupe_flow_document_can_connect (TroupeFlowDocument *self,
                                           const TroupeConditionPlace *from,
                                           const char *event,
                                           const TroupeConditionPlace *to,
                                           GError **error);
/* Like troupe_flow_document_connect(), but either end may be a gate: the condition of @from, or
 * @event, or the method, becomes an input of the gate @to, or is combined with the whole
 * condition of its method. */
gboolean troupe_flow_document_connect_place (TroupeFlowDocument *self,
                                             const TroupeConditionPlace *from,
                                             const char *event,
                                             const TroupeConditionPlace *to,
                                             gboolean with_and,
                                             GError **error);
/* Removes the parts from their conditions, all in one undo step; places that do not exist are
 * skipped. */
gboolean troupe_flow_document_cut (TroupeFlowDocument *self,
                                   const TroupeConditionPlace *places,
                                   guint n_places,
                                   GError **error);
/* Inserts @name into a wire: @name additionally waits for the part at @place, which is replaced
 * by @name. Does nothing if @name would wait for itself. */
gboolean troupe_flow_document_insert_at (TroupeFlowDocument *self,
                                         const char *name,
                                         const TroupeConditionPlace *place,
                                         GError **error);
/* Detaches @name: its listeners wait for what @name waited for, and @name waits for nothing. */
gboolean
troupe_flow_document_take_out (TroupeFlowDocument *self, const char *name, GError **error);

G_END_DECLS
