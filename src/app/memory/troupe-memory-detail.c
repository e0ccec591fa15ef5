/* troupe-memory-detail.c: shows and edits one memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-detail"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-memory-detail.h"
#include "troupe-sanitize-text.h"

#define WIDTH 344
#define N_PARTS 3
/* Minimum and maximum height of the text, and its padding, in pixels. */
#define TEXT_LEAST 64
#define TEXT_MOST 260
#define TEXT_PAD 20

struct _TroupeMemoryDetail
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *back;
  GtkLabel *scope;
  GtkWidget *lock;
  GtkWidget *remove;
  GtkWidget *stack;
  GtkTextBuffer *buffer;
  GtkWidget *text;
  GtkScrolledWindow *text_frame;
  GtkWidget *apply_bar;
  GtkWidget *apply;
  GtkWidget *spinner;
  GtkLabel *error;
  GtkSpinButton *importance;
  GtkBox *chips;
  GtkWidget *add_category;
  AdwActionRow *learnt;
  GtkWidget *learnt_arrow;
  GtkLabel *used;
  AdwActionRow *private_row;
  GtkSwitch *private_switch;
  GtkWidget *fits;
  GtkWidget *bars[N_PARTS];
  GtkLabel *values[N_PARTS];

  TroupeMemoryRecord *record; /* (nullable): the record that is shown */
  char *run;                  /* (nullable): id of the run that created it */
  gboolean is_filling;
  gboolean is_edited; /* the text has unapplied changes */
};

enum
{
  CHANGED,
  DELETE_REQUESTED,
  CLOSE_REQUESTED,
  RUN_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMemoryDetail, troupe_memory_detail, GTK_TYPE_WIDGET)

/* --- Editing ---------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
get_text (TroupeMemoryDetail *self)
{
  GtkTextIter start, end;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);

  return gtk_text_buffer_get_text (self->buffer, &start, &end, FALSE);
}

/* Emits `changed` and shows the new values. @record: (transfer full) */
static void
hand_over (TroupeMemoryDetail *self, TroupeMemoryRecord *record, gboolean embeds)
{
  g_autoptr (TroupeMemoryRecord) own = record;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  g_clear_pointer (&self->record, troupe_memory_record_unref);
  self->record = troupe_memory_record_ref (own);
  g_signal_emit (self, signals[CHANGED], 0, own, embeds);
}

static void
show_apply (TroupeMemoryDetail *self)
{
  g_autofree char *text = get_text (self);
  g_autofree char *bare = g_strstrip (g_strdup (text));

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  self->is_edited = self->record != NULL && strcmp (text, self->record->content) != 0;
  gtk_widget_set_visible (self->apply_bar, self->is_edited);
  gtk_widget_set_sensitive (self->apply, self->is_edited && *bare != '\0');
}

/* Sets the height of the text from its layout, because the text view measures its content too
 * late for the layout of its parent. */
static void
fit_text (TroupeMemoryDetail *self)
{
  g_autofree char *text = get_text (self);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->text, text);
  const int width = gtk_widget_get_width (self->text);
  int height;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  pango_layout_set_width (layout, (MAX (width, WIDTH - 2 * TEXT_PAD) - TEXT_PAD) * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_scrolled_window_set_min_content_height (self->text_frame,
                                              CLAMP (height + TEXT_PAD, TEXT_LEAST, TEXT_MOST));
}

static void
text_changed_cb (TroupeMemoryDetail *self)
{
  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  fit_text (self);

  if (self->is_filling)
    return;
  show_apply (self);
  troupe_memory_detail_set_error (self, NULL);
}

static void
apply_cb (TroupeMemoryDetail *self)
{
  TroupeMemoryRecord *record;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (self->record == NULL || !gtk_widget_get_sensitive (self->apply))
    return;
  record = troupe_memory_record_copy (self->record);
  g_free (record->content);
  record->content = get_text (self);
  g_signal_emit (self, signals[CHANGED], 0, record, TRUE);
  troupe_memory_record_unref (record);
}

static void
discard_cb (TroupeMemoryDetail *self)
{
  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (self->record != NULL)
    gtk_text_buffer_set_text (self->buffer, self->record->content, -1);
}

static void
importance_changed_cb (TroupeMemoryDetail *self)
{
  TroupeMemoryRecord *record;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (self->is_filling || self->record == NULL)
    return;
  record = troupe_memory_record_copy (self->record);
  record->importance = CLAMP (gtk_spin_button_get_value (self->importance), 0.0, 1.0);
  hand_over (self, record, FALSE);
}

static void show_private (TroupeMemoryDetail *self);

