/* troupe-crew-run.c: state of a run on the canvas of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-run"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-canvas-state.h"
#include "troupe-crew-agent-progress.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-id.h"
#include "troupe-crew-last-run.h"
#include "troupe-crew-run-text.h"
#include "troupe-crew-run.h"
#include "troupe-crew-stale.h"
#include "troupe-delegation-wires.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

#define STREAM_LENGTH 200

/* The progress of one task, by its index. @latest: (nullable) */
typedef struct
{
  TroupeSpan *latest;
  TroupeSpan *model; /* (nullable): the running call, or the last one */
  TroupeSpan *tool;  /* (nullable): the running call, or the last one */
  guint n_calls;
} TaskProgress;

struct _TroupeCrewRun
{
  TroupeCrewSubject *subject;
  TroupeCanvasScene *scene;
  TroupeTrace *trace;
  TroupeCrew *crew;   /* the crew that runs; NULL if no run is shown */
  TroupeCrewStale *stale; /* its changes since then; NULL if no run is shown */
  TroupeCrewLastRun *ran; /* snapshot of the crew at the start; NULL if no run is shown */
  GStrv asking;       /* (nullable): titles of tasks */
  char *method;       /* (nullable) */
  GArray *tasks;      /* TaskProgress */
  GArray *
      settled; /* int, by the current task index: 0 if the card's text may change; otherwise one
                  more than the index at the start of the run, or G_MAXINT for a task added since */
  GHashTable *agents; /* role → TroupeCrewAgentProgress */
  GHashTable *costs; /* (nullable): task name → what its card shows instead of the time */
  TroupeDelegationWires *delegations;
  GHashTable *labels; /* id → accessible label of a card without a run */
  gboolean active;
  gboolean is_dirty;
  gboolean is_held; /* whether the run was paused when the cards were updated last */
};

static void
task_clear (gpointer data)
{
  TaskProgress *task = data;

  g_clear_pointer (&task->latest, troupe_span_unref);
  g_clear_pointer (&task->model, troupe_span_unref);
  g_clear_pointer (&task->tool, troupe_span_unref);
}

static void
set_span (TroupeSpan **target, TroupeSpan *span)
{
  TroupeSpan *old = *target;

  *target = troupe_span_ref (span);
  g_clear_pointer (&old, troupe_span_unref);
}

static gboolean
is_under_way (const TroupeSpan *span)
{
  return span != NULL && troupe_span_is_under_way (span);
}

/* --- Mapping spans to cards ------------------------------------------------------------------- */

/* Parses the index of a path `…tasks[2]`. Returns FALSE for other paths, such as the path of a
 * task's guardrail. */
static gboolean
read_index (const char *path, guint *index)
{
  const char *place = path != NULL ? g_strrstr (path, "tasks[") : NULL;
  char *end = NULL;

  if (place == NULL)
    return FALSE;
  *index = (guint) g_ascii_strtoull (place + strlen ("tasks["), &end, 10);
  return end != NULL && *end == ']' && end[1] == '\0';
}

/* Finds the task of the crew that contains @span. */
static gboolean
find_task (TroupeCrewRun *self, TroupeSpan *span, guint *index)
{
  TroupeSpan *task = troupe_span_find_around (span, TROUPE_SCOPE_TASK);

  return task != NULL && read_index (troupe_span_get_path (task), index) &&
         *index < self->tasks->len;
}

static gboolean
is_mine (TroupeCrewRun *self, TroupeSpan *span)
{
  g_assert (self != NULL);

  return self->crew != NULL &&
         (self->method == NULL || g_strcmp0 (troupe_span_get_method (span), self->method) == 0);
}

static TroupeCrewAgentProgress *
get_agent (TroupeCrewRun *self, const char *role)
{
  TroupeCrewAgentProgress *agent = role != NULL ? g_hash_table_lookup (self->agents, role) : NULL;

  if (agent == NULL && role != NULL)
    {
      agent = troupe_crew_agent_progress_new ();
      g_hash_table_insert (self->agents, g_strdup (role), agent);
    }
  return agent;
}

/* Returns the role as the crew declares it. The role in the run cannot be used, because it
 * contains the inputs. */
