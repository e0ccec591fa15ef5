/* troupe-memory-texts.h: formats memory records for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-memory-service.h"

G_BEGIN_DECLS

/* Formats the age: `2 days`. (transfer full) */
char *troupe_memory_text_age (gint64 unix_us, gint64 now_us);
/* Formats a time as `today, 07:00`, `Friday 07:00`, or the date. (transfer full) */
char *troupe_memory_text_moment (gint64 unix_us, gint64 now_us);
/* Converts an importance from 0 to 1 into a number of dots out of five. */
guint troupe_memory_text_get_dots (double importance);
/* Formats the importance, for example as `importance 4 of 5`. (transfer full) */
char *troupe_memory_text_importance (double importance);
/* `71 records`. (transfer full) */
char *troupe_memory_text_records (guint n);

/**
 * TroupeMemoryNames:
 *
 * The agents that occur in scopes, by the scope name of their roles.
 */
typedef struct _TroupeMemoryNames TroupeMemoryNames;

/* @owners: (element-type TroupeMemoryOwner) */
TroupeMemoryNames *troupe_memory_names_new (GPtrArray *owners);
void troupe_memory_names_free (TroupeMemoryNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryNames, troupe_memory_names_free)

/* Returns the last component of a scope as a single line for a cell, for example `analyst`.
 * (transfer full) */
char *troupe_memory_names_name (const char *scope);
/* Creates the icon for a scope: the avatar of the agent, or an icon. (transfer full): floating */
GtkWidget *troupe_memory_names_make_face (TroupeMemoryNames *self, const char *scope, int size);

G_END_DECLS
