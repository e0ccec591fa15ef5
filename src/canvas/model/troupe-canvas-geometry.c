/* troupe-canvas-geometry.c: sizes of items and positions of their ports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-geometry"

#include "config.h"

#include "troupe-canvas-geometry.h"

#include <math.h>

#include "troupe-canvas-sizes.h"

typedef enum
{
  DIRT_NONE,
  DIRT_PAINT,
  DIRT_PLACES,
} Dirt;

/* What a box was measured from. */
typedef struct
{
  const TroupeRecord *record; /* only for comparison */
  guint shape;
} Source;

struct _TroupeCanvasGeometry
{
  GObject parent_instance;

  TroupeCanvasText *text;
  TroupeCanvasScene *scene;
  GArray *boxes;       /* CanvasBox per node */
  GArray *sources;     /* Source per node */
  GArray *group_boxes; /* CanvasBox per group */
  guint structure;     /* of the scene at the last refresh */
  Dirt dirt;
  gboolean sizes_dirty; /* all measured sizes are invalid */
  guint serial;
  guint n_measured;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasGeometry, troupe_canvas_geometry, G_TYPE_OBJECT)

static void
scene_changed_cb (TroupeCanvasGeometry *self)
{
  g_assert (TROUPE_IS_CANVAS_GEOMETRY (self));

  self->dirt = DIRT_PLACES;
}

static void
scene_painted_cb (TroupeCanvasGeometry *self)
{
  g_assert (TROUPE_IS_CANVAS_GEOMETRY (self));

  self->dirt = MAX (self->dirt, DIRT_PAINT);
}

static void
troupe_canvas_geometry_dispose (GObject *object)
{
  troupe_canvas_geometry_set_scene (TROUPE_CANVAS_GEOMETRY (object), NULL);

  G_OBJECT_CLASS (troupe_canvas_geometry_parent_class)->dispose (object);
}

static void
troupe_canvas_geometry_finalize (GObject *object)
{
  TroupeCanvasGeometry *self = TROUPE_CANVAS_GEOMETRY (object);

  g_clear_object (&self->text);
  g_clear_pointer (&self->boxes, g_array_unref);
  g_clear_pointer (&self->sources, g_array_unref);
  g_clear_pointer (&self->group_boxes, g_array_unref);

  G_OBJECT_CLASS (troupe_canvas_geometry_parent_class)->finalize (object);
}

static void
troupe_canvas_geometry_class_init (TroupeCanvasGeometryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_canvas_geometry_dispose;
  object_class->finalize = troupe_canvas_geometry_finalize;
}

static void
troupe_canvas_geometry_init (TroupeCanvasGeometry *self)
{
  self->boxes = g_array_new (FALSE, TRUE, sizeof (CanvasBox));
  self->sources = g_array_new (FALSE, TRUE, sizeof (Source));
  self->group_boxes = g_array_new (FALSE, TRUE, sizeof (CanvasBox));
}

TroupeCanvasGeometry *
troupe_canvas_geometry_new (TroupeCanvasText *text)
{
  TroupeCanvasGeometry *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS_TEXT (text), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_GEOMETRY, NULL);
  self->text = g_object_ref (text);
  return self;
}

void
troupe_canvas_geometry_set_scene (TroupeCanvasGeometry *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self));

  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_set_object (&self->scene, scene);
  g_array_set_size (self->boxes, 0);
  g_array_set_size (self->sources, 0);
  g_array_set_size (self->group_boxes, 0);
  self->dirt = DIRT_PLACES;
  if (scene == NULL)
    return;

  /* A different value makes the next refresh treat everything as new. */
  self->structure = troupe_scene_get_structure (scene) - 1;
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "painted", G_CALLBACK (scene_painted_cb), self,
                           G_CONNECT_SWAPPED);
}

TroupeCanvasScene *
troupe_canvas_geometry_get_scene (TroupeCanvasGeometry *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self), NULL);

  return self->scene;
}

void
troupe_canvas_geometry_forget_sizes (TroupeCanvasGeometry *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self));

  self->sizes_dirty = TRUE;
  self->dirt = DIRT_PLACES;
}

guint
troupe_canvas_geometry_get_serial (TroupeCanvasGeometry *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self), 0);

  return self->serial;
}

guint
troupe_canvas_geometry_get_n_measured (TroupeCanvasGeometry *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self), 0);

  return self->n_measured;
}

const CanvasBox *
troupe_canvas_geometry_get_boxes (TroupeCanvasGeometry *self, guint *n)
{
  *n = self->boxes->len;
  return (const CanvasBox *) (gconstpointer) self->boxes->data;
}

