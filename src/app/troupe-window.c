/* troupe-window.c: a window: welcome page, documents in tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>
#include <malloc.h>

#include "troupe-button-names.h"
#include "troupe-kind.h"
#include "troupe-shown-text.h"
#include "troupe-width-bin.h"
#include "troupe-window-actions.h"
#include "troupe-window-batch.h"
#include "troupe-window-close.h"
#include "troupe-window-drafts.h"
#include "troupe-window-open.h"
#include "troupe-window-panes.h"
#include "troupe-window-private.h"
#include "troupe-window-questions.h"
#include "troupe-window-tabs.h"
#include "troupe-window-width.h"

/* Seconds after the last tab was closed. */
#define TRIM_AFTER 1

/* Of a tab's title, in letters. */
#define LONGEST_TAB 40

enum
{
  PROP_0,
  PROP_SHOW_INSPECTOR,
  PROP_SHOW_OUTLINE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeWindow, troupe_window, ADW_TYPE_APPLICATION_WINDOW)

void
troupe_window_keep_dialog (TroupeWindow *self, GtkNativeDialog *dialog)
{
  if (self->file_dialog != NULL)
    gtk_native_dialog_destroy (self->file_dialog);
  g_set_object (&self->file_dialog, dialog);
}

AdwTabView *
troupe_window_get_tabs (TroupeWindow *self)
{
  return self->tab_view;
}

TroupePage *
troupe_window_get_page (TroupeWindow *self)
{
  AdwTabPage *tab = self->tab_view != NULL && !self->shows_welcome
                        ? adw_tab_view_get_selected_page (self->tab_view)
                        : NULL;

  return tab != NULL && TROUPE_IS_PAGE (adw_tab_page_get_child (tab))
             ? TROUPE_PAGE (adw_tab_page_get_child (tab))
             : NULL;
}

TroupeBatchPage *
troupe_window_get_batch (TroupeWindow *self)
{
  AdwTabPage *tab = self->tab_view != NULL && !self->shows_welcome
                        ? adw_tab_view_get_selected_page (self->tab_view)
                        : NULL;
  GtkWidget *child = tab != NULL ? adw_tab_page_get_child (tab) : NULL;

  return child != NULL && TROUPE_IS_BATCH_PAGE (child) ? TROUPE_BATCH_PAGE (child) : NULL;
}

TroupePage *
troupe_window_get_nth_page (TroupeWindow *self, int index)
{
  GtkWidget *child = adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tab_view, index));

  return TROUPE_IS_PAGE (child) ? TROUPE_PAGE (child) : NULL;
}

AdwTabPage *
troupe_window_find_tab (TroupeWindow *self, TroupePage *page)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, i);

      if (adw_tab_page_get_child (tab) == GTK_WIDGET (page))
        return tab;
    }
  return NULL;
}

void
troupe_window_add_toast (TroupeWindow *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));

  if (self->messages != NULL)
    troupe_messages_add (self->messages, text, FALSE);
}

/* The end of this run does not wait for that of the one before. */
static void
page_message_cb (TroupePage *page, const char *text, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->messages != NULL)
    troupe_messages_add (self->messages, text, TRUE);
}

static void
page_wants_reload_cb (TroupePage *page, gpointer user_data)
{
  troupe_window_reload (TROUPE_WINDOW (user_data), page);
}

/* Files on other computers change without a word. */
static void
active_changed_cb (GObject *window, GParamSpec *pspec, gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (window));

  if (page != NULL && gtk_window_is_active (GTK_WINDOW (window)))
    troupe_page_look_at_disk (page);
}

static void
page_asks_cb (TroupePage *page, const char *request_id, gpointer user_data)
{
  troupe_window_question_came (TROUPE_WINDOW (user_data), page, request_id);
}

/* --- Titles and states ------------------------------------------------------------------------ */

typedef enum
{
  NAMESAKE_NONE,
  NAMESAKE_TITLE, /* another tab has the same title */
  NAMESAKE_FILE,  /* and its file the same name, in another folder */
} Namesake;

