/* troupe-text-diff-view.c: side-by-side diff of two texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-text-diff-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-line-diff.h"
#include "troupe-scroll-end.h"
#include "troupe-text-diff-view.h"

/* Number of identical lines that are shown around differences. In longer passages, the other
 * lines are omitted. */
#define CONTEXT 6
/* Maximum number of lines, characters per line and bytes in total. The texts are limited,
 * because text views are slow with larger texts. */
#define MOST_LINES 4000
#define LONGEST_LINE 400
#define MOST_BYTES 120000
/* Number of characters shown before the first difference of a truncated line. */
#define LEAD 60
/* Maximum number of word ranges that are tinted. It is limited, because the search time grows
 * with the square of the line length. */
#define MOST_STRETCHES 1000

/* Opacity of the tint of changed lines and of changed words. */
#define LINE_TINT 0.12f
#define WORD_TINT 0.22f

/* A range of shown lines with the same tint. */
typedef struct
{
  TroupeLinesKind kind;
  guint start;
  guint n;
} Stripe;

/* A range of words in a shown line. The offsets are in characters and include the marker before
 * the line. */
typedef struct
{
  TroupeLinesKind kind;
  guint line;
  guint start;
  guint n;
} Stretch;

typedef struct
{
  TroupeTextFunc write;
  gpointer left_source;
  gpointer right_source;
  GDestroyNotify destroy;
  GString *left;
  GString *right;
  GArray *stripes;   /* (element-type Stripe): changed lines of both sides */
  GArray *stretches; /* (element-type Stretch): changed words of both sides */
  guint n_lines;
} Comparison;

struct _TroupeTextDiffView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *sides[2];
  GtkWidget *separator;
  GtkLabel *titles[2];
  GtkWidget *views[2];
  GCancellable *comparing; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeTextDiffView, troupe_text_diff_view, GTK_TYPE_WIDGET)

static void
comparison_free (gpointer data)
{
  Comparison *self = data;

  self->destroy (self->left_source);
  self->destroy (self->right_source);
  g_string_free (self->left, TRUE);
  g_string_free (self->right, TRUE);
  g_array_unref (self->stripes);
  g_array_unref (self->stretches);
  g_free (self);
}

/* --- Worker thread ---------------------------------------------------------------------------- */

/* @line: (nullable): NULL if this side has no such line; @skip: number of characters that are
 *   omitted at the beginning of the line */
static void
add_line (GString *text, const char *mark, const char *line, glong skip)
{
  if (line == NULL)
    return;
  g_string_append (text, mark);
  if (skip > 0)
    g_string_append (text, "…");
  line = g_utf8_offset_to_pointer (line, skip);
  if (g_utf8_strlen (line, -1) <= LONGEST_LINE)
    g_string_append (text, line);
  else
    {
      g_string_append_len (text, line, g_utf8_offset_to_pointer (line, LONGEST_LINE) - line);
      g_string_append (text, "…");
    }
}

/* Returns the length of the common beginning that can be omitted because the line is truncated.
 * @left, @right: (nullable) */
static glong
find_skip (const char *left, const char *right)
{
  glong n = 0;

  if (left == NULL || right == NULL ||
      MAX (g_utf8_strlen (left, -1), g_utf8_strlen (right, -1)) <= LONGEST_LINE ||
      g_str_equal (left, right))
    return 0;
  for (; g_utf8_get_char (left) == g_utf8_get_char (right); n++)
    {
      left = g_utf8_next_char (left);
      right = g_utf8_next_char (right);
    }
  return MAX (n - LEAD, 0);
}

static gboolean
is_full (Comparison *self)
{
  return self->n_lines >= MOST_LINES || MAX (self->left->len, self->right->len) >= MOST_BYTES;
}

static void
add_both (Comparison *self,
          const char *mark_left,
          const char *left,
          const char *mark_right,
          const char *right)
{
  const glong skip = find_skip (left, right);

  g_assert (self != NULL);

  if (self->n_lines > 0)
    {
      g_string_append_c (self->left, '\n');
      g_string_append_c (self->right, '\n');
    }
  add_line (self->left, mark_left, left, skip);
  add_line (self->right, mark_right, right, skip);
  self->n_lines++;
}

