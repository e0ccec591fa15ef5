/* troupe-method-detail.c: detail panel of a method: input, output and state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-method-detail"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-feedback-view.h"
#include "troupe-item-bar.h"
#include "troupe-method-detail.h"
#include "troupe-pass-list.h"
#include "troupe-plot.h"
#include "troupe-text-list.h"
#include "troupe-value-rendering.h"
#include "troupe-value-view.h"

/* Maximum number of lines of an error; the tooltip contains the rest. */
#define ERROR_LINES 4

/* The pages, in the order of the buttons. */
enum
{
  PAGE_INPUT,
  PAGE_OUTPUT,
  PAGE_STATE,
  N_PAGES,
};

struct _TroupeMethodDetail
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *head;
  GtkWidget *title; /* in @head, like the next */
  GtkWidget *switches;
  GtkWidget *forms; /* switches how the value is shown, in one of these */
  GtkWidget *icon;
  GtkLabel *name_label;
  GtkLabel *state_label;
  GtkWidget *error_box;
  GtkLabel *error_label;
  GtkLabel *hint_label;
  GtkWidget *traceback_scroller;
  GtkLabel *traceback_label;
  GtkWidget *place_button;
  GtkWidget *page_buttons[N_PAGES];
  GtkWidget *pass_bar;
  GtkWidget *pass_button;
  GtkWidget *earlier_button;
  GtkWidget *later_button;
  GtkWidget *items; /* chooses an item of an `each` */
  GtkWidget *view;
  GtkWidget *feedback;

  TroupeRunModel *model;
  TroupeFlow *flow;
  GPtrArray *requests; /* (nullable) (element-type TroupeFeedbackRequest) */
  char *method;        /* (nullable): NULL for the run as a whole */
  guint pass;          /* 0: the latest */
  guint n_runs;        /* number of the run of @pass */
  gboolean has_result;
  TroupeRunResultType result_type;
  char *result_error; /* (nullable) */
  char *error_method; /* (nullable): the method that failed the run */
  int page;
};

enum
{
  PLACE_REQUESTED,
  PASS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMethodDetail, troupe_method_detail, GTK_TYPE_WIDGET)

static char *
join_names (TroupeValue *list)
{
  GString *text = g_string_new (NULL);
  const gsize length = list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
                           ? troupe_value_list_get_length (list)
                           : 0;

  for (gsize i = 0; i < length; i++)
    {
      const TroupeValue *name = troupe_value_list_get (list, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING))
        troupe_text_list_append (text, troupe_value_get_string (name, NULL));
    }
  return g_string_free (text, FALSE);
}

static char *
describe_state (TroupeMethodDetail *self, const TroupeMethodInfo *info)
{
  gboolean is_open;
  const char *pause;

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  /* Where the run is paused by the user. */
  is_open = info != NULL && info->state == TROUPE_BAR_RUNNING;
  if (!troupe_run_model_is_held (self->model) || self->pass != 0)
    pause = NULL;
  else if (is_open)
    pause = info->n_calls == 0 ? _ ("Paused") : NULL;
  else
    pause = troupe_run_model_is_next (self->model, self->method) ? _ ("Paused here") : NULL;

  if (pause != NULL)
    return g_strdup (pause);
  if (info == NULL || info->passes == 0)
    {
      const gboolean can_come = troupe_run_model_can_come (self->model, self->method);
      g_autofree char *arrived = NULL;
      g_autofree char *missing = NULL;

      /* A method that has not begun waits for events. */
      if (!troupe_run_model_has_run (self->model) ||
          troupe_run_model_is_new (self->model, self->method))
        return g_strdup (_ ("Not run yet"));
      if (info == NULL || info->arrived == NULL)
        return g_strdup (can_come ? _ ("Waiting") : _ ("Not reached"));
      arrived = join_names (info->arrived);
      missing = join_names (info->missing);
      if (can_come)
        /* Translators: names of events, for a method that waits for all of these events. */
        return g_strdup_printf (_ ("Arrived: %s. Waiting for: %s."), arrived, missing);
      return g_strdup_printf (_ ("Not reached. Arrived: %s. Missing: %s."), arrived, missing);
    }
  if (info->state == TROUPE_BAR_ASKING && !troupe_run_model_is_running (self->model))
    return g_strdup (_ ("Waiting for your answer"));
  return troupe_pass_describe (info);
}

