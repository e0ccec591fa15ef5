/* troupe-crew-inspector.c: inspector of the crew editor: form, JSON and run of the selected item
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-inspector"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-form.h"
#include "troupe-crew-head.h"
#include "troupe-crew-id.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-page.h"
#include "troupe-crew-run-side.h"
#include "troupe-crew-search.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-form.h"
#include "troupe-inspector.h"
#include "troupe-json-pane.h"
#include "troupe-pass-focus.h"
#include "troupe-search-keys.h"

struct _TroupeCrewInspector
{
  GtkWidget parent_instance;

  TroupeCrewHead *title;
  GtkToggleButton *run_button;
  GtkToggleButton *form_button;
  GtkToggleButton *json_button;
  GtkWidget *search_button;
  GtkSearchBar *search_bar;
  GtkEditable *search;
  GtkStack *stack;
  GtkWidget *head;
  GtkWidget *scroller;
  GtkBox *form_box;
  GtkWidget *run_scroller;
  GtkBox *run_box;
  GtkBox *json_box;
  GtkWidget *found;
  GtkBox *found_box;
  TroupeCrewRunSide *run; /* (nullable) */
  TroupeTrace *trace;     /* (nullable) */

  TroupeCrewTarget *target;
  char *id;       /* (nullable): NULL for the crew */
  char **several; /* (nullable): the items that are shown together; @id is the first of them */
  GtkWidget *form;
  TroupeJsonPane *json;
  GPtrArray *pages; /* TroupeCrewPage: the last one is shown */
  gboolean unfolded[TROUPE_CREW_OWNER_N][TROUPE_CREW_FOLD_N];
  gboolean is_committing;
  gboolean is_shown;       /* whether an item is shown */
  gboolean is_generated; /* shows the crew for the manager that CrewAI creates */
  TroupeSpan *left_run;    /* (nullable): run whose view the user left */
  gboolean is_choosing;
};

enum
{
  MESSAGE,
  SELECT_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewInspector, troupe_crew_inspector, GTK_TYPE_WIDGET)

static TroupeCrewSubject *
get_subject (TroupeCrewInspector *self)
{
  return troupe_crew_target_get_subject (self->target);
}

static TroupeCrewOwner
get_owner (TroupeCrewInspector *self)
{
  guint index;

  if (troupe_crew_id_is_task (self->id, &index))
    return TROUPE_CREW_OWNER_TASK;
  return troupe_crew_id_get_agent (self->id) != NULL ? TROUPE_CREW_OWNER_AGENT
                                                     : TROUPE_CREW_OWNER_CREW;
}

static gboolean
exists (TroupeCrewInspector *self, const char *id)
{
  g_auto (GStrv) path = troupe_crew_id_make_path (id);

  return path[0] == NULL ||
         troupe_crew_subject_get_value (get_subject (self), (const char *const *) path) != NULL;
}

/* Returns TRUE if the shown items still exist. */
static gboolean
is_there (TroupeCrewInspector *self)
{
  for (guint i = 0; self->several != NULL && self->several[i] != NULL; i++)
    if (!exists (self, self->several[i]))
      return FALSE;
  return exists (self, self->id);
}

/* Returns TRUE if the items that are shown together are all agents or all tasks. */
static gboolean
is_of_one_kind (TroupeCrewInspector *self)
{
  for (guint i = 1; self->several != NULL && self->several[i] != NULL; i++)
    if (troupe_crew_id_is_task (self->several[i], NULL) !=
        troupe_crew_id_is_task (self->several[0], NULL))
      return FALSE;
  return TRUE;
}

/* Several items have no JSON of their own. */
static gboolean
shows_json (TroupeCrewInspector *self)
{
  return self->several == NULL && gtk_toggle_button_get_active (self->json_button);
}

/* --- Contents --------------------------------------------------------------------------------- */

static gboolean
is_searching (TroupeCrewInspector *self)
{
  return gtk_search_bar_get_search_mode (self->search_bar) &&
         gtk_editable_get_text (self->search)[0] != '\0';
}

