/* troupe-canvas-routing-job.h: routes all wires on a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <graphene.h>

#include "troupe-route.h"

G_BEGIN_DECLS

/* What has to be looked for of a wire. */
typedef enum
{
  CANVAS_WAY_NONE, /* it is not drawn */
  CANVAS_WAY_KEPT,
  CANVAS_WAY_AGAIN, /* its ends stand as they stood, what is between them may not */
  CANVAS_WAY_NEW
} CanvasWayNeed;

/* One wire as it was, and its way among the others once all are settled. */
typedef struct
{
  CanvasWayNeed need;
  graphene_point_t start, end;
  int to_place;        /* at its gate */
  TroupeRoutePath *way; /* (nullable): what a person has bent has none. Owned */
} CanvasWanted;

/* All wires of a drawing as they were at one time, with what is in their way. Whoever has it is alone with it, in any
 * thread. */
typedef struct _CanvasSettling CanvasSettling;

CanvasSettling *troupe_canvas_routing_job_new (TroupeRouteField *field, guint n_wires);
void troupe_canvas_routing_job_free (CanvasSettling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CanvasSettling, troupe_canvas_routing_job_free)

/* Of the wire at @index; to be filled before it runs. */
CanvasWanted *troupe_canvas_routing_job_get (CanvasSettling *self, guint index);
gboolean troupe_canvas_routing_job_is_quick (guint n_ways);
void troupe_canvas_routing_job_run (CanvasSettling *self, GCancellable *cancellable);

G_END_DECLS
