/* troupe-crew-rows.h: the row of a form for each kind of field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"
#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRowKind:
 *
 * By what a field is shown: what its kind asks for, or JSON where more stands there than that can show.
 */
typedef enum
{
  TROUPE_CREW_ROW_HIDDEN,
  TROUPE_CREW_ROW_TEXT,
  TROUPE_CREW_ROW_LINE,
  TROUPE_CREW_ROW_PROMPT,
  TROUPE_CREW_ROW_CODE,
  TROUPE_CREW_ROW_SWITCH,
  TROUPE_CREW_ROW_SPIN,
  TROUPE_CREW_ROW_INTEGER,
  TROUPE_CREW_ROW_DECIMAL,
  TROUPE_CREW_ROW_CHOICE,
  TROUPE_CREW_ROW_REFERENCE,
  TROUPE_CREW_ROW_LINES,
  TROUPE_CREW_ROW_PAIRS,
  TROUPE_CREW_ROW_MODEL,
  TROUPE_CREW_ROW_TOOLS,
  TROUPE_CREW_ROW_AGENT,
  TROUPE_CREW_ROW_CONTEXT,
  TROUPE_CREW_ROW_HOOKS,
  TROUPE_CREW_ROW_HOOK,
  TROUPE_CREW_ROW_LIST,
  TROUPE_CREW_ROW_SCHEMA,
  TROUPE_CREW_ROW_OBJECT,
  TROUPE_CREW_ROW_PLANNING,
  TROUPE_CREW_ROW_NAME,
  TROUPE_CREW_ROW_IDLE,  /* can only be removed */
  TROUPE_CREW_ROW_EMPTY, /* opens a page to write what takes room */
  TROUPE_CREW_ROW_JSON,
} TroupeCrewRowKind;

/* @map: (nullable): in which the field would stand */
TroupeCrewRowKind
troupe_crew_row_choose (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *map);

/**
 * troupe_crew_row_add:
 * @form: a form whose target is a #TroupeCrewTarget
 * @parent: an AdwPreferencesGroup, an AdwExpanderRow or a GtkBox
 * @path: to the map in which the field stands
 *
 * Returns: (transfer none) (nullable): the row, which is in @parent and follows the document; it is what has the
 *   focus when a person is led to the field
 */
GtkWidget *troupe_crew_row_add (TroupeForm *form,
                                GtkWidget *parent,
                                TroupeCrewRowKind kind,
                                const TroupeCrewField *field,
                                const char *const *path);

/* What is said of a value in a line: the text itself, the name of a function, else JSON. (transfer full) */
char *troupe_crew_row_describe (JsonNode *node);
/* Puts @widget into @parent, whichever of the three it is. */
void troupe_crew_row_put (GtkWidget *parent, GtkWidget *widget);

/* For a text of several lines in a fold, once it is there: it has room around it, and the row that the list has made round
 * it does not take the focus, which has nothing to say and nothing to do. */
void troupe_crew_row_settle (GtkWidget *field);

G_END_DECLS
