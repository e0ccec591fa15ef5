/* troupe-flow-paste.h: new names for pasted methods and events, and their references
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-paste-remarks.h"

G_BEGIN_DECLS

/**
 * TroupeFlowPaste:
 * @target: (nullable): the flow that receives the methods
 * @pasted: the model of the pasted methods
 * @methods: the names of the pasted methods
 * @inner: the names of the pasted methods and of the events that they emit
 * @taken: names of methods and events that @target uses
 * @silent: events that @target awaits and no method emits; a subset of @taken
 * @events: the events of routers that are renamed; a subset of @names
 * @fixed: events that cannot be renamed
 * @names: old to new names of methods and events
 * @routers: the names of routers that return renamed events, with the sets of their events
 * @is_open: whether a pasted router may emit events that are not known
 * @remarks: what the user is informed about
 *
 * Pasted methods while they get new names. Methods and events share one namespace
 * (doc/flow-semantics.md §2).
 */
typedef struct
{
  TroupeFlow *target;
  TroupeFlow *pasted;
  GHashTable *methods;
  GHashTable *inner;
  GHashTable *taken;
  GHashTable *silent;
  GHashTable *events;
  GHashTable *fixed;
  GHashTable *names;
  GHashTable *routers;
  gboolean is_open;
  TroupePasteRemarks remarks;
} TroupeFlowPaste;

/* Chooses the new names. @methods: the map of pasted methods */
void troupe_flow_paste_init (TroupeFlowPaste *self, TroupeFlow *target, JsonNode *methods);
void troupe_flow_paste_clear (TroupeFlowPaste *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeFlowPaste, troupe_flow_paste_clear)

/* Returns the new name of a method or event, or @name itself if it keeps its name. */
const char *troupe_flow_paste_get_name (TroupeFlowPaste *self, const char *name);
/* Chooses a free name: `a_2` for `a`, `a_3` for `a_2`. @is_taken: whether a name is in use.
 * (transfer full) */
char *troupe_flow_paste_choose_name (const char *name,
                                     gboolean (*is_taken) (const char *name, gpointer user_data),
                                     gpointer user_data);
/* Returns the methods with their new names. @keep_outside: whether wires to other methods are
 * kept. (transfer full) */
JsonNode *
troupe_flow_paste_rename (TroupeFlowPaste *self, JsonNode *methods, gboolean keep_outside);

G_END_DECLS
