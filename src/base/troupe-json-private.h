/* troupe-json-private.h: the core of the JSON reader, and what texts remember of their values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Where a value and its key stand; offsets fit, because a document has at most 64 MiB. A key of no
 * length is none. */
typedef struct
{
  guint key_start;
  guint key_end;
  guint start;
  guint end;
} TroupeJsonSpan;

typedef struct
{
  gpointer value;
  TroupeJsonSpan span;
} TroupeJsonRecord;

/* One member or element of a container that is being read. */
typedef struct
{
  const char *key; /* not terminated */
  guint key_length;
  guint key_hash;
  gpointer value;
  TroupeJsonSpan span;
} TroupeJsonEntry;

/* What the reader makes of the text. Each function returns a new value; list and map take over the
 * values of their entries. */
typedef struct
{
  gboolean takes_nul;
  gpointer (*make_constant) (gpointer data, char first_letter);
  gpointer (*make_integer) (gpointer data, gint64 value);
  gpointer (*make_double) (gpointer data, double value);
  gpointer (*make_big_integer) (gpointer data, const char *text, gsize length);
  gpointer (*make_string) (gpointer data, const char *text, gsize length);
  gpointer (*make_list) (gpointer data, const TroupeJsonEntry *entries, guint n_entries);
  gpointer (*make_map) (gpointer data, const TroupeJsonEntry *entries, guint n_entries);
  void (*free_value) (gpointer value);
} TroupeJsonBuilder;

/* Reads one text. @records: (element-type TroupeJsonRecord) (nullable): where to note all places. */
gpointer _troupe_json_parse (const char *text,
                             gsize length,
                             TroupeJsonFlags flags,
                             const TroupeJsonBuilder *builder,
                             gpointer data,
                             GArray *records,
                             GError **error);

/* A text, and the next byte of it. */
typedef struct
{
  const char *text;
  gsize length;
  gsize start; /* behind the byte order mark */
  gsize end;   /* the first byte that is no UTF-8, else the length */
  gsize at;
} TroupeJsonScanner;

typedef enum
{
  TROUPE_JSON_NUMBER_INTEGER,
  TROUPE_JSON_NUMBER_BIG_INTEGER,
  TROUPE_JSON_NUMBER_DOUBLE,
} TroupeJsonNumberKind;

typedef struct
{
  TroupeJsonNumberKind kind;
  gint64 integer;
  double number;
} TroupeJsonNumber;

gsize _troupe_utf8_find_bad_byte (const char *text, gsize length);

/* Each returns NULL, or what is wrong, with the scanner at the wrong byte. (transfer none) */
const char *_troupe_json_scan_blanks (TroupeJsonScanner *self, TroupeJsonFlags flags);
const char *_troupe_json_scan_number (TroupeJsonScanner *self, TroupeJsonNumber *number);

/* Reads the string whose opening quote stands at the scanner. Without escapes *@start points into
 * the text, else into @scratch. */
const char *_troupe_json_scan_string (TroupeJsonScanner *self,
                                      gboolean takes_nul,
                                      GString *scratch,
                                      const char **start,
                                      gsize *length,
                                      gboolean *is_encoding);

void
_troupe_text_find_place (const char *text, gsize length, gsize offset, guint *line, guint *column);

/* Takes @path. */
void _troupe_json_set_error (GError **error,
                             TroupeJsonError code,
                             const TroupePlace *place,
                             char *path,
                             const char *message);

TroupeJsonText *_troupe_json_text_new (char *text, gsize length, JsonNode *root, GArray *records);
JsonNode *_troupe_json_text_get_root (TroupeJsonText *self); /* (transfer none) */
const TroupeJsonSpan *_troupe_json_text_find (TroupeJsonText *self, JsonNode *node);

/* Appends a finite number in a form that JSON, YAML 1.1 and YAML 1.2 all take for one: with an exponent it has
 * a point in front of it and a sign behind the e (spec/flow-semantics.md §1). */
void _troupe_append_double (GString *out, double number);

/* The string node that stands for an integer beyond 64 bits, not sealed yet. */
JsonNode *_troupe_json_node_new_big_integer (const char *text);

G_END_DECLS
