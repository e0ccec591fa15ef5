/* troupe-flow-fields.h: the fields of a document
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
 * text (doc/flow-semantics.md §1). @source: (nullable). */
TroupeValue *troupe_flow_value_from_node (TroupeJsonText *source, JsonNode *node);

G_END_DECLS
