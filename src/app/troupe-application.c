/* troupe-application.c: application object: windows, files to open, run store, crash recovery
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-application"

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <signal.h>

#include "troupe-application.h"
#include "troupe-avatar.h"
#include "troupe-flow-box-keys.h"
#include "troupe-installed-files.h"
#include "troupe-preferences-apply.h"
#include "troupe-preferences.h"
#include "troupe-recovery.h"
#include "troupe-start-folder.h"
#include "troupe-window-close.h"
#include "troupe-window.h"

/* Signals by which the session or a user in a terminal terminates the process. */
static const int end_signals[] = { SIGTERM, SIGHUP, SIGINT };

/* Problems that last, and concern all windows. */
typedef enum
{
  TROUBLE_DRAFTS,
  TROUBLE_STORE,
  N_TROUBLES,
} Trouble;

/* Time after which a store that could not be opened is opened again if it is needed, in microseconds. */
#define STORE_PAUSE_US (G_USEC_PER_SEC / 2)

struct _TroupeApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  TroupeEngine *engine; /* (nullable): until the first run */
  TroupeRunSpans *spans;
  TroupeMonthBudget *month; /* (nullable) */
  GtkWidget *preferences;   /* (nullable): weak */
  GMutex store_lock;
  TroupeStore *store;
  gint64 store_tried_us; /* 0 before the first attempt to open the store */

  TroupeDrafts *drafts; /* (nullable): NULL before startup and during shutdown */
  char *troubles[N_TROUBLES]; /* shown in all windows; elements: (nullable) */
  gboolean is_recovering;
  GQueue recovered;   /* (element-type TroupeRecovered): documents not yet in a window */
  GPtrArray *lost;    /* (element-type utf8): messages about unrestorable documents */
  GPtrArray *windows; /* (element-type TroupeWindow): restored windows */
  guint recover_source;
  gboolean was_activated; /* during the recovery */
  GPtrArray *waiting;     /* (element-type GFile): to open after the recovery */

  guint end_sources[G_N_ELEMENTS (end_signals)];
};

static void services_init (TroupeServicesInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeApplication,
                               troupe_application,
                               ADW_TYPE_APPLICATION,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_SERVICES, services_init))

static TroupeWindow *
get_window (TroupeApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  g_assert (TROUPE_IS_APPLICATION (self));

  if (TROUPE_IS_WINDOW (window))
    return TROUPE_WINDOW (window);
  return troupe_window_new (GTK_APPLICATION (self));
}

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (troupe_window_new (GTK_APPLICATION (user_data))));
}

static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));

  /* Each window prompts for its unsaved documents. The application quits when the last window is
   * closed. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (GTK_WINDOW (l->data));
}

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  static const char *const developers[] = { "The Troupe developers", NULL };

  adw_show_about_window (gtk_application_get_active_window (application), "application-name",
                         "Troupe", "application-icon", TROUPE_APPLICATION_ID, "version",
                         TROUPE_VERSION, "developer-name", _ ("The Troupe developers"),
                         "developers", developers, "license-type", GTK_LICENSE_GPL_3_0, "comments",
                         _ ("Draw flows of AI agents, run them and watch them work."),
                         /* Translators: put your names here, one per line. */
                         "translator-credits", _ ("translator-credits"), NULL);
}

/* Shows the only preferences window over the active window. @page: (nullable) */
static void
show_preferences (TroupeApplication *self, const char *page)
{
  g_assert (TROUPE_IS_APPLICATION (self));

  /* A closed window is ignored, because pending operations may keep it alive for a moment. */
  if (self->preferences != NULL &&
      gtk_window_get_application (GTK_WINDOW (self->preferences)) == NULL)
    g_clear_weak_pointer (&self->preferences);
  if (self->preferences == NULL)
    {
      TroupeWindow *over = get_window (self);

      g_set_weak_pointer (&self->preferences, troupe_preferences_new (self->settings));
      gtk_window_set_transient_for (GTK_WINDOW (self->preferences), GTK_WINDOW (over));
    }
  if (page != NULL)
    troupe_preferences_show_page (TROUPE_PREFERENCES (self->preferences), page);
  gtk_window_present (GTK_WINDOW (self->preferences));
}