const CanvasBox *
troupe_canvas_geometry_get_group_boxes (TroupeCanvasGeometry *self, guint *n)
{
  *n = self->group_boxes->len;
  return (const CanvasBox *) (gconstpointer) self->group_boxes->data;
}

gboolean
troupe_canvas_in_view (const graphene_rect_t *view, float x0, float y0, float x1, float y1)
{
  return x1 >= view->origin.x && y1 >= view->origin.y && x0 <= view->origin.x + view->size.width &&
         y0 <= view->origin.y + view->size.height;
}

float
troupe_canvas_get_strip_height (const TroupeCanvasNodeRun *run)
{
  if (run->state == TROUPE_CANVAS_STATE_IDLE)
    return 0;

  return run->stream != NULL && *run->stream != '\0' ? CARD_STRIP_STREAM : CARD_STRIP;
}

float
troupe_canvas_get_problems_x (const TroupeNodeRecord *node, float width)
{
  return width - 2 - (node->mark != TROUPE_CANVAS_MARK_NONE ? 2 * MARK_RADIUS + 5 : 0);
}

float
troupe_canvas_get_events_top (const TroupeCanvasNode *node)
{
  float top = node->is_person ? CARD_PERSON_HEAD : CARD_HEAD;

  if (node->owner != NULL)
    top += CARD_OWNER_ROW;
  if (node->chips != NULL)
    top += node->is_person ? CARD_PERSON_CHIPS : CARD_OWNER_ROW;

  return top;
}

void
troupe_canvas_geometry_measure (TroupeCanvasGeometry *self,
                                const TroupeCanvasNode *node,
                                float *width,
                                float *height)
{
  guint n_events = node->events != NULL ? g_strv_length ((char **) node->events) : 0;
  float wanted;
  float chevron;
  float text_width;

  g_return_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self));

  self->n_measured++;
  chevron = node->openable ? 16 : 0;
  text_width = troupe_canvas_text_width (self->text, FONT_NAME, node->title);
  /* The second line may widen a card, but only up to a limit. */
  if (node->summary != NULL)
    text_width =
        MAX (text_width,
             MIN (troupe_canvas_text_width (self->text, FONT_SUMMARY, node->summary), 134));
  wanted = CARD_TEXT_X + text_width + CARD_TEXT_END + chevron;
  for (guint i = 0; i < n_events; i++)
    wanted =
        MAX (wanted, troupe_canvas_text_width (self->text, FONT_EVENT_TAKEN, node->events[i]) + 54);

  wanted = ceilf ((wanted + 0.5f) / 4) * 4;
  wanted = CLAMP (wanted, CARD_WIDTH_MIN, CARD_WIDTH_MAX);
  *width = wanted;
  if (node->width > 0)
    *width = MAX ((float) node->width, CARD_WIDTH_MIN);

  *height = troupe_canvas_get_events_top (node);
  if (n_events > 0)
    *height += (float) n_events * CARD_EVENT_ROW + CARD_BOTTOM_PAD;
}

graphene_point_t
troupe_canvas_geometry_get_input (TroupeCanvasGeometry *self, guint node)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, node);

  return GRAPHENE_POINT_INIT (box->x, box->y + PORT_Y);
}

graphene_point_t
troupe_canvas_geometry_get_output (TroupeCanvasGeometry *self, guint node, int port)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, node);
  float y = PORT_Y;

  if (port >= 0)
    y = troupe_canvas_get_events_top (&troupe_scene_node (self->scene, node)->node) +
        CARD_EVENT_ROW * (float) port + CARD_EVENT_ROW / 2;

  return GRAPHENE_POINT_INIT (box->x + box->width, box->y + y);
}

graphene_point_t
troupe_canvas_geometry_get_gate_input (TroupeCanvasGeometry *self, guint gate, int input)
{
  const TroupeGateRecord *record = troupe_scene_gate (self->scene, gate);
  float n = (float) MAX (record->n_inputs, 1);
  /* Many inputs share the left half instead of continuing around the gate. */
  float step = MIN (0.62f, 2.6f / n);
  float angle = ((float) CLAMP (input, 0, (int) n - 1) - (n - 1) / 2) * step;
  float radius = GATE_RADIUS;

  return GRAPHENE_POINT_INIT ((float) record->gate.x - radius * cosf (angle),
                              (float) record->gate.y + radius * sinf (angle));
}

