/* test-hands-keys.c: the cursor and editing keys of GTK in every text widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-crew-content.h"
#include "troupe-crew-inspector.h"
#include "troupe-inspector.h"
#include "troupe-note-editor.h"

#define CTRL GDK_CONTROL_MASK
#define SHIFT GDK_SHIFT_MASK

/* The text that the keys work on. */
#define WORDS "one two"
#define LETTERS "abcdefghijklmnopqrstuvwxyz./[]"

/* A key, and what a text widget with the text WORDS and the cursor of the previous row makes of
 * it. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *text;
  int start, end; /* of the selection, or the cursor */
} keys[] = {
  { GDK_KEY_a, CTRL, WORDS, 0, 7 },          { GDK_KEY_Home, 0, WORDS, 0, 0 },
  { GDK_KEY_Right, 0, WORDS, 1, 1 },         { GDK_KEY_Right, CTRL, WORDS, 3, 3 },
  { GDK_KEY_Right, CTRL, WORDS, 7, 7 },      { GDK_KEY_Left, 0, WORDS, 6, 6 },
  { GDK_KEY_Left, CTRL, WORDS, 4, 4 },       { GDK_KEY_Home, SHIFT, WORDS, 0, 4 },
  { GDK_KEY_End, 0, WORDS, 7, 7 },           { GDK_KEY_Left, SHIFT, WORDS, 6, 7 },
  { GDK_KEY_Home, CTRL, WORDS, 0, 0 },       { GDK_KEY_End, SHIFT, WORDS, 0, 7 },
  { GDK_KEY_End, CTRL, WORDS, 7, 7 },        { GDK_KEY_Left, CTRL | SHIFT, WORDS, 4, 7 },
  { GDK_KEY_Home, 0, WORDS, 0, 0 },          { GDK_KEY_Right, CTRL | SHIFT, WORDS, 0, 3 },
  { GDK_KEY_Home, 0, WORDS, 0, 0 },          { GDK_KEY_End, CTRL | SHIFT, WORDS, 0, 7 },
  { GDK_KEY_End, 0, WORDS, 7, 7 },           { GDK_KEY_Home, CTRL | SHIFT, WORDS, 0, 7 },
  { GDK_KEY_End, 0, WORDS, 7, 7 },           { GDK_KEY_BackSpace, 0, "one tw", 6, 6 },
  { GDK_KEY_BackSpace, CTRL, "one ", 4, 4 }, { GDK_KEY_Home, 0, "one ", 0, 0 },
  { GDK_KEY_Delete, 0, "ne ", 0, 0 },        { GDK_KEY_Delete, CTRL, " ", 0, 0 },
};

/* What the keys of a text widget must not change. */
typedef struct
{
  TroupeWindow *window;
  TroupeDocument *document;
  TroupeCanvas *canvas; /* (nullable) */
  GtkRoot *root;        /* of the text widget */
  gboolean is_form;     /* whether the text widget edits the document */
  char *before;         /* the text of the document */

  AdwTabPage *tab, *first_tab;
  int n_tabs;
  double x, y, zoom;
  char *selected;
  char *focused;
  guint n_items;
  guint n_windows;

  guint n_fields;
  guint n_failed;
  gboolean is_new; /* the field is the first one of its kind */
  guint turn;      /* random */
} Watch;

static char *
write_text (Watch *self)
{
  return troupe_document_to_text (self->document, NULL);
}

/* Returns the number of methods, or of agents, tasks and files of a crew. */
static guint
count_items (Watch *self)
{
  static const char *const lists[] = { "methods", "agents", "tasks" };
  JsonNode *root = troupe_document_get_root (self->document);
  guint n_items = troupe_document_parts_get_n (troupe_document_get_parts (self->document));

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      JsonNode *list = json_object_get_member (json_node_get_object (root), lists[i]);

      if (list != NULL && JSON_NODE_HOLDS_OBJECT (list))
        n_items += json_object_get_size (json_node_get_object (list));
      else if (list != NULL && JSON_NODE_HOLDS_ARRAY (list))
        n_items += json_array_get_length (json_node_get_array (list));
    }
  return n_items;
}

