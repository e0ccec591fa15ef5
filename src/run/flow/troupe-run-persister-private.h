/* troupe-run-persister-private.h: private declarations of the persister
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
  GHashTable *databases;     /* maps path to TroupeFlowStates */
  TroupeFlowStates *of_flow; /* (nullable): of the flow's own block */
  GArray *rows;              /* rows to save */
  GPtrArray *steps;          /* (element-type TroupeRunStep): to write */
  GPtrArray *settled; /* places whose answers are removed after the steps were written */
  GPtrArray *frames;         /* frames of the steps */
  gint64 n_steps;
  gboolean is_patient;       /* steps may wait for the end of the run */
  TroupeStoreTicket *behind; /* (nullable): ticket of the last steps that nothing waited for */
  guint n_behind;            /* number of these steps */
  TroupeValue *last_state;   /* (nullable): of the last step */
  GHashTable *claimed;       /* a set of the IDs, each with a database, that the run may use */
  GHashTable *rows_there;    /* (nullable): in a resumed run, maps database and method to a count */
};

/* Defined in troupe-run-persister.c. */
/* Returns the state of the run. (transfer none) */
TroupeValue *troupe_run_persister_get_state (TroupeRunPersister *self);
TroupeFlowStates *
troupe_run_persister_open_path (TroupeRunPersister *self, const char *path, GError **error);
/* Opens the database of a block. @block: NULL for the default database */
TroupeFlowStates *
troupe_run_persister_open_states (TroupeRunPersister *self, TroupeValue *block, GError **error);
/* Returns a key of @rows_there. (transfer full) */
char *troupe_run_persister_make_key (const char *path, const char *method);

/* Defined in troupe-run-persister-durability.c. */
/* Attempts to write again after the disk was full. @is_wish: TRUE if an attempt is due or the
 * user requested it; FALSE if the run was only woken. Returns TRUE if there is nothing left to
 * wait for. */
typedef gboolean (*TroupeRunKeeperTry) (TroupeRunPersister *self, gboolean is_wish, gpointer data);
/* Both functions push routines. */
void troupe_run_persister_suspend (TroupeRunPersister *self,
                                   const char *reason,
                                   TroupeRunKeeperTry try,
                                   gpointer data);
void troupe_run_persister_wait_for (TroupeRunPersister *self, TroupeStoreTicket *ticket);

/* Defined in troupe-run-persister-owner.c. */
/* Reserves the states with @id for the document of the run. Writes to the database once for each ID
 * that was not created for this run. Returns FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if they
 * belong to another document. Returns TRUE if they do not, but the disk is full: they are then reserved by the next call, or
 * together with the next row. @is_reserved: (out) (optional): whether they are reserved */
gboolean troupe_run_persister_claim (TroupeRunPersister *self,
                                     TroupeFlowStates *states,
                                     TroupeValue *id,
                                     gboolean *is_reserved,
                                     GError **error);
/* Same, on the database thread while the run waits. Returns FALSE with a %G_IO_ERROR, %G_IO_ERROR_NO_SPACE if the disk is full. */
gboolean troupe_run_persister_claim_now (TroupeRunPersister *self,
                                         TroupeFlowStates *states,
                                         TroupeValue *id,
                                         GError **error);

/* Defined in troupe-run-persister-feedback.c. */
/* Handles the requests of a resumed run. Rows of a pause do not count as rows of finished
 * methods. A request that another process has answered is an error. */
gboolean troupe_run_persister_take_requests (TroupeRunPersister *self, GError **error);

G_END_DECLS
