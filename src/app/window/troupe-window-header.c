/* troupe-window-header.c: header bar of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window-header"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-canvas.h"
#include "troupe-recent-files.h"
#include "troupe-window-header.h"

/* Text scale above which a tiny window does not have enough space for all buttons. */
#define LARGE_TEXT 1.25f
/* Maximum number of files in the menu of the Open button. */
#define N_RECENT 8

struct _TroupeWindowHeader
{
  GtkWidget parent_instance;

  AdwHeaderBar *bar;
  AdwWindowTitle *title;
  GtkWidget *back_button;
  GtkWidget *outline_button;
  AdwSplitButton *open_button;
  GtkWidget *new_button;
  GtkWidget *undo_box;
  GtkWidget *menu_button;
  GtkWidget *inspector_button;
  GtkStack *run_stack;
  AdwSplitButton *run_button;
  AdwButtonContent *run_content;
  AdwButtonContent *stop_content;
  AdwButtonContent *pause_content;
  AdwButtonContent *continue_content;
  GtkWidget *pause_button;
  GtkWidget *continue_button;
  GtkWidget *stop_button;
  GtkWidget *step_button;
  AdwButtonContent *step_content;
  GMenu *undo_section; /* in the main menu */
  GMenu *recent_menu;
  TroupeWindowHeaderState state;
};

G_DEFINE_FINAL_TYPE (TroupeWindowHeader, troupe_window_header, GTK_TYPE_WIDGET)

/* --- State ------------------------------------------------------------------------------------ */

/* Returns TRUE if the inspector button is replaced by a menu item. A run that is paused has two buttons more. */
static gboolean
folds_inspector (TroupeWindowHeader *self, TroupeEditorWidth width_class)
{
  const gboolean is_paused = self->state.is_running && self->state.is_held;

  return width_class == TROUPE_EDITOR_TINY &&
         (is_paused || troupe_canvas_read_text_scale (GTK_WIDGET (self)) > LARGE_TEXT);
}

static void fold_history (TroupeWindowHeader *self, TroupeEditorWidth width_class);

void
troupe_window_header_show (TroupeWindowHeader *self, const TroupeWindowHeaderState *state)
{
  gboolean running, held, folded;

  g_return_if_fail (TROUPE_IS_WINDOW_HEADER (self));
  g_return_if_fail (state != NULL);

  folded = folds_inspector (self, state->width_class);
  self->state = *state;
  if (folds_inspector (self, state->width_class) != folded)
    fold_history (self, state->width_class);
  running = state->is_running;
  held = state->is_held;
  gtk_stack_set_visible_child_name (self->run_stack, running ? "stop" : "run");
  gtk_widget_set_visible (self->pause_button, running && !held);
  gtk_widget_set_visible (self->continue_button, running && held);
  /* Continue is the colored button while the run is paused. */
  if (held)
    gtk_widget_remove_css_class (self->stop_button, "destructive-action");
  else
    gtk_widget_add_css_class (self->stop_button, "destructive-action");
  gtk_widget_set_visible (self->step_button, running && held && !state->has_batch);
  gtk_widget_set_visible (GTK_WIDGET (self->run_stack), state->has_page || running);
  gtk_widget_set_visible (self->outline_button,
                          state->has_page && state->width_class < TROUPE_EDITOR_TINY);
  gtk_widget_set_visible (self->inspector_button, (state->has_page || state->has_batch) &&
                                                      !state->is_covered &&
                                                      !folds_inspector (self, state->width_class));
  gtk_widget_set_visible (self->back_button, state->hides_others);
  gtk_widget_set_visible (self->new_button, state->width_class < TROUPE_EDITOR_TINY);
  gtk_widget_set_visible (self->undo_box,
                          state->has_page && state->width_class < TROUPE_EDITOR_NARROW);
}

void
troupe_window_header_set_title (TroupeWindowHeader *self, const char *title, const char *subtitle)
{
  g_return_if_fail (TROUPE_IS_WINDOW_HEADER (self));
  g_return_if_fail (title != NULL);

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
}

