/* troupe-source-item.h: a source of knowledge, as a line of a table
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
 * What the table shows of one source, and how far it is being read.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_SOURCE_ITEM (troupe_source_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourceItem, troupe_source_item, TROUPE, SOURCE_ITEM, GObject)

/* @facts: (transfer full) */
TroupeSourceItem *troupe_source_item_new (TroupeSourceFacts *facts);
const TroupeSourceFacts *troupe_source_item_get_facts (TroupeSourceItem *self);
/* @facts: (transfer full): of the same source */
void troupe_source_item_set_facts (TroupeSourceItem *self, TroupeSourceFacts *facts);
/* Whether both are of the same entry of a document. */
gboolean troupe_source_item_is_same (TroupeSourceItem *self, const TroupeSourceFacts *facts);

/* While it is read: @done of @n pieces, 0 of 0 before it is known; %FALSE: it is not. */
void troupe_source_item_set_reading (TroupeSourceItem *self, gboolean is_read, guint done, guint n);
gboolean troupe_source_item_get_reading (TroupeSourceItem *self, guint *done, guint *n);
/* The same while a run reads all of its collection. Whether that is news. */
gboolean
troupe_source_item_set_run (TroupeSourceItem *self, gboolean is_read, guint done, guint n);
gboolean troupe_source_item_is_in_run (TroupeSourceItem *self);
/* Why it could not be read though its file can be; of the embedder. @text: (nullable) */
void troupe_source_item_set_error (TroupeSourceItem *self, const char *text);
/* The state in words, `Read 3 Nov`. (transfer full) */
char *troupe_source_item_describe (TroupeSourceItem *self);
/* What was wrong. (nullable) */
const char *troupe_source_item_get_error (TroupeSourceItem *self);
/* `done`, `failed`, `stale`, `running` or `waiting`: the class of CSS. */
const char *troupe_source_item_get_style (TroupeSourceItem *self);

G_END_DECLS
