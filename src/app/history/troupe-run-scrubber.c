/* troupe-run-scrubber.c: controls for the time of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-scrubber"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-run-scrubber.h"

/* Sizes of the track and of a mark, in pixels. */
#define TRACK_WIDTH 420
#define MARK_WIDTH 3
#define MARK_HEIGHT 16
/* Radius of the knob, which stays inside of the track, and of the sign of a bookmark; distance and size of the dots of
 * a gap. */
#define KNOB_RADIUS 8
#define BOOKMARK_RADIUS 4
#define DOT_DISTANCE 7
#define DOT_SIZE 2
/* Marks of the same colour that are nearer to each other are drawn as one, in pixels: a long run has many of them at each
 * pixel. */
#define MARK_DISTANCE 0.25
/* Duration below which times have milliseconds, in microseconds. */
#define SHORT_RUN (2 * G_USEC_PER_SEC)

struct _TroupeRunScrubber
{
  GtkWidget parent_instance;

  TroupeRunPlayer *player;
  GtkWidget *box;
  GtkWidget *play;
  GtkLabel *time;
  GtkWidget *marks;
  GtkWidget *gaps; /* above the track */
  GtkRange *track;
  GtkWidget *speed;
  GtkWidget *bookmark;
  GtkWidget *fork;
  guint tick;         /* 0: not playing */
  gboolean is_moving; /* the track follows the player */
  int shows_bookmark; /* whether there is one at the present time; -1 if nothing is shown yet */
  GArray *bookmarks;  /* (element-type gint64): those that are drawn */
  GArray *skipped;    /* (element-type Gap): that playing skips at the present speed */
};

/* A time without events. */
typedef struct
{
  gint64 from;
  gint64 to;
} Gap;

G_DEFINE_FINAL_TYPE (TroupeRunScrubber, troupe_run_scrubber, GTK_TYPE_WIDGET)

/* --- Showing the player ----------------------------------------------------------------------- */

/* Formats a time with tenths of a second, for example `0:54.7`. @is_short: whether the run is shorter than that */
static char *
format_time (gint64 time, gboolean is_short)
{
  const gint64 tenths = time / (G_USEC_PER_SEC / 10);
  const gint64 minutes = tenths / 600;

  if (is_short)
    return troupe_span_to_text (time);
  if (minutes >= 60)
    return g_strdup_printf ("%" G_GINT64_FORMAT ":%02d:%02d", minutes / 60, (int) (minutes % 60),
                            (int) (tenths / 10 % 60));
  return g_strdup_printf ("%" G_GINT64_FORMAT ":%02d.%d", minutes, (int) (tenths / 10 % 60),
                          (int) (tenths % 10));
}

static gboolean
is_short (TroupeRunScrubber *self)
{
  return troupe_run_player_get_times (self->player)->end < SHORT_RUN;
}

/* Describes the time for assistive technology, with the methods that are running. (transfer full) */
static char *
describe (TroupeRunScrubber *self)
{
  const TroupeRunTimes *times = troupe_run_player_get_times (self->player);
  g_autofree char *time = format_time (troupe_run_player_get_time (self->player), is_short (self));
  g_autofree char *end = format_time (times->end, is_short (self));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) running =
      troupe_trace_list_running (troupe_run_player_get_trace (self->player));

  /* Translators: two times of a run, such as “0:54.7 of 2:06.0”. */
  g_string_printf (text, _ ("%s of %s"), time, end);
  for (guint i = 0; i < running->len; i++)
    {
      const TroupeSpan *span = g_ptr_array_index (running, i);

      if (span->kind == (times->is_crew ? TROUPE_SCOPE_TASK : TROUPE_SCOPE_METHOD))
        /* Translators: %s is a method that was running. */
        g_string_append_printf (text, _ (", %s runs"), troupe_span_get_name (span));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
moved_cb (TroupeRunScrubber *self)
{
  g_autofree char *time = format_time (troupe_run_player_get_time (self->player), is_short (self));
  g_autofree char *words = describe (self);
  gboolean is_set;
  const char *name;
  const GArray *bookmarks;
  gsize size;

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_label_set_label (self->time, time);
  self->is_moving = TRUE;
  gtk_range_set_value (self->track,
                       (double) troupe_run_player_get_time (self->player) / G_USEC_PER_SEC);
  self->is_moving = FALSE;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->track), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  words, -1);
  /* Shows what the button of bookmarks does at the present time. The run moves with each frame,
   * so that nothing is set that is so already. */
  is_set = troupe_run_player_is_bookmarked (self->player);
  name = is_set ? _ ("Remove Bookmark (Ctrl+D)") : _ ("Add Bookmark (Ctrl+D)");
  bookmarks = troupe_run_player_get_bookmarks (self->player);
  size = bookmarks->len * sizeof (gint64);
  /* Draws the marks again if the bookmarks have changed. */
  if (bookmarks->len != self->bookmarks->len ||
      (size != 0 && memcmp (bookmarks->data, self->bookmarks->data, size) != 0))
    {
      g_array_set_size (self->bookmarks, 0);
      g_array_append_vals (self->bookmarks, bookmarks->data, bookmarks->len);
      gtk_widget_queue_draw (self->marks);
    }
  if (self->skipped->len > 0)
    gtk_widget_queue_draw (self->gaps);
  if (self->shows_bookmark == is_set)
    return;
  self->shows_bookmark = is_set;
  gtk_widget_set_tooltip_text (self->bookmark, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bookmark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  if (is_set)
    gtk_widget_add_css_class (self->bookmark, "is-bookmarked");
  else
    gtk_widget_remove_css_class (self->bookmark, "is-bookmarked");
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);

  troupe_run_player_tick (self->player, gdk_frame_clock_get_frame_time (clock));
  return G_SOURCE_CONTINUE;
}