void
troupe_window_header_set_suggested (TroupeWindowHeader *self, gboolean suggested)
{
  GtkWidget *buttons[2];

  g_return_if_fail (TROUPE_IS_WINDOW_HEADER (self));

  /* Only one of them is visible. */
  buttons[0] = GTK_WIDGET (self->run_button);
  buttons[1] = self->continue_button;

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (suggested)
      gtk_widget_add_css_class (buttons[i], "suggested-action");
    else
      gtk_widget_remove_css_class (buttons[i], "suggested-action");
}

GtkWidget *
troupe_window_header_get_run_button (TroupeWindowHeader *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_HEADER (self), NULL);

  return GTK_WIDGET (self->run_button);
}

GtkWidget *
troupe_window_header_get_menu_button (TroupeWindowHeader *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_HEADER (self), NULL);

  return self->menu_button;
}

/* --- Adaptive layout -------------------------------------------------------------------------- */

/* Returns the decoration layout. In a tiny window, only the close button of the window buttons
 * is shown. (nullable) (transfer full): NULL for the layout of the desktop. */
static char *
get_decoration_layout (TroupeWindowHeader *self, TroupeEditorWidth width_class)
{
  g_autofree char *layout = NULL;
  g_autoptr (GString) short_layout = NULL;

  g_assert (TROUPE_IS_WINDOW_HEADER (self));

  if (width_class != TROUPE_EDITOR_TINY)
    return NULL;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-decoration-layout", &layout,
                NULL);
  short_layout = g_string_new (layout);
  g_string_replace (short_layout, "minimize", "", 0);
  g_string_replace (short_layout, "maximize", "", 0);
  return g_strdup (short_layout->str);
}

static void
append_history_item (GMenu *menu, const char *label, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_assert (G_IS_MENU (menu));

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

/* Moves actions whose buttons do not fit to the top of the main menu. */
static void
fold_history (TroupeWindowHeader *self, TroupeEditorWidth width_class)
{
  g_assert (TROUPE_IS_WINDOW_HEADER (self));

  g_menu_remove_all (self->undo_section);
  if (width_class < TROUPE_EDITOR_NARROW)
    return;
  append_history_item (self->undo_section, _ ("_Undo"), "win.undo");
  append_history_item (self->undo_section, _ ("_Redo"), "win.redo");
  if (folds_inspector (self, width_class))
    append_history_item (self->undo_section, _ ("Inspector"), "win.show-inspector");
}

void
troupe_window_header_fold (TroupeWindowHeader *self, TroupeEditorWidth width_class)
{
  const gboolean tiny = width_class == TROUPE_EDITOR_TINY;
  const gboolean narrow = width_class >= TROUPE_EDITOR_NARROW;
  g_autofree char *layout = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW_HEADER (self));

  layout = get_decoration_layout (self, width_class);
  if (narrow)
    adw_split_button_set_icon_name (self->open_button, "document-open-symbolic");
  else
    {
      adw_split_button_set_label (self->open_button, _ ("_Open"));
      adw_split_button_set_use_underline (self->open_button, TRUE);
    }
  adw_button_content_set_label (self->run_content, tiny ? "" : _ ("_Run"));
  adw_button_content_set_label (self->stop_content, tiny ? "" : _ ("_Stop"));
  adw_button_content_set_label (self->pause_content, narrow ? "" : _ ("_Pause"));
  adw_button_content_set_label (self->continue_content, narrow ? "" : _ ("_Continue"));
  adw_button_content_set_label (self->step_content, narrow ? "" : _ ("St_ep"));
  adw_header_bar_set_decoration_layout (self->bar, layout);
  if (narrow)
    gtk_accessible_update_property (
        GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->open_button))),
        GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Open File"), -1);
  else
    troupe_name_buttons (GTK_WIDGET (self->bar));
  fold_history (self, width_class);
}

/* --- Menus ---------------------------------------------------------------------------------------- */

