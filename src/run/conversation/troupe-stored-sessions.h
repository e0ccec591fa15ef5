/* troupe-stored-sessions.h: stored conversations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* Whether the flow saves its states by itself, so that a session of it outlives the program (`persist`). */
gboolean troupe_conversation_is_stored (TroupeFlow *flow);

/* The database of those states, as a run in @folder (troupe_run_set_folder()) that begins now has it. Errors:
 * %TROUPE_RUN_ERROR. (transfer full) (nullable) */
char *troupe_conversation_find_states (TroupeFlow *flow, const char *folder, GError **error);
/* The latest state of a session there. Blocks; on any thread. (transfer full) (nullable): %NULL without an error where
 * there is none */
TroupeValue *
troupe_conversation_load_state (const char *states_path, const char *id, GError **error);
/* An earlier state is the latest one again, for Troupe and for CrewAI: it is appended. @state: (nullable): %NULL: nothing
 * has been said. Blocks; on any thread. */
gboolean troupe_conversation_put_back_state (const char *states_path,
                                             const char *id,
                                             TroupeValue *state,
                                             GError **error);

/**
 * TroupeStoredSession:
 * @id: of the session
 * @message: what was said first
 * @last_us: when its last turn began, in microseconds since 1970
 * @run_ids: (element-type utf8): its turns, oldest first
 *
 * A conversation whose turns are among the kept runs.
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

/* The sessions of the document @path, newest first. Blocks; on any thread.
 * (transfer full) (element-type TroupeStoredSession) (nullable) */
GPtrArray *troupe_conversation_list_stored (TroupeStore *store, const char *path, GError **error);

G_END_DECLS