static const char *
find_role (TroupeCrewRun *self, TroupeSpan *span)
{
  const char *path = troupe_span_get_path (span);
  const char *place = path != NULL ? g_strrstr (path, "agents.") : NULL;
  const char *name = place != NULL ? place + strlen ("agents.") : NULL;

  g_assert (self != NULL);

  for (guint i = 0; name != NULL && i < self->crew->n_agents; i++)
    if (g_str_equal (self->crew->agents[i].name, name))
      return self->crew->agents[i].role;
  if (name != NULL && self->crew->manager != NULL && g_str_equal (self->crew->manager->name, name))
    return self->crew->manager->role;
  for (guint i = 0; i < self->crew->n_agents; i++)
    if (g_strcmp0 (self->crew->agents[i].role, troupe_span_get_name (span)) == 0)
      return self->crew->agents[i].role;
  /* The manager that CrewAI generates has another name. */
  if (self->crew->manager == NULL && self->crew->process == TROUPE_CREW_HIERARCHICAL)
    return TROUPE_CREW_ID_MANAGER;
  return troupe_span_get_name (span);
}

/* Returns the id of the card of the agent with @role. (transfer full) */
static char *
make_card_id (TroupeCrewRun *self, const char *role)
{
  g_assert (self != NULL);

  if (self->crew->manager != NULL && g_strcmp0 (self->crew->manager->role, role) == 0)
    return troupe_crew_id_make_agent (self->crew->manager->name);
  for (guint i = 0; i < self->crew->n_agents; i++)
    if (g_strcmp0 (self->crew->agents[i].role, role) == 0)
      return troupe_crew_id_make_agent (self->crew->agents[i].name);
  return g_strdup (TROUPE_CREW_ID_MANAGER);
}

/* Records a delegation if the agent of @span executes on request of another agent. Otherwise
 * returns FALSE. */
static gboolean
take_delegation (TroupeCrewRun *self, TroupeSpan *span)
{
  TroupeSpan *tool = NULL;
  TroupeSpan *asker;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  g_assert (self != NULL);

  if (!troupe_delegation_wires_is_delegation (span, &tool))
    return FALSE;
  asker = troupe_span_find_around (tool, TROUPE_SCOPE_AGENT);
  if (asker == NULL)
    return FALSE;
  from = make_card_id (self, find_role (self, asker));
  to = make_card_id (self, find_role (self, span));
  troupe_delegation_wires_add (self->delegations, tool, from, to, find_role (self, span));
  return TRUE;
}

/* Returns the role of the agent that executes the task. */
static const char *
find_task_role (TroupeCrewRun *self, guint index)
{
  const TroupeCrewAgent *agent = troupe_crew_get_task_agent (self->crew, index);

  g_assert (self != NULL);

  if (self->crew->process == TROUPE_CREW_HIERARCHICAL)
    return self->crew->manager != NULL ? self->crew->manager->role : TROUPE_CREW_ID_MANAGER;
  return agent != NULL ? agent->role : TROUPE_CREW_ID_MANAGER;
}

static void
take_new_span (TroupeCrewRun *self, TroupeSpan *span)
{
  TroupeSpan *around = troupe_span_find_around (span, TROUPE_SCOPE_AGENT);
  TroupeCrewAgentProgress *agent =
      around != NULL ? get_agent (self, find_role (self, around)) : NULL;
  guint index = 0;
  TaskProgress *task =
      find_task (self, span, &index) ? &g_array_index (self->tasks, TaskProgress, index) : NULL;

  g_assert (self != NULL);

  if (span->kind == TROUPE_SCOPE_TASK && task != NULL)
    {
      int ran = (int) index;

      /* Marks the card of the task with index @ran in the run as changing again. */
      for (guint i = 0; i < self->settled->len; i++)
        if (g_array_index (self->settled, int, i) == ran + 1)
          g_array_index (self->settled, int, i) = 0;
      task_clear (task);
      task->n_calls = 0;
      set_span (&task->latest, span);
    }
  else if (span->kind == TROUPE_SCOPE_AGENT && agent != NULL)
    {
      const gboolean is_asked = take_delegation (self, span);

      troupe_crew_agent_progress_begin (agent, span, task != NULL && !is_asked ? (int) index : -1,
                                        is_asked);
    }
  else if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    {
      if (task != NULL)
        set_span (&task->model, span);
      if (task != NULL)
        task->n_calls++;
      /* Its memory and its knowledge are searched before the agent begins. */
      if (agent == NULL && task != NULL && troupe_span_find_agent (span) != NULL)
        agent = get_agent (self, find_task_role (self, index));
      if (agent != NULL)
        troupe_crew_agent_progress_add_call (agent, span);
    }
  else if (span->kind == TROUPE_SCOPE_TOOL_CALL && task != NULL)
    {
      set_span (&task->tool, span);
      /* A remote agent executes the task, while the agent that delegated it waits for the
       * result. */
      if (around == NULL)
        troupe_crew_agent_progress_begin (get_agent (self, find_task_role (self, index)), span,
                                          (int) index, FALSE);
    }
}

