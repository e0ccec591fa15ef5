/* troupe-saved-consent.c: transfers the consent to a document when it is saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-saved-consent"

#include "config.h"

#include "troupe-saved-consent.h"

void
troupe_saved_consent_free (TroupeSavedConsent *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->digest);
  g_free (self->base_digest);
  g_clear_pointer (&self->wanted, troupe_value_unref);
  g_clear_pointer (&self->agreed, troupe_value_unref);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->code);
  g_free (self);
}

/* @digest: of the content; @permission_report: what it could do */
static TroupeConsent *
make_consent (TroupeSavedConsent *self, const char *digest, TroupeValue *permission_report)
{
  TroupeValue *python = troupe_value_map_lookup_string (permission_report, "python", -1);

  g_assert (self != NULL);

  return troupe_consent_new (digest, self->path, permission_report,
                             troupe_project_code_find (self->folder, python));
}

/* Stores the consent to @wanted if it requires nothing but what the user has allowed. */
static void
extend (TroupeSavedConsent *self, TroupeConsent *wanted, const char *folder)
{
  g_autoptr (TroupeConsent) agreed = NULL;
  g_autoptr (GError) error = NULL;
  TroupePythonPermissions python;
  const char *code;
  gboolean was_granted;

  g_assert (self != NULL);

  agreed = make_consent (self, self->base_digest, self->agreed);
  was_granted = troupe_consent_was_granted (agreed, folder, &python);
  code = troupe_consent_get_code (wanted)->digest;
  /* Nothing is stored if project code is new or was changed in the meantime, because the user
   * has not reviewed this code. */
  if (troupe_consent_get_digest (agreed) == NULL || troupe_consent_get_digest (wanted) == NULL ||
      g_strcmp0 (code, troupe_consent_get_code (agreed)->digest) != 0 ||
      (self->is_agreed ? g_strcmp0 (code, self->code) != 0 : !was_granted))
    return;
  python = (python | self->python) & troupe_consent_get_python (wanted);
  if (!troupe_consent_is_needed (wanted) || !troupe_consent_is_covered (wanted, agreed))
    return;
  /* If this fails, the user is asked again when the next run starts. */
  if (!troupe_consent_extend (wanted, folder, python, &error))
    g_debug ("The consent could not be stored: %s", error->message);
}

void
troupe_saved_consent_keep (TroupeSavedConsent *self)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (TroupeConsent) wanted = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_base;

  g_return_if_fail (self != NULL);

  has_base = self->base_digest != NULL && !g_str_equal (self->base_digest, self->digest);
  if (!has_base && !self->is_own)
    return;
  wanted = make_consent (self, self->digest, self->wanted);
  /* If this fails, the file counts as coming from elsewhere when it is opened again. */
  if (self->is_own && !troupe_consent_store_own (wanted, folder, &error))
    g_debug ("The origin of the document could not be stored: %s", error->message);
  if (has_base)
    extend (self, wanted, folder);
}