static void
show_child (TroupeCrewInspector *self, gboolean json)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (gtk_toggle_button_get_active (self->run_button) && !is_searching (self))
    gtk_stack_set_visible_child (self->stack, self->run_scroller);
  else if (json)
    gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->json_box));
  else if (is_searching (self))
    gtk_stack_set_visible_child (self->stack, self->found);
  else if (self->pages->len > 0)
    gtk_stack_set_visible_child (self->stack, self->pages->pdata[self->pages->len - 1]);
  else
    gtk_stack_set_visible_child (self->stack, self->scroller);
}

static void
update_head (TroupeCrewInspector *self)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (self->several != NULL)
    troupe_crew_head_show_several (self->title, get_subject (self),
                                   (const char *const *) self->several);
  else
    troupe_crew_head_show (self->title, get_subject (self), self->id);
  gtk_widget_set_visible (GTK_WIDGET (self->json_button), self->several == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->form_button), self->several == NULL);
}

static void
add_button (GtkWidget *box, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static void
make_form (TroupeCrewInspector *self)
{
  g_auto (GStrv) path = troupe_crew_id_make_path (self->id);
  TroupeCrewOwner owner = get_owner (self);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (!is_of_one_kind (self))
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);

      /* Makes the form of agents and tasks, which have no field in common. */
      add_button (box, _ ("Duplicate"), "crew.duplicate");
      add_button (box, _ ("Delete"), "crew.delete");
      self->form = box;
      gtk_box_append (self->form_box, self->form);
      return;
    }
  self->form = troupe_crew_form_new (self->target, owner, (const char *const *) path);
  for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
    if (self->unfolded[owner][fold])
      troupe_crew_form_unfold (TROUPE_CREW_FORM (self->form), fold, TRUE);
  gtk_box_append (self->form_box, self->form);
}

/* Form and JSON show the same data. The hidden view is only created when it is requested. */
static void
build_side (TroupeCrewInspector *self)
{
  gboolean run = gtk_toggle_button_get_active (self->run_button);
  gboolean json = shows_json (self);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (json && self->json == NULL)
    {
      static const char *const left_out[] = { "tasks", "agents", NULL };
      g_auto (GStrv) path = troupe_crew_id_make_path (self->id);

      self->json = TROUPE_JSON_PANE (troupe_json_pane_new (TROUPE_FORM_TARGET (self->target),
                                                           (const char *const *) path,
                                                           path[0] == NULL ? left_out : NULL));
      gtk_box_append (self->json_box, GTK_WIDGET (self->json));
    }
  else if (!json && !run && self->form == NULL)
    make_form (self);
  show_child (self, json);
}

/* Removes a page from the stack. Called when the page is no longer visible. */
static void
drop_page (TroupeCrewInspector *self, guint index)
{
  g_autoptr (GtkWidget) page = g_object_ref (self->pages->pdata[index]);

  g_ptr_array_remove_index (self->pages, index);
  gtk_stack_remove (self->stack, page);
}

static void
clear_content (TroupeCrewInspector *self)
{
  TroupeFormFocus *focus = troupe_form_focus_take (GTK_WIDGET (self->stack));
  TroupeCrewOwner owner = get_owner (self);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (focus != NULL)
    troupe_form_focus_free (focus);
  /* A fold that the user opened for one task is also open for the next task. */
  for (TroupeCrewFold fold = 0; TROUPE_IS_CREW_FORM (self->form) && fold < TROUPE_CREW_FOLD_N;
       fold++)
    self->unfolded[owner][fold] =
        troupe_crew_form_is_unfolded (TROUPE_CREW_FORM (self->form), fold);
  while (self->pages->len > 0)
    drop_page (self, self->pages->len - 1);
  if (self->form != NULL)
    gtk_box_remove (self->form_box, self->form);
  self->form = NULL;
  if (self->json != NULL)
    gtk_box_remove (self->json_box, GTK_WIDGET (self->json));
  self->json = NULL;
}

/* --- Run view --------------------------------------------------------------------------------- */

