/* test-hands-crew.c: editing a crew on its canvas by real clicks, drags and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-content.h"
#include "troupe-crew-id.h"
#include "troupe-crew-inspector.h"
#include "troupe-text-field.h"
#include "troupe-tree.h"

static const char crew_text[] =
    "{\n  \"name\": \"desk\",\n  \"agents\": [\"reader\", \"writer\"],\n  \"tasks\": [\n"
    "    {\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
    "\"agent\": \"reader\"},\n"
    "    {\"name\": \"compare\", \"description\": \"Compare.\", \"expected_output\": \"A table\", "
    "\"agent\": \"reader\", \"context\": [\"gather\"]},\n"
    "    {\"name\": \"write\", \"description\": \"Write.\", \"expected_output\": \"A page\", "
    "\"agent\": \"writer\", \"context\": [\"compare\"]}\n  ]\n}\n";

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  TroupeCrewEditor *editor;
  TroupeCrewSubject *subject;
  GtkWidget *canvas;
  char *path;
} Crew;

static const char reader_text[] = "{\"role\": \"Reader\", \"goal\": \"Work\", \"backstory\": "
                                  "\"b\", \"llm\": \"gpt-4.1-mini\"}\n";
static const char writer_text[] = "{\"role\": \"Writer\", \"goal\": \"Work\", \"backstory\": "
                                  "\"b\", \"llm\": \"gpt-4.1-mini\"}\n";

static void
open_texts (Crew *crew, const char *folder, const char *tasks, const char *writer)
{
  g_autofree char *file = g_build_filename (folder, "crew.jsonc", NULL);
  TroupeCrewContent *content;

  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "reader" : "writer";
      const char *text = i == 0 ? reader_text : writer;
      g_autofree char *agent = g_strdup_printf ("%s/agents/%s.jsonc", folder, name);
      g_autofree char *written = write_file (agent, text);
    }
  crew->path = write_file (file, tasks);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  crew->window = open_still_window (crew->path);
  gtk_window_set_default_size (GTK_WINDOW (crew->window), 1380, 880);
  crew->page = troupe_window_get_page (crew->window);
  content = troupe_crew_content_of (crew->page);
  g_assert_nonnull (content);
  crew->editor = troupe_crew_content_get_editor (content);
  crew->subject = troupe_crew_editor_get_subject (crew->editor);
  crew->canvas =
      GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew->editor)));
  hands_settle ();
  hands_wait_frame (crew->canvas);
  troupe_canvas_fit_all (TROUPE_CANVAS (crew->canvas), FALSE);
  hands_wait_frame (crew->canvas);
}

static void
open_crew (Crew *crew, const char *folder)
{
  open_texts (crew, folder, crew_text, writer_text);
}

static void
close_crew (Crew *crew)
{
  close_window (crew->window);
  g_free (crew->path);
}

/* Returns the widget position of a point on a card, see hands_find_on_card(). */
static graphene_point_t
find_place (Crew *crew, const char *id, float x, float y)
{
  return hands_find_on_card (TROUPE_CANVAS (crew->canvas), id, (double) x, (double) y);
}

static void
click_card (Crew *crew, const char *id)
{
  hands_click_card (TROUPE_CANVAS (crew->canvas), id, 100, 30, HANDS_CLICK);
}

static void
drag (Crew *crew, graphene_point_t from, graphene_point_t to)
{
  hands_drag (crew->canvas, (double) from.x, (double) from.y, (double) to.x, (double) to.y);
}

static const char *
get_text (Crew *crew, guint task, const char *key)
{
  return troupe_crew_card_value_get_text (troupe_crew_subject_get_task (crew->subject, task), key);
}

typedef struct
{
  Crew *crew;
  const char *names[3];
} Order;

static gboolean
is_ordered (gpointer user_data)
{
  const Order *order = user_data;

  for (guint i = 0; i < G_N_ELEMENTS (order->names); i++)
    if (g_strcmp0 (get_text (order->crew, i, "name"), order->names[i]) != 0)
      return FALSE;
  return TRUE;
}

/* Waits for the order of the tasks, because a busy machine processes the events later. */
static void
wait_for_order (Crew *crew, const char *first, const char *second, const char *third)
{
  Order order = { crew, { first, second, third } };

  wait_until (is_ordered, &order);
}

static char *
dup_text (Crew *crew)
{
  return troupe_document_to_text (troupe_crew_subject_get_document (crew->subject), NULL);
}

/* --- Conditions ------------------------------------------------------------------------------- */