graphene_point_t
troupe_canvas_geometry_get_gate_output (TroupeCanvasGeometry *self, guint gate)
{
  const TroupeGateRecord *record = troupe_scene_gate (self->scene, gate);

  return GRAPHENE_POINT_INIT ((float) record->gate.x + GATE_RADIUS, (float) record->gate.y);
}

int
troupe_canvas_find_event (const TroupeCanvasNode *node, const char *port)
{
  if (port == NULL || node->events == NULL)
    return -1;
  for (int i = 0; node->events[i] != NULL; i++)
    if (g_str_equal (node->events[i], port))
      return i;

  return -1;
}

static void
extend_change (CanvasChange *change, const CanvasBox *box)
{
  change->x0 = MIN (change->x0, box->x);
  change->x1 = MAX (change->x1, box->x + box->width);
}

/* Moves the old boxes to their nodes. Records keep their order and new records are appended, so
 * one pass over both lists finds all records that still exist. */
static void
match_boxes (TroupeCanvasGeometry *self, CanvasChange *change)
{
  guint n_nodes = troupe_scene_count (self->scene, TROUPE_CANVAS_KIND_NODE);
  guint n_old = self->boxes->len, old = 0, kept = 0;

  g_assert (TROUPE_IS_CANVAS_GEOMETRY (self));

  for (; kept < n_nodes && old < n_old; kept++)
    {
      const TroupeRecord *record = &troupe_scene_node (self->scene, kept)->record;

      while (old < n_old && g_array_index (self->sources, Source, old).record != record)
        extend_change (change, &g_array_index (self->boxes, CanvasBox, old++));
      if (old == n_old)
        break;
      g_array_index (self->boxes, CanvasBox, kept) = g_array_index (self->boxes, CanvasBox, old);
      g_array_index (self->sources, Source, kept) = g_array_index (self->sources, Source, old);
      old++;
    }
  for (; old < n_old; old++)
    extend_change (change, &g_array_index (self->boxes, CanvasBox, old));

  /* Clear everything after the kept boxes. */
  g_array_set_size (self->boxes, kept);
  g_array_set_size (self->sources, kept);
  g_array_set_size (self->boxes, n_nodes);
  g_array_set_size (self->sources, n_nodes);
}

static CanvasBox
make_box (float x, float y, float width, float height)
{
  return (CanvasBox){ x, y, width, height, height };
}

gboolean
troupe_canvas_geometry_get_box (TroupeCanvasGeometry *self,
                                const TroupeRecord *record,
                                CanvasBox *box)
{
  const float radius = GATE_RADIUS;

  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self), FALSE);

  switch ((int) record->kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
      *box = g_array_index (self->boxes, CanvasBox, record->index);
      return TRUE;
    case TROUPE_CANVAS_KIND_GATE:
      {
        const TroupeCanvasGate *gate = &((const TroupeGateRecord *) record)->gate;

        *box =
            make_box ((float) gate->x - radius, (float) gate->y - radius, 2 * radius, 2 * radius);
        return TRUE;
      }
    case TROUPE_CANVAS_KIND_NOTE:
      {
        const TroupeCanvasNote *note = &((const TroupeNoteRecord *) record)->note;

        *box =
            make_box ((float) note->x, (float) note->y, MAX ((float) note->width, NOTE_WIDTH_MIN),
                      MAX ((float) note->height, NOTE_HEIGHT_MIN));
        return TRUE;
      }
    case TROUPE_CANVAS_KIND_GROUP:
      *box = g_array_index (self->group_boxes, CanvasBox, record->index);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
refresh_groups (TroupeCanvasGeometry *self)
{
  g_assert (TROUPE_IS_CANVAS_GEOMETRY (self));

  g_array_set_size (self->group_boxes, troupe_scene_count (self->scene, TROUPE_CANVAS_KIND_GROUP));
  for (guint i = 0; i < self->group_boxes->len; i++)
    {
      const TroupeCanvasGroup *group = &troupe_scene_group (self->scene, i)->group;
      float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

      for (guint j = 0; group->members != NULL && group->members[j] != NULL; j++)
        {
          const TroupeRecord *member =
              troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, group->members[j]);
          CanvasBox box;

          if (member == NULL || member->kind == TROUPE_CANVAS_KIND_GROUP ||
              member->kind == TROUPE_CANVAS_KIND_WIRE ||
              !troupe_canvas_geometry_get_box (self, member, &box))
            continue;
          x0 = MIN (x0, box.x);
          y0 = MIN (y0, box.y);
          x1 = MAX (x1, box.x + box.width);
          y1 = MAX (y1, box.y + box.height);
        }
      if (x0 > x1)
        g_array_index (self->group_boxes, CanvasBox, i) =
            make_box ((float) group->x, (float) group->y, MAX ((float) group->width, 2 * GROUP_PAD),
                      MAX ((float) group->height, GROUP_PAD + GROUP_TOP));
      else if (group->style == TROUPE_CANVAS_GROUP_CAPTION)
        g_array_index (self->group_boxes, CanvasBox, i) =
            make_box (x0, y0 - CAPTION_HEIGHT, x1 - x0, CAPTION_HEIGHT);
      else if (group->style == TROUPE_CANVAS_GROUP_LANE)
        g_array_index (self->group_boxes, CanvasBox, i) =
            make_box (x0 - GROUP_PAD, y0 - LANE_TOP, x1 - x0 + 2 * GROUP_PAD,
                      y1 - y0 + LANE_TOP + GROUP_PAD);
      else
        g_array_index (self->group_boxes, CanvasBox, i) =
            make_box (x0 - GROUP_PAD, y0 - GROUP_TOP, x1 - x0 + 2 * GROUP_PAD,
                      y1 - y0 + GROUP_TOP + GROUP_PAD);
    }
}

