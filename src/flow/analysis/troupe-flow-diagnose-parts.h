/* troupe-flow-diagnose-parts.h: entry points of the individual diagnostics of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"

G_BEGIN_DECLS

/* The reader's current path must be the method, or the root for checks of the complete document. */
void troupe_diagnose_conditions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_triggers (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_router (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_feedback (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_expressions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_action (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_keys (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method);
void troupe_diagnose_settings (TroupeFlowDiagnosis *self);
void troupe_diagnose_persist (TroupeFlowDiagnosis *self, JsonNode *owner);
/* Warns about API keys in the text @node and in all texts inside it. @key: (nullable): the key of
 * @node; the current path is that of @node */
void troupe_diagnose_secrets (TroupeFlowDiagnosis *self, const char *key, JsonNode *node);
/* Warns about loops back to a method that does not run again. The reader's path is `methods`. */
void troupe_diagnose_repeats (TroupeFlowDiagnosis *self);
void troupe_diagnose_names (TroupeFlowDiagnosis *self);
void troupe_diagnose_layout (TroupeFlowDiagnosis *self);
void troupe_diagnose_pins (TroupeFlowDiagnosis *self);
/* @block: the `x-troupe` of the document, which is the current path */
void troupe_diagnose_breakpoints (TroupeFlowDiagnosis *self, JsonNode *block);
/* Returns TRUE if a crew of the method has the task, or may have it. @method: (nullable): NULL for any method; @task: its name, key
 * or number */
gboolean troupe_diagnosis_may_have_task (TroupeFlowDiagnosis *self,
                                         const TroupeFlowMethod *method,
                                         const char *task);

G_END_DECLS
