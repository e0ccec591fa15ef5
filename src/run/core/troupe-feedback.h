/* troupe-feedback.h: what a method asks a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-elicitation.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* What is to become of a request. */
typedef enum {
  TROUPE_FEEDBACK_PAUSES,   /* nobody is there: the run ends as paused and is kept */
  TROUPE_FEEDBACK_WAITS,    /* the answer comes by troupe_run_answer() */
  TROUPE_FEEDBACK_ANSWERED, /* the answer is given at once */
} TroupeFeedbackReply;

/**
 * TroupeFeedbackRequest:
 * @id: a UUID, the `request_id` of its events
 * @run_id: the run's UUID
 * @flow_id: the id of the state, as a text
 * @output: what the method gave, which the person is to judge
 * @emit: (nullable) (array zero-terminated=1): the outcomes to choose from
 * @default_outcome: (nullable): what a blank answer means; without it a blank answer is the first of @emit
 * @metadata: a map
 * @requested_us: microseconds since 1970
 * @has_model: whether a model is asked which of @emit an answer means, so that it may be any text
 * @elicitation: (nullable): what an MCP server wants to know (doc/mcp.md §9), where no method asks: @method is who asks
 *   then, and the answer is an outcome, the name of a #TroupeElicitationAction, and to accept the fields as JSON
 *
 * One question to a person (doc/flow-semantics.md §10). Immutable; atomic reference count.
 */
typedef struct {
  gatomicrefcount ref_count;
  char *id;
  char *run_id;
  char *flow_id;
  char *flow_name;
  char *method;
  char *message;
  TroupeValue *output;
  GStrv emit;
  char *default_outcome;
  TroupeValue *metadata;
  gint64 requested_us;
  gboolean has_model;
  TroupeElicitation *elicitation;
} TroupeFeedbackRequest;

#define TROUPE_TYPE_FEEDBACK_REQUEST (troupe_feedback_request_get_type ())
GType troupe_feedback_request_get_type (void) G_GNUC_CONST;

TroupeFeedbackRequest *troupe_feedback_request_ref (TroupeFeedbackRequest *self);
void troupe_feedback_request_unref (TroupeFeedbackRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFeedbackRequest, troupe_feedback_request_unref)

/* What a kept run asks; its id and the moment are those of then. (transfer full) */
TroupeFeedbackRequest *troupe_feedback_request_new_from_record (const TroupeRunRequest *record);

/* What a server wants to know; never kept. (transfer full) */
TroupeFeedbackRequest *troupe_feedback_request_new_for_elicitation (const char *run_id,
                                                                    const char *flow_name,
                                                                    TroupeElicitation *elicitation);

/* The text without blanks around it, as Python takes them, and with what is no UTF-8 replaced.
 * (transfer full) */
char *troupe_feedback_strip (const char *text);

/**
 * troupe_feedback_request_find_outcome:
 * @feedback: what a person wrote
 *
 * What the answer means without a model: a blank one the default outcome or else the first, any other the
 * outcome that it equals but for case and blanks around it.
 *
 * Returns: (transfer none) (nullable): one of @emit; %NULL where there is none to choose or none fits
 */
const char *troupe_feedback_request_find_outcome (TroupeFeedbackRequest *self, const char *feedback);

G_END_DECLS
