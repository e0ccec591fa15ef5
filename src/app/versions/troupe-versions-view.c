/* troupe-versions-view.c: merge view for two versions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-versions-view"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-flow-diff-view.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-diff-view.h"
#include "troupe-time-text.h"
#include "troupe-tree.h"
#include "troupe-versions-comparison.h"
#include "troupe-versions-list.h"
#include "troupe-versions-source.h"
#include "troupe-versions-view.h"

/* Size of the list and the texts below the drawings, in pixels. */
#define LOWER_HEIGHT 240
#define LIST_WIDTH 440

struct _TroupeVersionsView
{
  GtkWidget parent_instance;

  TroupeDocument *mine;
  TroupeDocument *theirs;
  JsonNode *trees[2]; /* (nullable): of two crews, instead of the trees of the documents */
  TroupeVersionsKind kind;
  JsonNode *base;     /* (nullable): common ancestor, if the other version is not on disk */
  char *name;         /* (nullable): of the other version, if it is not on disk */
  TroupeVersionsComparison *comparison; /* (nullable): NULL during the first comparison */
  GPtrArray *changes;      /* (element-type TroupeMergeChange) (nullable): of @comparison */
  GCancellable *comparing; /* (nullable) */
  TroupeFlowDiffView *flows;  /* (nullable): only for flows */
  guint steps;             /* pending drawing steps, a bit for each */
  guint steps_source;

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *mine_label;
  GtkLabel *theirs_label;
  GtkWidget *switcher; /* selects the visible side if only one fits */
  GtkWidget *switches[2];
  GtkWidget *columns[2]; /* header and drawing of each side */
  GtkWidget *paned;
  GtkWidget *work; /* list and texts */
  TroupeVersionsList *list;
  TroupeTextDiffView *texts;
  GtkLabel *undecided;
  GtkWidget *undo_hint;
  GtkWidget *take_over;
  gboolean is_narrow;
};

G_DEFINE_FINAL_TYPE (TroupeVersionsView, troupe_versions_view, GTK_TYPE_WIDGET)

/* Drawing steps, in this order. Each step is executed separately, so that the window stays
 * responsive. */
enum
{
  STEP_LEFT = 1 << 0,
  STEP_RIGHT = 1 << 1,
  STEP_MARKS = 1 << 2,
  STEP_OPEN = 1 << 3, /* at the first card that differs */
};

enum
{
  CLOSED,
  TAKE_OVER,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Resolving -------------------------------------------------------------------------------- */

/* Describes differences of which none can be chosen. (transfer full) */
static char *
count_differences (guint n)
{
  return n == 0
             ? g_strdup (_ ("There are no differences."))
             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u difference", "%u differences", n),
                                n);
}

static void
update_foot (TroupeVersionsView *self)
{
  const guint n = self->changes != NULL ? self->changes->len : 0;
  const guint n_undecided =
      self->changes != NULL ? troupe_tree_merge_count_undecided (self->changes) : 0;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->changes == NULL)
    text = g_strdup (_ ("Comparing…"));
  else if (self->kind == TROUPE_VERSIONS_CREW)
    text = count_differences (n);
  else if (n == 0)
    text = g_strdup (_ ("Both versions have the same content; only the formatting differs."));
  else if (n_undecided > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u unresolved.",
                                         "%u of %u unresolved.", n_undecided),
                            n_undecided, n);
  else
    text = g_strdup (_ ("All resolved."));
  gtk_label_set_label (self->undecided, text);
  gtk_widget_set_sensitive (self->take_over, self->changes != NULL && n_undecided == 0);
}

static void
take_over_cb (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  g_signal_emit (self, signals[TAKE_OVER], 0);
}

static void
choose_all (TroupeVersionsView *self, TroupeMergeChoice choice)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->changes == NULL)
    return;
  for (guint i = 0; i < self->changes->len; i++)
    ((TroupeMergeChange *) g_ptr_array_index (self->changes, i))->choice = choice;
  g_signal_emit (self, signals[TAKE_OVER], 0);
}

static void
keep_all_cb (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  choose_all (self, TROUPE_MERGE_MINE);
}

static void
take_all_cb (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  choose_all (self, TROUPE_MERGE_THEIRS);
}

static void
close_cb (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  g_signal_emit (self, signals[CLOSED], 0);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  g_assert (GTK_IS_WIDGET (widget));

  close_cb (TROUPE_VERSIONS_VIEW (widget));

  return TRUE;
}

