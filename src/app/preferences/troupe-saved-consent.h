/* troupe-saved-consent.h: transfers the consent to a document when it is saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-consent.h"

G_BEGIN_DECLS

/**
 * TroupeSavedConsent:
 * @digest: digest of the content that is saved
 * @base_digest: (nullable): digest of the content to which the user consented in this session, or
 *   of the previous content of the file
 * @wanted: what the saved content could do, from troupe_permissions_report()
 * @agreed: (nullable): what the base content could do
 * @is_own: whether the user has created the content (troupe_document_is_own())
 * @is_agreed: whether the user consented in this session; otherwise the base content may have been
 *   granted earlier
 * @folder: folder of the document
 * @path: (nullable): path of the document
 * @code: (nullable): digest of the project code when the user consented
 * @python: the Python permissions that the user granted in this session
 *
 * The consent to transfer to the new content when a document is saved, so that the user's own edits
 * do not require new consent. The object is created on the main thread before the document is
 * written; the consent is stored on any thread.
 */
typedef struct
{
  char *digest;
  char *base_digest;
  TroupeValue *wanted;
  TroupeValue *agreed;
  gboolean is_own;
  gboolean is_agreed;
  char *folder;
  char *path;
  char *code;
  TroupePythonPermissions python;
} TroupeSavedConsent;

/* Stores the consent. Must be called after the file was written. Blocks. Stores nothing if there
 * was no consent to the base content, or if the new content requires a kind of permission that
 * the base content did not require. Stores that the document is the user's own in any case. */
void troupe_saved_consent_keep (TroupeSavedConsent *self);
void troupe_saved_consent_free (TroupeSavedConsent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSavedConsent, troupe_saved_consent_free)

G_END_DECLS