static void
private_changed_cb (TroupeMemoryDetail *self)
{
  TroupeMemoryRecord *record;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (self->is_filling || self->record == NULL)
    return;
  record = troupe_memory_record_copy (self->record);
  record->is_private = gtk_switch_get_active (self->private_switch);
  hand_over (self, record, FALSE);
  show_private (self);
}

/* --- Categories ----------------------------------------------------------------------------------- */

static void show_chips (TroupeMemoryDetail *self);

/* Adds the category @name, or removes it if the record already has this category. */
static void
toggle_category (TroupeMemoryDetail *self, const char *name)
{
  TroupeMemoryRecord *record = troupe_memory_record_copy (self->record);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  gboolean was_there = FALSE;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  for (guint i = 0; record->categories[i] != NULL; i++)
    if (g_str_equal (record->categories[i], name))
      was_there = TRUE;
    else
      g_strv_builder_add (names, record->categories[i]);
  if (!was_there)
    g_strv_builder_add (names, name);
  g_strfreev (record->categories);
  record->categories = g_strv_builder_end (names);
  hand_over (self, record, FALSE);
  show_chips (self);
}

static void
chip_cb (GtkButton *chip, gpointer user_data)
{
  TroupeMemoryDetail *self = TROUPE_MEMORY_DETAIL (user_data);
  g_autofree char *name = g_strdup (g_object_get_data (G_OBJECT (chip), "troupe-name"));

  g_assert (GTK_IS_BUTTON (chip));

  if (self->record == NULL)
    return;
  gtk_widget_grab_focus (self->add_category);
  toggle_category (self, name);
}

static void
add_category_cb (TroupeMemoryDetail *self)
{
  g_autofree char *name =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->add_category))));

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (*name == '\0' || self->record == NULL)
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->add_category), "");
  if (!g_strv_contains ((const char *const *) self->record->categories, name))
    toggle_category (self, name);
}

static void
show_chips (TroupeMemoryDetail *self)
{
  GtkWidget *chip;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  while ((chip = gtk_widget_get_first_child (GTK_WIDGET (self->chips))) != NULL)
    gtk_box_remove (self->chips, chip);
  for (guint i = 0; self->record != NULL && self->record->categories[i] != NULL; i++)
    {
      const char *name = self->record->categories[i];
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
      g_autofree char *line = troupe_text_to_line (name);
      /* Translators: %s is a category of a memory record */
      g_autofree char *words = g_strdup_printf (_ ("Remove “%s”"), line);
      GtkWidget *label = gtk_label_new (line);

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      chip = gtk_button_new ();
      gtk_box_append (GTK_BOX (box), label);
      gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
      gtk_button_set_child (GTK_BUTTON (chip), box);
      gtk_widget_add_css_class (chip, "memory-chip");
      gtk_widget_set_halign (chip, GTK_ALIGN_START);
      gtk_widget_set_tooltip_text (chip, words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                      -1);
      g_object_set_data_full (G_OBJECT (chip), "troupe-name", g_strdup (name), g_free);
      g_signal_connect_object (chip, "clicked", G_CALLBACK (chip_cb), self, 0);
      gtk_box_append (self->chips, chip);
    }
}

/* --- Presentation ----------------------------------------------------------------------------- */

static void
show_private (TroupeMemoryDetail *self)
{
  const char *source = self->record->source;
  g_autofree char *line = source != NULL ? troupe_text_to_line (source) : NULL;
  g_autofree char *subtitle = NULL;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  /* Translators: %s is the source of the record; only this source can see it */
  subtitle = line != NULL ? g_strdup_printf (_ ("Private to %s"), line)
                          : g_strdup (_ ("Hidden from agents"));
  adw_action_row_set_subtitle (self->private_row, subtitle);
}

static void
show_parts (TroupeMemoryDetail *self, TroupeMemoryRow *row, const TroupeMemoryOwner *owner)
{
  TroupeMemoryMatch match = { .record = self->record };
  TroupeMemoryParts parts = { 0 };
  const double score = troupe_memory_row_get_fit (row, &match.similarity);

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_widget_set_visible (self->fits, score >= 0.0);
  if (score < 0.0)
    return;
  troupe_memory_service_get_parts (&owner->options, &match, g_get_real_time (), &parts);
  for (guint i = 0; i < N_PARTS; i++)
    {
      const double shares[] = { parts.semantic, parts.recency, parts.importance };
      const double weights[] = { owner->options.semantic_weight, owner->options.recency_weight,
                                 owner->options.importance_weight };
      g_autofree char *text = g_strdup_printf ("%.2f", shares[i]);

      gtk_level_bar_set_max_value (GTK_LEVEL_BAR (self->bars[i]), MAX (weights[i], 1e-6));
      gtk_level_bar_set_value (GTK_LEVEL_BAR (self->bars[i]),
                               CLAMP (shares[i], 0.0, MAX (weights[i], 1e-6)));
      gtk_label_set_label (self->values[i], text);
    }
}

