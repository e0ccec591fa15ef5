/* troupe-memory-page.c: subpage with memory records and knowledge sources of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-page"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-after-event.h"
#include "troupe-button-names.h"
#include "troupe-services.h"
#include "troupe-memory-columns.h"
#include "troupe-memory-dialogs.h"
#include "troupe-memory-origin.h"
#include "troupe-memory-page.h"
#include "troupe-memory-question.h"
#include "troupe-memory-view.h"
#include "troupe-pass-focus.h"
#include "troupe-past-run.h"
#include "troupe-run-controller.h"
#include "troupe-run-memory.h"
#include "troupe-source-add.h"
#include "troupe-source-run.h"
#include "troupe-toast.h"

#define TOLD_KEY "memory-meaning-told"
#define UNDO_SECONDS 10

struct _TroupeMemoryPage
{
  GtkWidget parent_instance;

  TroupeMemoryView *view; /* (nullable): NULL once it is disposed */
  TroupePageContent *content;
  TroupeCrewSubject *crew; /* (nullable) */
  TroupeMemoryFile *file;
  TroupeMemoryCommands *acts;
  TroupeMemoryRows *rows;
  GtkMultiSelection *selection;
  GPtrArray *owners; /* (element-type TroupeMemoryOwner) */
  TroupeMemoryNames *people;
  GCancellable *cancellable;

  TroupeMemoryListing *look;   /* (nullable): the last listing */
  TroupeMemoryRow *shown;   /* (nullable): shown next to the table */
  TroupeEmbeddings *vector; /* (nullable): embedding of the search text */
  gboolean is_looking;
  gboolean looks_again;
  char *notice;     /* (nullable): a damaged file was moved away */
  guint place_left; /* position of the first record being deleted; G_MAXUINT for none */
};

G_DEFINE_FINAL_TYPE (TroupeMemoryPage, troupe_memory_page, GTK_TYPE_WIDGET)

static void look (TroupeMemoryPage *self);
static TroupeTrace *get_trace (TroupeMemoryPage *self);

/* --- Query ------------------------------------------------------------------------------------ */

/* Returns the owner whose embedder is used for a search. This is the owner of the selected
 * scope, or the first owner with a memory if the scope has no owner. (transfer none) */
static TroupeMemoryOwner *
get_owner (TroupeMemoryPage *self)
{
  const char *scope = troupe_memory_scopes_get_scope (self->view->scopes);
  TroupeMemoryOwner *owner =
      troupe_memory_service_find_owner (self->owners, scope != NULL ? scope : "/");

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  for (guint i = 0; !owner->remembers && i < self->owners->len; i++)
    if (((TroupeMemoryOwner *) g_ptr_array_index (self->owners, i))->remembers)
      owner = g_ptr_array_index (self->owners, i);

  return owner;
}

/* --- Results ---------------------------------------------------------------------------------- */

static gboolean
does_remember (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  for (guint i = 0; i < self->owners->len; i++)
    if (((TroupeMemoryOwner *) g_ptr_array_index (self->owners, i))->remembers)
      return TRUE;

  return self->crew == NULL;
}

/* Tells the user that a damaged file was moved away, because otherwise the memory would appear
 * to be simply empty. */
static void
notice_cb (TroupeMemoryPage *self, const char *notice)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  troupe_set_str (&self->notice, notice);
  if (self->view != NULL)
    troupe_page_content_tell (self->content, notice);
}

static void show_selected (TroupeMemoryPage *self);

