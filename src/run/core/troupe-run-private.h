/* troupe-run-private.h: what the files of TroupeRun share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-conversation.h"
#include "troupe-feedback-queue.h"
#include "troupe-pause-gate.h"
#include "troupe-prepared-actions.h"
#include "troupe-run-budget.h"
#include "troupe-run-options.h"

G_BEGIN_DECLS

struct _TroupeRun
{
  GObject parent_instance;

  TroupeFlow *flow;
  TroupeEventBus *bus;
  char *id;
  TroupeRunOptions options;
  gboolean goes_on;    /* with a run that is in the store already */
  gboolean has_failed; /* which that did */
  GPtrArray *forgiven; /* (nullable) (element-type TroupeRunStep): of what is begun again then */
  GPtrArray *steps;    /* (nullable): of that */
  GPtrArray *events;
  GPtrArray *requests;
  GPtrArray *happened; /* (nullable) (element-type TroupeRunStep): what a person knows of it */
  GPtrArray *tasks;
  GPtrArray *answers;
  gboolean has_python;              /* as the check found */
  gboolean is_crew;                 /* whether the flow stands for a crew */
  TroupeConversation *conversation; /* (nullable): of which the run is a turn */
  GHashTable
      *agents; /* what declares one, or a TroupeFlowMethod whose answers a model interprets, to
                         TroupeAgentDefinition, made by the check */
  GHashTable *parts; /* TroupeFlowAction to what is Python of its agent, a GPtrArray */
  GHashTable *crews; /* TroupeFlowAction to TroupePreparedCrew, made there too */
  GHashTable *keys;  /* (nullable): by the name of a variable; until file and keyring were asked */
  GCancellable *cancellable;
  TroupeFeedbackQueue *desk; /* where answers are handed in */
  TroupePauseGate *hold;
  TroupeRunBudget *budget; /* shared by the runs inside it */
  gint has_begun;          /* atomic */
  gboolean is_child;       /* of a run that is under way */
  GMutex lock;             /* of the following */
  GPtrArray *children;     /* (element-type TroupeRun): runs that began inside this one */
};

/* @folder: (nullable): of the document; borrowed */
TroupePreparedActions troupe_run_get_made (TroupeRun *self, const char *folder);

G_END_DECLS
