/* troupe-delegation-list.c: list of the work that an agent delegated in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-delegation-list"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-delegation-list.h"
#include "troupe-form.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

/* Limits: the number of characters of an answer that are shown (the transcript contains the
 * complete answer), and the number of rows per run. */
#define LONGEST_TEXT 4000
#define MOST_ROWS 200
#define TITLE_LENGTH 120
/* Number of bytes at the end of a streamed answer that are shown. */
#define STREAM_LENGTH 400
/* The size of a face in pixels. */
#define FACE 24

struct _TroupeDelegationList
{
  GtkWidget parent_instance;

  TroupeTrace *trace;
  AdwPreferencesGroup *group;
  char *name;          /* (nullable) */
  char *role;          /* (nullable) */
  gboolean is_generated;    /* the manager that CrewAI generates, which is not in the document */
  GtkWidget *n_so_far; /* number of delegations, in the header */
  guint tick_id;       /* timeout that updates the elapsed times */
  GPtrArray *spans; /* TroupeSpan: the delegating tool calls */
  GPtrArray *rows;  /* GtkWidget: one for each span, NULL if not created yet */
  gboolean is_dirty;
};

G_DEFINE_FINAL_TYPE (TroupeDelegationList, troupe_delegation_list, GTK_TYPE_WIDGET)

/* --- Finding the spans ------------------------------------------------------------------------ */

/* Identifies an agent span by its path in the document, or by its role if it has no such path. */
static gboolean
is_own (TroupeDelegationList *self, const TroupeSpan *agent)
{
  const char *path = troupe_span_get_path (agent);
  const char *place = path != NULL ? g_strrstr (path, "agents.") : NULL;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  /* The generated manager executes each task itself. Other agents run inside of the manager's
   * agent span or the agent span of one of its coworkers. */
  if (self->is_generated)
    return troupe_span_find_around (agent->parent, TROUPE_SCOPE_AGENT) == NULL &&
           troupe_span_find_around (agent->parent, TROUPE_SCOPE_TASK) != NULL;
  if (place != NULL && self->name != NULL)
    return g_str_equal (place + strlen ("agents."), self->name);
  return self->role != NULL && g_strcmp0 (troupe_span_get_name (agent), self->role) == 0;
}

/* Adds the tool call that started the agent of @span, if the agent was started by a delegation.
 * The call is the parent of that span. */
static void
take (TroupeDelegationList *self, TroupeSpan *span)
{
  TroupeSpan *call = span->parent;
  const TroupeSpan *asker = call != NULL && call->kind == TROUPE_SCOPE_TOOL_CALL
                                ? troupe_span_find_around (call->parent, TROUPE_SCOPE_AGENT)
                                : NULL;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  if (span->kind != TROUPE_SCOPE_AGENT || asker == NULL || !is_own (self, asker) ||
      self->spans->len >= MOST_ROWS || g_ptr_array_find (self->spans, call, NULL))
    return;
  g_ptr_array_add (self->spans, troupe_span_ref (call));
  g_ptr_array_add (self->rows, NULL);
  self->is_dirty = TRUE;
}

static void
take_all (TroupeDelegationList *self, TroupeSpan *span)
{
  take (self, span);
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    take_all (self, span->children->pdata[i]);
}

/* --- A row ------------------------------------------------------------------------------------ */

/* (transfer full) */
static char *
to_text (TroupeValue *value)
{
  g_autofree char *whole = NULL;

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return g_strdup ("");
  whole = troupe_value_is (value, TROUPE_VALUE_STRING)
              ? g_strdup (troupe_value_get_string (value, NULL))
              : troupe_value_to_json (value, TROUPE_JSON_PRETTY);
  if (g_utf8_strlen (whole, -1) > LONGEST_TEXT)
    {
      g_autofree char *start = g_utf8_substring (whole, 0, LONGEST_TEXT);

      return g_strconcat (start, "…", NULL);
    }
  return g_steal_pointer (&whole);
}

static const TroupeSpan *
get_asked (const TroupeSpan *call)
{
  for (guint i = 0; call->children != NULL && i < call->children->len; i++)
    if (((const TroupeSpan *) call->children->pdata[i])->kind == TROUPE_SCOPE_AGENT)
      return call->children->pdata[i];
  return NULL;
}

static const char *
get_state_word (const TroupeSpan *call)
{
  switch ((int) call->state)
    {
    case TROUPE_SCOPE_FINISHED:
      return _ ("Done");
    case TROUPE_SCOPE_FAILED:
      return _ ("Failed");
    case TROUPE_SCOPE_CANCELLED:
      return _ ("Canceled");
    default:
      return _ ("Running");
    }
}