/* A record of a read-only memory can only be read and deleted. */
static void
show_lock (TroupeMemoryDetail *self, gboolean is_read_only)
{
  GtkWidget *const fields[] = { GTK_WIDGET (self->importance), GTK_WIDGET (self->chips),
                                self->add_category, GTK_WIDGET (self->private_switch) };

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_widget_set_visible (self->lock, is_read_only);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->text), !is_read_only);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (self->text), !is_read_only);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    gtk_widget_set_sensitive (fields[i], !is_read_only);
}

void
troupe_memory_detail_show (TroupeMemoryDetail *self, TroupeMemoryRow *row, TroupeMemoryOwner *owner)
{
  TroupeMemoryRecord *record;
  gboolean is_same;
  gint64 now;
  g_autofree char *scope = NULL;
  g_autofree char *words = NULL;
  g_autofree char *used = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));
  g_return_if_fail (row == NULL || TROUPE_IS_MEMORY_ROW (row));

  record = row != NULL ? troupe_memory_row_get_record (row) : NULL;
  is_same = record != NULL && self->record != NULL && g_str_equal (record->id, self->record->id);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), record != NULL ? "record" : "nothing");
  gtk_widget_set_sensitive (self->remove, record != NULL);
  if (!is_same)
    {
      troupe_memory_detail_set_error (self, NULL);
      troupe_memory_detail_set_busy (self, FALSE);
      troupe_memory_detail_set_learnt (self, NULL, NULL);
    }
  if (record != NULL)
    troupe_memory_record_ref (record);
  g_clear_pointer (&self->record, troupe_memory_record_unref);
  self->record = record;
  if (record == NULL)
    {
      self->is_edited = FALSE;
      gtk_label_set_label (self->scope, "");
      gtk_widget_set_visible (self->lock, FALSE);
      return;
    }
  show_lock (self, owner->is_read_only);
  now = g_get_real_time ();
  scope = troupe_text_to_line (self->record->scope);
  words = g_strdup_printf (_ ("in %s"), scope);
  used = troupe_memory_text_moment (self->record->accessed_us, now);
  self->is_filling = TRUE;
  gtk_label_set_label (self->scope, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->scope), scope);
  if (!is_same || !self->is_edited)
    gtk_text_buffer_set_text (self->buffer, self->record->content, -1);
  gtk_spin_button_set_value (self->importance, self->record->importance);
  gtk_switch_set_active (self->private_switch, self->record->is_private);
  gtk_label_set_label (self->used, used);
  self->is_filling = FALSE;
  show_chips (self);
  show_private (self);
  show_apply (self);
  show_parts (self, row, owner);
}

void
troupe_memory_detail_settle (TroupeMemoryDetail *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  self->is_edited = FALSE;
  gtk_widget_set_visible (self->apply_bar, FALSE);
}

void
troupe_memory_detail_set_learnt (TroupeMemoryDetail *self, const char *learnt, const char *run)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  troupe_set_str (&self->run, run);
  gtk_widget_set_visible (self->learnt_arrow, run != NULL);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->learnt), run != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->learnt), run != NULL ? _ ("Open This Run") : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->learnt), learnt != NULL);
  adw_action_row_set_subtitle (self->learnt, learnt != NULL ? learnt : "");
}

void
troupe_memory_detail_set_busy (TroupeMemoryDetail *self, gboolean is_busy)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_widget_set_visible (self->spinner, is_busy);
  gtk_widget_set_sensitive (self->text, !is_busy);
  gtk_widget_set_sensitive (self->apply, !is_busy && self->is_edited);
}

void
troupe_memory_detail_set_error (TroupeMemoryDetail *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_label_set_label (self->error, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), text != NULL);
}

void
troupe_memory_detail_edit (TroupeMemoryDetail *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_widget_grab_focus (self->text);
}

