/* troupe-versions-list.c: list of differences between two versions, with a choice for each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-versions-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-document.h"
#include "troupe-mark.h"
#include "troupe-pass-focus.h"
#include "troupe-plot.h"
#include "troupe-sanitize-text.h"
#include "troupe-versions-list.h"

#define MARK_SIZE 24
/* Number of rows that are added at once. More rows would cause a noticeable delay. */
#define ROWS_AT_ONCE 20
/* Limits for the changed fields of a method: nesting depth, number of names, and length of the
 * text. */
#define FIELD_DEPTH 2
#define MOST_FIELDS 3
#define MOST_LETTERS 60

struct _TroupeVersionsList
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkListBox *list;
  TroupeVersionsKind kind;
  GPtrArray *changes;     /* (element-type TroupeMergeChange) (nullable) */
  GPtrArray *ordered;     /* (nullable): @changes in display order */
  TroupeDocument *mine;   /* (nullable) */
  TroupeDocument *theirs; /* (nullable) */
  guint n_filled;         /* number of @ordered with a row */
  guint fill_source;
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (TroupeVersionsList, troupe_versions_list, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Describing changes ----------------------------------------------------------------------- */

const char *
troupe_merge_change_get_method (const TroupeMergeChange *change)
{
  g_return_val_if_fail (change != NULL, NULL);

  return g_str_equal (change->path[0], "methods") ? change->path[1] : NULL;
}

const char *
troupe_merge_change_get_name (const TroupeMergeChange *change)
{
  g_return_val_if_fail (change != NULL, NULL);

  if (change->path[1] != NULL)
    return change->path[1];
  return g_str_equal (change->path[0], "x-troupe") ? _ ("Node positions") : change->path[0];
}

/* What has happened to a value: on both sides, here only, or in the other version only. */
enum
{
  BOTH_DELETED_HERE,
  BOTH_DELETED_THERE,
  BOTH_CHANGED,
  HERE_NEW,
  HERE_DELETED,
  HERE_CHANGED,
  THERE_NEW,
  THERE_DELETED,
  THERE_CHANGED,
  N_EVENTS,
};

/* Without a common base, both versions count as changed. */
static const char *const events[][N_EVENTS] = {
  [TROUPE_VERSIONS_DISK] = { N_ ("deleted here, changed on disk"),
                             N_ ("changed here, deleted on disk"), N_ ("changed on both sides"),
                             N_ ("new, only here"), N_ ("deleted here"), N_ ("changed here"),
                             N_ ("new on disk"), N_ ("deleted on disk"), N_ ("changed on disk") },
  [TROUPE_VERSIONS_FILE] = { N_ ("only in the other file"), N_ ("only here"), N_ ("different"),
                             N_ ("only here"), N_ ("only in the other file"), N_ ("different"),
                             N_ ("only in the other file"), N_ ("only here"), N_ ("different") },
  [TROUPE_VERSIONS_SIDE] = { N_ ("deleted here, changed in the other version"),
                             N_ ("changed here, deleted in the other version"),
                             N_ ("changed on both sides"), N_ ("new, only here"),
                             N_ ("deleted here"), N_ ("changed here"),
                             N_ ("new in the other version"), N_ ("deleted in the other version"),
                             N_ ("changed in the other version") },
  [TROUPE_VERSIONS_RUN] = { N_ ("only in the run"), N_ ("only here"), N_ ("different"),
                            N_ ("only here"), N_ ("only in the run"), N_ ("different"),
                            N_ ("only in the run"), N_ ("only here"), N_ ("different") },
  [TROUPE_VERSIONS_CREW] = { N_ ("only in the run"), N_ ("only here"), N_ ("different"),
                             N_ ("only here"), N_ ("only in the run"), N_ ("different"),
                             N_ ("only in the run"), N_ ("only here"), N_ ("different") },
};

const char *
troupe_merge_change_describe (const TroupeMergeChange *change, TroupeVersionsKind kind)
{
  guint event;

  g_return_val_if_fail (change != NULL, NULL);
  g_return_val_if_fail (kind < G_N_ELEMENTS (events), NULL);

  if (change->is_mine && change->is_theirs)
    event = change->mine == NULL     ? BOTH_DELETED_HERE
            : change->theirs == NULL ? BOTH_DELETED_THERE
                                     : BOTH_CHANGED;
  else if (change->is_mine)
    event = change->theirs == NULL ? HERE_NEW : change->mine == NULL ? HERE_DELETED : HERE_CHANGED;
  else
    event = change->mine == NULL     ? THERE_NEW
            : change->theirs == NULL ? THERE_DELETED
                                     : THERE_CHANGED;
  return _ (events[kind][event]);
}

/* Describes a change of a name. Without a common base, both versions count as changed. (transfer full) */
static char *
describe_name (const TroupeMergeChange *change, TroupeVersionsKind kind)
{
  g_autofree char *theirs = troupe_text_to_line (json_node_get_string (change->theirs));
  /* Translators: %s is the name of a method in the other version. */
  static const char *const texts[][3] = {
    [TROUPE_VERSIONS_DISK] = { N_ ("renamed on both sides, “%s” on disk"),
                               N_ ("renamed here, “%s” on disk"), N_ ("renamed to “%s” on disk") },
    [TROUPE_VERSIONS_FILE] = { N_ ("called “%s” in the other file"),
                               N_ ("called “%s” in the other file"),
                               N_ ("called “%s” in the other file") },
    [TROUPE_VERSIONS_SIDE] = { N_ ("renamed on both sides, “%s” in the other version"),
                               N_ ("renamed here, “%s” in the other version"),
                               N_ ("renamed to “%s” in the other version") },
    [TROUPE_VERSIONS_RUN] = { N_ ("called “%s” in the run"), N_ ("called “%s” in the run"),
                              N_ ("called “%s” in the run") },
    [TROUPE_VERSIONS_CREW] = { N_ ("called “%s” in the run"), N_ ("called “%s” in the run"),
                               N_ ("called “%s” in the run") },
  };
  const guint event = change->is_mine && change->is_theirs ? 0 : change->is_mine ? 1 : 2;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_ (texts[kind][event]), theirs);
#pragma GCC diagnostic pop
}