static const char *
get_state_icon (const TroupeSpan *call)
{
  return call->state == TROUPE_SCOPE_FINISHED ? "troupe-check-symbolic"
                                              : "troupe-cross-symbolic";
}

/* Returns a text such as `Researcher · question · compare`. (transfer full) */
static char *
describe (const TroupeSpan *call)
{
  const TroupeSpan *task = troupe_span_find_around (call, TROUPE_SCOPE_TASK);
  const TroupeSpan *asked = get_asked (call);
  g_autoptr (TroupeValue) arguments = troupe_span_dup_arguments (call);
  gboolean asks = troupe_value_get_member (arguments, "question") != NULL;
  g_autofree char *role =
      asked != NULL ? troupe_text_first_line (troupe_span_get_name (asked)) : NULL;
  g_autofree char *name =
      task != NULL ? troupe_text_first_line (troupe_span_get_name (task)) : NULL;

  g_assert (call != NULL);

  return g_strdup_printf ("%s%s%s%s%s", role != NULL ? role : "", role != NULL ? " · " : "",
                          asks ? _ ("question") : _ ("work"),
                          name != NULL ? " · " : "", name != NULL ? name : "");
}

static void
add_text (GtkWidget *row, const char *title, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *head = gtk_label_new (title);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *inner = adw_preferences_row_new ();

  gtk_label_set_xalign (GTK_LABEL (head), 0);
  gtk_widget_add_css_class (head, "caption");
  gtk_widget_add_css_class (head, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "input-message");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (inner), title);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (inner), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (inner), FALSE);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), inner);
  g_object_set_data (G_OBJECT (row), "troupe-answer", label);
}

/* Finds the running model call inside of @span that streams its answer. (nullable) */
static const TroupeSpan *
find_speaking (const TroupeSpan *span)
{
  if (span->kind == TROUPE_SCOPE_MODEL_CALL && troupe_span_is_under_way (span) &&
      span->text.head != NULL)
    return span;
  for (guint i = span->children != NULL ? span->children->len : 0; i > 0; i--)
    {
      const TroupeSpan *found = find_speaking (span->children->pdata[i - 1]);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static char *
make_answer (const TroupeSpan *call)
{
  g_autofree char *error = troupe_span_dup_error (call);
  g_autofree char *answer = to_text (troupe_span_get_output (call));
  const TroupeSpan *speaking = troupe_span_is_under_way (call) ? find_speaking (call) : NULL;

  if (error != NULL)
    return g_steal_pointer (&error);
  if (speaking != NULL)
    return g_strconcat (troupe_span_text_get_end (&speaking->text, STREAM_LENGTH), "▌", NULL);
  return answer[0] != '\0' ? g_steal_pointer (&answer) : g_strdup (_ ("None yet"));
}

static GtkWidget *
make_row (TroupeDelegationList *self, const TroupeSpan *call)
{
  GtkWidget *row = adw_expander_row_new ();
  const TroupeSpan *asked = get_asked (call);
  g_autoptr (TroupeValue) arguments = troupe_span_dup_arguments (call);
  TroupeValue *request = troupe_value_get_member (arguments, "question");
  g_autofree char *text =
      to_text (request != NULL ? request : troupe_value_get_member (arguments, "task"));
  g_autofree char *title = NULL;
  g_autofree char *context = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *escaped = NULL;
  GtkWidget *face;
  GtkWidget *end;
  GtkWidget *spinner;
  GtkWidget *state;
  GtkWidget *time;
  g_autofree char *line = NULL;
  g_autofree char *start = NULL;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  line = troupe_text_first_line (text);
  if (line == NULL || g_utf8_strlen (line, -1) <= TITLE_LENGTH)
    title = line != NULL ? g_steal_pointer (&line) : g_strdup ("");
  else
    {
      start = g_utf8_substring (line, 0, TITLE_LENGTH);
      title = g_strconcat (start, "…", NULL);
    }
  context = to_text (troupe_value_get_member (arguments, "context"));
  answer = make_answer (call);
  subtitle = describe (call);
  escaped = g_markup_escape_text (subtitle, -1);
  face = adw_avatar_new (FACE, asked != NULL ? troupe_span_get_title (asked) : NULL, TRUE);
  gtk_widget_set_valign (face, GTK_ALIGN_CENTER);
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), face);
  /* Adds the state and the elapsed time to the end of the row. */
  end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  spinner = gtk_spinner_new ();
  state = gtk_image_new ();
  time = gtk_label_new (NULL);
  gtk_widget_add_css_class (time, "dim-label");
  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_add_css_class (time, "caption");
  gtk_box_append (GTK_BOX (end), spinner);
  gtk_box_append (GTK_BOX (end), state);
  gtk_box_append (GTK_BOX (end), time);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), end);
  g_object_set_data (G_OBJECT (row), "troupe-spinner", spinner);
  g_object_set_data (G_OBJECT (row), "troupe-state", state);
  g_object_set_data (G_OBJECT (row), "troupe-time", time);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), escaped);
  gtk_widget_set_tooltip_text (row, text);
  gtk_widget_add_css_class (row, "handed");
  if (context[0] != '\0')
    add_text (row, _ ("Context"), context);
  add_text (row, _ ("Answer"), answer);
  /* Show the answer while it is streamed; the row collapses once it is complete. */
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), troupe_span_is_under_way (call));
  return row;
}

