/* troupe-run-scrubber.c: controls for the time of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-scrubber"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-run-scrubber.h"

/* Sizes of the track and of a mark, in pixels. */
#define TRACK_WIDTH 420
#define MARK_WIDTH 3
#define MARK_HEIGHT 16
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
  GtkRange *track;
  GtkWidget *speed;
  guint tick;         /* 0: not playing */
  gboolean is_moving; /* the track follows the player */
};

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

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_label_set_label (self->time, time);
  self->is_moving = TRUE;
  gtk_range_set_value (self->track,
                       (double) troupe_run_player_get_time (self->player) / G_USEC_PER_SEC);
  self->is_moving = FALSE;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->track), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  words, -1);
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

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_button_set_icon_name (GTK_BUTTON (self->play), is_playing ? "media-playback-pause-symbolic"
                                                                : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_button_set_label (GTK_BUTTON (self->speed), speed);
  if (is_playing && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (!is_playing && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
}

static void
draw_marks (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TroupeRunScrubber *self = TROUPE_RUN_SCRUBBER (user_data);
  static const char *const names[] = { "success_color", "error_color", "warning_color" };
  const TroupeRunTimes *times = troupe_run_player_get_times (self->player);
  const double radius = 8; /* of the slider's knob, which stays inside of the track */
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (area));

  for (guint i = 0; times->end > 0 && i < times->marks->len; i++)
    {
      const TroupeRunMark *mark = &g_array_index (times->marks, TroupeRunMark, i);
      const double x = radius + (width - 2 * radius) * (double) mark->time / (double) times->end -
                       MARK_WIDTH / 2.0;
      guint colour = mark->state == TROUPE_SCOPE_FINISHED ? 0 : 1;
      GdkRGBA rgba = { 0.5f, 0.5f, 0.5f, 1.0f };

      if (mark->state == TROUPE_SCOPE_WAITING || mark->state == TROUPE_SCOPE_PAUSED ||
          mark->state == TROUPE_SCOPE_CANCELLED)
        colour = 2;
      gtk_style_context_lookup_color (style, names[colour], &rgba);
      gdk_cairo_set_source_rgba (cr, &rgba);
      cairo_rectangle (cr, x, (height - MARK_HEIGHT) / 2.0, MARK_WIDTH, MARK_HEIGHT);
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

void
troupe_run_scrubber_set_narrow (TroupeRunScrubber *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_RUN_SCRUBBER (self));

  gtk_widget_set_visible (self->speed, !narrow);
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
  gtk_widget_set_size_request (GTK_WIDGET (self->track), TRACK_WIDTH, -1);
  gtk_box_append (GTK_BOX (self->box), overlay);
}

static void
build (TroupeRunScrubber *self)
{
  g_autofree char *end =
      format_time (troupe_run_player_get_times (self->player)->end, is_short (self));

  g_assert (TROUPE_IS_RUN_SCRUBBER (self));

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  add_button (self, "media-skip-backward-symbolic", _ ("Event Before (Alt+←)"),
              "scrubber.previous");
  self->play = add_button (self, NULL, "", "scrubber.play");
  add_button (self, "media-skip-forward-symbolic", _ ("Next Event (Alt+→)"), "scrubber.next");
  self->time = add_time (self, "", "heading");
  add_track (self);
  add_time (self, end, "dim-label");
  self->speed = add_button (self, NULL, _ ("Speed"), "scrubber.speed");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
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
  g_clear_object (&TROUPE_RUN_SCRUBBER (object)->player);
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
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "scrubber");
}

static void
troupe_run_scrubber_init (TroupeRunScrubber *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "canvas-tools");
}

GtkWidget *
troupe_run_scrubber_new (TroupeRunPlayer *player)
{
  TroupeRunScrubber *self;

  g_return_val_if_fail (TROUPE_IS_RUN_PLAYER (player), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_SCRUBBER, NULL);
  self->player = g_object_ref (player);
  build (self);
  g_signal_connect_object (player, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  moved_cb (self);
  return GTK_WIDGET (self);
}