static void
add_same (Comparison *self,
          char **left,
          char **right,
          const TroupeLines *lines,
          gboolean is_first,
          gboolean is_last)
{
  /* If the texts are identical, show everything. */
  const guint head = is_first && is_last ? lines->n : is_first ? 0 : CONTEXT;
  const guint tail = is_last ? 0 : CONTEXT;

  for (guint i = 0; i < lines->n && !is_full (self); i++)
    {
      if (i == head && lines->n > head + tail + 1)
        {
          const guint n_left_out = lines->n - head - tail;
          g_autofree char *text = g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE, "%u identical line", "%u identical lines", n_left_out),
              n_left_out);

          add_both (self, "⋯ ", text, "⋯ ", text);
          i += n_left_out - 1;
          continue;
        }
      add_both (self, "  ", left[lines->before + i], "  ", right[lines->after + i]);
    }
}

/* Records the word ranges that differ between the two lines. Must be called before the lines are
 * added. */
static void
add_stretches (Comparison *self, const char *left, const char *right)
{
  static const guint mark = 2;
  g_autoptr (GArray) words = NULL;

  g_assert (self != NULL);

  if (self->stretches->len >= MOST_STRETCHES || g_utf8_strlen (left, -1) > LONGEST_LINE ||
      g_utf8_strlen (right, -1) > LONGEST_LINE)
    return;
  words = troupe_word_diff (left, right);
  for (guint i = 0; i < words->len; i++)
    {
      const TroupeLines *stretch = &g_array_index (words, TroupeLines, i);
      const gboolean is_added = stretch->kind == TROUPE_LINES_ADDED;
      const Stretch shown = { stretch->kind, self->n_lines,
                              mark + (is_added ? stretch->after : stretch->before), stretch->n };

      if (stretch->kind != TROUPE_LINES_SAME)
        g_array_append_val (self->stretches, shown);
    }
}

/* Adds removed lines next to the added lines that replace them. */
static void
add_changed (Comparison *self,
             char **left,
             char **right,
             const TroupeLines *removed,
             const TroupeLines *added)
{
  const guint n_removed = removed != NULL ? removed->n : 0;
  const guint n_added = added != NULL ? added->n : 0;
  Stripe stripe = { TROUPE_LINES_REMOVED, self->n_lines, 0 };

  g_assert (self != NULL);

  for (guint i = 0; i < MAX (n_removed, n_added) && !is_full (self); i++)
    {
      if (i < n_removed && i < n_added)
        add_stretches (self, left[removed->before + i], right[added->after + i]);
      add_both (self, "− ", i < n_removed ? left[removed->before + i] : NULL, "+ ",
                i < n_added ? right[added->after + i] : NULL);
    }
  stripe.n = MIN (n_removed, self->n_lines - stripe.start);
  if (stripe.n > 0)
    g_array_append_val (self->stripes, stripe);
  stripe.kind = TROUPE_LINES_ADDED;
  stripe.n = MIN (n_added, self->n_lines - stripe.start);
  if (stripe.n > 0)
    g_array_append_val (self->stripes, stripe);
}

/* (transfer full) */
static char *
write_text (Comparison *self, gpointer source)
{
  g_autofree char *text = self->write (source);

  return g_utf8_make_valid (text, -1);
}

