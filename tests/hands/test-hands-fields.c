/* test-hands-fields.c: every field of the inspector, edited by real clicks and keys and left in
 * every possible manner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../app/window-test.h"
#include "../test-time.h"
#include "hands.h"
#include "troupe-canvas.h"
#include "troupe-inspector.h"
#include "troupe-text-field.h"

/* A word that no document contains and that is a valid name. */
#define WORD "q7z"
/* A field with text is left in one out of so many manners. */
#define SHARE 6
/* Seconds after which an unfinished case counts as hanging. */
#define PATIENCE (120 * TEST_SLOWNESS)

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  TroupeFlowDocument *document;
  TroupeCanvas *canvas;
  TroupeInspector *inspector;
  char *text; /* the document's text when it was opened */
} Hands;

typedef enum
{
  LEAVE_GROUND,
  LEAVE_CARD,
  LEAVE_FIELD,
  LEAVE_TAB,
  LEAVE_SAVE,
  LEAVE_NEXT_TAB,
  LEAVE_RUN,
  LEAVE_CLOSE,
  LEAVE_UNDO,
  N_LEAVES
} Leave;

static const char *const leave_words[] = {
  "click the ground", "click a card", "click a field", "click a tab", "Ctrl+S",
  "Ctrl+Page Down",   "F5",           "close the tab", "undo",
};

static void
hang_cb (int number)
{
  static const char words[] = "Bail out! it hangs\n";

  if (write (STDOUT_FILENO, words, sizeof words - 1) < 0)
    _exit (2);
  abort ();
}

/* --- Finding widgets -------------------------------------------------------------------------- */

static GtkWidget *
find (GtkWidget *root, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns TRUE if the user can click the widget in a form. Popovers are excluded. */
static gboolean
is_field (GtkWidget *widget)
{
  return GTK_IS_TEXT (widget) || GTK_IS_TEXT_VIEW (widget) || GTK_IS_SWITCH (widget) ||
         GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) ||
         (GTK_IS_LIST_BOX_ROW (widget) &&
          gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (widget)));
}

static void
collect (GtkWidget *widget, GPtrArray *fields)
{
  if (GTK_IS_POPOVER (widget) || !gtk_widget_get_mapped (widget) ||
      !gtk_widget_get_sensitive (widget))
    return;
  if (is_field (widget))
    g_ptr_array_add (fields, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, fields);
}

/* Lists the fields in visual order. (transfer container): GtkWidget */
static GPtrArray *
list_fields (Hands *hands)
{
  GPtrArray *fields = g_ptr_array_new ();

  collect (troupe_inspector_get_content (hands->inspector), fields);
  return fields;
}

static gboolean
is_writable (GtkWidget *field)
{
  return (GTK_IS_TEXT (field) && gtk_editable_get_editable (GTK_EDITABLE (field))) ||
         (GTK_IS_TEXT_VIEW (field) && gtk_text_view_get_editable (GTK_TEXT_VIEW (field)));
}

/* Scrolls the field into view like the mouse wheel would. */
static void
scroll_to (GtkWidget *field)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (field, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *outer = scroller;
  GtkAdjustment *adjustment;
  double y = 0;

  while (outer != NULL)
    {
      scroller = outer;
      outer = gtk_widget_get_ancestor (gtk_widget_get_parent (scroller), GTK_TYPE_SCROLLED_WINDOW);
    }
  if (scroller == NULL)
    return;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_widget_translate_coordinates (field, scroller, 0, 0, NULL, &y);
  if (y < 0 || y + gtk_widget_get_height (field) > gtk_widget_get_height (scroller))
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y - 120);
  hands_wait_frame (field);
}

static void
click_field (GtkWidget *field)
{
  scroll_to (field);
  /* Clicks the left half of the field, because the middle of a row may be a label or a button. */
  hands_click (field, MIN (gtk_widget_get_width (field) / 2.0, 60),
               MIN (gtk_widget_get_height (field) / 2.0, 24));
}

