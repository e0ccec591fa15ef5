/* troupe-transcript-row.c: widget for a transcript entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-row"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-transcript-body.h"
#include "troupe-transcript-label.h"
#include "troupe-transcript-line.h"
#include "troupe-transcript-markdown.h"
#include "troupe-transcript-picture.h"
#include "troupe-transcript-row.h"
#include "troupe-transcript-text.h"
#include "troupe-transcript-view.h"
#include "troupe-value-item.h"

#define AVATAR 24
/* Maximum number of nested delegations that are drawn. */
#define MAX_THREADS 2
/* Limits of each part of an expanded entry, unless the whole text was requested. */
#define PART_LIMIT 600
#define PART_LINES 4

struct _TroupeTranscriptRow
{
  GtkWidget parent_instance;

  GtkWidget *threads[MAX_THREADS];
  GtkWidget *card;
  GtkWidget *head;
  GtkWidget *arrow;
  GtkWidget *number;
  GtkWidget *avatar;
  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *detail;
  GtkWidget *spinner;
  GtkWidget *state;
  GtkWidget *end;
  GtkWidget *copy;
  GtkWidget *body; /* (nullable) */

  TroupeTranscriptEntry *entry;
  const TroupeTranscriptWords *words;
};

enum
{
  FOLD,
  COPY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptRow, troupe_transcript_row, GTK_TYPE_WIDGET)

/* The appearance of an entry kind. */
typedef struct
{
  const char *icon;
  const char *card;
  const char *title;
  const char *detail;
} Look;

static const Look looks[TROUPE_TRANSCRIPT_N_KINDS] = {
  [TROUPE_TRANSCRIPT_TASK] = { NULL, "entry-task", "entry-name", "entry-state" },
  [TROUPE_TRANSCRIPT_SPEAKER] = { NULL, "entry-speaker", "entry-name", "dim-label" },
  [TROUPE_TRANSCRIPT_SYSTEM] = { NULL, "entry-inset", NULL, "dim-label" },
  [TROUPE_TRANSCRIPT_THOUGHT] = { NULL, "entry-inset", NULL, NULL },
  [TROUPE_TRANSCRIPT_TOOL] = { "troupe-tool-symbolic", "toolcall", "entry-strong", "monospace" },
  [TROUPE_TRANSCRIPT_DELEGATION] = { "troupe-delegate-symbolic", "entry-asks", "entry-strong",
                                     NULL },
  [TROUPE_TRANSCRIPT_CHECK] = { "troupe-shield-symbolic", "entry-check", NULL, "dim-label" },
  [TROUPE_TRANSCRIPT_TROUBLE] = { "dialog-warning-symbolic", "errbox", NULL, "dim-label" },
  [TROUPE_TRANSCRIPT_QUESTION] = { "troupe-human-symbolic", "entry-check", "entry-strong", NULL },
  [TROUPE_TRANSCRIPT_ANSWER] = { "troupe-check-symbolic", "answer", "entry-strong", NULL },
  [TROUPE_TRANSCRIPT_STREAM] = { NULL, "entry-inset", NULL, NULL },
};

/* --- First line ------------------------------------------------------------------------------- */

static void
set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  if (name == NULL)
    return;
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
set_look (TroupeTranscriptRow *self, TroupeTranscriptKind kind, gboolean is_set)
{
  const Look *look = &looks[kind];

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  set_class (self->card, look->card, is_set);
  set_class (self->title, look->title, is_set);
  set_class (self->detail, look->detail, is_set);
}

static void
show_text (GtkWidget *label, const char *text)
{
  gtk_widget_set_visible (label, *text != '\0');
  troupe_transcript_label_set_text (TROUPE_TRANSCRIPT_LABEL (label), text);
}