/* Returns TRUE if the user is working in the inspector. */
static gboolean
has_focus (TroupeCrewInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* Offers the run view if the agent worked in the run, and switches to it automatically while the
 * run is running. */
static void
choose_run (TroupeCrewInspector *self)
{
  const gboolean has_run = self->run != NULL && troupe_crew_run_side_has_run (self->run);
  const gboolean is_active = gtk_toggle_button_get_active (self->run_button);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  self->is_choosing = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self->run_button), has_run);
  /* There is not enough space for both buttons. Ctrl+F works without the search button. */
  gtk_widget_set_visible (self->search_button, !has_run);
  if (!has_run && is_active)
    gtk_toggle_button_set_active (self->form_button, TRUE);
  else if (has_run && !is_active && !has_focus (self) &&
           self->left_run != troupe_trace_get_run (self->trace) &&
           troupe_trace_is_under_way (self->trace))
    gtk_toggle_button_set_active (self->run_button, TRUE);
  self->is_choosing = FALSE;
}

static void
update_run (TroupeCrewInspector *self)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (self->run == NULL)
    return;
  troupe_crew_run_side_set_agent (
      self->run, self->several == NULL ? troupe_crew_id_get_agent (self->id) : NULL,
      self->is_generated);
  choose_run (self);
}

static void
has_run_cb (TroupeCrewInspector *self)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  choose_run (self);
}

/* @ids: (nullable): the items that are shown together with @id, which is the first of them */
static void
show_items (TroupeCrewInspector *self, const char *id, const char *const *ids)
{
  g_auto (GStrv) several = g_strdupv ((char **) ids);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  clear_content (self);
  troupe_set_str (&self->id, id);
  g_strfreev (self->several);
  self->several = g_steal_pointer (&several);
  if (!is_there (self))
    {
      g_clear_pointer (&self->id, g_free);
      g_clear_pointer (&self->several, g_strfreev);
    }
  troupe_crew_target_set_several (
      self->target, is_of_one_kind (self) ? (const char *const *) self->several : NULL);
  self->is_shown = TRUE;
  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  update_head (self);
  update_run (self);
  build_side (self);
  /* What is selected next is read from its beginning. */
  gtk_adjustment_set_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

void
troupe_crew_inspector_show (TroupeCrewInspector *self, const char *id)
{
  g_autofree char *own = g_strdup (id);

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  troupe_crew_inspector_commit (self);
  self->is_generated = FALSE;
  /* The generated manager only has settings of the crew, so show the crew. */
  if (g_strcmp0 (own, TROUPE_CREW_ID_MANAGER) == 0)
    {
      g_free (own);
      own = troupe_crew_subject_dup_manager (get_subject (self));
      if (own != NULL)
        {
          char *agent = troupe_crew_id_make_agent (own);

          g_free (own);
          own = agent;
        }
      self->is_generated = own == NULL;
    }
  if (self->is_shown && self->several == NULL && g_strcmp0 (own, self->id) == 0)
    {
      update_run (self);
      return;
    }

  show_items (self, own, NULL);
}

void
troupe_crew_inspector_show_several (TroupeCrewInspector *self, const char *const *ids)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));
  g_return_if_fail (ids != NULL && ids[0] != NULL && ids[1] != NULL);

  troupe_crew_inspector_commit (self);
  self->is_generated = FALSE;
  if (self->several == NULL || !g_strv_equal ((const char *const *) self->several, ids))
    show_items (self, ids[0], ids);
}

void
troupe_crew_inspector_set_trace (TroupeCrewInspector *self, TroupeTrace *trace)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));
  g_return_if_fail (TROUPE_IS_TRACE (trace));
  g_return_if_fail (self->run == NULL);

  self->trace = g_object_ref (trace);
  self->run = TROUPE_CREW_RUN_SIDE (troupe_crew_run_side_new (get_subject (self), trace));
  gtk_widget_set_hexpand (GTK_WIDGET (self->run), TRUE);
  gtk_box_append (self->run_box, GTK_WIDGET (self->run));
  g_signal_connect_object (self->run, "has-run", G_CALLBACK (has_run_cb), self, G_CONNECT_SWAPPED);
  update_run (self);
}

void
troupe_crew_inspector_refresh (TroupeCrewInspector *self)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  if (!is_there (self))
    {
      troupe_crew_inspector_show (self, NULL);
      return;
    }
  if (TROUPE_IS_CREW_FORM (self->form))
    troupe_crew_form_refresh (TROUPE_CREW_FORM (self->form));
  if (self->json != NULL)
    troupe_json_pane_refresh (self->json);
  update_head (self);
  update_run (self);
}