/* Collects the names of the innermost values that differ. @a, @b: two objects */
static void
list_fields (JsonObject *a, JsonObject *b, guint depth, GPtrArray *names)
{
  g_autoptr (GList) own = json_object_get_members (a);
  g_autoptr (GList) other = json_object_get_members (b);

  for (GList *item = own; item != NULL; item = item->next)
    {
      JsonNode *x = json_object_get_member (a, item->data);
      JsonNode *y = json_object_get_member (b, item->data);

      if (y != NULL && json_node_equal (x, y))
        continue;
      if (y != NULL && depth > 1 && JSON_NODE_HOLDS_OBJECT (x) && JSON_NODE_HOLDS_OBJECT (y))
        list_fields (json_node_get_object (x), json_node_get_object (y), depth - 1, names);
      else
        g_ptr_array_add (names, g_strdup (item->data));
    }
  for (GList *item = other; item != NULL; item = item->next)
    if (!json_object_has_member (a, item->data))
      g_ptr_array_add (names, g_strdup (item->data));
}

/* Lists the fields that differ, abbreviated. (transfer full) (nullable) */
static char *
describe_fields (const TroupeMergeChange *change)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  g_assert (change != NULL);

  if (change->mine == NULL || change->theirs == NULL || !JSON_NODE_HOLDS_OBJECT (change->mine) ||
      !JSON_NODE_HOLDS_OBJECT (change->theirs))
    return NULL;
  list_fields (json_node_get_object (change->mine), json_node_get_object (change->theirs),
               FIELD_DEPTH, names);
  if (names->len == 0)
    return NULL;
  if (names->len > MOST_FIELDS)
    {
      g_ptr_array_set_size (names, MOST_FIELDS);
      g_ptr_array_add (names, g_strdup ("…"));
    }
  g_ptr_array_add (names, NULL);
  text = g_strjoinv (", ", (char **) names->pdata);
  line = troupe_text_to_line (text);
  return g_utf8_strlen (line, -1) > MOST_LETTERS ? g_utf8_substring (line, 0, MOST_LETTERS)
                                                 : g_steal_pointer (&line);
}

