/* test-hands-search.c: Down leads from each search field to its list, by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-batch-page-private.h"
#include "troupe-compare-chooser.h"
#include "troupe-compare-view.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-page.h"
#include "troupe-history-pane.h"
#include "troupe-history-row.h"
#include "troupe-log-view.h"
#include "troupe-memory-page.h"
#include "troupe-memory-store.h"
#include "troupe-preferences-prices.h"
#include "troupe-run-controller.h"
#include "troupe-subpage.h"
#include "troupe-transcript-view.h"
#include "troupe-value-tree.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"search\", \"state\": {\"type\": \"dict\"}, "
    "\"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"{'a': 1, 'b': [1, 2]}\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first.a\"}}, "
    "\"third\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first.b\"}}}}\n";

static TroupeWindow *window;
static GtkWidget *root; /* the window that has the search field */

/* --- Helpers ---------------------------------------------------------------------------------- */

static void
press (guint key, GdkModifierType modifiers)
{
  hands_key (key, modifiers);
  hands_settle ();
}

static TroupeCanvas *
get_canvas (void)
{
  return TROUPE_CANVAS (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));
}

static gboolean
has_type (gpointer type)
{
  return hands_find_type (GTK_WIDGET (window), GPOINTER_TO_SIZE (type)) != NULL;
}

/* Returns the search entry that has the focus. (transfer none) (nullable) */
static GtkWidget *
get_entry (void)
{
  GtkWidget *field = hands_get_field ();

  return field != NULL ? gtk_widget_get_ancestor (field, GTK_TYPE_SEARCH_ENTRY) : NULL;
}

static gboolean
has_entry (gpointer user_data)
{
  return get_entry () != NULL;
}

/* Returns the first list at or below the widget that is shown, other than the one around the entry. (transfer none) (nullable) */
static GtkWidget *
find_list (GtkWidget *widget, GtkWidget *entry)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if ((GTK_IS_LIST_BOX (widget) || GTK_IS_LIST_VIEW (widget)) &&
      !gtk_widget_is_ancestor (entry, widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_list (child, entry);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the index of the selected row; -1 for none. */
static int
get_selected (GtkWidget *list)
{
  GtkListBoxRow *row = NULL;
  GtkSelectionModel *model = NULL;

  if (GTK_IS_LIST_BOX (list))
    {
      row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
      return row != NULL ? gtk_list_box_row_get_index (row) : -1;
    }
  model = gtk_list_view_get_model (GTK_LIST_VIEW (list));
  return GTK_IS_SINGLE_SELECTION (model)
             ? (int) gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (model))
             : -1;
}

/* @before: the selected row, while the keys stay in the entry */
typedef struct
{
  GtkWidget *entry;
  GtkWidget *list;
  int before;
} Search;

static gboolean
has_list (gpointer user_data)
{
  Search *search = user_data;
  GtkWidget *around = gtk_widget_get_ancestor (search->entry, GTK_TYPE_POPOVER);

  if (around == NULL)
    around = gtk_widget_get_parent (search->entry);
  /* The list is beside the entry, or beside what contains it. */
  while (around != NULL && (search->list = find_list (around, search->entry)) == NULL)
    around = gtk_widget_get_parent (around);
  return search->list != NULL;
}

/* Returns TRUE if the keys have come to the list: a row has the focus, or the entry keeps it and another row is selected. */
static gboolean
is_in_list (gpointer user_data)
{
  const Search *search = user_data;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (search->entry));

  if (focus != NULL && gtk_widget_is_ancestor (focus, search->list))
    return TRUE;
  return focus != NULL && gtk_widget_is_ancestor (focus, search->entry) &&
         get_selected (search->list) != search->before;
}

/* --- Search fields ---------------------------------------------------------------------------- */

static void
open_palette (void)
{
  gtk_widget_grab_focus (GTK_WIDGET (get_canvas ()));
  press (GDK_KEY_slash, 0);
}

static void
open_wiring (void)
{
  hands_click_card (get_canvas (), "first", 60, 20, HANDS_CLICK);
  press (GDK_KEY_c, 0);
}

static void
open_everything (void)
{
  press (GDK_KEY_k, GDK_CONTROL_MASK);
}

static void
open_find (void)
{
  gtk_widget_grab_focus (GTK_WIDGET (get_canvas ()));
  press (GDK_KEY_f, GDK_CONTROL_MASK);
  wait_until (has_entry, NULL);
  hands_type ("first");
}

/* Shows a panel and clicks its search field. */
static void
open_panel (const char *action, GType type)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  wait_until (has_type, GSIZE_TO_POINTER (type));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (
      hands_find_type (hands_find_type (GTK_WIDGET (window), type), GTK_TYPE_SEARCH_ENTRY));
}

