/* troupe-flow-states-private.h: internals shared by the files of the flow states
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-states.h"
#include "troupe-store-database.h"

G_BEGIN_DECLS

/* How long to wait for another process, in milliseconds, as in CrewAI (doc/flow-semantics.md §9). */
#define TROUPE_STATES_BUSY_MS 30000u

typedef enum
{
  TROUPE_STATES_SAVE,
  TROUPE_STATES_LOAD,
  TROUPE_STATES_LAST,
  TROUPE_STATES_COUNT,
  TROUPE_STATES_SAVE_PENDING,
  TROUPE_STATES_LOAD_PENDING,
  TROUPE_STATES_CLEAR_PENDING,
  TROUPE_STATES_OWNER,
  TROUPE_STATES_SET_OWNER,
  TROUPE_STATES_IS_SAVED,
  TROUPE_STATES_N_STATEMENTS,
} TroupeFlowStatesStatement;

struct _TroupeFlowStates
{
  TroupeDatabase *database;
  sqlite3_stmt *statements[TROUPE_STATES_N_STATEMENTS];
  /* The last state that was written and the JSON of this state. They are cached because methods
   * often do not change the state. */
  TroupeValue *last_state;
  char *last_text;
  TroupeRedactor *redactor; /* (nullable) */
};

/* Sets the parameter that is the ID of a state. @id: borrowed until the bindings are cleared */
void troupe_flow_states_bind_id (sqlite3_stmt *statement, int index, TroupeValue *id);
void troupe_flow_states_take_error (TroupeFlowStates *self, GError **error);
char *troupe_flow_states_get_timestamp (void);
const char *troupe_flow_states_get_text (TroupeFlowStates *self, TroupeValue *state);
/* Executes a statement outside of a transaction up to its first row. Returns an SQLite result code. */
int troupe_flow_states_step (TroupeFlowStates *self, TroupeFlowStatesStatement which);
/* Begins a transaction that writes. Returns an SQLite result code. */
int troupe_flow_states_begin (TroupeFlowStates *self);
/* Writes a row in the current transaction. Returns an SQLite result code. */
int troupe_flow_states_save_row (TroupeFlowStates *self, const TroupeFlowStateRow *row);

G_END_DECLS