/* --- Page setup ------------------------------------------------------------------------------- */

static char *
write_text (TroupeFlowDocument *document)
{
  return troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
}

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2;
}

static void
open_hands (Hands *hands)
{
  g_autofree char *source =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "hands", "fields-flow.json", NULL);
  g_autofree char *other = get_example ("straight-line.json");
  g_autoptr (GFile) other_file = g_file_new_for_path (other);
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  GtkWidget *editor;

  /* A switch changes only after its animation, and a blinking cursor repaints the window all the
   * time. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  g_assert_true (g_file_get_contents (source, &text, NULL, NULL));
  path = write_file ("fields.json", text);
  hands->window = open_still_window (path);
  gtk_window_set_default_size (GTK_WINDOW (hands->window), 1380, 880);
  troupe_window_open_file (hands->window, other_file);
  wait_until (has_two_pages, hands->window);
  adw_tab_view_set_selected_page (hands->window->tab_view,
                                  adw_tab_view_get_nth_page (hands->window->tab_view, 0));
  hands->page = troupe_window_get_page (hands->window);
  hands->document = TROUPE_FLOW_DOCUMENT (troupe_page_get_document (hands->page));
  editor = GTK_WIDGET (get_editor (hands->page));
  hands->canvas = TROUPE_CANVAS (find (editor, TROUPE_TYPE_CANVAS));
  hands->inspector = TROUPE_INSPECTOR (find (editor, TROUPE_TYPE_INSPECTOR));
  hands->text = write_text (hands->document);
  hands_settle ();
}

static void
close_hands (Hands *hands)
{
  close_window (hands->window);
  g_clear_pointer (&hands->text, g_free);
}

static gboolean
is_in_front (gpointer user_data)
{
  return gtk_window_is_active (GTK_WINDOW (user_data));
}

/* An open popover would consume the next click. */
static void
close_popovers (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    close_popovers (child);
}

/* Closes all other windows. Called repeatedly, because dialogs may appear late. */
static void
close_questions (Hands *hands)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (toplevels); i > 0; i--)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i - 1);

      if (window != NULL && window != GTK_WINDOW (hands->window) &&
          gtk_widget_get_visible (GTK_WIDGET (window)))
        gtk_window_close (window);
    }
}

static gboolean
is_still (gpointer user_data)
{
  Hands *hands = user_data;

  close_questions (hands);
  troupe_page_stop (hands->page);
  return !troupe_page_is_running (hands->page) && !troupe_page_is_starting (hands->page) &&
         !hands->window->is_saving;
}

/* Restores the initial state: no dialog, no run, the first tab selected, no changes. */
static void
begin_again (Hands *hands)
{
  close_popovers (GTK_WIDGET (hands->window));
  wait_until (is_still, hands);
  adw_tab_view_set_selected_page (hands->window->tab_view,
                                  adw_tab_view_get_nth_page (hands->window->tab_view, 0));
  gtk_root_set_focus (GTK_ROOT (hands->window), NULL);
  hands_settle ();
  while (troupe_document_undo (TROUPE_DOCUMENT (hands->document)))
    continue;
  hands_settle ();
  {
    g_autofree char *text = write_text (hands->document);

    g_assert_cmpstr (text, ==, hands->text);
  }
  wait_until (is_in_front, hands->window);
}

/* A form of the inspector. @method: a method, or NULL for the flow; @json: whether its JSON view
 * is shown. */
typedef struct
{
  const char *method;
  gboolean json;
} Form;

static void
show_form (Hands *hands, const Form *form)
{
  TroupeEditor *editor = get_editor (hands->page);

  troupe_editor_select_method (editor, NULL);
  troupe_editor_select_method (editor, form->method);
  troupe_inspector_set_json (hands->inspector, form->json);
  hands_wait_frame (GTK_WIDGET (hands->window));
}