static void
take_findings (TroupeMemoryPage *self, TroupeMemoryFindings *findings)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n;
  guint emptiness;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  g_clear_pointer (&self->look, troupe_memory_listing_free);
  self->look = g_steal_pointer (&findings->look);
  if (self->look != NULL)
    troupe_memory_scopes_show (self->view->scopes, self->look, self->people);
  if (findings->matches != NULL)
    troupe_memory_rows_set_matches (self->rows, findings->matches);
  else
    troupe_memory_rows_set_numbers (self->rows, self->look != NULL ? self->look->numbers : none);
  troupe_memory_columns_set (self->view->table, findings->matches != NULL, self->view->is_narrow);
  gtk_widget_set_sensitive (self->view->forget, self->look != NULL && self->look->n_records > 0);
  if (findings->sources != NULL)
    {
      troupe_source_table_show (self->view->sources, findings->sources);
      if (get_trace (self) != NULL)
        troupe_source_run_show (self->view->sources, get_trace (self));
    }
  emptiness = self->look != NULL ? self->look->n_records : 0;
  if (emptiness == 0)
    troupe_memory_view_show_empty (
        self->view, _ ("No Memories Yet"),
        self->notice != NULL ? self->notice
        : troupe_memory_file_get_path (self->file) == NULL
            ? _ ("Save the document first: unsaved documents have no memory.")
        : does_remember (self) ? _ ("What agents learn during runs appears here.")
                               : _ ("Enable Memory in the inspector, then run the crew."));
  else if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    troupe_memory_view_show_empty (self->view, _ ("No Matches"),
                                   _ ("Try another word, or another scope."));
  else
    troupe_memory_view_show_table (self->view);
  /* After a deletion, selects the record that followed the deleted records. */
  n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  if (self->place_left != G_MAXUINT && n != 0)
    {
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection),
                                       MIN (self->place_left, n - 1), TRUE);
      gtk_widget_grab_focus (GTK_WIDGET (self->view->table));
      self->place_left = G_MAXUINT;
    }
  show_selected (self);
}

static void
looked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeMemoryPage) self = TROUPE_MEMORY_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryFindings) findings =
      troupe_memory_question_finish (TROUPE_MEMORY_FILE (object), result, &error);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  self->is_looking = FALSE;
  if (self->view == NULL)
    return;
  if (findings != NULL)
    take_findings (self, findings);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    troupe_memory_view_show_empty (self->view, _ ("Could Not Read the Memory"), error->message);
  if (self->looks_again)
    look (self);
}

static void
look (TroupeMemoryPage *self)
{
  TroupeMemoryQuestion *question;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->view == NULL)
    return;
  self->looks_again = self->is_looking;
  if (self->is_looking)
    return;
  self->is_looking = TRUE;
  question = g_new0 (TroupeMemoryQuestion, 1);
  question->owner = troupe_memory_owner_ref (get_owner (self));
  question->owners = g_ptr_array_ref (self->owners);
  question->folder = g_strdup (troupe_memory_commands_get_folder (self->acts));
  question->scope = g_strdup (troupe_memory_scopes_get_scope (self->view->scopes));
  question->category = g_strdup (troupe_memory_scopes_get_category (self->view->scopes));
  if (!troupe_memory_view_is_meaning (self->view))
    question->words = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->view->search)));
  else if (self->vector != NULL)
    {
      question->dimension = self->vector->dimension;
      question->vector =
          g_memdup2 (self->vector->vectors, self->vector->dimension * sizeof (float));
    }
  troupe_memory_question_ask_async (question, self->file, self->cancellable, looked_cb,
                                    g_object_ref (self));
}

/* --- Selected record -------------------------------------------------------------------------- */

static void
forget_shown (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->shown == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->shown, self);
  troupe_memory_row_unwatch (self->shown);
  g_clear_object (&self->shown);
}

/* Ignores the origin if another record has been selected in the meantime. */
static void
learnt_cb (TroupeMemoryRecord *record, const char *text, const char *run, gpointer user_data)
{
  TroupeMemoryPage *self = TROUPE_MEMORY_PAGE (user_data);
  TroupeMemoryRecord *shown =
      self->shown != NULL ? troupe_memory_row_get_record (self->shown) : NULL;

  if (self->view != NULL && shown != NULL && g_str_equal (shown->id, record->id))
    troupe_memory_detail_set_learnt (self->view->detail, text, run);
}

