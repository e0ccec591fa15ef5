/* troupe-delegation-wires.c: canvas wires for delegation while a crew runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-delegation-wires"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-delegation-wires.h"
#include "troupe-plot-crew-layout.h"
#include "troupe-sanitize-text.h"
#include "troupe-clock.h"

#define MOST_SHOWN 3
#define FADE_MS 200
#define OUTSIDE 28.0    /* distance from the cards */
#define APART 14.0      /* distance between parallel wires */
#define LABEL_STEP 50.0 /* distance of the labels, which are 46 high */
#define LONGEST_WORDS 80

typedef struct
{
  TroupeSpan *tool;
  TroupeValue *arguments; /* (nullable): a map */
  char *from;
  char *to;
  char *role;
  gint64 ended_us; /* when its end was noticed; 0 if it runs */
} Delegation;

struct _TroupeDelegationWires
{
  TroupeCanvasScene *scene;
  GPtrArray *delegations; /* all delegations of the run */
  guint n_drawn;      /* wires drawn by the last update */
  gint64 now;
  gboolean is_active;
  guint fade_id;
};

static void
delegation_free (gpointer data)
{
  Delegation *delegation = data;

  troupe_span_unref (delegation->tool);
  g_clear_pointer (&delegation->arguments, troupe_value_unref);
  g_free (delegation->from);
  g_free (delegation->to);
  g_free (delegation->role);
  g_free (delegation);
}

/* --- Labels ----------------------------------------------------------------------------------- */

static TroupeValue *
find_argument (const Delegation *delegation, const char *name)
{
  return delegation->arguments != NULL
             ? troupe_value_map_lookup_string (delegation->arguments, name, -1)
             : NULL;
}

/* Returns the label, such as `Asks Researcher · 4 s`. @n_more: number of delegations that are
 * not drawn. (transfer full) */
static char *
describe (const Delegation *delegation, gint64 now, guint n_more)
{
  const gboolean asks = find_argument (delegation, "question") != NULL;
  g_autofree char *role = troupe_text_first_line (delegation->role);
  g_autofree char *what =
      asks ? g_strdup_printf (_ ("Asks %s"), role) : g_strdup_printf (_ ("Delegates to %s"), role);
  const gint64 end = delegation->tool->end > 0 ? delegation->tool->end : now;
  g_autofree char *time = troupe_span_to_text (MAX (0, end - delegation->tool->start));

  if (n_more > 0)
    return g_strdup_printf ("%s · %s   +%u", what, time, n_more);
  return g_strdup_printf ("%s · %s", what, time);
}

/* Returns the first words of the question or task. (transfer full) */
static char *
dup_words (const Delegation *delegation)
{
  TroupeValue *said = find_argument (delegation, "question");
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  if (said == NULL)
    said = find_argument (delegation, "task");
  if (said == NULL || !troupe_value_is (said, TROUPE_VALUE_STRING))
    return g_strdup ("");
  text = g_strdelimit (g_strdup (troupe_value_get_string (said, NULL)), "\r\n\t", ' ');
  line = troupe_text_to_line (text);
  return g_utf8_strlen (line, -1) > LONGEST_WORDS ? g_utf8_substring (line, 0, LONGEST_WORDS)
                                                  : g_steal_pointer (&line);
}

/* --- Routing ---------------------------------------------------------------------------------- */

typedef struct
{
  double left;
  double low;
} Edges;

static Edges
find_edges (TroupeDelegationWires *self)
{
  Edges edges = { G_MAXDOUBLE, -G_MAXDOUBLE };

  g_assert (self != NULL);

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (self->scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (self->scene, i);
      const double height =
          node->is_person ? TROUPE_PLOT_CREW_AGENT_HEIGHT : TROUPE_PLOT_CREW_TASK_HEIGHT;

      edges.left = MIN (edges.left, node->x);
      edges.low = MAX (edges.low, node->y + height + TROUPE_PLOT_STRIP);
    }
  return edges;
}