/* --- Texts -------------------------------------------------------------------------------------- */

/* @mine, @theirs: (transfer full) */
static void
show_texts (TroupeVersionsView *self,
            const char *name,
            TroupeVersionsSource *mine,
            TroupeVersionsSource *theirs)
{
  g_autofree char *shown = troupe_text_to_line (name);
  g_autofree char *left = g_strdup_printf (_ ("%s · yours"), shown);
  g_autofree char *right = self->kind == TROUPE_VERSIONS_DISK
                               ? g_strdup_printf (_ ("%s · on disk"), shown)
                               : g_strdup_printf ("%s · %s", shown, self->name);

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  troupe_text_diff_view_show (self->texts, left, right, troupe_versions_source_write, mine, theirs,
                              troupe_versions_source_free);
}

/* --- Selection -------------------------------------------------------------------------------- */

static void
row_selected_cb (TroupeVersionsView *self)
{
  const TroupeMergeChange *change;
  const char *method;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (!troupe_versions_list_get_selected (self->list, &change))
    return;
  method = change != NULL ? troupe_merge_change_get_method (change) : NULL;
  if (self->flows != NULL)
    troupe_flow_diff_view_select (
        self->flows, method,
        method != NULL ? troupe_versions_comparison_get_their_name (self->comparison, method)
                       : NULL);
  if (change != NULL)
    show_texts (self, troupe_merge_change_get_name (change),
                troupe_versions_source_new_for_value (change->mine),
                troupe_versions_source_new_for_value (change->theirs));
  else if (self->kind == TROUPE_VERSIONS_CREW)
    show_texts (self, _ ("Entire Crew"), troupe_versions_source_new_for_value (self->trees[0]),
                troupe_versions_source_new_for_value (self->trees[1]));
  else
    show_texts (self, _ ("Entire File"), troupe_versions_source_new_for_document (self->mine),
                troupe_versions_source_new_for_document (self->theirs));
}

/* Called when a card was selected. Selects the row of the card, or shows the texts of the card
 * if it has no row. */
static void
card_selected_cb (TroupeVersionsView *self, const char *method)
{
  const char *mine =
      method != NULL ? troupe_versions_comparison_get_my_name (self->comparison, method) : NULL;
  const char *path[] = { "methods", mine, NULL };
  const TroupeMergeChange *change;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  troupe_versions_list_select_method (self->list, mine);
  if (method != NULL && !troupe_versions_list_get_selected (self->list, &change))
    show_texts (self, method,
                troupe_versions_source_new_for_value (
                    troupe_json_tree_get (troupe_document_get_root (self->mine), path)),
                troupe_versions_source_new_for_value (
                    troupe_json_tree_get (troupe_document_get_root (self->theirs), path)));
}

/* --- Drawings ------------------------------------------------------------------------------------ */

/* Returns the mark of a card. @own: (nullable): the value on this side; @other: (nullable): the
 * value on the other side; @is_own, @is_other: whether this side or the other side has changed
 * the value */
static TroupeCanvasMark
get_mark (JsonNode *own, gboolean is_own, JsonNode *other, gboolean is_other)
{
  if (!is_own)
    return TROUPE_CANVAS_MARK_NONE;
  if (own == NULL)
    return TROUPE_CANVAS_MARK_REMOVED;
  return other == NULL && !is_other ? TROUPE_CANVAS_MARK_ADDED : TROUPE_CANVAS_MARK_CHANGED;
}

static TroupeCanvasScene *
get_scene (TroupeVersionsView *self, guint side)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  return troupe_canvas_get_scene (troupe_flow_diff_view_get_canvas (self->flows, side));
}

/* The name and the content of a method can be changed on different sides: no mark leaves an earlier one. */
static void
mark_card (TroupeVersionsView *self,
           guint side,
           const char *method,
           TroupeCanvasMark mark,
           const char *words)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (mark != TROUPE_CANVAS_MARK_NONE)
    troupe_flow_diff_view_mark (self->flows, side, method, mark, words);
}

