/* troupe-memory-texts.h: what is remembered, in words for a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-memory-service.h"

G_BEGIN_DECLS

/* How long ago: `2 days`. (transfer full) */
char *troupe_memory_text_age (gint64 unix_us, gint64 now_us);
/* `today, 07:00`, `Friday 07:00`, or the date. (transfer full) */
char *troupe_memory_text_moment (gint64 unix_us, gint64 now_us);
/* An importance of 0 to 1 as a number of dots, of five. */
guint troupe_memory_text_get_dots (double importance);
/* `importance 4 of 5`. (transfer full) */
char *troupe_memory_text_importance (double importance);
/* `71 records`. (transfer full) */
char *troupe_memory_text_records (guint n);

/**
 * TroupeMemoryPeople:
 *
 * The agents whose names stand in scopes, by what scopes make of their roles.
 */
typedef struct _TroupeMemoryPeople TroupeMemoryPeople;

/* @owners: (element-type TroupeMemoryOwner) */
TroupeMemoryPeople *troupe_memory_people_new (GPtrArray *owners);
void troupe_memory_people_free (TroupeMemoryPeople *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryPeople, troupe_memory_people_free)

/* The last name of a scope for a cell: `analyst`; a line. (transfer full) */
char *troupe_memory_people_name (const char *scope);
/* What stands in front of it: the agent's round picture, or an icon. (transfer full): floating */
GtkWidget *troupe_memory_people_make_face (TroupeMemoryPeople *self, const char *scope, int size);

G_END_DECLS
