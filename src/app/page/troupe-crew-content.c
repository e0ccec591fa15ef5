/* troupe-crew-content.c: page content for crew documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-content"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-content.h"
#include "troupe-crew-obstacle.h"
#include "troupe-crew-replay.h"
#include "troupe-crew-transcript.h"
#include "troupe-folder-policy.h"
#include "troupe-page-files.h"
#include "troupe-page-problems.h"
#include "troupe-run-controller.h"
#include "troupe-run-crew.h"
#include "troupe-save-question.h"
#include "troupe-subpages.h"

struct _TroupeCrewContent
{
  TroupePageContent parent_instance;

  TroupeCrewDocument *document;
  TroupeCrewSubject *subject;
  TroupeRunFactory *source;
  TroupePageProblems *problems;
  TroupePageFiles *files;
  TroupeCrewEditor *editor; /* (nullable): NULL once it is disposed */
  TroupeMonitor *monitor;
  TroupeRunController *running;
  TroupeCrewReplay *replay;
  TroupeImportReport *report; /* (nullable) */
  char *place;                /* last result of get_place() */
};

G_DEFINE_FINAL_TYPE (TroupeCrewContent, troupe_crew_content, TROUPE_TYPE_PAGE_CONTENT)

static TroupeEditorFrame *
get_frame (TroupeCrewContent *self)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  return troupe_crew_editor_get_frame (self->editor);
}

static TroupeEditorView *
get_view (TroupePageContent *content)
{
  return troupe_editor_frame_get_view (get_frame (TROUPE_CREW_CONTENT (content)));
}

/* --- Editor and monitor ---------------------------------------------------------------------------- */

static void
show_problems (TroupeCrewContent *self)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_monitor_set_page (self->monitor, "problems");
  troupe_monitor_set_panel_open (self->monitor, TRUE);
}

static void
update_monitor (TroupeCrewContent *self)
{
  g_autoptr (GPtrArray) problems = troupe_page_problems_list (
      self->problems, troupe_crew_subject_get_problems (self->subject));

  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_monitor_set_flow (self->monitor, troupe_run_factory_get_flow (self->source), problems);
}

static void
crew_changed_cb (TroupeCrewContent *self)
{
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *facts = troupe_crew_card_data_describe_size (self->subject);

  g_assert (TROUPE_IS_CREW_CONTENT (self));

  update_monitor (self);
  troupe_page_problems_update (self->problems);
  troupe_monitor_set_facts (self->monitor, facts);
  troupe_monitor_set_folder (self->monitor, folder);
  if (self->report != NULL)
    troupe_import_report_update (self->report, troupe_crew_subject_get_problems (self->subject));
}

void
troupe_crew_content_set_report (TroupeCrewContent *self, TroupeImportReport *report)
{
  g_return_if_fail (TROUPE_IS_CREW_CONTENT (self));
  g_return_if_fail (report == NULL || TROUPE_IS_IMPORT_REPORT (report));

  if (!g_set_object (&self->report, report))
    return;
  troupe_monitor_set_report (self->monitor,
                             report != NULL ? troupe_import_report_get_items (report) : NULL,
                             report != NULL ? troupe_import_report_get_text (report) : NULL);
  if (report == NULL)
    return;
  troupe_import_report_update (report, troupe_crew_subject_get_problems (self->subject));
  show_problems (self);
}

static void
problem_activated_cb (TroupeCrewContent *self, TroupeProblem *problem)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_page_content_activate_problem (TROUPE_PAGE_CONTENT (self), problem);
  /* Its card may be selected already, so that nothing else would be visible. */
  if (!troupe_monitor_get_panel_open (self->monitor))
    troupe_page_content_tell (TROUPE_PAGE_CONTENT (self), problem->message);
}

static void
fix_requested_cb (TroupeCrewContent *self, TroupeProblem *problem)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_crew_editor_fix_problem (self->editor, problem);
}