static void
compare_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Comparison *self = task_data;
  g_autofree char *left_text = write_text (self, self->left_source);
  g_autofree char *right_text = write_text (self, self->right_source);
  g_autoptr (GArray) diff = troupe_line_diff (left_text, right_text);
  g_auto (GStrv) left = troupe_line_split (left_text);
  g_auto (GStrv) right = troupe_line_split (right_text);

  g_assert (G_IS_TASK (task));

  for (guint i = 0; i < diff->len && !is_full (self); i++)
    {
      const TroupeLines *lines = &g_array_index (diff, TroupeLines, i);
      const TroupeLines *next =
          i + 1 < diff->len ? &g_array_index (diff, TroupeLines, i + 1) : NULL;

      if (lines->kind == TROUPE_LINES_SAME)
        add_same (self, left, right, lines, i == 0, next == NULL);
      else if (lines->kind == TROUPE_LINES_ADDED)
        add_changed (self, left, right, NULL, lines);
      else if (next != NULL && next->kind == TROUPE_LINES_ADDED)
        {
          add_changed (self, left, right, lines, next);
          i++;
        }
      else
        add_changed (self, left, right, lines, NULL);
    }
  if (is_full (self))
    add_both (self, "⋯ ", _ ("The text is too long to be shown in full."), "⋯ ",
              _ ("The text is too long to be shown in full."));
  g_task_return_boolean (task, TRUE);
}

/* --- Presentation ----------------------------------------------------------------------------- */

static void
tint_words (GtkTextBuffer *buffer, GArray *stretches, TroupeLinesKind kind)
{
  GtkTextIter start, end;

  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);

      if (stretch->kind != kind)
        continue;
      gtk_text_buffer_get_iter_at_line_offset (buffer, &start, (int) stretch->line,
                                               (int) stretch->start);
      end = start;
      gtk_text_iter_forward_chars (&end, (int) stretch->n);
      gtk_text_buffer_apply_tag_by_name (buffer, "words", &start, &end);
    }
}

static void
show_side (GtkWidget *view, const char *text, Comparison *comparison, TroupeLinesKind kind)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start, end;

  gtk_text_buffer_set_text (buffer, text, -1);
  for (guint i = 0; i < comparison->stripes->len; i++)
    {
      const Stripe *stripe = &g_array_index (comparison->stripes, Stripe, i);

      if (stripe->kind != kind)
        continue;
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int) stripe->start);
      gtk_text_buffer_get_iter_at_line (buffer, &end, (int) (stripe->start + stripe->n));
      if (gtk_text_iter_get_line (&end) < (int) (stripe->start + stripe->n))
        gtk_text_buffer_get_end_iter (buffer, &end);
      gtk_text_buffer_apply_tag_by_name (buffer, "differs", &start, &end);
    }
  tint_words (buffer, comparison->stretches, kind);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeTextDiffView) self = TROUPE_TEXT_DIFF_VIEW (user_data);
  Comparison *comparison = g_task_get_task_data (G_TASK (result));

  g_assert (G_IS_ASYNC_RESULT (result));

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))) || self->box == NULL)
    return;
  g_clear_object (&self->comparing);
  show_side (self->views[0], comparison->left->str, comparison, TROUPE_LINES_REMOVED);
  show_side (self->views[1], comparison->right->str, comparison, TROUPE_LINES_ADDED);
}

static void
stop (TroupeTextDiffView *self)
{
  g_assert (TROUPE_IS_TEXT_DIFF_VIEW (self));

  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

void
troupe_text_diff_view_show (TroupeTextDiffView *self,
                            const char *left_title,
                            const char *right_title,
                            TroupeTextFunc write,
                            gpointer left,
                            gpointer right,
                            GDestroyNotify destroy)
{
  const char *titles[] = { left_title, right_title };
  g_autoptr (GTask) task = NULL;
  Comparison *comparison;

  g_return_if_fail (TROUPE_IS_TEXT_DIFF_VIEW (self));
  g_return_if_fail (write != NULL);
  g_return_if_fail (destroy != NULL);

  for (guint i = 0; i < 2; i++)
    {
      gtk_label_set_label (self->titles[i], titles[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->views[i]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, titles[i], -1);
    }
  stop (self);
  comparison = g_new0 (Comparison, 1);
  comparison->write = write;
  comparison->left_source = left;
  comparison->right_source = right;
  comparison->destroy = destroy;
  comparison->left = g_string_new (NULL);
  comparison->right = g_string_new (NULL);
  comparison->stripes = g_array_new (FALSE, FALSE, sizeof (Stripe));
  comparison->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  self->comparing = g_cancellable_new ();
  task = g_task_new (NULL, self->comparing, compared_cb, g_object_ref (self));
  g_task_set_source_tag (task, troupe_text_diff_view_show);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, comparison, comparison_free);
  g_task_run_in_thread (task, compare_thread);
}

void
troupe_text_diff_view_set_wraps (TroupeTextDiffView *self, gboolean wraps)
{
  g_return_if_fail (TROUPE_IS_TEXT_DIFF_VIEW (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->views); i++)
    gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->views[i]),
                                 wraps ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
}

