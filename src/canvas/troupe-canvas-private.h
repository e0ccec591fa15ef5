/* troupe-canvas-private.h: what the files of the canvas share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene-private.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

/* DESIGN-UI §2, in pixels at 100 % zoom and a text scale of 1. */
#define CARD_HEAD 52.0f
#define CARD_EVENT_ROW 24.0f
#define CARD_BOTTOM_PAD 6.0f
#define CARD_OWNER_ROW 40.0f
#define CARD_STRIP 28.0f
#define CARD_STRIP_STREAM 48.0f
#define CARD_WIDTH_MIN 136.0f
#define CARD_WIDTH_MAX 256.0f
#define CARD_RADIUS 12.0f
#define CARD_RADIUS_START 24.0f
#define CARD_TEXT_X 52.0f
#define CARD_TEXT_END 14.0f
#define PORT_Y 26.0f
#define PORT_HIT 12.0f
#define PORT_HIT_TOUCH 22.0f
#define GATE_RADIUS 16.0f
#define GATE_HIT 20.0f
#define GROUP_PAD 24.0f
#define GROUP_TOP 40.0f
#define NOTE_WIDTH_MIN 160.0f
#define NOTE_HEIGHT_MIN 64.0f
#define SNAP_STEP 8.0
#define WIRE_SNAP 24.0f
#define WIRE_HIT 6.0f

/* GTK 4.8's GL renderer aborts the process past its 16-bit batch index (spec/gtk.md §3). */
/* From this zoom on a card shows all that it has. */
#define ZOOM_DETAIL 0.6
#define DETAILED_CARDS_MAX 1500
#define LEVEL_1_CARDS_MAX 4000
#define PROXIES_MAX 400
#define PULSES_MAX 60

typedef enum
{
  FONT_NAME,
  FONT_SUMMARY,
  FONT_EVENT,
  FONT_EVENT_TAKEN,
  FONT_WORD,
  FONT_TIME,
  FONT_STREAM,
  FONT_GATE,
  FONT_LABEL,
  FONT_NOTE_TITLE,
  FONT_NOTE,
  FONT_GROUP,
  FONT_FAR,
  FONT_BADGE,
  FONT_CHIP,
  N_FONTS
} CanvasFont;

typedef struct
{
  float x, y, width, height; /* canvas pixels */
  float rest_height;         /* of a card without the strip that a run adds */
  guint serial;              /* of the record when it was measured */
  gboolean measured;
} CanvasBox;

/* One drawn wire: cubics through points[first], three more points for each segment. */
typedef struct
{
  int from, to; /* indices; -1: not there, the wire is not drawn */
  gboolean from_gate, to_gate;
  int from_port; /* -1: the own output; else the event */
  int to_input;
  guint first, n_segments;
  graphene_point_t start, end; /* where it was routed from and to */
  float x0, y0, x1, y1; /* what it covers */
  gboolean back;
  guint pulses;
} CanvasRoute;

/* What is kept of a card between frames. */
typedef struct
{
  GskRenderNode *node;
  GskRenderNode *old_node; /* fades away */
  gint64 fade_start;
  TroupeCanvasState state;
  guint serial;
  guint look; /* level, hover, dimming: all else that changes the picture */
  guint generation;
  PangoLayout *far_name;
} CardCache;

typedef enum
{
  DRAG_NONE,
  DRAG_BAND,
  DRAG_PAN,
  DRAG_MOVE,
  DRAG_WIRE,
  DRAG_REWIRE,
  DRAG_BEND,
  DRAG_NOTE_SIZE,
  DRAG_CUT,
} CanvasDrag;

typedef struct
{
  char *id;
  TroupeCanvasKind kind;
  double x, y; /* before the drag */
} CanvasMoved;

typedef struct
{
  char *wire;
  gint64 start;
} CanvasPulse;

struct _TroupeCanvas
{
  GtkWidget parent_instance;

  TroupeCanvasScene *scene;

  /* The view. */
  double zoom;
  double origin_x, origin_y;
  float unit;   /* the desktop's text scale */
  double scale; /* zoom × unit: widget pixels for one of the canvas, which knows no text scale */
  double insets[4]; /* top, right, bottom, left, widget pixels */
  guint fit_pending : 1;
  guint fit_selection_pending : 1;

