/* troupe-transcript-side.c: side list of the transcript: tasks, agents, and search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-side"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-search-keys.h"
#include "troupe-transcript-side.h"

#define WIDTH 220

struct _TroupeTranscriptSide
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *found;
  GtkWidget *list;
  GListModel *groups;
};

enum
{
  CHOSEN,
  SEARCH,
  NEXT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptSide, troupe_transcript_side, GTK_TYPE_WIDGET)

/* --- Rows ---------------------------------------------------------------------------------------- */

static void
show_calls (TroupeTranscriptGroup *group, GtkWidget *row)
{
  const guint n_calls = troupe_transcript_group_get_n_calls (group);
  GtkWidget *label = g_object_get_data (G_OBJECT (row), "troupe-calls");
  g_autofree char *calls =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u call", "%u calls", n_calls), n_calls);
  g_autofree char *number = g_strdup_printf ("%u", n_calls);
  g_autofree char *name =
      g_strdup_printf ("%s, %s", troupe_transcript_group_get_name (group), calls);

  g_assert (TROUPE_IS_TRANSCRIPT_GROUP (group));

  gtk_label_set_text (
      GTK_LABEL (label),
      troupe_transcript_group_get_kind (group) == TROUPE_TRANSCRIPT_EVERYTHING ? calls : number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
make_mark (TroupeTranscriptGroup *group)
{
  const guint number = troupe_transcript_group_get_number (group);
  g_autofree char *text = g_strdup_printf ("%u", number);
  GtkWidget *mark;

  g_assert (TROUPE_IS_TRANSCRIPT_GROUP (group));

  switch (troupe_transcript_group_get_kind (group))
    {
    case TROUPE_TRANSCRIPT_OF_AGENT:
      mark = adw_avatar_new (20, troupe_transcript_group_get_name (group), TRUE);
      if (troupe_transcript_group_get_manages (group))
        gtk_widget_add_css_class (mark, "manager");
      return mark;
    case TROUPE_TRANSCRIPT_OF_TASK:
      if (number == 0)
        return gtk_image_new_from_icon_name ("troupe-agent-symbolic");
      mark = gtk_label_new (text);
      gtk_widget_add_css_class (mark, "task-number");
      gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
      return mark;
    case TROUPE_TRANSCRIPT_EVERYTHING:
    default:
      return gtk_image_new_from_icon_name ("view-list-symbolic");
    }
}

static GtkWidget *
make_row_cb (gpointer item, gpointer user_data)
{
  TroupeTranscriptGroup *group = item;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (troupe_transcript_group_get_name (group));
  GtkWidget *calls = gtk_label_new (NULL);

  g_assert (TROUPE_IS_TRANSCRIPT_GROUP (group));

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_tooltip_text (name, troupe_transcript_group_get_name (group));
  gtk_widget_add_css_class (calls, "dim-label");
  gtk_widget_add_css_class (calls, "numeric");
  gtk_box_append (GTK_BOX (box), make_mark (group));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), calls);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "troupe-calls", calls);
  g_object_set_data_full (G_OBJECT (row), "troupe-group", g_object_ref (group), g_object_unref);
  g_signal_connect_object (group, "changed", G_CALLBACK (show_calls), row, 0);
  show_calls (group, row);

  return row;
}

static TroupeTranscriptGroup *
get_group (GtkListBoxRow *row)
{
  return row != NULL ? g_object_get_data (G_OBJECT (row), "troupe-group") : NULL;
}

static void
head_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TroupeTranscriptGroup *group = get_group (row);
  TroupeTranscriptGroup *last = get_group (before);
  GtkWidget *label;

  g_assert (GTK_IS_LIST_BOX_ROW (row));

  if (group == NULL || last == NULL ||
      troupe_transcript_group_get_kind (group) != TROUPE_TRANSCRIPT_OF_AGENT ||
      troupe_transcript_group_get_kind (last) == TROUPE_TRANSCRIPT_OF_AGENT)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  if (gtk_list_box_row_get_header (row) != NULL)
    return;
  label = gtk_label_new (_ ("Agents"));
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "agents-heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "transcript-heading");
  gtk_list_box_row_set_header (row, label);
}

