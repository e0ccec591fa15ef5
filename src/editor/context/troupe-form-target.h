/* troupe-form-target.h: interface for the values that a form reads and writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-form-entry.h"

G_BEGIN_DECLS

/**
 * TroupeFormTarget:
 *
 * The object that a form edits. It provides values at paths, which are written as undo steps of a
 * document. Implemented by #TroupeEditorContext for flows and by #TroupeCrewTarget for crews. Paths
 * are NULL-terminated arrays of keys and list indexes, in the format of the implementation.
 */
#define TROUPE_TYPE_FORM_TARGET (troupe_form_target_get_type ())
G_DECLARE_INTERFACE (TroupeFormTarget, troupe_form_target, TROUPE, FORM_TARGET, GObject)

/**
 * TroupeFormTargetInterface:
 * @get_document: returns the document that contains the undo steps. (transfer none)
 * @get_value: returns the value at @path; %NULL if the path does not exist. (transfer none)
 *   (nullable)
 * @get_base: (nullable): returns the path in the document to which paths of the target are relative;
 *   without this function, or for %NULL, it is the document itself. (transfer none) (nullable)
 * @set_value: like troupe_form_target_set(), but does not report errors to the user
 * @say: shows a sentence to the user
 */
struct _TroupeFormTargetInterface
{
  GTypeInterface parent_interface;

  TroupeDocument *(*get_document) (TroupeFormTarget *self);
  JsonNode *(*get_value) (TroupeFormTarget *self, const char *const *path);
  const char *const *(*get_base) (TroupeFormTarget *self);
  gboolean (*set_value) (TroupeFormTarget *self,
                         const char *const *path,
                         JsonNode *value,
                         const char *label,
                         const char *merge_key,
                         GError **error);
  void (*say) (TroupeFormTarget *self, const char *text);
};

/* (transfer none) */
TroupeDocument *troupe_form_target_get_document (TroupeFormTarget *self);
/* Returns the value at @path. An empty path returns the complete value. Valid until the next
 * edit. (transfer none) (nullable) */
JsonNode *troupe_form_target_get (TroupeFormTarget *self, const char *const *path);

/**
 * troupe_form_target_set:
 * @value: (nullable) (transfer none): %NULL removes the key
 * @label: the name of the undo step (translated)
 * @merge_key: (nullable): as for troupe_document_commit()
 *
 * Writes @value as one undo step. Errors are reported to the user.
 *
 * Returns: %FALSE if it failed and nothing was changed
 */
gboolean troupe_form_target_set (TroupeFormTarget *self,
                                 const char *const *path,
                                 JsonNode *value,
                                 const char *label,
                                 const char *merge_key);
/* Keeps the text that is typed into the field of the value at @path in the draft of the document,
 * see troupe_document_set_typed(). @text: (nullable): NULL if it was written or discarded */
void
troupe_form_target_set_typed (TroupeFormTarget *self, const char *const *path, const char *text);
/* Returns the text that was typed into this field and is not in the document, also before a
 * crash. (transfer none) (nullable) */
const char *troupe_form_target_get_typed (TroupeFormTarget *self, const char *const *path);
/* Calls troupe_form_entry_keep_typed() for the field of the value at @path. @entry: a
 * #TroupeFormEntry */
void
troupe_form_target_keep_typed (TroupeFormTarget *self, const char *const *path, GtkWidget *entry);
/* Shows a message to the user. It may contain names of the document. */
void troupe_form_target_say (TroupeFormTarget *self, const char *text);
/* Reports an error to the user. @error: (nullable): NULL does nothing */
void troupe_form_target_report (TroupeFormTarget *self, const GError *error);

G_END_DECLS