void
troupe_text_diff_view_show_only (TroupeTextDiffView *self, int side)
{
  g_return_if_fail (TROUPE_IS_TEXT_DIFF_VIEW (self));
  g_return_if_fail (side >= -1 && side < 2);

  for (int i = 0; i < 2; i++)
    gtk_widget_set_visible (self->sides[i], side < 0 || side == i);
  gtk_widget_set_visible (self->separator, side < 0);
}

gboolean
troupe_text_diff_view_is_busy (TroupeTextDiffView *self)
{
  g_return_val_if_fail (TROUPE_IS_TEXT_DIFF_VIEW (self), FALSE);

  return self->comparing != NULL;
}

/* --- GObject implementation ------------------------------------------------------------------- */

/* @color: tint of lines that exist only on this side */
static GtkWidget *
make_side (TroupeTextDiffView *self, guint index, const char *color, GtkWidget *scrolled)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkTextBuffer *buffer;
  GdkRGBA rgba;

  g_assert (TROUPE_IS_TEXT_DIFF_VIEW (self));

  self->titles[index] = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->titles[index], 0);
  gtk_label_set_ellipsize (self->titles[index], PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->titles[index]), "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->titles[index]), "side-title");
  self->views[index] = gtk_text_view_new ();
  troupe_scroll_end_with (self->views[index]);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->views[index]), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->views[index]), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->views[index]), 10);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->views[index]), 10);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->views[index]), 6);
  /* Tab moves the focus, because the text is read-only. */
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->views[index]), FALSE);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->views[index]));
  gdk_rgba_parse (&rgba, color);
  rgba.alpha = LINE_TINT;
  gtk_text_buffer_create_tag (buffer, "differs", "paragraph-background-rgba", &rgba, NULL);
  /* The tint of words is drawn over that of the line. */
  rgba.alpha = (WORD_TINT - LINE_TINT) / (1 - LINE_TINT);
  gtk_text_buffer_create_tag (buffer, "words", "background-rgba", &rgba, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->views[index]);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (side, TRUE);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->titles[index]));
  gtk_box_append (GTK_BOX (side), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (side), scrolled);
  self->sides[index] = side;
  return side;
}

static void
troupe_text_diff_view_dispose (GObject *object)
{
  TroupeTextDiffView *self = TROUPE_TEXT_DIFF_VIEW (object);

  stop (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_text_diff_view_parent_class)->dispose (object);
}

static void
troupe_text_diff_view_class_init (TroupeTextDiffViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_text_diff_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_text_diff_view_init (TroupeTextDiffView *self)
{
  GtkWidget *left = gtk_scrolled_window_new ();
  GtkWidget *right = gtk_scrolled_window_new ();

  g_assert (self != NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->separator = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
  /* These are the colors for “failed” and “done”, which are readable in the light and dark
   * styles. */
  gtk_box_append (GTK_BOX (self->box), make_side (self, 0, "#e01b24", left));
  gtk_box_append (GTK_BOX (self->box), self->separator);
  gtk_box_append (GTK_BOX (self->box), make_side (self, 1, "#26a269", right));
  /* The two scrolled windows do not share one adjustment, because allocating one of them would
   * then queue a resize of the other. */
  g_object_bind_property (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (left)), "value",
                          gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (right)),
                          "value", G_BINDING_BIDIRECTIONAL);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_text_diff_view_new (void)
{
  return g_object_new (TROUPE_TYPE_TEXT_DIFF_VIEW, NULL);
}