/* --- Texts of the cards ----------------------------------------------------------------------- */

static TroupeCanvasState
get_state (TroupeCrewRun *self, const TroupeSpan *span)
{
  g_assert (self != NULL);

  if (span == NULL)
    return self->active ? TROUPE_CANVAS_STATE_WAITING : TROUPE_CANVAS_STATE_SKIPPED;
  switch (span->state)
    {
    case TROUPE_SCOPE_FINISHED:
      return TROUPE_CANVAS_STATE_DONE;
    case TROUPE_SCOPE_FAILED:
      return TROUPE_CANVAS_STATE_FAILED;
    case TROUPE_SCOPE_CANCELLED:
      return TROUPE_CANVAS_STATE_SKIPPED;
    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_PAUSED:
      return TROUPE_CANVAS_STATE_ASKING;
    default:
      return self->active ? TROUPE_CANVAS_STATE_RUNNING : TROUPE_CANVAS_STATE_SKIPPED;
    }
}

/* Returns a text such as `Waiting for gather and compare`. (transfer full) (nullable) */
static char *
describe_waiting (TroupeCrewRun *self, guint index)
{
  g_autoptr (GArray) context = troupe_crew_card_data_list_context (self->subject, index);
  g_autofree char *first = NULL;

  g_assert (self != NULL);

  if (context->len == 0)
    return NULL;
  first = troupe_crew_subject_dup_task_title (self->subject, g_array_index (context, guint, 0));
  if (context->len == 1)
    return g_strdup_printf (_ ("Waiting for %s"), first);
  if (context->len == 2)
    {
      g_autofree char *second =
          troupe_crew_subject_dup_task_title (self->subject, g_array_index (context, guint, 1));

      return g_strdup_printf (_ ("Waiting for %s and %s"), first, second);
    }
  return g_strdup_printf (ngettext ("Waiting for %s and %u more", "Waiting for %s and %u more",
                                    context->len - 1),
                          first, context->len - 1);
}

/* Returns the progress of the task that now has the index @index. Returns NULL if the task was
 * added after the run began. */
static const TaskProgress *
find_progress (TroupeCrewRun *self, guint index, gboolean *is_changed)
{
  const int ran = troupe_crew_last_run_find_task (self->ran, self->subject, index);
  g_autofree char *id = NULL;

  g_assert (self != NULL);

  id = troupe_crew_id_make_task (index);
  *is_changed = troupe_crew_stale_get (self->stale, id) != NULL;

  return ran >= 0 && (guint) ran < self->tasks->len
             ? &g_array_index (self->tasks, TaskProgress, (guint) ran)
             : NULL;
}

/* Returns TRUE if the task waits for the user's answer. */
static gboolean
is_asking (TroupeCrewRun *self, guint index)
{
  g_autofree char *title = troupe_crew_subject_dup_task_title (self->subject, index);

  g_assert (self != NULL);

  return self->asking != NULL && g_strv_contains ((const char *const *) self->asking, title);
}

/* Returns the state to be shown. It is stale if the task or agent has ended and was edited since. */
static TroupeCanvasState
get_state_since (TroupeCrewRun *self, const TroupeSpan *span, gboolean is_changed)
{
  const TroupeCanvasState state = get_state (self, span);

  g_assert (self != NULL);

  if (is_changed && (state == TROUPE_CANVAS_STATE_DONE || state == TROUPE_CANVAS_STATE_FAILED))
    return TROUPE_CANVAS_STATE_STALE;
  return state;
}

