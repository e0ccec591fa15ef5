/* troupe-json-private.h: the core of the JSON parser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json-record.h"
#include "troupe-json-scanner.h"
#include "troupe-json.h"

G_BEGIN_DECLS

/* One member or element of a container that is being parsed. */
typedef struct
{
  const char *key; /* not terminated */
  guint key_length;
  guint key_hash;
  gpointer value;
  TroupeJsonSpan span;
} TroupeJsonEntry;

/* Callbacks that create values from the text. Each callback returns a new value. The callbacks
 * for lists and maps take ownership of the values of their entries. */
typedef struct
{
  TroupeJsonStringFlags strings;
  guint most_values; /* maximum number of values of a text; 0: any */
  gpointer (*make_constant) (gpointer data, char first_letter);
  gpointer (*make_integer) (gpointer data, gint64 value);
  gpointer (*make_double) (gpointer data, double value);
  gpointer (*make_big_integer) (gpointer data, const char *text, gsize length);
  gpointer (*make_string) (gpointer data, const char *text, gsize length);
  gpointer (*make_list) (gpointer data, const TroupeJsonEntry *entries, guint n_entries);
  gpointer (*make_map) (gpointer data, const TroupeJsonEntry *entries, guint n_entries);
  void (*free_value) (gpointer value);
} TroupeJsonBuilder;

/* Parses one text. @records: (element-type TroupeJsonRecord) (nullable): receives all positions. */
gpointer troupe_json_parse (const char *text,
                            gsize length,
                            TroupeJsonFlags flags,
                            const TroupeJsonBuilder *builder,
                            gpointer data,
                            GArray *records,
                            GError **error);

G_END_DECLS
