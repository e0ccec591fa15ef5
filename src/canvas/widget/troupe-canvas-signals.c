/* troupe-canvas-signals.c: signals of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-signals"

#include "config.h"

#include "troupe-canvas-parts.h"

guint troupe_canvas_signals[N_CANVAS_SIGNALS];

/* The argument types as letters: s string, d double, b boolean, i int, u uint, p pointer. */
static const struct
{
  const char *name;
  const char *arguments;
} table[N_CANVAS_SIGNALS] = {
  [SIGNAL_SELECTION_CHANGED] = { "selection-changed", "" },
  [SIGNAL_FOCUS_CHANGED] = { "focus-changed", "" },
  [SIGNAL_VIEW_CHANGED] = { "view-changed", "" },
  [SIGNAL_HOVER_CHANGED] = { "hover-changed", "is" },
  [SIGNAL_NODES_MOVED] = { "nodes-moved", "pu" },
  [SIGNAL_ARRANGING] = { "arranging", "i" },
  [SIGNAL_WIRE_REQUESTED] = { "wire-requested", "ssssb" },
  [SIGNAL_WIRE_DROPPED] = { "wire-dropped", "ssddb" },
  [SIGNAL_WIRE_RECONNECTED] = { "wire-reconnected", "ssb" },
  [SIGNAL_WIRE_REMOVED] = { "wire-removed", "s" },
  [SIGNAL_WIRES_CUT] = { "wires-cut", "p" },
  [SIGNAL_NODE_CLICKED] = { "node-clicked", "s" },
  [SIGNAL_NODE_ACTIVATED] = { "node-activated", "sb" },
  [SIGNAL_NODE_INSERTED_ON_WIRE] = { "node-inserted-on-wire", "ssddb" },
  [SIGNAL_NODE_TAKEN_OUT] = { "node-taken-out", "sdd" },
  [SIGNAL_GATE_TOGGLED] = { "gate-toggled", "s" },
  [SIGNAL_GROUND_ACTIVATED] = { "ground-activated", "dd" },
  [SIGNAL_BEND_REQUESTED] = { "bend-requested", "sdd" },
  [SIGNAL_BEND_MOVED] = { "bend-moved", "sudd" },
  [SIGNAL_NOTE_ACTIVATED] = { "note-activated", "s" },
  [SIGNAL_GROUP_ACTIVATED] = { "group-activated", "s" },
  [SIGNAL_NOTE_RESIZED] = { "note-resized", "sdd" },
  [SIGNAL_BADGE_ACTIVATED] = { "badge-activated", "is" },
  [SIGNAL_CONTEXT_MENU] = { "context-menu", "isdd" },
  [SIGNAL_COMMAND] = { "command", "s" },
};

static GType
get_argument_type (char letter)
{
  switch (letter)
    {
    case 's':
      return G_TYPE_STRING;
    case 'd':
      return G_TYPE_DOUBLE;
    case 'b':
      return G_TYPE_BOOLEAN;
    case 'i':
      return G_TYPE_INT;
    case 'u':
      return G_TYPE_UINT;
    case 'p':
      return G_TYPE_POINTER;
    default:
      g_return_val_if_reached (G_TYPE_INVALID);
    }
}

void
troupe_canvas_install_signals (TroupeCanvasClass *klass)
{
  for (guint i = 0; i < N_CANVAS_SIGNALS; i++)
    {
      GType types[8];
      guint n_types = (guint) strlen (table[i].arguments);
      GSignalFlags flags = G_SIGNAL_RUN_LAST;

      g_assert (n_types <= G_N_ELEMENTS (types));
      for (guint n = 0; n < n_types; n++)
        types[n] = get_argument_type (table[i].arguments[n]);
      if (i == SIGNAL_COMMAND)
        flags |= G_SIGNAL_DETAILED;
      troupe_canvas_signals[i] =
          g_signal_newv (table[i].name, G_TYPE_FROM_CLASS (klass), flags, NULL, NULL, NULL, NULL,
                         G_TYPE_NONE, n_types, types);
    }
}