/* Returns TRUE if the run is paused before the task, which has not begun. */
static gboolean
is_paused_before (TroupeCrewRun *self, const TaskProgress *task)
{
  const guint ran = (guint) (task - &g_array_index (self->tasks, TaskProgress, 0));

  g_assert (self != NULL);

  return self->is_held && ran < self->crew->n_tasks &&
         troupe_trace_is_next_task (self->trace, self->method,
                                    troupe_crew_task_get_title (&self->crew->tasks[ran]));
}

/* (transfer full) (nullable) */
static char *
describe_task (TroupeCrewRun *self, guint index, const TaskProgress *task, TroupeCanvasState state)
{
  g_assert (self != NULL);

  if (state == TROUPE_CANVAS_STATE_WAITING)
    return describe_waiting (self, index);
  if (state == TROUPE_CANVAS_STATE_DONE && task->latest->is_reused)
    /* Translators: the state of a task whose output of an earlier run is used. */
    return g_strdup (C_ ("task", "Reused"));
  if (state == TROUPE_CANVAS_STATE_DONE)
    return troupe_crew_run_text_of_output (task->latest);
  if (state == TROUPE_CANVAS_STATE_SKIPPED && task->latest != NULL)
    return g_strdup (_ ("Stopped"));
  if (state != TROUPE_CANVAS_STATE_RUNNING)
    return NULL;
  if (self->crew->process == TROUPE_CREW_HIERARCHICAL)
    return g_strdup (_ ("The manager is working on it"));
  if (is_under_way (task->tool))
    return troupe_crew_run_text_of_call (task->tool, MAX (task->n_calls, 1));
  return task->n_calls > 0 ? g_strdup_printf (_ ("Answering, turn %u"), task->n_calls) : NULL;
}

static void
show (TroupeCrewRun *self, const char *id, TroupeCanvasNodeRun *run)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (self->scene, id);
  g_autofree char *description = NULL;
  g_autofree char *label = NULL;
  const char *name;
  const char *word;
  GPtrArray *changes;
  g_autofree char *reason = NULL;

  g_assert (self != NULL);

  if (node == NULL)
    return;
  if (!g_hash_table_contains (self->labels, id))
    g_hash_table_insert (self->labels, g_strdup (id), g_strdup (node->accessible_label));
  /* Creates the accessible label, which contains the first reason for which a result is stale. */
  name = g_hash_table_lookup (self->labels, id);
  word = run->word != NULL ? run->word : troupe_canvas_state_get_word (run->state);
  changes =
      run->state == TROUPE_CANVAS_STATE_STALE ? troupe_crew_stale_get (self->stale, id) : NULL;
  if (changes == NULL)
    label = g_strdup_printf ("%s, %s", name, word);
  else
    {
      reason = troupe_change_to_text (g_ptr_array_index (changes, 0));
      label = g_strdup_printf ("%s, %s: %s", name, word, reason);
    }
  description = g_strdup (node->accessible_description);
  troupe_canvas_scene_set_node_run (self->scene, id, run);
  troupe_canvas_scene_set_accessible_text (self->scene, id, label, description);
}

/* Returns TRUE if the card of a task can be skipped. Waiting and finished tasks look the same in
 * every frame, and in a large crew nearly all tasks are in these states. */
static gboolean
is_settled (TroupeCrewRun *self, guint index)
{
  return index < self->settled->len && g_array_index (self->settled, int, index) != 0;
}

