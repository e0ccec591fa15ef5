/* test-memory-page.c: the page for a crew's memory and knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "fake-server.h"
#include "troupe-crew-content.h"
#include "troupe-memory-page.h"
#include "troupe-run-controller.h"
#include "troupe-source-add.h"
#include "troupe-subpage.h"
#include "window-test.h"

#define DIMENSION 4u
#define RECORDS 5u

static const char crew[] =
    "{\"name\": \"research\", \"process\": \"sequential\", \"memory\": %s, "
    "\"knowledge_sources\": [%s], "
    "\"agents\": [\"analyst\"], \"tasks\": [{\"name\": \"t\", \"description\": \"d%u\", "
    "\"expected_output\": \"o\", \"agent\": \"analyst\"}]}\n";
static const char agent[] = "{\"role\": \"Analyst\", \"goal\": \"g\", \"backstory\": \"b\", "
                            "\"llm\": \"%s\"}\n";
static const char units[] = "{\"source_type\": \"text_file\", \"file_paths\": [\"units.md\"]}";
static const char *model = "openai/gpt-4.1-mini";
static const char *knowledge = units;
static const char embedded[] =
    "{\"object\": \"list\", \"model\": \"m\", \"data\": [{\"object\": \"embedding\", \"index\": 0, "
    "\"embedding\": [0.0, 1.0, 0.0, 0.0]}], \"usage\": {\"prompt_tokens\": 1, \"total_tokens\": "
    "1}}";

static guint n_folders;
static gint64 moment_us; /* 0: now */

/* A crew in a separate folder, its memory with RECORDS records, and its window. */
typedef struct
{
  char *folder;
  char *path;
  TroupeWindow *window;
  TroupeMemoryPage *page;
} Fixture;

static char *
write_beside (Fixture *fixture, const char *folder, const char *name, const char *text)
{
  g_autofree char *place = g_build_filename (fixture->folder, folder, NULL);
  char *path = g_build_filename (place, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (place, 0755), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static TroupeMemoryStore *
open_store (Fixture *fixture)
{
  g_autofree char *data = troupe_store_get_default_folder ();
  g_autofree char *path = troupe_memory_store_make_path (data, fixture->path);
  g_autoptr (GError) error = NULL;
  TroupeMemoryStore *store = troupe_memory_store_open (path, &error);

  g_assert_no_error (error);
  return store;
}

/* Record @n is @n hours old, and its vector has a direction that no other record has. */
static void
add_records (TroupeMemoryStore *store, guint first, guint n_records)
{
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  g_autofree float *vectors = g_new0 (float, (gsize) n_records *DIMENSION);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_records; i++)
    {
      g_autofree char *text = g_strdup_printf ("Record %u of what was learnt", first + i);
      TroupeMemoryRecord *record = troupe_memory_record_new (text);

      g_free (record->scope);
      record->scope =
          g_strdup ((first + i) % 2 == 0 ? "/crew/research/agent/analyst" : "/crew/researchers");
      if (moment_us != 0)
        record->created_us = moment_us;
      record->created_us -= (gint64) (first + i) * 3600 * G_USEC_PER_SEC;
      record->importance = 0.9;
      g_strfreev (record->categories);
      record->categories = g_strsplit (first + i == 0 ? "figures,style" : "style", ",", -1);
      vectors[(gsize) i * DIMENSION + (first + i) % DIMENSION] = 1.0f;
      g_ptr_array_add (records, record);
    }
  troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, records, vectors, DIMENSION,
                           "text-embedding-3-large", &error);
  g_assert_no_error (error);
}

static gboolean
is_page_idle (gpointer user_data)
{
  return troupe_memory_page_is_idle (user_data);
}

static guint
get_n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (troupe_memory_page_get_rows (fixture->page)));
}

/* Compares the texts in the order of the table, one per line, as soon as all texts are loaded. */
static gboolean
has_texts (gpointer user_data)
{
  Fixture *fixture = user_data;
  gboolean is_whole = TRUE;

  for (guint i = 0; i < get_n_rows (fixture); i++)
    {
      g_autoptr (TroupeMemoryRow) row =
          g_list_model_get_item (G_LIST_MODEL (troupe_memory_page_get_rows (fixture->page)), i);

      is_whole = is_whole && troupe_memory_row_get_record (row) != NULL;
    }
  return is_whole && troupe_memory_page_is_idle (fixture->page);
}