static void
changed_cb (TroupeRunScrubber *self)
{
  const gboolean is_playing = troupe_run_player_is_playing (self->player);
  const char *name = is_playing ? _ ("Pause (Space)") : _ ("Play (Space)");
  g_autofree char *speed = g_strdup_printf ("%u ×", troupe_run_player_get_speed (self->player));
  const TroupeRunTimes *times;

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_button_set_icon_name (GTK_BUTTON (self->play), is_playing ? "media-playback-pause-symbolic"
                                                                : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_button_set_label (GTK_BUTTON (self->speed), speed);
  /* Which gaps are skipped depends on the speed. Lists the gaps that playing skips. */
  times = troupe_run_player_get_times (self->player);
  g_array_set_size (self->skipped, 0);
  for (guint i = 0; i <= times->times->len; i++)
    {
      const Gap gap = { troupe_run_times_get (times, i),
                        i < times->times->len ? g_array_index (times->times, gint64, i)
                                              : times->end };

      if (troupe_run_player_skips (self->player, gap.to - gap.from))
        g_array_append_val (self->skipped, gap);
    }
  gtk_widget_queue_draw (self->gaps);
  if (is_playing && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (!is_playing && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
}

/* Returns the position of a time on the track. */
static double
find_x (TroupeRunScrubber *self, int width, gint64 time)
{
  const gint64 end = MAX (troupe_run_player_get_times (self->player)->end, 1);

  return KNOB_RADIUS + (width - 2 * KNOB_RADIUS) * (double) time / (double) end;
}

/* Draws the gaps that playing skips, over the line of the track and beside its knob. */
static void
draw_gaps (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (user_data);
  const double knob = find_x (self, width, troupe_run_player_get_time (self->player));
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (area));
  GdkRGBA ground = { 1, 1, 1, 1 };
  GdkRGBA dots = { 0.5f, 0.5f, 0.5f, 1 };

  gtk_style_context_lookup_color (style, "popover_bg_color", &ground);
  gtk_style_context_get_color (style, &dots);
  for (guint i = 0; i < self->skipped->len; i++)
    {
      const Gap *gap = &g_array_index (self->skipped, Gap, i);
      const double last = find_x (self, width, gap->to);

      for (double x = find_x (self, width, gap->from) + DOT_DISTANCE; x + DOT_DISTANCE < last;
           x += DOT_DISTANCE)
        {
          if (x < knob + KNOB_RADIUS + DOT_DISTANCE && x > knob - KNOB_RADIUS - DOT_DISTANCE)
            continue;
          gdk_cairo_set_source_rgba (cr, &ground);
          cairo_rectangle (cr, x, height / 2.0 - 3, DOT_DISTANCE, 6);
          cairo_fill (cr);
          gdk_cairo_set_source_rgba (cr, &dots);
          cairo_rectangle (cr, x + (DOT_DISTANCE - DOT_SIZE) / 2.0, height / 2.0 - DOT_SIZE / 2.0,
                           DOT_SIZE, DOT_SIZE);
          cairo_fill (cr);
        }
    }
}

/* The colours of marks. The later ones are drawn above the earlier ones, so that a failure is visible among many successes. */
enum
{
  COLOUR_SUCCESS,
  COLOUR_WARNING,
  COLOUR_ERROR,
  N_COLOURS,
};

static guint
find_colour (TroupeScopeState state)
{
  switch (state)
    {
    case TROUPE_SCOPE_FINISHED:
      return COLOUR_SUCCESS;

    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_PAUSED:
    case TROUPE_SCOPE_CANCELLED:
      return COLOUR_WARNING;

    default:
      return COLOUR_ERROR;
    }
}

static void
draw_marks (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (user_data);
  static const char *const names[N_COLOURS] = { "success_color", "warning_color", "error_color" };
  const TroupeRunTimes *times = troupe_run_player_get_times (self->player);
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (area));
  const GArray *bookmarks;
  GdkRGBA bookmark_rgba = { 0.2f, 0.5f, 0.9f, 1 };

  for (guint colour = 0; colour < N_COLOURS && times->end > 0; colour++)
    {
      GdkRGBA rgba = { 0.5f, 0.5f, 0.5f, 1.0f };
      double last = -MARK_WIDTH;

      gtk_style_context_lookup_color (style, names[colour], &rgba);
      gdk_cairo_set_source_rgba (cr, &rgba);
      for (guint i = 0; i < times->marks->len; i++)
        {
          const TroupeRunMark *mark = &g_array_index (times->marks, TroupeRunMark, i);
          const double x = find_x (self, width, mark->time) - MARK_WIDTH / 2.0;

          if (find_colour (mark->state) != colour || x - last < MARK_DISTANCE)
            continue;
          last = x;
          cairo_rectangle (cr, x, (height - MARK_HEIGHT) / 2.0, MARK_WIDTH, MARK_HEIGHT);
          cairo_fill (cr);
        }
    }
  /* Draws a diamond above the track for each bookmark. */
  bookmarks = troupe_run_player_get_bookmarks (self->player);
  gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)), "accent_color",
                                  &bookmark_rgba);
  gdk_cairo_set_source_rgba (cr, &bookmark_rgba);
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const double x = find_x (self, width, g_array_index (bookmarks, gint64, i));
      const double y = height / 2.0 - MARK_HEIGHT / 2.0 - BOOKMARK_RADIUS;

      cairo_move_to (cr, x, y - BOOKMARK_RADIUS);
      cairo_line_to (cr, x + BOOKMARK_RADIUS, y);
      cairo_line_to (cr, x, y + BOOKMARK_RADIUS);
      cairo_line_to (cr, x - BOOKMARK_RADIUS, y);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

