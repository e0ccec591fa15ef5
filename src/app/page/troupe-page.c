/* troupe-page.c: tab page of a document: content, file monitoring and draft
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-content.h"
#include "troupe-file-access.h"
#include "troupe-kind.h"
#include "troupe-page.h"
#include "troupe-pass-focus.h"
#include "troupe-paused-bar.h"
#include "troupe-run-controller.h"
#include "troupe-sanitize-text.h"

struct _TroupePage
{
  GtkWidget parent_instance;

  TroupeDocument *document;
  TroupePageContent *content; /* (nullable): NULL once disposed, like the next two members */
  TroupePageDisk *disk;
  TroupePageText *text;
  GtkWidget *versions; /* (nullable): versions view of @disk, if it is a child of the page */
  GtkWidget *pane;     /* (nullable): text pane of @text, if it is a child */
  GtkWidget *paused;   /* (nullable): the bar of a paused run */
  TroupeDraft *draft;  /* (nullable) */
  TroupeImportReport *import; /* (nullable): import report, until it is closed */
  GPtrArray *needed; /* (nullable): files that are written when the imported crew is saved */
  gboolean is_saving;
  TroupeFileAccess *access;
  gboolean runs_after_look; /* whether Run was activated while the file was being checked */
  gboolean asks_after_look;
  gboolean is_changed_after_look; /* only what has changed is run then */
  gboolean is_changed_after_end;  /* what has changed is run once the paused run has been stopped */
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_RUNNING,
  PROP_STOPPING,
  PROP_HELD,
  PROP_N_QUESTIONS,
  N_PROPS,
};

enum
{
  MESSAGE,
  ASKS,
  RELOAD_REQUESTED,
  VIEW_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePage, troupe_page, GTK_TYPE_WIDGET)

static TroupePageRun *
get_run (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  return troupe_page_content_get_run (self->content);
}

static TroupePageQuestions *
get_questions (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  return troupe_page_content_get_questions (self->content);
}

static TroupePageStoredRun *
get_kept (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  return troupe_page_content_get_stored_run (self->content);
}

static void
tell (TroupePage *self, const char *text)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

static void end_import (TroupePage *self);

static void
notify_subtitle (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

/* --- Visible child ---------------------------------------------------------------------------- */

/* Replaces a child of the page. @shown: (nullable): the current child; @widget: (nullable): the
 * new child */
static void
set_child (TroupePage *self, GtkWidget **shown, GtkWidget *widget)
{
  g_assert (TROUPE_IS_PAGE (self));

  if (*shown == widget)
    return;
  g_clear_pointer (shown, gtk_widget_unparent);
  *shown = widget;
  if (widget != NULL)
    gtk_widget_set_parent (widget, GTK_WIDGET (self));
}

GtkWidget *
troupe_page_get_front (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  if (self->versions != NULL)
    return self->versions;
  return troupe_page_text_is_shown (self->text) ? self->pane : GTK_WIDGET (self->content);
}

static void
update_front (TroupePage *self)
{
  GtkWidget *front;

  g_assert (TROUPE_IS_PAGE (self));

  set_child (self, &self->pane, troupe_page_text_get_pane (self->text));
  set_child (self, &self->versions, troupe_page_disk_get_versions (self->disk));
  front = troupe_page_get_front (self);
  /* The versions view has its own bar. */
  gtk_widget_set_visible (troupe_page_disk_get_bar (self->disk), self->versions == NULL);
  gtk_widget_set_visible (self->paused, self->versions == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->content), front == GTK_WIDGET (self->content));
  if (self->pane != NULL)
    gtk_widget_set_visible (self->pane, front == self->pane);
}

static void
text_changed_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  update_front (self);
  if (!troupe_page_text_is_shown (self->text))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
disk_changed_cb (TroupePage *self)
{
  GtkWidget *before = self->versions;
  const gboolean had_focus =
      before != NULL && gtk_widget_get_focus_child (GTK_WIDGET (self)) == before;

  g_assert (TROUPE_IS_PAGE (self));

  update_front (self);
  if (self->versions != before && (self->versions != NULL || had_focus))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  notify_subtitle (self);
}