static char *
dup_file_name (TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);

  return path != NULL ? g_path_get_basename (path) : NULL;
}

static Namesake
find_namesake (TroupeWindow *self, TroupePage *page, const char *title)
{
  g_autofree char *file = dup_file_name (troupe_page_get_document (page));
  Namesake found = NAMESAKE_NONE;

  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      TroupePage *other = troupe_window_get_nth_page (self, i);
      TroupeDocument *document = other != NULL ? troupe_page_get_document (other) : NULL;
      g_autofree char *other_title = other != NULL ? troupe_document_get_title (document) : NULL;
      g_autofree char *other_file = other != NULL ? dup_file_name (document) : NULL;

      if (other == NULL || other == page || !g_str_equal (title, other_title))
        continue;
      if (file != NULL && g_strcmp0 (file, other_file) == 0)
        return NAMESAKE_FILE;
      found = NAMESAKE_TITLE;
    }
  return found;
}

/* What tells the tab from another with the same title. (nullable) */
static char *
make_file_label (TroupeDocument *document, Namesake namesake)
{
  g_autofree char *file = dup_file_name (document);
  g_autofree char *folder = NULL;
  g_autofree char *folder_name = NULL;
  g_autofree char *whole = NULL;

  if (namesake == NAMESAKE_NONE || file == NULL)
    return NULL;
  if (namesake == NAMESAKE_TITLE)
    return troupe_text_to_line (file);
  folder = g_path_get_dirname (troupe_document_get_path (document));
  folder_name = g_path_get_basename (folder);
  whole = g_build_filename (folder_name, file, NULL);
  return troupe_text_to_line (whole);
}

/* A name may hold letters that turn what stands around it. */
static char *
get_shown_title (TroupeDocument *document)
{
  g_autofree char *title = troupe_document_get_title (document);

  return troupe_text_to_line (title);
}

/* A tab cuts what is too long without a sign. */
static char *
make_tab_title (TroupeWindow *self, TroupePage *page)
{
  TroupeDocument *document = troupe_page_get_document (page);
  g_autofree char *own = troupe_document_get_title (document);
  g_autofree char *title = troupe_text_to_line (own);
  g_autofree char *name = make_file_label (document, find_namesake (self, page, own));
  g_autofree char *start = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (g_utf8_strlen (title, -1) > LONGEST_TAB)
    {
      g_autofree char *cut = g_utf8_substring (title, 0, LONGEST_TAB - 1);

      start = g_strconcat (cut, "…", NULL);
    }
  else
    start = g_steal_pointer (&title);
  return name != NULL ? g_strdup_printf ("%s · %s", name, start) : g_steal_pointer (&start);
}

static void
update_tab (TroupeWindow *self, TroupePage *page)
{
  AdwTabPage *tab = troupe_window_find_tab (self, page);
  TroupeDocument *document = troupe_page_get_document (page);
  g_autofree char *title = make_tab_title (self, page);
  g_autofree char *whole = get_shown_title (document);
  g_autofree char *subtitle = troupe_page_get_subtitle (page);
  g_autofree char *tooltip = g_markup_printf_escaped ("%s\n%s", whole, subtitle);
  g_autoptr (GIcon) icon = g_themed_icon_new (troupe_kind_of (document)->icon_name);
  g_autoptr (GIcon) modified = g_themed_icon_new ("troupe-modified-symbolic");

  g_assert (TROUPE_IS_WINDOW (self));

  adw_tab_page_set_title (tab, title);
  adw_tab_page_set_tooltip (tab, tooltip);
  adw_tab_page_set_icon (tab, icon);
  adw_tab_page_set_loading (tab, troupe_page_is_running (page));
  adw_tab_page_set_indicator_icon (tab, troupe_document_is_modified (document) ? modified : NULL);
}

