/* troupe-canvas-types.h: what the canvas draws, in plain words and structs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is known by a string id that is unique among all nodes, gates, wires, notes and groups
 * of a scene. Ports are known by the id of their node and their name. Positions and sizes are canvas
 * pixels: what is one pixel on screen at 100 % zoom. No GTK type stands here.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When a node runs: decides the colour and the shape of its mark (doc/interface.md §1). */
typedef enum
{
  TROUPE_CANVAS_ROLE_NEUTRAL,  /* grey square */
  TROUPE_CANVAS_ROLE_START,    /* green circle */
  TROUPE_CANVAS_ROLE_LISTENER, /* purple rounded square */
  TROUPE_CANVAS_ROLE_ROUTER,   /* blue diamond */
  TROUPE_CANVAS_ROLE_MANAGER,  /* orange square */
} TroupeCanvasRole;

/* How far a node is in the run that is shown (doc/interface.md §6). */
typedef enum
{
  TROUPE_CANVAS_STATE_IDLE, /* no run is shown: no strip */
  TROUPE_CANVAS_STATE_WAITING,
  TROUPE_CANVAS_STATE_RUNNING,
  TROUPE_CANVAS_STATE_DONE,
  TROUPE_CANVAS_STATE_FAILED,
  TROUPE_CANVAS_STATE_SKIPPED,
  TROUPE_CANVAS_STATE_PAUSED,
  TROUPE_CANVAS_STATE_ASKING,
  TROUPE_CANVAS_STATE_STALE,
  TROUPE_CANVAS_N_STATES,
} TroupeCanvasState;

typedef enum
{
  TROUPE_CANVAS_GATE_OR,
  TROUPE_CANVAS_GATE_AND,
} TroupeCanvasGateKind;

typedef enum
{
  TROUPE_CANVAS_WIRE_PLAIN,   /* a method's own end: grey */
  TROUPE_CANVAS_WIRE_EVENT,   /* an event: green, its word in a pill */
  TROUPE_CANVAS_WIRE_AND,     /* into an and gate: blue, dashed */
  TROUPE_CANVAS_WIRE_CONTEXT, /* a task's output used by another task: purple */
  TROUPE_CANVAS_WIRE_MANAGER, /* a manager and its tasks: orange, dotted */
  TROUPE_CANVAS_WIRE_ERRAND,  /* what somebody is asked at this moment: orange, with its words */
  TROUPE_CANVAS_N_WIRE_KINDS,
} TroupeCanvasWireKind;

typedef enum
{
  TROUPE_CANVAS_WIRE_IDLE,
  TROUPE_CANVAS_WIRE_FIRED,
  TROUPE_CANVAS_WIRE_NOT_TAKEN,
} TroupeCanvasWireState;

/* How a node differs from the one of its name in a drawing beside this one. */
typedef enum
{
  TROUPE_CANVAS_MARK_NONE,
  TROUPE_CANVAS_MARK_CHANGED, /* ~ */
  TROUPE_CANVAS_MARK_ADDED,   /* +: only here */
  TROUPE_CANVAS_MARK_REMOVED, /* −: only there; the card is pale */
} TroupeCanvasMark;

/* What a group looks like. */
typedef enum
{
  TROUPE_CANVAS_GROUP_FRAME, /* a tinted frame that can be taken by its title and its edge */
  TROUPE_CANVAS_GROUP_LANE,  /* dashed: follows from what is drawn in it, so that nobody takes it */
  TROUPE_CANVAS_GROUP_CAPTION, /* no frame: the title above its members; likewise */
} TroupeCanvasGroupStyle;

/* The eight colours of groups. */
typedef enum
{
  TROUPE_CANVAS_HUE_BLUE,
  TROUPE_CANVAS_HUE_GREEN,
  TROUPE_CANVAS_HUE_YELLOW,
  TROUPE_CANVAS_HUE_ORANGE,
  TROUPE_CANVAS_HUE_RED,
  TROUPE_CANVAS_HUE_PURPLE,
  TROUPE_CANVAS_HUE_BROWN,
  TROUPE_CANVAS_HUE_GREY,
  TROUPE_CANVAS_N_HUES,
} TroupeCanvasHue;

/* What lies under a point, and what a signal speaks of. */
typedef enum
{
  TROUPE_CANVAS_KIND_GROUND,
  TROUPE_CANVAS_KIND_NODE,
  TROUPE_CANVAS_KIND_INPUT,  /* a node's input port */
  TROUPE_CANVAS_KIND_OUTPUT, /* an output port, the own one or an event's; or a gate's output */
  TROUPE_CANVAS_KIND_GATE,
  TROUPE_CANVAS_KIND_WIRE,
  TROUPE_CANVAS_KIND_WIRE_END, /* the part of a wire that can be dragged away from its target */
  TROUPE_CANVAS_KIND_BEND,
  TROUPE_CANVAS_KIND_NOTE,
  TROUPE_CANVAS_KIND_NOTE_CORNER,
  TROUPE_CANVAS_KIND_GROUP,
  TROUPE_CANVAS_KIND_PROBLEM_BADGE,
  TROUPE_CANVAS_KIND_BREAKPOINT_BADGE,
  TROUPE_CANVAS_KIND_PASSES_BADGE,
  TROUPE_CANVAS_KIND_ANSWER_BADGE, /* the strip of a node that asks a person */
} TroupeCanvasKind;