/* --- Rows -------------------------------------------------------------------------------------- */

static void
choice_toggled_cb (GtkToggleButton *button, TroupeVersionsList *self)
{
  TroupeMergeChange *change = g_object_get_data (G_OBJECT (button), "change");
  const TroupeMergeChoice choice =
      GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "choice"));

  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  if (gtk_toggle_button_get_active (button))
    {
      change->choice = choice;
      /* Both versions of what is decided are shown. */
      gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (
                                               GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW)));
    }
  else if (change->choice == choice)
    change->choice = TROUPE_MERGE_UNDECIDED;
  g_signal_emit (self, signals[CHOSEN], 0);
}

static GtkWidget *
make_choice (TroupeVersionsList *self,
             TroupeMergeChange *change,
             TroupeMergeChoice choice,
             const char *label)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);
  g_autofree char *name = g_strdup_printf ("%s: %s", troupe_merge_change_get_name (change), label);

  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (button), "change", change);
  g_object_set_data (G_OBJECT (button), "choice", GINT_TO_POINTER (choice));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), change->choice == choice);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (choice_toggled_cb), self, 0);
  return button;
}

/* (transfer none) (nullable) */
static const TroupeFlowMethod *
find_method (TroupeDocument *document, const char *name)
{
  TroupeFlow *flow;

  g_assert (TROUPE_IS_DOCUMENT (document));

  if (name == NULL || !TROUPE_IS_FLOW_DOCUMENT (document))
    return NULL;
  flow = troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (document));
  return flow != NULL ? troupe_flow_find_method (flow, name) : NULL;
}

/* Creates a label that ellipsizes. AdwActionRow is not used, because GTK 4.8 measures its
 * wrapping labels with a minimum width above their natural width if the text is shorter than an
 * ellipsis. */
static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 4);
  gtk_widget_add_css_class (label, style);
  return label;
}

/* @change: (nullable): NULL for the entire file; @method: (nullable) */
static void
add_row (TroupeVersionsList *self, TroupeMergeChange *change, const TroupeFlowMethod *method)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *title =
      troupe_text_to_line (change != NULL ? troupe_merge_change_get_name (change)
                           : self->kind == TROUPE_VERSIONS_CREW ? _ ("Entire Crew")
                                                                : _ ("Entire File"));
  g_autofree char *spoken = NULL;
  GtkWidget *icon;

  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  g_object_set_data (G_OBJECT (row), "change", change);
  /* Creates the icon of a row. */
  if (method != NULL)
    {
      icon = troupe_mark_new (MARK_SIZE);
      troupe_mark_set (TROUPE_MARK (icon), troupe_mark_get_role (method),
                       troupe_plot_get_icon_name (method));
    }
  else
    {
      icon = gtk_image_new_from_icon_name (change == NULL ? "text-x-generic-symbolic"
                                           : g_str_equal (change->path[0], "x-troupe")
                                               ? "view-grid-symbolic"
                                               : "document-properties-symbolic");
      gtk_widget_set_size_request (icon, MARK_SIZE, MARK_SIZE);
    }
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), make_label (title, "heading"));
  gtk_box_append (GTK_BOX (box), texts);
  if (change != NULL)
    {
      g_autofree char *what = NULL;
      const char *event;
      g_autofree char *fields = NULL;

      /* Describes the change and the changed fields. */
      event = troupe_merge_change_describe (change, self->kind);
      fields = describe_fields (change);
      if (change->is_name)
        what = describe_name (change, self->kind);
      else
        what = fields != NULL ? g_strdup_printf ("%s · %s", event, fields) : g_strdup (event);
      gtk_box_append (GTK_BOX (texts), make_label (what, "caption"));
      if (self->kind != TROUPE_VERSIONS_CREW)
        {
          GtkWidget *choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
          /* Translators: a button: the version that was edited in this window. */
          GtkWidget *mine = make_choice (self, change, TROUPE_MERGE_MINE, C_ ("version", "Mine"));
          /* Translators: “Disk” is a button: the version that another program wrote to the disk. “Other” is the version
           * of another file. */
          GtkWidget *theirs =
              make_choice (self, change, TROUPE_MERGE_THEIRS,
                           self->kind == TROUPE_VERSIONS_DISK ? C_ ("version", "Disk")
                                                              : C_ ("version", "Other"));

          gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (theirs), GTK_TOGGLE_BUTTON (mine));
          gtk_widget_add_css_class (choices, "linked");
          gtk_box_append (GTK_BOX (choices), mine);
          gtk_box_append (GTK_BOX (choices), theirs);
          gtk_box_append (GTK_BOX (box), choices);
        }
      spoken = g_strdup_printf ("%s, %s", title, what);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
    }
  gtk_widget_add_css_class (box, "version-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (self->list, row);
}

