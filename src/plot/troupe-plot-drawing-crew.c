/* troupe-plot-drawing-crew.c: creates the drawing of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-drawing-crew"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-plot-crew-layout.h"
#include "troupe-plot-drawing-crew.h"
#include "troupe-plot-path.h"

#define TIP 7.0
#define ARROW 8.0
#define ASIDE 20.0 /* distance of a wire that passes other cards from the two cards that it
                      connects */
#define RADIUS 14.0

typedef struct
{
  TroupePlotDrawing *drawing;
  TroupeCrew *crew;
  TroupePlotCrewPlaces *places;
  double strip;
  gboolean has_lanes;
} Building;

/* --- Words ------------------------------------------------------------------------------------ */

/* Returns the name of a tool or model. @value: (nullable): a name, or a map that contains one.
 * (transfer full) (nullable) */
static char *
find_name (TroupeValue *value)
{
  static const char *const keys[] = { "name", "model", "tool", "python", "ref" };

  if (value == NULL)
    return NULL;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (value, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (keys) && troupe_value_is (value, TROUPE_VALUE_MAP); i++)
    {
      TroupeValue *name = troupe_value_map_lookup_string (value, keys[i], -1);

      if (name != NULL && troupe_value_is (name, TROUPE_VALUE_STRING))
        return g_strdup (troupe_value_get_string (name, NULL));
    }
  return NULL;
}

