/* troupe-flow-record.h: private data of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* A compiled field of a method. Fields are stored in parse order, so that an unchanged node need
 * not be compiled again when it is parsed the next time. Both members are NULL if the field did
 * not compile. */
typedef struct
{
  TroupeCelProgram *program;
  TroupeCelTemplate *template;
} TroupeFlowUnit;

typedef struct
{
  TroupeFlowMethod public; /* first member, so that a record can be cast to a method */
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
  TroupeValue *conversation; /* (nullable): the block, if it is enabled */
  TroupeValue *pins;         /* (nullable): a map */
  TroupeValue *muted;        /* (nullable): a list */
  gboolean has_errors;
  char *digest;
};

G_END_DECLS