static void
show_task (TroupeCrewRun *self, guint index)
{
  gboolean is_changed = FALSE;
  const TaskProgress *task = find_progress (self, index, &is_changed);
  g_autofree char *id = troupe_crew_id_make_task (index);
  g_autofree char *word = NULL;
  g_autofree char *time = NULL;
  g_autofree char *stream = NULL;
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  const gboolean is_quiet = task == NULL || task->latest == NULL || !is_under_way (task->latest);
  const int ran = task != NULL ? (int) (task - &g_array_index (self->tasks, TaskProgress, 0)) : -1;

  g_assert (self != NULL);

  /* Records whether the card of a task will not change for now. */
  if (index >= self->settled->len)
    g_array_set_size (self->settled, index + 1);
  g_array_index (self->settled, int, index) = !is_quiet ? 0 : ran >= 0 ? ran + 1 : G_MAXINT;
  /* A task that was added after the run began has no progress. */
  if (task == NULL)
    {
      troupe_canvas_scene_set_node_run (self->scene, id, NULL);
      return;
    }
  run.state = get_state_since (self, task->latest, is_changed);
  if (run.state == TROUPE_CANVAS_STATE_RUNNING && is_asking (self, index))
    run.state = TROUPE_CANVAS_STATE_ASKING;
  else if (is_paused_before (self, task))
    run.state = TROUPE_CANVAS_STATE_PAUSED;
  word = describe_task (self, index, task, run.state);
  if (run.state != TROUPE_CANVAS_STATE_WAITING && task->latest != NULL && !task->latest->is_reused)
    {
      const char *cost =
          self->costs != NULL
              ? g_hash_table_lookup (self->costs, troupe_span_get_name (task->latest))
              : NULL;

      if (cost != NULL)
        time = g_strdup (cost);
      else
        {
          const TroupeSpan *span = task->latest;
          const gint64 now =
              troupe_trace_get_run_time (self->trace, troupe_trace_get_now (self->trace));

          if (span == NULL)
            time = NULL;
          else
            time = troupe_span_to_text (
                MAX (0, (is_under_way (span) ? now : span->end) - span->start));
        }
    }
  if (run.state == TROUPE_CANVAS_STATE_RUNNING && is_under_way (task->model) &&
      task->model->text.head != NULL)
    stream = g_strdelimit (g_strdup (troupe_span_text_get_end (&task->model->text, STREAM_LENGTH)),
                           "\n\r\t", ' ');
  if (run.state == TROUPE_CANVAS_STATE_RUNNING && is_under_way (task->tool))
    run.busy_chip = troupe_span_get_name (task->tool);
  run.word = word;
  run.time = time;
  run.stream = stream;
  show (self, id, &run);
}

/* Returns the id of the manager's card. The manager is either an agent of the crew or the
 * built-in manager. (transfer full) (nullable) */
static char *
dup_manager_id (TroupeCrewRun *self)
{
  g_assert (self != NULL);

  if (self->crew->manager != NULL)
    return troupe_crew_id_make_agent (self->crew->manager->name);
  return self->crew->process == TROUPE_CREW_HIERARCHICAL ? g_strdup (TROUPE_CREW_ID_MANAGER) : NULL;
}

/* Describes what an agent is doing or has done. @agent: (nullable). (transfer full) (nullable) */
static char *
describe_agent (TroupeCrewRun *self,
                const char *id,
                TroupeCrewAgentProgress *agent,
                gboolean at_work)
{
  const char *asked = at_work ? troupe_delegation_wires_find_asked (self->delegations, id) : NULL;

  g_assert (self != NULL);

  if (agent == NULL)
    return g_strdup (self->active ? _ ("Not used yet") : _ ("Not used"));
  if (asked != NULL)
    return g_strdup_printf (_ ("Waiting for %s"), asked);
  if (troupe_crew_agent_progress_is_asked (agent) &&
      (at_work || troupe_crew_agent_progress_get_latest (agent)->state == TROUPE_SCOPE_FINISHED))
    {
      const char *asker = troupe_delegation_wires_find_asker (self->delegations, id);
      g_autofree char *manager = dup_manager_id (self);
      const guint n = troupe_delegation_wires_count (self->delegations, id);
      const TroupeCanvasNode *node =
          asker != NULL ? troupe_canvas_scene_get_node (self->scene, asker) : NULL;

      /* Describes a text such as `Answering the manager` or `Answered the manager 1×`. */
      if (asker == NULL || g_strcmp0 (asker, manager) == 0 || node == NULL)
        return at_work
                   ? g_strdup (_ ("Answering the manager"))
                   : g_strdup_printf (
                         ngettext ("Answered the manager %u×", "Answered the manager %u×", n), n);
      return at_work ? g_strdup_printf (_ ("Answering %s"), node->title)
                     : g_strdup_printf (ngettext ("Answered %s %u×", "Answered %s %u×", n),
                                        node->title, n);
    }
  if (at_work && troupe_crew_agent_progress_get_task (agent) >= 0)
    {
      g_autofree char *title =
          troupe_crew_subject_dup_task_title (self->subject,
                                              (guint) troupe_crew_agent_progress_get_task (agent));

      return g_strdup_printf (_ ("On %s"), title);
    }
  return NULL;
}