static TroupeValue *
get_field (TroupeValue *fields, const char *key)
{
  return fields != NULL && troupe_value_is (fields, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (fields, key, -1)
             : NULL;
}

static gsize
count_list (TroupeValue *list)
{
  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (list)
             : 0;
}

static gboolean
is_true (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* --- Tasks ------------------------------------------------------------------------------------ */

static void
add_task (Building *self, guint index)
{
  const TroupeCrewTask *task = &self->crew->tasks[index];
  const TroupeCrewAgent *agent = troupe_crew_get_task_agent (self->crew, index);
  const double height = TROUPE_PLOT_CREW_TASK_HEIGHT;
  TroupePlotPiece piece = { .kind = TROUPE_PLOT_PIECE_TASK,
                            .id = g_strdup_printf ("tasks[%u]", index),
                            .title = g_strdup (troupe_crew_task_get_title (task)),
                            .summary = g_strdup (task->expected_output),
                            .kind_words = g_strdup_printf (_ ("Task %u of %u"), index + 1,
                                                           self->crew->n_tasks),
                            .x = self->places->tasks[index].x,
                            .y = self->places->tasks[index].y,
                            .width = TROUPE_PLOT_CREW_WIDTH,
                            .height = height + self->strip,
                            .radius = 12,
                            .role = TROUPE_PLOT_INK_LISTENER,
                            .mark = TROUPE_PLOT_MARK_SQUARE,
                            .mark_text = g_strdup_printf ("%u", index + 1),
                            .chips_note = g_strdup (_ ("no tools")),
                            .strip_y = height };
  TroupeValue *tools;

  if (agent != NULL)
    {
      g_autofree char *face = troupe_avatar_dup_text (agent->role, agent->name);

      piece.person = troupe_avatar_dup_initials (face);
      piece.person_name = troupe_crew_agent_dup_title (agent);
      piece.person_ink = troupe_plot_ink_for_person (face);
    }
  else
    piece.person_name = g_strdup (_ ("no agent"));
  tools = task->tools != NULL ? task->tools
          : agent != NULL     ? get_field (agent->fields, "tools")
                              : NULL;
  for (gsize i = 0; i < count_list (tools); i++)
    {
      g_autofree char *name = find_name (troupe_value_list_get (tools, i));

      troupe_plot_piece_add_chip (&piece, "troupe-tool-symbolic", name != NULL ? name : "…");
    }
  piece.signs = g_ptr_array_new ();
  if (task->n_guardrails > 0)
    g_ptr_array_add (piece.signs, (gpointer) "troupe-shield-symbolic");
  if (task->is_async)
    g_ptr_array_add (piece.signs, (gpointer) "troupe-async-symbolic");
  if (task->output_file != NULL)
    g_ptr_array_add (piece.signs, (gpointer) "troupe-file-symbolic");
  if (task->human_input)
    g_ptr_array_add (piece.signs, (gpointer) "troupe-human-symbolic");
  troupe_plot_piece_add_detail (&piece, _ ("Description"), task->description, FALSE);
  troupe_plot_piece_add_detail (&piece, _ ("Expected Output"), task->expected_output, FALSE);
  for (guint i = 0; i < task->n_guardrails; i++)
    troupe_plot_piece_add_detail (&piece, _ ("Guardrail"), task->guardrails[i].text, FALSE);
  troupe_plot_piece_add_detail (&piece, _ ("Output File"), task->output_file, TRUE);
  if (!task->has_context && index > 0)
    piece.hint = g_strdup (_ ("all previous"));
  troupe_plot_piece_add_port (&piece, 0, TROUPE_PLOT_PORT_Y, TROUPE_PLOT_INK_LISTENER);
  troupe_plot_piece_add_port (&piece, TROUPE_PLOT_CREW_WIDTH, TROUPE_PLOT_PORT_Y,
                              TROUPE_PLOT_INK_LISTENER);
  troupe_plot_drawing_add_piece (self->drawing, &piece);
}

/* --- Agents ----------------------------------------------------------------------------------- */

static void
add_agent (Building *self, const TroupeCrewAgent *agent, TroupePlotSpot spot, gboolean is_manager)
{
  const gsize n_tools = count_list (get_field (agent->fields, "tools"));
  g_autofree char *model = find_name (get_field (agent->fields, "llm"));
  g_autofree char *face = troupe_avatar_dup_text (agent->role, agent->name);
  TroupePlotPiece piece = {
    .kind = TROUPE_PLOT_PIECE_AGENT,
    .id = is_manager ? g_strdup ("manager") : g_strconcat ("agents.", agent->name, NULL),
    .title = troupe_crew_agent_dup_title (agent),
    .summary = g_strdup (agent->goal),
    .kind_words = g_strdup (is_manager ? _ ("Manager") : _ ("Agent")),
    .x = spot.x,
    .y = spot.y,
    .width = TROUPE_PLOT_CREW_WIDTH,
    .height = TROUPE_PLOT_CREW_AGENT_HEIGHT + self->strip,
    .radius = 12,
    .role = is_manager ? TROUPE_PLOT_INK_MANAGER : TROUPE_PLOT_INK_EDGE,
    .mark = TROUPE_PLOT_MARK_CIRCLE,
    .mark_text = troupe_avatar_dup_initials (face),
    .person_ink = is_manager ? TROUPE_PLOT_INK_RUST : troupe_plot_ink_for_person (face),
    .strip_y = TROUPE_PLOT_CREW_AGENT_HEIGHT
  };

  if (model != NULL)
    troupe_plot_piece_add_chip (&piece, "troupe-agent-symbolic", model);
  if (n_tools > 0)
    {
      g_autofree char *count =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u tool", "%u tools", n_tools),
                           (guint) n_tools);

      troupe_plot_piece_add_chip (&piece, "troupe-tool-symbolic", count);
    }
  if (is_manager || is_true (get_field (agent->fields, "allow_delegation")))
    troupe_plot_piece_add_chip (&piece, "troupe-crew-symbolic", _ ("delegates"));
  if (is_manager)
    {
      piece.signs = g_ptr_array_new ();
      g_ptr_array_add (piece.signs, (gpointer) "troupe-manager-symbolic");
    }
  troupe_plot_piece_add_detail (&piece, _ ("Goal"), agent->goal, FALSE);
  troupe_plot_piece_add_detail (&piece, _ ("Backstory"), agent->backstory, FALSE);
  troupe_plot_drawing_add_piece (self->drawing, &piece);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Adds a context wire. A wire to the next task is a straight line; any other wire runs below all
 * tasks in between. */
static void
add_context_line (Building *self, const TroupePlotCrewWay *way)
{
  const guint from = way->from, to = way->to;
  const TroupePlotPiece *source = troupe_plot_piece_at (self->drawing, from);
  const TroupePlotPiece *target = troupe_plot_piece_at (self->drawing, to);
  const double x1 = source->x + source->width, y = source->y + TROUPE_PLOT_PORT_Y;
  const double x2 = target->x - TIP - ARROW;
  const double low = way->y;
  TroupePlotLine line = { .kind = TROUPE_PLOT_LINE_PLAIN,
                          .ink = TROUPE_PLOT_INK_LISTENER,
                          .source = from,
                          .target = to,
                          .tip_x = target->x - TIP,
                          .tip_y = y,
                          .left = x1,
                          .right = target->x,
                          .high = y,
                          .low = y };

  if (!way->passes)
    {
      line.path = troupe_plot_path_write ("M# #L# #", (double[]){ x1, y, x2, y });
      line.is_flat = TRUE;
    }
  else
    {
      const double out = x1 + ASIDE, in = x2 - ASIDE + TIP;

      line.path =
          troupe_plot_path_write ("M# #L# #Q# # # #L# #Q# # # #L# #Q# # # #L# #Q# # # #L# #",
                                  (double[]){ x1,
                                              y,
                                              out - RADIUS,
                                              y,
                                              out,
                                              y,
                                              out,
                                              y + RADIUS,
                                              out,
                                              low - RADIUS,
                                              out,
                                              low,
                                              out + RADIUS,
                                              low,
                                              in - RADIUS,
                                              low,
                                              in,
                                              low,
                                              in,
                                              low - RADIUS,
                                              in,
                                              y + RADIUS,
                                              in,
                                              y,
                                              in + MIN (RADIUS, x2 - in),
                                              y,
                                              x2,
                                              y });
      line.low = low;
      line.label = g_strdup (_ ("context"));
      line.label_x = (out + in) / 2;
      line.label_y = low;
    }
  troupe_plot_drawing_add_line (self->drawing, &line);
}

static void
add_manager_lines (Building *self, guint manager)
{
  const TroupePlotPiece *boss = troupe_plot_piece_at (self->drawing, manager);
  const double x1 = boss->x + boss->width / 2, y1 = boss->y + boss->height;

  for (guint i = 0; i < self->crew->n_tasks; i++)
    {
      const TroupePlotPiece *task = troupe_plot_piece_at (self->drawing, i);
      const double x2 = task->x + task->width / 2, y2 = task->y - TIP - ARROW;
      TroupePlotLine line = { .kind = TROUPE_PLOT_LINE_DOTTED,
                              .ink = TROUPE_PLOT_INK_MANAGER,
                              .source = manager,
                              .target = i,
                              .tip_x = x2,
                              .tip_y = task->y - TIP,
                              .is_down = TRUE,
                              .left = MIN (x1, x2),
                              .right = MAX (x1, x2),
                              .high = y1,
                              .low = y2 };

      line.path = troupe_plot_path_write ("M# #C# # # # # #", (double[]){ x1, y1 + 4, x1, y1 + 60,
                                                                          x2, y2 - 60, x2, y2 });
      if (i == 0)
        {
          line.label = g_strdup (_ ("delegates, reviews"));
          line.label_x = x1;
          line.label_y = y1 + 36;
        }
      troupe_plot_drawing_add_line (self->drawing, &line);
    }
}

/* --- Lanes and notes -------------------------------------------------------------------------- */

static void
add_heading (Building *self, const char *text, double y)
{
  TroupePlotGround ground = { TROUPE_PLOT_GROUND_HEADING,
                              TROUPE_PLOT_INK_NONE,
                              g_strdup (text),
                              NULL,
                              TROUPE_PLOT_MARGIN,
                              y - 28,
                              264,
                              20 };

  troupe_plot_drawing_add_ground (self->drawing, &ground);
}

/* Adds a lane around each group of tasks that run in parallel. */
static void
add_lanes (Building *self)
{
  for (guint i = 0; i < self->places->lanes->len; i++)
    {
      const TroupePlotCrewLane *lane = &g_array_index (self->places->lanes, TroupePlotCrewLane, i);
      TroupePlotGround ground = { TROUPE_PLOT_GROUND_LANE,
                                  TROUPE_PLOT_INK_RUNNING,
                                  g_strdup (_ ("In Parallel")),
                                  NULL,
                                  lane->box.x,
                                  lane->box.y,
                                  lane->box.width,
                                  lane->box.height + self->strip };

      troupe_plot_drawing_add_ground (self->drawing, &ground);
      self->has_lanes = TRUE;
    }
}

static void
add_legend (Building *self)
{
  static const struct
  {
    TroupePlotLegendKind kind;
    TroupePlotLineKind line;
    TroupePlotInk ink;
    const char *icon;
    const char *text;
  } rows[] = {
    { TROUPE_PLOT_LEGEND_MARK, 0, TROUPE_PLOT_INK_LISTENER, NULL, N_ ("a task, in order") },
    { TROUPE_PLOT_LEGEND_LINE, 0, TROUPE_PLOT_INK_LISTENER, NULL, N_ ("context for another task") },
    { TROUPE_PLOT_LEGEND_LINE, TROUPE_PLOT_LINE_DOTTED, TROUPE_PLOT_INK_MANAGER, NULL,
      N_ ("delegation by the manager") },
    { TROUPE_PLOT_LEGEND_ICON, 0, TROUPE_PLOT_INK_DIM, "troupe-async-symbolic",
      N_ ("runs in parallel") },
    { TROUPE_PLOT_LEGEND_ICON, 0, TROUPE_PLOT_INK_DIM, "troupe-shield-symbolic",
      N_ ("validated by a guardrail") },
    { TROUPE_PLOT_LEGEND_ICON, 0, TROUPE_PLOT_INK_DIM, "troupe-file-symbolic",
      N_ ("writes a file") },
    { TROUPE_PLOT_LEGEND_ICON, 0, TROUPE_PLOT_INK_DIM, "troupe-human-symbolic",
      N_ ("human input") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TroupePlotLegend row = { rows[i].kind, TROUPE_PLOT_MARK_SQUARE,    rows[i].line, rows[i].ink,
                               rows[i].icon, g_strdup (_ (rows[i].text)) };

      troupe_plot_drawing_add_legend (self->drawing, &row);
    }
}

/* Returns a description of the crew for screen readers. */
static char *
describe (TroupeCrew *crew)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < MIN (crew->n_tasks, 200); i++)
    {
      const TroupeCrewAgent *agent = troupe_crew_get_task_agent (crew, i);
      g_autofree char *title = troupe_crew_task_dup_title (&crew->tasks[i]);
      g_autofree char *role =
          agent != NULL ? troupe_crew_agent_dup_title (agent) : g_strdup (_ ("the manager"));

      /* Translators: %u is the number of a task, the first %s its name, the second %s the role
       * of the agent that executes it. */
      g_string_append_printf (out, _ ("%u. %s, by %s."), i + 1, title, role);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

TroupePlotDrawing *
troupe_plot_drawing_new_crew (TroupeCrew *crew, gboolean with_strips)
{
  Building self = { .crew = crew, .strip = with_strips ? TROUPE_PLOT_STRIP : 0 };
  g_autoptr (TroupePlotCrewPlaces) places = NULL;
  guint manager;
  g_autofree TroupePlotCrewTask *tasks = NULL;
  g_autoptr (GArray) ways = NULL;

  g_return_val_if_fail (crew != NULL, NULL);

  self.drawing = troupe_plot_drawing_new ();
  self.drawing->is_crew = TRUE;
  self.drawing->title = g_strdup (crew->name);
  self.drawing->description = describe (crew);
  tasks = g_new0 (TroupePlotCrewTask, crew->n_tasks + 1);
  ways = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewWay));
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const int agent = crew->tasks[i].agent;

      tasks[i].agent =
          agent >= 0 && (guint) agent < crew->n_agents ? (guint) agent : TROUPE_PLOT_CREW_NOBODY;
      tasks[i].beside_others = crew->tasks[i].is_async;
      for (guint k = 0; k < crew->tasks[i].n_context; k++)
        {
          const TroupePlotCrewWay way = { .from = crew->tasks[i].context[k], .to = i };

          if (way.from < i)
            g_array_append_val (ways, way);
        }
    }
  self.places = places =
      troupe_plot_crew_places_new (tasks, crew->n_tasks, crew->n_agents,
                                   (const TroupePlotCrewWay *) (gconstpointer) ways->data,
                                   ways->len);
  for (guint i = 0; i < crew->n_tasks; i++)
    add_task (&self, i);
  for (guint i = 0; i < crew->n_agents; i++)
    add_agent (&self, &crew->agents[i], places->agents[i], FALSE);
  manager = self.drawing->pieces->len;
  if (crew->manager != NULL)
    add_agent (&self, crew->manager, places->manager, TRUE);
  else if (crew->process == TROUPE_CREW_HIERARCHICAL)
    {
      g_autofree char *model = find_name (get_field (self.crew->fields, "manager_llm"));
      g_autoptr (TroupeValue) fields = troupe_value_new_null ();
      TroupeCrewAgent agent = { .name = (char *) "manager",
                                .role = (char *) _ ("Crew Manager"),
                                .goal = (char *) _ ("Built-in: assigns and reviews the tasks"),
                                .fields = fields };
      TroupePlotPiece *piece;

      /* The built-in manager only has a model and no declared agent. */
      add_agent (&self, &agent, self.places->manager, TRUE);
      piece = troupe_plot_piece_at (self.drawing, self.drawing->pieces->len - 1);
      if (model != NULL)
        troupe_plot_piece_add_chip (piece, "troupe-agent-symbolic", model);
    }
  add_lanes (&self);
  if (crew->n_tasks > 0)
    add_heading (&self, _ ("Tasks, in Order"),
                 places->tasks[0].y - (self.has_lanes ? TROUPE_PLOT_CREW_LANE_TOP : 12));
  if (crew->n_agents > 0)
    add_heading (&self, _ ("Agents"), places->agents[0].y);
  for (guint i = 0; i < places->n_ways; i++)
    add_context_line (&self, &places->ways[i]);
  if (manager < self.drawing->pieces->len)
    add_manager_lines (&self, manager);
  add_legend (&self);
  for (guint i = 0; with_strips && i < self.drawing->pieces->len; i++)
    troupe_plot_piece_at (self.drawing, i)->state = TROUPE_PLOT_STATE_WAITING;
  return self.drawing;
}
