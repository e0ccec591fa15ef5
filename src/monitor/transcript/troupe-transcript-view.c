/* troupe-transcript-view.c: transcript panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-view"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-transcript-body.h"
#include "troupe-transcript-detail.h"
#include "troupe-transcript-end.h"
#include "troupe-transcript-finder.h"
#include "troupe-transcript-row.h"
#include "troupe-transcript-side.h"
#include "troupe-transcript-view.h"

#define TEXT_WIDTH 780
#define PADDING 34
#define DETAIL_WIDTH 400

struct _TroupeTranscriptView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *bar;
  GtkWidget *side_button;
  GtkWidget *detail_button;
  GtkWidget *flap;
  GtkWidget *side;
  GtkWidget *middle; /* the list, and the details if there is enough space */
  GtkWidget *pages;
  GtkWidget *stack;
  GtkWidget *empty; /* stack page: explains why the list is empty */
  GtkWidget *list;
  GtkWidget *end; /* contains the list */
  GtkWidget *detail;
  GtkWidget *line;
  GtkSingleSelection *selection;
  GHashTable *rows; /* (element-type TroupeTranscriptRow): all existing rows */
  TroupeTranscript *transcript;
  TroupeTranscriptFinder *finder;
  gboolean narrow;
  char *folder; /* (nullable) */
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_0,
  PROP_NARROW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptView, troupe_transcript_view, GTK_TYPE_WIDGET)

/* --- Rows ---------------------------------------------------------------------------------------- */

/* Returns the row that shows @entry; NULL if it is not visible. (nullable) */
static GtkWidget *
find_row (TroupeTranscriptView *self, TroupeTranscriptEntry *entry)
{
  GHashTableIter iter;
  gpointer row;

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    if (troupe_transcript_row_get_entry (row) == entry)
      return row;
  return NULL;
}

static void
fold_cb (TroupeTranscriptView *self, TroupeTranscriptEntry *entry)
{
  GtkWidget *row = find_row (self, entry);

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  /* An expanded entry is read from its beginning, so do not follow the end. */
  if (row != NULL && troupe_transcript_entry_can_fold (entry))
    troupe_transcript_end_keep (TROUPE_TRANSCRIPT_END (self->end), row);
  troupe_transcript_fold (self->transcript, entry, !troupe_transcript_entry_get_open (entry));
}

static void
copy_entry_cb (TroupeTranscriptView *self, TroupeTranscriptEntry *entry)
{
  g_autofree char *text = troupe_transcript_body_to_text (entry, 0);

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* Called on destruction of the row. The signal `teardown` cannot be used, because the list
 * clears the item's child before it emits that signal, or does not emit it. */
static void
row_gone_cb (TroupeTranscriptView *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  g_hash_table_remove (self->rows, row);
}

static void
setup_cb (TroupeTranscriptView *self, GtkListItem *item)
{
  GtkWidget *row = troupe_transcript_row_new ();

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  g_signal_connect_object (row, "fold", G_CALLBACK (fold_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "copy", G_CALLBACK (copy_entry_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "destroy", G_CALLBACK (row_gone_cb), self, G_CONNECT_SWAPPED);
  gtk_list_item_set_child (item, row);
  g_hash_table_add (self->rows, row);
}

static void
bind_cb (TroupeTranscriptView *self, GtkListItem *item)
{
  TroupeTranscriptRow *row = TROUPE_TRANSCRIPT_ROW (gtk_list_item_get_child (item));

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  troupe_transcript_row_set_entry (row, gtk_list_item_get_item (item));
  if (self->finder != NULL)
    troupe_transcript_row_set_words (row, troupe_transcript_finder_get_words (self->finder));
}

static void
unbind_cb (TroupeTranscriptView *self, GtkListItem *item)
{
  troupe_transcript_row_set_entry (TROUPE_TRANSCRIPT_ROW (gtk_list_item_get_child (item)), NULL);
}

/* --- Selection -------------------------------------------------------------------------------- */

/* Shows the details of the selected entry, or of the newest one. */
static void
show_detail (TroupeTranscriptView *self)
{
  TroupeTranscriptEntry *entry = gtk_single_selection_get_selected_item (self->selection);

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  if (entry == NULL)
    entry = troupe_transcript_get_newest (self->transcript);
  troupe_transcript_detail_set_entry (TROUPE_TRANSCRIPT_DETAIL (self->detail), entry);
}

static void
updated_cb (TroupeTranscriptView *self)
{
  const guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->transcript));

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  /* Tasks and agents that have not begun can be selected, too. */
  gtk_label_set_text (GTK_LABEL (self->empty),
                      g_list_model_get_n_items (troupe_transcript_get_groups (self->transcript)) > 1
                          ? _ ("No Activity Yet")
                          : _ ("Press Run (F5) to see what agents say and do."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_items > 0 ? "list" : "empty");
  troupe_transcript_end_set_n_items (TROUPE_TRANSCRIPT_END (self->end), n_items);
  show_detail (self);
}

static void
activated_cb (TroupeTranscriptView *self, guint position)
{
  g_autoptr (TroupeTranscriptEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (self->transcript), position);

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  if (entry != NULL)
    fold_cb (self, entry);
}

void
troupe_transcript_view_go_to (TroupeTranscriptView *self, guint position)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self));

  troupe_transcript_end_leave (TROUPE_TRANSCRIPT_END (self->end));
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