static void
update_head (TroupeTranscriptRow *self, TroupeTranscriptKind kind)
{
  g_autofree char *title = troupe_transcript_line_dup_title (self->entry);
  g_autofree char *detail = troupe_transcript_line_dup_detail (self->entry);
  g_autofree char *end = troupe_transcript_line_dup_end (self->entry);
  const gboolean wraps = kind == TROUPE_TRANSCRIPT_TROUBLE || kind == TROUPE_TRANSCRIPT_CHECK;
  const TroupeTranscriptPlace *place;
  gboolean can_fold;
  const char *icon;
  g_autofree char *number = NULL;
  gboolean has_state;
  gboolean is_running;
  gboolean has_failed;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  gtk_widget_set_visible (self->head,
                          kind != TROUPE_TRANSCRIPT_THOUGHT && kind != TROUPE_TRANSCRIPT_STREAM);
  troupe_transcript_label_set_form (TROUPE_TRANSCRIPT_LABEL (self->title),
                                    wraps ? TROUPE_TRANSCRIPT_LABEL_LINES
                                          : TROUPE_TRANSCRIPT_LABEL_LINE);
  show_text (self->title, title);
  troupe_transcript_label_set_text (TROUPE_TRANSCRIPT_LABEL (self->detail), detail);
  show_text (self->end, end);
  gtk_widget_set_visible (self->copy, kind == TROUPE_TRANSCRIPT_ANSWER);
  place = troupe_transcript_entry_get_place (self->entry);
  can_fold = troupe_transcript_entry_can_fold (self->entry);
  icon = looks[kind].icon;
  number = g_strdup_printf ("%u", place->number);
  gtk_widget_set_visible (self->arrow, can_fold);
  if (can_fold)
    gtk_image_set_from_icon_name (
        GTK_IMAGE (self->arrow),
        troupe_transcript_entry_get_open (self->entry) ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_widget_set_visible (self->number, kind == TROUPE_TRANSCRIPT_TASK && place->number > 0);
  gtk_label_set_text (GTK_LABEL (self->number), number);
  if (kind == TROUPE_TRANSCRIPT_TASK && place->number == 0)
    icon = "troupe-agent-symbolic";
  gtk_widget_set_visible (self->avatar, kind == TROUPE_TRANSCRIPT_SPEAKER);
  if (kind == TROUPE_TRANSCRIPT_SPEAKER)
    adw_avatar_set_text (ADW_AVATAR (self->avatar), title);
  set_class (self->avatar, "manager", place->manages);
  gtk_widget_set_visible (self->icon, icon != NULL);
  if (icon != NULL)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), icon);
  has_state = kind == TROUPE_TRANSCRIPT_TOOL || kind == TROUPE_TRANSCRIPT_CHECK ||
              kind == TROUPE_TRANSCRIPT_DELEGATION;
  is_running = troupe_transcript_entry_is_running (self->entry);
  has_failed = troupe_transcript_entry_has_failed (self->entry);
  gtk_widget_set_visible (self->spinner, has_state && is_running);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), has_state && is_running);
  gtk_widget_set_visible (self->state, has_state && !is_running);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->state),
                                has_failed ? "troupe-cross-symbolic" : "troupe-check-symbolic");
  set_class (self->state, "error", has_failed);
  set_class (self->state, "entry-done", !has_failed);
  set_class (self->card, "running", is_running && kind != TROUPE_TRANSCRIPT_SPEAKER);
  set_class (self->card, "failed",
             has_failed && (kind == TROUPE_TRANSCRIPT_TASK || kind == TROUPE_TRANSCRIPT_CHECK));
}

/* --- Body ------------------------------------------------------------------------------------- */

static GtkWidget *
make_text (const char *text, gboolean is_mono)
{
  GtkWidget *label = troupe_transcript_label_new (text, TROUPE_TRANSCRIPT_LABEL_LINES);

  if (is_mono)
    gtk_widget_add_css_class (label, "monospace");

  return label;
}

static void
whole_cb (TroupeTranscriptRow *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  if (self->entry != NULL)
    troupe_transcript_entry_set_whole (self->entry, TRUE);
}

static void
add_whole_button (TroupeTranscriptRow *self, gsize length)
{
  g_autofree char *size = troupe_transcript_format_length (length);
  g_autofree char *text = NULL;
  GtkWidget *button;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  /* There is no button if the long form of the text is shown. Even longer texts are only
   * available in the detail pane and when copied. */
  if (troupe_transcript_entry_get_whole (self->entry))
    return;
  /* Translators: %s is the length of the text, such as "12 000 characters" or "20.0 MB" */
  text = g_strdup_printf (_ ("Show All (%s)"), size);
  button = gtk_button_new_with_label (text);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (whole_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->body), button);
}