static void
mark_cards (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    troupe_canvas_scene_begin_update (get_scene (self, i));
  for (guint i = 0; i < self->changes->len; i++)
    {
      const TroupeMergeChange *change = g_ptr_array_index (self->changes, i);
      const char *method = troupe_merge_change_get_method (change);
      const char *words = troupe_merge_change_describe (change, self->kind);
      /* What only one of two files has is new in this file: without a common base, it is not known whether it was
       * removed from the other one. */
      const gboolean is_new =
          self->kind == TROUPE_VERSIONS_FILE || self->kind == TROUPE_VERSIONS_RUN;

      if (method == NULL)
        continue;
      if (change->is_name)
        words = _ ("renamed");
      mark_card (self, 0, method,
                 get_mark (change->mine, change->is_mine, change->theirs,
                           change->is_theirs && !is_new),
                 words);
      mark_card (self, 1, troupe_versions_comparison_get_their_name (self->comparison, method),
                 get_mark (change->theirs, change->is_theirs, change->mine,
                           change->is_mine && !is_new),
                 words);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    troupe_canvas_scene_end_update (get_scene (self, i));
}

static gboolean
step_cb (gpointer user_data)
{
  TroupeVersionsView *self = TROUPE_VERSIONS_VIEW (user_data);
  const guint step = self->steps & -self->steps;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  self->steps &= ~step;
  if (step == STEP_LEFT)
    troupe_flow_diff_view_draw (self->flows, 0);
  else if (step == STEP_RIGHT)
    troupe_flow_diff_view_draw (self->flows, 1);
  else if (step == STEP_MARKS)
    mark_cards (self);
  else if (step == STEP_OPEN)
    {
      const TroupeMergeChange *change;
      const char *method = NULL;

      /* If there is none, returns the method of the first change that belongs to a method. */
      if (troupe_versions_list_get_selected (self->list, &change) && change != NULL)
        method = troupe_merge_change_get_method (change);
      for (guint i = 0; method == NULL && i < self->changes->len; i++)
        method = troupe_merge_change_get_method (g_ptr_array_index (self->changes, i));
      troupe_flow_diff_view_open_on (self->flows, method);
    }
  if (self->steps != 0)
    return G_SOURCE_CONTINUE;
  self->steps_source = 0;
  return G_SOURCE_REMOVE;
}

static void
add_steps (TroupeVersionsView *self, guint steps)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->flows == NULL)
    return;
  self->steps |= steps;
  if (self->steps_source == 0)
    /* A lower priority is used, so that the rows of the list and the texts are updated first. */
    self->steps_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE + 10, step_cb, self, NULL);
}

/* --- Comparing ---------------------------------------------------------------------------------- */

/* Task data of the comparison thread. The trees are immutable. */
typedef struct
{
  JsonNode *base; /* (nullable) */
  JsonNode *mine;
  JsonNode *theirs;
} Trees;

static void
trees_free (gpointer data)
{
  Trees *trees = data;

  g_clear_pointer (&trees->base, json_node_unref);
  json_node_unref (trees->mine);
  json_node_unref (trees->theirs);
  g_free (trees);
}

static void
compare_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Trees *trees = task_data;

  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task,
                         troupe_versions_comparison_new (trees->base, trees->mine, trees->theirs),
                         (GDestroyNotify) troupe_versions_comparison_free);
}

/* The other version is a file whose history is not known. */
static void
describe_files (TroupeVersionsView *self)
{
  const char *path = troupe_document_get_path (self->mine);
  g_autofree char *mine =
      path != NULL ? g_path_get_basename (path) : troupe_document_get_title (self->mine);
  g_autofree char *theirs = NULL, *time = NULL;
  TroupeFileStamp stamp;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->kind == TROUPE_VERSIONS_FILE && troupe_document_get_stamp (self->theirs, &stamp))
    {
      time = troupe_time_for_display (stamp.modified_us);
      /* Translators: a time. */
      theirs = g_strdup_printf (_ ("saved %s"), time);
    }
  gtk_label_set_label (self->mine_label, mine);
  gtk_label_set_label (self->theirs_label, theirs != NULL ? theirs : "");
}

