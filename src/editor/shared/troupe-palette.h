/* troupe-palette.h: the popover that asks what to create or to connect to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/* What can be created; its order is that of the list (doc/interface.md §9). */
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
  TROUPE_PALETTE_NOTE,
  TROUPE_PALETTE_N_KINDS,
} TroupePaletteKind;

/* The word for `flow.add-method`: that of an action, or `person`, `router`, `and`, `or`, `note`. */
const char *troupe_palette_kind_get_name (TroupePaletteKind kind);
gboolean troupe_palette_kind_from_name (const char *name, TroupePaletteKind *kind);

/**
 * TroupePalette:
 *
 * Typing filters by name, kind and synonyms; Enter takes the first; while nothing is typed the letter
 * shown at the right of an entry takes it.
 *
 * Signals: `create` (int: TroupePaletteKind), `connect-to` (method). The popover is closed before.
 */
#define TROUPE_TYPE_PALETTE (troupe_palette_get_type ())
G_DECLARE_FINAL_TYPE (TroupePalette, troupe_palette, TROUPE, PALETTE, GtkPopover)

GtkWidget *troupe_palette_new (void);

/**
 * troupe_palette_set_source:
 * @event: (nullable): what the new method is to run after; NULL: nothing, then there is no title and
 *   nothing to connect to
 * @from: (nullable): the method that emits it
 * @backward: the wire was drawn out of an input: what is created runs before @event
 * @gates: whether And and Or make sense: there is more than one thing to join
 *
 * Says what the palette is opened for and fills it.
 */
void troupe_palette_set_source (TroupePalette *self,
                                TroupeFlow *flow,
                                const char *event,
                                const char *from,
                                gboolean backward,
                                gboolean gates);

void troupe_palette_set_max_height (TroupePalette *self, int height);

/* For keys and tests: what typing does. */
void troupe_palette_set_search (TroupePalette *self, const char *text);
/* Titles that are seen, in order. (transfer full), NULL-terminated. */
char **troupe_palette_list_shown (TroupePalette *self);
gboolean troupe_palette_press_letter (TroupePalette *self, char letter);
void troupe_palette_activate_first (TroupePalette *self);

G_END_DECLS