void
troupe_memory_detail_set_narrow (TroupeMemoryDetail *self, gboolean is_narrow)
{
  g_return_if_fail (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_widget_set_visible (self->back, is_narrow);
  gtk_widget_set_size_request (self->box, is_narrow ? -1 : WIDTH, -1);
  gtk_widget_set_hexpand (GTK_WIDGET (self), is_narrow);
}

static void
learnt_activated_cb (TroupeMemoryDetail *self)
{
  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  if (self->run != NULL && self->record != NULL)
    g_signal_emit (self, signals[RUN_REQUESTED], 0, self->run, self->record->created_us);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static void
delete_cb (TroupeMemoryDetail *self)
{
  g_signal_emit (self, signals[DELETE_REQUESTED], 0);
}

static void
close_cb (TroupeMemoryDetail *self)
{
  g_signal_emit (self, signals[CLOSE_REQUESTED], 0);
}

static GtkWidget *
make_icon_button (const char *icon, const char *words)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);

  return button;
}

static GtkWidget *
make_text (TroupeMemoryDetail *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *bar;
  GtkWidget *note;
  GtkWidget *discard;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  self->text = gtk_text_view_new ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->text), FALSE);
  gtk_widget_add_css_class (self->text, "memory-text");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Memory"), -1);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (scrolled, "card");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  self->text_frame = GTK_SCROLLED_WINDOW (scrolled);
  gtk_scrolled_window_set_child (self->text_frame, self->text);
  bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  note = gtk_label_new (_ ("Embedding the new text takes one call to the embedder."));
  discard = gtk_button_new_with_mnemonic (_ ("_Discard"));
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_widget_set_hexpand (note, TRUE);
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_add_css_class (note, "dim-label");
  self->spinner = gtk_spinner_new ();
  self->apply = gtk_button_new_with_mnemonic (_ ("_Apply"));
  g_signal_connect_object (discard, "clicked", G_CALLBACK (discard_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->apply, "clicked", G_CALLBACK (apply_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (bar), note);
  gtk_box_append (GTK_BOX (bar), self->spinner);
  gtk_box_append (GTK_BOX (bar), discard);
  gtk_box_append (GTK_BOX (bar), self->apply);
  self->apply_bar = bar;
  self->error = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->error, 0);
  gtk_label_set_wrap (self->error, TRUE);
  gtk_label_set_wrap_mode (self->error, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self->error), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->error), FALSE);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), self->apply_bar);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->error));

  return box;
}

static GtkWidget *
make_row (const char *title)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);

  return row;
}

static GtkWidget *
make_fields (TroupeMemoryDetail *self)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *importance = make_row (_ ("Importance"));
  GtkWidget *used = make_row (_ ("Last Used"));
  GtkWidget *row;
  GtkWidget *box;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  self->importance = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (0.0, 1.0, 0.1));
  gtk_spin_button_set_digits (self->importance, 2);
  gtk_widget_set_valign (GTK_WIDGET (self->importance), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->importance), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Importance"), -1);
  g_signal_connect_object (self->importance, "value-changed", G_CALLBACK (importance_changed_cb),
                           self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (importance), GTK_WIDGET (self->importance));
  /* Translators: title of a row that shows in which run a record was created */
  self->learnt = ADW_ACTION_ROW (make_row (_ ("Learned")));
  adw_action_row_set_subtitle_lines (self->learnt, 2);
  self->learnt_arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
  adw_action_row_add_suffix (self->learnt, self->learnt_arrow);
  g_signal_connect_object (self->learnt, "activated", G_CALLBACK (learnt_activated_cb), self,
                           G_CONNECT_SWAPPED);
  self->used = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->used), "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (used), GTK_WIDGET (self->used));
  self->private_row = ADW_ACTION_ROW (make_row (_ ("Private")));
  self->private_switch = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->private_switch), GTK_ALIGN_CENTER);
  g_signal_connect_object (self->private_switch, "notify::active", G_CALLBACK (private_changed_cb),
                           self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (self->private_row, GTK_WIDGET (self->private_switch));
  adw_action_row_set_activatable_widget (self->private_row, GTK_WIDGET (self->private_switch));
  gtk_list_box_append (GTK_LIST_BOX (list), importance);
  row = make_row (_ ("Categories"));
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->chips = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4));
  self->add_category = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->add_category), _ ("Add Category"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->add_category), 14);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->add_category),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Add Category"), -1);
  g_signal_connect_object (self->add_category, "activate", G_CALLBACK (add_category_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->chips));
  gtk_box_append (GTK_BOX (box), self->add_category);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), box);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (self->learnt));
  gtk_list_box_append (GTK_LIST_BOX (list), used);
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (self->private_row));

  return list;
}