static void
run_requested_cb (TroupeMemoryPage *self, const char *run, gint64 moment_us)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)))
    troupe_page_content_tell (self->content,
                              _ ("A run is in progress. Wait until it has finished."));
  else
    troupe_past_run_show (self->content, run, 0, moment_us);
}

static void
shown_changed_cb (TroupeMemoryPage *self)
{
  TroupeMemoryRecord *record = troupe_memory_row_get_record (self->shown);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  /* Pending edits of the user must not be overwritten with values that were read earlier. */
  if (record == NULL || troupe_memory_commands_is_writing (self->acts))
    return;
  troupe_memory_detail_show (self->view->detail, self->shown,
                             troupe_memory_service_find_owner (self->owners, record->scope));
}

static void
learn_where (TroupeMemoryPage *self)
{
  TroupeMemoryRecord *record = troupe_memory_row_get_record (self->shown);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (record != NULL)
    troupe_memory_origin_find (
        troupe_document_get_path (troupe_page_content_get_document (self->content)), record,
        self->cancellable, learnt_cb, g_object_ref (self), g_object_unref);
}

/* Called when the record of the row was read for the first time. */
static void
shown_read_cb (TroupeMemoryPage *self)
{
  g_signal_handlers_disconnect_by_func (self->shown, shown_read_cb, self);
  learn_where (self);
}

/* Returns the selected row if exactly one is selected. (transfer full) (nullable) */
static TroupeMemoryRow *
get_selected (TroupeMemoryPage *self)
{
  g_autoptr (GtkBitset) set =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  return gtk_bitset_get_size (set) == 1
             ? g_list_model_get_item (G_LIST_MODEL (self->selection), gtk_bitset_get_nth (set, 0))
             : NULL;
}

static void
show_selected (TroupeMemoryPage *self)
{
  g_autoptr (TroupeMemoryRow) row = get_selected (self);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (row == self->shown && row != NULL)
    return;
  forget_shown (self);
  if (row == NULL)
    {
      troupe_memory_detail_show (self->view->detail, NULL, NULL);
      troupe_memory_view_set_detail_open (self->view, FALSE);
      return;
    }
  self->shown = g_object_ref (row);
  troupe_memory_row_watch (row);
  g_signal_connect_object (row, "changed", G_CALLBACK (shown_changed_cb), self, G_CONNECT_SWAPPED);
  if (troupe_memory_row_get_record (row) == NULL)
    {
      g_signal_connect_object (row, "changed", G_CALLBACK (shown_read_cb), self, G_CONNECT_SWAPPED);
      troupe_memory_rows_read_soon (self->rows);
      return;
    }
  shown_changed_cb (self);
  learn_where (self);
}

static void
edit_detail (GtkWidget *detail)
{
  troupe_memory_detail_edit (TROUPE_MEMORY_DETAIL (detail));
}

static void
activated_cb (TroupeMemoryPage *self, guint position)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  troupe_memory_view_set_detail_open (self->view, TRUE);
  troupe_after_event (GTK_WIDGET (self->view->detail), edit_detail);
}

static void
record_changed_cb (TroupeMemoryPage *self, TroupeMemoryRecord *record, gboolean embeds)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  troupe_memory_detail_set_error (self->view->detail, NULL);
  troupe_memory_detail_set_busy (self->view->detail, embeds);
  troupe_memory_commands_write (
      self->acts, troupe_memory_service_find_owner (self->owners, record->scope), record, embeds);
}

static void
written_cb (TroupeMemoryPage *self, const char *id, const char *failure)
{
  const TroupeMemoryRecord *record =
      self->shown != NULL ? troupe_memory_row_get_record (self->shown) : NULL;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (record == NULL || !g_str_equal (record->id, id))
    {
      if (failure != NULL)
        troupe_memory_view_tell (self->view, failure);
      return;
    }
  troupe_memory_detail_set_busy (self->view->detail, FALSE);
  troupe_memory_detail_set_error (self->view->detail, failure);
  if (failure == NULL && !troupe_memory_commands_is_writing (self->acts))
    troupe_memory_detail_settle (self->view->detail);
}

