/* troupe-crew-scene.c: canvas scene of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-scene"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-breakpoints.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-id.h"
#include "troupe-crew-scene.h"
#include "troupe-sanitize-text.h"

#define CAPTION_ABOVE 28.0
#define TASKS_CAPTION "caption:tasks"
#define AGENTS_CAPTION "caption:agents"

struct _TroupeCrewScene
{
  GObject parent_instance;

  TroupeCrewSubject *subject;
  TroupeCanvasScene *scene;

  GHashTable *drawn; /* ids of the last update that the current one has not drawn yet */
  char **agents;     /* agents of the current update, without a manager shown above */
  guint n_agents;
  char *manager; /* (nullable): the agent that is shown above as manager */
  gboolean is_led;
  TroupePlotCrewPlaces *places;
};

G_DEFINE_FINAL_TYPE (TroupeCrewScene, troupe_crew_scene, G_TYPE_OBJECT)

/* --- Counting problems ------------------------------------------------------------------------ */

/* Counts the problems whose path is @path or a path below @path. */
static void
count_problems (TroupeCrewScene *self, const char *path, guint *n_errors, guint *n_warnings)
{
  GPtrArray *problems = troupe_crew_subject_get_problems (self->subject);
  const gsize length = strlen (path);

  g_assert (TROUPE_IS_CREW_SCENE (self));

  *n_errors = *n_warnings = 0;
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (problem->path == NULL || strncmp (problem->path, path, length) != 0 ||
          (problem->path[length] != '\0' && problem->path[length] != '.' &&
           problem->path[length] != '['))
        continue;
      if (problem->severity == TROUPE_SEVERITY_ERROR)
        ++*n_errors;
      else if (problem->severity == TROUPE_SEVERITY_WARNING)
        ++*n_warnings;
    }
}

/* --- Tasks ------------------------------------------------------------------------------------- */

static gboolean
is_async (TroupeCrewScene *self, guint task)
{
  return troupe_crew_card_value_is_set (troupe_crew_subject_get_task (self->subject, task),
                                  "async_execution");
}

static char **
list_signs (JsonNode *task)
{
  static const struct
  {
    const char *key;
    const char *icon;
  } signs[] = {
    { "async_execution", "troupe-async-symbolic" }, { "guardrail", "troupe-shield-symbolic" },
    { "guardrails", "troupe-shield-symbolic" },     { "output_file", "troupe-file-symbolic" },
    { "human_input", "troupe-human-symbolic" },
  };
  g_autoptr (GPtrArray) icons = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (troupe_crew_card_value_is_set (task, signs[i].key) &&
        !g_ptr_array_find_with_equal_func (icons, signs[i].icon, g_str_equal, NULL))
      g_ptr_array_add (icons, g_strdup (signs[i].icon));
  g_ptr_array_add (icons, NULL);
  return (char **) g_ptr_array_steal (icons, NULL);
}

/* Returns the accessible description, such as `Takes gather; done by Analyst; 1 error`. */
static char *
describe_task (TroupeCrewScene *self,
               guint index,
               const char *note,
               guint n_errors,
               gboolean has_breakpoint)
{
  g_autoptr (GArray) context = troupe_crew_card_data_list_context (self->subject, index);
  GString *text = g_string_new (NULL);

  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; i < context->len; i++)
    {
      g_autofree char *title =
          troupe_crew_subject_dup_task_title (self->subject, g_array_index (context, guint, i));

      if (i == 0)
        g_string_append_printf (text, _ ("uses %s"), title);
      else
        g_string_append_printf (text, ", %s", title);
    }
  if (note != NULL && context->len == 0)
    g_string_append_printf (text, _ ("context: %s"), note);
  if (n_errors > 0)
    {
      if (text->len > 0)
        g_string_append (text, "; ");
      g_string_append_printf (text, ngettext ("%u error", "%u errors", n_errors), n_errors);
    }
  if (has_breakpoint)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", _ ("breakpoint"));
  return g_string_free (text, FALSE);
}

