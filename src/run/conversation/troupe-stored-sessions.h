/* troupe-stored-sessions.h: stored conversation sessions: their states and runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-owner.h"
#include "troupe-flow.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* Returns TRUE if the flow stores its states, so that its sessions outlive the process
 * (`persist`). */
gboolean troupe_conversation_is_stored (TroupeFlow *flow);

/* Returns the path of the state database that a run in @folder (troupe_run_set_folder()) would
 * use if it were started now. Errors: %TROUPE_RUN_ERROR. (transfer full) (nullable) */
char *troupe_conversation_find_states (TroupeFlow *flow, const char *folder, GError **error);
/* Loads the latest state of a session from the database. Blocks; on any thread. (transfer full)
 * (nullable): %NULL without an error if there is none */
TroupeValue *
troupe_conversation_load_state (const char *states_path, const char *id, GError **error);
/* Restores an earlier state as the latest one by appending it, for both Troupe and CrewAI.
 * @state: (nullable): if %NULL, a state without messages is appended. Blocks; may be called on
 * any thread. */
gboolean troupe_conversation_put_back_state (const char *states_path,
                                             const char *id,
                                             TroupeValue *state,
                                             GError **error);

/**
 * TroupeStoredSession:
 * @id: the id of the session
 * @message: the first message
 * @last_us: when the last turn of the session was started, in microseconds since 1970
 * @run_ids: (element-type utf8): the turns of the session, oldest first
 *
 * A conversation whose turns are among the stored runs.
 */
typedef struct
{
  char *id;
  char *message;
  gint64 last_us;
  GPtrArray *run_ids;
} TroupeStoredSession;

void troupe_stored_session_free (TroupeStoredSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredSession, troupe_stored_session_free)

/* Lists the sessions of the document, newest first: those of an earlier document at its path are not offered. Blocks; on any
 * thread. (transfer full) (element-type TroupeStoredSession) (nullable) */
GPtrArray *troupe_conversation_list_stored (TroupeStore *store,
                                            const TroupeDocumentIdentity *document,
                                            GError **error);

G_END_DECLS