/* --- Signals ---------------------------------------------------------------------------------- */

static void
selected_cb (TroupeTranscriptSide *self, GtkListBoxRow *row)
{
  TroupeTranscriptGroup *group = get_group (row);

  g_assert (TROUPE_IS_TRANSCRIPT_SIDE (self));

  if (group != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, group);
}

/* A group is always selected, even after another run has begun. */
static void
groups_changed_cb (TroupeTranscriptSide *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_SIDE (self));

  if (gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)) == NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                             gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
}

static void
search_changed_cb (TroupeTranscriptSide *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_SIDE (self));

  g_signal_emit (self, signals[SEARCH], 0, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
next_cb (TroupeTranscriptSide *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_SIDE (self));

  g_signal_emit (self, signals[NEXT], 0, TRUE);
}

static void
previous_cb (TroupeTranscriptSide *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_SIDE (self));

  g_signal_emit (self, signals[NEXT], 0, FALSE);
}

void
troupe_transcript_side_set_found (TroupeTranscriptSide *self, guint place, guint n_places)
{
  const char *words;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_TRANSCRIPT_SIDE (self));

  words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  if (n_places == 0)
    text = g_strdup (_ ("No Results"));
  else if (place == 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u match", "%u matches", n_places),
                            n_places);
  else
    /* Translators: first %u is the number of the selected match, second %u the number of
     * matches. */
    text = g_strdup_printf (_ ("%u of %u"), place, n_places);
  gtk_label_set_text (GTK_LABEL (self->found), text);
  gtk_widget_set_visible (self->found, *words != '\0');
}

void
troupe_transcript_side_choose (TroupeTranscriptSide *self,
                               TroupeTranscriptGroupKind kind,
                               const char *key)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_SIDE (self));

  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);
      TroupeTranscriptGroup *group = get_group (row);

      if (group == NULL)
        return;
      if (troupe_transcript_group_get_kind (group) != kind ||
          g_strcmp0 (troupe_transcript_group_get_key (group), key) != 0)
        continue;
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
      return;
    }
}

void
troupe_transcript_side_focus_search (TroupeTranscriptSide *self)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_SIDE (self));

  gtk_widget_grab_focus (self->search);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_transcript_side_dispose (GObject *object)
{
  TroupeTranscriptSide *self = TROUPE_TRANSCRIPT_SIDE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->groups);

  G_OBJECT_CLASS (troupe_transcript_side_parent_class)->dispose (object);
}

static void
troupe_transcript_side_class_init (TroupeTranscriptSideClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_transcript_side_dispose;

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TROUPE_TYPE_TRANSCRIPT_GROUP);
  signals[SEARCH] = g_signal_new ("search", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NEXT] = g_signal_new ("next", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_BOOLEAN);
}

static void
troupe_transcript_side_init (TroupeTranscriptSide *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Transcript"), -1);
  gtk_widget_add_css_class (self->search, "transcript-search");
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (next_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "next-match", G_CALLBACK (next_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "previous-match", G_CALLBACK (previous_cb), self,
                           G_CONNECT_SWAPPED);
  self->found = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->found), 0.0f);
  gtk_widget_add_css_class (self->found, "dim-label");
  gtk_widget_add_css_class (self->found, "transcript-heading");
  gtk_widget_set_visible (self->found, FALSE);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), head_cb, NULL, NULL);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tasks and Agents"), -1);
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_search_keys_add (self->search, self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_size_request (self->box, WIDTH, -1);
  gtk_widget_add_css_class (self->box, "transcript-side");
  gtk_box_append (GTK_BOX (self->box), self->search);
  gtk_box_append (GTK_BOX (self->box), self->found);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_transcript_side_new (GListModel *groups)
{
  TroupeTranscriptSide *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (groups), NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_SIDE, NULL);
  self->groups = g_object_ref (groups);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), groups, make_row_cb, NULL, NULL);
  g_signal_connect_object (groups, "items-changed", G_CALLBACK (groups_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  groups_changed_cb (self);

  return GTK_WIDGET (self);
}
