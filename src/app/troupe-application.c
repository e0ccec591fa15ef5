/* troupe-application.c: the application: windows, files from outside, the store of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-application"

#include "config.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "troupe-application.h"
#include "troupe-window.h"

struct _TroupeApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  GMutex store_lock;
  TroupeStore *store;
  gboolean store_was_tried;
};

G_DEFINE_FINAL_TYPE (TroupeApplication, troupe_application, ADW_TYPE_APPLICATION)

static TroupeWindow *
get_window (TroupeApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (TROUPE_IS_WINDOW (window))
    return TROUPE_WINDOW (window);
  return troupe_window_new (self);
}

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (troupe_window_new (TROUPE_APPLICATION (user_data))));
}

static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkApplication *application = GTK_APPLICATION (user_data);
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));

  /* Each window asks for its unsaved documents; the application ends with the last one. */
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
                         /* Translators: put your names here, one a line. */
                         "translator-credits", _ ("translator-credits"), NULL);
}

/* What a notification's buttons do: they may come when the window is behind others, or has gone. */
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

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (TROUPE_IS_WINDOW (l->data) &&
        troupe_window_show_question (TROUPE_WINDOW (l->data), request_id))
      return;
  gtk_window_present (GTK_WINDOW (get_window (self)));
}

static const GActionEntry actions[] = {
  { "answer", answer_activated, "(ss)", NULL, NULL, { 0 } },
  { "show-question", question_activated, "s", NULL, NULL, { 0 } },
  { "new-window", new_window_activated, NULL, NULL, NULL, { 0 } },
  { "quit", quit_activated, NULL, NULL, NULL, { 0 } },
  { "about", about_activated, NULL, NULL, NULL, { 0 } },
};

static void
apply_color_scheme (TroupeApplication *self)
{
  g_autofree char *scheme = g_settings_get_string (self->settings, "color-scheme");
  AdwColorScheme value = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (scheme, "light"))
    value = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (scheme, "dark"))
    value = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), value);
}

static void
color_scheme_changed (GSettings *settings, const char *key, gpointer user_data)
{
  apply_color_scheme (TROUPE_APPLICATION (user_data));
}

static void
add_icon_folder (void)
{
  const char *folder = g_getenv ("TROUPE_ICONS_DIR");
  GdkDisplay *display = gdk_display_get_default ();

  if (folder != NULL && display != NULL)
    gtk_icon_theme_add_search_path (gtk_icon_theme_get_for_display (display), folder);
}

static void
troupe_application_startup (GApplication *application)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);
  g_autoptr (GAction) scheme = NULL;

  G_APPLICATION_CLASS (troupe_application_parent_class)->startup (application);

  gtk_source_init ();
  add_icon_folder ();
  self->settings = g_settings_new (TROUPE_APPLICATION_ID);
  apply_color_scheme (self);
  g_signal_connect_object (self->settings, "changed::color-scheme",
                           G_CALLBACK (color_scheme_changed), self, 0);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  scheme = g_settings_create_action (self->settings, "color-scheme");
  g_action_map_add_action (G_ACTION_MAP (self), scheme);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.new-window",
                                         (const char *[]){ "<Control><Shift>n", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.quit",
                                         (const char *[]){ "<Control>q", NULL });
  gtk_window_set_default_icon_name (TROUPE_APPLICATION_ID);
}

static void
troupe_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (get_window (TROUPE_APPLICATION (application))));
}

static void
troupe_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  TroupeWindow *window = get_window (TROUPE_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  for (int i = 0; i < n_files; i++)
    troupe_window_open_file (window, files[i]);
}

static void
troupe_application_shutdown (GApplication *application)
{
  TroupeApplication *self = TROUPE_APPLICATION (application);

  if (self->store != NULL)
    troupe_store_flush (self->store, NULL);
  g_clear_object (&self->store);
  g_clear_object (&self->settings);
  G_APPLICATION_CLASS (troupe_application_parent_class)->shutdown (application);
}

static void
troupe_application_finalize (GObject *object)
{
  TroupeApplication *self = TROUPE_APPLICATION (object);

  /* A thread may have opened it when the application was shut down already. */
  g_clear_object (&self->store);
  g_mutex_clear (&self->store_lock);
  G_OBJECT_CLASS (troupe_application_parent_class)->finalize (object);
}

