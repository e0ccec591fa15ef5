/* troupe-palette.h: popover to choose what to create or to connect to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Objects that can be created, in the order of the list (doc/interface.md §9). */
typedef enum
{
  TROUPE_PALETTE_EXPRESSION,
  TROUPE_PALETTE_AGENT,
  TROUPE_PALETTE_CREW,
  TROUPE_PALETTE_TOOL,
  TROUPE_PALETTE_EACH,
  TROUPE_PALETTE_PERSON,
  TROUPE_PALETTE_PYTHON,
  TROUPE_PALETTE_ROUTER,
  TROUPE_PALETTE_AND,
  TROUPE_PALETTE_OR,
  TROUPE_PALETTE_START,
  TROUPE_PALETTE_NOTE,
  TROUPE_PALETTE_N_KINDS,
} TroupePaletteKind;

/* Returns the parameter of `flow.add-method`: the name of an action, or `person`, `router`,
 * `and`, `or`, `start`, `note`. */
const char *troupe_palette_kind_get_name (TroupePaletteKind kind);
/* Returns the title of the kind, in the language of the user. (transfer none) */
const char *troupe_palette_kind_get_title (TroupePaletteKind kind);
gboolean troupe_palette_kind_from_name (const char *name, TroupePaletteKind *kind);

/**
 * TroupePalette:
 *
 * A popover with a list of what can be created. Typing filters by name, kind and synonyms; better
 * matches are higher, and Enter chooses the first entry. The letter shown at the right of an entry,
 * typed alone, moves that entry to the top.
 *
 * Signals: `create` (int: TroupePaletteKind), `connect-to` (method). The popover is closed before a
 * signal is emitted.
 */
#define TROUPE_TYPE_PALETTE (troupe_palette_get_type ())
G_DECLARE_FINAL_TYPE (TroupePalette, troupe_palette, TROUPE, PALETTE, GtkPopover)

GtkWidget *troupe_palette_new (void);

/**
 * troupe_palette_set_source:
 * @event: (nullable): the event after which the new method runs; a note or a start method is then listed only by a search. NULL
 *   if there is no event; in this case there is no title and no method to connect to
 * @from: (nullable): the method that emits the event
 * @backward: whether the wire was drawn from an input, so that the created method runs before
 *   @event
 * @joined: (nullable): the names of the methods that a gate would join, as a list for display, which the rows of
 *   And and Or show. NULL if there is none; a search for And and Or then says what to do
 *
 * Sets the purpose for which the palette is opened, and fills the palette.
 */
void troupe_palette_set_source (TroupePalette *self,
                                TroupeFlow *flow,
                                const char *event,
                                const char *from,
                                gboolean backward,
                                const char *joined);

void troupe_palette_set_max_height (TroupePalette *self, int height);

/* Sets the search text as if it was typed; for shortcuts and tests. */
void troupe_palette_set_search (TroupePalette *self, const char *text);
/* Lists the visible titles in order. (transfer full), NULL-terminated. */
char **troupe_palette_list_shown (TroupePalette *self);
void troupe_palette_activate_first (TroupePalette *self);

G_END_DECLS
