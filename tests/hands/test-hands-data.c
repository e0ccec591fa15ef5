/* test-hands-data.c: values of a run by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-method-detail.h"
#include "troupe-run-controller.h"
#include "troupe-value-table.h"
#include "troupe-value-tree.h"
#include "troupe-value-view.h"

/* Characters of the long text, and the number after which the text form is cut. */
#define LONG 230000

/* A picture of one pixel. */
#define PICTURE                                                                                    \
  "data:image/"                                                                                    \
  "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAA"    \
  "AABJRU5ErkJggg=="

static const char format[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"data\", \"state\": {\"type\": \"json_schema\", "
    "\"json_schema\": {\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\", "
    "\"default\": 1}, \"kept\": {\"type\": \"string\", \"default\": \"same\"}, \"long\": "
    "{\"type\": "
    "\"string\", \"default\": \"%s\"}}}}, \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"{'rows': [{'name': 'apple', 'price': 3}, {'name': 'pear', 'price': 4}], "
    "'deep': {'inner': {'needle': 'in hay'}}}\"}}, "
    "\"list\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first.rows\"}}, "
    "\"change\": {\"listen\": \"list\", \"do\": {\"call\": \"script\", \"code\": "
    "\"state.n = 5\\nreturn 'changed'\"}}, "
    "\"note\": {\"listen\": \"change\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"'# Heading\\\\n\\\\nSome **bold** words.'\"}}, "
    "\"picture\": {\"listen\": \"note\", \"do\": {\"call\": \"expression\", \"expr\": \"'" PICTURE
    "'\"}}, "
    "\"long\": {\"listen\": \"picture\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"state.long\"}}}}\n";

static TroupeWindow *window;

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

static GtkWidget *
get_view (void)
{
  return hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_VALUE_VIEW);
}

static gboolean
has_run (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));

  return !troupe_run_controller_is_starting (troupe_page_content_get_running (content)) &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (content)) &&
         shows_text (GTK_WIDGET (window), "Finished");
}

static gboolean
has_detail (gpointer user_data)
{
  return hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_METHOD_DETAIL) != NULL;
}

/* Finds the button with the tooltip. */
static GtkWidget *
find_button (GtkWidget *root, const char *words)
{
  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_widget_get_tooltip_text (root), words) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, words);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_type (gpointer type)
{
  return get_view () != NULL && hands_find_type (get_view (), GPOINTER_TO_SIZE (type)) != NULL;
}

static gboolean
shows (gpointer text)
{
  return get_view () != NULL && shows_text (get_view (), text);
}

/* Returns TRUE if the text form contains the text. */
static gboolean
has_text (gpointer text)
{
  GtkWidget *field = get_view () != NULL ? hands_find_type (get_view (), GTK_TYPE_TEXT_VIEW) : NULL;
  g_autofree char *shown = NULL;

  if (field == NULL)
    return FALSE;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), "text", &shown, NULL);
  return strstr (shown, text) != NULL;
}

/* Returns TRUE if the clipboard has the text. */
static gboolean
is_copied (gpointer text)
{
  GdkContentProvider *content =
      gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window)));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  return content != NULL && gdk_content_provider_get_value (content, &value, NULL) &&
         g_strcmp0 (g_value_get_string (&value), text) == 0;
}

/* Selects the method, and shows its input, output or state. */
static void
show (const char *method, const char *page)
{
  GtkWidget *detail = NULL;

  hands_click_card (get_canvas (), method, 60, 20, HANDS_CLICK);
  wait_until (has_detail, NULL);
  detail = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_METHOD_DETAIL);
  wait_for_text (detail, method);
  hands_click_found (hands_find_label, detail, page);
  hands_wait_frame (GTK_WIDGET (window));
}

static void
choose_form (const char *name)
{
  hands_click_found (find_button, GTK_WIDGET (window), name);
  hands_wait_frame (GTK_WIDGET (window));
}

/* Selects a row of the tree by a click on its name. */
static void
click_row (const char *name)
{
  wait_until (shows, (gpointer) name);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_label (get_view (), name));
}

static gboolean
is_full (gpointer user_data)
{
  GtkWidget *full = hands_find_window ("output");
  GtkWidget *field = full != NULL ? hands_find_type (full, GTK_TYPE_TEXT_VIEW) : NULL;

  return field != NULL && gtk_window_is_active (GTK_WINDOW (full)) &&
         gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field))) >= LONG;
}

static gboolean
is_in_front (gpointer user_data)
{
  return gtk_window_is_active (GTK_WINDOW (window));
}

