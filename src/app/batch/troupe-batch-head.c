/* troupe-batch-head.c: progress header of a batch: bar, counters, remaining time and cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-head"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-batch-bar.h"
#include "troupe-batch-head.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

struct _TroupeBatchHead
{
  GtkBox parent_instance;

  TroupeBatchBar *bar;
  GtkLabel *count;
  GtkLabel *done_words;
  GtkLabel *failed_words;
  GtkLabel *running_words;
  GtkLabel *waiting_words;
  GtkLabel *rest;
  GtkLabel *money;
};

G_DEFINE_FINAL_TYPE (TroupeBatchHead, troupe_batch_head, GTK_TYPE_BOX)

gint64
troupe_batch_head_count_left (const TroupeBatchProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->n_items - progress->n_ok - progress->n_failed;
}

/* Sets the markup of @label to a dot in @colour, the bold @number and @words. */
static void
set_words (GtkLabel *label, const char *colour, const char *words, gint64 number)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);
  g_autofree char *markup =
      g_strdup_printf ("<span foreground=\"%s\">●</span>  <b>%" PRId64 "</b> %s", colour, number,
                       escaped);

  g_assert (GTK_IS_LABEL (label));

  gtk_label_set_markup (label, markup);
}

/* Extrapolates the total cost of the batch from the average cost of the finished items. */
static gint64
expect_cost (const TroupeBatchProgress *progress)
{
  const gint64 n_ended = progress->n_ok + progress->n_failed;

  return n_ended > 0 ? (gint64) ((double) progress->micro_dollars / (double) n_ended *
                                 (double) progress->n_items)
                     : 0;
}

static void
show_money (TroupeBatchHead *self, const TroupeBatchState *state)
{
  const TroupeBatchProgress *progress = &state->progress;
  g_autofree char *sum = troupe_money_for_display (progress->micro_dollars);
  g_autofree char *limit = troupe_money_for_display (state->budget);
  g_autofree char *expected = troupe_money_for_display (expect_cost (progress));
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autofree char *markup = NULL;

  g_assert (TROUPE_IS_BATCH_HEAD (self));

  if (state->budget > 0)
    /* Translators: %s is the budget, an amount of money. The amount already spent precedes this
     * text. */
    g_string_append_printf (rest, _ ("of %s"), limit);
  if (state->is_running && expect_cost (progress) > 0)
    {
      g_string_append (rest, rest->len > 0 ? " · " : "");
      /* Translators: %s is the expected total cost, an amount of money */
      g_string_append_printf (rest, _ ("about %s in total"), expected);
    }
  markup = g_markup_printf_escaped ("<b>%s</b>  <span alpha=\"60%%\">%s</span>", sum, rest->str);
  gtk_label_set_markup (self->money, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->money),
                          state->budget > 0 || progress->micro_dollars > 0);
}

void
troupe_batch_head_show (TroupeBatchHead *self, const TroupeBatchState *state)
{
  const TroupeBatchProgress *progress = NULL;
  const TroupeBatchProgress *count_progress;
  g_autofree char *count = NULL;
  g_autofree char *rest = NULL;
  static const char *const light[] = { "#156f47", "#c01c28", "#1a5fb4" };
  static const char *const dark[] = { "#2fa36b", "#e0525d", "#5a94dc" };
  const char *const *colours;
  gint64 n_waiting;

  g_return_if_fail (TROUPE_IS_BATCH_HEAD (self));
  g_return_if_fail (state != NULL);

  progress = &state->progress;
  troupe_batch_bar_set (self->bar, progress->n_items, progress->n_ok, progress->n_failed,
                        progress->n_running);
  count_progress = &state->progress;
  count = count_progress->n_items == 0
              ? g_strdup (_ ("Reading inputs…"))
              /* Translators: number of finished items, total number of items */
              : g_strdup_printf (_ ("%" PRId64 " of %" PRId64),
                                 count_progress->n_ok + count_progress->n_failed,
                                 count_progress->n_items);
  gtk_label_set_text (self->count, state->is_running || count_progress->n_items > 0 ? count : "");
  colours = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? dark : light;
  n_waiting = MAX (troupe_batch_head_count_left (progress) - progress->n_running, 0);
  /* Translators: these four words follow a number of items, as in “12 done”. */
  set_words (self->done_words, colours[0], C_ ("items", "done"), progress->n_ok);
  set_words (self->failed_words, colours[1], C_ ("items", "failed"), progress->n_failed);
  set_words (self->running_words, colours[2], C_ ("items", "running"), progress->n_running);
  set_words (self->waiting_words, "#9a9996", C_ ("items", "waiting"), n_waiting);
  if (state->is_running && !state->is_paused && state->progress.rest_us > 0)
    {
      g_autofree char *span = troupe_span_to_text (state->progress.rest_us);

      /* Translators: %s is the remaining time */
      rest = g_strdup_printf (_ ("about %s left"), span);
    }
  gtk_label_set_text (self->rest, rest != NULL ? rest : "");
  show_money (self, state);
}

void
troupe_batch_head_set_narrow (TroupeBatchHead *self, gboolean is_narrow)
{
  g_return_if_fail (TROUPE_IS_BATCH_HEAD (self));

  gtk_widget_set_visible (GTK_WIDGET (self->rest), !is_narrow);
}

static void
troupe_batch_head_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_BATCH_HEAD);

  G_OBJECT_CLASS (troupe_batch_head_parent_class)->dispose (object);
}

static void
troupe_batch_head_class_init (TroupeBatchHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_head_dispose;
  g_type_ensure (TROUPE_TYPE_BATCH_BAR);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-batch-head.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, count);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, done_words);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, failed_words);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, running_words);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, waiting_words);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, rest);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchHead, money);
}

static void
troupe_batch_head_init (TroupeBatchHead *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
