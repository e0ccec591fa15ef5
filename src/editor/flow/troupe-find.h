/* troupe-find.h: full-text search in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeFindHit:
 * @id: the object to show, which is a method, a note or a group
 * @path: (nullable): the path inside the document; NULL if the object itself matches
 * @title: the title of the object. @detail: (nullable): an excerpt around the match, in one line
 *
 * A search result.
 */
#define TROUPE_TYPE_FIND_HIT (troupe_find_hit_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFindHit, troupe_find_hit, TROUPE, FIND_HIT, GObject)

const char *troupe_find_hit_get_id (TroupeFindHit *self);
const char *troupe_find_hit_get_path (TroupeFindHit *self);
const char *troupe_find_hit_get_title (TroupeFindHit *self);
const char *troupe_find_hit_get_detail (TroupeFindHit *self);

/**
 * TroupeFind:
 *
 * A running search. It searches names first, then all other texts of the methods (descriptions,
 * expressions, prompts, events), notes and groups, and problems. The search proceeds in steps, so
 * that a large flow does not block the main loop. It is case-insensitive. The document must not
 * change while the search is running.
 */
typedef struct _TroupeFind TroupeFind;

/* Creates a search. @words: an empty string finds all names. */
TroupeFind *troupe_find_new (TroupeFlowDocument *document, const char *words);
/* Creates a search for the uses of a method, an event, or a field of the state such as `state.topic`: in
 * conditions, lists of events, expressions and templates. */
TroupeFind *troupe_find_new_uses (TroupeFlowDocument *document, const char *name);
void troupe_find_free (TroupeFind *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFind, troupe_find_free)

/* Appends the results found within about @budget microseconds to @hits (of TroupeFindHit).
 * Returns FALSE if the search is complete or the maximum number of hits is reached. */
gboolean troupe_find_step (TroupeFind *self, GListStore *hits, gint64 budget);

G_END_DECLS