void
troupe_canvas_geometry_refresh (TroupeCanvasGeometry *self, CanvasChange *change)
{
  g_return_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self));
  g_return_if_fail (change != NULL);

  *change = (CanvasChange){ FALSE, FALSE, INFINITY, -INFINITY };
  if (self->scene == NULL)
    return;
  change->structure = self->structure != troupe_scene_get_structure (self->scene);
  if (self->dirt == DIRT_NONE && !change->structure)
    return;

  if (self->dirt == DIRT_PAINT && !change->structure)
    {
      gboolean changed = FALSE;

      /* Updates the heights of cards whose run strip was added or removed. */
      for (guint i = 0; i < self->boxes->len; i++)
        {
          CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);
          float height = box->rest_height +
                         troupe_canvas_get_strip_height (&troupe_scene_node (self->scene, i)->run);

          changed |= height != box->height;
          box->height = height;
        }
      if (changed)
        {
          self->serial++;
          refresh_groups (self);
        }
    }
  else
    {
      change->looked = TRUE;
      self->serial++;
      troupe_scene_compact (self->scene);
      if (change->structure)
        match_boxes (self, change);
      for (guint i = 0; i < self->boxes->len; i++)
        {
          CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);
          Source *source = &g_array_index (self->sources, Source, i);
          const TroupeNodeRecord *node = troupe_scene_node (self->scene, i);
          gboolean fresh = source->record == NULL;
          CanvasBox before = *box;

          if (fresh || source->shape != node->record.shape || self->sizes_dirty)
            {
              troupe_canvas_geometry_measure (self, &node->node, &box->width, &box->rest_height);
              *source = (Source){ &node->record, node->record.shape };
            }
          box->height = box->rest_height + troupe_canvas_get_strip_height (&node->run);
          box->x = (float) node->node.x;
          box->y = (float) node->node.y;
          if (!fresh && box->x == before.x && box->y == before.y && box->width == before.width &&
              box->rest_height == before.rest_height)
            continue;
          if (!fresh)
            extend_change (change, &before);
          extend_change (change, box);
        }
      refresh_groups (self);
      self->sizes_dirty = FALSE;
      self->structure = troupe_scene_get_structure (self->scene);
    }
  self->dirt = DIRT_NONE;
}

gboolean
troupe_canvas_geometry_get_port (TroupeCanvasGeometry *self,
                                 const char *id,
                                 gboolean input,
                                 const char *port,
                                 graphene_point_t *point)
{
  const TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (self), FALSE);
  g_return_val_if_fail (point != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  record = troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;
  if (record->kind == TROUPE_CANVAS_KIND_NODE)
    {
      const TroupeCanvasNode *node = &((const TroupeNodeRecord *) record)->node;

      *point = input ? troupe_canvas_geometry_get_input (self, record->index)
                     : troupe_canvas_geometry_get_output (self, record->index,
                                                          troupe_canvas_find_event (node, port));
      return TRUE;
    }
  if (record->kind == TROUPE_CANVAS_KIND_GATE)
    {
      *point = input ? troupe_canvas_geometry_get_gate_input (self, record->index, 0)
                     : troupe_canvas_geometry_get_gate_output (self, record->index);
      return TRUE;
    }

  return FALSE;
}