/**
 * TroupeCanvasNode: a card, as its owner describes it.
 * @summary: (nullable): the second line of the head
 * @icon_name: (nullable): a symbolic icon of the theme, drawn white in the mark
 * @mark_text: (nullable): a short text drawn in the mark instead of the icon, a task's number
 * @x: the left edge. @y: the upper edge
 * @width: as the user set it; 0: as the name needs
 * @openable: dashed border and chevron
 * @has_input: whether it has a port at the left
 * @output: (nullable): the name of the port in the head, usually the node's own name
 * @events: (nullable): NULL-terminated; each has a row with a port that bears its word
 * @is_person: not what is done, but who does it: @mark_text in a large round picture, coloured after the title
 * @owner: (nullable): who does it: a row with a round picture of the initials
 * @owner_icon: (nullable): @owner says that it is nobody yet: a symbolic icon in the picture, which is grey
 * @chips: (nullable): NULL-terminated short words in pills, below @owner
 * @chip_icons: (nullable): NULL-terminated, as many: a symbolic icon in each of them; "" for none
 * @no_chips: (nullable): what stands in their row where there are none
 * @signs: (nullable): NULL-terminated symbolic icons at the right of the head
 * @input_note: (nullable): words in a pill at the input: what comes in without a wire
 * @tooltip: (nullable): more than the card can show
 * @accessible_label: (nullable): `publish, listener, tool, running`; else the title
 * @accessible_description: (nullable): `runs after a and b; leads to c; 1 error`
 *
 * Whoever fills the struct keeps its strings; the scene copies them.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  const char *icon_name;
  const char *mark_text;
  TroupeCanvasRole role;
  double x;
  double y;
  double width;
  gboolean openable;
  gboolean has_input;
  gboolean muted;
  gboolean breakpoint;
  gboolean is_person;
  guint n_errors;
  guint n_warnings;
  const char *output;
  const char *const *events;
  const char *owner;
  const char *owner_icon;
  const char *const *chips;
  const char *const *chip_icons;
  const char *no_chips;
  const char *const *signs;
  const char *input_note;
  const char *tooltip;
  const char *accessible_label;
  const char *accessible_description;
} TroupeCanvasNode;

/**
 * TroupeCanvasNodeRun: what a run says of a node.
 * @word: (nullable): what it does now, `Task 2 of 3 · compare`; else the state's own word
 * @time: (nullable): `0.8 s`, at the right of the strip
 * @stream: (nullable): the last words that came in; cut at the front
 * @progress: 0 to 1; below 0 where it is not known (no bar)
 * @passes: how often it has run; from 2 on a pill says so
 * @taken: (nullable): NULL-terminated, the events taken in this pass; NULL: not decided yet. Of the
 *   others the ports become hollow
 * @busy_chip: (nullable): the chip whose thing is at work
 */
typedef struct
{
  TroupeCanvasState state;
  const char *word;
  const char *time;
  const char *stream;
  double progress;
  guint passes;
  const char *const *taken;
  const char *busy_chip;
} TroupeCanvasNodeRun;

#define TROUPE_CANVAS_NODE_RUN_INIT                                                                \
  {                                                                                                \
    .state = TROUPE_CANVAS_STATE_IDLE, .progress = -1.0                                            \
  }

/**
 * TroupeCanvasGate:
 * @x: the middle. @y: the middle
 * @inputs: NULL-terminated, in the order of the file: what it waits for. A wire names one of them
 *   in its to_input
 */
typedef struct
{
  const char *id;
  TroupeCanvasGateKind kind;
  double x;
  double y;
  const char *const *inputs;
  const char *accessible_label;
  const char *accessible_description;
} TroupeCanvasGate;

/**
 * TroupeCanvasWire:
 * @from: the id of a node or a gate
 * @from_port: (nullable): the node's output or one of its events; NULL: the own output, or a gate's
 * @to: the id of a node or a gate
 * @to_input: (nullable): which of the gate's inputs
 * @label: (nullable): the word in the pill
 * @routed_back: runs around the cards in rounded steps although its target lies to the right
 * @has_lane: runs in rounded steps with its long part at the height @lane_y
 * @muted: goes through a muted node
 * @words: (nullable): of an errand the second line of its label
 * @from_y: of an errand, which leads from side to side: how far below the middle of the card it begins
 * @bends: (nullable): @n_bends pairs of x, y the wire goes through; of an errand its corners
 */
typedef struct
{
  const char *id;
  const char *from;
  const char *from_port;
  const char *to;
  const char *to_input;
  const char *label;
  const char *words;
  TroupeCanvasWireKind kind;
  gboolean routed_back;
  gboolean has_lane;
  gboolean muted;
  gboolean breakpoint;
  double lane_y;
  double from_y;
  const double *bends;
  guint n_bends;
} TroupeCanvasWire;

/**
 * TroupeCanvasNote: a sheet of paper. @text: (nullable): simple Markdown.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *text;
  double x;
  double y;
  double width;
  double height;
} TroupeCanvasNote;

/**
 * TroupeCanvasGroup: a tinted frame behind nodes.
 * @members: (nullable): NULL-terminated ids of nodes, gates and notes; the frame lies around them.
 *   Where none is known, x, y, width and height say where it is
 */
typedef struct
{
  const char *id;
  const char *title;
  TroupeCanvasGroupStyle style;
  TroupeCanvasHue hue;
  const char *const *members;
  double x;
  double y;
  double width;
  double height;
} TroupeCanvasGroup;

/* One thing that a gesture has moved; @kind is NODE, GATE, NOTE or GROUP. */
typedef struct
{
  TroupeCanvasKind kind;
  const char *id;
  double old_x;
  double old_y;
  double new_x;
  double new_y;
} TroupeCanvasMove;

G_END_DECLS
