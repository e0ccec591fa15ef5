/* troupe-training-pane.c: training pane: feedback during a training and learned rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-training-pane"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-training-pane.h"
#include "troupe-transcript-text.h"

#define AVATAR 20
/* Maximum number of lines of an output that are shown, and number of characters that are
 * searched for these lines. */
#define LINES 4
#define LONGEST 2000

/* A task of the current round. @request: (nullable): the pending feedback request */
typedef struct
{
  TroupeTrainingPane *pane;
  char *title;
  char *request;
  gboolean has_first;
  double before;
  double after;
  GtkWidget *box;
  GtkWidget *avatar;
  GtkWidget *state;
  GtkWidget *first;
  GtkWidget *remark_box;
  GtkWidget *remark;
  GtkWidget *second;
  GtkWidget *entry_box;
  GtkWidget *entry;
  GtkWidget *replaced; /* says which earlier feedback this one replaces */
} Step;

struct _TroupeTrainingPane
{
  GtkWidget parent_instance;

  TroupePageQuestions *questions;
  GtkWidget *body;
  GtkWidget *head;
  GtkWidget *round_label;
  GtkWidget *bar;
  GtkWidget *money;
  GtkWidget *stop;
  GtkWidget *result;
  GtkWidget *evaluate;
  GtkWidget *card;
  GtkWidget *learnt;
  GPtrArray *steps; /* (element-type Step) */
  guint n_rounds;
  guint round; /* from 1; 0: not started */
  gboolean is_under_way;
  gboolean is_finishing; /* no more rounds, only learning from the feedback */
};

enum
{
  STOP_REQUESTED,
  EVALUATION_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTrainingPane, troupe_training_pane, GTK_TYPE_WIDGET)

static void
step_free (gpointer data)
{
  Step *step = data;

  g_assert (step != NULL);

  g_free (step->title);
  g_free (step->request);
  g_free (step);
}

/* --- Tasks ------------------------------------------------------------------------------------ */

/* Returns the first lines of @text. The line limit of a label applies to each paragraph
 * separately, so a table would fill the page. (transfer full) */
static char *
take_first_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (n == LINES)
        {
          g_string_append (out, " …");
          break;
        }
      g_string_append_printf (out, "%s%s", n > 0 ? "\n" : "", lines[i]);
      n++;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
set_shown_text (GtkWidget *label, const char *text)
{
  const gsize length = MIN (strlen (text), LONGEST);
  g_autofree char *beginning = g_utf8_make_valid (text, (gssize) length);
  g_autofree char *lines = take_first_lines (beginning);

  g_assert (GTK_IS_LABEL (label));

  gtk_label_set_label (GTK_LABEL (label), lines);
  gtk_widget_set_visible (label, TRUE);
  gtk_widget_set_tooltip_text (label, beginning);
}

/* Shows whether feedback is requested. If it is not requested, shows the scores of the tests
 * before and after the training. */
static void
show_state (Step *step)
{
  g_autofree char *before = troupe_test_mark_to_text (step->before);
  g_autofree char *after = troupe_test_mark_to_text (step->after);
  g_autofree char *text = NULL;

  g_assert (step != NULL);

  if (step->request != NULL)
    /* Translators: state of a task that waits for the user's feedback */
    text = g_strdup (_ ("needs your feedback"));
  else if (!isnan (step->before) && !isnan (step->after))
    /* Translators: scores of a task in the tests before and after a training */
    text = g_strdup_printf (_ ("%s → %s"), before, after);
  else if (!isnan (step->before))
    /* Translators: score of a task in the test before this training */
    text = g_strdup_printf (_ ("%s before"), before);
  gtk_label_set_label (GTK_LABEL (step->state), text != NULL ? text : "");
}

/* Returns the last task of this round before @step that the user has commented and the same agent has done.
 * (nullable) */
static const Step *
find_replaced (Step *step)
{
  TroupeTrainingPane *self = step->pane;
  const char *agent = adw_avatar_get_text (ADW_AVATAR (step->avatar));
  const Step *found = NULL;

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  if (agent == NULL || *agent == '\0')
    return NULL;
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *other = g_ptr_array_index (self->steps, i);

      if (other != step && gtk_widget_get_visible (other->remark_box) &&
          g_strcmp0 (adw_avatar_get_text (ADW_AVATAR (other->avatar)), agent) == 0)
        found = other;
    }

  return found;
}

