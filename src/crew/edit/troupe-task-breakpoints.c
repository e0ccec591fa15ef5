/* troupe-task-breakpoints.c: breakpoints on the tasks of an open crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-task-breakpoints"

#include "config.h"

#include "troupe-task-breakpoints.h"
#include "troupe-task-mark.h"
#include "troupe-tree.h"

/* @task: the tree of the task, by which it is recognized; @index: its index in the crew, -1 while it is deleted */
typedef struct
{
  JsonNode *task;
  int index;
  char *condition;
} Breakpoint;

struct _TroupeTaskBreakpoints
{
  GObject parent_instance;

  TroupeCrewDocument *document; /* not owned: it owns this object */
  GPtrArray *all;               /* (element-type Breakpoint) */
  guint n_tasks;                /* of the document, when the breakpoints followed it last */
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTaskBreakpoints, troupe_task_breakpoints, G_TYPE_OBJECT)

static void
breakpoint_free (gpointer data)
{
  Breakpoint *self = data;

  json_node_unref (self->task);
  g_free (self->condition);
  g_free (self);
}

/* --- Tasks ------------------------------------------------------------------------------------ */

/* (transfer none) (nullable) */
static JsonArray *
get_tasks (TroupeTaskBreakpoints *self)
{
  return troupe_tree_get_member_list (troupe_document_get_root (TROUPE_DOCUMENT (self->document)),
                                      "tasks");
}

static guint
count_tasks (TroupeTaskBreakpoints *self)
{
  JsonArray *tasks = get_tasks (self);

  return tasks != NULL ? json_array_get_length (tasks) : 0;
}

/* Lets the breakpoints follow their tasks after an edit. */
static void
follow (TroupeTaskBreakpoints *self)
{
  JsonArray *tasks = get_tasks (self);
  g_autofree TroupeTaskMark *marks = g_new0 (TroupeTaskMark, self->all->len + 1);
  gboolean has_changed = FALSE;

  for (guint i = 0; i < self->all->len; i++)
    {
      const Breakpoint *breakpoint = self->all->pdata[i];

      marks[i] = (TroupeTaskMark){ breakpoint->task, breakpoint->index };
    }
  troupe_task_marks_follow (marks, self->all->len, self->n_tasks, tasks);
  for (guint i = 0; i < self->all->len; i++)
    {
      Breakpoint *breakpoint = self->all->pdata[i];
      /* The tree of a deleted task is kept, because the deletion can be undone. */
      JsonNode *task = marks[i].index >= 0 ? json_array_get_element (tasks, (guint) marks[i].index)
                                           : breakpoint->task;

      has_changed |= breakpoint->index != marks[i].index || breakpoint->task != task;
      breakpoint->index = marks[i].index;
      json_node_ref (task);
      json_node_unref (breakpoint->task);
      breakpoint->task = task;
    }
  self->n_tasks = count_tasks (self);
  if (has_changed)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Breakpoints ------------------------------------------------------------------------------ */

/* Returns the position of the task's breakpoint; -1 if there is none. */
static int
find_position (TroupeTaskBreakpoints *self, guint task)
{
  for (guint i = 0; i < self->all->len; i++)
    if (((Breakpoint *) self->all->pdata[i])->index == (int) task)
      return (int) i;
  return -1;
}

const char *
troupe_task_breakpoints_find (TroupeTaskBreakpoints *self, guint task)
{
  int position;

  g_return_val_if_fail (TROUPE_IS_TASK_BREAKPOINTS (self), NULL);

  position = find_position (self, task);
  return position >= 0 ? ((Breakpoint *) self->all->pdata[position])->condition : NULL;
}

static void
add (TroupeTaskBreakpoints *self, guint task, const char *condition)
{
  Breakpoint *breakpoint = g_new0 (Breakpoint, 1);

  breakpoint->task = json_node_ref (json_array_get_element (get_tasks (self), task));
  breakpoint->index = (int) task;
  breakpoint->condition = g_strdup (condition);
  g_ptr_array_add (self->all, breakpoint);
}

void
troupe_task_breakpoints_set (TroupeTaskBreakpoints *self, guint task, const char *condition)
{
  int position;

  g_return_if_fail (TROUPE_IS_TASK_BREAKPOINTS (self));

  if (task >= count_tasks (self) ||
      g_strcmp0 (troupe_task_breakpoints_find (self, task), condition) == 0)
    return;
  position = find_position (self, task);
  if (position >= 0)
    g_ptr_array_remove_index (self->all, (guint) position);
  if (condition != NULL)
    add (self, task, condition);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_task_breakpoints_clear (TroupeTaskBreakpoints *self)
{
  g_return_if_fail (TROUPE_IS_TASK_BREAKPOINTS (self));

  if (self->all->len == 0)
    return;
  g_ptr_array_set_size (self->all, 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- As a value ------------------------------------------------------------------------------- */

TroupeValue *
troupe_task_breakpoints_to_value (TroupeTaskBreakpoints *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_TASK_BREAKPOINTS (self), NULL);

  for (guint i = 0; i < self->all->len; i++)
    {
      const Breakpoint *breakpoint = self->all->pdata[i];
      TroupeMapBuilder builder;

      if (breakpoint->index < 0)
        continue;
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (
          &builder, "task",
          troupe_value_take_string (troupe_task_refer (get_tasks (self), (guint) breakpoint->index),
                                    -1));
      if (*breakpoint->condition != '\0')
        troupe_map_builder_add (&builder, "if",
                                troupe_value_new_string (breakpoint->condition, -1));
      g_ptr_array_add (items, troupe_map_builder_end (&builder));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

void
troupe_task_breakpoints_read (TroupeTaskBreakpoints *self, TroupeValue *value)
{
  g_return_if_fail (TROUPE_IS_TASK_BREAKPOINTS (self));

  g_ptr_array_set_size (self->all, 0);
  for (gsize i = 0; value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (value);
       i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      const gboolean is_map = troupe_value_is (item, TROUPE_VALUE_MAP);
      const char *name = is_map ? troupe_value_get_member_text (item, "task") : NULL;
      const char *condition = is_map ? troupe_value_get_member_text (item, "if") : NULL;
      const int index = name != NULL ? troupe_task_find (get_tasks (self), name) : -1;

      if (index >= 0 && find_position (self, (guint) index) < 0)
        add (self, (guint) index, condition != NULL ? condition : "");
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_task_breakpoints_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_TASK_BREAKPOINTS (object)->all);
  G_OBJECT_CLASS (troupe_task_breakpoints_parent_class)->finalize (object);
}

static void
troupe_task_breakpoints_class_init (TroupeTaskBreakpointsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_task_breakpoints_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_task_breakpoints_init (TroupeTaskBreakpoints *self)
{
  self->all = g_ptr_array_new_with_free_func (breakpoint_free);
}

TroupeTaskBreakpoints *
troupe_task_breakpoints_get (TroupeCrewDocument *document)
{
  static const char key[] = "troupe-task-breakpoints";
  TroupeTaskBreakpoints *self = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (document), NULL);

  self = g_object_get_data (G_OBJECT (document), key);
  if (self != NULL)
    return self;
  self = g_object_new (TROUPE_TYPE_TASK_BREAKPOINTS, NULL);
  self->document = document;
  self->n_tasks = count_tasks (self);
  g_object_set_data_full (G_OBJECT (document), key, self, g_object_unref);
  g_signal_connect_object (document, "changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  return self;
}