/* Describes the state of the run as a whole. */
static char *
describe_run (TroupeMethodDetail *self)
{
  g_autofree char *span = troupe_span_to_text (troupe_run_model_get_elapsed (self->model));

  if (!troupe_run_model_has_run (self->model))
    return g_strdup (_ ("Not run yet"));
  if (troupe_run_model_is_held (self->model))
    return g_strdup (_ ("Paused"));
  if (troupe_run_model_is_running (self->model))
    return g_strdup (self->requests != NULL && self->requests->len > 0
                         ? _ ("Waiting for your answer")
                         : _ ("Running"));
  if (!self->has_result)
    return g_strdup (_ ("Stopped"));
  switch (self->result_type)
    {
    case TROUPE_RESULT_OK:
      return g_strdup_printf (_ ("Finished in %s"), span);
    case TROUPE_RESULT_CANCELLED:
      return g_strdup_printf (_ ("Stopped after %s"), span);
    case TROUPE_RESULT_TIMEOUT:
      return g_strdup_printf (_ ("Timed out after %s."), span);
    case TROUPE_RESULT_PAUSED:
      return g_strdup (_ ("Waiting for your answer"));
    case TROUPE_RESULT_LOAD_ERROR:
    case TROUPE_RESULT_BUILD_ERROR:
    case TROUPE_RESULT_RUN_ERROR:
    default:
      return g_strdup_printf (_ ("Failed after %s"), span);
    }
}

/* Finds the pending request of the method. @index: (out): its index among all requests. */
static TroupeFeedbackRequest *
find_request (TroupeMethodDetail *self, guint *index)
{
  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  for (guint i = 0; self->requests != NULL && i < self->requests->len; i++)
    {
      TroupeFeedbackRequest *request = g_ptr_array_index (self->requests, i);

      *index = i;
      if (g_strcmp0 (request->method, self->method) == 0)
        return request;
    }
  return NULL;
}

/* Returns the placeholder for a method that did not begin. */
static const char *
get_empty_text (TroupeMethodDetail *self)
{
  const gboolean is_crew = troupe_run_model_is_crew (self->model);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (!troupe_run_model_has_run (self->model) ||
      troupe_run_model_is_new (self->model, self->method))
    return _ ("Press Run (F5) to see the run here.");
  if (troupe_run_model_can_come (self->model, self->method))
    return is_crew ? _ ("This task has not started yet.") : _ ("This method has not started yet.");
  return is_crew ? _ ("The run did not reach this task.")
                 : _ ("The run did not reach this method.");
}

/* Returns TRUE if the items of the output are the results of the items of an `each`. */
static gboolean
is_each (TroupeMethodDetail *self)
{
  const TroupeFlowMethod *method = self->flow != NULL && self->method != NULL
                                       ? troupe_flow_find_method (self->flow, self->method)
                                       : NULL;

  return method != NULL && method->action != NULL && method->action->type == TROUPE_ACTION_EACH;
}

/* Shows the output, or the result of the chosen item of an `each`. @result: (nullable) */
static void
show_items (TroupeMethodDetail *self, const char *path, TroupeValue *result, const char *empty)
{
  const gboolean is_list =
      result != NULL && troupe_value_is (result, TROUPE_VALUE_LIST) && is_each (self);
  g_autofree char *place = NULL;
  gsize item;

  troupe_item_bar_set_count (TROUPE_ITEM_BAR (self->items),
                             is_list ? troupe_value_list_get_length (result) : 0);
  item = is_list ? troupe_item_bar_get_item (TROUPE_ITEM_BAR (self->items)) : 0;
  if (item > 0)
    {
      place = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", path, item - 1);
      result = troupe_value_list_get (result, item - 1);
    }
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->view), "output",
                               place != NULL ? place : path, result, NULL, empty);
}