static void
update_row (TroupeDelegationList *self, GtkWidget *row, const TroupeSpan *call)
{
  const gboolean at_work = troupe_span_is_under_way (call);
  g_autofree char *answer = make_answer (call);
  g_autofree char *time = NULL;
  GtkWidget *label;
  GtkWidget *spinner;
  GtkWidget *state;
  gint64 now;
  gint64 end;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  now = troupe_trace_get_run_time (self->trace, troupe_trace_get_now (self->trace));
  end = troupe_span_is_under_way (call) ? now : call->end;
  time = troupe_span_to_text (MAX (0, end - call->start));
  label = g_object_get_data (G_OBJECT (row), "troupe-answer");
  spinner = g_object_get_data (G_OBJECT (row), "troupe-spinner");
  state = g_object_get_data (G_OBJECT (row), "troupe-state");
  if (!at_work && gtk_spinner_get_spinning (GTK_SPINNER (spinner)))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (spinner), at_work);
  gtk_widget_set_visible (spinner, at_work);
  gtk_widget_set_visible (state, !at_work);
  gtk_image_set_from_icon_name (GTK_IMAGE (state), get_state_icon (call));
  gtk_widget_set_css_classes (
      state, (const char *[]){ call->state == TROUPE_SCOPE_FINISHED ? "success" : "error", NULL });
  gtk_accessible_update_property (GTK_ACCESSIBLE (at_work ? spinner : state),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, get_state_word (call), -1);
  gtk_widget_set_tooltip_text (state, get_state_word (call));
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "troupe-time"), time);
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (label)), answer))
    gtk_label_set_label (GTK_LABEL (label), answer);
}

/* --- Following the run ------------------------------------------------------------------------ */

/* Returns TRUE if the row already shows the final state of @call. */
static gboolean
is_settled (GtkWidget *row, const TroupeSpan *call)
{
  GtkWidget *spinner = g_object_get_data (G_OBJECT (row), "troupe-spinner");

  return !troupe_span_is_under_way (call) && !gtk_spinner_get_spinning (GTK_SPINNER (spinner)) &&
         gtk_label_get_label (g_object_get_data (G_OBJECT (row), "troupe-time"))[0] != '\0';
}

static gboolean
second_cb (gpointer data)
{
  TroupeDelegationList *self = data;

  for (guint i = 0; i < self->spans->len; i++)
    if (self->rows->pdata[i] != NULL && troupe_span_is_under_way (self->spans->pdata[i]))
      update_row (self, self->rows->pdata[i], self->spans->pdata[i]);
  return G_SOURCE_CONTINUE;
}

/* Updates the elapsed times while a delegation runs and the widget is mapped. */
static void
follow_time (TroupeDelegationList *self)
{
  gboolean at_work = FALSE;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  for (guint i = 0; i < self->spans->len; i++)
    at_work = at_work || troupe_span_is_under_way (self->spans->pdata[i]);
  if (at_work && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      if (self->tick_id == 0)
        self->tick_id = g_timeout_add_seconds (1, second_cb, self);
    }
  else
    {
      g_clear_handle_id (&self->tick_id, g_source_remove);
    }
}