static void
describe_heads (TroupeVersionsView *self)
{
  guint n_mine = 0, n_theirs = 0, n_steps;
  TroupeFileStamp stamp;
  g_auto (GStrv) steps = troupe_document_list_steps (self->mine, &n_steps);
  g_autofree char *mine = NULL, *theirs = NULL, *time = NULL;
  g_autofree char *mine_changes = NULL, *my_steps = NULL, *their_changes = NULL;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->kind != TROUPE_VERSIONS_DISK)
    {
      describe_files (self);
      return;
    }
  for (guint i = 0; i < self->changes->len; i++)
    {
      const TroupeMergeChange *change = g_ptr_array_index (self->changes, i);

      n_mine += change->is_mine ? 1 : 0;
      n_theirs += change->is_theirs ? 1 : 0;
    }
  mine_changes =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u change", "%u changes", n_mine), n_mine);
  my_steps =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u step", "%u steps", n_steps), n_steps);
  their_changes =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u change", "%u changes", n_theirs),
                       n_theirs);
  mine = g_strdup_printf ("%s · %s", mine_changes, my_steps);
  gtk_label_set_label (self->mine_label, mine);
  if (!troupe_document_get_stamp (self->theirs, &stamp))
    theirs = g_strdup (their_changes);
  else
    {
      time = troupe_time_for_display (stamp.modified_us);
      /* Translators: a time; and a number of changes: 4 changes */
      theirs = g_strdup_printf (_ ("saved %s by another program · %s"), time, their_changes);
    }
  gtk_label_set_label (self->theirs_label, theirs);
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeVersionsView) self = TROUPE_VERSIONS_VIEW (user_data);
  g_autoptr (TroupeVersionsComparison) comparison =
      g_task_propagate_pointer (G_TASK (result), NULL);
  const gboolean is_first = self->changes == NULL;
  g_autoptr (GPtrArray) old = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))) || self->box == NULL ||
      comparison == NULL)
    return;
  g_clear_object (&self->comparing);
  old = g_steal_pointer (&self->changes);
  g_clear_pointer (&self->comparison, troupe_versions_comparison_free);
  self->comparison = g_steal_pointer (&comparison);
  self->changes = g_ptr_array_ref (self->comparison->changes);
  if (old != NULL)
    troupe_tree_merge_keep_choices (self->changes, old);
  troupe_versions_list_set (self->list, self->changes, self->mine, self->theirs);
  add_steps (self, is_first ? STEP_MARKS | STEP_OPEN : STEP_LEFT | STEP_RIGHT | STEP_MARKS);
  describe_heads (self);
  update_foot (self);
}

/* Returns what is compared: all parts if the other version is on disk, else those that the other version has. (transfer
 * full) */
static JsonNode *
make_tree (TroupeVersionsView *self, guint side)
{
  TroupeDocument *document = side == 0 ? self->mine : self->theirs;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->trees[side] != NULL)
    return json_node_ref (self->trees[side]);
  return self->kind == TROUPE_VERSIONS_DISK ? troupe_document_make_tree (document)
                                            : json_node_ref (troupe_document_get_root (document));
}

static void
compare (TroupeVersionsView *self)
{
  g_autoptr (GTask) task = NULL;
  Trees *trees = g_new0 (Trees, 1);

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->kind == TROUPE_VERSIONS_DISK)
    trees->base = troupe_document_make_saved_tree (self->mine);
  else if (self->base != NULL)
    trees->base = json_node_ref (self->base);
  trees->mine = make_tree (self, 0);
  trees->theirs = make_tree (self, 1);
  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  self->comparing = g_cancellable_new ();
  task = g_task_new (NULL, self->comparing, compared_cb, g_object_ref (self));
  g_task_set_source_tag (task, compare);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, trees, trees_free);
  g_task_run_in_thread (task, compare_thread);
  update_foot (self);
}

static void
mine_changed_cb (TroupeVersionsView *self)
{
  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->box != NULL)
    compare (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static GtkWidget *
make_button (TroupeVersionsView *self, const char *label, const char *style, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (style != NULL)
    gtk_widget_add_css_class (button, style);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

/* @button: (nullable) */
static GtkWidget *
make_head (const char *title, GtkLabel **subtitle, GtkWidget *button)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  *subtitle = GTK_LABEL (make_label (NULL, "dim-label"));
  gtk_box_append (GTK_BOX (texts), make_label (title, "heading"));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (*subtitle));
  gtk_box_append (GTK_BOX (head), texts);
  if (button != NULL)
    gtk_box_append (GTK_BOX (head), button);
  gtk_widget_add_css_class (head, "version-head");
  return head;
}

static void
show_sides (TroupeVersionsView *self)
{
  const int shown = !self->is_narrow                                                       ? -1
                    : gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->switches[1])) ? 1
                                                                                           : 0;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  gtk_widget_set_visible (self->switcher, self->is_narrow);
  for (int i = 0; i < 2; i++)
    gtk_widget_set_visible (self->columns[i], shown < 0 || shown == i);
  troupe_text_diff_view_show_only (self->texts, shown);
}

