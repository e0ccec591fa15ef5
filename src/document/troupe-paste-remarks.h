/* troupe-paste-remarks.h: what the user is informed about after pasting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PASTE_KEPT,     /* refers to the original, which was not copied */
  TROUPE_PASTE_MISSING,  /* refers to something that the document does not contain */
  TROUPE_PASTE_CUT,      /* a wire from outside, which was not pasted */
  TROUPE_PASTE_REMOVED,  /* a reference that is not possible here and was removed */
  TROUPE_PASTE_REPLACED, /* an agent that is missing here and was replaced */
  TROUPE_PASTE_FIXED,    /* an event that comes from code or a model and kept its name */
  TROUPE_PASTE_CODE,     /* a renamed item that Python code mentions */
  TROUPE_PASTE_OUTPUT,   /* an output that contains a renamed event and is used as text */
  TROUPE_PASTE_ADDED,    /* a field that was added to the state */
  TROUPE_PASTE_NO_FIELD, /* a field that the state does not have */
  TROUPE_PASTE_N_REMARKS,
} TroupePasteRemark;

/* Remarks by kind, each as text. @known: all of them, with their kinds */
typedef struct
{
  GHashTable *known;
  GPtrArray *texts[TROUPE_PASTE_N_REMARKS];
} TroupePasteRemarks;

void troupe_paste_remarks_init (TroupePasteRemarks *self);
void troupe_paste_remarks_clear (TroupePasteRemarks *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePasteRemarks, troupe_paste_remarks_clear)

/* Adds a remark about @name, which the item @user (nullable) mentions. Equal remarks are added
 * once. */
void troupe_paste_remarks_add (TroupePasteRemarks *self,
                               TroupePasteRemark remark,
                               const char *name,
                               const char *user);
/* Returns all remarks as sentences, one a line. Translated. (transfer full) (nullable): %NULL if
 * there are none */
char *troupe_paste_remarks_describe (TroupePasteRemarks *self);

G_END_DECLS
