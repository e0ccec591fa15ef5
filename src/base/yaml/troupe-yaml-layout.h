/* troupe-yaml-layout.h: source layout of a list or map in a YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-yaml-emit.h"

G_BEGIN_DECLS

/* One member or element of a list or map of the text. */
typedef struct
{
  const char *name; /* NULL in lists, and for << */
  JsonNode *node;
  guint record;
  guint head;  /* the end of the previous item, or the start of the container */
  guint entry; /* start of its key or dash */
  guint key_end;
  guint props; /* start of the value with anchor and tag */
  guint start; /* start of the value */
  guint end;
  guint tail; /* the end of the line, in block style */
} TroupeYamlItem;

typedef struct
{
  TroupeYamlStyle style;
  guint start;
  guint end;     /* the end of the container; in block style after the comment of the last item */
  guint indent;  /* the column of the items */
  GArray *items; /* (element-type TroupeYamlItem): in the order of the text */
  gboolean has_merge;
} TroupeYamlLayout;

/* Returns NULL if @node is not written as a list or map in @source. */
TroupeYamlLayout *troupe_yaml_layout_new (TroupeJsonText *source, JsonNode *node);
void troupe_yaml_layout_free (TroupeYamlLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeYamlLayout, troupe_yaml_layout_free)

guint troupe_yaml_get_column (const char *text, guint at);
void troupe_yaml_find_manner (TroupeJsonText *source, TroupeYamlFormat *manner);

/* A member or element of a new tree, and the item of the source that it replaces. */
typedef struct
{
  const char *name;
  JsonNode *node;
  const TroupeYamlItem *old;
} TroupeYamlMatch;

/* Returns the items of @node in the order of writing, including <<, but without the members that
 * << merges, which are not written. Returns NULL if @node cannot be written with this layout.
 * (element-type TroupeYamlMatch) */
GArray *troupe_yaml_match (const TroupeYamlLayout *layout, JsonNode *node, JsonNode *old);

G_END_DECLS
