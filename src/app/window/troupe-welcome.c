/* troupe-welcome.c: welcome page of a window without documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-welcome"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-button-names.h"
#include "troupe-flow-document.h"
#include "troupe-history-text.h"
#include "troupe-recent-files.h"
#include "troupe-row-name.h"
#include "troupe-store-document.h"
#include "troupe-template-preview.h"
#include "troupe-templates.h"
#include "troupe-welcome-picture.h"
#include "troupe-welcome.h"

/* Maximum number of recent files. */
#define N_RECENT 4

/* Width of the column of recent files next to the templates, in pixels. */
#define SIDE_WIDTH 300

struct _TroupeWelcome
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkBox *hero;
  GtkWidget *hero_preview;
  GtkBox *columns;
  GtkWidget *start_button;
  GtkFlowBox *templates;
  AdwClamp *side;
  GtkListBox *recent;
};

enum
{
  TEMPLATE_CHOSEN,
  GUIDE_CHOSEN,
  FILE_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeWelcome, troupe_welcome, GTK_TYPE_WIDGET)

static void
template_clicked_cb (GtkButton *button, gpointer user_data)
{
  const char *path = g_object_get_data (G_OBJECT (button), "troupe-path");

  g_signal_emit (user_data, signals[TEMPLATE_CHOSEN], 0, path);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  /* The width is limited, so that four cards fit into a row. A long title may use a second line. */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 9);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 14);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_card (TroupeWelcome *self,
           GtkWidget *preview,
           const char *path,
           const char *action,
           const char *title,
           const char *subtitle)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  g_assert (TROUPE_IS_WELCOME (self));

  gtk_widget_add_css_class (button, "card");
  gtk_widget_add_css_class (button, "template-card");
  gtk_widget_add_css_class (preview, "preview");
  gtk_widget_add_css_class (words, "words");
  gtk_box_append (GTK_BOX (words), make_label (title, "heading"));
  gtk_box_append (GTK_BOX (words), make_label (subtitle, "dim-label"));
  gtk_box_append (GTK_BOX (box), preview);
  gtk_box_append (GTK_BOX (box), words);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  if (action != NULL)
    {
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
      return button;
    }
  g_object_set_data_full (G_OBJECT (button), "troupe-path", g_strdup (path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (template_clicked_cb), self, 0);
  return button;
}

/* --- Recent files ----------------------------------------------------------------------------- */

static void
recent_activated_cb (GtkListBox *box, GtkListBoxRow *row, gpointer user_data)
{
  const char *uri = g_object_get_data (G_OBJECT (row), "troupe-uri");
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  g_signal_emit (user_data, signals[FILE_CHOSEN], 0, file);
}

static void
add_words (AdwActionRow *row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (row, label);
}

/* The results of the last runs of the recent files, read on another thread. Only the main thread
 * unrefs the rows and the application. */
typedef struct
{
  TroupeServices *application;
  GPtrArray *rows;  /* (element-type AdwActionRow) */
  GPtrArray *paths; /* (element-type utf8) */
  GPtrArray *runs;  /* (element-type TroupeRunRecord): NULL for a file without a run */
} Outcomes;

static void
run_free (gpointer data)
{
  g_clear_pointer ((TroupeRunRecord **) &data, troupe_run_record_free);
}

static void
outcomes_free (Outcomes *outcomes)
{
  g_object_unref (outcomes->application);
  g_ptr_array_unref (outcomes->rows);
  g_ptr_array_unref (outcomes->paths);
  g_ptr_array_unref (outcomes->runs);
  g_free (outcomes);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcomes, outcomes_free)

static void
add_outcome (AdwActionRow *row, const TroupeRunRecord *run)
{
  g_autofree char *day = NULL;
  const char *icon_name = NULL;
  const char *css_class = NULL;
  const char *words = NULL;
  GtkWidget *icon;
  g_autoptr (GDateTime) time = NULL;
  g_autoptr (GDateTime) now = NULL;
  g_autoptr (GDateTime) yesterday = NULL;

  if (run == NULL)
    {
      /* There is no stored run, because the document may have been run before it was saved, or
       * its runs may have been deleted. */
      add_words (row, _ ("no saved runs"));
      return;
    }
  icon_name = troupe_history_text_get_icon (run->status, &css_class);
  /* Also of another window of the program, or on the terminal. */
  if (run->status == TROUPE_RUN_STATUS_RUNNING)
    words = _ ("Running");
  else if (run->status == TROUPE_RUN_STATUS_PAUSED)
    words = _ ("Waiting for your answer");
  else
    words = run->error;
  /* Formats a time as «07:02» if it is today, as «yesterday», or as the date. */
  time = g_date_time_new_from_unix_local (run->started_us / G_USEC_PER_SEC);
  now = g_date_time_new_now_local ();
  yesterday = g_date_time_add_days (now, -1);
  if (g_date_time_get_year (time) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    day = g_date_time_format (time, "%H:%M");
  else if (g_date_time_get_year (time) == g_date_time_get_year (yesterday) &&
           g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (yesterday))
    day = g_strdup (_ ("yesterday"));
  else
    day = g_date_time_format (time, "%x");
  icon = gtk_image_new_from_icon_name (icon_name);
  gtk_widget_add_css_class (icon, css_class);
  gtk_widget_set_tooltip_text (icon, words);
  adw_action_row_add_suffix (row, icon);
  add_words (row, day);
}

static void
outcomes_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Outcomes) outcomes = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  for (guint i = 0; i < outcomes->runs->len; i++)
    add_outcome (g_ptr_array_index (outcomes->rows, i), g_ptr_array_index (outcomes->runs, i));
}

