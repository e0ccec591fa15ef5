/* troupe-palette.c: popover to choose what to create or to connect to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-palette"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-condition-tree.h"
#include "troupe-palette-private.h"
#include "troupe-typed-text.h"

#define MAX_TARGETS 200
#define N_RECENT 3
/* Key of the position of a row before anything is typed. */
#define POSITION "troupe-position"

typedef enum
{
  MATCH_LETTER, /* the letter shown at the right of the row */
  MATCH_TITLE,  /* the beginning of the title */
  MATCH_WORD,   /* the beginning of another word */
  MATCH_INNER,
  MATCH_NONE,
} Match;

struct _TroupePalette
{
  GtkPopover parent_instance;

  GtkSearchEntry *entry;
  GtkScrolledWindow *scroller;
  GtkListBox *list;
  GtkLabel *empty;

  char *title;    /* (nullable): `After publish` */
  char *searched; /* (nullable): the text for which a row was last selected */
  TroupePaletteKind recent[N_RECENT];
  guint n_recent;
  int n_rows;
};

enum
{
  CREATE,
  CONNECT_TO,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePalette, troupe_palette, GTK_TYPE_POPOVER)

/* Returns TRUE if only the letter shown at the right of the row was typed. */
static gboolean
has_typed_letter (TroupePalette *self, GtkListBoxRow *row)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  g_assert (TROUPE_IS_PALETTE (self));

  return typed[0] != '\0' && typed[1] == '\0' &&
         troupe_palette_row_get_letter (row) == g_ascii_toupper (typed[0]);
}

/* Returns how well the row matches what was typed; lower values are better. */
static Match
find_match (TroupePalette *self, GtkListBoxRow *row)
{
  g_autofree char *typed = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);
  const char *words = troupe_palette_row_get_words (row);
  const char *found = strstr (words, g_strstrip (typed));
  Match match = found == NULL ? MATCH_NONE : found == words ? MATCH_TITLE : MATCH_INNER;

  g_assert (TROUPE_IS_PALETTE (self));

  /* What is not available, or does not run after an event, is only of interest to a user who searches for it. */
  if (*typed == '\0' &&
      (!gtk_widget_get_sensitive (GTK_WIDGET (row)) ||
       (self->title != NULL && (troupe_palette_row_get_kind (row) == TROUPE_PALETTE_NOTE ||
                                troupe_palette_row_get_kind (row) == TROUPE_PALETTE_START))))
    return MATCH_NONE;
  if (has_typed_letter (self, row))
    return MATCH_LETTER;
  for (; match == MATCH_INNER && found != NULL; found = strstr (found + 1, typed))
    if (found[-1] == ' ')
      match = MATCH_WORD;
  return match;
}

static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  return find_match (user_data, row) != MATCH_NONE;
}

/* Sorts better matches to the top, and methods to connect to always behind what can be created. */
static int
sort_cb (GtkListBoxRow *a, GtkListBoxRow *b, gpointer user_data)
{
  const int targets =
      (troupe_palette_row_get_target (a) != NULL) - (troupe_palette_row_get_target (b) != NULL);
  const int matches = (int) find_match (user_data, a) - (int) find_match (user_data, b);

  if (targets != 0 || matches != 0)
    return targets != 0 ? targets : matches;
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (a), POSITION)) -
         GPOINTER_TO_INT (g_object_get_data (G_OBJECT (b), POSITION));
}

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TroupePalette *self = user_data;
  const char *text = NULL;
  GtkWidget *label;

  g_assert (TROUPE_IS_PALETTE (self));

  if (troupe_palette_row_get_target (row) != NULL &&
      (before == NULL || troupe_palette_row_get_target (before) == NULL))
    text = _ ("Connect To");
  else if (before == NULL)
    text = self->title;

  if (text == NULL)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }

  label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "palette-header");
  gtk_list_box_row_set_header (row, label);
}

static GtkListBoxRow *
get_first_shown (TroupePalette *self)
{
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_PALETTE (self));

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (filter_cb (row, self))
      return row;

  return NULL;
}

/* Adds a row after the others of its kind. */
static void
append (TroupePalette *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_PALETTE (self));

  g_object_set_data (G_OBJECT (row), POSITION, GINT_TO_POINTER (++self->n_rows));
  gtk_list_box_append (self->list, row);
}