/* --- Deleting ------------------------------------------------------------------------------------------ */

static void
delete_cb (TroupeMemoryPage *self)
{
  g_autoptr (GtkBitset) set =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  GtkBitsetIter iter;
  guint position;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, set, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    {
      const gint64 number = troupe_memory_rows_get_number (self->rows, position);

      g_array_append_val (numbers, number);
    }
  if (numbers->len == 1)
    troupe_memory_commands_delete (self->acts, numbers);
  else if (numbers->len > 1)
    troupe_memory_dialog_delete (GTK_WIDGET (self), self->acts, numbers);
}

static void
deleted_cb (TroupeMemoryPage *self, guint n)
{
  g_autofree char *text =
      g_strdup_printf (ngettext ("%u record deleted.", "%u records deleted.", n), n);
  g_autoptr (GtkBitset) set =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  AdwToast *toast = adw_toast_new (text);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  self->place_left = gtk_bitset_is_empty (set) ? G_MAXUINT : gtk_bitset_get_minimum (set);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (troupe_memory_commands_undo),
                           self->acts, G_CONNECT_SWAPPED);
  troupe_toast_show (self->view->toasts, toast);
  troupe_name_toasts (self->view->toasts);
}

static void
copy_cb (TroupeMemoryPage *self)
{
  g_autoptr (TroupeMemoryRow) row = get_selected (self);
  g_autofree char *text = row != NULL ? troupe_memory_columns_to_text (row) : NULL;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (text != NULL && *text != '\0')
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
edit_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->shown == NULL)
    return;
  troupe_memory_view_set_detail_open (self->view, TRUE);
  troupe_memory_detail_edit (self->view->detail);
}

static void
forget_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->look != NULL)
    troupe_memory_dialog_forget (GTK_WIDGET (self), self->file, self->acts, self->look,
                                 troupe_memory_scopes_get_scope (self->view->scopes));
}

/* --- Searching ------------------------------------------------------------------------------------------ */

static void
show_hint (TroupeMemoryPage *self)
{
  GSettings *settings = troupe_services_get_settings (troupe_services_get ());
  const gboolean is_meaning = troupe_memory_view_is_meaning (self->view);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  troupe_memory_view_set_hint (
      self->view, is_meaning && !g_settings_get_boolean (settings, TOLD_KEY)
                      ? _ ("Press Enter to search by meaning. Each search sends its words to the "
                           "embedder, which costs one call. Searching by word makes no calls.")
                      : NULL);
}

static void
mode_changed_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  show_hint (self);
  g_clear_pointer (&self->vector, troupe_embeddings_free);
  look (self);
}

static void
search_changed_cb (TroupeMemoryPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->view->search));
  const gboolean was_found = self->vector != NULL;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (troupe_memory_view_is_meaning (self->view))
    {
      if (*text != '\0' || !was_found)
        return;
      g_clear_pointer (&self->vector, troupe_embeddings_free);
    }
  look (self);
}

static void
search_activated_cb (TroupeMemoryPage *self)
{
  g_autofree char *text =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->view->search))));

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (!troupe_memory_view_is_meaning (self->view) || *text == '\0' ||
      troupe_memory_commands_is_embedding (self->acts))
    return;
  troupe_memory_view_set_busy (self->view, TRUE);
  troupe_memory_commands_embed (self->acts, get_owner (self), text);
}

/* @embeddings: (nullable) */
static void
embedded_cb (TroupeMemoryPage *self, TroupeEmbeddings *embeddings, const char *failure)
{
  GSettings *settings = troupe_services_get_settings (troupe_services_get ());

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  troupe_memory_view_set_busy (self->view, FALSE);
  if (embeddings == NULL)
    {
      troupe_memory_view_set_hint (self->view, failure);
      return;
    }
  g_settings_set_boolean (settings, TOLD_KEY, TRUE);
  show_hint (self);
  g_clear_pointer (&self->vector, troupe_embeddings_free);
  self->vector = g_new0 (TroupeEmbeddings, 1);
  self->vector->n_texts = embeddings->n_texts;
  self->vector->dimension = embeddings->dimension;
  self->vector->vectors = g_memdup2 (embeddings->vectors, embeddings->dimension * sizeof (float));
}

