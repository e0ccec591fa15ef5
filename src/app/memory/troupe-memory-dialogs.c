/* troupe-memory-dialogs.c: dialogs of the memory page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-dialogs"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-dialog-placement.h"
#include "troupe-memory-dialogs.h"
#include "troupe-memory-texts.h"
#include "troupe-message-dialog.h"
#include "troupe-open-list.h"
#include "troupe-sanitize-text.h"

#define DAY_US (24 * 60 * 60 * G_TIME_SPAN_SECOND)

/* --- Deletion by filter ----------------------------------------------------------------------- */

/* @scopes, @categories: names for the rows of the drop-downs after the first row, which selects
 *   all names */
typedef struct
{
  gatomicrefcount ref_count;
  AdwMessageDialog *dialog; /* (nullable): weak */
  TroupeMemoryFile *file;
  TroupeMemoryCommands *acts;
  char **scopes;
  char **categories;
  GtkDropDown *scope;
  GtkDropDown *category;
  GtkSpinButton *days;
  GtkLabel *count;
  guint n_asked; /* number of requested counts; older replies are ignored */
} Forget;

typedef struct
{
  Forget *forget;
  guint asked;
  char *scope;
  char *category;
  gint64 created_to_us;
} Counting;

static Forget *
forget_ref (Forget *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

static void
forget_unref (gpointer data)
{
  Forget *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_weak_pointer (&self->dialog);
  g_object_unref (self->file);
  g_object_unref (self->acts);
  g_strfreev (self->scopes);
  g_strfreev (self->categories);
  g_free (self);
}

static void
forget_gone_cb (gpointer data, GClosure *closure)
{
  forget_unref (data);
}

static void
counting_free (gpointer data)
{
  Counting *counting = data;

  forget_unref (counting->forget);
  g_free (counting->scope);
  g_free (counting->category);
  g_free (counting);
}

static void
read_wish (Forget *self, TroupeMemoryListFilter *list_filter)
{
  const guint scope = gtk_drop_down_get_selected (self->scope);
  const guint category = gtk_drop_down_get_selected (self->category);
  const int days = gtk_spin_button_get_value_as_int (self->days);

  g_assert (self != NULL);

  *list_filter = (TroupeMemoryListFilter){
    .scope = scope > 0 ? self->scopes[scope - 1] : NULL,
    .category = category > 0 ? self->categories[category - 1] : NULL,
    .created_to_us = days > 0 ? g_get_real_time () - days * DAY_US : 0,
  };
}

static gpointer
count_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  const Counting *counting = data;
  const TroupeMemoryListFilter list_filter = { .scope = counting->scope,
                                  .category = counting->category,
                                  .created_to_us = counting->created_to_us };
  const int n = store != NULL ? troupe_memory_listing_count (store, &list_filter, error) : 0;

  return GINT_TO_POINTER (n + 1);
}

static void
counted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Counting *counting = user_data;
  Forget *self = counting->forget;
  g_autoptr (GError) error = NULL;
  const int given =
      GPOINTER_TO_INT (troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error));
  const guint n = error == NULL && given > 0 ? (guint) given - 1 : 0;
  g_autofree char *text = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self->dialog != NULL && counting->asked == self->n_asked)
    {
      /* Translators: number of records that the user is about to delete */
      text = g_strdup_printf (ngettext ("%u record matches.", "%u records match.", n), n);
      gtk_label_set_label (self->count, error != NULL ? error->message : text);
      adw_message_dialog_set_response_enabled (self->dialog, "forget", n > 0);
    }
  counting_free (counting);
}

static void
count (Forget *self)
{
  Counting *counting = g_new0 (Counting, 1);
  TroupeMemoryListFilter list_filter;

  g_assert (self != NULL);

  read_wish (self, &list_filter);
  counting->forget = forget_ref (self);
  counting->asked = ++self->n_asked;
  counting->scope = g_strdup (list_filter.scope);
  counting->category = g_strdup (list_filter.category);
  counting->created_to_us = list_filter.created_to_us;
  adw_message_dialog_set_response_enabled (self->dialog, "forget", FALSE);
  troupe_memory_file_look_async (self->file, count_work, counting, NULL, NULL, NULL, counted_cb,
                                 counting);
}

static void
wish_changed_cb (gpointer user_data)
{
  count (user_data);
}

