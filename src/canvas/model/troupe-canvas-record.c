/* troupe-canvas-record.c: private copies of the items of a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-record"

#include "config.h"

#include "troupe-canvas-record.h"

#include <string.h>

/* The offsets of strings and string lists in a public struct, used to copy it. */
typedef struct
{
  gsize size;        /* of the public struct */
  gsize record_size; /* of the record around it */
  gsize offset;      /* of the public struct in the record */
  gssize texts[10];  /* terminated by -1 */
  gssize lists[5];
} Shape;

static const Shape node_shape = {
  sizeof (TroupeCanvasNode),
  sizeof (TroupeNodeRecord),
  G_STRUCT_OFFSET (TroupeNodeRecord, node),
  { G_STRUCT_OFFSET (TroupeCanvasNode, id), G_STRUCT_OFFSET (TroupeCanvasNode, title),
    G_STRUCT_OFFSET (TroupeCanvasNode, summary), G_STRUCT_OFFSET (TroupeCanvasNode, icon_name),
    G_STRUCT_OFFSET (TroupeCanvasNode, mark_text), G_STRUCT_OFFSET (TroupeCanvasNode, output),
    G_STRUCT_OFFSET (TroupeCanvasNode, owner), G_STRUCT_OFFSET (TroupeCanvasNode, owner_icon),
    G_STRUCT_OFFSET (TroupeCanvasNode, tooltip), -1 },
  { G_STRUCT_OFFSET (TroupeCanvasNode, events), G_STRUCT_OFFSET (TroupeCanvasNode, chips),
    G_STRUCT_OFFSET (TroupeCanvasNode, chip_icons), G_STRUCT_OFFSET (TroupeCanvasNode, signs), -1 },
};

/* The remaining strings of a node. They are in a separate shape, because the list of the first
 * shape is full. */
static const Shape node_words_shape = {
  sizeof (TroupeCanvasNode),
  sizeof (TroupeNodeRecord),
  G_STRUCT_OFFSET (TroupeNodeRecord, node),
  { G_STRUCT_OFFSET (TroupeCanvasNode, accessible_label),
    G_STRUCT_OFFSET (TroupeCanvasNode, accessible_description),
    G_STRUCT_OFFSET (TroupeCanvasNode, no_chips), G_STRUCT_OFFSET (TroupeCanvasNode, input_note),
    G_STRUCT_OFFSET (TroupeCanvasNode, badge), -1 },
  { -1 },
};

static const Shape run_shape = {
  sizeof (TroupeCanvasNodeRun),
  sizeof (TroupeNodeRecord),
  G_STRUCT_OFFSET (TroupeNodeRecord, run),
  { G_STRUCT_OFFSET (TroupeCanvasNodeRun, word), G_STRUCT_OFFSET (TroupeCanvasNodeRun, time),
    G_STRUCT_OFFSET (TroupeCanvasNodeRun, stream), G_STRUCT_OFFSET (TroupeCanvasNodeRun, busy_chip),
    -1 },
  { G_STRUCT_OFFSET (TroupeCanvasNodeRun, taken), -1 },
};

static const Shape gate_shape = {
  sizeof (TroupeCanvasGate),
  sizeof (TroupeGateRecord),
  G_STRUCT_OFFSET (TroupeGateRecord, gate),
  { G_STRUCT_OFFSET (TroupeCanvasGate, id), G_STRUCT_OFFSET (TroupeCanvasGate, accessible_label),
    G_STRUCT_OFFSET (TroupeCanvasGate, accessible_description), -1 },
  { G_STRUCT_OFFSET (TroupeCanvasGate, inputs), -1 },
};

static const Shape wire_shape = {
  sizeof (TroupeCanvasWire),
  sizeof (TroupeWireRecord),
  G_STRUCT_OFFSET (TroupeWireRecord, wire),
  { G_STRUCT_OFFSET (TroupeCanvasWire, id), G_STRUCT_OFFSET (TroupeCanvasWire, from),
    G_STRUCT_OFFSET (TroupeCanvasWire, from_port), G_STRUCT_OFFSET (TroupeCanvasWire, to),
    G_STRUCT_OFFSET (TroupeCanvasWire, to_input), G_STRUCT_OFFSET (TroupeCanvasWire, label),
    G_STRUCT_OFFSET (TroupeCanvasWire, words), -1 },
  { -1 },
};

