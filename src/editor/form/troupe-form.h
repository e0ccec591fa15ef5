/* troupe-form.h: rows and cards that each hold one value of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-cel-field.h"
#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeForm:
 *
 * Makes fields, writes what a person enters to its place in the document (typing is one step of undo
 * a second) and, on refresh, gives each field what the document holds now. Paths are NULL-terminated
 * and copied; @label is the name of the step of undo.
 */
#define TROUPE_TYPE_FORM (troupe_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeForm, troupe_form, TROUPE, FORM, GObject)

TroupeForm *troupe_form_new (TroupeFormTarget *target);
TroupeFormTarget *troupe_form_get_target (TroupeForm *self);
/* Of a form of a flow: its target. */
TroupeEditorContext *troupe_form_get_context (TroupeForm *self);

/* What the form is of, by the name that it has now: every path whose first key is @first follows it with its second
 * when it is renamed or stands elsewhere, and no field has to be made anew. @name: NULL for the form of all. */
void troupe_form_set_name (TroupeForm *self, const char *first, const char *name);
/* The same of a flow's method. */
void troupe_form_set_method (TroupeForm *self, const char *method);
const char *troupe_form_get_method (TroupeForm *self);
/* Changes @path, which was made for the method's name of then, to the name of now. */
void troupe_form_follow (TroupeForm *self, char **path);

/* Numbers that a person has typed are written. Not from inside of a change of focus. */
void troupe_form_commit (TroupeForm *self);
/* Whether what is going on comes from a person who writes in a field of it. */
gboolean troupe_form_is_writing (TroupeForm *self);
/* The same of a field in which a person types: half a word may say something else than the whole one will. */
gboolean troupe_form_is_typing (TroupeForm *self);

/* Every field takes what the document holds. */
void troupe_form_refresh (TroupeForm *self);

/* The field at @path (its keys joined with dots) or the nearest around it; NULL where there is none. */
GtkWidget *troupe_form_find (TroupeForm *self, const char *path);

typedef enum
{
  TROUPE_FORM_DEFAULT = 0,
  TROUPE_FORM_REQUIRED = 1 << 0, /* an empty text is kept; else the key goes away with it */
} TroupeFormFlags;

/* Keys of a path with one more at the end. (transfer full) */
char **troupe_path_append (const char *const *path, const char *key);
char **troupe_path_new (const char *first, ...) G_GNUC_NULL_TERMINATED;

/* Each returns the row or card, which is in @parent already (an AdwPreferencesGroup or a GtkBox).
 * (transfer none) */
GtkWidget *troupe_form_add_text (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *label,
                                 const char *const *path,
                                 TroupeFormFlags flags);
/* The name of a model: typed, or chosen from common ones. Where the document has a map with settings, the
 * name in it is what is changed, and the map stands below as JSON in @box. */
GtkWidget *troupe_form_add_model (TroupeForm *self,
                                  GtkWidget *parent,
                                  GtkWidget *box,
                                  const char *title,
                                  const char *const *path);
/* What decides whether there is that map. @node: (nullable): what stands at the path. */
void troupe_form_append_model_shape (GString *shape, JsonNode *node);
GtkWidget *troupe_form_add_switch (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   gboolean initial);
GtkWidget *troupe_form_add_number (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   int initial,
                                   int minimum,
                                   int maximum);
/* A number that may be missing, which @placeholder then says. @whole: without a fraction */
GtkWidget *troupe_form_add_amount (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   gboolean whole,
                                   const char *placeholder);
/* The dotted name in `{"python": "module.name"}`. */
GtkWidget *troupe_form_add_reference (TroupeForm *self,
                                      GtkWidget *parent,
                                      const char *title,
                                      const char *label,
                                      const char *const *path);
/* One of @titles, which stand for @values: JSON texts, "" for nothing. Both end with NULL. @usual: (nullable): the one
 * that is the same as nothing */
GtkWidget *troupe_form_add_choice (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   const char *const *titles,
                                   const char *const *values,
                                   const char *usual);
/* Texts, one in a line; @pairs: a map of them, NAME=text in each line. */
GtkWidget *troupe_form_add_lines (TroupeForm *self,
                                  GtkWidget *parent,
                                  const char *title,
                                  const char *label,
                                  const char *const *path,
                                  gboolean pairs);
GtkWidget *troupe_form_add_cel (TroupeForm *self,
                                GtkWidget *parent,
                                const char *title,
                                const char *label,
                                const char *const *path,
                                TroupeCelMode mode);
/* Plain text or code of @language. */
GtkWidget *troupe_form_add_code (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *chip,
                                 const char *language,
                                 const char *label,
                                 const char *const *path,
                                 TroupeFormFlags flags);
/* Any JSON; written when it is valid. An empty text removes the key. */
GtkWidget *troupe_form_add_json (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *label,
                                 const char *const *path);

/* An empty group that is already in @box. @title: (nullable) */
AdwPreferencesGroup *troupe_form_add_group (GtkWidget *box, const char *title);

/* For a row, or what it activates, that has a label of its own: the title that libadwaita names it by goes, which would be
 * read out beside it. After adw_action_row_set_activatable_widget(). */
void troupe_form_keep_own_name (GtkWidget *widget);

/* A flat button with an icon whose tooltip and accessible name are @words. */
GtkWidget *troupe_icon_button_new (const char *icon_name, const char *words);

G_END_DECLS