/* --- Moving ----------------------------------------------------------------------------------- */

static void
dragged_cb (TroupeRunScrubber *self)
{
  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  if (self->is_moving)
    return;
  troupe_run_player_pause (self->player);
  troupe_run_player_seek_time (self->player,
                               (gint64) (gtk_range_get_value (self->track) * G_USEC_PER_SEC));
}

static void
step_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);

  troupe_run_player_pause (self->player);
  troupe_run_player_step (self->player, g_str_equal (name, "scrubber.next") ? 1 : -1);
}

static void
play_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);

  if (troupe_run_player_is_playing (self->player))
    troupe_run_player_pause (self->player);
  else
    troupe_run_player_play (self->player);
}

static void
speed_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);
  const guint speed = troupe_run_player_get_speed (self->player);

  troupe_run_player_set_speed (self->player, speed >= 64 ? 1 : speed * 4);
}

static void
bookmark_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);

  troupe_run_player_toggle_bookmark (self->player);
}

static void
go_to_bookmark_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (widget);

  troupe_run_player_pause (self->player);
  troupe_run_player_go_to_bookmark (self->player,
                                    g_str_equal (name, "scrubber.next-bookmark") ? 1 : -1);
}

void
troupe_run_scrubber_set_narrow (TroupeRunScrubber *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_widget_set_visible (self->speed, !narrow);
  gtk_widget_set_visible (self->bookmark, !narrow);
  gtk_widget_set_visible (self->fork, !narrow);
  gtk_widget_set_size_request (GTK_WIDGET (self->track), narrow ? 80 : TRACK_WIDTH, -1);
}