static const char *
get_no_tools (char **tools)
{
  return tools[0] == NULL ? _ ("no tools") : NULL;
}

/* Returns @n copies of @icon. (transfer full) */
static char **
repeat_icon (const char *icon, guint n)
{
  char **icons = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    icons[i] = g_strdup (icon);
  return icons;
}

static void
draw_task (TroupeCrewScene *self, guint index)
{
  JsonNode *task = troupe_crew_subject_get_task (self->subject, index);
  const char *agent = troupe_crew_card_data_get_agent_of (self->subject, index);
  g_autofree char *id = troupe_crew_id_make_task (index);
  g_autofree char *path = g_strdup_printf ("tasks.%u", index);
  g_autofree char *number = g_strdup_printf ("%u", index + 1);
  g_autofree char *title = troupe_crew_subject_dup_task_title (self->subject, index);
  g_autofree char *expected = troupe_crew_card_value_dup_line (task, "expected_output");
  g_autofree char *role =
      agent != NULL ? troupe_crew_card_data_dup_role (self->subject, agent) : NULL;
  g_autofree char *tooltip = g_strdup (troupe_crew_card_value_get_text (task, "description"));
  g_auto (GStrv) tools = troupe_crew_card_data_list_tools (self->subject, index);
  g_auto (GStrv) icons = repeat_icon ("troupe-tool-symbolic", g_strv_length (tools));
  g_auto (GStrv) signs = list_signs (task);
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;
  TroupeCanvasNode node = { .id = id,
                            .title = title,
                            .summary = expected,
                            .mark_text = number,
                            .role = TROUPE_CANVAS_ROLE_LISTENER,
                            .width = TROUPE_PLOT_CREW_WIDTH,
                            .has_input = TRUE,
                            .output = id,
                            .chips = (const char *const *) tools,
                            .chip_icons = (const char *const *) icons,
                            .no_chips = get_no_tools (tools),
                            .signs = (const char *const *) signs,
                            .breakpoint =
                                troupe_crew_breakpoints_find (self->subject, index) != NULL,
                            .tooltip = tooltip };
  JsonNode *context;
  gboolean is_there;
  const char *input_note = NULL;

  g_assert (TROUPE_IS_CREW_SCENE (self));

  node.owner = role != NULL ? role : self->is_led ? _ ("Chosen by the manager") : _ ("No agent");
  if (role == NULL)
    node.owner_icon = self->is_led ? "troupe-manager-symbolic" : "avatar-default-symbolic";
  /* Describes the implicit context of a task, for which there are no wires. */
  context = troupe_crew_card_value_get (task, "context");
  is_there = task != NULL && JSON_NODE_HOLDS_OBJECT (task) &&
             json_object_has_member (json_node_get_object (task), "context");
  if (index != 0)
    {
      /* In CrewAI, an asynchronous task has no context by default. */
      if (!is_there)
        input_note = is_async (self, index) ? _ ("none") : _ ("all previous");
      else if (context == NULL || (JSON_NODE_HOLDS_ARRAY (context) &&
                                   json_array_get_length (json_node_get_array (context)) == 0))
        input_note = _ ("none");
    }
  node.input_note = input_note;
  count_problems (self, path, &node.n_errors, &node.n_warnings);
  /* Translators: a task's number, its name, the word "task", and the agent that does it. */
  label = g_strdup_printf (_ ("%s, %s, task, %s"), number, title, node.owner);
  description = describe_task (self, index, node.input_note, node.n_errors, node.breakpoint);
  node.accessible_label = label;
  node.accessible_description = description;
  node.x = self->places->tasks[index].x;
  node.y = self->places->tasks[index].y;
  troupe_canvas_scene_set_node (self->scene, &node);
  g_hash_table_remove (self->drawn, id);
}

/* --- Agents ------------------------------------------------------------------------------------ */

static void
add_chip (GPtrArray *words, GPtrArray *icons, char *word, const char *icon)
{
  g_ptr_array_add (words, word);
  g_ptr_array_add (icons, g_strdup (icon));
}