static char *
join_selected (TroupeCanvas *canvas)
{
  g_autofree const char **ids = troupe_canvas_list_selected (canvas);

  return g_strjoinv (" ", (char **) ids);
}

static guint
count_windows (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n_shown = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      n_shown += gtk_widget_get_mapped (window);
    }
  return n_shown;
}

static void
remember (Watch *self, GtkWidget *field)
{
  self->root = gtk_widget_get_root (field);
  self->tab = adw_tab_view_get_selected_page (self->window->tab_view);
  self->first_tab = adw_tab_view_get_nth_page (self->window->tab_view, 0);
  self->n_tabs = adw_tab_view_get_n_pages (self->window->tab_view);
  self->n_items = count_items (self);
  self->n_windows = count_windows ();
  g_free (self->before);
  self->before = write_text (self);
  if (self->canvas == NULL)
    return;
  troupe_canvas_get_origin (self->canvas, &self->x, &self->y);
  self->zoom = troupe_canvas_get_zoom (self->canvas);
  g_free (self->selected);
  self->selected = join_selected (self->canvas);
  g_free (self->focused);
  self->focused = g_strdup (troupe_canvas_get_focus_id (self->canvas));
}

static void
watch_clear (Watch *self)
{
  g_free (self->before);
  g_free (self->selected);
  g_free (self->focused);
}

/* Returns what reacted to a key, or NULL. */
static const char *
find_reaction (Watch *self)
{
  g_autofree char *selected = NULL;
  g_autofree char *now = NULL;
  double x, y;

  if (adw_tab_view_get_selected_page (self->window->tab_view) != self->tab ||
      adw_tab_view_get_nth_page (self->window->tab_view, 0) != self->first_tab ||
      adw_tab_view_get_n_pages (self->window->tab_view) != self->n_tabs)
    return "the tabs";
  if (count_windows () != self->n_windows)
    return "the windows";
  now = write_text (self);
  if (self->is_form ? count_items (self) != self->n_items : !g_str_equal (now, self->before))
    return "the document";
  if (self->canvas == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    return NULL;
  troupe_canvas_get_origin (self->canvas, &x, &y);
  if (!G_APPROX_VALUE (x, self->x, 0.01) || !G_APPROX_VALUE (y, self->y, 0.01) ||
      !G_APPROX_VALUE (troupe_canvas_get_zoom (self->canvas), self->zoom, 0.0001))
    return "the view of the canvas";
  selected = join_selected (self->canvas);
  if (!g_str_equal (selected, self->selected))
    return "the selection of the canvas";
  if (g_strcmp0 (troupe_canvas_get_focus_id (self->canvas), self->focused) != 0)
    return "the focus of the canvas";
  return NULL;
}

/* --- Text widgets ----------------------------------------------------------------------------- */

static char *
get_text (GtkWidget *field)
{
  char *text = NULL;

  if (GTK_IS_TEXT (field))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (field)));
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), "text", &text, NULL);
  return text;
}

static void
get_selection (GtkWidget *field, int *start, int *end)
{
  GtkTextIter first, last;

  if (GTK_IS_TEXT (field))
    {
      if (!gtk_editable_get_selection_bounds (GTK_EDITABLE (field), start, end))
        *start = *end = gtk_editable_get_position (GTK_EDITABLE (field));
      return;
    }
  gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), &first,
                                        &last);
  *start = gtk_text_iter_get_offset (&first);
  *end = gtk_text_iter_get_offset (&last);
}

static gboolean
is_writable (GtkWidget *widget)
{
  return (GTK_IS_TEXT (widget) && gtk_editable_get_editable (GTK_EDITABLE (widget))) ||
         (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget)));
}

