/* troupe-canvas-types.h: public types of the canvas: nodes, gates, wires, notes and groups
 *
 * Every item has a string id that is unique among all nodes, gates, wires, notes and groups of a
 * scene. Ports are identified by the id of their node and their name. Positions and sizes are
 * canvas pixels: one pixel on screen at 100 % zoom. This header uses no GTK types.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When a node runs. The role determines color and shape of the node's mark (doc/interface.md
 * §1). */
typedef enum
{
  TROUPE_CANVAS_ROLE_NEUTRAL,  /* gray square */
  TROUPE_CANVAS_ROLE_START,    /* green circle */
  TROUPE_CANVAS_ROLE_LISTENER, /* purple rounded square */
  TROUPE_CANVAS_ROLE_ROUTER,   /* blue diamond */
  TROUPE_CANVAS_ROLE_MANAGER,  /* orange square */
} TroupeCanvasRole;

/* State of a node in the run that is shown (doc/interface.md §6). */
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
  TROUPE_CANVAS_WIRE_PLAIN,   /* a method's own output: gray */
  TROUPE_CANVAS_WIRE_EVENT,   /* an event: green, labeled with a pill */
  TROUPE_CANVAS_WIRE_AND,     /* into an and gate: blue, dashed */
  TROUPE_CANVAS_WIRE_CONTEXT, /* a task's output used by another task: purple */
  TROUPE_CANVAS_WIRE_MANAGER, /* a manager and its tasks: orange, dotted */
  TROUPE_CANVAS_WIRE_ERRAND,  /* current delegation to an agent: orange, with its words */
  TROUPE_CANVAS_N_WIRE_KINDS,
} TroupeCanvasWireKind;

typedef enum
{
  TROUPE_CANVAS_WIRE_IDLE,
  TROUPE_CANVAS_WIRE_FIRED,
  TROUPE_CANVAS_WIRE_NOT_TAKEN,
  TROUPE_CANVAS_WIRE_FIRST, /* of two compared runs, only the first one took it: blue, solid, “A” */
  TROUPE_CANVAS_WIRE_SECOND, /* only the second one: orange, dashed, “B” */
} TroupeCanvasWireState;

/* How a node differs from the node with the same name in a compared drawing. */
typedef enum
{
  TROUPE_CANVAS_MARK_NONE,
  TROUPE_CANVAS_MARK_CHANGED, /* ~ */
  TROUPE_CANVAS_MARK_ADDED,   /* +: only here */
  TROUPE_CANVAS_MARK_REMOVED, /* −: only in the other one; faded card */
} TroupeCanvasMark;

/* Appearance of a group. */
typedef enum
{
  TROUPE_CANVAS_GROUP_FRAME, /* a tinted frame that can be dragged by its title and edge */
  TROUPE_CANVAS_GROUP_LANE,  /* dashed; derived from its contents and cannot be dragged */
  TROUPE_CANVAS_GROUP_CAPTION, /* no frame: the title above its members; cannot be dragged */
} TroupeCanvasGroupStyle;

/* The eight colors of groups. */
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

/* The kind of item at a point, or of the item to which a signal refers. */
typedef enum
{
  TROUPE_CANVAS_KIND_GROUND,
  TROUPE_CANVAS_KIND_NODE,
  TROUPE_CANVAS_KIND_INPUT,  /* a node's input port */
  TROUPE_CANVAS_KIND_OUTPUT, /* an output port of a node (its own or an event's) or gate */
  TROUPE_CANVAS_KIND_GATE,
  TROUPE_CANVAS_KIND_WIRE,
  TROUPE_CANVAS_KIND_WIRE_END, /* the section of a wire that can be dragged away from its target */
  TROUPE_CANVAS_KIND_BEND,
  TROUPE_CANVAS_KIND_NOTE,
  TROUPE_CANVAS_KIND_NOTE_CORNER,
  TROUPE_CANVAS_KIND_GROUP,
  TROUPE_CANVAS_KIND_PROBLEM_BADGE,
  TROUPE_CANVAS_KIND_BREAKPOINT_BADGE,
  TROUPE_CANVAS_KIND_PASSES_BADGE,
  TROUPE_CANVAS_KIND_ANSWER_BADGE, /* the strip of a node that prompts the user */
  TROUPE_CANVAS_KIND_STALE_BADGE,  /* the strip of a node whose result is out of date */
} TroupeCanvasKind;