typedef struct
{
  Crew *crew;
  const char *id; /* of a task or an agent */
  const char *key;
  const char *text; /* (nullable): NULL if the card @id is to be the only selected one */
  GtkWidget *field; /* (nullable): that is to have the focus */
} Wanted;

static gboolean
is_reached (gpointer user_data)
{
  Wanted *wanted = user_data;
  Crew *crew = wanted->crew;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (crew->window));
  g_autofree char *selected = NULL;
  guint task = 0;
  JsonNode *item;

  if (wanted->field != NULL)
    return focus != NULL &&
           (focus == wanted->field || gtk_widget_is_ancestor (focus, wanted->field));
  g_object_get (crew->editor, "selected", &selected, NULL);
  if (wanted->text == NULL)
    return g_strcmp0 (selected, wanted->id) == 0;
  item = troupe_crew_id_is_task (wanted->id, &task)
             ? troupe_crew_subject_get_task (crew->subject, task)
             : troupe_crew_subject_get_agent (crew->subject, troupe_crew_id_get_agent (wanted->id));
  return g_strcmp0 (troupe_crew_card_value_get_text (item, wanted->key), wanted->text) == 0;
}

static void
wait_for_item (Crew *crew, const char *id, const char *key, const char *text)
{
  Wanted wanted = { crew, id, key, text, NULL };

  g_test_message ("waits for “%s” in %s of %s", text, key, id);
  wait_until (is_reached, &wanted);
}

static void
select_card (Crew *crew, const char *id)
{
  Wanted wanted = { crew, id, NULL, NULL, NULL };

  hands_wait_frame (crew->canvas);
  click_card (crew, id);
  wait_until (is_reached, &wanted);
}

typedef struct
{
  Crew *crew;
  const char *text; /* (nullable): of the document */
  guint n;          /* of tasks, or of the context of the last task */
} Expected;

static gboolean
has_text (gpointer user_data)
{
  const Expected *expected = user_data;
  g_autofree char *text = dup_text (expected->crew);

  return g_strcmp0 (text, expected->text) == 0;
}

static void
wait_for_document (Crew *crew, const char *text)
{
  Expected expected = { crew, text, 0 };

  wait_until (has_text, &expected);
}

static gboolean
has_tasks (gpointer user_data)
{
  const Expected *expected = user_data;

  return troupe_crew_subject_get_n_tasks (expected->crew->subject) == expected->n;
}

static void
wait_for_tasks (Crew *crew, guint n)
{
  Expected expected = { crew, NULL, n };

  wait_until (has_tasks, &expected);
}

static gboolean
has_context (gpointer user_data)
{
  const Expected *expected = user_data;
  g_autoptr (GArray) context = troupe_crew_card_data_list_context (expected->crew->subject, 2);

  return context->len == expected->n;
}

static void
wait_for_context (Crew *crew, guint n)
{
  Expected expected = { crew, NULL, n };

  wait_until (has_context, &expected);
}

/* --- The canvas ------------------------------------------------------------------------------- */

/* Selecting a task highlights its agent. Dropping an agent's card on a task assigns the agent,
 * and one undo reverts the assignment. */
static void
test_assign (void)
{
  Crew crew = { NULL };
  g_autofree char *before = NULL;

  open_crew (&crew, "assign");
  before = dup_text (&crew);
  select_card (&crew, "task:1");
  drag (&crew, find_place (&crew, "agent:writer", 120, 30), find_place (&crew, "task:0", 120, 60));
  wait_for_item (&crew, "task:0", "agent", "writer");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_document (&crew, before);
  close_crew (&crew);
}

/* G lists the agents by what their cards show, and assigns the one that was searched by its role. */
static void
test_assign_by_role (void)
{
  Crew crew = { NULL };

  open_crew (&crew, "assign-by-role");
  click_card (&crew, "task:0");
  hands_key (GDK_KEY_g, GDK_CONTROL_MASK);
  hands_wait_field (NULL);
  hands_type ("writer (");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "task:0", "agent", "writer");
  close_crew (&crew);
}

/* A task can be moved within the row by a drop and by Ctrl+Shift+arrows. It stays selected after
 * the move. */
