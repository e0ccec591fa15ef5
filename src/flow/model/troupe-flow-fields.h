/* troupe-flow-fields.h: typed access to the fields of a document, with error reporting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_FIELD_PLAIN = 0,
  TROUPE_FIELD_REQUIRED = 1 << 0,
  TROUPE_FIELD_NULLABLE = 1 << 1,
} TroupeFieldFlags;

/* Returns a member. Returns NULL if the member is missing, or if it is null and @flags allow
 * null. Reports a missing required member. @expected: N_(), because it is rarely needed */
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
/* Returns a list of strings, NULL-terminated. */
char **troupe_flow_reader_get_words (TroupeFlowReader *self,
                                     JsonNode *node,
                                     const char *key,
                                     TroupeFieldFlags flags);
/* Reports each key of @node that is not in @known. @of: the name of the object in messages. */
void troupe_flow_reader_refuse_unknown (TroupeFlowReader *self,
                                        JsonNode *node,
                                        const char *const *known,
                                        const char *of);
gboolean troupe_flow_name_is_valid (const char *name);

/* Converts a node to a value as CrewAI's YAML loader does: a number such as 1e2, without a
 * decimal point, is a string (doc/flow-semantics.md §1). @source: (nullable). */
TroupeValue *troupe_flow_value_from_node (TroupeJsonText *source, JsonNode *node);

G_END_DECLS