/**
 * TroupeCanvasNode:
 * @summary: (nullable): the second line of the head
 * @icon_name: (nullable): a symbolic icon of the theme, drawn white in the mark
 * @mark_text: (nullable): a short text drawn in the mark instead of the icon, such as the number of
 *   a task
 * @x: the left edge. @y: the upper edge
 * @width: as the user set it; 0: as the name requires
 * @openable: dashed border and chevron
 * @has_input: whether it has a port at the left
 * @output: (nullable): the name of the port in the head, usually the node's own name
 * @events: (nullable): NULL-terminated; each has a row with its name and a port
 * @is_person: the card of an agent and not of a step: @mark_text in a large round avatar, colored
 *   by the title
 * @owner: (nullable): the agent that executes the step: a row with an avatar with its initials
 * @owner_icon: (nullable): a symbolic icon for the avatar, which is gray; set if @owner says that
 *   there is no agent yet
 * @chips: (nullable): NULL-terminated short words in pills, below @owner
 * @chip_icons: (nullable): NULL-terminated, same length: a symbolic icon for each chip; "" for none
 * @no_chips: (nullable): text that is shown in their row if there are none
 * @signs: (nullable): NULL-terminated symbolic icons at the right of the head
 * @badge: (nullable): a symbolic icon on the upper edge at the left, behind the breakpoint, which takes no room from the title
 * @input_note: (nullable): words in a pill at the input: what arrives without a wire
 * @tooltip: (nullable): more than the card can show
 * @accessible_label: (nullable): `publish, listener, tool, running`; the title by default
 * @accessible_description: (nullable): `runs after a and b; leads to c; 1 error`
 *
 * A card as its owner describes it.
 *
 * The caller keeps ownership of the strings; the scene copies them.
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
  const char *badge;
  const char *input_note;
  const char *tooltip;
  const char *accessible_label;
  const char *accessible_description;
} TroupeCanvasNode;

/**
 * TroupeCanvasNodeRun:
 * @word: (nullable): current activity of the node, such as `Task 2 of 3 · compare`; by default the
 *   word of the state
 * @time: (nullable): text at the right of the strip, such as `0.8 s`
 * @stream: (nullable): the last received words; truncated at the front
 * @progress: 0 to 1; below 0 if unknown (no bar)
 * @passes: number of executions; shown in a pill from 2 on
 * @taken: (nullable): NULL-terminated: the events taken in this pass. The ports of all other events
 *   become hollow. NULL if not decided yet
 * @busy_chip: (nullable): the chip whose tool is currently used
 *
 * The state of a run that a node shows.
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
 * @x: the center. @y: the center
 * @inputs: NULL-terminated, in the order of the file: the events for which the gate waits. A wire
 *   refers to one of them with to_input
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
 * @from_port: (nullable): the node's output or one of its events; NULL: the own output of the node
 *   or the output of the gate
 * @to: the id of a node or a gate
 * @to_input: (nullable): which of the gate's inputs
 * @label: (nullable): the word in the pill
 * @routed_back: runs around the cards in rounded steps although its target is to the right
 * @has_lane: runs in rounded steps with its long segment at the height @lane_y
 * @muted: leads through a muted node
 * @words: (nullable): of a delegation: the second line of its label
 * @from_y: of a delegation, which leads from side to side: how far below the center of the card it
 *   begins
 * @bends: (nullable): @n_bends pairs of x, y that the wire passes; of a delegation: its corners
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
 * TroupeCanvasNote:
 * @text: (nullable): simple Markdown
 *
 * A sticky note.
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
 * TroupeCanvasGroup:
 * @members: (nullable): NULL-terminated ids of nodes, gates and notes that the frame surrounds. If
 *   none of these items exists, the frame is given by x, y, width and height
 *
 * A tinted frame behind nodes.
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

/* An item that a gesture has moved; @kind is NODE, GATE, NOTE or GROUP. */
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