static void
test_reorder (void)
{
  Crew crew = { NULL };
  g_autofree char *selected = NULL;

  open_crew (&crew, "reorder");
  drag (&crew, find_place (&crew, "task:2", 120, 30), find_place (&crew, "task:0", 110, 30));
  wait_for_order (&crew, "write", "gather", "compare");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_order (&crew, "gather", "compare", "write");
  click_card (&crew, "task:0");
  hands_key (GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_for_order (&crew, "compare", "gather", "write");
  g_object_get (crew.editor, "selected", &selected, NULL);
  g_assert_cmpstr (selected, ==, "task:1");
  hands_key (GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_for_order (&crew, "gather", "compare", "write");
  close_crew (&crew);
}

/* A drag from the right port of a task to the left port of a later task adds a wire, and Delete
 * removes this wire. */
static void
test_wire (void)
{
  Crew crew = { NULL };

  open_crew (&crew, "wire");
  drag (&crew, find_place (&crew, "task:0", 264, 26), find_place (&crew, "task:2", 0, 26));
  wait_for_context (&crew, 2);
  troupe_crew_editor_select (crew.editor, "context:0>2");
  gtk_widget_grab_focus (crew.canvas);
  hands_key (GDK_KEY_Delete, 0);
  wait_for_context (&crew, 1);
  close_crew (&crew);
}

static gboolean
has_four_tasks (gpointer user_data)
{
  return troupe_crew_subject_get_n_tasks (((Crew *) user_data)->subject) == 4;
}

/* An output that is dropped on the background adds a task that can use it. */
static void
test_wire_to_ground (void)
{
  Crew crew = { NULL };
  graphene_point_t from;

  open_crew (&crew, "ground");
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (crew.subject), ==, 3);
  from = find_place (&crew, "task:0", 264, 26);
  drag (&crew, from, GRAPHENE_POINT_INIT (from.x + 20, from.y + 150));
  wait_until (has_four_tasks, &crew);
  g_assert_true (troupe_canvas_is_selected (TROUPE_CANVAS (crew.canvas), "task:1"));
  close_crew (&crew);
}

/* F2 renames a task and updates the contexts. T adds a task after the selected task. */
static void
test_name_and_add (void)
{
  Crew crew = { NULL };
  g_autoptr (GArray) context = NULL;

  open_crew (&crew, "name");
  click_card (&crew, "task:0");
  hands_key (GDK_KEY_F2, 0);
  hands_type ("collect");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "task:0", "name", "collect");
  context = troupe_crew_card_data_list_context (crew.subject, 1);
  g_assert_cmpuint (context->len, ==, 1);
  hands_key (GDK_KEY_t, 0);
  hands_type ("check");
  hands_key (GDK_KEY_Return, 0);
  wait_for_tasks (&crew, 4);
  wait_for_item (&crew, "task:1", "name", "check");
  close_crew (&crew);
}

/* A pasted task is inserted after the selected task under a free name. Delete removes the task.
 * Both actions can be undone. */
static void
test_clipboard (void)
{
  Crew crew = { NULL };
  g_autofree char *before = NULL;

  open_crew (&crew, "clipboard");
  before = dup_text (&crew);
  click_card (&crew, "task:0");
  hands_key (GDK_KEY_c, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_v, GDK_CONTROL_MASK);
  wait_for_tasks (&crew, 4);
  g_assert_cmpstr (get_text (&crew, 1, "expected_output"), ==, "Links");
  g_assert_cmpstr (get_text (&crew, 1, "name"), !=, "gather");
  hands_key (GDK_KEY_Delete, 0);
  wait_for_tasks (&crew, 3);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_document (&crew, before);
  close_crew (&crew);
}

static const char flow_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"around\", \"methods\": {\"work\": {\"start\": "
    "true, "
    "\"do\": {\"call\": \"crew\", \"with\": {\"agents\": {\"reader\": {\"role\": \"Reader\", "
    "\"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": [{\"name\": \"read\", \"description\": "
    "\"d\", "
    "\"expected_output\": \"e\", \"agent\": \"reader\"}]}}}}}";

static void
find_crew_editor (GtkWidget *root, TroupeCrewEditor **found)
{
  if (TROUPE_IS_CREW_EDITOR (root))
    *found = TROUPE_CREW_EDITOR (root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_crew_editor (child, found);
}

/* A double click opens an embedded crew in place. Its edits are applied to the flow's document,
 * and Esc returns to the flow. */
static void
test_inner (void)
{
  Crew crew = { NULL };
  g_autofree char *path = write_file ("around.json", flow_text);
  TroupeWindow *window = open_still_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeEditor *editor = get_editor (page);
  TroupeCrewEditor *none = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  graphene_point_t place;

  crew.canvas = GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor)));
  hands_wait_frame (crew.canvas);
  before = troupe_document_to_text (troupe_page_get_document (page), NULL);
  place = find_place (&crew, "work", 70, 20);
  hands_double_click (crew.canvas, (double) place.x, (double) place.y);
  find_crew_editor (GTK_WIDGET (page), &crew.editor);
  g_assert_nonnull (crew.editor);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (editor)));
  crew.subject = troupe_crew_editor_get_subject (crew.editor);
  crew.canvas =
      GTK_WIDGET (troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (crew.editor)));
  hands_wait_frame (crew.canvas);
  hands_key (GDK_KEY_t, 0);
  hands_key (GDK_KEY_Escape, 0);
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (crew.subject), ==, 2);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  after = troupe_document_to_text (troupe_page_get_document (page), NULL);
  g_assert_cmpstr (after, ==, before);
  gtk_widget_grab_focus (crew.canvas);
  hands_key (GDK_KEY_Escape, 0);
  find_crew_editor (GTK_WIDGET (page), &none);
  g_assert_null (none);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (editor)));
  close_window (window);
}

