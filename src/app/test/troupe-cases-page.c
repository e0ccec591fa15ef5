/* troupe-cases-page.c: subpage with the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cases-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-case-detail.h"
#include "troupe-cases-page.h"
#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-run-controller.h"
#include "troupe-sanitize-text.h"
#include "troupe-split-view.h"

/* Width in pixels below which the selected case is below the table. */
#define NARROW 900
#define DETAIL_WIDTH 440
/* The largest number of problems that are listed. */
#define MAX_PROBLEMS 20u
/* Time between two updates of the sum while cases end, in milliseconds. It is made of all cases. */
#define UPDATE_MS 100

/* In the order of the bar. */
enum
{
  RUN_ALL,
  RUN_FAILED,
  RUN_ONE,
  RECORD,
  COMPARE,
  STOP,
  N_ACTIONS
};

static const char *const actions[] = { "cases.run-all", "cases.run-failed", "cases.run-one",
                                       "cases.record",  "cases.compare",    "cases.stop" };

struct _TroupeCasesPage
{
  GtkWidget parent_instance;

  TroupePageContent *content; /* (nullable): NULL once the page was left */
  TroupeCaseWork *work;
  TroupeSplitView *columns;
  TroupeCaseTable *table;
  TroupeCaseDetail *detail;
  GtkWidget *head;
  GtkWidget *notice;
  GtkWidget *summary;
  GtkWidget *problems;           /* a box with a label for each one */
  GSimpleActionGroup *group;     /* of the menu */
  GtkWidget *more; /* in the bar; (nullable): not owned: has what a narrow page has no space for */
  GtkWidget *buttons[N_ACTIONS]; /* in the bar; (nullable): not owned */
  guint update_id;
  GtkWidget *models;             /* entry of the popover of Compare; not owned */
};

enum
{
  PROP_WORK = 1,
};

G_DEFINE_FINAL_TYPE (TroupeCasesPage, troupe_cases_page, GTK_TYPE_WIDGET)

/* --- Summary ---------------------------------------------------------------------------------- */

typedef struct
{
  guint n_passed;
  guint n_failed;
  double seconds;
  gint64 micro_dollars;
  double score;
  guint n_scores;
} Sum;

static Sum
add_up (TroupeCasesPage *self, guint column)
{
  GListModel *items = troupe_case_table_get_items (self->table);
  Sum sum = { 0 };

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (TroupeCaseItem) item = g_list_model_get_item (items, i);
      const TroupeCaseState state = troupe_case_item_get_state (item, column);
      const TroupeCaseResult *result = troupe_case_item_get_result (item, column);
      double score = 0;

      if (state != TROUPE_CASE_PASSED && state != TROUPE_CASE_FAILED)
        continue;
      sum.n_passed += state == TROUPE_CASE_PASSED;
      sum.n_failed += state == TROUPE_CASE_FAILED;
      sum.seconds += result->seconds;
      sum.micro_dollars += result->micro_dollars;
      if (troupe_case_result_get_score (result, &score))
        {
          sum.score += score;
          sum.n_scores++;
        }
    }
  return sum;
}

