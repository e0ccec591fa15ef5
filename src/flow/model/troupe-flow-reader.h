/* troupe-flow-reader.h: the reading of a document: where it stands and what it reports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* What the reading of one document needs. @path is the place where the reader stands; @stands_for_crew: whether the document
 * was made of a crew, which was read by the rules of its own files. */
typedef struct
{
  TroupeFlow *flow;
  TroupeJsonText *source;
  GPtrArray *problems;
  GString *path;
  const char *method;
  GArray *units;     /* of the method under way */
  GArray *old_units; /* (nullable): those of the same node in the flow before */
  gboolean stands_for_crew;
} TroupeFlowReader;

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

G_END_DECLS