static void
show_batch_title (TroupeWindow *self, TroupeBatchPage *batch)
{
  g_autofree char *title = get_shown_title (troupe_batch_page_get_document (batch));
  g_autofree char *subtitle = troupe_batch_page_dup_subtitle (batch);

  g_assert (TROUPE_IS_WINDOW (self));

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title,
                                 self->width_class == TROUPE_EDITOR_TINY ? NULL : subtitle);
  gtk_window_set_title (GTK_WINDOW (self), subtitle);
}

static void
update_title (TroupeWindow *self, TroupePage *page)
{
  TroupeDocument *document;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *marked = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (troupe_window_get_batch (self) != NULL)
    {
      show_batch_title (self, troupe_window_get_batch (self));
      return;
    }
  if (page == NULL)
    {
      adw_window_title_set_title (self->title, "Troupe");
      adw_window_title_set_subtitle (self->title, NULL);
      gtk_window_set_title (GTK_WINDOW (self), "Troupe");
      return;
    }
  document = troupe_page_get_document (page);
  title = get_shown_title (document);
  subtitle = troupe_page_get_subtitle (page);
  /* With one document there is no tab to show the dot. */
  marked = troupe_document_is_modified (document) && adw_tab_view_get_n_pages (self->tab_view) == 1
               ? g_strconcat ("• ", title, NULL)
               : g_strdup (title);
  adw_window_title_set_title (self->title, marked);
  adw_window_title_set_subtitle (self->title,
                                 self->width_class == TROUPE_EDITOR_TINY ? NULL : subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

void
troupe_window_update (TroupeWindow *self)
{
  TroupePage *page;
  TroupeBatchPage *batch;
  gboolean running, held;

  /* Pages and tabs go one by one while the window does. */
  if (self->tab_view == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  page = troupe_window_get_page (self);
  batch = troupe_window_get_batch (self);
  running = batch != NULL ? troupe_batch_page_is_running (batch)
                          : page != NULL && troupe_page_is_running (page);
  held =
      running && (batch != NULL ? troupe_batch_page_is_paused (batch) : troupe_page_is_held (page));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      update_tab (self, troupe_window_get_nth_page (self, i));
    else
      troupe_window_update_batch_tab (self, i);
  update_title (self, page);
  gtk_stack_set_visible_child_name (self->stack,
                                    page != NULL || batch != NULL ? "documents" : "welcome");
  gtk_stack_set_visible_child_name (self->run_stack, running ? "stop" : "run");
  gtk_widget_set_visible (self->pause_button, running && !held);
  gtk_widget_set_visible (self->continue_button, running && held);
  gtk_widget_set_visible (self->step_button, running && held && batch == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->run_stack), page != NULL || running);
  gtk_widget_set_visible (self->outline_button,
                          page != NULL && self->width_class < TROUPE_EDITOR_TINY);
  gtk_widget_set_visible (self->inspector_button, page != NULL || batch != NULL);
  gtk_widget_set_visible (self->back_button, self->shows_welcome);
  gtk_widget_set_visible (GTK_WIDGET (self->tab_bar), !self->shows_welcome);
  gtk_widget_set_visible (self->new_button, self->width_class < TROUPE_EDITOR_TINY);
  gtk_widget_set_visible (self->undo_box, page != NULL && self->width_class < TROUPE_EDITOR_NARROW);
  troupe_window_update_recovery (self);
  troupe_window_update_actions (self);
}

static void
page_notify_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{

  troupe_window_update (TROUPE_WINDOW (user_data));
}

void
troupe_window_show_welcome (TroupeWindow *self, gboolean shown)
{
  /* Without documents it is there anyway. */
  shown = shown && adw_tab_view_get_n_pages (self->tab_view) > 0;
  if (self->shows_welcome == shown)
    return;
  self->shows_welcome = shown;
  if (shown)
    troupe_welcome_refresh (self->welcome);
  troupe_window_update (self);
  if (troupe_window_get_page (self) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (troupe_window_get_page (self)));
  else
    gtk_widget_child_focus (GTK_WIDGET (self->welcome), GTK_DIR_TAB_FORWARD);
}

static void
selected_page_changed_cb (AdwTabView *view, GParamSpec *pspec, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->welcome == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  self->shows_welcome = FALSE;
  if (adw_tab_view_get_selected_page (view) == NULL)
    troupe_welcome_refresh (self->welcome);
  else
    adw_tab_page_set_needs_attention (adw_tab_view_get_selected_page (view), FALSE);
  troupe_window_update (self);
}

static void
set_pane (TroupeWindow *self, gboolean *pane, gboolean shown, GParamSpec *pspec)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (*pane == shown)
    return;
  *pane = shown;
  troupe_window_apply_panes (self);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static gboolean *
get_outline_pane (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  return self->width_class < TROUPE_EDITOR_TINY ? &self->show_outline : &self->shows_outline_over;
}

static gboolean *
get_inspector_pane (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  return self->width_class < TROUPE_EDITOR_NARROW ? &self->show_inspector
                                                  : &self->shows_inspector_over;
}

static void
set_inspector (TroupeWindow *self, gboolean shown)
{
  g_assert (TROUPE_IS_WINDOW (self));

  /* In a tiny window each takes the width. */
  if (shown && self->width_class == TROUPE_EDITOR_TINY)
    set_pane (self, get_outline_pane (self), FALSE, properties[PROP_SHOW_OUTLINE]);
  set_pane (self, get_inspector_pane (self), shown, properties[PROP_SHOW_INSPECTOR]);
}

static void
set_outline (TroupeWindow *self, gboolean shown)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (shown && self->width_class == TROUPE_EDITOR_TINY)
    set_pane (self, get_inspector_pane (self), FALSE, properties[PROP_SHOW_INSPECTOR]);
  set_pane (self, get_outline_pane (self), shown, properties[PROP_SHOW_OUTLINE]);
}

/* Esc in a narrow window closes the inspector from inside the editor; the button follows. */
static void
inspector_notify_cb (GObject *content, GParamSpec *pspec, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  gboolean visible;

  g_assert (TROUPE_IS_WINDOW (self));

  g_object_get (content, "inspector-visible", &visible, NULL);
  set_inspector (self, visible);
}

static void
outline_notify_cb (GObject *content, GParamSpec *pspec, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  gboolean visible;

  g_assert (TROUPE_IS_WINDOW (self));

  g_object_get (content, "outline-visible", &visible, NULL);
  set_outline (self, visible);
}

TroupePage *
troupe_window_add_page (TroupeWindow *self, TroupeDocument *document, TroupeLeftDraft *left)
{
  GtkWidget *page = troupe_page_new (document);
  TroupeApplication *application = troupe_application_get ();
  AdwTabPage *tab;

  if (application != NULL && troupe_application_get_drafts (application) != NULL)
    troupe_page_follow (TROUPE_PAGE (page), troupe_application_get_drafts (application), left);
  g_signal_connect_object (page, "view-changed", G_CALLBACK (troupe_window_note_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "notify", G_CALLBACK (page_notify_cb), self, 0);
  g_signal_connect_object (page, "message", G_CALLBACK (page_message_cb), self, 0);
  g_signal_connect_object (page, "asks", G_CALLBACK (page_asks_cb), self, 0);
  g_signal_connect_object (page, "reload-requested", G_CALLBACK (page_wants_reload_cb), self, 0);
  tab = adw_tab_view_append (self->tab_view, page);
  troupe_window_apply_panes (self);
  g_signal_connect_object (troupe_page_get_content (TROUPE_PAGE (page)),
                           "notify::inspector-visible", G_CALLBACK (inspector_notify_cb), self, 0);
  g_signal_connect_object (troupe_page_get_content (TROUPE_PAGE (page)), "notify::outline-visible",
                           G_CALLBACK (outline_notify_cb), self, 0);
  self->shows_welcome = FALSE;
  adw_tab_view_set_selected_page (self->tab_view, tab);
  gtk_widget_grab_focus (page);
  troupe_window_update (self);
  return TROUPE_PAGE (page);
}

TroupePage *
troupe_window_add_document (TroupeWindow *self, TroupeDocument *document)
{
  return troupe_window_add_page (self, document, NULL);
}

/* What a document took lies in pieces between what others took: the allocator keeps the pages until it is
 * asked for them. On another thread, as that takes its time. */
static void
trim_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_assert (G_IS_TASK (task));

#ifdef __GLIBC__
  malloc_trim (0);
#endif
  g_task_return_boolean (task, TRUE);
}

static gboolean
trim_cb (gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_assert (TROUPE_IS_WINDOW (self));

  self->trim_source = 0;
  g_task_set_source_tag (task, trim_cb);
  g_task_run_in_thread (task, trim_thread);
  return G_SOURCE_REMOVE;
}

static gboolean
close_page_cb (AdwTabView *view, AdwTabPage *tab, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  TroupePage *page;

  g_assert (TROUPE_IS_WINDOW (self));

  if (TROUPE_IS_BATCH_PAGE (adw_tab_page_get_child (tab)))
    {
      troupe_window_close_batch (self, tab, self->may_close);
      return GDK_EVENT_STOP;
    }
  page = TROUPE_PAGE (adw_tab_page_get_child (tab));
  if (self->may_close || troupe_window_close_page (self, page))
    {
      troupe_page_leave (page);
      troupe_window_note_closed (self, page);
      adw_tab_view_close_page_finish (view, tab, TRUE);
      g_clear_handle_id (&self->trim_source, g_source_remove);
      self->trim_source = g_timeout_add_seconds (TRIM_AFTER, trim_cb, self);
    }
  return GDK_EVENT_STOP;
}

static void
troupe_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_window_parent_class)->size_allocate (widget, width, height, baseline);
  troupe_window_set_width (TROUPE_WINDOW (widget), width);
  troupe_window_note_soon (TROUPE_WINDOW (widget));
}