/* (transfer full) */
static char *
describe_results (TroupeCasesPage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TroupeTestFile *file = troupe_case_work_get_file (self->work);

  g_assert (TROUPE_IS_CASES_PAGE (self));

  for (guint i = 0; i < troupe_case_work_get_n_columns (self->work); i++)
    {
      g_autofree char *line = NULL;
      Sum sum;
      const char *model;
      g_autoptr (GString) column_text = NULL;
      g_autofree char *time = NULL;
      g_autofree char *cost = NULL;

      sum = add_up (self, i);
      model = troupe_case_work_get_model (self->work, i);
      column_text = g_string_new (NULL);
      time = troupe_span_to_text ((gint64) (sum.seconds * G_USEC_PER_SEC));
      cost = troupe_money_for_display (sum.micro_dollars);
      if (sum.n_passed + sum.n_failed != 0)
        {
          if (model != NULL)
            g_string_append_printf (column_text, "%s: ", model);
          g_string_append_printf (column_text,
                                  ngettext ("%u case passed", "%u cases passed", sum.n_passed),
                                  sum.n_passed);
          g_string_append (column_text, ", ");
          g_string_append_printf (column_text, ngettext ("%u failed", "%u failed", sum.n_failed),
                                  sum.n_failed);
          if (sum.n_scores > 0)
            g_string_append_printf (column_text, _ (" · score %.2f"), sum.score / sum.n_scores);
          g_string_append_printf (column_text, " · %s", time);
          if (sum.micro_dollars > 0)
            g_string_append_printf (column_text, " · %s", cost);
          line = g_strdup (column_text->str);
        }
      if (line != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  if (text->len == 0)
    g_string_append_printf (
        text, ngettext ("%u case, not run yet", "%u cases, not run yet", file->cases->len),
        file->cases->len);
  return g_strdup (text->str);
}

/* --- Actions ---------------------------------------------------------------------------------- */

/* Returns the indices of the cases in a state, or all. (transfer full) (element-type guint) */
static GArray *
list_cases (TroupeCasesPage *self, gboolean are_failed)
{
  GListModel *items = troupe_case_table_get_items (self->table);
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (TroupeCaseItem) item = g_list_model_get_item (items, i);

      if (!are_failed || troupe_case_item_get_state (item, 0) == TROUPE_CASE_FAILED)
        g_array_append_val (indices, i);
    }
  return indices;
}

/* Returns the index of the selected case, in an array. (transfer full) (element-type guint) */
static GArray *
list_selected (TroupeCasesPage *self)
{
  TroupeCaseItem *item = troupe_case_table_get_selected (self->table);
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (guint));

  if (item != NULL)
    {
      const guint index = troupe_case_item_get_index (item);

      g_array_append_val (indices, index);
    }
  return indices;
}

static gboolean
can_perform (TroupeCasesPage *self, guint action)
{
  TroupeTestFile *file = troupe_case_work_get_file (self->work);
  const gboolean is_free = self->content != NULL && !troupe_case_work_is_busy (self->work) &&
                           file != NULL && file->cases->len > 0 &&
                           !troupe_test_file_has_errors (file);
  TroupeCaseItem *item = troupe_case_table_get_selected (self->table);

  switch (action)
    {
    case STOP:
      return self->content != NULL && troupe_case_work_is_running (self->work);

    case RUN_FAILED:
      {
        g_autoptr (GArray) failed = is_free ? list_cases (self, TRUE) : NULL;

        return failed != NULL && failed->len > 0;
      }

    case RUN_ONE:
      return is_free && item != NULL;

    case RECORD:
      return is_free && item != NULL && troupe_case_item_get_test (item)->recording != NULL;

    default:
      return is_free;
    }
}

static void
update_actions (TroupeCasesPage *self)
{
  g_assert (TROUPE_IS_CASES_PAGE (self));

  for (guint i = 0; i < N_ACTIONS; i++)
    {
      const gboolean is_enabled = can_perform (self, i);

      gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], is_enabled);
      if (self->buttons[i] != NULL)
        gtk_widget_set_sensitive (self->buttons[i], is_enabled);
      if (self->group != NULL)
        g_simple_action_set_enabled (
            G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->group),
                                                         actions[i] + strlen ("cases."))),
            is_enabled);
    }
}

static void
action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCasesPage *self = TROUPE_CASES_PAGE (widget);
  g_autoptr (GArray) indices = NULL;

  if (g_str_equal (name, actions[STOP]))
    troupe_case_work_stop (self->work);
  else if (g_str_equal (name, actions[COMPARE]) && self->buttons[COMPARE] != NULL)
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->buttons[COMPARE]));
  else if (self->content != NULL)
    {
      const gboolean is_recorded = g_str_equal (name, actions[RECORD]);

      indices = g_str_equal (name, actions[RUN_ALL])      ? list_cases (self, FALSE)
                : g_str_equal (name, actions[RUN_FAILED]) ? list_cases (self, TRUE)
                                                          : list_selected (self);
      /* What is being typed is part of the document. */
      troupe_page_content_commit (self->content);
      troupe_case_work_run (self->work, indices, is_recorded, NULL);
    }
}

