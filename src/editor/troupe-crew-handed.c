/* troupe-crew-handed.c: what an agent handed out to others in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-handed"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-crew-handed.h"
#include "troupe-form.h"
#include "troupe-shown-text.h"

/* Of an answer so much is shown, in letters: the transcript has all of it. Of a run so many are listed. */
#define LONGEST_TEXT 4000
#define MOST_ROWS 200

struct _TroupeCrewHanded
{
  GtkWidget parent_instance;

  TroupeTrace *trace;
  AdwPreferencesGroup *group;
  char *name;       /* (nullable) */
  char *role;       /* (nullable) */
  GPtrArray *spans; /* TroupeSpan: of the calls by which it was handed out */
  GPtrArray *rows;  /* GtkWidget: of each; NULL where none is made yet */
  gboolean is_dirty;
};

G_DEFINE_FINAL_TYPE (TroupeCrewHanded, troupe_crew_handed, GTK_TYPE_WIDGET)

/* --- Which spans ------------------------------------------------------------------------------ */

static const TroupeSpan *
find_around (const TroupeSpan *span, TroupeScopeKind kind)
{
  while (span != NULL && span->kind != kind)
    span = span->parent;
  return span;
}

/* The agent at work is known by its place in the document; where that says nothing by its role. */
static gboolean
is_own (TroupeCrewHanded *self, const TroupeSpan *agent)
{
  const char *path = troupe_span_get_path (agent);
  const char *place = path != NULL ? g_strrstr (path, "agents.") : NULL;

  g_assert (TROUPE_IS_CREW_HANDED (self));

  if (place != NULL && self->name != NULL)
    return g_str_equal (place + strlen ("agents."), self->name);
  return self->role != NULL && g_strcmp0 (troupe_span_get_name (agent), self->role) == 0;
}

/* An agent that works inside of a tool was asked by the one who called the tool. */
static void
take (TroupeCrewHanded *self, TroupeSpan *span)
{
  TroupeSpan *call = span->parent;
  const TroupeSpan *asker = call != NULL && call->kind == TROUPE_SCOPE_TOOL_CALL
                                ? find_around (call->parent, TROUPE_SCOPE_AGENT)
                                : NULL;

  g_assert (TROUPE_IS_CREW_HANDED (self));

  if (span->kind != TROUPE_SCOPE_AGENT || asker == NULL || !is_own (self, asker) ||
      self->spans->len >= MOST_ROWS || g_ptr_array_find (self->spans, call, NULL))
    return;
  g_ptr_array_add (self->spans, troupe_span_ref (call));
  g_ptr_array_add (self->rows, NULL);
  self->is_dirty = TRUE;
}

static void
take_all (TroupeCrewHanded *self, TroupeSpan *span)
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
      return _ ("Broken off");
    default:
      return _ ("Running");
    }
}

/* `Question · gather · Done · 2.1 s` (transfer full) */
static char *
describe (TroupeCrewHanded *self, const TroupeSpan *call)
{
  const TroupeSpan *task = find_around (call, TROUPE_SCOPE_TASK);
  g_autoptr (TroupeValue) arguments = troupe_span_dup_arguments (call);
  gboolean asks = troupe_value_get_member (arguments, "question") != NULL;
  gint64 now = troupe_trace_get_run_time (self->trace, g_get_real_time ());
  gint64 end = troupe_span_is_under_way (call) ? now : call->end;
  g_autofree char *time = troupe_span_to_text (MAX (0, end - call->start));
  g_autofree char *name = troupe_text_to_line (task != NULL ? troupe_span_get_name (task) : NULL);

  g_assert (TROUPE_IS_CREW_HANDED (self));

  return g_strdup_printf ("%s · %s%s%s · %s", asks ? _ ("Question") : _ ("Work"),
                          name != NULL ? name : "", name != NULL ? " · " : "",
                          get_state_word (call), time);
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

static char *
make_answer (const TroupeSpan *call)
{
  g_autofree char *error = troupe_span_dup_error (call);
  g_autofree char *answer = to_text (troupe_span_get_output (call));

  if (error != NULL)
    return g_steal_pointer (&error);
  return answer[0] != '\0' ? g_steal_pointer (&answer) : g_strdup (_ ("None yet"));
}

static GtkWidget *
make_row (TroupeCrewHanded *self, const TroupeSpan *call)
{
  GtkWidget *row = adw_expander_row_new ();
  const TroupeSpan *asked = get_asked (call);
  g_autoptr (TroupeValue) arguments = troupe_span_dup_arguments (call);
  TroupeValue *request = troupe_value_get_member (arguments, "question");
  g_autofree char *text =
      to_text (request != NULL ? request : troupe_value_get_member (arguments, "task"));
  g_autofree char *line = troupe_text_to_line (text);
  g_autofree char *role = troupe_text_to_line (asked != NULL ? troupe_span_get_name (asked) : NULL);
  g_autofree char *title =
      g_strdup_printf ("%s: %s", role != NULL ? role : "", line != NULL ? line : "");
  g_autofree char *context = to_text (troupe_value_get_member (arguments, "context"));
  g_autofree char *answer = make_answer (call);

  g_assert (TROUPE_IS_CREW_HANDED (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_tooltip_text (row, text);
  if (context[0] != '\0')
    add_text (row, _ ("Context"), context);
  add_text (row, _ ("Answer"), answer);
  return row;
}

static void
update_row (TroupeCrewHanded *self, GtkWidget *row, const TroupeSpan *call)
{
  g_autofree char *subtitle = describe (self, call);
  g_autofree char *answer = make_answer (call);
  g_autofree char *escaped = g_markup_escape_text (subtitle, -1);
  GtkWidget *label = g_object_get_data (G_OBJECT (row), "troupe-answer");

  g_assert (TROUPE_IS_CREW_HANDED (self));

  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), escaped);
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (label)), answer))
    gtk_label_set_label (GTK_LABEL (label), answer);
}