static void
make_switcher (TroupeVersionsView *self)
{
  const gboolean is_disk = self->kind == TROUPE_VERSIONS_DISK;
  const char *const labels[] = { C_ ("version", "Mine"),
                                 is_disk ? C_ ("version", "Disk") : C_ ("version", "Other") };
  const char *const names[] = { is_disk ? _ ("Yours, Unsaved") : _ ("This Document"),
                                is_disk ? _ ("On Disk") : self->name };
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  self->switcher = gtk_center_box_new ();
  gtk_box_set_homogeneous (GTK_BOX (buttons), TRUE);
  gtk_widget_add_css_class (buttons, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      self->switches[i] = gtk_toggle_button_new_with_label (labels[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->switches[i]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, names[i], -1);
      gtk_box_append (GTK_BOX (buttons), self->switches[i]);
    }
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->switches[1]),
                               GTK_TOGGLE_BUTTON (self->switches[0]));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->switches[0]), TRUE);
  gtk_widget_add_css_class (self->switcher, "version-switch");
  gtk_center_box_set_center_widget (GTK_CENTER_BOX (self->switcher), buttons);
  g_signal_connect_object (self->switches[1], "toggled", G_CALLBACK (show_sides), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
make_columns (TroupeVersionsView *self)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const gboolean is_disk = self->kind == TROUPE_VERSIONS_DISK;
  const gboolean can_choose = self->kind != TROUPE_VERSIONS_CREW;
  GtkWidget *heads[] = {
    make_head (is_disk ? _ ("Yours, Unsaved") : _ ("This Document"), &self->mine_label,
               can_choose
                   ? make_button (self, _ ("_Keep All of Mine"), NULL, G_CALLBACK (keep_all_cb))
                   : NULL),
    make_head (is_disk ? _ ("On Disk") : self->name, &self->theirs_label,
               can_choose
                   ? make_button (self,
                                  is_disk ? _ ("Take All From _Disk") : _ ("Take All of _Other"),
                                  NULL, G_CALLBACK (take_all_cb))
                   : NULL)
  };

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  gtk_box_set_homogeneous (GTK_BOX (both), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      self->columns[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      gtk_widget_add_css_class (self->columns[i], "version-side");
      gtk_box_append (GTK_BOX (self->columns[i]), heads[i]);
      gtk_box_append (GTK_BOX (both), self->columns[i]);
    }
  return both;
}

static void
troupe_versions_view_dispose (GObject *object)
{
  TroupeVersionsView *self = TROUPE_VERSIONS_VIEW (object);

  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  g_clear_handle_id (&self->steps_source, g_source_remove);
  g_clear_object (&self->flows);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->mine);
  g_clear_object (&self->theirs);
  g_clear_pointer (&self->base, json_node_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->trees); i++)
    g_clear_pointer (&self->trees[i], json_node_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_clear_pointer (&self->comparison, troupe_versions_comparison_free);
  G_OBJECT_CLASS (troupe_versions_view_parent_class)->dispose (object);
}

static gboolean
troupe_versions_view_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_VERSIONS_VIEW (widget)->list));
}