/* Returns TRUE for the first field of a kind: its class, those of the widgets around it that handle
 * keys, and whether it edits the document. */
static gboolean
is_new_kind (Watch *self, GtkWidget *field)
{
  static GHashTable *kinds;
  g_autoptr (GString) kind = g_string_new (self->is_form ? "form: " : "elsewhere: ");

  for (GtkWidget *at = field; at != NULL; at = gtk_widget_get_parent (at))
    if (at == field || GTK_IS_EDITABLE (at) || GTK_IS_NATIVE (at) || ADW_IS_PREFERENCES_ROW (at) ||
        g_str_has_prefix (G_OBJECT_TYPE_NAME (at), "Troupe"))
      g_string_append_printf (kind, "%s ", G_OBJECT_TYPE_NAME (at));
  if (kinds == NULL)
    kinds = g_hash_table_new (g_str_hash, g_str_equal);

  return g_hash_table_add (kinds, (gpointer) g_intern_string (kind->str));
}

/* (transfer full) */
static char *
describe (GtkWidget *field)
{
  GString *text = g_string_new (G_OBJECT_TYPE_NAME (field));
  GtkWidget *parent = gtk_widget_get_parent (field);

  for (guint i = 0; parent != NULL && i < 12; i++, parent = gtk_widget_get_parent (parent))
    if (ADW_IS_PREFERENCES_ROW (parent))
      g_string_append_printf (text, " in “%s”",
                              adw_preferences_row_get_title (ADW_PREFERENCES_ROW (parent)));
    else if (g_str_has_prefix (G_OBJECT_TYPE_NAME (parent), "Troupe"))
      g_string_append_printf (text, " in %s", G_OBJECT_TYPE_NAME (parent));
  return g_string_free (text, FALSE);
}

static void
complain (Watch *self, GtkWidget *field, const char *key, const char *what)
{
  g_autofree char *name = describe (field);

  g_test_message ("%s: %s: %s", name, key, what);
  self->n_failed++;
}

/* Presses a key and returns FALSE if anything but the field reacted. */
static gboolean
press (Watch *self, GtkWidget *field, guint key, GdkModifierType modifiers)
{
  g_autofree char *label = gtk_accelerator_get_label (key, modifiers);
  const char *reaction;

  hands_key (key, modifiers);
  reaction = find_reaction (self);
  if (reaction == NULL && gtk_root_get_focus (self->root) != field)
    reaction = "the focus";
  if (reaction != NULL)
    complain (self, field, label, reaction);
  return reaction == NULL;
}

typedef struct
{
  GtkWidget *field;
  const char *text;
} Text;

static gboolean
has_text (gpointer user_data)
{
  const Text *wanted = user_data;
  g_autofree char *text = get_text (wanted->field);

  return g_str_equal (text, wanted->text);
}

static void
wait_for_field (GtkWidget *field, const char *text)
{
  Text wanted = { field, text };

  wait_until (has_text, &wanted);
}

/* Spin buttons accept digits only, and do not allow more. */
static gboolean
takes_words (GtkWidget *field)
{
  return gtk_widget_get_ancestor (field, GTK_TYPE_SPIN_BUTTON) == NULL;
}

static gboolean
is_secret (GtkWidget *field)
{
  return GTK_IS_TEXT (field) && !gtk_text_get_visibility (GTK_TEXT (field));
}

/* Presses the cursor and editing keys. */
static gboolean
press_table (Watch *self, GtkWidget *field)
{
  const gboolean takes = takes_words (field) && !is_secret (field);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *label = gtk_accelerator_get_label (keys[i].key, keys[i].modifiers);
      g_autofree char *text = NULL;
      g_autofree char *what = NULL;
      int start, end;

      if (!press (self, field, keys[i].key, keys[i].modifiers))
        return FALSE;
      if (!takes)
        continue;
      text = get_text (field);
      get_selection (field, &start, &end);
      if (g_str_equal (text, keys[i].text) && start == keys[i].start && end == keys[i].end)
        continue;
      what = g_strdup_printf ("row %u: “%s” from %d to %d", i, text, start, end);
      complain (self, field, label, what);
      return FALSE;
    }
  return TRUE;
}

