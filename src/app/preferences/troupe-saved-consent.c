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
  g_free (self->code);
  g_free (self);
}

gboolean
troupe_saved_consent_grant (const char *folder,
                            const char *digest,
                            TroupePythonPermissions python,
                            GError **error)
{
  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  return troupe_permissions_grant (folder, digest, error) &&
         (python == TROUPE_PYTHON_PERMIT_NOTHING ||
          troupe_permissions_grant_python (folder, digest, python, error));
}

/* Returns TRUE if @agreed contains every kind of permission that @wanted contains. */
static gboolean
has_no_more_kinds (TroupeValue *wanted, TroupeValue *agreed)
{
  static const char *const kinds[] = { "hosts", "programs",    "code", "folders",
                                       "reach", "environment", "keys" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      TroupeValue *now = troupe_value_map_lookup_string (wanted, kinds[i], -1);
      TroupeValue *then = troupe_value_map_lookup_string (agreed, kinds[i], -1);

      if (now != NULL && troupe_value_is (now, TROUPE_VALUE_LIST) &&
          troupe_value_list_get_length (now) > 0 &&
          (then == NULL || !troupe_value_is (then, TROUPE_VALUE_LIST) ||
           troupe_value_list_get_length (then) == 0))
        return FALSE;
    }
  /* Access to any host is another kind of permission than access to named hosts. */
  return !troupe_permissions_have_any_host (wanted) || troupe_permissions_have_any_host (agreed);
}

static TroupeProjectCode *
find_code (TroupeSavedConsent *self, TroupeValue *permission_report)
{
  return troupe_project_code_find (self->folder, troupe_value_map_lookup_string (permission_report,
                                                                                 "python", -1));
}

void
troupe_saved_consent_keep (TroupeSavedConsent *self)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (TroupeProjectCode) now = NULL;
  g_autoptr (TroupeProjectCode) then = NULL;
  g_autoptr (TroupeValue) wanted = NULL;
  g_autoptr (TroupeValue) agreed = NULL;
  g_autofree char *before = NULL;
  g_autofree char *digest = NULL;
  g_autoptr (GError) error = NULL;
  TroupePythonPermissions python;

  g_return_if_fail (self != NULL);

  if (self->base_digest == NULL || g_str_equal (self->base_digest, self->digest))
    return;
  now = find_code (self, self->wanted);
  then = find_code (self, self->agreed);
  wanted = troupe_permissions_add_code (self->wanted, now);
  agreed = troupe_permissions_add_code (self->agreed, then);
  before = troupe_permissions_make_digest (self->base_digest, agreed, then);
  digest = troupe_permissions_make_digest (self->digest, wanted, now);
  /* Nothing is stored if project code is new or was changed in the meantime, because the user
   * has not reviewed this code. */
  if (before == NULL || digest == NULL || g_strcmp0 (now->digest, then->digest) != 0 ||
      (self->is_agreed ? g_strcmp0 (now->digest, self->code) != 0
                       : !troupe_permissions_were_granted (folder, before)))
    return;
  python = self->python | troupe_permissions_get_granted_python (folder, before);
  python &= troupe_permissions_get_python (wanted);
  if (!troupe_permissions_need_consent (wanted) || !has_no_more_kinds (wanted, agreed))
    return;
  /* If this fails, the user is asked again when the next run starts. */
  if (!troupe_saved_consent_grant (folder, digest, python, &error))
    g_debug ("The consent could not be stored: %s", error->message);
}