static char *
get_text (Fixture *fixture, guint position)
{
  g_autoptr (TroupeMemoryRow) row = NULL;

  wait_until (has_texts, fixture);
  row =
      g_list_model_get_item (G_LIST_MODEL (troupe_memory_page_get_rows (fixture->page)), position);
  return g_strdup (troupe_memory_row_get_record (row)->content);
}

static void
assert_text (Fixture *fixture, guint position, const char *expected)
{
  g_autofree char *text = get_text (fixture, position);

  g_assert_cmpstr (text, ==, expected);
}

static TroupePageContent *
get_content (Fixture *fixture)
{
  return troupe_page_get_content (troupe_window_get_page (fixture->window));
}

/* Consent for one crew applies to all crews with the same text, so every crew has a different
 * text. @memory: JSON; @is_filled: whether the memory contains records */
static void
set_up (Fixture *fixture, const char *memory, gboolean is_filled)
{
  g_autofree char *text = g_strdup_printf (crew, memory, knowledge, n_folders);
  g_autofree char *own_agent = g_strdup_printf (agent, model);
  g_autofree char *base = g_strdup_printf ("memory-%u", n_folders++);
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), base, NULL);
  g_autofree char *agent_path = NULL;
  g_autofree char *source_path = NULL;

  fixture->folder = g_steal_pointer (&data);
  fixture->path = write_beside (fixture, ".", "crew.jsonc", text);
  g_free (fixture->path);
  fixture->path = g_build_filename (fixture->folder, "crew.jsonc", NULL);
  agent_path = write_beside (fixture, "agents", "analyst.jsonc", own_agent);
  source_path = write_beside (fixture, "knowledge", "units.md", "A kilowatt is a thousand watts.");
  if (is_filled)
    {
      g_autoptr (TroupeMemoryStore) store = open_store (fixture);

      add_records (store, 0, RECORDS);
    }
  fixture->window = open_window (fixture->path);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.memory", NULL);
  g_assert_nonnull (troupe_subpage_find (get_content (fixture)));
  fixture->page =
      TROUPE_MEMORY_PAGE (troupe_subpage_get_child (troupe_subpage_find (get_content (fixture))));
  wait_until (is_page_idle, fixture->page);
}