/* Cutting and pasting concern the text, not the selected cards. */
static gboolean
press_clipboard (Watch *self, GtkWidget *field)
{
  if (!takes_words (field) || is_secret (field))
    return TRUE;
  if (!press (self, field, GDK_KEY_a, CTRL))
    return FALSE;
  hands_type (WORDS);
  if (!press (self, field, GDK_KEY_a, CTRL) || !press (self, field, GDK_KEY_x, CTRL))
    return FALSE;
  wait_for_field (field, "");
  if (!press (self, field, GDK_KEY_v, CTRL))
    return FALSE;
  wait_for_field (field, WORDS);
  if (!press (self, field, GDK_KEY_c, CTRL) || !press (self, field, GDK_KEY_Insert, SHIFT))
    return FALSE;
  wait_for_field (field, WORDS WORDS);
  return press (self, field, GDK_KEY_a, CTRL);
}

/* Types the letters that are keys of the canvas. */
static gboolean
press_letters (Watch *self, GtkWidget *field)
{
  g_autofree char *text = NULL;

  for (const char *letter = LETTERS; *letter != '\0'; letter++)
    if (!press (self, field, gdk_unicode_to_keyval ((guint) *letter), 0))
      return FALSE;
  text = get_text (field);
  if (!takes_words (field) || g_str_equal (text, LETTERS))
    return TRUE;
  complain (self, field, "letters", text);
  return FALSE;
}

/* Undoes and redoes. In a form, the document does that, elsewhere the text widget. */
static gboolean
press_undo (Watch *self, GtkWidget *field)
{
  g_autofree char *typed = get_text (field);
  g_autofree char *undone = NULL;
  const char *reaction;

  hands_key (GDK_KEY_z, CTRL);
  hands_settle ();
  reaction = find_reaction (self);
  if (reaction != NULL)
    {
      complain (self, field, "Ctrl+Z", reaction);
      return FALSE;
    }
  if (self->is_form || is_secret (field) || !takes_words (field))
    return TRUE;
  undone = get_text (field);
  if (g_str_equal (undone, typed))
    {
      complain (self, field, "Ctrl+Z", "nothing was undone");
      return FALSE;
    }
  if (!press (self, field, GDK_KEY_z, CTRL | SHIFT))
    return FALSE;
  wait_for_field (field, typed);
  return TRUE;
}

/* Presses the keys of all groups in the first field of each kind. In the others, which have the same
 * handlers, it presses those of one group and undoes, unless TROUPE_HANDS_ALL is set. */
static gboolean
press_groups (Watch *self, GtkWidget *field)
{
  gboolean is_good;

  if (self->is_new || g_getenv ("TROUPE_HANDS_ALL") != NULL)
    return press_table (self, field) && press_clipboard (self, field) &&
           press_letters (self, field) && press_undo (self, field);
  switch ((self->n_fields + self->turn) % 3)
    {
    case 0:
      is_good = press_table (self, field);
      break;
    case 1:
      is_good = press_clipboard (self, field);
      break;
    default:
      is_good = press (self, field, GDK_KEY_a, CTRL) && press_letters (self, field);
    }
  return is_good && press_undo (self, field);
}

/* Counts a field. Returns TRUE if the keys are to be pressed there: in the first field of each kind, and in every second other
 * one, unless TROUPE_HANDS_ALL is set. */
static gboolean
count_field (Watch *self, GtkWidget *field)
{
  self->n_fields++;
  self->is_new = is_new_kind (self, field);
  return self->is_new || (self->n_fields + self->turn / 3) % 2 == 0 ||
         g_getenv ("TROUPE_HANDS_ALL") != NULL;
}

