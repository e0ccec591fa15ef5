/* troupe-flow-content.c: page content for flow documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-content"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-chat.h"
#include "troupe-flow-content.h"
#include "troupe-page-files.h"
#include "troupe-page-problems.h"
#include "troupe-flow-inner.h"
#include "troupe-flow-part.h"
#include "troupe-flow-state.h"
#include "troupe-run-controller.h"
#include "troupe-run-pause.h"
#include "troupe-subpage.h"
#include "troupe-subpages.h"
#include "troupe-plot.h"
#include "troupe-run-kind.h"

struct _TroupeFlowContent
{
  TroupePageContent parent_instance;

  TroupeFlowDocument *document;
  TroupeEditor *editor; /* (nullable): NULL once it is disposed */
  TroupeMonitor *monitor;
  TroupeFlowInner *inner;
  TroupeFlowCrews *crews;
  TroupeRunController *running;
  TroupePageProblems *problems;
  TroupePageFiles *files;
  TroupeFlowChat *chat;
};

G_DEFINE_FINAL_TYPE (TroupeFlowContent, troupe_flow_content, TROUPE_TYPE_PAGE_CONTENT)

static TroupeFlow *
get_flow (TroupeFlowContent *self)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  return troupe_flow_document_get_flow (self->document);
}

static TroupeEditorFrame *
get_frame (TroupeFlowContent *self)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  return troupe_editor_get_frame (self->editor);
}

static TroupeEditorView *
get_view (TroupePageContent *content)
{
  return troupe_editor_frame_get_view (get_frame (TROUPE_FLOW_CONTENT (content)));
}

static void
tell (TroupeFlowContent *self, const char *text)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_page_content_tell (TROUPE_PAGE_CONTENT (self), text);
}

/* --- Editor and monitor ----------------------------------------------------------------------- */

static void
show_problems (TroupeFlowContent *self)
{
  g_autoptr (GPtrArray) problems = troupe_page_problems_list (
      self->problems, troupe_document_get_problems (TROUPE_DOCUMENT (self->document)));

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_monitor_set_flow (self->monitor, get_flow (self), problems);
}

static void
document_changed_cb (TroupeFlowContent *self)
{
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  show_problems (self);
  troupe_page_problems_update (self->problems);
  troupe_monitor_set_folder (self->monitor, folder);
  /* Breakpoints that are set during a run apply to it. */
  if (self->running != NULL)
    troupe_run_controller_update_breakpoints (self->running);
}

static void
method_selected_cb (TroupeFlowContent *self, const char *name)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_select_method (self->editor, name);
}

static void
editor_selected_cb (TroupeFlowContent *self)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_monitor_set_selected_method (self->monitor,
                                      troupe_editor_get_selected_method (self->editor));
}

static void
problem_activated_cb (TroupeFlowContent *self, TroupeProblem *problem)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_page_content_activate_problem (TROUPE_PAGE_CONTENT (self), problem);
  /* Its card may be selected already, so that nothing else would be visible. */
  if (!troupe_monitor_get_panel_open (self->monitor))
    troupe_page_content_tell (TROUPE_PAGE_CONTENT (self), problem->message);
}

static void
fix_requested_cb (TroupeFlowContent *self, TroupeProblem *problem)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_fix_problem (self->editor, problem);
}

static void
place_requested_cb (TroupeFlowContent *self, const char *method, const char *path, guint line)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_show_place (self->editor, method, path, line);
}

static void
panel_toggled_cb (TroupeFlowContent *self)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_frame_set_bottom_open (troupe_flow_inner_get_frame (self->inner),
                                       troupe_monitor_get_panel_open (self->monitor));
  troupe_editor_frame_set_bottom_whole (troupe_flow_inner_get_frame (self->inner),
                                        troupe_monitor_get_panel_whole (self->monitor));
}

/* Opens the menu to select an execution of a method on its card. */
static void
passes_requested_cb (TroupeFlowContent *self, const char *method, const GdkRectangle *place)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_monitor_open_passes (self->monitor, method, GTK_WIDGET (self->editor), place);
}

/* --- Opening crews of methods ----------------------------------------------------------------- */

/* Opens a crew that is stored in a separate file. The crew gets a tab of its own. */
static gboolean
open_crew_file (TroupeFlowContent *self, const TroupeFlowAction *action)
{
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (GFile) around = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *uri = NULL;

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  if (action->reference == NULL || folder == NULL)
    return FALSE;
  around = g_file_new_for_path (folder);
  file = g_file_resolve_relative_path (around, action->reference);
  uri = g_file_get_uri (file);
  return gtk_widget_activate_action (GTK_WIDGET (self), "win.open-recent", "s", uri);
}

