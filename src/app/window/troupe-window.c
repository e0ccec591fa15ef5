/* troupe-window.c: main window: welcome page and document tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include "troupe-button-names.h"
#include "troupe-tab-title.h"
#include "troupe-width-bin.h"
#include "troupe-window-actions.h"
#include "troupe-window-batch.h"
#include "troupe-window-close.h"
#include "troupe-window-dnd.h"
#include "troupe-window-drafts.h"
#include "troupe-window-open.h"
#include "troupe-window-panes.h"
#include "troupe-window-notices.h"
#include "troupe-window-private.h"
#include "troupe-window-questions.h"
#include "troupe-window-tabs.h"

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
    troupe_messages_add (self->messages, NULL, text, FALSE);
}

void
troupe_window_add_tab_toast (TroupeWindow *self, GtkWidget *tab, const char *text)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (GTK_IS_WIDGET (tab));

  if (self->messages != NULL)
    troupe_messages_add (self->messages, G_OBJECT (tab), text, FALSE);
}

void
troupe_window_offer_in_tab (TroupeWindow *self,
                            GtkWidget *tab,
                            const char *text,
                            const char *button,
                            const char *action,
                            gboolean is_kept)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (GTK_IS_WIDGET (tab));

  if (self->messages != NULL)
    troupe_messages_offer (self->messages, G_OBJECT (tab), text, button, action, is_kept);
}

/* Shows a brief message, so that the result of this run does not wait until the previous message
 * has disappeared. */
static void
page_message_cb (TroupePage *page, const char *text, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->messages != NULL)
    troupe_messages_add (self->messages, G_OBJECT (page), text, TRUE);
}

static void
page_wants_reload_cb (TroupePage *page, gpointer user_data)
{
  troupe_window_reload (TROUPE_WINDOW (user_data), page);
}

/* A row of a list gives the focus to its first widget that can have it, even if that is hidden. Key events
 * of a hidden widget are dropped, so that no shortcut of the window would work. */
static void
focus_changed_cb (TroupeWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  g_assert (TROUPE_IS_WINDOW (self));

  if (focus == NULL || gtk_widget_get_visible (focus))
    return;
  while (focus != NULL && !(gtk_widget_get_visible (focus) && gtk_widget_get_focusable (focus)))
    focus = gtk_widget_get_parent (focus);
  /* gtk_window_set_focus() would let the row choose again. */
  if (focus != NULL && focus != GTK_WIDGET (self))
    gtk_root_set_focus (GTK_ROOT (self), focus);
}

/* Checks the file when the window becomes active, because changes of remote files are not
 * reported. */
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

/* --- Titles and action states ----------------------------------------------------------------- */

/* @subtitle: (nullable); @name: title of the window for the window manager */
static void
set_title (TroupeWindow *self, const char *title, const char *subtitle, const char *name)
{
  const gboolean tiny = troupe_window_sidebars_get_width_class (self->sides) == TROUPE_EDITOR_TINY;

  g_assert (TROUPE_IS_WINDOW (self));

  troupe_window_header_set_title (self->header, title, tiny ? NULL : subtitle);
  gtk_window_set_title (GTK_WINDOW (self), name);
}

