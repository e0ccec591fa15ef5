/* troupe-flow-private.h: what the files of the room flow/ share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-text.h"
#include "troupe-flow.h"
#include "troupe-tree.h"

G_BEGIN_DECLS

/* One compiled field of a method, kept in the order of reading, so that the next reading of the same
 * node need not compile it again. Nothing is set where it did not compile. */
typedef struct
{
  TroupeCelProgram *program;
  TroupeCelTemplate *template;
} TroupeFlowUnit;

typedef struct
{
  TroupeFlowMethod public; /* first, so that a record is a method */
  GArray *units;           /* (element-type TroupeFlowUnit) */
} TroupeFlowMethodRecord;

struct _TroupeFlow
{
  gatomicrefcount ref_count;
  JsonNode *root;
  char *name;
  char *description;
  GPtrArray *methods;  /* (element-type TroupeFlowMethodRecord) */
  GHashTable *indexes; /* name to index + 1 */
  TroupeStateType state_type;
  TroupeValue *state_default;
  TroupeValue *state_schema;
  char *state_reference;
  TroupeValue *config;
  TroupeValue *persist;
  guint max_method_calls;
  gboolean suppress_events;
  gboolean conversational;
  gboolean has_errors;
  char *digest;
};

/* -1 where no method is called so. */
int troupe_flow_find_index (TroupeFlow *self, const char *name);

/* --- Reading ------------------------------------------------------------------------------- */

/**
 * _troupe_flow_read:
 * @previous: (nullable): the flow before an edit, whose compiled expressions are used again
 * @errors: (element-type TroupeProblem): what keeps it from loading is added, sorted
 *
 * Returns: (transfer full) (nullable): the flow; %NULL where @root is no object
 */
TroupeFlow *
_troupe_flow_read (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous, GPtrArray *errors);
/* Adds what is to be said of a flow that was read, and sorts all of @problems: errors first. */
void _troupe_flow_diagnose (TroupeFlow *self, TroupeJsonText *source, GPtrArray *problems);

/* What the reading of one document needs. @path is the place where the reader stands. */
typedef struct
{
  TroupeFlow *flow;
  TroupeJsonText *source;
  GPtrArray *problems;
  GString *path;
  const char *method;
  GArray *units;     /* of the method under way */
  GArray *old_units; /* (nullable): those of the same node in the flow before */
} TroupeFlowReader;

typedef enum
{
  TROUPE_FIELD_PLAIN = 0,
  TROUPE_FIELD_REQUIRED = 1 << 0,
  TROUPE_FIELD_NULLABLE = 1 << 1,
} TroupeFieldFlags;

/* Steps into a member or an element; leave with the length that these give back. */
gsize troupe_flow_reader_enter (TroupeFlowReader *self, const char *key);
gsize troupe_flow_reader_enter_index (TroupeFlowReader *self, guint index);
void troupe_flow_reader_leave (TroupeFlowReader *self, gsize length);

/* A problem where the reader stands; @node gives line and column. (transfer none) */
TroupeProblem *troupe_flow_reader_report (TroupeFlowReader *self,
                                          TroupeSeverity severity,
                                          JsonNode *node,
                                          const char *code,
                                          const char *format,
                                          ...) G_GNUC_PRINTF (5, 6);
void troupe_flow_reader_wrong_type (TroupeFlowReader *self, JsonNode *node, const char *expected);

/* Line and column of the byte @offset inside the text that @node holds. */
void troupe_flow_reader_place_inside (TroupeFlowReader *self,
                                      TroupeProblem *problem,
                                      JsonNode *node,
                                      gsize offset);

/* What a node is, for a message: `the text “x”`, `a list`. (transfer full) */
char *troupe_flow_describe_node (JsonNode *node);

/* A member, or NULL where it is absent or, if @flags allow it, null. Reports what is missing. */
JsonNode *troupe_flow_reader_get_member (TroupeFlowReader *self,
                                         JsonNode *node,
                                         const char *key,
                                         TroupeFieldFlags flags,
                                         const char *expected);
char *troupe_flow_reader_get_text (TroupeFlowReader *self,
                                   JsonNode *node,
                                   const char *key,
                                   TroupeFieldFlags flags);
gboolean troupe_flow_reader_get_boolean (TroupeFlowReader *self,
                                         JsonNode *node,
                                         const char *key,
                                         gboolean fallback,
                                         TroupeFieldFlags flags);
JsonNode *troupe_flow_reader_get_object (TroupeFlowReader *self,
                                         JsonNode *node,
                                         const char *key,
                                         TroupeFieldFlags flags);
