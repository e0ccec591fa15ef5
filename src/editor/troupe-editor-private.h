/* troupe-editor-private.h: what the files of the editor's page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-minimap.h"
#include "troupe-canvas.h"
#include "troupe-chooser.h"
#include "troupe-condition-tree.h"
#include "troupe-editor-context.h"
#include "troupe-editor-run.h"
#include "troupe-editor.h"
#include "troupe-inspector.h"
#include "troupe-outline.h"
#include "troupe-palette.h"
#include "troupe-scene-builder.h"
#include "troupe-side-pane.h"

G_BEGIN_DECLS

struct _TroupeEditor
{
  GtkWidget parent_instance;

  /* The template. */
  GtkWidget *root;
  GtkRevealer *notice_revealer;
  GtkWidget *notice;
  GtkImage *notice_icon;
  GtkLabel *notice_label;
  GtkButton *notice_button;
  GtkButton *notice_dismiss;
  AdwBin *question_place;
  GtkBox *row;
  GtkRevealer *outline_revealer;
  TroupeOutline *outline;
  GtkPaned *paned;
  GtkOverlay *overlay;
  TroupeCanvas *canvas;
  GtkWidget *hint;
  GtkWidget *tools;
  GtkWidget *add_label;
  GtkWidget *find_button;
  GtkWidget *zoom_tools;
  GtkLabel *zoom_label;
  GtkWidget *map_frame;
  TroupeCanvasMinimap *minimap;
  GtkRevealer *inspector_revealer;
  TroupeSidePane *pane;

  TroupeFlowDocument *document;
  TroupeEditorContext *context;
  TroupeCanvasScene *scene;
  TroupeSceneBuilder *builder;
  TroupeInspector *inspector;
  TroupeEditorRun *run;

  char *selected; /* (nullable): the method, where exactly one is selected */
  TroupeEditorWidth width;
  gboolean inspector_over; /* lies over the canvas */
  gboolean map_pinned;
  gboolean bottom_open;
  gboolean has_view;       /* the first view has been chosen */
  gboolean view_is_fitted; /* it was last made to show everything */
  gboolean keeping_view;   /* the view changes because the canvas has another size */
  int seen_width;          /* of the canvas, when it was last looked at */
  int seen_height;
  int bottom_height; /* of the open panel */
  guint tick_id;
  guint zoom_id;
  guint view_id;
  const char *move_label; /* (nullable): what the move under way is called */
  gboolean syncing;       /* the selection goes from one view to the other */

  /* Popovers, made when they are first asked for. */
  GtkWidget *palette;
  GtkWidget *chooser; /* connect */
  GtkWidget *finder;
  GtkWidget *rename_popover;
  GtkWidget *rename_entry;
  GtkWidget *rename_error;
  char *rename_group; /* (nullable): else a method is renamed */
  GtkWidget *note_popover;
  GtkTextBuffer *note_buffer;
  char *note_id;
  GtkWidget *menu;
  graphene_point_t menu_place; /* where it was opened, canvas pixels */
  GtkWidget *anchored;         /* (nullable): the one that belongs to a thing on the canvas */
  char *anchor;                /* (nullable): the id of that thing */

  /* What the palette was opened for. */
  double drop_x;
  double drop_y;
  gboolean has_drop; /* the two above are the place of a port that is wanted */
  char *wire_event;  /* (nullable) */
  char *wire_from;
  gboolean wire_backward;
  char *insert_wire; /* (nullable): what is created goes onto this wire */
  gboolean connect_and;
};

/* --- troupe-editor.c ----------------------------------------------------------------------- */