static GtkWidget *
find_toggle (GtkWidget *root, const char *label)
{
  if (GTK_IS_TOGGLE_BUTTON (root) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_toggle (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_page_saved (gpointer user_data)
{
  return !troupe_document_is_modified (user_data);
}

/* The process can be switched, everything is saved, and the saved files load. */
static void
test_process_and_save (void)
{
  Crew crew = { NULL };
  g_autoptr (TroupeCrewDocument) saved = NULL;
  g_autoptr (GError) error = NULL;

  open_crew (&crew, "process");
  hands_click_middle (find_toggle (GTK_WIDGET (crew.editor), "Hierarchical"));
  g_assert_cmpint (troupe_crew_subject_get_process (crew.subject), ==, TROUPE_CREW_HIERARCHICAL);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_page_saved, troupe_crew_subject_get_document (crew.subject));
  saved = troupe_crew_document_load (crew.path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (troupe_crew_document_get_crew (saved)->process, ==, TROUPE_CREW_HIERARCHICAL);
  close_crew (&crew);
}

static gboolean
is_hierarchical (gpointer user_data)
{
  return troupe_crew_subject_get_process (((Crew *) user_data)->subject) ==
         TROUPE_CREW_HIERARCHICAL;
}

static gboolean
lists_process (gpointer user_data)
{
  return hands_find_label (GTK_WIDGET (((Crew *) user_data)->window), "Hierarchical Process") !=
         NULL;
}

/* The process is found among all commands. */
static void
test_find_process (void)
{
  Crew crew = { NULL };

  open_crew (&crew, "find-process");
  click_card (&crew, "task:0");
  hands_key (GDK_KEY_k, GDK_CONTROL_MASK);
  hands_wait_field (NULL);
  hands_type ("hierarchical");
  wait_until (lists_process, &crew);
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_hierarchical, &crew);
  close_crew (&crew);
}

/* --- The inspector ---------------------------------------------------------------------------- */

typedef gboolean (*Match) (GtkWidget *widget, const char *words);

static GtkWidget *
find_widget (GtkWidget *root, Match matches, const char *words)
{
  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (matches (root, words))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, matches, words);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_row (GtkWidget *widget, const char *title)
{
  return ADW_IS_PREFERENCES_ROW (widget) &&
         g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

static gboolean
is_label (GtkWidget *widget, const char *words)
{
  return GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), words) == 0;
}

static GtkWidget *
find_inspector (Crew *crew)
{
  GtkWidget *label = find_widget (GTK_WIDGET (crew->editor), is_label, "Task 2 of 3");

  g_assert_nonnull (label);

  return gtk_widget_get_ancestor (label, TROUPE_TYPE_CREW_INSPECTOR);
}

/* A text can be edited where it is clicked, and Ctrl+Z in the text undoes the edit as one step.
 * A row opens a page, the check boxes of the page are written to the document, and Esc returns
 * to the form. */
static void
test_inspector (void)
{
  Crew crew = { NULL };
  g_autofree char *before = NULL;
  GtkWidget *inspector;
  GtkWidget *field;

  open_crew (&crew, "inspector");
  before = dup_text (&crew);
  click_card (&crew, "task:1");
  hands_settle ();
  inspector = find_inspector (&crew);
  hands_wait_frame (inspector);
  field = gtk_widget_get_ancestor (find_widget (inspector, is_label, "Description"),
                                   TROUPE_TYPE_TEXT_FIELD);
  hands_click_middle (GTK_WIDGET (troupe_text_field_get_view (TROUPE_TEXT_FIELD (field))));
  hands_key (GDK_KEY_End, GDK_CONTROL_MASK);
  hands_type (" Well");
  wait_for_item (&crew, "task:1", "description", "Compare. Well");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_document (&crew, before);

  hands_click_middle (find_widget (inspector, is_row, "Tools"));
  hands_settle ();
  hands_wait_frame (inspector);
  hands_click_middle (find_widget (inspector, is_row, "calculator"));
  g_assert_nonnull (troupe_crew_subject_get_value (
      crew.subject, (const char *const[]){ "tasks", "1", "tools", "0", NULL }));
  hands_key (GDK_KEY_Escape, 0);
  hands_settle ();
  hands_wait_frame (inspector);
  g_assert_nonnull (find_widget (inspector, is_row, "Agent"));
  /* The row from which the page was opened has the focus again. */
  g_assert_true (gtk_widget_has_focus (find_widget (inspector, is_row, "Tools")));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_null (troupe_crew_subject_get_value (crew.subject, (const char *const[]){
                                                                  "tasks", "1", "tools", NULL }));
  close_crew (&crew);
}

static gboolean
is_tooltip (GtkWidget *widget, const char *words)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), words) == 0;
}

