/* troupe-rename-popover.c: popover to rename an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rename-popover"

#include "config.h"

#include <string.h>

#include "troupe-form-entry.h"
#include "troupe-popover-opening.h"
#include "troupe-rename-popover.h"
#include "troupe-typed-text.h"

/* Width of the entry for a text that is longer than a name. */
#define ERROR_CHARS 28
#define TEXT_CHARS 30

struct _TroupeRenamePopover
{
  GtkPopover parent_instance;

  TroupeRenameCheck check;
  gpointer user_data;
  TroupeRenameCheck describe; /* (nullable) */
  GtkWidget *title;
  GtkWidget *entry;
  GtkWidget *detail;
  GtkWidget *error;
  GtkWidget *window;           /* (nullable): a weak pointer, while a text is asked for */
  GtkEventController *presses; /* (nullable): of @window */
  char *before;                /* (nullable): the text when it was asked for */
  gboolean is_away;            /* the window is not active, and a text is still asked for */
};

enum
{
  NAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRenamePopover, troupe_rename_popover, GTK_TYPE_POPOVER)

/* (transfer full) (nullable) */
static char *
check (TroupeRenamePopover *self)
{
  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  return self->check (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->user_data);
}

static void
changed_cb (TroupeRenamePopover *self)
{
  g_autofree char *error = NULL;
  g_autofree char *detail = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  error = check (self);
  if (error == NULL && self->describe != NULL)
    detail = self->describe (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->user_data);
  gtk_label_set_label (GTK_LABEL (self->detail), detail != NULL ? detail : "");
  gtk_widget_set_visible (self->detail, detail != NULL);
  gtk_label_set_label (GTK_LABEL (self->error), error != NULL ? error : "");
  gtk_widget_set_visible (self->error, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
}

static void
activate_cb (TroupeRenamePopover *self)
{
  g_autofree char *error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  error = check (self);
  if (error != NULL)
    return;

  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[NAMED], 0, text);
}

/* --- Leaving the popover ---------------------------------------------------------------------- */

/* Takes a valid text that was changed, as fields of the inspector do that lose the focus. */
static void
leave (TroupeRenamePopover *self)
{
  const char *text;
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  error = check (self);
  if (error == NULL && g_strcmp0 (text, self->before) != 0)
    activate_cb (self);
  else
    gtk_popover_popdown (GTK_POPOVER (self));
}

/* The event goes on to the widget that was pressed. */
static gboolean
event_cb (TroupeRenamePopover *self, GdkEvent *event)
{
  const GdkEventType type = gdk_event_get_event_type (event);
  GtkNative *native;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  if (type != GDK_BUTTON_PRESS && type != GDK_TOUCH_BEGIN)
    return GDK_EVENT_PROPAGATE;
  native = gtk_native_get_for_surface (gdk_event_get_surface (event));
  if (native != NULL && GTK_WIDGET (native) != GTK_WIDGET (self) &&
      !gtk_widget_is_ancestor (GTK_WIDGET (native), GTK_WIDGET (self)))
    leave (self);

  return GDK_EVENT_PROPAGATE;
}

/* Leaves the focus where it went, although the editor focuses the canvas when a popover closes. */
static void
focus_moved_cb (TroupeRenamePopover *self)
{
  GtkRoot *root = GTK_ROOT (self->window);
  g_autoptr (GtkWidget) focus = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  g_set_object (&focus, gtk_root_get_focus (root));
  if (focus == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    return;
  leave (self);
  if (gtk_widget_get_root (focus) == root && gtk_root_get_focus (root) != focus)
    gtk_root_set_focus (root, focus);
}

/* Performs a command of the window, such as F5 or Ctrl+N, with the text taken. The keys of a popover do not reach its window,
 * but the user may well go on with a command instead of Enter. Letters, and the keys that move the cursor, and those of the clipboard
 * and of undo, are for the entry. */
static gboolean
key_pressed_cb (TroupeRenamePopover *self,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                GtkEventControllerKey *keys)
{
  static const char of_entry[] = "acvxyz";
  const GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_ALT_MASK);
  const guint letter = gdk_keyval_to_lower (keyval);
  const gboolean is_letter =
      letter >= GDK_KEY_a && letter <= GDK_KEY_z && strchr (of_entry, (int) letter) == NULL;
  g_autoptr (GtkWidget) window = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  g_set_object (&window, self->window);
  if (window == NULL || ((modifiers != GDK_CONTROL_MASK || !is_letter) &&
                         !(keyval >= GDK_KEY_F1 && keyval <= GDK_KEY_F12)))
    return GDK_EVENT_PROPAGATE;
  leave (self);
  return gtk_event_controller_key_forward (keys, window);
}

/* Undoes the change that asked for the name, such as a new method, while its name is as it was. */
static gboolean
undo_pressed_cb (TroupeRenamePopover *self, guint keyval, guint keycode, GdkModifierType state)
{
  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  if (!troupe_form_wants_undo (GTK_EDITABLE (self->entry), self->before, keyval, state))
    return GDK_EVENT_PROPAGATE;
  gtk_popover_popdown (GTK_POPOVER (self));
  return troupe_form_undo (GTK_WIDGET (self));
}