static void
method_activated_cb (TroupeFlowContent *self, const char *name)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (get_flow (self), name);
  const TroupeFlowAction *action = method != NULL ? method->action : NULL;
  g_autofree char *copy = g_strdup (name);

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  if (action != NULL && action->type == TROUPE_ACTION_CREW &&
      (troupe_flow_inner_enter (self->inner, copy) || troupe_flow_crews_offer (self->crews, copy) ||
       open_crew_file (self, action)))
    return;
  troupe_editor_select_method (self->editor, copy);
  gtk_widget_activate_action (GTK_WIDGET (self->editor), "flow.edit", NULL);
}

static void
view_changed_cb (TroupeFlowContent *self)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_page_content_view_changed (TROUPE_PAGE_CONTENT (self));
}

static void
join_editor (TroupeFlowContent *self)
{
  GObject *editor = G_OBJECT (self->editor);

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  g_signal_connect_object (editor, "notify::selected-method", G_CALLBACK (editor_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "passes-requested", G_CALLBACK (passes_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "state-opened", G_CALLBACK (troupe_flow_state_join), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_editor_frame_get_view (get_frame (self)), "changed",
                           G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
  g_object_bind_property (get_frame (self), "inspector-visible", self, "inspector-visible",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (get_frame (self), "outline-visible", self, "outline-visible",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

static void
join_monitor (TroupeFlowContent *self)
{
  GObject *monitor = G_OBJECT (self->monitor);

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_frame_set_bottom (get_frame (self), GTK_WIDGET (self->monitor));
  g_signal_connect_object (monitor, "method-selected", G_CALLBACK (method_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "problem-activated", G_CALLBACK (problem_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "fix-requested", G_CALLBACK (fix_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "costs-shown", G_CALLBACK (troupe_editor_set_costs),
                           self->editor, G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "place-requested", G_CALLBACK (place_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "notify::panel-open", G_CALLBACK (panel_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "notify::panel-whole", G_CALLBACK (panel_toggled_cb), self,
                           G_CONNECT_SWAPPED);
}

/* --- Running ---------------------------------------------------------------------------------- */

static void
run_begins_cb (TroupeFlowContent *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  /* A training or test run executes only the crew that is shown, not a method of the flow. */
  if (!troupe_run_get_kind (run)->shows_methods)
    {
      troupe_flow_inner_begin_own_run (self->inner);
      return;
    }
  troupe_editor_begin_run (self->editor, troupe_run_get_flow (run));
  troupe_editor_view_follow_run (get_view (TROUPE_PAGE_CONTENT (self)), TRUE);
  troupe_flow_inner_begin_run (self->inner);
}

static void
run_ended_cb (TroupeFlowContent *self)
{
  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (self->inner);

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_end_run (self->editor);
  troupe_editor_view_follow_run (get_view (TROUPE_PAGE_CONTENT (self)), FALSE);
  if (crew != NULL)
    troupe_crew_editor_end_run (crew);
}

static void
inner_changed_cb (TroupeFlowContent *self)
{
  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (self->inner);
  TroupeSubpage *page = troupe_subpage_find (TROUPE_PAGE_CONTENT (self));

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  if (page != NULL)
    troupe_subpage_leave (page);
  troupe_run_controller_set_frame (self->running, troupe_flow_inner_get_frame (self->inner));
  if (crew != NULL)
    troupe_run_controller_join_crew (self->running, crew);
}

static void
join_running (TroupeFlowContent *self)
{
  g_autoptr (TroupeRunFactory) source = troupe_run_factory_new (TROUPE_DOCUMENT (self->document));
  TroupeRunPresenter *progress;

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  self->problems = troupe_page_problems_new (source);
  g_signal_connect_object (self->problems, "changed", G_CALLBACK (show_problems), self,
                           G_CONNECT_SWAPPED);
  self->running = troupe_run_controller_new (TROUPE_PAGE_CONTENT (self), source, get_frame (self),
                                             self->monitor);
  g_signal_connect_object (self->inner, "changed", G_CALLBACK (inner_changed_cb), self,
                           G_CONNECT_SWAPPED);
  progress = troupe_run_controller_get_progress (self->running);
  g_signal_connect_object (progress, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (progress, "resumed", G_CALLBACK (troupe_editor_go_on), self->editor,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (progress, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  self->files = troupe_page_files_new (TROUPE_PAGE_CONTENT (self), source);
  g_signal_connect_object (self->files, "changed", G_CALLBACK (troupe_editor_set_files),
                           self->editor, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->running, "method-requested", G_CALLBACK (method_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "answer-requested",
                           G_CALLBACK (troupe_run_controller_answer), self->running,
                           G_CONNECT_SWAPPED);
}

/* --- Virtual functions ------------------------------------------------------------------------ */

static void
troupe_flow_content_commit (TroupePageContent *content)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);
  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (self->inner);

  troupe_editor_commit (self->editor);
  troupe_monitor_commit (self->monitor);
  if (crew != NULL)
    troupe_crew_editor_commit (crew);
}

/* Shows the problem of a method whose crew does not exist, which has a fix. The file is looked for again,
 * because the problems may be older. */
static void
show_missing_crew (TroupeFlowContent *self, const char *method)
{
  g_autoptr (GPtrArray) problems =
      troupe_page_problems_list (self->problems,
                                 troupe_document_get_problems (TROUPE_DOCUMENT (self->document)));
  g_autofree char *text = g_strdup_printf (
      /* Translators: %s is the name of a method */
      _ ("The crew of “%s” does not exist. Create or choose it before running the flow."), method);

  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_page_problems_update (self->problems);
  tell (self, text);
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (!g_str_equal (problem->code, "unreadable_crew") ||
          g_strcmp0 (problem->method, method) != 0)
        continue;
      troupe_page_content_activate_problem (TROUPE_PAGE_CONTENT (self), problem);
      return;
    }
  troupe_editor_select_method (self->editor, method);
}

static gboolean
troupe_flow_content_can_run (TroupePageContent *content)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);
  const gboolean has_errors = troupe_flow_has_errors (get_flow (self));
  g_autofree char *method = has_errors ? NULL : troupe_flow_crews_find_missing (self->crews);
  GPtrArray *problems;

  if (!has_errors && method == NULL)
    return TRUE;
  troupe_monitor_set_page (self->monitor, "problems");
  troupe_monitor_set_panel_open (self->monitor, TRUE);
  if (method != NULL)
    {
      show_missing_crew (self, method);
      return FALSE;
    }
  tell (self, _ ("The flow has errors. Fix them before running it."));
  /* Shows the place of the first error. */
  problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (problem->severity != TROUPE_SEVERITY_ERROR)
        continue;
      troupe_page_content_activate_problem (TROUPE_PAGE_CONTENT (self), problem);
      break;
    }

  return FALSE;
}

static void
troupe_flow_content_run (TroupePageContent *content, gboolean ask)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);

  if (!troupe_flow_content_can_run (content))
    return;
  if (troupe_flow_chat_is_active (self->chat))
    {
      troupe_flow_chat_focus (self->chat);
      troupe_page_content_tell (content, _ ("Each message runs the flow. Enter one."));
    }
  else
    {
      troupe_run_factory_set_until (troupe_run_controller_get_source (self->running), NULL);
      troupe_run_controller_start (self->running, ask);
    }
}

static void
part_requested_cb (TroupeFlowContent *self, const char *part, const char *method)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (self));

  troupe_editor_commit (self->editor);
  if (!troupe_flow_chat_is_active (self->chat) &&
      troupe_flow_content_can_run (TROUPE_PAGE_CONTENT (self)))
    troupe_flow_part_run (TROUPE_PAGE_CONTENT (self), self->running, part, method);
}

static void
troupe_flow_content_set_width_class (TroupePageContent *content, TroupeEditorWidth width)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);

  troupe_editor_frame_set_width_class (get_frame (self), width);
  troupe_flow_chat_set_width_class (self->chat, width);
  troupe_editor_frame_set_width_class (troupe_flow_inner_get_frame (self->inner), width);
  troupe_monitor_set_narrow (self->monitor, width >= TROUPE_EDITOR_NARROW);
  troupe_monitor_set_two_pages (self->monitor, width >= TROUPE_EDITOR_NORMAL);
}

static void
troupe_flow_content_set_errors (TroupePageContent *content, const char *text)
{
  troupe_run_notice_set_errors (
      troupe_run_controller_get_notice (TROUPE_FLOW_CONTENT (content)->running), text);
}

static gboolean
troupe_flow_content_has_place (TroupePageContent *content, const TroupeProblem *problem)
{
  g_assert (TROUPE_IS_FLOW_CONTENT (content));

  return problem->method != NULL;
}

static void
troupe_flow_content_show_problem (TroupePageContent *content, const TroupeProblem *problem)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);

  if (troupe_flow_inner_show_problem (self->inner, problem))
    return;
  troupe_flow_inner_leave (self->inner);
  troupe_editor_show_problem (self->editor, problem);
}

static const char *
troupe_flow_content_get_place (TroupePageContent *content, guint index, const char **detail)
{
  TroupeFlow *flow = get_flow (TROUPE_FLOW_CONTENT (content));
  const TroupeFlowMethod *method;

  if (index >= troupe_flow_get_n_methods (flow))
    return NULL;
  method = troupe_flow_get_method (flow, index);
  *detail = method->description;
  return method->name;
}

static void
troupe_flow_content_go_to_place (TroupePageContent *content, const char *name)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);

  troupe_flow_inner_leave (self->inner);
  troupe_editor_select_method (self->editor, name);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static gboolean