static void
models_entered_cb (TroupeCasesPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->models));
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  g_autoptr (GArray) indices = list_cases (self, FALSE);

  g_assert (TROUPE_IS_CASES_PAGE (self));

  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' &&
        !g_ptr_array_find_with_equal_func (models, parts[i], g_str_equal, NULL))
      g_ptr_array_add (models, parts[i]);
  g_ptr_array_add (models, NULL);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->buttons[COMPARE]));
  if (models->pdata[0] != NULL)
    troupe_case_work_run (self->work, indices, FALSE, (const char *const *) models->pdata);
}

/* --- Changes ---------------------------------------------------------------------------------- */

static void
selected_cb (TroupeCasesPage *self)
{
  g_assert (TROUPE_IS_CASES_PAGE (self));

  troupe_case_detail_show (self->detail, troupe_case_table_get_selected (self->table));
  update_actions (self);
}

static void fold (TroupeCasesPage *self);

static void
changed_cb (TroupeCasesPage *self)
{
  TroupeTestFile *file = troupe_case_work_get_file (self->work);
  const char *path = troupe_case_work_get_path (self->work);
  const char *error = troupe_case_work_get_error (self->work);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_CASES_PAGE (self));

  if (file != NULL)
    text = describe_results (self);
  else if (error != NULL)
    text = g_strdup (error);
  else if (path == NULL)
    text = g_strdup (_ ("Save the document first. Its tests are in a file beside it."));
  else if (!troupe_case_work_is_busy (self->work))
    {
      g_autofree char *name = g_path_get_basename (path);

      /* Translators: %s is a file */
      text = g_strdup_printf (_ ("There are no tests yet. Run the document and choose New Test "
                                 "From Run in the Run menu, "
                                 "or write the file %s."),
                              name);
    }
  gtk_label_set_text (GTK_LABEL (self->summary), text != NULL ? text : "");
  update_actions (self);
  fold (self);
}

static gboolean
update_cb (gpointer user_data)
{
  TroupeCasesPage *self = user_data;

  self->update_id = 0;
  changed_cb (self);
  return G_SOURCE_REMOVE;
}

static void
case_changed_cb (TroupeCasesPage *self)
{
  g_assert (TROUPE_IS_CASES_PAGE (self));

  if (self->update_id == 0)
    self->update_id = g_timeout_add (UPDATE_MS, update_cb, self);
}

static void
loaded_cb (TroupeCasesPage *self)
{
  TroupeTestFile *file = troupe_case_work_get_file (self->work);
  g_autofree char *name = file != NULL ? g_path_get_basename (file->path) : NULL;

  g_assert (TROUPE_IS_CASES_PAGE (self));

  /* Lists the problems of the file with line and column. */
  while (gtk_widget_get_first_child (self->problems) != NULL)
    gtk_box_remove (GTK_BOX (self->problems), gtk_widget_get_first_child (self->problems));
  for (guint i = 0; file != NULL && i < MIN (file->problems->len, MAX_PROBLEMS); i++)
    {
      const TroupeProblem *problem = file->problems->pdata[i];
      g_autofree char *text = troupe_problem_to_text (problem, name);
      g_autofree char *shown = troupe_text_to_lines (text);
      GtkWidget *label = gtk_label_new (shown);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_add_css_class (label,
                                problem->severity == TROUPE_SEVERITY_ERROR ? "error" : "warning");
      gtk_box_append (GTK_BOX (self->problems), label);
    }
  selected_cb (self);
}