/* Routes a wire around all cards. The wire goes down on the left of the delegating card, or on
 * the left of all cards if the manager is above. If the target is farther to the right or in the
 * same row, the wire then continues below all cards. @corners: space for four corners. Returns
 * the number of corners. The y coordinates of the first and the last corner are determined by
 * the cards. */
static guint
find_corners (TroupeDelegationWires *self, const Delegation *delegation, guint nth, double *corners)
{
  const TroupeCanvasNode *from = troupe_canvas_scene_get_node (self->scene, delegation->from);
  const TroupeCanvasNode *to = troupe_canvas_scene_get_node (self->scene, delegation->to);
  const Edges edges = find_edges (self);
  const double aside = OUTSIDE + APART * nth;
  const double lane = (from->y < to->y ? edges.left : from->x) - aside;
  const double in = to->x - aside;
  const double places[] = { lane, 0, lane, edges.low + aside, in, edges.low + aside, in, 0 };

  g_assert (self != NULL);

  memcpy (corners, places, sizeof places);
  if (lane < in || from->y == to->y)
    return 4;
  corners[2] = lane;
  return 2;
}

/* --- Drawing ----------------------------------------------------------------------------------------- */

static gboolean
fade_cb (gpointer data)
{
  TroupeDelegationWires *self = data;

  self->fade_id = 0;
  troupe_delegation_wires_show (self, self->now, self->is_active);
  return G_SOURCE_REMOVE;
}

/* Returns TRUE if the delegation runs or fades out. */
static gboolean
is_shown (TroupeDelegationWires *self, Delegation *delegation)
{
  const gint64 now = g_get_monotonic_time ();

  g_assert (self != NULL);

  if (!self->is_active || troupe_canvas_scene_get_node (self->scene, delegation->from) == NULL ||
      troupe_canvas_scene_get_node (self->scene, delegation->to) == NULL)
    return FALSE;
  if (troupe_span_is_under_way (delegation->tool))
    return TRUE;
  if (delegation->ended_us == 0)
    delegation->ended_us = now;
  return now - delegation->ended_us < FADE_MS * 1000;
}

void
troupe_delegation_wires_show (TroupeDelegationWires *self, gint64 now, gboolean is_active)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  gboolean fades = FALSE;

  g_return_if_fail (self != NULL);

  self->now = now;
  self->is_active = is_active;
  for (guint i = 0; i < self->delegations->len; i++)
    {
      Delegation *delegation = g_ptr_array_index (self->delegations, i);

      if (!is_shown (self, delegation))
        continue;
      g_ptr_array_add (shown, delegation);
      fades |= delegation->ended_us != 0;
    }
  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < MIN (shown->len, MOST_SHOWN); i++)
    {
      const Delegation *delegation = g_ptr_array_index (shown, i);
      guint n_more = i + 1 == MOST_SHOWN ? shown->len - MOST_SHOWN : 0;
      static const double begins[MOST_SHOWN] = { 0, -LABEL_STEP, LABEL_STEP };
      g_autofree char *id = g_strdup_printf ("delegation:%u", i);
      g_autofree char *label = describe (delegation, self->now, n_more);
      g_autofree char *words = dup_words (delegation);
      double corners[8];
      TroupeCanvasWire wire = { .id = id,
                                .from = delegation->from,
                                .to = delegation->to,
                                .kind = TROUPE_CANVAS_WIRE_ERRAND,
                                .label = label,
                                .words = words,
                                .from_y = begins[i],
                                .bends = corners };

      wire.n_bends = find_corners (self, delegation, i, corners);
      troupe_canvas_scene_set_wire (self->scene, &wire);
      troupe_canvas_scene_set_wire_state (self->scene, id,
                                          delegation->ended_us == 0 ? TROUPE_CANVAS_WIRE_FIRED
                                                                    : TROUPE_CANVAS_WIRE_NOT_TAKEN,
                                          FALSE);
    }
  for (guint i = MIN (shown->len, MOST_SHOWN); i < self->n_drawn; i++)
    {
      g_autofree char *id = g_strdup_printf ("delegation:%u", i);

      troupe_canvas_scene_remove (self->scene, id);
    }
  self->n_drawn = MIN (shown->len, MOST_SHOWN);
  troupe_canvas_scene_end_update (self->scene);
  if (fades && self->fade_id == 0)
    self->fade_id = g_timeout_add (FADE_MS, fade_cb, self);
}