static void
troupe_versions_view_class_init (TroupeVersionsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_versions_view_dispose;
  widget_class->grab_focus = troupe_versions_view_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "versions");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[TAKE_OVER] = g_signal_new ("take-over", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_versions_view_init (TroupeVersionsView *self)
{
  g_assert (self != NULL);
}

static void
build (TroupeVersionsView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *lower = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *foot;

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = GTK_LABEL (make_label (NULL, "heading"));
  gtk_widget_add_css_class (bar, "recovery");
  gtk_box_append (GTK_BOX (bar),
                  gtk_image_new_from_icon_name (
                      self->kind == TROUPE_VERSIONS_RUN || self->kind == TROUPE_VERSIONS_CREW
                          ? "document-open-recent-symbolic"
                      : self->kind == TROUPE_VERSIONS_FILE ? "edit-find-replace-symbolic"
                                                           : "dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (bar), make_button (self, _ ("_Close"), "flat", G_CALLBACK (close_cb)));
  make_switcher (self);
  self->work = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->list = TROUPE_VERSIONS_LIST (troupe_versions_list_new (self->kind));
  gtk_widget_set_size_request (GTK_WIDGET (self->list), LIST_WIDTH, 96);
  self->texts = TROUPE_TEXT_DIFF_VIEW (troupe_text_diff_view_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->texts), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->texts), TRUE);
  gtk_widget_set_size_request (self->work, -1, LOWER_HEIGHT);
  gtk_widget_set_vexpand (self->work, TRUE);
  gtk_box_append (GTK_BOX (self->work), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->work), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (self->work), GTK_WIDGET (self->texts));
  g_signal_connect_object (self->list, "selected", G_CALLBACK (row_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "chosen", G_CALLBACK (update_foot), self, G_CONNECT_SWAPPED);
  foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->undecided = GTK_LABEL (make_label (NULL, "dim-label"));
  self->undo_hint = gtk_label_new (_ ("You can undo this."));
  gtk_widget_add_css_class (self->undo_hint, "dim-label");
  self->take_over = make_button (self, _ ("_Apply"), "suggested-action", G_CALLBACK (take_over_cb));
  gtk_widget_add_css_class (foot, "version-head");
  gtk_box_append (GTK_BOX (foot), GTK_WIDGET (self->undecided));
  gtk_widget_set_visible (self->undo_hint, self->kind != TROUPE_VERSIONS_CREW);
  gtk_widget_set_visible (self->take_over, self->kind != TROUPE_VERSIONS_CREW);
  gtk_box_append (GTK_BOX (foot), self->undo_hint);
  gtk_box_append (GTK_BOX (foot), self->take_over);
  gtk_box_append (GTK_BOX (lower), foot);
  gtk_box_append (GTK_BOX (lower), self->work);
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), make_columns (self));
  gtk_paned_set_end_child (GTK_PANED (self->paned), lower);
  gtk_paned_set_resize_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_vexpand (self->paned, TRUE);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), self->switcher);
  gtk_box_append (GTK_BOX (self->box), self->paned);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  show_sides (self);
}

/* (transfer full) */
static char *
make_title (TroupeVersionsView *self)
{
  g_autofree char *name = NULL;
  g_autofree char *time = NULL;
  TroupeFileStamp stamp = { 0 };
  const char *path = troupe_document_get_path (self->mine);

  g_assert (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->kind == TROUPE_VERSIONS_FILE)
    /* Translators: a file name. */
    return g_strdup_printf (_ ("Choose what to keep of this document and of %s."), self->name);
  if (self->kind == TROUPE_VERSIONS_RUN)
    return g_strdup (_ ("This document and the one that the run executed. Choose what to keep."));
  if (self->kind == TROUPE_VERSIONS_CREW)
    return g_strdup (_ ("The crew as it is now, and the one that the run executed."));
  if (self->kind == TROUPE_VERSIONS_SIDE)
    return g_strdup (_ ("Choose the changes to keep from each version of the conflict."));
  name = path != NULL ? g_path_get_basename (path) : troupe_document_get_title (self->mine);
  time = troupe_document_get_stamp (self->theirs, &stamp)
             ? troupe_time_for_display (stamp.modified_us)
             : g_strdup ("?");
  return g_strdup_printf (
      /* Translators: a file name, and a time. */
      _ ("%s was changed by another program at %s. Choose the changes to keep from each version."),
      name, time);
}