static void
add_parts (TroupeTranscriptRow *self, TroupeTranscriptKind kind)
{
  const gboolean is_whole = troupe_transcript_entry_get_whole (self->entry);
  const gboolean is_tool = kind == TROUPE_TRANSCRIPT_TOOL;
  const gsize limit = is_whole  ? TROUPE_TRANSCRIPT_WHOLE
                      : is_tool ? PART_LIMIT
                                : TROUPE_TRANSCRIPT_SHORT;
  g_autoptr (GPtrArray) parts = troupe_transcript_body_list_parts (self->entry, limit);
  GtkWidget *grid = gtk_grid_new ();
  gsize longest = 0;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  gtk_grid_set_row_spacing (GTK_GRID (grid), is_tool ? 3 : 8);
  for (guint i = 0; i < parts->len; i++)
    {
      const TroupeTranscriptPart *part = g_ptr_array_index (parts, i);
      GtkWidget *name = troupe_transcript_label_new (part->name, TROUPE_TRANSCRIPT_LABEL_WHOLE);
      GtkWidget *text = make_text (part->text, is_tool);
      char **files;
      GtkWidget *view;
      const char *folder;
      GtkWidget *box = NULL;
      GtkWidget *result;

      gtk_widget_add_css_class (name, "dim-label");
      gtk_widget_set_valign (name, GTK_ALIGN_START);
      if (is_tool && !is_whole)
        troupe_transcript_label_set_max_lines (TROUPE_TRANSCRIPT_LABEL (text), PART_LINES);
      files = part->files;
      view = gtk_widget_get_ancestor (GTK_WIDGET (self), TROUPE_TYPE_TRANSCRIPT_VIEW);
      folder =
          view != NULL ? troupe_transcript_view_get_folder (TROUPE_TRANSCRIPT_VIEW (view)) : NULL;
      if (files == NULL || files[0] == NULL)
        result = text;
      else
        {
          box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
          gtk_box_append (GTK_BOX (box), text);
          for (guint j = 0; files[j] != NULL; j++)
            {
              g_autofree char *file_name = troupe_transcript_write_words (files[j]);

              gtk_box_append (GTK_BOX (box),
                              folder != NULL && troupe_transcript_picture_is_shown (files[j])
                                  ? troupe_transcript_picture_new (folder, files[j])
                                  : make_text (file_name, FALSE));
            }
          result = box;
        }
      text = result;
      gtk_widget_set_hexpand (text, TRUE);
      gtk_grid_attach (GTK_GRID (grid), name, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), text, 1, (int) i, 1, 1);
      longest = MAX (longest, part->length);
    }
  gtk_box_append (GTK_BOX (self->body), grid);
  if (longest > (is_tool ? PART_LIMIT / 2 : TROUPE_TRANSCRIPT_SHORT))
    add_whole_button (self, longest);
}

/* Updates the streamed text in its existing label. Always returns TRUE. */
static gboolean
update_stream (TroupeTranscriptRow *self)
{
  g_autofree char *text =
      troupe_transcript_body_dup_text (self->entry, TROUPE_TRANSCRIPT_STREAMED, NULL);
  g_autofree char *shown = g_strconcat (text, "▌", NULL);
  GtkWidget *label = gtk_widget_get_first_child (self->body);

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  if (label == NULL)
    {
      label = make_text (shown, FALSE);
      gtk_widget_add_css_class (label, "entry-stream");
      gtk_box_append (GTK_BOX (self->body), label);
    }
  else
    troupe_transcript_label_set_text (TROUPE_TRANSCRIPT_LABEL (label), shown);

  return TRUE;
}