static void
forget_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Forget *self = user_data;
  TroupeMemoryListFilter list_filter;

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (!g_str_equal (response, "forget"))
    return;
  read_wish (self, &list_filter);
  troupe_memory_commands_forget (self->acts, &list_filter);
}

/* Creates a drop-down with the row @all and one row per name. @names: (out) (transfer full) */
static GtkWidget *
make_choice (const char *all, GPtrArray *counts, const char *chosen, char ***names)
{
  g_autoptr (GStrvBuilder) shown = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  GtkWidget *choice;
  guint selected = 0;

  g_strv_builder_add (shown, all);
  for (guint i = 0; i < counts->len; i++)
    {
      const TroupeMemoryCount *one = g_ptr_array_index (counts, i);
      g_autofree char *line = troupe_text_to_line (one->name);

      g_strv_builder_add (shown, line);
      g_strv_builder_add (own, one->name);
      if (g_strcmp0 (one->name, chosen) == 0)
        selected = i + 1;
    }
  texts = g_strv_builder_end (shown);
  *names = g_strv_builder_end (own);
  choice = gtk_drop_down_new_from_strings ((const char *const *) texts);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), selected);
  troupe_open_list_at_choice (choice);
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);

  return choice;
}

static void
add_line (GtkWidget *list, const char *title, const char *subtitle, GtkWidget *field)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), field);
  gtk_accessible_update_property (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static GtkWindow *
get_window (GtkWidget *over)
{
  GtkRoot *root = gtk_widget_get_root (over);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

void
troupe_memory_dialog_forget (GtkWidget *over,
                             TroupeMemoryFile *file,
                             TroupeMemoryCommands *acts,
                             const TroupeMemoryListing *look,
                             const char *scope)
{
  GtkWidget *dialog = NULL;
  Forget *self = NULL;
  GtkWidget *box;
  GtkWidget *list;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_MEMORY_FILE (file) && TROUPE_IS_MEMORY_COMMANDS (acts));
  g_return_if_fail (look != NULL);

  dialog = troupe_message_dialog_new (get_window (over), _ ("Delete Records?"),
                                      _ ("Deleted records cannot be restored."));
  self = g_new0 (Forget, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_set_weak_pointer (&self->dialog, ADW_MESSAGE_DIALOG (dialog));
  self->file = g_object_ref (file);
  self->acts = g_object_ref (acts);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  list = gtk_list_box_new ();
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  self->scope = GTK_DROP_DOWN (make_choice (_ ("Everything"), look->scopes, scope, &self->scopes));
  self->category =
      GTK_DROP_DOWN (make_choice (_ ("Any Category"), look->categories, NULL, &self->categories));
  self->days = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (0.0, 36500.0, 1.0));
  gtk_widget_set_valign (GTK_WIDGET (self->days), GTK_ALIGN_CENTER);
  self->count = GTK_LABEL (gtk_label_new (" "));
  gtk_label_set_wrap (self->count, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "heading");
  add_line (list, _ ("Scope"), NULL, GTK_WIDGET (self->scope));
  add_line (list, _ ("Category"), NULL, GTK_WIDGET (self->category));
  add_line (list, _ ("Older Than"), _ ("In days; 0 for any age"), GTK_WIDGET (self->days));
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->count));
  adw_message_dialog_set_extra_child (self->dialog, box);
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "forget", _ ("_Delete"),
                                    NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "forget", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect_data (self->dialog, "response", G_CALLBACK (forget_answered_cb), self,
                         forget_gone_cb, 0);
  g_signal_connect_swapped (self->scope, "notify::selected", G_CALLBACK (wish_changed_cb), self);
  g_signal_connect_swapped (self->category, "notify::selected", G_CALLBACK (wish_changed_cb), self);
  g_signal_connect_swapped (self->days, "value-changed", G_CALLBACK (wish_changed_cb), self);
  count (self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Confirmation of deletions ---------------------------------------------------------------- */

static void
delete_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  const GArray *numbers = g_object_get_data (G_OBJECT (dialog), "troupe-numbers");

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (g_str_equal (response, "delete"))
    troupe_memory_commands_delete (TROUPE_MEMORY_COMMANDS (user_data), numbers);
}