static const Shape note_shape = {
  sizeof (TroupeCanvasNote),
  sizeof (TroupeNoteRecord),
  G_STRUCT_OFFSET (TroupeNoteRecord, note),
  { G_STRUCT_OFFSET (TroupeCanvasNote, id), G_STRUCT_OFFSET (TroupeCanvasNote, title),
    G_STRUCT_OFFSET (TroupeCanvasNote, text), -1 },
  { -1 },
};

static const Shape group_shape = {
  sizeof (TroupeCanvasGroup),
  sizeof (TroupeGroupRecord),
  G_STRUCT_OFFSET (TroupeGroupRecord, group),
  { G_STRUCT_OFFSET (TroupeCanvasGroup, id), G_STRUCT_OFFSET (TroupeCanvasGroup, title), -1 },
  { G_STRUCT_OFFSET (TroupeCanvasGroup, members), -1 },
};

static const Shape *
get_shape (TroupeCanvasKind kind)
{
  switch ((int) kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
      return &node_shape;
    case TROUPE_CANVAS_KIND_GATE:
      return &gate_shape;
    case TROUPE_CANVAS_KIND_WIRE:
      return &wire_shape;
    case TROUPE_CANVAS_KIND_NOTE:
      return &note_shape;
    case TROUPE_CANVAS_KIND_GROUP:
      return &group_shape;
    default:
      g_return_val_if_reached (NULL);
    }
}

static void
copy_texts (const Shape *shape, gpointer target)
{
  g_assert (shape != NULL);

  for (guint i = 0; shape->texts[i] >= 0; i++)
    {
      char **text = G_STRUCT_MEMBER_P (target, shape->texts[i]);

      *text = g_strdup (*text);
    }
  for (guint i = 0; shape->lists[i] >= 0; i++)
    {
      char ***list = G_STRUCT_MEMBER_P (target, shape->lists[i]);

      *list = g_strdupv (*list);
    }
}

static void
free_texts (const Shape *shape, gpointer target)
{
  g_assert (shape != NULL);

  for (guint i = 0; shape->texts[i] >= 0; i++)
    g_clear_pointer ((char **) G_STRUCT_MEMBER_P (target, shape->texts[i]), g_free);
  for (guint i = 0; shape->lists[i] >= 0; i++)
    g_clear_pointer ((char ***) G_STRUCT_MEMBER_P (target, shape->lists[i]), g_strfreev);
}

static void
adopt (TroupeRecord *self, gconstpointer description)
{
  const Shape *shape = get_shape (self->kind);
  gpointer target = G_STRUCT_MEMBER_P (self, shape->offset);

  g_assert (self != NULL);

  memcpy (target, description, shape->size);
  copy_texts (shape, target);
  if (self->kind == TROUPE_CANVAS_KIND_NODE)
    copy_texts (&node_words_shape, target);

  if (self->kind == TROUPE_CANVAS_KIND_WIRE)
    {
      TroupeCanvasWire *wire = target;

      wire->bends =
          wire->n_bends > 0 ? g_memdup2 (wire->bends, wire->n_bends * 2 * sizeof (double)) : NULL;
    }
  if (self->kind == TROUPE_CANVAS_KIND_GATE)
    {
      TroupeGateRecord *gate = (TroupeGateRecord *) self;
      guint n_inputs = gate->gate.inputs != NULL ? g_strv_length ((char **) gate->gate.inputs) : 0;

      if (n_inputs != gate->n_inputs)
        g_clear_pointer (&gate->arrived, g_free);
      gate->n_inputs = n_inputs;
    }
}

static void
disown (TroupeRecord *self)
{
  const Shape *shape = get_shape (self->kind);
  gpointer target = G_STRUCT_MEMBER_P (self, shape->offset);

  g_assert (self != NULL);

  free_texts (shape, target);
  if (self->kind == TROUPE_CANVAS_KIND_NODE)
    free_texts (&node_words_shape, target);
  if (self->kind == TROUPE_CANVAS_KIND_WIRE)
    g_free ((double *) ((TroupeCanvasWire *) target)->bends);
}