static void
update_body (TroupeTranscriptRow *self, TroupeTranscriptKind kind)
{
  const gboolean can_fold = kind == TROUPE_TRANSCRIPT_SYSTEM || kind == TROUPE_TRANSCRIPT_TOOL;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  if (self->body != NULL && kind == TROUPE_TRANSCRIPT_STREAM)
    {
      update_stream (self);
      return;
    }
  if (self->body != NULL)
    gtk_box_remove (GTK_BOX (self->card), self->body);
  self->body = NULL;
  if ((can_fold && !troupe_transcript_entry_get_open (self->entry)) ||
      kind == TROUPE_TRANSCRIPT_TASK || kind == TROUPE_TRANSCRIPT_SPEAKER ||
      kind == TROUPE_TRANSCRIPT_TROUBLE)
    return;
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->body, "entry-body");
  gtk_box_append (GTK_BOX (self->card), self->body);
  if (kind == TROUPE_TRANSCRIPT_STREAM)
    update_stream (self);
  else if (can_fold)
    add_parts (self, kind);
  else
    {
      const gboolean is_whole = troupe_transcript_entry_get_whole (self->entry);
      const gsize limit = kind == TROUPE_TRANSCRIPT_STREAM ? TROUPE_TRANSCRIPT_STREAMED
                          : is_whole                       ? TROUPE_TRANSCRIPT_WHOLE
                                                           : TROUPE_TRANSCRIPT_SHORT;
      gsize length = 0;
      g_autofree char *text = troupe_transcript_body_dup_text (self->entry, limit, &length);
      GtkWidget *widget;

      if (*text != '\0')
        {
          if (kind == TROUPE_TRANSCRIPT_ANSWER)
            widget = troupe_transcript_markdown_new (text);
          else
            widget = make_text (text, FALSE);
          if (kind == TROUPE_TRANSCRIPT_THOUGHT)
            gtk_widget_add_css_class (widget, "dim-label");
          gtk_box_append (GTK_BOX (self->body), widget);
          if (kind != TROUPE_TRANSCRIPT_STREAM && length > limit)
            add_whole_button (self, length);
        }
    }
  gtk_widget_set_visible (self->body, gtk_widget_get_first_child (self->body) != NULL);
}

/* --- Following the entry ---------------------------------------------------------------------- */

static void
update (TroupeTranscriptRow *self)
{
  const TroupeTranscriptKind kind = troupe_transcript_entry_get_kind (self->entry);
  guint depth;
  g_autofree char *name = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  update_head (self, kind);
  update_body (self, kind);
  depth = troupe_transcript_entry_get_place (self->entry)->depth +
          (kind == TROUPE_TRANSCRIPT_DELEGATION ? 1 : 0);
  name = troupe_transcript_line_describe (self->entry);
  for (guint i = 0; i < MAX_THREADS; i++)
    set_class (self->threads[i], "thread", i < depth);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* The name is also set on the parent, because the parent is the row widget of the list view,
   * which has the focus. */
  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self))),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  troupe_transcript_words_mark (self->words, self->card);
}

void
troupe_transcript_row_set_entry (TroupeTranscriptRow *self, TroupeTranscriptEntry *entry)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ROW (self));
  g_return_if_fail (entry == NULL || TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  if (self->entry == entry)
    return;
  if (self->entry != NULL)
    {
      set_look (self, troupe_transcript_entry_get_kind (self->entry), FALSE);
      g_signal_handlers_disconnect_by_func (self->entry, update, self);
    }
  if (self->body != NULL)
    gtk_box_remove (GTK_BOX (self->card), self->body);
  self->body = NULL;
  g_set_object (&self->entry, entry);
  if (entry == NULL)
    return;
  set_look (self, troupe_transcript_entry_get_kind (entry), TRUE);
  g_signal_connect_object (entry, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

TroupeTranscriptEntry *
troupe_transcript_row_get_entry (TroupeTranscriptRow *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ROW (self), NULL);

  return self->entry;
}

void
troupe_transcript_row_set_words (TroupeTranscriptRow *self, const TroupeTranscriptWords *words)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ROW (self));

  self->words = words;
  if (self->entry != NULL)
    troupe_transcript_words_mark (words, self->card);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
pressed_cb (TroupeTranscriptRow *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  if (self->entry != NULL && troupe_transcript_entry_can_fold (self->entry))
    g_signal_emit (self, signals[FOLD], 0, self->entry);
}