troupe_flow_content_get_view (TroupePageContent *content, double *zoom, double *x, double *y)
{
  return troupe_editor_view_get (get_view (content), zoom, x, y);
}

static void
troupe_flow_content_set_view (TroupePageContent *content, double zoom, double x, double y)
{
  troupe_editor_view_set (get_view (content), zoom, x, y);
}

static GtkWidget *
troupe_flow_content_get_bar (TroupePageContent *content)
{
  return troupe_monitor_get_bar (TROUPE_FLOW_CONTENT (content)->monitor);
}

static void
troupe_flow_content_perform (TroupePageContent *content, const char *action)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);

  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (self->inner);

  if (g_str_has_prefix (action, "panel."))
    gtk_widget_activate_action (GTK_WIDGET (self->monitor), action, NULL);
  else if (crew != NULL && g_str_has_prefix (action, "flow."))
    {
      g_autofree char *own = g_strconcat ("crew.", action + strlen ("flow."), NULL);

      gtk_widget_activate_action (GTK_WIDGET (crew), own, NULL);
    }
  else
    gtk_widget_activate_action (GTK_WIDGET (self->editor), action, NULL);
}

static TroupeExportSubject *
troupe_flow_content_make_export (TroupePageContent *content)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);
  TroupeExportSubject *subject =
      troupe_export_subject_new (troupe_plot_source_new_flow (self->document, FALSE),
                                 TROUPE_DOCUMENT (self->document));

  subject->run = g_strdup (
      troupe_run_starter_get_unsaved_run (troupe_run_controller_get_starter (self->running)));
  subject->selection = troupe_editor_list_selected (self->editor);
  subject->has_view = troupe_editor_get_seen (self->editor, &subject->view.x, &subject->view.y,
                                              &subject->view.width, &subject->view.height);
  return subject;
}