typedef struct
{
  GtkWidget *inspector;
  const char *title;
} Target;

/* Returns TRUE if the focus is in the row or field with the title, and all of that is in view. */
static gboolean
is_at_field (gpointer user_data)
{
  const Target *wanted = user_data;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (wanted->inspector));
  GtkWidget *label = find_widget (wanted->inspector, is_label, wanted->title);
  GtkWidget *row = label != NULL ? gtk_widget_get_ancestor (label, ADW_TYPE_PREFERENCES_ROW) : NULL;
  GtkWidget *scroller =
      label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  graphene_rect_t bounds;

  return row != NULL && focus != NULL && (focus == row || gtk_widget_is_ancestor (focus, row)) &&
         gtk_widget_compute_bounds (row, scroller, &bounds) && bounds.origin.y >= 0 &&
         bounds.size.height > 0 &&
         bounds.origin.y + bounds.size.height <= (float) gtk_widget_get_height (scroller);
}

static gboolean
has_typed (gpointer text)
{
  GtkWidget *field = hands_get_field ();

  return field != NULL && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (field)), text);
}

/* One Enter goes from the search to the field, also if its fold has to be opened, with animations as usual. */
static void
test_search (void)
{
  static const char *const titles[] = { "Guardrails", "Output File", "Async Execution" };
  Crew crew = { NULL };

  open_crew (&crew, "search");
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      Target wanted = { NULL, titles[i] };

      click_card (&crew, "task:1");
      hands_settle ();
      wanted.inspector = find_inspector (&crew);
      hands_wait_frame (wanted.inspector);
      hands_click_middle (find_widget (wanted.inspector, is_tooltip, "Find Field"));
      hands_wait_field (NULL);
      hands_wait_frame (wanted.inspector);
      hands_type (titles[i]);
      wait_until (has_typed, (gpointer) titles[i]);
      g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
      hands_key (GDK_KEY_Return, 0);
      g_test_message ("%s", titles[i]);
      wait_until (is_at_field, &wanted);
      g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
      hands_key (GDK_KEY_x, 0);
      hands_settle ();
      g_assert_cmpstr (get_text (&crew, 1, "name"), ==, "compare");
      while (troupe_document_undo (troupe_crew_subject_get_document (crew.subject)))
        continue;
    }
  close_crew (&crew);
}

/* Opens all rows and lists the fields in which the user can type. Rows inside a row appear only
 * after it is open. */
static gboolean
collect_fields (GtkWidget *widget, GPtrArray *fields)
{
  gboolean opened = FALSE;

  if (GTK_IS_POPOVER (widget) || GTK_IS_SEARCH_ENTRY (widget) || !gtk_widget_get_mapped (widget))
    return FALSE;
  if (ADW_IS_EXPANDER_ROW (widget) && !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (widget)))
    {
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
      opened = TRUE;
    }
  if ((GTK_IS_TEXT (widget) && gtk_editable_get_editable (GTK_EDITABLE (widget))) ||
      (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget))))
    g_ptr_array_add (fields, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    opened |= collect_fields (child, fields);
  return opened;
}

static GPtrArray *
list_fields (GtkWidget *inspector)
{
  GPtrArray *fields = g_ptr_array_new ();

  while (collect_fields (inspector, fields))
    {
      g_ptr_array_set_size (fields, 0);
      hands_wait_frame (inspector);
    }
  return fields;
}

