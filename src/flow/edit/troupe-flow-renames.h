/* troupe-flow-renames.h: methods that two versions of a flow have under different names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeFlowRename:
 * @base: (nullable): the name in the common ancestor
 * @mine, @theirs: the names in the two versions. Equal if both have renamed the method alike
 *
 * A method with different names.
 */
typedef struct
{
  char *base;
  char *mine;
  char *theirs;
} TroupeFlowRename;

/* Finds the methods of which a version has none with the former name, but one under a new name that is similar:
 * most of its words are the same. @base: (nullable): the common ancestor of both versions. All are roots of
 * documents. Names that the other version uses otherwise, such as for an event, do not count. (transfer full)
 * (element-type TroupeFlowRename) */
GPtrArray *troupe_flow_renames_find (JsonNode *base, JsonNode *mine, JsonNode *theirs);

typedef enum
{
  TROUPE_FLOW_VERSION_BASE,
  TROUPE_FLOW_VERSION_MINE,
  TROUPE_FLOW_VERSION_THEIRS,
} TroupeFlowVersion;

/* Returns @root, in which methods have the names of @from, with those of @to. Conditions, expressions and the
 * layout follow. (transfer full) */
JsonNode *troupe_flow_renames_apply (GPtrArray *renames,
                                     JsonNode *root,
                                     TroupeFlowVersion from,
                                     TroupeFlowVersion to);
/* Returns the name in @to of a method that has @name in @from. (transfer none) */
const char *troupe_flow_renames_find_name (GPtrArray *renames,
                                           const char *name,
                                           TroupeFlowVersion from,
                                           TroupeFlowVersion to);

G_END_DECLS