static void
show_person (TroupeCrewRun *self, const char *id, const char *role)
{
  TroupeCrewAgentProgress *agent = g_hash_table_lookup (self->agents, role);
  const TroupeSpan *latest = agent != NULL ? troupe_crew_agent_progress_get_latest (agent) : NULL;
  const gboolean at_work = is_under_way (latest) && self->active;
  g_autofree char *word = describe_agent (self, id, agent, at_work);
  g_autofree char *calls =
      agent != NULL ? troupe_crew_agent_progress_describe_calls (agent, at_work) : NULL;
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

  g_assert (self != NULL);

  if (at_work)
    run.state = TROUPE_CANVAS_STATE_RUNNING;
  else
    {
      const TroupeSpan *task = latest != NULL ? latest->parent : NULL;

      /* Finds the span whose state the card of an agent shows: its last work, or its task if
       * the task failed after the agent had answered, for example because the answer does not
       * match the schema. */
      run.state = get_state_since (self,
                                   task != NULL && task->kind == TROUPE_SCOPE_TASK &&
                                           task->state == TROUPE_SCOPE_FAILED
                                       ? task
                                       : latest,
                                   troupe_crew_stale_get (self->stale, id) != NULL);
    }
  if (run.state == TROUPE_CANVAS_STATE_STALE)
    g_clear_pointer (&word, g_free);
  run.word = word;
  run.time = calls;
  show (self, id, &run);
}

static void
show_news (TroupeCrewRun *self)
{
  g_autofree char *manager = NULL;

  g_assert (self != NULL);

  self->is_dirty = FALSE;
  self->is_held = troupe_trace_is_held (self->trace);
  if (self->crew == NULL)
    return;
  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    if (!is_settled (self, i))
      show_task (self, i);
  manager = dup_manager_id (self);
  for (guint i = 0; i < self->crew->n_agents; i++)
    {
      g_autofree char *id = troupe_crew_id_make_agent (self->crew->agents[i].name);

      show_person (self, id, self->crew->agents[i].role);
    }
  if (manager != NULL)
    show_person (self, manager,
                 self->crew->manager != NULL ? self->crew->manager->role : TROUPE_CREW_ID_MANAGER);
  /* Sets the states of the wires. Context wires have fired once their target task has begun. A
   * manager wire shows the state of its task. */
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_wire (self->scene, i)->id;
      TroupeCanvasWireState state = TROUPE_CANVAS_WIRE_IDLE;
      guint from = 0;
      guint to = 0;

      if (troupe_crew_id_is_context (id, &from, &to))
        {
          gboolean is_changed = FALSE;
          const TaskProgress *target = find_progress (self, to, &is_changed);

          if (target != NULL && target->latest != NULL)
            state = TROUPE_CANVAS_WIRE_FIRED;
        }
      else if (g_str_has_prefix (id, "manages:"))
        {
          to = (guint) g_ascii_strtoull (id + strlen ("manages:"), NULL, 10);
          gboolean is_changed = FALSE;
          const TaskProgress *target = find_progress (self, to, &is_changed);
          const TroupeSpan *task = target != NULL ? target->latest : NULL;

          state = task == NULL                          ? TROUPE_CANVAS_WIRE_NOT_TAKEN
                  : self->active && is_under_way (task) ? TROUPE_CANVAS_WIRE_FIRED
                                                        : TROUPE_CANVAS_WIRE_IDLE;
        }
      else
        {
          continue;
        }
      troupe_canvas_scene_set_wire_state (self->scene, id, state, FALSE);
    }
  troupe_delegation_wires_show (
      self->delegations,
      troupe_trace_get_run_time (self->trace, troupe_trace_get_now (self->trace)), self->active);
  troupe_canvas_scene_end_update (self->scene);
}

static void
show_all (TroupeCrewRun *self)
{
  g_assert (self != NULL);

  g_array_set_size (self->settled, 0);
  show_news (self);
}

/* --- Following the trace ---------------------------------------------------------------------- */

