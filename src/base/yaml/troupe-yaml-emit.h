/* troupe-yaml-emit.h: emits new YAML text for nodes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-yaml-notes.h"

G_BEGIN_DECLS

/* The style for new parts. */
typedef struct
{
  const char *line_break;
  guint unit;      /* blanks per level */
  guint list_unit; /* blanks before the dash of a list in a map */
} TroupeYamlFormat;

/* The text after a colon or a dash: the part on the same line, and the following lines, each
 * preceded by its line break. */
typedef struct
{
  GString *head;
  GString *body;
} TroupeYamlPiece;

void troupe_yaml_piece_init (TroupeYamlPiece *self);
void troupe_yaml_piece_clear (TroupeYamlPiece *self);

/* Emits @node as text after a colon or a dash. @style: the previous style of the value. @indent:
 * the column of the key, or of the dash if @in_list. */
void troupe_yaml_emit (TroupeYamlPiece *piece,
                       JsonNode *node,
                       TroupeYamlStyle style,
                       guint indent,
                       gboolean in_list,
                       const TroupeYamlFormat *manner,
                       guint depth);
/* Emits a whole document. */
void troupe_yaml_emit_root (GString *out, JsonNode *root, const TroupeYamlFormat *manner);
/* Emits the node in flow style, on one line. */
void troupe_yaml_emit_flow (GString *out, JsonNode *node, TroupeYamlStyle style, guint depth);
void
troupe_yaml_append_text (GString *out, const char *text, TroupeYamlStyle style, gboolean in_flow);

G_END_DECLS