static void
panel_toggled_cb (TroupeCrewContent *self)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_editor_frame_set_bottom_open (get_frame (self),
                                       troupe_monitor_get_panel_open (self->monitor));
  troupe_editor_frame_set_bottom_whole (get_frame (self),
                                        troupe_monitor_get_panel_whole (self->monitor));
}

/* --- Running ---------------------------------------------------------------------------------- */

/* Shows the run, which executes a crew that is wrapped in a flow. */
static void
run_begins_cb (TroupeCrewContent *self, TroupeRun *run)
{
  TroupeCrew *crew = troupe_crew_document_get_crew (self->document);
  g_autoptr (TroupeCrew) ran = NULL;

  g_assert (TROUPE_IS_CREW_CONTENT (self));

  /* A run that was stored may be that of another version of the crew. */
  if (troupe_run_get_flow (run) != troupe_run_factory_get_flow (self->source))
    ran = troupe_run_crew_load (troupe_run_get_flow (run));
  if (ran != NULL)
    crew = ran;
  if (crew == NULL)
    return;
  troupe_crew_editor_begin_run (self->editor, crew, NULL);
  troupe_editor_view_follow_run (get_view (TROUPE_PAGE_CONTENT (self)), TRUE);
}

static void
run_ended_cb (TroupeCrewContent *self)
{
  g_assert (TROUPE_IS_CREW_CONTENT (self));

  troupe_crew_editor_end_run (self->editor);
  troupe_editor_view_follow_run (get_view (TROUPE_PAGE_CONTENT (self)), FALSE);
}

/* --- Virtual functions ------------------------------------------------------------------------ */

static void
troupe_crew_content_commit (TroupePageContent *content)
{
  troupe_crew_editor_commit (TROUPE_CREW_CONTENT (content)->editor);
  troupe_monitor_commit (TROUPE_CREW_CONTENT (content)->monitor);
}

static gboolean
troupe_crew_content_can_run (TroupePageContent *content)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);
  g_autoptr (TroupeProblem) obstacle = NULL;
  const char *reason = troupe_crew_find_obstacle (self->subject, &obstacle);

  if (reason == NULL)
    return TRUE;
  show_problems (self);
  troupe_page_content_tell (content, reason);
  if (obstacle != NULL)
    troupe_page_content_activate_problem (content, obstacle);

  return FALSE;
}

/* Returns TRUE if tasks write files, but the crew has no folder of its own in which they could: their relative
 * paths would lead to a folder that is shared, where a run refuses to write after the task was paid for. */
static gboolean
has_no_folder (TroupeCrewContent *self)
{
  TroupeDocument *document = TROUPE_DOCUMENT (self->document);
  TroupeCrew *crew = troupe_crew_document_get_crew (self->document);
  g_autofree char *folder = NULL;

  g_assert (TROUPE_IS_CREW_CONTENT (self));

  if (crew == NULL || troupe_document_get_path (document) != NULL)
    return FALSE;
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const char *file = troupe_value_get_member_text (crew->tasks[i].fields, "output_file");

      if (file == NULL || *file == '\0')
        continue;
      folder = troupe_run_factory_find_folder (self->source);
      return troupe_folder_policy_is_shared (folder);
    }
  return FALSE;
}

static void
troupe_crew_content_run (TroupePageContent *content, gboolean ask)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);

  if (!troupe_crew_content_can_run (content))
    return;
  if (has_no_folder (self))
    troupe_save_question_ask (GTK_WIDGET (self), _ ("Save the Crew First"),
                              _ ("The tasks of this crew write files into its folder, which it "
                                 "does not have yet. It runs when it is saved."),
                              _ ("_Save and Run…"), "win.save-and-run");
  else
    troupe_run_controller_start (self->running, ask);
}

