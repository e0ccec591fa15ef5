/* troupe-subpage.c: page with breadcrumb that covers the editor of a document page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-subpage"

#include "config.h"

#include "troupe-pass-focus.h"
#include "troupe-subpage.h"

struct _TroupeSubpage
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *bar;
  GtkLabel *around;
  GtkLabel *own;
  GtkWidget *buttons;
  GtkWidget *child;
  GtkWidget *front; /* (nullable) (unowned): the covered editor */
  TroupeEditorWidth width;
};

enum
{
  LEFT,
  WIDTH_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeSubpage, troupe_subpage, GTK_TYPE_WIDGET)

/* --- Leaving ---------------------------------------------------------------------------------- */

void
troupe_subpage_leave (TroupeSubpage *self)
{
  GtkWidget *front;
  GtkWidget *content;

  g_return_if_fail (TROUPE_IS_SUBPAGE (self));

  front = g_steal_pointer (&self->front);
  if (front == NULL)
    return;
  g_object_ref (self);
  g_signal_emit (self, signals[LEFT], 0);
  content = gtk_widget_get_parent (GTK_WIDGET (self));
  gtk_widget_unparent (GTK_WIDGET (self));
  gtk_widget_set_visible (front, TRUE);
  gtk_widget_grab_focus (front);
  if (content != NULL)
    g_object_notify (G_OBJECT (content), "covered");
  g_object_unref (self);
}

static void
leave_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (TROUPE_IS_SUBPAGE (widget));

  troupe_subpage_leave (TROUPE_SUBPAGE (widget));
}

/* --- Adaptive layout -------------------------------------------------------------------------- */

/* Places the buttons below the breadcrumb if there is not enough space for both in one line. */
static void
arrange_bar (TroupeSubpage *self)
{
  g_assert (TROUPE_IS_SUBPAGE (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->bar), self->width == TROUPE_EDITOR_TINY
                                                                  ? GTK_ORIENTATION_VERTICAL
                                                                  : GTK_ORIENTATION_HORIZONTAL);
}

/* --- Opening ------------------------------------------------------------------------------------------ */

TroupeSubpage *
troupe_subpage_find (TroupePageContent *content)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);

  for (GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (content)); child != NULL;
       child = gtk_widget_get_prev_sibling (child))
    if (TROUPE_IS_SUBPAGE (child))
      return TROUPE_SUBPAGE (child);
  return NULL;
}

/* Shows the breadcrumb, for example `Content pipeline › research`. */
static void
show_around (TroupeSubpage *self)
{
  GtkWidget *content = gtk_widget_get_parent (GTK_WIDGET (self));
  g_auto (GStrv) names = NULL;
  g_autofree char *around = NULL;

  g_assert (TROUPE_IS_SUBPAGE (self));

  if (content == NULL)
    return;
  names = troupe_page_content_list_crumbs (TROUPE_PAGE_CONTENT (content));
  around = g_strjoinv (" › ", names);
  gtk_label_set_label (self->around, around);
}

TroupeSubpage *
troupe_subpage_open (TroupePageContent *content, const char *title, GtkWidget *child)
{
  TroupeSubpage *self, *before;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (child), NULL);

  before = troupe_subpage_find (content);
  if (before != NULL)
    troupe_subpage_leave (before);
  self = g_object_new (TROUPE_TYPE_SUBPAGE, NULL);
  self->child = child;
  self->front = troupe_page_content_get_front (content);
  self->width = troupe_page_content_get_width_class (content);
  arrange_bar (self);
  gtk_label_set_label (self->own, title);
  gtk_widget_set_hexpand (child, TRUE);
  gtk_widget_set_vexpand (child, TRUE);
  gtk_box_append (GTK_BOX (self->box), child);
  gtk_widget_set_parent (GTK_WIDGET (self), GTK_WIDGET (content));
  show_around (self);
  /* The document may get another title. */
  g_signal_connect_object (troupe_page_content_get_document (content), "saved",
                           G_CALLBACK (show_around), self, G_CONNECT_SWAPPED);
  gtk_widget_set_visible (self->front, FALSE);
  gtk_widget_grab_focus (child);
  g_object_notify (G_OBJECT (content), "covered");
  return self;
}

/* --- Accessors -------------------------------------------------------------------------------- */

GtkWidget *
troupe_subpage_get_child (TroupeSubpage *self)
{
  g_return_val_if_fail (TROUPE_IS_SUBPAGE (self), NULL);

  return self->child;
}

void
troupe_subpage_add_button (TroupeSubpage *self, GtkWidget *button)
{
  g_return_if_fail (TROUPE_IS_SUBPAGE (self));
  g_return_if_fail (GTK_IS_WIDGET (button));

  gtk_box_append (GTK_BOX (self->buttons), button);
}

void
troupe_subpage_hide_bar (TroupeSubpage *self)
{
  g_return_if_fail (TROUPE_IS_SUBPAGE (self));

  gtk_widget_set_visible (self->bar, FALSE);
}

gboolean
troupe_subpage_get_gap (TroupeSubpage *self, GtkWidget *around, graphene_rect_t *gap)
{
  graphene_rect_t bar, crumbs, buttons;

  g_return_val_if_fail (TROUPE_IS_SUBPAGE (self), FALSE);
  g_return_val_if_fail (gap != NULL, FALSE);

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->bar)) == GTK_ORIENTATION_VERTICAL ||
      gtk_widget_get_direction (self->bar) == GTK_TEXT_DIR_RTL ||
      !gtk_widget_compute_bounds (self->bar, around, &bar) ||
      !gtk_widget_compute_bounds (gtk_widget_get_first_child (self->bar), around, &crumbs) ||
      !gtk_widget_compute_bounds (self->buttons, around, &buttons))
    return FALSE;
  *gap = bar;
  gap->origin.x = crumbs.origin.x + crumbs.size.width;
  gap->size.width = buttons.origin.x - gap->origin.x;
  return gap->size.width > 0;
}

TroupeEditorWidth
troupe_subpage_get_width_class (TroupeSubpage *self)
{
  g_return_val_if_fail (TROUPE_IS_SUBPAGE (self), TROUPE_EDITOR_WIDE);

  return self->width;
}

void
troupe_subpage_set_width_class (TroupeSubpage *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_SUBPAGE (self));

  if (self->width == width)
    return;
  self->width = width;
  arrange_bar (self);
  g_signal_emit (self, signals[WIDTH_CHANGED], 0);
}

static gboolean
troupe_subpage_grab_focus (GtkWidget *widget)
{
  TroupeSubpage *self = TROUPE_SUBPAGE (widget);

  return self->child != NULL && gtk_widget_grab_focus (self->child);
}

static void
troupe_subpage_dispose (GObject *object)
{
  TroupeSubpage *self = TROUPE_SUBPAGE (object);

  if (g_steal_pointer (&self->front) != NULL)
    g_signal_emit (self, signals[LEFT], 0);
  self->child = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_subpage_parent_class)->dispose (object);
}

static void
troupe_subpage_class_init (TroupeSubpageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_subpage_dispose;
  widget_class->grab_focus = troupe_subpage_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);

  signals[WIDTH_CHANGED] = g_signal_new ("width-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "subpage.leave", NULL, leave_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "subpage.leave", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "subpage.leave",
                                       NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-subpage.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeSubpage, box);
  gtk_widget_class_bind_template_child (widget_class, TroupeSubpage, bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeSubpage, around);
  gtk_widget_class_bind_template_child (widget_class, TroupeSubpage, own);
  gtk_widget_class_bind_template_child (widget_class, TroupeSubpage, buttons);
}

static void
troupe_subpage_init (TroupeSubpage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