/* Types a word into every field of the inspector. It is in the draft within a second, whether the
 * field writes it into the document or not. @id: (nullable): the selected card */
static void
type_everywhere (Crew *crew, const char *id)
{
  static const char word[] = "q7z";
  GtkWidget *inspector = hands_find_type (GTK_WIDGET (crew->editor), TROUPE_TYPE_CREW_INSPECTOR);
  guint n_fields = 1;

  g_assert_nonnull (inspector);
  for (guint i = 0; i < n_fields; i++)
    {
      g_autoptr (GPtrArray) fields = NULL;

      troupe_crew_editor_select (crew->editor, id);
      hands_settle ();
      hands_wait_frame (inspector);
      fields = list_fields (inspector);
      n_fields = fields->len;
      g_assert_cmpuint (n_fields, >, 4);
      if (g_test_verbose ())
        g_test_message ("%s, field %u", id != NULL ? id : "crew", i);
      gtk_widget_grab_focus (fields->pdata[i]);
      hands_type_into_draft (fields->pdata[i], word);
      gtk_root_set_focus (GTK_ROOT (crew->window), NULL);
      hands_settle ();
      while (troupe_document_undo (troupe_crew_subject_get_document (crew->subject)))
        continue;
    }
}

static void
test_drafts (void)
{
  Crew crew = { NULL };

  open_crew (&crew, "drafts");
  type_everywhere (&crew, "task:1");
  type_everywhere (&crew, "agent:reader");
  type_everywhere (&crew, NULL);
  close_crew (&crew);
}

/* There is one row for program servers and one for URL servers. Each row adds a server and opens
 * the page of this server. */
static void
test_servers (void)
{
  static const struct
  {
    const char *row;
    const char *field;
  } kinds[] = { { "Add Program", "command" }, { "Add URL", "url" } };
  Crew crew = { NULL };
  GtkWidget *inspector;

  open_crew (&crew, "servers");
  click_card (&crew, "agent:writer");
  hands_wait_frame (GTK_WIDGET (crew.window));
  inspector =
      gtk_widget_get_ancestor (find_widget (GTK_WIDGET (crew.editor), is_row, "Tool Servers"),
                               TROUPE_TYPE_CREW_INSPECTOR);
  gtk_widget_grab_focus (find_widget (inspector, is_row, "Tool Servers"));
  hands_wait_frame (inspector);
  hands_click_middle (find_widget (inspector, is_label, "Tool Servers"));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      hands_wait_frame (inspector);
      gtk_widget_grab_focus (find_widget (inspector, is_row, kinds[i].row));
      hands_wait_frame (inspector);
      hands_click_middle (find_widget (inspector, is_label, kinds[i].row));
      hands_wait_frame (inspector);
      g_assert_nonnull (find_widget (inspector, is_label, "MCP Server"));
      /* The fields say how they are written. */
      g_assert_true ((find_widget (inspector, is_label, "One per line") != NULL) == (i == 0));
      g_assert_nonnull (troupe_crew_subject_get_value (
          crew.subject,
          (const char *const[]){ "agents", "writer", "mcps", "0", kinds[i].field, NULL }));
      hands_key (GDK_KEY_Escape, 0);
      gtk_widget_grab_focus (crew.canvas);
      hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
      hands_settle ();
    }
  close_crew (&crew);
}

/* --- Problems --------------------------------------------------------------------------------- */

static gboolean
is_button (GtkWidget *widget, const char *words)
{
  return GTK_IS_BUTTON (widget) &&
         g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), words) == 0;
}

static const TroupeProblem *
find_problem (Crew *crew, const char *code)
{
  GPtrArray *problems = troupe_crew_subject_get_problems (crew->subject);

  for (guint i = 0; i < problems->len; i++)
    if (g_str_equal (((const TroupeProblem *) problems->pdata[i])->code, code))
      return problems->pdata[i];
  return NULL;
}

static gboolean
is_selected (gpointer user_data)
{
  Crew *crew = user_data;
  g_autofree char *selected = NULL;

  g_object_get (crew->editor, "selected", &selected, NULL);
  return g_strcmp0 (selected, "agent:writer") == 0;
}

/* If a crew does not load, a click on a problem in an agent's file selects the agent's card. The
 * button repairs the problem, and one undo reverts the repair. */
