/* troupe-chat-side.c: side pane that switches between chat and inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-side"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chat-side.h"

#define CHAT "chat"
#define INSPECTOR "inspector"

struct _TroupeChatSide
{
  GtkWidget parent_instance;

  TroupeEditorFrame *frame; /* not owned: it is the parent of this widget */
  GtkStack *stack;
  GtkWidget *back;
  gboolean is_enabled;
  int inspector_width;
};

enum
{
  PROP_0,
  PROP_CHAT_SEEN,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (TroupeChatSide, troupe_chat_side, GTK_TYPE_WIDGET)

static gboolean
is_chat (TroupeChatSide *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), CHAT) == 0;
}

gboolean
troupe_chat_side_is_chat_seen (TroupeChatSide *self)
{
  gboolean is_open = FALSE;

  g_return_val_if_fail (TROUPE_IS_CHAT_SIDE (self), FALSE);

  if (self->frame != NULL)
    g_object_get (self->frame, "inspector-visible", &is_open, NULL);
  return is_open && is_chat (self);
}

static void
notify_seen (TroupeChatSide *self)
{
  g_assert (TROUPE_IS_CHAT_SIDE (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHAT_SEEN]);
}

static void
set_page (TroupeChatSide *self, const char *page)
{
  const gboolean chat = g_str_equal (page, CHAT);

  g_assert (TROUPE_IS_CHAT_SIDE (self));

  if (chat == is_chat (self))
    return;
  if (chat)
    g_object_get (self->frame, "inspector-width", &self->inspector_width, NULL);
  gtk_stack_set_visible_child_name (self->stack, page);
  g_object_set (self->frame, "inspector-width", chat ? TROUPE_CHAT_WIDTH : self->inspector_width,
                NULL);
  troupe_editor_frame_set_inspector_fills (self->frame, chat);
  notify_seen (self);
}

void
troupe_chat_side_show_chat (TroupeChatSide *self)
{
  g_return_if_fail (TROUPE_IS_CHAT_SIDE (self));

  if (!self->is_enabled)
    return;
  set_page (self, CHAT);
  g_object_set (self->frame, "inspector-visible", TRUE, NULL);
}

void
troupe_chat_side_show_inspector (TroupeChatSide *self)
{
  g_return_if_fail (TROUPE_IS_CHAT_SIDE (self));

  set_page (self, INSPECTOR);
  g_object_set (self->frame, "inspector-visible", TRUE, NULL);
}

void
troupe_chat_side_set_enabled (TroupeChatSide *self, gboolean is_enabled)
{
  g_return_if_fail (TROUPE_IS_CHAT_SIDE (self));

  if (self->is_enabled == is_enabled)
    return;
  self->is_enabled = is_enabled;
  gtk_widget_set_visible (self->back, is_enabled);
  set_page (self, is_enabled ? CHAT : INSPECTOR);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
back_cb (TroupeChatSide *self)
{
  g_assert (TROUPE_IS_CHAT_SIDE (self));

  troupe_chat_side_show_chat (self);
}

static void
troupe_chat_side_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHAT_SEEN:
      g_value_set_boolean (value, troupe_chat_side_is_chat_seen (TROUPE_CHAT_SIDE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_chat_side_dispose (GObject *object)
{
  TroupeChatSide *self = TROUPE_CHAT_SIDE (object);

  if (self->frame != NULL)
    g_signal_handlers_disconnect_by_data (self->frame, self);
  self->frame = NULL;
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->stack)));
  G_OBJECT_CLASS (troupe_chat_side_parent_class)->dispose (object);
}

static void
troupe_chat_side_class_init (TroupeChatSideClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = troupe_chat_side_get_property;
  G_OBJECT_CLASS (klass)->dispose = troupe_chat_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  properties[PROP_CHAT_SEEN] = g_param_spec_boolean ("chat-seen", NULL, NULL, FALSE,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
}

static void
troupe_chat_side_init (TroupeChatSide *self)
{
}

TroupeChatSide *
troupe_chat_side_new (TroupeEditorFrame *frame, TroupeChatPane *pane)
{
  TroupeChatSide *self;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GtkWidget) inspector = NULL;
  GtkWidget *content;
  GtkWidget *button;

  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (frame), NULL);
  g_return_val_if_fail (TROUPE_IS_CHAT_PANE (pane), NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_SIDE, NULL);
  self->frame = frame;
  inspector = g_object_ref (troupe_editor_frame_get_inspector (frame));
  troupe_editor_frame_set_inspector (frame, GTK_WIDGET (self));
  content = adw_button_content_new ();
  button = gtk_button_new ();
  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "go-previous-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), _ ("Conversation"));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "chat-back");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_visible (button, FALSE);
  g_signal_connect_object (button, "clicked", G_CALLBACK (back_cb), self, G_CONNECT_SWAPPED);
  self->back = button;
  gtk_box_append (GTK_BOX (box), self->back);
  gtk_box_append (GTK_BOX (box), inspector);
  gtk_widget_set_vexpand (inspector, TRUE);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_transition_type (self->stack, GTK_STACK_TRANSITION_TYPE_CROSSFADE);
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, box, INSPECTOR);
  gtk_stack_add_named (self->stack, GTK_WIDGET (pane), CHAT);
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
  g_signal_connect_object (frame, "notify::inspector-visible", G_CALLBACK (notify_seen), self,
                           G_CONNECT_SWAPPED);
  return self;
}
