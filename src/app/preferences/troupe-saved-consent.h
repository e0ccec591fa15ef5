/* troupe-saved-consent.h: consent that goes on when a document is saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permissions.h"

G_BEGIN_DECLS

/**
 * TroupeSavedConsent:
 * @digest: of the content that is saved
 * @base_digest: (nullable): of the content that a person agreed to here, or that the file had
 * @wanted: what the one could do, of troupe_permissions_report()
 * @agreed: (nullable): what the other could do
 * @is_agreed: the person agreed here; else they may have done so before
 * @folder: of the document
 * @code: (nullable): the digest of what lay beside it when it was agreed to
 * @python: what was agreed to here
 *
 * What saving a document keeps of the consent that was given to it: what a person changes here does not have
 * to be agreed to again. Taken on the main thread before it is written, kept on any thread.
 */
typedef struct
{
  char *digest;
  char *base_digest;
  TroupeValue *wanted;
  TroupeValue *agreed;
  gboolean is_agreed;
  char *folder;
  char *code;
  TroupePythonPermissions python;
} TroupeSavedConsent;

/* Once the file is there. Blocks. Keeps nothing where the document was not agreed to, and no kind of thing
 * that was not among those agreed to. */
void troupe_saved_consent_keep (TroupeSavedConsent *self);
void troupe_saved_consent_free (TroupeSavedConsent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSavedConsent, troupe_saved_consent_free)

/* Keeps consent in @folder, also that to Python. Blocks. Errors: as troupe_permissions_grant() */
gboolean troupe_saved_consent_grant (const char *folder,
                                     const char *digest,
                                     TroupePythonPermissions python,
                                     GError **error);

G_END_DECLS