static void
draw_person (TroupeCrewScene *self, const char *id, const char *name, TroupePlotSpot spot)
{
  const gboolean manages = g_strcmp0 (name, self->manager) == 0;
  static const char *const crown[] = { "troupe-manager-symbolic", NULL };
  JsonNode *agent = troupe_crew_subject_get_agent (self->subject, name);
  g_autofree char *path = g_strconcat ("agents.", name, NULL);
  g_autofree char *role = troupe_crew_card_data_dup_role (self->subject, name);
  g_autofree char *goal = troupe_crew_card_value_dup_line (agent, "goal");
  g_autofree char *model = troupe_crew_card_value_dup_model (agent, "llm");
  g_auto (GStrv) tools = troupe_crew_card_value_list_tools (agent);
  const guint n_tools = g_strv_length (tools);
  g_autoptr (GPtrArray) chips = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) icons = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *label = NULL;
  TroupeCanvasNode node = { .id = id,
                            .title = role,
                            .summary = goal,
                            .is_person = TRUE,
                            .x = spot.x,
                            .y = spot.y,
                            .width = TROUPE_PLOT_CREW_WIDTH,
                            .tooltip = name };

  g_assert (TROUPE_IS_CREW_SCENE (self));

  if (model != NULL)
    add_chip (chips, icons, g_steal_pointer (&model), "troupe-agent-symbolic");
  if (n_tools > 0)
    add_chip (chips, icons, g_strdup_printf (ngettext ("%u tool", "%u tools", n_tools), n_tools),
              "troupe-tool-symbolic");
  if (manages || troupe_crew_card_value_is_set (agent, "allow_delegation"))
    add_chip (chips, icons, g_strdup (_ ("delegates")), "troupe-crew-symbolic");
  g_ptr_array_add (chips, NULL);
  g_ptr_array_add (icons, NULL);
  node.role = manages ? TROUPE_CANVAS_ROLE_MANAGER : TROUPE_CANVAS_ROLE_NEUTRAL;
  node.signs = manages ? crown : NULL;
  node.chips = (const char *const *) chips->pdata;
  node.chip_icons = (const char *const *) icons->pdata;
  node.no_chips = agent == NULL ? _ ("agent file missing") : _ ("default model");
  count_problems (self, path, &node.n_errors, &node.n_warnings);
  label =
      manages ? g_strdup_printf (_ ("%s, manager"), role) : g_strdup_printf (_ ("%s, agent"), role);
  /* The name of a new agent without a role is “agent” already. */
  node.accessible_label = g_str_has_suffix (label, role) ? role : label;
  node.accessible_description = goal;
  troupe_canvas_scene_set_node (self->scene, &node);
  g_hash_table_remove (self->drawn, id);
}

/* Draws the manager that CrewAI generates or that code creates, or the placeholder for a missing
 * manager. */
static void
draw_made_manager (TroupeCrewScene *self, TroupePlotSpot spot)
{
  static const char *const crown[] = { "troupe-manager-symbolic", NULL };
  static const char *const icons[] = { "troupe-agent-symbolic", NULL };
  JsonNode *root = troupe_crew_subject_get_root (self->subject);
  JsonNode *llm = troupe_crew_card_value_get (root, "manager_llm");
  g_autofree char *model = troupe_crew_card_value_dup_model (root, "manager_llm");
  const char *const chips[] = { model, NULL };
  const gboolean is_code = troupe_crew_card_value_is_set (root, "manager_agent");
  const TroupeCanvasNode node = {
    .id = TROUPE_CREW_ID_MANAGER,
    /* CrewAI calls the built-in one so in its prompts, and the transcript with it. */
    .title = llm != NULL ? _ ("Crew Manager")
             : is_code   ? _ ("Manager")
                         : _ ("Add Manager"),
    .summary = is_code       ? _ ("Created in the project’s code")
               : llm != NULL ? _ ("Built-in manager")
                             : _ ("An agent, or a model for the built-in manager"),
    .icon_name = "troupe-manager-symbolic",
    .is_person = TRUE,
    .role = TROUPE_CANVAS_ROLE_MANAGER,
    .openable = llm == NULL && !is_code,
    .x = spot.x,
    .y = spot.y,
    .width = TROUPE_PLOT_CREW_WIDTH,
    .chips = chips,
    .chip_icons = icons,
    .signs = llm != NULL || is_code ? crown : NULL,
    .accessible_label = llm != NULL || is_code ? _ ("Built-in manager") : _ ("Add Manager"),
  };

  g_assert (TROUPE_IS_CREW_SCENE (self));

  troupe_canvas_scene_set_node (self->scene, &node);
  g_hash_table_remove (self->drawn, TROUPE_CREW_ID_MANAGER);
}