static void
test_problem (void)
{
  g_auto (GStrv) parts = g_strsplit (crew_text, "\"agent\": \"writer\"", 2);
  g_autofree char *wrong = g_strjoinv ("\"agent\": \"writr\"", parts);
  Crew crew = { NULL };
  const TroupeProblem *missing, *unknown;
  g_autofree char *words = NULL;

  open_texts (&crew, "problem", wrong, "{\"role\": \"Writer\", \"backstory\": \"b\"}\n");
  g_assert_null (troupe_crew_subject_get_crew (crew.subject));
  missing = find_problem (&crew, "missing_field");
  unknown = find_problem (&crew, "unknown_agent");
  g_assert_cmpstr (missing->part, ==, "agents/writer.jsonc");
  words = g_strdup (unknown->fix_label);
  hands_click_middle (find_widget (GTK_WIDGET (crew.page), is_label, "Problems"));
  hands_wait_frame (crew.canvas);
  hands_click_middle (find_widget (GTK_WIDGET (crew.page), is_label, missing->message));
  wait_until (is_selected, &crew);
  g_assert_true (gtk_widget_get_mapped (crew.canvas));
  hands_click_middle (find_widget (GTK_WIDGET (crew.page), is_button, words));
  wait_for_item (&crew, "task:2", "agent", "writer");
  gtk_widget_grab_focus (crew.canvas);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_item (&crew, "task:2", "agent", "writr");
  close_crew (&crew);
}

/* --- New items -------------------------------------------------------------------------------- */

/* Clicks a field of the inspector and selects its text. */
static void
enter_field (Crew *crew, GtkWidget *field)
{
  Wanted wanted = { crew, NULL, NULL, NULL, field };

  g_assert_nonnull (field);
  hands_wait_frame (field);
  hands_click_middle (field);
  wait_until (is_reached, &wanted);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
}

static void
enter_role (Crew *crew)
{
  hands_settle ();
  enter_field (crew, find_widget (GTK_WIDGET (crew->editor), is_row, "Role"));
}

static void
change_id (Crew *crew)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (crew->editor), "crew.change-id", NULL));
}

/* A new agent asks for its role, and its ID follows the role until the user edits the ID. */
static void
test_new_agent (void)
{
  Crew crew = { NULL };
  g_autofree char *folder = NULL, *path = NULL, *saved = NULL;

  open_crew (&crew, "new-agent");
  select_card (&crew, "task:0");
  hands_key (GDK_KEY_n, 0);
  hands_type ("Senior Editor");
  g_assert_nonnull (find_widget (GTK_WIDGET (crew.editor), is_label, "ID: senior_editor"));
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "agent:senior_editor", "role", "Senior Editor");
  g_assert_cmpstr (find_problem (&crew, "empty_text")->message, ==, "The agent needs a goal.");

  /* The focus remains in the field while the ID follows. */
  enter_role (&crew);
  hands_type ("Chief Editor");
  wait_for_item (&crew, "agent:senior_editor", "role", "Chief Editor");
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_page_saved, troupe_crew_subject_get_document (crew.subject));
  folder = g_path_get_dirname (crew.path);
  path = g_build_filename (folder, "agents", "chief_editor.jsonc", NULL);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "\"role\": \"Chief Editor\""));
  g_assert_nonnull (strstr (saved, "\"goal\": \"\""));
  hands_type ("s");
  wait_for_item (&crew, "agent:chief_editor", "role", "Chief Editors");
  hands_key (GDK_KEY_Escape, 0);
  wait_for_item (&crew, "agent:chief_editors", "role", "Chief Editors");

  /* An ID that the user chose remains. */
  change_id (&crew);
  hands_type ("boss");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "agent:boss", "role", "Chief Editors");
  enter_role (&crew);
  hands_type ("Director");
  select_card (&crew, "task:0");
  wait_for_item (&crew, "agent:boss", "role", "Director");
  close_crew (&crew);
}

/* F2 asks for the role of an agent, with and without a role, and Change ID for its ID. */
static void
test_role_later (void)
{
  Crew crew = { NULL };

  open_crew (&crew, "role-later");
  select_card (&crew, "task:0");
  hands_key (GDK_KEY_n, 0);
  hands_key (GDK_KEY_Escape, 0);
  wait_for_item (&crew, "agent:agent", "role", "");
  hands_key (GDK_KEY_F2, 0);
  hands_type ("Critic");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "agent:critic", "role", "Critic");
  hands_key (GDK_KEY_F2, 0);
  hands_type ("Judge");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "agent:judge", "role", "Judge");
  change_id (&crew);
  hands_type ("court");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "agent:court", "role", "Judge");
  close_crew (&crew);
}