/* --- Dropping files --------------------------------------------------------------------------- */

static gboolean
files_dropped_cb (GtkDropTarget *target,
                  const GValue *value,
                  double x,
                  double y,
                  gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = gdk_file_list_get_files (list);

  g_assert (TROUPE_IS_WINDOW (self));

  gtk_widget_remove_css_class (GTK_WIDGET (self), "drop-frame");
  for (GSList *l = files; l != NULL; l = l->next)
    troupe_window_open_file (self, l->data);
  return files != NULL;
}

static GdkDragAction
drop_entered_cb (GtkDropTarget *target, double x, double y, gpointer user_data)
{
  gtk_widget_add_css_class (GTK_WIDGET (user_data), "drop-frame");
  return GDK_ACTION_COPY;
}

static void
drop_left_cb (GtkDropTarget *target, gpointer user_data)
{
  gtk_widget_remove_css_class (GTK_WIDGET (user_data), "drop-frame");
}

static void
add_drop_target (TroupeWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_assert (TROUPE_IS_WINDOW (self));

  g_signal_connect_object (target, "drop", G_CALLBACK (files_dropped_cb), self, 0);
  g_signal_connect_object (target, "enter", G_CALLBACK (drop_entered_cb), self, 0);
  g_signal_connect_object (target, "leave", G_CALLBACK (drop_left_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* --- The welcome page ------------------------------------------------------------------------- */

static void
welcome_new_cb (TroupeWelcome *welcome, gpointer user_data)
{
  gtk_widget_activate_action (GTK_WIDGET (user_data), "win.new", NULL);
}

static void
welcome_template_cb (TroupeWelcome *welcome, const char *path, gpointer user_data)
{
  troupe_window_open_template (TROUPE_WINDOW (user_data), path);
}

static void
welcome_guide_cb (TroupeWelcome *welcome, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (TroupeFlowDocument) document = troupe_guide_make_document ();
  TroupePage *page = troupe_window_add_document (self, TROUPE_DOCUMENT (document));

  g_assert (TROUPE_IS_WINDOW (self));

  g_clear_object (&self->guide);
  self->guide = troupe_guide_new (page, GTK_WIDGET (self->run_button), self->menu_button);
}

static void
welcome_file_cb (TroupeWelcome *welcome, GFile *file, gpointer user_data)
{
  troupe_window_open_file (TROUPE_WINDOW (user_data), file);
}

/* --- The object ------------------------------------------------------------------------------- */

static void
save_settings (TroupeWindow *self)
{
  TroupeApplication *application = troupe_application_get ();
  GSettings *settings;
  int width, height;

  g_assert (TROUPE_IS_WINDOW (self));

  if (application == NULL)
    return;
  settings = troupe_application_get_settings (application);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width >= 360 && height >= 400)
    {
      g_settings_set_int (settings, "window-width", width);
      g_settings_set_int (settings, "window-height", height);
    }
  g_settings_set_boolean (settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  g_settings_set_boolean (settings, "show-inspector", self->show_inspector);
  g_settings_set_boolean (settings, "show-outline", self->show_outline);
}

static gboolean
troupe_window_close_request (GtkWindow *window)
{
  TroupeWindow *self = TROUPE_WINDOW (window);

  if (!self->may_close && !troupe_window_close_all (self))
    return TRUE;
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      troupe_page_leave (troupe_window_get_nth_page (self, i));
    else
      troupe_window_leave_batch (self, i);
  save_settings (self);
  return GTK_WINDOW_CLASS (troupe_window_parent_class)->close_request (window);
}

static void
troupe_window_dispose (GObject *object)
{
  TroupeWindow *self = TROUPE_WINDOW (object);

  g_clear_handle_id (&self->width_source, g_source_remove);
  g_clear_handle_id (&self->trim_source, g_source_remove);
  troupe_window_end_notes (self);
  g_clear_object (&self->guide);
  g_clear_pointer (&self->messages, troupe_messages_free);
  troupe_window_clear_loads (self);
  troupe_window_keep_dialog (self, NULL);
  g_clear_object (&self->recent_menu);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_WINDOW);
  G_OBJECT_CLASS (troupe_window_parent_class)->dispose (object);
}

static void
troupe_window_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_WINDOW (object)->closed);
  g_free (TROUPE_WINDOW (object)->restored_id);
  g_free (TROUPE_WINDOW (object)->draft_id);
  G_OBJECT_CLASS (troupe_window_parent_class)->finalize (object);
}