  /* How it looks. */
  guint dark : 1;
  guint high_contrast : 1;
  guint orthogonal : 1;
  guint snap : 1;
  guint editable : 1;
  guint palette_key : 1;
  guint ground : 1;
  guint plain_picture : 1; /* drawing for a picture: no selection, no hover */
  const TroupeCanvasPalette *palette;
  guint generation; /* grows when all cards must be drawn anew */

  /* Measured from the scene; see troupe-canvas-layout.c. */
  guint structure;
  guint dirty_structure : 1;
  guint dirty_geometry : 1;
  guint dirty_routes : 1; /* all wires run otherwise */
  GArray *boxes;       /* CanvasBox for each node */
  GArray *group_boxes; /* CanvasBox for each group */
  GArray *routes;      /* CanvasRoute for each wire */
  GArray *points;      /* graphene_point_t */
  guint n_idle_points; /* of them, that no wire has any more */
  GHashTable *cards;   /* TroupeNodeRecord → CardCache */

  PangoContext *text_context;
  PangoFontDescription *fonts[N_FONTS];
  float advances[N_FONTS][128];
  GHashTable *labels; /* "font text" → PangoLayout, small texts used over and over */
  GHashTable *icons;  /* name → GdkPaintable */
  GdkTexture *grid;   /* for renderers that keep textures */
  cairo_surface_t
      *grid_image; /* the same picture, for cairo, which would copy a texture each frame */
  double grid_step;
  int grid_width, grid_height, grid_scale;
  gboolean grid_dark;

  /* Selection, hover, keyboard. */
  GHashTable *selection; /* owned ids */
  TroupeCanvasKind hover_kind;
  char *hover_id;
  char *hover_port;
  char *focus_id;
  double pointer_x, pointer_y;
  gboolean pointer_inside;

  /* The gesture under way. */
  CanvasDrag drag;
  GdkModifierType drag_modifiers;
  double drag_x, drag_y;         /* where it began, canvas pixels */
  double drag_now_x, drag_now_y; /* where it is */
  double pan_x, pan_y;           /* the origin when a pan began */
  GArray *moved;                 /* CanvasMoved */
  char *drag_id;
  char *drag_port;
  char *drag_wire; /* whose end is in the hand */
  gboolean drag_backward;
  guint drag_index;
  char *target_id;
  char *target_input;
  char *target_reason;
  gboolean target_refused;
  char *insert_wire;
  GHashTable *refusing; /* ids of cards that cannot take the wire */
  gboolean preview_only;
  gboolean space_held;
  double zoom_start;
  double snap_guide_x, snap_guide_y; /* NaN: none */

  TroupeCanvasCanConnect can_connect;
  gpointer can_connect_data;
  GDestroyNotify can_connect_destroy;

  GtkGesture *drag_gesture;
  GtkGesture *zoom_gesture;

  /* Motion. */
  guint tick;
  double zoom_exact;      /* between the steps of 5 % */
  gboolean align_pending; /* Alt+A was pressed */
  double press_x, press_y;
  gboolean dragged; /* the press has become a drag: it is no click */
  gint64 ring_frame;
  GArray *pulses; /* CanvasPulse */
  gboolean view_animating;
  gint64 view_start;
  double view_from[3], view_to[3]; /* zoom, middle x, middle y */
  GHashTable *glide_before;        /* (nullable): where each thing was, by id */
  GArray *glides;                  /* (nullable): what is on its way */
  gint64 glide_start;
  double edge_x, edge_y; /* of the pointer while something is dragged, widget pixels */
  GdkModifierType edge_modifiers;
  gint64 edge_frame;   /* of the last step; 0: the view stands */
  gboolean edge_armed; /* the pointer has been away from the edge */
  guint in_motion : 1; /* running or fading cards were drawn in the last frame */

  /* Assistive technology. */
  GPtrArray *proxies; /* TroupeCanvasProxy, in use or not */
  GHashTable *proxy_by_id;

  /* How the last frame was drawn, for tests and the benchmark. */
  guint last_level;
  guint last_cards;
  guint last_routed; /* wires, when things were brought up to date last */
};

