/* troupe-source-item.h: list model item for a knowledge source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-service.h"

G_BEGIN_DECLS

/**
 * TroupeSourceItem:
 *
 * List model item for a knowledge source, with the progress of reading it.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_SOURCE_ITEM (troupe_source_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourceItem, troupe_source_item, TROUPE, SOURCE_ITEM, GObject)

/* @facts: (transfer full) */
TroupeSourceItem *troupe_source_item_new (TroupeSourceFacts *facts);
const TroupeSourceFacts *troupe_source_item_get_facts (TroupeSourceItem *self);
/* @facts: (transfer full): for the same source */
void troupe_source_item_set_facts (TroupeSourceItem *self, TroupeSourceFacts *facts);
/* Returns TRUE if both refer to the same entry of a document. */
gboolean troupe_source_item_is_same (TroupeSourceItem *self, const TroupeSourceFacts *facts);

/* Sets whether the source is being read. If it is being read, @done of @n chunks are embedded;
 * both are 0 until the number of chunks is known. */
void troupe_source_item_set_reading (TroupeSourceItem *self, gboolean is_read, guint done, guint n);
gboolean troupe_source_item_get_reading (TroupeSourceItem *self, guint *done, guint *n);
/* Like troupe_source_item_set_reading(), but for a run that reads the complete collection.
 * Returns TRUE if something has changed. */
gboolean
troupe_source_item_set_run (TroupeSourceItem *self, gboolean is_read, guint done, guint n);
gboolean troupe_source_item_is_in_run (TroupeSourceItem *self);
/* Sets an error of the embedder. In this case the file can be read but not embedded. @text:
 * (nullable) */
void troupe_source_item_set_error (TroupeSourceItem *self, const char *text);
/* Returns the state as text, for example `Embedded 3 Nov`. (transfer full) */
char *troupe_source_item_describe (TroupeSourceItem *self);
/* Returns the error message. (nullable) */
const char *troupe_source_item_get_error (TroupeSourceItem *self);
/* Returns the CSS class: `done`, `failed`, `stale`, `running` or `waiting`. */
const char *troupe_source_item_get_style (TroupeSourceItem *self);

G_END_DECLS