static GtkWidget *
make_fits (TroupeMemoryDetail *self)
{
  /* Translators: the three components of the relevance of a search result */
  const char *const names[N_PARTS] = { _ ("meaning"), _ ("recency"), _ ("importance") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Relevance"));

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < N_PARTS; i++)
    {
      GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      GtkWidget *name = gtk_label_new (names[i]);

      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_widget_set_hexpand (name, TRUE);
      self->bars[i] = gtk_level_bar_new ();
      gtk_widget_set_size_request (self->bars[i], 110, -1);
      gtk_widget_set_valign (self->bars[i], GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (self->bars[i], "memory-bar");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->bars[i]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      names[i], -1);
      self->values[i] = GTK_LABEL (gtk_label_new (NULL));
      gtk_widget_add_css_class (GTK_WIDGET (self->values[i]), "numeric");
      gtk_widget_add_css_class (GTK_WIDGET (self->values[i]), "dim-label");
      gtk_box_append (GTK_BOX (line), name);
      gtk_box_append (GTK_BOX (line), self->bars[i]);
      gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->values[i]));
      gtk_box_append (GTK_BOX (box), line);
    }

  return box;
}

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        gpointer user_data)
{
  TroupeMemoryDetail *self = TROUPE_MEMORY_DETAIL (user_data);
  const gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;

  if (is_enter && (state & GDK_CONTROL_MASK) != 0)
    apply_cb (self);
  else if (key == GDK_KEY_Escape && (self->is_edited || gtk_widget_get_visible (self->back)))
    {
      if (self->is_edited)
        discard_cb (self);
      else
        close_cb (self);
    }
  else
    return GDK_EVENT_PROPAGATE;

  return GDK_EVENT_STOP;
}

static void
troupe_memory_detail_dispose (GObject *object)
{
  TroupeMemoryDetail *self = TROUPE_MEMORY_DETAIL (object);

  g_clear_pointer (&self->record, troupe_memory_record_unref);
  g_clear_pointer (&self->run, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_memory_detail_parent_class)->dispose (object);
}

static void
troupe_memory_detail_class_init (TroupeMemoryDetailClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_memory_detail_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
  signals[DELETE_REQUESTED] = g_signal_new ("delete-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);
  signals[RUN_REQUESTED] = g_signal_new ("run-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);
  signals[CLOSE_REQUESTED] = g_signal_new ("close-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_memory_detail_init (TroupeMemoryDetail *self)
{
  GtkWidget *nothing = gtk_label_new (_ ("Select a record."));
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *scrolled;
  GtkWidget *body;
  GtkWidget *head;
  GtkWidget *words;
  GtkWidget *title;
  const char *locked;

  g_assert (TROUPE_IS_MEMORY_DETAIL (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_size_request (self->box, WIDTH, -1);
  gtk_widget_add_css_class (self->box, "memory-side");
  gtk_widget_add_css_class (nothing, "dim-label");
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  title = gtk_label_new (_ ("Record"));
  locked = _ ("This memory is read-only: no records can be added. You can still delete records.");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  self->scope = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->scope, 0);
  gtk_label_set_ellipsize (self->scope, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->scope), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->scope), "dim-label");
  gtk_box_append (GTK_BOX (words), title);
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->scope));
  gtk_widget_set_hexpand (words, TRUE);
  self->back = make_icon_button ("go-previous-symbolic", _ ("Back to the Table"));
  gtk_widget_set_visible (self->back, FALSE);
  g_signal_connect_object (self->back, "clicked", G_CALLBACK (close_cb), self, G_CONNECT_SWAPPED);
  self->lock = gtk_image_new_from_icon_name ("changes-prevent-symbolic");
  gtk_widget_set_tooltip_text (self->lock, locked);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->lock), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  locked, -1);
  self->remove = make_icon_button ("user-trash-symbolic", _ ("Delete"));
  g_signal_connect_object (self->remove, "clicked", G_CALLBACK (delete_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), self->back);
  gtk_box_append (GTK_BOX (head), words);
  gtk_box_append (GTK_BOX (head), self->lock);
  gtk_box_append (GTK_BOX (head), self->remove);
  gtk_widget_add_css_class (head, "memory-head");
  gtk_box_append (GTK_BOX (self->box), head);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), nothing, "nothing");
  scrolled = gtk_scrolled_window_new ();
  body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (body, "memory-body");
  self->fits = make_fits (self);
  gtk_box_append (GTK_BOX (body), make_text (self));
  gtk_box_append (GTK_BOX (body), make_fields (self));
  gtk_box_append (GTK_BOX (body), self->fits);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), body);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_stack_add_named (GTK_STACK (self->stack), scrolled, "record");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, 0);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  troupe_memory_detail_show (self, NULL, NULL);
}

GtkWidget *
troupe_memory_detail_new (void)
{
  return g_object_new (TROUPE_TYPE_MEMORY_DETAIL, NULL);
}