/* troupe-canvas.c */
enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_HOVER_CHANGED,
  SIGNAL_NODES_MOVED,
  SIGNAL_WIRE_REQUESTED,
  SIGNAL_WIRE_DROPPED,
  SIGNAL_WIRE_RECONNECTED,
  SIGNAL_WIRE_REMOVED,
  SIGNAL_WIRES_CUT,
  SIGNAL_NODE_ACTIVATED,
  SIGNAL_NODE_INSERTED_ON_WIRE,
  SIGNAL_NODE_TAKEN_OUT,
  SIGNAL_GATE_TOGGLED,
  SIGNAL_GROUND_ACTIVATED,
  SIGNAL_BEND_REQUESTED,
  SIGNAL_BEND_MOVED,
  SIGNAL_NOTE_ACTIVATED,
  SIGNAL_GROUP_ACTIVATED,
  SIGNAL_NOTE_RESIZED,
  SIGNAL_BADGE_ACTIVATED,
  SIGNAL_CONTEXT_MENU,
  SIGNAL_COMMAND,
  N_CANVAS_SIGNALS
};
extern guint _troupe_canvas_signals[N_CANVAS_SIGNALS] G_GNUC_INTERNAL;
void _troupe_canvas_restyle (TroupeCanvas *self);
void _troupe_canvas_forget_drawn (TroupeCanvas *self);

/* troupe-canvas-properties.c */
void _troupe_canvas_install_properties (GObjectClass *object_class);

/* troupe-canvas-signals.c */
void _troupe_canvas_install_signals (TroupeCanvasClass *klass);

/* troupe-canvas-text.c */
void _troupe_canvas_text_init (TroupeCanvas *self);
void _troupe_canvas_text_clear (TroupeCanvas *self);
PangoLayout *_troupe_canvas_text_layout (TroupeCanvas *self, CanvasFont font, const char *text);
/* (transfer none): kept for texts that come again. */
PangoLayout *_troupe_canvas_text_label (TroupeCanvas *self, CanvasFont font, const char *text);
float _troupe_canvas_text_width (TroupeCanvas *self, CanvasFont font, const char *text);
/* (transfer full): one ellipsis in the middle, 3/5 of the kept letters before it. */
char *_troupe_canvas_text_cut (TroupeCanvas *self, CanvasFont font, const char *text, float width);
void _troupe_canvas_text_draw (GtkSnapshot *snapshot,
                               PangoLayout *layout,
                               float x,
                               float y,
                               TroupeColor color);
void _troupe_canvas_icon_draw (TroupeCanvas *self,
                               GtkSnapshot *snapshot,
                               const char *name,
                               float x,
                               float y,
                               float size,
                               TroupeColor color);

/* troupe-canvas-layout.c: brings boxes and routes up to date. Cheap where nothing has changed. */
void _troupe_canvas_refresh (TroupeCanvas *self);
float _troupe_canvas_strip_height (const TroupeCanvasNodeRun *run);
float _troupe_canvas_events_top (const TroupeCanvasNode *node);
graphene_point_t _troupe_canvas_input_point (TroupeCanvas *self, guint node);
graphene_point_t _troupe_canvas_output_point (TroupeCanvas *self, guint node, int port);
graphene_point_t _troupe_canvas_gate_input (TroupeCanvas *self, guint gate, int input);
graphene_point_t _troupe_canvas_gate_output (TroupeCanvas *self, guint gate);
int _troupe_canvas_port_index (const TroupeCanvasNode *node, const char *port);
gboolean _troupe_canvas_box_of (TroupeCanvas *self, const TroupeRecord *record, CanvasBox *box);

/* troupe-canvas-route.c */
/* @anew: nothing of before holds. @moved: cards have moved; else only wires with an end elsewhere are
 * routed again. */
void _troupe_canvas_route_all (TroupeCanvas *self, gboolean anew, gboolean moved);
/* The path of a wire still in the hand. */
void _troupe_canvas_route_preview (TroupeCanvas *self,
                                   graphene_point_t from,
                                   graphene_point_t to,
                                   GArray *points);
graphene_point_t _troupe_canvas_route_at (TroupeCanvas *self, const CanvasRoute *route, double t);
float
_troupe_canvas_route_distance (TroupeCanvas *self, const CanvasRoute *route, float x, float y);
gboolean _troupe_canvas_route_crosses (TroupeCanvas *self,
                                       const CanvasRoute *route,
                                       float ax,
                                       float ay,
                                       float bx,
                                       float by);