/* Methods that are selected. (transfer full), NULL-terminated. */
char **_troupe_editor_list_selected (TroupeEditor *self, TroupeCanvasKind kind);
void _troupe_editor_select (TroupeEditor *self, const char *const *ids);
void _troupe_editor_say (TroupeEditor *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void _troupe_editor_report (TroupeEditor *self, const GError *error);
void _troupe_editor_method_activated (TroupeEditor *self, const char *name);
void _troupe_editor_answer_requested (TroupeEditor *self, const char *name);
void
_troupe_editor_passes_requested (TroupeEditor *self, const char *name, const GdkRectangle *place);
/* The same, where the card's badge is. */
void _troupe_editor_request_passes (TroupeEditor *self, const char *name);
void _troupe_editor_show_inspector (TroupeEditor *self);

/* --- troupe-editor-layout.c ---------------------------------------------------------------- */

void _troupe_editor_update_map (TroupeEditor *self);
void _troupe_editor_update_zoom (TroupeEditor *self);
void _troupe_editor_position_changed (TroupeEditor *self);
void _troupe_editor_allocate (TroupeEditor *self, int width, int height, int baseline);

/* --- troupe-editor-view.c ------------------------------------------------------------------ */

void _troupe_editor_view_changed (TroupeEditor *self);
/* After the canvas has been given a size: a fitted view is fitted again, any other keeps its middle
 * and what is selected. */
void _troupe_editor_canvas_resized (TroupeEditor *self);
/* The part of the view that nothing floats over, in canvas pixels. */
void _troupe_editor_get_free_view (TroupeEditor *self, graphene_rect_t *area);
/* Bring a thing into that part: as little as is needed, or to its middle at a zoom that can be read. */
void _troupe_editor_reveal (TroupeEditor *self, const char *id, gboolean animate);
void _troupe_editor_center_on (TroupeEditor *self, const char *id, gboolean animate);
/* Where all of a flow could not be read, in a small window or since it is large: its beginning. */
void _troupe_editor_choose_view (TroupeEditor *self);

/* --- troupe-editor-selection.c ------------------------------------------------------------- */

void _troupe_editor_selection_changed (TroupeEditor *self);
void _troupe_editor_outline_selection_changed (TroupeEditor *self);
void _troupe_editor_outline_activated (TroupeEditor *self, const char *name);
/* Whether the one method that is selected runs at start. */
gboolean _troupe_editor_get_starts (TroupeEditor *self);
void _troupe_editor_set_starts (TroupeEditor *self, gboolean starts);

/* --- troupe-editor-actions.c --------------------------------------------------------------- */

void _troupe_editor_install_actions (GtkWidgetClass *widget_class);
void _troupe_editor_update_actions (TroupeEditor *self);

/* --- troupe-editor-delete.c ---------------------------------------------------------------- */

/* Methods, notes, groups, wires and gates. A gate goes with the wires that lead into it. */
void _troupe_editor_delete (TroupeEditor *self, gboolean reconnect);

/* --- troupe-editor-create.c ---------------------------------------------------------------- */

/* Creates a method, connects it as the palette was opened for, selects it. */
void _troupe_editor_create (TroupeEditor *self, TroupePaletteKind kind);
void _troupe_editor_open_palette (TroupeEditor *self, double x, double y);
void _troupe_editor_open_palette_at_selection (TroupeEditor *self);
void _troupe_editor_forget_wire (TroupeEditor *self);
void _troupe_editor_add_note (TroupeEditor *self);

/* --- troupe-editor-room.c ------------------------------------------------------------------ */

/* What there is between the two ends of a wire, as it is before a card is put onto it. */
typedef struct
{
  double start; /* where the first thing ends and the second begins */
  double end;
  double y; /* of a card half way */
  char *next;
  char *gate; /* (nullable): the wire comes out of it */
} TroupeWireRoom;

gboolean _troupe_editor_measure_wire (TroupeEditor *self, const char *id, TroupeWireRoom *room);
void _troupe_wire_room_clear (TroupeWireRoom *room);
/* Puts the card between the two ends, as near to @dropped (nullable: half way) as it can be, and what
 * begins behind it so far to the right that nothing lies on it. The wire is on the card already. A part
 * of an edit. */
void _troupe_editor_place_on_wire (TroupeEditor *self,
                                   const char *name,
                                   const TroupeWireRoom *room,
                                   const graphene_point_t *dropped);
/* Where the method has got gates that nothing has a place for: it goes so far to the right, with all
 * that begins behind it, that they find room in front of it. A part of an edit. */
void _troupe_editor_make_gate_room (TroupeEditor *self, const char *name, const char *label);

/* --- troupe-editor-bends.c ----------------------------------------------------------------- */

/* A bend of the wire at @x, @y, between those that it has, as a step of its own. */
void _troupe_editor_add_bend (TroupeEditor *self, const char *wire, double x, double y);
void
_troupe_editor_move_bend (TroupeEditor *self, const char *wire, guint index, double x, double y);
/* Of the wires that are selected. */
void _troupe_editor_bend_selected (TroupeEditor *self);
void _troupe_editor_unbend_selected (TroupeEditor *self);

/* --- troupe-editor-wiring.c: edits of conditions -------------------------------------------- */

/* @from: a method or a gate; @port: (nullable). @to: a method or a gate. One step of undo. */
gboolean _troupe_editor_connect (TroupeEditor *self,
                                 const char *from,
                                 const char *port,
                                 const char *to,
                                 gboolean with_and);
/* Takes wires away, all in one step. */
void _troupe_editor_remove_wires (TroupeEditor *self, const char *const *ids);
void _troupe_editor_reconnect_wire (TroupeEditor *self,
                                    const char *wire,
                                    const char *to,
                                    gboolean with_and);
/* @name runs where the wire starts and what the wire led to runs after it. */
void _troupe_editor_put_on_wire (TroupeEditor *self, const char *name, const char *wire);
void _troupe_editor_take_out (TroupeEditor *self, const char *name);
void _troupe_editor_toggle_gate (TroupeEditor *self, const char *gate);
/* The method of a gate's id and the path behind the slash. (transfer full): the method. */
char *_troupe_editor_split_gate (const char *gate, const char **path);
gboolean _troupe_editor_can_connect (TroupeEditor *self,
                                     const char *from,
                                     const char *port,
                                     const char *to,
                                     char **reason);

/* --- troupe-editor-canvas.c ---------------------------------------------------------------- */

void _troupe_editor_connect_canvas (TroupeEditor *self);

/* --- troupe-editor-popovers.c -------------------------------------------------------------- */

void _troupe_editor_add_popover (TroupeEditor *self, GtkWidget *popover);
void _troupe_editor_follow_anchor (TroupeEditor *self);
void _troupe_editor_open_rename (TroupeEditor *self);
void _troupe_editor_open_connect (TroupeEditor *self, gboolean with_and);
void _troupe_editor_open_find (TroupeEditor *self);
/* The next hit of the last search, or the one before; where there was none it is asked for. */
void _troupe_editor_find_next (TroupeEditor *self, gboolean forward);
void _troupe_editor_open_note (TroupeEditor *self, const char *id);
void _troupe_editor_close_popovers (TroupeEditor *self);
void _troupe_editor_clear_popovers (TroupeEditor *self);

/* --- troupe-editor-menus.c ----------------------------------------------------------------- */

void _troupe_editor_open_menu (TroupeEditor *self, TroupeCanvasKind kind, double x, double y);
/* (transfer full) */
GMenuModel *_troupe_editor_make_menu (TroupeCanvasKind kind);

/* --- troupe-editor-groups.c ---------------------------------------------------------------- */

/* Frames what is selected and asks for a title. */
void _troupe_editor_group (TroupeEditor *self);
/* The groups that are selected, or that what is selected stands in. */
void _troupe_editor_ungroup (TroupeEditor *self);
gboolean _troupe_editor_can_ungroup (TroupeEditor *self);
/* Ids of those that hold any of @methods; @all: that hold nothing else. (transfer full) */
char **_troupe_editor_list_groups (TroupeEditor *self, const char *const *methods, gboolean all);
void _troupe_editor_remove_groups (TroupeEditor *self, const char *const *ids);
void _troupe_editor_rename_group (TroupeEditor *self, const char *id, const char *title);
/* Of those that are selected; @colour: blue, green … */
void _troupe_editor_colour_groups (TroupeEditor *self, const char *colour);
/* The methods of the groups with @ids. (transfer full), NULL-terminated. */
char **_troupe_editor_list_grouped (TroupeEditor *self, const char *const *ids);
/* A list of the groups that hold nothing but @methods. (transfer full) */
JsonNode *_troupe_editor_copy_groups (TroupeEditor *self, const char *const *methods);
/* Makes those of a pasted text anew. @groups: (nullable). @names: old names to new ones. A part of an
 * edit. */
void _troupe_editor_paste_groups (TroupeEditor *self, JsonNode *groups, GHashTable *names);
void _troupe_editor_move_group (TroupeEditor *self, const TroupeCanvasMove *move);

/* --- troupe-editor-clipboard.c ------------------------------------------------------------- */

gboolean _troupe_editor_copy (TroupeEditor *self);
/* @place: (nullable): else where the pointer is over the canvas, or the middle of the view. */
void _troupe_editor_paste (TroupeEditor *self, gboolean keep_wires, const graphene_point_t *place);
void _troupe_editor_duplicate (TroupeEditor *self);
/* One step: what stands in @text at @x, @y. */
void _troupe_editor_insert_text (TroupeEditor *self,
                                 const char *text,
                                 double x,
                                 double y,
                                 gboolean keep_wires);

G_END_DECLS
