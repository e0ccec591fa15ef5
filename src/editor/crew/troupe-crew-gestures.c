/* troupe-crew-gestures.c: converts canvas gestures into edits of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-gestures"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-edit.h"
#include "troupe-crew-gestures.h"
#include "troupe-crew-id.h"

struct _TroupeCrewGestures
{
  GObject parent_instance;

  TroupeCrewScene *scene;
  TroupeCrewSubject *subject;
  TroupeCanvas *canvas;
  char *target; /* (nullable): task under the dragged agent */
  gboolean is_settling;
};

enum
{
  MESSAGE,
  MOVED,
  ADD_REQUESTED,
  TASK_REQUESTED,
  MENU_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewGestures, troupe_crew_gestures, G_TYPE_OBJECT)

static void
tell (TroupeCrewGestures *self, const char *text)
{
  g_assert (TROUPE_IS_CREW_GESTURES (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* --- Cards --------------------------------------------------------------------------------------- */

/* Animates every card to its computed position. */
static void
settle (TroupeCrewGestures *self)
{
  g_assert (TROUPE_IS_CREW_GESTURES (self));

  self->is_settling = TRUE;
  troupe_canvas_begin_glide (self->canvas);
  troupe_crew_scene_update (self->scene);
  troupe_canvas_end_glide (self->canvas);
  self->is_settling = FALSE;
}

void
troupe_crew_gestures_move_task (TroupeCrewGestures *self, guint from, guint to)
{
  g_autoptr (GError) error = NULL;
  guint n_dropped = 0;

  g_return_if_fail (TROUPE_IS_CREW_GESTURES (self));

  if (!troupe_crew_edit_move_task (self->subject, from, to, &n_dropped, &error))
    {
      tell (self, error->message);
      return;
    }
  if (n_dropped > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u context was removed because it would now run later.",
                    "%u contexts were removed because they would now run later.", n_dropped),
          n_dropped);

      tell (self, text);
    }
  g_signal_emit (self, signals[MOVED], 0, to);
}

static void
set_target (TroupeCrewGestures *self, const char *id)
{
  TroupeCanvasScene *scene = troupe_crew_scene_get_scene (self->scene);

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (g_strcmp0 (self->target, id) == 0)
    return;
  if (self->target != NULL)
    troupe_canvas_scene_set_node_related (scene, self->target, FALSE);
  g_free (self->target);
  self->target = g_strdup (id);
  if (id != NULL)
    troupe_canvas_scene_set_node_related (scene, id, TRUE);
}

/* Returns TRUE if the center of a card at @x, @y is over a task. */
static gboolean
find_task_under (TroupeCrewGestures *self, double x, double y, guint *task)
{
  g_assert (TROUPE_IS_CREW_GESTURES (self));

  return troupe_crew_scene_find_task (self->scene, x + TROUPE_PLOT_CREW_WIDTH / 2, y + 46, task) ||
         troupe_crew_scene_find_task (self->scene, x + TROUPE_PLOT_CREW_WIDTH / 2, y + 4, task);
}

/* Draws a ring around the task to which a dragged agent would be assigned. */
static void
scene_changed_cb (TroupeCrewGestures *self)
{
  g_autofree const char **ids = troupe_canvas_list_selected (self->canvas);
  g_autofree char *target = NULL;
  double x, y;
  guint task = 0;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (self->is_settling)
    return;
  if (ids[0] != NULL && ids[1] == NULL && troupe_crew_id_get_agent (ids[0]) != NULL &&
      troupe_canvas_scene_get_position (troupe_crew_scene_get_scene (self->scene), ids[0], &x,
                                        &y) &&
      find_task_under (self, x, y, &task))
    target = troupe_crew_id_make_task (task);
  set_target (self, target);
}

static void
drop_agent (TroupeCrewGestures *self, const char *name, double x, double y)
{
  g_autofree char *agent = g_strdup (name);
  g_autoptr (GError) error = NULL;
  guint task = 0;
  const gboolean over = find_task_under (self, x, y, &task);

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  set_target (self, NULL);
  settle (self);
  if (over && !troupe_crew_edit_assign_agent (self->subject, task, agent, &error))
    tell (self, error->message);
}

static void
drop (TroupeCrewGestures *self, const char *id, double x, double y)
{
  guint task = 0;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (troupe_crew_id_is_task (id, &task))
    {
      const guint to = troupe_crew_scene_find_order (self->scene, x);

      settle (self);
      if (to != task)
        troupe_crew_gestures_move_task (self, task, to);
    }
  else if (troupe_crew_id_get_agent (id) != NULL)
    drop_agent (self, troupe_crew_id_get_agent (id), x, y);
  else
    settle (self);
}

static void
nodes_moved_cb (TroupeCrewGestures *self, gpointer data, guint n_moves)
{
  const TroupeCanvasMove *moves = data;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (n_moves == 1 && moves[0].kind == TROUPE_CANVAS_KIND_NODE)
    {
      g_autofree char *id = g_strdup (moves[0].id);

      drop (self, id, moves[0].new_x, moves[0].new_y);
    }
  else
    {
      settle (self);
    }
}

static void
inserted_cb (TroupeCrewGestures *self,
             const char *node,
             const char *wire,
             double x,
             double y,
             gboolean with_room)
{
  g_autofree char *id = g_strdup (node);

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  drop (self, id, x, y);
}

static void
taken_out_cb (TroupeCrewGestures *self, const char *node, double x, double y)
{
  inserted_cb (self, node, NULL, x, y, FALSE);
}

/* --- Wires --------------------------------------------------------------------------------------- */

gboolean
troupe_crew_gestures_connect (TroupeCrewGestures *self, guint from, guint to)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_GESTURES (self), FALSE);

  if (troupe_crew_edit_add_context (self->subject, from, to, &error))
    return TRUE;
  tell (self, error->message);
  return FALSE;
}

