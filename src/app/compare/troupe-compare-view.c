/* troupe-compare-view.c: comparison of two stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-view"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bar-box.h"
#include "troupe-clock.h"
#include "troupe-compare-chooser.h"
#include "troupe-compare-cost.h"
#include "troupe-compare-graph.h"
#include "troupe-compare-list.h"
#include "troupe-compare-text.h"
#include "troupe-compare-timeline.h"
#include "troupe-compare-view.h"
#include "troupe-money.h"
#include "troupe-pass-focus.h"
#include "troupe-run-crew.h"
#include "troupe-text-diff-view.h"

/* Sizes in pixels. */
#define LIST_WIDTH 400
#define LIST_HEIGHT 64
#define BOTTOM_HEIGHT 290

struct _TroupeCompareView
{
  GtkWidget parent_instance;

  TroupeCompareFacts *facts;
  TroupeFlowDocument *document;
  TroupeTrace *trace;     /* of the editor */
  TroupeEditor *editor;   /* (nullable): NULL for a crew */
  TroupeCrewEditor *crew; /* (nullable): NULL for a flow */
  TroupeCompareList *list;
  TroupeTextDiffView *texts;
  GtkWidget *parts[TROUPE_COMPARE_N_PARTS]; /* toggles, by TroupeComparePart */
  GtkWidget *part_box;                      /* of @parts */
  GtkWidget *row;                           /* the list and the texts */
  GtkWidget *pages;                         /* a stack: differences, timeline, cost */
  GtkWidget *page_buttons[3];
  TroupeCompareTimeline *timeline;
  TroupeCompareCost *cost;
  GtkWidget *head;     /* above @pages: @page_buttons, @sides and @part_box */
  GtkWidget *sides;    /* switch between A and B, in a narrow window */
  TroupeComparePart part;
  gboolean is_narrow;
  int side;
};

enum
{
  LEFT,
  SWAPPED,
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCompareView, troupe_compare_view, GTK_TYPE_WIDGET)

static const char *const part_names[] = { "input", "output", "state", "document" };
static const char *const page_names[] = { "differences", "timeline", "cost" };

/* --- Texts ------------------------------------------------------------------------------------ */

static void
show_texts (TroupeCompareView *self)
{
  static const char *const words[] = { N_ ("input"), N_ ("output"), N_ ("state"), N_ ("document") };
  const TroupeComparedMethod *method = troupe_compare_list_get_selected (self->list);
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  if (method == NULL)
    return;
  left = g_strdup_printf ("A  %s · %s", method->name, _ (words[self->part]));
  right = g_strdup_printf ("B  %s · %s", method->name, _ (words[self->part]));
  troupe_text_diff_view_show (self->texts, left, right, troupe_compare_text_write,
                              troupe_compare_text_collect (self->facts, method, 0, self->part),
                              troupe_compare_text_collect (self->facts, method, 1, self->part),
                              (GDestroyNotify) g_ptr_array_unref);
}

static void
part_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCompareView *self = TROUPE_COMPARE_VIEW (widget);

  for (guint i = 0; i < G_N_ELEMENTS (part_names); i++)
    if (g_str_equal (g_variant_get_string (parameter, NULL), part_names[i]))
      self->part = i;
  /* The action has no state that would do this. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->parts[self->part]), TRUE);
  show_texts (self);
}

/* --- Selection -------------------------------------------------------------------------------- */

static void
list_selected_cb (TroupeCompareView *self)
{
  const TroupeComparedMethod *method = troupe_compare_list_get_selected (self->list);
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  show_texts (self);
  if (method == NULL)
    return;
  troupe_compare_timeline_select (self->timeline, method->name);
  if (self->editor != NULL)
    troupe_editor_select_method (self->editor, method->name);
  else if (method->task_number > 0)
    {
      id = g_strdup_printf ("task:%u", method->task_number - 1);
      troupe_crew_editor_select (self->crew, id);
    }
}