/* A list of texts, NULL-terminated. */
char **troupe_flow_reader_get_words (TroupeFlowReader *self,
                                     JsonNode *node,
                                     const char *key,
                                     TroupeFieldFlags flags);
/* Reports each key of @node that is not among @known. @of: what it is a field of. */
void troupe_flow_reader_refuse_unknown (TroupeFlowReader *self,
                                        JsonNode *node,
                                        const char *const *known,
                                        const char *of);
gboolean troupe_flow_name_is_valid (const char *name);

/* The value of a node as CrewAI's reader would have it: a number such as 1e2, which has no point, is
 * text (spec/flow-semantics.md §1). @source: (nullable). */
TroupeValue *troupe_flow_value_from_node (TroupeJsonText *source, JsonNode *node);

void troupe_flow_reader_read_state (TroupeFlowReader *self, JsonNode *root);
void troupe_flow_reader_read_config (TroupeFlowReader *self, JsonNode *root);
void troupe_flow_reader_read_conversational (TroupeFlowReader *self, JsonNode *root);
TroupeValue *troupe_flow_reader_read_persist (TroupeFlowReader *self, JsonNode *owner);
TroupeValue *troupe_flow_reader_read_feedback (TroupeFlowReader *self, JsonNode *method);
void troupe_flow_reader_read_methods (TroupeFlowReader *self, JsonNode *root, TroupeFlow *previous);

/* --- Conditions ---------------------------------------------------------------------------- */

void troupe_condition_free (TroupeCondition *self);

/* @owner: the name of the method whose `listen` this is, which must not stand in it; NULL for a
 * `start`, which is not checked (spec/flow-semantics.md §1, §2). */
TroupeCondition *
troupe_flow_reader_read_condition (TroupeFlowReader *self, JsonNode *node, const char *owner);

/* --- Actions and expressions --------------------------------------------------------------- */

/* @steps: (nullable): the names of the steps around, inside an each. Never NULL. */
TroupeFlowAction *
troupe_flow_reader_read_action (TroupeFlowReader *self, JsonNode *node, GHashTable *steps);
void troupe_flow_action_free (TroupeFlowAction *self);

/* Where the reader stands is the field. @in_step: whether `item` may be used. */
TroupeFlowExpression *troupe_flow_reader_compile_field (TroupeFlowReader *self,
                                                        JsonNode *node,
                                                        gboolean in_step,
                                                        GHashTable *steps);
TroupeFlowTemplate *troupe_flow_reader_compile_template (TroupeFlowReader *self,
                                                         JsonNode *node,
                                                         gboolean in_step,
                                                         GHashTable *steps);
TroupeFlowExpression *troupe_flow_expression_new_empty (const char *path);
void troupe_flow_expression_free (TroupeFlowExpression *self);
void troupe_flow_template_free (TroupeFlowTemplate *self);

/* A stretch of text, in bytes. */
typedef struct
{
  gsize start;
  gsize end;
} TroupeTextSpan;

/* The insides of each `${…}` of a template's text. (element-type TroupeTextSpan) */
GArray *troupe_flow_find_template_spans (const char *text);
/* Where `outputs.NAME` and `outputs['NAME']` of an expression name @name (NULL: any): the name alone,
 * without quotes. Searches text[start…end). Appends to @spans. */
void troupe_flow_find_output_names (const char *text,
                                    gsize start,
                                    gsize end,
                                    const char *name,
                                    GArray *spans);

/* --- Diagnosis ----------------------------------------------------------------------------- */

void troupe_flow_reader_diagnose (TroupeFlowReader *self);

/* What a router can only give, "" for no event; NULL where that is not certain. (transfer full) */
GPtrArray *troupe_flow_method_list_certain_results (const TroupeFlowMethod *self);
/* The texts that an expression can only give, "" for null; NULL where it may give anything else.
 * @spans: (nullable): where they stand, quotes included, in the same order. */
GPtrArray *troupe_flow_find_constant_results (const char *text, GArray *spans);

/* --- Values -------------------------------------------------------------------------------- */

/* The lax conversions of CrewAI's models (spec/flow-semantics.md §1). NULL or FALSE where the value
 * does not convert. */
gboolean troupe_coerce_boolean (const TroupeValue *value, gboolean *result);
TroupeValue *troupe_coerce_integer (TroupeValue *value);
TroupeValue *troupe_coerce_number (TroupeValue *value);

G_END_DECLS
