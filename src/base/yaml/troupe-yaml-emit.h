/* troupe-yaml-emit.h: writing new parts of YAML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-yaml-notes.h"

G_BEGIN_DECLS

/* How new parts are written. */
typedef struct
{
  const char *line_break;
  guint unit;      /* blanks a level */
  guint list_unit; /* blanks in front of the dash of a list in a map */
} TroupeYamlManner;

/* What stands behind a colon or a dash: on its line, and in lines of their own, each with its line
 * break in front. */
typedef struct
{
  GString *head;
  GString *body;
} TroupeYamlPiece;

void troupe_yaml_piece_init (TroupeYamlPiece *self);
void troupe_yaml_piece_clear (TroupeYamlPiece *self);

/* @style: what the value was written in before. @indent: the column of the key, or of the dash where
 * @in_list. */
void troupe_yaml_emit (TroupeYamlPiece *piece,
                       JsonNode *node,
                       TroupeYamlStyle style,
                       guint indent,
                       gboolean in_list,
                       const TroupeYamlManner *manner,
                       guint depth);
/* A whole document. */
void troupe_yaml_emit_root (GString *out, JsonNode *root, const TroupeYamlManner *manner);
/* All on one line. */
void troupe_yaml_emit_flow (GString *out, JsonNode *node, TroupeYamlStyle style, guint depth);
void
troupe_yaml_append_text (GString *out, const char *text, TroupeYamlStyle style, gboolean in_flow);

G_END_DECLS