/* A method that does not differ has no row. */
static void
canvas_selected_cb (TroupeCompareView *self)
{
  const TroupeComparedMethod *selected = troupe_compare_list_get_selected (self->list);
  const char *name = troupe_editor_get_selected_method (self->editor);

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  if (name != NULL && (selected == NULL || g_strcmp0 (selected->name, name) != 0))
    troupe_compare_list_select (self->list, name);
}

/* The method may be the same in both runs, and then has no row. */
static void
timeline_selected_cb (TroupeCompareView *self, const char *name)
{
  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  if (!troupe_compare_list_select (self->list, name) && self->editor != NULL)
    troupe_editor_select_method (self->editor, name);
}

/* --- Pages ------------------------------------------------------------------------------------ */

static void
show_side (TroupeCompareView *self)
{
  const int side = self->is_narrow ? self->side : -1;

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  troupe_text_diff_view_show_only (self->texts, side);
  troupe_compare_timeline_show_only (self->timeline, side);
  troupe_compare_cost_show_only (self->cost, side);
}

static void
page_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCompareView *self = TROUPE_COMPARE_VIEW (widget);
  const char *page = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      if (!g_str_equal (page, page_names[i]))
        continue;
      /* The action has no state that would do this. */
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->page_buttons[i]), TRUE);
      gtk_stack_set_visible_child_name (GTK_STACK (self->pages), page);
      gtk_widget_set_visible (self->part_box, i == 0);
    }
}

/* --- Bar -------------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, style);
  return label;
}

static void
chosen_cb (TroupeCompareView *self, const char *id, GtkWidget *chooser)
{
  const guint side = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chooser), "troupe-side"));

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  g_signal_emit (self, signals[CHOSEN], 0, side, id);
}

static void
add_run (TroupeCompareView *self, GtkWidget *bar, guint index)
{
  GtkWidget *letter = make_label (index == 0 ? "A" : "B", index == 0 ? "mark-a" : "mark-b");
  GtkWidget *chooser = troupe_compare_chooser_new (self->facts, index);

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  g_object_set_data (G_OBJECT (chooser), "troupe-side", GUINT_TO_POINTER (index));
  g_signal_connect_object (chooser, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_label_set_xalign (GTK_LABEL (letter), 0.5f);
  gtk_widget_set_valign (letter, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (bar), letter);
  gtk_box_append (GTK_BOX (bar), chooser);
}

/* Adds a pair of values and how the second one differs. */
static void
add_pair (GtkWidget *bar,
          const char *name,
          const char *first,
          const char *second,
          gint64 a,
          gint64 b)
{
  g_autofree char *percent = troupe_compare_text_get_percent (a, b);
  g_autofree char *pair = g_strcmp0 (first, second) != 0
                              ? g_strdup_printf ("%s → %s", first, second)
                              : g_strdup (first);

  gtk_box_append (GTK_BOX (bar), make_label (name, "dim-label"));
  gtk_box_append (GTK_BOX (bar), make_label (pair, "numeric"));
  if (*percent != '\0')
    gtk_box_append (GTK_BOX (bar), make_label (percent, b < a ? "success" : "error"));
}

