/* troupe-drawing.c: connects the document of a flow with its canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-drawing"

#include "config.h"

#include "troupe-drawing.h"

struct _TroupeDrawing
{
  GObject parent_instance;

  TroupeEditorContext *context;
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  TroupeSceneBuilder *builder;
  gboolean is_being_laid_out;
};

G_DEFINE_FINAL_TYPE (TroupeDrawing, troupe_drawing, G_TYPE_OBJECT)

static void
troupe_drawing_dispose (GObject *object)
{
  TroupeDrawing *self = TROUPE_DRAWING (object);

  g_clear_object (&self->builder);
  g_clear_object (&self->scene);
  g_clear_object (&self->canvas);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (troupe_drawing_parent_class)->dispose (object);
}

static void
troupe_drawing_class_init (TroupeDrawingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_drawing_dispose;
}

static void
troupe_drawing_init (TroupeDrawing *self)
{
}

TroupeDrawing *
troupe_drawing_new (TroupeEditorContext *context, TroupeCanvas *canvas)
{
  TroupeDrawing *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_object_new (TROUPE_TYPE_DRAWING, NULL);
  self->context = g_object_ref (context);
  self->canvas = g_object_ref (canvas);
  self->scene = troupe_canvas_scene_new ();
  self->builder =
      troupe_scene_builder_new (troupe_editor_context_get_document (context), self->scene, canvas);
  troupe_scene_builder_set_patient (self->builder);
  troupe_canvas_set_scene (canvas, self->scene);

  return self;
}

void
troupe_drawing_begin_layout (TroupeDrawing *self)
{
  g_return_if_fail (TROUPE_IS_DRAWING (self));
  g_return_if_fail (!self->is_being_laid_out);

  self->is_being_laid_out = TRUE;
}

void
troupe_drawing_end_layout (TroupeDrawing *self)
{
  g_return_if_fail (TROUPE_IS_DRAWING (self));

  self->is_being_laid_out = FALSE;
}

gboolean
troupe_drawing_is_laid_out (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  return !self->is_being_laid_out;
}

void
troupe_drawing_update (TroupeDrawing *self)
{
  g_return_if_fail (TROUPE_IS_DRAWING (self));

  troupe_scene_builder_update (self->builder);
}

TroupeEditorContext *
troupe_drawing_get_context (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return self->context;
}

TroupeFlowDocument *
troupe_drawing_get_document (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return troupe_editor_context_get_document (self->context);
}

TroupeCanvas *
troupe_drawing_get_canvas (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return self->canvas;
}

TroupeCanvasScene *
troupe_drawing_get_scene (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return self->scene;
}

TroupeSceneBuilder *
troupe_drawing_get_builder (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return self->builder;
}

TroupeFlow *
troupe_drawing_get_flow (TroupeDrawing *self)
{
  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  return troupe_editor_context_get_flow (self->context);
}

char **
troupe_drawing_list_selected (TroupeDrawing *self, TroupeCanvasKind kind)
{
  g_autofree const char **ids = NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  ids = troupe_canvas_list_selected (self->canvas);
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    if (troupe_canvas_scene_get_kind (self->scene, ids[i]) == kind)
      g_ptr_array_add (found, g_strdup (ids[i]));
  g_ptr_array_add (found, NULL);

  return (char **) g_ptr_array_steal (found, NULL);
}

char *
troupe_drawing_dup_selected_method (TroupeDrawing *self)
{
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  names = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NODE);

  return names[0] != NULL && names[1] == NULL ? g_strdup (names[0]) : NULL;
}