static void
open_log (void)
{
  open_panel ("win.panel-log", TROUPE_TYPE_LOG_VIEW);
}

static void
open_transcript (void)
{
  open_panel ("win.panel-transcript", TROUPE_TYPE_TRANSCRIPT_VIEW);
}

static void
open_value (void)
{
  hands_click_card (get_canvas (), "first", 60, 20, HANDS_CLICK);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-data", NULL);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_VALUE_TREE));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_VALUE_TREE), 40, 12);
  press (GDK_KEY_f, GDK_CONTROL_MASK);
}

static void
open_history (void)
{
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_HISTORY_ROW));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (
      hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_PANE), GTK_TYPE_SEARCH_ENTRY));
}

static void
open_comparison (void)
{
  GtkWidget *row = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW);

  gtk_list_box_select_all (GTK_LIST_BOX (gtk_widget_get_parent (row)));
  press (GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_CHOOSER));
}

static void
open_prices (void)
{
  root = GTK_WIDGET (show_preferences ("prices"));
  hands_wait_frame (root);
  /* The window has a search field of its own. */
  hands_click_middle (hands_find_type (hands_find_type (root, TROUPE_TYPE_PREFERENCES_PRICES),
                                       GTK_TYPE_SEARCH_ENTRY));
}

static gboolean
has_batch (gpointer user_data)
{
  return troupe_window_get_batch (window) != NULL;
}

static gboolean
has_items (gpointer user_data)
{
  TroupeBatchPage *page = troupe_window_get_batch (window);

  return troupe_batch_page_was_begun (page) && !troupe_batch_page_is_running (page) &&
         !troupe_batch_rows_is_busy (page->rows) &&
         g_list_model_get_n_items (G_LIST_MODEL (page->rows)) == 3;
}

static void
open_batch (void)
{
  g_autofree char *inputs = write_file ("search.jsonl", "{\"n\": 1}\n{\"n\": 2}\n{\"n\": 3}\n");
  TroupeBatchPage *page = NULL;

  press (GDK_KEY_F5, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_batch, NULL);
  page = troupe_window_get_batch (window);
  troupe_batch_page_set_inputs (page, inputs);
  troupe_batch_page_start (page);
  wait_until (has_items, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (GTK_WIDGET (page), GTK_TYPE_SEARCH_ENTRY));
}

/* --- Tests ------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name;
  void (*open) (void);
} Case;

static void
check (const Case *one)
{
  Search search = { NULL, NULL, -1 };

  g_test_message ("%s", one->name);
  root = GTK_WIDGET (window);
  one->open ();
  wait_until (has_entry, NULL);
  hands_wait_frame (root);
  search.entry = get_entry ();
  wait_until (has_list, &search);
  hands_wait_frame (root);
  search.before = get_selected (search.list);
  press (GDK_KEY_Down, 0);
  wait_until (is_in_list, &search);
}

static gboolean
is_in_front (gpointer user_data)
{
  return gtk_window_is_active (GTK_WINDOW (window)) &&
         hands_find_type (GTK_WIDGET (window), GTK_TYPE_POPOVER) == NULL;
}

static gboolean
has_ended (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));

  return !troupe_run_controller_is_starting (troupe_page_content_get_running (content)) &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (content)) &&
         shows_text (GTK_WIDGET (window), "Finished");
}

static gboolean
has_runs (gpointer n)
{
  g_autoptr (GPtrArray) runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              NULL, 0, NULL);

  return runs->len == GPOINTER_TO_UINT (n);
}

static gboolean
has_row (gpointer title)
{
  GtkWidget *row = hands_find_row (GTK_WIDGET (window), title);

  return row != NULL && gtk_widget_get_mapped (row);
}

static gboolean
has_no_row (gpointer title)
{
  return !has_row (title);
}

/* Shows the fields of the card and clicks the row. */
static void
click_row (const char *card, const char *title)
{
  hands_click_card (get_canvas (), card, 60, 20, HANDS_CLICK);
  wait_until (has_row, (gpointer) title);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_row, GTK_WIDGET (window), title);
}

static void
open_fields (void)
{
  hands_click_card (get_canvas (), "task:0", 60, 20, HANDS_CLICK);
  wait_until (has_row, (gpointer) "Tools");
  hands_wait_frame (GTK_WIDGET (window));
  /* The key finds cards in the canvas, and fields in the inspector. */
  gtk_widget_child_focus (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CREW_INSPECTOR),
                          GTK_DIR_TAB_FORWARD);
  press (GDK_KEY_f, GDK_CONTROL_MASK);
  wait_until (has_entry, NULL);
  hands_type ("guardrail");
  /* The entry searches some time after the last letter. */
  wait_until (has_no_row, (gpointer) "Tools");
}

