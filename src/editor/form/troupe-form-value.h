/* troupe-form-value.h: converting between document values and texts of form fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_FIELD_TEXT,   /* a GtkEditable */
  TROUPE_FIELD_MODEL,  /* a GtkEditable: a model's name, possibly in a settings map */
  TROUPE_FIELD_SWITCH, /* a GtkSwitch */
  TROUPE_FIELD_NUMBER, /* a GtkSpinButton */
  TROUPE_FIELD_INTEGER,   /* a GtkEditable: an optional integer */
  TROUPE_FIELD_DECIMAL,   /* a GtkEditable: an optional number */
  TROUPE_FIELD_REFERENCE, /* a GtkEditable: the dotted name in `{"python": …}` */
  TROUPE_FIELD_CHOICE,    /* an AdwComboRow */
  TROUPE_FIELD_CEL,       /* a TroupeCelField */
  TROUPE_FIELD_CODE,      /* a TroupeTextField */
  TROUPE_FIELD_LINES,     /* a TroupeTextField: a list of strings, one per line */
  TROUPE_FIELD_PAIRS,     /* a TroupeTextField: a map of strings, NAME=TEXT on each line */
  TROUPE_FIELD_JSON,      /* a TroupeTextField with JSON */
} TroupeFieldKind;

/* Returns TRUE if @node (nullable) cannot be shown and written by a field of @kind. Always FALSE
 * for a choice, whose entries are only known to the caller. */
gboolean troupe_form_value_is_foreign (TroupeFieldKind kind, JsonNode *node);
/* Returns the text that a field of @kind shows. This is a string unchanged, the name of a
 * reference, anything else as JSON, or "" for a missing value. (transfer full) */
char *troupe_form_value_to_text (TroupeFieldKind kind, JsonNode *node);
/**
 * troupe_form_value_from_text:
 * @text: not empty
 * @value: (out) (transfer full): the value to write
 *
 * Parses the text of a field.
 *
 * Returns: %FALSE if @text is not a valid value for a field of @kind, such as letters for a number
 */
gboolean troupe_form_value_from_text (TroupeFieldKind kind, const char *text, JsonNode **value);

/* Returns TRUE if @node is `{"python": "…"}` without other members. (nullable) */
gboolean troupe_form_value_is_reference (JsonNode *node);

G_END_DECLS