static void
preferences_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  show_preferences (TROUPE_APPLICATION (user_data),
                    parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL);
}

/* Handles the buttons of a notification, possibly after the window was closed or covered by
 * other windows. */
static void
answer_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  const char *request_id, *outcome;

  g_variant_get (parameter, "(&s&s)", &request_id, &outcome);
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (TROUPE_IS_WINDOW (l->data) &&
        troupe_window_answer (TROUPE_WINDOW (l->data), request_id, outcome))
      return;
}

static void
question_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeApplication *self = TROUPE_APPLICATION (user_data);
  const char *request_id = g_variant_get_string (parameter, NULL);

  g_assert (TROUPE_IS_APPLICATION (self));

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (TROUPE_IS_WINDOW (l->data) &&
        troupe_window_show_question (TROUPE_WINDOW (l->data), request_id))
      return;
  gtk_window_present (GTK_WINDOW (get_window (self)));
}

/* Handles the click on a notification about a run. */
static void
run_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeApplication *self = TROUPE_APPLICATION (user_data);
  const char *run_id = g_variant_get_string (parameter, NULL);

  g_assert (TROUPE_IS_APPLICATION (self));

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (TROUPE_IS_WINDOW (l->data) && troupe_window_show_run (TROUPE_WINDOW (l->data), run_id))
      return;
  gtk_window_present (GTK_WINDOW (get_window (self)));
}

static const GActionEntry actions[] = {
  { "answer", answer_activated, "(ss)", NULL, NULL, { 0 } },
  { "show-question", question_activated, "s", NULL, NULL, { 0 } },
  { "show-run", run_activated, "s", NULL, NULL, { 0 } },
  { "new-window", new_window_activated, NULL, NULL, NULL, { 0 } },
  { "preferences", preferences_activated, NULL, NULL, NULL, { 0 } },
  { "preferences-page", preferences_activated, "s", NULL, NULL, { 0 } },
  { "quit", quit_activated, NULL, NULL, NULL, { 0 } },
  { "about", about_activated, NULL, NULL, NULL, { 0 } },
};

static void
apply_color_scheme (TroupeApplication *self)
{
  g_autofree char *scheme = g_settings_get_string (self->settings, "color-scheme");
  AdwColorScheme value = ADW_COLOR_SCHEME_DEFAULT;

  g_assert (TROUPE_IS_APPLICATION (self));

  if (g_str_equal (scheme, "light"))
    value = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (scheme, "dark"))
    value = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), value);
}

static void
color_scheme_changed_cb (GSettings *settings, const char *key, gpointer user_data)
{
  apply_color_scheme (TROUPE_APPLICATION (user_data));
}

/* --- Retention of runs ------------------------------------------------------------------------ */

/* Returns -1 for 0, which means no limit in the settings. */
static gint64
get_limit (TroupeApplication *self, const char *key, gint64 unit)
{
  const guint number = g_settings_get_uint (self->settings, key);

  g_assert (TROUPE_IS_APPLICATION (self));

  return number > 0 ? number * unit : -1;
}

static void
apply_retention (TroupeApplication *self)
{
  TroupeStoreRetention retention;
  TroupeStore *store;

  g_assert (TROUPE_IS_APPLICATION (self));

  if (self->settings == NULL || !troupe_services_peek_store (TROUPE_SERVICES (self), &store) ||
      store == NULL)
    return;

  retention.max_runs = get_limit (self, "history-max-runs", 1);
  retention.max_age_us = get_limit (self, "history-max-days", 24 * 3600 * G_TIME_SPAN_SECOND);
  retention.max_bytes = get_limit (self, "history-max-megabytes", 1000 * 1000);
  troupe_store_set_retention (store, &retention);
}

static gboolean
apply_retention_cb (gpointer user_data)
{
  apply_retention (TROUPE_APPLICATION (user_data));

  return G_SOURCE_REMOVE;
}

