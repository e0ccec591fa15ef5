/* troupe-plot-drawing.h: a picture before it is painted, of whatever kind of document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-measures.h"
#include "troupe-plot-palette.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PLOT_PIECE_METHOD,
  TROUPE_PLOT_PIECE_GATE,
  TROUPE_PLOT_PIECE_TASK,
  TROUPE_PLOT_PIECE_AGENT,
} TroupePlotPieceKind;

typedef enum
{
  TROUPE_PLOT_MARK_CIRCLE,
  TROUPE_PLOT_MARK_SQUARE,
  TROUPE_PLOT_MARK_DIAMOND,
} TroupePlotMark;

/* How far something is in the run that a picture shows. */
typedef enum
{
  TROUPE_PLOT_STATE_NONE, /* no run is shown */
  TROUPE_PLOT_STATE_WAITING,
  TROUPE_PLOT_STATE_RUNNING,
  TROUPE_PLOT_STATE_DONE,
  TROUPE_PLOT_STATE_FAILED,
  TROUPE_PLOT_STATE_ASKS,
  TROUPE_PLOT_STATE_SKIPPED,
  TROUPE_PLOT_N_STATES,
} TroupePlotState;

/* A word in a rounded box. @icon: (nullable) */
typedef struct
{
  const char *icon;
  char *text;
} TroupePlotChip;

typedef struct
{
  double x; /* from the upper left corner of its card */
  double y;
  TroupePlotInk ink;
} TroupePlotPort;

/* Something that is told of a card where there is room: a prompt, an expression. */
typedef struct
{
  char *label; /* translated */
  char *text;
  gboolean is_code;
} TroupePlotDetail;

/**
 * TroupePlotPiece:
 * @id: unique within the drawing, by which a selection knows it
 * @title: as the document has it
 * @summary, @kind_words, @description: (nullable): its second line; what it is, in words; what somebody wrote about it
 * @role: the colour of its mark and its border
 * @mark_text: (nullable): what stands on the mark in place of @icon
 * @person, @person_name: (nullable): the initials and the name of who does it, with @person_ink
 * @is_dashed: it can be opened
 * @events: (nullable): rows, NULL-terminated
 * @chips: (element-type TroupePlotChip); @chips_note: (nullable): what stands there in place of chips
 * @signs: (element-type utf8): names of icons at its right end, static
 * @hint: (nullable): a word beside its left port
 * @ports: (element-type TroupePlotPort)
 * @details: (element-type TroupePlotDetail)
 * @strip_y: where its strip begins; @height includes it where a run is shown
 * @state, @word, @time, @taken: what the run says of it in the end; @taken: (nullable): an event
 *
 * A card or a gate.
 */
typedef struct
{
  TroupePlotPieceKind kind;
  char *id;
  char *title;
  char *summary;
  char *kind_words;
  char *description;
  double x;
  double y;
  double width;
  double height;
  double radius;
  TroupePlotInk role;
  TroupePlotMark mark;
  const char *icon;
  char *mark_text;
  char *person;
  char *person_name;
  TroupePlotInk person_ink;
  char **events;
  GArray *chips;
  char *chips_note;
  GPtrArray *signs;
  char *hint;
  GArray *ports;
  GArray *details;
  gboolean is_and;
  double strip_y;
  TroupePlotState state;
  char *word;
  char *time;
  char *taken;
} TroupePlotPiece;

typedef enum
{
  TROUPE_PLOT_LINE_PLAIN,
  TROUPE_PLOT_LINE_AND,
  TROUPE_PLOT_LINE_DOTTED,
} TroupePlotLineKind;

/**
 * TroupePlotLine:
 * @path: as SVG writes it: with absolute places; ends where its arrow begins
 * @source, @target: indexes of pieces
 * @event: (nullable): of the source, from whose row it comes
 * @label: (nullable): a word on it, whose middle is at @label_x, @label_y
 * @is_down: whether its arrow points down, not to the right
 * @is_flat: it lies over no other, and has no band that separates it from them
 * @high, @low: how far it reaches
 * @has_fired, @was_left: in the run that is shown
 */
typedef struct
{
  TroupePlotLineKind kind;
  TroupePlotInk ink;
  char *path;
  guint source;
  guint target;
  char *event;
  char *label;
  double label_x;
  double label_y;
  double tip_x;
  double tip_y;
  gboolean is_down;
  gboolean is_flat;
  double left;
  double right;
  double high;
  double low;
  gboolean has_fired;
  gboolean was_left;
} TroupePlotLine;

typedef enum
{
  TROUPE_PLOT_GROUND_GROUP,
  TROUPE_PLOT_GROUND_LANE, /* of what runs at the same time */
  TROUPE_PLOT_GROUND_NOTE,
  TROUPE_PLOT_GROUND_HEADING,
} TroupePlotGroundKind;

/* What lies under the cards. @title, @text: (nullable) */
typedef struct
{
  TroupePlotGroundKind kind;
  TroupePlotInk ink;
  char *title;
  char *text;
  double x;
  double y;
  double width;
  double height;
} TroupePlotGround;