static void
troupe_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeWindow *self = TROUPE_WINDOW (object);

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
      g_value_set_boolean (value, troupe_window_shows_inspector (self));
      break;
    case PROP_SHOW_OUTLINE:
      g_value_set_boolean (value, troupe_window_shows_outline (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupeWindow *self = TROUPE_WINDOW (object);

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
      set_inspector (self, g_value_get_boolean (value));
      break;
    case PROP_SHOW_OUTLINE:
      set_outline (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, header);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, outline_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, new_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, undo_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, undo_section);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, inspector_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, run_stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, run_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, stop_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, pause_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, continue_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, pause_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, continue_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, step_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, tab_bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, tab_view);
}

static void
troupe_window_class_init (TroupeWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = troupe_window_dispose;
  object_class->finalize = troupe_window_finalize;
  object_class->get_property = troupe_window_get_property;
  object_class->set_property = troupe_window_set_property;
  GTK_WINDOW_CLASS (klass)->close_request = troupe_window_close_request;
  widget_class->size_allocate = troupe_window_size_allocate;

  properties[PROP_SHOW_INSPECTOR] =
      g_param_spec_boolean ("show-inspector", NULL, NULL, TRUE, flags);
  properties[PROP_SHOW_OUTLINE] = g_param_spec_boolean ("show-outline", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (TROUPE_TYPE_WIDTH_BIN);
  g_type_ensure (TROUPE_TYPE_WELCOME);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-window.ui");
  bind_children (widget_class);
  troupe_window_install_actions (widget_class);
}

/* The pointer rests where a menu was opened: no tooltip over its first entry. */
static void
menu_toggled_cb (GtkWidget *button, GParamSpec *pspec, gpointer user_data)
{
  const gboolean is_open = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));

  for (GtkWidget *widget = button; widget != NULL && widget != user_data;
       widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_tooltip_markup (widget) != NULL)
      gtk_widget_set_has_tooltip (widget, !is_open);
}