static void
draw_people (TroupeCrewScene *self)
{
  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; i < self->n_agents; i++)
    {
      g_autofree char *id = troupe_crew_id_make_agent (self->agents[i]);

      draw_person (self, id, self->agents[i], self->places->agents[i]);
    }
  if (!self->is_led)
    return;
  if (self->manager != NULL)
    {
      g_autofree char *id = troupe_crew_id_make_agent (self->manager);

      draw_person (self, id, self->manager, self->places->manager);
    }
  else
    {
      draw_made_manager (self, self->places->manager);
    }
}

/* --- Wires, lanes and captions ---------------------------------------------------------------- */

static void
draw_contexts (TroupeCrewScene *self)
{
  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; i < self->places->n_ways; i++)
    {
      const TroupePlotCrewWay *way = &self->places->ways[i];
      g_autofree char *source = troupe_crew_id_make_task (way->from);
      g_autofree char *target = troupe_crew_id_make_task (way->to);
      g_autofree char *id = troupe_crew_id_make_context (way->from, way->to);
      const TroupeCanvasWire wire = { .id = id,
                                      .from = source,
                                      .from_port = source,
                                      .to = target,
                                      .kind = TROUPE_CANVAS_WIRE_CONTEXT,
                                      .label = way->passes ? _ ("context") : NULL,
                                      .has_lane = way->passes,
                                      .lane_y = way->y };

      troupe_canvas_scene_set_wire (self->scene, &wire);
      g_hash_table_remove (self->drawn, id);
    }
}

static void
draw_manager_wires (TroupeCrewScene *self)
{
  const guint n_tasks = troupe_crew_subject_get_n_tasks (self->subject);
  g_autofree char *manager = self->manager != NULL ? troupe_crew_id_make_agent (self->manager)
                                                   : g_strdup (TROUPE_CREW_ID_MANAGER);

  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; self->is_led && i < n_tasks; i++)
    {
      g_autofree char *id = g_strdup_printf ("manages:%u", i);
      g_autofree char *task = troupe_crew_id_make_task (i);
      const TroupeCanvasWire wire = { .id = id,
                                      .from = manager,
                                      .to = task,
                                      .label = i == n_tasks / 2 ? _ ("delegates, reviews") : NULL,
                                      .kind = TROUPE_CANVAS_WIRE_MANAGER };

      troupe_canvas_scene_set_wire (self->scene, &wire);
      g_hash_table_remove (self->drawn, id);
    }
}

/* Draws lanes around adjacent asynchronous tasks, which run in parallel. */
static void
draw_lanes (TroupeCrewScene *self)
{
  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; i < self->places->lanes->len; i++)
    {
      const TroupePlotCrewLane *lane = &g_array_index (self->places->lanes, TroupePlotCrewLane, i);
      g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *id = g_strdup_printf ("lane:%u", lane->first);
      TroupeCanvasGroup group = { .id = id,
                                  .title = _ ("In Parallel"),
                                  .style = TROUPE_CANVAS_GROUP_LANE };

      for (guint task = lane->first; task <= lane->last; task++)
        g_ptr_array_add (members, troupe_crew_id_make_task (task));
      g_ptr_array_add (members, NULL);
      group.members = (const char *const *) members->pdata;
      troupe_canvas_scene_set_group (self->scene, &group);
      g_hash_table_remove (self->drawn, id);
    }
}

