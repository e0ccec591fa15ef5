/* troupe-transcript-label.c: fast label for rows of the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-label"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-transcript-label.h"

/* Minimum width of a wrapped or ellipsized text in pixels. */
#define LEAST 40
/* A text with more bytes is always wrapped, without measuring its width. */
#define LONG 240

struct _TroupeTranscriptLabel
{
  GtkWidget parent_instance;

  char *text;
  PangoLayout *layout;  /* (nullable): of the current text */
  PangoAttrList *marks; /* (nullable) */
  TroupeTranscriptLabelForm form;
  guint max_lines;
  gboolean is_tabular;
  int natural; /* width of one line in pixels; -1: unknown */
};

G_DEFINE_FINAL_TYPE (TroupeTranscriptLabel, troupe_transcript_label, GTK_TYPE_WIDGET)

/* --- Layout ----------------------------------------------------------------------------------- */

/* (transfer none) */
static PangoLayout *
get_layout (TroupeTranscriptLabel *self)
{
  g_autoptr (PangoAttrList) attributes = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (self->layout != NULL)
    return self->layout;
  attributes = self->marks != NULL ? pango_attr_list_copy (self->marks) : NULL;
  if (self->is_tabular)
    {
      if (attributes == NULL)
        attributes = pango_attr_list_new ();
      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
    }
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
  pango_layout_set_attributes (self->layout, attributes);
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  if (self->form == TROUPE_TRANSCRIPT_LABEL_LINES)
    {
      if (self->max_lines > 0)
        {
          pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
          pango_layout_set_height (self->layout, -(int) self->max_lines);
        }
    }
  else
    {
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
      if (self->form == TROUPE_TRANSCRIPT_LABEL_LINE)
        pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
    }
  self->natural = -1;

  return self->layout;
}

static gboolean
is_long (TroupeTranscriptLabel *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_LABEL (self));

  return self->form == TROUPE_TRANSCRIPT_LABEL_LINES && strlen (self->text) > LONG;
}

/* Returns the width of the text without wrapping. */
static int
measure_natural (TroupeTranscriptLabel *self)
{
  PangoLayout *layout = get_layout (self);

  g_assert (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (self->natural < 0)
    {
      pango_layout_set_width (layout, -1);
      pango_layout_get_pixel_size (layout, &self->natural, NULL);
    }

  return self->natural;
}

/* Returns the layout for the given width. If the text fits, the layout is neither wrapped nor
 * computed again. */
static PangoLayout *
fit (TroupeTranscriptLabel *self, int width)
{
  PangoLayout *layout = get_layout (self);
  const gboolean is_free = self->form == TROUPE_TRANSCRIPT_LABEL_WHOLE || width < 0 ||
                           (!is_long (self) && width >= measure_natural (self));

  g_assert (TROUPE_IS_TRANSCRIPT_LABEL (self));

  pango_layout_set_width (layout, is_free ? -1 : width * PANGO_SCALE);

  return layout;
}

static void
forget (TroupeTranscriptLabel *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_LABEL (self));

  g_clear_object (&self->layout);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- Widget functions ------------------------------------------------------------------------- */

static GtkSizeRequestMode
troupe_transcript_label_get_request_mode (GtkWidget *widget)
{
  return TROUPE_TRANSCRIPT_LABEL (widget)->form == TROUPE_TRANSCRIPT_LABEL_LINES
             ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
             : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
troupe_transcript_label_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  TroupeTranscriptLabel *self = TROUPE_TRANSCRIPT_LABEL (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      pango_layout_get_pixel_size (fit (self, for_size), NULL, minimum);
      *natural = *minimum;
    }
  else if (is_long (self))
    *minimum = *natural = LEAST;
  else
    {
      *natural = measure_natural (self);
      *minimum = self->form == TROUPE_TRANSCRIPT_LABEL_WHOLE ? *natural : MIN (LEAST, *natural);
    }
}

static void
troupe_transcript_label_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeTranscriptLabel *self = TROUPE_TRANSCRIPT_LABEL (widget);
  PangoLayout *layout = fit (self, gtk_widget_get_width (widget));
  double y = 0;
  int height;

  if (self->form != TROUPE_TRANSCRIPT_LABEL_LINES)
    {
      pango_layout_get_pixel_size (layout, NULL, &height);
      y = floor ((gtk_widget_get_height (widget) - height) / 2.0);
    }
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget), 0, y, layout);
}

static void
troupe_transcript_label_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (troupe_transcript_label_parent_class)->css_changed (widget, change);
  /* The font may have changed; the layout updates itself. */
  TROUPE_TRANSCRIPT_LABEL (widget)->natural = -1;
}

static void
troupe_transcript_label_finalize (GObject *object)
{
  TroupeTranscriptLabel *self = TROUPE_TRANSCRIPT_LABEL (object);

  g_clear_object (&self->layout);
  g_clear_pointer (&self->marks, pango_attr_list_unref);
  g_free (self->text);

  G_OBJECT_CLASS (troupe_transcript_label_parent_class)->finalize (object);
}

static void
troupe_transcript_label_class_init (TroupeTranscriptLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_label_finalize;
  widget_class->get_request_mode = troupe_transcript_label_get_request_mode;
  widget_class->measure = troupe_transcript_label_measure;
  widget_class->snapshot = troupe_transcript_label_snapshot;
  widget_class->css_changed = troupe_transcript_label_css_changed;

  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
troupe_transcript_label_init (TroupeTranscriptLabel *self)
{
  self->text = g_strdup ("");
  self->natural = -1;
}

GtkWidget *
troupe_transcript_label_new (const char *text, TroupeTranscriptLabelForm form)
{
  TroupeTranscriptLabel *self = g_object_new (TROUPE_TYPE_TRANSCRIPT_LABEL, NULL);

  self->form = form;
  troupe_transcript_label_set_text (self, text);

  return GTK_WIDGET (self);
}

/* --- Properties ------------------------------------------------------------------------------- */

void
troupe_transcript_label_set_text (TroupeTranscriptLabel *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (!troupe_set_str (&self->text, text != NULL ? text : ""))
    return;
  /* The marks refer to offsets in the previous text. */
  g_clear_pointer (&self->marks, pango_attr_list_unref);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text,
                                  -1);
  forget (self);
}

const char *
troupe_transcript_label_get_text (TroupeTranscriptLabel *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self), NULL);

  return self->text;
}

void
troupe_transcript_label_set_form (TroupeTranscriptLabel *self, TroupeTranscriptLabelForm form)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (self->form == form)
    return;
  self->form = form;
  forget (self);
}

void
troupe_transcript_label_set_max_lines (TroupeTranscriptLabel *self, guint n_lines)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (self->max_lines == n_lines)
    return;
  self->max_lines = n_lines;
  forget (self);
}

void
troupe_transcript_label_set_tabular (TroupeTranscriptLabel *self, gboolean tabular)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (self->is_tabular == tabular)
    return;
  self->is_tabular = tabular;
  forget (self);
}

void
troupe_transcript_label_set_marks (TroupeTranscriptLabel *self, PangoAttrList *marks)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self));

  if (marks == self->marks)
    return;
  g_clear_pointer (&self->marks, pango_attr_list_unref);
  self->marks = marks != NULL ? pango_attr_list_ref (marks) : NULL;
  forget (self);
}

PangoAttrList *
troupe_transcript_label_get_marks (TroupeTranscriptLabel *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_LABEL (self), NULL);

  return self->marks;
}
