/* troupe-flow-reader.h: state of the flow parser: current path and reported problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowReader:
 * @flow: the flow that is being parsed
 * @source: (nullable): the text, for lines and columns
 * @problems: (element-type TroupeProblem): receives the problems
 * @path: the current path
 * @method: (nullable): the name of the current method
 * @stands_for_crew: whether the flow was generated from a crew, which was already validated
 *   according to the rules of crew files
 *
 * State of the parser of a document; lives while the document is parsed and diagnosed.
 * Threads: that of the document.
 */
typedef struct
{
  TroupeFlow *flow;
  TroupeJsonText *source;
  GPtrArray *problems;
  GString *path;
  const char *method;
  GArray *units;     /* of the current method */
  GArray *old_units; /* (nullable): units of the same unchanged node before the edit */
  gboolean stands_for_crew;
} TroupeFlowReader;

/* Appends a member to the current path. Returns the previous length for
 * troupe_flow_reader_leave(). */
gsize troupe_flow_reader_enter (TroupeFlowReader *self, const char *key);
/* Appends an index to the current path. Returns the previous length for
 * troupe_flow_reader_leave(). */
gsize troupe_flow_reader_enter_index (TroupeFlowReader *self, guint index);
/* Restores the current path. @length: the result of the matching enter function */
void troupe_flow_reader_leave (TroupeFlowReader *self, gsize length);

/* Receives a value that is neither a map nor a list; the current path is its path. @key:
 * (nullable): its key, or that of the list that contains it */
typedef void (*TroupeFlowLeafFunc) (const char *key, JsonNode *leaf, gpointer user_data);
/* Calls @func for each value in @node, in the order of the document; for @node itself if it is
 * neither a map nor a list. @key: (nullable): the key of @node. Levels beyond TROUPE_LIMIT_NESTING
 * are skipped. */
void troupe_flow_reader_visit_leaves (TroupeFlowReader *self,
                                      const char *key,
                                      JsonNode *node,
                                      TroupeFlowLeafFunc func,
                                      gpointer user_data);

/* Reports a problem at the current path. @node: (nullable): provides line and column; @code: a
 * code of doc/diagnostics.md. Returns the problem, which the list of problems owns. (transfer
 * none) */
TroupeProblem *troupe_flow_reader_report (TroupeFlowReader *self,
                                          TroupeSeverity severity,
                                          JsonNode *node,
                                          const char *code,
                                          const char *format,
                                          ...) G_GNUC_PRINTF (5, 6);
/* Reports the error `wrong_type` for @node. @expected: a marked text such as “a list”, translated here */
void troupe_flow_reader_wrong_type (TroupeFlowReader *self, JsonNode *node, const char *expected);

/* Sets line and column of the byte @offset in the string @node. */
void troupe_flow_reader_place_inside (TroupeFlowReader *self,
                                      TroupeProblem *problem,
                                      JsonNode *node,
                                      gsize offset);

/* Describes a node for a message: `the text “x”`, `a list`. (transfer full) */
char *troupe_flow_describe_node (JsonNode *node);

G_END_DECLS