/* Sorts unresolved changes first. (transfer full) */
static GPtrArray *
order_changes (GPtrArray *changes)
{
  GPtrArray *ordered = g_ptr_array_sized_new (changes->len);

  for (guint is_decided = 0; is_decided < 2; is_decided++)
    for (guint i = 0; i < changes->len; i++)
      {
        TroupeMergeChange *change = g_ptr_array_index (changes, i);

        if ((change->choice != TROUPE_MERGE_UNDECIDED) == (is_decided == 1))
          g_ptr_array_add (ordered, change);
      }
  return ordered;
}

/* Adds up to @n rows. After the last change, also adds the row of the entire file. Returns TRUE
 * if there are more rows to add. */
static gboolean
add_rows (TroupeVersionsList *self, guint n)
{
  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  for (; n > 0 && self->n_filled < self->ordered->len; n--)
    {
      TroupeMergeChange *change = g_ptr_array_index (self->ordered, self->n_filled++);
      const char *name = troupe_merge_change_get_method (change);
      const TroupeFlowMethod *method = find_method (self->mine, name);

      add_row (self, change, method != NULL ? method : find_method (self->theirs, name));
    }
  if (self->n_filled < self->ordered->len)
    return TRUE;
  add_row (self, NULL, NULL);
  return FALSE;
}

static gboolean
fill_cb (gpointer user_data)
{
  TroupeVersionsList *self = TROUPE_VERSIONS_LIST (user_data);

  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  if (add_rows (self, ROWS_AT_ONCE))
    return G_SOURCE_CONTINUE;
  self->fill_source = 0;
  return G_SOURCE_REMOVE;
}

/* --- Selection -------------------------------------------------------------------------------- */

/* Returns the row with @path; NULL if there is no such row. @path: "" for the entire file.
 * (transfer none) */
static GtkListBoxRow *
find_row (TroupeVersionsList *self, const char *path)
{
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  /* Adds all remaining rows at once, because one of them is required now. */
  if (self->fill_source != 0)
    {
      g_clear_handle_id (&self->fill_source, g_source_remove);
      add_rows (self, G_MAXUINT);
    }
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      const TroupeMergeChange *change = g_object_get_data (G_OBJECT (row), "change");
      g_autofree char *own = change != NULL ? g_strjoinv ("\n", change->path) : g_strdup ("");

      if (g_str_equal (own, path))
        return row;
    }
  return NULL;
}

static void
row_selected_cb (TroupeVersionsList *self)
{
  g_assert (TROUPE_IS_VERSIONS_LIST (self));

  if (!self->is_filling)
    g_signal_emit (self, signals[SELECTED], 0);
}

gboolean
troupe_versions_list_get_selected (TroupeVersionsList *self, const TroupeMergeChange **change)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (TROUPE_IS_VERSIONS_LIST (self), FALSE);

  row = gtk_list_box_get_selected_row (self->list);
  *change = row != NULL ? g_object_get_data (G_OBJECT (row), "change") : NULL;
  return row != NULL;
}