static void
retention_changed_cb (GSettings *settings, const char *key, gpointer user_data)
{
  if (g_str_has_prefix (key, "history-"))
    apply_retention (TROUPE_APPLICATION (user_data));
}

static void
preferences_changed_cb (TroupeApplication *self)
{
  g_assert (TROUPE_IS_APPLICATION (self));

  troupe_preferences_apply (self->settings, self->engine);
}

/* Shows a message in the active window. */
static void
tell_in_front (TroupeApplication *self, const char *message)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  g_assert (TROUPE_IS_APPLICATION (self));

  if (window != NULL && !TROUPE_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  if (TROUPE_IS_WINDOW (window))
    troupe_window_add_toast (TROUPE_WINDOW (window), message);
  else
    g_message ("%s", message);
}

static TroupeStore *
find_store_of (gpointer owner)
{
  return troupe_services_find_store (TROUPE_SERVICES (owner));
}

static void
add_icon_folder (void)
{
  const char *chosen = g_getenv ("TROUPE_ICONS_DIR");
  g_autofree char *folder =
      chosen != NULL ? g_strdup (chosen)
                     : troupe_installed_files_find_folder (
                           "icons", "hicolor/scalable/apps/" TROUPE_APPLICATION_ID ".svg");
  GdkDisplay *display = gdk_display_get_default ();

  if (display != NULL)
    gtk_icon_theme_add_search_path (gtk_icon_theme_get_for_display (display), folder);
}

typedef struct
{
  TroupeApplication *application;
  char *message;
} StoreError;

static gboolean
tell_store_error_idle_cb (gpointer user_data)
{
  StoreError *error = user_data;
  const char *message = error->message;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (error->application));

  g_assert (TROUPE_IS_APPLICATION (error->application));
  if (TROUPE_IS_WINDOW (window))
    troupe_window_add_toast (TROUPE_WINDOW (window), message);
  else
    g_message ("%s", message);
  return G_SOURCE_REMOVE;
}

static void
store_error_free (gpointer data)
{
  StoreError *error = data;

  g_object_unref (error->application);
  g_free (error->message);
  g_free (error);
}

/* @message: (transfer full); may be called on any thread */
static void
tell_later (TroupeApplication *self, char *message)
{
  StoreError *copy = g_new0 (StoreError, 1);

  g_assert (TROUPE_IS_APPLICATION (self));

  copy->application = g_object_ref (self);
  copy->message = message;
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_store_error_idle_cb, copy, store_error_free);
}

/* --- Lasting problems ------------------------------------------------------------------------- */

/* Shows a problem in all windows until it is over. @message: (transfer full) (nullable) */
static void
set_trouble (TroupeApplication *self, Trouble trouble, char *message)
{
  g_assert (TROUPE_IS_APPLICATION (self));

  g_free (self->troubles[trouble]);
  self->troubles[trouble] = message;
  for (GList *at = gtk_application_get_windows (GTK_APPLICATION (self)); at != NULL; at = at->next)
    if (TROUPE_IS_WINDOW (at->data))
      troupe_window_show_trouble (at->data);
}

static char *
get_trouble (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 0; i < N_TROUBLES; i++)
    if (self->troubles[i] != NULL)
      g_ptr_array_add (texts, self->troubles[i]);
  if (texts->len == 0)
    return NULL;
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("\n", (char **) texts->pdata);
}

/* --- Crash recovery --------------------------------------------------------------------------- */

static void
drafts_failed_cb (TroupeDrafts *drafts, const char *message, gpointer user_data)
{
  TroupeApplication *self = TROUPE_APPLICATION (user_data);

  g_assert (TROUPE_IS_APPLICATION (self));
  g_assert (TROUPE_IS_DRAFTS (drafts));

  set_trouble (self, TROUBLE_DRAFTS,
               message != NULL
                   ? g_strdup_printf (_ ("Unsaved changes cannot be protected against a crash: %s"),
                                      message)
                   : NULL);
}