static void
span_added_cb (TroupeTrace *trace, TroupeSpan *span, gpointer user_data)
{
  TroupeCrewRun *self = user_data;

  g_assert (TROUPE_IS_TRACE (trace));

  if (!is_mine (self, span))
    return;
  take_new_span (self, span);
  self->is_dirty = TRUE;
}

static void
span_changed_cb (TroupeTrace *trace, TroupeSpan *span, gpointer user_data)
{
  TroupeCrewRun *self = user_data;

  g_assert (TROUPE_IS_TRACE (trace));

  if (is_mine (self, span))
    self->is_dirty = TRUE;
}

static void
trace_changed_cb (TroupeTrace *trace, gpointer user_data)
{
  TroupeCrewRun *self = user_data;

  g_assert (TROUPE_IS_TRACE (trace));

  if (self->crew != NULL && self->is_held != troupe_trace_is_held (trace))
    show_all (self);
  else if (self->is_dirty)
    show_news (self);
}

static void
take_all (TroupeCrewRun *self, TroupeSpan *span)
{
  g_assert (self != NULL);

  if (is_mine (self, span))
    take_new_span (self, span);
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    take_all (self, g_ptr_array_index (span->children, i));
}

/* Spans have been removed, so the remaining ones are taken again. */
static void
rewound_cb (TroupeTrace *trace, guint number, gpointer user_data)
{
  TroupeCrewRun *self = user_data;

  g_assert (TROUPE_IS_TRACE (trace));

  if (self->crew == NULL)
    return;
  g_array_set_size (self->tasks, 0);
  g_array_set_size (self->tasks, self->crew->n_tasks);
  g_array_set_size (self->settled, 0);
  g_hash_table_remove_all (self->agents);
  troupe_delegation_wires_clear (self->delegations);
  take_all (self, troupe_trace_get_run (trace));
  self->active = troupe_trace_is_under_way (trace);
  self->is_dirty = TRUE;
}

static void
forget (TroupeCrewRun *self)
{
  g_assert (self != NULL);

  g_array_set_size (self->tasks, 0);
  g_hash_table_remove_all (self->agents);
  troupe_delegation_wires_clear (self->delegations);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->ran, troupe_crew_last_run_free);
  g_clear_pointer (&self->stale, troupe_crew_stale_free);
  g_clear_pointer (&self->asking, g_strfreev);
  g_clear_pointer (&self->method, g_free);
  self->active = FALSE;
}

void
troupe_crew_run_begin (TroupeCrewRun *self, TroupeCrew *crew, const char *method)
{
  TroupeSpan *run;

  g_return_if_fail (self != NULL);
  g_return_if_fail (crew != NULL);

  troupe_canvas_scene_clear_run (self->scene);
  forget (self);
  self->crew = troupe_crew_ref (crew);
  self->ran = troupe_crew_last_run_new (self->subject);
  self->stale = troupe_crew_stale_new (self->subject, crew);
  self->method = g_strdup (method);
  self->active = troupe_trace_is_under_way (self->trace);
  g_array_set_size (self->tasks, crew->n_tasks);
  run = troupe_trace_get_run (self->trace);
  if (run != NULL)
    take_all (self, run);
  show_all (self);
}

void
troupe_crew_run_end (TroupeCrewRun *self)
{
  g_return_if_fail (self != NULL);

  self->active = FALSE;
  show_all (self);
}

void
troupe_crew_run_clear (TroupeCrewRun *self)
{
  GHashTableIter iter;
  gpointer id;
  gpointer label;

  g_return_if_fail (self != NULL);

  forget (self);
  troupe_canvas_scene_clear_run (self->scene);
  g_hash_table_iter_init (&iter, self->labels);
  while (g_hash_table_iter_next (&iter, &id, &label))
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_node (self->scene, id);
      g_autofree char *description = node != NULL ? g_strdup (node->accessible_description) : NULL;

      troupe_canvas_scene_set_accessible_text (self->scene, id, label, description);
    }
  g_hash_table_remove_all (self->labels);
}

void
troupe_crew_run_crew_changed (TroupeCrewRun *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_remove_all (self->labels);
  if (self->stale != NULL)
    troupe_crew_stale_update (self->stale);
  show_all (self);
}

/* --- Stale results ---------------------------------------------------------------------------- */

