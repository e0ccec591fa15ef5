/* troupe-flow-wires.h: drawing, moving and taking away wires: edits of what methods wait for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeConditionPlace:
 * @method: whose condition it is
 * @path: (nullable): the child indexes that lead to the part (`"1.0"`, `""` is the whole), behind `start`
 *   (`"start"`, `"start.1"`) in the condition by which a method starts that listens as well; %NULL is what
 *   the method itself gives
 *
 * Where a wire begins or ends. A path holds until the condition is written.
 */
typedef struct
{
  const char *method;
  const char *path;
} TroupeConditionPlace;

/* Whether what waits at @to could wait for @from too; @event: (nullable): of a router, where @from is a
 * method. @error: a sentence for a person. */
gboolean troupe_flow_document_can_connect (TroupeFlowDocument *self,
                                           const TroupeConditionPlace *from,
                                           const char *event,
                                           const TroupeConditionPlace *to,
                                           GError **error);
/* As troupe_flow_document_connect(), where either end may be a gate: what @from waits for, or @event, or the
 * method, becomes one more input of the gate @to, or is joined to all that its method waits for. */
gboolean troupe_flow_document_connect_place (TroupeFlowDocument *self,
                                             const TroupeConditionPlace *from,
                                             const char *event,
                                             const TroupeConditionPlace *to,
                                             gboolean with_and,
                                             GError **error);
/* Takes the parts out of the conditions, all in one step; places that lead nowhere are passed over. */
gboolean troupe_flow_document_cut (TroupeFlowDocument *self,
                                   const TroupeConditionPlace *places,
                                   guint n_places,
                                   GError **error);
/* @name waits for what stands at @place, besides what it waits for already, and there stands @name. Nothing
 * happens where that would be a circle of one. */
gboolean troupe_flow_document_insert_at (TroupeFlowDocument *self,
                                         const char *name,
                                         const TroupeConditionPlace *place,
                                         GError **error);
/* What ran after @name runs after what @name ran after, which then waits for nothing. */
gboolean
troupe_flow_document_take_out (TroupeFlowDocument *self, const char *name, GError **error);

G_END_DECLS