/* --- Knowledge sources ------------------------------------------------------------------------ */

static void
read_cb (TroupeMemoryPage *self, TroupeSourceItem *item)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (troupe_source_item_get_facts (item)->is_python)
    troupe_memory_dialog_help (GTK_WIDGET (self), troupe_source_item_get_facts (item));
  else
    troupe_memory_commands_read (self->acts, item);
}

/* Checks whether a source has changed. This downloads web pages, but embeds nothing. */
static void
look_at_source_cb (TroupeMemoryPage *self, TroupeSourceItem *item)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  troupe_memory_commands_look (self->acts, item);
}

static void
pieces_cb (TroupeMemoryPage *self, TroupeSourceItem *item)
{
  const TroupeSourceFacts *facts = troupe_source_item_get_facts (item);

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (facts->key != NULL)
    troupe_memory_dialog_pieces (GTK_WIDGET (self), self->file, facts);
}

static void
added_cb (const char *text, gpointer user_data)
{
  TroupeMemoryPage *self = TROUPE_MEMORY_PAGE (user_data);

  if (self->view != NULL && text != NULL)
    troupe_memory_view_tell (self->view, text);
}

static void
add_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->crew != NULL && troupe_memory_commands_get_folder (self->acts) != NULL)
    troupe_source_add_choose (GTK_WIDGET (self), self->crew,
                              troupe_memory_commands_get_folder (self->acts), added_cb,
                              g_object_ref (self), g_object_unref);
}

/* --- Document --------------------------------------------------------------------------------- */

/* Updates the owners of memory and knowledge from the document. A crew that cannot be loaded is
 * unchanged. */
static void
read_owners (TroupeMemoryPage *self)
{
  TroupeRunController *running = troupe_page_content_get_running (self->content);
  TroupeCrew *crew = self->crew != NULL ? troupe_crew_subject_get_crew (self->crew) : NULL;
  g_autoptr (GPtrArray) before = self->owners;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (crew != NULL)
    self->owners = troupe_memory_service_list_of_crew (crew);
  else if (self->crew != NULL && before != NULL)
    self->owners = g_ptr_array_ref (before);
  else
    self->owners = troupe_memory_service_list_of_flow (
        troupe_run_factory_get_flow (troupe_run_controller_get_source (running)));
  g_clear_pointer (&self->people, troupe_memory_names_free);
  self->people = troupe_memory_names_new (self->owners);
}

static void
document_changed_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->view == NULL)
    return;
  read_owners (self);
  look (self);
}

static void
narrow_cb (TroupeMemoryPage *self, TroupeSubpage *subpage)
{
  const gboolean is_narrow = troupe_subpage_get_width_class (subpage) >= TROUPE_EDITOR_NARROW;

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->view == NULL)
    return;
  troupe_memory_view_set_narrow (self->view, is_narrow);
  troupe_memory_columns_set (self->view->table, self->vector != NULL, is_narrow);
}

/* --- Opening ------------------------------------------------------------------------------------------------- */

static void
left_cb (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  g_cancellable_cancel (self->cancellable);
  troupe_memory_commands_close (self->acts);
}

/* Refreshes when the window becomes active, because the user may have changed a source in the
 * meantime. */
static void
active_cb (TroupeMemoryPage *self, GParamSpec *pspec, GtkWindow *window)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (gtk_window_is_active (window))
    look (self);
}

/* Called when a run is reading sources, or has finished reading them. */
static void
trace_changed_cb (TroupeMemoryPage *self, TroupeTrace *trace)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (self->view != NULL && troupe_source_run_show (self->view->sources, trace))
    look (self);
}

/* Returns the trace of the page's monitor; NULL while the page of the document is being closed.
 * (nullable) */