void
troupe_window_header_fill_recent (TroupeWindowHeader *self)
{
  g_autoptr (GPtrArray) files = troupe_recent_files_list ();
  g_autoptr (GMenu) folder = g_menu_new ();
  g_autoptr (GMenu) recent = g_menu_new ();

  g_return_if_fail (TROUPE_IS_WINDOW_HEADER (self));

  g_menu_remove_all (self->recent_menu);
  g_menu_append (folder, _ ("Open _Folder…"), "win.open-folder");
  g_menu_append_section (self->recent_menu, NULL, G_MENU_MODEL (folder));
  g_menu_append_section (self->recent_menu, NULL, G_MENU_MODEL (recent));
  for (guint i = 0; i < files->len && i < N_RECENT; i++)
    {
      const TroupeRecentFile *file = g_ptr_array_index (files, i);
      /* A single underscore would be a mnemonic. */
      g_auto (GStrv) words = g_strsplit (file->name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", words);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s", file->uri);
      g_menu_append_item (recent, item);
    }
  if (files->len == 0)
    {
      g_autoptr (GMenuItem) item =
          g_menu_item_new (_ ("Files that you open appear here."), "win.none");

      g_menu_append_item (recent, item);
    }
}

/* Disables the tooltip while the menu is open, so that it does not cover the first item below
 * the pointer. */
static void
menu_toggled_cb (GtkWidget *button, GParamSpec *pspec, gpointer user_data)
{
  const gboolean is_open = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));

  for (GtkWidget *widget = button; widget != NULL && widget != user_data;
       widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_tooltip_markup (widget) != NULL)
      gtk_widget_set_has_tooltip (widget, !is_open);
}

static void
prepare_menus (TroupeWindowHeader *self, GtkWidget *widget)
{
  g_assert (TROUPE_IS_WINDOW_HEADER (self));

  if (GTK_IS_MENU_BUTTON (widget))
    {
      const char *name = gtk_widget_get_tooltip_text (widget);

      /* Sets the accessible name of the menu button. GTK labels the toggle button inside by it,
       * and would read a name of the toggle button in addition. */
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && name != NULL;
           child = gtk_widget_get_next_sibling (child))
        if (GTK_IS_TOGGLE_BUTTON (child))
          g_signal_connect_object (child, "notify::active", G_CALLBACK (menu_toggled_cb), self, 0);
      if (name != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        name, -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    prepare_menus (self, child);
}

/* --- GObject implementation ------------------------------------------------------------------- */

/* Sets the accessible names of the buttons only now, when they are rooted. At this time, GTK
 * labels a button by its content, and would read an accessible name that was set earlier in
 * addition. */
static void
troupe_window_header_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_window_header_parent_class)->root (widget);
  troupe_name_buttons (GTK_WIDGET (TROUPE_WINDOW_HEADER (widget)->bar));
}

static void
troupe_window_header_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  TroupeWindowHeader *self = TROUPE_WINDOW_HEADER (widget);
  const TroupeWindowHeaderState state = self->state;

  GTK_WIDGET_CLASS (troupe_window_header_parent_class)->system_setting_changed (widget, setting);
  if (setting != GTK_SYSTEM_SETTING_DPI)
    return;
  fold_history (self, state.width_class);
  troupe_window_header_show (self, &state);
}

static void
troupe_window_header_dispose (GObject *object)
{
  TroupeWindowHeader *self = TROUPE_WINDOW_HEADER (object);

  g_clear_object (&self->recent_menu);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_WINDOW_HEADER);
  G_OBJECT_CLASS (troupe_window_header_parent_class)->dispose (object);
}

static void
troupe_window_header_class_init (TroupeWindowHeaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_window_header_dispose;
  widget_class->root = troupe_window_header_root;
  widget_class->system_setting_changed = troupe_window_header_system_setting_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-window-header.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, back_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, outline_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, open_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, new_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, undo_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, inspector_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, run_stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, run_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, run_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, stop_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, pause_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, continue_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, pause_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, continue_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, stop_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, step_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, step_content);
  gtk_widget_class_bind_template_child (widget_class, TroupeWindowHeader, undo_section);
}

static void
troupe_window_header_init (TroupeWindowHeader *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->recent_menu = g_menu_new ();
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (self->recent_menu));
  troupe_window_header_fill_recent (self);
  prepare_menus (self, GTK_WIDGET (self->bar));
}