void
troupe_window_update (TroupeWindow *self)
{
  TroupePage *page;
  TroupeBatchPage *batch;
  TroupeWindowHeaderState state = { 0 };

  g_assert (TROUPE_IS_WINDOW (self));

  /* Nothing is updated during the destruction of the window, when its pages and tabs are removed
   * one by one. */
  if (self->tab_view == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  page = troupe_window_get_page (self);
  batch = troupe_window_get_batch (self);
  if (self->messages != NULL)
    troupe_messages_set_tab (self->messages, page != NULL ? G_OBJECT (page) : (GObject *) batch);
  state.has_page = page != NULL;
  state.has_batch = batch != NULL;
  if (page != NULL)
    g_object_get (troupe_page_get_content (page), "covered", &state.is_covered, NULL);
  state.is_running = batch != NULL ? troupe_batch_page_is_running (batch)
                                   : page != NULL && troupe_page_is_running (page);
  state.is_held = state.is_running && (batch != NULL ? troupe_batch_page_is_paused (batch)
                                                     : troupe_page_is_held (page));
  state.hides_others = self->shows_welcome;
  state.width_class = troupe_window_sidebars_get_width_class (self->sides);

  self->tab_length = troupe_tab_title_choose_length (self->tab_bar);
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      troupe_tab_title_update (self->tab_view, adw_tab_view_get_nth_page (self->tab_view, i),
                               self->tab_length);
    else
      troupe_window_update_batch_tab (self, i, self->tab_length);
  if (batch != NULL)
    {
      g_autofree char *title = troupe_tab_title_of (troupe_batch_page_get_document (batch));
      g_autofree char *subtitle = troupe_batch_page_dup_subtitle (batch);

      set_title (self, title, subtitle, subtitle);
    }
  else if (page != NULL)
    {
      TroupeDocument *document = troupe_page_get_document (page);
      g_autofree char *title = troupe_tab_title_of (document);
      g_autofree char *subtitle = troupe_page_get_subtitle (page);
      g_autofree char *marked = NULL;

      /* If there is only one document, the title contains the modified indicator, because the tab
       * bar is hidden. */
      marked =
          troupe_document_is_modified (document) && adw_tab_view_get_n_pages (self->tab_view) == 1
              ? g_strconcat ("• ", title, NULL)
              : g_strdup (title);
      set_title (self, marked, subtitle, title);
    }
  else
    set_title (self, "Troupe", NULL, "Troupe");
  gtk_stack_set_visible_child_name (self->stack,
                                    page != NULL || batch != NULL ? "documents" : "welcome");
  troupe_window_header_show (self->header, &state);
  gtk_widget_set_visible (GTK_WIDGET (self->tab_bar), !self->shows_welcome);
  troupe_name_icon_buttons (GTK_WIDGET (self->tab_bar));
  troupe_window_update_recovery (self);
  troupe_window_update_actions (self);
  if (self->history != NULL)
    troupe_window_history_update (self->history);
}

static void
page_notify_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{

  troupe_window_update (TROUPE_WINDOW (user_data));
}

void
troupe_window_show_welcome (TroupeWindow *self, gboolean shown)
{
  /* Without documents, the welcome page is visible anyway. */
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

/* The history takes the place of the outline. */
static void
history_shown_cb (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (troupe_window_history_is_shown (self->history))
    g_object_set (self, "show-outline", FALSE, NULL);
}

static void
sides_notify_cb (GObject *sides, GParamSpec *pspec, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  if (self->history != NULL && troupe_window_sidebars_shows_outline (self->sides))
    troupe_window_history_set_shown (self->history, FALSE);
  g_object_notify (G_OBJECT (user_data), pspec->name);
}

static void
width_changed_cb (TroupeWindowSidebars *sides, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  const TroupeEditorWidth width_class = troupe_window_sidebars_get_width_class (sides);

  g_assert (TROUPE_IS_WINDOW (self));

  troupe_window_header_fold (self->header, width_class);
  troupe_window_history_set_width_class (self->history, width_class);
  troupe_welcome_set_narrow (self->welcome, width_class >= TROUPE_EDITOR_NARROW);
  troupe_window_update (self);
}

TroupePage *
troupe_window_add_page (TroupeWindow *self, TroupeDocument *document, TroupeRecoveredDraft *left)
{
  GtkWidget *page = troupe_page_new (document);
  TroupeServices *application = troupe_services_get ();
  AdwTabPage *tab;

  if (application != NULL && troupe_services_get_drafts (application) != NULL)
    troupe_page_follow (TROUPE_PAGE (page), troupe_services_get_drafts (application), left);
  g_signal_connect_object (page, "view-changed", G_CALLBACK (troupe_window_note_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "notify", G_CALLBACK (page_notify_cb), self, 0);
  g_signal_connect_object (troupe_page_get_content (TROUPE_PAGE (page)), "notify::covered",
                           G_CALLBACK (page_notify_cb), self, 0);
  g_signal_connect_object (page, "message", G_CALLBACK (page_message_cb), self, 0);
  g_signal_connect_object (page, "asks", G_CALLBACK (page_asks_cb), self, 0);
  troupe_window_notices_follow (self, TROUPE_PAGE (page));
  g_signal_connect_object (page, "reload-requested", G_CALLBACK (page_wants_reload_cb), self, 0);
  tab = adw_tab_view_append (self->tab_view, page);
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
      troupe_heap_trimmer_soon (&self->trimmer);
    }
  return GDK_EVENT_STOP;
}

static void
shorten_titles_cb (gpointer data)
{
  g_autoptr (TroupeWindow) self = data;

  g_assert (TROUPE_IS_WINDOW (self));

  self->shortens_titles = FALSE;
  troupe_window_update (self);
}

/* Titles cannot be changed while the tabs that show them are laid out. */
static void
follow_tab_width (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (self->tab_bar == NULL || self->shortens_titles ||
      troupe_tab_title_choose_length (self->tab_bar) == self->tab_length)
    return;
  self->shortens_titles = TRUE;
  g_idle_add_once (shorten_titles_cb, g_object_ref (self));
}

static void
troupe_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_window_parent_class)->size_allocate (widget, width, height, baseline);
  troupe_window_sidebars_set_width (TROUPE_WINDOW (widget)->sides, width);
  troupe_window_note_soon (TROUPE_WINDOW (widget));
  follow_tab_width (TROUPE_WINDOW (widget));
}