void
troupe_page_perform (TroupePage *self, const char *action)
{
  GtkWidget *front;

  g_return_if_fail (TROUPE_IS_PAGE (self));
  g_return_if_fail (action != NULL);

  front = troupe_page_get_front (self);
  if (front == GTK_WIDGET (self->content))
    troupe_page_content_perform (self->content, action);
  else
    gtk_widget_activate_action (front, action, NULL);
}

void
troupe_page_commit (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_content_commit (self->content);
  troupe_page_text_commit (self->text);
}

gboolean
troupe_page_may_save (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return troupe_page_text_may_save (self->text);
}

void
troupe_page_agree_to_errors (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_text_agree_to_errors (self->text);
}

/* --- Document --------------------------------------------------------------------------------- */

static void
document_changed_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  notify_subtitle (self);
  troupe_page_text_update (self->text);
}

static void
document_saved_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  /* A saved crew is no longer treated as imported. */
  end_import (self);
  document_changed_cb (self);
}

static void
problem_activated_cb (TroupePage *self, TroupeProblem *problem)
{
  g_assert (TROUPE_IS_PAGE (self));

  /* Problems whose object is not in the drawing are shown in the text. */
  if (troupe_page_text_is_repaired (self->text) && problem->part == NULL && problem->line > 0 &&
      !troupe_page_content_has_place (self->content, problem))
    troupe_page_text_show (self->text, problem->line, problem->column);
  else
    troupe_page_content_show_problem (self->content, problem);
}

void
troupe_page_follow (TroupePage *self, TroupeDrafts *drafts, TroupeRecoveredDraft *left)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));
  g_return_if_fail (self->draft == NULL);

  self->draft =
      troupe_drafts_follow (drafts, self->document, troupe_kind_of (self->document)->name, left);
}

void
troupe_page_note (TroupePage *self, JsonNode *note)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->draft != NULL)
    troupe_draft_note (self->draft, note);
}

void
troupe_page_show_typed (TroupePage *self)
{
  g_autoptr (TroupeProblem) place = NULL;
  const char *field;
  g_auto (GStrv) keys = NULL;

  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (troupe_document_get_typed (self->document, &field) == NULL)
    return;
  place = troupe_problem_new (TROUPE_SEVERITY_HINT, "typed", field, "%s", "");
  /* Determines the name of the method to which a field of a flow belongs. */
  keys = g_strsplit (field, ".", 3);
  place->method = TROUPE_IS_FLOW_DOCUMENT (self->document) && g_strcmp0 (keys[0], "methods") == 0
                      ? g_strdup (keys[1])
                      : NULL;
  troupe_page_content_show_problem (self->content, place);
}

/* --- File ------------------------------------------------------------------------------------- */

static void
looked_at_disk_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  if (!self->runs_after_look)
    return;
  self->runs_after_look = FALSE;
  if (self->is_changed_after_look)
    troupe_page_run_changed (self);
  else
    troupe_page_start_run (self, self->asks_after_look);
}

static void
request_reload (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_signal_emit (self, signals[RELOAD_REQUESTED], 0);
}

void
troupe_page_look_at_disk (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->disk != NULL)
    troupe_page_disk_look (self->disk);
}

gboolean
troupe_page_adopt (TroupePage *self, TroupeDocument *now)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return troupe_page_disk_adopt (self->disk, now);
}

gboolean
troupe_page_has_other_version (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->disk != NULL && troupe_page_disk_has_other_version (self->disk);
}

gboolean
troupe_page_is_comparing (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->disk != NULL && troupe_page_disk_get_versions (self->disk) != NULL;
}

void
troupe_page_compare_versions (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (!troupe_page_disk_can_compare (self->disk))
    return;
  troupe_page_commit (self);
  troupe_page_disk_compare (self->disk);
}

static void
end_import (TroupePage *self)
{
  TroupeCrewContent *crew = self->content != NULL ? troupe_crew_content_of (self) : NULL;

  g_assert (TROUPE_IS_PAGE (self));

  if (self->import == NULL)
    return;
  if (crew != NULL)
    troupe_crew_content_set_report (crew, NULL);
  gtk_widget_unparent (troupe_import_report_get_bar (self->import));
  g_signal_handlers_disconnect_by_data (self->import, self);
  g_clear_object (&self->import);
}

static void
import_closed_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  end_import (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  notify_subtitle (self);
}

