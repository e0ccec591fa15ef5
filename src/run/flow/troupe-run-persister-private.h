/* troupe-run-persister-private.h: declarations shared by the files of the persister
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"
#include "troupe-run-persister.h"

G_BEGIN_DECLS

struct _TroupeRunPersister
{
  TroupeFlowRunner *runner;
  TroupeStore *store;        /* (nullable) */
  GHashTable *databases;     /* path to TroupeFlowStates */
  TroupeFlowStates *of_flow; /* (nullable): of the flow's own block */
  GArray *rows;              /* to be saved */
  GPtrArray *steps;          /* (element-type TroupeRunStep): to be written */
  GPtrArray *settled; /* places whose answers nobody needs once the steps are written */
  GPtrArray *frames;         /* of which these are */
  gint64 n_steps;
  gboolean is_patient;       /* whether steps may wait for the end of the run */
  TroupeStoreTicket *behind; /* (nullable): of the last steps that nobody has waited for */
  guint n_behind;            /* how many these are */
  TroupeValue *last_state;   /* (nullable): of the last step */
  GHashTable *rows_there;    /* (nullable): of a run resumed: database and method to a count */
};

/* troupe-run-persister.c */
/* The state of the run. (transfer none) */
TroupeValue *troupe_run_persister_get_state (TroupeRunPersister *self);
TroupeFlowStates *
troupe_run_persister_open_path (TroupeRunPersister *self, const char *path, GError **error);
/* The same of a block, where NULL is the default database. */
TroupeFlowStates *
troupe_run_persister_open_states (TroupeRunPersister *self, TroupeValue *block, GError **error);
/* @rows_there's key. (transfer full) */
char *troupe_run_persister_make_key (const char *path, const char *method);

/* troupe-run-persister-durability.c */
/* Tries to write what there was no room for. @is_wish: whether it is time, or somebody asked for
 * it; else only something has happened. TRUE: nothing is to be waited for any more. */
typedef gboolean (*TroupeRunKeeperTry) (TroupeRunPersister *self, gboolean is_wish, gpointer data);
/* Both call routines. */
void troupe_run_persister_suspend (TroupeRunPersister *self,
                                   const char *reason,
                                   TroupeRunKeeperTry try,
                                   gpointer data);
void troupe_run_persister_wait_for (TroupeRunPersister *self, TroupeStoreTicket *ticket);

/* troupe-run-persister.c */
/* Writes what is queued of steps. (transfer full) (nullable) */
TroupeStoreTicket *troupe_run_persister_write_steps (TroupeRunPersister *self);

/* troupe-run-persister-feedback.c */
/* What a run that is resumed asked: rows that tell of a pause are no method's end, and requests
 * that somebody else has answered are nobody's any more. */
gboolean troupe_run_persister_take_requests (TroupeRunPersister *self, GError **error);

G_END_DECLS
