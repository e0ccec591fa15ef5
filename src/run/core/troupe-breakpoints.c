/* troupe-breakpoints.c: breakpoints of a run: where it pauses, and under which condition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-breakpoints"

#include "config.h"

#include "troupe-breakpoint-match.h"
#include "troupe-breakpoints.h"

/* A breakpoint and its compiled condition, NULL if it has none or does not compile. */
typedef struct
{
  TroupeBreakpoint public;
  TroupeCelProgram *program;
} Entry;

struct _TroupeBreakpoints
{
  gatomicrefcount ref_count;
  GPtrArray *entries; /* (element-type Entry) */
};

static const char *const kind_names[TROUPE_BREAKPOINT_N_KINDS] = {
  [TROUPE_BREAKPOINT_METHOD] = "method",
  [TROUPE_BREAKPOINT_TASK] = "task",
  [TROUPE_BREAKPOINT_EVENT] = "event",
};

/* The member that names the method of a breakpoint's @target. */
static const char *const target_names[TROUPE_BREAKPOINT_N_KINDS] = {
  [TROUPE_BREAKPOINT_METHOD] = NULL,
  [TROUPE_BREAKPOINT_TASK] = "method",
  [TROUPE_BREAKPOINT_EVENT] = "target",
};

/* The kinds in the order in which a map is searched: that on a task may name a method, too. */
static const TroupeBreakpointKind kinds[] = {
  TROUPE_BREAKPOINT_TASK,
  TROUPE_BREAKPOINT_METHOD,
  TROUPE_BREAKPOINT_EVENT,
};

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_free (self->public.name);
  g_free (self->public.target);
  g_free (self->public.condition);
  g_free (self->public.problem);
  g_clear_pointer (&self->program, troupe_cel_program_unref);
  g_free (self);
}

/* @target, @condition: (nullable) */
static Entry *
entry_new (TroupeBreakpointKind kind, const char *name, const char *target, const char *condition)
{
  Entry *self = g_new0 (Entry, 1);
  g_autoptr (GError) error = NULL;

  self->public.kind = kind;
  self->public.name = g_strdup (name);
  self->public.target = target_names[kind] != NULL ? g_strdup (target) : NULL;
  self->public.condition = g_strdup (condition);
  if (condition == NULL)
    return self;
  self->program = troupe_breakpoint_condition_compile (condition, &error);
  if (self->program == NULL)
    self->public.problem = g_strdup (error->message);
  return self;
}

static TroupeBreakpoints *
new_empty (void)
{
  TroupeBreakpoints *self = g_new0 (TroupeBreakpoints, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

static void
add_value (TroupeBreakpoints *self, TroupeValue *value)
{
  TroupeValue *enabled = troupe_value_get_member_of (value, "enabled", TROUPE_VALUE_BOOLEAN);

  g_assert (self != NULL);

  if (enabled != NULL && !troupe_value_get_boolean (enabled))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *name = troupe_value_get_member_text (value, kind_names[kinds[i]]);
      const char *target = target_names[kinds[i]] != NULL
                               ? troupe_value_get_member_text (value, target_names[kinds[i]])
                               : NULL;

      if (name == NULL)
        continue;
      g_ptr_array_add (self->entries, entry_new (kinds[i], name, target,
                                                 troupe_value_get_member_text (value, "if")));
      return;
    }
}

TroupeBreakpoints *
troupe_breakpoints_new_from_value (TroupeValue *value)
{
  TroupeBreakpoints *self = new_empty ();

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      add_value (self, troupe_value_list_get (value, i));
  return self;
}

TroupeBreakpoints *
troupe_breakpoints_ref (TroupeBreakpoints *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_breakpoints_unref (TroupeBreakpoints *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->entries);
  g_free (self);
}

static gboolean
is_at (const TroupeBreakpoint *self,
       TroupeBreakpointKind kind,
       const char *name,
       const char *target)
{
  return self->kind == kind && g_str_equal (self->name, name) &&
         (target_names[kind] == NULL || g_strcmp0 (self->target, target) == 0);
}

TroupeBreakpoints *
troupe_breakpoints_without (TroupeBreakpoints *self,
                            TroupeBreakpointKind kind,
                            const char *name,
                            const char *target)
{
  TroupeBreakpoints *copy = new_empty ();

  g_return_val_if_fail (self != NULL && name != NULL, copy);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeBreakpoint *old = troupe_breakpoints_get (self, i);

      if (!is_at (old, kind, name, target))
        g_ptr_array_add (copy->entries,
                         entry_new (old->kind, old->name, old->target, old->condition));
    }
  return copy;
}

TroupeBreakpoints *
troupe_breakpoints_with (TroupeBreakpoints *self,
                         TroupeBreakpointKind kind,
                         const char *name,
                         const char *target,
                         const char *condition)
{
  TroupeBreakpoints *copy = troupe_breakpoints_without (self, kind, name, target);

  g_ptr_array_add (copy->entries, entry_new (kind, name, target, condition));
  return copy;
}

guint
troupe_breakpoints_get_size (TroupeBreakpoints *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->entries->len;
}

const TroupeBreakpoint *
troupe_breakpoints_get (TroupeBreakpoints *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->entries->len, NULL);

  return &((const Entry *) g_ptr_array_index (self->entries, index))->public;
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

TroupeValue *
troupe_breakpoint_to_value (const TroupeBreakpoint *self, const char *problem)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  add_text (&builder, kind_names[self->kind], self->name);
  if (target_names[self->kind] != NULL)
    add_text (&builder, target_names[self->kind], self->target);
  add_text (&builder, "if", self->condition);
  add_text (&builder, "error", problem);
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_breakpoints_to_value (TroupeBreakpoints *self)
{
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  items = g_new (TroupeValue *, self->entries->len + 1);
  for (guint i = 0; i < self->entries->len; i++)
    items[i] = troupe_breakpoint_to_value (troupe_breakpoints_get (self, i), NULL);
  return troupe_value_new_list (items, self->entries->len);
}

/* --- Conditions --------------------------------------------------------------------------------- */

/* The data of an evaluation. */
typedef struct
{
  TroupeBreakpointRootFunc func;
  gpointer user_data;
} View;

static TroupeValue *
get_root_cb (TroupeCelActivation *activation, guint root)
{
  const View *view = activation->user_data;

  return view->func ((TroupeBreakpointRoot) root, view->user_data);
}

gboolean
troupe_breakpoints_match (TroupeBreakpoints *self,
                          guint index,
                          gint64 now_us,
                          TroupeBreakpointRootFunc func,
                          gpointer user_data,
                          char **problem)
{
  View view = { func, user_data };
  TroupeCelActivation activation = { .get_root = get_root_cb, .user_data = &view, .now = now_us };
  const Entry *entry = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (self != NULL && index < self->entries->len, FALSE);
  g_return_val_if_fail (func != NULL && problem != NULL, FALSE);

  *problem = NULL;
  entry = g_ptr_array_index (self->entries, index);
  if (entry->public.problem != NULL)
    *problem = g_strdup (entry->public.problem);
  if (entry->program == NULL)
    return TRUE;
  value = troupe_cel_program_evaluate (entry->program, &activation, &error);
  if (value == NULL)
    {
      *problem = g_strdup (error->message);
      return TRUE;
    }
  return !troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ? troupe_value_is_filled (value)
                                                        : troupe_value_get_boolean (value);
}