static void
troupe_application_class_init (TroupeApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_application_finalize;
  application_class->startup = troupe_application_startup;
  application_class->activate = troupe_application_activate;
  application_class->open = troupe_application_open;
  application_class->shutdown = troupe_application_shutdown;
}

static void
troupe_application_init (TroupeApplication *self)
{
  g_mutex_init (&self->store_lock);
}

TroupeApplication *
troupe_application_new (void)
{
  g_set_application_name ("Troupe");
  return g_object_new (TROUPE_TYPE_APPLICATION, "application-id", TROUPE_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/io/github/troupe_editor/Troupe", NULL);
}

TroupeApplication *
troupe_application_get (void)
{
  GApplication *application = g_application_get_default ();

  return TROUPE_IS_APPLICATION (application) ? TROUPE_APPLICATION (application) : NULL;
}

GSettings *
troupe_application_get_settings (TroupeApplication *self)
{
  g_return_val_if_fail (TROUPE_IS_APPLICATION (self), NULL);

  return self->settings;
}

static void
tell_store_error (TroupeApplication *self, const char *message)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (TROUPE_IS_WINDOW (window))
    troupe_window_add_toast (TROUPE_WINDOW (window), message);
  else
    g_message ("%s", message);
}

typedef struct
{
  TroupeApplication *application;
  char *message;
} StoreError;

static gboolean
tell_store_error_idle (gpointer user_data)
{
  StoreError *error = user_data;

  tell_store_error (error->application, error->message);
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

/* @message: (transfer full); from any thread */
static void
tell_later (TroupeApplication *self, char *message)
{
  StoreError *copy = g_new0 (StoreError, 1);

  copy->application = g_object_ref (self);
  copy->message = message;
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_store_error_idle, copy, store_error_free);
}

/* Comes on the store's own thread. */
static void
store_failed (const GError *error, gpointer user_data)
{
  tell_later (user_data, g_strdup_printf (_ ("Runs cannot be kept: %s"), error->message));
}

/* Pages look into the store from threads of their own while another one opens it. */
TroupeStore *
troupe_application_get_store (TroupeApplication *self)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (TROUPE_IS_APPLICATION (self), NULL);

  locker = g_mutex_locker_new (&self->store_lock);
  if (self->store == NULL && !self->store_was_tried)
    {
      g_autofree char *folder = troupe_store_get_default_folder ();
      g_autoptr (GError) error = NULL;

      self->store_was_tried = TRUE;
      self->store = troupe_store_open (folder, &error);
      if (self->store == NULL)
        store_failed (error, self);
      else
        troupe_store_set_error_func (self->store, store_failed, self, NULL);
      if (self->store != NULL && troupe_store_get_notice (self->store) != NULL)
        tell_later (self, g_strdup (troupe_store_get_notice (self->store)));
    }
  return self->store;
}

gboolean
troupe_application_peek_store (TroupeApplication *self, TroupeStore **store)
{
  gboolean is_known;

  g_return_val_if_fail (TROUPE_IS_APPLICATION (self), FALSE);
  g_return_val_if_fail (store != NULL, FALSE);

  *store = NULL;
  /* Who holds it is opening the store. */
  if (!g_mutex_trylock (&self->store_lock))
    return FALSE;
  is_known = self->store_was_tried;
  *store = self->store;
  g_mutex_unlock (&self->store_lock);
  return is_known;
}

TroupeStore *
troupe_application_find_store (TroupeApplication *self)
{
  g_autofree char *folder = NULL;
  g_autofree char *file = NULL;

  g_return_val_if_fail (TROUPE_IS_APPLICATION (self), NULL);

  folder = troupe_store_get_default_folder ();
  file = g_build_filename (folder, "runs.db", NULL);
  return g_file_test (file, G_FILE_TEST_EXISTS) ? troupe_application_get_store (self) : NULL;
}

char *
troupe_application_get_examples_folder (void)
{
  const char *folder = g_getenv ("TROUPE_EXAMPLES_DIR");

  return folder != NULL ? g_strdup (folder) : g_build_filename (TROUPE_DATA_DIR, "examples", NULL);
}