void
troupe_memory_dialog_delete (GtkWidget *over, TroupeMemoryCommands *acts, const GArray *numbers)
{
  g_autofree char *title = NULL;
  GArray *own = NULL;
  GtkWidget *dialog = NULL;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (acts) && numbers != NULL);

  own = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_vals (own, numbers->data, numbers->len);
  title = g_strdup_printf (ngettext ("Delete %u Record?", "Delete %u Records?", numbers->len),
                           numbers->len);
  dialog = troupe_message_dialog_new (get_window (over), title,
                                      numbers->len > troupe_memory_commands_get_most_undone ()
                                          ? _ ("There are too many records to undo the deletion.")
                                          : _ ("You can undo this for a short time."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "delete",
                                    _ ("_Delete"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "troupe-numbers", own, (GDestroyNotify) g_array_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (delete_answered_cb), acts, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Chunks of a source ----------------------------------------------------------------------- */

/* Task data for reading the chunks; the window may be closed before they are read. */
typedef struct
{
  GtkWidget *list; /* (nullable): weak */
  char *collection;
  char *key;
} Pieces;

static void
pieces_free (gpointer data)
{
  Pieces *pieces = data;

  g_clear_weak_pointer (&pieces->list);
  g_free (pieces->collection);
  g_free (pieces->key);
  g_free (pieces);
}

static gpointer
pieces_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  const Pieces *pieces = data;

  return store != NULL
             ? troupe_knowledge_reading_list_pieces (store, pieces->collection, pieces->key, error)
             : g_new0 (char *, 1);
}

static void
pieces_read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Pieces *pieces = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) texts = troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error);
  const char *const failure[] = { error != NULL ? error->message : "", NULL };

  g_assert (G_IS_ASYNC_RESULT (result));

  if (pieces->list != NULL)
    {
      GtkStringList *model =
          gtk_string_list_new (texts != NULL ? (const char *const *) texts : failure);
      g_autoptr (GtkNoSelection) none = gtk_no_selection_new (G_LIST_MODEL (model));

      gtk_list_view_set_model (GTK_LIST_VIEW (pieces->list), GTK_SELECTION_MODEL (none));
    }
  pieces_free (pieces);
}

static void
setup_piece_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);

  g_assert (GTK_IS_LIST_ITEM (item));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "caption-heading");
  gtk_widget_add_css_class (title, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_widget_add_css_class (box, "memory-piece");
  gtk_list_item_set_child (item, box);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
bind_piece_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  g_autofree char *shown = troupe_text_to_lines (text);
  g_autofree char *title =
      /* Translators: %u is the number of a chunk of a knowledge source */
      g_strdup_printf (_ ("Chunk %u"), gtk_list_item_get_position (item) + 1);

  g_assert (GTK_IS_LIST_ITEM (item));

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), title);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), shown);
}

void
troupe_memory_dialog_pieces (GtkWidget *over,
                             TroupeMemoryFile *file,
                             const TroupeSourceFacts *facts)
{
  GtkWidget *window, *box, *scrolled;
  GtkListItemFactory *factory;
  g_autofree char *title = NULL;
  Pieces *pieces;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_MEMORY_FILE (file));
  g_return_if_fail (facts != NULL && facts->key != NULL);

  window = adw_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scrolled = gtk_scrolled_window_new ();
  factory = gtk_signal_list_item_factory_new ();
  title = troupe_text_to_line (facts->title);
  pieces = g_new0 (Pieces, 1);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_piece_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_piece_cb), NULL);
  g_set_weak_pointer (&pieces->list, gtk_list_view_new (NULL, factory));
  pieces->collection = g_strdup (facts->owner->collection);
  pieces->key = g_strdup (facts->key);
  gtk_accessible_update_property (GTK_ACCESSIBLE (pieces->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Chunks"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), pieces->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 560);
  troupe_dialog_put_over (GTK_WINDOW (window), over);
  troupe_memory_file_look_async (file, pieces_work, pieces, NULL, (GDestroyNotify) g_strfreev, NULL,
                                 pieces_read_cb, pieces);
  gtk_window_present (GTK_WINDOW (window));
}

void
troupe_memory_dialog_help (GtkWidget *over, const TroupeSourceFacts *facts)
{
  GtkWidget *dialog = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (facts != NULL);

  title = troupe_text_to_line (facts->title);
  dialog = troupe_message_dialog_new (get_window (over), title, facts->failure);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}
