/* troupe-flow-sections.h: the sections of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

void troupe_flow_reader_read_state (TroupeFlowReader *self, JsonNode *root);
void troupe_flow_reader_read_config (TroupeFlowReader *self, JsonNode *root);
void troupe_flow_reader_read_conversational (TroupeFlowReader *self, JsonNode *root);
TroupeValue *troupe_flow_reader_read_persist (TroupeFlowReader *self, JsonNode *owner);
TroupeValue *troupe_flow_reader_read_feedback (TroupeFlowReader *self, JsonNode *method);
void troupe_flow_reader_read_methods (TroupeFlowReader *self, JsonNode *root, TroupeFlow *previous);

G_END_DECLS