/* --- Leaving a field -------------------------------------------------------------------------- */

static void
click_canvas (Hands *hands, TroupeCanvasKind wanted, const char *not_this)
{
  static int start;
  GtkWidget *canvas = GTK_WIDGET (hands->canvas);
  int width = gtk_widget_get_width (canvas) - 20;
  int height = gtk_widget_get_height (canvas) - 80;

  /* Two clicks at the same position would be a double click. */
  start = (start + 37) % 111;
  for (int y = 80; y < height; y += 7)
    for (int x = 20 + start; x < width; x += 13)
      {
        const char *id = NULL;

        /* The card of the crew is excluded, because its arrow and a second click on the card
         * open the crew's file, which does not exist. */
        if (troupe_canvas_hit (hands->canvas, x, y, &id, NULL) == wanted &&
            (id == NULL || (g_strcmp0 (id, not_this) != 0 && !g_str_equal (id, "m_crew"))))
          {
            hands_click (canvas, x, y);
            return;
          }
      }
  g_assert_not_reached ();
}

/* Clicks the next writable field after @index, so that text typed afterwards is entered in this
 * field. If @writes is FALSE, the click only closes what a button or a row of choices has
 * opened. */
static void
click_other_field (Hands *hands, guint index, gboolean writes)
{
  g_autoptr (GPtrArray) fields = list_fields (hands);

  for (guint i = 1; i < fields->len; i++)
    {
      GtkWidget *other = fields->pdata[(index + i) % fields->len];
      GtkWidget *focus;

      if (!is_writable (other))
        continue;
      click_field (other);
      if (!writes)
        return;
      /* When a name field loses the focus, the rows are rebuilt. The focus is then in the new
       * widget of the same field. */
      if (gtk_widget_get_root (other) == NULL)
        {
          g_autoptr (GPtrArray) fields_now = list_fields (hands);

          g_assert_cmpuint (fields_now->len, ==, fields->len);
          other = fields_now->pdata[(index + i) % fields_now->len];
        }
      focus = gtk_root_get_focus (GTK_ROOT (hands->window));
      g_assert_true (focus == other);
      hands_type ("Y8x");
      g_assert_true (gtk_root_get_focus (GTK_ROOT (hands->window)) == other);
      return;
    }
}

static gboolean
is_in_popover (GtkWidget *widget)
{
  return widget != NULL && gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL;
}

static void
leave (Hands *hands, Leave way, const Form *form, guint index, gboolean writes)
{
  switch (way)
    {
    case LEAVE_GROUND:
      click_canvas (hands, TROUPE_CANVAS_KIND_GROUND, NULL);
      break;
    case LEAVE_CARD:
      click_canvas (hands, TROUPE_CANVAS_KIND_NODE, form->method);
      break;
    case LEAVE_FIELD:
      click_other_field (hands, index, writes);
      break;
    case LEAVE_TAB:
      hands_click (GTK_WIDGET (hands->window->tab_bar),
                   gtk_widget_get_width (GTK_WIDGET (hands->window->tab_bar)) * 0.7, 20);
      break;
    case LEAVE_SAVE:
      hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
      wait_until (is_written, hands->window);
      break;
    case LEAVE_NEXT_TAB:
      hands_key (GDK_KEY_Page_Down, GDK_CONTROL_MASK);
      break;
    case LEAVE_RUN:
      hands_key (GDK_KEY_F5, 0);
      break;
    case LEAVE_CLOSE:
      hands_key (GDK_KEY_w, GDK_CONTROL_MASK);
      break;
    case LEAVE_UNDO:
      /* An open popover handles its own keys. */
      hands_wait_frame (GTK_WIDGET (hands->window));
      if (is_in_popover (gtk_root_get_focus (GTK_ROOT (hands->window))))
        hands_key (GDK_KEY_Escape, 0);
      hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
      break;
    case N_LEAVES:
    default:
      g_assert_not_reached ();
    }
  hands_settle ();
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* Returns TRUE if the typed word is a valid value of the field. It is not valid for numbers and
 * JSON. */
static gboolean
takes_word (GtkWidget *field)
{
  GtkWidget *text_field = gtk_widget_get_ancestor (field, TROUPE_TYPE_TEXT_FIELD);
  GtkWidget *row = gtk_widget_get_ancestor (field, ADW_TYPE_ENTRY_ROW);
  GtkSourceLanguage *language = NULL;

  if (gtk_widget_get_ancestor (field, GTK_TYPE_SPIN_BUTTON) != NULL ||
      (row != NULL && gtk_widget_has_css_class (row, "error")))
    return FALSE;
  if (text_field != NULL)
    language = gtk_source_buffer_get_language (
        GTK_SOURCE_BUFFER (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (text_field))));
  return language == NULL || !g_str_equal (gtk_source_language_get_id (language), "json");
}

