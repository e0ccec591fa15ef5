/* troupe-run-private.h: private structure of TroupeRun
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-queue.h"
#include "troupe-folder-pin.h"
#include "troupe-pause-channel.h"
#include "troupe-pause-gate.h"
#include "troupe-prepared-actions.h"
#include "troupe-process-list.h"
#include "troupe-run-budget.h"
#include "troupe-run-disk.h"
#include "troupe-run-options.h"

G_BEGIN_DECLS

typedef struct _TroupeConversation TroupeConversation;

struct _TroupeRun
{
  GObject parent_instance;

  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeRedactor *redactor;  /* also of the bus; knows the keys of the run */
  char *id;
  TroupeRunOptions options;
  gboolean goes_on;    /* resumes a run that is already stored */
  gboolean has_failed; /* the stored run had failed */
  GPtrArray *forgiven; /* (nullable) (element-type TroupeRunStep): failed steps to repeat */
  GPtrArray *steps;    /* (nullable): steps of the stored run */
  GPtrArray *events;
  GPtrArray *requests;
  GPtrArray *happened; /* (nullable) (element-type TroupeRunStep): outcomes set by the user */
  GPtrArray *tasks;
  GPtrArray *answers;
  gboolean has_python;              /* found by the check */
  char *hooks;                      /* (nullable): a warning about hooks, found by the check */
  GHashTable *texts;                /* (nullable): see TroupePreparedActions; set by the check */
  const TroupeRunKind *kind;        /* of the document that is executed */
  TroupeConversation *conversation; /* (nullable): the run is a turn of it */
  GDestroyNotify conversation_free; /* (nullable) */
  GHashTable
      *agents; /* declaring object, or a TroupeFlowMethod whose answers a model interprets, to
                  TroupeAgentDefinition, created by the check */
  GHashTable *parts; /* TroupeFlowAction to Python parts of its agent, a GPtrArray */
  GHashTable *crews; /* TroupeFlowAction to TroupePreparedCrew, created by the check */
  GHashTable *settings; /* (nullable): of the file `.env`; NULL until it was read */
  GHashTable *keys;  /* (nullable): by variable; NULL until file and keyring were queried */
  GHashTable *variables; /* (nullable): those that MCP servers are given, like @keys; separate,
                            because models must not take an address from the file */
  TroupeFolderPin
      *pins[2]; /* (nullable): of the folder of the document, and of the working folder */
  GCancellable *cancellable;
  TroupeFeedbackQueue *feedback_queue; /* receives the answers */
  TroupePauseGate *hold;
  TroupePauseChannel *channel;
  TroupeRunBudget *budget; /* shared with child runs */
  TroupeRunDisk *disk;     /* shared with child runs */
  TroupeProcessList *processes; /* shared with child runs */
  gint has_begun;          /* atomic */
  gint has_record;         /* atomic: events can be stored */
  gboolean is_child;       /* child of a running run */
  GMutex lock;             /* protects the following */
  GPtrArray *children;     /* (element-type TroupeRun): running child runs */
  gboolean has_file_keys;  /* whether @redactor has those of the file `.env` */
};

/* Adds the keys of the file `.env` to the redactor, once for all runs that share it. @path: of the
 * document. Call from any thread. */
void troupe_run_need_file_keys (TroupeRun *self, const char *path);

/* Notes which folders the run uses, once, before the user is shown its permissions. A run whose folders are others
 * when it begins fails. Blocks. */
void troupe_run_pin_folders (TroupeRun *self);
/* Uses the folders of @other, which is like @self or its parent. */
void troupe_run_share_folders (TroupeRun *self, TroupeRun *other);
/* Forgets them at the end of the run. */
void troupe_run_unpin_folders (TroupeRun *self);

/* Uses the redactor of @other, for runs with the same keys, before @self begins. */
void troupe_run_share_keys (TroupeRun *self, TroupeRun *other);

G_END_DECLS
