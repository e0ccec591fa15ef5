/* troupe-json-scanner.h: tokenizer for JSON text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* A text, and the next byte of it. */
typedef struct
{
  const char *text;
  gsize length;
  gsize start; /* after the byte order mark */
  gsize end;   /* the first byte that is not UTF-8, else the length */
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

gsize troupe_utf8_find_bad_byte (const char *text, gsize length);

/* The scan functions return NULL on success, or an error message. After an error, the scanner is
 * at the offending byte. (transfer none) */
const char *troupe_json_scan_blanks (TroupeJsonScanner *self, TroupeJsonFlags flags);
const char *troupe_json_scan_number (TroupeJsonScanner *self, TroupeJsonNumber *number);

/* What strings may contain besides the characters of documents. */
typedef enum
{
  TROUPE_JSON_STRING_PLAIN = 0,
  TROUPE_JSON_STRING_NUL = 1 << 0,    /* U+0000 */
  TROUPE_JSON_STRING_HALVES = 1 << 1, /* halves of surrogate pairs, see troupe-surrogates.h */
} TroupeJsonStringFlags;

/* Reads the string whose opening quote is at the current position. *@start points into the text
 * if the string has no escapes, otherwise into @scratch. */
const char *troupe_json_scan_string (TroupeJsonScanner *self,
                                     TroupeJsonStringFlags flags,
                                     GString *scratch,
                                     const char **start,
                                     gsize *length,
                                     gboolean *is_encoding);

G_END_DECLS