/* troupe-canvas-hit.c */
TroupeCanvasKind _troupe_canvas_hit_at (TroupeCanvas *self,
                                        double x,
                                        double y,
                                        float port_radius,
                                        const char **id,
                                        const char **port,
                                        guint *index);
/* The place a wire in the hand would hang on at (canvas pixels). */
TroupeCanvasKind _troupe_canvas_hit_target (TroupeCanvas *self,
                                            double x,
                                            double y,
                                            gboolean backward,
                                            const char **id,
                                            const char **port);

/* troupe-canvas-draw.c and its parts */
void _troupe_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
guint _troupe_canvas_get_level (TroupeCanvas *self, guint n_visible);
gboolean
_troupe_canvas_in_view (const graphene_rect_t *view, float x0, float y0, float x1, float y1);
void _troupe_canvas_draw_wires (TroupeCanvas *self,
                                GtkSnapshot *snapshot,
                                const graphene_rect_t *view,
                                guint level,
                                gboolean boxes);
void _troupe_canvas_draw_labels (TroupeCanvas *self,
                                 GtkSnapshot *snapshot,
                                 const graphene_rect_t *view,
                                 guint level);
void _troupe_canvas_draw_pulses (TroupeCanvas *self, GtkSnapshot *snapshot);
void _troupe_canvas_draw_preview (TroupeCanvas *self, GtkSnapshot *snapshot);
void _troupe_canvas_draw_node (TroupeCanvas *self, GtkSnapshot *snapshot, guint index, guint level);
void _troupe_canvas_draw_ring (TroupeCanvas *self, GtkSnapshot *snapshot, guint index);
void _troupe_canvas_draw_gate (TroupeCanvas *self, GtkSnapshot *snapshot, guint index, guint level);
void _troupe_canvas_draw_note (TroupeCanvas *self, GtkSnapshot *snapshot, guint index, guint level);
void
_troupe_canvas_draw_group (TroupeCanvas *self, GtkSnapshot *snapshot, guint index, guint level);
void _troupe_canvas_draw_grid (TroupeCanvas *self, GtkSnapshot *snapshot, int width, int height);
TroupeColor _troupe_canvas_card_color (TroupeCanvas *self, const TroupeNodeRecord *node);
void _troupe_canvas_card_cache_free (gpointer cache);
/* Drawing helpers. */
GdkRGBA _troupe_rgba (TroupeColor color, double alpha);
void _troupe_cairo_color (cairo_t *cr, TroupeColor color, double alpha);
void _troupe_fill_rounded (GtkSnapshot *snapshot,
                           float x,
                           float y,
                           float width,
                           float height,
                           float radius,
                           TroupeColor color,
                           double alpha);
void _troupe_stroke_rounded (GtkSnapshot *snapshot,
                             float x,
                             float y,
                             float width,
                             float height,
                             float radius,
                             float line,
                             TroupeColor color,
                             double alpha);
void _troupe_fill_circle (GtkSnapshot *snapshot, float x, float y, float radius, TroupeColor color);
/* Drawing with cairo where the snapshot is scaled: begin, draw, end. GTK 4.8 scales the place of a
 * cairo node twice, so that it is lost from view at any zoom but 100 %; a snapshot of its own is not
 * scaled. */
cairo_t *_troupe_begin_cairo (GtkSnapshot **sheet, const graphene_rect_t *bounds);
void _troupe_end_cairo (GtkSnapshot *sheet, cairo_t *cr, GtkSnapshot *snapshot);
void
_troupe_cairo_rounded (cairo_t *cr, double x, double y, double width, double height, double radius);

/* troupe-canvas-view.c */
void _troupe_canvas_view_set (TroupeCanvas *self, double zoom, double x, double y);
void _troupe_canvas_view_allocated (TroupeCanvas *self, int width, int height);

/* troupe-canvas-selection.c */
void _troupe_canvas_selection_emit (TroupeCanvas *self);
void _troupe_canvas_selection_toggle (TroupeCanvas *self, const char *id);
void _troupe_canvas_selection_add (TroupeCanvas *self, const char *id);
void _troupe_canvas_selection_band (TroupeCanvas *self,
                                    const graphene_rect_t *band,
                                    GdkModifierType modifiers);