static void
tear_down (Fixture *fixture)
{
  close_window (fixture->window);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* --- Widgets ---------------------------------------------------------------------------------- */

static GtkWidget *
find_of (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && gtk_widget_get_child_visible (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_of (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_row (GtkWidget *widget, const char *title)
{
  if (ADW_IS_ACTION_ROW (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (
      find_of (GTK_WIDGET (troupe_memory_page_get_detail (fixture->page)), GTK_TYPE_TEXT_VIEW)));
}

static char *
get_shown (Fixture *fixture)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (fixture), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (fixture), &start, &end, FALSE);
}

static void
press (GtkWidget *widget, const char *label)
{
  GtkWidget *button = find_labelled (widget, label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

static void
choose (Fixture *fixture, guint position)
{
  gtk_selection_model_select_item (troupe_memory_page_get_selection (fixture->page), position,
                                   TRUE);
  wait_until (has_texts, fixture);
}

static gboolean
has_fewer (gpointer user_data)
{
  Fixture *fixture = user_data;

  return get_n_rows (fixture) < RECORDS && troupe_memory_page_is_idle (fixture->page);
}

static gboolean
has_all (gpointer user_data)
{
  return get_n_rows (user_data) == RECORDS && is_page_idle (((Fixture *) user_data)->page);
}

static gboolean
has_more (gpointer user_data)
{
  return get_n_rows (user_data) == RECORDS + 1;
}

/* --- Searching -------------------------------------------------------------------------------- */

static void
test_look (void)
{
  Fixture fixture = { 0 };
  g_autofree char *texts = NULL;

  set_up (&fixture, "true", TRUE);
  g_assert_cmpuint (get_n_rows (&fixture), ==, RECORDS);
  assert_text (&fixture, 0, "Record 0 of what was learnt");
  assert_text (&fixture, 4, "Record 4 of what was learnt");
  texts = list_texts (GTK_WIDGET (troupe_memory_page_get_scopes (fixture.page)));
  g_assert_nonnull (strstr (texts, "/crew/research\n"));
  g_assert_nonnull (strstr (texts, "agent/analyst\n"));
  g_assert_nonnull (strstr (texts, "5 records"));
  g_assert_nonnull (strstr (texts, "text-embedding-3-large"));
  /* Scopes are matched by complete path elements. `/crew/researchers` is not a part of
   * `/crew/research`. */
  troupe_memory_scopes_set_scope (troupe_memory_page_get_scopes (fixture.page), "/crew/research");
  g_signal_emit_by_name (troupe_memory_page_get_scopes (fixture.page), "changed");
  wait_until (has_fewer, &fixture);
  g_assert_cmpuint (get_n_rows (&fixture), ==, 3);
  assert_text (&fixture, 1, "Record 2 of what was learnt");
  tear_down (&fixture);
}

/* Opening the page of a crew without a memory creates no database. */
static void
test_empty (void)
{
  Fixture fixture = { 0 };
  g_autofree char *data = troupe_store_get_default_folder ();
  g_autofree char *path = NULL;
  g_autofree char *texts = NULL;

  set_up (&fixture, "true", FALSE);
  path = troupe_memory_store_make_path (data, fixture.path);
  texts = list_texts (GTK_WIDGET (fixture.page));
  g_assert_nonnull (strstr (texts, "No Memories Yet"));
  g_assert_nonnull (strstr (texts, "units.md"));
  g_assert_nonnull (strstr (texts, "Embedded during the next run"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  tear_down (&fixture);
}

static void
test_word (void)
{
  Fixture fixture = { 0 };
  GtkWidget *search;

  set_up (&fixture, "true", TRUE);
  search = find_of (GTK_WIDGET (fixture.page), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (search), "RECORD 3");
  wait_until (has_fewer, &fixture);
  g_assert_cmpuint (get_n_rows (&fixture), ==, 1);
  assert_text (&fixture, 0, "Record 3 of what was learnt");
  tear_down (&fixture);
}

/* Records that a run writes appear automatically. */
static void
test_follow (void)
{
  Fixture fixture = { 0 };
  g_autoptr (TroupeMemoryStore) store = NULL;

  set_up (&fixture, "true", TRUE);
  store = open_store (&fixture);
  add_records (store, RECORDS, 1);
  wait_until (has_more, &fixture);
  tear_down (&fixture);
}

/* --- Editing ---------------------------------------------------------------------------------- */

static void
test_delete_and_undo (void)
{
  Fixture fixture = { 0 };
  GtkWidget *toast;

  set_up (&fixture, "true", TRUE);
  choose (&fixture, 1);
  g_signal_emit_by_name (troupe_memory_page_get_detail (fixture.page), "delete-requested");
  wait_until (has_fewer, &fixture);
  g_assert_cmpuint (get_n_rows (&fixture), ==, RECORDS - 1);
  assert_text (&fixture, 1, "Record 2 of what was learnt");
  toast = find_labelled (GTK_WIDGET (fixture.page), "Undo");
  g_assert_nonnull (toast);
  g_signal_emit_by_name (toast, "clicked");
  wait_until (has_all, &fixture);
  assert_text (&fixture, 1, "Record 1 of what was learnt");
  tear_down (&fixture);
}

/* Deleting more than one record requires a confirmation. */
static void
test_delete_many (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, "true", TRUE);
  gtk_selection_model_select_range (troupe_memory_page_get_selection (fixture.page), 0, 2, TRUE);
  g_signal_emit_by_name (troupe_memory_page_get_detail (fixture.page), "delete-requested");
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  wait_until (has_no_dialog, NULL);
  wait_until (is_page_idle, fixture.page);
  g_assert_cmpuint (get_n_rows (&fixture), ==, RECORDS);
  g_signal_emit_by_name (troupe_memory_page_get_detail (fixture.page), "delete-requested");
  wait_until (has_dialog, NULL);
  answer_dialog ("delete");
  wait_until (has_fewer, &fixture);
  g_assert_cmpuint (get_n_rows (&fixture), ==, RECORDS - 2);
  tear_down (&fixture);
}

static gboolean
can_forget (gpointer user_data)
{
  return find_dialog () != NULL &&
         adw_message_dialog_get_response_enabled (find_dialog (), "forget");
}

static void
test_forget (void)
{
  Fixture fixture = { 0 };
  g_autofree char *texts = NULL;

  set_up (&fixture, "true", TRUE);
  troupe_memory_scopes_set_scope (troupe_memory_page_get_scopes (fixture.page),
                                  "/crew/research/agent/analyst");
  press (GTK_WIDGET (fixture.page), "Delete Records…");
  wait_until (can_forget, NULL);
  texts = list_texts (GTK_WIDGET (find_dialog ()));
  g_assert_nonnull (strstr (texts, "3 records match."));
  answer_dialog ("forget");
  wait_until (has_no_dialog, NULL);
  wait_until (has_fewer, &fixture);
  {
    g_autoptr (TroupeMemoryStore) store = open_store (&fixture);
    const TroupeMemoryListFilter all = { 0 };

    g_assert_cmpint (troupe_memory_listing_count (store, &all, NULL), ==, 2);
  }
  tear_down (&fixture);
}

static gboolean
is_written_anew (gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *text = troupe_memory_page_is_idle (fixture->page) ? get_text (fixture, 0) : NULL;

  return g_strcmp0 (text, "Something else") == 0;
}

/* If the user edits a text of a foreign document, the text is sent to the embedder only after
 * the user agreed, and only once. */
static void
test_edit (void)
{
  Fixture fixture = { 0 };
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *request = NULL;
  g_autofree char *before = NULL;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, embedded), 0, 0,
                   FAKE_END_CLOSE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  set_up (&fixture, "true", TRUE);
  choose (&fixture, 0);
  before = get_shown (&fixture);
  g_assert_cmpstr (before, ==, "Record 0 of what was learnt");
  gtk_text_buffer_set_text (get_buffer (&fixture), "Something else", -1);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  press (GTK_WIDGET (troupe_memory_page_get_detail (fixture.page)), "Apply");
  wait_until (has_consent_dialog, NULL);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  answer_consent (TRUE);
  wait_until (is_written_anew, &fixture);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  request = fake_server_get_request (server, 0);
  g_assert_nonnull (strstr (request, "/v1/embeddings"));
  g_assert_nonnull (strstr (request, "Something else"));
  tear_down (&fixture);
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_KEY");
}

static gboolean
is_important (gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (TroupeMemoryRow) row = NULL;

  if (!has_texts (fixture))
    return FALSE;
  row = g_list_model_get_item (G_LIST_MODEL (troupe_memory_page_get_rows (fixture->page)), 0);
  return troupe_memory_row_get_record (row)->importance < 0.3;
}

/* Changes to fields other than the text apply at once, without a consent dialog. */
static void
test_importance (void)
{
  Fixture fixture = { 0 };
  GtkWidget *spin;

  set_up (&fixture, "true", TRUE);
  choose (&fixture, 0);
  spin = find_of (GTK_WIDGET (troupe_memory_page_get_detail (fixture.page)), GTK_TYPE_SPIN_BUTTON);
  g_assert_cmpfloat_with_epsilon (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), 0.9, 1e-6);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 0.2);
  wait_until (is_important, &fixture);
  g_assert_null (find_consent ());
  tear_down (&fixture);
}

static void
test_read_only (void)
{
  Fixture fixture = { 0 };
  GtkWidget *detail, *spin;

  set_up (&fixture, "{\"read_only\": true}", TRUE);
  choose (&fixture, 0);
  wait_until (has_texts, &fixture);
  detail = GTK_WIDGET (troupe_memory_page_get_detail (fixture.page));
  spin = find_of (detail, GTK_TYPE_SPIN_BUTTON);
  g_assert_false (gtk_widget_is_sensitive (spin));
  g_assert_false (
      gtk_text_view_get_editable (GTK_TEXT_VIEW (find_of (detail, GTK_TYPE_TEXT_VIEW))));
  tear_down (&fixture);
}

/* --- Semantic search -------------------------------------------------------------------------- */

static gboolean
is_found (gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (TroupeMemoryRow) row =
      g_list_model_get_item (G_LIST_MODEL (troupe_memory_page_get_rows (fixture->page)), 0);

  return row != NULL && troupe_memory_row_get_fit (row, NULL) > 0.0;
}

static void
test_meaning (void)
{
  Fixture fixture = { 0 };
  g_autoptr (FakeServer) server = fake_server_new ();
  GtkWidget *search;
  g_autofree char *texts = NULL;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, embedded), 0, 0,
                   FAKE_END_CLOSE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  set_up (&fixture, "true", TRUE);
  search = find_of (GTK_WIDGET (fixture.page), GTK_TYPE_SEARCH_ENTRY);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (find_labelled (GTK_WIDGET (fixture.page), "Meaning")), TRUE);
  texts = list_texts (GTK_WIDGET (fixture.page));
  g_assert_nonnull (strstr (texts, "costs one call"));
  gtk_editable_set_text (GTK_EDITABLE (search), "anything");
  wait_until (is_page_idle, fixture.page);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  g_signal_emit_by_name (search, "activate");
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_found, &fixture);
  wait_until (is_page_idle, fixture.page);
  /* The first result is the record whose vector has the direction of the response. */
  assert_text (&fixture, 0, "Record 1 of what was learnt");
  /* Another scope sends no new request. */
  troupe_memory_scopes_set_scope (troupe_memory_page_get_scopes (fixture.page), "/crew/research");
  g_signal_emit_by_name (troupe_memory_page_get_scopes (fixture.page), "changed");
  wait_until (has_fewer, &fixture);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  tear_down (&fixture);
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_KEY");
}

