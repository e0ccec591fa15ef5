/* troupe-form.h: generic forms: rows and cards that each edit one value of a document
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
 * Creates fields and writes user input to its path in the document, where typing is merged into one
 * undo step per second. On refresh, updates each field from the document. Paths are NULL-terminated
 * and copied. @label is the name of the undo step.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_FORM (troupe_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeForm, troupe_form, TROUPE, FORM, GObject)

/* Creates an empty form. @target: the edited document. (transfer full) */
TroupeForm *troupe_form_new (TroupeFormTarget *target);
/* Returns the edited document. (transfer none) */
TroupeFormTarget *troupe_form_get_target (TroupeForm *self);
/* Returns the target of a flow's form. Must not be called for other forms. (transfer none) */
TroupeEditorContext *troupe_form_get_context (TroupeForm *self);

/* Sets the current name of the edited object. In every path whose first key is @first, the
 * second key is replaced, so that no field has to be created again after the object was renamed
 * or moved.
 * @name: (nullable): NULL for the form of the complete document. */
void troupe_form_set_name (TroupeForm *self, const char *first, const char *name);
/* Like troupe_form_set_name(), for a flow's method. */
void troupe_form_set_method (TroupeForm *self, const char *method);
/* Returns the current name of the edited object. (transfer none) (nullable): NULL for the form
 * of the complete document */
const char *troupe_form_get_method (TroupeForm *self);
/* Replaces the method's old name in @path, which may be outdated, with the current one. @path:
 * (inout): NULL-terminated */
void troupe_form_follow (TroupeForm *self, char **path);

/* Writes pending numbers to the document. Must not be called while the focus changes. */
void troupe_form_commit (TroupeForm *self);
/* Returns TRUE if the current change to the document was caused by a field of this form. */
gboolean troupe_form_is_writing (TroupeForm *self);
/* Returns TRUE if the current change was caused by typing in a field of this form. In this case
 * the text may be incomplete and have another meaning than the final text. */
gboolean troupe_form_is_typing (TroupeForm *self);

/* Updates every field from the document. */
void troupe_form_refresh (TroupeForm *self);

/* Finds the field at @path (keys joined with dots), or the nearest field that contains it.
 * Returns NULL if no field is found. (transfer none) (nullable) */
GtkWidget *troupe_form_find (TroupeForm *self, const char *path);

/* How a text field treats an empty string. */
typedef enum
{
  TROUPE_FORM_DEFAULT = 0,
  TROUPE_FORM_REQUIRED = 1 << 0, /* an empty string is stored; otherwise it removes the key */
} TroupeFormFlags;

/* Returns a copy of the path with @key appended. (transfer full) */
char **troupe_path_append (const char *const *path, const char *key);
/* Creates a path from its keys, NULL-terminated. (transfer full) */
char **troupe_path_new (const char *first, ...) G_GNUC_NULL_TERMINATED;

/* Each of the following functions creates a field and returns its row or card, which was added
 * to @parent (an AdwPreferencesGroup or a GtkBox). (transfer none)
 * @title: title of the row, translated
 * @label: name of the undo step, translated
 * @path: path of the value in the document, NULL-terminated; copied */

/* Adds a field for a string on one line. */
GtkWidget *troupe_form_add_text (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *label,
                                 const char *const *path,
                                 TroupeFormFlags flags);
/* Adds a field for the name of a model, which can be typed or chosen from common names. If the
 * document contains a map with settings, the name in the map is edited, and the map is shown
 * below as JSON in @box. */
GtkWidget *troupe_form_add_model (TroupeForm *self,
                                  GtkWidget *parent,
                                  GtkWidget *box,
                                  const char *title,
                                  const char *const *path);
/* Appends to @shape whether the model at a path has a settings map; if this changes, the form must
 * be created again. @node: (nullable): the value at the path */
void troupe_form_append_model_shape (GString *shape, JsonNode *node);
/* Adds a switch for a boolean. @initial: the value to which a missing key is equivalent */
GtkWidget *troupe_form_add_switch (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   gboolean initial);
/* Adds an integer from @minimum to @maximum. @initial: the value to which a missing key is
 * equivalent */
GtkWidget *troupe_form_add_number (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   int initial,
                                   int minimum,
                                   int maximum);
/* Adds an optional number. @placeholder: shown if the number is missing. @whole: integers only */
GtkWidget *troupe_form_add_amount (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   gboolean whole,
                                   const char *placeholder);
/* Adds a field for the dotted name in `{"python": "module.name"}`. */
GtkWidget *troupe_form_add_reference (TroupeForm *self,
                                      GtkWidget *parent,
                                      const char *title,
                                      const char *label,
                                      const char *const *path);
/* Adds a choice of @titles, which represent @values. The values are JSON texts, or "" for a
 * missing value. Both lists are NULL-terminated. @usual: (nullable): the value that is
 * equivalent to a missing value */
GtkWidget *troupe_form_add_choice (TroupeForm *self,
                                   GtkWidget *parent,
                                   const char *title,
                                   const char *label,
                                   const char *const *path,
                                   const char *const *titles,
                                   const char *const *values,
                                   const char *usual);
/* Adds a field for a list of strings, one per line. @pairs: whether the value is a map of
 * strings, with NAME=text on each line. */
GtkWidget *troupe_form_add_lines (TroupeForm *self,
                                  GtkWidget *parent,
                                  const char *title,
                                  const char *label,
                                  const char *const *path,
                                  gboolean pairs);
/* Adds a card for an expression or a template, depending on @mode. */
GtkWidget *troupe_form_add_cel (TroupeForm *self,
                                GtkWidget *parent,
                                const char *title,
                                const char *label,
                                const char *const *path,
                                TroupeCelMode mode);
/* Adds a field for plain text or code of @language. */
GtkWidget *troupe_form_add_code (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *chip,
                                 const char *language,
                                 const char *label,
                                 const char *const *path,
                                 TroupeFormFlags flags);
/* Adds a field for arbitrary JSON, which is written if it is valid. An empty text removes the
 * key. */
GtkWidget *troupe_form_add_json (TroupeForm *self,
                                 GtkWidget *parent,
                                 const char *title,
                                 const char *label,
                                 const char *const *path);

/* Adds an empty group to @box. @title: (nullable) */
AdwPreferencesGroup *troupe_form_add_group (GtkWidget *box, const char *title);

/* Removes the accessible name that libadwaita derives from the row title. Used for a row, or its
 * activatable widget, that has its own label, because otherwise both would be read out. Call it
 * after adw_action_row_set_activatable_widget(). */
void troupe_form_keep_own_name (GtkWidget *widget);

/* Adds a button at the end of an #AdwEntryRow that opens @chooser. @chooser: floating; @words: tooltip and accessible
 * name of the button */
void troupe_form_row_add_chooser (GtkWidget *row, GtkWidget *chooser, const char *words);

/* Creates a flat icon button with @words as tooltip and accessible name. */
GtkWidget *troupe_icon_button_new (const char *icon_name, const char *words);
/* Creates a button for a row with the name of something. It finds where @words are used in the flow; they
 * are as expressions and conditions write them. (transfer full), floating */
GtkWidget *troupe_where_used_button_new (const char *words);

/* Lets a field that was added keep its last value while its text is empty. @widget: as returned when it was added */
void troupe_form_require (TroupeForm *self, GtkWidget *widget);

G_END_DECLS