/* Text that is typed slowly creates several undo steps, but at most one per letter. */
static void
check_undone (Hands *hands)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *text = write_text (hands->document);

      if (g_str_equal (text, hands->text))
        return;
      g_assert_cmpuint (i + 1, <, strlen (WORD));
      hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
    }
}

static void
check (Hands *hands, Leave way, gboolean writes, gboolean wrote)
{
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *saved = NULL;

  if (way == LEAVE_UNDO)
    {
      /* The intermediate text of a JSON field may not be valid JSON. */
      if (wrote || !writes)
        check_undone (hands);
      return;
    }
  if (!wrote)
    return;
  text = write_text (hands->document);
  g_assert_nonnull (strstr (text, WORD));
  if (way == LEAVE_CLOSE)
    g_assert_nonnull (find_dialog ());
  if (way != LEAVE_SAVE)
    return;
  path = g_build_filename (g_get_user_data_dir (), "fields.json", NULL);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, WORD));
}

/* Returns the kind of a field in which the user can write, or NULL: the classes of the field and of
 * the widgets around it that handle its keys and its focus. */
static const char *
name_kind (GtkWidget *field)
{
  g_autoptr (GString) kind = NULL;

  if (!is_writable (field))
    return NULL;
  kind = g_string_new (G_OBJECT_TYPE_NAME (field));
  for (GtkWidget *at = gtk_widget_get_parent (field); at != NULL && !TROUPE_IS_INSPECTOR (at);
       at = gtk_widget_get_parent (at))
    if (GTK_IS_EDITABLE (at) || ADW_IS_PREFERENCES_ROW (at) ||
        g_str_has_prefix (G_OBJECT_TYPE_NAME (at), "Troupe"))
      g_string_append_printf (kind, " in %s", G_OBJECT_TYPE_NAME (at));

  return g_intern_string (kind->str);
}

/* Testing all combinations would require several thousand cases. Therefore, a field without text
 * is left in only one manner and a field with text in one or two, unless TROUPE_HANDS_ALL is set.
 * @turn, which depends on the seed, decides which of the latter. Each kind of field with text is left in
 * every manner. */
static gboolean
is_wanted (const char *kind, guint index, Leave way, guint turn)
{
  static GHashTable *tried;
  g_autofree char *pair = NULL;

  if (g_getenv ("TROUPE_HANDS_ALL") != NULL)
    return TRUE;
  if (kind == NULL)
    return (index + way) % N_LEAVES == 0;
  if (tried == NULL)
    tried = g_hash_table_new (g_str_hash, g_str_equal);
  pair = g_strdup_printf ("%s: %s", kind, leave_words[way]);

  return g_hash_table_add (tried, (gpointer) g_intern_string (pair)) ||
         (index + way + turn) % SHARE == 0;
}

/* Rebuilds the form and lists its fields. @kinds: (element-type utf8): the kind of each field, see
 * name_kind() */
