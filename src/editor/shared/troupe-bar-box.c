/* troupe-bar-box.c: row of a text and its buttons, which wrap in a narrow window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-bar-box"

#include "config.h"

#include "troupe-bar-box.h"

/* Pixels between two children of a line. */
#define SPACING 10
/* Width that a longer text keeps beside the buttons, in pixels. */
#define TEXT_WIDTH 240

struct _TroupeBarBox
{
  GtkWidget parent_instance;

  gboolean is_at_start; /* where the lines of buttons are placed, else at the end */
};

G_DEFINE_FINAL_TYPE (TroupeBarBox, troupe_bar_box, GTK_TYPE_WIDGET)

/* Returns the next child at or after @child that takes part in the layout. (nullable) */
static GtkWidget *
skip_hidden (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static GtkWidget *
get_first (TroupeBarBox *self)
{
  return skip_hidden (gtk_widget_get_first_child (GTK_WIDGET (self)));
}

static GtkWidget *
get_next (GtkWidget *child)
{
  return skip_hidden (gtk_widget_get_next_sibling (child));
}

static void
get_width (GtkWidget *child, int *minimum, int *natural)
{
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
}

/* Sums up the natural widths of the children from @child on, with a space before each. */
static int
sum_up (GtkWidget *child)
{
  int sum = 0;

  for (; child != NULL; child = get_next (child))
    {
      int natural = 0;

      get_width (child, NULL, &natural);
      sum += natural + SPACING;
    }
  return sum;
}

/* Returns the width of a button in lines of @width pixels: its text wraps if it does not fit alone. */
static int
get_button_width (GtkWidget *child, int width)
{
  int minimum = 0, natural = 0;

  get_width (child, &minimum, &natural);
  return MAX (minimum, MIN (natural, width));
}

/* A line of @n children from @child on that begins at @x, @y. The child that expands gets @text_width pixels, each other
 * one at most @width. */
typedef struct
{
  GtkWidget *child;
  guint n;
  int x;
  int y;
  int text_width;
  int width;
} Line;

/* Returns the height of the line. @allocate: whether to allocate, or to measure only */
static int
place_line (TroupeBarBox *self, const Line *line, gboolean allocate)
{
  const gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const int whole = gtk_widget_get_width (GTK_WIDGET (self));
  int height = 0;

  g_assert (TROUPE_IS_BAR_BOX (self));

  for (guint pass = 0; pass < (allocate ? 2 : 1); pass++)
    {
      GtkWidget *next = line->child;
      int left = line->x;

      for (guint i = 0; i < line->n; i++, next = get_next (next))
        {
          const int width = gtk_widget_get_hexpand (next) ? line->text_width
                                                          : get_button_width (next, line->width);

          if (pass == 0)
            {
              int minimum = 0;

              gtk_widget_measure (next, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL,
                                  NULL);
              height = MAX (height, minimum);
            }
          else
            gtk_widget_size_allocate (next,
                                      &(GtkAllocation){ is_mirrored ? whole - left - width : left,
                                                        line->y, width, height },
                                      -1);
          left += width + SPACING;
        }
    }
  return height;
}

/* Places the buttons from @child on in as many lines as they need. Returns the height of the lines, with a space
 * before each. */
static int
place_buttons (TroupeBarBox *self, GtkWidget *child, int y, int width, gboolean allocate)
{
  const int top = y;

  g_assert (TROUPE_IS_BAR_BOX (self));

  while (child != NULL)
    {
      GtkWidget *next = child;
      int used = 0;
      guint n = 0;

      for (; next != NULL; next = get_next (next), n++)
        {
          const int natural = get_button_width (next, width);

          if (n > 0 && used + SPACING + natural > width)
            break;
          used += natural + (n > 0 ? SPACING : 0);
        }
      y += SPACING / 2;
      y += place_line (
          self, &(Line){ child, n, self->is_at_start ? 0 : MAX (0, width - used), y, 0, width },
          allocate);
      child = next;
    }
  return y - top;
}

/* Returns the height for @width. */
static int
place (TroupeBarBox *self, int width, gboolean allocate)
{
  GtkWidget *first = get_first (self);
  GtkWidget *text = first;
  GtkWidget *buttons;
  int before = 0, after, natural = 0;
  guint n = 1;

  g_assert (TROUPE_IS_BAR_BOX (self));

  for (; text != NULL && !gtk_widget_get_hexpand (text); text = get_next (text), n++)
    {
      get_width (text, NULL, &natural);
      before += natural + SPACING;
    }
  if (text == NULL)
    return first != NULL ? place_buttons (self, first, 0, width, allocate) : 0;
  buttons = get_next (text);
  after = sum_up (buttons);
  get_width (text, NULL, &natural);
  if (width - before - after >= MIN (natural, TEXT_WIDTH))
    {
      for (GtkWidget *child = buttons; child != NULL; child = get_next (child))
        n++;
      return place_line (self, &(Line){ first, n, 0, 0, width - before - after, G_MAXINT },
                         allocate);
    }
  after = place_line (self, &(Line){ first, n, 0, 0, width - before, G_MAXINT }, allocate);
  return after + place_buttons (self, buttons, after, width, allocate);
}

static void
measure_width (TroupeBarBox *self, int *minimum, int *natural)
{
  int before = 0;

  g_assert (TROUPE_IS_BAR_BOX (self));

  *minimum = 0;
  *natural = MAX (0, sum_up (get_first (self)) - SPACING);
  for (GtkWidget *child = get_first (self); child != NULL; child = get_next (child))
    {
      int least = 0, own = 0;

      get_width (child, &least, &own);
      if (gtk_widget_get_hexpand (child))
        *minimum = MAX (*minimum, before + least);
      else
        *minimum = MAX (*minimum, least);
      before += own + SPACING;
    }
}

static void
troupe_bar_box_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  TroupeBarBox *self = TROUPE_BAR_BOX (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, minimum, natural);
  else
    {
      int least = 0, own = 0;

      measure_width (self, &least, &own);
      *minimum = *natural = place (self, for_size >= 0 ? MAX (least, for_size) : own, FALSE);
    }
}

static void
troupe_bar_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  place (TROUPE_BAR_BOX (widget), width, TRUE);
}

static GtkSizeRequestMode
troupe_bar_box_get_request_mode (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
troupe_bar_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (troupe_bar_box_parent_class)->dispose (object);
}

static void
troupe_bar_box_class_init (TroupeBarBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_bar_box_dispose;
  widget_class->measure = troupe_bar_box_measure;
  widget_class->size_allocate = troupe_bar_box_size_allocate;
  widget_class->get_request_mode = troupe_bar_box_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "box");
}

static void
troupe_bar_box_init (TroupeBarBox *self)
{
  g_assert (self != NULL);
}

GtkWidget *
troupe_bar_box_new (void)
{
  return g_object_new (TROUPE_TYPE_BAR_BOX, NULL);
}

void
troupe_bar_box_set_at_start (TroupeBarBox *self, gboolean is_at_start)
{
  g_return_if_fail (TROUPE_IS_BAR_BOX (self));

  self->is_at_start = is_at_start;
}

void
troupe_bar_box_append (TroupeBarBox *self, GtkWidget *child)
{
  g_return_if_fail (TROUPE_IS_BAR_BOX (self));
  g_return_if_fail (GTK_IS_WIDGET (child));

  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}
