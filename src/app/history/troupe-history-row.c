/* troupe-history-row.c: row of a stored run in the history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-row"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-clock.h"
#include "troupe-history-row.h"
#include "troupe-history-text.h"
#include "troupe-sanitize-text.h"

struct _TroupeHistoryRow
{
  GtkListBoxRow parent_instance;

  TroupeRunSummary *summary;
  GtkLabel *title;
  GtkLabel *outcome;
  GtkWidget *star;
  GtkWidget *bookmarks;
  gboolean names_document;
};

G_DEFINE_FINAL_TYPE (TroupeHistoryRow, troupe_history_row, GTK_TYPE_LIST_BOX_ROW)

static GtkLabel *
add_label (GtkWidget *line, const char *style, gboolean expands)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), expands ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_hexpand (label, expands);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (line), label);
  return GTK_LABEL (label);
}

/* Shows what the user can change, and describes the row as a whole. */
static void
update (TroupeHistoryRow *self)
{
  const TroupeRunSummary *summary = self->summary;
  g_autofree char *title = troupe_history_text_get_title (summary);
  g_autofree char *outcome = troupe_history_text_get_outcome (summary);
  g_autofree char *facts = troupe_history_text_get_facts (summary);
  g_autofree char *time = troupe_history_text_get_time (summary->record->started_us);
  g_autofree char *document = troupe_text_to_line (summary->record->name);
  g_autofree char *difference = troupe_history_text_get_difference (summary);
  g_autofree char *place = self->names_document && g_strcmp0 (title, document) != 0
                               ? g_strdup_printf ("%s · %s", outcome, document)
                               : g_strdup (outcome);
  g_autofree char *second =
      *difference != '\0' ? g_strdup_printf ("%s · %s", place, difference) : g_strdup (place);
  g_autofree char *hint = g_strdup_printf ("%s\n%s", title, second);
  g_autofree char *words =
      g_strjoin (", ", title, time, second, *facts != '\0' ? facts : NULL, NULL);
  const guint n = summary->n_bookmarks;
  g_autofree char *marked = g_strdup_printf (ngettext ("%u bookmark", "%u bookmarks", n), n);
  g_autofree char *kept =
      summary->is_kept ? g_strjoin (", ", words, _ ("kept"), NULL) : g_strdup (words);
  g_autofree char *label = n > 0 ? g_strjoin (", ", kept, marked, NULL) : g_strdup (kept);

  g_assert (TROUPE_IS_HISTORY_ROW (self));

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->outcome, second);
  gtk_widget_set_visible (self->star, summary->is_kept);
  gtk_widget_set_visible (self->bookmarks, n > 0);
  gtk_widget_set_tooltip_text (self->bookmarks, marked);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

const TroupeRunSummary *
troupe_history_row_get_summary (TroupeHistoryRow *self)
{
  g_return_val_if_fail (TROUPE_IS_HISTORY_ROW (self), NULL);

  return self->summary;
}

const char *
troupe_history_row_get_id (TroupeHistoryRow *self)
{
  g_return_val_if_fail (TROUPE_IS_HISTORY_ROW (self), NULL);

  return self->summary->record->id;
}

void
troupe_history_row_set_title (TroupeHistoryRow *self, const char *title)
{
  g_return_if_fail (TROUPE_IS_HISTORY_ROW (self));

  if (troupe_set_str (&self->summary->title, title))
    update (self);
}

void
troupe_history_row_set_kept (TroupeHistoryRow *self, gboolean is_kept)
{
  g_return_if_fail (TROUPE_IS_HISTORY_ROW (self));

  self->summary->is_kept = is_kept;
  update (self);
}

void
troupe_history_row_set_bookmarks (TroupeHistoryRow *self, guint n)
{
  g_return_if_fail (TROUPE_IS_HISTORY_ROW (self));

  self->summary->n_bookmarks = n;
  update (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_history_row_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_HISTORY_ROW (object)->summary, troupe_run_summary_free);
  G_OBJECT_CLASS (troupe_history_row_parent_class)->finalize (object);
}

static void
troupe_history_row_class_init (TroupeHistoryRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_history_row_finalize;
}

static void
troupe_history_row_init (TroupeHistoryRow *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "history-row");
}

GtkWidget *
troupe_history_row_new (TroupeRunSummary *summary, gboolean names_document)
{
  TroupeHistoryRow *self;
  GtkWidget *box;
  GtkWidget *lines;
  GtkWidget *first;
  GtkWidget *second;
  const char *style;
  const char *name;
  GtkWidget *icon;
  g_autofree char *time = NULL;
  g_autofree char *facts = NULL;

  g_return_val_if_fail (summary != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_HISTORY_ROW, NULL);
  self->summary = summary;
  self->names_document = names_document;
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  name = troupe_history_text_get_icon (self->summary->record->status, &style);
  icon = gtk_image_new_from_icon_name (name);
  time = troupe_history_text_get_time (self->summary->record->started_us);
  facts = troupe_history_text_get_facts (self->summary);
  gtk_widget_add_css_class (icon, style);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (lines, TRUE);
  self->title = add_label (first, "heading", TRUE);
  self->star = gtk_image_new_from_icon_name ("starred-symbolic");
  gtk_widget_add_css_class (self->star, "warning");
  self->bookmarks = gtk_image_new_from_icon_name ("user-bookmarks-symbolic");
  gtk_widget_add_css_class (self->bookmarks, "dim-label");
  gtk_box_append (GTK_BOX (first), self->bookmarks);
  gtk_box_append (GTK_BOX (first), self->star);
  gtk_label_set_label (add_label (first, "dim-label", FALSE), time);
  self->outcome = add_label (second, "dim-label", TRUE);
  gtk_label_set_label (add_label (second, "dim-label", FALSE), facts);
  gtk_box_append (GTK_BOX (lines), first);
  gtk_box_append (GTK_BOX (lines), second);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  update (self);
  return GTK_WIDGET (self);
}

void
troupe_history_row_show_day (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const gint64 now_us = g_get_real_time ();
  g_autofree char *day = NULL;
  g_autofree char *previous = NULL;
  GtkWidget *label = NULL;

  g_return_if_fail (TROUPE_IS_HISTORY_ROW (row));
  g_return_if_fail (before == NULL || TROUPE_IS_HISTORY_ROW (before));

  day = troupe_history_text_get_day (
      troupe_history_row_get_summary (TROUPE_HISTORY_ROW (row))->record->started_us, now_us);
  if (before != NULL)
    previous = troupe_history_text_get_day (
        troupe_history_row_get_summary (TROUPE_HISTORY_ROW (before))->record->started_us, now_us);
  if (g_strcmp0 (day, previous) != 0)
    {
      label = gtk_label_new (day);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "history-day");
    }
  gtk_list_box_row_set_header (row, label);
}
