/* troupe-condition-editor.c: editor for the condition of a method: a tree of and/or with events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-condition-editor"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-chooser.h"
#include "troupe-clock.h"
#include "troupe-condition-editor.h"
#include "troupe-condition-tree.h"
#include "troupe-form.h"
#include "troupe-plot.h"
#include "troupe-sanitize-text.h"
#include "troupe-typed-text.h"
#include "troupe-popover-opening.h"

#define INDENT 18
#define MAX_CHIPS 3
/* The space of the names beside the title of a row, and of the gaps around a word, in characters. */
#define CHIPS_LENGTH 22
#define CHIP_SPACE 2
#define CHIP_SHORTEST 6

struct _TroupeConditionEditor
{
  GtkPopover parent_instance;

  TroupeEditorContext *context;
  char *method;
  GtkWidget *at_start;
  GtkWidget *rows;
  GtkWidget *chooser;
  char *chooser_path; /* path of the gate or event to which the chosen event is added */
  gboolean loading;
};

G_DEFINE_FINAL_TYPE (TroupeConditionEditor, troupe_condition_editor, GTK_TYPE_POPOVER)

static const TroupeFlowMethod *
get_method (TroupeConditionEditor *self)
{
  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  return troupe_flow_find_method (troupe_editor_context_get_flow (self->context), self->method);
}

static TroupeConditionTree *
get_tree (TroupeConditionEditor *self)
{
  const TroupeFlowMethod *method = get_method (self);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  return troupe_condition_tree_new (method != NULL ? troupe_flow_method_get_condition (method, "")
                                                   : NULL);
}

/* Takes ownership of @tree. */
static void
write_tree (TroupeConditionEditor *self, TroupeConditionTree *tree)
{
  g_autoptr (TroupeConditionTree) tidy = troupe_condition_tree_tidy (tree);
  g_autoptr (JsonNode) node = tidy != NULL ? troupe_condition_tree_to_node (tidy) : NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (!troupe_flow_document_set_condition (troupe_editor_context_get_document (self->context),
                                           self->method, node, &error))
    troupe_editor_context_report (self->context, error);
}

static char *
dup_path (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return g_strdup (g_object_get_data (G_OBJECT (widget), "path"));
}

static void
remove_clicked_cb (GtkWidget *button, TroupeConditionEditor *self)
{
  g_autofree char *path = dup_path (button);
  TroupeConditionTree *tree = get_tree (self);
  TroupeConditionTree *part = troupe_condition_tree_get (tree, path);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (part != NULL)
    part->removed = TRUE;
  write_tree (self, tree);
}

static void
toggle_clicked_cb (GtkWidget *button, TroupeConditionEditor *self)
{
  g_autofree char *path = dup_path (button);
  TroupeConditionTree *tree = get_tree (self);
  TroupeConditionTree *part = troupe_condition_tree_get (tree, path);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (part != NULL)
    troupe_condition_tree_toggle (part);
  write_tree (self, tree);
}

static void
chosen_cb (TroupeConditionEditor *self, const char *event)
{
  TroupeConditionTree *tree = get_tree (self);
  TroupeConditionTree *part;
  g_autofree char *parent_path = g_strdup (self->chooser_path);
  char *dot = strrchr (parent_path, '.');
  TroupeConditionTree *parent;

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (dot != NULL)
    *dot = '\0';
  else
    parent_path[0] = '\0';
  part = troupe_condition_tree_get (tree, self->chooser_path);
  parent = troupe_condition_tree_get (tree, parent_path);

  /* If the complete condition is a single event, the new event is an alternative to it. */
  if (part != NULL)
    {
      gboolean parent_is_and =
          part == parent || (parent != NULL && parent->type == TROUPE_CONDITION_AND);

      /* Adds an input to a gate. If @part is an event, it is replaced with a gate of the type
       * opposite to its parent. */
      if (part->type == TROUPE_CONDITION_EVENT)
        troupe_condition_tree_make_gate (part, !parent_is_and);
      troupe_condition_tree_add (part, troupe_condition_tree_new_event (event));
    }
  write_tree (self, tree);
}