static void
open_waiting (TroupeApplication *self)
{
  g_autoptr (GPtrArray) files = g_steal_pointer (&self->waiting);
  TroupeWindow *window;

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  if (!self->was_activated && files->len == 0)
    return;
  self->was_activated = FALSE;
  window = get_window (self);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < files->len; i++)
    troupe_window_open_file (window, g_ptr_array_index (files, i));
}

/* Returns the window of @note and creates it if necessary. Documents without a window id share
 * one window. */
static TroupeWindow *
get_window_of (TroupeApplication *self, const TroupeDraftNote *note)
{
  TroupeWindow *window;

  g_assert (TROUPE_IS_APPLICATION (self));

  for (guint i = 0; i < self->windows->len; i++)
    {
      window = g_ptr_array_index (self->windows, i);
      if (g_strcmp0 (troupe_window_get_restored_id (window), note->window) == 0)
        return window;
    }
  window = troupe_window_new (GTK_APPLICATION (self));
  g_ptr_array_add (self->windows, g_object_ref (window));
  troupe_window_begin_restore (window, note);
  return window;
}

/* Restores one document per main loop iteration, because creating its page takes some time. */
static gboolean
recover_next_cb (gpointer user_data)
{
  TroupeApplication *self = TROUPE_APPLICATION (user_data);
  TroupeRecovered *recovered = g_queue_pop_head (&self->recovered);

  g_assert (TROUPE_IS_APPLICATION (self));

  if (recovered == NULL)
    {
      self->recover_source = 0;
      self->is_recovering = FALSE;
      for (guint i = 0; i < self->windows->len; i++)
        troupe_window_end_restore (g_ptr_array_index (self->windows, i), self->lost);
      open_waiting (self);
      /* If there are restored windows, the messages are listed in these windows. */
      for (guint i = 0; self->windows->len == 0 && i < self->lost->len; i++)
        tell_later (self, g_strdup (g_ptr_array_index (self->lost, i)));
      g_ptr_array_set_size (self->windows, 0);
      g_ptr_array_set_size (self->lost, 0);
      g_application_release (G_APPLICATION (self));
      return G_SOURCE_REMOVE;
    }
  troupe_window_restore (get_window_of (self, recovered->note), recovered);
  troupe_recovered_free (recovered);
  return G_SOURCE_CONTINUE;
}

static void
recovered_cb (GPtrArray *found, GPtrArray *lost, gpointer user_data)
{
  g_autoptr (TroupeApplication) self = TROUPE_APPLICATION (user_data);

  while (found->len > 0)
    g_queue_push_tail (&self->recovered, g_ptr_array_steal_index (found, 0));
  while (lost->len > 0)
    g_ptr_array_add (self->lost, g_ptr_array_steal_index (lost, 0));
  /* The application was shut down in the meantime. */
  if (self->drafts == NULL)
    return;
  /* The default priority is used, because a source with idle priority would wait for all
   * drawing. */
  self->recover_source = g_idle_add_full (G_PRIORITY_DEFAULT, recover_next_cb, self, NULL);
}

void
troupe_application_recover (TroupeApplication *self)
{
  g_return_if_fail (TROUPE_IS_APPLICATION (self));
  g_return_if_fail (self->drafts != NULL);

  if (self->is_recovering)
    return;
  self->is_recovering = TRUE;
  g_application_hold (G_APPLICATION (self));
  troupe_recovery_start (self->drafts, recovered_cb, g_object_ref (self));
}

gboolean
troupe_application_is_recovering (TroupeApplication *self)
{
  g_return_val_if_fail (TROUPE_IS_APPLICATION (self), FALSE);

  return self->is_recovering;
}

static TroupeDrafts *
get_drafts (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  return self->drafts;
}

/* --- Termination by signals ------------------------------------------------------------------- */