static void
read_outcomes_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Outcomes *outcomes = task_data;
  TroupeStore *store = troupe_services_find_store (outcomes->application);

  g_assert (G_IS_TASK (task));

  for (guint i = 0; i < outcomes->paths->len; i++)
    {
      const TroupeDocumentIdentity document = { .path = g_ptr_array_index (outcomes->paths, i) };
      g_autoptr (GPtrArray) runs =
          store != NULL ? troupe_store_list_runs_of (store, &document, 1, NULL) : NULL;

      g_ptr_array_add (outcomes->runs,
                       runs != NULL && runs->len > 0 ? g_ptr_array_steal_index (runs, 0) : NULL);
    }
  g_task_return_boolean (task, TRUE);
}

/* @rows: (transfer full), @paths: (transfer full): each contains one element per file */
static void
read_outcomes (GPtrArray *rows, GPtrArray *paths)
{
  TroupeServices *application = troupe_services_get ();
  g_autoptr (GTask) task = NULL;
  Outcomes *outcomes;

  if (application == NULL || rows->len == 0)
    {
      g_ptr_array_unref (rows);
      g_ptr_array_unref (paths);
      return;
    }
  outcomes = g_new0 (Outcomes, 1);
  outcomes->application = g_object_ref (application);
  outcomes->rows = rows;
  outcomes->paths = paths;
  outcomes->runs = g_ptr_array_new_with_free_func (run_free);
  task = g_task_new (NULL, NULL, outcomes_read, outcomes);
  g_task_set_source_tag (task, read_outcomes);
  g_task_set_task_data (task, outcomes, NULL);
  g_task_run_in_thread (task, read_outcomes_thread);
}

static GtkWidget *
make_recent_row (const TroupeRecentFile *file)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), file->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), file->folder);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  troupe_row_leave_ellipsis_room (row);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name (file->icon));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "troupe-uri", g_strdup (file->uri), g_free);
  return row;
}

void
troupe_welcome_refresh (TroupeWelcome *self)
{
  g_autoptr (GPtrArray) files = troupe_recent_files_list ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *row;

  g_return_if_fail (TROUPE_IS_WELCOME (self));

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->recent, 0))) != NULL)
    gtk_list_box_remove (self->recent, row);
  for (guint i = 0; i < files->len && i < N_RECENT; i++)
    {
      const TroupeRecentFile *file = g_ptr_array_index (files, i);

      row = make_recent_row (file);
      gtk_list_box_append (self->recent, row);
      g_ptr_array_add (rows, g_object_ref (row));
      g_ptr_array_add (paths, g_strdup (file->path));
    }
  read_outcomes (g_steal_pointer (&rows), g_steal_pointer (&paths));
}

void
troupe_welcome_set_narrow (TroupeWelcome *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_WELCOME (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  adw_clamp_set_maximum_size (self->side, narrow ? G_MAXINT : SIDE_WIDTH);
  gtk_widget_set_visible (self->hero_preview, !narrow);
  /* With large texts, two cards do not fit beside each other. */
  gtk_flow_box_set_min_children_per_line (self->templates, narrow ? 1 : 2);
}

static void
start_clicked_cb (GtkButton *button, gpointer user_data)
{
  g_signal_emit (user_data, signals[GUIDE_CHOSEN], 0);
}

static void
troupe_welcome_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_WELCOME);
  G_OBJECT_CLASS (troupe_welcome_parent_class)->dispose (object);
}

static void
troupe_welcome_class_init (TroupeWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_welcome_dispose;

  signals[TEMPLATE_CHOSEN] =
      g_signal_new ("template-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GUIDE_CHOSEN] = g_signal_new ("guide-chosen", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FILE_CHOSEN] = g_signal_new ("file-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, hero);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, columns);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, start_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, templates);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, side);
  gtk_widget_class_bind_template_child (widget_class, TroupeWelcome, recent);
}

static void
troupe_welcome_init (TroupeWelcome *self)
{
  const TroupeTemplate *template;

  g_assert (TROUPE_IS_WELCOME (self));

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->start_button, "clicked", G_CALLBACK (start_clicked_cb), self, 0);
  g_signal_connect_object (self->recent, "row-activated", G_CALLBACK (recent_activated_cb), self,
                           0);
  troupe_name_buttons (GTK_WIDGET (self));
  self->hero_preview = troupe_welcome_picture_new ();
  gtk_box_append (self->hero, self->hero_preview);
  for (guint i = 0; (template = troupe_template_get (i)) != NULL; i++)
    {
      g_autofree char *path = troupe_template_dup_path (template);
      g_autoptr (TroupeFlowDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      GtkWidget *card;

      if (path != NULL)
        {
          document = troupe_flow_document_load (path, NULL, &error);
          if (document == NULL)
            {
              g_message ("%s", error->message);
              continue;
            }
        }
      card = make_card (self,
                        g_strcmp0 (template->action, "win.new-crew") == 0
                            ? troupe_template_preview_new_crew ()
                            : troupe_template_preview_new (document),
                        path, template->action, _ (template->title), _ (template->subtitle));
      gtk_flow_box_append (self->templates, card);
      gtk_widget_set_focusable (gtk_widget_get_parent (card), FALSE);
    }
}