static void
draw_caption (TroupeCrewScene *self, const char *id, const char *title, double x, double y)
{
  const TroupeCanvasGroup caption = { .id = id,
                                      .title = title,
                                      .style = TROUPE_CANVAS_GROUP_CAPTION,
                                      .x = x,
                                      .y = y,
                                      .width = TROUPE_PLOT_CREW_WIDTH,
                                      .height = 20 };

  g_assert (TROUPE_IS_CREW_SCENE (self));

  troupe_canvas_scene_set_group (self->scene, &caption);
  g_hash_table_remove (self->drawn, id);
}

/* --- Updating --------------------------------------------------------------------------------- */

static void
find_places (TroupeCrewScene *self)
{
  const guint n_tasks = troupe_crew_subject_get_n_tasks (self->subject);
  g_autofree TroupePlotCrewTask *tasks = g_new0 (TroupePlotCrewTask, n_tasks + 1);
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewWay));

  g_assert (TROUPE_IS_CREW_SCENE (self));

  for (guint i = 0; i < n_tasks; i++)
    {
      g_autoptr (GArray) context = troupe_crew_card_data_list_context (self->subject, i);
      const char *agent = troupe_crew_card_data_get_agent_of (self->subject, i);
      guint found = TROUPE_PLOT_CREW_NOBODY;

      for (guint j = 0; agent != NULL && j < self->n_agents; j++)
        if (g_str_equal (self->agents[j], agent))
          {
            found = j;
            break;
          }
      tasks[i].agent = found;
      tasks[i].beside_others = is_async (self, i);
      for (guint k = 0; k < context->len; k++)
        {
          const TroupePlotCrewWay way = { .from = g_array_index (context, guint, k), .to = i };

          g_array_append_val (ways, way);
        }
    }
  g_clear_pointer (&self->places, troupe_plot_crew_places_free);
  self->places =
      troupe_plot_crew_places_new (tasks, n_tasks, self->n_agents,
                                   (const TroupePlotCrewWay *) (gconstpointer) ways->data,
                                   ways->len);
}

static void
read_people (TroupeCrewScene *self)
{
  g_auto (GStrv) all = troupe_crew_subject_list_agents (self->subject);
  g_autoptr (GPtrArray) below = g_ptr_array_new ();

  g_assert (TROUPE_IS_CREW_SCENE (self));

  g_clear_pointer (&self->manager, g_free);
  g_clear_pointer (&self->agents, g_strfreev);
  self->is_led = troupe_crew_subject_get_process (self->subject) == TROUPE_CREW_HIERARCHICAL;
  if (self->is_led)
    self->manager = troupe_crew_subject_dup_manager (self->subject);
  for (guint i = 0; all[i] != NULL; i++)
    if (g_strcmp0 (all[i], self->manager) != 0)
      g_ptr_array_add (below, g_strdup (all[i]));
  self->n_agents = below->len;
  g_ptr_array_add (below, NULL);
  self->agents = (char **) g_ptr_array_steal (below, NULL);
}

void
troupe_crew_scene_update (TroupeCrewScene *self)
{
  GHashTableIter iter;
  gpointer id;
  TroupeCanvasScene *scene;
  const TroupePlotCrewPlaces *places;

  g_return_if_fail (TROUPE_IS_CREW_SCENE (self));

  read_people (self);
  find_places (self);
  troupe_canvas_scene_begin_update (self->scene);
  scene = self->scene;
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    g_hash_table_add (self->drawn, g_strdup (troupe_canvas_scene_get_nth_node (scene, i)->id));
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    g_hash_table_add (self->drawn, g_strdup (troupe_canvas_scene_get_nth_wire (scene, i)->id));
  for (guint i = 0; i < troupe_canvas_scene_get_n_groups (scene); i++)
    g_hash_table_add (self->drawn, g_strdup (troupe_canvas_scene_get_nth_group (scene, i)->id));
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    draw_task (self, i);
  draw_lanes (self);
  draw_contexts (self);
  draw_people (self);
  draw_manager_wires (self);
  places = self->places;
  if (places->n_tasks > 0)
    draw_caption (self, TASKS_CAPTION, _ ("Tasks, in Order"), places->tasks[0].x,
                  places->tasks[0].y - CAPTION_ABOVE -
                      (places->lanes->len > 0 ? TROUPE_PLOT_CREW_LANE_TOP : 0));
  if (places->n_agents > 0)
    draw_caption (self, AGENTS_CAPTION, _ ("Agents"), TROUPE_PLOT_MARGIN,
                  places->agents[0].y - CAPTION_ABOVE);
  g_hash_table_iter_init (&iter, self->drawn);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    troupe_canvas_scene_remove (self->scene, id);
  g_hash_table_remove_all (self->drawn);
  troupe_canvas_scene_end_update (self->scene);
}