/* CrewAI keeps one feedback of an agent and an iteration: without this line, an earlier one would be lost without
 * notice. */
static void
show_replaced (Step *step)
{
  const Step *other = step->request != NULL ? find_replaced (step) : NULL;
  g_autofree char *title = other != NULL ? troupe_text_first_line (other->title) : NULL;
  g_autofree char *text =
      other != NULL
          ? g_strdup_printf (
                /* Translators: the first %s is an agent, the second %s is a task */
                _ ("%s learns from one feedback per iteration: this one replaces that on “%s”. "
                   "Repeat what should be kept."),
                adw_avatar_get_text (ADW_AVATAR (step->avatar)), title)
          : NULL;

  gtk_label_set_label (GTK_LABEL (step->replaced), text != NULL ? text : "");
  gtk_widget_set_visible (step->replaced, text != NULL);
}

static void
send_remark (Step *step)
{
  TroupeTrainingPane *self = step->pane;
  g_autofree char *text =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (step->entry))));
  g_autofree char *request = g_steal_pointer (&step->request);
  GtkWidget *next;

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  if (request == NULL)
    return;
  /* Empty feedback is replaced, because it would make learning fail at the end, after all rounds
   * have been paid for. */
  if (*text == '\0')
    troupe_set_str (&text, _ ("No changes needed."));
  set_shown_text (step->remark, text);
  gtk_widget_set_visible (step->remark_box, TRUE);
  gtk_widget_set_visible (step->entry_box, FALSE);
  gtk_widget_set_visible (step->replaced, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (step->entry), "");
  show_state (step);
  /* Focuses the entry of the next task, because parallel tasks request feedback at the same
   * time. */
  next = troupe_training_pane_get_entry (self);
  if (next != NULL)
    gtk_widget_grab_focus (next);
  troupe_page_questions_answer (self->questions, request, text, NULL, "window");
}

static void
next_cb (GtkWidget *widget, Step *step)
{
  g_assert (GTK_IS_WIDGET (widget));

  send_remark (step);
}

static GtkWidget *
make_text (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), LINES);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_visible (label, FALSE);
  return label;
}

static GtkWidget *
make_person (void)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("avatar-default-symbolic");

  gtk_widget_add_css_class (icon, "accent");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Your Feedback"), -1);
  return icon;
}

