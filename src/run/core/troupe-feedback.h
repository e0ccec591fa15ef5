/* troupe-feedback.h: request for human feedback by a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-elicitation.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* How the application handles a request. */
typedef enum {
  TROUPE_FEEDBACK_PAUSES,   /* no user available: the run ends as paused and is stored */
  TROUPE_FEEDBACK_WAITS,    /* troupe_run_answer() is called later */
  TROUPE_FEEDBACK_ANSWERED, /* the answer is returned immediately */
} TroupeFeedbackReply;

/**
 * TroupeFeedbackRequest:
 * @id: a UUID, the `request_id` of its events
 * @run_id: the run's UUID
 * @flow_id: the id of the state, as a string
 * @output: the output of the method, which the user should review
 * @emit: (nullable) (array zero-terminated=1): the outcomes to choose from
 * @default_outcome: (nullable): the outcome of a blank answer; if unset, it is the first of @emit
 * @metadata: a map
 * @requested_us: microseconds since 1970
 * @has_model: whether a model maps the answer to one of @emit, so that it may be any text
 * @is_input: whether code asks for input (doc/flow-semantics.md §8), so that there is no @output
 * @elicitation: (nullable): set if the request is an elicitation of an MCP server (doc/mcp.md §9),
 *   not of a method. In that case @method is the requester, the outcome of the answer is the name
 *   of a #TroupeElicitationAction, and the text of an accepting answer contains the fields as JSON
 *
 * A question to the user (doc/flow-semantics.md §10). Immutable; atomic reference count.
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
  gboolean is_input;
  TroupeElicitation *elicitation;
} TroupeFeedbackRequest;

#define TROUPE_TYPE_FEEDBACK_REQUEST (troupe_feedback_request_get_type ())
GType troupe_feedback_request_get_type (void) G_GNUC_CONST;

TroupeFeedbackRequest *troupe_feedback_request_ref (TroupeFeedbackRequest *self);
void troupe_feedback_request_unref (TroupeFeedbackRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFeedbackRequest, troupe_feedback_request_unref)

/* Creates the request of a stored run, with its original id and time. (transfer full) */
TroupeFeedbackRequest *troupe_feedback_request_new_from_record (const TroupeRunRequest *record);

/* Creates the request for an elicitation of an MCP server; never stored. (transfer full) */
TroupeFeedbackRequest *troupe_feedback_request_new_for_elicitation (const char *run_id,
                                                                    const char *flow_name,
                                                                    TroupeElicitation *elicitation);

/* Returns the text without surrounding white space (as defined by Python) and with invalid UTF-8
 * replaced. (transfer full) */
char *troupe_feedback_strip (const char *text);

/**
 * troupe_feedback_request_find_outcome:
 * @feedback: the text that the user entered
 *
 * Maps the answer to an outcome without a model. A blank answer is mapped to the default outcome,
 * or if there is none, to the first outcome. Any other answer is mapped to the outcome that is
 * equal to it, ignoring case and surrounding white space.
 *
 * Returns: (transfer none) (nullable): one of @emit; %NULL if there are no outcomes or none matches
 */
const char *troupe_feedback_request_find_outcome (TroupeFeedbackRequest *self, const char *feedback);

G_END_DECLS
