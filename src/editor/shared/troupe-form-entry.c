/* troupe-form-entry.c: entry row that commits its text on Enter or focus-out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-entry"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-form-entry.h"
#include "troupe-row-name.h"

struct _TroupeFormEntry
{
  AdwEntryRow parent_instance;

  char *value;
  TroupeDocument *document; /* (nullable): keeps the typed text in its draft */
  char *field;              /* (nullable) */
  gboolean committing;
  guint commit_id;
};

enum
{
  COMMITTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeFormEntry, troupe_form_entry, ADW_TYPE_ENTRY_ROW)

static void
show_value (TroupeFormEntry *self)
{
  g_assert (TROUPE_IS_FORM_ENTRY (self));

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self)), self->value))
    gtk_editable_set_text (GTK_EDITABLE (self), self->value);
}

gboolean
troupe_form_entry_is_edited (TroupeFormEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM_ENTRY (self), FALSE);

  return !g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self)), self->value);
}

static void
changed_cb (TroupeFormEntry *self)
{
  g_assert (TROUPE_IS_FORM_ENTRY (self));

  if (self->document != NULL)
    troupe_document_set_typed (
        self->document, self->field,
        troupe_form_entry_is_edited (self) ? gtk_editable_get_text (GTK_EDITABLE (self)) : NULL);
}

void
troupe_form_entry_commit (TroupeFormEntry *self)
{
  g_autoptr (TroupeFormEntry) alive = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_FORM_ENTRY (self));

  g_clear_handle_id (&self->commit_id, g_source_remove);
  if (self->committing || !troupe_form_entry_is_edited (self))
    return;

  alive = g_object_ref (self);
  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self)));
  /* Before the path changes, for example because the text is a name in it. */
  if (self->document != NULL)
    troupe_document_set_typed (self->document, self->field, NULL);
  self->committing = TRUE;
  g_signal_emit (self, signals[COMMITTED], 0, text);
  self->committing = FALSE;
  /* Discards a text that was rejected. */
  show_value (self);
}

static gboolean
commit_cb (gpointer data)
{
  TroupeFormEntry *self = data;

  g_assert (TROUPE_IS_FORM_ENTRY (self));

  self->commit_id = 0;
  troupe_form_entry_commit (self);

  return G_SOURCE_REMOVE;
}

/* Commits before the next key press or click is handled, but not while the focus changes. */
static void
left_cb (TroupeFormEntry *self)
{
  g_assert (TROUPE_IS_FORM_ENTRY (self));

  if (self->commit_id == 0 && troupe_form_entry_is_edited (self))
    self->commit_id = g_idle_add_full (G_PRIORITY_HIGH, commit_cb, self, NULL);
}

/* A page belongs either to a crew or to a flow; they are never nested. */
gboolean
troupe_form_undo (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  return gtk_widget_activate_action (widget, "crew.undo", NULL) ||
         gtk_widget_activate_action (widget, "flow.undo", NULL);
}

gboolean
troupe_form_redo (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  return gtk_widget_activate_action (widget, "crew.redo", NULL) ||
         gtk_widget_activate_action (widget, "flow.redo", NULL);
}

/* Commits the typed text as a separate step and undoes this step. A rejected text creates no
 * step. */
static gboolean
undo_edit (TroupeFormEntry *self)
{
  g_autofree char *before = g_strdup (self->value);

  g_assert (TROUPE_IS_FORM_ENTRY (self));

  troupe_form_entry_commit (self);
  if (!g_str_equal (before, self->value))
    troupe_form_undo (GTK_WIDGET (self));

  return TRUE;
}

gboolean
troupe_form_undo_by_key (GtkWidget *widget, guint keyval, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  guint lower = gdk_keyval_to_lower (keyval);
  const GdkModifierType shifted = GDK_CONTROL_MASK | GDK_SHIFT_MASK;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_z)
    {
      if (TROUPE_IS_FORM_ENTRY (widget) && troupe_form_entry_is_edited (TROUPE_FORM_ENTRY (widget)))
        return undo_edit (TROUPE_FORM_ENTRY (widget));
      troupe_form_undo (widget);
      return TRUE;
    }
  if ((modifiers == shifted && lower == GDK_KEY_z) ||
      (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_y))
    {
      troupe_form_redo (widget);
      return TRUE;
    }

  return FALSE;
}

