/* troupe-crew-page.c: subpage of the crew inspector: tools, model, schema, one guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-page.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-form.h"
#include "troupe-pass-focus.h"
#include "troupe-search-keys.h"

struct _TroupeCrewPage
{
  GtkWidget parent_instance;

  TroupeCrewTarget *target;
  GtkWidget *head;
  GtkWidget *back;
  GtkLabel *title;
  GtkLabel *note;
  GtkWidget *search;
  gboolean is_typed; /* the search text has changed since the last edit of the crew */
  GtkWidget *scroller;
  GtkWidget *box;
  GtkWidget *first; /* (nullable): weak: gets the focus */

  TroupeCrewPageFunc refresh;
  gpointer data;
  GDestroyNotify free_data;
};

G_DEFINE_FINAL_TYPE (TroupeCrewPage, troupe_crew_page, GTK_TYPE_WIDGET)

static void
back_cb (TroupeCrewPage *self)
{
  g_assert (TROUPE_IS_CREW_PAGE (self));

  troupe_crew_target_leave_page (self->target);
}

static void
troupe_crew_page_dispose (GObject *object)
{
  TroupeCrewPage *self = TROUPE_CREW_PAGE (object);
  GtkWidget *child;

  if (self->free_data != NULL && self->data != NULL)
    self->free_data (self->data);
  self->data = NULL;
  self->refresh = NULL;
  g_clear_weak_pointer (&self->first);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->target);

  G_OBJECT_CLASS (troupe_crew_page_parent_class)->dispose (object);
}

static gboolean
troupe_crew_page_grab_focus (GtkWidget *widget)
{
  TroupeCrewPage *self = TROUPE_CREW_PAGE (widget);

  if (self->search != NULL)
    return gtk_widget_grab_focus (self->search);
  if (self->first != NULL && gtk_widget_grab_focus (self->first))
    return TRUE;
  return gtk_widget_child_focus (self->scroller, GTK_DIR_TAB_FORWARD) ||
         gtk_widget_grab_focus (self->back);
}

static void
troupe_crew_page_class_init (TroupeCrewPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_page_dispose;
  widget_class->grab_focus = troupe_crew_page_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "crewpage");
}

static void
troupe_crew_page_init (TroupeCrewPage *self)
{
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);

  g_assert (TROUPE_IS_CREW_PAGE (self));
  g_assert (self != NULL);

  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_margin_start (self->head, 6);
  gtk_widget_set_margin_end (self->head, 14);
  self->back = troupe_icon_button_new ("go-previous-symbolic", _ ("Back"));
  g_signal_connect_object (self->back, "clicked", G_CALLBACK (back_cb), self, G_CONNECT_SWAPPED);
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "dim-label");
  gtk_box_append (GTK_BOX (self->head), self->back);
  gtk_box_append (GTK_BOX (self->head), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (self->head), GTK_WIDGET (self->note));
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  gtk_widget_set_margin_start (self->box, 12);
  gtk_widget_set_margin_end (self->box, 12);
  gtk_widget_set_margin_top (self->box, 8);
  gtk_widget_set_margin_bottom (self->box, 18);
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), TRUE);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), self->box);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), viewport);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

static void
subject_changed_cb (TroupeCrewPage *self)
{
  g_assert (TROUPE_IS_CREW_PAGE (self));

  self->is_typed = FALSE;
  troupe_crew_page_refresh (self);
}

GtkWidget *
troupe_crew_page_new (TroupeCrewTarget *target, const char *title)
{
  TroupeCrewPage *self;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (title != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CREW_PAGE, NULL);
  self->target = g_object_ref (target);
  gtk_label_set_label (self->title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (subject_changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

void
troupe_crew_page_set_first (TroupeCrewPage *self, GtkWidget *widget)
{
  g_return_if_fail (TROUPE_IS_CREW_PAGE (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_set_weak_pointer (&self->first, widget);
}

TroupeCrewTarget *
troupe_crew_page_get_target (TroupeCrewPage *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_PAGE (self), NULL);

  return self->target;
}

const char *
troupe_crew_page_get_title (TroupeCrewPage *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_PAGE (self), NULL);

  return gtk_label_get_label (self->title);
}

GtkWidget *
troupe_crew_page_get_box (TroupeCrewPage *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_PAGE (self), NULL);

  return self->box;
}

void
troupe_crew_page_set_note (TroupeCrewPage *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_CREW_PAGE (self));

  gtk_label_set_label (self->note, text != NULL ? text : "");
}

static void
typed_cb (TroupeCrewPage *self)
{
  g_assert (TROUPE_IS_CREW_PAGE (self));

  self->is_typed = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
}

/* Enter chooses and leaves the focus in the search entry. Until something else is typed, the keys undo the
 * choice and not the search text. */
static gboolean
key_pressed_cb (TroupeCrewPage *self, guint keyval, guint keycode, GdkModifierType state)
{
  g_assert (TROUPE_IS_CREW_PAGE (self));

  return !self->is_typed && troupe_form_undo_by_key (self->search, keyval, state);
}

GtkWidget *
troupe_crew_page_add_search (TroupeCrewPage *self, const char *placeholder)
{
  GtkEventController *keys;

  g_return_val_if_fail (TROUPE_IS_CREW_PAGE (self), NULL);

  if (self->search != NULL)
    return self->search;
  self->search = gtk_search_entry_new ();
  gtk_widget_set_margin_start (self->search, 12);
  gtk_widget_set_margin_end (self->search, 12);
  gtk_widget_set_margin_top (self->search, 6);
  g_object_set (self->search, "placeholder-text", placeholder, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  placeholder, -1);
  gtk_widget_insert_after (self->search, GTK_WIDGET (self), self->head);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (troupe_crew_page_refresh),
                           self, G_CONNECT_SWAPPED);
  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->search, keys);
  troupe_search_keys_add (self->search, self->box);
  g_signal_connect_object (self->search, "changed", G_CALLBACK (typed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "stop-search", G_CALLBACK (back_cb), self,
                           G_CONNECT_SWAPPED);

  return self->search;
}

void
troupe_crew_page_set_refresh (TroupeCrewPage *self,
                              TroupeCrewPageFunc refresh,
                              gpointer data,
                              GDestroyNotify free_data)
{
  g_return_if_fail (TROUPE_IS_CREW_PAGE (self));
  g_return_if_fail (refresh != NULL);

  self->refresh = refresh;
  self->data = data;
  self->free_data = free_data;
  refresh (self, data);
}

void
troupe_crew_page_refresh (TroupeCrewPage *self)
{
  g_return_if_fail (TROUPE_IS_CREW_PAGE (self));

  if (self->refresh != NULL)
    self->refresh (self, self->data);
}

static gboolean
let_go_cb (gpointer data)
{
  return G_SOURCE_REMOVE;
}

void
troupe_crew_outlive (gpointer object)
{
  g_return_if_fail (G_IS_OBJECT (object));

  g_idle_add_full (G_PRIORITY_HIGH_IDLE, let_go_cb, g_object_ref (object), g_object_unref);
}

void
troupe_crew_clear_box (GtkWidget *box)
{
  GtkWidget *child;

  g_return_if_fail (GTK_IS_BOX (box));

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    {
      troupe_crew_outlive (child);
      gtk_box_remove (GTK_BOX (box), child);
    }
}