static gboolean
end_signal_cb (gpointer user_data)
{
  TroupeApplication *self = TROUPE_APPLICATION (user_data);
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));
  /* If the recovery is still in progress, its drafts must be preserved for the next process. */
  gboolean is_all_saved = !self->is_recovering;

  g_assert (TROUPE_IS_APPLICATION (self));

  for (GList *l = windows; l != NULL; l = l->next)
    if (TROUPE_IS_WINDOW (l->data) && !troupe_window_end (TROUPE_WINDOW (l->data)))
      is_all_saved = FALSE;
  if (is_all_saved)
    g_application_quit (G_APPLICATION (self));
  else
    {
      /* Terminates immediately, like a crash, so that the drafts are offered for recovery at
       * the next startup. Runs are not cancelled, because cancelled runs could not be resumed. */
      if (self->drafts != NULL)
        troupe_drafts_flush (self->drafts);
      if (self->store != NULL)
        troupe_store_flush (self->store, NULL);
      signal (SIGTERM, SIG_DFL);
      raise (SIGTERM);
    }
  return G_SOURCE_CONTINUE;
}

static void
unwatch_signals (TroupeApplication *self)
{
  g_assert (TROUPE_IS_APPLICATION (self));

  for (guint i = 0; i < G_N_ELEMENTS (end_signals); i++)
    g_clear_handle_id (&self->end_sources[i], g_source_remove);
}

/* --- GObject implementation ------------------------------------------------------------------- */

/* Avatars get the same colors as on the canvas. */
static void
add_person_colors (void)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  g_autoptr (GString) css = g_string_new (NULL);

  g_assert (GDK_IS_DISPLAY (display));

  for (guint i = 0; i < TROUPE_AVATAR_N_COLORS; i++)
    g_string_append_printf (css, "avatar.color%u { background: %s; color: white; }\n", i + 1,
                            troupe_avatar_get_color (i));
  gtk_css_provider_load_from_data (provider, css->str, (gssize) css->len);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
troupe_application_startup (GApplication *application)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);
  g_autoptr (GAction) scheme = NULL;
  g_autoptr (GAction) reuse = NULL;
  g_autofree char *folder = NULL;

  G_APPLICATION_CLASS (troupe_application_parent_class)->startup (application);

  gtk_source_init ();
  troupe_flow_box_keys_init ();
  add_icon_folder ();
  add_person_colors ();
  self->settings = g_settings_new (TROUPE_APPLICATION_ID);
  apply_color_scheme (self);
  g_signal_connect_object (self->settings, "changed::color-scheme",
                           G_CALLBACK (color_scheme_changed_cb), self, 0);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (retention_changed_cb), self, 0);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (preferences_changed_cb), self,
                           G_CONNECT_SWAPPED);
  preferences_changed_cb (self);
  self->spans = troupe_run_spans_new (self->settings);
  g_signal_connect_object (self->spans, "failed", G_CALLBACK (tell_in_front), self,
                           G_CONNECT_SWAPPED);
  self->month = troupe_month_budget_new (self->settings, find_store_of, G_OBJECT (self));
  g_signal_connect_object (self->month, "failed", G_CALLBACK (tell_in_front), self,
                           G_CONNECT_SWAPPED);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  scheme = g_settings_create_action (self->settings, "color-scheme");
  g_action_map_add_action (G_ACTION_MAP (self), scheme);
  reuse = g_settings_create_action (self->settings, "reuse-results");
  g_action_map_add_action (G_ACTION_MAP (self), reuse);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.new-window",
                                         (const char *[]){ "<Control><Shift>n", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.quit",
                                         (const char *[]){ "<Control>q", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.preferences",
                                         (const char *[]){ "<Control>comma", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "win.show-help-overlay",
                                         (const char *[]){ "<Control>F1", "<Control>question",
                                                           NULL });
  gtk_window_set_default_icon_name (TROUPE_APPLICATION_ID);
  for (guint i = 0; i < G_N_ELEMENTS (end_signals); i++)
    {
      struct sigaction action;

      /* Signals that are ignored, for example because of nohup, are not handled. */
      if (sigaction (end_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        self->end_sources[i] = g_unix_signal_add (end_signals[i], end_signal_cb, self);
    }
  folder = troupe_drafts_get_default_folder ();
  self->drafts = troupe_drafts_new (folder);
  g_signal_connect_object (self->drafts, "failed", G_CALLBACK (drafts_failed_cb), self, 0);
  troupe_application_recover (self);
}

/* Documents without a file belong to the user's folder of documents, in which their runs read and
 * write files, and not to the folder where the program was started, which is that of another
 * program or a terminal. Called when paths of the command line have been made absolute. */
static void
leave_start_folder (void)
{
  g_autofree char *folder = troupe_start_folder_get_default ();

  if (g_chdir (folder) != 0)
    g_debug ("The folder “%s” cannot be entered: %s", folder, g_strerror (errno));
}

static void
troupe_application_activate (GApplication *application)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);

  leave_start_folder ();
  self->was_activated = TRUE;
  if (!self->is_recovering)
    open_waiting (self);
}

static void
troupe_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);

  leave_start_folder ();
  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (self->waiting, g_object_ref (files[i]));
  self->was_activated = TRUE;
  if (!self->is_recovering)
    open_waiting (self);
}