typedef enum
{
  TROUPE_PLOT_LEGEND_MARK,
  TROUPE_PLOT_LEGEND_LINE,
  TROUPE_PLOT_LEGEND_ICON,
} TroupePlotLegendKind;

/* One line of the legend. */
typedef struct
{
  TroupePlotLegendKind kind;
  TroupePlotMark mark;
  TroupePlotLineKind line;
  TroupePlotInk ink;
  const char *icon;
  char *text;
} TroupePlotLegend;

/**
 * TroupePlotStep:
 * @piece: whose it is
 * @start, @end: in seconds of the run; @end is -1 while it had not ended
 * @taken: (nullable): the event that it chose
 * @input, @output, @use, @by: (nullable): texts
 * @pass: from 1
 *
 * One pass of a method, a task or an agent in the run that a picture shows.
 */
typedef struct
{
  guint piece;
  double start;
  double end;
  TroupePlotState state;
  char *word;
  char *taken;
  char *input;
  char *output;
  char *use;
  char *by;
  guint pass;
} TroupePlotStep;

/**
 * TroupePlotDrawing:
 * @title, @description: of the whole; @run_words: (nullable): of the run, in a line
 * @is_crew: what it is of
 * @pieces, @lines, @grounds, @legend, @steps: (element-type TroupePlotPiece …)
 * @run_length: in seconds
 *
 * All that stands in a picture, with its places; nothing in it depends on a format. Made by
 * troupe_plot_drawing_new_flow() or troupe_plot_drawing_new_crew(), then read only.
 */
typedef struct _TroupePlotDrawing TroupePlotDrawing;
struct _TroupePlotDrawing
{
  gatomicrefcount ref_count;
  gboolean is_crew;
  char *title;
  char *description;
  char *run_words;
  GArray *pieces;
  GArray *lines;
  GArray *grounds;
  GArray *legend;
  GArray *steps;
  double run_length;
};

TroupePlotDrawing *troupe_plot_drawing_new (void);
TroupePlotDrawing *troupe_plot_drawing_ref (TroupePlotDrawing *self);
void troupe_plot_drawing_unref (TroupePlotDrawing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotDrawing, troupe_plot_drawing_unref)

static inline TroupePlotPiece *
troupe_plot_piece_at (TroupePlotDrawing *self, guint index)
{
  return &g_array_index (self->pieces, TroupePlotPiece, index);
}

static inline TroupePlotLine *
troupe_plot_line_at (TroupePlotDrawing *self, guint index)
{
  return &g_array_index (self->lines, TroupePlotLine, index);
}

/* Each takes over what the struct points to. Returns the index. */
guint troupe_plot_drawing_add_piece (TroupePlotDrawing *self, TroupePlotPiece *piece);
void troupe_plot_drawing_add_line (TroupePlotDrawing *self, TroupePlotLine *line);
void troupe_plot_drawing_add_ground (TroupePlotDrawing *self, TroupePlotGround *ground);
void troupe_plot_drawing_add_legend (TroupePlotDrawing *self, TroupePlotLegend *legend);
void troupe_plot_drawing_add_step (TroupePlotDrawing *self, TroupePlotStep *step);
/* @label: translated; @text: (nullable): then nothing is added. Both are copied. */
void troupe_plot_piece_add_detail (TroupePlotPiece *piece,
                                   const char *label,
                                   const char *text,
                                   gboolean is_code);
void troupe_plot_piece_add_port (TroupePlotPiece *piece, double x, double y, TroupePlotInk ink);
void troupe_plot_piece_add_chip (TroupePlotPiece *piece, const char *icon, const char *text);
/* The index of the piece that is called @id, or -1. */
int troupe_plot_drawing_find (TroupePlotDrawing *self, const char *id);

/* What the whole takes, without a margin. */
TroupePlotBox troupe_plot_drawing_measure (TroupePlotDrawing *self);

/**
 * troupe_plot_drawing_select:
 * @ids: ids or titles, NULL-terminated; what is not there is passed over
 *
 * The same drawing with these pieces, the gates before them, the lines among them and the groups around them alone.
 *
 * Returns: (transfer full)
 */
TroupePlotDrawing *troupe_plot_drawing_select (TroupePlotDrawing *self, const char *const *ids);

/* Where a text stands. @name: for a person; @id: (nullable): of the piece it belongs to; @in_run: the run has it */
typedef struct
{
  const char *name;
  const char *id;
  gboolean in_run;
} TroupePlotTextPlace;

typedef void (*TroupePlotTextFunc) (char **text,
                                    const TroupePlotTextPlace *place,
                                    gpointer user_data);
/* Calls @func for every text of the document and the run in it, which it may replace. */
void troupe_plot_drawing_visit_texts (TroupePlotDrawing *self,
                                      TroupePlotTextFunc func,
                                      gpointer user_data);

G_END_DECLS