/* What is clicked is a button inside of the one that has the menu, and nobody else names it. */
static void
prepare_toggle (GtkWidget *menu_button, GtkWidget *header)
{
  const char *name = gtk_widget_get_tooltip_text (menu_button);

  for (GtkWidget *child = gtk_widget_get_first_child (menu_button); child != NULL && name != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child))
      {
        gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                        -1);
        g_signal_connect_object (child, "notify::active", G_CALLBACK (menu_toggled_cb), header, 0);
      }
}

static void
prepare_menus (GtkWidget *widget, GtkWidget *header)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (GTK_IS_MENU_BUTTON (widget))
    prepare_toggle (widget, header);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    prepare_menus (child, header);
}

/* Tabs change places, but none is dragged out: its page tells this window of all it does. */
static void
tab_dragged_cb (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  GtkWidget *bar = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (drag));
  double start_x = 0;
  double start_y = 0;

  gtk_gesture_drag_get_start_point (drag, &start_x, &start_y);
  if (!gtk_widget_contains (bar, start_x + x, start_y + y))
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
keep_tabs (TroupeWindow *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_assert (TROUPE_IS_WINDOW (self));

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-update", G_CALLBACK (tab_dragged_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self->tab_bar), GTK_EVENT_CONTROLLER (drag));
}