void
troupe_crew_run_set_files (TroupeCrewRun *self, TroupeValue *before, TroupeValue *after)
{
  g_return_if_fail (self != NULL);

  if (self->stale == NULL)
    return;
  troupe_crew_stale_set_files (self->stale, before, after);
  show_all (self);
}

GPtrArray *
troupe_crew_run_get_changes (TroupeCrewRun *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, NULL);

  if (self->stale == NULL || troupe_canvas_scene_get_node (self->scene, id) == NULL ||
      troupe_canvas_scene_get_node_run (self->scene, id)->state != TROUPE_CANVAS_STATE_STALE)
    return NULL;
  return troupe_crew_stale_get (self->stale, id);
}

void
troupe_crew_run_keep_result (TroupeCrewRun *self, guint task)
{
  g_return_if_fail (self != NULL);

  if (self->stale == NULL)
    return;
  troupe_crew_stale_keep (self->stale, task);
  show_all (self);
}

char **
troupe_crew_run_list_kept (TroupeCrewRun *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->stale != NULL ? troupe_crew_stale_list_kept (self->stale) : g_new0 (char *, 1);
}

void
troupe_crew_run_count_results (TroupeCrewRun *self, guint *n_valid, guint *n_stale)
{
  g_return_if_fail (self != NULL && n_valid != NULL && n_stale != NULL);

  *n_valid = *n_stale = 0;
  for (guint i = 0; self->stale != NULL && i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    {
      gboolean is_changed = FALSE;
      const TaskProgress *task = find_progress (self, i, &is_changed);

      if (task == NULL || task->latest == NULL || task->latest->state != TROUPE_SCOPE_FINISHED)
        continue;
      *(is_changed ? n_stale : n_valid) += 1;
    }
}

void
troupe_crew_run_tick (TroupeCrewRun *self)
{
  g_return_if_fail (self != NULL);

  if (!troupe_trace_is_held (self->trace))
    show_news (self);
}

void
troupe_crew_run_set_costs (TroupeCrewRun *self, GHashTable *costs)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->costs, g_hash_table_unref);
  /* In a run of a flow, @costs is keyed by method and does not contain tasks. */
  if (costs != NULL && self->method == NULL)
    self->costs = g_hash_table_ref (costs);
  show_all (self);
}

void
troupe_crew_run_set_asking (TroupeCrewRun *self, const char *const *titles)
{
  g_return_if_fail (self != NULL);

  g_strfreev (self->asking);
  self->asking = g_strdupv ((char **) titles);
  show_all (self);
}

gboolean
troupe_crew_run_is_active (TroupeCrewRun *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->active;
}

TroupeCrewRun *
troupe_crew_run_new (TroupeCrewSubject *subject, TroupeCanvasScene *scene, TroupeTrace *trace)
{
  TroupeCrewRun *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_new0 (TroupeCrewRun, 1);
  self->subject = g_object_ref (subject);
  self->scene = g_object_ref (scene);
  self->trace = g_object_ref (trace);
  self->delegations = troupe_delegation_wires_new (scene);
  self->tasks = g_array_new (FALSE, TRUE, sizeof (TaskProgress));
  self->settled = g_array_new (FALSE, TRUE, sizeof (int));
  g_array_set_clear_func (self->tasks, task_clear);
  self->agents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) troupe_crew_agent_progress_free);
  self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_signal_connect (trace, "span-added", G_CALLBACK (span_added_cb), self);
  g_signal_connect (trace, "span-changed", G_CALLBACK (span_changed_cb), self);
  g_signal_connect (trace, "changed", G_CALLBACK (trace_changed_cb), self);
  g_signal_connect (trace, "rewound", G_CALLBACK (rewound_cb), self);
  return self;
}

void
troupe_crew_run_free (TroupeCrewRun *self)
{
  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->trace, self);
  forget (self);
  g_clear_pointer (&self->delegations, troupe_delegation_wires_free);
  g_array_unref (self->tasks);
  g_array_unref (self->settled);
  g_hash_table_unref (self->agents);
  g_hash_table_unref (self->labels);
  g_clear_pointer (&self->costs, g_hash_table_unref);
  g_object_unref (self->subject);
  g_object_unref (self->scene);
  g_object_unref (self->trace);
  g_free (self);
}