static TroupeTrace *
get_trace (TroupeMemoryPage *self)
{
  TroupeMonitor *monitor =
      troupe_run_controller_get_monitor (troupe_page_content_get_running (self->content));

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  return monitor != NULL ? troupe_monitor_get_trace (monitor) : NULL;
}

static void
root_cb (TroupeMemoryPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  if (GTK_IS_WINDOW (root))
    g_signal_connect_object (root, "notify::is-active", G_CALLBACK (active_cb), self,
                             G_CONNECT_SWAPPED);
}

static void
join (TroupeMemoryPage *self)
{
  const struct
  {
    gpointer object;
    const char *signal;
    GCallback func;
  } all[] = {
    { self->file, "changed", G_CALLBACK (look) },
    { self->file, "notice", G_CALLBACK (notice_cb) },
    { self->acts, "done", G_CALLBACK (look) },
    { self->acts, "written", G_CALLBACK (written_cb) },
    { self->acts, "deleted", G_CALLBACK (deleted_cb) },
    { self->acts, "embedded", G_CALLBACK (embedded_cb) },
    { self->selection, "selection-changed", G_CALLBACK (show_selected) },
    { self->view->scopes, "changed", G_CALLBACK (look) },
    { self->view->table, "activate", G_CALLBACK (activated_cb) },
    { self->view->search, "search-changed", G_CALLBACK (search_changed_cb) },
    { self->view->search, "activate", G_CALLBACK (search_activated_cb) },
    { self->view->meaning, "toggled", G_CALLBACK (mode_changed_cb) },
    { self->view->forget, "clicked", G_CALLBACK (forget_cb) },
    { self->view->detail, "changed", G_CALLBACK (record_changed_cb) },
    { self->view->detail, "delete-requested", G_CALLBACK (delete_cb) },
    { self->view->detail, "run-requested", G_CALLBACK (run_requested_cb) },
    { self->view->sources, "read-requested", G_CALLBACK (read_cb) },
    { self->view->sources, "pieces-requested", G_CALLBACK (pieces_cb) },
    { self->view->sources, "look-requested", G_CALLBACK (look_at_source_cb) },
    { self->view->sources, "add-requested", G_CALLBACK (add_cb) },
  };

  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_signal_connect_object (all[i].object, all[i].signal, all[i].func, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_trace (self), "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "notify::root", G_CALLBACK (root_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view->sources, "stop-requested",
                           G_CALLBACK (troupe_memory_commands_stop), self->acts, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->acts, "message", G_CALLBACK (troupe_memory_view_tell),
                            self->view);
  troupe_memory_view_add_key (self->view, GDK_KEY_F2, 0, G_CALLBACK (edit_cb), self);
  troupe_memory_view_add_key (self->view, GDK_KEY_Delete, 0, G_CALLBACK (delete_cb), self);
  troupe_memory_view_add_key (self->view, GDK_KEY_c, GDK_CONTROL_MASK, G_CALLBACK (copy_cb), self);
  if (self->crew != NULL)
    g_signal_connect_object (self->crew, "changed", G_CALLBACK (document_changed_cb), self,
                             G_CONNECT_SWAPPED);
}

static void
fill (TroupeMemoryPage *self)
{
  g_assert (TROUPE_IS_MEMORY_PAGE (self));

  self->rows = troupe_memory_rows_new (self->file);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_column_view_set_model (self->view->table, GTK_SELECTION_MODEL (self->selection));
  troupe_memory_columns_add (self->view->table, self->rows,
                             troupe_memory_names_new (self->owners));
  troupe_memory_columns_set (self->view->table, FALSE, FALSE);
  troupe_source_table_set_addable (self->view->sources, self->crew != NULL,
                                   troupe_memory_commands_get_folder (self->acts) == NULL
                                       ? _ ("Save the crew first: its files are stored next to it.")
                                       : NULL);
}

