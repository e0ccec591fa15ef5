/* troupe-memory-scopes.h: the scopes and categories of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-texts.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryScopes:
 *
 * A list to choose from what is seen: everything or a scope, and one category or none; below it how much there is.
 *
 * Signal: `changed` (a person chose something).
 */
#define TROUPE_TYPE_MEMORY_SCOPES (troupe_memory_scopes_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryScopes, troupe_memory_scopes, TROUPE, MEMORY_SCOPES, GtkWidget)

GtkWidget *troupe_memory_scopes_new (void);

/* What is chosen stays where it is still there, else everything is. @people: not kept */
void troupe_memory_scopes_show (TroupeMemoryScopes *self,
                                const TroupeMemoryListing *look,
                                TroupeMemoryPeople *people);
/* (transfer none) (nullable): NULL is everything, and any category */
const char *troupe_memory_scopes_get_scope (TroupeMemoryScopes *self);
const char *troupe_memory_scopes_get_category (TroupeMemoryScopes *self);
/* Chooses it, also before it is there. @scope: (nullable) */
void troupe_memory_scopes_set_scope (TroupeMemoryScopes *self, const char *scope);

G_END_DECLS