/* --- Welcome page ----------------------------------------------------------------------------- */

static void
welcome_template_cb (TroupeWelcome *welcome, const char *path, gpointer user_data)
{
  troupe_window_open_template (TROUPE_WINDOW (user_data), path);
}

static void
guide_crew_cb (TroupeGuide *guide, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  TroupePage *page;

  g_assert (TROUPE_IS_GUIDE (guide));

  gtk_widget_activate_action (GTK_WIDGET (self), "win.new-crew", NULL);
  page = troupe_window_get_page (self);
  if (page != NULL)
    troupe_guide_follow (guide, page);
}

static void
welcome_guide_cb (TroupeWelcome *welcome, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (TroupeFlowDocument) document = troupe_guide_make_document ();
  TroupePage *page = troupe_window_add_document (self, TROUPE_DOCUMENT (document));

  g_assert (TROUPE_IS_WINDOW (self));

  g_clear_object (&self->guide);
  self->guide = troupe_guide_new (page, troupe_window_header_get_run_button (self->header),
                                  troupe_window_header_get_menu_button (self->header));
  g_signal_connect_object (self->guide, "crew-requested", G_CALLBACK (guide_crew_cb), self, 0);
}

static void
welcome_file_cb (TroupeWelcome *welcome, GFile *file, gpointer user_data)
{
  troupe_window_open_file (TROUPE_WINDOW (user_data), file);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_window_close_request (GtkWindow *window)
{
  TroupeWindow *self = TROUPE_WINDOW (window);
  TroupeServices *application;
  GSettings *settings;
  int width, height;

  if (!self->may_close && !troupe_window_close_all (self))
    return TRUE;
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      troupe_page_leave (troupe_window_get_nth_page (self, i));
    else
      troupe_window_leave_batch (self, i);
  application = troupe_services_get ();
  if (application != NULL)
    {
      settings = troupe_services_get_settings (application);
      gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
      if (width >= 360 && height >= 400)
        {
          g_settings_set_int (settings, "window-width", width);
          g_settings_set_int (settings, "window-height", height);
        }
      g_settings_set_boolean (settings, "window-maximized",
                              gtk_window_is_maximized (GTK_WINDOW (self)));
      troupe_window_sidebars_save (self->sides, settings);
    }
  return GTK_WINDOW_CLASS (troupe_window_parent_class)->close_request (window);
}

static void
troupe_window_dispose (GObject *object)
{
  TroupeWindow *self = TROUPE_WINDOW (object);

  troupe_heap_trimmer_clear (&self->trimmer);
  troupe_window_end_notes (self);
  g_clear_object (&self->guide);
  g_clear_pointer (&self->messages, troupe_messages_free);
  troupe_window_clear_loads (self);
  g_clear_object (&self->history);
  troupe_window_keep_dialog (self, NULL);
  g_clear_object (&self->sides);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_WINDOW);
  G_OBJECT_CLASS (troupe_window_parent_class)->dispose (object);
}