static void
troupe_crew_content_set_width_class (TroupePageContent *content, TroupeEditorWidth width)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);

  troupe_editor_frame_set_width_class (get_frame (self), width);
  troupe_monitor_set_narrow (self->monitor, width >= TROUPE_EDITOR_NARROW);
  troupe_monitor_set_two_pages (self->monitor, width >= TROUPE_EDITOR_NORMAL);
}

static void
troupe_crew_content_set_errors (TroupePageContent *content, const char *text)
{
  troupe_run_notice_set_errors (
      troupe_run_controller_get_notice (TROUPE_CREW_CONTENT (content)->running), text);
}

static gboolean
troupe_crew_content_has_place (TroupePageContent *content, const TroupeProblem *problem)
{
  return troupe_crew_editor_has_place (TROUPE_CREW_CONTENT (content)->editor, problem);
}

static void
troupe_crew_content_show_problem (TroupePageContent *content, const TroupeProblem *problem)
{
  troupe_crew_editor_show_problem (TROUPE_CREW_CONTENT (content)->editor, problem);
}

/* Returns the name of a task or agent, with tasks first. troupe_crew_content_go_to_place() finds
 * the task or agent by this name. */
static const char *
troupe_crew_content_get_place (TroupePageContent *content, guint index, const char **detail)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);
  const guint n_tasks = troupe_crew_subject_get_n_tasks (self->subject);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);

  *detail = NULL;
  g_clear_pointer (&self->place, g_free);
  if (index < n_tasks)
    {
      self->place = troupe_crew_subject_dup_task_title (self->subject, index);
      *detail = _ ("Task");
    }
  else if (index - n_tasks < g_strv_length (agents))
    {
      self->place = g_strdup (agents[index - n_tasks]);
      *detail = _ ("Agent");
    }
  return self->place;
}

static void
troupe_crew_content_go_to_place (TroupePageContent *content, const char *name)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);
  g_autofree char *id = g_strconcat ("agent:", name, NULL);

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    {
      g_autofree char *title = troupe_crew_subject_dup_task_title (self->subject, i);

      if (!g_str_equal (title, name))
        continue;
      g_free (id);
      id = g_strdup_printf ("task:%u", i);
      break;
    }
  troupe_crew_editor_select (self->editor, id);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static gboolean
troupe_crew_content_get_view (TroupePageContent *content, double *zoom, double *x, double *y)
{
  return troupe_editor_view_get (get_view (content), zoom, x, y);
}

static void
troupe_crew_content_set_view (TroupePageContent *content, double zoom, double x, double y)
{
  troupe_editor_view_set (get_view (content), zoom, x, y);
}

static GtkWidget *
troupe_crew_content_get_bar (TroupePageContent *content)
{
  return troupe_monitor_get_bar (TROUPE_CREW_CONTENT (content)->monitor);
}

/* Actions that the window and the command palette name “flow.…” are named “crew.…” in the crew
 * editor. */
static void
troupe_crew_content_perform (TroupePageContent *content, const char *action)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);
  g_autofree char *own = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_str_has_prefix (action, "panel."))
    {
      gtk_widget_activate_action (GTK_WIDGET (self->monitor), action, NULL);
      return;
    }
  own = g_str_has_prefix (action, "flow.") ? g_strconcat ("crew.", action + 5, NULL)
                                           : g_strdup (action);
  if (g_action_parse_detailed_name (own, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self->editor), name, target);
}

static TroupeExportSubject *
troupe_crew_content_make_export (TroupePageContent *content)
{
  TroupeDocument *document = troupe_page_content_get_document (content);
  TroupeRunStarter *starter =
      troupe_run_controller_get_starter (TROUPE_CREW_CONTENT (content)->running);
  TroupeExportSubject *subject;

  /* A crew that cannot be loaded cannot be drawn. */
  if (troupe_crew_document_get_crew (TROUPE_CREW_DOCUMENT (document)) == NULL)
    return NULL;

  subject =
      troupe_export_subject_new (troupe_plot_source_new_crew (TROUPE_CREW_DOCUMENT (document)),
                                 document);
  subject->run = g_strdup (troupe_run_starter_get_unsaved_run (starter));
  return subject;
}

