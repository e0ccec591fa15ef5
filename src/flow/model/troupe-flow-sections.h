/* troupe-flow-sections.h: parser functions for the sections of a flow
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
/* Reads `x-troupe.pins` and `x-troupe.muted` of the root. */
void troupe_flow_read_pins (TroupeFlow *self);
void troupe_flow_reader_read_methods (TroupeFlowReader *self, JsonNode *root, TroupeFlow *previous);

G_END_DECLS
