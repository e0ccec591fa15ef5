/* troupe-canvas-routing-job.h: routes all wires on a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <graphene.h>

#include "troupe-route.h"

G_BEGIN_DECLS

/* What has to be computed for a wire. */
typedef enum
{
  CANVAS_WAY_NONE, /* not drawn */
  CANVAS_WAY_KEPT,
  CANVAS_WAY_AGAIN, /* same ends, but obstacles may have changed */
  CANVAS_WAY_NEW
} CanvasWayNeed;

/* Input and result for one wire. */
typedef struct
{
  CanvasWayNeed need;
  graphene_point_t start, end;
  int to_place;        /* at its gate */
  TroupeRoutePath *way; /* (nullable): NULL if bent by the user. Owned */
} CanvasWanted;

/* A snapshot of all wires of a drawing and their obstacles. May be used on any thread, by one
 * thread at a time. */
typedef struct _CanvasSettling CanvasSettling;

CanvasSettling *troupe_canvas_routing_job_new (TroupeRouteField *field, guint n_wires);
void troupe_canvas_routing_job_free (CanvasSettling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CanvasSettling, troupe_canvas_routing_job_free)

/* Returns the entry of the wire at @index, to be filled before the job runs. */
CanvasWanted *troupe_canvas_routing_job_get (CanvasSettling *self, guint index);
gboolean troupe_canvas_routing_job_is_quick (guint n_ways);
void troupe_canvas_routing_job_run (CanvasSettling *self, GCancellable *cancellable);

G_END_DECLS