static TroupeRunController *
troupe_crew_content_get_running (TroupePageContent *content)
{
  return TROUPE_CREW_CONTENT (content)->running;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static GtkWidget *
troupe_crew_content_get_front (TroupePageContent *content)
{
  return GTK_WIDGET (TROUPE_CREW_CONTENT (content)->editor);
}

static TroupeCrewSubject *
troupe_crew_content_get_crew (TroupePageContent *content)
{
  return TROUPE_CREW_CONTENT (content)->subject;
}

static GStrv
troupe_crew_content_list_crumbs (TroupePageContent *content)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (content);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (self->document));

  g_strv_builder_add (names, title);
  return g_strv_builder_end (names);
}

static GStrv
troupe_crew_content_list_kept (TroupePageContent *content)
{
  return troupe_crew_editor_list_kept (TROUPE_CREW_CONTENT (content)->editor);
}

static void
troupe_crew_content_count_results (TroupePageContent *content, guint *n_valid, guint *n_stale)
{
  troupe_crew_editor_count_results (TROUPE_CREW_CONTENT (content)->editor, n_valid, n_stale);
}

static void
troupe_crew_content_constructed (GObject *object)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (object);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  TroupeRunPresenter *progress;
  GObject *monitor;

  G_OBJECT_CLASS (troupe_crew_content_parent_class)->constructed (object);

  self->document = g_object_ref (
      TROUPE_CREW_DOCUMENT (troupe_page_content_get_document (TROUPE_PAGE_CONTENT (object))));
  self->subject = troupe_crew_subject_new (self->document);
  self->source = troupe_run_factory_new (TROUPE_DOCUMENT (self->document));
  self->problems = troupe_page_problems_new (self->source);
  g_signal_connect_object (self->problems, "changed", G_CALLBACK (update_monitor), self,
                           G_CONNECT_SWAPPED);
  self->editor = TROUPE_CREW_EDITOR (troupe_crew_editor_new (self->subject, trace, NULL));
  self->monitor = TROUPE_MONITOR (troupe_monitor_new (trace));
  troupe_monitor_set_crew (self->monitor, TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->editor), GTK_WIDGET (self));
  monitor = G_OBJECT (self->monitor);
  troupe_crew_transcript_join (self->editor, self->monitor, NULL);
  g_signal_connect_object (self->editor, "message", G_CALLBACK (troupe_page_content_tell), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "problem-activated", G_CALLBACK (show_problems), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_editor_frame_get_view (get_frame (self)), "changed",
                           G_CALLBACK (troupe_page_content_view_changed), self, G_CONNECT_SWAPPED);
  g_object_bind_property (get_frame (self), "inspector-visible", self, "inspector-visible",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (get_frame (self), "outline-visible", self, "outline-visible",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  troupe_editor_frame_set_bottom (get_frame (self), GTK_WIDGET (self->monitor));
  g_signal_connect_object (monitor, "problem-activated", G_CALLBACK (problem_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "fix-requested", G_CALLBACK (fix_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "notify::panel-open", G_CALLBACK (panel_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "notify::panel-whole", G_CALLBACK (panel_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  self->running = troupe_run_controller_new (TROUPE_PAGE_CONTENT (self), self->source,
                                             get_frame (self), self->monitor);
  progress = troupe_run_controller_get_progress (self->running);
  g_signal_connect_object (progress, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (progress, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "costs-shown", G_CALLBACK (troupe_crew_editor_set_costs),
                           self->editor, G_CONNECT_SWAPPED);
  troupe_run_controller_join_crew (self->running, self->editor);
  self->files = troupe_page_files_new (TROUPE_PAGE_CONTENT (self), self->source);
  g_signal_connect_object (self->files, "changed", G_CALLBACK (troupe_crew_editor_set_files),
                           self->editor, G_CONNECT_SWAPPED);
  troupe_run_controller_keep_breakpoints (self->running, self->document);
  g_signal_connect_object (self->subject, "changed", G_CALLBACK (crew_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "saved", G_CALLBACK (crew_changed_cb), self,
                           G_CONNECT_SWAPPED);
  crew_changed_cb (self);
  troupe_run_controller_begin (self->running);
  self->replay = troupe_crew_replay_new (TROUPE_PAGE_CONTENT (self), self->document, self->editor);
}

static void
troupe_crew_content_dispose (GObject *object)
{
  TroupeCrewContent *self = TROUPE_CREW_CONTENT (object);

  if (self->replay != NULL)
    troupe_crew_replay_close (self->replay);
  g_clear_object (&self->replay);
  if (self->files != NULL)
    troupe_page_files_close (self->files);
  g_clear_object (&self->files);
  if (self->problems != NULL)
    troupe_page_problems_close (self->problems);
  g_clear_object (&self->problems);
  if (self->running != NULL)
    troupe_run_controller_close (self->running);
  g_clear_object (&self->running);
  g_clear_object (&self->report);
  self->monitor = NULL;
  if (self->editor != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->editor)));
  g_clear_object (&self->source);
  g_clear_object (&self->subject);
  g_clear_object (&self->document);
  g_clear_pointer (&self->place, g_free);
  G_OBJECT_CLASS (troupe_crew_content_parent_class)->dispose (object);
}

static void
troupe_crew_content_class_init (TroupeCrewContentClass *klass)
{
  TroupePageContentClass *content_class = TROUPE_PAGE_CONTENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = troupe_crew_content_constructed;
  G_OBJECT_CLASS (klass)->dispose = troupe_crew_content_dispose;

  content_class->commit = troupe_crew_content_commit;
  content_class->can_run = troupe_crew_content_can_run;
  content_class->run = troupe_crew_content_run;
  content_class->set_width_class = troupe_crew_content_set_width_class;
  content_class->set_errors = troupe_crew_content_set_errors;
  content_class->has_place = troupe_crew_content_has_place;
  content_class->show_problem = troupe_crew_content_show_problem;
  content_class->get_place = troupe_crew_content_get_place;
  content_class->go_to_place = troupe_crew_content_go_to_place;
  content_class->get_view = troupe_crew_content_get_view;
  content_class->set_view = troupe_crew_content_set_view;
  content_class->get_bar = troupe_crew_content_get_bar;
  content_class->perform = troupe_crew_content_perform;
  content_class->make_export = troupe_crew_content_make_export;
  content_class->get_running = troupe_crew_content_get_running;
  content_class->get_front = troupe_crew_content_get_front;
  content_class->get_crew = troupe_crew_content_get_crew;
  content_class->list_crumbs = troupe_crew_content_list_crumbs;
  content_class->list_kept = troupe_crew_content_list_kept;
  content_class->count_results = troupe_crew_content_count_results;
  troupe_subpages_install_actions (GTK_WIDGET_CLASS (klass));
}

static void
troupe_crew_content_init (TroupeCrewContent *self)
{
}

GtkWidget *
troupe_crew_content_new (TroupeCrewDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (document), NULL);

  return g_object_new (TROUPE_TYPE_CREW_CONTENT, "document", document, NULL);
}

TroupeCrewContent *
troupe_crew_content_of (TroupePage *page)
{
  TroupePageContent *content;

  g_return_val_if_fail (TROUPE_IS_PAGE (page), NULL);

  content = troupe_page_get_content (page);
  return TROUPE_IS_CREW_CONTENT (content) ? TROUPE_CREW_CONTENT (content) : NULL;
}

TroupeCrewEditor *
troupe_crew_content_get_editor (TroupeCrewContent *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_CONTENT (self), NULL);

  return self->editor;
}

TroupeMonitor *
troupe_crew_content_get_monitor (TroupeCrewContent *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_CONTENT (self), NULL);

  return self->monitor;
}