/* --- Knowledge -------------------------------------------------------------------------------- */

static gboolean
is_source_read (gpointer user_data)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (troupe_memory_page_get_sources (user_data)));

  return strstr (texts, "1 chunk\n") != NULL && strstr (texts, "Embedded today") != NULL;
}

static gboolean
is_source_changed (gpointer user_data)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (troupe_memory_page_get_sources (user_data)));

  return strstr (texts, "Changed since it was embedded") != NULL;
}

static void
test_read_source (void)
{
  Fixture fixture = { 0 };
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = NULL;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, embedded), 0, 0,
                   FAKE_END_CLOSE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  set_up (&fixture, "true", FALSE);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  press (GTK_WIDGET (troupe_memory_page_get_sources (fixture.page)), "Embed Now");
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_source_read, fixture.page);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  path = write_beside (&fixture, "knowledge", "units.md", "A megawatt is a million watts.\n");
  g_signal_emit_by_name (troupe_memory_page_get_scopes (fixture.page), "changed");
  wait_until (is_source_changed, fixture.page);
  press (GTK_WIDGET (troupe_memory_page_get_sources (fixture.page)), "Embed Again");
  wait_until (is_source_read, fixture.page);
  tear_down (&fixture);
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_KEY");
}

typedef struct
{
  Fixture *fixture;
  const char *text;
  gboolean is_there;
} Words;