/* --- Recording delegations -------------------------------------------------------------------- */

gboolean
troupe_delegation_wires_is_delegation (TroupeSpan *agent, TroupeSpan **tool)
{
  g_return_val_if_fail (agent != NULL && tool != NULL, FALSE);

  *tool = NULL;
  for (TroupeSpan *span = agent->parent; agent->kind == TROUPE_SCOPE_AGENT && span != NULL;
       span = span->parent)
    {
      if (span->kind == TROUPE_SCOPE_TOOL_CALL)
        *tool = span;
      if (*tool != NULL || span->kind == TROUPE_SCOPE_AGENT || span->kind == TROUPE_SCOPE_TASK)
        break;
    }
  return *tool != NULL;
}

void
troupe_delegation_wires_add (TroupeDelegationWires *self,
                             TroupeSpan *tool,
                             const char *from,
                             const char *to,
                             const char *role)
{
  Delegation *delegation;

  g_return_if_fail (self != NULL && tool != NULL);
  g_return_if_fail (from != NULL && to != NULL && role != NULL);

  /* A coworker that corrects its answer starts another agent span for the same call. */
  for (guint i = 0; i < self->delegations->len; i++)
    if (((Delegation *) g_ptr_array_index (self->delegations, i))->tool == tool)
      return;
  delegation = g_new0 (Delegation, 1);
  delegation->tool = troupe_span_ref (tool);
  delegation->arguments = troupe_span_dup_arguments (tool);
  delegation->from = g_strdup (from);
  delegation->to = g_strdup (to);
  delegation->role = g_strdup (role);
  /* A delegation read from a finished run must not fade out now. */
  if (!troupe_span_is_under_way (tool))
    delegation->ended_us = 1;
  g_ptr_array_add (self->delegations, delegation);
}

guint
troupe_delegation_wires_count (TroupeDelegationWires *self, const char *to)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->delegations->len; i++)
    n += g_strcmp0 (((const Delegation *) g_ptr_array_index (self->delegations, i))->to, to) == 0;
  return n;
}

const char *
troupe_delegation_wires_find_asker (TroupeDelegationWires *self, const char *to)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = self->delegations->len; i-- > 0;)
    {
      const Delegation *delegation = g_ptr_array_index (self->delegations, i);

      if (g_strcmp0 (delegation->to, to) == 0)
        return delegation->from;
    }
  return NULL;
}

const char *
troupe_delegation_wires_find_asked (TroupeDelegationWires *self, const char *from)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = self->delegations->len; i-- > 0;)
    {
      const Delegation *delegation = g_ptr_array_index (self->delegations, i);

      if (g_strcmp0 (delegation->from, from) == 0 && troupe_span_is_under_way (delegation->tool))
        return delegation->role;
    }
  return NULL;
}

void
troupe_delegation_wires_clear (TroupeDelegationWires *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_set_size (self->delegations, 0);
  g_clear_handle_id (&self->fade_id, g_source_remove);
  troupe_delegation_wires_show (self, 0, FALSE);
}

TroupeDelegationWires *
troupe_delegation_wires_new (TroupeCanvasScene *scene)
{
  TroupeDelegationWires *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);

  self = g_new0 (TroupeDelegationWires, 1);
  self->scene = g_object_ref (scene);
  self->delegations = g_ptr_array_new_with_free_func (delegation_free);
  return self;
}

void
troupe_delegation_wires_free (TroupeDelegationWires *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->fade_id, g_source_remove);
  g_ptr_array_unref (self->delegations);
  g_object_unref (self->scene);
  g_free (self);
}