static void
add_entry (Step *step)
{
  GtkWidget *next = gtk_button_new_with_mnemonic (_ ("_Next"));
  GtkWidget *person = make_person ();

  g_assert (step->box != NULL);

  gtk_widget_set_valign (person, GTK_ALIGN_CENTER);
  step->entry_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  step->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (step->entry), _ ("What should be improved?"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (step->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What should be improved?"), -1);
  gtk_widget_set_tooltip_text (step->entry,
                               _ ("Leaving this empty counts as “No changes needed.”"));
  gtk_widget_set_hexpand (step->entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (step->entry), 4);
  gtk_widget_add_css_class (next, "suggested-action");
  g_signal_connect (step->entry, "activate", G_CALLBACK (next_cb), step);
  g_signal_connect (next, "clicked", G_CALLBACK (next_cb), step);
  gtk_box_append (GTK_BOX (step->entry_box), person);
  gtk_box_append (GTK_BOX (step->entry_box), step->entry);
  gtk_box_append (GTK_BOX (step->entry_box), next);
  gtk_widget_set_visible (step->entry_box, FALSE);
  gtk_box_append (GTK_BOX (step->box), step->entry_box);
  step->replaced = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (step->replaced), 0);
  gtk_label_set_wrap (GTK_LABEL (step->replaced), TRUE);
  gtk_widget_add_css_class (step->replaced, "caption");
  gtk_widget_add_css_class (step->replaced, "warning");
  gtk_widget_set_visible (step->replaced, FALSE);
  gtk_box_append (GTK_BOX (step->box), step->replaced);
}

static Step *
step_new (TroupeTrainingPane *self, const char *title, guint number)
{
  Step *step = g_new0 (Step, 1);
  GtkWidget *head;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  GtkWidget *mark;
  GtkWidget *head_title;

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  step->pane = self;
  step->title = g_strdup (title);
  step->before = step->after = NAN;
  step->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (step->box, "training-step");
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  text = g_strdup_printf ("%u", number);
  line = troupe_text_first_line (step->title);
  mark = gtk_label_new (text);
  head_title = gtk_label_new (line);
  g_assert (step->box != NULL);
  gtk_widget_add_css_class (mark, "task-number");
  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (head_title, "heading");
  gtk_label_set_ellipsize (GTK_LABEL (head_title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (head_title), 0);
  step->avatar = adw_avatar_new (AVATAR, NULL, TRUE);
  gtk_widget_set_visible (step->avatar, FALSE);
  step->state = gtk_label_new (NULL);
  gtk_widget_add_css_class (step->state, "dim-label");
  gtk_widget_set_hexpand (step->state, TRUE);
  gtk_widget_set_halign (step->state, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (head), mark);
  gtk_box_append (GTK_BOX (head), head_title);
  gtk_box_append (GTK_BOX (head), step->avatar);
  gtk_box_append (GTK_BOX (head), step->state);
  gtk_box_append (GTK_BOX (step->box), head);
  step->first = make_text ("dim-label");
  gtk_box_append (GTK_BOX (step->box), step->first);
  step->remark_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  step->remark = make_text (NULL);
  gtk_box_append (GTK_BOX (step->remark_box), make_person ());
  gtk_box_append (GTK_BOX (step->remark_box), step->remark);
  gtk_widget_set_visible (step->remark_box, FALSE);
  gtk_box_append (GTK_BOX (step->box), step->remark_box);
  step->second = make_text (NULL);
  gtk_box_append (GTK_BOX (step->box), step->second);
  add_entry (step);
  gtk_box_append (GTK_BOX (self->card), step->box);
  return step;
}

/* --- Feedback requests ------------------------------------------------------------------------ */

static void
ask (Step *step, const TroupeFeedbackRequest *request)
{
  g_autofree char *text = NULL;
  /* The user may be typing feedback for another task. */
  const gboolean is_only = troupe_training_pane_get_entry (step->pane) == NULL;

  g_assert (step != NULL);

  if (step->request != NULL)
    return;
  step->request = g_strdup (request->id);
  if (request->output != NULL && troupe_value_is (request->output, TROUPE_VALUE_STRING))
    text = g_strdup (troupe_value_get_string (request->output, NULL));
  else if (request->output != NULL)
    text = troupe_value_to_json (request->output, TROUPE_JSON_PRETTY);
  set_shown_text (step->first, text != NULL ? text : "");
  step->has_first = TRUE;
  gtk_widget_set_visible (step->remark_box, FALSE);
  gtk_widget_set_visible (step->second, FALSE);
  gtk_widget_set_visible (step->entry_box, TRUE);
  show_state (step);
  show_replaced (step);
  if (is_only && gtk_widget_get_mapped (step->box))
    gtk_widget_grab_focus (step->entry);
}

static void
withdraw (Step *step)
{
  g_assert (step != NULL);

  g_clear_pointer (&step->request, g_free);
  gtk_widget_set_visible (step->entry_box, FALSE);
  show_state (step);
  show_replaced (step);
}

static void
questions_changed_cb (TroupeTrainingPane *self)
{
  GPtrArray *requests = troupe_page_questions_list (self->questions);

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  if (!self->is_under_way)
    return;
  for (guint i = 0; i < self->steps->len; i++)
    {
      Step *step = g_ptr_array_index (self->steps, i);

      if (step->request != NULL &&
          troupe_page_questions_find (self->questions, step->request) == NULL)
        withdraw (step);
    }
  for (guint i = 0; i < requests->len; i++)
    {
      const TroupeFeedbackRequest *request = g_ptr_array_index (requests, i);
      Step *step = NULL;
      TroupeValue *path;
      const char *place;

      path = request->metadata != NULL
                 ? troupe_value_map_lookup_string (request->metadata, "path", -1)
                 : NULL;
      place = path != NULL && troupe_value_is (path, TROUPE_VALUE_STRING)
                  ? g_strrstr (troupe_value_get_string (path, NULL), "tasks[")
                  : NULL;
      if (place != NULL)
        {
          const guint64 number = g_ascii_strtoull (place + strlen ("tasks["), NULL, 10);
          step = number < self->steps->len ? g_ptr_array_index (self->steps, number) : NULL;
        }
      else
        {
          for (guint j = 0; j < self->steps->len; j++)
            if (g_strcmp0 (((Step *) g_ptr_array_index (self->steps, j))->title, request->method) ==
                0)
              {
                step = g_ptr_array_index (self->steps, j);
                break;
              }
        }
      if (step != NULL)
        ask (step, request);
    }
}

GtkWidget *
troupe_training_pane_get_entry (TroupeTrainingPane *self)
{
  g_return_val_if_fail (TROUPE_IS_TRAINING_PANE (self), NULL);

  for (guint i = 0; i < self->steps->len; i++)
    if (((Step *) g_ptr_array_index (self->steps, i))->request != NULL)
      return ((Step *) g_ptr_array_index (self->steps, i))->entry;
  return NULL;
}

void
troupe_training_pane_answer (TroupeTrainingPane *self)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  for (guint i = 0; i < self->steps->len; i++)
    if (((Step *) g_ptr_array_index (self->steps, i))->request != NULL)
      {
        send_remark (g_ptr_array_index (self->steps, i));
        return;
      }
}

/* --- Progress --------------------------------------------------------------------------------- */

static void
show_task (const TroupeSpan *span, guint number, guint round, gpointer user_data)
{
  TroupeTrainingPane *self = TROUPE_TRAINING_PANE (user_data);
  const char *output = troupe_span_get_output_text (span);
  Step *step;

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  if (number >= self->steps->len || round + 1 != self->round)
    return;
  step = g_ptr_array_index (self->steps, number);
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (span->children, i);

      if (child->kind != TROUPE_SCOPE_AGENT)
        continue;
      adw_avatar_set_text (ADW_AVATAR (step->avatar), troupe_transcript_name_agent (child));
      gtk_widget_set_tooltip_text (step->avatar, troupe_transcript_name_agent (child));
      gtk_widget_set_visible (step->avatar, TRUE);
      show_replaced (step);
      break;
    }
  if (!troupe_span_is_under_way (span) && output != NULL && step->has_first &&
      step->request == NULL && !gtk_widget_get_visible (step->second))
    set_shown_text (step->second, output);
}

