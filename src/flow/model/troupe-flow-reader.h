/* troupe-flow-reader.h: state of the flow parser: current path and reported problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* State of the parser of a document. @path is the current path; @stands_for_crew: the flow was
 * generated from a crew, which was already validated according to the rules of crew files. */
typedef struct
{
  TroupeFlow *flow;
  TroupeJsonText *source;
  GPtrArray *problems;
  GString *path;
  const char *method;
  GArray *units;     /* of the current method */
  GArray *old_units; /* (nullable): those of the unchanged node before the edit */
  gboolean stands_for_crew;
} TroupeFlowReader;

/* Append a member or index to the current path; pass the returned length to leave() to restore
 * it. */
gsize troupe_flow_reader_enter (TroupeFlowReader *self, const char *key);
gsize troupe_flow_reader_enter_index (TroupeFlowReader *self, guint index);
void troupe_flow_reader_leave (TroupeFlowReader *self, gsize length);

/* Reports a problem at the current path; @node provides line and column. (transfer none) */
TroupeProblem *troupe_flow_reader_report (TroupeFlowReader *self,
                                          TroupeSeverity severity,
                                          JsonNode *node,
                                          const char *code,
                                          const char *format,
                                          ...) G_GNUC_PRINTF (5, 6);
void troupe_flow_reader_wrong_type (TroupeFlowReader *self, JsonNode *node, const char *expected);

/* Sets line and column of the byte @offset in the string @node. */
void troupe_flow_reader_place_inside (TroupeFlowReader *self,
                                      TroupeProblem *problem,
                                      JsonNode *node,
                                      gsize offset);

/* Describes a node for a message: `the text “x”`, `a list`. (transfer full) */
char *troupe_flow_describe_node (JsonNode *node);

G_END_DECLS
