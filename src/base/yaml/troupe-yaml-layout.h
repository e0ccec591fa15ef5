/* troupe-yaml-layout.h: how a list or map is written in a YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-yaml-emit.h"

G_BEGIN_DECLS

/* One member or element of a list or map of the text. */
typedef struct
{
  const char *name; /* NULL in lists, and of << */
  JsonNode *node;
  guint record;
  guint head;  /* where the one before ends, or the list or map starts */
  guint entry; /* its key or dash */
  guint key_end;
  guint props; /* the value with anchor and tag */
  guint start; /* the value */
  guint end;
  guint tail; /* the end of the line, in block style */
} TroupeYamlItem;

typedef struct
{
  TroupeYamlStyle style;
  guint start;
  guint end;     /* in block style behind the comment of the last item */
  guint indent;  /* the column of the items */
  GArray *items; /* (element-type TroupeYamlItem): in the order of the text */
  gboolean has_merge;
} TroupeYamlLayout;

/* NULL where @node is no list or map that is written in @source as one. */
TroupeYamlLayout *troupe_yaml_layout_new (TroupeJsonText *source, JsonNode *node);
void troupe_yaml_layout_free (TroupeYamlLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeYamlLayout, troupe_yaml_layout_free)

guint troupe_yaml_get_column (const char *text, guint at);
void troupe_yaml_find_manner (TroupeJsonText *source, TroupeYamlManner *manner);

/* A member or element of a new tree, and the one of the text that it continues. */
typedef struct
{
  const char *name;
  JsonNode *node;
  const TroupeYamlItem *old;
} TroupeYamlMatch;

/* The items of @node in the order in which they are written, << among them, as far as they have to be
 * written: what << takes in is not. NULL where @node cannot continue the layout.
 * (element-type TroupeYamlMatch) */
GArray *troupe_yaml_match (const TroupeYamlLayout *layout, JsonNode *node, JsonNode *old);

G_END_DECLS