static void
press_keys (Watch *self, GtkWidget *field)
{
  gboolean is_note;

  hands_settle ();
  remember (self, field);
  if (g_test_verbose ())
    {
      g_autofree char *name = describe (field);

      g_test_message ("%s", name);
    }
  if (!press (self, field, GDK_KEY_a, CTRL))
    return;
  hands_type (takes_words (field) ? WORDS : "12");
  if (!press_groups (self, field))
    return;
  is_note = gtk_widget_get_ancestor (field, TROUPE_TYPE_NOTE_EDITOR) != NULL;
  hands_key (GDK_KEY_Tab, 0);
  hands_key (GDK_KEY_Tab, SHIFT);
  /* Tab ends the editor of a note, which writes the note and returns the focus to the canvas. */
  if (!is_note && find_reaction (self) != NULL)
    complain (self, field, "Tab", find_reaction (self));
}

static void
press_all (Watch *self, GtkWidget *field)
{
  count_field (self, field);
  press_keys (self, field);
}

/* --- Forms ------------------------------------------------------------------------------------ */

/* Opens the rows, and lists the fields in which the user can type. Rows inside a row appear only
 * after it is open. */
static gboolean
collect (GtkWidget *widget, GPtrArray *fields)
{
  gboolean opened = FALSE;

  if (GTK_IS_POPOVER (widget) || !gtk_widget_get_mapped (widget) ||
      !gtk_widget_get_sensitive (widget))
    return FALSE;
  if (ADW_IS_EXPANDER_ROW (widget) && !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (widget)))
    {
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
      opened = adw_expander_row_get_expanded (ADW_EXPANDER_ROW (widget));
    }
  if (is_writable (widget))
    g_ptr_array_add (fields, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    opened |= collect (child, fields);
  return opened;
}

/* (transfer container) */
static GPtrArray *
list_fields (GtkWidget *root)
{
  GPtrArray *fields = g_ptr_array_new ();

  while (collect (root, fields))
    {
      g_ptr_array_set_size (fields, 0);
      hands_wait_frame (root);
    }
  return fields;
}

/* Restores the document. */
static void
restore (Watch *self)
{
  gtk_root_set_focus (GTK_ROOT (self->window), NULL);
  hands_settle ();
  while (troupe_document_undo (self->document))
    continue;
  hands_settle ();
}

/* Leaves a field backwards. In a text of several lines, Shift+Tab has to leave, too. */
static void
press_back (Watch *self, GtkWidget *field)
{
  hands_key (GDK_KEY_Tab, SHIFT);
  hands_settle ();
  if (gtk_root_get_focus (GTK_ROOT (self->window)) == field)
    complain (self, field, "Shift+Tab", "the focus does not leave");
  gtk_widget_grab_focus (field);
  hands_settle ();
}

typedef void (*Show) (Watch *self, const char *id);

/* Presses the keys in each field of a form. @show: shows the form again, with new widgets */
static void
press_in_form (Watch *self, GtkWidget *form, Show show, const char *id)
{
  g_autofree char *original = write_text (self);
  g_autoptr (GPtrArray) fields = NULL;

  self->is_form = TRUE;
  for (guint i = 0; fields == NULL || i < fields->len; i++)
    {
      g_autofree char *after = NULL;

      if (fields == NULL)
        {
          show (self, id);
          hands_wait_frame (form);
          fields = list_fields (form);
        }
      if (i >= fields->len)
        break;
      if (!count_field (self, fields->pdata[i]))
        continue;
      gtk_widget_grab_focus (fields->pdata[i]);
      press_back (self, fields->pdata[i]);
      press_keys (self, fields->pdata[i]);
      g_clear_pointer (&fields, g_ptr_array_unref);
      restore (self);
      after = write_text (self);
      g_assert_cmpstr (after, ==, original);
    }
  self->is_form = FALSE;
}

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2;
}

