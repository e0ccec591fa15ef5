/* troupe-typed-text.c: keeping the text of an entry in the draft while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-typed-text"

#include "config.h"

#include "troupe-typed-text.h"

#define KEY "troupe-typed-text"
#define COMMIT_KEY "troupe-typed-commit"
#define SAVE_KEY "troupe-typed-save"

typedef struct
{
  TroupeDocument *document;
  char *field;
  char *value; /* the text in the document */
  gulong handler;
} Typed;

static void
typed_free (gpointer data)
{
  Typed *self = data;

  g_object_unref (self->document);
  g_free (self->field);
  g_free (self->value);
  g_free (self);
}

static void
changed_cb (GtkEditable *entry)
{
  Typed *self = g_object_get_data (G_OBJECT (entry), KEY);
  const char *text = gtk_editable_get_text (entry);

  g_assert (self != NULL);

  troupe_document_set_typed (self->document, self->field,
                             g_str_equal (text, self->value) ? NULL : text);
}

void
troupe_typed_text_begin (GtkEditable *entry, TroupeDocument *document, const char *field)
{
  Typed *self;

  g_return_if_fail (GTK_IS_EDITABLE (entry));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (field != NULL);

  troupe_typed_text_end (entry);
  self = g_new0 (Typed, 1);
  self->document = g_object_ref (document);
  self->field = g_strdup (field);
  self->value = g_strdup (gtk_editable_get_text (entry));
  self->handler = g_signal_connect (entry, "changed", G_CALLBACK (changed_cb), NULL);
  g_object_set_data_full (G_OBJECT (entry), KEY, self, typed_free);
  troupe_typed_text_take_save_key (GTK_WIDGET (entry));
}

void
troupe_typed_text_end (GtkEditable *entry)
{
  Typed *self;

  g_return_if_fail (GTK_IS_EDITABLE (entry));

  self = g_object_get_data (G_OBJECT (entry), KEY);
  if (self == NULL)
    return;
  g_signal_handler_disconnect (entry, self->handler);
  troupe_document_set_typed (self->document, self->field, NULL);
  g_object_set_data (G_OBJECT (entry), KEY, NULL);
}

/* --- Committing ------------------------------------------------------------------------------- */

void
troupe_typed_text_set_commit (GtkWidget *widget, TroupeTypedCommitFunc func)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (func != NULL);

  g_object_set_data (G_OBJECT (widget), COMMIT_KEY, (gpointer) func);
}

static gboolean
is_edited (GtkWidget *widget)
{
  Typed *self = GTK_IS_EDITABLE (widget) ? g_object_get_data (G_OBJECT (widget), KEY) : NULL;

  return self != NULL && !g_str_equal (gtk_editable_get_text (GTK_EDITABLE (widget)), self->value);
}

static void
collect (GtkWidget *widget, GPtrArray *found)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (is_edited (widget) || g_object_get_data (G_OBJECT (widget), COMMIT_KEY) != NULL)
    g_ptr_array_add (found, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, found);
}

void
troupe_typed_text_commit_below (GtkWidget *root)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (GTK_IS_WIDGET (root));

  /* Committing may remove widgets. */
  collect (root, found);
  for (guint i = 0; i < found->len; i++)
    {
      GtkWidget *widget = found->pdata[i];
      TroupeTypedCommitFunc func = g_object_get_data (G_OBJECT (widget), COMMIT_KEY);

      if (func != NULL)
        func (widget);
      else if (is_edited (widget) && gtk_widget_get_mapped (widget))
        g_signal_emit_by_name (widget, "activate");
    }
}

/* Saves the document of the page, or of the window that this window belongs to. */
static gboolean
save_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  TroupeTypedCommitFunc commit;
  GtkWindow *parent;

  if (gtk_widget_activate_action (widget, "win.save", NULL))
    return TRUE;
  parent = GTK_IS_WINDOW (root) ? gtk_window_get_transient_for (GTK_WINDOW (root)) : NULL;
  if (parent == NULL)
    return FALSE;
  commit = g_object_get_data (G_OBJECT (root), COMMIT_KEY);
  if (commit != NULL)
    commit (GTK_WIDGET (root));
  return gtk_widget_activate_action (GTK_WIDGET (parent), "win.save", NULL);
}

void
troupe_typed_text_take_save_key (GtkWidget *widget)
{
  GtkEventController *shortcuts;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (g_object_get_data (G_OBJECT (widget), SAVE_KEY) != NULL)
    return;
  g_object_set_data (G_OBJECT (widget), SAVE_KEY, widget);
  shortcuts = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (shortcuts, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (shortcuts),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_s, GDK_CONTROL_MASK),
                        gtk_callback_action_new (save_cb, NULL, NULL)));
  gtk_widget_add_controller (widget, shortcuts);
}
