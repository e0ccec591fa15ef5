/* troupe-elicitation-field.h: a field of an MCP elicitation form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TROUPE_ELICITATION_ERROR:
 *
 * Errors in an elicitation request of a server or in the user's input. The messages are translated
 * and shown to the user.
 */
#define TROUPE_ELICITATION_ERROR (troupe_elicitation_error_quark ())
GQuark troupe_elicitation_error_quark (void);

typedef enum
{
  TROUPE_ELICITATION_ERROR_INVALID, /* not a flat form, or too large */
  TROUPE_ELICITATION_ERROR_SECRET,  /* asks for what a form must not ask for */
  TROUPE_ELICITATION_ERROR_ADDRESS, /* an address that the user must not be sent to */
  TROUPE_ELICITATION_ERROR_ANSWER,  /* the input does not fit the field */
} TroupeElicitationError;

typedef enum
{
  TROUPE_ELICITATION_TEXT,
  TROUPE_ELICITATION_NUMBER,
  TROUPE_ELICITATION_INTEGER,
  TROUPE_ELICITATION_SWITCH,
  TROUPE_ELICITATION_CHOICE,
  TROUPE_ELICITATION_CHOICES, /* multiple choice */
} TroupeElicitationFieldType;

/**
 * TroupeElicitationField:
 * @name: key of the field in the response, as the server sent it
 * @title, @description: ready to be displayed; @description: (nullable)
 * @initial: (nullable): the initial value, which is valid for the field
 * @values, @titles: (nullable) (array zero-terminated=1): for choices, the values that are sent and
 *   their labels
 * @format: (nullable): `email`, `uri`, `date` or `date-time`
 * @least, @most: the bounds of a number, of the length of a string in characters, or of the number
 *   of choices; -INFINITY and INFINITY for no bound
 *
 * A field of a flat form (doc/mcp.md §9). Immutable.
 */
typedef struct
{
  char *name;
  char *title;
  char *description;
  TroupeElicitationFieldType type;
  gboolean is_required;
  TroupeValue *initial;
  GStrv values;
  GStrv titles;
  char *format;
  double least;
  double most;
} TroupeElicitationField;

/* Parses a field. @schema: as the server sent it. (transfer full) (nullable): %NULL with
 * %TROUPE_ELICITATION_ERROR_INVALID */
TroupeElicitationField *troupe_elicitation_field_new (const char *name,
                                                      TroupeValue *schema,
                                                      gboolean is_required,
                                                      GError **error);
void troupe_elicitation_field_free (TroupeElicitationField *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeElicitationField, troupe_elicitation_field_free)

/* Validates @value. Returns FALSE with %TROUPE_ELICITATION_ERROR_ANSWER and a message that names
 * the field. @value: (nullable): NULL if the field is omitted */
gboolean troupe_elicitation_field_check (const TroupeElicitationField *self,
                                         TroupeValue *value,
                                         GError **error);

/**
 * troupe_elicitation_field_read:
 * @text: the user's input. For choices, it contains numbers from 1, values or titles, separated by
 *   commas if there are several; empty text omits the field
 * @value: (out) (nullable) (transfer full): %NULL if the field is omitted
 *
 * Parses input that was typed as text.
 *
 * Returns: %FALSE with an error, see troupe_elicitation_field_check()
 */
gboolean troupe_elicitation_field_read (const TroupeElicitationField *self,
                                        const char *text,
                                        TroupeValue **value,
                                        GError **error);
/* Returns the text that the user would have to type to get the initial value. (transfer full)
 * (nullable) */
char *troupe_elicitation_field_describe_initial (const TroupeElicitationField *self);

G_END_DECLS