void
troupe_crew_inspector_commit (TroupeCrewInspector *self)
{
  g_autoptr (TroupeCrewInspector) alive = NULL;

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  if (self->is_committing || self->form == NULL)
    return;
  alive = g_object_ref (self);
  self->is_committing = TRUE;
  for (guint i = self->pages->len; i > 0; i--)
    troupe_form_entry_commit_below (self->pages->pdata[i - 1]);
  if (TROUPE_IS_CREW_FORM (self->form))
    troupe_crew_form_commit (TROUPE_CREW_FORM (self->form));
  self->is_committing = FALSE;
}

void
troupe_crew_inspector_set_json (TroupeCrewInspector *self, gboolean json)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));

  gtk_toggle_button_set_active (json ? self->json_button : self->form_button, TRUE);
}

GtkWidget *
troupe_crew_inspector_get_content (TroupeCrewInspector *self)
{
  GtkWidget *child;

  g_return_val_if_fail (TROUPE_IS_CREW_INSPECTOR (self), NULL);

  child = gtk_stack_get_visible_child (self->stack);
  if (child == self->scroller)
    return self->form;
  if (child == self->run_scroller)
    return GTK_WIDGET (self->run);
  return child == GTK_WIDGET (self->json_box) ? GTK_WIDGET (self->json) : child;
}

static void
side_toggled_cb (TroupeCrewInspector *self, GtkToggleButton *button)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  if (!self->is_choosing)
    {
      gboolean leaves = button != self->run_button;
      TroupeSpan *run = self->trace != NULL && leaves ? troupe_trace_get_run (self->trace) : NULL;

      /* Records that the user has chosen a view. */
      g_clear_pointer (&self->left_run, troupe_span_unref);
      self->left_run = run != NULL ? troupe_span_ref (run) : NULL;
    }
  if (self->is_shown)
    build_side (self);
}

/* --- Going to a field ------------------------------------------------------------------------- */

/* How long a fold takes to open, with a margin, in microseconds. */
#define UNFOLDING_US 400000

/* Returns TRUE if the focus is at or below @widget. */
static gboolean
has_focus_in (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Focuses a row and keeps it in view while the fold that contains it opens, unless the user goes elsewhere. */
static gboolean
reveal_cb (GtkWidget *row, GdkFrameClock *clock, gpointer user_data)
{
  TroupeCrewInspector *self = user_data;
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (self->scroller);
  GtkWidget *viewport = gtk_scrolled_window_get_child (scroller);
  gint64 *until = g_object_get_data (G_OBJECT (row), "troupe-reveal-until");
  gboolean is_first = *until == 0;
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (is_first)
    *until = gdk_frame_clock_get_frame_time (clock) + UNFOLDING_US;
  if (is_first && !gtk_widget_grab_focus (row))
    gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
  if (!has_focus_in (row) || gdk_frame_clock_get_frame_time (clock) > *until)
    return G_SOURCE_REMOVE;
  if (gtk_widget_compute_bounds (row, gtk_widget_get_first_child (viewport), &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (scroller),
                               (double) bounds.origin.y,
                               (double) (bounds.origin.y + bounds.size.height));
  return G_SOURCE_CONTINUE;
}

static void
go_to_key (TroupeCrewInspector *self, const char *key, const char *const *rest)
{
  GtkWidget *row;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  troupe_crew_inspector_set_json (self, FALSE);
  while (self->pages->len > 0)
    drop_page (self, self->pages->len - 1);
  build_side (self);
  row = TROUPE_IS_CREW_FORM (self->form)
            ? troupe_crew_form_find (TROUPE_CREW_FORM (self->form), key, rest)
            : NULL;
  if (row == NULL)
    return;
  g_object_set_data_full (G_OBJECT (row), "troupe-reveal-until", g_new0 (gint64, 1), g_free);
  gtk_widget_add_tick_callback (row, reveal_cb, self, NULL);
}

void
troupe_crew_inspector_go_to (TroupeCrewInspector *self, const char *path)
{
  g_auto (GStrv) keys = NULL;
  g_auto (GStrv) own = NULL;
  guint n_own;

  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));
  g_return_if_fail (path != NULL);

  keys = troupe_crew_subject_split_path (get_subject (self), path);
  own = troupe_crew_id_make_path (self->id);
  n_own = g_strv_length (own);
  if (keys == NULL || g_strv_length (keys) <= n_own)
    return;
  go_to_key (self, keys[n_own], (const char *const *) keys + n_own + 1);
}