static void
search_changed_cb (TroupePalette *self)
{
  GtkListBoxRow *first;

  g_assert (TROUPE_IS_PALETTE (self));

  g_free (self->searched);
  self->searched = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_list_box_invalidate_filter (self->list);
  gtk_list_box_invalidate_sort (self->list);
  gtk_list_box_invalidate_headers (self->list);
  first = get_first_shown (self);
  if (first != NULL)
    {
      gtk_list_box_select_row (self->list, first);
    }
  else
    {
      g_autofree char *words = g_strdup_printf (_ ("No results for “%s”."),
                                                gtk_editable_get_text (GTK_EDITABLE (self->entry)));

      gtk_label_set_label (self->empty, words);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->empty), first == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->scroller), first != NULL);
}

static void
remember (TroupePalette *self, TroupePaletteKind kind)
{
  guint n = 1;
  TroupePaletteKind kinds[N_RECENT] = { kind };

  g_assert (TROUPE_IS_PALETTE (self));

  for (guint i = 0; i < self->n_recent && n < N_RECENT; i++)
    if (self->recent[i] != kind)
      kinds[n++] = self->recent[i];
  memcpy (self->recent, kinds, sizeof kinds);
  self->n_recent = n;
}

static void
row_activated_cb (TroupePalette *self, GtkListBoxRow *row)
{
  g_autofree char *target = g_strdup (troupe_palette_row_get_target (row));
  int kind = troupe_palette_row_get_kind (row);

  g_assert (TROUPE_IS_PALETTE (self));

  if (!gtk_widget_get_sensitive (GTK_WIDGET (row)))
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  /* Close the popover on the screen before a possibly long operation, because it grabs the
   * pointer. */
  gdk_display_flush (gtk_widget_get_display (GTK_WIDGET (self)));
  if (target != NULL)
    {
      g_signal_emit (self, signals[CONNECT_TO], 0, target);
    }
  else
    {
      remember (self, (TroupePaletteKind) kind);
      g_signal_emit (self, signals[CREATE], 0, kind);
    }
}

void
troupe_palette_activate_first (TroupePalette *self)
{
  GtkListBoxRow *row;

  g_return_if_fail (TROUPE_IS_PALETTE (self));

  /* The entry reports text only after a pause in typing. */
  if (g_strcmp0 (self->searched, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    search_changed_cb (self);
  row = gtk_list_box_get_selected_row (self->list);
  if (row == NULL || !filter_cb (row, self))
    row = get_first_shown (self);
  if (row != NULL)
    row_activated_cb (self, row);
}

static void
entry_activate_cb (TroupePalette *self)
{
  g_assert (TROUPE_IS_PALETTE (self));

  troupe_palette_activate_first (self);
}

static void
stop_search_cb (TroupePalette *self)
{
  g_assert (TROUPE_IS_PALETTE (self));

  gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
key_pressed_cb (TroupePalette *self, guint keyval, guint keycode, GdkModifierType state)
{
  int step;
  GtkListBoxRow *row;
  int index;
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_PALETTE (self));

  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_Up)
    return FALSE;
  step = keyval == GDK_KEY_Down ? 1 : -1;
  row = gtk_list_box_get_selected_row (self->list);
  index = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  do
    {
      index += step;
      row = index >= 0 ? gtk_list_box_get_row_at_index (self->list, index) : NULL;
    }
  while (row != NULL && !filter_cb (row, self));
  if (row != NULL)
    {
      gtk_list_box_select_row (self->list, row);
      if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
        gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (self->scroller),
                                   bounds.origin.y, bounds.origin.y + bounds.size.height);
    }
  return TRUE;
}

static void
troupe_palette_map (GtkWidget *widget)
{
  TroupePalette *self = TROUPE_PALETTE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_PALETTE (self));

  GTK_WIDGET_CLASS (troupe_palette_parent_class)->map (widget);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
troupe_palette_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_PALETTE);

  G_OBJECT_CLASS (troupe_palette_parent_class)->dispose (object);
}