static void
wire_requested_cb (TroupeCrewGestures *self,
                   const char *from,
                   const char *port,
                   const char *to,
                   const char *to_input,
                   gboolean with_and)
{
  guint source = 0;
  guint target = 0;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (troupe_crew_id_is_task (from, &source) && troupe_crew_id_is_task (to, &target))
    troupe_crew_gestures_connect (self, source, target);
}

static void
wires_cut_cb (TroupeCrewGestures *self, gpointer data)
{
  const char *const *ids = data;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  troupe_crew_subject_begin_edit (self->subject, _ ("Remove Context"));
  for (guint i = 0; ids[i] != NULL && error == NULL; i++)
    {
      guint from, to;

      if (troupe_crew_id_is_context (ids[i], &from, &to))
        troupe_crew_edit_remove_context (self->subject, from, to, &error);
    }
  troupe_crew_subject_end_edit (self->subject);
  if (error != NULL)
    tell (self, error->message);
}

static void
wire_removed_cb (TroupeCrewGestures *self, const char *wire)
{
  g_autofree char *id = g_strdup (wire);
  const char *const ids[] = { id, NULL };

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  wires_cut_cb (self, (gpointer) ids);
}

static void
wire_reconnected_cb (TroupeCrewGestures *self, const char *wire, const char *to, gboolean with_and)
{
  guint from, old, target;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  if (!troupe_crew_id_is_context (wire, &from, &old) || !troupe_crew_id_is_task (to, &target) ||
      old == target)
    return;
  troupe_crew_subject_begin_edit (self->subject, _ ("Move Context"));
  if (troupe_crew_edit_add_context (self->subject, from, target, &error))
    troupe_crew_edit_remove_context (self->subject, from, old, &error);
  troupe_crew_subject_end_edit (self->subject);
  if (error != NULL)
    tell (self, error->message);
}

