/* troupe-form-value.h: what the fields of a form make of values, and values of what is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_FIELD_TEXT,   /* a GtkEditable */
  TROUPE_FIELD_MODEL,  /* a GtkEditable: a model's name, or that in a map with settings beside it */
  TROUPE_FIELD_SWITCH, /* a GtkSwitch */
  TROUPE_FIELD_NUMBER, /* a GtkSpinButton */
  TROUPE_FIELD_INTEGER,   /* a GtkEditable: a whole number, or nothing */
  TROUPE_FIELD_DECIMAL,   /* a GtkEditable: a number, or nothing */
  TROUPE_FIELD_REFERENCE, /* a GtkEditable: the dotted name in `{"python": …}` */
  TROUPE_FIELD_CHOICE,    /* an AdwComboRow */
  TROUPE_FIELD_CEL,       /* a TroupeCelField */
  TROUPE_FIELD_CODE,      /* a TroupeTextField */
  TROUPE_FIELD_LINES,     /* a TroupeTextField: a list of texts, one in a line */
  TROUPE_FIELD_PAIRS,     /* a TroupeTextField: a map of texts, NAME=TEXT in each line */
  TROUPE_FIELD_JSON,      /* a TroupeTextField with JSON */
} TroupeFieldKind;

/* Whether @node (nullable) is more than a field of @kind can show and write. A choice has none that is: who makes it
 * knows its entries. */
gboolean troupe_form_value_is_foreign (TroupeFieldKind kind, JsonNode *node);
/* What a field of @kind shows: the text of a text, the name in a reference; anything else as JSON, "" for nothing.
 * (transfer full) */
char *troupe_form_value_to_text (TroupeFieldKind kind, JsonNode *node);
/**
 * troupe_form_value_from_text:
 * @text: not empty
 * @value: (out) (transfer full): what is to be written
 *
 * Returns: %FALSE where @text is none that a field of @kind could write, as letters where a number belongs
 */
gboolean troupe_form_value_from_text (TroupeFieldKind kind, const char *text, JsonNode **value);

/* Whether @node is `{"python": "…"}` and nothing else. (nullable) */
gboolean troupe_form_value_is_reference (JsonNode *node);

G_END_DECLS