/* Opens a document beside another one, in a window that is wide enough for the inspector. */
static void
open_watched (Watch *self, const char *path)
{
  g_autofree char *other = get_example ("straight-line.json");
  g_autoptr (GFile) file = g_file_new_for_path (other);
  TroupePage *page;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  self->turn = (guint) g_test_rand_int_range (0, 6);
  self->window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1380, 880);
  troupe_window_open_file (self->window, file);
  wait_until (has_two_pages, self->window);
  adw_tab_view_set_selected_page (self->window->tab_view,
                                  adw_tab_view_get_nth_page (self->window->tab_view, 0));
  page = troupe_window_get_page (self->window);
  self->document = troupe_page_get_document (page);
  hands_settle ();
  self->canvas = TROUPE_CANVAS (hands_find_type (GTK_WIDGET (page), TROUPE_TYPE_CANVAS));
  hands_wait_frame (GTK_WIDGET (self->window));
}

static void
finish (Watch *self, guint n_fields)
{
  close_window (self->window);
  g_test_message ("%u text widgets", self->n_fields);
  g_assert_cmpuint (self->n_fields, >=, n_fields);
  g_assert_cmpuint (self->n_failed, ==, 0);
  watch_clear (self);
}

static char *
write_fields_flow (const char *name)
{
  g_autofree char *source =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "hands", "fields-flow.json", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (source, &text, NULL, NULL));
  return write_file (name, text);
}

static void
show_method (Watch *self, const char *id)
{
  TroupeEditor *editor = get_editor (troupe_window_get_page (self->window));

  troupe_editor_select_method (editor, NULL);
  troupe_editor_select_method (editor, id);
}

static void
test_flow_forms (void)
{
  static const char *const methods[] = { NULL,    "m_expression", "m_each",  "m_agent",
                                         "m_map", "m_crew",       "m_tool",  "m_code",
                                         "m_ask", "m_router",     "m_script" };
  g_autofree char *path = write_fields_flow ("keys.json");
  Watch watch = { NULL };
  GtkWidget *inspector;

  open_watched (&watch, path);
  inspector = hands_find_type (GTK_WIDGET (watch.window), TROUPE_TYPE_INSPECTOR);
  g_assert_nonnull (inspector);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    press_in_form (&watch, inspector, show_method, methods[i]);
  troupe_inspector_set_json (TROUPE_INSPECTOR (inspector), TRUE);
  press_in_form (&watch, inspector, show_method, "m_expression");
  finish (&watch, 30);
}

static void
show_card (Watch *self, const char *id)
{
  TroupeCrewContent *content = troupe_crew_content_of (troupe_window_get_page (self->window));

  troupe_crew_editor_select (troupe_crew_content_get_editor (content), NULL);
  troupe_crew_editor_select (troupe_crew_content_get_editor (content), id);
}

static char *
write_crew (const char *folder)
{
  static const char crew[] =
      "{\"name\": \"desk\", \"agents\": [\"reader\"], \"tasks\": ["
      "{\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
      "\"agent\": \"reader\"}, {\"name\": \"write\", \"description\": \"Write {topic}.\", "
      "\"expected_output\": \"A page\", \"agent\": \"reader\", \"context\": [\"gather\"]}]}\n";
  static const char agent[] = "{\"role\": \"Reader\", \"goal\": \"Work\", \"backstory\": \"b\", "
                              "\"llm\": \"mock/echo\"}\n";
  g_autofree char *agent_path = g_strdup_printf ("%s/agents/reader.jsonc", folder);
  g_autofree char *written = write_file (agent_path, agent);
  g_autofree char *path = g_strdup_printf ("%s/crew.jsonc", folder);

  return write_file (path, crew);
}