static void
copy_cb (TroupeTranscriptRow *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  if (self->entry != NULL)
    g_signal_emit (self, signals[COPY], 0, self->entry);
}

static void
troupe_transcript_row_dispose (GObject *object)
{
  TroupeTranscriptRow *self = TROUPE_TRANSCRIPT_ROW (object);

  g_clear_object (&self->entry);
  g_clear_pointer (&self->threads[0], gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_transcript_row_parent_class)->dispose (object);
}

static void
troupe_transcript_row_class_init (TroupeTranscriptRowClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_transcript_row_dispose;

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[FOLD] = g_signal_new ("fold", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, TROUPE_TYPE_TRANSCRIPT_ENTRY);
  signals[COPY] = g_signal_new ("copy", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, TROUPE_TYPE_TRANSCRIPT_ENTRY);
}

static void
troupe_transcript_row_init (TroupeTranscriptRow *self)
{
  GtkWidget *around = GTK_WIDGET (self);
  GtkGesture *click;

  g_assert (TROUPE_IS_TRANSCRIPT_ROW (self));

  for (guint i = 0; i < MAX_THREADS; i++)
    {
      self->threads[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      gtk_widget_set_hexpand (self->threads[i], TRUE);
      if (i == 0)
        gtk_widget_set_parent (self->threads[i], around);
      else
        gtk_box_append (GTK_BOX (around), self->threads[i]);
      around = self->threads[i];
    }
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (around), self->card);
  click = gtk_gesture_click_new ();
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->arrow = gtk_image_new ();
  self->number = gtk_label_new (NULL);
  self->avatar = adw_avatar_new (AVATAR, NULL, TRUE);
  gtk_widget_set_valign (self->avatar, GTK_ALIGN_CENTER);
  self->icon = gtk_image_new ();
  self->title = troupe_transcript_label_new (NULL, TROUPE_TRANSCRIPT_LABEL_LINE);
  self->detail = troupe_transcript_label_new (NULL, TROUPE_TRANSCRIPT_LABEL_LINE);
  self->spinner = gtk_spinner_new ();
  self->state = gtk_image_new ();
  /* The label is ellipsized, so that it never makes the window wider than the screen. */
  self->end = troupe_transcript_label_new (NULL, TROUPE_TRANSCRIPT_LABEL_LINE);
  self->copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (self->number, "task-number");
  gtk_widget_set_valign (self->number, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->avatar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->icon, "entry-icon");
  gtk_widget_set_hexpand (self->detail, TRUE);
  gtk_widget_add_css_class (self->end, "dim-label");
  gtk_widget_add_css_class (self->end, "numeric");
  troupe_transcript_label_set_tabular (TROUPE_TRANSCRIPT_LABEL (self->end), TRUE);
  gtk_widget_add_css_class (self->copy, "flat");
  gtk_widget_add_css_class (self->copy, "entry-copy");
  gtk_widget_set_tooltip_text (self->copy, _ ("Copy"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Copy"), -1);
  g_signal_connect_object (self->copy, "clicked", G_CALLBACK (copy_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->head), self->arrow);
  gtk_box_append (GTK_BOX (self->head), self->number);
  gtk_box_append (GTK_BOX (self->head), self->avatar);
  gtk_box_append (GTK_BOX (self->head), self->icon);
  gtk_box_append (GTK_BOX (self->head), self->title);
  gtk_box_append (GTK_BOX (self->head), self->detail);
  gtk_box_append (GTK_BOX (self->head), self->spinner);
  gtk_box_append (GTK_BOX (self->head), self->state);
  gtk_box_append (GTK_BOX (self->head), self->end);
  gtk_box_append (GTK_BOX (self->head), self->copy);
  g_signal_connect_object (click, "released", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->head, GTK_EVENT_CONTROLLER (click));
  gtk_box_append (GTK_BOX (self->card), self->head);
}

GtkWidget *
troupe_transcript_row_new (void)
{
  return g_object_new (TROUPE_TYPE_TRANSCRIPT_ROW, NULL);
}