/* --- Following the run ------------------------------------------------------------------------ */

static void
show_all (TroupeCrewHanded *self)
{
  g_assert (TROUPE_IS_CREW_HANDED (self));

  self->is_dirty = FALSE;
  for (guint i = 0; i < self->spans->len; i++)
    {
      if (self->rows->pdata[i] == NULL)
        {
          self->rows->pdata[i] = make_row (self, self->spans->pdata[i]);
          adw_preferences_group_add (self->group, self->rows->pdata[i]);
        }
      update_row (self, self->rows->pdata[i], self->spans->pdata[i]);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->spans->len > 0);
}

static void
clear (TroupeCrewHanded *self)
{
  g_assert (TROUPE_IS_CREW_HANDED (self));

  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] != NULL)
      adw_preferences_group_remove (self->group, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->spans, 0);
}

static void
fill (TroupeCrewHanded *self)
{
  TroupeSpan *run = troupe_trace_get_run (self->trace);

  g_assert (TROUPE_IS_CREW_HANDED (self));

  clear (self);
  if (run != NULL && (self->name != NULL || self->role != NULL))
    take_all (self, run);
  show_all (self);
}

static void
span_added_cb (TroupeCrewHanded *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_CREW_HANDED (self));

  if (self->name != NULL || self->role != NULL)
    take (self, span);
}

static void
span_changed_cb (TroupeCrewHanded *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_CREW_HANDED (self));

  self->is_dirty = self->is_dirty || (span->kind == TROUPE_SCOPE_TOOL_CALL &&
                                      g_ptr_array_find (self->spans, span, NULL));
}

/* Another run has begun where the spans are none of the trace's any more. */
static void
trace_changed_cb (TroupeCrewHanded *self)
{
  g_assert (TROUPE_IS_CREW_HANDED (self));

  if (self->spans->len > 0 &&
      troupe_trace_get_span (self->trace, ((TroupeSpan *) self->spans->pdata[0])->id) !=
          self->spans->pdata[0])
    fill (self);
  else if (self->is_dirty)
    show_all (self);
}

void
troupe_crew_handed_set_agent (TroupeCrewHanded *self, const char *name, const char *role)
{
  gboolean changed;

  g_return_if_fail (TROUPE_IS_CREW_HANDED (self));

  changed = g_strcmp0 (name, self->name) != 0 || g_strcmp0 (role, self->role) != 0;
  if (!changed)
    return;
  troupe_set_str (&self->name, name);
  troupe_set_str (&self->role, role);
  fill (self);
}

static void
troupe_crew_handed_dispose (GObject *object)
{
  TroupeCrewHanded *self = TROUPE_CREW_HANDED (object);

  if (self->group != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->group));
  self->group = NULL;
  g_clear_object (&self->trace);
  g_clear_pointer (&self->spans, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->role, g_free);

  G_OBJECT_CLASS (troupe_crew_handed_parent_class)->dispose (object);
}

static void
troupe_crew_handed_class_init (TroupeCrewHandedClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_crew_handed_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_crew_handed_init (TroupeCrewHanded *self)
{
  self->spans = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Handed out"));
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));
  gtk_widget_hide (GTK_WIDGET (self));
}

GtkWidget *
troupe_crew_handed_new (TroupeTrace *trace)
{
  TroupeCrewHanded *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_HANDED, NULL);
  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "span-added", G_CALLBACK (span_added_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "span-changed", G_CALLBACK (span_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