static void
troupe_window_init (TroupeWindow *self)
{
  TroupeApplication *application = troupe_application_get ();

  self->show_inspector = TRUE;
  if (application != NULL)
    {
      GSettings *settings = troupe_application_get_settings (application);

      self->show_inspector = g_settings_get_boolean (settings, "show-inspector");
      self->show_outline = g_settings_get_boolean (settings, "show-outline");
      gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                                   g_settings_get_int (settings, "window-height"));
      if (g_settings_get_boolean (settings, "window-maximized"))
        gtk_window_maximize (GTK_WINDOW (self));
    }
  self->closed = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));

  self->messages = troupe_messages_new (self->toasts, troupe_window_place_toast, self);
  self->recent_menu = g_menu_new ();
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (self->recent_menu));
  troupe_window_fill_recent_menu (self);
  prepare_menus (GTK_WIDGET (self->header), GTK_WIDGET (self->header));
  troupe_name_buttons (GTK_WIDGET (self->header));
  g_signal_connect_object (self->tab_view, "notify::selected-page",
                           G_CALLBACK (selected_page_changed_cb), self, 0);
  g_signal_connect_object (self->tab_view, "close-page", G_CALLBACK (close_page_cb), self, 0);
  keep_tabs (self);
  troupe_window_watch_places (self);
  g_signal_connect_object (self->welcome, "new-flow", G_CALLBACK (welcome_new_cb), self, 0);
  g_signal_connect_object (self->welcome, "template-chosen", G_CALLBACK (welcome_template_cb), self,
                           0);
  g_signal_connect_object (self->welcome, "guide-chosen", G_CALLBACK (welcome_guide_cb), self, 0);
  g_signal_connect_object (self->welcome, "file-chosen", G_CALLBACK (welcome_file_cb), self, 0);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_changed_cb), NULL);
  add_drop_target (self);
  troupe_window_add_first_keys (self);
  troupe_welcome_refresh (self->welcome);
  troupe_window_update (self);
}

TroupeWindow *
troupe_window_new (TroupeApplication *application)
{
  g_return_val_if_fail (TROUPE_IS_APPLICATION (application), NULL);

  return g_object_new (TROUPE_TYPE_WINDOW, "application", application, NULL);
}