TroupeRecord *
troupe_record_new (TroupeCanvasKind kind, gconstpointer description)
{
  TroupeRecord *self = g_malloc0 (get_shape (kind)->record_size);

  self->kind = kind;
  adopt (self, description);
  if (kind == TROUPE_CANVAS_KIND_NODE)
    ((TroupeNodeRecord *) self)->run.progress = -1.0;

  return self;
}

void
troupe_record_free (TroupeRecord *self)
{
  disown (self);
  if (self->kind == TROUPE_CANVAS_KIND_NODE)
    free_texts (&run_shape, &((TroupeNodeRecord *) self)->run);
  if (self->kind == TROUPE_CANVAS_KIND_GATE)
    g_free (((TroupeGateRecord *) self)->arrived);
  g_free (self);
}

/* Returns TRUE if both descriptions of a wire result in the same route, as far as that depends
 * on the wire. */
static gboolean
runs_alike (const TroupeCanvasWire *wire, const TroupeCanvasWire *other)
{
  return g_strcmp0 (wire->from, other->from) == 0 && g_strcmp0 (wire->to, other->to) == 0 &&
         g_strcmp0 (wire->from_port, other->from_port) == 0 &&
         g_strcmp0 (wire->to_input, other->to_input) == 0 && wire->kind == other->kind &&
         wire->routed_back == other->routed_back && wire->has_lane == other->has_lane &&
         wire->lane_y == other->lane_y && wire->from_y == other->from_y &&
         wire->n_bends == other->n_bends &&
         (wire->n_bends == 0 ||
          memcmp (wire->bends, other->bends, 2 * wire->n_bends * sizeof (double)) == 0);
}

void
troupe_record_replace (TroupeRecord *self, gconstpointer description)
{
  const Shape *shape = get_shape (self->kind);
  TroupeRecord *old = g_malloc0 (shape->record_size);

  /* The old record is kept until the end, because the new description may contain pointers into
   * the old one. */
  memcpy (old, self, shape->record_size);
  adopt (self, description);
  if (self->kind != TROUPE_CANVAS_KIND_WIRE ||
      !runs_alike (&((TroupeWireRecord *) old)->wire, &((TroupeWireRecord *) self)->wire))
    self->shape++;
  disown (old);
  g_free (old);
  self->serial++;
}

const char *
troupe_record_get_id (const TroupeRecord *self)
{
  /* The id is the first member of every public struct. */
  return G_STRUCT_MEMBER (const char *, self, get_shape (self->kind)->offset);
}

gboolean
troupe_record_get_place (TroupeRecord *self, double **x, double **y)
{
  switch ((int) self->kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
      *x = &((TroupeNodeRecord *) self)->node.x;
      *y = &((TroupeNodeRecord *) self)->node.y;
      return TRUE;
    case TROUPE_CANVAS_KIND_GATE:
      *x = &((TroupeGateRecord *) self)->gate.x;
      *y = &((TroupeGateRecord *) self)->gate.y;
      return TRUE;
    case TROUPE_CANVAS_KIND_NOTE:
      *x = &((TroupeNoteRecord *) self)->note.x;
      *y = &((TroupeNoteRecord *) self)->note.y;
      return TRUE;
    case TROUPE_CANVAS_KIND_GROUP:
      *x = &((TroupeGroupRecord *) self)->group.x;
      *y = &((TroupeGroupRecord *) self)->group.y;
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
troupe_record_read_place (const TroupeRecord *self, double *x, double *y)
{
  double *own_x, *own_y;

  if (!troupe_record_get_place ((TroupeRecord *) self, &own_x, &own_y))
    return FALSE;

  *x = *own_x;
  *y = *own_y;
  return TRUE;
}

void
troupe_node_record_set_run (TroupeNodeRecord *self, const TroupeCanvasNodeRun *run)
{
  static const TroupeCanvasNodeRun idle = TROUPE_CANVAS_NODE_RUN_INIT;
  TroupeCanvasNodeRun old = self->run;

  self->run = run != NULL ? *run : idle;
  copy_texts (&run_shape, &self->run);
  free_texts (&run_shape, &old);
  self->record.serial++;
}