static void
close_full (void)
{
  wait_until (is_full, NULL);
  gtk_window_close (GTK_WINDOW (hands_find_window ("output")));
  wait_until (is_in_front, NULL);
}

/* Returns TRUE if the button with the label has the focus. */
static gboolean
is_at_button (const char *label)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return GTK_IS_BUTTON (focus) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (focus)), label) == 0;
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* Input, output and state are separate pages; what a method has changed in the state is marked, and nothing else. */
static void
test_pages (void)
{
  show ("list", "Input");
  wait_until (shows, (gpointer) "rows");
  show ("list", "Output");
  wait_until (shows, (gpointer) "1");
  show ("change", "State");
  wait_until (shows, (gpointer) "kept");
  wait_until (shows, (gpointer) "±");
  g_assert_nonnull (hands_find_label (get_view (), "5"));
  show ("note", "State");
  wait_until (shows, (gpointer) "kept");
  g_assert_false (shows ((gpointer) "±"));
}

/* A list of objects is a table, a text and a tree. */
static void
test_forms (void)
{
  show ("list", "Output");
  choose_form ("As Table");
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_VALUE_TABLE));
  wait_until (shows, (gpointer) "pear");
  choose_form ("As Text");
  wait_until (has_text, (gpointer) "\"name\": \"pear\"");
  choose_form ("As Tree");
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_VALUE_TREE));
}

/* The search finds what is folded, and counts; a path and a value are copied by keys and by the menu. */
static void
test_find_and_copy (void)
{
  show ("first", "Output");
  choose_form ("As Tree");
  click_row ("rows");
  press (GDK_KEY_f, GDK_CONTROL_MASK);
  hands_wait_field (NULL);
  hands_type ("needle");
  wait_until (shows, (gpointer) "1 of 1");
  wait_until (shows, (gpointer) "in hay");
  press (GDK_KEY_Escape, 0);
  click_row ("needle");
  press (GDK_KEY_c, GDK_CONTROL_MASK);
  wait_until (is_copied, (gpointer) "in hay");
  press (GDK_KEY_c, GDK_CONTROL_MASK | GDK_ALT_MASK);
  wait_until (is_copied, (gpointer) "outputs.first.deep.inner.needle");
  click_row ("inner");
  hands_menu (hands_find_label (get_view (), "inner"), 4, 4);
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Copy Path");
  wait_until (is_copied, (gpointer) "outputs.first.deep.inner");
}

/* Markdown and pictures are rendered. */
static void
test_rendered (void)
{
  show ("note", "Output");
  choose_form ("Rendered");
  wait_until (shows, (gpointer) "Heading");
  wait_until (shows, (gpointer) "Some bold words.");
  show ("picture", "Output");
  wait_until (has_type, GSIZE_TO_POINTER (GTK_TYPE_PICTURE));
  choose_form ("As Text");
  wait_until (has_text, (gpointer) "data:image/png");
}

/* A long text is cut in each form, which says so and shows all of it on demand. */
static void
test_long (void)
{
  show ("long", "Output");
  choose_form ("As Text");
  wait_until (shows, (gpointer) "Truncated after 200 kB.");
  hands_click_found (find_labelled, get_view (), "Open in Full");
  close_full ();
  choose_form ("Rendered");
  /* The button is below the text; Tab leads to it. */
  for (guint i = 0; i < 12 && !is_at_button ("Show All"); i++)
    press (GDK_KEY_Tab, 0);
  g_assert_true (is_at_button ("Show All"));
  press (GDK_KEY_Return, 0);
  close_full ();
}

static void
set_up (void)
{
  g_autofree char *text = g_strnfill (LONG, 'x');
  g_autofree char *flow = NULL;
  g_autofree char *path = NULL;

  /* Words, because a rendered text of one word is not wrapped. */
  for (guint i = 9; i < LONG; i += 10)
    text[i] = ' ';
  flow = g_strdup_printf (format, text);
  path = write_file ("data.json", flow);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (has_run, NULL);
  /* The timeline opens at the end of a run. */
  wait_until (has_detail, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  troupe_canvas_fit_all (get_canvas (), FALSE);
  hands_wait_frame (GTK_WIDGET (window));
}

static void
test_data (void)
{
  set_up ();
  test_pages ();
  test_forms ();
  test_find_and_copy ();
  test_rendered ();
  test_long ();
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
  g_test_add_func ("/hands/data", test_data);
  return window_test_run ();
}
