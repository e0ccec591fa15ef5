/* troupe-flow-states.h: persisted flow states, in CrewAI's database format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-redactor.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeFlowStates:
 *
 * A database of flow states (doc/flow-semantics.md §9). CrewAI and Troupe can read each other's
 * states. For one thread; `journal_mode=WAL`, `synchronous=FULL`.
 */
typedef struct _TroupeFlowStates TroupeFlowStates;

/* A row to save. All members are borrowed. */
typedef struct {
  TroupeValue *id;    /* ID of the state: a string or an integer */
  const char *method;
  TroupeValue *state;
} TroupeFlowStateRow;

/* Returns CrewAI's default path. The path is determined by $CREWAI_STORAGE_DIR, or by the name
 * of @folder, the working directory, in the user's data folder. (transfer full) */
char *troupe_flow_states_get_default_path (const char *folder);

/* Opens the database at @path, an absolute path without symbolic links, and creates it and its folder
 * if necessary and @create is set. Waits while another process creates the tables. @base: (nullable):
 * the working folder of the document that names the database. Errors: %G_IO_ERROR,
 * %G_IO_ERROR_NOT_FOUND without @create. */
TroupeFlowStates *
troupe_flow_states_open (const char *path, const char *base, gboolean create, GError **error);
void troupe_flow_states_close (TroupeFlowStates *self);
/* Redacts the keys of a run in all states and requests that are saved from now on. */
void troupe_flow_states_set_redactor (TroupeFlowStates *self, TroupeRedactor *redactor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowStates, troupe_flow_states_close)

const char *troupe_flow_states_get_path (TroupeFlowStates *self);

/* Reserves the states with @id for the document @document. Waits while another process writes.
 * @is_of_user: whether the user has given the ID, and not the document. Errors: %G_IO_ERROR,
 * %G_IO_ERROR_PERMISSION_DENIED if the states belong to another document. */
gboolean troupe_flow_states_claim (TroupeFlowStates *self,
                                   TroupeValue *id,
                                   const char *document,
                                   gboolean is_of_user,
                                   GError **error);

/* Appends rows in one transaction, which is durable when the function returns. */
gboolean troupe_flow_states_save (TroupeFlowStates *self, const TroupeFlowStateRow *rows,
                                  guint n_rows, GError **error);

/* Returns the latest state with @id. (transfer full) (nullable): NULL without an error if there
 * is no such state. */
TroupeValue *troupe_flow_states_load (TroupeFlowStates *self, TroupeValue *id, GError **error);

/* Saves a pending user prompt (doc/flow-semantics.md §10.1), replacing a previous one with the
 * same ID, and the row if @with_row is set. One transaction, durable when the function returns.
 * @context: a map with CrewAI's keys. */
gboolean troupe_flow_states_save_pending (TroupeFlowStates *self, const char *id,
                                          const TroupeFlowStateRow *row, gboolean with_row,
                                          TroupeValue *context, GError **error);
/* Loads the pending prompt with @id and its state. Returns FALSE without an error if there is no
 * such prompt. @context, @state: (out) (transfer full): maps */
gboolean troupe_flow_states_load_pending (TroupeFlowStates *self, const char *id,
                                          TroupeValue **context, TroupeValue **state,
                                          GError **error);
gboolean troupe_flow_states_clear_pending (TroupeFlowStates *self, const char *id, GError **error);

/* Returns the number of the last row in the database; newer rows have higher numbers. Returns -1
 * with @error set. */
gint64 troupe_flow_states_get_last_row (TroupeFlowStates *self, GError **error);
/* Returns the number of rows for @id after row number @after, for each method. The result maps
 * method names to counts. (transfer full) (nullable) */
GHashTable *troupe_flow_states_count_rows (TroupeFlowStates *self, TroupeValue *id, gint64 after,
                                           GError **error);

G_END_DECLS
