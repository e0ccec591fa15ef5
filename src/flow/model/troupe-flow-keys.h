/* troupe-flow-keys.h: table of the keys of flows, methods and actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-field-access.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/* An object of a document whose keys are known. */
typedef enum
{
  TROUPE_FLOW_OBJECT_FLOW,
  TROUPE_FLOW_OBJECT_METHOD,
  TROUPE_FLOW_OBJECT_STEP,       /* of an `each` */
  TROUPE_FLOW_OBJECT_CHECKPOINT, /* `config.checkpoint` */
  TROUPE_FLOW_OBJECT_BACKEND,    /* `persist.persistence` */
  TROUPE_FLOW_OBJECT_ACTION,     /* and one for each #TroupeActionType after it */
  TROUPE_FLOW_OBJECT_N = TROUPE_FLOW_OBJECT_ACTION + TROUPE_ACTION_N_TYPES,
} TroupeFlowObject;

/* A row of the table. Names with an underscore at the end are those of CrewAI's Python API, which it
 * also accepts in files. @access: what the value gives access to */
typedef struct
{
  const char *key;
  TroupeFieldAccess access;
} TroupeFlowKey;

/* Returns the keys of @object, terminated by a row without key. (transfer none). Threads: any
 * thread. */
const TroupeFlowKey *troupe_flow_keys_list (TroupeFlowObject object);
/* Returns the names of the keys. NULL-terminated. (transfer container) */
const char **troupe_flow_keys_list_names (TroupeFlowObject object);

G_END_DECLS