void _troupe_canvas_walk (TroupeCanvas *self, GtkDirectionType direction, gboolean extend);
void _troupe_canvas_walk_wire (TroupeCanvas *self);
void _troupe_canvas_select_reach (TroupeCanvas *self, gboolean up, gboolean down);
gboolean _troupe_canvas_shows_focus (TroupeCanvas *self);

/* troupe-canvas-drag.c: what a gesture does, in canvas pixels; tests call these */
void _troupe_canvas_drag_begin (TroupeCanvas *self,
                                double widget_x,
                                double widget_y,
                                guint button,
                                GdkModifierType modifiers,
                                gboolean touch);
void _troupe_canvas_drag_update (TroupeCanvas *self,
                                 double widget_x,
                                 double widget_y,
                                 GdkModifierType modifiers);
void _troupe_canvas_drag_end (TroupeCanvas *self, GdkModifierType modifiers);
void _troupe_canvas_drag_cancel (TroupeCanvas *self);
void _troupe_canvas_click (TroupeCanvas *self,
                           double widget_x,
                           double widget_y,
                           guint button,
                           int n_press,
                           GdkModifierType modifiers);
void _troupe_canvas_nudge (TroupeCanvas *self, double dx, double dy);
void _troupe_canvas_collect_moved (TroupeCanvas *self);
void _troupe_canvas_finish_move (TroupeCanvas *self);
void _troupe_canvas_set_hover (TroupeCanvas *self,
                               TroupeCanvasKind kind,
                               const char *id,
                               const char *port);

/* Forgets the gesture; what it has moved stays. */
void _troupe_canvas_clear_drag (TroupeCanvas *self);

/* troupe-canvas-drag-wire.c */
/* @backward: out of an input. */
void
_troupe_canvas_begin_wire (TroupeCanvas *self, const char *id, const char *port, gboolean backward);
void _troupe_canvas_update_wire (TroupeCanvas *self);
void _troupe_canvas_end_wire (TroupeCanvas *self, GdkModifierType modifiers);
void _troupe_canvas_begin_rewire (TroupeCanvas *self, const char *wire_id);
void _troupe_canvas_end_rewire (TroupeCanvas *self, GdkModifierType modifiers);
void _troupe_canvas_end_cut (TroupeCanvas *self);

/* troupe-canvas-arrange.c. L C R T M B: align; H V: distribute; S: straighten the wires */
void _troupe_canvas_arrange (TroupeCanvas *self, char how);

/* troupe-canvas-gestures.c, troupe-canvas-actions.c */
void _troupe_canvas_add_controllers (TroupeCanvas *self);
void _troupe_canvas_install_actions (GtkWidgetClass *widget_class);

/* troupe-canvas-animation.c */
gboolean _troupe_canvas_motion_wanted (TroupeCanvas *self);
void
_troupe_canvas_animate_view (TroupeCanvas *self, double zoom, double middle_x, double middle_y);
void _troupe_canvas_stop_view (TroupeCanvas *self);
void _troupe_canvas_ensure_tick (TroupeCanvas *self);
void _troupe_canvas_add_pulse (TroupeCanvas *self, const char *wire);
gint64 _troupe_canvas_frame_time (TroupeCanvas *self);

/* troupe-canvas-glide.c: TRUE while something is still on its way */
gboolean _troupe_canvas_step_glide (TroupeCanvas *self, gint64 now);
void _troupe_canvas_drop_glide (TroupeCanvas *self);

/* troupe-canvas-edge.c */
void _troupe_canvas_edge_follow (TroupeCanvas *self, double x, double y, GdkModifierType modifiers);
gboolean _troupe_canvas_step_edge (TroupeCanvas *self, gint64 now);

/* troupe-canvas-proxy.c */
/* Outside the layout: as many proxies as may be needed. */
void _troupe_canvas_proxies_prepare (TroupeCanvas *self);
/* Inside the layout: each over its card. */
void _troupe_canvas_proxies_update (TroupeCanvas *self);
void _troupe_canvas_proxies_clear (TroupeCanvas *self);
void _troupe_canvas_proxies_focus (TroupeCanvas *self, const char *id);
void _troupe_canvas_command (TroupeCanvas *self, const char *name);

G_END_DECLS