/* A new task asks what it is to do, and its name follows until the user edits it. */
static void
test_new_task (void)
{
  Crew crew = { NULL };
  GtkWidget *field;

  open_crew (&crew, "new-task");
  select_card (&crew, "task:0");
  hands_key (GDK_KEY_t, 0);
  hands_type ("Check every source twice.");
  hands_key (GDK_KEY_Return, 0);
  wait_for_item (&crew, "task:1", "name", "check_every_source_twice");
  g_assert_cmpstr (get_text (&crew, 1, "description"), ==, "Check every source twice.");
  g_assert_cmpstr (get_text (&crew, 1, "expected_output"), ==, "");
  hands_settle ();
  field = gtk_widget_get_ancestor (find_widget (GTK_WIDGET (crew.editor), is_label, "Description"),
                                   TROUPE_TYPE_TEXT_FIELD);
  enter_field (&crew, GTK_WIDGET (troupe_text_field_get_view (TROUPE_TEXT_FIELD (field))));
  hands_type ("Sort them");
  select_card (&crew, "task:0");
  wait_for_item (&crew, "task:1", "name", "sort_them");

  /* Escape leaves the texts empty. A problem says what is needed, and the crew can be saved. */
  hands_key (GDK_KEY_t, 0);
  hands_key (GDK_KEY_Escape, 0);
  wait_for_item (&crew, "task:1", "name", "task");
  g_assert_cmpstr (get_text (&crew, 1, "description"), ==, "");
  g_assert_cmpstr (find_problem (&crew, "empty_text")->message, ==,
                   "The task needs a description.");
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_page_saved, troupe_crew_subject_get_document (crew.subject));
  close_crew (&crew);
}

static gboolean
is_several (gpointer user_data)
{
  Crew *crew = user_data;

  return find_widget (GTK_WIDGET (crew->editor), is_label, "2 agents") != NULL;
}

static gboolean
have_both_delegation (gpointer user_data)
{
  Crew *crew = user_data;
  static const char *const names[] = { "reader", "writer" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (troupe_tree_get_member (troupe_crew_subject_get_agent (crew->subject, names[i]),
                                "allow_delegation") == NULL)
      return FALSE;
  return TRUE;
}

/* Two selected agents show what they have in common, and a click on a switch sets both. */
static void
test_several (void)
{
  static const char *const agents[] = { "agent:reader", "agent:writer", NULL };
  Crew crew = { NULL };
  GtkWidget *row;

  open_crew (&crew, "several");
  troupe_canvas_set_selection (TROUPE_CANVAS (crew.canvas), agents);
  wait_until (is_several, &crew);
  hands_settle ();
  row =
      gtk_widget_get_ancestor (find_widget (GTK_WIDGET (crew.editor), is_label, "Allow Delegation"),
                               ADW_TYPE_ACTION_ROW);
  hands_wait_frame (row);
  hands_click_middle (row);
  wait_until (have_both_delegation, &crew);
  gtk_widget_grab_focus (crew.canvas);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_false (have_both_delegation (&crew));
  close_crew (&crew);
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
  g_test_add_func ("/hands/crew/assign", test_assign);
  g_test_add_func ("/hands/crew/assign-by-role", test_assign_by_role);
  g_test_add_func ("/hands/crew/reorder", test_reorder);
  g_test_add_func ("/hands/crew/wire", test_wire);
  g_test_add_func ("/hands/crew/wire-to-ground", test_wire_to_ground);
  g_test_add_func ("/hands/crew/name-and-add", test_name_and_add);
  g_test_add_func ("/hands/crew/clipboard", test_clipboard);
  g_test_add_func ("/hands/crew/inner", test_inner);
  g_test_add_func ("/hands/crew/process-and-save", test_process_and_save);
  g_test_add_func ("/hands/crew/find-process", test_find_process);
  g_test_add_func ("/hands/crew/inspector", test_inspector);
  g_test_add_func ("/hands/crew/search", test_search);
  g_test_add_func ("/hands/crew/drafts", test_drafts);
  g_test_add_func ("/hands/crew/servers", test_servers);
  g_test_add_func ("/hands/crew/problem", test_problem);
  g_test_add_func ("/hands/crew/new-agent", test_new_agent);
  g_test_add_func ("/hands/crew/role-later", test_role_later);
  g_test_add_func ("/hands/crew/new-task", test_new_task);
  g_test_add_func ("/hands/crew/several", test_several);
  return window_test_run ();
}
