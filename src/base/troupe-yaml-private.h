/* troupe-yaml-private.h: what the files of the YAML reader and writer share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json-private.h"
#include "troupe-yaml.h"

G_BEGIN_DECLS

/* --- Scalars ------------------------------------------------------------------------------- */

typedef enum
{
  TROUPE_YAML_STRING,
  TROUPE_YAML_NULL,
  TROUPE_YAML_BOOLEAN,
  TROUPE_YAML_INTEGER,
  TROUPE_YAML_DOUBLE,
  TROUPE_YAML_TIME,
  TROUPE_YAML_MERGE,   /* << */
  TROUPE_YAML_DEFAULT, /* = */
  TROUPE_YAML_FOREIGN, /* of a tag that has no place in a document */
} TroupeYamlKind;

/* What a scalar without quotes and tag is. */
TroupeYamlKind _troupe_yaml_resolve (const char *text, gsize length);
/* What a tag makes of a scalar. */
TroupeYamlKind _troupe_yaml_kind_from_tag (const char *tag);

/* The sealed node of a scalar, or NULL with what is wrong with it in @problem. */
JsonNode *_troupe_yaml_make_scalar (TroupeYamlKind kind,
                                    const char *text,
                                    gsize length,
                                    const char **problem);
/* The decimal digits of an integer of any base, or NULL. @text: without blanks. (transfer full) */
char *_troupe_yaml_big_integer (const char *text, gsize length);
/* What Python's isoformat() gives for a date or time, or NULL. (transfer full) */
char *_troupe_yaml_time_to_iso (const char *text, gsize length);
JsonNode *_troupe_json_node_new_time (const char *text);
/* A node of its own for the place of an alias; lists and maps share their contents. */
JsonNode *_troupe_yaml_copy_node (JsonNode *node);

/* --- What is known of the values of a text ------------------------------------------------- */

typedef enum
{
  TROUPE_YAML_PLAIN,
  TROUPE_YAML_SINGLE_QUOTED,
  TROUPE_YAML_DOUBLE_QUOTED,
  TROUPE_YAML_LITERAL,
  TROUPE_YAML_FOLDED,
  TROUPE_YAML_ALIAS,
  TROUPE_YAML_FLOW,  /* a list or map in brackets */
  TROUPE_YAML_BLOCK, /* one in lines */
} TroupeYamlStyle;

/* Beside the record of the same number. Records are in the order in which values start. */
typedef struct
{
  guint8 style;
  guint8 is_merge;    /* the value of a << */
  guint8 is_odd;      /* has a key behind a question mark, or no brackets of its own */
  guint8 is_key_used; /* the key is an alias */
  guint props;        /* where its anchor or tag stands, else where it starts */
  guint entry;        /* where its key, or the dash in front of it, starts */
  guint parent;       /* record number + 1 */
  guint last;         /* the number behind those of all that stands inside */
  guint first_merge;  /* of a map: record number + 1 of the value of its first << */
  guint next_merge;
  guint target;    /* of an alias: record number + 1 of what it stands for */
  guint n_aliases; /* how many aliases stand for it */
} TroupeYamlNote;

/* Takes both. @keep: (element-type JsonNode): nodes with a place that are in no tree. */
void _troupe_json_text_set_notes (TroupeJsonText *self, GArray *notes, GPtrArray *keep);
GArray *_troupe_json_text_get_notes (TroupeJsonText *self); /* NULL where the text is JSON */
/* The number of the record of @node, or -1. */
int _troupe_json_text_get_index (TroupeJsonText *self, JsonNode *node);
const TroupeJsonRecord *_troupe_json_text_get_record (TroupeJsonText *self, guint index);

/* --- Writing ------------------------------------------------------------------------------- */

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

void _troupe_yaml_piece_init (TroupeYamlPiece *self);
void _troupe_yaml_piece_clear (TroupeYamlPiece *self);

/* @style: what the value was written in before. @indent: the column of the key, or of the dash where
 * @in_list. */
void _troupe_yaml_emit (TroupeYamlPiece *piece,
                        JsonNode *node,
                        TroupeYamlStyle style,
                        guint indent,
                        gboolean in_list,
                        const TroupeYamlManner *manner,
                        guint depth);
/* A whole document. */
void _troupe_yaml_emit_root (GString *out, JsonNode *root, const TroupeYamlManner *manner);
/* All on one line. */
void _troupe_yaml_emit_flow (GString *out, JsonNode *node, TroupeYamlStyle style, guint depth);
void
_troupe_yaml_append_text (GString *out, const char *text, TroupeYamlStyle style, gboolean in_flow);

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
TroupeYamlLayout *_troupe_yaml_layout_new (TroupeJsonText *source, JsonNode *node);
void _troupe_yaml_layout_free (TroupeYamlLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeYamlLayout, _troupe_yaml_layout_free)

guint _troupe_yaml_get_column (const char *text, guint at);
void _troupe_yaml_find_manner (TroupeJsonText *source, TroupeYamlManner *manner);

/* A member or element of a new tree, and the one of the text that it continues. */
typedef struct
{
  const char *name;
  JsonNode *node;
  const TroupeYamlItem *old;
} TroupeYamlMatch;

/* The items of @node in the order in which they are written, << among them, as far as they have to be
 * written: what << takes in is not. NULL where @node cannot go on with the layout.
 * (element-type TroupeYamlMatch) */
GArray *_troupe_yaml_match (const TroupeYamlLayout *layout, JsonNode *node, JsonNode *old);

/* One try of the writer. @fresh: (element-type JsonNode): nodes of @root that are written anew.
 * @expand: write out what aliases stand for. */
char *
_troupe_yaml_splice (JsonNode *root, TroupeJsonText *source, GHashTable *fresh, gboolean expand);

G_END_DECLS