gboolean
troupe_transcript_view_go_to_task (TroupeTranscriptView *self, guint64 id)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), FALSE);

  troupe_transcript_update (self->transcript);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->transcript)); i++)
    {
      g_autoptr (TroupeTranscriptEntry) entry =
          g_list_model_get_item (G_LIST_MODEL (self->transcript), i);

      if (troupe_transcript_entry_get_kind (entry) != TROUPE_TRANSCRIPT_TASK ||
          troupe_transcript_entry_get_span (entry)->id != id)
        continue;
      troupe_transcript_view_go_to (self, i);
      return TRUE;
    }
  return FALSE;
}

char *
troupe_transcript_view_dup_selected (TroupeTranscriptView *self)
{
  TroupeTranscriptEntry *entry;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), NULL);

  entry = gtk_single_selection_get_selected_item (self->selection);

  return entry != NULL ? troupe_transcript_body_to_text (entry, 0) : NULL;
}

/* --- Search -------------------------------------------------------------------------------------- */

static void
show_found (TroupeTranscriptView *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  troupe_transcript_side_set_found (
      TROUPE_TRANSCRIPT_SIDE (self->side),
      troupe_transcript_finder_get_place (self->finder,
                                          gtk_single_selection_get_selected (self->selection)),
      troupe_transcript_finder_get_n_found (self->finder));
}

static void
selected_cb (TroupeTranscriptView *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  show_detail (self);
  show_found (self);
}

static void
step (TroupeTranscriptView *self, gboolean forward)
{
  const guint position =
      troupe_transcript_finder_step (self->finder,
                                     gtk_single_selection_get_selected (self->selection), forward);
  g_autoptr (TroupeTranscriptEntry) entry = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  entry = g_list_model_get_item (G_LIST_MODEL (self->transcript), position);
  /* The match may be in the collapsed body. */
  if (troupe_transcript_entry_get_kind (entry) != TROUPE_TRANSCRIPT_CHECK)
    troupe_transcript_fold (self->transcript, entry, TRUE);
  troupe_transcript_view_go_to (self, position);
}

static void
next_cb (TroupeTranscriptView *self, gboolean forward)
{
  step (self, forward);
}

void
troupe_transcript_view_search (TroupeTranscriptView *self, const char *text)
{
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self));

  /* The rows must not refer to the previous search text, which is freed. */
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    troupe_transcript_row_set_words (row, NULL);
  troupe_transcript_finder_set_text (self->finder, text);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    troupe_transcript_row_set_words (row, troupe_transcript_finder_get_words (self->finder));
}

guint
troupe_transcript_view_get_found (TroupeTranscriptView *self, guint *place)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), 0);

  if (place != NULL)
    *place =
        troupe_transcript_finder_get_place (self->finder,
                                            gtk_single_selection_get_selected (self->selection));

  return troupe_transcript_finder_get_n_found (self->finder);
}

static void
search_cb (TroupeTranscriptView *self, const char *text)
{
  troupe_transcript_view_search (self, text);
}

/* --- Groups -------------------------------------------------------------------------------------- */

static void
chosen_cb (TroupeTranscriptView *self, TroupeTranscriptGroup *group)
{
  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  troupe_transcript_set_filter (self->transcript, troupe_transcript_group_get_kind (group),
                                troupe_transcript_group_get_key (group));
  if (self->narrow)
    adw_flap_set_reveal_flap (ADW_FLAP (self->flap), FALSE);
  g_signal_emit (self, signals[CHOSEN], 0, group);
}

/* Returns TRUE if @key, which begins with the name of a method, belongs to @method. */
static gboolean
is_of_method (const char *key, const char *method)
{
  return method == NULL || (g_str_has_prefix (key, method) && key[strlen (method)] == '\n');
}

