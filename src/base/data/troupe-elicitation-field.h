/* troupe-elicitation-field.h: one field of a form that a server asks a person to fill in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TROUPE_ELICITATION_ERROR:
 *
 * What can be wrong with what a server asks, and with what a person answers. The messages are for people.
 */
#define TROUPE_ELICITATION_ERROR (troupe_elicitation_error_quark ())
GQuark troupe_elicitation_error_quark (void);

typedef enum
{
  TROUPE_ELICITATION_ERROR_INVALID, /* no flat form, or too large a one */
  TROUPE_ELICITATION_ERROR_SECRET,  /* it asks for what no form may ask for */
  TROUPE_ELICITATION_ERROR_ADDRESS, /* it is no address to send a person to */
  TROUPE_ELICITATION_ERROR_ANSWER,  /* what was typed does not fit the field */
} TroupeElicitationError;

typedef enum
{
  TROUPE_ELICITATION_TEXT,
  TROUPE_ELICITATION_NUMBER,
  TROUPE_ELICITATION_INTEGER,
  TROUPE_ELICITATION_SWITCH,
  TROUPE_ELICITATION_CHOICE,
  TROUPE_ELICITATION_CHOICES, /* any number of them */
} TroupeElicitationFieldType;

/**
 * TroupeElicitationField:
 * @name: its key in the answer, as the server has it
 * @title, @description: as people can be shown them; @description: (nullable)
 * @initial: (nullable): the value that is there before anybody types, which fits the field
 * @values, @titles: (nullable) (array zero-terminated=1): of choices: what is answered, and what is shown of it
 * @format: (nullable): `email`, `uri`, `date` or `date-time`
 * @least, @most: of a number its bounds, of a text how many letters it has, of choices how many; -INFINITY and
 *   INFINITY where there is no bound
 *
 * One field of a flat form (doc/mcp.md §9). Immutable.
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

/* @schema: as the server sent it. (transfer full) (nullable): %NULL with %TROUPE_ELICITATION_ERROR_INVALID */
TroupeElicitationField *troupe_elicitation_field_new (const char *name,
                                                      TroupeValue *schema,
                                                      gboolean is_required,
                                                      GError **error);
void troupe_elicitation_field_free (TroupeElicitationField *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeElicitationField, troupe_elicitation_field_free)

/* FALSE with %TROUPE_ELICITATION_ERROR_ANSWER and a sentence that names the field. @value: (nullable): it is left out */
gboolean troupe_elicitation_field_check (const TroupeElicitationField *self,
                                         TroupeValue *value,
                                         GError **error);

/**
 * troupe_elicitation_field_read:
 * @text: what was typed: of choices their numbers from 1, values or titles, several with commas between them; nothing
 *   leaves the field out
 * @value: (out) (nullable) (transfer full): %NULL where it is left out
 *
 * Returns: %FALSE as troupe_elicitation_field_check()
 */
gboolean troupe_elicitation_field_read (const TroupeElicitationField *self,
                                        const char *text,
                                        TroupeValue **value,
                                        GError **error);
/* What would have to be typed for the value that is there already. (transfer full) (nullable) */
char *troupe_elicitation_field_describe_initial (const TroupeElicitationField *self);

G_END_DECLS