/* The page that chooses the tools of a task. */
static void
open_tools (void)
{
  press (GDK_KEY_Escape, 0);
  click_row ("task:0", "Tools");
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_CREW_PAGE));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CREW_PAGE),
                                       GTK_TYPE_SEARCH_ENTRY));
}

/* The page that chooses the model of an agent. */
static void
open_models (void)
{
  click_row ("agent:reader", "Model");
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_CREW_PAGE));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CREW_PAGE),
                                       GTK_TYPE_SEARCH_ENTRY));
}

static gboolean
has_records (gpointer user_data)
{
  return troupe_memory_page_is_idle (user_data) &&
         g_list_model_get_n_items (G_LIST_MODEL (troupe_memory_page_get_rows (user_data))) == 2;
}

static void
open_memory (void)
{
  TroupeSubpage *subpage = NULL;

  press (GDK_KEY_m, GDK_CONTROL_MASK | GDK_ALT_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_MEMORY_PAGE));
  subpage = troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)));
  wait_until (has_records, troupe_subpage_get_child (subpage));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (troupe_subpage_get_child (subpage), GTK_TYPE_SEARCH_ENTRY));
}

/* Gives the crew a memory with two records. */
static void
fill_memory (const char *path)
{
  static const float vectors[] = { 1.0f, 0.0f, 0.0f, 1.0f };
  g_autofree char *data = troupe_store_get_default_folder ();
  g_autofree char *file = troupe_memory_store_make_path (data, path);
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  g_autoptr (TroupeMemoryStore) store = NULL;
  g_autoptr (GError) error = NULL;

  store = troupe_memory_store_open (file, &error);
  g_assert_no_error (error);
  g_ptr_array_add (records, troupe_memory_record_new ("Rain is measured at noon."));
  g_ptr_array_add (records, troupe_memory_record_new ("Snow is weighed."));
  g_assert_true (
      troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, records, vectors, 2, "m", &error));
  g_assert_no_error (error);
}

static void
check_all (const Case *cases, guint n_cases)
{
  for (guint i = 0; i < n_cases; i++)
    {
      check (&cases[i]);
      if (root != GTK_WIDGET (window))
        gtk_window_close (GTK_WINDOW (root));
      for (guint j = 0; j < 3 && hands_find_type (GTK_WIDGET (window), GTK_TYPE_POPOVER) != NULL;
           j++)
        press (GDK_KEY_Escape, 0);
      wait_until (is_in_front, NULL);
    }
}

static void
open_document (const char *path)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
}

static void
test_crew (void)
{
  static const Case cases[] = {
    { "palette", open_palette }, { "everything", open_everything }, { "models", open_models },
    { "fields", open_fields },   { "tools", open_tools },           { "memory", open_memory },
  };
  g_autofree char *agent =
      write_file ("search-crew/agents/reader.jsonc",
                  "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", "
                  "\"llm\": \"mock/echo\"}\n");
  g_autofree char *path =
      write_file ("search-crew/crew.jsonc",
                  "{\"name\": \"desk\", \"memory\": true, \"agents\": [\"reader\"], \"tasks\": ["
                  "{\"name\": \"gather\", \"description\": \"Gather rain.\", "
                  "\"expected_output\": \"Links\", \"agent\": \"reader\"}]}\n");

  fill_memory (path);
  open_document (path);
  troupe_canvas_fit_all (get_canvas (), FALSE);
  check_all (cases, G_N_ELEMENTS (cases));
  close_window (window);
}

static void
test_flow (void)
{
  static const Case cases[] = {
    { "palette", open_palette }, { "wiring", open_wiring },   { "everything", open_everything },
    { "find", open_find },       { "log", open_log },         { "transcript", open_transcript },
    { "value", open_value },     { "history", open_history }, { "comparison", open_comparison },
    { "prices", open_prices },   { "batch", open_batch },
  };
  g_autofree char *path = write_file ("search.json", flow);

  open_document (path);
  for (guint i = 1; i <= 2; i++)
    {
      press (GDK_KEY_F5, 0);
      wait_until (has_runs, GUINT_TO_POINTER (i));
      wait_until (has_ended, NULL);
    }
  check_all (cases, G_N_ELEMENTS (cases));
  close_window (window);
}

int
main (int argc, char *argv[])
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/search/flow", test_flow);
  g_test_add_func ("/hands/search/crew", test_crew);
  return window_test_run ();
}