static void
troupe_palette_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_PALETTE (object)->title, g_free);
  g_clear_pointer (&TROUPE_PALETTE (object)->searched, g_free);

  G_OBJECT_CLASS (troupe_palette_parent_class)->finalize (object);
}

static void
troupe_palette_class_init (TroupePaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_palette_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_palette_finalize;
  widget_class->map = troupe_palette_map;

  signals[CREATE] = g_signal_new ("create", TROUPE_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[CONNECT_TO] = g_signal_new ("connect-to", TROUPE_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupePalette, entry);
  gtk_widget_class_bind_template_child (widget_class, TroupePalette, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupePalette, list);
  gtk_widget_class_bind_template_child (widget_class, TroupePalette, empty);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
troupe_palette_init (TroupePalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_assert (self != NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_typed_text_take_save_key (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, filter_cb, self, NULL);
  gtk_list_box_set_sort_func (self->list, sort_cb, self, NULL);
  gtk_list_box_set_header_func (self->list, header_cb, self, NULL);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
troupe_palette_new (void)
{
  return g_object_new (TROUPE_TYPE_PALETTE, NULL);
}

static gboolean
can_listen (const TroupeFlowMethod *method, const char *event, const char *from)
{
  const TroupeCondition *condition = troupe_flow_method_get_condition (method, "");

  g_assert (method != NULL);

  if (g_strcmp0 (method->name, from) == 0 || g_strcmp0 (method->name, event) == 0)
    return FALSE;
  if (method->start && method->start_condition == NULL)
    return FALSE;

  return condition == NULL || !troupe_condition_mentions (condition, event);
}

static gboolean
is_recent (TroupePalette *self, TroupePaletteKind kind)
{
  g_assert (TROUPE_IS_PALETTE (self));

  for (guint i = 0; i < self->n_recent; i++)
    if (self->recent[i] == kind)
      return TRUE;

  return FALSE;
}

static gboolean
is_gate (TroupePaletteKind kind)
{
  return kind == TROUPE_PALETTE_AND || kind == TROUPE_PALETTE_OR;
}

void
troupe_palette_set_source (TroupePalette *self,
                           TroupeFlow *flow,
                           const char *event,
                           const char *from,
                           gboolean backward,
                           const char *joined)
{
  GtkListBoxRow *row;
  guint n_targets = 0;

  g_return_if_fail (TROUPE_IS_PALETTE (self));
  g_return_if_fail (flow != NULL);

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));

  g_clear_pointer (&self->title, g_free);
  if (event != NULL)
    self->title = g_strdup_printf (backward ? _ ("Before %s") : _ ("After %s"), event);

  for (guint i = 0; i < TROUPE_PALETTE_N_KINDS; i++)
    {
      GtkWidget *kind = troupe_palette_new_kind_row ((TroupePaletteKind) i,
                                                     is_recent (self, (TroupePaletteKind) i));

      if (is_gate ((TroupePaletteKind) i) && joined == NULL)
        troupe_palette_row_disable (kind, _ ("First, select the methods to join"));
      else if (is_gate ((TroupePaletteKind) i))
        {
          /* Translators: %s is a list of methods. */
          g_autofree char *detail = g_strdup_printf (_ ("Joins %s"), joined);

          troupe_palette_row_describe (kind, detail);
        }
      append (self, kind);
    }

  for (guint i = 0; event != NULL && !backward && i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (can_listen (method, event, from) && n_targets++ < MAX_TARGETS)
        append (self, troupe_palette_new_target_row (method, event));
    }

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search_changed_cb (self);
}

void
troupe_palette_set_max_height (TroupePalette *self, int height)
{
  g_return_if_fail (TROUPE_IS_PALETTE (self));

  gtk_scrolled_window_set_max_content_height (self->scroller, MAX (height, 120));
}

void
troupe_palette_set_search (TroupePalette *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_PALETTE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  search_changed_cb (self);
}

char **
troupe_palette_list_shown (TroupePalette *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  GtkListBoxRow *row;

  g_return_val_if_fail (TROUPE_IS_PALETTE (self), NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (filter_cb (row, self))
      g_ptr_array_add (titles, g_strdup (g_object_get_data (G_OBJECT (row), "title")));
  g_ptr_array_add (titles, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&titles), FALSE);
}