static TroupeRunController *
troupe_flow_content_get_running (TroupePageContent *content)
{
  return TROUPE_FLOW_CONTENT (content)->running;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static GtkWidget *
troupe_flow_content_get_front (TroupePageContent *content)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);
  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (self->inner);

  return crew != NULL ? GTK_WIDGET (crew) : GTK_WIDGET (self->editor);
}

static TroupeCrewSubject *
troupe_flow_content_get_crew (TroupePageContent *content)
{
  TroupeCrewEditor *crew = troupe_flow_inner_get_editor (TROUPE_FLOW_CONTENT (content)->inner);

  return crew != NULL ? troupe_crew_editor_get_subject (crew) : NULL;
}

static GStrv
troupe_flow_content_list_crumbs (TroupePageContent *content)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (content);
  const char *method = troupe_flow_inner_get_method (self->inner);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (self->document));

  g_strv_builder_add (names, title);
  if (method != NULL)
    g_strv_builder_add (names, method);
  return g_strv_builder_end (names);
}

static GStrv
troupe_flow_content_list_kept (TroupePageContent *content)
{
  return troupe_editor_list_kept (TROUPE_FLOW_CONTENT (content)->editor);
}

static void
troupe_flow_content_count_results (TroupePageContent *content, guint *n_valid, guint *n_stale)
{
  troupe_editor_count_results (TROUPE_FLOW_CONTENT (content)->editor, n_valid, n_stale);
}