gboolean
troupe_transcript_view_choose_task (TroupeTranscriptView *self, const char *method, guint number)
{
  GListModel *groups;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), FALSE);

  /* An unmapped view is updated when it is mapped. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    troupe_transcript_update (self->transcript);
  groups = troupe_transcript_get_groups (self->transcript);
  for (guint i = 0; i < g_list_model_get_n_items (groups); i++)
    {
      g_autoptr (TroupeTranscriptGroup) group = g_list_model_get_item (groups, i);

      if (troupe_transcript_group_get_kind (group) != TROUPE_TRANSCRIPT_OF_TASK ||
          troupe_transcript_group_get_number (group) != number ||
          !is_of_method (troupe_transcript_group_get_key (group), method))
        continue;
      troupe_transcript_view_choose (self, TROUPE_TRANSCRIPT_OF_TASK,
                                     troupe_transcript_group_get_key (group));
      return TRUE;
    }
  return FALSE;
}

void
troupe_transcript_view_choose (TroupeTranscriptView *self,
                               TroupeTranscriptGroupKind kind,
                               const char *key)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self));

  troupe_transcript_side_choose (TROUPE_TRANSCRIPT_SIDE (self->side), kind, key);
}

/* --- Narrow mode ------------------------------------------------------------------------------ */

static void
detail_toggled_cb (TroupeTranscriptView *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  gtk_stack_set_visible_child_name (
      GTK_STACK (self->pages),
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->detail_button)) ? "detail" : "list");
}

void
troupe_transcript_view_set_narrow (TroupeTranscriptView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self));

  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  g_object_ref (self->detail);
  if (narrow)
    {
      gtk_box_remove (GTK_BOX (self->middle), self->detail);
      gtk_stack_add_named (GTK_STACK (self->pages), self->detail, "detail");
    }
  else
    {
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->detail_button), FALSE);
      gtk_stack_remove (GTK_STACK (self->pages), self->detail);
      gtk_box_append (GTK_BOX (self->middle), self->detail);
    }
  g_object_unref (self->detail);
  gtk_widget_set_size_request (self->detail, narrow ? -1 : DETAIL_WIDTH, -1);
  gtk_widget_set_visible (self->line, !narrow);
  gtk_widget_set_visible (self->bar, narrow);
  adw_flap_set_fold_policy (ADW_FLAP (self->flap),
                            narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_reveal_flap (ADW_FLAP (self->flap), !narrow);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
}

/* --- Actions ------------------------------------------------------------------------------------- */

static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = troupe_transcript_view_dup_selected (TROUPE_TRANSCRIPT_VIEW (widget));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
find_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTranscriptView *self = TROUPE_TRANSCRIPT_VIEW (widget);

  adw_flap_set_reveal_flap (ADW_FLAP (self->flap), TRUE);
  troupe_transcript_side_focus_search (TROUPE_TRANSCRIPT_SIDE (self->side));
}

static void
find_next_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (TROUPE_TRANSCRIPT_VIEW (widget), g_str_equal (name, "transcript.find-next"));
}

/* --- Properties, constructor and destructor --------------------------------------------------- */

static void
troupe_transcript_view_map (GtkWidget *widget)
{
  TroupeTranscriptView *self = TROUPE_TRANSCRIPT_VIEW (widget);

  GTK_WIDGET_CLASS (troupe_transcript_view_parent_class)->map (widget);
  troupe_transcript_set_watched (self->transcript, TRUE);
}

static void
troupe_transcript_view_unmap (GtkWidget *widget)
{
  TroupeTranscriptView *self = TROUPE_TRANSCRIPT_VIEW (widget);

  troupe_transcript_set_watched (self->transcript, FALSE);
  GTK_WIDGET_CLASS (troupe_transcript_view_parent_class)->unmap (widget);
}

static void
troupe_transcript_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_NARROW)
    g_value_set_boolean (value, TROUPE_TRANSCRIPT_VIEW (object)->narrow);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_transcript_view_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  if (id == PROP_NARROW)
    troupe_transcript_view_set_narrow (TROUPE_TRANSCRIPT_VIEW (object),
                                       g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

void
troupe_transcript_view_set_folder (TroupeTranscriptView *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self));

  troupe_set_str (&self->folder, folder);
}

const char *
troupe_transcript_view_get_folder (TroupeTranscriptView *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), NULL);

  return self->folder;
}

static void
troupe_transcript_view_dispose (GObject *object)
{
  TroupeTranscriptView *self = TROUPE_TRANSCRIPT_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->finder);
  g_clear_object (&self->transcript);

  G_OBJECT_CLASS (troupe_transcript_view_parent_class)->dispose (object);
}

static void
troupe_transcript_view_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_TRANSCRIPT_VIEW (object)->rows, g_hash_table_unref);
  g_free (TROUPE_TRANSCRIPT_VIEW (object)->folder);

  G_OBJECT_CLASS (troupe_transcript_view_parent_class)->finalize (object);
}