static void
troupe_window_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_WINDOW (object)->closed);
  g_ptr_array_unref (TROUPE_WINDOW (object)->discarded);
  g_free (TROUPE_WINDOW (object)->restored_id);
  g_free (TROUPE_WINDOW (object)->draft_id);
  G_OBJECT_CLASS (troupe_window_parent_class)->finalize (object);
}

static void
troupe_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeWindowSidebars *sides = TROUPE_WINDOW (object)->sides;

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
      g_value_set_boolean (value, sides != NULL && troupe_window_sidebars_shows_inspector (sides));
      break;
    case PROP_SHOW_OUTLINE:
      g_value_set_boolean (value, sides != NULL && troupe_window_sidebars_shows_outline (sides));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupeWindowSidebars *sides = TROUPE_WINDOW (object)->sides;

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
    case PROP_SHOW_OUTLINE:
      g_object_set_property (G_OBJECT (sides), pspec->name, value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
  g_type_ensure (TROUPE_TYPE_WINDOW_HEADER);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, header);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, tab_bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, tab_view);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindow, flap);
  troupe_window_install_actions (widget_class);
}

/* Prevents dragging tabs out of the window, because pages are connected to their window. Tabs
 * can still be reordered. */
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
troupe_window_init (TroupeWindow *self)
{
  TroupeServices *application = troupe_services_get ();
  GtkGesture *drag;

  g_assert (TROUPE_IS_WINDOW (self));

  /* @sides is created before the template, because the buttons of the template are bound to it. */
  self->sides = troupe_window_sidebars_new ();
  if (application != NULL)
    {
      GSettings *settings = troupe_services_get_settings (application);

      troupe_window_sidebars_load (self->sides, settings);
      gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                                   g_settings_get_int (settings, "window-height"));
      if (g_settings_get_boolean (settings, "window-maximized"))
        gtk_window_maximize (GTK_WINDOW (self));
    }
  self->closed = g_ptr_array_new_with_free_func (g_free);
  self->discarded = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));

  /* Ctrl+Home and Ctrl+End move the cursor of text fields and the focus of lists. */
  adw_tab_view_remove_shortcuts (self->tab_view, ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME |
                                                     ADW_TAB_VIEW_SHORTCUT_CONTROL_END |
                                                     ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_HOME |
                                                     ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END);
  self->messages = troupe_messages_new (self->toasts, troupe_window_place_toast, self);
  self->history = troupe_window_history_new (self, self->flap);
  g_signal_connect_object (self->history, "notify::shown", G_CALLBACK (history_shown_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_window_sidebars_set_tabs (self->sides, self->tab_view);
  g_signal_connect_object (self->sides, "notify", G_CALLBACK (sides_notify_cb), self, 0);
  g_signal_connect_object (self->sides, "width-changed", G_CALLBACK (width_changed_cb), self, 0);
  g_signal_connect_object (self->tab_view, "notify::selected-page",
                           G_CALLBACK (selected_page_changed_cb), self, 0);
  g_signal_connect_object (self->tab_view, "close-page", G_CALLBACK (close_page_cb), self, 0);
  drag = gtk_gesture_drag_new ();
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-update", G_CALLBACK (tab_dragged_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self->tab_bar), GTK_EVENT_CONTROLLER (drag));
  troupe_window_watch_places (self);
  g_signal_connect_object (self->welcome, "template-chosen", G_CALLBACK (welcome_template_cb), self,
                           0);
  g_signal_connect_object (self->welcome, "guide-chosen", G_CALLBACK (welcome_guide_cb), self, 0);
  g_signal_connect_object (self->welcome, "file-chosen", G_CALLBACK (welcome_file_cb), self, 0);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_changed_cb), NULL);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (focus_changed_cb), NULL);
  troupe_window_take_drops (self);
  troupe_window_add_first_keys (self);
  troupe_window_add_side_keys (self);
  troupe_welcome_refresh (self->welcome);
  troupe_window_update (self);
}

TroupeWindow *
troupe_window_new (GtkApplication *application)
{
  TroupeWindow *self;

  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);

  self = g_object_new (TROUPE_TYPE_WINDOW, "application", application, NULL);
  troupe_window_show_trouble (self);

  return self;
}