static void
test_crew_forms (void)
{
  static const char *const cards[] = { NULL, "task:1", "agent:reader" };
  g_autofree char *path = write_crew ("keys-crew");
  Watch watch = { NULL };
  GtkWidget *inspector;

  open_watched (&watch, path);
  inspector = hands_find_type (GTK_WIDGET (watch.window), TROUPE_TYPE_CREW_INSPECTOR);
  g_assert_nonnull (inspector);
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    press_in_form (&watch, inspector, show_card, cards[i]);
  finish (&watch, 30);
}

/* --- Popovers and dialogs --------------------------------------------------------------------- */

static GtkWidget *
get_focus (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_is_active (window))
        return gtk_window_get_focus (window);
    }
  return NULL;
}

/* Whether a text widget other than @user_data has the focus. */
static gboolean
writes_elsewhere (gpointer user_data)
{
  GtkWidget *focus = get_focus ();

  return focus != NULL && focus != user_data && is_writable (focus) &&
         gtk_widget_get_mapped (focus);
}

static gboolean
is_in_front (gpointer user_data)
{
  return gtk_window_is_active (GTK_WINDOW (user_data));
}

/* Opens something by a key and presses the keys in the text widget that gets the focus. */
static void
press_in_popover (Watch *self, guint key, GdkModifierType modifiers)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  hands_wait_frame (GTK_WIDGET (self->window));
  before = write_text (self);
  hands_key (key, modifiers);
  wait_until (writes_elsewhere, NULL);
  press_all (self, get_focus ());
  for (guint i = 0; i < 3 && !gtk_widget_has_focus (GTK_WIDGET (self->canvas)); i++)
    hands_key (GDK_KEY_Escape, 0);
  hands_settle ();
  wait_until (is_in_front, self->window);
  after = write_text (self);
  while (!g_str_equal (after, before) && troupe_document_undo (self->document))
    {
      g_free (after);
      after = write_text (self);
    }
  g_assert_cmpstr (after, ==, before);
}

static void
test_flow_popovers (void)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } openers[] = {
    { GDK_KEY_slash, 0 }, { GDK_KEY_c, 0 },    { GDK_KEY_f, CTRL },
    { GDK_KEY_F2, 0 },    { GDK_KEY_k, CTRL }, { GDK_KEY_n, SHIFT },
  };
  g_autofree char *path = write_fields_flow ("keys-popovers.json");
  Watch watch = { NULL };

  open_watched (&watch, path);
  /* A step that Ctrl+Z in a popover must not undo. */
  g_free (troupe_document_add_note (watch.document, "Hello", 60, 900));
  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      show_method (&watch, "m_agent");
      press_in_popover (&watch, openers[i].key, openers[i].modifiers);
    }
  finish (&watch, G_N_ELEMENTS (openers));
}

static void
test_crew_popovers (void)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } openers[] = {
    { GDK_KEY_slash, 0 }, { GDK_KEY_F2, 0 }, { GDK_KEY_k, CTRL },
    { GDK_KEY_f, CTRL },  { GDK_KEY_n, 0 },  { GDK_KEY_t, 0 },
  };
  g_autofree char *path = write_crew ("keys-crew-popovers");
  Watch watch = { NULL };

  open_watched (&watch, path);
  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      show_card (&watch, "task:1");
      press_in_popover (&watch, openers[i].key, openers[i].modifiers);
    }
  finish (&watch, G_N_ELEMENTS (openers));
}

/* Presses the keys in all text widgets below @root, which do not edit the document. */
static void
press_below (Watch *self, GtkWidget *root)
{
  g_autoptr (GPtrArray) fields = NULL;

  hands_wait_frame (root);
  fields = list_fields (root);
  for (guint i = 0; i < fields->len; i++)
    if (gtk_widget_get_mapped (fields->pdata[i]))
      {
        gtk_widget_grab_focus (fields->pdata[i]);
        press_all (self, fields->pdata[i]);
      }
}

