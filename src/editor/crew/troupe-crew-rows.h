/* troupe-crew-rows.h: form rows for each kind of crew, agent and task field
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
 * The widget that edits a field. This is the widget for the field's kind, or JSON if the current
 * value does not fit that widget.
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
  TROUPE_CREW_ROW_EMPTY, /* opens a page to enter large content */
  TROUPE_CREW_ROW_JSON,
} TroupeCrewRowKind;

/* Returns the widget for a field. @map: (nullable): the map that contains the field */
TroupeCrewRowKind
troupe_crew_row_choose (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *map);

/**
 * troupe_crew_row_add:
 * @form: a form whose target is a #TroupeCrewTarget
 * @parent: an AdwPreferencesGroup, an AdwExpanderRow or a GtkBox
 * @path: the path to the map that contains the field
 *
 * Adds the row of a field to @parent. The row follows changes to the document.
 *
 * Returns: (transfer none) (nullable): the row, which gets the focus when the user is taken to the
 * field
 */
GtkWidget *troupe_crew_row_add (TroupeForm *form,
                                GtkWidget *parent,
                                TroupeCrewRowKind kind,
                                const TroupeCrewField *field,
                                const char *const *path);

/* Describes a value in one line: a string is returned unchanged, a function as its name, and any
 * other value as JSON. (transfer full) */
char *troupe_crew_row_describe (JsonNode *node);
/* Adds @widget to @parent, which is a group, an expander row or a box. */
void troupe_crew_row_put (GtkWidget *parent, GtkWidget *widget);

/* Prepares a multi-line text field that has been added to an expander row. Adds margins, and
 * makes the list box row that wraps the field non-focusable, because that row has no label and
 * no action. */
void troupe_crew_row_settle (GtkWidget *field);

G_END_DECLS
