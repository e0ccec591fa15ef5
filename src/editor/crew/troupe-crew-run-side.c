/* troupe-crew-run-side.c: what an agent did in a run, next to its form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-run-side"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-field.h"
#include "troupe-crew-head.h"
#include "troupe-crew-id.h"
#include "troupe-crew-run-side.h"
#include "troupe-delegation-list.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-span-text.h"

#define FACE 24

struct _TroupeCrewRunSide
{
  GtkWidget parent_instance;

  TroupeCrewSubject *subject;
  TroupeTrace *trace;
  char *name; /* (nullable) */
  gboolean is_generated;
  gboolean has_run;
  gboolean is_dirty;

  GtkWidget *box;
  GtkWidget *handed;
  AdwPreferencesGroup *group; /* the last task of the agent */
  GtkWidget *turns;
  GtkWidget *turns_row;
  GtkWidget *spent;
  GtkWidget *spent_row;
  GtkWidget *owner_row;
  GtkWidget *owner_face;
  GtkWidget *owner;
};

enum
{
  HAS_RUN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewRunSide, troupe_crew_run_side, GTK_TYPE_WIDGET)

/* --- Collecting data from spans --------------------------------------------------------------- */

/* The data of one agent, collected from the spans. */
typedef struct
{
  const TroupeSpan *latest; /* (nullable): the latest agent span */
  const TroupeSpan *task;   /* (nullable): the task of the latest model call */
  guint n_turns;            /* model calls for @task */
  gint64 micro_dollars;     /* cost of all its own model calls */
  gboolean is_all;          /* no price is missing */
} Work;

static gboolean
is_own (TroupeCrewRunSide *self, const TroupeSpan *agent)
{
  const char *path = troupe_span_get_path (agent);
  const char *place = path != NULL ? g_strrstr (path, "agents.") : NULL;
  const char *role;

  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  if (self->is_generated)
    return troupe_span_find_around (agent->parent, TROUPE_SCOPE_AGENT) == NULL &&
           troupe_span_find_around (agent->parent, TROUPE_SCOPE_TASK) != NULL;
  if (place != NULL && self->name != NULL)
    return g_str_equal (place + strlen ("agents."), self->name);
  role = self->name != NULL ? troupe_crew_card_value_get_text (
                                  troupe_crew_subject_get_agent (self->subject, self->name), "role")
                            : NULL;
  return role != NULL && g_strcmp0 (troupe_span_get_name (agent), role) == 0;
}

static void
add_call (Work *work, const TroupeSpan *call, const TroupeSpan *task)
{
  gint64 cost = 0;

  if (task != work->task)
    {
      work->task = task;
      work->n_turns = 0;
    }
  work->n_turns++;
  if (troupe_span_get_cost (call, &cost))
    work->micro_dollars += cost;
  else if (!troupe_span_is_under_way (call))
    work->is_all = FALSE;
}

/* Collects the data of a span and of the spans below it. @own: (nullable): the span of the agent
 * that contains @span */
static void
read_span (TroupeCrewRunSide *self, const TroupeSpan *span, const TroupeSpan *own, Work *work)
{
  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  if (span->kind == TROUPE_SCOPE_AGENT)
    own = is_own (self, span) ? span : NULL;
  if (span->kind == TROUPE_SCOPE_AGENT && own != NULL)
    work->latest = span;
  if (span->kind == TROUPE_SCOPE_MODEL_CALL && own != NULL)
    add_call (work, span, troupe_span_find_around (span, TROUPE_SCOPE_TASK));
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    read_span (self, span->children->pdata[i], own, work);
}

/* --- Updating the rows ------------------------------------------------------------------------ */

static gboolean
is_manager (TroupeCrewRunSide *self)
{
  g_autofree char *manager = troupe_crew_subject_dup_manager (self->subject);

  return self->is_generated || (manager != NULL && g_strcmp0 (manager, self->name) == 0);
}