static void
add_clicked_cb (GtkWidget *button, TroupeConditionEditor *self)
{
  g_auto (GStrv) events =
      troupe_flow_list_events_for (troupe_editor_context_get_flow (self->context), self->method);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  g_free (self->chooser_path);
  self->chooser_path = dup_path (button);
  if (self->chooser == NULL)
    {
      self->chooser = troupe_chooser_new (NULL, _ ("Method or Event"));
      g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (chosen_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_widget_set_parent (self->chooser, self->rows);
    }
  troupe_chooser_set_names (TROUPE_CHOOSER (self->chooser), (const char *const *) events);
  troupe_popover_open (GTK_POPOVER (self->chooser));
}

static GtkWidget *
append_button (TroupeConditionEditor *self,
               GtkWidget *row,
               const char *icon_name,
               const char *words,
               const char *path,
               GCallback callback)
{
  GtkWidget *button = troupe_icon_button_new (icon_name, words);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  gtk_widget_add_css_class (button, "circular");
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect_object (button, "clicked", callback, self, 0);
  gtk_box_append (GTK_BOX (row), button);

  return button;
}

static void
append_tree (TroupeConditionEditor *self,
             const TroupeConditionTree *tree,
             const char *path,
             int depth)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *head;
  gboolean is_event = tree->type == TROUPE_CONDITION_EVENT;

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  gtk_widget_set_margin_start (row, INDENT * MIN (depth, 8));
  /* Appends the name of an event, or a button that toggles the gate. */
  if (tree->type == TROUPE_CONDITION_EVENT)
    {
      g_autofree char *shown = troupe_text_to_line (tree->event);

      head = gtk_label_new (shown);
      gtk_label_set_ellipsize (GTK_LABEL (head), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_xalign (GTK_LABEL (head), 0);
      gtk_box_append (GTK_BOX (row), head);
    }
  else
    {
      head = gtk_button_new_with_label (tree->type == TROUPE_CONDITION_AND ? _ ("and") : _ ("or"));
      gtk_widget_add_css_class (head, "pill");
      gtk_widget_add_css_class (head, "gate");
      gtk_widget_set_halign (head, GTK_ALIGN_START);
      gtk_widget_set_tooltip_text (head, _ ("Toggle AND/OR"));
      g_object_set_data_full (G_OBJECT (head), "path", g_strdup (path), g_free);
      g_signal_connect_object (head, "clicked", G_CALLBACK (toggle_clicked_cb), self, 0);
      gtk_box_append (GTK_BOX (row), head);
    }
  gtk_widget_set_hexpand (head, TRUE);

  append_button (self, row, "list-add-symbolic", is_event ? _ ("Add Gate Here") : _ ("Add Event"),
                 path, G_CALLBACK (add_clicked_cb));
  append_button (self, row, "user-trash-symbolic", _ ("Remove"), path,
                 G_CALLBACK (remove_clicked_cb));
  gtk_box_append (GTK_BOX (self->rows), row);

  for (guint i = 0; i < tree->children->len; i++)
    {
      g_autofree char *child_path =
          *path == '\0' ? g_strdup_printf ("%u", i) : g_strdup_printf ("%s.%u", path, i);

      append_tree (self, g_ptr_array_index (tree->children, i), child_path, depth + 1);
    }
}

static void
rebuild (TroupeConditionEditor *self)
{
  g_autoptr (TroupeConditionTree) tree = get_tree (self);
  const TroupeFlowMethod *method = get_method (self);
  GtkWidget *child = gtk_widget_get_first_child (self->rows);

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  while (child != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (child);

      if (child != self->chooser)
        gtk_box_remove (GTK_BOX (self->rows), child);
      child = next;
    }
  if (method == NULL)
    return;

  self->loading = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->at_start),
                               method->start && method->start_condition == NULL);
  self->loading = FALSE;

  if (tree->type == TROUPE_CONDITION_EVENT || tree->children->len > 0)
    {
      append_tree (self, tree, "", 0);
    }
  else
    {
      GtkWidget *button = gtk_button_new_with_label (_ ("Add Event"));

      g_object_set_data (G_OBJECT (button), "path", (gpointer) "");
      g_signal_connect_object (button, "clicked", G_CALLBACK (add_clicked_cb), self, 0);
      gtk_box_append (GTK_BOX (self->rows), button);
    }
}

static void
changed_cb (TroupeConditionEditor *self)
{
  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    rebuild (self);
}

static void
at_start_toggled_cb (TroupeConditionEditor *self)
{
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CONDITION_EDITOR (self));

  if (self->loading)
    return;

  if (!troupe_flow_document_set_start (
          troupe_editor_context_get_document (self->context), self->method,
          gtk_check_button_get_active (GTK_CHECK_BUTTON (self->at_start)), &error))
    troupe_editor_context_report (self->context, error);
}

static void
troupe_condition_editor_map (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  rebuild (TROUPE_CONDITION_EDITOR (widget));
  GTK_WIDGET_CLASS (troupe_condition_editor_parent_class)->map (widget);
}

static void
troupe_condition_editor_dispose (GObject *object)
{
  TroupeConditionEditor *self = TROUPE_CONDITION_EDITOR (object);

  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->chooser_path, g_free);

  G_OBJECT_CLASS (troupe_condition_editor_parent_class)->dispose (object);
}