static void
wire_dropped_cb (TroupeCrewGestures *self,
                 const char *from,
                 const char *port,
                 double x,
                 double y,
                 gboolean backward)
{
  guint task = 0;

  g_assert (TROUPE_IS_CREW_GESTURES (self));

  /* The new task uses the outputs of all tasks before it. */
  if (!backward && troupe_crew_id_is_task (from, &task))
    g_signal_emit (self, signals[TASK_REQUESTED], 0, task + 1);
  else
    tell (self, _ ("A task’s output can only be used by later tasks."));
}

static gboolean
can_connect_cb (TroupeCanvas *canvas,
                const char *from,
                const char *port,
                const char *to,
                char **reason,
                gpointer user_data)
{
  guint source = 0;
  guint target = 0;

  g_assert (TROUPE_IS_CREW_GESTURES (user_data));

  if (!troupe_crew_id_is_task (from, &source) || !troupe_crew_id_is_task (to, &target))
    return FALSE;
  if (target > source)
    return TRUE;
  if (reason != NULL)
    *reason = g_strdup (_ ("Only later tasks can use the output of this task."));
  return FALSE;
}

/* --- Other signals ---------------------------------------------------------------------------- */

static void
ground_activated_cb (TroupeCrewGestures *self, double x, double y)
{
  g_assert (TROUPE_IS_CREW_GESTURES (self));

  g_signal_emit (self, signals[ADD_REQUESTED], 0, x, y);
}

static void
context_menu_cb (TroupeCrewGestures *self, int kind, const char *id, double x, double y)
{
  g_assert (TROUPE_IS_CREW_GESTURES (self));

  g_signal_emit (self, signals[MENU_REQUESTED], 0, kind, x, y);
}

static void
troupe_crew_gestures_dispose (GObject *object)
{
  TroupeCrewGestures *self = TROUPE_CREW_GESTURES (object);

  if (self->canvas != NULL)
    troupe_canvas_set_can_connect (self->canvas, NULL, NULL, NULL);
  g_clear_object (&self->canvas);
  g_clear_object (&self->scene);
  g_clear_object (&self->subject);
  g_clear_pointer (&self->target, g_free);

  G_OBJECT_CLASS (troupe_crew_gestures_parent_class)->dispose (object);
}

static void
troupe_crew_gestures_class_init (TroupeCrewGesturesClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_gestures_dispose;
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[MOVED] = g_signal_new ("moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_UINT);
  signals[ADD_REQUESTED] = g_signal_new ("add-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[TASK_REQUESTED] = g_signal_new ("task-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[MENU_REQUESTED] =
      g_signal_new ("menu-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                    G_TYPE_INT, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
troupe_crew_gestures_init (TroupeCrewGestures *self)
{
}

TroupeCrewGestures *
troupe_crew_gestures_new (TroupeCrewScene *scene, TroupeCanvas *canvas)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } answers[] = {
    { "nodes-moved", G_CALLBACK (nodes_moved_cb) },
    { "node-inserted-on-wire", G_CALLBACK (inserted_cb) },
    { "node-taken-out", G_CALLBACK (taken_out_cb) },
    { "wire-requested", G_CALLBACK (wire_requested_cb) },
    { "wire-dropped", G_CALLBACK (wire_dropped_cb) },
    { "wire-removed", G_CALLBACK (wire_removed_cb) },
    { "wires-cut", G_CALLBACK (wires_cut_cb) },
    { "wire-reconnected", G_CALLBACK (wire_reconnected_cb) },
    { "ground-activated", G_CALLBACK (ground_activated_cb) },
    { "context-menu", G_CALLBACK (context_menu_cb) },
  };
  TroupeCrewGestures *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (scene), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_GESTURES, NULL);
  self->scene = g_object_ref (scene);
  self->subject = g_object_ref (troupe_crew_scene_get_subject (scene));
  self->canvas = g_object_ref (canvas);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_signal_connect_object (canvas, answers[i].signal, answers[i].callback, self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_crew_scene_get_scene (scene), "changed",
                           G_CALLBACK (scene_changed_cb), self, G_CONNECT_SWAPPED);
  troupe_canvas_set_can_connect (canvas, can_connect_cb, self, NULL);
  return self;
}