/* --- Related cards ---------------------------------------------------------------------------- */

char **
troupe_crew_scene_list_related (TroupeCrewScene *self, const char *id)
{
  g_autoptr (GPtrArray) related = g_ptr_array_new ();
  const char *agent = troupe_crew_id_get_agent (id);
  guint task = 0;

  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (self), NULL);

  if (troupe_crew_id_is_task (id, &task))
    {
      const char *own = troupe_crew_card_data_get_agent_of (self->subject, task);

      if (own != NULL)
        g_ptr_array_add (related, troupe_crew_id_make_agent (own));
    }
  for (guint i = 0; agent != NULL && i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    if (g_strcmp0 (troupe_crew_card_data_get_agent_of (self->subject, i), agent) == 0)
      g_ptr_array_add (related, troupe_crew_id_make_task (i));
  g_ptr_array_add (related, NULL);
  return (char **) g_ptr_array_steal (related, NULL);
}

gboolean
troupe_crew_scene_find_task (TroupeCrewScene *self, double x, double y, guint *index)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (self), FALSE);
  g_return_val_if_fail (index != NULL, FALSE);

  for (guint i = 0; i < self->places->n_tasks; i++)
    {
      const TroupePlotSpot *spot = &self->places->tasks[i];

      if (x < spot->x || x > spot->x + TROUPE_PLOT_CREW_WIDTH || y < spot->y ||
          y > spot->y + TROUPE_PLOT_CREW_TASK_HEIGHT)
        continue;
      *index = i;
      return TRUE;
    }
  return FALSE;
}

guint
troupe_crew_scene_find_order (TroupeCrewScene *self, double x)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (self), 0);

  return troupe_plot_crew_places_find_task (self->places, x);
}

/* --- Properties, constructor and destructor --------------------------------------------------- */

TroupeCanvasScene *
troupe_crew_scene_get_scene (TroupeCrewScene *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (self), NULL);

  return self->scene;
}

TroupeCrewSubject *
troupe_crew_scene_get_subject (TroupeCrewScene *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SCENE (self), NULL);

  return self->subject;
}

static void
troupe_crew_scene_finalize (GObject *object)
{
  TroupeCrewScene *self = TROUPE_CREW_SCENE (object);

  g_clear_object (&self->subject);
  g_clear_object (&self->scene);
  g_clear_pointer (&self->drawn, g_hash_table_unref);
  g_clear_pointer (&self->agents, g_strfreev);
  g_clear_pointer (&self->manager, g_free);
  g_clear_pointer (&self->places, troupe_plot_crew_places_free);

  G_OBJECT_CLASS (troupe_crew_scene_parent_class)->finalize (object);
}

static void
troupe_crew_scene_class_init (TroupeCrewSceneClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_scene_finalize;
}

static void
troupe_crew_scene_init (TroupeCrewScene *self)
{
  self->scene = troupe_canvas_scene_new ();
  self->drawn = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

TroupeCrewScene *
troupe_crew_scene_new (TroupeCrewSubject *subject)
{
  TroupeCrewScene *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_SCENE, NULL);
  self->subject = g_object_ref (subject);
  troupe_crew_scene_update (self);
  return self;
}