static gboolean
has_words (gpointer user_data)
{
  const Words *words = user_data;
  g_autofree char *texts = list_texts (GTK_WIDGET (words->fixture->page));

  return (strstr (texts, words->text) != NULL) == words->is_there;
}

typedef struct
{
  gboolean is_over;
  char *failure; /* (nullable) */
} Adding;

static void
added_cb (const char *failure, gpointer user_data)
{
  Adding *adding = user_data;

  adding->is_over = TRUE;
  adding->failure = g_strdup (failure);
}

static gboolean
is_added (gpointer user_data)
{
  return ((Adding *) user_data)->is_over;
}

/* Adds a file in the same manner as the file chooser. Returns the error message or NULL.
 * (transfer full) (nullable) */
static char *
add_file (Fixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Adding adding = { 0 };

  troupe_source_add_file (troupe_page_content_get_crew (get_content (fixture)), fixture->folder,
                          file, added_cb, &adding, NULL);
  wait_until (is_added, &adding);
  return adding.failure;
}

/* A file that the user chooses is copied next to the other sources and added to the document.
 * One undo step removes the file from the document. */
static void
test_add_source (void)
{
  Fixture fixture = { 0 };
  g_autofree char *from = write_file ("weights.csv", "what,kilograms\nhammer,2\n");
  g_autofree char *picture = write_file ("picture.png", "PNG");
  g_autofree char *gone = g_build_filename (g_get_user_data_dir (), "gone.csv", NULL);
  g_autofree char *copy = NULL;
  g_autofree char *text = NULL;
  g_autofree char *failure = NULL;
  g_autofree char *other = NULL;
  g_autofree char *none = NULL;

  set_up (&fixture, "true", FALSE);
  copy = g_build_filename (fixture.folder, "knowledge", "weights.csv", NULL);
  g_assert_nonnull (
      find_labelled (GTK_WIDGET (troupe_memory_page_get_sources (fixture.page)), "Add"));
  failure = add_file (&fixture, picture);
  g_assert_nonnull (strstr (failure, "Only text, Markdown"));
  other = add_file (&fixture, gone);
  g_assert_nonnull (strstr (other, "Could not add the file: "));
  none = add_file (&fixture, from);
  g_assert_null (none);
  wait_until (has_words, &(Words){ &fixture, "weights.csv", TRUE });
  g_assert_true (g_file_get_contents (copy, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "what,kilograms\nhammer,2\n");
  wait_until (has_words, &(Words){ &fixture, "2 sources", TRUE });
  troupe_document_undo (troupe_page_content_get_document (get_content (&fixture)));
  wait_until (has_words, &(Words){ &fixture, "weights.csv", FALSE });
  tear_down (&fixture);
}

/* A truncated database is moved aside and reported. It is not silently replaced by an empty
 * database. */
static void
test_half_written (void)
{
  Fixture fixture = { 0 };
  g_autofree char *data = troupe_store_get_default_folder ();
  g_autofree char *path = NULL;

  set_up (&fixture, "true", TRUE);
  path = troupe_memory_store_make_path (data, fixture.path);
  close_window (fixture.window);
  {
    g_autofree char *log = g_strconcat (path, "-wal", NULL);

    g_unlink (log);
    g_assert_cmpint (truncate (path, 9000), ==, 0);
  }
  fixture.window = open_window (fixture.path);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.memory", NULL);
  fixture.page =
      TROUPE_MEMORY_PAGE (troupe_subpage_get_child (troupe_subpage_find (get_content (&fixture))));
  wait_until (has_words, &(Words){ &fixture, ".db.broken-", TRUE });
  tear_down (&fixture);
}

/* Returns TRUE as soon as exactly one task was started and the run has ended. */
static gboolean
has_run (gpointer user_data)
{
  TroupePageContent *content = user_data;
  TroupeTrace *trace = troupe_monitor_get_trace (
      troupe_run_controller_get_monitor (troupe_page_content_get_running (content)));

  return troupe_trace_count_begun (trace, TROUPE_SCOPE_TASK) == 1 &&
         !troupe_trace_is_under_way (trace) &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (content));
}