static void
told_cb (TroupeCasesPage *self, const char *text)
{
  g_assert (TROUPE_IS_CASES_PAGE (self));

  if (self->content != NULL)
    troupe_page_content_tell (self->content, text);
}

void
troupe_cases_page_leave (TroupeCasesPage *self)
{
  g_return_if_fail (TROUPE_IS_CASES_PAGE (self));

  if (self->content == NULL)
    return;
  troupe_case_work_close (self->work);
  if (troupe_page_content_get_running (self->content) != NULL)
    troupe_run_controller_lend_notice (troupe_page_content_get_running (self->content), NULL);
  self->content = NULL;
  memset (self->buttons, 0, sizeof self->buttons);
  self->more = NULL;
}

/* --- Building --------------------------------------------------------------------------------- */

static void
menu_cb (GSimpleAction *action, GVariant *parameter, TroupeCasesPage *self)
{
  g_autofree char *name = g_strconcat ("cases.", g_action_get_name (G_ACTION (action)), NULL);

  g_assert (TROUPE_IS_CASES_PAGE (self));

  gtk_widget_activate_action (GTK_WIDGET (self), name, NULL);
}

static void
press_cb (GtkWidget *button, TroupeCasesPage *self)
{
  g_assert (TROUPE_IS_CASES_PAGE (self));

  for (guint i = 0; i < N_ACTIONS; i++)
    if (self->buttons[i] == button)
      gtk_widget_activate_action (GTK_WIDGET (self), actions[i], NULL);
}

static GtkWidget *
make_compare_button (TroupeCasesPage *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *label = gtk_label_new (_ ("Models, with commas between them"));
  GtkWidget *start = gtk_button_new_with_mnemonic (_ ("_Compare"));

  g_assert (TROUPE_IS_CASES_PAGE (self));

  self->models = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->models),
                                  "openai/gpt-4.1, anthropic/claude-sonnet-4-5");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->models), 24);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->models),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (start, "suggested-action");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), self->models);
  gtk_box_append (GTK_BOX (box), start);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Compare _Models"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Compare Models"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Compare Models"), -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  g_signal_connect_object (self->models, "activate", G_CALLBACK (models_entered_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (start, "clicked", G_CALLBACK (models_entered_cb), self,
                           G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_more_button (TroupeCasesPage *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Run _One"), actions[RUN_ONE]);
  g_menu_append (menu, _ ("_Record Again"), actions[RECORD]);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _ ("More"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("More"), -1);
  return button;
}

/* Shows what there is space for. */
static void
fold (TroupeCasesPage *self)
{
  const gboolean is_narrow = troupe_split_view_get_narrow (self->columns);

  g_assert (TROUPE_IS_CASES_PAGE (self));

  troupe_case_table_set_narrow (self->table, is_narrow);
  if (self->more == NULL)
    return;
  gtk_widget_set_visible (self->more, is_narrow);
  gtk_widget_set_visible (self->buttons[RUN_ONE], !is_narrow);
  gtk_widget_set_visible (self->buttons[RECORD], !is_narrow);
  gtk_widget_set_visible (self->buttons[STOP],
                          !is_narrow || troupe_case_work_is_running (self->work));
  if (is_narrow)
    gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->buttons[COMPARE]), "view-dual-symbolic");
  else
    gtk_menu_button_set_label (GTK_MENU_BUTTON (self->buttons[COMPARE]), _ ("Compare _Models"));
}