void
troupe_training_pane_update (TroupeTrainingPane *self, TroupeTrace *trace)
{
  guint n;
  const TroupeTraceUsage *usage;
  guint n_done = 0;
  g_autofree char *text = NULL;
  g_autofree char *money = NULL;

  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));
  g_return_if_fail (TROUPE_IS_TRACE (trace));

  if (!self->is_under_way)
    return;
  n = troupe_rounds_walk (trace, NULL, NULL);
  if (n != self->round && n > 1)
    {
      /* Clears the tasks for a new round. The feedback of the previous round is stored in
       * training_data.pkl. */
      for (guint i = 0; i < self->steps->len; i++)
        {
          Step *step = g_ptr_array_index (self->steps, i);

          g_clear_pointer (&step->request, g_free);
          step->has_first = FALSE;
          gtk_widget_set_visible (step->first, FALSE);
          gtk_widget_set_visible (step->remark_box, FALSE);
          gtk_widget_set_visible (step->second, FALSE);
          gtk_widget_set_visible (step->entry_box, FALSE);
          gtk_widget_set_visible (step->replaced, FALSE);
          show_state (step);
        }
      questions_changed_cb (self);
    }
  self->round = n;
  troupe_rounds_walk (trace, show_task, self);
  usage = troupe_trace_get_usage (trace);
  text = g_strdup_printf (_ ("Iteration %u of %u"), MAX (self->round, 1), self->n_rounds);
  money = troupe_money_describe_sum (usage->micro_dollars, usage->n_unpriced == 0);
  for (guint i = 0; i < self->steps->len; i++)
    n_done += gtk_widget_get_visible (((Step *) g_ptr_array_index (self->steps, i))->second);
  if (!self->is_finishing)
    gtk_label_set_label (GTK_LABEL (self->round_label), text);
  gtk_label_set_label (GTK_LABEL (self->money), money != NULL ? money : "");
  gtk_progress_bar_set_fraction (
      GTK_PROGRESS_BAR (self->bar),
      CLAMP ((MAX (self->round, 1) - 1 + n_done / (double) MAX (self->steps->len, 1)) /
                 self->n_rounds,
             0.0, 1.0));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  text, -1);
}

