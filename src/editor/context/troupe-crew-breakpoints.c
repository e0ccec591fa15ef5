/* troupe-crew-breakpoints.c: breakpoints on the tasks of the crew being edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-breakpoints"

#include "config.h"

#include "troupe-crew-breakpoints.h"
#include "troupe-flow-breakpoints.h"
#include "troupe-flow-task-breakpoints.h"
#include "troupe-task-breakpoints.h"

/* (transfer none) (nullable): NULL for a crew inside a flow */
static TroupeTaskBreakpoints *
get_own (TroupeCrewSubject *subject)
{
  return troupe_crew_subject_is_project (subject)
             ? troupe_task_breakpoints_get (
                   TROUPE_CREW_DOCUMENT (troupe_crew_subject_get_document (subject)))
             : NULL;
}

/* Returns the flow that contains the crew. @method: (out) (transfer none). (transfer none) (nullable) */
static TroupeFlowDocument *
get_flow (TroupeCrewSubject *subject, const char **method)
{
  TroupeDocument *document = troupe_crew_subject_get_document (subject);
  const char *const *path = troupe_crew_subject_get_path (subject);

  if (path == NULL || path[1] == NULL || !TROUPE_IS_FLOW_DOCUMENT (document))
    return NULL;
  *method = path[1];
  return TROUPE_FLOW_DOCUMENT (document);
}

const char *
troupe_crew_breakpoints_find (TroupeCrewSubject *subject, guint task)
{
  TroupeTaskBreakpoints *own = NULL;
  TroupeFlowDocument *flow = NULL;
  const char *method = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  own = get_own (subject);
  if (own != NULL)
    return troupe_task_breakpoints_find (own, task);
  flow = get_flow (subject, &method);
  return flow != NULL ? troupe_flow_find_task_breakpoint (flow, method, task) : NULL;
}

gboolean
troupe_crew_breakpoints_set (TroupeCrewSubject *subject,
                             guint task,
                             const char *condition,
                             GError **error)
{
  TroupeTaskBreakpoints *own = NULL;
  TroupeFlowDocument *flow = NULL;
  const char *method = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  own = get_own (subject);
  if (own != NULL)
    troupe_task_breakpoints_set (own, task, condition);
  flow = own == NULL ? get_flow (subject, &method) : NULL;
  return flow == NULL || troupe_flow_set_task_breakpoint (flow, method, task, condition, error);
}

gboolean
troupe_crew_breakpoints_clear (TroupeCrewSubject *subject, GError **error)
{
  TroupeTaskBreakpoints *own = NULL;
  TroupeFlowDocument *flow = NULL;
  const char *method = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  own = get_own (subject);
  if (own != NULL)
    troupe_task_breakpoints_clear (own);
  flow = own == NULL ? get_flow (subject, &method) : NULL;
  return flow == NULL || troupe_flow_clear_task_breakpoints (flow, method, error);
}

gboolean
troupe_crew_breakpoints_exist (TroupeCrewSubject *subject)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject); i++)
    if (troupe_crew_breakpoints_find (subject, i) != NULL)
      return TRUE;
  return FALSE;
}

/* --- Watching --------------------------------------------------------------------------------- */

/* @owner: not owned: the watch ends with it; @seen: (nullable): the list at the last call */
typedef struct
{
  GObject *owner;
  void (*func) (GObject *owner);
  JsonArray *seen;
} Watch;

static void
watch_free (gpointer data, GClosure *closure)
{
  Watch *self = data;

  g_clear_pointer (&self->seen, json_array_unref);
  g_free (self);
}

/* Most edits of a flow leave the list as it is. */
static void
flow_changed_cb (TroupeDocument *document, Watch *self)
{
  JsonArray *list = troupe_flow_breakpoints_get_list (troupe_document_get_root (document));

  if (list == self->seen)
    return;
  g_clear_pointer (&self->seen, json_array_unref);
  self->seen = list != NULL ? json_array_ref (list) : NULL;
  self->func (self->owner);
}

void
troupe_crew_breakpoints_watch (TroupeCrewSubject *subject, GObject *owner, GCallback func)
{
  TroupeTaskBreakpoints *own = NULL;
  TroupeFlowDocument *flow = NULL;
  const char *method = NULL;
  JsonArray *list = NULL;
  GClosure *closure = NULL;
  Watch *watch = NULL;

  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject));
  g_return_if_fail (G_IS_OBJECT (owner) && func != NULL);

  own = get_own (subject);
  if (own != NULL)
    g_signal_connect_object (own, "changed", func, owner, G_CONNECT_SWAPPED);
  flow = own == NULL ? get_flow (subject, &method) : NULL;
  if (flow == NULL)
    return;
  list = troupe_flow_breakpoints_get_list (troupe_document_get_root (TROUPE_DOCUMENT (flow)));
  watch = g_new0 (Watch, 1);
  watch->owner = owner;
  watch->func = (void (*) (GObject *)) func;
  watch->seen = list != NULL ? json_array_ref (list) : NULL;
  closure = g_cclosure_new (G_CALLBACK (flow_changed_cb), watch, watch_free);
  g_object_watch_closure (owner, closure);
  g_signal_connect_closure (flow, "changed", closure, FALSE);
}
