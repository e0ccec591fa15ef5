/* troupe-find.h: where words stand in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeFindHit:
 * @id: what is shown: a method, a note or a group
 * @path: (nullable): the place inside the document; NULL where the thing itself is meant
 * @title: of the thing. @detail: (nullable): the words around what was found, in one line
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
 * A search under way: names first, then all other texts of the methods (descriptions, expressions,
 * prompts, events), notes and groups, and what is wrong. It goes on in steps, so that a large flow
 * blocks nothing. Upper and lower case are the same. The document must not change meanwhile.
 */
typedef struct _TroupeFind TroupeFind;

/* @words: empty: all names. */
TroupeFind *troupe_find_new (TroupeFlowDocument *document, const char *words);
void troupe_find_free (TroupeFind *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFind, troupe_find_free)

/* Appends what it finds within about @budget microseconds to @hits (of TroupeFindHit). FALSE when all has
 * been looked at, or so much was found that nobody would read on. */
gboolean troupe_find_step (TroupeFind *self, GListStore *hits, gint64 budget);

G_END_DECLS