static void
troupe_application_shutdown (GApplication *application)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);

  unwatch_signals (self);
  if (self->preferences != NULL)
    gtk_window_destroy (GTK_WINDOW (self->preferences));
  g_clear_object (&self->engine);
  troupe_month_budget_close (self->month);
  g_clear_object (&self->month);
  troupe_run_spans_close (self->spans);
  g_clear_object (&self->spans);
  if (self->store != NULL)
    troupe_store_flush (self->store, NULL);
  g_clear_object (&self->store);
  g_clear_handle_id (&self->recover_source, g_source_remove);
  g_queue_clear_full (&self->recovered, (GDestroyNotify) troupe_recovered_free);
  g_clear_object (&self->drafts);
  g_clear_object (&self->settings);
  G_APPLICATION_CLASS (troupe_application_parent_class)->shutdown (application);
}

static void
troupe_application_finalize (GObject *object)
{
  TroupeApplication *self = TROUPE_APPLICATION (object);

  unwatch_signals (self);
  /* A thread may have opened the store after the shutdown. */
  g_clear_object (&self->store);
  g_queue_clear_full (&self->recovered, (GDestroyNotify) troupe_recovered_free);
  g_clear_object (&self->drafts);
  g_ptr_array_unref (self->lost);
  g_ptr_array_unref (self->windows);
  g_ptr_array_unref (self->waiting);
  for (guint i = 0; i < N_TROUBLES; i++)
    g_free (self->troubles[i]);
  g_mutex_clear (&self->store_lock);
  G_OBJECT_CLASS (troupe_application_parent_class)->finalize (object);
}

/* Handles the options that do not need a display or the running instance. */
static int
troupe_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  g_print ("troupe %s\n", TROUPE_VERSION);

  return EXIT_SUCCESS;
}

static void
note_left_run (TroupeServices *services, const char *path)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  if (path != NULL)
    g_signal_emit_by_name (self, "run-left", path);
}

static void
troupe_application_class_init (TroupeApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_application_finalize;
  application_class->handle_local_options = troupe_application_handle_local_options;
  application_class->startup = troupe_application_startup;
  application_class->activate = troupe_application_activate;
  application_class->open = troupe_application_open;
  application_class->shutdown = troupe_application_shutdown;
}

static void
troupe_application_init (TroupeApplication *self)
{
  g_assert (self != NULL);

  g_mutex_init (&self->store_lock);
  g_queue_init (&self->recovered);
  self->lost = g_ptr_array_new_with_free_func (g_free);
  self->windows = g_ptr_array_new_with_free_func (g_object_unref);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

TroupeApplication *
troupe_application_new (void)
{
  static const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the version"), NULL },
    { NULL },
  };
  TroupeApplication *self;

  g_set_application_name ("Troupe");
  self = g_object_new (TROUPE_TYPE_APPLICATION, "application-id", TROUPE_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/io/github/troupe_editor/Troupe", NULL);
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));

  return self;
}

static TroupeEngine *
get_engine (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  if (self->engine == NULL)
    {
      self->engine = troupe_engine_new ();
      troupe_preferences_apply (self->settings, self->engine);
    }
  return self->engine;
}

static TroupeRunSpans *
get_spans (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  return self->spans;
}

static TroupeMonthBudget *
get_month (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  return self->month;
}