/* @base, @name: (nullable); @trees: (nullable): two trees to be compared instead of those of the documents */
static GtkWidget *
make_view (TroupeDocument *mine,
           TroupeDocument *theirs,
           JsonNode *base,
           TroupeVersionsKind kind,
           const char *name,
           JsonNode *const *trees)
{
  TroupeVersionsView *self = g_object_new (TROUPE_TYPE_VERSIONS_VIEW, NULL);
  g_autofree char *title = NULL;

  self->mine = g_object_ref (mine);
  self->theirs = g_object_ref (theirs);
  self->base = base != NULL ? json_node_ref (base) : NULL;
  for (guint i = 0; trees != NULL && i < G_N_ELEMENTS (self->trees); i++)
    self->trees[i] = json_node_ref (trees[i]);
  self->kind = kind;
  self->name = name != NULL ? troupe_text_to_line (name) : NULL;
  build (self);
  title = make_title (self);
  gtk_label_set_label (self->title, title);
  if (trees == NULL && TROUPE_IS_FLOW_DOCUMENT (mine) && TROUPE_IS_FLOW_DOCUMENT (theirs))
    {
      self->flows = troupe_flow_diff_view_new (TROUPE_FLOW_DOCUMENT (self->mine),
                                               TROUPE_FLOW_DOCUMENT (self->theirs));
      for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
        {
          GtkWidget *canvas = GTK_WIDGET (troupe_flow_diff_view_get_canvas (self->flows, i));

          gtk_widget_set_vexpand (canvas, TRUE);
          gtk_widget_set_hexpand (canvas, TRUE);
          gtk_box_append (GTK_BOX (self->columns[i]), canvas);
        }
      g_signal_connect_object (self->flows, "selected", G_CALLBACK (card_selected_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->flows, "left", G_CALLBACK (close_cb), self, G_CONNECT_SWAPPED);
      add_steps (self, STEP_LEFT | STEP_RIGHT);
    }
  else
    {
      /* Without drawings, the texts have the room. */
      gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
      gtk_paned_set_resize_end_child (GTK_PANED (self->paned), TRUE);
    }
  if (trees == NULL)
    g_signal_connect_object (mine, "changed", G_CALLBACK (mine_changed_cb), self,
                             G_CONNECT_SWAPPED);
  compare (self);
  return GTK_WIDGET (self);
}

GtkWidget *
troupe_versions_view_new (TroupeDocument *mine, TroupeDocument *theirs)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (mine), NULL);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (theirs), NULL);

  return make_view (mine, theirs, NULL, TROUPE_VERSIONS_DISK, NULL, NULL);
}

GtkWidget *
troupe_versions_view_new_with_other (TroupeDocument *mine,
                                     TroupeDocument *theirs,
                                     JsonNode *base,
                                     TroupeVersionsKind kind,
                                     const char *name)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (mine), NULL);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (theirs), NULL);
  g_return_val_if_fail (kind != TROUPE_VERSIONS_DISK, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return make_view (mine, theirs, base, kind, name, NULL);
}

GtkWidget *
troupe_versions_view_new_for_crews (TroupeDocument *mine,
                                    JsonNode *mine_tree,
                                    JsonNode *their_tree,
                                    const char *name)
{
  JsonNode *const trees[] = { mine_tree, their_tree };

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (mine), NULL);
  g_return_val_if_fail (mine_tree != NULL && their_tree != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return make_view (mine, mine, NULL, TROUPE_VERSIONS_CREW, name, trees);
}

TroupeDocument *
troupe_versions_view_get_theirs (TroupeVersionsView *self)
{
  g_return_val_if_fail (TROUPE_IS_VERSIONS_VIEW (self), NULL);

  return self->theirs;
}

gboolean
troupe_versions_view_keeps_mine (TroupeVersionsView *self)
{
  g_return_val_if_fail (TROUPE_IS_VERSIONS_VIEW (self), FALSE);
  g_return_val_if_fail (self->changes != NULL, FALSE);

  for (guint i = 0; i < self->changes->len; i++)
    if (((TroupeMergeChange *) g_ptr_array_index (self->changes, i))->choice != TROUPE_MERGE_MINE)
      return FALSE;
  return self->changes->len > 0;
}

JsonNode *
troupe_versions_view_make_root (TroupeVersionsView *self)
{
  g_autoptr (JsonNode) mine = NULL;

  g_return_val_if_fail (TROUPE_IS_VERSIONS_VIEW (self), NULL);
  g_return_val_if_fail (self->changes != NULL, NULL);

  mine = make_tree (self, 0);
  if (troupe_versions_view_keeps_mine (self))
    return g_steal_pointer (&mine);
  return troupe_versions_comparison_merge (self->comparison, mine,
                                           self->kind != TROUPE_VERSIONS_DISK);
}

gboolean
troupe_versions_view_is_busy (TroupeVersionsView *self)
{
  g_return_val_if_fail (TROUPE_IS_VERSIONS_VIEW (self), FALSE);

  return self->comparing != NULL || self->steps != 0 || troupe_text_diff_view_is_busy (self->texts);
}

void
troupe_versions_view_set_narrow (TroupeVersionsView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_VERSIONS_VIEW (self));

  if (self->is_narrow == narrow)
    return;
  self->is_narrow = narrow;
  show_sides (self);
  gtk_widget_set_size_request (GTK_WIDGET (self->list), narrow ? -1 : LIST_WIDTH, 96);
  if (self->changes != NULL)
    add_steps (self, STEP_OPEN);
  gtk_widget_set_visible (self->undo_hint, !narrow && self->kind != TROUPE_VERSIONS_CREW);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->work),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}