static void
troupe_transcript_view_class_init (TroupeTranscriptViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_transcript_view_dispose;
  object_class->finalize = troupe_transcript_view_finalize;
  object_class->get_property = troupe_transcript_view_get_property;
  object_class->set_property = troupe_transcript_view_set_property;
  widget_class->map = troupe_transcript_view_map;
  widget_class->unmap = troupe_transcript_view_unmap;
  properties[PROP_NARROW] =
      g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_TRANSCRIPT_GROUP);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "transcript.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "transcript.find", NULL, find_activated);
  gtk_widget_class_install_action (widget_class, "transcript.find-next", NULL, find_next_activated);
  gtk_widget_class_install_action (widget_class, "transcript.find-previous", NULL,
                                   find_next_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "transcript.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "transcript.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, 0, "transcript.find-next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, GDK_SHIFT_MASK,
                                       "transcript.find-previous", NULL);
}

static void
troupe_transcript_view_init (TroupeTranscriptView *self)
{
  GtkWidget *empty = gtk_label_new (NULL);
  GtkListItemFactory *factory;
  GtkWidget *clamp;

  g_assert (TROUPE_IS_TRANSCRIPT_VIEW (self));

  self->empty = empty;
  self->rows = g_hash_table_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  factory = gtk_signal_list_item_factory_new ();
  clamp = adw_clamp_scrollable_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (NULL, factory);
  gtk_widget_add_css_class (self->list, "transcript");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Transcript"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  adw_clamp_scrollable_set_maximum_size (ADW_CLAMP_SCROLLABLE (clamp), TEXT_WIDTH + PADDING);
  adw_clamp_scrollable_set_tightening_threshold (ADW_CLAMP_SCROLLABLE (clamp),
                                                 TEXT_WIDTH + PADDING);
  adw_clamp_scrollable_set_child (ADW_CLAMP_SCROLLABLE (clamp), self->list);
  self->end = troupe_transcript_end_new (GTK_LIST_VIEW (self->list), clamp);
  gtk_stack_add_named (GTK_STACK (self->stack), self->end, "list");
  self->pages = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->pages), FALSE);
  gtk_stack_add_named (GTK_STACK (self->pages), self->stack, "list");
  gtk_widget_set_hexpand (self->pages, TRUE);
  self->detail = troupe_transcript_detail_new ();
  gtk_widget_set_size_request (self->detail, DETAIL_WIDTH, -1);
  self->line = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
  self->middle = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->middle), self->pages);
  gtk_box_append (GTK_BOX (self->middle), self->line);
  gtk_box_append (GTK_BOX (self->middle), self->detail);
}

GtkWidget *
troupe_transcript_view_new (TroupeTrace *trace)
{
  TroupeTranscriptView *self;
  GtkWidget *bar;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_VIEW, NULL);
  self->transcript = troupe_transcript_new (trace);
  self->finder = troupe_transcript_finder_new (G_LIST_MODEL (self->transcript));
  self->selection = gtk_single_selection_new (NULL);
  /* No entry is selected until the user selects one. */
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->transcript));
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));
  self->side = troupe_transcript_side_new (troupe_transcript_get_groups (self->transcript));
  self->flap = adw_flap_new ();
  adw_flap_set_flap (ADW_FLAP (self->flap), self->side);
  adw_flap_set_separator (ADW_FLAP (self->flap), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  adw_flap_set_content (ADW_FLAP (self->flap), self->middle);
  adw_flap_set_fold_policy (ADW_FLAP (self->flap), ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_reveal_flap (ADW_FLAP (self->flap), TRUE);
  gtk_widget_set_vexpand (self->flap, TRUE);
  bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->side_button = gtk_toggle_button_new_with_label (_ ("Tasks and Agents"));
  self->detail_button = gtk_toggle_button_new_with_label (_ ("Details"));
  /* The labels are ellipsized, because large text may not fit into a small window. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->side_button))),
                           PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->side_button, "flat");
  gtk_widget_add_css_class (self->detail_button, "flat");
  gtk_widget_set_hexpand (self->detail_button, TRUE);
  gtk_widget_set_halign (self->detail_button, GTK_ALIGN_END);
  g_signal_connect_object (self->detail_button, "toggled", G_CALLBACK (detail_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (bar, "transcript-bar");
  gtk_box_append (GTK_BOX (bar), self->side_button);
  gtk_box_append (GTK_BOX (bar), self->detail_button);
  gtk_widget_set_visible (bar, FALSE);
  self->bar = bar;
  g_object_bind_property (self->flap, "reveal-flap", self->side_button, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->flap);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->transcript, "updated", G_CALLBACK (updated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "search", G_CALLBACK (search_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "next", G_CALLBACK (next_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->finder, "changed", G_CALLBACK (show_found), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

TroupeTranscript *
troupe_transcript_view_get_transcript (TroupeTranscriptView *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_VIEW (self), NULL);

  return self->transcript;
}