void
troupe_page_set_import (TroupePage *self, TroupeImportReport *report)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));
  g_return_if_fail (TROUPE_IS_IMPORT_REPORT (report));
  g_return_if_fail (troupe_crew_content_of (self) != NULL);

  end_import (self);
  self->import = g_object_ref (report);
  gtk_widget_insert_before (troupe_import_report_get_bar (report), GTK_WIDGET (self),
                            GTK_WIDGET (self->content));
  troupe_crew_content_set_report (troupe_crew_content_of (self), report);
  g_signal_connect_object (report, "closed", G_CALLBACK (import_closed_cb), self,
                           G_CONNECT_SWAPPED);
  notify_subtitle (self);
}

const char *
troupe_page_get_import_folder (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->import != NULL ? troupe_import_report_get_folder (self->import) : NULL;
}

const char *
troupe_page_get_import_id (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->import != NULL ? troupe_import_report_get_id (self->import) : NULL;
}

void
troupe_page_set_needed_files (TroupePage *self, GPtrArray *needed)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  g_clear_pointer (&self->needed, g_ptr_array_unref);
  self->needed = g_ptr_array_ref (needed);
}

GPtrArray *
troupe_page_get_needed_files (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->needed;
}

void
troupe_page_set_saving (TroupePage *self, gboolean saving)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->is_saving == saving)
    return;
  self->is_saving = saving;
  if (self->disk != NULL)
    troupe_page_disk_set_saving (self->disk, saving);
  notify_subtitle (self);
}

gboolean
troupe_page_is_saving (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->is_saving;
}

/* --- Running ---------------------------------------------------------------------------------- */

static void
run_changed_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  for (guint id = PROP_SUBTITLE; id <= PROP_N_QUESTIONS; id++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
  if (!self->is_changed_after_end || self->content == NULL || troupe_page_is_running (self))
    return;
  self->is_changed_after_end = FALSE;
  troupe_page_run_changed (self);
}

static void
asks_cb (TroupePage *self, const char *request_id)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_signal_emit (self, signals[ASKS], 0, request_id);
}

gboolean
troupe_page_is_starting (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->runs_after_look ||
         (self->content != NULL &&
          troupe_run_controller_is_starting (troupe_page_content_get_running (self->content)));
}

/* Commits what is being typed. Returns FALSE if no run can start now. The file is checked first, because another program may just
 * have written it; then the run starts after that. */
static gboolean
can_start (TroupePage *self, gboolean ask, gboolean is_changed)
{
  g_assert (TROUPE_IS_PAGE (self));

  troupe_page_content_commit (self->content);
  if (troupe_page_is_running (self) || troupe_page_is_starting (self))
    return FALSE;
  self->runs_after_look = troupe_page_disk_is_in_doubt (self->disk);
  self->asks_after_look = ask;
  self->is_changed_after_look = is_changed;
  return !self->runs_after_look;
}

static void
start (TroupePage *self, gboolean ask, gboolean is_changed)
{
  TroupeRunController *running = troupe_page_content_get_running (self->content);
  g_auto (GStrv) kept = troupe_page_content_list_kept (self->content);

  g_assert (TROUPE_IS_PAGE (self));

  troupe_run_controller_set_reuse (running, is_changed, (const char *const *) kept);
  troupe_page_content_run (self->content, ask);
  troupe_run_controller_set_reuse (running, FALSE, NULL);
}

void
troupe_page_start_run (TroupePage *self, gboolean ask)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (can_start (self, ask, FALSE))
    start (self, ask, FALSE);
}

void
troupe_page_run_changed (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (troupe_page_is_held (self))
    {
      /* The results of the paused run are stored, so that the next run can reuse them. */
      self->is_changed_after_end = TRUE;
      troupe_page_stop (self);
    }
  else if (can_start (self, FALSE, TRUE))
    start (self, FALSE, TRUE);
}

void
troupe_page_stop (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_run_stop (get_run (self));
}

void
troupe_page_toggle_hold (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_content_commit (self->content);
  troupe_page_run_toggle_hold (get_run (self));
}

void
troupe_page_step (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_content_commit (self->content);
  troupe_page_run_step (get_run (self));
}

gboolean
troupe_page_is_running (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->content != NULL && troupe_page_run_is_under_way (get_run (self));
}

gboolean
troupe_page_is_held (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->content != NULL && troupe_page_run_is_held (get_run (self));
}