static void
troupe_condition_editor_class_init (TroupeConditionEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_condition_editor_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_condition_editor_map;
}

static void
troupe_condition_editor_init (TroupeConditionEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *title = gtk_label_new (_ ("Runs After"));

  g_assert (self != NULL);

  troupe_typed_text_take_save_key (GTK_WIDGET (self));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_size_request (box, 268, -1);
  gtk_widget_add_css_class (box, "conditions");
  self->at_start = gtk_check_button_new_with_label (_ ("At Start"));
  g_signal_connect_object (self->at_start, "toggled", G_CALLBACK (at_start_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), self->at_start);
  gtk_box_append (GTK_BOX (box), self->rows);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
troupe_condition_editor_new (TroupeEditorContext *context, const char *method)
{
  TroupeConditionEditor *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CONDITION_EDITOR, NULL);
  self->context = g_object_ref (context);
  self->method = g_strdup (method);
  g_signal_connect_object (troupe_editor_context_get_document (context), "changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

void
troupe_condition_editor_set_method (TroupeConditionEditor *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_CONDITION_EDITOR (self));
  g_return_if_fail (method != NULL);

  troupe_set_str (&self->method, method);
}

char **
troupe_flow_list_events_for (TroupeFlow *flow, const char *method)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (flow != NULL, NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *other = troupe_flow_get_method (flow, i);

      if (g_strcmp0 (other->name, method) != 0 && g_hash_table_add (seen, other->name))
        g_ptr_array_add (events, g_strdup (other->name));
      for (guint j = 0; other->router && other->emit != NULL && other->emit[j] != NULL; j++)
        if (g_hash_table_add (seen, other->emit[j]))
          g_ptr_array_add (events, g_strdup (other->emit[j]));
    }
  g_ptr_array_add (events, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&events), FALSE);
}

static void
append_chip (GtkBox *box, const char *text, const char *css_class)
{
  g_autofree char *shown = troupe_text_to_line (text);
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             (int) MIN (g_utf8_strlen (shown, -1), CHIP_SHORTEST));
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_box_append (box, label);
}

static const char *
get_word (const TroupeCondition *condition)
{
  return condition->type == TROUPE_CONDITION_AND ? _ ("and") : _ ("or");
}

/* Returns TRUE if the names of the condition fit beside the title of a row without being shortened. */
static gboolean
fits_chips (const TroupeCondition *condition)
{
  glong length = 0;

  if (condition->type == TROUPE_CONDITION_EVENT)
    return g_utf8_strlen (condition->event, -1) <= CHIPS_LENGTH;
  if (condition->n_children > MAX_CHIPS)
    return FALSE;
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (condition->children[i]->type != TROUPE_CONDITION_EVENT)
        return FALSE;
      length += g_utf8_strlen (condition->children[i]->event, -1);
      length += i > 0 ? CHIP_SPACE + g_utf8_strlen (get_word (condition), -1) : 0;
    }
  return length <= CHIPS_LENGTH;
}

void
troupe_condition_fill_row (AdwActionRow *row, GtkBox *chips, const TroupeFlowMethod *method)
{
  const TroupeCondition *conditions[] = { method->listen, method->start_condition };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *escaped = NULL;
  GtkWidget *child;

  g_return_if_fail (ADW_IS_ACTION_ROW (row) && GTK_IS_BOX (chips));
  g_return_if_fail (method != NULL);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (chips))) != NULL)
    gtk_box_remove (chips, child);
  if (method->start && method->start_condition == NULL)
    append_chip (chips, _ ("at start"), "chip");
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autofree char *words = NULL;
      g_autofree char *line = NULL;

      if (conditions[i] == NULL)
        continue;
      if (fits_chips (conditions[i]))
        {
          const TroupeCondition *condition = conditions[i];

          if (condition->type == TROUPE_CONDITION_EVENT)
            append_chip (chips, condition->event, "chip");
          for (guint j = 0; j < condition->n_children; j++)
            {
              if (j > 0)
                append_chip (chips, get_word (condition), "dim-label");
              append_chip (chips, condition->children[j]->event, "chip");
            }
          continue;
        }
      words = troupe_condition_to_text (conditions[i]);
      line = troupe_text_to_line (words);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  if (text->len == 0 && gtk_widget_get_first_child (GTK_WIDGET (chips)) == NULL)
    append_chip (chips, _ ("nothing yet"), "dim-label");
  escaped = g_markup_escape_text (text->str, -1);
  adw_action_row_set_subtitle (row, escaped);
}