static GtkWidget *
make_bar (TroupeCompareView *self)
{
  GtkWidget *bar = troupe_bar_box_new ();
  GtkWidget *runs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *sums = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swap = gtk_button_new_from_icon_name ("object-flip-horizontal-symbolic");
  const char *tooltip;
  GtkWidget *button;
  const TroupeRunSummary *a;
  const TroupeRunSummary *b;
  g_autofree char *time = NULL;
  g_autofree char *other_time = NULL;

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  gtk_widget_set_tooltip_text (swap, _ ("Exchange A and B"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (swap), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Exchange A and B"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (swap), "compare.swap");
  gtk_widget_add_css_class (swap, "flat");
  gtk_widget_set_hexpand (runs, TRUE);
  add_run (self, runs, 0);
  gtk_box_append (GTK_BOX (runs), swap);
  add_run (self, runs, 1);
  a = self->facts->runs[0]->summary;
  b = self->facts->runs[1]->summary;
  time = troupe_span_to_text (a->record->elapsed_us);
  other_time = troupe_span_to_text (b->record->elapsed_us);
  add_pair (sums, _ ("Time"), time, other_time, a->record->elapsed_us, b->record->elapsed_us);
  if (a->n_calls > 0 || b->n_calls > 0)
    {
      g_autofree char *cost = troupe_money_describe_cost (a->micro_dollars, a->n_unpriced == 0);
      g_autofree char *other_cost =
          troupe_money_describe_cost (b->micro_dollars, b->n_unpriced == 0);

      add_pair (sums, _ ("Cost"), cost, other_cost, a->micro_dollars, b->micro_dollars);
    }
  troupe_bar_box_append (TROUPE_BAR_BOX (bar), runs);
  troupe_bar_box_append (TROUPE_BAR_BOX (bar), sums);
  tooltip = _ ("Back to the Document (Esc)");
  button = gtk_button_new_with_mnemonic (_ ("_Close"));
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "compare.leave");
  troupe_bar_box_append (TROUPE_BAR_BOX (bar), button);
  gtk_widget_add_css_class (bar, "looking-bar");
  return bar;
}

static void
leave_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[LEFT], 0);
}

static void
swap_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SWAPPED], 0);
}

/* --- Graph ------------------------------------------------------------------------------------ */

/* --- Differences ------------------------------------------------------------------------------ */

/* Says how many methods differ, and where they began to. (transfer full) */
static char *
describe (TroupeCompareView *self, const char *first)
{
  const guint n = troupe_compare_list_get_n (self->list);
  const guint n_all = self->facts->methods->len;
  g_autofree char *count = NULL;

  if (n == 0)
    return g_strdup (first);
  if (self->crew != NULL)
    /* Translators: numbers of tasks. */
    count = g_strdup_printf (ngettext ("%u of %u task differs.", "%u of %u tasks differ.", n_all),
                             n, n_all);
  else
    /* Translators: numbers of methods. */
    count =
        g_strdup_printf (ngettext ("%u of %u method differs.", "%u of %u methods differ.", n_all),
                         n, n_all);
  return g_strdup_printf ("%s %s", count, first);
}

/* Makes a row of buttons of which one is pressed. @buttons: (out): as many as @n; @names: the parameters of the action */
static GtkWidget *
make_toggles (GtkWidget **buttons,
              const char *const *labels,
              const char *const *names,
              guint n,
              const char *action,
              guint active)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_mnemonic (_ (labels[i]));

      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (buttons[0]));
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", names[i]);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), i == active);
      buttons[i] = button;
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_widget_add_css_class (box, "linked");
  return box;
}

static GtkWidget *
make_parts (TroupeCompareView *self)
{
  static const char *const labels[] = { N_ ("_Input"), N_ ("_Output"), N_ ("_State"),
                                        N_ ("_Document") };

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  return make_toggles (self->parts, labels, part_names, G_N_ELEMENTS (part_names), "compare.part",
                       TROUPE_COMPARE_OUTPUT);
}

static void
side_cb (TroupeCompareView *self, GtkToggleButton *button)
{
  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  self->side = g_str_equal (gtk_button_get_label (GTK_BUTTON (button)), "A") ? 0 : 1;
  show_side (self);
}