void
troupe_page_leave (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  self->is_changed_after_end = FALSE;
  g_clear_pointer (&self->draft, troupe_draft_end);
  troupe_page_content_leave (self->content);
}

guint
troupe_page_get_n_questions (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), 0);

  return self->content != NULL ? troupe_page_questions_get_n (get_questions (self)) : 0;
}

void
troupe_page_set_restored (TroupePage *self, gboolean restored)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_stored_run_set_restored (get_kept (self), restored);
}

const TroupeStoredRun *
troupe_page_get_stored_run (TroupePage *self)
{
  const TroupeStoredRun *kept;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  kept = self->content != NULL ? troupe_page_stored_run_get (get_kept (self)) : NULL;
  return kept != NULL && !kept->has_failed ? kept : NULL;
}

void
troupe_page_resume (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_stored_run_resume (get_kept (self));
}

void
troupe_page_resume_happened (TroupePage *self, TroupeValue *value)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));
  g_return_if_fail (value != NULL);

  troupe_page_stored_run_resume_happened (get_kept (self), value);
}

void
troupe_page_discard_stored_run (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_stored_run_give_up (get_kept (self));
}

/* --- Title and subtitle ----------------------------------------------------------------------- */

char *
troupe_page_describe_file (TroupePage *self)
{
  const char *path;
  g_autofree char *shown_path = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  path = troupe_document_get_path (self->document);
  if (path == NULL && self->import != NULL)
    {
      g_autofree char *folder =
          troupe_path_for_display (troupe_import_report_get_folder (self->import));

      /* Translators: %s is a folder. */
      name = g_strdup_printf (_ ("Not saved · from %s"), folder);
      return troupe_text_to_line (name);
    }
  if (path == NULL)
    return g_strdup (_ ("Not saved"));
  if (self->versions != NULL)
    {
      name = g_path_get_basename (path);
      shown_path = g_strdup_printf (_ ("Versions of %s"), name);
    }
  else
    shown_path = troupe_path_for_display (path);
  if (self->access != NULL && troupe_file_access_is_read_only (self->access) &&
      self->versions == NULL)
    {
      /* Translators: %s is the path of a file that cannot be changed */
      name = g_strdup_printf (_ ("%s · read-only"), shown_path);
      return troupe_text_to_line (name);
    }
  return troupe_text_to_line (shown_path);
}

