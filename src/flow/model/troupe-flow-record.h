/* troupe-flow-record.h: a flow in memory, as it is while it is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

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
  TroupeValue *conversation; /* (nullable): the block, where it is enabled */
  gboolean has_errors;
  char *digest;
};

G_END_DECLS