static void
show_work (TroupeCrewRunSide *self, const Work *work)
{
  const TroupeSpan *task =
      work->task != NULL
          ? work->task
          : (work->latest != NULL ? troupe_span_find_around (work->latest, TROUPE_SCOPE_TASK)
                                  : NULL);
  g_autofree char *name =
      task != NULL ? troupe_text_first_line (troupe_span_get_name (task)) : NULL;
  g_autofree char *escaped = name != NULL ? g_markup_escape_text (name, -1) : NULL;
  g_autofree char *title =
      escaped != NULL ? g_strdup_printf (_ ("On %s"), escaped) : g_strdup (_ ("In this run"));
  g_autofree char *most = NULL;
  g_autofree char *turns = NULL;
  gint64 all;
  g_autofree char *sum = NULL;
  g_autofree char *share = NULL;
  const char *path;
  const char *place;
  guint index;
  const char *owner;
  const TroupeCrewField *field;
  JsonNode *agent;
  JsonNode *own;
  gint64 most_turns;

  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  field = troupe_crew_field_find (TROUPE_CREW_OWNER_AGENT, "max_iter");
  agent = self->name != NULL ? troupe_crew_subject_get_agent (self->subject, self->name) : NULL;
  own = agent != NULL ? troupe_crew_card_value_get (agent, "max_iter") : NULL;
  if (own != NULL && JSON_NODE_HOLDS_VALUE (own) && json_node_get_value_type (own) == G_TYPE_INT64)
    most_turns = json_node_get_int (own);
  else
    most_turns = g_ascii_strtoll (field->initial, NULL, 10);
  most = g_strdup_printf ("%" G_GINT64_FORMAT, most_turns);
  /* Translators: the number of turns an agent took, and the maximum. */
  turns = g_strdup_printf (_ ("%u of at most %s"), work->n_turns, most);
  adw_preferences_group_set_title (self->group, title);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->turns_row),
                                 is_manager (self) ? _ ("Manager Turns") : _ ("Turns"));
  gtk_label_set_label (GTK_LABEL (self->turns), turns);
  all = troupe_trace_get_usage (self->trace)->micro_dollars;
  sum = troupe_money_describe_sum (work->micro_dollars, work->is_all);
  share = all > 0 ? g_strdup_printf (_ ("%u%% of the cost of the run"),
                                     (guint) (work->micro_dollars * 100 / all))
                  : g_strdup ("");
  gtk_label_set_label (GTK_LABEL (self->spent),
                       sum != NULL ? sum : (work->is_all ? C_ ("cost", "free") : "?"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->spent_row),
                                 is_manager (self) ? _ ("Spent on Management") : _ ("Spent"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->spent_row), share);
  /* Shows the agent to which the manager's current task belongs. */
  path = task != NULL ? troupe_span_get_path (task) : NULL;
  place = path != NULL ? g_strrstr (path, "tasks[") : NULL;
  index =
      place != NULL ? (guint) g_ascii_strtoull (place + strlen ("tasks["), NULL, 10) : G_MAXUINT;
  owner = is_manager (self) && index < troupe_crew_subject_get_n_tasks (self->subject)
              ? troupe_crew_card_data_get_agent_of (self->subject, index)
              : NULL;
  gtk_widget_set_visible (self->owner_row, owner != NULL);
  if (owner != NULL)
    {
      g_autofree char *role = troupe_crew_card_data_dup_role (self->subject, owner);

      troupe_crew_face_show (self->owner_face, self->subject, owner);
      gtk_label_set_label (GTK_LABEL (self->owner), role);
    }
}

/* Updates the rows. While the widget is not mapped, the update is delayed. */
static void
update (TroupeCrewRunSide *self)
{
  TroupeSpan *run = troupe_trace_get_run (self->trace);
  Work work = { .is_all = TRUE };

  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  self->is_dirty = FALSE;
  if (run != NULL && (self->name != NULL || self->is_generated))
    read_span (self, run, NULL, &work);
  if (work.latest != NULL)
    show_work (self, &work);
  if ((work.latest != NULL) == self->has_run)
    return;
  self->has_run = work.latest != NULL;
  g_signal_emit (self, signals[HAS_RUN], 0);
}

/* --- Following the run ------------------------------------------------------------------------ */

/* Only spans that affect the rows cause an update. Otherwise, the growing trace would be read
 * again for each span. */