char *
troupe_page_get_subtitle (TroupePage *self)
{
  g_autofree char *run = NULL;
  g_autofree char *kept = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  if (self->content == NULL)
    return NULL;
  run = troupe_page_content_describe_run (self->content);
  if (run != NULL)
    return g_steal_pointer (&run);
  if (self->is_saving)
    return g_strdup (_ ("Saving…"));
  kept = troupe_page_content_describe_stored_run (self->content);
  return kept != NULL ? g_steal_pointer (&kept) : troupe_page_describe_file (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
make_content (TroupePage *self)
{
  GtkWidget *content = troupe_kind_of (self->document)->make_content (self->document);

  g_assert (TROUPE_IS_PAGE (self));

  self->content = TROUPE_PAGE_CONTENT (content);
  gtk_widget_set_vexpand (content, TRUE);
  gtk_widget_set_parent (content, GTK_WIDGET (self));
  self->paused = troupe_paused_bar_new (self->content);
  gtk_widget_insert_before (self->paused, GTK_WIDGET (self), content);
  g_signal_connect_object (content, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (content, "asks", G_CALLBACK (asks_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (content, "problem-activated", G_CALLBACK (problem_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_run (self), "changed", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_questions (self), "changed", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_kept (self), "changed", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
view_changed_cb (TroupePage *self)
{
  g_assert (TROUPE_IS_PAGE (self));

  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/* The content of the document came from outside. */
static void
document_adopted_cb (TroupePageContent *content)
{
  g_assert (TROUPE_IS_PAGE_CONTENT (content));

  troupe_run_controller_forget_consent (troupe_page_content_get_running (content));
}

static void
troupe_page_constructed (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);
  GtkWidget *bar;

  G_OBJECT_CLASS (troupe_page_parent_class)->constructed (object);

  self->disk = troupe_page_disk_new (self->document);
  bar = troupe_page_disk_get_bar (self->disk);
  gtk_widget_set_parent (bar, GTK_WIDGET (self));
  g_signal_connect_object (bar, "compare", G_CALLBACK (troupe_page_compare_versions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "reload", G_CALLBACK (request_reload), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->disk, "changed", G_CALLBACK (disk_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->disk, "looked", G_CALLBACK (looked_at_disk_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->disk, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  make_content (self);
  self->text = troupe_page_text_new (self->document);
  g_signal_connect_object (self->text, "changed", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->text, "errors", G_CALLBACK (troupe_page_content_set_errors),
                           self->content, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->text, "failed", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->content, "text-requested",
                           G_CALLBACK (troupe_page_text_show_first_error), self->text,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->content, "view-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  /* Content from another program requires new consent. */
  g_signal_connect_object (self->disk, "adopted", G_CALLBACK (document_adopted_cb), self->content,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "saved", G_CALLBACK (document_saved_cb), self,
                           G_CONNECT_SWAPPED);
  self->access = troupe_file_access_new (self->document);
  g_signal_connect_object (self->access, "changed", G_CALLBACK (notify_subtitle), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self);
}

static void
troupe_page_dispose (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  g_clear_pointer (&self->draft, troupe_draft_end);
  g_clear_object (&self->access);
  g_clear_pointer (&self->needed, g_ptr_array_unref);
  end_import (self);
  g_clear_pointer (&self->versions, gtk_widget_unparent);
  g_clear_pointer (&self->pane, gtk_widget_unparent);
  g_clear_pointer (&self->paused, gtk_widget_unparent);
  if (self->disk != NULL)
    gtk_widget_unparent (troupe_page_disk_get_bar (self->disk));
  g_clear_object (&self->disk);
  g_clear_object (&self->text);
  if (self->content != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->content)));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_page_parent_class)->dispose (object);
}

static void
troupe_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupePage *self = TROUPE_PAGE (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_TITLE:
      g_value_take_string (value, troupe_document_get_title (self->document));
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, troupe_page_get_subtitle (self));
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, troupe_page_is_running (self));
      break;
    case PROP_STOPPING:
      g_value_set_boolean (value,
                           self->content != NULL && troupe_page_run_is_stopping (get_run (self)));
      break;
    case PROP_HELD:
      g_value_set_boolean (value, troupe_page_is_held (self));
      break;
    case PROP_N_QUESTIONS:
      g_value_set_uint (value, troupe_page_get_n_questions (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupePage *self = TROUPE_PAGE (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      self->document = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static gboolean
troupe_page_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (troupe_page_get_front (TROUPE_PAGE (widget)));
}

static void
troupe_page_class_init (TroupePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->constructed = troupe_page_constructed;
  object_class->dispose = troupe_page_dispose;
  object_class->get_property = troupe_page_get_property;
  object_class->set_property = troupe_page_set_property;
  widget_class->grab_focus = troupe_page_grab_focus;
  troupe_pass_focus_install (widget_class);

  properties[PROP_DOCUMENT] =
      g_param_spec_object ("document", NULL, NULL, TROUPE_TYPE_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, readable);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, readable);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, readable);
  properties[PROP_STOPPING] = g_param_spec_boolean ("stopping", NULL, NULL, FALSE, readable);
  properties[PROP_HELD] = g_param_spec_boolean ("held", NULL, NULL, FALSE, readable);
  properties[PROP_N_QUESTIONS] =
      g_param_spec_uint ("n-questions", NULL, NULL, 0, G_MAXUINT, 0, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  signals[RELOAD_REQUESTED] = g_signal_new ("reload-requested", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ASKS] = g_signal_new ("asks", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
troupe_page_init (TroupePage *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
troupe_page_new (TroupeDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  return g_object_new (TROUPE_TYPE_PAGE, "document", document, NULL);
}

TroupeDocument *
troupe_page_get_document (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->document;
}

TroupePageContent *
troupe_page_get_content (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->content;
}

TroupePageDisk *
troupe_page_get_disk (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->disk;
}

TroupePageText *
troupe_page_get_text (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->text;
}

void
troupe_page_set_width_class (TroupePage *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_page_disk_set_narrow (self->disk, width >= TROUPE_EDITOR_NARROW);
  troupe_page_content_set_width_class (self->content, width);
}