static void
show_output (TroupeMethodDetail *self, const TroupeMethodInfo *info)
{
  TroupeFeedbackRequest *request =
      troupe_feedback_view_get_request (TROUPE_FEEDBACK_VIEW (self->feedback));
  TroupeValue *result = info != NULL ? info->result : NULL;
  TroupeValueView *view = TROUPE_VALUE_VIEW (self->view);
  g_autofree char *path = g_strconcat ("outputs.", self->method, NULL);
  const char *empty;
  gboolean goes_on;
  gboolean ran;

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  empty = troupe_run_model_is_crew (self->model) ? _ ("This task has no output.")
                                                 : _ ("This method has no output.");
  goes_on = troupe_run_model_is_running (self->model) || troupe_run_model_is_paused (self->model);
  ran = info != NULL && info->passes > 0;
  if (goes_on && !troupe_run_model_is_new (self->model, self->method) &&
      (ran ? info->state == TROUPE_BAR_RUNNING || info->state == TROUPE_BAR_ASKING
           : troupe_run_model_can_come (self->model, self->method)))
    empty = _ ("The output will appear here.");
  else if (!ran)
    empty = get_empty_text (self);
  /* The output that the user must review is not the method's result yet. */
  if (request != NULL && !request->is_input && self->pass == 0)
    result = request->output;
  if (info != NULL && result == NULL && info->stream != NULL && info->stream->len > 0)
    troupe_value_view_set_stream (view, info->stream->str, info->stream->len);
  else
    show_items (self, path, result, empty);
}

/* Shows the inputs and the result of the run as a whole, and its state before and after the run. */
static void
show_run (TroupeMethodDetail *self)
{
  TroupeValueView *view = TROUPE_VALUE_VIEW (self->view);
  const gboolean has_run = troupe_run_model_has_run (self->model);
  const gboolean goes_on =
      troupe_run_model_is_running (self->model) || troupe_run_model_is_paused (self->model);
  const char *before = _ ("Press Run (F5) to see the run here.");
  const char *output = goes_on ? _ ("The output will appear here.") : _ ("This run has no output.");
  TroupeValue *inputs = troupe_run_model_get_inputs (self->model);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_NULL))
    inputs = NULL;
  if (self->page == PAGE_INPUT)
    troupe_value_view_set_value (view, "inputs", "inputs", inputs, NULL,
                                 has_run ? _ ("The run had no inputs.") : before);
  else if (self->page == PAGE_STATE)
    troupe_value_view_set_value (view, "state", "state", troupe_run_model_get_state (self->model),
                                 troupe_run_model_get_first_state (self->model),
                                 has_run ? _ ("The flow has no state.") : before);
  else
    troupe_value_view_set_value (view, "final", "final", troupe_run_model_get_final (self->model),
                                 NULL, has_run ? output : before);
}

/* Shows the error, its location in the document, and a hint how to fix it. */
static void
update_error (TroupeMethodDetail *self, const TroupeMethodInfo *info)
{
  const gboolean failed = info != NULL && info->error != NULL;
  GString *hint = g_string_new (NULL);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (failed && info->error_path != NULL)
    g_string_append (hint, info->error_path);
  if (failed && info->error_line > 0)
    {
      g_string_append (hint, hint->len > 0 ? " · " : "");
      /* Translators: a line number of the document. */
      g_string_append_printf (hint, _ ("line %u"), info->error_line);
    }
  if (failed && info->temporary)
    g_string_append_printf (hint, "%s%s", hint->len > 0 ? " · " : "",
                            _ ("The error may be temporary. Try again later."));
  gtk_label_set_label (self->error_label, failed ? info->error : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->error_label), failed ? info->error : NULL);
  gtk_label_set_label (self->hint_label, hint->str);
  gtk_widget_set_visible (GTK_WIDGET (self->hint_label), hint->len > 0);
  if (failed && info->traceback != NULL &&
      !g_str_equal (gtk_label_get_label (self->traceback_label), info->traceback))
    gtk_label_set_text (self->traceback_label, info->traceback);
  gtk_widget_set_visible (self->traceback_scroller, failed && info->traceback != NULL);
  gtk_widget_set_visible (self->place_button, failed && info->error_path != NULL);
  gtk_widget_set_visible (self->error_box, failed);
  g_string_free (hint, TRUE);
}

