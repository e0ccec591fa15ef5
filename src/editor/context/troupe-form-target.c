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

/* Returns the key of a field for troupe_document_set_typed(). (transfer full) */
static char *
make_key (TroupeFormTarget *self, const char *const *path)
{
  TroupeFormTargetInterface *iface = TROUPE_FORM_TARGET_GET_IFACE (self);
  const char *const *base = iface->get_base != NULL ? iface->get_base (self) : NULL;
  g_autofree char *above = base != NULL ? g_strjoinv (".", (char **) base) : NULL;
  g_autofree char *own = g_strjoinv (".", (char **) path);

  return above != NULL ? g_strconcat (above, ".", own, NULL) : g_steal_pointer (&own);
}

void
troupe_form_target_set_typed (TroupeFormTarget *self, const char *const *path, const char *text)
{
  g_autofree char *key = NULL;

  g_return_if_fail (TROUPE_IS_FORM_TARGET (self));
  g_return_if_fail (path != NULL);

  key = make_key (self, path);
  troupe_document_set_typed (troupe_form_target_get_document (self), key, text);
}

const char *
troupe_form_target_get_typed (TroupeFormTarget *self, const char *const *path)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  key = make_key (self, path);
  return troupe_document_find_typed (troupe_form_target_get_document (self), key);
}

void
troupe_form_target_keep_typed (TroupeFormTarget *self, const char *const *path, GtkWidget *entry)
{
  g_autofree char *key = NULL;

  g_return_if_fail (TROUPE_IS_FORM_TARGET (self));
  g_return_if_fail (path != NULL);

  key = make_key (self, path);
  troupe_form_entry_keep_typed (TROUPE_FORM_ENTRY (entry), troupe_form_target_get_document (self),
                                key);
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