static void
show_all (TroupeDelegationList *self)
{
  guint n;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  self->is_dirty = FALSE;
  for (guint i = 0; i < self->spans->len; i++)
    {
      if (self->rows->pdata[i] == NULL)
        {
          self->rows->pdata[i] = make_row (self, self->spans->pdata[i]);
          adw_preferences_group_add (self->group, self->rows->pdata[i]);
        }
      else if (is_settled (self->rows->pdata[i], self->spans->pdata[i]))
        {
          continue;
        }
      update_row (self, self->rows->pdata[i], self->spans->pdata[i]);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->spans->len > 0);
  n = self->spans->len;
  text = troupe_trace_is_under_way (self->trace)
             ? g_strdup_printf (ngettext ("%u so far", "%u so far", n), n)
             : g_strdup_printf ("%u", n);
  gtk_label_set_label (GTK_LABEL (self->n_so_far), text);
  follow_time (self);
}

static void
fill (TroupeDelegationList *self)
{
  TroupeSpan *run = troupe_trace_get_run (self->trace);

  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] != NULL)
      adw_preferences_group_remove (self->group, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->spans, 0);
  if (run != NULL && (self->name != NULL || self->role != NULL || self->is_generated))
    take_all (self, run);
  show_all (self);
}

static void
span_added_cb (TroupeDelegationList *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  if (self->name != NULL || self->role != NULL || self->is_generated)
    take (self, span);
}

static void
span_changed_cb (TroupeDelegationList *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  if (self->is_dirty || self->spans->len == 0)
    return;
  /* Spans inside of a delegation update it, too. */
  for (const TroupeSpan *around = span; around != NULL && !self->is_dirty; around = around->parent)
    self->is_dirty = around->kind == TROUPE_SCOPE_TOOL_CALL &&
                     g_ptr_array_find (self->spans, around, NULL);
}

/* If the spans are no longer in the trace, another run has begun. */
static void
trace_changed_cb (TroupeDelegationList *self)
{
  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  if (self->spans->len > 0 &&
      troupe_trace_get_span (self->trace, ((TroupeSpan *) self->spans->pdata[0])->id) !=
          self->spans->pdata[0])
    fill (self);
  else if (self->is_dirty)
    show_all (self);
}

guint
troupe_delegation_list_get_n (TroupeDelegationList *self)
{
  g_return_val_if_fail (TROUPE_IS_DELEGATION_LIST (self), 0);

  return self->spans->len;
}

void
troupe_delegation_list_set_agent (TroupeDelegationList *self,
                                  const char *name,
                                  const char *role,
                                  gboolean is_generated)
{
  gboolean changed;

  g_return_if_fail (TROUPE_IS_DELEGATION_LIST (self));

  changed = g_strcmp0 (name, self->name) != 0 || g_strcmp0 (role, self->role) != 0 ||
            is_generated != self->is_generated;
  if (!changed)
    return;
  self->is_generated = is_generated;
  troupe_set_str (&self->name, name);
  troupe_set_str (&self->role, role);
  fill (self);
}

/* Spans may have been removed. */
static void
rewound_cb (TroupeDelegationList *self)
{
  g_assert (TROUPE_IS_DELEGATION_LIST (self));

  if (self->spans->len > 0)
    fill (self);
}

static void
troupe_delegation_list_dispose (GObject *object)
{
  TroupeDelegationList *self = TROUPE_DELEGATION_LIST (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  if (self->group != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->group));
  self->group = NULL;
  g_clear_object (&self->trace);
  g_clear_pointer (&self->spans, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->role, g_free);

  G_OBJECT_CLASS (troupe_delegation_list_parent_class)->dispose (object);
}

static void
troupe_delegation_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_delegation_list_parent_class)->map (widget);
  follow_time (TROUPE_DELEGATION_LIST (widget));
}

static void
troupe_delegation_list_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_delegation_list_parent_class)->unmap (widget);
  follow_time (TROUPE_DELEGATION_LIST (widget));
}

static void
troupe_delegation_list_class_init (TroupeDelegationListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_delegation_list_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_delegation_list_map;
  GTK_WIDGET_CLASS (klass)->unmap = troupe_delegation_list_unmap;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_delegation_list_init (TroupeDelegationList *self)
{
  self->spans = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Delegated"));
  self->n_so_far = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->n_so_far, "dim-label");
  gtk_widget_add_css_class (self->n_so_far, "caption");
  adw_preferences_group_set_header_suffix (self->group, self->n_so_far);
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));
  gtk_widget_hide (GTK_WIDGET (self));
}

GtkWidget *
troupe_delegation_list_new (TroupeTrace *trace)
{
  TroupeDelegationList *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_DELEGATION_LIST, NULL);
  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "span-added", G_CALLBACK (span_added_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "span-changed", G_CALLBACK (span_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "rewound", G_CALLBACK (rewound_cb), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