/* Resets the result and the pass if the run has begun again. */
static void
follow_run (TroupeMethodDetail *self)
{
  const guint n_runs = troupe_run_model_get_n_runs (self->model);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (self->n_runs == n_runs)
    {
      /* A past run that was rewound may have fewer passes. */
      if (self->pass > troupe_run_model_get_n_passes (self->model, self->method))
        {
          self->pass = 0;
          g_signal_emit (self, signals[PASS_CHANGED], 0, 0);
        }
      return;
    }
  self->n_runs = n_runs;
  self->has_result = FALSE;
  g_clear_pointer (&self->result_error, g_free);
  g_clear_pointer (&self->error_method, g_free);
  if (self->pass == 0)
    return;
  self->pass = 0;
  g_signal_emit (self, signals[PASS_CHANGED], 0, 0);
}

static void
update (TroupeMethodDetail *self)
{
  const TroupeFlowMethod *method = self->flow != NULL && self->method != NULL
                                       ? troupe_flow_find_method (self->flow, self->method)
                                       : NULL;
  g_autoptr (TroupeMethodInfo) pass = NULL;
  const TroupeMethodInfo *info;
  g_autofree char *state = NULL;
  guint index = 0;
  TroupeFeedbackRequest *request;
  TroupeValueView *view;
  gboolean ran;
  const char *before;
  guint n_passes;
  guint shown;
  g_autofree char *text = NULL;

  follow_run (self);
  pass = troupe_run_model_make_pass (self->model, self->method, self->pass);
  info = pass != NULL ? pass : troupe_run_model_get_method (self->model, self->method);
  state = self->method != NULL ? describe_state (self, info) : describe_run (self);
  gtk_widget_set_visible (self->icon, method != NULL);
  if (method != NULL)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), troupe_plot_get_icon_name (method));
  gtk_label_set_label (self->name_label, self->method != NULL ? self->method : _ ("Entire Run"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name_label), self->method);
  gtk_label_set_label (self->state_label, state);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state_label), state);
  n_passes = troupe_run_model_get_n_passes (self->model, self->method);
  shown = self->pass > 0 ? self->pass : n_passes;
  gtk_widget_set_visible (self->pass_bar, n_passes > 1);
  if (n_passes > 1)
    {
      /* Translators: first %u is the number of the displayed pass of a method, second %u the number
       * of passes. */
      text = g_strdup_printf (_ ("Pass %u of %u"), shown, n_passes);
      gtk_menu_button_set_label (GTK_MENU_BUTTON (self->pass_button), text);
      gtk_widget_set_sensitive (self->earlier_button, shown > 1);
      gtk_widget_set_sensitive (self->later_button, shown < n_passes);
    }
  if (self->method == NULL || self->page != PAGE_OUTPUT)
    gtk_widget_set_visible (self->items, FALSE);
  request = find_request (self, &index);
  troupe_feedback_view_set_request (TROUPE_FEEDBACK_VIEW (self->feedback), request, index + 1,
                                    self->requests != NULL ? self->requests->len : 0);
  gtk_widget_set_visible (self->feedback, request != NULL);
  if (self->method == NULL)
    {
      const TroupeMethodInfo *failed =
          self->has_result ? troupe_run_model_get_method (self->model, self->error_method) : NULL;
      TroupeMethodInfo other = { .error = self->has_result ? self->result_error : NULL };

      /* The error of the run as a whole, with the details of the method that failed. */
      update_error (self, failed != NULL && failed->error != NULL ? failed : &other);
      show_run (self);
      return;
    }
  update_error (self, info);
  view = TROUPE_VALUE_VIEW (self->view);
  ran = info != NULL && info->passes > 0;
  before = get_empty_text (self);
  if (self->page == PAGE_INPUT)
    {
      TroupeValue *input = NULL;

      /* Finds the only parameter of a listener, which is displayed as its input. */
      if (info != NULL && info->params != NULL && troupe_value_is (info->params, TROUPE_VALUE_MAP))
        input = troupe_value_map_lookup_string (info->params, "_0", -1);
      troupe_value_view_set_value (view, "input", "input", input, NULL,
                                   ran ? _ ("Start methods have no input.") : before);
    }
  else if (self->page == PAGE_STATE)
    troupe_value_view_set_value (view, "state", "state", ran ? info->state_value : NULL,
                                 ran ? info->state_before : NULL, before);
  else
    show_output (self, info);
}

