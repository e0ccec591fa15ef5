/* troupe-flow-states.h: the states that flows keep, in CrewAI's own tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeFlowStates:
 *
 * A database of flow states (doc/flow-semantics.md §9). Either of CrewAI and Troupe reads what the
 * other wrote. Belongs to one thread; `journal_mode=WAL`, `synchronous=FULL`.
 */
typedef struct _TroupeFlowStates TroupeFlowStates;

/* One row to be saved. All is borrowed. */
typedef struct {
  TroupeValue *id;    /* the state's id: a text or an integer */
  const char *method;
  TroupeValue *state;
} TroupeFlowStateRow;

/* Where CrewAI keeps them unless told otherwise: by $CREWAI_STORAGE_DIR or the name of @folder, the
 * working directory, in the user's data folder. (transfer full) */
char *troupe_flow_states_get_default_path (const char *folder);

/* @path: made where it is missing, also its folder. Waits while another process makes the tables.
 * Errors: %G_IO_ERROR. */
TroupeFlowStates *troupe_flow_states_open (const char *path, GError **error);
void troupe_flow_states_close (TroupeFlowStates *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowStates, troupe_flow_states_close)

const char *troupe_flow_states_get_path (TroupeFlowStates *self);

/* Appends rows in one transaction, which is durable when this returns. */
gboolean troupe_flow_states_save (TroupeFlowStates *self, const TroupeFlowStateRow *rows,
                                  guint n_rows, GError **error);

/* The latest state under @id. (transfer full) (nullable): NULL without an error where there is none. */
TroupeValue *troupe_flow_states_load (TroupeFlowStates *self, TroupeValue *id, GError **error);

/* Saves what a person was asked (doc/flow-semantics.md §10.1), in the place of what was asked under the
 * same id before, and @with_row the row besides. One transaction, durable when this returns. @context: a
 * map with CrewAI's keys. */
gboolean troupe_flow_states_save_pending (TroupeFlowStates *self, const char *id,
                                          const TroupeFlowStateRow *row, gboolean with_row,
                                          TroupeValue *context, GError **error);
/* What was asked under @id, and the state behind it. FALSE without an error where nothing was.
 * @context, @state: (out) (transfer full): maps */
gboolean troupe_flow_states_load_pending (TroupeFlowStates *self, const char *id,
                                          TroupeValue **context, TroupeValue **state,
                                          GError **error);
gboolean troupe_flow_states_clear_pending (TroupeFlowStates *self, const char *id, GError **error);

/* The number of the last row of all; rows after it are younger. -1 with an error. */
gint64 troupe_flow_states_get_last_row (TroupeFlowStates *self, GError **error);
/* How many rows with a higher number than @after each method has under @id: names to counts.
 * (transfer full) (nullable) */
GHashTable *troupe_flow_states_count_rows (TroupeFlowStates *self, TroupeValue *id, gint64 after,
                                           GError **error);

G_END_DECLS