/* --- Start and end ---------------------------------------------------------------------------- */

void
troupe_training_pane_begin (TroupeTrainingPane *self, guint n, const char *const *titles)
{
  GtkWidget *child;

  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));
  g_return_if_fail (n > 0 && titles != NULL);

  while ((child = gtk_widget_get_first_child (self->card)) != NULL)
    gtk_box_remove (GTK_BOX (self->card), child);
  g_ptr_array_set_size (self->steps, 0);
  for (guint i = 0; titles[i] != NULL; i++)
    g_ptr_array_add (self->steps, step_new (self, titles[i], i + 1));
  self->n_rounds = n;
  self->round = 0;
  self->is_under_way = TRUE;
  self->is_finishing = FALSE;
  gtk_widget_set_visible (self->result, FALSE);
  gtk_widget_set_visible (self->evaluate, FALSE);
  gtk_widget_set_visible (self->head, TRUE);
  gtk_widget_set_visible (self->card, TRUE);
  gtk_widget_set_sensitive (self->stop, TRUE);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), 0);
}

void
troupe_training_pane_begin_evaluation (TroupeTrainingPane *self)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  self->is_under_way = TRUE;
  /* There are no rounds, which the progress is a part of. */
  self->n_rounds = 1;
  self->round = 0;
  gtk_widget_set_visible (self->result, FALSE);
  gtk_widget_set_visible (self->evaluate, FALSE);
  gtk_widget_set_visible (self->head, TRUE);
  gtk_widget_set_sensitive (self->stop, TRUE);
  troupe_training_pane_set_finishing (self);
}

void
troupe_training_pane_end (TroupeTrainingPane *self, const char *text, gboolean has_failed)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));
  g_return_if_fail (text != NULL);

  self->is_under_way = FALSE;
  for (guint i = 0; i < self->steps->len; i++)
    withdraw (g_ptr_array_index (self->steps, i));
  gtk_widget_set_visible (self->head, FALSE);
  gtk_label_set_label (GTK_LABEL (self->result), text);
  gtk_widget_set_visible (self->result, TRUE);
  if (has_failed)
    gtk_widget_add_css_class (self->result, "error");
  else
    gtk_widget_remove_css_class (self->result, "error");
}

void
troupe_training_pane_offer_evaluation (TroupeTrainingPane *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  if (self->is_under_way)
    return;
  if (text != NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->result), text);
      gtk_widget_remove_css_class (self->result, "error");
      gtk_widget_set_visible (self->result, TRUE);
    }
  gtk_widget_set_visible (self->evaluate, TRUE);
}

void
troupe_training_pane_set_stopping (TroupeTrainingPane *self)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  gtk_widget_set_sensitive (self->stop, FALSE);
}

void
troupe_training_pane_set_finishing (TroupeTrainingPane *self)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  self->is_finishing = TRUE;
  gtk_label_set_label (GTK_LABEL (self->round_label), _ ("The agents are learning…"));
}

guint
troupe_training_pane_get_n_ended (TroupeTrainingPane *self)
{
  g_return_val_if_fail (TROUPE_IS_TRAINING_PANE (self), 0);

  return self->is_under_way ? MAX (self->round, 1) - 1 : 0;
}

gboolean
troupe_training_pane_is_under_way (TroupeTrainingPane *self)
{
  g_return_val_if_fail (TROUPE_IS_TRAINING_PANE (self), FALSE);

  return self->is_under_way;
}

/* Returns the score of a task; NAN if the score is unknown. @facts: (nullable) */
static double
find_mark (const TroupeTestFacts *facts, const char *title)
{
  for (guint i = 0; facts != NULL && i < facts->n_tasks; i++)
    if (g_strcmp0 (facts->tasks[i].title, title) == 0)
      return troupe_test_facts_get_task_average (facts, i);
  return NAN;
}

void
troupe_training_pane_set_marks (TroupeTrainingPane *self,
                                const TroupeTestFacts *before,
                                const TroupeTestFacts *after)
{
  g_return_if_fail (TROUPE_IS_TRAINING_PANE (self));

  for (guint i = 0; i < self->steps->len; i++)
    {
      Step *step = g_ptr_array_index (self->steps, i);

      step->before = find_mark (before, step->title);
      step->after = find_mark (after, step->title);
      show_state (step);
    }
}

