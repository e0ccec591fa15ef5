/* troupe-canvas-scene-records.h: read access to the records of a scene for measuring and drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-record.h"
#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/* A record is valid until the scene changes. Its index is its position in the array of its kind.
 * The functions with an index require a scene without holes. If the scene may have changed,
 * troupe_scene_compact() must be called first. */

/* Looks up a record. (nullable). @kind: GROUND for any kind. @id: (nullable) */
const TroupeRecord *
troupe_scene_find (TroupeCanvasScene *self, TroupeCanvasKind kind, const char *id);
guint troupe_scene_count (TroupeCanvasScene *self, TroupeCanvasKind kind);
const TroupeRecord *troupe_scene_nth (TroupeCanvasScene *self, TroupeCanvasKind kind, guint index);
const TroupeNodeRecord *troupe_scene_node (TroupeCanvasScene *self, guint index);
const TroupeGateRecord *troupe_scene_gate (TroupeCanvasScene *self, guint index);
const TroupeWireRecord *troupe_scene_wire (TroupeCanvasScene *self, guint index);
const TroupeNoteRecord *troupe_scene_note (TroupeCanvasScene *self, guint index);
const TroupeGroupRecord *troupe_scene_group (TroupeCanvasScene *self, guint index);

/* Returns a counter that increases when records are added, removed or replaced. */
guint troupe_scene_get_structure (TroupeCanvasScene *self);
/* Removes the holes that removed records have left in the arrays. */
void troupe_scene_compact (TroupeCanvasScene *self);

G_END_DECLS
