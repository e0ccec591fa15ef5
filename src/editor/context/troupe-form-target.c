/* troupe-form-target.c: interface for the values that a form reads and writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-target"

#include "config.h"

#include "troupe-form-target.h"
#include "troupe-sanitize-text.h"

G_DEFINE_INTERFACE (TroupeFormTarget, troupe_form_target, G_TYPE_OBJECT)

static void
troupe_form_target_default_init (TroupeFormTargetInterface *iface)
{
}

TroupeDocument *
troupe_form_target_get_document (TroupeFormTarget *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (self), NULL);

  return TROUPE_FORM_TARGET_GET_IFACE (self)->get_document (self);
}

JsonNode *
troupe_form_target_get (TroupeFormTarget *self, const char *const *path)
{
  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  return TROUPE_FORM_TARGET_GET_IFACE (self)->get_value (self, path);
}

gboolean
troupe_form_target_set (TroupeFormTarget *self,
                        const char *const *path,
                        JsonNode *value,
                        const char *label,
                        const char *merge_key)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (self), FALSE);
  g_return_val_if_fail (path != NULL && label != NULL, FALSE);

  if (TROUPE_FORM_TARGET_GET_IFACE (self)->set_value (self, path, value, label, merge_key, &error))
    return TRUE;
  troupe_form_target_report (self, error);

  return FALSE;
}

void
troupe_form_target_say (TroupeFormTarget *self, const char *text)
{
  g_autofree char *shown = NULL;

  g_return_if_fail (TROUPE_IS_FORM_TARGET (self));
  g_return_if_fail (text != NULL);

  shown = troupe_text_to_lines (text);
  TROUPE_FORM_TARGET_GET_IFACE (self)->say (self, shown);
}

void
troupe_form_target_report (TroupeFormTarget *self, const GError *error)
{
  g_return_if_fail (TROUPE_IS_FORM_TARGET (self));

  if (error != NULL)
    TROUPE_FORM_TARGET_GET_IFACE (self)->say (self, error->message);
}