static gboolean
has_request (gpointer user_data)
{
  return fake_server_get_n_requests (user_data) > 0;
}

static gboolean
has_run_or_consent (gpointer user_data)
{
  return find_consent () != NULL || has_request (user_data);
}

/* The page shows which source a run is reading, even if the page is opened during the run. The
 * page is updated when the source was read. */
static void
test_read_by_run (void)
{
  Fixture fixture = { 0 };
  g_autoptr (FakeServer) server = fake_server_new ();
  GtkWidget *sources;

  /* The delay is long enough for the page to be opened during the request. */
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, embedded), 0, 3000,
                   FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, embedded), 0, 0,
                   FAKE_END_CLOSE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  model = "mock/echo";
  set_up (&fixture, "false", FALSE);
  model = "openai/gpt-4.1-mini";
  troupe_subpage_leave (troupe_subpage_find (get_content (&fixture)));
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.run", NULL);
  wait_until (has_run_or_consent, server);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (has_request, server);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.memory", NULL);
  fixture.page =
      TROUPE_MEMORY_PAGE (troupe_subpage_get_child (troupe_subpage_find (get_content (&fixture))));
  wait_until (has_words, &(Words){ &fixture, "Loading", TRUE });
  /* Only the run can stop this. */
  sources = GTK_WIDGET (troupe_memory_page_get_sources (fixture.page));
  g_assert_null (find_labelled (sources, "Stop"));
  g_assert_null (find_labelled (sources, "Embed Now"));
  wait_until (is_source_read, fixture.page);
  g_assert_nonnull (find_labelled (sources, "Show Chunks"));
  wait_until (has_run, get_content (&fixture));
  tear_down (&fixture);
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_KEY");
}

/* --- Origin of a record ----------------------------------------------------------------------- */