gboolean
troupe_form_wants_undo (GtkEditable *entry, const char *before, guint keyval, GdkModifierType state)
{
  g_return_val_if_fail (GTK_IS_EDITABLE (entry), FALSE);

  return (state & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK &&
         gdk_keyval_to_lower (keyval) == GDK_KEY_z &&
         g_strcmp0 (gtk_editable_get_text (entry), before) == 0;
}

static gboolean
key_pressed_cb (GtkWidget *widget, guint keyval, guint keycode, GdkModifierType state)
{
  return troupe_form_undo_by_key (widget, keyval, state);
}

void
troupe_form_entry_take_undo_keys (GtkWidget *widget)
{
  GtkEventController *keys;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), widget,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, keys);
}

static void
troupe_form_entry_dispose (GObject *object)
{
  g_clear_handle_id (&TROUPE_FORM_ENTRY (object)->commit_id, g_source_remove);

  G_OBJECT_CLASS (troupe_form_entry_parent_class)->dispose (object);
}

static void
troupe_form_entry_finalize (GObject *object)
{
  TroupeFormEntry *self = TROUPE_FORM_ENTRY (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->field, g_free);
  g_clear_pointer (&self->value, g_free);

  G_OBJECT_CLASS (troupe_form_entry_parent_class)->finalize (object);
}

static void
troupe_form_entry_class_init (TroupeFormEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_form_entry_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_form_entry_finalize;

  signals[COMMITTED] = g_signal_new ("committed", TROUPE_TYPE_FORM_ENTRY, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_form_entry_init (TroupeFormEntry *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_assert (self != NULL);

  self->value = g_strdup ("");
  gtk_editable_set_enable_undo (GTK_EDITABLE (self), FALSE);
  troupe_row_follow_title (GTK_WIDGET (self));
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  troupe_form_entry_take_undo_keys (GTK_WIDGET (self));
  g_signal_connect (self, "entry-activated", G_CALLBACK (troupe_form_entry_commit), NULL);
  g_signal_connect (self, "changed", G_CALLBACK (changed_cb), NULL);
}

GtkWidget *
troupe_form_entry_new (const char *title, const char *text)
{
  TroupeFormEntry *self = g_object_new (TROUPE_TYPE_FORM_ENTRY, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  troupe_form_entry_set_value (self, text);

  return GTK_WIDGET (self);
}

void
troupe_form_entry_set_value (TroupeFormEntry *self, const char *text)
{
  gboolean edited;

  g_return_if_fail (TROUPE_IS_FORM_ENTRY (self));
  g_return_if_fail (text != NULL);

  edited = troupe_form_entry_is_edited (self) && !self->committing;
  troupe_set_str (&self->value, text);
  if (!edited)
    show_value (self);
}

void
troupe_form_entry_keep_typed (TroupeFormEntry *self, TroupeDocument *document, const char *field)
{
  const char *typed;

  g_return_if_fail (TROUPE_IS_FORM_ENTRY (self));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (field != NULL);

  g_set_object (&self->document, document);
  troupe_set_str (&self->field, field);
  typed = troupe_document_find_typed (document, field);
  if (typed != NULL && !troupe_form_entry_is_edited (self))
    {
      g_autofree char *text = g_strdup (typed);

      gtk_editable_set_text (GTK_EDITABLE (self), text);
    }
}

static void
collect (GtkWidget *widget, GPtrArray *found)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (TROUPE_IS_FORM_ENTRY (widget))
    g_ptr_array_add (found, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, found);
}

void
troupe_form_entry_commit_below (GtkWidget *root)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (GTK_IS_WIDGET (root));

  collect (root, found);
  for (guint i = 0; i < found->len; i++)
    troupe_form_entry_commit (found->pdata[i]);
}