/* --- Search ----------------------------------------------------------------------------------- */

static void
found_cb (const char *key, const char *inner, gpointer data)
{
  TroupeCrewInspector *self = data;
  g_autofree char *own = g_strdup (key);
  g_autofree char *below = g_strdup (inner);

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  go_to_key (self, own, (const char *const[]){ below, NULL });
}

static void
search_changed_cb (TroupeCrewInspector *self)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (!self->is_shown)
    return;
  if (is_searching (self))
    {
      const char *text = gtk_editable_get_text (self->search);
      g_auto (GStrv) path = troupe_crew_id_make_path (self->id);
      JsonNode *map =
          troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) path);
      AdwPreferencesGroup *group;

      troupe_crew_clear_box (GTK_WIDGET (self->found_box));
      group = troupe_form_add_group (GTK_WIDGET (self->found_box), NULL);
      if (troupe_crew_search_fill (group, get_owner (self), map, text, found_cb, self) == 0)
        {
          g_autofree char *words = g_strdup_printf (_ ("No results for “%s”."), text);
          g_autofree char *escaped = g_markup_escape_text (words, -1);

          adw_preferences_group_set_description (group, escaped);
        }
    }
  show_child (self, shows_json (self) && !is_searching (self));
}

/* Enter goes to the first result. */
static void
search_activated_cb (TroupeCrewInspector *self)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (!is_searching (self))
    return;
  /* The entry delays `search-changed`, so the list may not be filled yet. */
  search_changed_cb (self);
  troupe_crew_search_activate_first (GTK_WIDGET (self->found_box));
}

void
troupe_crew_inspector_find (TroupeCrewInspector *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_CREW_INSPECTOR (self));
  g_return_if_fail (text != NULL);

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_editable_set_text (self->search, text);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
find_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  troupe_crew_inspector_find (TROUPE_CREW_INSPECTOR (widget), "");
}

/* --- Pages ------------------------------------------------------------------------------------ */

/* Data key of a page: the focus of the user before the page was opened. */
#define OPENED_FROM "troupe-opened-from"

static void
free_focus (gpointer focus)
{
  troupe_form_focus_free (focus);
}

static void
page_requested_cb (TroupeCrewInspector *self, GtkWidget *page)
{
  TroupeFormFocus *focus = troupe_form_focus_take (GTK_WIDGET (self->stack));

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (focus != NULL)
    g_object_set_data_full (G_OBJECT (page), OPENED_FROM, focus, free_focus);
  g_ptr_array_add (self->pages, page);
  gtk_stack_add_child (self->stack, page);
  gtk_stack_set_transition_type (self->stack, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT);
  show_child (self, FALSE);
  gtk_widget_grab_focus (page);
}

static gboolean
leave_page (TroupeCrewInspector *self)
{
  TroupeFormFocus *focus;
  TroupeFormFocus *from;
  GtkWidget *page;
  GtkRoot *root;
  GtkWidget *now;

  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if (self->pages->len == 0 ||
      gtk_stack_get_visible_child (self->stack) != self->pages->pdata[self->pages->len - 1])
    return FALSE;
  page = self->pages->pdata[self->pages->len - 1];
  troupe_form_entry_commit_below (page);
  from = g_object_steal_data (G_OBJECT (page), OPENED_FROM);
  focus = troupe_form_focus_take (GTK_WIDGET (self->stack));
  if (focus != NULL)
    troupe_form_focus_free (focus);
  gtk_stack_set_transition_type (self->stack, GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT);
  drop_page (self, self->pages->len - 1);
  show_child (self, FALSE);
  /* Focuses the row that opened the page, so that the user need not search for it again. */
  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (from != NULL)
    troupe_form_focus_give_back (from, GTK_WIDGET (self->stack));
  now = root != NULL ? gtk_root_get_focus (root) : NULL;
  if (now == NULL || !gtk_widget_is_ancestor (now, GTK_WIDGET (self->stack)))
    gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);

  return TRUE;
}