static GPtrArray *
show_fields (Hands *hands, const Form *form, GPtrArray *kinds)
{
  GPtrArray *fields;

  show_form (hands, form);
  fields = list_fields (hands);
  g_ptr_array_set_size (kinds, 0);
  for (guint i = 0; i < fields->len; i++)
    g_ptr_array_add (kinds, (gpointer) name_kind (fields->pdata[i]));

  return fields;
}

/* Tries one field and one manner of leaving it. The field may not exist, because an earlier case
 * may have collapsed a part of the form. */
static void
try_field (Hands *hands, const Form *form, guint index, Leave way, GPtrArray *kinds)
{
  g_autoptr (GPtrArray) fields = show_fields (hands, form, kinds);
  GtkWidget *field;
  gboolean writes;
  gboolean wrote = FALSE;

  if (index >= fields->len)
    return;
  field = fields->pdata[index];
  writes = is_writable (field);
  if (g_test_verbose ())
    g_test_message ("%s, field %u (%s): %s", form->method, index, G_OBJECT_TYPE_NAME (field),
                    leave_words[way]);
  alarm (PATIENCE);
  click_field (field);
  if (writes)
    {
      g_assert_true (gtk_root_get_focus (GTK_ROOT (hands->window)) == field);
      hands_type_into_draft (field, WORD);
      wrote = takes_word (field);
    }
  /* A page without changes would close without a dialog. */
  if (way != LEAVE_CLOSE || wrote ||
      troupe_document_is_modified (TROUPE_DOCUMENT (hands->document)))
    leave (hands, way, form, index, writes);
  check (hands, way, writes, wrote);
  begin_again (hands);
  alarm (0);
}

static void
test_form (gconstpointer data)
{
  const Form *form = data;
  Hands hands = { 0 };
  const guint turn = (guint) g_test_rand_int_range (0, N_LEAVES * SHARE);
  g_autoptr (GPtrArray) kinds = g_ptr_array_new ();
  g_autoptr (GPtrArray) fields = NULL;
  guint n_fields = 0;
  guint n_cases = 0;

  open_hands (&hands);
  fields = show_fields (&hands, form, kinds);
  for (Leave way = 0; way < N_LEAVES; way++)
    for (guint index = 0; index < kinds->len; index++)
      {
        n_fields = MAX (n_fields, index + 1);
        /* Rebuilding the form for skipped cases would take half of the total time. */
        if (!is_wanted (kinds->pdata[index], index, way, turn))
          continue;
        n_cases++;
        try_field (&hands, form, index, way, kinds);
      }
  g_test_message ("%u fields, %u cases", n_fields, n_cases);
  g_assert_cmpuint (n_fields, >, 0);
  /* Fields that show only while others have certain values may be missing when it is their turn. */
  g_assert_cmpuint (n_cases, >=, n_fields - n_fields / 4);
  close_hands (&hands);
}

/* Usage: test-hands-fields [--first|--second]; the options select one half of the forms. */
int
main (int argc, char **argv)
{
  static const Form forms[] = {
    { NULL, FALSE },          { "m_expression", FALSE }, { "m_each", FALSE },
    { "m_agent", FALSE },     { "m_map", FALSE },        { "m_crew", FALSE },
    { "m_tool", FALSE },      { "m_code", FALSE },       { "m_script", FALSE },
    { "m_ask", FALSE },       { "m_router", FALSE },     { NULL, TRUE },
    { "m_expression", TRUE },
  };
  const char *half = argc > 1 ? argv[argc - 1] : "";

  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  signal (SIGALRM, hang_cb);
  window_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *name = NULL;

      if (g_str_equal (half, i % 2 == 0 ? "--second" : "--first"))
        continue;
      name =
          g_strdup_printf ("/hands/fields/%s%s", forms[i].method != NULL ? forms[i].method : "flow",
                           forms[i].json ? "-json" : "");

      g_test_add_data_func (name, &forms[i], test_form);
    }

  return window_test_run ();
}