void
troupe_memory_page_open (TroupePageContent *content)
{
  TroupeMemoryPage *self;
  TroupeSubpage *subpage;
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *path = NULL;
  const char *document;
  const TroupeMemoryOwner *owner;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  document = troupe_document_get_path (troupe_page_content_get_document (content));
  if (document != NULL)
    path = troupe_memory_store_make_path (folder, document);
  self = g_object_new (TROUPE_TYPE_MEMORY_PAGE, NULL);
  self->content = content;
  self->crew = troupe_page_content_get_crew (content);
  if (self->crew != NULL)
    g_object_ref (self->crew);
  self->file = troupe_memory_file_new (path);
  self->acts = troupe_memory_commands_new (content, self->file);
  read_owners (self);
  fill (self);
  /* Selects the scope of the crew, if a crew is shown. */
  owner = g_ptr_array_index (self->owners, 0);
  if (self->crew != NULL && !troupe_crew_subject_is_project (self->crew) && owner->scope != NULL)
    troupe_memory_scopes_set_scope (self->view->scopes, owner->scope);
  join (self);
  subpage = troupe_subpage_open (content, _ ("Memory and Knowledge"), GTK_WIDGET (self));
  g_signal_connect_object (subpage, "left", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (subpage, "width-changed", G_CALLBACK (narrow_cb), self,
                           G_CONNECT_SWAPPED);
  narrow_cb (self, subpage);
  troupe_memory_view_show_busy (self->view);
  look (self);
}

/* --- For tests ------------------------------------------------------------------------------------------------ */

gboolean
troupe_memory_page_is_idle (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), FALSE);

  return !self->is_looking && !self->looks_again && !troupe_memory_file_is_busy (self->file) &&
         !troupe_memory_commands_is_embedding (self->acts) &&
         !troupe_memory_commands_is_writing (self->acts);
}

TroupeMemoryRows *
troupe_memory_page_get_rows (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), NULL);

  return self->rows;
}

GtkSelectionModel *
troupe_memory_page_get_selection (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), NULL);

  return GTK_SELECTION_MODEL (self->selection);
}

TroupeMemoryScopes *
troupe_memory_page_get_scopes (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), NULL);

  return self->view->scopes;
}

TroupeMemoryDetail *
troupe_memory_page_get_detail (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), NULL);

  return self->view->detail;
}

TroupeSourceTable *
troupe_memory_page_get_sources (TroupeMemoryPage *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_PAGE (self), NULL);

  return self->view->sources;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_memory_page_grab_focus (GtkWidget *widget)
{
  TroupeMemoryPage *self = TROUPE_MEMORY_PAGE (widget);

  return self->view != NULL && gtk_widget_grab_focus (self->view->search);
}

static void
troupe_memory_page_dispose (GObject *object)
{
  TroupeMemoryPage *self = TROUPE_MEMORY_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  forget_shown (self);
  if (self->acts != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->acts, self->view);
      troupe_memory_commands_close (self->acts);
    }
  if (self->view != NULL)
    gtk_column_view_set_model (self->view->table, NULL);
  g_clear_pointer (&self->view, troupe_memory_view_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->acts);
  g_clear_object (&self->file);
  g_clear_object (&self->crew);

  G_OBJECT_CLASS (troupe_memory_page_parent_class)->dispose (object);
}

static void
troupe_memory_page_finalize (GObject *object)
{
  TroupeMemoryPage *self = TROUPE_MEMORY_PAGE (object);

  g_clear_pointer (&self->owners, g_ptr_array_unref);
  g_free (self->notice);
  g_clear_pointer (&self->people, troupe_memory_names_free);
  g_clear_pointer (&self->look, troupe_memory_listing_free);
  g_clear_pointer (&self->vector, troupe_embeddings_free);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (troupe_memory_page_parent_class)->finalize (object);
}

static void
troupe_memory_page_class_init (TroupeMemoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_memory_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_page_finalize;
  widget_class->grab_focus = troupe_memory_page_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_memory_page_init (TroupeMemoryPage *self)
{
  self->place_left = G_MAXUINT;
  self->cancellable = g_cancellable_new ();
  self->view = troupe_memory_view_new (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Memory"), -1);
}