static void
troupe_flow_content_constructed (GObject *object)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (object);
  TroupePageContent *content = TROUPE_PAGE_CONTENT (object);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();

  G_OBJECT_CLASS (troupe_flow_content_parent_class)->constructed (object);

  self->document = g_object_ref (TROUPE_FLOW_DOCUMENT (troupe_page_content_get_document (content)));
  self->editor = TROUPE_EDITOR (troupe_editor_new (self->document, trace));
  self->monitor = TROUPE_MONITOR (troupe_monitor_new (trace));
  gtk_widget_set_parent (GTK_WIDGET (self->editor), GTK_WIDGET (self));
  self->inner = troupe_flow_inner_new (GTK_WIDGET (self), self->editor, self->monitor);
  self->crews = troupe_flow_crews_new (GTK_WIDGET (self), self->editor);
  g_signal_connect_object (self->crews, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->inner, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "method-activated", G_CALLBACK (method_activated_cb), self,
                           G_CONNECT_SWAPPED);
  join_editor (self);
  join_monitor (self);
  join_running (self);
  g_signal_connect_object (self->editor, "part-requested", G_CALLBACK (part_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "saved", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self);
  self->chat = troupe_flow_chat_new (content, self->editor, self->running);
  troupe_run_controller_begin (self->running);
}

static void
troupe_flow_content_dispose (GObject *object)
{
  TroupeFlowContent *self = TROUPE_FLOW_CONTENT (object);

  g_clear_object (&self->chat);
  if (self->files != NULL)
    troupe_page_files_close (self->files);
  g_clear_object (&self->files);
  if (self->problems != NULL)
    troupe_page_problems_close (self->problems);
  g_clear_object (&self->problems);
  if (self->running != NULL)
    troupe_run_controller_close (self->running);
  g_clear_object (&self->running);
  g_clear_object (&self->inner);
  if (self->crews != NULL)
    gtk_widget_insert_action_group (GTK_WIDGET (self), "crew-place", NULL);
  g_clear_object (&self->crews);
  self->monitor = NULL;
  if (self->editor != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->editor)));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_flow_content_parent_class)->dispose (object);
}

static void
troupe_flow_content_class_init (TroupeFlowContentClass *klass)
{
  TroupePageContentClass *content_class = TROUPE_PAGE_CONTENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = troupe_flow_content_constructed;
  G_OBJECT_CLASS (klass)->dispose = troupe_flow_content_dispose;

  content_class->commit = troupe_flow_content_commit;
  content_class->can_run = troupe_flow_content_can_run;
  content_class->run = troupe_flow_content_run;
  content_class->set_width_class = troupe_flow_content_set_width_class;
  content_class->set_errors = troupe_flow_content_set_errors;
  content_class->has_place = troupe_flow_content_has_place;
  content_class->show_problem = troupe_flow_content_show_problem;
  content_class->get_place = troupe_flow_content_get_place;
  content_class->go_to_place = troupe_flow_content_go_to_place;
  content_class->get_view = troupe_flow_content_get_view;
  content_class->set_view = troupe_flow_content_set_view;
  content_class->get_bar = troupe_flow_content_get_bar;
  content_class->perform = troupe_flow_content_perform;
  content_class->make_export = troupe_flow_content_make_export;
  content_class->get_running = troupe_flow_content_get_running;
  content_class->get_front = troupe_flow_content_get_front;
  content_class->get_crew = troupe_flow_content_get_crew;
  content_class->list_crumbs = troupe_flow_content_list_crumbs;
  content_class->list_kept = troupe_flow_content_list_kept;
  content_class->count_results = troupe_flow_content_count_results;
  troupe_subpages_install_actions (GTK_WIDGET_CLASS (klass));
}

static void
troupe_flow_content_init (TroupeFlowContent *self)
{
}

GtkWidget *
troupe_flow_content_new (TroupeFlowDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  return g_object_new (TROUPE_TYPE_FLOW_CONTENT, "document", document, NULL);
}

TroupeFlowContent *
troupe_flow_content_of (TroupePage *page)
{
  TroupePageContent *content;

  g_return_val_if_fail (TROUPE_IS_PAGE (page), NULL);

  content = troupe_page_get_content (page);
  return TROUPE_IS_FLOW_CONTENT (content) ? TROUPE_FLOW_CONTENT (content) : NULL;
}

TroupeEditor *
troupe_flow_content_get_editor (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return self->editor;
}

TroupeMonitor *
troupe_flow_content_get_monitor (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return self->monitor;
}

TroupeRunNotice *
troupe_flow_content_get_notice (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return troupe_run_controller_get_notice (self->running);
}

TroupeRunStarter *
troupe_flow_content_get_starter (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return troupe_run_controller_get_starter (self->running);
}

TroupeFlowChat *
troupe_flow_content_get_chat (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return self->chat;
}

TroupeFlowInner *
troupe_flow_content_get_inner (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return self->inner;
}

TroupeFlowCrews *
troupe_flow_content_get_crews (TroupeFlowContent *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CONTENT (self), NULL);

  return self->crews;
}
