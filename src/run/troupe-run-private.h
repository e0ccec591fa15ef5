/* troupe-run-private.h: what the files of TroupeRun share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-desk.h"
#include "troupe-run-hold.h"
#include "troupe-run.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

struct _TroupeRun
{
  GObject parent_instance;

  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeValue *inputs;
  gint64 now_us; /* 0: the moment of the start */
  char *id;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  GDestroyNotify environment_destroy;
  gint64 timeout_us;
  gsize memory_limit;
  TroupeStore *store;
  char *path;
  char *document;
  char *folder;         /* the working directory */
  char *state_database; /* (nullable) */
  char *fork_from;      /* (nullable) */
  char *restore_from;   /* (nullable) */
  gboolean goes_on;     /* with a run that is in the store already */
  GPtrArray *steps;     /* (nullable): of that */
  GPtrArray *events;
  GPtrArray *requests;
  TroupeValue *pending; /* (nullable): what was asked in another process */
  GHashTable *agents;   /* TroupeFlowAction to TroupeAgentDefinition, made by the check */
  GCancellable *cancellable;
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  gboolean has_agreed_code;
  char **agreed_files;                 /* (nullable): what may be imported of it; NULL: all */
  char **agreed_digests;               /* (nullable): of each of these */
  char *agreed_code;                   /* (nullable): its digest; NULL: there is none */
  TroupeRunFeedbackFunc feedback_func; /* (nullable) */
  gpointer feedback_data;
  GDestroyNotify feedback_destroy;
  TroupeFeedbackDesk *desk; /* where answers are handed in */
  TroupeRunHold *hold;
  gint has_begun; /* atomic */
};

/* What the document cannot be run for at all: its errors, and actions that this version does not
 * have. Reads the agents' definitions. */
gboolean _troupe_run_prepare (TroupeRun *self, GError **error);

/* Whether the Python of the flow is permitted. @path: (out): where it is not */
gboolean _troupe_run_check_consent (TroupeRun *self, GError **error, char **path);

/* troupe-run-secret.c */
TroupeSecret *_troupe_run_find_secret (const char *text, const char *path);
char *_troupe_run_restore_document (const char *kept, const char *path);

TroupeRunResult *_troupe_run_result_new (void);

/* What was written of a run that is gone on with. */
gboolean _troupe_run_read_kept (TroupeRun *self, GError **error);
/* The run is this process's from now on. FALSE only where it is gone on with elsewhere. */
gboolean _troupe_run_begin_record (TroupeRun *self, gint64 started_us, GError **error);
void _troupe_run_end_record (TroupeRun *self, const TroupeRunResult *result);

G_END_DECLS