GPtrArray *
troupe_cases_page_make_buttons (TroupeCasesPage *self)
{
  const char *const labels[] = { _ ("Run _All"), _ ("Run _Failed"),
                                 _ ("Run _One"), _ ("_Record Again"),
                                 NULL,           _ ("_Stop") };
  GPtrArray *buttons = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_CASES_PAGE (self), buttons);

  for (guint i = 0; i < N_ACTIONS; i++)
    {
      if (i == COMPARE)
        self->buttons[i] = make_compare_button (self);
      else
        {
          GtkWidget *label;

          self->buttons[i] = gtk_button_new_with_mnemonic (labels[i]);
          /* Lets the text of a button be cut in a window that is narrow or has large text. */
          label = gtk_button_get_child (GTK_BUTTON (self->buttons[i]));
          if (GTK_IS_LABEL (label))
            gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
          g_signal_connect_object (self->buttons[i], "clicked", G_CALLBACK (press_cb), self, 0);
        }
      g_ptr_array_add (buttons, self->buttons[i]);
    }
  self->more = make_more_button (self);
  g_ptr_array_add (buttons, self->more);
  /* The bar is outside of this widget, whose actions the menu needs. */
  gtk_widget_insert_action_group (self->more, "cases", G_ACTION_GROUP (self->group));
  update_actions (self);
  fold (self);
  return buttons;
}

TroupeCasesPage *
troupe_cases_page_new (TroupePageContent *content)
{
  TroupeCasesPage *self = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);

  self = g_object_new (TROUPE_TYPE_CASES_PAGE, NULL);
  self->content = content;
  self->work = troupe_case_work_new (content);
  self->table = troupe_case_table_new (self->work);
  self->detail = troupe_case_detail_new (self->work);
  self->head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->head), self->notice);
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_widget_add_css_class (self->summary, "case-summary");
  gtk_box_append (GTK_BOX (self->head), self->summary);
  self->problems = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->problems, "case-problems");
  gtk_box_append (GTK_BOX (self->head), self->problems);
  self->group = g_simple_action_group_new ();
  for (guint i = 0; i < N_ACTIONS; i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (actions[i] + strlen ("cases."), NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (menu_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self->group), G_ACTION (action));
    }
  self->columns =
      troupe_split_view_new (self->head, GTK_WIDGET (self->table), GTK_WIDGET (self->detail),
                             "training-side", DETAIL_WIDTH, NARROW);
  gtk_widget_set_parent (GTK_WIDGET (self->columns), GTK_WIDGET (self));
  g_signal_connect_object (self->columns, "notify::narrow", G_CALLBACK (fold), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->work, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->work, "case-changed", G_CALLBACK (case_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->work, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->work, "told", G_CALLBACK (told_cb), self, G_CONNECT_SWAPPED);
  troupe_run_controller_lend_notice (troupe_page_content_get_running (content),
                                     TROUPE_NOTICE_BAR (self->notice));
  return self;
}

void
troupe_cases_page_begin (TroupeCasesPage *self)
{
  g_return_if_fail (TROUPE_IS_CASES_PAGE (self));

  troupe_case_work_load (self->work);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_cases_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CASES_PAGE (widget)->table));
}

static void
troupe_cases_page_dispose (GObject *object)
{
  TroupeCasesPage *self = TROUPE_CASES_PAGE (object);
  GtkWidget *columns = GTK_WIDGET (g_steal_pointer (&self->columns));

  g_clear_handle_id (&self->update_id, g_source_remove);
  self->content = NULL;
  g_clear_pointer (&columns, gtk_widget_unparent);
  if (self->work != NULL)
    troupe_case_work_close (self->work);
  g_clear_object (&self->work);
  g_clear_object (&self->group);

  G_OBJECT_CLASS (troupe_cases_page_parent_class)->dispose (object);
}

static void
troupe_cases_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_WORK)
    g_value_set_object (value, TROUPE_CASES_PAGE (object)->work);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_cases_page_class_init (TroupeCasesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_cases_page_dispose;
  G_OBJECT_CLASS (klass)->get_property = troupe_cases_page_get_property;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_WORK,
                                   g_param_spec_object ("work", NULL, NULL, TROUPE_TYPE_CASE_WORK,
                                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  widget_class->grab_focus = troupe_cases_page_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "cases-page");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < N_ACTIONS; i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, action_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_cases_page_init (TroupeCasesPage *self)
{
  self->notice = g_object_new (TROUPE_TYPE_NOTICE_BAR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Tests"),
                                  -1);
}