/* --- Selecting a pass ------------------------------------------------------------------------- */

void
troupe_method_detail_set_pass (TroupeMethodDetail *self, guint pass)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  /* Selecting the last pass also follows later ones. */
  if (pass >= troupe_run_model_get_n_passes (self->model, self->method))
    pass = 0;
  if (self->pass == pass)
    return;
  self->pass = pass;
  update (self);
  g_signal_emit (self, signals[PASS_CHANGED], 0, pass);
}

guint
troupe_method_detail_get_pass (TroupeMethodDetail *self)
{
  g_return_val_if_fail (TROUPE_IS_METHOD_DETAIL (self), 0);

  return self->pass;
}

static void
walk_cb (GtkButton *button, gpointer user_data)
{
  TroupeMethodDetail *self = TROUPE_METHOD_DETAIL (user_data);
  const guint n_passes = troupe_run_model_get_n_passes (self->model, self->method);
  const guint shown = self->pass > 0 ? self->pass : n_passes;
  const gboolean later = GTK_WIDGET (button) == self->later_button;

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  troupe_method_detail_set_pass (self, later ? shown + 1 : MAX (shown, 2) - 1);
}

static void
pass_chosen_cb (TroupePassList *list, guint pass, gpointer user_data)
{
  TroupeMethodDetail *self = TROUPE_METHOD_DETAIL (user_data);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->pass_button));
  troupe_method_detail_set_pass (self, pass);
}

/* Creates the popover when it is opened. */
static void
open_passes (GtkMenuButton *button, gpointer user_data)
{
  TroupeMethodDetail *self = TROUPE_METHOD_DETAIL (user_data);
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *list = troupe_pass_list_new (self->model, self->method, self->pass);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  gtk_widget_add_css_class (popover, "menu");
  g_signal_connect_object (list, "chosen", G_CALLBACK (pass_chosen_cb), self, 0);
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
make_walk_button (TroupeMethodDetail *self, const char *icon, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (walk_cb), self, 0);
  return button;
}

static void
page_toggled_cb (GtkToggleButton *button, gpointer user_data)
{
  TroupeMethodDetail *self = TROUPE_METHOD_DETAIL (user_data);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  for (int i = 0; i < N_PAGES; i++)
    if (self->page_buttons[i] == GTK_WIDGET (button))
      self->page = i;
  update (self);
}