static void
span_cb (TroupeCrewRunSide *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  self->is_dirty =
      self->is_dirty || span->kind == TROUPE_SCOPE_AGENT ||
      (span->kind == TROUPE_SCOPE_MODEL_CALL && (!span->is_open || span->text.head == NULL));
}

static void
trace_changed_cb (TroupeCrewRunSide *self)
{
  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  if (self->is_dirty && (self->name != NULL || self->is_generated) &&
      (!self->has_run || gtk_widget_get_mapped (GTK_WIDGET (self))))
    update (self);
}

static void
rewound_cb (TroupeCrewRunSide *self)
{
  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  self->is_dirty = TRUE;
}

static void
run_changed_cb (TroupeCrewRunSide *self)
{
  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  update (self);
}

void
troupe_crew_run_side_set_agent (TroupeCrewRunSide *self, const char *name, gboolean is_generated)
{
  const char *role;

  g_return_if_fail (TROUPE_IS_CREW_RUN_SIDE (self));

  role = name != NULL
             ? troupe_crew_card_value_get_text (troupe_crew_subject_get_agent (self->subject, name),
                                                "role")
             : NULL;
  troupe_delegation_list_set_agent (TROUPE_DELEGATION_LIST (self->handed), name, role,
                                    is_generated);
  if (g_strcmp0 (name, self->name) == 0 && is_generated == self->is_generated)
    return;
  troupe_set_str (&self->name, name);
  self->is_generated = is_generated;
  update (self);
}

gboolean
troupe_crew_run_side_has_run (TroupeCrewRunSide *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_RUN_SIDE (self), FALSE);

  return self->has_run;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_crew_run_side_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_crew_run_side_parent_class)->map (widget);
  if (TROUPE_CREW_RUN_SIDE (widget)->is_dirty)
    update (TROUPE_CREW_RUN_SIDE (widget));
}

static void
troupe_crew_run_side_dispose (GObject *object)
{
  TroupeCrewRunSide *self = TROUPE_CREW_RUN_SIDE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->subject);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (troupe_crew_run_side_parent_class)->dispose (object);
}

static void
troupe_crew_run_side_class_init (TroupeCrewRunSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_crew_run_side_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_crew_run_side_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[HAS_RUN] = g_signal_new ("has-run", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

/* Adds a row. @face: (nullable): a widget that is shown before the value */
static GtkWidget *
add_row (TroupeCrewRunSide *self, const char *title, GtkWidget *face, GtkWidget **value)
{
  GtkWidget *row = adw_action_row_new ();

  g_assert (TROUPE_IS_CREW_RUN_SIDE (self));

  *value = gtk_label_new (NULL);
  gtk_widget_add_css_class (*value, "numeric");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (face != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), face);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), *value);
  adw_preferences_group_add (self->group, row);
  return row;
}

static void
troupe_crew_run_side_init (TroupeCrewRunSide *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  self->turns_row = add_row (self, _ ("Turns"), NULL, &self->turns);
  gtk_widget_add_css_class (self->turns, "dim-label");
  self->spent_row = add_row (self, _ ("Spent"), NULL, &self->spent);
  self->owner_face = adw_avatar_new (FACE, NULL, TRUE);
  gtk_widget_set_valign (self->owner_face, GTK_ALIGN_CENTER);
  self->owner_row = add_row (self, _ ("Assigned Agent"), self->owner_face, &self->owner);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->owner_row),
                               _ ("Idle unless the manager delegates to it"));
  gtk_label_set_ellipsize (GTK_LABEL (self->owner), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->owner), 14);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_crew_run_side_new (TroupeCrewSubject *subject, TroupeTrace *trace)
{
  TroupeCrewRunSide *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_RUN_SIDE, NULL);
  self->subject = g_object_ref (subject);
  self->trace = g_object_ref (trace);
  self->handed = troupe_delegation_list_new (trace);
  gtk_box_append (GTK_BOX (self->box), self->handed);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->group));
  g_signal_connect_object (trace, "span-added", G_CALLBACK (span_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "span-changed", G_CALLBACK (span_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "rewound", G_CALLBACK (rewound_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "run-changed", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