static void
page_left_cb (TroupeCrewInspector *self)
{
  leave_page (self);
}

static gboolean
key_pressed_cb (TroupeCrewInspector *self, guint keyval, guint keycode, GdkModifierType state)
{
  g_assert (TROUPE_IS_CREW_INSPECTOR (self));

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0 || keyval != GDK_KEY_Escape)
    return FALSE;
  if (gtk_search_bar_get_search_mode (self->search_bar))
    {
      gtk_search_bar_set_search_mode (self->search_bar, FALSE);
      return TRUE;
    }
  return leave_page (self);
}

/* --- GObject ---------------------------------------------------------------------------------- */

static void
message_cb (TroupeCrewInspector *self, const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

static void
select_requested_cb (TroupeCrewInspector *self, const char *id)
{
  g_signal_emit (self, signals[SELECT_REQUESTED], 0, id);
}

static gboolean
troupe_crew_inspector_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (GTK_WIDGET (TROUPE_CREW_INSPECTOR (widget)->stack),
                                 GTK_DIR_TAB_FORWARD);
}

static void
troupe_crew_inspector_root (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_crew_inspector_parent_class)->root (widget);
  troupe_inspector_arrange_head (TROUPE_CREW_INSPECTOR (widget)->head);
}

static void
troupe_crew_inspector_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_crew_inspector_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI)
    troupe_inspector_arrange_head (TROUPE_CREW_INSPECTOR (widget)->head);
}

static void
troupe_crew_inspector_dispose (GObject *object)
{
  TroupeCrewInspector *self = TROUPE_CREW_INSPECTOR (object);
  GtkWidget *child;

  self->is_shown = FALSE;
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_CREW_INSPECTOR);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->form = NULL;
  self->json = NULL;
  self->run = NULL;
  g_clear_pointer (&self->left_run, troupe_span_unref);
  g_clear_object (&self->trace);
  g_clear_object (&self->target);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (troupe_crew_inspector_parent_class)->dispose (object);
}

static void
troupe_crew_inspector_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_CREW_INSPECTOR (object)->pages, g_ptr_array_unref);
  g_clear_pointer (&TROUPE_CREW_INSPECTOR (object)->several, g_strfreev);

  G_OBJECT_CLASS (troupe_crew_inspector_parent_class)->finalize (object);
}

static void
troupe_crew_inspector_class_init (TroupeCrewInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_inspector_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_inspector_finalize;
  widget_class->grab_focus = troupe_crew_inspector_grab_focus;
  troupe_pass_focus_install (widget_class);
  widget_class->root = troupe_crew_inspector_root;
  widget_class->system_setting_changed = troupe_crew_inspector_system_setting_changed;

  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_CREW_INSPECTOR, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SELECT_REQUESTED] =
      g_signal_new ("select-requested", TROUPE_TYPE_CREW_INSPECTOR, G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (TROUPE_TYPE_CREW_HEAD);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-crew-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, head);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, run_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, form_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, json_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, search_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, search_bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, search);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, form_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, run_scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, run_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, json_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, found);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewInspector, found_box);
  gtk_widget_class_bind_template_callback (widget_class, side_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_install_action (widget_class, "inspector.find", NULL, find_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "inspector.find",
                                       NULL);
}

static void
troupe_crew_inspector_init (TroupeCrewInspector *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->pages = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, self->search);
  troupe_search_keys_add (GTK_WIDGET (self->search), GTK_WIDGET (self->found_box));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
troupe_crew_inspector_new (TroupeCrewSubject *subject)
{
  TroupeCrewInspector *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_INSPECTOR, NULL);
  self->target = troupe_crew_target_new (subject);
  g_signal_connect_object (self->target, "message", G_CALLBACK (message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->target, "select-requested", G_CALLBACK (select_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->target, "page-requested", G_CALLBACK (page_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->target, "page-left", G_CALLBACK (page_left_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_crew_inspector_show (self, NULL);

  return GTK_WIDGET (self);
}
