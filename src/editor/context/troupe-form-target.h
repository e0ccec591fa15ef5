/* troupe-form-target.h: what the fields of a form read and write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeFormTarget:
 *
 * What is edited by a form: values at paths, as steps of undo of a document. A flow's is its #TroupeEditorContext, a
 * crew's a #TroupeCrewTarget. Paths are NULL-terminated keys, with numbers for places in lists, in the target's own
 * form.
 */
#define TROUPE_TYPE_FORM_TARGET (troupe_form_target_get_type ())
G_DECLARE_INTERFACE (TroupeFormTarget, troupe_form_target, TROUPE, FORM_TARGET, GObject)

/**
 * TroupeFormTargetInterface:
 * @get_document: whose undo the edits are steps of. (transfer none)
 * @get_value: what stands at @path; %NULL where nothing does. (transfer none) (nullable)
 * @set_value: as troupe_form_target_set(), but tells nobody what failed
 * @say: tells the person a sentence
 */
struct _TroupeFormTargetInterface
{
  GTypeInterface parent_interface;

  TroupeDocument *(*get_document) (TroupeFormTarget *self);
  JsonNode *(*get_value) (TroupeFormTarget *self, const char *const *path);
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
/* What stands at @path; an empty path is all of it. Good until the next edit. (transfer none) (nullable) */
JsonNode *troupe_form_target_get (TroupeFormTarget *self, const char *const *path);

/**
 * troupe_form_target_set:
 * @value: (nullable) (transfer none): %NULL removes the key
 * @label: the name of the step of undo (translated)
 * @merge_key: (nullable): as troupe_document_commit()
 *
 * Writes @value as one step of undo. What fails is told to the person.
 *
 * Returns: %FALSE where nothing has changed because it failed
 */
gboolean troupe_form_target_set (TroupeFormTarget *self,
                                 const char *const *path,
                                 JsonNode *value,
                                 const char *label,
                                 const char *merge_key);
/* Tells the person. It may name what stands in the document. */
void troupe_form_target_say (TroupeFormTarget *self, const char *text);
/* Tells the person what went wrong. @error: (nullable): then nothing was wrong */
void troupe_form_target_report (TroupeFormTarget *self, const GError *error);

G_END_DECLS