static void
unfollow_window (TroupeRenamePopover *self)
{
  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  if (self->window != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->window, self);
      gtk_widget_remove_controller (self->window, self->presses);
    }
  self->presses = NULL;
  g_clear_weak_pointer (&self->window);
}

static void
closed_cb (TroupeRenamePopover *self)
{
  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  if (self->is_away)
    return;
  unfollow_window (self);
  troupe_typed_text_end (GTK_EDITABLE (self->entry));
}

/* X11 would show the popover above the windows of other programs. If another page is in front when the window is active
 * again, the popover does not take the focus from it. */
static void
active_changed_cb (TroupeRenamePopover *self)
{
  const gboolean is_active = gtk_window_is_active (GTK_WINDOW (self->window));

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  if (is_active && self->is_away &&
      !gtk_widget_get_mapped (gtk_widget_get_parent (GTK_WIDGET (self))))
    {
      self->is_away = FALSE;
      leave (self);
      closed_cb (self);
    }
  else if (is_active && self->is_away)
    {
      self->is_away = FALSE;
      troupe_popover_open (GTK_POPOVER (self));
      gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->entry));
    }
  else if (!is_active && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->is_away = TRUE;
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
    }
}

/* --- Asking ------------------------------------------------------------------------------------ */

void
troupe_rename_popover_set_text (TroupeRenamePopover *self,
                                const char *title,
                                const char *placeholder,
                                TroupeRenameCheck describe)
{
  g_return_if_fail (TROUPE_IS_RENAME_POPOVER (self));

  self->describe = describe;
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->title, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), placeholder);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), TEXT_CHARS);
}

void
troupe_rename_popover_ask (TroupeRenamePopover *self,
                           const char *label,
                           const char *text,
                           TroupeDocument *document,
                           const char *field)
{
  g_return_if_fail (TROUPE_IS_RENAME_POPOVER (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  self->is_away = FALSE;
  g_free (self->before);
  self->before = g_strdup (text != NULL ? text : "");
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->before);
  troupe_typed_text_begin (GTK_EDITABLE (self->entry), document, field);
  changed_cb (self);
  troupe_popover_open (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  /* A popover that grabs the pointer would swallow the first press outside of it, which should
   * do what it does otherwise. */
  unfollow_window (self);
  g_set_weak_pointer (&self->window, GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  if (self->window == NULL)
    return;
  self->presses = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (self->presses, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->presses, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->window, self->presses);
  g_signal_connect_object (self->window, "notify::focus-widget", G_CALLBACK (focus_moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->window, "notify::is-active", G_CALLBACK (active_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* Tab does not leave the popover, as if it grabbed the keys. */
static gboolean
troupe_rename_popover_focus (GtkWidget *widget, GtkDirectionType direction)
{
  const gboolean moved =
      GTK_WIDGET_CLASS (troupe_rename_popover_parent_class)->focus (widget, direction);

  return moved || direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
}

static void
troupe_rename_popover_dispose (GObject *object)
{
  TroupeRenamePopover *self = TROUPE_RENAME_POPOVER (object);

  unfollow_window (self);
  g_clear_pointer (&self->before, g_free);

  G_OBJECT_CLASS (troupe_rename_popover_parent_class)->dispose (object);
}

static void
troupe_rename_popover_class_init (TroupeRenamePopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_rename_popover_dispose;
  GTK_WIDGET_CLASS (klass)->focus = troupe_rename_popover_focus;

  signals[NAMED] = g_signal_new ("named", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_rename_popover_init (TroupeRenamePopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *keys;
  GtkEventController *undo;

  g_assert (self != NULL);

  self->title = gtk_label_new (NULL);
  self->entry = gtk_entry_new ();
  self->detail = gtk_label_new (NULL);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->error), ERROR_CHARS);
  /* GTK 4.8 measures the height of a popover for the natural width, which an error would make smaller than its text. */
  gtk_label_set_width_chars (GTK_LABEL (self->error), ERROR_CHARS);
  gtk_widget_add_css_class (self->error, "error");
  gtk_widget_add_css_class (self->error, "caption");
  gtk_widget_set_visible (self->title, FALSE);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_visible (self->detail, FALSE);
  gtk_label_set_xalign (GTK_LABEL (self->detail), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->detail), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->detail, "caption");
  gtk_widget_add_css_class (self->detail, "dim-label");
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->detail);
  gtk_box_append (GTK_BOX (box), self->error);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_popover_set_autohide (GTK_POPOVER (self), FALSE);
  keys = gtk_event_controller_key_new ();
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  /* The entry would take the key even if it has nothing to undo. */
  undo = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (undo, GTK_PHASE_CAPTURE);
  g_signal_connect_object (undo, "key-pressed", G_CALLBACK (undo_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, undo);
  g_signal_connect (self, "closed", G_CALLBACK (closed_cb), NULL);
}

GtkWidget *
troupe_rename_popover_new (TroupeRenameCheck check_func, gpointer user_data)
{
  TroupeRenamePopover *self;

  g_return_val_if_fail (check_func != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_RENAME_POPOVER, NULL);
  self->check = check_func;
  self->user_data = user_data;

  return GTK_WIDGET (self);
}
