/* troupe-plot-drawing.h: drawing of a flow or crew, independent of the output format
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

/* State of a card in the run that the drawing shows. */
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

/* An additional text of a card, such as a prompt or an expression. It is shown if there is
 * space. */
typedef struct
{
  char *label; /* translated */
  char *text;
  gboolean is_code;
} TroupePlotDetail;

/**
 * TroupePlotPiece:
 * @id: unique within the drawing, used by selections
 * @title: as in the document
 * @summary, @kind_words, @description: (nullable): its second line; its type in words; the
 *   description that the author wrote
 * @role: the color of its mark and its border
 * @mark_text: (nullable): the text on the mark, used instead of @icon
 * @person, @person_name: (nullable): initials and name of the agent that executes it, drawn in
 *   @person_ink
 * @events: (nullable): rows, NULL-terminated
 * @chips: (element-type TroupePlotChip); @chips_note: (nullable): text that is shown instead of
 *   chips
 * @signs: (element-type utf8): names of icons at its right end, static
 * @hint: (nullable): a word next to its left port
 * @ports: (element-type TroupePlotPort)
 * @details: (element-type TroupePlotDetail)
 * @is_and: of a gate: whether it is an and gate
 * @strip_y: where its run strip begins; @height includes the strip if a run is shown
 * @state, @word, @time, @taken: its final state in the run; @taken: (nullable): an event
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
 * @path: SVG path data with absolute coordinates; ends where the arrow begins
 * @source, @target: indexes of pieces
 * @event: (nullable): the event of the source from whose row the line starts
 * @label: (nullable): a word on the line, centered at @label_x, @label_y
 * @is_down: whether the arrow of the line points down instead of right
 * @is_flat: whether the line crosses no other line, so that it needs no band that separates it from
 *   other lines
 * @high, @low: the vertical extent of the line
 * @has_fired, @was_left: the state of the line in the run that is shown
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
  TROUPE_PLOT_GROUND_LANE, /* around tasks that run at the same time */
  TROUPE_PLOT_GROUND_NOTE,
  TROUPE_PLOT_GROUND_HEADING,
} TroupePlotGroundKind;

/* An area behind the cards. @id: (nullable): of a note; @title, @text: (nullable) */
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
  char *id;
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
 * @piece: index of the piece that was executed
 * @start, @end: in seconds of the run; @end is -1 if it had not ended
 * @word: (nullable): its state in words, if it is not the word of @state
 * @taken: (nullable): the event that a router chose
 * @input, @output, @use, @by: (nullable): texts
 * @pass: from 1
 *
 * One execution of a method, a task or an agent in the run that the drawing shows.
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
 * @title, @description: of the complete document; @run_words: (nullable): summary of the run in one
 *   line
 * @is_crew: whether it shows a crew instead of a flow
 * @pieces, @lines, @grounds, @legend, @steps: (element-type TroupePlotPiece …)
 * @run_length: in seconds
 *
 * The contents of an image with their positions, independent of the output format. A drawing is
 * created by troupe_plot_drawing_new_graph() or troupe_plot_drawing_new_crew(), and is read-only
 * after that.
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

/* These functions take ownership of the members of the struct; troupe_plot_drawing_add_piece()
 * returns the index. */
guint troupe_plot_drawing_add_piece (TroupePlotDrawing *self, TroupePlotPiece *piece);
void troupe_plot_drawing_add_line (TroupePlotDrawing *self, TroupePlotLine *line);
void troupe_plot_drawing_add_ground (TroupePlotDrawing *self, TroupePlotGround *ground);
void troupe_plot_drawing_add_legend (TroupePlotDrawing *self, TroupePlotLegend *legend);
void troupe_plot_drawing_add_step (TroupePlotDrawing *self, TroupePlotStep *step);
/* Adds a detail to @piece, or nothing if @text is %NULL or empty. @label: translated; @text:
 * (nullable). Both are copied. */
void troupe_plot_piece_add_detail (TroupePlotPiece *piece,
                                   const char *label,
                                   const char *text,
                                   gboolean is_code);
void troupe_plot_piece_add_port (TroupePlotPiece *piece, double x, double y, TroupePlotInk ink);
void troupe_plot_piece_add_chip (TroupePlotPiece *piece, const char *icon, const char *text);
/* Returns the index of the piece with @id, or -1. */
int troupe_plot_drawing_find (TroupePlotDrawing *self, const char *id);

/* Returns the bounding box of the drawing, without a margin. */
TroupePlotBox troupe_plot_drawing_measure (TroupePlotDrawing *self);

/**
 * troupe_plot_drawing_select:
 * @ids: ids or titles, NULL-terminated; unknown ones are ignored
 *
 * Copies the drawing, reduced to the pieces and notes with @ids, the gates of these cards, the lines
 * between these pieces and the groups around them.
 *
 * Returns: (transfer full)
 */
TroupePlotDrawing *troupe_plot_drawing_select (TroupePlotDrawing *self, const char *const *ids);

/* Location of a text. @name: location in words for the user; @id: (nullable): the piece to which
 * the text belongs; @in_run: whether the text is from the run instead of the document */
typedef struct
{
  const char *name;
  const char *id;
  gboolean in_run;
} TroupePlotTextPlace;

typedef void (*TroupePlotTextFunc) (char **text,
                                    const TroupePlotTextPlace *place,
                                    gpointer user_data);
/* Calls @func for every text of the document and of the run in the drawing. @func may replace
 * the text. */
void troupe_plot_drawing_visit_texts (TroupePlotDrawing *self,
                                      TroupePlotTextFunc func,
                                      gpointer user_data);

G_END_DECLS
