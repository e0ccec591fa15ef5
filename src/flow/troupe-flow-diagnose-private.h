/* troupe-flow-diagnose-private.h: what the files that diagnose a flow share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"
#include "troupe-flow-reach.h"
#include "troupe-state-private.h"

G_BEGIN_DECLS

/* A near name is looked for in the first problems only: it takes a look at every method. */
#define TROUPE_MOST_SUGGESTIONS 20

typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlow *flow;
  TroupeFlowReach *reach;
  gboolean has_start;
  gboolean dead;           /* whether the method under way waits for something that nobody emits */
  gboolean has_code;       /* whether Python of the document can change the state as it likes */
  TroupeSchema *schema;    /* (nullable): of a typed state */
  GPtrArray *schemas;      /* that own it */
  TroupeCelType *types[3]; /* (nullable) of each root, for the comparison with CrewAI */
  GHashTable *noted;       /* expressions that were compared and have nothing to tell */
  guint n_orders;          /* questions about the order of methods, which are dear */
} TroupeFlowDiagnosis;

/* A member of an object; NULL where there is none. */
JsonNode *_troupe_diagnosis_get (JsonNode *node, const char *key);
const char *_troupe_diagnosis_get_text (JsonNode *node, const char *key);
/* What to do: takes all three. @action, @label: (nullable): for the button */
void _troupe_diagnosis_offer (TroupeProblem *problem, char *fix, char *action, char *label);
/* The same for a value that takes the place of the one at the problem's path, as JSON. */
void _troupe_diagnosis_offer_value (TroupeProblem *problem, char *json, char *label);
/* The same for taking away what is at the problem's path. */
void _troupe_diagnosis_offer_removal (TroupeProblem *problem);
/* The JSON of a text. (transfer full) */
char *_troupe_diagnosis_quote (const char *text);
/* A list of a document; NULL where it is none. */
JsonArray *_troupe_diagnosis_get_list (JsonNode *node, const char *key);

/* Each where the reader stands at the method; what concerns the whole document at its root. */
void _troupe_diagnose_conditions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_triggers (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_router (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_feedback (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_expressions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_action (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_keys (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void _troupe_diagnose_settings (TroupeFlowDiagnosis *self);
void _troupe_diagnose_persist (TroupeFlowDiagnosis *self, JsonNode *owner);
void _troupe_diagnose_names (TroupeFlowDiagnosis *self);
void _troupe_diagnose_layout (TroupeFlowDiagnosis *self);

/* --- Expressions of a method ----------------------------------------------------------------- */

typedef enum
{
  TROUPE_SPOT_EXPRESSION,
  TROUPE_SPOT_IN,
  TROUPE_SPOT_IF,
  TROUPE_SPOT_TEMPLATE,
} TroupeFlowSpotType;

/**
 * TroupeFlowSpot:
 * @node: the text that holds it
 * @start, @end: of the expression inside of it
 * @each: (nullable): the action whose step it is in
 * @step: which one
 *
 * One expression of a document. The reader stands at its text.
 */
typedef struct
{
  TroupeFlowSpotType type;
  const TroupeFlowMethod *method;
  JsonNode *node;
  gsize start;
  gsize end;
  TroupeCelProgram *program;
  const TroupeFlowAction *each;
  guint step;
} TroupeFlowSpot;

typedef void (*TroupeFlowSpotFunc) (const TroupeFlowSpot *spot, gpointer user_data);

/* Calls @func for each expression that compiles. */
void _troupe_flow_visit_expressions (TroupeFlowReader *reader,
                                     const TroupeFlowMethod *method,
                                     TroupeFlowSpotFunc func,
                                     gpointer user_data);

void _troupe_diagnose_references (TroupeFlowDiagnosis *self, const TroupeFlowSpot *spot);
void _troupe_diagnose_types (TroupeFlowDiagnosis *self,
                             const TroupeFlowSpot *spot,
                             const TroupeCelToken *tokens,
                             guint n_tokens);
/* Whether the token is @word. @text: what the tokens were made of */
gboolean _troupe_token_is (const char *text, const TroupeCelToken *token, const char *word);
/* What a state of the schema holds once it was checked: a number is a double then (§5). @budget: how
 * many parts may still be made */
TroupeCelType *_troupe_diagnosis_type_from_schema (const TroupeSchema *schema, guint *budget);
/* What is known of `outputs` from what each method does. @types: of the roots; that of the state is read.
 * (transfer full) */
TroupeCelType *_troupe_diagnosis_type_of_outputs (TroupeFlow *flow, TroupeCelType *const *types);
/* A problem at the bytes start…end of the spot's expression. (transfer none) */
TroupeProblem *_troupe_diagnosis_report_at (TroupeFlowDiagnosis *self,
                                            const TroupeFlowSpot *spot,
                                            const TroupeTextSpan *span,
                                            TroupeSeverity severity,
                                            const char *code,
                                            const char *format,
                                            ...) G_GNUC_PRINTF (6, 7);
/* Offers to write @text for the span. */
void _troupe_diagnosis_offer_text (TroupeProblem *problem,
                                   const TroupeFlowSpot *spot,
                                   const TroupeTextSpan *span,
                                   const char *text);

G_END_DECLS