static GtkWidget *
make_bottom (TroupeCompareView *self, const char *first)
{
  GtkWidget *bottom = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = troupe_bar_box_new ();
  GtkWidget *pages;
  GtkWidget *label;
  g_autofree char *text = NULL;
  GtkWidget *space;
  static const char *const labels[] = { N_ ("_Differences"), N_ ("_Timeline"), N_ ("Co_st") };
  GtkWidget *box;
  GtkWidget *sides;
  GtkWidget *second;

  g_assert (TROUPE_IS_COMPARE_VIEW (self));

  self->pages = gtk_stack_new ();
  self->timeline = TROUPE_COMPARE_TIMELINE (troupe_compare_timeline_new (self->facts));
  self->cost = TROUPE_COMPARE_COST (troupe_compare_cost_new (self->facts));
  g_signal_connect_object (self->timeline, "selected", G_CALLBACK (timeline_selected_cb), self,
                           G_CONNECT_SWAPPED);
  self->row = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->list = TROUPE_COMPARE_LIST (troupe_compare_list_new (self->facts));
  self->texts = TROUPE_TEXT_DIFF_VIEW (troupe_text_diff_view_new ());
  /* Prompts, outputs and errors are long, and what differs may be at their end. */
  troupe_text_diff_view_set_wraps (self->texts, TRUE);
  gtk_paned_set_start_child (GTK_PANED (self->row), GTK_WIDGET (self->list));
  gtk_paned_set_end_child (GTK_PANED (self->row), GTK_WIDGET (self->texts));
  gtk_paned_set_position (GTK_PANED (self->row), LIST_WIDTH);
  gtk_paned_set_resize_start_child (GTK_PANED (self->row), FALSE);
  g_signal_connect_object (self->list, "selected", G_CALLBACK (list_selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_stack_add_named (GTK_STACK (self->pages), self->row, page_names[0]);
  gtk_stack_add_named (GTK_STACK (self->pages), GTK_WIDGET (self->timeline), page_names[1]);
  gtk_stack_add_named (GTK_STACK (self->pages), GTK_WIDGET (self->cost), page_names[2]);
  gtk_widget_set_vexpand (self->pages, TRUE);
  pages = self->pages;
  space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  sides = gtk_toggle_button_new_with_label ("A");
  second = gtk_toggle_button_new_with_label ("B");
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (second), GTK_TOGGLE_BUTTON (sides));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (sides), TRUE);
  g_signal_connect_object (sides, "toggled", G_CALLBACK (side_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (second, "toggled", G_CALLBACK (side_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), sides);
  gtk_box_append (GTK_BOX (box), second);
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_visible (box, FALSE);
  self->sides = box;
  self->part_box = make_parts (self);
  text = describe (self, first);
  label = make_label (text, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "compare-summary");
  gtk_widget_set_hexpand (space, TRUE);
  troupe_bar_box_append (TROUPE_BAR_BOX (head),
                         make_toggles (self->page_buttons, labels, page_names,
                                       G_N_ELEMENTS (page_names), "compare.page", 0));
  troupe_bar_box_append (TROUPE_BAR_BOX (head), space);
  troupe_bar_box_append (TROUPE_BAR_BOX (head), self->sides);
  troupe_bar_box_append (TROUPE_BAR_BOX (head), self->part_box);
  gtk_widget_add_css_class (head, "compare-head");
  self->head = head;
  gtk_box_append (GTK_BOX (bottom), head);
  gtk_box_append (GTK_BOX (bottom), label);
  gtk_box_append (GTK_BOX (bottom), pages);
  gtk_widget_set_size_request (bottom, -1, BOTTOM_HEIGHT);
  return bottom;
}

void
troupe_compare_view_set_width_class (TroupeCompareView *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_COMPARE_VIEW (self));

  self->is_narrow = width >= TROUPE_EDITOR_NARROW;
  troupe_editor_frame_set_width_class (self->crew != NULL
                                           ? troupe_crew_editor_get_frame (self->crew)
                                           : troupe_editor_get_frame (self->editor),
                                       width);
  gtk_widget_set_visible (self->sides, self->is_narrow);
  /* The buttons of libadwaita 1.7 are too wide for the narrowest window otherwise. */
  if (self->is_narrow)
    gtk_widget_add_css_class (self->head, "narrow");
  else
    gtk_widget_remove_css_class (self->head, "narrow");
  /* The texts are below the list if there is no room beside it. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->row), self->is_narrow
                                                                  ? GTK_ORIENTATION_VERTICAL
                                                                  : GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_position (GTK_PANED (self->row), self->is_narrow ? LIST_HEIGHT : LIST_WIDTH);
  show_side (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_compare_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_COMPARE_VIEW (widget)->list));
}

static void
troupe_compare_view_dispose (GObject *object)
{
  TroupeCompareView *self = TROUPE_COMPARE_VIEW (object);
  GtkWidget *child;

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  if (self->timeline != NULL)
    g_signal_handlers_disconnect_by_data (self->timeline, self);
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->list = NULL;
  self->timeline = NULL;
  self->editor = NULL;
  g_clear_object (&self->trace);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_compare_view_parent_class)->dispose (object);
}

static void
troupe_compare_view_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_COMPARE_VIEW (object)->facts, troupe_compare_facts_free);
  G_OBJECT_CLASS (troupe_compare_view_parent_class)->finalize (object);
}

static void
troupe_compare_view_class_init (TroupeCompareViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_compare_view_dispose;
  object_class->finalize = troupe_compare_view_finalize;
  widget_class->grab_focus = troupe_compare_view_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  signals[SWAPPED] = g_signal_new ("swapped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);

  gtk_widget_class_install_action (widget_class, "compare.leave", NULL, leave_cb);
  gtk_widget_class_install_action (widget_class, "compare.swap", NULL, swap_cb);
  gtk_widget_class_install_action (widget_class, "compare.part", "s", part_cb);
  gtk_widget_class_install_action (widget_class, "compare.page", "s", page_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "compareview");
}

static void
troupe_compare_view_init (TroupeCompareView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->part = TROUPE_COMPARE_OUTPUT;
}

/* The canvas would only clear its selection. */
static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  g_signal_emit (widget, signals[LEFT], 0);
  return GDK_EVENT_STOP;
}

GtkWidget *
troupe_compare_view_new (TroupeCompareFacts *facts, GError **error)
{
  g_autoptr (TroupeCompareFacts) taken = facts;
  const TroupeRunRecord *record;
  TroupeFlowDocument *document;
  TroupeCompareView *self;
  GtkEventController *controller;
  GtkWidget *paned;
  g_autofree char *place = NULL;
  g_autofree char *first = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  GtkWidget *graph;

  g_return_val_if_fail (facts != NULL, NULL);

  record = facts->runs[0]->record;
  if (record->document == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("The document of this run was not saved with it."));
      return NULL;
    }
  document = troupe_flow_document_load_text (record->document, strlen (record->document),
                                             record->name, NULL, error);
  if (document == NULL)
    return NULL;
  self = g_object_new (TROUPE_TYPE_COMPARE_VIEW, NULL);
  self->facts = g_steal_pointer (&taken);
  self->document = document;
  paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  first = troupe_compare_text_get_first (self->facts, &place);
  gtk_widget_set_parent (make_bar (self), GTK_WIDGET (self));
  subject = troupe_run_crew_new_subject (self->document);
  self->trace = troupe_trace_new ();
  if (subject != NULL)
    {
      self->crew = TROUPE_CREW_EDITOR (troupe_crew_editor_new (subject, self->trace, NULL));
      troupe_crew_editor_set_read_only (self->crew);
      troupe_compare_graph_show_crew (self->crew, self->facts);
      graph = GTK_WIDGET (self->crew);
    }
  else
    {
      self->editor = TROUPE_EDITOR (troupe_editor_new (self->document, self->trace));
      troupe_editor_set_read_only (self->editor);
      troupe_compare_graph_show_flow (self->editor, self->trace, self->facts);
      g_signal_connect_object (self->editor, "notify::selected-method",
                               G_CALLBACK (canvas_selected_cb), self, G_CONNECT_SWAPPED);
      graph = GTK_WIDGET (self->editor);
    }
  gtk_paned_set_start_child (GTK_PANED (paned), graph);
  gtk_paned_set_end_child (GTK_PANED (paned), make_bottom (self, first));
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_widget_set_parent (paned, GTK_WIDGET (self));
  /* Where the runs differ first; a method that is the same is not listed. */
  if (place == NULL || !troupe_compare_list_select (self->list, place))
    troupe_compare_list_select (self->list, NULL);
  controller = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (escape_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  return GTK_WIDGET (self);
}