/* --- Building --------------------------------------------------------------------------------- */

static GtkWidget *
add_button (TroupeRunScrubber *self, const char *icon, const char *name, const char *action)
{
  GtkWidget *button = icon != NULL ? gtk_button_new_from_icon_name (icon) : gtk_button_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static GtkLabel *
add_time (TroupeRunScrubber *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, style);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_box_append (GTK_BOX (self->box), label);
  return GTK_LABEL (label);
}

static void
add_track (TroupeRunScrubber *self)
{
  const TroupeRunTimes *times = troupe_run_player_get_times (self->player);
  const double end = MAX ((double) times->end, 1.0) / G_USEC_PER_SEC;
  GtkWidget *overlay = gtk_overlay_new ();

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  self->marks = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->marks), draw_marks, self, NULL);
  self->track =
      GTK_RANGE (gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, end, end / 100));
  gtk_scale_set_draw_value (GTK_SCALE (self->track), FALSE);
  gtk_range_set_round_digits (self->track, -1);
  gtk_widget_set_hexpand (overlay, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->track), "scrubber-track");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->track), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Time of the Run"), -1);
  g_signal_connect_object (self->track, "value-changed", G_CALLBACK (dragged_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->marks);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), GTK_WIDGET (self->track));
  gtk_overlay_set_measure_overlay (GTK_OVERLAY (overlay), GTK_WIDGET (self->track), TRUE);
  self->gaps = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->gaps), draw_gaps, self, NULL);
  gtk_widget_set_can_target (self->gaps, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->gaps);
  gtk_widget_set_size_request (GTK_WIDGET (self->track), TRACK_WIDTH, -1);
  gtk_box_append (GTK_BOX (self->box), overlay);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_scrubber_dispose (GObject *object)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (object);

  if (self->player != NULL)
    troupe_run_player_pause (self->player);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_run_scrubber_parent_class)->dispose (object);
}

static void
troupe_run_scrubber_finalize (GObject *object)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (object);

  g_clear_object (&self->player);
  g_array_unref (self->bookmarks);
  g_array_unref (self->skipped);
  G_OBJECT_CLASS (troupe_run_scrubber_parent_class)->finalize (object);
}

static void
troupe_run_scrubber_class_init (TroupeRunScrubberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_run_scrubber_dispose;
  object_class->finalize = troupe_run_scrubber_finalize;
  gtk_widget_class_install_action (widget_class, "scrubber.previous", NULL, step_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.next", NULL, step_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.play", NULL, play_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.speed", NULL, speed_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.bookmark", NULL, bookmark_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.next-bookmark", NULL, go_to_bookmark_cb);
  gtk_widget_class_install_action (widget_class, "scrubber.previous-bookmark", NULL,
                                   go_to_bookmark_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "scrubber");
}

static void
troupe_run_scrubber_init (TroupeRunScrubber *self)
{
  self->shows_bookmark = -1;
  self->bookmarks = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->skipped = g_array_new (FALSE, FALSE, sizeof (Gap));
  gtk_widget_add_css_class (GTK_WIDGET (self), "canvas-tools");
}

GtkWidget *
troupe_run_scrubber_new (TroupeRunPlayer *player)
{
  TroupeRunScrubber *self;
  g_autofree char *end = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (player), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_SCRUBBER, NULL);
  self->player = g_object_ref (player);
  end = format_time (troupe_run_player_get_times (self->player)->end, is_short (self));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  add_button (self, "media-skip-backward-symbolic", _ ("Event Before (Alt+←)"),
              "scrubber.previous");
  self->play = add_button (self, NULL, "", "scrubber.play");
  add_button (self, "media-skip-forward-symbolic", _ ("Next Event (Alt+→)"), "scrubber.next");
  self->time = add_time (self, "", "heading");
  add_track (self);
  add_time (self, end, "dim-label");
  self->speed = add_button (self, NULL, _ ("Speed"), "scrubber.speed");
  self->bookmark = add_button (self, "user-bookmarks-symbolic", "", "scrubber.bookmark");
  self->fork =
      add_button (self, "troupe-fork-symbolic", _ ("Fork at This Time…"), "run-view.fork-moment");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (player, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  moved_cb (self);
  return GTK_WIDGET (self);
}