void
troupe_versions_list_select_method (TroupeVersionsList *self, const char *method)
{
  g_autofree char *path = NULL;
  GtkListBoxRow *row = NULL;

  g_return_if_fail (TROUPE_IS_VERSIONS_LIST (self));

  if (method != NULL)
    {
      path = g_strdup_printf ("methods\n%s", method);
      row = find_row (self, path);
      if (row == NULL)
        {
          g_autofree char *name = g_strconcat (path, "\nname", NULL);

          row = find_row (self, name);
        }
    }
  if (row != NULL)
    {
      graphene_rect_t bounds;

      gtk_list_box_select_row (self->list, row);
      if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
        gtk_adjustment_clamp_page (
            gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)),
            (double) bounds.origin.y, (double) (bounds.origin.y + bounds.size.height));
    }
  else
    gtk_list_box_unselect_all (self->list);
}

void
troupe_versions_list_set (TroupeVersionsList *self,
                          GPtrArray *changes,
                          TroupeDocument *mine,
                          TroupeDocument *theirs)
{
  g_autoptr (GPtrArray) old = NULL;
  g_autofree char *selected = NULL;
  GtkListBoxRow *row = NULL;
  GtkWidget *child;
  const TroupeMergeChange *change;

  g_return_if_fail (TROUPE_IS_VERSIONS_LIST (self));
  g_return_if_fail (changes != NULL);

  self->is_filling = TRUE;
  if (troupe_versions_list_get_selected (self, &change))
    selected = change != NULL ? g_strjoinv ("\n", change->path) : g_strdup ("");
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  /* The changes are replaced only now, because the buttons of the removed rows referred to them. */
  old = g_steal_pointer (&self->changes);
  self->changes = g_ptr_array_ref (changes);
  g_clear_pointer (&self->ordered, g_ptr_array_unref);
  self->ordered = order_changes (changes);
  self->n_filled = 0;
  g_set_object (&self->mine, mine);
  g_set_object (&self->theirs, theirs);
  g_clear_handle_id (&self->fill_source, g_source_remove);
  if (add_rows (self, ROWS_AT_ONCE))
    self->fill_source = g_idle_add (fill_cb, self);
  self->is_filling = FALSE;
  /* If a card without a row is selected on the canvas, no row becomes selected. */
  if (selected == NULL && old != NULL)
    return;
  if (selected != NULL)
    row = find_row (self, selected);
  gtk_list_box_select_row (self->list,
                           row != NULL ? row : gtk_list_box_get_row_at_index (self->list, 0));
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_versions_list_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_child_focus (GTK_WIDGET (TROUPE_VERSIONS_LIST (widget)->list),
                                 GTK_DIR_TAB_FORWARD);
}

static void
troupe_versions_list_dispose (GObject *object)
{
  TroupeVersionsList *self = TROUPE_VERSIONS_LIST (object);

  g_clear_handle_id (&self->fill_source, g_source_remove);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->ordered, g_ptr_array_unref);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_clear_object (&self->mine);
  g_clear_object (&self->theirs);
  G_OBJECT_CLASS (troupe_versions_list_parent_class)->dispose (object);
}

static void
troupe_versions_list_class_init (TroupeVersionsListClass *klass)
{
  static const char *const names[N_SIGNALS] = { "selected", "chosen" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_versions_list_dispose;
  widget_class->grab_focus = troupe_versions_list_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_versions_list_init (TroupeVersionsList *self)
{
  g_assert (self != NULL);

  self->scrolled = gtk_scrolled_window_new ();
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_SINGLE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Differences"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->list));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (row_selected_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_versions_list_new (TroupeVersionsKind kind)
{
  TroupeVersionsList *self = g_object_new (TROUPE_TYPE_VERSIONS_LIST, NULL);

  self->kind = kind;
  return GTK_WIDGET (self);
}
