/* troupe-memory-scopes.h: sidebar with the scopes and categories of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-texts.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryScopes:
 *
 * Lets the user select a scope or everything, and optionally a category. Below them, shows the
 * number of records and the size of the database.
 *
 * Signal: `changed` (the user has changed the selection).
 */
#define TROUPE_TYPE_MEMORY_SCOPES (troupe_memory_scopes_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryScopes, troupe_memory_scopes, TROUPE, MEMORY_SCOPES, GtkWidget)

GtkWidget *troupe_memory_scopes_new (void);

/* Shows the scopes and categories of @look. If the selected scope or category does not exist any
 * more, everything is selected. @people: not referenced after the call */
void troupe_memory_scopes_show (TroupeMemoryScopes *self,
                                const TroupeMemoryListing *look,
                                TroupeMemoryNames *people);
/* These functions return the selected scope or category. (transfer none) (nullable): NULL for
 * everything or any category */
const char *troupe_memory_scopes_get_scope (TroupeMemoryScopes *self);
const char *troupe_memory_scopes_get_category (TroupeMemoryScopes *self);
/* Selects a scope, even if it does not exist yet. @scope: (nullable) */
void troupe_memory_scopes_set_scope (TroupeMemoryScopes *self, const char *scope);

G_END_DECLS