static GtkWidget *
make_pages (TroupeMethodDetail *self)
{
  const char *const titles[N_PAGES] = { _ ("Input"), _ ("Output"), _ ("State") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (int i = 0; i < N_PAGES; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (titles[i]);

      self->page_buttons[i] = button;
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->page_buttons[0]));
      g_signal_connect_object (button, "toggled", G_CALLBACK (page_toggled_cb), self, 0);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static GtkLabel *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  /* Long labels must not widen the panel. */
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

static void
place_clicked_cb (TroupeMethodDetail *self)
{
  const char *method = self->method != NULL ? self->method : self->error_method;
  const TroupeMethodInfo *info = troupe_run_model_get_method (self->model, method);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  if (info != NULL && info->error_path != NULL)
    g_signal_emit (self, signals[PLACE_REQUESTED], 0, method, info->error_path, info->error_line);
}

static GtkWidget *
make_error_box (TroupeMethodDetail *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  self->error_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->error_label = make_label ("error");
  self->hint_label = make_label ("caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->hint_label), "dim-label");
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_wrap_mode (self->error_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (self->error_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (self->error_label, ERROR_LINES);
  gtk_label_set_max_width_chars (self->error_label, 40);
  gtk_label_set_max_width_chars (self->hint_label, 40);
  gtk_label_set_selectable (self->error_label, TRUE);
  gtk_label_set_wrap (self->hint_label, TRUE);
  gtk_label_set_wrap_mode (self->hint_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->hint_label, TRUE);
  gtk_widget_add_css_class (self->error_box, "detail-error");
  gtk_widget_set_visible (self->error_box, FALSE);
  gtk_box_append (GTK_BOX (self->error_box), GTK_WIDGET (self->error_label));
  /* The scrolled view of a Python traceback preserves its line breaks. */
  self->traceback_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->traceback_label, 0);
  gtk_label_set_yalign (self->traceback_label, 0);
  gtk_label_set_selectable (self->traceback_label, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->traceback_label), "monospace");
  gtk_widget_add_css_class (GTK_WIDGET (self->traceback_label), "traceback");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->traceback_label),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Traceback"), -1);
  self->traceback_scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->traceback_scroller),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->traceback_scroller), 110);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->traceback_scroller),
                                 GTK_WIDGET (self->traceback_label));
  gtk_widget_set_visible (self->traceback_scroller, FALSE);
  gtk_box_append (GTK_BOX (self->error_box), self->traceback_scroller);
  self->place_button = gtk_button_new_with_label (_ ("Show in Flow"));
  gtk_widget_add_css_class (self->place_button, "flat");
  gtk_widget_add_css_class (self->place_button, "caption");
  g_signal_connect_object (self->place_button, "clicked", G_CALLBACK (place_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self->hint_label), TRUE);
  gtk_box_append (GTK_BOX (foot), GTK_WIDGET (self->hint_label));
  gtk_box_append (GTK_BOX (foot), self->place_button);
  gtk_box_append (GTK_BOX (self->error_box), foot);
  return self->error_box;
}

void
troupe_method_detail_set_narrow (TroupeMethodDetail *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  troupe_feedback_view_set_narrow (TROUPE_FEEDBACK_VIEW (self->feedback), narrow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->head),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  /* Both rows of buttons beside each other are wider than the smallest window. */
  g_object_ref (self->forms);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->forms)), self->forms);
  if (narrow)
    gtk_box_append (GTK_BOX (self->title), self->forms);
  else
    gtk_box_prepend (GTK_BOX (self->switches), self->forms);
  g_object_unref (self->forms);
}

void
troupe_method_detail_set_requests (TroupeMethodDetail *self, GPtrArray *requests)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  g_clear_pointer (&self->requests, g_ptr_array_unref);
  self->requests = requests != NULL ? g_ptr_array_ref (requests) : NULL;
  update (self);
}

GtkWidget *
troupe_method_detail_get_feedback (TroupeMethodDetail *self)
{
  g_return_val_if_fail (TROUPE_IS_METHOD_DETAIL (self), NULL);

  return self->feedback;
}

static void
troupe_method_detail_dispose (GObject *object)
{
  TroupeMethodDetail *self = TROUPE_METHOD_DETAIL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->result_error, g_free);
  g_clear_pointer (&self->error_method, g_free);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (troupe_method_detail_parent_class)->dispose (object);
}