TroupeTrainedRulesList *
troupe_training_pane_get_learnt (TroupeTrainingPane *self)
{
  g_return_val_if_fail (TROUPE_IS_TRAINING_PANE (self), NULL);

  return TROUPE_TRAINED_RULES_LIST (self->learnt);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
stop_cb (TroupeTrainingPane *self)
{
  g_assert (TROUPE_IS_TRAINING_PANE (self));

  g_signal_emit (self, signals[STOP_REQUESTED], 0);
}

static void
evaluate_cb (TroupeTrainingPane *self)
{
  g_assert (TROUPE_IS_TRAINING_PANE (self));

  g_signal_emit (self, signals[EVALUATION_REQUESTED], 0);
}

static void
troupe_training_pane_dispose (GObject *object)
{
  TroupeTrainingPane *self = TROUPE_TRAINING_PANE (object);

  self->is_under_way = FALSE;
  g_clear_pointer (&self->body, gtk_widget_unparent);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_object (&self->questions);

  G_OBJECT_CLASS (troupe_training_pane_parent_class)->dispose (object);
}

static void
troupe_training_pane_class_init (TroupeTrainingPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_training_pane_dispose;

  signals[STOP_REQUESTED] = g_signal_new ("stop-requested", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[EVALUATION_REQUESTED] =
      g_signal_new ("evaluation-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_training_pane_init (TroupeTrainingPane *self)
{
  GtkWidget *title;
  GtkWidget *about;

  g_assert (TROUPE_IS_TRAINING_PANE (self));

  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->body, "training-pane");
  title = gtk_label_new (_ ("Training"));
  about = gtk_label_new (_ ("Your feedback becomes rules for the agents."));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "title-4");
  gtk_label_set_xalign (GTK_LABEL (about), 0);
  gtk_label_set_wrap (GTK_LABEL (about), TRUE);
  gtk_widget_add_css_class (about, "dim-label");
  gtk_widget_add_css_class (about, "caption");
  gtk_box_append (GTK_BOX (self->body), title);
  gtk_box_append (GTK_BOX (self->body), about);
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  self->round_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->round_label, "heading");
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_hexpand (self->bar, TRUE);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
  self->money = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->money, "numeric");
  self->stop = gtk_button_new_with_mnemonic (_ ("_Stop"));
  gtk_widget_set_tooltip_text (
      self->stop, _ ("After each iteration you can choose whether the agents learn from it"));
  g_signal_connect_object (self->stop, "clicked", G_CALLBACK (stop_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->head), self->round_label);
  gtk_box_append (GTK_BOX (self->head), self->bar);
  gtk_box_append (GTK_BOX (self->head), self->money);
  gtk_box_append (GTK_BOX (self->head), self->stop);
  gtk_widget_set_visible (self->head, FALSE);
  gtk_box_append (GTK_BOX (self->body), self->head);
  self->result = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->result), 0);
  gtk_label_set_wrap (GTK_LABEL (self->result), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->result), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_visible (self->result, FALSE);
  gtk_box_append (GTK_BOX (self->body), self->result);
  self->evaluate = gtk_button_new_with_mnemonic (_ ("_Evaluate Again"));
  gtk_widget_set_halign (self->evaluate, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (
      self->evaluate,
      _ ("Has the agents learn from the feedback in training_data.pkl, without asking again"));
  gtk_widget_set_visible (self->evaluate, FALSE);
  g_signal_connect_object (self->evaluate, "clicked", G_CALLBACK (evaluate_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->body), self->evaluate);
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "card");
  gtk_widget_set_visible (self->card, FALSE);
  gtk_box_append (GTK_BOX (self->body), self->card);
  self->learnt = troupe_trained_rules_list_new ();
  gtk_widget_set_margin_top (self->learnt, 8);
  gtk_box_append (GTK_BOX (self->body), self->learnt);
  gtk_widget_set_parent (self->body, GTK_WIDGET (self));
}

GtkWidget *
troupe_training_pane_new (TroupePageQuestions *questions)
{
  TroupeTrainingPane *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (questions), NULL);

  self = g_object_new (TROUPE_TYPE_TRAINING_PANE, NULL);
  self->questions = g_object_ref (questions);
  g_signal_connect_object (questions, "changed", G_CALLBACK (questions_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