static void
test_preferences (void)
{
  static const char *const pages[] = { "models" };
  g_autofree char *path = write_fields_flow ("keys-preferences.json");
  Watch watch = { NULL };

  open_watched (&watch, path);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      TroupePreferences *preferences = show_preferences (pages[i]);

      wait_until (is_in_front, preferences);
      press_below (&watch, GTK_WIDGET (preferences));
      gtk_window_close (GTK_WINDOW (preferences));
      wait_until (is_in_front, watch.window);
    }
  finish (&watch, 3);
}

static gboolean
has_inputs (gpointer user_data)
{
  GtkWindow *dialog = get_inputs_dialog (troupe_window_get_page (user_data));

  return dialog != NULL && gtk_window_is_active (dialog);
}

static void
test_inputs (void)
{
  g_autofree char *path = write_fields_flow ("keys-inputs.json");
  /* A flow is not run while a crew does not exist. */
  g_autofree char *crew = write_file ("crews/a/crew.jsonc", "{\"agents\": [], \"tasks\": []}\n");
  Watch watch = { NULL };

  open_watched (&watch, path);
  hands_key (GDK_KEY_F5, CTRL);
  wait_until (has_inputs, watch.window);
  press_below (&watch, GTK_WIDGET (get_inputs_dialog (troupe_window_get_page (watch.window))));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_in_front, watch.window);
  finish (&watch, 1);
}

static void
test_panels (void)
{
  static const char *const panels[] = {
    "timeline", "transcript", "data", "log", "cost", "problems"
  };
  g_autofree char *path = write_fields_flow ("keys-panels.json");
  Watch watch = { NULL };

  open_watched (&watch, path);
  gtk_widget_activate_action (GTK_WIDGET (watch.window), "win.show-outline", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.panel-%s", panels[i]);

      gtk_widget_activate_action (GTK_WIDGET (watch.window), action, NULL);
      hands_wait_frame (GTK_WIDGET (watch.window));
      press_below (&watch, GTK_WIDGET (get_monitor (troupe_window_get_page (watch.window))));
    }
  finish (&watch, 1);
}

static void
test_chat (void)
{
  static const char text[] = "schema: crewai.flow/v1\n"
                             "name: Shop\n"
                             "conversational: {llm: \"mock/say:You are welcome.\"}\n"
                             "methods:\n"
                             "  route_conversation:\n"
                             "    start: true\n"
                             "    router: true\n"
                             "    emit: [order, converse]\n"
                             "    do: {call: expression, expr: \"'converse'\"}\n";
  g_autofree char *path = write_file ("keys-chat.yaml", text);
  Watch watch = { NULL };

  open_watched (&watch, path);
  hands_key (GDK_KEY_l, CTRL);
  wait_until (writes_elsewhere, NULL);
  press_all (&watch, get_focus ());
  finish (&watch, 1);
}

static void
test_memory (void)
{
  g_autofree char *path = write_crew ("keys-memory");
  Watch watch = { NULL };

  open_watched (&watch, path);
  hands_key (GDK_KEY_m, CTRL | GDK_ALT_MASK);
  hands_settle ();
  press_below (&watch, GTK_WIDGET (troupe_window_get_page (watch.window)));
  finish (&watch, 1);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/keys/flow-forms", test_flow_forms);
  g_test_add_func ("/hands/keys/crew-forms", test_crew_forms);
  g_test_add_func ("/hands/keys/flow-popovers", test_flow_popovers);
  g_test_add_func ("/hands/keys/crew-popovers", test_crew_popovers);
  g_test_add_func ("/hands/keys/preferences", test_preferences);
  g_test_add_func ("/hands/keys/inputs", test_inputs);
  g_test_add_func ("/hands/keys/panels", test_panels);
  g_test_add_func ("/hands/keys/chat", test_chat);
  g_test_add_func ("/hands/keys/memory", test_memory);
  return window_test_run ();
}