static void
troupe_method_detail_class_init (TroupeMethodDetailClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_method_detail_dispose;
  signals[PASS_CHANGED] =
      g_signal_new ("pass-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[PLACE_REQUESTED] =
      g_signal_new ("place-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_method_detail_init (TroupeMethodDetail *self)
{
  GtkWidget *head;
  GtkWidget *title;
  GtkWidget *switches;
  GtkWidget *words;

  g_assert (TROUPE_IS_METHOD_DETAIL (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->view = troupe_value_view_new ();
  troupe_value_rendering_attach (TROUPE_VALUE_VIEW (self->view), NULL);
  gtk_widget_set_vexpand (self->view, TRUE);
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  switches = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (head, "detail-head");
  self->icon = gtk_image_new ();
  self->name_label = make_label ("heading");
  self->state_label = make_label ("caption");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->name_label));
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->state_label));
  gtk_box_append (GTK_BOX (title), self->icon);
  gtk_box_append (GTK_BOX (title), words);
  self->title = title;
  self->switches = switches;
  self->forms = troupe_value_view_make_switch (TROUPE_VALUE_VIEW (self->view));
  gtk_box_append (GTK_BOX (switches), self->forms);
  gtk_box_append (GTK_BOX (switches), make_pages (self));
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), switches);
  self->head = head;
  gtk_box_append (GTK_BOX (self->box), self->head);
  self->pass_bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  self->earlier_button = make_walk_button (self, "go-previous-symbolic", _ ("Previous Pass"));
  self->later_button = make_walk_button (self, "go-next-symbolic", _ ("Next Pass"));
  self->pass_button = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->pass_button, "flat");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->pass_button), open_passes, self,
                                         NULL);
  gtk_widget_add_css_class (self->pass_bar, "pass-bar");
  gtk_widget_set_visible (self->pass_bar, FALSE);
  gtk_box_append (GTK_BOX (self->pass_bar), self->earlier_button);
  gtk_box_append (GTK_BOX (self->pass_bar), self->pass_button);
  gtk_box_append (GTK_BOX (self->pass_bar), self->later_button);
  gtk_box_append (GTK_BOX (self->box), self->pass_bar);
  self->items = troupe_item_bar_new ();
  g_signal_connect_object (self->items, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->items);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), make_error_box (self));
  self->feedback = troupe_feedback_view_new (FALSE);
  gtk_widget_set_visible (self->feedback, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->feedback);
  gtk_box_append (GTK_BOX (self->box), self->view);
}

void
troupe_method_detail_set_folder (TroupeMethodDetail *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  troupe_value_rendering_attach (TROUPE_VALUE_VIEW (self->view), folder);
}

GtkWidget *
troupe_method_detail_new (TroupeRunModel *model)
{
  TroupeMethodDetail *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_METHOD_DETAIL, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->page_buttons[PAGE_OUTPUT]), TRUE);
  return GTK_WIDGET (self);
}

void
troupe_method_detail_set_flow (TroupeMethodDetail *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow != NULL ? troupe_flow_ref (flow) : NULL;
  update (self);
}

void
troupe_method_detail_set_method (TroupeMethodDetail *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  if (!troupe_set_str (&self->method, name))
    return;
  self->pass = 0;
  troupe_item_bar_reset (TROUPE_ITEM_BAR (self->items));
  update (self);
}

void
troupe_method_detail_forget_result (TroupeMethodDetail *self)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  self->has_result = FALSE;
  g_clear_pointer (&self->result_error, g_free);
  g_clear_pointer (&self->error_method, g_free);
}

void
troupe_method_detail_set_result (TroupeMethodDetail *self, const TroupeRunResult *result)
{
  g_return_if_fail (TROUPE_IS_METHOD_DETAIL (self));

  self->has_result = result != NULL;
  g_clear_pointer (&self->result_error, g_free);
  g_clear_pointer (&self->error_method, g_free);
  if (result != NULL)
    {
      self->result_type = result->type;
      self->result_error = result->error != NULL ? g_strdup (result->error->message) : NULL;
      self->error_method = result->error != NULL ? g_strdup (result->error_method) : NULL;
    }
  update (self);
}