static gboolean
is_kept (gpointer user_data)
{
  Fixture *fixture = user_data;
  TroupeStore *store = troupe_services_find_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GPtrArray) runs =
      store != NULL ? troupe_store_list_runs_behind (store, fixture->path, NULL, 1, NULL) : NULL;

  return runs != NULL && runs->len == 1 &&
         ((TroupeRunRecord *) g_ptr_array_index (runs, 0))->ended_us != 0;
}

static gboolean
is_shown (gpointer user_data)
{
  return troupe_subpage_find (user_data) == NULL && has_run (user_data);
}

/* A record links to the run that created it, even if that run belonged to another window. */
static void
test_learnt (void)
{
  Fixture fixture = { 0 };
  GtkWidget *row;

  model = "mock/echo";
  knowledge = "";
  set_up (&fixture, "false", FALSE);
  model = "openai/gpt-4.1-mini";
  knowledge = units;
  troupe_subpage_leave (troupe_subpage_find (get_content (&fixture)));
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.run", NULL);
  wait_until (has_run, get_content (&fixture));
  wait_until (is_kept, &fixture);
  close_window (fixture.window);
  {
    g_autoptr (TroupeMemoryStore) store = open_store (&fixture);
    TroupeStore *runs = troupe_services_find_store (TROUPE_SERVICES (window_test_application));
    g_autoptr (GPtrArray) list = troupe_store_list_runs_behind (runs, fixture.path, NULL, 1, NULL);

    moment_us = ((TroupeRunRecord *) g_ptr_array_index (list, 0))->ended_us;
    add_records (store, 0, 2);
    moment_us = 0;
  }
  fixture.window = open_window (fixture.path);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.memory", NULL);
  fixture.page =
      TROUPE_MEMORY_PAGE (troupe_subpage_get_child (troupe_subpage_find (get_content (&fixture))));
  wait_until (is_page_idle, fixture.page);
  choose (&fixture, 1);
  wait_until (has_words, &(Words){ &fixture, "Learned", TRUE });
  /* No run is known for the older record. */
  wait_until (has_words, &(Words){ &fixture, "run of", FALSE });
  choose (&fixture, 0);
  wait_until (has_words, &(Words){ &fixture, "run of", TRUE });
  row = find_row (GTK_WIDGET (troupe_memory_page_get_detail (fixture.page)), "Learned");
  g_assert_true (gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (row)));
  g_signal_emit_by_name (row, "activated");
  wait_until (is_shown, get_content (&fixture));
  tear_down (&fixture);
}

/* --- Leaving the page ------------------------------------------------------------------------- */

/* The page can be left while it loads or while an edit waits for the user's consent. */
static void
test_leave (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, "true", TRUE);
  choose (&fixture, 0);
  gtk_text_buffer_set_text (get_buffer (&fixture), "Never written", -1);
  press (GTK_WIDGET (troupe_memory_page_get_detail (fixture.page)), "Apply");
  troupe_subpage_leave (troupe_subpage_find (get_content (&fixture)));
  g_assert_null (troupe_subpage_find (get_content (&fixture)));
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.memory", NULL);
  fixture.page =
      TROUPE_MEMORY_PAGE (troupe_subpage_get_child (troupe_subpage_find (get_content (&fixture))));
  wait_until (is_page_idle, fixture.page);
  assert_text (&fixture, 0, "Record 0 of what was learnt");
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/memory-page/look", test_look);
  g_test_add_func ("/memory-page/empty", test_empty);
  g_test_add_func ("/memory-page/word", test_word);
  g_test_add_func ("/memory-page/follow", test_follow);
  g_test_add_func ("/memory-page/delete-and-undo", test_delete_and_undo);
  g_test_add_func ("/memory-page/delete-many", test_delete_many);
  g_test_add_func ("/memory-page/forget", test_forget);
  g_test_add_func ("/memory-page/edit", test_edit);
  g_test_add_func ("/memory-page/importance", test_importance);
  g_test_add_func ("/memory-page/read-only", test_read_only);
  g_test_add_func ("/memory-page/meaning", test_meaning);
  g_test_add_func ("/memory-page/read-source", test_read_source);
  g_test_add_func ("/memory-page/add-source", test_add_source);
  g_test_add_func ("/memory-page/half-written", test_half_written);
  g_test_add_func ("/memory-page/read-by-run", test_read_by_run);
  g_test_add_func ("/memory-page/learnt", test_learnt);
  g_test_add_func ("/memory-page/leave", test_leave);
  return window_test_run ();
}