static GSettings *
get_settings (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);

  return self->settings;
}

static gboolean
set_store_trouble_cb (gpointer user_data)
{
  StoreError *error = user_data;

  set_trouble (error->application, TROUBLE_STORE, g_steal_pointer (&error->message));
  return G_SOURCE_REMOVE;
}

/* @is_open: whether the store could be opened. @error: (nullable). Called on any thread */
static void
tell_of_store (TroupeApplication *self, gboolean is_open, const GError *error)
{
  StoreError *copy = g_new0 (StoreError, 1);

  copy->application = g_object_ref (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    copy->message = g_strdup_printf (
        /* Translators: %s is a sentence that names the file for which the disk has no space */
        is_open ? _ ("%s Runs wait, and continue by themselves when space is available.")
                : _ ("%s Runs are not saved until space is available."),
        error->message);
  else if (error != NULL)
    copy->message = g_strdup_printf (_ ("Could not save runs: %s"), error->message);
  g_idle_add_full (G_PRIORITY_DEFAULT, set_store_trouble_cb, copy, store_error_free);
}

/* Called on the thread of the store. @error: (nullable) */
static void
store_failed (const GError *error, gpointer user_data)
{
  tell_of_store (TROUPE_APPLICATION (user_data), TRUE, error);
}

/* Returns FALSE for a moment after the store could not be opened. The disk may have space later, or its folder
 * become writable. */
static gboolean
may_try_store (TroupeApplication *self)
{
  return self->store_tried_us == 0 ||
         g_get_monotonic_time () - self->store_tried_us > STORE_PAUSE_US;
}

/* The store is locked, because pages access it on their own threads while another thread may be
 * opening it. */
static TroupeStore *
get_store (TroupeServices *services)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);
  g_autoptr (GMutexLocker) locker = NULL;

  locker = g_mutex_locker_new (&self->store_lock);
  if (self->store == NULL && may_try_store (self))
    {
      g_autofree char *folder = troupe_store_get_default_folder ();
      g_autoptr (GError) error = NULL;
      const gboolean is_first = self->store_tried_us == 0;

      self->store = troupe_store_open (folder, &error);
      self->store_tried_us = g_get_monotonic_time ();
      if (self->store == NULL)
        tell_of_store (self, FALSE, error);
      else
        {
          if (!is_first)
            tell_of_store (self, TRUE, NULL);
          troupe_store_set_error_func (self->store, store_failed, self, NULL);
          /* The settings are applied later on the main thread, because the current thread may be
           * another one. */
          g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, apply_retention_cb, g_object_ref (self),
                           g_object_unref);
        }
      if (self->store != NULL && troupe_store_get_notice (self->store) != NULL)
        tell_later (self, g_strdup (troupe_store_get_notice (self->store)));
    }
  return self->store;
}

static gboolean
peek_store (TroupeServices *services, TroupeStore **store)
{
  TroupeApplication *self = TROUPE_APPLICATION (services);
  gboolean is_known;

  *store = NULL;
  /* If the lock is held, another thread is opening the store. */
  if (!g_mutex_trylock (&self->store_lock))
    return FALSE;
  is_known = self->store != NULL || !may_try_store (self);
  *store = self->store;
  g_mutex_unlock (&self->store_lock);
  return is_known;
}

static TroupeStore *
find_store (TroupeServices *services)
{
  g_autofree char *folder = NULL;
  g_autofree char *file = NULL;

  folder = troupe_store_get_default_folder ();
  file = g_build_filename (folder, "runs.db", NULL);
  return g_file_test (file, G_FILE_TEST_EXISTS) ? get_store (services) : NULL;
}

static void
services_init (TroupeServicesInterface *iface)
{
  iface->get_store = get_store;
  iface->peek_store = peek_store;
  iface->find_store = find_store;
  iface->get_drafts = get_drafts;
  iface->get_engine = get_engine;
  iface->get_spans = get_spans;
  iface->get_month = get_month;
  iface->get_trouble = get_trouble;
  iface->note_left_run = note_left_run;
  iface->get_settings = get_settings;
}
